import type { Client } from "#src/kit/api/client.ts";
import type { Page } from "#src/kit/api/list.ts";
import { maxPageSize } from "#src/kit/api/list.ts";
import { toLocalDay } from "#src/kit/lib/days.ts";
import type { ListCall } from "./list-definition.ts";

/** The most rows of a file written in the browser. */
export const mostExported = 100_000;

export interface Gathering {
  readonly client: Client;
  readonly call: ListCall;
  /** filters and sort */
  readonly input: Readonly<Record<string, unknown>>;
  /** turns a row into the cells of the file; nothing else of it stays in memory */
  readonly line: (row: unknown) => readonly string[];
  readonly signal: AbortSignal;
  /** exports the first rows of a list that has too many */
  readonly firstOnly: boolean;
  readonly onProgress: (progress: { done: number; total: number; isExact: boolean }) => void;
  /** fewer for tests */
  readonly most?: number;
}

/** The lines of the file, or the number of rows if there are too many. */
export type Gathered = { readonly lines: (readonly string[])[] } | { readonly tooMany: number };

/**
 * Reads all rows of a list, page by page by cursor, so that none is missing or repeated.
 * @throws CallProblem if a page fails; the signal's reason if aborted
 */
export async function gather(gathering: Gathering): Promise<Gathered> {
  const { client, call, input, line, signal, firstOnly, onProgress, most = mostExported } = gathering;
  const lines: (readonly string[])[] = [];
  let cursor: string | null = null;
  do {
    const place: Record<string, unknown> = cursor === null ? { cur_page: 1 } : { cursor };
    const page: Page<unknown> = await client.call(call, { ...input, page_size: maxPageSize, ...place }, { signal, isQuiet: true });
    const isTooLong = page.total > most || lines.length + page.result.length > most;
    if (isTooLong && !firstOnly) return { tooMany: Math.max(page.total, most + 1) };
    for (const row of page.result.slice(0, most - lines.length)) lines.push(line(row));
    onProgress({
      done: lines.length,
      total: Math.max(Math.min(page.total, most), lines.length),
      isExact: page.total_is_exact || page.total > most,
    });
    cursor = page.next_cursor;
  } while (cursor !== null && lines.length < most);
  return { lines };
}

/** Returns the file's name: the list's title and the day, without characters that file systems refuse. */
export function buildFileName(title: string, now: Date, format: "csv" | "xlsx"): string {
  const plain = title.replace(/[\\/:*?"<>|\s\p{Cc}]+/gu, " ").trim();
  return `${plain === "" ? "list" : plain} ${toLocalDay(now)}.${format}`;
}

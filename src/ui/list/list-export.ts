import type { Client } from "#src/api/client.ts";
import type { Page } from "#src/api/list.ts";
import { maxPageSize } from "#src/api/list.ts";
import { localDay } from "#src/lib/local-day.ts";
import type { ListCall } from "./list-definition.ts";

/** Rows that a file made in the browser holds at most. */
export const mostExported = 100_000;

export interface Gathering {
  readonly client: Client;
  readonly call: ListCall;
  /** filters and sort */
  readonly input: Readonly<Record<string, unknown>>;
  /** a row as the cells of the file: only those are kept of it */
  readonly line: (row: unknown) => readonly string[];
  readonly signal: AbortSignal;
  /** takes the first rows of a list that has too many */
  readonly firstOnly: boolean;
  readonly onProgress: (progress: { done: number; total: number; isExact: boolean }) => void;
  /** fewer for tests */
  readonly most?: number;
}

/** The lines of the file, or how many rows there would be where those are too many. */
export type Gathered = { readonly lines: (readonly string[])[] } | { readonly tooMany: number };

/**
 * Reads all rows of a list, page after page by cursor, so that none is missing and none is there twice.
 * @throws CallProblem where a page fails; the signal's reason where it is no longer wanted
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

/** The name of a file: the list's title and the day, without what file systems refuse. */
export function fileNameOf(title: string, now: Date, format: "csv" | "xlsx"): string {
  const plain = title.replace(/[\\/:*?"<>|\s\p{Cc}]+/gu, " ").trim();
  return `${plain === "" ? "list" : plain} ${localDay(now)}.${format}`;
}

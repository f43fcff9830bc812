import type { QueryClient } from "@tanstack/react-query";
import { QueryObserver, useQueryClient } from "@tanstack/react-query";
import { useEffect, useMemo, useSyncExternalStore } from "react";
import type { Caller } from "#src/kit/api/call-hooks.tsx";
import { useCaller } from "#src/kit/api/call-hooks.tsx";
import { CallProblem } from "#src/kit/api/client.ts";
import type { Page } from "#src/kit/api/list.ts";
import { buildQueryKey } from "#src/kit/api/query.ts";
import type { ListCall } from "./list-definition.ts";
import type { Length } from "./page-cache.rules.ts";
import { getFirstRow, isNearlyPlaced, getLengthAfter, getPageNumber, pageSize, listPagesToForget } from "./page-cache.rules.ts";

/** What a list asks for: the call with its filters and sort, without the page; and who asks. */
export interface Question extends Pick<Caller, "client" | "scope"> {
  readonly call: ListCall;
  readonly input: Readonly<Record<string, unknown>>;
}

/** A loaded page. */
interface Held {
  readonly rows: readonly unknown[];
  readonly next: string | null;
  /** the cursor that it was fetched by; null if it was fetched by its number */
  readonly cursor: string | null;
}

/** A page that is wanted: it is asked for, kept fresh, and asked for again when its call is invalidated. */
interface PageRequest {
  readonly observer: QueryObserver<Page<unknown>>;
  cursor: string | null;
}

/** How long TanStack Query keeps answers that no page uses. */
const gcTimeMs = 60_000;

/**
 * The pages of a list, of which only those in sight are asked for and only some are kept.
 *
 * Page n + 1 goes by the cursor of page n where that is known: it begins exactly behind it. A page that is jumped to goes by its number, and far
 * into a list the server finds such a page only nearly; so a page above it may overlap with it, or leave a gap. Then the lower one is asked for
 * again, by the cursor of the upper; whoever shows the rows keeps the row in sight in its place.
 */
export class PageCache {
  readonly #queries: QueryClient;
  readonly #question: Question;
  readonly #held = new Map<number, Held>();
  readonly #asked = new Map<number, PageRequest>();
  readonly #listeners = new Set<() => void>();
  #wanted: readonly number[] = [];
  #length: Length | null = null;
  #version = 0;

  constructor(queries: QueryClient, question: Question) {
    this.#queries = queries;
    this.#question = question;
  }

  /** The list's length; null before the first answer. */
  get length(): Length | null {
    return this.#length;
  }

  /** Returns the row at an index from 0; undefined if it is not loaded. */
  row(index: number): unknown {
    return this.#held.get(getPageNumber(index))?.rows[index - getFirstRow(getPageNumber(index))];
  }

  /** All loaded rows with their indexes. */
  *rows(): Generator<readonly [index: number, row: unknown]> {
    for (const [page, { rows }] of [...this.#held].toSorted(([a], [b]) => a - b))
      for (const [place, row] of rows.entries()) yield [getFirstRow(page) + place, row];
  }

  /** The state of a page: loaded (perhaps refetching), loading, or why it failed. */
  stateOf(page: number): "here" | "coming" | CallProblem {
    return this.#held.has(page) ? "here" : (this.#problemOf(page) ?? "coming");
  }

  /** Why visible rows could not be refetched; null if they could. */
  get problem(): CallProblem | null {
    const shown = [...this.#asked.keys()].filter((page) => this.#held.has(page));
    return shown.map((page) => this.#problemOf(page)).find((problem) => problem !== null) ?? null;
  }

  /** Whether visible rows are being fetched. */
  get isAsking(): boolean {
    return [...this.#asked.values()].some(({ observer }) => observer.getCurrentResult().isFetching);
  }

  /** Fetches these pages, cancels those no longer wanted, and drops distant ones. */
  want(pages: readonly number[]): void {
    this.#wanted = pages;
    for (const [page, { observer }] of this.#asked) {
      if (pages.includes(page)) continue;
      observer.destroy();
      this.#asked.delete(page);
    }
    for (const page of pages) this.#ask(page);
    for (const page of listPagesToForget(this.#held.keys(), pages)) this.#forget(page);
    this.#tell();
  }

  /** Retries the failed pages. */
  retry(): void {
    for (const { observer } of this.#asked.values()) if (observer.getCurrentResult().isError) void observer.refetch();
  }

  /** For `useSyncExternalStore`. */
  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** Increases with each change. */
  readonly version = (): number => this.#version;

  /** Why a page's last attempt failed; null if it succeeded or is in progress. */
  #problemOf(page: number): CallProblem | null {
    const result = this.#asked.get(page)?.observer.getCurrentResult();
    if (result?.isError !== true || result.isFetching) return null;
    // What is no problem of the call is a bug of ours: shown in place as any failure, and thrown by nobody.
    return result.error instanceof CallProblem ? result.error : new CallProblem("network", 0, null);
  }

  #queryOf(page: number, cursor: string | null) {
    const { client, scope, call } = this.#question;
    const input = { ...this.#question.input, page_size: pageSize, ...(cursor === null ? { cur_page: page } : { cursor }) };
    return {
      queryKey: buildQueryKey(scope, call, input),
      // The list itself shows the problem.
      queryFn: ({ signal }: { signal: AbortSignal }) => client.call(call, input, { signal, isQuiet: true }),
      gcTime: gcTimeMs,
      structuralSharing: false,
    };
  }

  #ask(page: number): void {
    // The previous page is loading and will provide this one's cursor.
    const isToldLater = isNearlyPlaced(page) && this.#asked.has(page - 1) && this.stateOf(page - 1) === "coming";
    if (this.#asked.has(page) || isToldLater) return;
    const cursor = this.#held.get(page - 1)?.next ?? this.#held.get(page)?.cursor ?? null;
    const asked: PageRequest = { observer: new QueryObserver<Page<unknown>>(this.#queries, this.#queryOf(page, cursor)), cursor };
    this.#asked.set(page, asked);
    asked.observer.subscribe(() => this.#hear(page, asked));
    this.#hear(page, asked);
  }

  #hear(page: number, asked: PageRequest): void {
    const { data, isError } = asked.observer.getCurrentResult();
    if (data !== undefined && this.#held.get(page)?.rows !== data.result) {
      this.#length = getLengthAfter(this.#length, page, data, asked.cursor === null);
      // The last page may have come in the place of one that there is not.
      if (getFirstRow(page) < this.#length.rows || page === 1)
        this.#held.set(page, { rows: data.result, next: data.next_cursor, cursor: asked.cursor });
    }
    if (data !== undefined) this.#join(page + 1, data.next_cursor);
    else if (isError && this.#wanted.includes(page + 1)) this.#ask(page + 1);
    this.#tell();
  }

  /** Makes the next page continue where this one ends. */
  #join(page: number, cursor: string | null): void {
    const asked = this.#asked.get(page);
    if (asked === undefined) {
      const held = this.#held.get(page);
      if (held !== undefined && cursor !== held.cursor && (held.cursor !== null || isNearlyPlaced(page))) this.#forget(page);
      if (cursor !== null && this.#wanted.includes(page)) this.#ask(page);
      return;
    }
    // A page with an exact position is already in the right place.
    if (cursor === null || cursor === asked.cursor || (asked.cursor === null && !isNearlyPlaced(page))) return;
    asked.cursor = cursor;
    asked.observer.setOptions(this.#queryOf(page, cursor));
    this.#hear(page, asked);
  }

  #forget(page: number): void {
    const held = this.#held.get(page);
    if (held === undefined) return;
    this.#held.delete(page);
    this.#queries.removeQueries({ queryKey: this.#queryOf(page, held.cursor).queryKey, exact: true, type: "inactive" });
  }

  #tell(): void {
    this.#version += 1;
    for (const listener of this.#listeners) listener();
  }
}

/** Returns the cache of pages for a call and input; a new one for another input. */
export function usePages(call: ListCall, input: Readonly<Record<string, unknown>>): PageCache {
  const queries = useQueryClient();
  const { client, scope } = useCaller();
  const { username, providerUuid } = scope;
  const asked = JSON.stringify(input);
  const book = useMemo(
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the text was written from such a value a few lines above
    () => new PageCache(queries, { client, scope: { username, providerUuid }, call, input: JSON.parse(asked) as typeof input }),
    [queries, client, username, providerUuid, call, asked],
  );
  useSyncExternalStore(book.subscribe, book.version, book.version);
  useEffect(() => () => book.want([]), [book]);
  return book;
}

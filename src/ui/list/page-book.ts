import type { QueryClient } from "@tanstack/react-query";
import { QueryObserver, useQueryClient } from "@tanstack/react-query";
import { useEffect, useMemo, useSyncExternalStore } from "react";
import type { Caller } from "#src/api/caller.tsx";
import { useCaller } from "#src/api/caller.tsx";
import { CallProblem } from "#src/api/client.ts";
import type { Page } from "#src/api/list.ts";
import { queryKeyOf } from "#src/api/query.ts";
import type { ListCall } from "./list-definition.ts";
import type { Length } from "./page-cache.rules.ts";
import { firstRowOf, isNearlyPlaced, lengthAfter, pageOf, pageSize, pagesToForget } from "./page-cache.rules.ts";

/** What a list asks for: the call with its filters and sort, without the page; and who asks. */
export interface Question extends Pick<Caller, "client" | "scope"> {
  readonly call: ListCall;
  readonly input: Readonly<Record<string, unknown>>;
}

/** A page that has come. */
interface Held {
  readonly rows: readonly unknown[];
  readonly next: string | null;
  /** the cursor that it was asked by; null where it was asked by its number */
  readonly cursor: string | null;
}

/** A page that is wanted: it is asked for, kept fresh, and asked for again when its call is invalidated. */
interface Asked {
  readonly observer: QueryObserver<Page<unknown>>;
  cursor: string | null;
}

/** Answers that are not looked at stay with Query for so long. */
const gcTimeMs = 60_000;

/**
 * The pages of a list, of which only those in sight are asked for and only some are kept.
 *
 * Page n + 1 goes by the cursor of page n where that is known: it begins exactly behind it. A page that is jumped to goes by its number, and far
 * into a list the server finds such a page only nearly; so a page above it may overlap with it, or leave a gap. Then the lower one is asked for
 * again, by the cursor of the upper; whoever shows the rows keeps the row in sight in its place.
 */
export class PageBook {
  readonly #queries: QueryClient;
  readonly #question: Question;
  readonly #held = new Map<number, Held>();
  readonly #asked = new Map<number, Asked>();
  readonly #listeners = new Set<() => void>();
  #wanted: readonly number[] = [];
  #length: Length | null = null;
  #version = 0;

  constructor(queries: QueryClient, question: Question) {
    this.#queries = queries;
    this.#question = question;
  }

  /** How long the list is; null before the first answer. */
  get length(): Length | null {
    return this.#length;
  }

  /** The row at an index from 0; nothing where it has not come. */
  row(index: number): unknown {
    return this.#held.get(pageOf(index))?.rows[index - firstRowOf(pageOf(index))];
  }

  /** All rows that are kept, with their indexes. */
  *rows(): Generator<readonly [index: number, row: unknown]> {
    for (const [page, { rows }] of [...this.#held].toSorted(([a], [b]) => a - b))
      for (const [place, row] of rows.entries()) yield [firstRowOf(page) + place, row];
  }

  /** How a page stands: here, though it may be asked for again; coming; or why it did not come. */
  stateOf(page: number): "here" | "coming" | CallProblem {
    return this.#held.has(page) ? "here" : (this.#problemOf(page) ?? "coming");
  }

  /** Why rows that are shown could not be asked for again; null where they could. */
  get problem(): CallProblem | null {
    const shown = [...this.#asked.keys()].filter((page) => this.#held.has(page));
    return shown.map((page) => this.#problemOf(page)).find((problem) => problem !== null) ?? null;
  }

  /** Whether something in sight is being asked for. */
  get isAsking(): boolean {
    return [...this.#asked.values()].some(({ observer }) => observer.getCurrentResult().isFetching);
  }

  /** Asks for these pages, cancels what is wanted no longer, and forgets what lies far away. */
  want(pages: readonly number[]): void {
    this.#wanted = pages;
    for (const [page, { observer }] of this.#asked) {
      if (pages.includes(page)) continue;
      observer.destroy();
      this.#asked.delete(page);
    }
    for (const page of pages) this.#ask(page);
    for (const page of pagesToForget(this.#held.keys(), pages)) this.#forget(page);
    this.#tell();
  }

  /** Asks again for what failed. */
  retry(): void {
    for (const { observer } of this.#asked.values()) if (observer.getCurrentResult().isError) void observer.refetch();
  }

  /** For `useSyncExternalStore`. */
  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** Grows with each change. */
  readonly version = (): number => this.#version;

  /** Why a page did not come at the last try; null where it did, or where a try goes on. */
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
      queryKey: queryKeyOf(scope, call, input),
      // What went wrong is said in the list's place.
      queryFn: ({ signal }: { signal: AbortSignal }) => client.call(call, input, { signal, isQuiet: true }),
      gcTime: gcTimeMs,
      structuralSharing: false,
    };
  }

  #ask(page: number): void {
    // The page before is on its way, and will tell where this one begins.
    const isToldLater = isNearlyPlaced(page) && this.#asked.has(page - 1) && this.stateOf(page - 1) === "coming";
    if (this.#asked.has(page) || isToldLater) return;
    const cursor = this.#held.get(page - 1)?.next ?? this.#held.get(page)?.cursor ?? null;
    const asked: Asked = { observer: new QueryObserver<Page<unknown>>(this.#queries, this.#queryOf(page, cursor)), cursor };
    this.#asked.set(page, asked);
    asked.observer.subscribe(() => this.#hear(page, asked));
    this.#hear(page, asked);
  }

  #hear(page: number, asked: Asked): void {
    const { data, isError } = asked.observer.getCurrentResult();
    if (data !== undefined && this.#held.get(page)?.rows !== data.result) {
      this.#length = lengthAfter(this.#length, page, data, asked.cursor === null);
      // The last page may have come in the place of one that there is not.
      if (firstRowOf(page) < this.#length.rows || page === 1)
        this.#held.set(page, { rows: data.result, next: data.next_cursor, cursor: asked.cursor });
    }
    if (data !== undefined) this.#join(page + 1, data.next_cursor);
    else if (isError && this.#wanted.includes(page + 1)) this.#ask(page + 1);
    this.#tell();
  }

  /** Has the next page begin where the one before it ends. */
  #join(page: number, cursor: string | null): void {
    const asked = this.#asked.get(page);
    if (asked === undefined) {
      const held = this.#held.get(page);
      if (held !== undefined && cursor !== held.cursor && (held.cursor !== null || isNearlyPlaced(page))) this.#forget(page);
      if (cursor !== null && this.#wanted.includes(page)) this.#ask(page);
      return;
    }
    // One that was counted off exactly stands where it should.
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

/** The pages of what is asked, new with each other question. */
export function usePages(call: ListCall, input: Readonly<Record<string, unknown>>): PageBook {
  const queries = useQueryClient();
  const { client, scope } = useCaller();
  const { username, providerUuid } = scope;
  const asked = JSON.stringify(input);
  const book = useMemo(
    () => new PageBook(queries, { client, scope: { username, providerUuid }, call, input: JSON.parse(asked) as typeof input }),
    [queries, client, username, providerUuid, call, asked],
  );
  useSyncExternalStore(book.subscribe, book.version, book.version);
  useEffect(() => () => book.want([]), [book]);
  return book;
}

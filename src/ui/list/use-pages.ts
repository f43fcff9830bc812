import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useMemo, useRef, useSyncExternalStore } from "react";
import { useCaller } from "#src/api/caller.tsx";
import type { Call } from "#src/api/define-call.ts";
import { PageBook } from "./page-book.ts";

/** Scrolling that goes on asks for nothing; this long after its last step it has settled. */
export const settleMs = 100;

/** The pages of what is asked, new with each other question. */
export function usePages(call: Call, input: Readonly<Record<string, unknown>>): PageBook {
  const queries = useQueryClient();
  const { client, scope } = useCaller();
  const { username, providerUuid } = scope;
  const question = JSON.stringify(input);
  const book = useMemo(
    () => new PageBook(queries, { client, scope: { username, providerUuid } }, { call, input: JSON.parse(question) as typeof input }),
    [queries, client, username, providerUuid, call, question],
  );
  useSyncExternalStore(book.subscribe, book.version, book.version);
  useEffect(() => () => book.want([]), [book]);
  return book;
}

/** Asks for pages: the first at once, later ones when scrolling has settled. */
export function useWantedPages(book: PageBook, pages: readonly number[]): void {
  const asked = useRef<PageBook | null>(null);
  const key = pages.join(",");
  useEffect(() => {
    const want = () => book.want(key === "" ? [] : key.split(",").map(Number));
    if (asked.current !== book) {
      asked.current = book;
      want();
      return undefined;
    }
    const timer = setTimeout(want, settleMs);
    return () => clearTimeout(timer);
  }, [book, key]);
}

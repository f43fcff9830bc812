import { useEffect, useLayoutEffect, useRef } from "react";
import { useList } from "./list-context.ts";
import type { PageCache } from "./page-cache.ts";
import { getFirstRow, getPageNumber, listPagesInSight } from "./page-cache.rules.ts";
import type { Sight, SightOptions } from "./use-visible-rows.ts";
import { settleMs, useSight } from "./use-visible-rows.ts";

/** Fetches pages: the first at once, later ones when scrolling has settled. */
function useWantedPages(book: PageCache, pages: readonly number[]): void {
  const asked = useRef<PageCache | null>(null);
  const key = JSON.stringify(pages);
  useEffect(() => {
    const isFirst = asked.current !== book;
    asked.current = book;
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the text was written from such a value a few lines above
    const want = () => book.want(JSON.parse(key) as number[]);
    if (isFirst) return want();
    const timer = setTimeout(want, settleMs);
    return () => clearTimeout(timer);
  }, [book, key]);
}

/**
 * Where a list is scrolled to: asks for the pages in sight, keeps the place in the address, and goes where that says.
 * @param moveFocus takes the row in focus along with rows that came or went above; null where another question begins
 */
export function useListPosition(sizes: Pick<SightOptions, "rowPx" | "headerPx">, moveFocus: (by: number | null) => void): Sight {
  const { book, rows, address, isNarrow } = useList();
  const { page } = address;
  const pageWritten = useRef(page);
  const sight = useSight({
    rows,
    ...sizes,
    isOfPage: isNarrow,
    isEstimate: book.length?.isExact === false,
    onSettle: (row) => {
      const now = getPageNumber(row);
      if (book.length === null || now === pageWritten.current) return;
      pageWritten.current = now;
      address.change({ page: now }, "replace");
    },
  });
  const { topRow, perSight, direction } = sight;
  useWantedPages(book, book.length === null ? [page] : listPagesInSight(topRow, Math.min(rows - 1, topRow + perSight), rows, direction));

  // Another question begins at its own page; the way back and a link to another page go there.
  const shown = useRef<{ readonly book: PageCache; readonly page: number } | null>(null);
  useLayoutEffect(() => {
    const before = shown.current;
    if (before?.book === book && before.page === page) return;
    shown.current = { book, page };
    // We wrote it: already there.
    if (before?.book === book && page === pageWritten.current) return;
    if (before?.book !== book) moveFocus(null);
    pageWritten.current = page;
    sight.putAtTop(getFirstRow(page));
  });
  useRowKept(sight, moveFocus);
  return sight;
}

/**
 * Keeps what is in sight in its place when rows come or go above it: the first row in sight that has come is found again by its key, and the
 * scrollbox moves along. At the very top nothing is kept, so that new rows are seen.
 */
function useRowKept({ topRow, perSight, shift }: Sight, moveFocus: (by: number) => void): void {
  const { book, rowAt } = useList();
  const kept = useRef<{ version: number; index: number; key: string } | null>(null);
  useLayoutEffect(() => {
    const before = kept.current;
    const version = book.version();
    kept.current = null;
    if (before !== null && before.version !== version && topRow > 0 && rowAt(before.index)?.[0] !== before.key) {
      for (const [index] of book.rows()) {
        if (rowAt(index)?.[0] !== before.key) continue;
        kept.current = { version, index, key: before.key };
        moveFocus(index - before.index);
        return shift(index - before.index);
      }
    }
    for (let index = topRow; index < topRow + perSight; index += 1) {
      const row = rowAt(index);
      if (row === undefined) continue;
      kept.current = { version, index, key: row[0] };
      return;
    }
  });
}

import { useQueryClient } from "@tanstack/react-query";
import { useCallback, useLayoutEffect, useMemo, useRef, useState } from "react";
import type { Caller } from "#src/api/caller.tsx";
import { useCaller } from "#src/api/caller.tsx";
import { queryKeyOf } from "#src/api/query.ts";
import type { Translate } from "#src/i18n/shown.store.ts";
import { useTranslation } from "#src/i18n/shown.store.ts";
import type { Columns } from "./columns.rules.ts";
import { shownColumns } from "./columns.rules.ts";
import { inputOf } from "./list-input.rules.ts";
import type { AnyColumn, ListShape } from "./list-shape.ts";
import type { Keyed, Selection } from "./selection.rules.ts";
import { nothingSelected, refreshed } from "./selection.rules.ts";
import type { PageBook } from "./page-book.ts";
import { firstRowOf, pageOf, pagesInSight } from "./page-cache.rules.ts";
import { rowsInSight } from "./scroll-scale.rules.ts";
import type { UrlState } from "./use-list-url.ts";
import { useListUrl } from "./use-list-url.ts";
import { usePages, useWantedPages } from "./use-pages.ts";
import type { Viewport } from "./use-viewport.ts";
import { useViewport } from "./use-viewport.ts";
import { useViews } from "./use-views.ts";
import type { ViewsState } from "./use-views.ts";

/** Rows drawn above and below what is in sight. */
const spareRows = 8;
/** Rows that a list seems to have before its first answer. */
const unknownRows = 20;

/** All that the parts of a list share. */
export interface ListModel {
  readonly shape: ListShape;
  readonly caller: Caller;
  readonly t: Translate;
  readonly locale: string;
  readonly address: UrlState;
  readonly views: ViewsState;
  /** those shown, in their order */
  readonly columns: readonly AnyColumn[];
  readonly setColumns: (columns: Columns) => void;
  readonly book: PageBook;
  /** what the call is asked, without the page */
  readonly input: Readonly<Record<string, unknown>>;
  /** rows of the list; before the first answer so many as there is room for */
  readonly rows: number;
  readonly rowPx: number;
  readonly headerPx: number;
  readonly viewport: Viewport;
  /** the rows drawn */
  readonly sight: { readonly first: number; readonly last: number };
  readonly selection: Selection;
  /** the rows chosen, as they were seen last */
  readonly chosen: () => readonly Keyed[];
  readonly setSelection: (change: (selection: Selection) => Selection) => void;
  /** the row in focus; -1 for none yet */
  readonly focus: number;
  readonly setFocus: (row: number) => void;
  /** the row at an index with its key */
  readonly rowAt: (index: number) => Keyed | undefined;
  readonly reload: () => void;
}

interface Sizes {
  readonly rowPx: number;
  readonly headerPx: number;
  /** the page scrolls the rows, and no box of their own */
  readonly isOfPage: boolean;
}

/**
 * A list at work: its address, its pages, where it is scrolled to, and what is chosen.
 * @param sizesOf heights of a row and the header, which on a narrow screen follow from the number of columns
 */
export function useListModel(shape: ListShape, sizesOf: (columns: readonly AnyColumn[]) => Sizes): ListModel {
  const { t, locale } = useTranslation();
  const caller = useCaller();
  const queries = useQueryClient();
  const address = useListUrl(shape);
  const views = useViews(shape, caller.scope.username, address);
  const columns = useMemo(() => shownColumns(shape.columns, views.columns), [shape.columns, views.columns]);
  const { rowPx, headerPx, isOfPage } = sizesOf(columns);
  const { filters, sort, page } = address.url;
  const input = inputOf(shape, filters, sort);
  const book = usePages(shape.call, input);
  const [selection, setSelection] = useState<Selection>(nothingSelected);
  const [focus, setFocus] = useState(-1);

  const pageWritten = useRef(page);
  const rows = book.length?.rows ?? Math.max(unknownRows, page > 1 ? firstRowOf(page + 1) : 0);
  const viewport = useViewport({
    rows,
    rowPx,
    headerPx,
    isOfPage,
    firstRow: firstRowOf(page),
    isEstimate: book.length?.isExact === false,
    onSettle: (row) => {
      const now = pageOf(row);
      if (book.length === null || now === pageWritten.current) return;
      pageWritten.current = now;
      address.change({ page: now }, "replace");
    },
  });

  const sight = rowsInSight(viewport.topRow * rowPx, rowPx, viewport.scale.viewportPx + rowPx, rows, spareRows);
  const perSight = Math.ceil(viewport.scale.viewportPx / rowPx);
  const isKnown = book.length !== null;
  const { topRow, direction } = viewport;
  useWantedPages(book, isKnown ? pagesInSight(topRow, Math.min(rows - 1, topRow + perSight), rows, direction) : [page]);

  // Another question begins at its own page; the way back and a link to another page go there.
  const shownBook = useRef(book);
  useLayoutEffect(() => {
    if (shownBook.current === book && page === pageWritten.current) return;
    if (shownBook.current !== book) setFocus(-1);
    shownBook.current = book;
    pageWritten.current = page;
    viewport.putAtTop(firstRowOf(page));
  }, [book, page, viewport]);

  const rowAt = useCallback(
    (index: number): Keyed | undefined => {
      const row = book.row(index);
      return row === undefined ? undefined : [shape.rowKey(row), row];
    },
    [book, shape],
  );
  const moveFocus = (by: number) => setFocus((row) => (row < 0 ? row : Math.max(0, row + by)));
  useRowKept({ rowAt, book, viewport, perSight, moveFocus });
  const chosen = () => {
    const seen = [...book.rows()].map(([, row]) => [shape.rowKey(row), row] as const);
    return [...refreshed(selection, seen)];
  };
  const reload = useCallback(
    () => void queries.invalidateQueries({ queryKey: queryKeyOf(caller.scope, shape.call) }),
    [queries, caller.scope, shape.call],
  );
  return {
    shape,
    caller,
    t,
    locale,
    address,
    views,
    columns,
    setColumns: views.setColumns,
    book,
    input,
    rows,
    rowPx,
    headerPx,
    viewport,
    sight,
    selection,
    chosen,
    setSelection,
    focus,
    setFocus,
    rowAt,
    reload,
  };
}

interface Keeping {
  readonly rowAt: ListModel["rowAt"];
  readonly book: PageBook;
  readonly viewport: Viewport;
  /** rows that fit into sight */
  readonly perSight: number;
  readonly moveFocus: (by: number) => void;
}

/**
 * Keeps what is in sight in its place when rows come or go above it: the first row in sight that has come is found again by its key, and the
 * scrollbox moves along. At the very top nothing is kept, so that new rows are seen.
 */
function useRowKept({ rowAt, book, viewport, perSight, moveFocus }: Keeping): void {
  const kept = useRef<{ version: number; index: number; key: string } | null>(null);
  useLayoutEffect(() => {
    const before = kept.current;
    const version = book.version();
    const { topRow } = viewport;
    kept.current = null;
    if (before !== null && before.version !== version && topRow > 0 && rowAt(before.index)?.[0] !== before.key) {
      for (const [index] of book.rows()) {
        if (rowAt(index)?.[0] !== before.key) continue;
        kept.current = { version, index, key: before.key };
        moveFocus(index - before.index);
        return viewport.shift(index - before.index);
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

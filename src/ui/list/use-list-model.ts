import type { RowSelectionState } from "@tanstack/react-table";
import { useQueryClient } from "@tanstack/react-query";
import { useCallback } from "react";
import type { Caller } from "#src/api/caller.tsx";
import { useCaller } from "#src/api/caller.tsx";
import { queryKeyOf } from "#src/api/query.ts";
import type { Translate } from "#src/i18n/shown.store.ts";
import { useTranslation } from "#src/i18n/shown.store.ts";
import type { AnyColumn, ListShape } from "./list-definition.ts";
import { inputOf } from "./list-url.rules.ts";
import type { PageBook } from "./page-book.ts";
import { firstRowOf } from "./page-cache.rules.ts";
import type { Keyed } from "./selection.rules.ts";
import type { UrlState } from "./use-list-url.ts";
import { useListUrl } from "./use-list-url.ts";
import { usePages } from "./use-pages.ts";
import type { ListTableState } from "./use-table.ts";
import { shownColumns, useListTable } from "./use-table.ts";
import type { ViewsState } from "./use-views.ts";
import { useViews } from "./use-views.ts";

/** Rows that a list seems to have before its first answer. */
const unknownRows = 20;

/** All that the parts of a list share; where it is scrolled to, its rows alone know. */
export interface ListModel {
  readonly shape: ListShape;
  readonly isNarrow: boolean;
  readonly caller: Caller;
  readonly t: Translate;
  readonly locale: string;
  readonly address: UrlState;
  readonly views: ViewsState;
  readonly table: ListTableState;
  /** those shown, in their order */
  readonly columns: readonly AnyColumn[];
  readonly book: PageBook;
  /** what the call is asked, without the page */
  readonly input: Readonly<Record<string, unknown>>;
  /** rows of the list; before the first answer so many as there is room for */
  readonly rows: number;
  readonly selection: RowSelectionState;
  /** the rows chosen, as they were seen last */
  readonly chosen: () => readonly Keyed[];
  /** the row at an index with its key */
  readonly rowAt: (index: number) => Keyed | undefined;
  readonly reload: () => void;
}

/** A list at work: its address, its pages, its columns, and what is chosen. */
export function useListModel(shape: ListShape, isNarrow: boolean): ListModel {
  const { t, locale } = useTranslation();
  const caller = useCaller();
  const queries = useQueryClient();
  const address = useListUrl(shape);
  const views = useViews(shape, caller.scope.username, address);
  const { filters, sort, page } = address.url;
  const input = inputOf(shape, filters, sort);
  const book = usePages(shape.call, input);
  const { table, rowSelection, chosen } = useListTable(shape, book, views.kept.columns);
  const rowAt = useCallback(
    (index: number): Keyed | undefined => {
      const row = book.row(index);
      return row === undefined ? undefined : [shape.rowKey(row), row];
    },
    [book, shape],
  );
  const { scope } = caller;
  const reload = useCallback(
    () => void queries.invalidateQueries({ queryKey: queryKeyOf(scope, shape.call) }),
    [queries, scope, shape.call],
  );
  return {
    shape,
    isNarrow,
    caller,
    t,
    locale,
    address,
    views,
    table,
    columns: shownColumns(table),
    book,
    input,
    rows: book.length?.rows ?? Math.max(unknownRows, page > 1 ? firstRowOf(page + 1) : 0),
    selection: rowSelection,
    chosen,
    rowAt,
    reload,
  };
}

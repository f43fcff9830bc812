import { useQueryClient } from "@tanstack/react-query";
import { useCaller } from "#src/api/caller.tsx";
import { queryKeyOf } from "#src/api/query.ts";
import { useTranslation } from "#src/i18n/shown.store.ts";
import type { ListShape } from "./list-definition.ts";
import { inputOf } from "./list-url.rules.ts";
import { usePages } from "./page-book.ts";
import { firstRowOf } from "./page-cache.rules.ts";
import type { Keyed } from "./selection.rules.ts";
import { useListUrl } from "./use-list-url.ts";
import { useListTable } from "./use-table.ts";
import { useViews } from "./use-views.ts";

/** Rows that a list seems to have before its first answer. */
const unknownRows = 20;

/** A list at work: its address, its pages, its columns, and what is chosen. Where it is scrolled to, its rows alone know. */
export function useListModel(shape: ListShape, isNarrow: boolean) {
  const { t, locale } = useTranslation();
  const caller = useCaller();
  const queries = useQueryClient();
  const address = useListUrl(shape);
  const views = useViews(shape, caller.scope.username, address);
  const { filters, sort, page } = address;
  const input = inputOf(shape, filters, sort);
  const book = usePages(shape.call, input);
  const { scope } = caller;
  return {
    shape,
    isNarrow,
    caller,
    t,
    locale,
    address,
    views,
    ...useListTable(shape, book, views.kept.columns),
    book,
    /** what the call is asked, without the page */
    input,
    /** rows of the list; before the first answer so many as there is room for */
    rows: book.length?.rows ?? Math.max(unknownRows, page > 1 ? firstRowOf(page + 1) : 0),
    /** the row at an index with its key */
    rowAt: (index: number): Keyed | undefined => {
      const row = book.row(index);
      return row === undefined ? undefined : [shape.rowKey(row), row];
    },
    reload: () => void queries.invalidateQueries({ queryKey: queryKeyOf(scope, shape.call) }),
  };
}

/** All that the parts of a list share. */
export type ListModel = ReturnType<typeof useListModel>;

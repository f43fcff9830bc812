import { useQueryClient } from "@tanstack/react-query";
import { useCaller } from "#src/kit/api/call-hooks.tsx";
import { buildQueryKey } from "#src/kit/api/query.ts";
import { useTranslation } from "#src/kit/i18n/translation.store.ts";
import type { ListShape } from "./list-definition.ts";
import { buildInput } from "./list-url.rules.ts";
import { usePages } from "./page-cache.ts";
import { getFirstRow } from "./page-cache.rules.ts";
import type { Keyed } from "./selection.rules.ts";
import { useListUrl } from "./use-list-url.ts";
import { useListTable } from "./use-table.ts";
import { useViews } from "./use-views.ts";

/** The number of rows that a list shows before its first answer. */
const unknownRows = 20;

/** The state of a list: URL, pages, columns and selection. The scroll position belongs to its rows. */
export function useListModel(shape: ListShape, isNarrow: boolean) {
  const { t, locale } = useTranslation();
  const caller = useCaller();
  const queries = useQueryClient();
  const address = useListUrl(shape);
  const views = useViews(shape, caller.scope.username, address);
  const { filters, sort, page } = address;
  const input = buildInput(shape, filters, sort);
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
    /** the call's input without the page */
    input,
    /** rows of the list; before the first answer so many as there is room for */
    rows: book.length?.rows ?? Math.max(unknownRows, page > 1 ? getFirstRow(page + 1) : 0),
    /** the row at an index with its key */
    rowAt: (index: number): Keyed | undefined => {
      const row = book.row(index);
      return row === undefined ? undefined : [shape.rowKey(row), row];
    },
    reload: () => void queries.invalidateQueries({ queryKey: buildQueryKey(scope, shape.call) }),
  };
}

/** The state that the parts of a list share. */
export type ListModel = ReturnType<typeof useListModel>;

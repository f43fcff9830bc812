import { useQueryClient } from "@tanstack/react-query";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { useCallback, useMemo } from "react";
import { useCaller } from "#src/api/caller.tsx";
import { queryKeyOf } from "#src/api/query.ts";
import { useTranslation } from "#src/i18n/shown.store.ts";
import type { ListShape } from "./list-definition.ts";
import type { ListUrl, Search } from "./list-url.rules.ts";
import { inputOf, readUrl, writeUrl } from "./list-url.rules.ts";
import { usePages } from "./page-book.ts";
import { firstRowOf } from "./page-cache.rules.ts";
import type { Keyed } from "./selection.rules.ts";
import { useListTable } from "./use-table.ts";
import { useViews } from "./use-views.ts";

/** Rows that a list seems to have before its first answer. */
const unknownRows = 20;

type Navigate = (options: { to: "."; search: (old: Search) => object; replace: boolean; resetScroll: false }) => Promise<void>;

/** What of a list stands in the address, and how it is changed. */
export interface UrlState extends ListUrl {
  /** Changes filters, sort or page. `replace` leaves no step to go back to. */
  readonly change: (part: Partial<ListUrl>, how?: "push" | "replace") => void;
}

/** The list's part of the current address. */
function useListUrl({ filters, columns }: ListShape): UrlState {
  const search = useSearch({ strict: false }) as Search;
  const navigate = useNavigate() as unknown as Navigate;
  const fields = useMemo(() => (filters ?? []).map(({ field }) => field), [filters]);
  const sorts = useMemo(() => columns.flatMap(({ sort }) => sort ?? []), [columns]);
  const change: UrlState["change"] = useCallback(
    (part, how = "push") => {
      // Read again from what is there by then: two changes in one moment must not lose one another.
      const next = (old: Search) => writeUrl(old, fields, { ...readUrl(old, fields, sorts), ...part });
      void navigate({ to: ".", search: next, replace: how === "replace", resetScroll: false });
    },
    [navigate, fields, sorts],
  );
  return { ...readUrl(search, fields, sorts), change };
}

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

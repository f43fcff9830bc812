import type { RowSelectionState } from "@tanstack/react-table";
import {
  columnOrderingFeature,
  columnSizingFeature,
  columnVisibilityFeature,
  rowSelectionFeature,
  tableFeatures,
  useTable,
} from "@tanstack/react-table";
import { useLayoutEffect, useMemo, useRef, useState } from "react";
import { leastColumnPx, usualMostPx } from "./column-width.rules.ts";
import { columnState } from "./columns.rules.ts";
import type { AnyColumn, ListShape } from "./list-definition.ts";
import type { PageCache } from "./page-cache.ts";
import type { Keyed } from "./selection.rules.ts";
import { countNotShown } from "./selection.rules.ts";
import type { Columns } from "./views.storage.ts";

const features = tableFeatures({
  columnOrderingFeature,
  columnSizingFeature,
  columnVisibilityFeature,
  rowSelectionFeature,
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the library takes the type from an empty value
  columnMeta: {} as { readonly column: AnyColumn },
});

/** A list's columns and selection in TanStack Table, over the rows in the page cache. */
export function useListTable(shape: ListShape, book: PageCache, chosenColumns: Columns) {
  const version = book.version();
  // Overlapping pages may contain a row twice.
  const data = useMemo(
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the rows of every list are objects
    () => (version < 0 ? [] : [...new Map([...book.rows()].map(([, row]) => [shape.rowKey(row), row as object])).values()]),
    [book, shape, version],
  );
  const [columnSizing, setColumnSizing] = useState<Record<string, number>>({});
  const [selection, setSelection] = useState<RowSelectionState>({});
  const columns = useMemo(
    () =>
      shape.columns.map((column) => ({
        id: column.id,
        minSize: leastColumnPx,
        maxSize: Math.max(column.maxWidthPx ?? usualMostPx, leastColumnPx),
        meta: { column },
      })),
    [shape],
  );
  const state = useMemo(
    () => ({ ...columnState(shape.columns, chosenColumns), columnSizing, rowSelection: selection }),
    [shape, chosenColumns, columnSizing, selection],
  );
  const table = useTable<typeof features, object>({
    features,
    columns,
    data,
    state,
    getRowId: shape.rowKey,
    onColumnSizingChange: setColumnSizing,
    onRowSelectionChange: setSelection,
  });

  /** the selected rows as last loaded; scrolling, paging and filters do not change the selection */
  const remembered = useRef(new Map<string, unknown>());
  const chosen = (): readonly Keyed[] => {
    const { rowsById } = table.getCoreRowModel();
    return Object.keys(selection).map((key) => [key, rowsById[key]?.original ?? remembered.current.get(key)]);
  };
  // Selected rows that this search and these filters have shown: scrolled away, they are unloaded and still in the list.
  const seen = useRef<{ book: PageCache; keys: Set<string> }>({ book, keys: new Set() });
  const isLoaded = (key: string) => table.getCoreRowModel().rowsById[key] !== undefined;
  useLayoutEffect(() => {
    remembered.current = new Map(chosen());
    if (seen.current.book !== book) seen.current = { book, keys: new Set() };
    for (const key of Object.keys(selection)) if (isLoaded(key)) seen.current.keys.add(key);
  });
  /** how many of the selected rows the list does not show; 0 until its first rows came */
  const getNotShown = () => {
    if (book.length === null) return 0;
    const { rows, isExact } = book.length;
    const keys = seen.current.book === book ? seen.current.keys : new Set<string>();
    return countNotShown(Object.keys(selection), { isLoaded, seen: keys, isWhole: isExact && data.length >= rows });
  };
  /** the visible ones in order */
  const shown: readonly AnyColumn[] = table.getVisibleLeafColumns().flatMap(({ columnDef }) => columnDef.meta?.column ?? []);
  return { table, columns: shown, selection, chosen, getNotShown };
}

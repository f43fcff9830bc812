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
  useLayoutEffect(() => {
    remembered.current = new Map(chosen());
  });
  /** the visible ones in order */
  const shown: readonly AnyColumn[] = table.getVisibleLeafColumns().flatMap(({ columnDef }) => columnDef.meta?.column ?? []);
  return { table, columns: shown, selection, chosen };
}

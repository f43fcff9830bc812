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
import type { PageBook } from "./page-book.ts";
import type { Keyed } from "./selection.rules.ts";
import type { Columns } from "./views.storage.ts";

const features = tableFeatures({
  columnOrderingFeature,
  columnSizingFeature,
  columnVisibilityFeature,
  rowSelectionFeature,
  columnMeta: {} as { readonly column: AnyColumn },
});

/** The columns of a list and what is chosen of its rows, kept by TanStack Table; its rows are those that the book holds. */
export function useListTable(shape: ListShape, book: PageBook, chosenColumns: Columns) {
  const version = book.version();
  // A row may stand in two pages until they are joined: once is enough.
  const data = useMemo(
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

  /** the chosen rows as they were seen last: scrolling, pages and filters take none of them away */
  const remembered = useRef(new Map<string, unknown>());
  const chosen = (): readonly Keyed[] => {
    const { rowsById } = table.getCoreRowModel();
    return Object.keys(selection).map((key) => [key, rowsById[key]?.original ?? remembered.current.get(key)]);
  };
  useLayoutEffect(() => {
    remembered.current = new Map(chosen());
  });
  /** those shown, in their order */
  const shown: readonly AnyColumn[] = table.getVisibleLeafColumns().flatMap(({ columnDef }) => columnDef.meta?.column ?? []);
  return { table, columns: shown, selection, chosen };
}

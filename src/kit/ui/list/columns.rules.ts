import type { Columns } from "./views.storage.ts";

interface Declared {
  readonly id: string;
  readonly isHidden?: true;
}

/** The table's columns: all in their order, those shown first, and which are shown. Ids that the list no longer has are left out; at least one is shown. */
export function columnState(
  declared: readonly Declared[],
  chosen: Columns,
): { columnOrder: string[]; columnVisibility: Record<string, boolean> } {
  const ids = declared.map(({ id }) => id);
  const own = declared.filter(({ isHidden }) => isHidden !== true).map(({ id }) => id);
  const known = (chosen ?? []).filter((id) => ids.includes(id));
  const shown = known.length > 0 ? known : own;
  return {
    columnOrder: [...shown, ...ids.filter((id) => !shown.includes(id))],
    columnVisibility: Object.fromEntries(ids.map((id) => [id, shown.includes(id)])),
  };
}

/** Moves an id by one position; at either end it stays. */
export function moved(ids: readonly string[], id: string, by: -1 | 1): readonly string[] {
  const from = ids.indexOf(id);
  const to = from + by;
  if (from === -1 || to < 0 || to >= ids.length) return ids;
  return ids.with(from, ids[to] ?? id).with(to, id);
}

/** A person's choice of columns: ids in their order, those shown only. Null for the declaration's own. */
export type Columns = readonly string[] | null;

interface Declared {
  readonly id: string;
  readonly isHidden?: true;
}

/** The columns shown, in order. Ids that the list no longer has are left out; where none is left, the declaration's own are shown. */
export function shownColumns<C extends Declared>(declared: readonly C[], chosen: Columns): readonly C[] {
  const byChoice = (chosen ?? []).flatMap((id) => declared.find((column) => column.id === id) ?? []);
  return byChoice.length > 0 ? byChoice : declared.filter(({ isHidden }) => isHidden !== true);
}

/** All columns for choosing: those shown in their order, the others where the declaration has them, at the end. */
export function orderedColumns<C extends Declared>(
  declared: readonly C[],
  chosen: Columns,
): { readonly column: C; readonly isShown: boolean }[] {
  const shown = shownColumns(declared, chosen);
  const others = declared.filter((column) => !shown.includes(column));
  return [...shown.map((column) => ({ column, isShown: true })), ...others.map((column) => ({ column, isShown: false }))];
}

/** Moves an id by one place; at either end it stays. */
export function moved(ids: readonly string[], id: string, by: -1 | 1): readonly string[] {
  const from = ids.indexOf(id);
  const to = from + by;
  if (from === -1 || to < 0 || to >= ids.length) return ids;
  return ids.with(from, ids[to] ?? id).with(to, id);
}

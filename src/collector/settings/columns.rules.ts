import type { ColumnId } from "#src/collector/reviews/review-file.contract.ts";
import { columnIds } from "#src/collector/reviews/review-file.contract.ts";

/** Every column: the chosen ones in their order, then the others in the usual one. */
export function columnRows(chosen: readonly ColumnId[]): { id: ColumnId; chosen: boolean }[] {
  const known = [...new Set(chosen)];
  const others = columnIds.filter((id) => !known.includes(id));
  return [...known.map((id) => ({ id, chosen: true })), ...others.map((id) => ({ id, chosen: false }))];
}

/** Adds or removes a column; the last one stays. */
export function toggleColumn(chosen: readonly ColumnId[], id: ColumnId): ColumnId[] {
  if (!chosen.includes(id)) return [...chosen, id];
  return chosen.length === 1 ? [...chosen] : chosen.filter((one) => one !== id);
}

/** Moves a column to an index, from 0; an index out of bounds becomes the nearest end. */
export function moveColumn(chosen: readonly ColumnId[], id: ColumnId, place: number): ColumnId[] {
  if (!chosen.includes(id)) return [...chosen];
  const others = chosen.filter((one) => one !== id);
  const at = Math.max(0, Math.min(others.length, place));
  return [...others.slice(0, at), id, ...others.slice(at)];
}

import type { RowSelectionState } from "@tanstack/react-table";

/** A row with its key. */
export type Keyed = readonly [key: string, row: unknown];

/** The indexes from one row to another, either way round. */
function getIndexes(from: number, to: number): number[] {
  const first = Math.min(from, to);
  return Array.from({ length: Math.abs(to - from) + 1 }, (_, place) => first + place);
}

/**
 * What is chosen when a range that began at `from` and reached `before` now reaches `to`: rows that it left again are let go.
 * @param keyAt the key of the row at an index, or nothing where it has not come
 */
export function withRange(
  selection: RowSelectionState,
  keyAt: (index: number) => string | undefined,
  { from, before, to }: { from: number; before: number; to: number },
): { readonly selection: RowSelectionState; readonly isWhole: boolean } {
  const left = new Set(getIndexes(from, before).map(keyAt));
  const kept = Object.fromEntries(Object.entries(selection).filter(([key]) => !left.has(key)));
  const keys = getIndexes(from, to).map(keyAt);
  for (const key of keys) if (key !== undefined) kept[key] = true;
  return { selection: kept, isWhole: !keys.includes(undefined) };
}

interface RowsOfList {
  /** whether a row is among the loaded ones */
  readonly isLoaded: (key: string) => boolean;
  /** rows that were loaded with the same filters, and may have been scrolled away since */
  readonly seen: ReadonlySet<string>;
  /** whether all rows of the list are loaded, so that any other one is not in it */
  readonly isWhole: boolean;
}

/** Counts the selected rows that the list does not show with its current search and filters. */
export function countNotShown(keys: readonly string[], { isLoaded, seen, isWhole }: RowsOfList): number {
  return keys.filter((key) => !isLoaded(key) && (isWhole || !seen.has(key))).length;
}

/** Why an action is not done with so many rows; null where it is. */
export function getRefusal(needs: "none" | "one" | "some", count: number): "nothing" | "several" | null {
  if (needs === "none") return null;
  if (count === 0) return "nothing";
  return needs === "one" && count > 1 ? "several" : null;
}

/** What stays chosen after a batch: what failed, and what was not part of it. */
export function deselectDone(
  selection: RowSelectionState,
  done: readonly string[],
  failed: readonly { readonly id: string }[],
): RowSelectionState {
  const gone = new Set(done.filter((key) => !failed.some(({ id }) => id === key)));
  return Object.fromEntries(Object.entries(selection).filter(([key]) => !gone.has(key)));
}

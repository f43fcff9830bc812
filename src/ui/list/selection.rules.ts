/** The rows chosen, by key: remembered as they were seen, so that scrolling, pages and filters take none of them away. */
export type Selection = ReadonlyMap<string, unknown>;

export const nothingSelected: Selection = new Map();

/** A row with its key. */
export type Keyed = readonly [key: string, row: unknown];

/** Chooses a row, or lets it go. */
export function toggled(selection: Selection, [key, row]: Keyed): Selection {
  const next = new Map(selection);
  if (!next.delete(key)) next.set(key, row);
  return next;
}

/** Chooses rows as well as those chosen already. */
export function withRows(selection: Selection, rows: readonly Keyed[]): Selection {
  return rows.length === 0 ? selection : new Map([...selection, ...rows]);
}

/** Lets rows go. */
export function withoutRows(selection: Selection, keys: Iterable<string>): Selection {
  const next = new Map(selection);
  for (const key of keys) next.delete(key);
  return next;
}

/** The indexes from one row to another, either way round. */
export function rangeOf(from: number, to: number): { first: number; last: number } {
  return { first: Math.min(from, to), last: Math.max(from, to) };
}

/**
 * What is chosen when a range that began at `from` and reached `before` now reaches `to`: rows that it left again are let go.
 * @param rowAt the row at an index, or nothing where it has not come
 */
export function withRange(
  selection: Selection,
  rowAt: (index: number) => Keyed | undefined,
  { from, before, to }: { from: number; before: number; to: number },
): Selection {
  const next = new Map(selection);
  const now = rangeOf(from, to);
  const then = rangeOf(from, before);
  for (let index = then.first; index <= then.last; index += 1) {
    if (index >= now.first && index <= now.last) continue;
    const keyed = rowAt(index);
    if (keyed !== undefined) next.delete(keyed[0]);
  }
  for (let index = now.first; index <= now.last; index += 1) {
    const keyed = rowAt(index);
    if (keyed !== undefined) next.set(...keyed);
  }
  return next;
}

/** The chosen rows as they are known now: those that were seen again since are taken as they were seen last. */
export function refreshed(selection: Selection, seen: readonly Keyed[]): Selection {
  const newer = seen.filter(([key, row]) => selection.has(key) && selection.get(key) !== row);
  return newer.length === 0 ? selection : new Map([...selection, ...newer]);
}

/** Why an action is not done with so many rows; null where it is. */
export function refusalOf(needs: "none" | "one" | "some", count: number): "nothing" | "several" | null {
  if (needs === "none") return null;
  if (count === 0) return "nothing";
  return needs === "one" && count > 1 ? "several" : null;
}

/** What stays chosen after a batch: what failed, and what was not part of it. */
export function afterBatch(selection: Selection, done: readonly string[], failed: readonly { readonly id: string }[]): Selection {
  const bad = new Set(failed.map(({ id }) => id));
  return withoutRows(
    selection,
    done.filter((key) => !bad.has(key)),
  );
}

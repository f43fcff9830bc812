interface Around {
  readonly rows: number;
  /** rows that fit into sight */
  readonly perPage: number;
}

/** The row that a key moves to from the one in focus (from 0; -1 for none yet); null for a key that moves nothing. */
export function rowAfterKey(key: string, focus: number, { rows, perPage }: Around): number | null {
  const step: Record<string, number> = { ArrowDown: 1, ArrowUp: -1, PageDown: Math.max(1, perPage - 1), PageUp: -Math.max(1, perPage - 1) };
  if (rows === 0) return null;
  if (key === "Home") return 0;
  if (key === "End") return rows - 1;
  const by = step[key];
  if (by === undefined) return null;
  // The first key of all brings the first row.
  if (focus < 0) return 0;
  return Math.min(Math.max(0, focus + by), rows - 1);
}

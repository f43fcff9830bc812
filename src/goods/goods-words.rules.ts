const dayMs = 24 * 3_600_000;

/** How many days something has been there. @param since ISO 8601; null where it is empty */
export function daysSince(since: string, nowMs: number): number | null {
  const then = Date.parse(since);
  return Number.isNaN(then) ? null : Math.max(0, Math.floor((nowMs - then) / dayMs));
}

/** Money of a field as cents; null for none. */
export function centsOf(amount: number | null | undefined): number | null {
  return amount === null || amount === undefined ? null : Math.round(amount * 100);
}

/**
 * Where the marked option goes when a key is pressed.
 * @param at the marked one; -1 for none
 * @param count how many options there are
 * @returns the next one; null for a key that moves nothing
 */
export function movedTo(key: string, at: number, count: number): number | null {
  if (count === 0) return null;
  if (key === "ArrowDown") return (at + 1) % count;
  if (key === "ArrowUp") return at <= 0 ? count - 1 : at - 1;
  if (key === "PageDown") return Math.min(count - 1, Math.max(at, 0) + 8);
  if (key === "PageUp") return Math.max(0, at - 8);
  return null;
}

import "./progress.css";

/**
 * A bar of how far something is.
 * @param part 0..1, or null where nobody knows
 * @param still whether it stands still for now, and is grey
 */
export function Progress({ label, part, still = false }: { label: string; part: number | null; still?: boolean }) {
  const value = part === null ? {} : { value: Math.min(1, Math.max(0, part)) };
  return <progress className={still ? "progress progress-still" : "progress"} aria-label={label} max={1} {...value} />;
}

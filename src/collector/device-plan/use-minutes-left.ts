import { useSyncExternalStore } from "react";

/** How often the minutes are updated. */
const pollMs = 5000;

function follow(changed: () => void): () => void {
  const timer = setInterval(changed, pollMs);
  return () => clearInterval(timer);
}

/**
 * Minutes until an instant, rounded up.
 * @param until ms since 1970
 * @returns 0 once it has passed
 */
export function useMinutesLeft(until: number): number {
  return useSyncExternalStore(follow, () => Math.max(0, Math.ceil((until - Date.now()) / 60_000)));
}

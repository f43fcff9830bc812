import { useCallback, useSyncExternalStore } from "react";

/** A timer may come a moment early; drawn then, the old second would stand for one more. */
const marginMs = 10;

function secondsLeft(until: number): number {
  return Math.max(0, Math.ceil((until - Date.now()) / 1000));
}

/**
 * Whole seconds until an instant, counted down on its own seconds, so that no number is skipped or shown twice.
 * @param until epoch ms; 0 for none
 * @returns 0 once it has passed
 */
export function useSecondsLeft(until: number): number {
  const follow = useCallback(
    (changed: () => void) => {
      let timer: ReturnType<typeof setTimeout> | undefined;
      const next = () => {
        const msLeft = until - Date.now();
        if (msLeft <= 0) return;
        timer = setTimeout(
          () => {
            changed();
            next();
          },
          (msLeft % 1000) + marginMs,
        );
      };
      next();
      return () => clearTimeout(timer);
    },
    [until],
  );
  return useSyncExternalStore(follow, () => secondsLeft(until));
}

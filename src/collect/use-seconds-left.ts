import { useEffect, useReducer } from "react";

/** A timer may come a moment early; drawn then, the old second would stand for one more. */
const marginMs = 10;

/**
 * Whole seconds until an instant (epoch ms), counted down on its own seconds, so that no number is skipped or shown twice.
 * @returns 0 once it has passed, or where there is none
 */
export function useSecondsLeft(until: number | null): number {
  const [, redraw] = useReducer((times: number) => times + 1, 0);
  const msLeft = until === null ? 0 : Math.max(0, until - Date.now());
  useEffect(() => {
    if (msLeft === 0) return undefined;
    const timer = setTimeout(redraw, (msLeft % 1000) + marginMs);
    return () => clearTimeout(timer);
  });
  return Math.ceil(msLeft / 1000);
}

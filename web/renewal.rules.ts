/** Tokens live for two hours; from this age on they are renewed. */
export const renewAfterMs = 60 * 60_000;

/**
 * Whether a pair of tokens is due for new ones.
 * @param since when it came, in ms since 1970; 0 where that is not known, and a time to come where the clock was set back: both are due
 */
export function isDue(since: number, now: number): boolean {
  return since <= 0 || since > now || now - since > renewAfterMs;
}

/** Tokens expire after two hours and are renewed from this age on. */
export const renewAfterMs = 60 * 60_000;

/**
 * Whether a pair of tokens is due for renewal.
 * @param since when it was issued, in ms since 1970. 0 (unknown) and a future time (the clock was set back) are both due.
 */
export function isDue(since: number, now: number): boolean {
  return since <= 0 || since > now || now - since > renewAfterMs;
}

import type { Call } from "#src/kit/api/define-call.ts";

const isFull = process.env["QUAYSIDE_FULL"] === "1";
const named = process.env["QUAYSIDE_CALLS"] ?? "";
const day = Math.floor(Date.now() / 86_400_000);
/** Each call has its turn within so many days. */
const turns = 6;

/**
 * Returns every sixth call, rotating by day; all in the full run. To try a call that is not committed yet:
 * `QUAYSIDE_CALLS=receipts. vitest run --project 'server*' tests/server/matrix.alone.test.ts`.
 */
export function chooseCallsOfTheDay(calls: readonly Call[]): readonly Call[] {
  return calls.filter(({ name }, at) => isFull || (named === "" ? at % turns === day % turns : name.startsWith(named)));
}

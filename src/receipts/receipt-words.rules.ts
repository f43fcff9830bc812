import type { ReceiptTotals } from "./receipts.contract.ts";
import type { ReceiptStatus } from "./receipts.machine.ts";

/** How a state looks; the word beside it says which. */
export const statusTones = {
  draft: "quiet",
  submitted: "normal",
  confirmed: "normal",
  arrived: "warn",
  inspecting: "warn",
  putting_away: "warn",
  completed: "good",
  closed_short: "bad",
  cancelled: "quiet",
} as const satisfies Record<ReceiptStatus, string>;

/** How far a receipt is: pieces that are counted, and those that stand in their place or are done with, of all that there are to be. */
export function progressOf(totals: ReceiptTotals): { all: number; counted: number; settled: number } {
  const all = Math.max(totals.expected, totals.number);
  return { all, counted: totals.number, settled: totals.put_away + totals.decided - totals.accepted };
}

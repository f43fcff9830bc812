import type { ReceiptEventRow, ReceiptTotals } from "./receipts.contract.ts";
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

type EventWord = ReceiptEventRow["event"] | "start_inspection" | "start_putaway" | "reopen";

/** The text of an event. The status it led to is part of that text, so that a history never says it a second time. */
export function getEventWord({ event, from_status, to_status }: Pick<ReceiptEventRow, "event" | "from_status" | "to_status">): EventWord {
  if (from_status === to_status) return event;
  if (event === "inspect") return "start_inspection";
  if (event === "put_away") return "start_putaway";
  return event === "undo_putaway" ? "reopen" : event;
}

/** How far a receipt is: pieces that are counted, and those that stand in their place or are done with, of all that there are to be. */
export function progressOf(totals: ReceiptTotals): { all: number; counted: number; settled: number } {
  const all = Math.max(totals.expected, totals.number);
  return { all, counted: totals.number, settled: totals.put_away + totals.decided - totals.accepted };
}

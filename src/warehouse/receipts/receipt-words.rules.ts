import type { ReceiptEventRow, ReceiptTotals } from "./receipts.contract.ts";
import type { ReceiptStatus } from "./receipts.machine.ts";

/** The tone of each status; the label names it. */
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

/** Names an event. The text includes the new status, so that a history does not repeat it. */
export function getEventWord({ event, from_status, to_status }: Pick<ReceiptEventRow, "event" | "from_status" | "to_status">): EventWord {
  if (from_status === to_status) return event;
  if (event === "inspect") return "start_inspection";
  if (event === "put_away") return "start_putaway";
  return event === "undo_putaway" ? "reopen" : event;
}

/** Returns a receipt's progress in pieces: counted, and put away or otherwise settled, of all expected. */
export function getProgress(totals: ReceiptTotals): { all: number; counted: number; settled: number } {
  const all = Math.max(totals.expected, totals.number);
  return { all, counted: totals.number, settled: totals.put_away + totals.decided - totals.accepted };
}

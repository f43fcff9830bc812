import type { ReturnStatus } from "./returns.machine.ts";

/** Why goods come back. */
export const returnReasons = ["undeliverable", "refused", "not_wanted", "wrong_item", "defective", "damaged", "other"] as const;

/** What becomes of good pieces. */
export const goodDecisions = ["restock", "scrap", "send_back"] as const;
/** What becomes of damaged pieces: they do not go back to stock that is sold. */
export const damagedDecisions = ["scrap", "send_back"] as const;
export type ReturnDecision = (typeof goodDecisions)[number];
export type DamagedDecision = (typeof damagedDecisions)[number];

/** The to-dos about returns. */
export const returnToDoKinds = ["assign", "inspect", "decide", "carryOut"] as const;
export type ReturnToDo = (typeof returnToDoKinds)[number];

/** The state that a return is in while it waits for each. */
export const returnToDos = {
  assign: "arrived",
  inspect: "arrived",
  decide: "inspected",
  carryOut: "decided",
} as const satisfies Record<ReturnToDo, ReturnStatus>;

/** Maximum number of lines of an announced return. */
export const mostReturnLines = 200;
/** Maximum number of pieces that one scan counts. */
export const mostScanned = 10_000;
export const mostReturnPhotos = 50;
/** A return shows its newest events. */
export const mostReturnEvents = 200;
/** Maximum number of returns or orders that a scanned code may match. */
export const mostReturnsFound = 10;

/** The pieces of a line, and what was decided about them. */
export interface LinePieces {
  readonly good: number;
  readonly damaged: number;
  readonly good_decision: ReturnDecision | "";
  readonly damaged_decision: DamagedDecision | "";
  readonly good_done: number;
  readonly damaged_done: number;
}

/** Returns true while pieces of a line wait for their owner's decision. */
export function isUndecided({ good, damaged, good_decision, damaged_decision }: LinePieces): boolean {
  return (good > 0 && good_decision === "") || (damaged > 0 && damaged_decision === "");
}

/** Counts the pieces of a line that wait for their owner's decision. */
export function countUndecided({ good, damaged, good_decision, damaged_decision }: LinePieces): number {
  return (good_decision === "" ? good : 0) + (damaged_decision === "" ? damaged : 0);
}

/** Pieces of one condition that a decision sends somewhere, and are not there yet. */
export interface OpenPieces {
  readonly isDamaged: boolean;
  readonly decision: ReturnDecision;
  readonly quantity: number;
}

/** Lists the pieces of a decided line that are still to be carried out, the good ones first. */
export function listOpenPieces(line: LinePieces): OpenPieces[] {
  const parts = [
    { isDamaged: false, decision: line.good_decision, quantity: line.good - line.good_done },
    { isDamaged: true, decision: line.damaged_decision, quantity: line.damaged - line.damaged_done },
  ];
  return parts.flatMap(({ decision, quantity, isDamaged }) =>
    decision === "" || quantity <= 0 ? [] : [{ isDamaged, decision, quantity }],
  );
}

/** Returns the state of a return whose last piece was carried out: restocked if any was, else sent back if any was. */
export function getDoneStatus(lines: readonly LinePieces[]): "restocked" | "sent_back" | "scrapped" {
  const decisions = lines.flatMap(({ good, damaged, good_decision, damaged_decision }) => [
    ...(good > 0 ? [good_decision] : []),
    ...(damaged > 0 ? [damaged_decision] : []),
  ]);
  if (decisions.includes("restock")) return "restocked";
  return decisions.includes("send_back") ? "sent_back" : "scrapped";
}

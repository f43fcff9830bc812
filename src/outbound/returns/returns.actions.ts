import type { Obstacle, Viewer } from "#src/kit/ui/action/action.ts";
import { defineActions } from "#src/kit/ui/action/action.ts";
import {
  addReturnPhotos,
  arriveReturn,
  assignReturn,
  disposeReturned,
  finishInspection,
  inspectReturned,
  printReturnLabel,
  receiveParcel,
  restockReturned,
  undoReturnScan,
} from "./returns-work.contract.ts";
import { announceReturn, cancelReturn, decideReturn, decideReturns, getReturnable, saveReturnRule } from "./returns.contract.ts";
import type { ReturnRow } from "./returns.contract.ts";
import { canDo } from "./returns.machine.ts";
import type { ReturnEvent } from "./returns.machine.ts";

/** What decides whether a step can be taken. */
type Subject = Pick<ReturnRow, "status" | "owner_uuid" | "undecided">;

const wrongState: Obstacle = { code: "returns.wrongState", isHidden: true };

/** Hides a step that the state or the role does not allow; otherwise `more` tells what else is missing. */
function checkStep(event: ReturnEvent, more: (subject: Subject) => Obstacle | null = () => null) {
  return (subject: Subject, { role }: Viewer): Obstacle | null =>
    role === null || !canDo(role, event, subject.status) ? wrongState : more(subject);
}

const decides = checkStep("decide", ({ undecided }) => (undecided > 0 ? null : { code: "returns.notYourGoods", isHidden: true }));

/** What can be done with returns. A scan is input rather than a button. */
export const returnActions = defineActions({
  announce: { calls: [announceReturn, getReturnable] },
  cancel: { calls: [cancelReturn], check: checkStep("cancel") },
  assign: {
    calls: [assignReturn],
    check: checkStep("assign", ({ owner_uuid }) => (owner_uuid === null ? null : { code: "returns.assignedAlready", isHidden: true })),
  },
  decide: { calls: [decideReturn], check: decides },
  decideMany: { calls: [decideReturns], check: decides },
  photograph: { calls: [addReturnPhotos], check: checkStep("photograph") },
  label: { calls: [printReturnLabel] },
  rule: { calls: [saveReturnRule] },
  receive: { calls: [arriveReturn, receiveParcel] },
  inspect: { calls: [inspectReturned, finishInspection] },
  carryOut: { calls: [restockReturned, disposeReturned, undoReturnScan] },
});

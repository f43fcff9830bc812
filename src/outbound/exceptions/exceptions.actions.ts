import type { Obstacle, Viewer } from "#src/kit/ui/action/action.ts";
import { defineActions } from "#src/kit/ui/action/action.ts";
import {
  answerException,
  askRetailer,
  assignException,
  closeException,
  listAssignees,
  noteException,
  recallQuestion,
  reopenException,
  resolveException,
} from "./exceptions.contract.ts";
import type { ExceptionRow } from "./exceptions.contract.ts";
import { canDo } from "./exceptions.machine.ts";
import type { ExceptionEvent } from "./exceptions.machine.ts";
import { isPastReopening } from "./exceptions.rules.ts";

/** What decides whether a step can be taken. */
type Subject = Pick<ExceptionRow, "status" | "has_retailer" | "is_mine" | "resolved_at">;

const wrongState: Obstacle = { code: "exceptions.wrongState", isHidden: true };

/** Hides a step that the state or the role does not allow; otherwise `more` tells what else is missing. */
function checkStep(event: ExceptionEvent, more: (subject: Subject) => Obstacle | null = () => null) {
  return (subject: Subject, { role }: Viewer): Obstacle | null =>
    role === null || !canDo(role, event, subject.status) ? wrongState : more(subject);
}

/** What can be done with exceptions. */
export const exceptionActions = defineActions({
  take: {
    calls: [assignException],
    check: checkStep("assign", ({ is_mine }) => (is_mine ? { code: null, isHidden: true } : null)),
  },
  assign: { calls: [assignException, listAssignees], check: checkStep("assign") },
  note: { calls: [noteException], check: checkStep("note") },
  ask: {
    calls: [askRetailer],
    check: checkStep("ask", ({ has_retailer }) => (has_retailer ? null : { code: "exceptions.noRetailer", isHidden: true })),
  },
  recall: { calls: [recallQuestion], check: checkStep("recall") },
  answer: { calls: [answerException], check: checkStep("answer") },
  resolve: { calls: [resolveException], check: checkStep("resolve") },
  close: { calls: [closeException], check: checkStep("close") },
  reopen: {
    calls: [reopenException],
    check: checkStep("reopen", ({ resolved_at }) => (isPastReopening(resolved_at, new Date()) ? { code: "exceptions.tooLate" } : null)),
  },
});

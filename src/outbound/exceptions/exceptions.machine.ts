import type { Role } from "#src/kit/api/roles-and-permissions.ts";
import { getNextState } from "#src/kit/lib/machine.ts";
import type { Machine, Transition } from "#src/kit/lib/machine.ts";

/** The states of an exception, as in the constraint `exception_case_status_known`. */
export const exceptionStatuses = ["open", "assigned", "waiting_retailer", "resolved", "closed"] as const;
export type ExceptionStatus = (typeof exceptionStatuses)[number];

/** The events of an exception, named like the calls and texts. `repeat` is the same trouble once more. */
export const exceptionEvents = ["repeat", "assign", "note", "ask", "recall", "answer", "resolve", "close", "reopen"] as const;
export type ExceptionEvent = (typeof exceptionEvents)[number];

/** A transition with the roles that may make it. Those without a role follow from what happens to the order. */
interface ExceptionTransition extends Transition<ExceptionStatus, ExceptionEvent> {
  readonly by: readonly Role[];
}
interface ExceptionMachine extends Machine<ExceptionStatus, ExceptionEvent> {
  readonly transitions: readonly ExceptionTransition[];
}

const staff = ["provider", "operator"] as const satisfies readonly Role[];
const everybody = ["provider", "operator", "dropShipper"] as const satisfies readonly Role[];

/** The states in which somebody still has to do something. */
export const unresolvedStatuses = ["open", "assigned", "waiting_retailer"] as const satisfies readonly ExceptionStatus[];

/** Lists a transition that keeps the state, for each of several states. */
function staying(event: ExceptionEvent, states: readonly ExceptionStatus[], by: readonly Role[]): ExceptionTransition[] {
  return states.map((state) => ({ from: [state], event, to: state, by }));
}

/**
 * The life of an exception (domain.md "Exception"). The system and people open it, staff work on it, its retailer is asked and answers, and the provider
 * closes what is resolved. Whoever asks has it from then on. It is also resolved by what happens to the order: stock that was found, a hold that was released.
 */
export const exceptionMachine: ExceptionMachine = {
  initial: "open",
  states: exceptionStatuses,
  transitions: [
    ...staying("repeat", unresolvedStatuses, []),
    { from: ["open", "assigned"], event: "assign", to: "assigned", by: staff },
    { from: ["waiting_retailer"], event: "assign", to: "waiting_retailer", by: staff },
    ...staying("note", [...unresolvedStatuses, "resolved"], everybody),
    { from: ["open", "assigned"], event: "ask", to: "waiting_retailer", by: staff },
    { from: ["waiting_retailer"], event: "recall", to: "assigned", by: staff },
    { from: ["waiting_retailer"], event: "answer", to: "assigned", by: ["dropShipper"] },
    { from: [...unresolvedStatuses], event: "resolve", to: "resolved", by: staff },
    { from: ["resolved"], event: "close", to: "closed", by: ["provider"] },
    { from: ["resolved", "closed"], event: "reopen", to: "assigned", by: staff },
  ],
};

/** Returns the state after `event`, or null if it is not allowed. Ignores roles: see `canDo`. */
export function getNextExceptionStatus(status: ExceptionStatus, event: ExceptionEvent): ExceptionStatus | null {
  return getNextState(exceptionMachine, status, event);
}

/** Returns true if the role may do this in this state. */
export function canDo(role: Role, event: ExceptionEvent, status: ExceptionStatus): boolean {
  return exceptionMachine.transitions.some((row) => row.event === event && row.from.includes(status) && row.by.includes(role));
}

/** Lists the roles that may ever make this transition: used by calls. */
export function listRolesFor(event: ExceptionEvent): Role[] {
  return everybody.filter((role) => exceptionMachine.transitions.some((row) => row.event === event && row.by.includes(role)));
}

import type { Role } from "#src/kit/api/roles-and-permissions.ts";
import { getNextState } from "#src/kit/lib/machine.ts";
import type { Machine, Transition } from "#src/kit/lib/machine.ts";

/** The states of a return, as in the constraint `return_order_status_known`. */
export const returnStatuses = ["expected", "arrived", "inspected", "decided", "restocked", "scrapped", "sent_back", "cancelled"] as const;
export type ReturnStatus = (typeof returnStatuses)[number];

/** The events of a return, named like the texts. */
export const returnEvents = [
  "arrive",
  "assign",
  "photograph",
  "inspect",
  "undo_inspect",
  "finish_inspection",
  "decide",
  "finish_deciding",
  "restock",
  "dispose",
  "undo",
  "finish_restocked",
  "finish_scrapped",
  "finish_sent_back",
  "cancel",
] as const;
export type ReturnEvent = (typeof returnEvents)[number];

/** A transition with the roles that may make it. Those without a role follow from others. */
interface ReturnTransition extends Transition<ReturnStatus, ReturnEvent> {
  readonly by: readonly Role[];
}
interface ReturnMachine extends Machine<ReturnStatus, ReturnEvent> {
  readonly transitions: readonly ReturnTransition[];
}

const staff = ["provider", "operator"] as const satisfies readonly Role[];
const everybody = ["provider", "operator", "dropShipper"] as const satisfies readonly Role[];

/** The states in which pieces are where their owner's decision sent them. */
export const doneStatuses = ["restocked", "scrapped", "sent_back"] as const satisfies readonly ReturnStatus[];

/** Lists a transition that keeps the state, for each of several states. */
function staying(event: ReturnEvent, states: readonly ReturnStatus[], by: readonly Role[]): ReturnTransition[] {
  return states.map((state) => ({ from: [state], event, to: state, by }));
}

/**
 * The life of a return. An announced one is expected; a parcel that nobody announced begins when it arrives. A return is
 * decided with its last piece, by each owner of stock about its own, and ends with the last piece that is carried out: restocked if any was.
 */
export const returnMachine: ReturnMachine = {
  initial: "expected",
  states: returnStatuses,
  transitions: [
    { from: ["expected"], event: "arrive", to: "arrived", by: staff },
    ...staying("assign", ["arrived"], staff),
    ...staying("photograph", ["arrived", "inspected", "decided"], staff),
    ...staying("inspect", ["arrived"], staff),
    ...staying("undo_inspect", ["arrived"], staff),
    { from: ["arrived"], event: "finish_inspection", to: "inspected", by: staff },
    ...staying("decide", ["inspected"], everybody),
    { from: ["inspected"], event: "finish_deciding", to: "decided", by: [] },
    ...staying("restock", ["decided"], staff),
    ...staying("dispose", ["decided"], staff),
    { from: ["decided", ...doneStatuses], event: "undo", to: "decided", by: staff },
    { from: ["decided"], event: "finish_restocked", to: "restocked", by: [] },
    { from: ["decided"], event: "finish_scrapped", to: "scrapped", by: [] },
    { from: ["decided"], event: "finish_sent_back", to: "sent_back", by: [] },
    { from: ["expected"], event: "cancel", to: "cancelled", by: everybody },
    { from: ["arrived"], event: "cancel", to: "cancelled", by: staff },
  ],
};

/** Returns the state after `event`, or null if it is not allowed. Ignores roles: see `canDo`. */
export function getNextReturnStatus(status: ReturnStatus, event: ReturnEvent): ReturnStatus | null {
  return getNextState(returnMachine, status, event);
}

/** Returns true if the role may do this in this state. */
export function canDo(role: Role, event: ReturnEvent, status: ReturnStatus): boolean {
  return returnMachine.transitions.some((row) => row.event === event && row.from.includes(status) && row.by.includes(role));
}

/** Lists the roles that may ever make this transition: used by calls. */
export function listRolesFor(event: ReturnEvent): Role[] {
  return everybody.filter((role) => returnMachine.transitions.some((row) => row.event === event && row.by.includes(role)));
}

import type { Role } from "#src/kit/api/roles-and-permissions.ts";
import { getNextState } from "#src/kit/lib/machine.ts";
import type { Machine, Transition } from "#src/kit/lib/machine.ts";

/** The states of a receipt, as in the constraint `receipt_status_known`. */
export const receiptStatuses = [
  "draft",
  "submitted",
  "confirmed",
  "arrived",
  "inspecting",
  "putting_away",
  "completed",
  "closed_short",
  "cancelled",
] as const;
export type ReceiptStatus = (typeof receiptStatuses)[number];

/** The events of a receipt, named like the calls and texts. */
export const receiptEvents = [
  "update",
  "delete",
  "submit",
  "return",
  "withdraw",
  "confirm",
  "cancel",
  "arrive",
  "inspect",
  "undo_inspection",
  "put_away",
  "undo_putaway",
  "decide",
  "photograph",
  "complete",
  "close_short",
] as const;
export type ReceiptEvent = (typeof receiptEvents)[number];

/** A transition with the roles that may make it. `complete` follows automatically; nobody requests it. */
interface ReceiptTransition extends Transition<ReceiptStatus, ReceiptEvent> {
  readonly by: readonly Role[];
}
interface ReceiptMachine extends Machine<ReceiptStatus, ReceiptEvent> {
  readonly transitions: readonly ReceiptTransition[];
}

const staff = ["provider", "operator"] as const satisfies readonly Role[];
const everybody = ["provider", "operator", "dropShipper"] as const satisfies readonly Role[];
const owners = ["provider", "dropShipper"] as const satisfies readonly Role[];

/**
 * The life of a receipt (domain.md "Inbound receipt"). Inspection and putaway overlap: after the first putaway the status stays while inspection
 * continues.
 * A receipt that was closed short expects no more, but counted pieces are still decided and put away. `delete` leads to no state; it is listed for its
 * roles.
 */
export const receiptMachine: ReceiptMachine = {
  initial: "draft",
  states: receiptStatuses,
  transitions: [
    { from: ["draft"], event: "update", to: "draft", by: everybody },
    { from: ["draft"], event: "delete", to: "draft", by: everybody },
    { from: ["draft"], event: "submit", to: "submitted", by: everybody },
    { from: ["submitted"], event: "return", to: "draft", by: staff },
    { from: ["submitted"], event: "withdraw", to: "draft", by: ["dropShipper"] },
    { from: ["submitted"], event: "confirm", to: "confirmed", by: staff },
    { from: ["draft", "submitted", "confirmed"], event: "cancel", to: "cancelled", by: everybody },
    { from: ["confirmed"], event: "arrive", to: "arrived", by: staff },
    { from: ["arrived"], event: "arrive", to: "arrived", by: staff },
    { from: ["inspecting"], event: "arrive", to: "inspecting", by: staff },
    { from: ["putting_away"], event: "arrive", to: "putting_away", by: staff },
    { from: ["arrived", "inspecting"], event: "inspect", to: "inspecting", by: staff },
    { from: ["putting_away"], event: "inspect", to: "putting_away", by: staff },
    { from: ["inspecting"], event: "undo_inspection", to: "inspecting", by: staff },
    { from: ["putting_away"], event: "undo_inspection", to: "putting_away", by: staff },
    { from: ["inspecting", "putting_away"], event: "put_away", to: "putting_away", by: staff },
    { from: ["closed_short"], event: "put_away", to: "closed_short", by: staff },
    { from: ["putting_away", "completed"], event: "undo_putaway", to: "putting_away", by: staff },
    { from: ["closed_short"], event: "undo_putaway", to: "closed_short", by: staff },
    { from: ["inspecting"], event: "decide", to: "inspecting", by: owners },
    { from: ["putting_away"], event: "decide", to: "putting_away", by: owners },
    { from: ["closed_short"], event: "decide", to: "closed_short", by: owners },
    { from: ["arrived"], event: "photograph", to: "arrived", by: staff },
    { from: ["inspecting"], event: "photograph", to: "inspecting", by: staff },
    { from: ["putting_away"], event: "photograph", to: "putting_away", by: staff },
    { from: ["closed_short"], event: "photograph", to: "closed_short", by: staff },
    { from: ["inspecting", "putting_away"], event: "complete", to: "completed", by: [] },
    { from: ["arrived", "inspecting", "putting_away"], event: "close_short", to: "closed_short", by: ["provider"] },
  ],
};

/** Returns the state after `event`, or null if it is not allowed. Ignores roles: see `canDo`. */
export function getNextStatus(status: ReceiptStatus, event: ReceiptEvent): ReceiptStatus | null {
  return getNextState(receiptMachine, status, event);
}

/** Returns true if the role may do this in this state: used by buttons. */
export function canDo(role: Role, event: ReceiptEvent, status: ReceiptStatus): boolean {
  return receiptMachine.transitions.some((row) => row.event === event && row.from.includes(status) && row.by.includes(role));
}

/** Lists the roles that may ever make this transition: used by calls. */
export function listRolesFor(event: ReceiptEvent): Role[] {
  return everybody.filter((role) => receiptMachine.transitions.some((row) => row.event === event && row.by.includes(role)));
}

/** Lists the states that allow this event. */
export function listStatusesWith(event: ReceiptEvent): ReceiptStatus[] {
  return receiptStatuses.filter((status) => getNextStatus(status, event) !== null);
}

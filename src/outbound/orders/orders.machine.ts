import type { Role } from "#src/kit/api/roles-and-permissions.ts";
import { getNextState } from "#src/kit/lib/machine.ts";
import type { Machine, Transition } from "#src/kit/lib/machine.ts";

/** The work states of an order, as in the constraint `sales_order_status_known`. Payment and fulfilment are statuses of their own. */
export const orderStatuses = [
  "draft",
  "submitted",
  "confirmed",
  "short",
  "allocated",
  "in_wave",
  "picking",
  "picked",
  "reviewed",
  "packed",
  "weighed",
  "bagged",
  "shipped",
  "delivered",
  "sent_back",
  "cancelled",
  "merged",
] as const;
export type OrderStatus = (typeof orderStatuses)[number];

/** The events of an order, named like the calls and texts. */
export const orderEvents = [
  "update",
  "delete",
  "submit",
  "withdraw",
  "return",
  "confirm",
  "allocate",
  "fall_short",
  "release_stock",
  "hold",
  "release_hold",
  "delay",
  "change_channel",
  "correct_address",
  "declare",
  "prioritize",
  "split",
  "substitute",
  "merge",
  "merge_into",
  "cancel",
  "join_wave",
  "leave_wave",
  "start_picking",
  "finish_picking",
  "pick_short",
  "finish_review",
  "finish_packing",
  "finish_weighing",
  "reopen_packing",
  "finish_bagging",
  "leave_bag",
  "ship_part",
  "ship",
  "deliver",
  "receive",
  "send_back",
  "request_cancel",
  "accept_cancel",
  "reject_cancel",
  "take_back_shipping",
] as const;
export type OrderEvent = (typeof orderEvents)[number];

/** A transition with the roles that may make it. Those without a role follow from others. */
interface OrderTransition extends Transition<OrderStatus, OrderEvent> {
  readonly by: readonly Role[];
}
interface OrderMachine extends Machine<OrderStatus, OrderEvent> {
  readonly transitions: readonly OrderTransition[];
}

const staff = ["provider", "operator"] as const satisfies readonly Role[];
const everybody = ["provider", "operator", "dropShipper"] as const satisfies readonly Role[];

/** Lists a transition that keeps the state, for each of several states. */
function staying(event: OrderEvent, states: readonly OrderStatus[], by: readonly Role[]): OrderTransition[] {
  return states.map((state) => ({ from: [state], event, to: state, by }));
}

/** The states in which an order is with the supplier and not picked yet. */
const beforeWork = ["submitted", "confirmed", "short", "allocated"] as const satisfies readonly OrderStatus[];

/** The states in which an order belongs to a wave: until it leaves the house. */
export const statusesInWave = [
  "in_wave",
  "picking",
  "picked",
  "reviewed",
  "packed",
  "weighed",
  "bagged",
] as const satisfies readonly OrderStatus[];

/** The states after the last parcel was handed over to a carrier. They keep the wave that the order was in. */
export const shippedStatuses = ["shipped", "delivered", "sent_back"] as const satisfies readonly OrderStatus[];

/** The states in which an order may be shipped in part: one of its parcels is handed over, and another is not. */
const statusesAtPacking = ["reviewed", "packed", "weighed", "bagged"] as const satisfies readonly OrderStatus[];

/**
 * The life of an order (domain.md "One-piece order"), until it is delivered or comes back. The receipt of a shipping notice
 * is reported by its recipient, not by a carrier. Allocation is the system's: `allocate` and `fall_short` follow from confirming, putaway, adjustments and releases.
 * So is what happens to the order's wave: joining and leaving it, the first pick, the last, one that finds too few pieces, the review of its pieces, how far its
 * parcels are, and what a carrier reports of them; and another product in place of one that is short, which an exception settles. Holds are no states: they block
 * allocation, waves and review. An order in a wave is cancelled only if the supplier accepts. `delete` leads to no state; it is listed for its roles.
 */
export const orderMachine: OrderMachine = {
  initial: "draft",
  states: orderStatuses,
  transitions: [
    { from: ["draft"], event: "update", to: "draft", by: everybody },
    { from: ["draft"], event: "delete", to: "draft", by: everybody },
    { from: ["draft"], event: "submit", to: "submitted", by: everybody },
    { from: ["submitted"], event: "withdraw", to: "draft", by: ["dropShipper"] },
    { from: ["submitted"], event: "return", to: "draft", by: staff },
    { from: ["submitted"], event: "confirm", to: "confirmed", by: staff },
    { from: ["confirmed", "short"], event: "allocate", to: "allocated", by: [] },
    { from: ["confirmed", "short"], event: "fall_short", to: "short", by: [] },
    { from: ["allocated", "short"], event: "release_stock", to: "confirmed", by: staff },
    ...staying("hold", beforeWork, staff),
    ...staying("release_hold", beforeWork, staff),
    ...staying("delay", beforeWork, everybody),
    ...staying("change_channel", beforeWork, staff),
    ...staying("correct_address", beforeWork, everybody),
    // Owners edit their drafts instead.
    ...staying("declare", ["draft", ...beforeWork], staff),
    ...staying("prioritize", beforeWork, staff),
    { from: ["submitted"], event: "split", to: "submitted", by: staff },
    { from: ["confirmed", "short", "allocated"], event: "split", to: "confirmed", by: staff },
    { from: ["confirmed", "short", "allocated"], event: "substitute", to: "confirmed", by: [] },
    { from: ["submitted"], event: "merge", to: "submitted", by: staff },
    { from: ["confirmed", "short", "allocated"], event: "merge", to: "confirmed", by: staff },
    { from: [...beforeWork], event: "merge_into", to: "merged", by: [] },
    { from: ["draft", ...beforeWork], event: "cancel", to: "cancelled", by: everybody },
    { from: ["allocated"], event: "join_wave", to: "in_wave", by: [] },
    { from: [...statusesInWave], event: "leave_wave", to: "allocated", by: [] },
    { from: ["in_wave"], event: "start_picking", to: "picking", by: [] },
    { from: ["in_wave", "picking"], event: "finish_picking", to: "picked", by: [] },
    { from: ["in_wave", "picking", "picked", "reviewed"], event: "pick_short", to: "short", by: [] },
    { from: ["picked"], event: "finish_review", to: "reviewed", by: [] },
    { from: ["reviewed"], event: "finish_packing", to: "packed", by: [] },
    { from: ["packed"], event: "finish_weighing", to: "weighed", by: [] },
    { from: ["packed", "weighed", "bagged"], event: "reopen_packing", to: "reviewed", by: [] },
    { from: ["weighed"], event: "finish_bagging", to: "bagged", by: [] },
    { from: ["bagged"], event: "leave_bag", to: "weighed", by: [] },
    ...staying("ship_part", statusesAtPacking, []),
    { from: ["weighed", "bagged"], event: "ship", to: "shipped", by: [] },
    { from: ["shipped"], event: "deliver", to: "delivered", by: [] },
    // Of shipping notices alone: see `receiveStep`.
    { from: ["shipped"], event: "receive", to: "delivered", by: everybody },
    { from: ["shipped", "delivered"], event: "send_back", to: "sent_back", by: [] },
    ...staying("change_channel", statusesInWave, staff),
    ...staying("request_cancel", statusesInWave, ["dropShipper"]),
    { from: [...statusesInWave], event: "accept_cancel", to: "cancelled", by: staff },
    ...staying("reject_cancel", statusesInWave, staff),
    ...staying("take_back_shipping", [...beforeWork, ...statusesInWave], staff),
  ],
};

/** Returns the state after `event`, or null if it is not allowed. Ignores roles: see `canDo`. */
export function getNextStatus(status: OrderStatus, event: OrderEvent): OrderStatus | null {
  return getNextState(orderMachine, status, event);
}

/** Returns true if the role may do this in this state. */
export function canDo(role: Role, event: OrderEvent, status: OrderStatus): boolean {
  return orderMachine.transitions.some((row) => row.event === event && row.from.includes(status) && row.by.includes(role));
}

/** Lists the roles that may ever make this transition: used by calls. */
export function listRolesFor(event: OrderEvent): Role[] {
  return everybody.filter((role) => orderMachine.transitions.some((row) => row.event === event && row.by.includes(role)));
}

/** The states in which an order counts as open: its estimate counts towards the credit limit. */
export const openStatuses = [...beforeWork, ...statusesInWave] as const;

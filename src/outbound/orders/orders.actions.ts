import { listChannels } from "#src/carriers/channels/channels.contract.ts";
import type { Obstacle, Viewer } from "#src/kit/ui/action/action.ts";
import { defineActions } from "#src/kit/ui/action/action.ts";
import { discardImport, postImport, uploadImport } from "#src/warehouse/imports/imports.contract.ts";
import {
  acceptCancel,
  allocateOrders,
  batchModifyReportProvider,
  cancelOrders,
  changeChannel,
  confirmOrders,
  delayOrders,
  holdOrders,
  prioritizeOrders,
  receiveOrders,
  rejectCancel,
  releaseHolds,
  releaseStock,
  requestCancel,
  returnOrders,
  submitOrders,
  withdrawOrders,
} from "./order-batches.contract.ts";
import { isDelayedNow } from "./order-words.rules.ts";
import { createOrder, deleteOrder, mergeOrders, splitOrder, updateOrder } from "./order-writes.contract.ts";
import { listDeclaredSkus } from "./orders.contract.ts";
import type { OrderRow } from "./orders.contract.ts";
import { canDo, getNextStatus } from "./orders.machine.ts";
import { seesRecipients } from "./orders.rules.ts";
import type { OrderEvent } from "./orders.machine.ts";

/** What decides whether a step can be taken. */
type Subject = Pick<
  OrderRow,
  "kind" | "status" | "holds" | "line_count" | "piece_count" | "consignee" | "country" | "city" | "delay_until" | "was_submitted"
>;

const wrongState: Obstacle = { code: "orders.wrongState", isHidden: true };

/** Hides a step that the state does not allow; otherwise `more` tells what else is missing. */
function checkStep(event: OrderEvent, more: (order: Subject) => Obstacle | null = () => null) {
  return (order: Subject, { role }: Viewer): Obstacle | null =>
    role === null || !canDo(role, event, order.status) ? wrongState : more(order);
}

/** A list's row has no street: the server refuses an order without one. */
function checkComplete({ line_count, consignee, country, city }: Subject): Obstacle | null {
  if (line_count === 0) return { code: "orders.noLines" };
  return [consignee, country, city].some((part) => part.trim() === "") ? { code: "orders.addressIncomplete" } : null;
}

/** The owner has asked for a cancellation. */
function checkWish({ holds }: Subject): Obstacle | null {
  return holds.includes("cancel") ? null : { code: "orders.notHeld", isHidden: true };
}

// The system allocates, so that the machine names no role for it.
function checkAllocation({ status, holds, delay_until }: Subject): Obstacle | null {
  const isWaiting = getNextStatus(status, "allocate") !== null;
  if (holds.length > 0) return isWaiting ? { code: "orders.held" } : { code: "orders.held", isHidden: true };
  if (!isWaiting) return wrongState;
  return isDelayedNow(delay_until) ? { code: "orders.wrongState", reason: { key: "orders.isDelayed" } } : null;
}

/** What can be done with orders. */
export const orderActions = defineActions({
  create: { calls: [createOrder] },
  import: { calls: [uploadImport, postImport, discardImport, createOrder] },
  // An operator who sees the address masked cannot write it anew.
  edit: {
    calls: [updateOrder],
    check: (order: Subject, viewer) =>
      checkStep("update")(order, viewer) ?? (seesRecipients(viewer) ? null : { code: "forbidden", isHidden: true }),
  },
  submit: { calls: [submitOrders], check: checkStep("submit", checkComplete) },
  withdraw: { calls: [withdrawOrders], check: checkStep("withdraw") },
  return: { calls: [returnOrders], check: checkStep("return") },
  confirm: { calls: [confirmOrders], check: checkStep("confirm") },
  allocate: { calls: [allocateOrders], check: checkAllocation },
  release_stock: { calls: [releaseStock], check: checkStep("release_stock") },
  hold: { calls: [holdOrders], check: checkStep("hold") },
  release_hold: {
    calls: [releaseHolds],
    check: checkStep("release_hold", ({ holds }) => (holds.length === 0 ? { code: "orders.notHeld", isHidden: true } : null)),
  },
  delay: { calls: [delayOrders], check: checkStep("delay") },
  end_delay: {
    calls: [delayOrders],
    check: checkStep("delay", ({ delay_until }) => (delay_until === "" ? { code: null, isHidden: true } : null)),
  },
  prioritize: { calls: [prioritizeOrders], check: checkStep("prioritize") },
  // Its dialog lists the channels: an operator who may not read them is not offered it.
  change_channel: { calls: [changeChannel, listChannels], check: checkStep("change_channel") },
  // Owners edit their drafts instead.
  declare: {
    calls: [batchModifyReportProvider, listDeclaredSkus],
    check: checkStep("declare", ({ line_count }) => (line_count === 0 ? { code: "orders.noLines" } : null)),
  },
  split: {
    calls: [splitOrder],
    check: checkStep("split", ({ piece_count }) => (piece_count < 2 ? { code: "orders.splitNothing", isHidden: true } : null)),
  },
  merge: { calls: [mergeOrders], check: checkStep("merge") },
  cancel: { calls: [cancelOrders], check: checkStep("cancel") },
  request_cancel: {
    calls: [requestCancel],
    check: checkStep("request_cancel", ({ holds }) =>
      holds.includes("cancel") ? { code: "orders.held", reason: { key: "orders.cancelAsked" } } : null,
    ),
  },
  accept_cancel: { calls: [acceptCancel], check: checkStep("accept_cancel", checkWish) },
  reject_cancel: { calls: [rejectCancel], check: checkStep("reject_cancel", checkWish) },
  receive: {
    calls: [receiveOrders],
    check: checkStep("receive", ({ kind }) => (kind === "shipping_notice" ? null : { code: "orders.notANotice", isHidden: true })),
  },
  // An order that was submitted has a history that others have seen: it can be cancelled but not deleted.
  delete: { calls: [deleteOrder], check: checkStep("delete", ({ was_submitted }) => (was_submitted ? wrongState : null)) },
});

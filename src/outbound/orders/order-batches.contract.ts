import { z } from "zod";
import { defineCall, ruled } from "#src/kit/api/define-call.ts";
import { daySchema } from "#src/kit/api/day.ts";
import { batchBodyBytes, batchIds, batchOutput } from "#src/kit/api/batch.ts";
import { getCountryRefusal, getCurrencyRefusal, getHsCodeRefusal } from "#src/warehouse/goods/goods.rules.ts";
import { orderPermission as permission } from "./orders.contract.ts";
import { listRolesFor } from "./orders.machine.ts";
import type { OrderEvent } from "./orders.machine.ts";
import { handHoldKinds, mostInBatch, priorities } from "./orders.rules.ts";

const reason = z.string().trim().max(500);
const provider = { provider_uuid: z.uuid().optional() };

/** Defines a call over many orders: what can be done is done, and each refused order has an entry. An id of another company refuses all of them. */
function batchCall<S extends z.ZodRawShape>(
  name: string,
  event: OrderEvent,
  { summary, input }: { readonly summary: string; readonly input: S },
) {
  const roles = listRolesFor(event);
  return defineCall({
    name: `orders.${name}`,
    method: "POST",
    path: `/api/order/${name}`,
    summary,
    roles,
    // Only an operator needs a permission.
    ...(roles.includes("operator") ? { permission } : {}),
    bodyLimitBytes: batchBodyBytes,
    input: z.strictObject({ ...provider, order_ids: batchIds, ...input }),
    output: batchOutput,
    codes: ["notFound"],
  });
}

export const submitOrders = batchCall("submit-orders", "submit", {
  summary:
    "Submits drafts to the supplier. Each gets its warehouse, channel, agreed prices and estimate; one beyond the credit limit is held.",
  input: {},
});
export const withdrawOrders = batchCall("withdraw-orders", "withdraw", {
  summary: "Withdraws submitted orders, which become drafts again.",
  input: {},
});
export const returnOrders = batchCall("return-orders", "return", {
  summary: "Returns submitted orders to their owner as drafts, with a reason.",
  input: { reason: reason.min(1) },
});
export const confirmOrders = batchCall("confirm-orders", "confirm", {
  summary: "Confirms submitted orders and reserves their stock at once; what is short waits for stock.",
  input: {},
});
export const cancelOrders = batchCall("cancel-orders", "cancel", {
  summary: "Cancels orders and releases their stock, with a reason.",
  input: { reason: reason.min(1) },
});
export const holdOrders = batchCall("hold-orders", "hold", {
  summary: "Holds orders back from allocation and waves.",
  input: { hold: z.enum(handHoldKinds), reason: reason.default("") },
});
export const releaseHolds = batchCall("release-holds", "release_hold", {
  summary: "Releases holds of orders: the named one, or all.",
  input: { hold: z.enum(handHoldKinds).optional() },
});
export const delayOrders = batchCall("delay-orders", "delay", {
  summary: "Delays orders until a time; null ends the delay.",
  input: { delay_until: z.iso.datetime({ offset: true }).nullable() },
});
export const changeChannel = batchCall("change-channel", "change_channel", {
  summary: "Changes the channel of orders.",
  input: { channel_id: z.uuid() },
});
export const prioritizeOrders = batchCall("prioritize-orders", "prioritize", {
  summary: "Sets the priority with which orders get stock.",
  input: { priority: z.int().min(priorities.low).max(priorities.urgent) },
});
export const releaseStock = batchCall("release-stock", "release_stock", {
  summary: "Releases the reserved stock of orders, which then wait to be allocated again.",
  input: {},
});
export const requestCancel = batchCall("request-cancel", "request_cancel", {
  summary: "Asks the supplier to cancel orders that are in a wave: until the answer they are held.",
  input: { reason: reason.min(1) },
});
export const acceptCancel = batchCall("accept-cancel", "accept_cancel", {
  summary:
    "Cancels orders in a wave whose owner asked for it: they leave the wave, and their stock is released. What was picked goes back to a shelf.",
  input: {},
});
export const rejectCancel = batchCall("reject-cancel", "reject_cancel", {
  summary: "Rejects the wish to cancel orders, with a reason: the work on them goes on.",
  input: { reason: reason.min(1) },
});
export const receiveOrders = batchCall("receive", "receive", {
  summary: "Records that shipping notices were received: on a day, today without one, with a remark. One-piece orders are refused.",
  input: { received_on: daySchema.optional(), reason: reason.default("") },
});
export const allocateOrders = defineCall({
  name: "orders.allocate-orders",
  method: "POST",
  path: "/api/order/allocate-orders",
  summary: "Reserves stock for confirmed and short orders. `done` counts those that have all their pieces now.",
  roles: ["provider", "operator"],
  permission,
  bodyLimitBytes: batchBodyBytes,
  input: z.strictObject({ ...provider, order_ids: batchIds }),
  output: batchOutput,
  codes: ["notFound"],
});

const declaredLine = z.strictObject({
  sku: z.string().trim().min(1).max(100),
  name: z.string().trim().max(200).default(""),
  name_zh: z.string().trim().max(200).default(""),
  hs_code: ruled(z.string().trim().max(20), getHsCodeRefusal).default(""),
  origin: ruled(z.string().trim().toUpperCase().max(10), getCountryRefusal).default(""),
  /** hundredths */
  value: z.int().min(0).max(10_000_000_000).nullable().default(null),
  currency: ruled(z.string().trim().toUpperCase().max(10), getCurrencyRefusal).default(""),
});

export const batchModifyReportProvider = defineCall({
  name: "orders.batch-modify-report-provider",
  method: "PUT",
  path: "/api/order/batch-modify-report-provider",
  summary:
    "Sets the channel of many orders, and the customs declaration of their lines by SKU. An order that lacks a SKU declared of it is refused.",
  roles: ["provider", "operator"],
  permission,
  bodyLimitBytes: 4 * 1024 * 1024,
  input: z.strictObject({
    ...provider,
    order_ids: batchIds,
    channel_id: z.uuid().nullable().default(null),
    declared: z
      .array(z.strictObject({ order_id: z.uuid(), lines: z.array(declaredLine).max(500) }))
      .max(mostInBatch)
      .default([]),
  }),
  output: batchOutput,
  codes: ["notFound"],
});

export const deleteShippingStatus = defineCall({
  name: "orders.delete-shipping-status",
  method: "DELETE",
  path: "/api/shipping_status/delete-shipping-status",
  summary:
    "Takes back the wrong shipping status of orders that were not handed over: their fulfilment status, and what carriers reported of their parcels.",
  roles: ["provider", "operator"],
  permission,
  bodyLimitBytes: batchBodyBytes,
  input: z.strictObject({ ...provider, order_ids: batchIds }),
  output: batchOutput,
  codes: ["notFound"],
});

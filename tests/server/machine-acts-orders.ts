import { sql } from "kysely";
import { codes } from "#src/kit/api/codes.ts";
import type { CallDefinition } from "#src/kit/api/define-call.ts";
import * as exceptionCalls from "#src/outbound/exceptions/exceptions.contract.ts";
import type { ExceptionEvent } from "#src/outbound/exceptions/exceptions.machine.ts";
import * as batches from "#src/outbound/orders/order-batches.contract.ts";
import { deleteOrder, mergeOrders, splitOrder, updateOrder } from "#src/outbound/orders/order-writes.contract.ts";
import type { OrderEvent, OrderStatus } from "#src/outbound/orders/orders.machine.ts";
import * as exceptionSteps from "#server/outbound/exceptions/exception-steps.commands.ts";
import { resolve } from "#server/outbound/exceptions/resolve-exception.commands.ts";
import { changeChannelStep } from "#server/outbound/orders/change-channel.commands.ts";
import { correctAddress } from "#server/outbound/orders/correct-address.commands.ts";
import { declareStep } from "#server/outbound/orders/declare.commands.ts";
import * as steps from "#server/outbound/orders/desk-steps.commands.ts";
import { changeOrder, removeOrder } from "#server/outbound/orders/draft.commands.ts";
import { lockOrder } from "#server/outbound/orders/locked-orders.commands.ts";
import { merge } from "#server/outbound/orders/merge.commands.ts";
import { takeStep } from "#server/outbound/orders/order-steps.commands.ts";
import type { OrderStep } from "#server/outbound/orders/order-steps.commands.ts";
import type { OrderScope } from "#server/outbound/orders/order-scope.ts";
import { split } from "#server/outbound/orders/split.commands.ts";
import { submitStep } from "#server/outbound/orders/submit.commands.ts";
import { takeBackShipping } from "#server/outbound/orders/take-back-shipping.commands.ts";
import { acceptCancels } from "#server/outbound/waves/accept-cancel.commands.ts";
import { newId } from "#server/platform/runtime/clock.ts";
import { ofRows, ofResult, reason, recipient } from "./machine-scene.ts";
import type { Act, Refusal } from "./machine-scene.ts";

/** An order in a status. */
interface FoundOrder {
  readonly order_uuid: string;
  readonly owner_uuid: string;
  readonly version: number;
  readonly line_uuid: string;
}

function takeOne<I>({ roles: may }: Pick<CallDefinition, "roles">, step: OrderStep<I>, input: I): Act<FoundOrder> {
  return { roles: may, fire: async (scope, { order_uuid }) => ofRows(await takeStep(scope, step, [order_uuid], input)) };
}

/** Merges an order with another of its owner. */
async function mergeWithOther(scope: OrderScope, { order_uuid, owner_uuid }: FoundOrder): Promise<Refusal> {
  const { rows } = await sql<{ order_uuid: string }>`select order_uuid from sales_order
    where owner_uuid = ${owner_uuid} and order_uuid <> ${order_uuid} and status = 'submitted' limit 1`.execute(scope.tx);
  const merged = await merge(scope, [order_uuid, rows[0]?.order_uuid ?? ""]);
  if (!merged.ok) return ofResult(merged);
  return merged.value.order === null ? (merged.value.failed.find(({ order_id }) => order_id === order_uuid)?.code ?? null) : null;
}

/** The events of orders that people cause. All others follow from these and from the work on the orders: the machine names no role for them. */
export const orderActs: Readonly<Partial<Record<OrderEvent, Act<FoundOrder>>>> = {
  update: {
    roles: updateOrder.roles,
    fire: async (scope, { order_uuid, version }) =>
      ofResult(await changeOrder(scope, updateOrder.input.parse({ order_uuid, version, country: "US", recipient, lines: [] }))),
  },
  delete: { roles: deleteOrder.roles, fire: async (scope, of) => ofResult(await removeOrder(scope, of)) },
  submit: takeOne(batches.submitOrders, submitStep, {}),
  withdraw: takeOne(batches.withdrawOrders, steps.withdrawStep, {}),
  return: takeOne(batches.returnOrders, steps.returnStep, { reason }),
  confirm: takeOne(batches.confirmOrders, steps.confirmStep, {}),
  release_stock: takeOne(batches.releaseStock, steps.releaseStockStep, {}),
  hold: takeOne(batches.holdOrders, steps.holdStep, { hold: "operator", reason }),
  release_hold: takeOne(batches.releaseHolds, steps.releaseHoldStep, {}),
  delay: takeOne(batches.delayOrders, steps.delayStep, { delay_until: null }),
  change_channel: takeOne(batches.changeChannel, changeChannelStep, { channel_id: newId(), order_ids: [] }),
  correct_address: {
    roles: [exceptionCalls.answerException.roles, exceptionCalls.resolveException.roles].flat(),
    fire: async (scope, { order_uuid }) => {
      const order = await lockOrder(scope, order_uuid);
      return order === null ? codes.notFound.code : ofResult(await correctAddress(scope, order, recipient));
    },
  },
  declare: takeOne(batches.batchModifyReportProvider, declareStep, { order_ids: [], channel_id: null, declared: [] }),
  prioritize: takeOne(batches.prioritizeOrders, steps.prioritizeStep, { priority: 5 }),
  split: {
    roles: splitOrder.roles,
    fire: async (scope, { order_uuid, version, line_uuid }) =>
      ofResult(await split(scope, splitOrder.input.parse({ order_uuid, version, lines: [{ line_uuid, quantity: 1 }] }))),
  },
  merge: { roles: mergeOrders.roles, fire: mergeWithOther },
  cancel: takeOne(batches.cancelOrders, steps.cancelStep, { reason }),
  receive: takeOne(batches.receiveOrders, steps.receiveStep, { reason }),
  request_cancel: takeOne(batches.requestCancel, steps.requestCancelStep, { reason }),
  accept_cancel: {
    roles: batches.acceptCancel.roles,
    fire: async (scope, { order_uuid }) => ofRows(await acceptCancels(scope, [order_uuid])),
  },
  reject_cancel: takeOne(batches.rejectCancel, steps.rejectCancelStep, { reason }),
  take_back_shipping: {
    roles: batches.deleteShippingStatus.roles,
    fire: async (scope, { order_uuid }) => {
      // Something must have been reported.
      await sql`update sales_order set fulfilment_status = 'fulfilled' where order_uuid = ${order_uuid}`.execute(scope.tx);
      return ofRows(await takeBackShipping(scope, [order_uuid]));
    },
  },
};

export async function findOrder({ tx }: OrderScope, status: OrderStatus): Promise<FoundOrder> {
  const { rows } = await sql<FoundOrder>`
    select o.order_uuid, o.owner_uuid, o.version, l.line_uuid from sales_order o
      join order_line l on l.provider_uuid = o.provider_uuid and l.order_uuid = o.order_uuid
    where o.status = ${status} order by cardinality(o.holds), o.piece_count desc, o.order_uuid, l.line_number limit 1`.execute(tx);
  if (rows[0] === undefined) throw new Error(`no order is ${status}`);
  return rows[0];
}

/** An exception in a status. */
export interface FoundCase {
  readonly exception_uuid: string;
  readonly version: number;
  readonly owner_uuid: string;
}

export const exceptionActs: Readonly<Partial<Record<ExceptionEvent, Act<FoundCase>>>> = {
  assign: { roles: exceptionCalls.assignException.roles, fire: async (scope, of) => ofResult(await exceptionSteps.assign(scope, of)) },
  note: {
    roles: exceptionCalls.noteException.roles,
    fire: async (scope, of) => ofResult(await exceptionSteps.note(scope, { ...of, message: reason, is_internal: false })),
  },
  ask: {
    roles: exceptionCalls.askRetailer.roles,
    fire: async (scope, of) => ofResult(await exceptionSteps.ask(scope, { ...of, message: reason })),
  },
  recall: {
    roles: exceptionCalls.recallQuestion.roles,
    fire: async (scope, of) => ofResult(await exceptionSteps.recall(scope, { ...of, message: reason })),
  },
  answer: {
    roles: exceptionCalls.answerException.roles,
    fire: async (scope, of) => ofResult(await exceptionSteps.answer(scope, { ...of, message: reason })),
  },
  resolve: {
    roles: exceptionCalls.resolveException.roles,
    fire: async (scope, of) => ofResult(await resolve(scope, { ...of, resolution: "address_confirmed", message: reason, lines: [] })),
  },
  close: { roles: exceptionCalls.closeException.roles, fire: async (scope, of) => ofResult(await exceptionSteps.close(scope, of)) },
  reopen: {
    roles: exceptionCalls.reopenException.roles,
    fire: async (scope, of) => ofResult(await exceptionSteps.reopen(scope, { ...of, message: reason })),
  },
};

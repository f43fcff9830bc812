import type { ParsedInputOf } from "#src/kit/api/define-call.ts";
import {
  allocateOrders,
  batchModifyReportProvider,
  cancelOrders,
  changeChannel,
  confirmOrders,
  delayOrders,
  deleteShippingStatus,
  holdOrders,
  prioritizeOrders,
  receiveOrders,
  releaseHolds,
  rejectCancel,
  releaseStock,
  requestCancel,
  returnOrders,
  submitOrders,
  withdrawOrders,
} from "#src/outbound/orders/order-batches.contract.ts";
import { toRefusedRow } from "#server/platform/http/batch.ts";
import type { Implementation } from "#server/platform/http/context.ts";
import { allocate, canAllocate } from "./allocate.commands.ts";
import { overOrders } from "./order-batch.commands.ts";
import type { OrdersCall } from "./order-batch.commands.ts";
import { changeChannelStep } from "./change-channel.commands.ts";
import { declareStep, isDeclaredInBatch, saveDeclarations } from "./declare.commands.ts";
import {
  cancelStep,
  confirmStep,
  delayStep,
  holdStep,
  prioritizeStep,
  receiveStep,
  releaseHoldStep,
  rejectCancelStep,
  releaseStockStep,
  requestCancelStep,
  returnStep,
  withdrawStep,
} from "./desk-steps.commands.ts";
import { lockOrders } from "./locked-orders.commands.ts";
import { takeStep } from "./order-steps.commands.ts";
import type { OrderStep } from "./order-steps.commands.ts";
import { submitStep } from "./submit.commands.ts";
import { takeBackShipping } from "./take-back-shipping.commands.ts";

function stepRoute<C extends OrdersCall>(call: C, step: OrderStep<ParsedInputOf<C>>): Implementation {
  return overOrders(call, (scope, orderUuids, input) => takeStep(scope, step, orderUuids, input));
}

export const orderBatchRoutes: readonly Implementation[] = [
  stepRoute(submitOrders, submitStep),
  stepRoute(withdrawOrders, withdrawStep),
  stepRoute(returnOrders, returnStep),
  stepRoute(confirmOrders, confirmStep),
  stepRoute(cancelOrders, cancelStep),
  stepRoute(holdOrders, holdStep),
  stepRoute(releaseHolds, releaseHoldStep),
  stepRoute(delayOrders, delayStep),
  stepRoute(changeChannel, changeChannelStep),
  stepRoute(prioritizeOrders, prioritizeStep),
  stepRoute(releaseStock, releaseStockStep),
  stepRoute(requestCancel, requestCancelStep),
  stepRoute(rejectCancel, rejectCancelStep),
  stepRoute(receiveOrders, receiveStep),

  overOrders(allocateOrders, async (scope, orderUuids) => {
    const locked = await lockOrders(scope, orderUuids);
    const now = await allocate(scope, locked);
    return now.flatMap((order, index) => {
      if (order.status === "allocated" && locked[index]?.status !== "allocated") return [];
      if (order.holds.length > 0) return [toRefusedRow(order.order_uuid, "orders.held")];
      return [toRefusedRow(order.order_uuid, canAllocate(order, scope.now) ? "stock.notEnough" : "orders.wrongState")];
    });
  }),

  overOrders(
    batchModifyReportProvider,
    async (scope, orderUuids, input) => {
      const failed = await takeStep(scope, declareStep, orderUuids, input);
      const refused = new Set(failed.map(({ order_id }) => order_id));
      await saveDeclarations(
        scope,
        orderUuids.filter((uuid) => !refused.has(uuid)),
        input,
      );
      return failed;
    },
    isDeclaredInBatch,
  ),

  overOrders(deleteShippingStatus, takeBackShipping),
];

import type { z } from "zod";
import type { batchOutput, RefusedRow } from "#src/kit/api/batch.ts";
import type { Call, ParsedInputOf } from "#src/kit/api/define-call.ts";
import { refuse } from "#src/kit/lib/result.ts";
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
  releaseHolds,
  rejectCancel,
  releaseStock,
  requestCancel,
  returnOrders,
  submitOrders,
  withdrawOrders,
} from "#src/outbound/orders/order-batches.contract.ts";
import { writeAudit } from "#server/platform/audit-trail/audit.commands.ts";
import { toRefusedRow } from "#server/platform/http/batch.ts";
import { implementBatch } from "#server/platform/http/context.ts";
import type { Implementation } from "#server/platform/http/context.ts";
import { allocate, canAllocate } from "./allocate.commands.ts";
import { changeChannelStep } from "./change-channel.commands.ts";
import { declareStep, saveDeclarations } from "./declare.commands.ts";
import {
  cancelStep,
  confirmStep,
  delayStep,
  holdStep,
  prioritizeStep,
  releaseHoldStep,
  rejectCancelStep,
  releaseStockStep,
  requestCancelStep,
  returnStep,
  withdrawStep,
} from "./desk-steps.ts";
import { lockOrders, saveOrders } from "./locked-orders.commands.ts";
import { getOrderScope } from "./order-scope.ts";
import type { OrderScope } from "./order-scope.ts";
import { listBatchOrders, takeStep } from "./order-steps.commands.ts";
import type { OrderStep } from "./order-steps.commands.ts";
import { submitStep } from "./submit.commands.ts";

/** Orders of a set, which is one transaction: few enough that their locks are short, enough that statements are few. */
const ordersInSet = 500;

/** A call over many orders: its input names them. */
type OrdersCall = Call<z.ZodType<{ order_ids: string[] }>, typeof batchOutput>;

/** Implements a call over many orders, set by set. Each set writes one row of the audit log with its orders. */
export function overOrders<C extends OrdersCall>(
  call: C,
  run: (scope: OrderScope, orderUuids: readonly string[], input: ParsedInputOf<C>) => Promise<readonly RefusedRow[]>,
): Implementation {
  return implementBatch<C, string>(call, {
    setSize: ordersInSet,
    plan: async (input, context) => {
      const scope = getOrderScope(context);
      return scope === null ? refuse("notFound") : listBatchOrders(scope, input.order_ids);
    },
    runSet: async (orderUuids, input, context) => {
      const scope = getOrderScope(context);
      if (scope === null) throw new Error("orders: a batch without a provider");
      const failed = await run(scope, orderUuids, input);
      const refused = new Set(failed.map(({ order_id }) => order_id));
      const done = orderUuids.filter((uuid) => !refused.has(uuid));
      const [only] = done;
      const { tx, ...request } = context;
      if (done.length > 0)
        await writeAudit(tx, request, {
          action: call.name,
          subjectType: "order",
          ...(done.length === 1 && only !== undefined ? { subjectUuid: only } : {}),
          detail: done.length === 1 ? {} : { orders: done },
        });
      return failed;
    },
  });
}

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

  overOrders(allocateOrders, async (scope, orderUuids) => {
    const locked = await lockOrders(scope, orderUuids);
    const now = await allocate(scope, locked);
    return now.flatMap((order, index) => {
      if (order.status === "allocated" && locked[index]?.status !== "allocated") return [];
      if (order.holds.length > 0) return [toRefusedRow(order.order_uuid, "orders.held")];
      return [toRefusedRow(order.order_uuid, canAllocate(order, scope.now) ? "stock.notEnough" : "orders.wrongState")];
    });
  }),

  overOrders(batchModifyReportProvider, async (scope, orderUuids, input) => {
    const failed = await takeStep(scope, declareStep, orderUuids, input);
    const refused = new Set(failed.map(({ order_id }) => order_id));
    await saveDeclarations(
      scope,
      orderUuids.filter((uuid) => !refused.has(uuid)),
      input,
    );
    return failed;
  }),

  overOrders(deleteShippingStatus, async (scope, orderUuids) => {
    const locked = await lockOrders(scope, orderUuids);
    const wrong = locked.filter(({ fulfilment_status }) => fulfilment_status === "unfulfilled");
    await saveOrders(
      scope,
      locked
        .filter(({ fulfilment_status }) => fulfilment_status !== "unfulfilled")
        .map((order) => ({ order, event: "update" as const, set: { fulfilment_status: "unfulfilled" as const } })),
    );
    return wrong.map(({ order_uuid }) => toRefusedRow(order_uuid, "orders.wrongState"));
  }),
];

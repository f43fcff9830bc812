import type { RefusalName } from "#src/kit/api/codes.ts";
import type { Call, OutputOf, ParsedInputOf } from "#src/kit/api/define-call.ts";
import { emptyPage } from "#src/kit/api/list.ts";
import { ok, refuse } from "#src/kit/lib/result.ts";
import type { Result } from "#src/kit/lib/result.ts";
import {
  createOrder,
  deleteOrder,
  estimateOrder,
  mergeOrders,
  splitOrder,
  updateOrder,
} from "#src/outbound/orders/order-writes.contract.ts";
import {
  countOrders,
  getOrder,
  listCutOffs,
  listDeclaredSkus,
  listOrders,
  queryDeliveryElements,
  queryOnePieceElements,
  queryOrder,
  queryOrderElements,
} from "#src/outbound/orders/orders.contract.ts";
import type { OrderRow } from "#src/outbound/orders/orders.contract.ts";
import type { OrderKind } from "#src/outbound/orders/orders.rules.ts";
import { writeAudit } from "#server/platform/audit-trail/audit.commands.ts";
import { implement } from "#server/platform/http/context.ts";
import type { CallContext, Implementation } from "#server/platform/http/context.ts";
import { addOrder, changeOrder, removeOrder } from "./draft.commands.ts";
import { listByPairs } from "./field-pairs.queries.ts";
import { merge } from "./merge.commands.ts";
import { orderBatchRoutes } from "./order-batches.routes.ts";
import { listNextCutOffs } from "./due-times.queries.ts";
import { findEstimate } from "./estimate-order.queries.ts";
import { countByStatus } from "./order-counts.queries.ts";
import { listDeclared } from "./declared-skus.queries.ts";
import { findOrderDetail } from "./order-detail.queries.ts";
import { getOrderScope } from "./order-scope.ts";
import type { OrderScope } from "./order-scope.ts";
import { listBatchOrders } from "./order-steps.commands.ts";
import { findOrderRow, listOrderRows } from "./orders.queries.ts";
import { split } from "./split.commands.ts";

interface ChangedOrder {
  readonly order_uuid: string;
  readonly order_number: string;
}

async function auditOrder({ tx, ...context }: CallContext, action: string, { order_uuid, order_number }: ChangedOrder): Promise<void> {
  await writeAudit(tx, context, { action, subjectType: "order", subjectUuid: order_uuid, detail: { order_number } });
}

async function getRow(scope: OrderScope, orderUuid: string): Promise<OrderRow> {
  const row = await findOrderRow(scope, orderUuid);
  if (row === null) throw new Error("orders: an order that was just changed is missing");
  return row;
}

/** Handles a call that changes one order, for anybody who has orders. */
function changes<C extends Call>(
  call: C,
  run: (scope: OrderScope, input: ParsedInputOf<C>) => Promise<Result<ChangedOrder, RefusalName>>,
): (input: ParsedInputOf<C>, context: CallContext) => Promise<Result<OrderRow, RefusalName>> {
  return async (input, context) => {
    const scope = getOrderScope(context);
    if (scope === null) return refuse("notFound");
    const changed = await run(scope, input);
    if (!changed.ok) return changed;
    await auditOrder(context, call.name, changed.value);
    return ok(await getRow(scope, changed.value.order_uuid));
  };
}

type PairsCall = typeof queryOrderElements;

function pairs(call: PairsCall, kind: OrderKind | null): Implementation {
  return implement(call, async (input, context) => {
    const scope = getOrderScope(context);
    return scope === null ? ok(emptyPage()) : listByPairs(scope, input, kind);
  });
}

const noCounts: OutputOf<typeof countOrders> = { result: [], is_exact: true };

export const ordersRoutes: readonly Implementation[] = [
  implement(createOrder, changes(createOrder, addOrder)),
  implement(updateOrder, changes(updateOrder, changeOrder)),

  implement(deleteOrder, async (input, context) => {
    const scope = getOrderScope(context);
    const removed = scope === null ? refuse("notFound" as const) : await removeOrder(scope, input);
    if (!removed.ok) return removed;
    await auditOrder(context, deleteOrder.name, removed.value);
    return ok({ deleted: 1 });
  }),

  implement(listOrders, async (input, context) => {
    const scope = getOrderScope(context);
    return scope === null ? ok(emptyPage()) : listOrderRows(scope, input);
  }),

  implement(countOrders, async ({ kind }, context) => {
    const scope = getOrderScope(context);
    return ok(scope === null ? noCounts : await countByStatus(scope, kind));
  }),

  implement(getOrder, async ({ order_uuid }, context) => {
    const scope = getOrderScope(context);
    const found = scope === null ? null : await findOrderDetail(scope, order_uuid);
    return found === null ? refuse("notFound") : ok(found);
  }),

  implement(estimateOrder, async ({ order_uuid }, context) => {
    const scope = getOrderScope(context);
    const found = scope === null ? null : await findEstimate(scope, order_uuid);
    return found === null ? refuse("notFound") : ok(found);
  }),

  implement(listCutOffs, async (_input, context) => {
    const scope = getOrderScope(context);
    return ok({ result: scope === null ? [] : await listNextCutOffs(scope) });
  }),

  implement(listDeclaredSkus, async ({ order_ids }, context) => {
    const scope = getOrderScope(context);
    if (scope === null) return refuse("notFound");
    const [own, result] = await Promise.all([listBatchOrders(scope, order_ids), listDeclared(scope, order_ids)]);
    return own.ok ? ok({ result }) : own;
  }),

  implement(queryOrder, async ({ order_id, cur_page, page_size, cursor }, context) => {
    const scope = getOrderScope(context);
    const one = order_id === undefined ? { field: [], value: [] } : { field: ["order_id" as const], value: [order_id] };
    return scope === null ? ok(emptyPage()) : listByPairs(scope, { ...one, cur_page, page_size, cursor }, null);
  }),
  pairs(queryOrderElements, null),
  pairs(queryOnePieceElements, "one_piece"),
  pairs(queryDeliveryElements, "shipping_notice"),

  implement(splitOrder, async (input, context) => {
    const scope = getOrderScope(context);
    const done = scope === null ? refuse("notFound" as const) : await split(scope, input);
    if (scope === null || !done.ok) return done.ok ? refuse("notFound") : done;
    await auditOrder(context, splitOrder.name, done.value.order);
    return ok({ order: await getRow(scope, done.value.order.order_uuid), new_order: await getRow(scope, done.value.newOrderUuid) });
  }),
  implement(mergeOrders, async ({ order_ids }, context) => {
    const scope = getOrderScope(context);
    if (scope === null) return refuse("notFound");
    const merged = await merge(scope, order_ids);
    if (!merged.ok) return merged;
    if (merged.value.order === null) return ok({ ...merged.value, done: 0 });
    const { order, done } = merged.value;
    await auditOrder(context, mergeOrders.name, order);
    return ok({ done, failed: [], order: await getRow(scope, order.order_uuid) });
  }),

  ...orderBatchRoutes,
];

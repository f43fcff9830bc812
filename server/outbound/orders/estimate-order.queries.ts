import type { DraftEstimate } from "#src/outbound/orders/order-writes.contract.ts";
import { shippingObstacles } from "#src/outbound/orders/order-writes.contract.ts";
import { openStatuses } from "#src/outbound/orders/orders.machine.ts";
import type { OrderStatus } from "#src/outbound/orders/orders.machine.ts";
import { readCredit } from "./credit.commands.ts";
import { priceOrders } from "./order-prices.queries.ts";
import { asPlatform } from "./order-scope.ts";
import type { OrderScope } from "./order-scope.ts";
import { findOrderRow } from "./orders.queries.ts";

/**
 * Estimates an order by the function that prices it at submit, and what its owner may spend after it.
 * @returns null if the caller may not see the order
 */
export async function findEstimate(scope: OrderScope, orderUuid: string): Promise<DraftEstimate | null> {
  const order = await findOrderRow(scope, orderUuid);
  if (order === null) return null;
  const priced = (await priceOrders(scope, [order], (work) => asPlatform(scope, work))).get(order.order_uuid);
  if (priced === undefined) return null;
  if (!priced.ok) {
    const obstacle = shippingObstacles.find((one) => priced.problem === `orders.${one}`);
    if (obstacle === undefined) throw new Error(`orders: an estimate was refused with ${priced.problem}`);
    return { estimate: null, credit_left_cents: null, obstacle };
  }
  const { estimate } = priced.value;
  if (estimate === null) return { estimate, credit_left_cents: null, obstacle: null };
  const credit = (await asPlatform(scope, (as) => readCredit(as, [order.owner_uuid]))).get(order.owner_uuid) ?? 0;
  // The estimate of an open order is among those that the credit is less by.
  const isCounted = (openStatuses as readonly OrderStatus[]).includes(order.status);
  return { estimate, credit_left_cents: isCounted ? credit : credit - estimate.total_cents, obstacle: null };
}

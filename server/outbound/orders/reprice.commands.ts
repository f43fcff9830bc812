import { sql } from "kysely";
import type { RefusalName } from "#src/kit/api/codes.ts";
import { ok, refuse } from "#src/kit/lib/result.ts";
import type { Result } from "#src/kit/lib/result.ts";
import { lockOrders } from "./locked-orders.commands.ts";
import type { LockedOrder } from "./locked-orders.commands.ts";
import { priceOrders } from "./order-prices.queries.ts";
import { asPlatform } from "./order-scope.ts";
import type { OrderScope } from "./order-scope.ts";

/** An estimate as an order stores it. */
type StoredEstimate = Pick<LockedOrder, "estimate" | "estimate_cents" | "estimate_currency">;

/**
 * Estimates orders anew whose lines changed after their submit: by the channel that they have, at the prices that were agreed then.
 * @returns the estimates by order; a refusal if one can no longer be shipped so
 */
export async function estimateAnew(
  scope: OrderScope,
  orders: readonly LockedOrder[],
): Promise<Result<ReadonlyMap<string, StoredEstimate>, RefusalName>> {
  const kept = orders.map((order) => ({ ...order, keepsChannel: true }));
  const prices = await priceOrders(scope, kept, (work) => asPlatform(scope, work));
  const estimates = new Map<string, StoredEstimate>();
  for (const { order_uuid } of orders) {
    const price = prices.get(order_uuid);
    if (price === undefined || !price.ok) return price ?? refuse("notFound");
    const { estimate } = price.value;
    estimates.set(order_uuid, {
      estimate: estimate ?? {},
      estimate_cents: estimate?.total_cents ?? null,
      estimate_currency: estimate?.currency ?? "",
    });
  }
  return ok(estimates);
}

/** Estimates the parts of a split order, and saves the estimates. */
export async function repriceParts(scope: OrderScope, orderUuids: readonly string[]): Promise<Result<null, RefusalName>> {
  const estimates = await estimateAnew(scope, await lockOrders(scope, orderUuids));
  if (!estimates.ok) return estimates;
  const rows = [...estimates.value].map(([order_uuid, estimate]) => ({ order_uuid, ...estimate }));
  await sql`
    update sales_order o set estimate = n.estimate, estimate_cents = n.estimate_cents, estimate_currency = n.estimate_currency
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as n (order_uuid uuid, estimate jsonb, estimate_cents bigint, estimate_currency text)
    where o.provider_uuid = ${scope.providerUuid} and o.order_uuid = n.order_uuid`.execute(scope.tx);
  return ok(null);
}

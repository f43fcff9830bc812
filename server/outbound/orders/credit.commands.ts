import { sql } from "kysely";
import type { RawBuilder } from "kysely";
import { holdKinds } from "#src/outbound/orders/orders.rules.ts";
import { selectUnchargedTimes } from "#server/billing/wallet/charging-days.queries.ts";
import { allocate } from "./allocate.commands.ts";
import { lockOrders, saveOrders } from "./locked-orders.commands.ts";
import type { OrderScope } from "./order-scope.ts";
import { openStatusList } from "./status-lists.ts";

/**
 * Locks the credit of retailers until the end of the transaction: two that submit for one retailer at the same time would otherwise both find it
 * sufficient.
 */
async function lockCredit({ tx, providerUuid }: OrderScope, ownerUuids: readonly string[]): Promise<void> {
  for (const uuid of [...ownerUuids].toSorted())
    await sql`select pg_advisory_xact_lock(hashtextextended(${`credit ${providerUuid} ${uuid}`}, 2))`.execute(tx);
}

/**
 * What a retailer may still spend, in hundredths of its wallet's currency: balance plus credit limit, less what its orders will still cost. The balance is
 * already less by what of an order is charged.
 */
export type Credit = Map<string, number>;

/**
 * SQL for what an order `o` will still cost: its estimate less what was charged for it, at least zero; null without an estimate. What was charged and reversed
 * is not charged again. Returns are not part of an estimate.
 */
const stillToCharge = sql<number | null>`greatest(0, o.estimate_cents - coalesce((select sum(c.amount_cents) from charge c
  where c.provider_uuid = o.provider_uuid and c.order_uuid = o.order_uuid and c.source_type <> 'return'), 0))::bigint`;

/**
 * SQL for what the work on cancelled orders of `r.owner_uuid` will be charged at: recorded in the time `uncharged`, priced as the estimate has it.
 */
function sumCancelled(providerUuid: string): RawBuilder<number | null> {
  return sql<number | null>`(
    select sum(round(p.amount_cents::numeric * w.quantity_milli / (1000 * p.quantity)))
    from uncharged u
      join sales_order o on o.provider_uuid = ${providerUuid} and o.owner_uuid = r.owner_uuid and o.warehouse_uuid = u.warehouse_uuid
        and o.status = 'cancelled' and o.ended_at >= u.begins_at
      cross join lateral (
        select e.kind, sum(e.quantity_milli) as quantity_milli from work_entry e
        where e.provider_uuid = ${providerUuid} and e.order_uuid = o.order_uuid and e.at >= u.begins_at and e.at < u.ends_at group by e.kind
      ) w
      join lateral jsonb_to_recordset(o.estimate -> 'parts') p (event text, quantity bigint, amount_cents bigint) on p.event = w.kind and p.quantity > 0)`;
}

/**
 * Locks and reads the credit of retailers.
 * @param onlyUnheld leaves out the estimates of orders with the hold `payment`
 */
export async function lockAndReadCredit(scope: OrderScope, ownerUuids: readonly string[], onlyUnheld = false): Promise<Credit> {
  await lockCredit(
    scope,
    [...new Set(ownerUuids)].filter((uuid) => uuid !== scope.providerUuid),
  );
  return readCredit(scope, ownerUuids, onlyUnheld);
}

/**
 * Reads the credit of retailers as it is at this moment.
 * @param onlyUnheld leaves out the estimates of orders with the hold `payment`
 */
export async function readCredit(
  { tx, providerUuid, now }: OrderScope,
  ownerUuids: readonly string[],
  onlyUnheld = false,
): Promise<Credit> {
  const retailers = [...new Set(ownerUuids)].filter((uuid) => uuid !== providerUuid);
  if (retailers.length === 0) return new Map();
  // One statement: a day that is charged meanwhile counts as estimated or as charged, never as both or neither.
  const { rows } = await sql<{ owner_uuid: string; left_cents: number }>`
    with uncharged as materialized (${selectUnchargedTimes(providerUuid, now)})
    select r.owner_uuid, (coalesce(a.balance_cents, 0) + coalesce(t.credit_limit_cents, 0)
      - coalesce((select sum(${stillToCharge}) from sales_order o where o.provider_uuid = ${providerUuid} and o.owner_uuid = r.owner_uuid
        and o.status in (${openStatusList}) and not (${onlyUnheld} and 'payment' = any (o.holds))), 0)
      - coalesce((select sum(${stillToCharge}) from uncharged u join sales_order o on o.provider_uuid = ${providerUuid} and o.owner_uuid = r.owner_uuid
        and o.warehouse_uuid = u.warehouse_uuid and o.shipped_at >= u.begins_at and o.shipped_at < u.ends_at), 0)
      - coalesce(${sumCancelled(providerUuid)}, 0))::bigint as left_cents
    from unnest(${retailers}::uuid[]) r (owner_uuid)
      left join wallet_account a on a.provider_uuid = ${providerUuid} and a.retailer_uuid = r.owner_uuid and a.account = 'balance'
      left join retailer_terms t on t.provider_uuid = ${providerUuid} and t.retailer_uuid = r.owner_uuid`.execute(tx);
  return new Map(rows.map(({ owner_uuid, left_cents }) => [owner_uuid, left_cents]));
}

/** The most orders whose hold one run lifts; the next run goes on. */
const mostLifted = 500;

/**
 * Lifts payment holds of a retailer as far as its credit reaches, oldest first; a large order is not overtaken by a smaller one behind it. Orders that
 * nothing else holds back get their stock.
 * @param scope acts for staff or the platform
 * @returns whether there may be more to lift
 */
export async function liftPaymentHolds(scope: OrderScope, ownerUuid: string): Promise<boolean> {
  const { tx, providerUuid } = scope;
  let left = (await lockAndReadCredit(scope, [ownerUuid], true)).get(ownerUuid) ?? 0;
  const { rows } = await sql<{ order_uuid: string; cost_cents: number | null }>`
    select o.order_uuid, ${stillToCharge} as cost_cents from sales_order o
    where o.provider_uuid = ${providerUuid} and o.owner_uuid = ${ownerUuid} and o.holds <> '{}' and 'payment' = any (o.holds)
      and o.status in ('submitted', 'confirmed', 'short', 'allocated')
    order by o.order_uuid limit ${mostLifted}`.execute(tx);
  const covered: string[] = [];
  for (const { order_uuid, cost_cents } of rows) {
    left -= cost_cents ?? 0;
    if (left < 0) break;
    covered.push(order_uuid);
  }
  const locked = (await lockOrders(scope, covered)).filter(({ holds }) => holds.includes("payment"));
  const saved = await saveOrders(
    scope,
    locked.map((order) => ({
      order,
      event: "release_hold" as const,
      set: { holds: holdKinds.filter((kind) => kind !== "payment" && order.holds.includes(kind)) },
      detail: { hold: "payment" as const },
    })),
  );
  await allocate(scope, saved);
  return covered.length === mostLifted;
}

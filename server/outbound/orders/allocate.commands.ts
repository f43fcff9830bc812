import { sql } from "kysely";
import { isDelayed } from "#src/outbound/orders/orders.rules.ts";
import { getNextStatus, statusesInWave } from "#src/outbound/orders/orders.machine.ts";
import type { OrderStatus } from "#src/outbound/orders/orders.machine.ts";
import { releaseReservationsOfAll, reserveForAll } from "#server/warehouse/stock/reservations.commands.ts";
import { listDemand, markReserved } from "./demand.commands.ts";
import { saveOrders } from "./locked-orders.commands.ts";
import type { LockedOrder, OrderChange } from "./locked-orders.commands.ts";
import type { OrderScope } from "./order-scope.ts";
import { readStrategies } from "./warehouse-rules.queries.ts";

/** What reservations of orders are for. */
export const orderSource = "order";

/** Whether an order waits for stock: it is confirmed, and nothing but a delay may hold it back. */
function isWaiting({ status, holds }: LockedOrder): boolean {
  return getNextStatus(status, "allocate") !== null && holds.length === 0;
}

/** Whether an order can get stock now: it is confirmed, nothing holds it back, and it is not delayed. */
export function canAllocate(order: LockedOrder, now: Date): boolean {
  return isWaiting(order) && !isDelayed(order.delay_until?.toISOString() ?? "", now);
}

/** Lets the first of the orders that are delayed get its stock when its time comes; the job that does so sees to those after it. */
async function awaitDelayed({ tx, providerUuid, now, followUps }: OrderScope, orders: readonly LockedOrder[]): Promise<void> {
  const times = orders.flatMap((order) => (isWaiting(order) && !canAllocate(order, now) ? (order.delay_until ?? []) : []));
  const [first] = times.toSorted((one, other) => one.getTime() - other.getTime());
  if (first !== undefined) await followUps.ordersDelayed(tx, providerUuid, first);
}

function compareUrgency(one: LockedOrder, other: LockedOrder): number {
  return other.priority - one.priority || (one.order_uuid < other.order_uuid ? -1 : 1);
}

/**
 * Reserves stock for locked orders, each whole or not at all: the highest priority first, then the oldest. Orders that cannot get stock now (see
 * `canAllocate`) stay as they are; those that are only delayed get theirs when the delay ends. Those for which there is not enough are short, and wait.
 * @param scope acts for staff or the platform
 * @returns all orders as they are now
 */
export async function allocate(scope: OrderScope, orders: readonly LockedOrder[]): Promise<LockedOrder[]> {
  const { tx, providerUuid, now } = scope;
  await awaitDelayed(scope, orders);
  const ready = orders.filter((order) => canAllocate(order, now)).toSorted(compareUrgency);
  if (ready.length === 0) return [...orders];
  const demand = Map.groupBy(
    await listDemand(
      scope,
      ready.map(({ order_uuid }) => order_uuid),
    ),
    ({ order_uuid }) => order_uuid,
  );
  const strategies = await readStrategies(tx, providerUuid);
  const reserved = new Set<string>();
  const byStrategy = Map.groupBy(ready, ({ warehouse_uuid }) => strategies.get(warehouse_uuid ?? "") ?? "first_expiry");
  for (const [strategy, own] of byStrategy) {
    const requests = own.map(({ order_uuid }) => ({
      uuid: order_uuid,
      wants: (demand.get(order_uuid) ?? []).map((row) => ({
        line: row.demand_number,
        variantUuid: row.variant_uuid,
        ownerUuid: row.stock_owner_uuid,
        warehouseUuid: row.warehouse_uuid,
        quantity: row.quantity,
        lot: null,
      })),
    }));
    for (const uuid of await reserveForAll(tx, providerUuid, { type: orderSource, requests, strategy }, now)) reserved.add(uuid);
  }
  await markReserved(scope, [...reserved], true);
  const changes = ready.flatMap((order): OrderChange[] => {
    if (reserved.has(order.order_uuid)) return [{ order, event: "allocate", set: { status: "allocated", allocated_at: now } }];
    return order.status === "short" ? [] : [{ order, event: "fall_short", set: { status: "short" } }];
  });
  const saved = new Map((await saveOrders(scope, changes)).map((order) => [order.order_uuid, order]));
  return orders.map((order) => saved.get(order.order_uuid) ?? order);
}

/** The states in which stock may be reserved for an order. One that is short keeps what was picked for it. */
const statusesWithStock: readonly OrderStatus[] = ["short", "allocated", ...statusesInWave];

/** Releases what is reserved for locked orders. Their demand stays, unreserved. */
export async function releaseStockOf(scope: OrderScope, orders: readonly LockedOrder[]): Promise<void> {
  const uuids = orders.filter(({ status }) => statusesWithStock.includes(status)).map(({ order_uuid }) => order_uuid);
  if (uuids.length === 0) return;
  const freed = await releaseReservationsOfAll(scope.tx, scope, { type: orderSource, uuids });
  await markReserved(scope, uuids, false);
  await scope.followUps.stockFreed(scope.tx, scope.providerUuid, freed);
}

/**
 * Lists orders of a provider that wait for stock and can get it, the most urgent first.
 * @param after the last one of the list before
 */
export async function listWaiting(
  { tx, providerUuid, now }: OrderScope,
  { limit, after }: { readonly limit: number; readonly after: { readonly priority: number; readonly order_uuid: string } | null },
): Promise<{ priority: number; order_uuid: string }[]> {
  const { rows } = await sql<{ priority: number; order_uuid: string }>`
    select priority, order_uuid from sales_order
    where provider_uuid = ${providerUuid} and status in ('confirmed', 'short') and holds = '{}' and (delay_until is null or delay_until <= ${now})
      and (${after === null} or (-priority, order_uuid) > (${-(after?.priority ?? 0)}::integer, ${after?.order_uuid ?? null}::uuid))
    order by -priority, order_uuid limit ${limit}`.execute(tx);
  return rows;
}

/** Returns when the next delay of a provider's waiting orders ends after a time; null without one. */
export async function findNextDelayEnd({ tx, providerUuid }: OrderScope, after: Date): Promise<Date | null> {
  const { rows } = await sql<{ until: Date | null }>`
    select min(delay_until) as until from sales_order
    where provider_uuid = ${providerUuid} and status in ('confirmed', 'short') and holds = '{}' and delay_until > ${after}`.execute(tx);
  return rows[0]?.until ?? null;
}

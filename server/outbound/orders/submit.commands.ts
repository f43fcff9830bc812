import { sql } from "kysely";
import type { RefusalName } from "#src/kit/api/codes.ts";
import { ok, refuse } from "#src/kit/lib/result.ts";
import type { Result } from "#src/kit/lib/result.ts";
import { chooseWarehouse } from "#src/outbound/orders/choose-warehouse.rules.ts";
import { getSubmitRefusal } from "#src/outbound/orders/orders.rules.ts";
import type { DemandRow } from "./demand.commands.ts";
import { listNeededPieces } from "./demand.commands.ts";
import type { LockedOrder } from "./locked-orders.commands.ts";
import { lockAndReadCredit } from "./credit.commands.ts";
import { priceOrders } from "./order-prices.queries.ts";
import { asPlatform } from "./order-scope.ts";
import type { OrderScope } from "./order-scope.ts";
import type { OrderStep } from "./order-steps.commands.ts";
import { countPickable, listShippingWarehouses } from "./warehouse-rules.queries.ts";

interface SubmitRow {
  order_uuid: string;
  consignee: string;
  address: string;
  city: string;
  /** lines of items whose claim was withdrawn */
  unclaimed: number;
  /** claimed lines whose price the retailer has not agreed to */
  unpriced: number;
}

/** Reads what decides whether drafts are complete. */
async function readSubmitRows({ tx, providerUuid }: OrderScope, orderUuids: readonly string[]): Promise<Map<string, SubmitRow>> {
  const { rows } = await sql<SubmitRow>`
    select o.order_uuid, coalesce(r.consignee, '') as consignee, coalesce(r.address, '') as address, coalesce(r.city, '') as city,
      (select count(*) from order_line l join claim c on c.provider_uuid = l.provider_uuid and c.claim_uuid = l.claim_uuid and c.status <> 'active'
        where l.provider_uuid = o.provider_uuid and l.order_uuid = o.order_uuid)::integer as unclaimed,
      (select count(*) from order_line l
        left join claim_variant cv on cv.provider_uuid = l.provider_uuid and cv.claim_uuid = l.claim_uuid and cv.variant_uuid = l.variant_uuid
        where l.provider_uuid = o.provider_uuid and l.order_uuid = o.order_uuid and l.claim_uuid is not null and cv.agreed_price_cents is null
      )::integer as unpriced
    from sales_order o left join order_recipient r on r.provider_uuid = o.provider_uuid and r.order_uuid = o.order_uuid
    where o.provider_uuid = ${providerUuid} and o.order_uuid = any (${[...orderUuids]}::uuid[])`.execute(tx);
  return new Map(rows.map((row) => [row.order_uuid, row]));
}

/** Fixes the agreed price and currency of claimed lines: later agreements change later orders. */
async function fixAgreedPrices({ tx, providerUuid }: OrderScope, orderUuids: readonly string[]): Promise<void> {
  await sql`
    update order_line l set agreed_price_cents = cv.agreed_price_cents, agreed_currency = cv.agreed_currency
    from claim_variant cv
    where l.provider_uuid = ${providerUuid} and l.order_uuid = any (${[...orderUuids]}::uuid[]) and l.claim_uuid is not null
      and cv.provider_uuid = l.provider_uuid and cv.claim_uuid = l.claim_uuid and cv.variant_uuid = l.variant_uuid`.execute(tx);
}

type Needed = Omit<DemandRow, "warehouse_uuid">;

/** Returns the warehouse of each order: the one that it names if that is open, else by the provider's rules; null if there is none. */
async function chooseWarehouses(
  { tx, providerUuid, now }: OrderScope,
  orders: readonly LockedOrder[],
  needed: ReadonlyMap<string, readonly Needed[]>,
): Promise<(order: LockedOrder) => string | null> {
  const warehouses = await listShippingWarehouses(tx, providerUuid);
  const open = new Set(warehouses.map(({ warehouse_uuid }) => warehouse_uuid));
  const undecided = orders.filter(({ warehouse_uuid }) => warehouse_uuid === null);
  const variants = undecided.flatMap(({ order_uuid }) => (needed.get(order_uuid) ?? []).map(({ variant_uuid }) => variant_uuid));
  // A choice needs no look at the stock.
  const pieces = open.size < 2 || variants.length === 0 ? [] : await countPickable(tx, providerUuid, variants, now);
  const available = new Map(pieces.map((row) => [`${row.warehouse_uuid} ${row.variant_uuid} ${row.owner_uuid}`, row.available]));
  return ({ order_uuid, warehouse_uuid, channel_uuid, country }) => {
    if (warehouse_uuid !== null) return open.has(warehouse_uuid) ? warehouse_uuid : null;
    return chooseWarehouse(
      warehouses,
      { country, channelUuid: channel_uuid, needed: needed.get(order_uuid) ?? [] },
      (uuid, piece) => available.get(`${uuid} ${piece.variant_uuid} ${piece.stock_owner_uuid}`) ?? 0,
    );
  };
}

/** Returns why a draft cannot be submitted, or its warehouse. */
function decideWarehouse(order: LockedOrder, row: SubmitRow | undefined, warehouseUuid: string | null): Result<string, RefusalName> {
  if (row === undefined) return refuse("notFound");
  const incomplete = getSubmitRefusal({ ...order, ...row });
  if (incomplete !== null) return refuse(incomplete);
  if (row.unclaimed > 0) return refuse("orders.skuUnknown");
  if (row.unpriced > 0) return refuse("orders.priceMissing");
  if (warehouseUuid === null) return refuse(order.warehouse_uuid === null ? "orders.noWarehouse" : "orders.warehouseClosed");
  return ok(warehouseUuid);
}

/** Decides the warehouse of each draft. */
function decideWarehouses(scope: OrderScope, orders: readonly LockedOrder[]): Promise<Map<string, Result<string, RefusalName>>> {
  return asPlatform(scope, async () => {
    const uuids = orders.map(({ order_uuid }) => order_uuid);
    const rows = await readSubmitRows(scope, uuids);
    const needed = Map.groupBy(await listNeededPieces(scope, uuids), ({ order_uuid }) => order_uuid);
    const warehouseOf = await chooseWarehouses(scope, orders, needed);
    return new Map(orders.map((order) => [order.order_uuid, decideWarehouse(order, rows.get(order.order_uuid), warehouseOf(order))]));
  });
}

/**
 * Submits drafts: each gets its warehouse, its channel, the agreed prices of claimed items and an estimate. If the estimates of the open orders and this
 * one exceed balance plus credit limit, it is submitted with the hold `payment`.
 */
export const submitStep: OrderStep<unknown> = {
  event: "submit",
  decide: async (scope, orders) => {
    const warehouses = await decideWarehouses(scope, orders);
    const shippable = orders.flatMap((order) => {
      const warehouse = warehouses.get(order.order_uuid);
      return warehouse?.ok === true ? [{ ...order, warehouse_uuid: warehouse.value }] : [];
    });
    const prices = await priceOrders(scope, shippable, (work) => asPlatform(scope, work));
    const credit = await asPlatform(scope, () =>
      lockAndReadCredit(
        scope,
        shippable.map(({ owner_uuid }) => owner_uuid),
      ),
    );
    return (order) => {
      const warehouse = warehouses.get(order.order_uuid);
      if (warehouse === undefined || !warehouse.ok) return warehouse ?? refuse("notFound");
      const price = prices.get(order.order_uuid);
      if (price === undefined || !price.ok) return price ?? refuse("notFound");
      const { channel_uuid, estimate } = price.value;
      const left = (credit.get(order.owner_uuid) ?? 0) - (estimate?.total_cents ?? 0);
      credit.set(order.owner_uuid, left);
      const isBeyond = estimate !== null && left < 0;
      const set = {
        warehouse_uuid: warehouse.value,
        channel_uuid,
        submitted_at: scope.now,
        reason: "",
        estimate: estimate ?? {},
        estimate_cents: estimate?.total_cents ?? null,
        estimate_currency: estimate?.currency ?? "",
      };
      return ok(isBeyond ? { set: { ...set, holds: ["payment" as const] }, detail: { hold: "payment" as const } } : { set });
    };
  },
  after: (scope, done) =>
    asPlatform(scope, () =>
      fixAgreedPrices(
        scope,
        done.map(({ now }) => now.order_uuid),
      ),
    ),
};

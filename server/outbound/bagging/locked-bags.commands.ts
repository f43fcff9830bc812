import { sql } from "kysely";
import { baggingChanged } from "#src/outbound/bagging/bagging.contract.ts";
import type { BagStatus } from "#src/outbound/bagging/bagging.rules.ts";
import type { ParcelStatus } from "#src/outbound/packing/packing.rules.ts";
import { publishEvent } from "#server/platform/realtime/events.ts";
import { lockOrders } from "../orders/locked-orders.commands.ts";
import type { LockedOrder } from "../orders/locked-orders.commands.ts";
import type { OrderScope } from "../orders/order-scope.ts";

/*
 * Everything that bags change is locked in one order: orders, parcels, bags, manifests. A cancellation or an unpacking locks the order first too, so it
 * waits for a hand-over, or the hand-over for it.
 */

/** A bag that this transaction has locked. */
export interface LockedBag {
  readonly bag_uuid: string;
  readonly bag_number: string;
  readonly warehouse_uuid: string;
  readonly channel_uuid: string;
  readonly carrier_account_uuid: string | null;
  readonly ship_date: string;
  readonly status: BagStatus;
  readonly manifest_uuid: string | null;
}

/** A parcel that this transaction has locked, with its issued waybill and its bag. */
export interface LockedParcel {
  readonly parcel_uuid: string;
  readonly order_uuid: string;
  readonly warehouse_uuid: string;
  readonly status: ParcelStatus;
  readonly waybill_uuid: string | null;
  readonly channel_uuid: string | null;
  readonly channel_name: string;
  readonly carrier_account_uuid: string | null;
  readonly bag_uuid: string | null;
  readonly bag_number: string;
  readonly has_exception: boolean;
}

type LockScope = Pick<OrderScope, "tx" | "providerUuid">;

/** Locks bags in the order of their uuids. Bags that the caller may not see are omitted. */
export async function lockBags({ tx, providerUuid }: LockScope, uuids: readonly string[]): Promise<LockedBag[]> {
  const { rows } = await sql<LockedBag>`
    select bag_uuid, bag_number, warehouse_uuid, channel_uuid, carrier_account_uuid, ship_date::text as ship_date, status, manifest_uuid from bag
    where provider_uuid = ${providerUuid} and bag_uuid = any (${[...uuids]}::uuid[]) order by bag_uuid for no key update`.execute(tx);
  return rows;
}

/** Locks one bag; null if the caller may not see it. */
export async function lockBag(scope: LockScope, uuid: string): Promise<LockedBag | null> {
  return (await lockBags(scope, [uuid]))[0] ?? null;
}

/** Locks the orders of some parcels, and then the parcels. */
export async function lockParcels(
  scope: OrderScope,
  uuids: readonly string[],
): Promise<{ orders: Map<string, LockedOrder>; parcels: Map<string, LockedParcel> }> {
  const { tx, providerUuid } = scope;
  const named = await sql<{ order_uuid: string }>`select distinct order_uuid from parcel
    where provider_uuid = ${providerUuid} and parcel_uuid = any (${[...uuids]}::uuid[])`.execute(tx);
  const orders = await lockOrders(
    scope,
    named.rows.map(({ order_uuid }) => order_uuid),
  );
  await sql`select from parcel where provider_uuid = ${providerUuid} and parcel_uuid = any (${[...uuids]}::uuid[])
    order by parcel_uuid for no key update`.execute(tx);
  // A waybill is not voided while its parcel is put into a bag or handed over.
  await sql`select from waybill where provider_uuid = ${providerUuid} and parcel_uuid = any (${[...uuids]}::uuid[]) and status <> 'voided'
    order by waybill_uuid for no key update`.execute(tx);
  // Read again under the locks, to see what another transaction committed before it released them.
  const { rows } = await sql<LockedParcel>`
    select p.parcel_uuid, p.order_uuid, p.warehouse_uuid, p.status, y.waybill_uuid, y.channel_uuid, coalesce(c.name, '') as channel_name,
      y.carrier_account_uuid, k.bag_uuid, coalesce(b.bag_number, '') as bag_number,
      exists (select from exception_case x where x.provider_uuid = p.provider_uuid and x.order_uuid = p.order_uuid
        and x.status in ('open', 'assigned', 'waiting_retailer')) as has_exception
    from parcel p
      left join waybill y on y.provider_uuid = p.provider_uuid and y.parcel_uuid = p.parcel_uuid and y.status = 'issued'
      left join channel c on c.provider_uuid = y.provider_uuid and c.channel_uuid = y.channel_uuid
      left join bag_parcel k on k.provider_uuid = p.provider_uuid and k.parcel_uuid = p.parcel_uuid and k.taken_at is null
      left join bag b on b.provider_uuid = k.provider_uuid and b.bag_uuid = k.bag_uuid
    where p.provider_uuid = ${providerUuid} and p.parcel_uuid = any (${[...uuids]}::uuid[]) order by p.parcel_uuid`.execute(tx);
  return {
    orders: new Map(orders.map((order) => [order.order_uuid, order])),
    parcels: new Map(rows.map((parcel) => [parcel.parcel_uuid, parcel])),
  };
}

/** Publishes that bags changed. */
export async function publishBags(
  { tx, providerUuid }: LockScope,
  bags: readonly Pick<LockedBag, "bag_uuid" | "warehouse_uuid">[],
): Promise<void> {
  for (const [warehouseUuid, here] of Map.groupBy(bags, ({ warehouse_uuid }) => warehouse_uuid)) {
    const [only, ...others] = here;
    const bag_uuid = others.length > 0 || only === undefined ? null : only.bag_uuid;
    await publishEvent(tx, baggingChanged, { providerUuid, warehouseUuid }, { bag_uuid });
  }
}

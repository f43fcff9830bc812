import { sql } from "kysely";
import type { RefusedRow } from "#src/kit/api/batch.ts";
import type { RefusalName } from "#src/kit/api/codes.ts";
import type { ParsedInputOf } from "#src/kit/api/define-call.ts";
import { ok, refuse } from "#src/kit/lib/result.ts";
import type { Result } from "#src/kit/lib/result.ts";
import type { takeOutOfBag } from "#src/outbound/bagging/bagging.contract.ts";
import { mostInBag } from "#src/outbound/bagging/bagging.rules.ts";
import { toRefusedRow } from "#server/platform/http/batch.ts";
import { newId } from "#server/platform/runtime/clock.ts";
import { readWarehouseDay } from "#server/warehouse/warehouses/time-zones.queries.ts";
import { saveOrders } from "../orders/locked-orders.commands.ts";
import type { LockedOrder } from "../orders/locked-orders.commands.ts";
import type { OrderScope } from "../orders/order-scope.ts";
import { publishPacking } from "../packing/pack.commands.ts";
import { lockBag, lockParcels, publishBags } from "./locked-bags.commands.ts";
import type { LockedBag, LockedParcel } from "./locked-bags.commands.ts";

/** Returns why an order's parcels may not leave; null if they may. */
export function getOrderRefusal({ holds }: Pick<LockedOrder, "holds">, hasException: boolean): RefusalName | null {
  if (holds.includes("cancel")) return "bagging.cancelRequested";
  if (holds.length > 0) return "bagging.held";
  return hasException ? "bagging.exceptionOpen" : null;
}

/** Returns why a parcel does not go into a bag; null if it does. */
function getRefusal(bag: LockedBag, parcel: LockedParcel | undefined, order: LockedOrder | undefined): RefusalName | null {
  if (parcel === undefined || order === undefined) return "notFound";
  if (parcel.status === "voided") return "bagging.voided";
  if (parcel.status === "handed_over") return "bagging.handedOver";
  if (parcel.bag_uuid !== null) return "bagging.inBag";
  if (parcel.warehouse_uuid !== bag.warehouse_uuid) return "bagging.wrongWarehouse";
  if (parcel.status !== "weighed") return "bagging.notWeighed";
  if (parcel.waybill_uuid === null) return "bagging.noWaybill";
  if (parcel.channel_uuid !== bag.channel_uuid) return "bagging.wrongChannel";
  if (parcel.carrier_account_uuid !== bag.carrier_account_uuid) return "bagging.wrongAccount";
  return getOrderRefusal(order, parcel.has_exception);
}

/** Converts a refusal to the row of the answer: a wrong channel and another bag are named. */
function toRow(uuid: string, refusal: RefusalName, parcel: LockedParcel | undefined): RefusedRow {
  const row = toRefusedRow(uuid, refusal);
  const named = { "bagging.inBag": parcel?.bag_number, "bagging.wrongChannel": parcel?.channel_name }[refusal as string];
  if (named === undefined || named === "") return row;
  const { en_us, zh_cn } = row.message;
  return { ...row, message: { en_us: `${en_us}: ${named}`, zh_cn: `${zh_cn}：${named}` } };
}

/** Returns the given orders whose parcels are all in a bag or handed over. */
async function listBaggedOrders({ tx, providerUuid }: OrderScope, orderUuids: readonly string[]): Promise<Set<string>> {
  const { rows } = await sql<{ order_uuid: string }>`
    select order_uuid from parcel where provider_uuid = ${providerUuid} and order_uuid = any (${[...orderUuids]}::uuid[]) and status <> 'voided'
    group by order_uuid having bool_and(status in ('bagged', 'handed_over'))`.execute(tx);
  return new Set(rows.map(({ order_uuid }) => order_uuid));
}

/** Returns how many parcels are in a bag. */
async function countParcels({ tx, providerUuid }: OrderScope, { bag_uuid }: LockedBag): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*)::integer as count from bag_parcel
    where provider_uuid = ${providerUuid} and bag_uuid = ${bag_uuid} and taken_at is null`.execute(tx);
  return rows[0]?.count ?? 0;
}

/**
 * Puts parcels into a bag. An order is bagged with its last parcel. An empty bag takes the account of its first parcel: labels from before a channel got
 * another account have a bag of their own. An empty one of a past day becomes one of today.
 * @param uuids parcels; a repeated one is refused as already in the bag
 * @returns those that were refused
 */
export async function putInto(scope: OrderScope, bagUuid: string, uuids: readonly string[]): Promise<Result<RefusedRow[], "notFound">> {
  const { tx, providerUuid, userUuid, now } = scope;
  const { orders, parcels } = await lockParcels(
    scope,
    uuids.map((uuid) => uuid.toLowerCase()),
  );
  const locked = await lockBag(scope, bagUuid);
  if (locked === null) return refuse("notFound");
  let bag = locked;
  if (bag.status !== "open") return ok(uuids.map((uuid) => toRefusedRow(uuid, "bagging.bagNotOpen")));
  const today = await readWarehouseDay(scope, bag.warehouse_uuid);
  const before = await countParcels(scope, bag);
  // What is put in now does not leave on a day that is over. An empty bag, which can neither be sealed nor closed, becomes one of today.
  if (bag.ship_date < today && before > 0) return ok(uuids.map((uuid) => toRefusedRow(uuid, "bagging.bagPast")));
  const refused: RefusedRow[] = [];
  const put = new Map<string, LockedParcel>();
  for (const given of uuids) {
    const uuid = given.toLowerCase();
    const found = parcels.get(uuid);
    const parcel = found !== undefined && put.has(uuid) ? { ...found, bag_uuid: bag.bag_uuid, bag_number: bag.bag_number } : found;
    if (before + put.size === 0 && parcel !== undefined && parcel.waybill_uuid !== null)
      bag = { ...locked, carrier_account_uuid: parcel.carrier_account_uuid };
    const isFull = before + put.size >= mostInBag;
    const refusal = getRefusal(bag, parcel, orders.get(parcel?.order_uuid ?? "")) ?? (isFull ? "bagging.bagFull" : null);
    if (refusal !== null) refused.push(toRow(given, refusal, parcel));
    else if (parcel !== undefined) put.set(uuid, parcel);
  }
  if (put.size === 0) return ok(refused);
  if (bag.carrier_account_uuid !== locked.carrier_account_uuid || bag.ship_date < today)
    await sql`update bag set carrier_account_uuid = ${bag.carrier_account_uuid}::uuid, ship_date = greatest(ship_date, ${today}::date), version = version + 1
      where provider_uuid = ${providerUuid} and bag_uuid = ${bag.bag_uuid}`.execute(tx);
  const entries = [...put.keys()].map((parcel_uuid) => ({ parcel_uuid, entry_uuid: newId() }));
  await sql`
    insert into bag_parcel (provider_uuid, entry_uuid, bag_uuid, parcel_uuid, warehouse_uuid, put_by, put_at)
    select ${providerUuid}::uuid, n.entry_uuid, ${bag.bag_uuid}::uuid, n.parcel_uuid, ${bag.warehouse_uuid}::uuid, ${userUuid}::uuid, ${now}
    from jsonb_to_recordset(${JSON.stringify(entries)}::jsonb) as n (entry_uuid uuid, parcel_uuid uuid)`.execute(tx);
  await sql`update parcel set status = 'bagged', bagged_at = ${now}, version = version + 1
    where provider_uuid = ${providerUuid} and parcel_uuid = any (${[...put.keys()]}::uuid[])`.execute(tx);
  const touched = [...new Set([...put.values()].map(({ order_uuid }) => order_uuid))].flatMap((uuid) => orders.get(uuid) ?? []);
  const bagged = await listBaggedOrders(
    scope,
    touched.map(({ order_uuid }) => order_uuid),
  );
  await saveOrders(
    scope,
    touched
      .filter(({ order_uuid, status }) => status === "weighed" && bagged.has(order_uuid))
      .map((order) => ({ order, event: "finish_bagging", set: { status: "bagged" } })),
  );
  await publishBags(scope, [bag]);
  for (const order of touched) await publishPacking(scope, order);
  return ok(refused);
}

/** Takes a parcel out of an open bag. Its order becomes weighed again. */
export async function takeOut(
  scope: OrderScope,
  { bag_uuid, parcel_uuid }: ParsedInputOf<typeof takeOutOfBag>,
): Promise<Result<string, "notFound" | "bagging.bagNotOpen" | "bagging.notInBag">> {
  const { tx, providerUuid, userUuid, now } = scope;
  const uuid = parcel_uuid.toLowerCase();
  const { orders, parcels } = await lockParcels(scope, [uuid]);
  const bag = await lockBag(scope, bag_uuid);
  const parcel = parcels.get(uuid);
  const order = orders.get(parcel?.order_uuid ?? "");
  if (bag === null || parcel === undefined || order === undefined) return refuse("notFound");
  if (bag.status !== "open") return refuse("bagging.bagNotOpen");
  if (parcel.bag_uuid !== bag.bag_uuid) return refuse("bagging.notInBag");
  await sql`update bag_parcel set taken_by = ${userUuid}::uuid, taken_at = ${now}
    where provider_uuid = ${providerUuid} and parcel_uuid = ${uuid} and taken_at is null`.execute(tx);
  await sql`update parcel set status = 'weighed', bagged_at = null, version = version + 1
    where provider_uuid = ${providerUuid} and parcel_uuid = ${uuid}`.execute(tx);
  if (order.status === "bagged") await saveOrders(scope, [{ order, event: "leave_bag", set: { status: "weighed" } }]);
  await publishBags(scope, [bag]);
  await publishPacking(scope, order);
  return ok(bag.bag_uuid);
}

import { sql } from "kysely";
import type { RefusalName } from "#src/kit/api/codes.ts";
import type { ParsedInputOf } from "#src/kit/api/define-call.ts";
import { ok, refuse } from "#src/kit/lib/result.ts";
import type { Result } from "#src/kit/lib/result.ts";
import type { handOverManifest } from "#src/outbound/bagging/manifests.contract.ts";
import { isTooLate } from "#src/outbound/bagging/bagging.rules.ts";
import { StaleRead } from "#server/platform/db/database.ts";
import { shipPieces } from "#server/warehouse/stock/ship-pieces.commands.ts";
import { readWarehouseDay } from "#server/warehouse/warehouses/time-zones.queries.ts";
import { recordBagging } from "#server/warehouse/work/work.commands.ts";
import { orderSource } from "../orders/allocate.commands.ts";
import { saveOrders } from "../orders/locked-orders.commands.ts";
import type { LockedOrder } from "../orders/locked-orders.commands.ts";
import type { OrderScope } from "../orders/order-scope.ts";
import { recordShipping } from "../orders/order-work.commands.ts";
import { followTracks } from "../waybills/track.commands.ts";
import { publishPacking } from "../packing/pack.commands.ts";
import { lockWavesOfOrders } from "../waves/complete-waves.commands.ts";
import { lockBags, lockParcels, publishBags } from "./locked-bags.commands.ts";
import type { LockedParcel } from "./locked-bags.commands.ts";
import { getOrderRefusal } from "./put-into-bag.commands.ts";

type HandOver = ParsedInputOf<typeof handOverManifest>;

interface InManifest {
  readonly parcel_uuid: string;
  readonly bag_uuid: string;
}

/** Lists the parcels that are in the bags of a manifest now. */
async function listInManifest({ tx, providerUuid }: OrderScope, manifestUuid: string): Promise<InManifest[]> {
  const { rows } = await sql<InManifest>`
    select k.parcel_uuid, k.bag_uuid from bag b
      join bag_parcel k on k.provider_uuid = b.provider_uuid and k.bag_uuid = b.bag_uuid and k.taken_at is null
    where b.provider_uuid = ${providerUuid} and b.manifest_uuid = ${manifestUuid}`.execute(tx);
  return rows;
}

/** Finds the signature's file: an image that this user uploaded. Null without one, or if it is not one. */
async function findSignature({ tx, providerUuid, userUuid }: OrderScope, filename: string | null): Promise<string | null> {
  if (filename === null) return null;
  const found = await tx
    .selectFrom("file")
    .select("file_uuid")
    .where("provider_uuid", "=", providerUuid)
    .where("file_uuid", "=", filename.slice(0, filename.indexOf(".")))
    .where("user_uuid", "=", userUuid ?? "")
    .where("purpose", "=", "document")
    .where("retailer_uuid", "is", null)
    .where("expires_at", "is", null)
    .where("extension", "in", ["png", "jpg"])
    .executeTakeFirst();
  return found?.file_uuid ?? null;
}

/** Returns why the contents of the bags may not leave; null if all of it may. */
function getRefusal(parcels: readonly LockedParcel[], orders: ReadonlyMap<string, LockedOrder>): RefusalName | null {
  for (const { order_uuid, has_exception, waybill_uuid } of parcels) {
    const order = orders.get(order_uuid);
    if (order === undefined) return "notFound";
    if (getOrderRefusal(order, has_exception) !== null) return "bagging.parcelHeld";
    if (waybill_uuid === null) return "bagging.noWaybill";
  }
  return null;
}

/** Takes the goods of parcels out of the ledger. The order's reservations for other parcels remain. */
async function shipGoods(scope: OrderScope, parcelUuids: readonly string[], orders: ReadonlyMap<string, LockedOrder>): Promise<void> {
  const { tx, providerUuid, userUuid, now } = scope;
  const { rows } = await sql<{ order_uuid: string; variant_uuid: string; lot: string; quantity: number }>`
    select p.order_uuid, i.variant_uuid, i.lot, sum(i.quantity)::integer as quantity from parcel p
      join parcel_item i on i.provider_uuid = p.provider_uuid and i.parcel_uuid = p.parcel_uuid
    where p.provider_uuid = ${providerUuid} and p.parcel_uuid = any (${[...parcelUuids]}::uuid[]) group by 1, 2, 3 order by 1, 2, 3`.execute(
    tx,
  );
  const shipped = await shipPieces(
    tx,
    { providerUuid, userUuid, now },
    orderSource,
    rows.map(({ order_uuid, variant_uuid, lot, quantity }) => {
      const ownerUuid = orders.get(order_uuid)?.owner_uuid ?? providerUuid;
      return {
        sourceUuid: order_uuid,
        variantUuid: variant_uuid,
        lot,
        quantity,
        forRetailerUuid: ownerUuid === providerUuid ? null : ownerUuid,
      };
    }),
  );
  // What is reserved can be shipped: anything else is a bug, and nothing of it is stored.
  if (!shipped.ok) throw new Error(`bagging: the goods of a parcel could not leave: ${shipped.problem}`);
}

/** Updates the orders whose parcels were handed over: shipped with the last parcel, partly fulfilled before. */
async function shipOrders(scope: OrderScope, orders: readonly LockedOrder[]): Promise<void> {
  const { tx, providerUuid, now } = scope;
  const { rows } = await sql<{ order_uuid: string }>`
    select distinct order_uuid from parcel where provider_uuid = ${providerUuid} and status not in ('handed_over', 'voided')
      and order_uuid = any (${orders.map(({ order_uuid }) => order_uuid)}::uuid[])`.execute(tx);
  const unfinished = new Set(rows.map(({ order_uuid }) => order_uuid));
  await saveOrders(
    scope,
    orders.map((order) =>
      unfinished.has(order.order_uuid)
        ? { order, event: "ship_part" as const, set: { fulfilment_status: "partially_fulfilled" as const } }
        : { order, event: "ship" as const, set: { status: "shipped" as const, fulfilment_status: "fulfilled" as const, shipped_at: now } },
    ),
  );
}

/** Lists those of some orders of which the carrier has brought a parcel back: one that left before the others. */
async function listTrackedBack({ tx, providerUuid }: OrderScope, orders: readonly LockedOrder[]): Promise<string[]> {
  const { rows } = await sql<{ order_uuid: string }>`
    select distinct order_uuid from waybill where provider_uuid = ${providerUuid} and order_uuid = any (${orders.map(({ order_uuid }) => order_uuid)}::uuid[])
      and status = 'issued' and tracking_status = 'returned' order by order_uuid`.execute(tx);
  return rows.map(({ order_uuid }) => order_uuid);
}

/**
 * Hands the bags of a manifest over to the carrier, all of them or none.
 * @throws StaleRead if a bag was added to the manifest between reading and locking
 */
export async function handOver(scope: OrderScope, input: HandOver): Promise<Result<string, RefusalName>> {
  const { tx, providerUuid, userUuid, now } = scope;
  const { manifest_uuid, carrier_person, signed_name } = input;
  const before = await listInManifest(scope, manifest_uuid);
  const locked = await lockParcels(
    scope,
    before.map(({ parcel_uuid }) => parcel_uuid),
  );
  await lockWavesOfOrders(scope, [...locked.orders.values()]);
  const { rows: named } = await sql<{ bag_uuid: string }>`select bag_uuid from bag
    where provider_uuid = ${providerUuid} and manifest_uuid = ${manifest_uuid}`.execute(tx);
  await lockBags(
    scope,
    named.map(({ bag_uuid }) => bag_uuid),
  );
  const { rows: manifests } = await sql<{ status: string; warehouse_uuid: string; ship_date: string }>`
    select status, warehouse_uuid, ship_date::text as ship_date from manifest
    where provider_uuid = ${providerUuid} and manifest_uuid = ${manifest_uuid} for no key update`.execute(tx);
  const [manifest] = manifests;
  if (manifest === undefined) return refuse("notFound");
  if (manifest.status === "handed_over") return refuse("bagging.manifestDone");
  if (isTooLate(manifest.ship_date, await readWarehouseDay(scope, manifest.warehouse_uuid))) return refuse("bagging.tooLate");
  const inside = await listInManifest(scope, manifest_uuid);
  if (inside.length === 0) return refuse("bagging.nothingToHandOver");
  const parcels = inside.flatMap(({ parcel_uuid }) => locked.parcels.get(parcel_uuid) ?? []);
  if (parcels.length < inside.length) throw new StaleRead("bagging: a manifest has other parcels than were locked");
  const refusal = getRefusal(parcels, locked.orders);
  if (refusal !== null) return refuse(refusal);
  const signature = await findSignature(scope, input.signature);
  if (signature === null && (input.signature !== null || signed_name === "")) return refuse("bagging.signatureMissing");

  const uuids = parcels.map(({ parcel_uuid }) => parcel_uuid);
  await sql`update parcel set status = 'handed_over', handed_over_at = ${now}, version = version + 1
    where provider_uuid = ${providerUuid} and parcel_uuid = any (${uuids}::uuid[])`.execute(tx);
  // The tracking job reads the first events at once; without an account there is no carrier to ask. What leaves by a waybill that was to be void is wished
  // for after all: its refused void is over.
  await sql`update waybill set handed_over_at = ${now}, next_track_at = case when carrier_account_uuid is not null then ${now}::timestamptz end,
      void_reason = '', replace_channel_uuid = null, problem_kind = case when void_reason = '' then problem_kind else '' end,
      problem_text = case when void_reason = '' then problem_text else '' end, version = version + 1
    where provider_uuid = ${providerUuid} and waybill_uuid = any (${parcels.flatMap(({ waybill_uuid }) => waybill_uuid ?? [])}::uuid[])`.execute(
    tx,
  );
  await sql`update bag set status = 'handed_over', handed_over_at = ${now}, version = version + 1
    where provider_uuid = ${providerUuid} and manifest_uuid = ${manifest_uuid}`.execute(tx);
  await sql`update manifest set status = 'handed_over', carrier_person = ${carrier_person}, signed_name = ${signed_name},
      signature_file_uuid = ${signature}::uuid, handed_over_by = ${userUuid}::uuid, handed_over_at = ${now}, version = version + 1
    where provider_uuid = ${providerUuid} and manifest_uuid = ${manifest_uuid}`.execute(tx);
  await shipGoods(scope, uuids, locked.orders);
  await recordBagging(
    scope,
    parcels.map((parcel) => ({ ...parcel, owner_uuid: locked.orders.get(parcel.order_uuid)?.owner_uuid ?? providerUuid })),
  );
  await recordShipping(scope, uuids);
  const touched = new Set(parcels.map(({ order_uuid }) => order_uuid));
  const orders = [...locked.orders.values()].filter(({ order_uuid }) => touched.has(order_uuid));
  await shipOrders(scope, orders);
  await followTracks(scope, await listTrackedBack(scope, orders));
  const [first] = orders;
  await publishBags(
    scope,
    named.map(({ bag_uuid }) => ({ bag_uuid, warehouse_uuid: first?.warehouse_uuid ?? "" })),
  );
  for (const order of orders) await publishPacking(scope, order);
  return ok(manifest_uuid);
}

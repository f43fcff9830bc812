import { sql } from "kysely";
import type { Result } from "#src/kit/lib/result.ts";
import { demoWords } from "./demo-names.ts";
import { open, seal } from "./outbound/bagging/bags.commands.ts";
import { handOver } from "./outbound/bagging/hand-over.commands.ts";
import { make } from "./outbound/bagging/make-manifest.commands.ts";
import { putInto } from "./outbound/bagging/put-into-bag.commands.ts";
import { lockOrder, saveOrders } from "./outbound/orders/locked-orders.commands.ts";
import type { OrderScope } from "./outbound/orders/order-scope.ts";
import { print } from "./outbound/waybills/print.commands.ts";

/** How many weighed orders of the demo get how far: the first ones were handed over. */
const counts = { handedOver: 3, manifested: 1, sealed: 1, bagged: 2, waiting: 1 };
/** What the parcels of these orders need. */
export const mostDemoBagged = Object.values(counts).reduce((sum, count) => sum + count, 0);

function done<T>(result: Result<T, string>): T {
  if (!result.ok) throw new Error(`demo bags: ${result.problem}`);
  return result.value;
}

interface Labelled {
  readonly waybill_uuid: string;
  readonly parcel_uuid: string;
  readonly order_uuid: string;
  readonly warehouse_uuid: string;
  readonly channel_uuid: string;
}

/**
 * Issues the requested waybills of parcels, with numbers of the demo's: no carrier runs while the demo is created. Their labels are ours, and no carrier knows
 * them, so nothing is asked about them later.
 * @param prefix of the numbers, 2 letters
 */
export async function issueWaybills(
  { tx, providerUuid, now }: OrderScope,
  parcelUuids: readonly string[],
  prefix: string,
): Promise<Labelled[]> {
  const given = parcelUuids.map((parcel_uuid, at) => ({ parcel_uuid, number: `${prefix}${String(700_000_101 + at)}` }));
  const { rows } = await sql<Labelled>`
    update waybill w set status = 'issued', issued_at = coalesce(w.issued_at, ${now}), label_type = 'own', next_try_at = null, version = w.version + 1,
      waybill_number = case w.waybill_number when '' then n.number else w.waybill_number end,
      tracking_number = case w.tracking_number when '' then n.number || 'CN' else w.tracking_number end
    from jsonb_to_recordset(${JSON.stringify(given)}::jsonb) as n (parcel_uuid uuid, number text)
    where w.provider_uuid = ${providerUuid} and w.parcel_uuid = n.parcel_uuid and w.status in ('requested', 'issued')
    returning w.waybill_uuid, w.parcel_uuid, w.order_uuid, w.warehouse_uuid, w.channel_uuid`.execute(tx);
  return rows.toSorted((one, other) => parcelUuids.indexOf(one.parcel_uuid) - parcelUuids.indexOf(other.parcel_uuid));
}

/** Prints the labels of parcels, as the print station does. Nobody follows the links to the files. */
async function printLabels(scope: OrderScope, parcels: readonly Labelled[]): Promise<void> {
  const waybill_uuids = parcels.map(({ waybill_uuid }) => waybill_uuid);
  const { failed } = done(await print(scope, "http://127.0.0.1", { waybill_uuids, reason: "", size: "100x150", language: "en_us" }));
  if (failed[0] !== undefined) throw new Error(`demo bags: ${failed[0].message.en_us}`);
}

/** Prints the labels of parcels, and puts them into bags, one for each channel. Returns the bags. */
async function fillBags(scope: OrderScope, parcels: readonly Labelled[]): Promise<string[]> {
  await printLabels(scope, parcels);
  const bags: string[] = [];
  for (const [channel_uuid, same] of Map.groupBy(parcels, (parcel) => parcel.channel_uuid)) {
    const bag = done(await open(scope, { warehouse_uuid: same[0]?.warehouse_uuid ?? "", channel_uuid }));
    const uuids = same.map(({ parcel_uuid }) => parcel_uuid);
    const [refused] = done(await putInto(scope, bag, uuids));
    if (refused !== undefined) throw new Error(`demo bags: ${refused.message.en_us}`);
    bags.push(bag);
  }
  return bags;
}

async function sealAll(scope: OrderScope, bags: readonly string[]): Promise<void> {
  for (const [at, bag_uuid] of bags.entries()) done(await seal(scope, { bag_uuid, weight_grams: 1800 + at * 250 }));
}

/** Makes manifests of sealed bags, one for each account, or channel without one. */
async function listOnManifests(scope: OrderScope, bags: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ bag_uuid: string; key: string }>`
    select bag_uuid, coalesce(carrier_account_uuid, channel_uuid)::text as key from bag
    where provider_uuid = ${scope.providerUuid} and bag_uuid = any (${[...bags]}::uuid[]) order by bag_uuid`.execute(scope.tx);
  const manifests: string[] = [];
  for (const same of Map.groupBy(rows, ({ key }) => key).values())
    manifests.push(done(await make(scope, { bag_uuids: same.map(({ bag_uuid }) => bag_uuid) })));
  return manifests;
}

/** Hands parcels over to their carriers, which do not know them: nothing is asked about them later. */
export async function handOverParcels(scope: OrderScope, parcels: readonly Labelled[]): Promise<void> {
  const bags = await fillBags(scope, parcels);
  await sealAll(scope, bags);
  for (const manifest_uuid of await listOnManifests(scope, bags))
    done(await handOver(scope, { manifest_uuid, carrier_person: demoWords.driver, signed_name: demoWords.driver, signature: null }));
  await sql`update waybill set next_track_at = null where provider_uuid = ${scope.providerUuid} and next_track_at is not null`.execute(
    scope.tx,
  );
}

/** Stands in for a carrier's tracking: one order was delivered, and another came back. */
async function follow(scope: OrderScope, [delivered, sentBack]: readonly string[]): Promise<void> {
  const [first, second] = [await lockOrder(scope, delivered ?? ""), await lockOrder(scope, sentBack ?? "")];
  if (first === null || second === null) throw new Error("demo bags: a shipped order is missing");
  await saveOrders(scope, [
    { order: first, event: "deliver", set: { status: "delivered", delivered_at: scope.now } },
    { order: second, event: "send_back", set: { status: "sent_back" } },
  ]);
}

/**
 * Issues the waybills of weighed parcels of the demo, and takes most of them into bags: handed over, on a manifest, sealed and open ones, with the commands of the
 * screen.
 * @param parcelUuids of `mostDemoBagged` orders with one parcel each
 */
export async function seedDemoBags(scope: OrderScope, parcelUuids: readonly string[]): Promise<void> {
  const labelled = await issueWaybills(scope, parcelUuids, "HD");
  let from = 0;
  const next = (count: number) => labelled.slice(from, (from += count));
  const left = next(counts.handedOver);
  await handOverParcels(scope, left);
  await follow(
    scope,
    left.map(({ order_uuid }) => order_uuid),
  );
  const waiting = await fillBags(scope, next(counts.manifested));
  await sealAll(scope, waiting);
  await listOnManifests(scope, waiting);
  await sealAll(scope, await fillBags(scope, next(counts.sealed)));
  await fillBags(scope, next(counts.bagged));
}

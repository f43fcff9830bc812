import { sql } from "kysely";
import type { Result } from "#src/kit/lib/result.ts";
import { open, seal } from "./outbound/bagging/bags.commands.ts";
import { handOver } from "./outbound/bagging/hand-over.commands.ts";
import { make } from "./outbound/bagging/make-manifest.commands.ts";
import { putInto } from "./outbound/bagging/put-into-bag.commands.ts";
import { lockOrder, saveOrders } from "./outbound/orders/locked-orders.commands.ts";
import type { OrderScope } from "./outbound/orders/order-scope.ts";

/** How many weighed orders of the demo get how far: the first ones were handed over. */
const counts = { handedOver: 3, manifested: 1, sealed: 1, bagged: 2, waiting: 1 };
/** What the parcels of these orders need. */
export const mostDemoBagged = Object.values(counts).reduce((sum, count) => sum + count, 0);

function done<T>(result: Result<T, string>): T {
  if (!result.ok) throw new Error(`demo bags: ${result.problem}`);
  return result.value;
}

interface Labelled {
  readonly parcel_uuid: string;
  readonly order_uuid: string;
  readonly warehouse_uuid: string;
  readonly channel_uuid: string;
}

/**
 * Issues the waybill of a parcel that was requested, with a number of the demo's: no carrier runs while the demo is created. Its label is one of ours, and no
 * carrier knows it, so nothing is asked about it later.
 */
async function issueWaybill({ tx, providerUuid, now }: OrderScope, parcelUuid: string, number: string): Promise<Labelled[]> {
  const { rows } = await sql<Labelled>`
    update waybill set status = 'issued', issued_at = coalesce(issued_at, ${now}), label_type = 'own', next_try_at = null, version = version + 1,
      waybill_number = case waybill_number when '' then ${number} else waybill_number end,
      tracking_number = case tracking_number when '' then ${`${number}CN`} else tracking_number end
    where provider_uuid = ${providerUuid} and parcel_uuid = ${parcelUuid} and status in ('requested', 'issued')
    returning parcel_uuid, order_uuid, warehouse_uuid, channel_uuid`.execute(tx);
  return rows;
}

/** Puts parcels into bags, one for each channel. Returns the bags. */
async function fillBags(scope: OrderScope, parcels: readonly Labelled[]): Promise<string[]> {
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
  const labelled: Labelled[] = [];
  for (const [at, uuid] of parcelUuids.entries()) labelled.push(...(await issueWaybill(scope, uuid, `HD${String(700_000_101 + at)}`)));
  let from = 0;
  const next = (count: number) => labelled.slice(from, (from += count));
  const left = next(counts.handedOver);
  const gone = await fillBags(scope, left);
  await sealAll(scope, gone);
  for (const manifest_uuid of await listOnManifests(scope, gone))
    done(await handOver(scope, { manifest_uuid, carrier_person: "Li Wei", signed_name: "Li Wei", signature: null }));
  await sql`update waybill set next_track_at = null where provider_uuid = ${scope.providerUuid} and next_track_at is not null`.execute(
    scope.tx,
  );
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

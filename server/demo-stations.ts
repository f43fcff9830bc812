import { sql } from "kysely";
import type { Result } from "#src/kit/lib/result.ts";
import { handOverParcels, issueWaybills, mostDemoBagged, seedDemoBags } from "./demo-bags.ts";
import { demoWords } from "./demo-names.ts";
import { insertBox } from "./outbound/packing/boxes.commands.ts";
import { pack } from "./outbound/packing/pack.commands.ts";
import { reportDamagedPieces, reportWeightOff } from "./outbound/packing/report.commands.ts";
import { weigh } from "./outbound/packing/weigh.commands.ts";
import type { OrderScope } from "./outbound/orders/order-scope.ts";
import { begin } from "./outbound/review/begin-review.commands.ts";
import { finish } from "./outbound/review/finish-review.commands.ts";
import { reportWrong } from "./outbound/review/report.commands.ts";
import { countPieces } from "./outbound/review/review-pieces.commands.ts";
import { enter } from "./outbound/waybills/change.commands.ts";
import { insertWaybills } from "./outbound/waybills/request.commands.ts";
import { settleFailed } from "./outbound/waybills/settle.commands.ts";
import { voidChosen } from "./outbound/waybills/void.commands.ts";
import type { JobQueue } from "./platform/jobs/job-queue.ts";

/** The code of a product that no order of the wave contains. */
const foreignCode = "2000000000015";

/** How many orders of the demo are reviewed, how many of them packed, and how many of those weighed. The last of those get waybills, and most go into bags. */
const counts = { reviewed: 7 + mostDemoBagged, packed: 5 + mostDemoBagged, weighed: 4 + mostDemoBagged };

/** What the demo's goods are packed in and with. Their names are scanned. */
const boxes = [
  { name: "BOX-S", kind: "box", length_mm: 300, width_mm: 220, height_mm: 160, weight_grams: 120, max_weight_grams: 5000 },
  { name: "BOX-M", kind: "box", length_mm: 450, width_mm: 350, height_mm: 300, weight_grams: 260, max_weight_grams: 15_000 },
  { name: "PAPER-1", kind: "consumable", length_mm: null, width_mm: null, height_mm: null, weight_grams: 4, max_weight_grams: null },
] as const;

function done<T>(result: Result<T, string>): T {
  if (!result.ok) throw new Error(`demo stations: ${result.problem}`);
  return result.value;
}

/** Reviews all pieces of an order. @param wrongCode a code that does not belong to it, and is reported */
async function reviewAll(scope: OrderScope, order_uuid: string, wrongCode?: string): Promise<void> {
  const { tx, providerUuid } = scope;
  const review_uuid = done(await begin(scope, { order_uuid, takes_over: false }));
  if (wrongCode !== undefined) done(await reportWrong(scope, { review_uuid, code: wrongCode }, async () => undefined));
  const { rows } = await sql<{ line_number: number; quantity: number }>`select line_number, quantity from order_review_line
    where provider_uuid = ${providerUuid} and review_uuid = ${review_uuid} order by line_number`.execute(tx);
  for (const line of rows) done(await countPieces(scope, { review_uuid, ...line }));
  done(await finish(scope, { review_uuid }));
}

interface Item {
  readonly variant_uuid: string;
  readonly lot: string;
  readonly quantity: number;
}

/** Lists the pieces of an order. */
async function listItems({ tx, providerUuid }: OrderScope, orderUuid: string): Promise<Item[]> {
  const { rows } = await sql<Item>`
    select variant_uuid, lot, sum(quantity)::integer as quantity from reservation
    where provider_uuid = ${providerUuid} and source_type = 'order' and source_uuid = ${orderUuid} and status = 'open' group by 1, 2 order by 1, 2`.execute(
    tx,
  );
  return rows;
}

/** A box to pack in, and what is put in besides the goods. */
type Packaging = Pick<Parameters<typeof pack>[1]["parcels"][number], "box_uuid" | "consumables">;
const ownPackaging: Packaging = { box_uuid: null, consumables: [] };

/** Packs all pieces of an order into one parcel. Returns it. */
async function packAll(scope: OrderScope, order_uuid: string, packaging = ownPackaging): Promise<string> {
  const { tx, providerUuid } = scope;
  const items = await listItems(scope, order_uuid);
  done(await pack(scope, { order_uuid, parcels: [{ ...packaging, items }] }));
  const { rows } = await sql<{ parcel_uuid: string }>`select parcel_uuid from parcel
    where provider_uuid = ${providerUuid} and order_uuid = ${order_uuid} and status = 'closed'`.execute(tx);
  return rows[0]?.parcel_uuid ?? "";
}

/** Nothing is asked while the demo is created: the job that looks for what is due finds it, once the server and its carriers run. */
const noJobs: JobQueue = { enqueue: async () => false };

/** Has an order go by a channel without an interface. */
async function sendByHand({ tx, providerUuid }: OrderScope, order_uuid: string): Promise<void> {
  await sql`update sales_order set channel_uuid = (
      select channel_uuid from channel where provider_uuid = ${providerUuid} and carrier_account_uuid is null and is_enabled order by name desc limit 1)
    where provider_uuid = ${providerUuid} and order_uuid = ${order_uuid}`.execute(tx);
}

/**
 * Requests the waybill of a weighed parcel. Where its channel has no interface, its number is entered by hand, if that is wanted.
 * @returns whether its channel has no interface
 */
async function labelParcel(scope: OrderScope, parcel_uuid: string, isNumbered: boolean): Promise<boolean> {
  const { tx, providerUuid } = scope;
  const { rows } = await sql<{ parcel_number: string; channel_uuid: string | null }>`
    select p.parcel_number, o.channel_uuid from parcel p join sales_order o on o.provider_uuid = p.provider_uuid and o.order_uuid = p.order_uuid
    where p.provider_uuid = ${providerUuid} and p.parcel_uuid = ${parcel_uuid}`.execute(tx);
  const [parcel] = rows;
  if (parcel === undefined || parcel.channel_uuid === null) return false;
  const waybills = await insertWaybills(scope, noJobs, [{ ...parcel, parcel_uuid, channel_uuid: parcel.channel_uuid }]);
  for (const { waybill_uuid, carrier_account_uuid } of waybills)
    if (carrier_account_uuid === null && isNumbered)
      done(
        await enter(scope, {
          waybill_uuid,
          waybill_number: parcel.parcel_number.replace("P-", "DEMO-"),
          tracking_number: "",
          size: "100x150",
          language: "en_us",
        }),
      );
  return waybills.some(({ carrier_account_uuid }) => carrier_account_uuid === null);
}

/** Lists picked orders of a wave, the oldest first. */
async function listPicked({ tx, providerUuid }: OrderScope, waveUuid: string, count: number): Promise<string[]> {
  const { rows } = await sql<{ order_uuid: string }>`select order_uuid from sales_order
    where provider_uuid = ${providerUuid} and wave_uuid = ${waveUuid} and status = 'picked' and holds = '{}' order by order_uuid limit ${count}`.execute(
    tx,
  );
  return rows.map(({ order_uuid }) => order_uuid);
}

/** Weighs a parcel, and requests its waybill. @returns whether its channel has no interface */
async function weighParcel(scope: OrderScope, parcel_uuid: string, isNumbered = true): Promise<boolean> {
  const { tx, providerUuid } = scope;
  const { rows } = await sql<{ grams: number }>`select coalesce(expected_grams, 500) as grams from parcel
    where provider_uuid = ${providerUuid} and parcel_uuid = ${parcel_uuid}`.execute(tx);
  const [refused] = await weigh(scope, [{ parcel_uuid, measured_grams: rows[0]?.grams ?? 500, reason: "" }]);
  if (refused !== undefined) throw new Error(`demo stations: ${refused.refusal}`);
  return labelParcel(scope, parcel_uuid, isNumbered);
}

/** Reviews all orders of a picked wave of the demo. They wait to be packed. */
export async function reviewDemoWave(scope: OrderScope, waveUuid: string): Promise<void> {
  for (const order_uuid of await listPicked(scope, waveUuid, 100)) await reviewAll(scope, order_uuid);
}

/**
 * Takes all orders of a picked wave of the demo to their hand-over, with the commands of the screens.
 * @param scope of the person who works at the stations
 * @param count of its orders
 * @throws Error naming the refusal if a command refuses
 */
export async function shipDemoWave(scope: OrderScope, waveUuid: string, count: number): Promise<void> {
  const parcels: string[] = [];
  for (const order_uuid of await listPicked(scope, waveUuid, count)) {
    await reviewAll(scope, order_uuid);
    const parcel_uuid = await packAll(scope, order_uuid);
    await weighParcel(scope, parcel_uuid);
    parcels.push(parcel_uuid);
  }
  await handOverParcels(scope, await issueWaybills(scope, parcels, "HS"));
}

/** Creates the demo's boxes. @returns how every second order is packed */
async function addBoxes(scope: OrderScope): Promise<Packaging> {
  const uuids: string[] = [];
  for (const box of boxes) uuids.push(done(await insertBox(scope, box)).box_uuid);
  const [small = "", , paper = ""] = uuids;
  return { box_uuid: small, consumables: [{ box_uuid: paper, quantity: 2 }] };
}

/** Stands in for a carrier that refuses one of some requested waybills; another is voided, and its parcel is without one. */
async function spoilLabels(scope: OrderScope, parcelUuids: readonly string[]): Promise<void> {
  const { tx, providerUuid } = scope;
  const { rows } = await sql<{ waybill_uuid: string; accountUuid: string }>`
    select waybill_uuid, carrier_account_uuid as "accountUuid" from waybill
    where provider_uuid = ${providerUuid} and parcel_uuid = any (${[...parcelUuids]}::uuid[]) and status = 'requested' and carrier_account_uuid is not null
    order by waybill_uuid`.execute(tx);
  const [failing, voided] = rows;
  if (failing === undefined || voided === undefined) throw new Error("demo stations: too few waybills are requested of a carrier");
  await sql`update waybill set status = 'asked' where provider_uuid = ${providerUuid} and waybill_uuid = ${failing.waybill_uuid}`.execute(
    tx,
  );
  const settling = { ...scope, jobs: noJobs, accountUuid: failing.accountUuid };
  await settleFailed(settling, failing.waybill_uuid, { kind: "unreadable", text: demoWords.carrierSays });
  const [refused] = await voidChosen(scope, noJobs, [voided.waybill_uuid], { reason: demoWords.wrongBox });
  if (refused !== undefined) throw new Error(`demo stations: ${refused.refusal}`);
}

/**
 * Takes some of the demo's picked orders through the stations: reviewed, packed, weighed and bagged, with the commands of the screens. What goes wrong there
 * is reported: a piece of another product, a damaged one, a weight that is off, and labels.
 * @param scope of the person who works at the stations
 * @throws Error naming the refusal if a command refuses
 */
export async function seedDemoStations(scope: OrderScope, waveUuid: string): Promise<void> {
  const weighed: { parcel_uuid: string; isByHand: boolean }[] = [];
  const inBox = await addBoxes(scope);
  for (const [at, order_uuid] of (await listPicked(scope, waveUuid, counts.reviewed)).entries()) {
    await reviewAll(scope, order_uuid, at === counts.reviewed - 1 ? foreignCode : undefined);
    if (at === counts.packed)
      for (const item of await listItems(scope, order_uuid)) done(await reportDamagedPieces(scope, { order_uuid, ...item, quantity: 1 }));
    if (at >= counts.packed) continue;
    // The number of the first parcel's waybill is still to be entered.
    if (at === 0) await sendByHand(scope, order_uuid);
    const parcel_uuid = await packAll(scope, order_uuid, at % 2 === 0 ? inBox : ownPackaging);
    if (at >= counts.weighed) {
      done(await reportWeightOff(scope, { parcel_uuid, measured_grams: 4820 }));
      continue;
    }
    weighed.push({ parcel_uuid, isByHand: await weighParcel(scope, parcel_uuid, at > 0) });
  }
  await spoilLabels(
    scope,
    weighed.slice(1, -mostDemoBagged).map(({ parcel_uuid }) => parcel_uuid),
  );
  // Those are handed over first that no carrier tracks: people record what becomes of them.
  const bagged = weighed.slice(-mostDemoBagged).toSorted((one, other) => Number(other.isByHand) - Number(one.isByHand));
  await seedDemoBags(
    scope,
    bagged.map(({ parcel_uuid }) => parcel_uuid),
  );
}

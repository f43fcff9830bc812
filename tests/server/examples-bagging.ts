import { sql } from "kysely";
import { platform } from "#server/platform/db/row-security.ts";
import type { Tx } from "#server/platform/db/row-security.ts";
import { newId } from "#server/platform/runtime/clock.ts";
import { findsNothing } from "./example.ts";
import type { Aim, Example } from "./example.ts";
import { addOrderRows } from "./rows-orders.ts";
import type { OrderRows } from "./rows-orders.ts";
import { markerOf } from "./rows.ts";
import type { Person } from "./world.ts";

/** How far the bag of an example is: empty, with a parcel, sealed, or on a manifest. */
type Stage = "empty" | "filled" | "sealed" | "manifested";

/** A bag of a person's company, and a parcel that is in it, or waits for it. */
interface BaggingRows extends OrderRows {
  readonly channelUuid: string;
  readonly parcelUuid: string;
  readonly bagUuid: string;
  readonly bagNumber: string;
  readonly manifestUuid: string;
}

async function addParcel(tx: Tx, person: Person, rows: OrderRows, { channelUuid, isBagged }: { channelUuid: string; isBagged: boolean }) {
  const { providerUuid: provider_uuid, warehouseUuid: warehouse_uuid } = rows.stage;
  const parcel_uuid = newId();
  const now = new Date();
  const common = { provider_uuid, parcel_uuid, warehouse_uuid };
  const { rows: items } = await sql<{ variant_uuid: string; lot: string; quantity: number; owner_uuid: string }>`
    select r.variant_uuid, r.lot, sum(r.quantity)::integer as quantity, o.owner_uuid from reservation r
      join sales_order o on o.provider_uuid = r.provider_uuid and o.order_uuid = r.source_uuid
    where r.provider_uuid = ${provider_uuid} and r.source_uuid = ${rows.orderUuid} and r.status = 'open' group by 1, 2, 4`.execute(tx);
  await tx
    .insertInto("parcel")
    .values({
      ...common,
      parcel_number: `P-${newId().slice(-12)}`.toUpperCase(),
      order_uuid: rows.orderUuid,
      status: isBagged ? "bagged" : "weighed",
      piece_count: 3,
      measured_grams: 500,
      packed_by: person.userUuid,
      packed_at: now,
      weighed_at: now,
      bagged_at: isBagged ? now : null,
    })
    .execute();
  await tx
    .insertInto("parcel_item")
    .values(items.map(({ variant_uuid, lot, quantity }, at) => ({ ...common, line_number: at + 1, variant_uuid, lot, quantity })))
    .execute();
  const waybill_uuid = newId();
  await tx
    .insertInto("waybill")
    .values({
      ...common,
      waybill_uuid,
      order_uuid: rows.orderUuid,
      owner_uuid: items[0]?.owner_uuid ?? provider_uuid,
      channel_uuid: channelUuid,
      reference: waybill_uuid,
      status: "issued",
      waybill_number: `YT${waybill_uuid.slice(-12)}`.toUpperCase(),
      requested_at: now,
      issued_at: now,
    })
    .execute();
  return parcel_uuid;
}

async function addBaggingRows(tx: Tx, person: Person, stage: Stage): Promise<BaggingRows> {
  const rows = await addOrderRows(tx, person, stage === "empty" ? "weighed" : "bagged");
  const { providerUuid: provider_uuid, warehouseUuid: warehouse_uuid } = rows.stage;
  const [channel_uuid, bag_uuid, manifest_uuid] = [newId(), newId(), newId()];
  const now = new Date();
  const isSealed = stage === "sealed" || stage === "manifested";
  await tx
    .insertInto("channel")
    .values({ provider_uuid, channel_uuid, name: `${markerOf(person)} ${channel_uuid}`, is_enabled: false })
    .execute();
  const parcelUuid = await addParcel(tx, person, rows, { channelUuid: channel_uuid, isBagged: stage !== "empty" });
  const common = { provider_uuid, warehouse_uuid, channel_uuid, ship_date: now.toISOString().slice(0, 10) };
  if (stage === "manifested")
    await tx
      .insertInto("manifest")
      .values({ ...common, manifest_uuid, manifest_number: `M-${newId().slice(-12)}`.toUpperCase(), made_at: now })
      .execute();
  const bag_number = `B-${newId().slice(-12)}`.toUpperCase();
  await tx
    .insertInto("bag")
    .values({
      ...common,
      bag_uuid,
      bag_number,
      status: stage === "empty" || stage === "filled" ? "open" : stage,
      opened_at: now,
      ...(isSealed ? { weight_grams: 600, sealed_at: now } : {}),
      ...(stage === "manifested" ? { manifest_uuid } : {}),
    })
    .execute();
  if (stage !== "empty")
    await tx
      .insertInto("bag_parcel")
      .values({ provider_uuid, entry_uuid: newId(), bag_uuid, parcel_uuid: parcelUuid, warehouse_uuid, put_at: now })
      .execute();
  return { ...rows, channelUuid: channel_uuid, parcelUuid, bagUuid: bag_uuid, bagNumber: bag_number, manifestUuid: manifest_uuid };
}

function about(stage: Stage, input: (named: BaggingRows) => object): Example {
  const make = ({ test }: Aim, person: Person): Promise<BaggingRows> =>
    test.services.database.transaction(platform, (tx) => addBaggingRows(tx, person, stage));
  return {
    own: async (aim) => input(await make(aim, aim.owner)),
    withForeign: async (aim) => input(await make(aim, aim.foreign.person)),
  };
}

const ofBag = ({ bagUuid }: BaggingRows) => ({ bag_uuid: bagUuid });
const ofManifest = ({ manifestUuid }: BaggingRows) => ({ manifest_uuid: manifestUuid });

/** An input for each call of bagging. */
export const baggingExamples: Readonly<Record<string, Example>> = {
  "bagging.list-channels": findsNothing(about("empty", ({ stage }) => ({ warehouse_uuid: stage.warehouseUuid }))),
  "bagging.find": findsNothing(about("filled", ({ bagNumber }) => ({ code: bagNumber }))),
  "bagging.get-bag": about("filled", ofBag),
  "bagging.open-bag": about("empty", ({ stage, channelUuid }) => ({ warehouse_uuid: stage.warehouseUuid, channel_uuid: channelUuid })),
  "bagging.put-into-bag": about("empty", ({ bagUuid, parcelUuid }) => ({ bag_uuid: bagUuid, parcel_ids: [parcelUuid] })),
  "bagging.take-out": about("filled", ({ bagUuid, parcelUuid }) => ({ bag_uuid: bagUuid, parcel_uuid: parcelUuid })),
  "bagging.seal": about("filled", (rows) => ({ ...ofBag(rows), weight_grams: 600 })),
  "bagging.unseal": about("sealed", ofBag),
  "bagging.query-bagged-specific-element": about("filled", ({ bagUuid }) => ({ field: ["bag_id"], value: [bagUuid] })),
  "bagging.print-bagged-list": about("filled", ({ bagNumber }) => ({ bag_numbers: [bagNumber] })),
  "bagging.print-tags": about("filled", ({ bagUuid }) => ({ bag_uuids: [bagUuid] })),
  "bagging.list-manifests": about("manifested", ({ stage }) => ({ warehouse_uuid: stage.warehouseUuid })),
  "bagging.get-manifest": about("manifested", ofManifest),
  "bagging.make-manifest": about("sealed", ({ bagUuid }) => ({ bag_uuids: [bagUuid] })),
  "bagging.dissolve-manifest": about("manifested", ofManifest),
  "bagging.print-manifest": about("manifested", ofManifest),
  "bagging.hand-over": about("manifested", (rows) => ({ ...ofManifest(rows), carrier_person: "Sam Carrier", signed_name: "Sam Carrier" })),
};

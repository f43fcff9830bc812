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

/** A reviewed order of a person's company, or a packed one with its parcel; and a box. */
interface PackingRows extends OrderRows {
  readonly boxUuid: string;
  readonly parcelUuid: string;
  /** what the order has, by lot */
  readonly items: readonly { readonly variant_uuid: string; readonly lot: string; readonly quantity: number }[];
}

async function addPackingRows(tx: Tx, person: Person, isPacked: boolean): Promise<PackingRows> {
  const rows = await addOrderRows(tx, person, isPacked ? "packed" : "reviewed");
  const { providerUuid: provider_uuid, warehouseUuid: warehouse_uuid } = rows.stage;
  const [box_uuid, parcel_uuid] = [newId(), newId()];
  const { rows: items } = await sql<PackingRows["items"][number]>`
    select variant_uuid, lot, sum(quantity)::integer as quantity from reservation
    where provider_uuid = ${provider_uuid} and source_uuid = ${rows.orderUuid} and status = 'open' group by 1, 2`.execute(tx);
  await tx
    .insertInto("box_type")
    .values({
      provider_uuid,
      box_uuid,
      name: `${markerOf(person)} ${box_uuid}`.slice(-60),
      kind: "box",
      length_mm: 300,
      width_mm: 200,
      height_mm: 100,
      weight_grams: 80,
      created_at: new Date(),
    })
    .execute();
  if (isPacked) {
    await tx
      .insertInto("parcel")
      .values({
        provider_uuid,
        parcel_uuid,
        parcel_number: `P-${newId().slice(-12)}`.toUpperCase(),
        order_uuid: rows.orderUuid,
        warehouse_uuid,
        box_uuid,
        piece_count: 3,
        packed_by: person.userUuid,
        packed_at: new Date(),
      })
      .execute();
    await tx
      .insertInto("parcel_item")
      .values(items.map((item, at) => ({ provider_uuid, parcel_uuid, line_number: at + 1, warehouse_uuid, ...item })))
      .execute();
  }
  return { ...rows, boxUuid: box_uuid, parcelUuid: parcel_uuid, items };
}

function about(input: (named: PackingRows) => object, isPacked = false): Example {
  const make = ({ test }: Aim, person: Person): Promise<PackingRows> =>
    test.services.database.transaction(platform, (tx) => addPackingRows(tx, person, isPacked));
  return {
    own: async (aim) => input(await make(aim, aim.owner)),
    withForeign: async (aim) => input(await make(aim, aim.foreign.person)),
  };
}

const ofOrder = ({ orderUuid }: PackingRows) => ({ order_uuid: orderUuid });
const ofParcel = ({ parcelUuid }: PackingRows) => ({ parcel_uuid: parcelUuid, measured_grams: 500 });
const newBox = () => ({ name: `Box ${newId()}`, kind: "box", weight_grams: 80, length_mm: 300, width_mm: 200, height_mm: 100 });

/** An input for each call of packing and weighing. */
export const packingExamples: Readonly<Record<string, Example>> = {
  "packing.list-to-pack": about(({ stage }) => ({ warehouse_uuid: stage.warehouseUuid })),
  "packing.list-to-weigh": about(({ stage }) => ({ warehouse_uuid: stage.warehouseUuid }), true),
  "packing.find-to-pack": findsNothing(about(({ orderNumber }) => ({ code: orderNumber }))),
  "packing.get-packing": about(ofOrder),
  "packing.pack": about(({ orderUuid, items, boxUuid }) => ({
    order_uuid: orderUuid,
    parcels: [{ box_uuid: boxUuid, items: [...items] }],
  })),
  "packing.report-damaged": about(({ orderUuid, items: [item] }) => ({ order_uuid: orderUuid, ...item, quantity: 1 })),
  "packing.report-weight": about(ofParcel, true),
  "packing.reopen": about(ofOrder, true),
  "packing.weigh": about(ofParcel, true),
  "packing.weigh-parcels": about((rows) => ({ parcels: [ofParcel(rows)] }), true),
  "packing.print-parcel-labels": about(({ parcelUuid }) => ({ parcel_uuids: [parcelUuid] }), true),
  "packing.print-box-labels": about(({ boxUuid }) => ({ box_uuids: [boxUuid] })),
  "packing.list-boxes": { own: async () => ({}) },
  "packing.create-box": { own: async () => newBox() },
  "packing.update-box": about(({ boxUuid }) => ({ ...newBox(), box_uuid: boxUuid, version: 1, is_active: true })),
};

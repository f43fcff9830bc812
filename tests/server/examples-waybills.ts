import { platform } from "#server/platform/db/row-security.ts";
import { newId } from "#server/platform/runtime/clock.ts";
import { findsNothing } from "./example.ts";
import type { Aim, Example } from "./example.ts";
import { addWaybillRows } from "./rows-waybills.ts";
import type { WaybillRows } from "./rows-waybills.ts";
import type { Person } from "./world.ts";

type Wish = Parameters<typeof addWaybillRows>[2];

function about(input: (named: WaybillRows) => object, wish?: Wish): Example {
  const make = ({ test }: Aim, person: Person): Promise<WaybillRows> =>
    test.services.database.transaction(platform, (tx) => addWaybillRows(tx, person, wish));
  return {
    own: async (aim) => input(await make(aim, aim.owner)),
    withForeign: async (aim) => input(await make(aim, aim.foreign.person)),
  };
}

const ofWaybill = ({ waybillUuid }: WaybillRows) => ({ waybill_uuids: [waybillUuid] });

/** An input for each call of waybills. */
export const waybillExamples: Readonly<Record<string, Example>> = {
  "waybills.list-waybills": about(({ stage }) => ({ warehouse_uuid: stage.warehouseUuid })),
  "waybills.list-parcels-without": about(({ stage }) => ({ warehouse_uuid: stage.warehouseUuid }), { isWithout: true }),
  "waybills.list-choices": findsNothing(about(({ stage }) => ({ warehouse_uuid: stage.warehouseUuid }))),
  "waybills.list-of-order": about(({ orderUuid }) => ({ order_uuid: orderUuid })),
  "waybills.request": about(({ parcelUuid }) => ({ parcel_uuids: [parcelUuid] }), { isWithout: true }),
  "waybills.print": about((rows) => ({ ...ofWaybill(rows), reason: "torn" })),
  "waybills.get-print-file": about(({ printUuid }) => ({ print_uuid: printUuid })),
  "waybills.retry": about(ofWaybill, { status: "failed" }),
  "waybills.void": about((rows) => ({ ...ofWaybill(rows), reason: "wrong box" })),
  "waybills.relabel": about((rows) => ({ ...ofWaybill(rows), channel_uuid: rows.otherChannelUuid })),
  "waybills.record-tracks": about((rows) => ({ ...ofWaybill(rows), status: "delivered" }), { isByHand: true, isHandedOver: true }),
  "waybills.enter": about(({ waybillUuid }) => ({ waybill_uuid: waybillUuid, waybill_number: `H-${newId()}` }), {
    status: "requested",
    isByHand: true,
  }),
};

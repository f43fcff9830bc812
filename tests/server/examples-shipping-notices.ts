import { platform } from "#server/platform/db/row-security.ts";
import { newId } from "#server/platform/runtime/clock.ts";
import { findsNothing } from "./example.ts";
import type { Example } from "./example.ts";
import { addOrderRows } from "./rows-orders.ts";
import type { OrderRows } from "./rows-orders.ts";
import type { TestApp } from "./app.ts";
import type { Person } from "./world.ts";

type NoticeRows = OrderRows & { readonly parcelUuid: string };

/** A packed shipping notice of a person's company, with one box. */
function addNotice({ services }: TestApp, person: Person): Promise<NoticeRows> {
  return services.database.transaction(platform, async (tx) => {
    const rows = await addOrderRows(tx, person, "packed");
    const { providerUuid: provider_uuid, warehouseUuid: warehouse_uuid } = rows.stage;
    const parcel_uuid = newId();
    await tx
      .updateTable("sales_order")
      .set({ kind: "shipping_notice" })
      .where("provider_uuid", "=", provider_uuid)
      .where("order_uuid", "=", rows.orderUuid)
      .execute();
    await tx
      .insertInto("parcel")
      .values({
        provider_uuid,
        parcel_uuid,
        parcel_number: `P-${newId().slice(-12)}`.toUpperCase(),
        order_uuid: rows.orderUuid,
        warehouse_uuid,
        box_mark: "1/1",
        piece_count: 3,
        packed_by: person.userUuid,
        packed_at: new Date(),
      })
      .execute();
    await tx
      .insertInto("parcel_item")
      .values({ provider_uuid, parcel_uuid, line_number: 1, warehouse_uuid, variant_uuid: rows.variantUuid, lot: "", quantity: 3 })
      .execute();
    return { ...rows, parcelUuid: parcel_uuid };
  });
}

const ofOrder: Example = {
  own: async ({ test, owner }) => ({ order_uuid: (await addNotice(test, owner)).orderUuid }),
  withForeign: async ({ test, foreign }) => ({ order_uuid: (await addNotice(test, foreign.person)).orderUuid }),
};
const ofWarehouse: Example = {
  own: async ({ test, owner }) => ({ warehouse_uuid: (await addNotice(test, owner)).stage.warehouseUuid }),
  withForeign: async ({ test, foreign }) => ({ warehouse_uuid: (await addNotice(test, foreign.person)).stage.warehouseUuid }),
};

const toNumbers = ({ orderUuid: order_uuid, parcelUuid: parcel_uuid }: NoticeRows) => ({
  order_uuid,
  rows: [{ parcel_uuid, waybill_number: `H-${newId()}` }],
});
const ofBoxes: Example = {
  own: async ({ test, owner }) => toNumbers(await addNotice(test, owner)),
  withForeign: async ({ test, foreign }) => toNumbers(await addNotice(test, foreign.person)),
};

/** An input for each call of shipping notices. */
export const shippingNoticeExamples: Readonly<Record<string, Example>> = {
  "shipping-notices.get-boxes": ofOrder,
  "shipping-notices.enter-numbers": ofBoxes,
  "shipping-notices.print-packing-list": ofOrder,
  "shipping-notices.print-box-labels": ofOrder,
  "shipping-notices.get-load-plan": findsNothing(ofWarehouse),
  // A file, whatever is in it: what is foreign is not.
  "shipping-notices.print-load-plan": { own: ofWarehouse.own },
  "shipping-notices.export-shipped": { own: async () => ({ shipped_from: "2026-01-01", shipped_to: "2026-01-31", format: "xlsx" }) },
};

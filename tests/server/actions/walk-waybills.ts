import { sql } from "kysely";
import { getBoxes } from "#src/outbound/shipping-notices/shipping-notices.contract.ts";
import { listParcelsWithout, listWaybills, listWaybillsOfOrder } from "#src/outbound/waybills/waybills.contract.ts";
import { trackingStatuses, waybillStatuses } from "#src/outbound/waybills/waybills.rules.ts";
import { newId } from "#server/platform/runtime/clock.ts";
import { addWaybillRows } from "../rows-waybills.ts";
import { staffOf } from "../stage-stock.ts";
import type { SubjectWalk } from "./walk.ts";

/** Waybills in each state. */
const waybillsWalk: SubjectWalk = {
  actions: ["request", "print", "retry", "enter", "track", "relabel", "void"].map((name) => `waybills.${name}`),
  states: [
    ...waybillStatuses,
    "issued without its label",
    "issued and handed over",
    "requested by hand",
    "issued by hand",
    "issued, handed over and by hand",
  ],
  async make({ test, world, ask }, state) {
    const status = waybillStatuses.find((one) => state === one || state.startsWith(`${one} `)) ?? "issued";
    const rows = await test.services.database.transaction(staffOf(world.providerA), (tx) =>
      addWaybillRows(tx, world.retailer, {
        status,
        isByHand: state.endsWith("by hand"),
        isHandedOver: state.includes("handed over"),
        hasLabel: status === "issued" && !state.endsWith("without its label"),
      }),
    );
    const [subject] = (await ask(listWaybills, { number: rows.parcelNumber })).result;
    const waybill_uuids = [rows.waybillUuid];
    return {
      subject,
      inputs: {
        "waybills.request": { parcel_uuids: [rows.parcelUuid] },
        "waybills.print": { waybill_uuids, reason: "torn" },
        "waybills.retry": { waybill_uuids },
        "waybills.enter": { waybill_uuid: rows.waybillUuid, waybill_number: `H-${newId()}` },
        "waybills.record-tracks": { waybill_uuids, status: "delivered" },
        "waybills.relabel": { waybill_uuids, channel_uuid: rows.otherChannelUuid },
        "waybills.void": { waybill_uuids, reason: "wrong box" },
      },
    };
  },
};

/** Parcels in the house and handed over, by what their carrier reports of them. */
const trackingWalk: SubjectWalk = {
  actions: ["waybills.takeBackStatus"],
  states: trackingStatuses.flatMap((status) => [`in the house ${status}`, `handed over ${status}`]),
  async make({ test, world, ask }, state) {
    const isHandedOver = state.startsWith("handed over");
    const status = trackingStatuses.find((one) => one !== "" && state.endsWith(` ${one}`)) ?? "";
    const { orderUuid: order_uuid } = await test.services.database.transaction(staffOf(world.providerA), async (tx) => {
      const rows = await addWaybillRows(tx, world.retailer, { isHandedOver });
      await sql`update waybill set tracking_status = ${status} where waybill_uuid = ${rows.waybillUuid}`.execute(tx);
      if (isHandedOver)
        await sql`update parcel set status = 'handed_over', measured_grams = 905, weighed_at = now(), handed_over_at = now()
          where parcel_uuid = ${rows.parcelUuid}`.execute(tx);
      return rows;
    });
    const [subject] = (await ask(listWaybillsOfOrder, { order_uuid })).waybills;
    return { subject, inputs: { "orders.delete-shipping-status": { order_ids: [order_uuid] } } };
  },
};

/** The boxes of a notice: one whose number is to be entered, and one that has it. */
const boxesWalk: SubjectWalk = {
  actions: ["shipping-notices.enterNumbers"],
  states: ["requested", "issued"],
  async make({ test, world, ask }, state) {
    const rows = await test.services.database.transaction(staffOf(world.providerA), async (tx) => {
      const added = await addWaybillRows(tx, world.retailer, { status: state === "issued" ? "issued" : "requested", isByHand: true });
      await sql`update sales_order set kind = 'shipping_notice' where order_uuid = ${added.orderUuid}`.execute(tx);
      return added;
    });
    const { orderUuid: order_uuid, parcelUuid: parcel_uuid } = rows;
    const numbers = { order_uuid, rows: [{ parcel_uuid, waybill_number: `H-${newId()}` }] };
    return { subject: await ask(getBoxes, { order_uuid }), inputs: { "shipping-notices.enter-numbers": numbers } };
  },
};

/** Weighed parcels without a waybill. */
const parcelsWithoutWalk: SubjectWalk = {
  actions: ["waybills.requestFirst"],
  states: ["of an order with a channel", "of an order without one"],
  async make({ test, world, ask }, state) {
    const rows = await test.services.database.transaction(staffOf(world.providerA), async (tx) => {
      const made = await addWaybillRows(tx, world.retailer, { isWithout: true });
      if (state === "of an order without one")
        await tx
          .updateTable("sales_order")
          .set({ channel_uuid: null })
          .where("provider_uuid", "=", world.providerA)
          .where("order_uuid", "=", made.orderUuid)
          .execute();
      return made;
    });
    const [subject] = (await ask(listParcelsWithout, { number: rows.parcelNumber })).result;
    return { subject, inputs: { "waybills.request": { parcel_uuids: [rows.parcelUuid] } } };
  },
};

export const waybillsWalks: readonly SubjectWalk[] = [waybillsWalk, trackingWalk, boxesWalk, parcelsWithoutWalk];

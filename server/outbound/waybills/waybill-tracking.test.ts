import { sql } from "kysely";
import { expect, test } from "vitest";
import { listWaybills, listWaybillsOfOrder } from "#src/outbound/waybills/waybills.contract.ts";
import { BagScene } from "#tests/server/bag-scene.ts";
import type { MadeParcel } from "#tests/server/parcel-scene.ts";
import { runTrackingJob } from "#tests/server/parcel-scene.ts";
import { useWaybillScene } from "#tests/server/waybill-scene.ts";

const set = useWaybillScene();
const { ask, label } = set;

/** As the hand-over leaves an order. What it does with the goods is not of interest here. */
async function ship({ orderUuid, parcelUuid }: MadeParcel): Promise<void> {
  await set.scene.server.services.database.transaction(set.scene.staff(), async (tx) => {
    await sql`update parcel set status = 'handed_over', handed_over_at = now() where parcel_uuid = ${parcelUuid}`.execute(tx);
    await sql`update waybill set handed_over_at = now() where parcel_uuid = ${parcelUuid}`.execute(tx);
    await sql`update sales_order set status = 'shipped', shipped_at = now() where order_uuid = ${orderUuid}`.execute(tx);
  });
}
/** Looks for the parcels as the job does, whenever their turn would be. */
async function track(): Promise<void> {
  const { services, clock } = set.scene.server;
  await services.database.transaction(set.scene.staff(), (tx) =>
    sql`update waybill set next_track_at = ${clock.now()} where next_track_at is not null`.execute(tx),
  );
  await runTrackingJob(set.scene, set.channel.accountUuid ?? "");
}
const statusOf = async (uuid: string) => (await set.scene.order(uuid)).status;

test("follows a parcel to its recipient, and its order is delivered; the retailer sees it without what went wrong", async () => {
  const { parcels, waybills } = await label(1);
  const [parcel] = parcels;
  if (parcel === undefined) throw new Error("no parcel");
  await ship(parcel);
  await set.sandbox.control.move("inTransit");
  await track();
  expect((await ask(listWaybills, { number: waybills[0]?.waybill_number })).data.result).toMatchObject([{ tracking_status: "inTransit" }]);
  expect(await statusOf(parcel.orderUuid)).toBe("shipped");
  await set.sandbox.control.move("delivered");
  await track();
  expect(await statusOf(parcel.orderUuid)).toBe("delivered");
  const seen = await ask(listWaybillsOfOrder, { order_uuid: parcel.orderUuid }, set.scene.asRetailer());
  expect(seen.data.waybills).toMatchObject([
    {
      parcel_number: parcel.parcelNumber,
      tracking_status: "delivered",
      track: [{ text: "Delivered" }, { text: "Departed from the sorting centre", location: "Shenzhen" }, {}],
    },
  ]);
  expect(seen.text).not.toContain("problem");
  await track();
  expect((await ask(listWaybillsOfOrder, { order_uuid: parcel.orderUuid })).data.waybills[0]?.track).toHaveLength(3);
});

test("of a parcel that returns sends its order back; of one that is not shipped it changes nothing", async () => {
  const { parcels } = await label(2);
  const [returned, inHouse] = parcels;
  if (returned === undefined || inHouse === undefined) throw new Error("no parcels");
  await ship(returned);
  await set.sandbox.control.move("returned");
  await track();
  expect([await statusOf(returned.orderUuid), await statusOf(inHouse.orderUuid)]).toEqual(["sent_back", "weighed"]);
});

test("of a parcel that returns before the last of its order is handed over sends the order back with that hand-over", async () => {
  const [order] = (await label(1)).parcels;
  if (order === undefined) throw new Error("no parcel");
  await set.sandbox.control.move("returned");
  await track();
  expect(await statusOf(order.orderUuid)).toBe("weighed");
  const scene = new BagScene(set.scene.server, set.scene.world);
  const bag = await scene.openBag(set.on, { ...set.channel, name: "" });
  expect((await scene.put(bag.bag_uuid, [order.parcelUuid])).data.failed).toEqual([]);
  const { manifest_uuid } = await scene.manifest([await scene.seal(bag.bag_uuid)]);
  expect((await scene.handOver(manifest_uuid)).code).toBe(200);
  const { status, events } = await scene.order(order.orderUuid);
  expect(status).toBe("sent_back");
  expect(events.map(({ event }) => event).slice(0, 2)).toEqual(["send_back", "ship"]);
});

test("waits for a carrier that does not answer", async () => {
  const { waybills } = await label(1);
  await set.sandbox.control.fail({ times: 1, operation: "tracking", status: 500 });
  await track();
  expect((await ask(listWaybills, { number: waybills[0]?.waybill_number })).data.result).toMatchObject([{ tracking_status: "" }]);
  const look = async () => {
    await track();
    return (await ask(listWaybills, { number: waybills[0]?.waybill_number })).data.result[0]?.tracking_status;
  };
  // The account is left alone for two seconds.
  await expect.poll(look, { timeout: 10_000, interval: 500 }).toBe("created");
});

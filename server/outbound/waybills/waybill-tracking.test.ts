import { sql } from "kysely";
import { expect, test } from "vitest";
import { codes } from "#src/kit/api/codes.ts";
import { listExceptions } from "#src/outbound/exceptions/exceptions.contract.ts";
import { acceptCancel, deleteShippingStatus, requestCancel } from "#src/outbound/orders/order-batches.contract.ts";
import { getOrder } from "#src/outbound/orders/orders.contract.ts";
import { listWaybills, listWaybillsOfOrder, printWaybills, waybillsChanged } from "#src/outbound/waybills/waybills.contract.ts";
import { allTopics, mayHear } from "#server/platform/realtime/topics.ts";
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

test("a retailer hears that a waybill of its parcel is made and moves, and staff alone that it is printed", async () => {
  /** The owners of the new events about waybills. */
  async function listHearers(): Promise<(string | null)[]> {
    const rows = await set.scene.read(
      sql<{ retailer_uuid: string | null }>`select retailer_uuid from event where topic = ${waybillsChanged.name} order by event_uuid`,
    );
    return rows.map(({ retailer_uuid }) => retailer_uuid);
  }
  let known = (await listHearers()).length;
  async function listNewHearers(): Promise<(string | null)[]> {
    const found = (await listHearers()).slice(known);
    known += found.length;
    return [...new Set(found)];
  }
  const { retailerA } = set.scene.world;
  const { waybills } = await label(1);
  expect(await listNewHearers()).toEqual([retailerA]);
  const print = { waybill_uuids: waybills.map(({ waybill_uuid }) => waybill_uuid) };
  expect((await ask(printWaybills, print)).code).toBe(200);
  expect(await listNewHearers()).toEqual([null]);
  await set.sandbox.control.move("inTransit");
  await track();
  expect(await listNewHearers()).toEqual([retailerA]);
  const retailer = { role: "dropShipper", permissions: [], isReadOnly: false } as const;
  expect(mayHear(allTopics, retailer, [waybillsChanged.name])).toBe(true);
});

test("a status that a carrier reports of a parcel in the house is taken back, and read anew after the hand-over", async () => {
  const { parcels, waybills } = await label(1);
  const [parcel] = parcels;
  if (parcel === undefined) throw new Error("no parcel");
  await set.sandbox.control.move("delivered");
  await track();
  const read = async (by = set.scene.asProvider()) =>
    (await ask(listWaybillsOfOrder, { order_uuid: parcel.orderUuid }, by)).data.waybills.map(({ tracking_status, track: { length } }) => ({
      tracking_status,
      events: length,
    }));
  expect(await read()).toEqual([{ tracking_status: "delivered", events: 2 }]);
  const takeBack = (by = set.scene.asProvider()) => ask(deleteShippingStatus, { order_ids: [parcel.orderUuid] }, by);
  expect((await takeBack({ token: set.scene.world.idleOperator.token })).code).toBe(codes.forbidden.code);
  expect((await takeBack()).data).toEqual({ done: 1, failed: [] });
  expect(await read(set.scene.asRetailer())).toEqual([{ tracking_status: "", events: 0 }]);
  expect((await takeBack()).data.failed.map(({ code }) => code)).toEqual([codes["orders.wrongState"].code]);
  const { events } = (await ask(getOrder, { order_uuid: parcel.orderUuid })).data;
  expect(events.filter(({ event }) => event === "take_back_shipping")).toHaveLength(1);

  // The carrier is not asked again before the parcel leaves.
  await track();
  expect(await read()).toEqual([{ tracking_status: "", events: 0 }]);
  await ship(parcel);
  await set.scene.read(sql`update waybill set next_track_at = now() where waybill_uuid = ${waybills[0]?.waybill_uuid}`);
  await track();
  expect(await read()).toEqual([{ tracking_status: "delivered", events: 2 }]);
  expect((await takeBack()).data.failed.map(({ code }) => code)).toEqual([codes["bagging.partlyShipped"].code]);
});

test("what a carrier reports of a cancelled order's parcel is taken back, and the exception of its waybill stays open", async () => {
  const { parcels, waybills } = await label(1);
  const order_ids = [parcels[0]?.orderUuid ?? ""];
  await set.sandbox.control.manifest([waybills[0]?.waybill_number ?? ""]);
  await ask(requestCancel, { order_ids, reason: "too late" }, set.scene.asRetailer());
  await ask(acceptCancel, { order_ids });
  await set.runJob();
  const listCases = async () =>
    (await ask(listExceptions, { page_size: 200 })).data.result
      .filter(({ order_uuid, type }) => order_uuid === order_ids[0] && type === "label_failed")
      .map(({ status }) => status);
  expect(await listCases()).toEqual(["open"]);
  await set.sandbox.control.move("inTransit");
  await track();
  const find = async () => (await ask(listWaybills, { number: waybills[0]?.waybill_number })).data.result;
  expect(await find()).toMatchObject([{ tracking_status: "inTransit" }]);
  expect((await ask(deleteShippingStatus, { order_ids })).data).toEqual({ done: 1, failed: [] });
  expect(await find()).toMatchObject([{ tracking_status: "" }]);
  expect(await listCases()).toEqual(["open"]);
  expect((await ask(getOrder, { order_uuid: order_ids[0] ?? "" })).data.events.map(({ event }) => event)).not.toContain(
    "take_back_shipping",
  );
});

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
      track: [{ text: "Delivered", recorded: "" }, { text: "Departed from the sorting centre", location: "Shenzhen" }, {}],
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

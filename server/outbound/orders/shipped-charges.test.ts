import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { recordTopUp } from "#src/billing/wallet/wallet.contract.ts";
import { createOrder, estimateOrder } from "#src/outbound/orders/order-writes.contract.ts";
import { confirmOrders, submitOrders } from "#src/outbound/orders/order-batches.contract.ts";
import { createBox } from "#src/outbound/packing/boxes.contract.ts";
import { getPacking, packOrder, reopenPacking, weighParcel } from "#src/outbound/packing/packing.contract.ts";
import {
  arriveReturn,
  finishInspection,
  inspectReturned,
  restockReturned,
  undoReturnScan,
} from "#src/outbound/returns/returns-work.contract.ts";
import { announceReturn, decideReturns } from "#src/outbound/returns/returns.contract.ts";
import { beginReview, finishReview, reviewPieces } from "#src/outbound/review/review.contract.ts";
import { enterWaybill, listWaybillsOfOrder, relabelWaybills } from "#src/outbound/waybills/waybills.contract.ts";
import { createMovableClock, newId } from "#server/platform/runtime/clock.ts";
import { startTestApp } from "#tests/server/app.ts";
import { BagScene } from "#tests/server/bag-scene.ts";
import { addCard, charge, runCharging } from "#tests/server/charging-books.ts";
import type { Books } from "#tests/server/charging-books.ts";
import { request } from "#tests/server/client.ts";
import { makeChannel, stageParcels } from "#tests/server/parcel-scene.ts";
import type { StockStage } from "#tests/server/stage-stock.ts";
import { orderRecipient } from "#tests/server/wave-scene.ts";
import { makeWorld } from "#tests/server/world.ts";

let scene: BagScene;
let on: StockStage;
let books: Books;
let box: string;
let post: string;
let express: string;

/** Prices that do not come out in whole cents. */
const prices = {
  picking_order: [[0, 333_333]],
  picking_piece: [[0, 123_456]],
  packing_parcel: [[0, 298_765]],
  box_piece: [[0, 456_789]],
  label_parcel: [[0, 51_111]],
  weighing_parcel: [[0, 33_333]],
  bagging_parcel: [[0, 27_777]],
  shipped_piece: [[0, 77_777]],
  customer_return_piece: [[0, 600_001]],
  restocking_piece: [[0, 149_999]],
} as const;

/** A channel without an interface that has a price for every country. */
async function addPricedChannel(base_micros: number): Promise<string> {
  const { channelUuid: channel_uuid } = await makeChannel(scene);
  const key = { provider_uuid: scene.world.providerA, channel_uuid, zone_number: 1 };
  await books.as(async (tx) => {
    await sql`update channel set currency = 'USD' where channel_uuid = ${channel_uuid}`.execute(tx);
    await tx
      .insertInto("channel_zone")
      .values({ ...key, name: "All" })
      .execute();
    const step = { step_from_grams: 500, step_grams: 500, step_micros: 1_777_000 };
    await tx
      .insertInto("channel_price")
      .values({ ...key, up_to_grams: 30_000, base_micros, ...step })
      .execute();
  });
  return channel_uuid;
}

beforeAll(async () => {
  const server = await startTestApp();
  scene = new BagScene(server, await makeWorld(server));
  const { providerA: providerUuid, retailerA } = scene.world;
  books = { providerUuid, retailers: [retailerA], as: (work) => server.services.database.transaction(scene.staff(), work) };
  const now = server.clock.now();
  const today = now.toISOString().slice(0, 10);
  await charge(books, now, await addCard(books, now, { [today]: prices }), today);
  on = await stageParcels(scene);
  [post, express] = [await addPricedChannel(3_219_000), await addPricedChannel(9_000_000)];
  const sides = { length_mm: 200, width_mm: 160, height_mm: 120 };
  const made = await request(server.app, createBox, { name: "Box", kind: "box", weight_grams: 50, ...sides }, scene.asProvider());
  box = made.data.box_uuid;
  const paid = { amount_cents: 100_000, method: "bank", reference: newId(), received_on: "2026-01-02" } as const;
  await request(server.app, recordTopUp, { retailer_uuid: retailerA, ...paid }, scene.asProvider());
});
afterAll(() => scene.server.close());

/** An order of three pieces, submitted and confirmed, with its estimate as it was before. */
async function addEstimated() {
  const { app } = scene.server;
  const sku = (at: number) => on.variants[at]?.sku ?? "";
  const lines = [
    { sku: sku(0), quantity: 2 },
    { sku: sku(1), quantity: 1 },
  ];
  const draft = { country: "US", recipient: orderRecipient, warehouse_uuid: on.warehouseUuid, channel_uuid: post, lines };
  const { order_uuid } = (await request(app, createOrder, draft, scene.asRetailer())).data;
  const { estimate } = (await request(app, estimateOrder, { order_uuid }, scene.asRetailer())).data;
  expect(estimate?.missing).toEqual([]);
  await request(app, submitOrders, { order_ids: [order_uuid] }, scene.asRetailer());
  const confirmed = await request(app, confirmOrders, { order_ids: [order_uuid] }, scene.asProvider());
  expect(confirmed.data.failed).toEqual([]);
  const parts = Object.fromEntries(estimate?.parts.map(({ event, amount_cents }) => [event, amount_cents]) ?? []);
  return { order_uuid, total: estimate?.total_cents, parts };
}

async function review(order_uuid: string): Promise<void> {
  const { app } = scene.server;
  const { review_uuid, lines } = (await request(app, beginReview, { order_uuid }, scene.asProvider())).data;
  for (const { line_number, quantity } of lines)
    await request(app, reviewPieces, { review_uuid, line_number, quantity }, scene.asProvider());
  expect((await request(app, finishReview, { review_uuid }, scene.asProvider())).code).toBe(200);
}

/** Enters the number of the order's waybill that waits for one. */
async function enter(order_uuid: string): Promise<string> {
  const { waybills } = (await request(scene.server.app, listWaybillsOfOrder, { order_uuid }, scene.asProvider())).data;
  const waybill_uuid = waybills.find(({ status }) => status === "requested")?.waybill_uuid ?? "";
  const by = { ...scene.asProvider(), idempotencyKey: newId() };
  const input = { waybill_uuid, waybill_number: newId().slice(-12).toUpperCase() };
  // Pressed twice.
  for (let time = 0; time < 2; time += 1) expect((await request(scene.server.app, enterWaybill, input, by)).code).toBe(200);
  return waybill_uuid;
}

/** Packs a reviewed order into one box, weighs it, and enters the number of its waybill. */
async function packAndLabel(order_uuid: string): Promise<{ parcelUuid: string; waybillUuid: string }> {
  const { app } = scene.server;
  const { items } = (await request(app, getPacking, { order_uuid }, scene.asProvider())).data;
  const goods = items.map(({ variant_uuid, lot, quantity }) => ({ variant_uuid, lot, quantity }));
  const packed = await request(app, packOrder, { order_uuid, parcels: [{ box_uuid: box, items: goods }] }, scene.asProvider());
  const parcelUuid = packed.data.parcels.find(({ status }) => status === "closed")?.parcel_uuid ?? "";
  const weighed = await request(app, weighParcel, { parcel_uuid: parcelUuid, measured_grams: 955 }, scene.asProvider());
  expect(weighed.code).toBe(200);
  return { parcelUuid, waybillUuid: await enter(order_uuid) };
}

/** Bags parcels that go by one channel, and hands them over, twice by the same request. */
async function ship(channelUuid: string, parcelUuids: readonly string[]): Promise<void> {
  const bag = await scene.openBag(on, { channelUuid, name: "", accountUuid: null });
  expect((await scene.put(bag.bag_uuid, parcelUuids)).data.failed).toEqual([]);
  const { manifest_uuid } = await scene.manifest([await scene.seal(bag.bag_uuid)]);
  const by = { ...scene.asProvider(), idempotencyKey: newId() };
  for (let time = 0; time < 2; time += 1) expect((await scene.handOver(manifest_uuid, by)).code).toBe(200);
}

/** What is charged for an order, or for its returns, by event. */
async function chargedFor(orderUuid: string, isReturn = false): Promise<Record<string, number>> {
  const rows = await scene.read(
    sql<{ event: string; cents: number }>`select event, sum(amount_cents)::integer as cents from charge
      where order_uuid = ${orderUuid}::uuid and (source_type = 'return') = ${isReturn} group by event`,
  );
  return Object.fromEntries(rows.map(({ event, cents }) => [event, cents]));
}

/** Returns an order whole and restocks it; the last scan of all is taken back once and made again. */
async function returnAndRestock(order_uuid: string): Promise<void> {
  const { app } = scene.server;
  const by = scene.asProvider();
  const { return_uuid } = (await request(app, announceReturn, { order_uuid }, scene.asRetailer())).data;
  await request(app, arriveReturn, { return_uuid }, by);
  const first = { return_uuid, code: on.variants[0]?.sku ?? "" };
  const wrong = await request(app, inspectReturned, { ...first, quantity: 2 }, by);
  await request(app, undoReturnScan, { scan_uuid: wrong.data.scan_uuid ?? "" }, by);
  await request(app, inspectReturned, { ...first, quantity: 2 }, by);
  const counted = await request(app, inspectReturned, { return_uuid, code: on.variants[1]?.sku ?? "" }, by);
  const { version } = counted.data.return;
  const finished = await request(app, finishInspection, { return_uuid, version }, by);
  expect(finished.data.status).toBe("inspected");
  expect((await request(app, finishInspection, { return_uuid, version }, by)).code).not.toBe(200);
  const decided = await request(
    app,
    decideReturns,
    { return_uuids: [return_uuid], good_decision: "restock", damaged_decision: "scrap" },
    scene.asRetailer(),
  );
  expect(decided.data).toMatchObject({ done: 1 });
  const restock = (at: number) =>
    request(
      app,
      restockReturned,
      { return_uuid, line_uuid: finished.data.lines[at]?.line_uuid ?? "", location: on.barcodes[at] ?? "", confirm: true },
      by,
    );
  await restock(0);
  const last = await restock(1);
  expect(last.data.return.status).toBe("restocked");
  const undo = () => request(app, undoReturnScan, { scan_uuid: last.data.scan_uuid }, by);
  expect((await Promise.all([undo(), undo()])).filter(({ code }) => code === 200)).toHaveLength(1);
  expect((await restock(1)).data.return.status).toBe("restocked");
}

test("an order costs what was estimated before it was submitted, to the cent: unpacked once it costs no more, relabelled one label more; and its return costs its pieces", async () => {
  const { app } = scene.server;
  const orders = [await addEstimated(), await addEstimated()] as const;
  const [unpacked, relabelled] = orders;
  await scene.pickInto(
    on,
    await scene.buildOf(
      orders.map(({ order_uuid }) => order_uuid),
      "wall",
    ),
  );
  for (const { order_uuid } of orders) await review(order_uuid);

  await packAndLabel(unpacked.order_uuid);
  expect((await request(app, reopenPacking, { order_uuid: unpacked.order_uuid }, scene.asProvider())).code).toBe(200);
  await ship(post, [(await packAndLabel(unpacked.order_uuid)).parcelUuid]);

  const { parcelUuid, waybillUuid } = await packAndLabel(relabelled.order_uuid);
  const wish = { waybill_uuids: [waybillUuid], channel_uuid: express };
  expect((await request(app, relabelWaybills, wish, scene.asProvider())).data.failed).toEqual([]);
  await enter(relabelled.order_uuid);
  await ship(express, [parcelUuid]);

  await returnAndRestock(unpacked.order_uuid);
  await scene.expectSound();
  const twoDays = createMovableClock(new Date(scene.server.clock.now().getTime() + 2 * 86_400_000));
  for (let time = 0; time < 2; time += 1) await runCharging(scene.server, books, undefined, twoDays);

  const charged = await chargedFor(unpacked.order_uuid);
  expect(charged).toEqual(unpacked.parts);
  expect(Object.values(charged).reduce((total, cents) => total + cents, 0)).toBe(unpacked.total);
  // 3.219 and one step of 1.777; of express 9.00.
  expect(charged).toMatchObject({ label_parcel: 5, shipping_parcel: 500, shipped_piece: 23, bagging_parcel: 3 });
  expect(await chargedFor(relabelled.order_uuid)).toEqual({ ...relabelled.parts, label_parcel: 10, shipping_parcel: 1078 });
  expect(await chargedFor(unpacked.order_uuid, true)).toEqual({ customer_return_piece: 180, restocking_piece: 45 });
  expect(await chargedFor(relabelled.order_uuid, true)).toEqual({});
});

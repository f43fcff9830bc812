import { sql } from "kysely";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { apiPrefix } from "#src/kit/api/address.ts";
import { codes } from "#src/kit/api/codes.ts";
import { confirmOrders, submitOrders } from "#src/outbound/orders/order-batches.contract.ts";
import { createOrder } from "#src/outbound/orders/order-writes.contract.ts";
import { createBox } from "#src/outbound/packing/boxes.contract.ts";
import { weighParcel } from "#src/outbound/packing/packing.contract.ts";
import {
  beginReview,
  finishReview,
  printReviewLabel,
  reportAtReview,
  reviewPieces,
  reviewSinglePiece,
} from "#src/outbound/review/review.contract.ts";
import type { Review } from "#src/outbound/review/review.contract.ts";
import { listWaybills } from "#src/outbound/waybills/waybills.contract.ts";
import { saveWarehouseSettings } from "#src/warehouse/warehouses/warehouse-settings.contract.ts";
import type { PackAtReviewRule } from "#src/warehouse/warehouses/warehouses.rules.ts";
import { startTestApp } from "#tests/server/app.ts";
import { headersOf, request } from "#tests/server/client.ts";
import { makeChannel, stageParcels } from "#tests/server/parcel-scene.ts";
import { readPdf } from "#tests/server/printed-pdf.ts";
import { scanned } from "#tests/server/scanned-page.ts";
import type { StockStage } from "#tests/server/stage-stock.ts";
import { orderRecipient, WaveScene } from "#tests/server/wave-scene.ts";
import { makeWorld } from "#tests/server/world.ts";

let scene: WaveScene;
let channelUuid: string;
beforeAll(async () => {
  const server = await startTestApp();
  scene = new WaveScene(server, await makeWorld(server));
  ({ channelUuid } = await makeChannel(scene));
});
afterEach(() => scene.expectSound());
afterAll(() => scene.server.close());

const provider = () => scene.asProvider();
const findWaybills = async (number: string) =>
  (await request(scene.server.app, listWaybills, { number, tab: "all" }, provider())).data.result;

async function setRule({ warehouseUuid: warehouse_uuid }: StockStage, pack_at_review: PackAtReviewRule): Promise<void> {
  const saved = await request(
    scene.server.app,
    saveWarehouseSettings,
    { warehouse_uuid, version: 1, settings: { pack_at_review } },
    provider(),
  );
  expect(saved.code).toBe(200);
}

/** Picks an order of so many pieces of the first SKU, by the channel. */
async function pickOrder(on: StockStage, quantity: number): Promise<string> {
  const { app } = scene.server;
  const lines = [{ sku: on.variants[0]?.sku ?? "", quantity }];
  const draft = { country: "US", recipient: orderRecipient, warehouse_uuid: on.warehouseUuid, channel_uuid: channelUuid, lines };
  const { order_uuid } = (await request(app, createOrder, draft, scene.asRetailer())).data;
  await request(app, submitOrders, { order_ids: [order_uuid] }, scene.asRetailer());
  expect((await request(app, confirmOrders, { order_ids: [order_uuid] }, provider())).data.failed).toEqual([]);
  await scene.pickInto(on, await scene.buildOf([order_uuid], quantity === 1 ? "single_piece" : "single_item"));
  return order_uuid;
}

async function reviewSingle(on: StockStage): Promise<Review> {
  const input = { code: on.variants[0]?.sku ?? "", warehouse_uuid: on.warehouseUuid };
  const answer = await request(scene.server.app, reviewSinglePiece, input, provider());
  expect(answer.code).toBe(200);
  return answer.data;
}

async function reviewPiecewise(order_uuid: string): Promise<Review> {
  const { review_uuid, lines } = (await request(scene.server.app, beginReview, { order_uuid }, provider())).data;
  for (const { line_number, quantity } of lines)
    await request(scene.server.app, reviewPieces, { review_uuid, line_number, quantity }, provider());
  return (await request(scene.server.app, finishReview, { review_uuid }, provider())).data;
}

/** Prints what a review ends with, and scans it. */
async function scanLabel({ review_uuid }: Review): Promise<string> {
  const url = `${apiPrefix}${printReviewLabel.path}?review_uuid=${review_uuid}`;
  const { rawPayload } = await scene.server.app.inject({ method: "GET", url, headers: headersOf(provider()) });
  const [page] = readPdf(rawPayload).pages;
  return scanned(page ?? { width: 0 }, page?.fills[0] ?? [], "bars");
}

test("the review of a single piece packs it and requests its waybill with the expected weight, and weighing requests no second one", async () => {
  const on = await stageParcels(scene);
  const order = await pickOrder(on, 1);
  const review = await reviewSingle(on);
  const [number = ""] = review.parcel_numbers;
  expect((await scene.order(order)).status).toBe("packed");
  const [waybill, ...others] = await findWaybills(number);
  expect(others).toEqual([]);
  expect(waybill).toMatchObject({ parcel_number: number, status: "requested" });
  expect(await scanLabel(review)).toBe(number);
  const [parcel] = await scene.read(
    sql<{ parcel_uuid: string; expected_grams: number }>`select parcel_uuid, expected_grams from parcel where parcel_number = ${number}
      and provider_uuid = ${on.providerUuid}`,
  );
  expect(parcel?.expected_grams).toBe(300);
  const weighed = await request(scene.server.app, weighParcel, { parcel_uuid: parcel?.parcel_uuid ?? "", measured_grams: 305 }, provider());
  expect(weighed.code).toBe(200);
  expect((await findWaybills(number)).map(({ waybill_uuid }) => waybill_uuid)).toEqual([waybill?.waybill_uuid]);
});

test("a damaged piece of an order that its review packed is reported: the order is unpacked, and waits for another piece", async () => {
  const on = await stageParcels(scene);
  const order = await pickOrder(on, 1);
  const { review_uuid, parcel_numbers } = await reviewSingle(on);
  expect((await scene.order(order)).status).toBe("packed");
  const piece = { review_uuid, line_number: 1, quantity: 1, reason: "damaged" } as const;
  expect((await request(scene.server.app, reportAtReview, piece, provider())).data).toEqual({ order_uuid: order });
  expect((await scene.order(order)).status).toBe("short");
  const [parcel] = await scene.read(sql<{ status: string }>`select status from parcel
    where parcel_number = ${parcel_numbers[0] ?? ""} and provider_uuid = ${on.providerUuid}`);
  expect(parcel?.status).toBe("voided");
});

test("without a channel, a known weight or the rule, a single piece is reviewed only, and its label has the order's number", async () => {
  const on = await stageParcels(scene);
  const noChannel = await pickOrder(on, 1);
  await scene.server.services.database.transaction(scene.staff(), (tx) =>
    sql`update sales_order set channel_uuid = null where provider_uuid = ${on.providerUuid} and order_uuid = ${noChannel}`.execute(tx),
  );
  expect((await reviewSingle(on)).parcel_numbers).toEqual([]);
  expect((await scene.order(noChannel)).status).toBe("reviewed");
  await scene.server.services.database.transaction(scene.staff(), (tx) =>
    sql`update variant set weight_grams = null where provider_uuid = ${on.providerUuid} and variant_uuid = ${on.variants[0]?.variantUuid ?? ""}`.execute(
      tx,
    ),
  );
  const unknown = await pickOrder(on, 1);
  await reviewSingle(on);
  expect((await scene.order(unknown)).status).toBe("reviewed");

  const other = await stageParcels(scene);
  await setRule(other, "never");
  const order = await pickOrder(other, 1);
  const review = await reviewSingle(other);
  const { status, order_number } = await scene.order(order);
  expect(status).toBe("reviewed");
  expect(await scanLabel(review)).toBe(order_number);
});

test("by the rule `always`, an order of several pieces that fit into one box is packed into it, and one that needs several is not", async () => {
  const on = await stageParcels(scene);
  await setRule(on, "always");
  const box = { name: "Rule box", kind: "box" as const, weight_grams: 50, length_mm: 200, width_mm: 160, height_mm: 120 };
  expect((await request(scene.server.app, createBox, box, provider())).code).toBe(200);
  const fits = await pickOrder(on, 3);
  const { parcel_numbers } = await reviewPiecewise(fits);
  expect(parcel_numbers).toHaveLength(1);
  expect((await scene.order(fits)).status).toBe("packed");
  const tooMany = await pickOrder(on, 20);
  expect((await reviewPiecewise(tooMany)).parcel_numbers).toEqual([]);
  expect((await scene.order(tooMany)).status).toBe("reviewed");
});

test("by the usual rule, an order of several pieces waits to be packed", async () => {
  const on = await stageParcels(scene);
  const order = await pickOrder(on, 2);
  expect((await reviewPiecewise(order)).parcel_numbers).toEqual([]);
  expect((await scene.order(order)).status).toBe("reviewed");
});

test("a label is printed of an ended review only, and of one's own company's", async () => {
  const on = await stageParcels(scene);
  const order_uuid = await pickOrder(on, 2);
  const { review_uuid } = (await request(scene.server.app, beginReview, { order_uuid }, provider())).data;
  expect((await request(scene.server.app, printReviewLabel, { review_uuid }, provider())).code).toBe(codes.notFound.code);
  const ended = await reviewPiecewise(order_uuid);
  const foreign = await request(scene.server.app, printReviewLabel, { review_uuid: ended.review_uuid }, scene.asStranger());
  expect(foreign.code).toBe(codes.notFound.code);
});

import { sql } from "kysely";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { codes } from "#src/kit/api/codes.ts";
import type { InputOf } from "#src/kit/api/define-call.ts";
import { listExceptions } from "#src/outbound/exceptions/exceptions.contract.ts";
import {
  addReviewPhotos,
  findToReview,
  reportAtReview,
  reportLoosePiece,
  reviewSinglePiece,
} from "#src/outbound/review/review.contract.ts";
import { uploadImages } from "#src/kit/files/files.contract.ts";
import { tinyPng } from "#tests/factories/tiny-png.ts";
import { startTestApp } from "#tests/server/app.ts";
import { request } from "#tests/server/client.ts";
import { putStock } from "#tests/server/stage-stock.ts";
import type { StockStage } from "#tests/server/stage-stock.ts";
import { WaveScene } from "#tests/server/wave-scene.ts";
import { makeWorld } from "#tests/server/world.ts";

let scene: WaveScene;
beforeAll(async () => {
  const server = await startTestApp();
  scene = new WaveScene(server, await makeWorld(server));
});
afterEach(() => scene.expectSound());
afterAll(() => scene.server.close());

const provider = () => scene.asProvider();
const skuOf = (on: StockStage) => on.variants[0]?.sku ?? "";
const reviewSingle = (on: StockStage, more: Partial<InputOf<typeof reviewSinglePiece>> = {}) =>
  request(scene.server.app, reviewSinglePiece, { code: skuOf(on), warehouse_uuid: on.warehouseUuid, ...more }, provider());
const listCases = async (order_uuid: string) => (await request(scene.server.app, listExceptions, { order_uuid }, provider())).data.result;

/** A warehouse with pieces of a SKU on a shelf, and a place to pack at. @param of another warehouse, whose SKU it is */
async function stageHouse(lot = "", of?: StockStage): Promise<{ on: StockStage; place: string }> {
  const empty = await scene.stage([]);
  const on = of === undefined ? empty : { ...empty, variants: of.variants };
  await scene.server.services.database.transaction(scene.staff(), async (tx) => {
    if (lot !== "") await sql`update variant set keeps_lots = true where variant_uuid = ${on.variants[0]?.variantUuid}`.execute(tx);
    await putStock(tx, on, { quantity: 5, lot });
  });
  return { on, place: await scene.addLocation(on, "packing") };
}

/** An order of one piece that is picked. */
async function pickOrder(on: StockStage): Promise<{ order: string; tote: string }> {
  const order = await scene.addOrder(on, [[0, 1]]);
  return { order, tote: await scene.pickInto(on, await scene.buildOf([order], "single_piece")) };
}

/** The places of a warehouse that a count is planned for. */
const listCounted = async ({ warehouseUuid }: StockStage) => {
  const { rows } = await scene.server.services.database.transaction(scene.staff(), (tx) =>
    sql<{ place: string }>`select from_location as place from stocktake where warehouse_uuid = ${warehouseUuid}`.execute(tx),
  );
  return rows.map(({ place }) => place);
};

test("a piece is of an order of its own warehouse, although an older one waits for the same SKU elsewhere", async () => {
  const { on: north, place: northPlace } = await stageHouse();
  const { on: south, place } = await stageHouse("", north);
  const [older, newer] = [await pickOrder(north), await pickOrder(south)];
  const unnamed = { code: skuOf(south) } as InputOf<typeof reviewSinglePiece>;
  expect((await request(scene.server.app, reviewSinglePiece, unnamed, provider())).code).toBe(codes.parameterError.code);
  expect((await reviewSingle(south, { location: northPlace })).code).toBe(codes["review.noPackingPlace"].code);
  expect((await reviewSingle(south)).data).toMatchObject({ order_uuid: newer.order, warehouse_uuid: south.warehouseUuid, location: place });
  expect((await reviewSingle(south)).code).toBe(codes["review.noSinglePiece"].code);
  expect((await scene.order(older.order)).status).toBe("picked");
  // A packing location says which warehouse it is in.
  const found = (await request(scene.server.app, findToReview, { code: place }, provider())).data;
  expect(found).toEqual({ kind: "location", location: place, warehouse_uuid: south.warehouseUuid, orders: [] });
});

test("a piece of another lot than the order's is not taken, and one without a lot in its code is", async () => {
  const { on } = await stageHouse("LOT-A");
  const { order } = await pickOrder(on);
  expect((await reviewSingle(on, { lot: "LOT-B" })).code).toBe(codes["review.noSinglePiece"].code);
  expect((await reviewSingle(on, { lot: "lot-a" })).data).toMatchObject({ order_uuid: order, lines: [{ lot: "LOT-A" }] });
  const { order: second } = await pickOrder(on);
  expect((await reviewSingle(on)).data.order_uuid).toBe(second);
});

test("the piece of an ended review is photographed, and reported as damaged: the order waits for another one", async () => {
  const { on, place } = await stageHouse();
  const { order } = await pickOrder(on);
  const { review_uuid } = (await reviewSingle(on)).data;
  const files = [{ field: "images", name: "a.png", bytes: tinyPng }];
  const uploaded = (await request(scene.server.app, uploadImages, {}, { ...provider(), files })).data.result;
  const photos = { review_uuid, filenames: uploaded.map(({ filename }) => filename) };
  expect((await request(scene.server.app, addReviewPhotos, photos, provider())).code).toBe(200);
  const report = (reason: "damaged" | "missing", line_number = 1) =>
    request(scene.server.app, reportAtReview, { review_uuid, line_number, quantity: 1, reason }, provider());
  expect((await report("missing")).code).toBe(codes["review.orderLeft"].code);
  expect((await report("damaged", 2)).code).toBe(codes.notFound.code);
  expect((await report("damaged")).data).toEqual({ order_uuid: order });
  expect((await scene.order(order)).status).toBe("short");
  expect(await listCases(order)).toMatchObject([{ type: "damaged", status: "open" }]);
  const apart = await scene.read(sql<{ condition: string; quantity: number }>`select b.condition, b.quantity from stock_balance b
    join location c on c.provider_uuid = b.provider_uuid and c.location_uuid = b.location_uuid where c.barcode = ${place} and b.quantity > 0`);
  expect(apart).toEqual([{ condition: "damaged", quantity: 1 }]);
  expect((await report("damaged")).code).toBe(codes["review.orderLeft"].code);
});

test("a piece that no order expects is an exception of no order; left over after a review, the places of that review's goods are counted", async () => {
  const { on } = await stageHouse();
  const { order, tote } = await pickOrder(on);
  const { review_uuid, order_number } = (await reviewSingle(on)).data;
  const report = (more: Partial<InputOf<typeof reportLoosePiece>>, by = provider()) =>
    request(scene.server.app, reportLoosePiece, { warehouse_uuid: on.warehouseUuid, code: "4006381333931", ...more }, by);
  const alone = (await report({})).data.exception_number;
  expect(await listCounted(on)).toEqual([]);
  const left = (await report({ review_uuid })).data.exception_number;
  expect(left).not.toBe(alone);
  expect(await listCounted(on)).toEqual([tote]);
  const read = async (search: string) => (await request(scene.server.app, listExceptions, { search }, provider())).data.result;
  expect(await read(alone)).toMatchObject([{ type: "wrong_item", order_uuid: null, reason: "4006381333931" }]);
  expect(await read(left)).toMatchObject([{ order_uuid: null, reason: `4006381333931 · ${order_number}` }]);
  // The order was checked: nothing holds it.
  expect(await listCases(order)).toEqual([]);
  const stranger = scene.asStranger();
  expect((await report({}, stranger)).code).toBe(codes.notFound.code);
  expect((await report({ review_uuid: on.warehouseUuid })).code).toBe(codes.notFound.code);
});

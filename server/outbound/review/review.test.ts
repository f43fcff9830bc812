import { sql } from "kysely";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { codes } from "#src/kit/api/codes.ts";
import { listExceptions } from "#src/outbound/exceptions/exceptions.contract.ts";
import { acceptCancel, requestCancel } from "#src/outbound/orders/order-batches.contract.ts";
import { listLeftPieces } from "#src/outbound/picking/picking.contract.ts";
import {
  beginReview,
  cancelReview,
  findToReview,
  finishReview,
  getReview,
  listToReview,
  reportAtReview,
  reportWrongItem,
  reviewPieces,
  reviewSinglePiece,
  undoPieces,
} from "#src/outbound/review/review.contract.ts";
import { kickOrders } from "#src/outbound/waves/waves.contract.ts";
import type { WaveKind } from "#src/outbound/waves/waves.rules.ts";
import { startTestApp } from "#tests/server/app.ts";
import { request } from "#tests/server/client.ts";
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

type Lines = readonly (readonly [number, number])[];

/** A warehouse with goods on shelves, and two places to pack at. */
async function stageWithPacking(): Promise<{ on: StockStage; first: string; second: string }> {
  const on = await scene.stage([
    [0, 0, 40],
    [1, 1, 40],
    [2, 2, 40],
  ]);
  const [first, second] = [await scene.addLocation(on, "packing"), await scene.addLocation(on, "packing")];
  return { on, first, second };
}

/** Orders that are picked into a tote. */
async function pickOrders(
  on: StockStage,
  wanted: readonly Lines[],
  kind: WaveKind = "wall",
): Promise<{ orders: string[]; wave: string; tote: string }> {
  const orders: string[] = [];
  for (const lines of wanted) orders.push(await scene.addOrder(on, lines));
  const wave = await scene.buildOf(orders, kind);
  const tote = await scene.pickInto(on, wave);
  return { orders, wave, tote };
}

const provider = () => scene.asProvider();
const operator = () => ({ token: scene.world.operator.token });
const begin = async (order_uuid: string, by = provider()) => (await request(scene.server.app, beginReview, { order_uuid }, by)).data;
const scan = (review_uuid: string, line_number: number, quantity = 1, by = provider()) =>
  request(scene.server.app, reviewPieces, { review_uuid, line_number, quantity }, by);
const finish = (review_uuid: string, location?: string) =>
  request(scene.server.app, finishReview, { review_uuid, ...(location === undefined ? {} : { location }) }, provider());
/** The places of the pieces that are reserved for an order. */
const listPlaces = (order: string) =>
  scene.read(sql<{ barcode: string; quantity: number }>`select c.barcode, sum(r.quantity)::integer as quantity from reservation r
    join location c on c.provider_uuid = r.provider_uuid and c.location_uuid = r.location_uuid
    where r.source_uuid = ${order} and r.status = 'open' group by 1 order by 1`);

/** The places of a warehouse that a count is planned for. */
const listCounted = async ({ warehouseUuid }: StockStage) => {
  const { rows } = await scene.server.services.database.transaction(scene.staff(), (tx) =>
    sql<{ place: string }>`select from_location as place from stocktake where warehouse_uuid = ${warehouseUuid}`.execute(tx),
  );
  return rows.map(({ place }) => place);
};

test("a tote names its orders, and each is reviewed piece by piece to a packing location", async () => {
  const { on, first } = await stageWithPacking();
  const { orders, tote } = await pickOrders(on, [
    [
      [0, 2],
      [1, 1],
    ],
    [
      [0, 1],
      [2, 1],
    ],
  ]);
  const found = (await request(scene.server.app, findToReview, { code: tote.toLowerCase() }, provider())).data;
  expect(found).toMatchObject({ kind: "tote", location: tote });
  expect(found.orders.map(({ order_uuid, totes }) => [order_uuid, totes])).toEqual(orders.map((uuid) => [uuid, [tote]]));
  const [order = ""] = orders;
  const review = await begin(order);
  expect(review).toMatchObject({ status: "open", piece_count: 3, reviewed_pieces: 0, totes: [tote] });
  expect((await finish(review.review_uuid)).code).toBe(codes["review.notComplete"].code);
  for (const { line_number, quantity } of review.lines)
    for (let piece = 1; piece <= quantity; piece += 1)
      expect((await scan(review.review_uuid, line_number)).data).toMatchObject({ line_number, reviewed_quantity: piece });
  expect((await scan(review.review_uuid, 1)).code).toBe(codes["review.tooMany"].code);
  expect((await finish(review.review_uuid)).data).toMatchObject({ status: "done", location: first, reviewed_pieces: 3 });
  expect((await scene.order(order)).status).toBe("reviewed");
  expect(await listPlaces(order)).toEqual([{ barcode: first, quantity: 3 }]);
  expect((await scan(review.review_uuid, 1)).code).toBe(codes["review.orderLeft"].code);
  const left = (await request(scene.server.app, listToReview, { warehouse_uuid: on.warehouseUuid }, provider())).data;
  expect(left.result.map(({ order_uuid }) => order_uuid)).toEqual([orders[1]]);
});

test("the goods go to the packing location that was scanned, and nowhere else", async () => {
  const { on, second } = await stageWithPacking();
  const { orders, tote } = await pickOrders(on, [
    [
      [0, 1],
      [1, 1],
    ],
  ]);
  const review = await begin(orders[0] ?? "");
  for (const { line_number, quantity } of review.lines) await scan(review.review_uuid, line_number, quantity);
  expect((await finish(review.review_uuid, tote)).code).toBe(codes["review.noPackingPlace"].code);
  expect((await finish(review.review_uuid, second.toLowerCase())).data).toMatchObject({ location: second });
  expect((await request(scene.server.app, findToReview, { code: second }, provider())).data).toEqual({
    kind: "location",
    location: second,
    warehouse_uuid: on.warehouseUuid,
    orders: [],
  });
});

test("a scan that was wrong is undone, and no more than was scanned", async () => {
  const { on } = await stageWithPacking();
  const { orders } = await pickOrders(on, [
    [
      [0, 2],
      [1, 1],
    ],
  ]);
  const { review_uuid } = await begin(orders[0] ?? "");
  const undo = (quantity: number) => request(scene.server.app, undoPieces, { review_uuid, line_number: 1, quantity }, provider());
  await scan(review_uuid, 1);
  expect((await undo(2)).code).toBe(codes["review.nothingToUndo"].code);
  expect((await undo(1)).data).toMatchObject({ reviewed_quantity: 0, reviewed_pieces: 0 });
});

test("one person reviews an order at a time, until another takes over", async () => {
  const { on } = await stageWithPacking();
  const { orders } = await pickOrders(on, [
    [
      [0, 1],
      [1, 1],
    ],
  ]);
  const order_uuid = orders[0] ?? "";
  const mine = await begin(order_uuid);
  expect((await begin(order_uuid)).review_uuid).toBe(mine.review_uuid);
  expect((await request(scene.server.app, beginReview, { order_uuid }, operator())).code).toBe(codes["review.takenBySomebody"].code);
  await scan(mine.review_uuid, 1);
  const taken = await request(scene.server.app, beginReview, { order_uuid, takes_over: true }, operator());
  expect(taken.data).toMatchObject({ review_uuid: mine.review_uuid, reviewed_pieces: 1 });
  const rows = (await request(scene.server.app, listToReview, { is_mine: true }, operator())).data.result;
  expect(rows.map((row) => row.order_uuid)).toContain(order_uuid);
});

test("two scans of the last piece at once: one counts", async () => {
  const { on } = await stageWithPacking();
  const { orders } = await pickOrders(on, [
    [
      [0, 1],
      [1, 1],
    ],
  ]);
  const { review_uuid } = await begin(orders[0] ?? "");
  const answers = await Promise.all([scan(review_uuid, 1), scan(review_uuid, 1, 1, operator())]);
  expect(answers.map(({ code }) => code).toSorted((a, b) => a - b)).toEqual([200, codes["review.tooMany"].code]);
});

test("a review that is given up begins anew", async () => {
  const { on } = await stageWithPacking();
  const { orders } = await pickOrders(on, [
    [
      [0, 1],
      [1, 1],
    ],
  ]);
  const first = await begin(orders[0] ?? "");
  await scan(first.review_uuid, 1);
  await request(scene.server.app, cancelReview, { review_uuid: first.review_uuid }, provider());
  const again = await begin(orders[0] ?? "");
  expect(again.review_uuid).not.toBe(first.review_uuid);
  expect(again.reviewed_pieces).toBe(0);
});

test("single pieces are reviewed with one scan each, and two people get different orders", async () => {
  const { on, first } = await stageWithPacking();
  const { orders } = await pickOrders(on, [[[0, 1]], [[0, 1]], [[0, 1]]], "single_piece");
  const input = { code: on.variants[0]?.sku.toLowerCase() ?? "", warehouse_uuid: on.warehouseUuid };
  const both = await Promise.all([provider(), operator()].map((by) => request(scene.server.app, reviewSinglePiece, input, by)));
  const third = await request(scene.server.app, reviewSinglePiece, input, provider());
  const reviewed = [...both, third].map(({ data }) => data.order_uuid);
  expect(reviewed.toSorted()).toEqual(orders.toSorted());
  expect(third.data).toMatchObject({ status: "done", location: first, reviewed_pieces: 1 });
  expect((await request(scene.server.app, reviewSinglePiece, input, provider())).code).toBe(codes["review.noSinglePiece"].code);
});

test("an order on hold is not reviewed: its owner wants to cancel it", async () => {
  const { on } = await stageWithPacking();
  const { orders } = await pickOrders(on, [
    [
      [0, 1],
      [1, 1],
    ],
  ]);
  const order_uuid = orders[0] ?? "";
  const { review_uuid, lines } = await begin(order_uuid);
  for (const { line_number, quantity } of lines) await scan(review_uuid, line_number, quantity);
  await request(scene.server.app, requestCancel, { order_ids: [order_uuid], reason: "too late" }, scene.asRetailer());
  expect((await finish(review_uuid)).code).toBe(codes["review.held"].code);
  await request(scene.server.app, acceptCancel, { order_ids: [order_uuid] }, provider());
  expect((await finish(review_uuid)).code).toBe(codes["review.orderLeft"].code);
  expect((await request(scene.server.app, getReview, { review_uuid }, provider())).data.status).toBe("cancelled");
});

test("a reviewed order that its owner cancels leaves its goods at the packing location, to be returned to a shelf", async () => {
  const { on, first } = await stageWithPacking();
  const { orders } = await pickOrders(on, [
    [
      [0, 1],
      [1, 1],
    ],
  ]);
  const order_uuid = orders[0] ?? "";
  const { review_uuid, lines } = await begin(order_uuid);
  for (const { line_number, quantity } of lines) await scan(review_uuid, line_number, quantity);
  await finish(review_uuid);
  await request(scene.server.app, requestCancel, { order_ids: [order_uuid], reason: "changed my mind" }, scene.asRetailer());
  await request(scene.server.app, acceptCancel, { order_ids: [order_uuid] }, provider());
  expect((await scene.order(order_uuid)).status).toBe("cancelled");
  const left = (await request(scene.server.app, listLeftPieces, { warehouse_uuid: on.warehouseUuid }, provider())).data.result;
  expect(left.map(({ tote, quantity }) => [tote, quantity])).toEqual([
    [first, 1],
    [first, 1],
  ]);
});

test("a kicked order is reviewed again when it was picked again", async () => {
  const { on } = await stageWithPacking();
  const { orders, wave } = await pickOrders(on, [
    [
      [0, 1],
      [1, 1],
    ],
    [
      [2, 1],
      [1, 1],
    ],
  ]);
  const order_uuid = orders[0] ?? "";
  const { review_uuid, lines } = await begin(order_uuid);
  for (const { line_number, quantity } of lines) await scan(review_uuid, line_number, quantity);
  await finish(review_uuid);
  await request(scene.server.app, kickOrders, { wave_uuid: wave, order_ids: [order_uuid], reason: "again" }, provider());
  expect((await scene.order(order_uuid)).status).toBe("allocated");
  const again = await scene.buildOf([order_uuid], "wall");
  await scene.pickInto(on, again);
  expect((await scene.order(order_uuid)).status).toBe("picked");
  expect((await begin(order_uuid)).reviewed_pieces).toBe(0);
});

test("missing pieces end the review: they are set apart, the order waits for others, and an exception is opened", async () => {
  const { on } = await stageWithPacking();
  const { orders, tote } = await pickOrders(on, [
    [
      [0, 3],
      [1, 1],
    ],
  ]);
  const order_uuid = orders[0] ?? "";
  const { review_uuid, lines } = await begin(order_uuid);
  const line_number = lines.find(({ quantity }) => quantity === 3)?.line_number ?? 0;
  const report = (quantity: number) =>
    request(scene.server.app, reportAtReview, { review_uuid, line_number, quantity, reason: "missing" }, provider());
  expect((await report(4)).code).toBe(codes["review.tooMany"].code);
  expect((await report(2)).data).toEqual({ order_uuid });
  expect((await scene.order(order_uuid)).status).toBe("short");
  expect(await listPlaces(order_uuid)).toEqual([{ barcode: tote, quantity: 2 }]);
  const apart = await scene.read(sql<{
    condition: string;
    quantity: number;
  }>`select b.condition, sum(b.quantity)::integer as quantity from stock_balance b
    join location c on c.provider_uuid = b.provider_uuid and c.location_uuid = b.location_uuid where c.barcode = ${tote} and b.quantity > 0 group by 1 order by 1`);
  expect(apart).toEqual([
    { condition: "good", quantity: 2 },
    { condition: "quarantined", quantity: 2 },
  ]);
  const cases = (await request(scene.server.app, listExceptions, { order_uuid }, provider())).data.result;
  expect(cases).toMatchObject([{ type: "short", status: "open" }]);
  expect(await listCounted(on)).toEqual([tote]);
  expect((await report(1)).code).toBe(codes["review.orderLeft"].code);
});

test("a piece that is another product opens an exception, which the retailer does not see, its tote is counted once, and the review goes on", async () => {
  const { on } = await stageWithPacking();
  const { orders, tote } = await pickOrders(on, [
    [
      [0, 1],
      [1, 1],
    ],
  ]);
  const order_uuid = orders[0] ?? "";
  const { review_uuid } = await begin(order_uuid);
  const report = () => request(scene.server.app, reportWrongItem, { review_uuid, code: "4006381333931" }, provider());
  const { data } = await report();
  expect((await request(scene.server.app, listExceptions, { search: data.exception_number }, provider())).data.result).toMatchObject([
    { type: "wrong_item", reason: "4006381333931", order_uuid },
  ]);
  expect((await request(scene.server.app, listExceptions, { order_uuid }, scene.asRetailer())).data.result).toEqual([]);
  expect((await report()).data).toEqual(data);
  expect(await listCounted(on)).toEqual([tote]);
  expect((await scan(review_uuid, 1)).code).toBe(200);
});

test("another provider finds nothing and changes nothing", async () => {
  const { on } = await stageWithPacking();
  const { orders, tote } = await pickOrders(on, [
    [
      [0, 1],
      [1, 1],
    ],
  ]);
  const { review_uuid } = await begin(orders[0] ?? "");
  const stranger = scene.asStranger();
  expect((await request(scene.server.app, findToReview, { code: tote }, stranger)).data).toEqual({
    kind: "unknown",
    location: "",
    warehouse_uuid: null,
    orders: [],
  });
  for (const answer of [
    await request(scene.server.app, getReview, { review_uuid }, stranger),
    await request(scene.server.app, beginReview, { order_uuid: orders[0] ?? "" }, stranger),
    await scan(review_uuid, 1, 1, stranger),
  ])
    expect(answer.code).toBe(codes.notFound.code);
});

import { sql } from "kysely";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { codes } from "#src/kit/api/codes.ts";
import { acceptCancel, requestCancel } from "#src/outbound/orders/order-batches.contract.ts";
import { listLeftPieces, returnToShelf } from "#src/outbound/picking/picking.contract.ts";
import { beginReview, findToReview, finishReview, reportAtReview, reviewPieces } from "#src/outbound/review/review.contract.ts";
import {
  assignTote,
  createWall,
  findByScan,
  getWall,
  listTotes,
  listWalls,
  removeTote,
  sortPiece,
  undoSort,
  updateWall,
} from "#src/outbound/sortation/sortation.contract.ts";
import { kickOrders } from "#src/outbound/waves/waves.contract.ts";
import type { WaveKind } from "#src/outbound/waves/waves.rules.ts";
import { updateLocation } from "#src/warehouse/warehouses/locations.contract.ts";
import { newId } from "#server/platform/runtime/clock.ts";
import { startTestApp } from "#tests/server/app.ts";
import { request } from "#tests/server/client.ts";
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
const provider = () => scene.asProvider();
const operator = () => ({ token: scene.world.operator.token });

const twoOrders = [
  [
    [0, 2],
    [1, 1],
  ],
  [
    [0, 1],
    [2, 1],
  ],
] as const satisfies readonly Lines[];

/** Orders that are picked into a tote, and a wall that the tote is assigned to. */
async function atWall(
  wanted: readonly Lines[] = twoOrders,
  { kind = "wall", rows = 2, columns = 2 }: { kind?: WaveKind; rows?: number; columns?: number } = {},
) {
  const on = await scene.stage([
    [0, 0, 40],
    [1, 1, 40],
    [2, 2, 40],
  ]);
  const packing = await scene.addLocation(on, "packing");
  const orders: string[] = [];
  for (const lines of wanted) orders.push(await scene.addOrder(on, lines));
  const wave = await scene.buildOf(orders, kind);
  const tote = await scene.pickInto(on, wave);
  const code = `W${newId().slice(-8)}`;
  const made = await request(
    scene.server.app,
    createWall,
    { warehouse_uuid: on.warehouseUuid, name: `Wall ${code}`, code, row_count: rows, column_count: columns },
    provider(),
  );
  const wall = made.data.wall_uuid;
  const assigned = await request(scene.server.app, assignTote, { tote: tote.toLowerCase(), wall_uuid: wall }, provider());
  const skus = on.variants.map(({ sku }) => sku);
  return { on, packing, orders, wave, tote, wall, code: code.toUpperCase(), assigned, skus };
}

const sort = (wall_uuid: string, code = "", by = provider()) =>
  request(scene.server.app, sortPiece, { wall_uuid, code: code.toLowerCase() }, by);
const undo = (sort_uuid: string, order_uuid: string) => request(scene.server.app, undoSort, { sort_uuid, order_uuid }, provider());
const slotsOf = async (wall_uuid: string) => (await request(scene.server.app, getWall, { wall_uuid }, provider())).data.slots;
const statesOf = async (wall_uuid: string) => (await slotsOf(wall_uuid)).map(({ state, pieces }) => `${state} ${pieces}`);
async function review(order_uuid: string): Promise<void> {
  const { review_uuid, lines } = (await request(scene.server.app, beginReview, { order_uuid }, provider())).data;
  for (const { line_number, quantity } of lines)
    await request(scene.server.app, reviewPieces, { review_uuid, line_number, quantity }, provider());
  expect((await request(scene.server.app, finishReview, { review_uuid }, provider())).data.status).toBe("done");
}
/** The places of the pieces that are reserved for an order. */
const listPlaces = (order: string) =>
  scene.read(sql<{ barcode: string; quantity: number }>`select c.barcode, sum(r.quantity)::integer as quantity from reservation r
    join location c on c.provider_uuid = r.provider_uuid and c.location_uuid = r.location_uuid
    where r.source_uuid = ${order} and r.status = 'open' group by 1 order by 1`);

test("each piece goes to the slot of an order that needs it, an order with a slot first, and complete slots are green", async () => {
  const { orders, wall, code, tote, skus, assigned } = await atWall();
  expect(assigned.data).toMatchObject({ tote });
  expect(await statesOf(wall)).toEqual(["free 0", "free 0", "free 0", "free 0"]);
  expect((await sort(wall, skus[2])).data).toMatchObject({
    order_uuid: orders[1],
    slot_number: 1,
    slot: `${code}-01`,
    pieces: 1,
    piece_count: 2,
  });
  // Both orders need it: the one that has a slot gets it.
  expect((await sort(wall, skus[0])).data).toMatchObject({ order_uuid: orders[1], slot_number: 1, pieces: 2, is_complete: true, tote });
  expect((await sort(wall, skus[0])).data).toMatchObject({
    order_uuid: orders[0],
    slot_number: 2,
    pieces: 1,
    piece_count: 3,
    is_complete: false,
  });
  expect(await statesOf(wall)).toEqual(["complete 2", "filling 1", "free 0", "free 0"]);
  await sort(wall, skus[0]);
  expect((await sort(wall, skus[0])).code).toBe(codes["sortation.wrongPiece"].code);
  expect((await sort(wall, "4006381333931")).code).toBe(codes["sortation.wrongPiece"].code);
  expect((await sort(wall, skus[1])).data).toMatchObject({ order_uuid: orders[0], is_complete: true });
  expect(await listPlaces(orders[0] ?? "")).toEqual([{ barcode: `${code}-02`, quantity: 3 }]);
  // The tote is empty, and free for the next task.
  const { data } = await request(scene.server.app, getWall, { wall_uuid: wall }, provider());
  expect(data).toMatchObject({ totes: [], taken_slots: 2, pieces_to_sort: 0 });
  expect((await scene.order(orders[0] ?? "")).status).toBe("picked");
});

test("a slot's barcode names its order at the review, and the slot is used again once the goods have left it", async () => {
  const { orders, wall, code, packing, skus } = await atWall(twoOrders, { rows: 1, columns: 1 });
  await sort(wall, skus[2]);
  // Nothing but the order of the only slot finds room.
  expect((await sort(wall, skus[1])).code).toBe(codes["sortation.wallFull"].code);
  await sort(wall, skus[0]);
  const found = (await request(scene.server.app, findToReview, { code: `${code.toLowerCase()}-01` }, provider())).data;
  expect(found).toMatchObject({ kind: "tote", location: `${code}-01` });
  expect(found.orders.map(({ order_uuid }) => order_uuid)).toEqual([orders[1]]);
  await review(orders[1] ?? "");
  expect(await listPlaces(orders[1] ?? "")).toEqual([{ barcode: packing, quantity: 2 }]);
  expect(await statesOf(wall)).toEqual(["free 0"]);
  expect((await sort(wall, skus[1])).data).toMatchObject({ order_uuid: orders[0], slot_number: 1 });
});

test("two people at one wall never take the same piece or the same slot", async () => {
  const wanted = Array.from({ length: 4 }, (): Lines => [
    [0, 1],
    [1, 1],
  ]);
  const { wall, skus } = await atWall(wanted);
  const by = [provider(), operator()];
  const first = await Promise.all([0, 1, 2, 3].map((at) => sort(wall, skus[0], by[at % 2])));
  expect(first.map(({ code }) => code)).toEqual([200, 200, 200, 200]);
  expect(new Set(first.map(({ data }) => data.order_uuid)).size).toBe(4);
  expect(first.map(({ data }) => data.slot_number).toSorted()).toEqual([1, 2, 3, 4]);
  const rest = await Promise.all([0, 1, 2, 3, 4, 5].map((at) => sort(wall, skus[1], by[at % 2])));
  expect(rest.filter(({ code }) => code === 200)).toHaveLength(4);
  expect(await statesOf(wall)).toEqual(["complete 2", "complete 2", "complete 2", "complete 2"]);
});

test("a tote whose order has its slot at a wall is not sorted at another one", async () => {
  const { on, wall, orders, wave, skus, tote } = await atWall([
    [
      [0, 2],
      [1, 2],
    ],
  ]);
  const code = `W${newId().slice(-8)}`;
  const other = { warehouse_uuid: on.warehouseUuid, name: code, code, row_count: 1, column_count: 1 };
  const second = (await request(scene.server.app, createWall, other, provider())).data.wall_uuid;
  await sort(wall, skus[0]);
  const assignTo = async (wall_uuid: string) => (await request(scene.server.app, assignTote, { tote, wall_uuid }, provider())).code;
  expect(await assignTo(second)).toBe(codes["sortation.elsewhere"].code);
  expect((await sort(second, skus[0])).code).toBe(codes["sortation.wrongPiece"].code);
  // Nor when it was taken from its wall before.
  const { tote_uuid } = (await request(scene.server.app, assignTote, { tote, wall_uuid: wall }, provider())).data;
  await request(scene.server.app, removeTote, { tote_uuid }, provider());
  expect(await assignTo(second)).toBe(codes["sortation.elsewhere"].code);
  expect(await assignTo(wall)).toBe(200);
  expect((await sort(wall, skus[0])).data).toMatchObject({ order_uuid: orders[0], slot_number: 1, pieces: 2 });
  expect((await scene.wave(wave)).status).toBe("picked");
});

test("a scan that is sent twice sorts one piece", async () => {
  const { wall, skus } = await atWall();
  const by = { ...provider(), idempotencyKey: newId() };
  const [one, again] = [await sort(wall, skus[0], by), await sort(wall, skus[0], by)];
  expect(again.data).toEqual(one.data);
  expect((await slotsOf(wall)).map(({ pieces }) => pieces)).toEqual([1, 0, 0, 0]);
});

test("the last scan is taken back to its tote, once, and an empty slot is free again", async () => {
  const { wall, skus, orders, tote } = await atWall([
    [
      [0, 2],
      [1, 1],
    ],
  ]);
  const scans = [(await sort(wall, skus[0])).data, (await sort(wall, skus[0])).data, (await sort(wall, skus[1])).data];
  // The tote is empty by now: it is the wall's again.
  for (const { sort_uuid, order_uuid } of scans.toReversed()) expect((await undo(sort_uuid, order_uuid)).code).toBe(200);
  expect((await undo(scans[0]?.sort_uuid ?? "", orders[0] ?? "")).code).toBe(codes["sortation.pieceLeft"].code);
  expect(await statesOf(wall)).toEqual(["free 0", "free 0", "free 0", "free 0"]);
  expect(await listPlaces(orders[0] ?? "")).toEqual([{ barcode: tote, quantity: 3 }]);
  expect((await sort(wall, skus[1])).data).toMatchObject({ slot_number: 1, pieces: 1 });
});

test("pieces of a cancelled order in a slot go back to a shelf, and then the slot is free", async () => {
  const { on, wall, code, skus, orders, tote } = await atWall();
  await sort(wall, skus[2]);
  const order_ids = [orders[1] ?? ""];
  await request(scene.server.app, requestCancel, { order_ids, reason: "too late" }, scene.asRetailer());
  await request(scene.server.app, acceptCancel, { order_ids }, provider());
  expect(await statesOf(wall)).toEqual(["left 0", "free 0", "free 0", "free 0"]);
  const { result } = (await request(scene.server.app, listLeftPieces, { warehouse_uuid: on.warehouseUuid }, provider())).data;
  expect(result.map((one) => [one.tote, one.sku, one.quantity]).toSorted()).toEqual(
    [
      [`${code}-01`, skus[2], 1],
      [tote, skus[0], 1],
    ].toSorted(),
  );
  for (const { tote_uuid, variant_uuid, owner_uuid, lot, quantity, suggested_location: location } of result)
    expect(
      (await request(scene.server.app, returnToShelf, { tote_uuid, variant_uuid, owner_uuid, lot, quantity, location }, provider())).code,
    ).toBe(200);
  expect(await statesOf(wall)).toEqual(["free 0", "free 0", "free 0", "free 0"]);
});

test("a kicked order keeps its slot; when it is picked again, its pieces come from the slot", async () => {
  const { on, wall, wave, skus, orders } = await atWall();
  await sort(wall, skus[2]);
  await request(scene.server.app, kickOrders, { wave_uuid: wave, order_ids: [orders[1] ?? ""], reason: "again" }, provider());
  expect(await statesOf(wall)).toEqual(["filling 1", "free 0", "free 0", "free 0"]);
  const tote = await scene.pickInto(on, await scene.buildOf([orders[1] ?? ""], "wall"));
  expect(await listPlaces(orders[1] ?? "")).toEqual([{ barcode: tote, quantity: 2 }]);
  expect(await statesOf(wall)).toEqual(["free 0", "free 0", "free 0", "free 0"]);
});

test("pieces that a review misses in a slot are set apart there, and the order keeps the rest", async () => {
  const { wall, code, skus, orders } = await atWall([
    [
      [0, 2],
      [1, 1],
    ],
  ]);
  for (const sku of [skus[0], skus[0], skus[1]]) await sort(wall, sku);
  const order_uuid = orders[0] ?? "";
  const { review_uuid, lines } = (await request(scene.server.app, beginReview, { order_uuid }, provider())).data;
  const line_number = lines.find(({ quantity }) => quantity === 2)?.line_number ?? 0;
  await request(scene.server.app, reportAtReview, { review_uuid, line_number, quantity: 1, reason: "missing" }, provider());
  expect(await listPlaces(order_uuid)).toContainEqual({ barcode: `${code}-01`, quantity: 2 });
});

test("distribution lists totes with where they go; single pieces need no wall", async () => {
  const { on, wall, tote, wave } = await atWall();
  const read = async () => (await request(scene.server.app, listTotes, { warehouse_uuid: on.warehouseUuid }, operator())).data.result;
  const { wave_number } = await scene.wave(wave);
  expect(await read()).toMatchObject([{ tote, wave_number, kind: "wall", order_count: 2, piece_count: 5, needs: "wall", wall_uuid: wall }]);
  expect((await request(scene.server.app, findByScan, { code: tote }, operator())).data).toMatchObject({
    kind: "tote",
    wall_uuid: wall,
    needs: "wall",
  });
  const [row] = await read();
  await request(scene.server.app, removeTote, { tote_uuid: row?.tote_uuid ?? "" }, operator());
  expect(await read()).toMatchObject([{ wall_uuid: null, wall_name: "" }]);
  const singles = [await scene.addOrder(on, [[0, 1]]), await scene.addOrder(on, [[0, 1]])];
  const single = await scene.pickInto(on, await scene.buildOf(singles, "single_piece"));
  const cart = await scene.pickInto(on, await scene.buildOf([await scene.addOrder(on, [[0, 2], [1, 1]])], "cart")); // prettier-ignore
  const empty = await scene.addTote(on);
  const assign = async (code: string) => (await request(scene.server.app, assignTote, { tote: code, wall_uuid: wall }, provider())).code;
  expect(await assign(single)).toBe(codes["sortation.singlePieces"].code);
  expect(await assign(cart)).toBe(codes["sortation.nothingToSort"].code);
  expect(await assign(empty)).toBe(codes["sortation.nothingToSort"].code);
  expect(await assign("NO-SUCH-TOTE")).toBe(codes["sortation.toteUnknown"].code);
  expect((await read()).map(({ needs }) => needs)).toEqual(["wall", "single", "none"]);
});

test("a wall is renamed, resized and taken out of use, but not under its orders", async () => {
  const { on, wall, code, skus } = await atWall();
  const change = (set: { row_count?: number; is_active?: boolean; version: number }) =>
    request(
      scene.server.app,
      updateWall,
      { wall_uuid: wall, name: "North", row_count: 2, column_count: 2, is_active: true, ...set },
      provider(),
    );
  for (const at of [0, 2, 1]) await sort(wall, skus[at]);
  expect((await change({ is_active: false, version: 1 })).code).toBe(codes["sortation.wallInUse"].code);
  expect((await change({ row_count: 3, version: 1 })).data).toMatchObject({ name: "North", row_count: 3, version: 2 });
  expect((await slotsOf(wall)).map(({ barcode }) => barcode)).toEqual([1, 2, 3, 4, 5, 6].map((at) => `${code}-0${at}`));
  expect((await change({ row_count: 1, version: 1 })).code).toBe(codes["changedMeanwhile"].code);
  expect((await change({ row_count: 1, version: 2 })).data).toMatchObject({ row_count: 1, version: 3 });
  expect(await slotsOf(wall)).toHaveLength(2);
  const again = { warehouse_uuid: on.warehouseUuid, name: "South", code, row_count: 1, column_count: 1 };
  expect((await request(scene.server.app, createWall, again, provider())).code).toBe(codes["sortation.codeTaken"].code);
  expect((await request(scene.server.app, createWall, { ...again, name: "North", code: `${code}X` }, provider())).code).toBe(
    codes["sortation.nameTaken"].code,
  );
  expect((await request(scene.server.app, createWall, again, operator())).code).toBe(codes.forbidden.code);
  const [slot] = await slotsOf(wall);
  const place = {
    shelf_uuid: null,
    pick_sequence: 0,
    put_sequence: 0,
    x_mm: 0,
    y_mm: 0,
    level: 1,
    capacity_ml: null,
    capacity_grams: null,
  };
  const edit = { location_uuid: slot?.location_uuid ?? "", version: 1, barcode: "X", type: "pick" as const, ...place };
  expect((await request(scene.server.app, updateLocation, edit, provider())).code).toBe(codes["warehouses.slotOfWall"].code);
});

test("another provider sees no wall and sorts nothing", async () => {
  const { wall, tote, code, skus, orders } = await atWall();
  const by = scene.asStranger();
  const { sort_uuid } = (await sort(wall, skus[2])).data;
  expect((await request(scene.server.app, listWalls, {}, by)).data.result.map(({ wall_uuid }) => wall_uuid)).not.toContain(wall);
  expect((await request(scene.server.app, findByScan, { code }, by)).data.kind).toBe("unknown");
  expect((await request(scene.server.app, getWall, { wall_uuid: wall }, by)).code).toBe(codes.notFound.code);
  expect((await sort(wall, skus[0], by)).code).toBe(codes.notFound.code);
  expect((await request(scene.server.app, assignTote, { tote, wall_uuid: wall }, by)).code).toBe(codes.notFound.code);
  expect((await request(scene.server.app, undoSort, { sort_uuid, order_uuid: orders[1] ?? "" }, by)).code).toBe(codes.notFound.code);
});

import { sql } from "kysely";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { getFile, uploadImages } from "#src/kit/files/files.contract.ts";
import { codes } from "#src/kit/api/codes.ts";
import { rejectCancel, requestCancel } from "#src/outbound/orders/order-batches.contract.ts";
import { claimTask, getPickTask, pickLines, startPickTask } from "#src/outbound/picking/picking.contract.ts";
import { addReviewPhotos, beginReview, listReviewPhotos, listToReview } from "#src/outbound/review/review.contract.ts";
import { assignTote, createWall, sortPiece } from "#src/outbound/sortation/sortation.contract.ts";
import type { WaveKind } from "#src/outbound/waves/waves.rules.ts";
import { saveWarehouseSettings } from "#src/warehouse/warehouses/warehouse-settings.contract.ts";
import { isReviewNeeded } from "#src/outbound/review/review.rules.ts";
import { tinyPng } from "#tests/factories/tiny-png.ts";
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

type Rule = "always" | "sample" | "never";
type WallRule = Rule | "as_all";
const provider = () => scene.asProvider();

/** A warehouse with goods, a rule, and by default a place to pack at. */
async function stageWith(
  review_rule: Rule,
  hasPacking = true,
  review_sample_percent = 10,
  wall: { readonly wall_review_rule?: WallRule; readonly wall_review_sample_percent?: number } = {},
): Promise<StockStage> {
  const on = await scene.stage([
    [0, 0, 40],
    [1, 1, 40],
  ]);
  if (hasPacking) await scene.addLocation(on, "packing");
  else
    await scene.read(
      sql`update location set is_blocked = true, blocked_reason = 'test' where warehouse_uuid = ${on.warehouseUuid} and type = 'packing'`,
    );
  const [row] = await scene.read(sql<{ version: number }>`select version from warehouse where warehouse_uuid = ${on.warehouseUuid}`);
  const settings = { review_rule, review_sample_percent, ...wall };
  const input = { warehouse_uuid: on.warehouseUuid, version: row?.version ?? 1, settings };
  expect((await request(scene.server.app, saveWarehouseSettings, input, provider())).code).toBe(codes.success.code);
  return on;
}

async function pickOrders(on: StockStage, count: number, kind: WaveKind): Promise<{ orders: string[]; tote: string }> {
  const orders: string[] = [];
  for (let number = 0; number < count; number += 1)
    orders.push(
      await scene.addOrder(on, [
        [0, 1],
        [1, 1],
      ]),
    );
  const wave = await scene.buildOf(orders, kind);
  return { orders, tote: await scene.pickInto(on, wave) };
}

const statusOf = async (order: string) => (await scene.order(order)).status;
const listPlaceTypes = (order: string) =>
  scene.read(sql<{ type: string; quantity: number }>`select l.type, sum(r.quantity)::integer as quantity from reservation r
    join location l on l.provider_uuid = r.provider_uuid and l.location_uuid = r.location_uuid
    where r.source_uuid = ${order} and r.status = 'open' group by 1`);

test("with the rule never, the last pick reviews the order, and its goods are at the packing location", async () => {
  const { orders } = await pickOrders(await stageWith("never"), 2, "cart");
  for (const order of orders) {
    expect(await statusOf(order)).toBe("reviewed");
    expect(await listPlaceTypes(order)).toEqual([{ type: "packing", quantity: 2 }]);
    const events = (await scene.order(order)).events.map(({ event }) => event);
    expect(events).toContain("finish_picking");
    expect(events).toContain("finish_review");
  }
  const reviews = await scene.read(sql<{ is_by_rule: boolean; status: string; reviewed_pieces: number }>`
    select is_by_rule, status, reviewed_pieces from order_review where order_uuid = any (${orders}::uuid[])`);
  expect(reviews).toEqual(orders.map(() => ({ is_by_rule: true, status: "done", reviewed_pieces: 2 })));
});

test("with the rule always, and without a place to pack at, picked orders wait for review", async () => {
  for (const on of [await stageWith("always"), await stageWith("never", false)]) {
    const { orders } = await pickOrders(on, 1, "cart");
    expect(await statusOf(orders[0] ?? "")).toBe("picked");
    const { data } = await request(scene.server.app, listToReview, { warehouse_uuid: on.warehouseUuid }, provider());
    expect(data.result.map(({ order_uuid }) => order_uuid)).toEqual(orders);
  }
});

test("a sample is chosen by the order alone, and no share reviews none", async () => {
  const rule = { review_rule: "sample", review_sample_percent: 25 } as const;
  const on = await stageWith("sample", true, 25);
  const { orders } = await pickOrders(on, 6, "cart");
  for (const order of orders) expect(await statusOf(order)).toBe(isReviewNeeded(rule, order) ? "picked" : "reviewed");
  expect(isReviewNeeded({ ...rule, review_sample_percent: 0 }, orders[0] ?? "")).toBe(false);
  expect(isReviewNeeded({ ...rule, review_sample_percent: 100 }, orders[0] ?? "")).toBe(true);
});

/** Picks an order of a sort wall, and sorts its pieces one by one. Returns it with its states before and after each piece. */
async function sortOrder(on: StockStage): Promise<{ order: string; states: string[] }> {
  const { orders, tote } = await pickOrders(on, 1, "wall");
  const [order = ""] = orders;
  const states = [await statusOf(order)];
  const wall = { warehouse_uuid: on.warehouseUuid, name: "Wall", code: `W${order.slice(-4)}`.toUpperCase(), row_count: 1, column_count: 2 };
  const { data } = await request(scene.server.app, createWall, wall, provider());
  await request(scene.server.app, assignTote, { wall_uuid: data.wall_uuid, tote }, provider());
  const skus = await scene.read(sql<{ sku: string }>`select v.sku from reservation r join variant v on v.provider_uuid = r.provider_uuid
    and v.variant_uuid = r.variant_uuid where r.source_uuid = ${order} and r.status = 'open' order by 1`);
  for (const [at, { sku: code }] of skus.entries()) {
    const sorted = await request(scene.server.app, sortPiece, { wall_uuid: data.wall_uuid, code }, provider());
    expect(sorted.data.is_complete).toBe(at === 1);
    states.push(await statusOf(order));
  }
  return { order, states };
}

test("an order of a sort wall is reviewed when its last piece is in its slot", async () => {
  const { order, states } = await sortOrder(await stageWith("never"));
  expect(states).toEqual(["picked", "picked", "reviewed"]);
  expect(await listPlaceTypes(order)).toEqual([{ type: "packing", quantity: 2 }]);
});

test("orders of sort walls may have a rule of their own, which says nothing of the others", async () => {
  const withoutWalls = await stageWith("always", true, 10, { wall_review_rule: "never" });
  expect((await sortOrder(withoutWalls)).states).toEqual(["picked", "picked", "reviewed"]);
  const { orders } = await pickOrders(withoutWalls, 1, "cart");
  expect(await statusOf(orders[0] ?? "")).toBe("picked");

  const onlyWalls = await stageWith("never", true, 10, { wall_review_rule: "always" });
  expect((await sortOrder(onlyWalls)).states).toEqual(["picked", "picked", "picked"]);

  const noSample = await stageWith("always", true, 100, { wall_review_rule: "sample", wall_review_sample_percent: 0 });
  expect((await sortOrder(noSample)).states).toEqual(["picked", "picked", "reviewed"]);
});

test("an order that was held when its last piece was picked is reviewed by rule once the hold is lifted", async () => {
  const { app } = scene.server;
  const on = await stageWith("never");
  const order = await scene.addOrder(on, [
    [0, 1],
    [1, 1],
  ]);
  const wave = await scene.buildOf([order], "cart");
  const { tasks } = await scene.release(wave);
  const wished = await request(app, requestCancel, { order_ids: [order], reason: "sold twice" }, scene.asRetailer());
  expect(wished.data.failed).toEqual([]);
  const tote = await scene.addTote(on);
  for (const { task_uuid } of tasks) {
    await request(app, claimTask, { task_uuid }, provider());
    await request(app, startPickTask, { task_uuid, tote }, provider());
    const { lines } = (await request(app, getPickTask, { task_uuid }, provider())).data;
    for (const { line_number, location_uuid } of lines)
      await request(app, pickLines, { task_uuid, line_numbers: [line_number], location_uuid }, provider());
  }
  expect(await statusOf(order)).toBe("picked");
  expect((await request(app, rejectCancel, { order_ids: [order], reason: "picked already" }, provider())).data.failed).toEqual([]);
  expect(await statusOf(order)).toBe("reviewed");
  expect(await listPlaceTypes(order)).toEqual([{ type: "packing", quantity: 2 }]);
});

test("photos of a review are listed with the order for staff, and are nobody else's", async () => {
  const on = await stageWith("always");
  const { orders } = await pickOrders(on, 1, "cart");
  const order_uuid = orders[0] ?? "";
  const { review_uuid } = (await request(scene.server.app, beginReview, { order_uuid }, provider())).data;
  const files = [{ field: "images", name: "open-box.png", bytes: tinyPng }];
  const filenames = (await request(scene.server.app, uploadImages, {}, { ...provider(), files })).data.result.map(
    ({ filename }) => filename,
  );
  expect((await request(scene.server.app, addReviewPhotos, { review_uuid, filenames }, scene.asStranger())).code).toBe(codes.notFound.code);
  const added = await request(scene.server.app, addReviewPhotos, { review_uuid, filenames }, provider());
  expect(added.data.photo_uuids).toHaveLength(1);
  // The file is a photo now, and no upload that could be attached once more.
  expect((await request(scene.server.app, addReviewPhotos, { review_uuid, filenames }, provider())).code).toBe(codes.notFound.code);
  const listed = await request(scene.server.app, listReviewPhotos, { order_uuid }, provider());
  expect(listed.data.result).toMatchObject([{ photo_uuid: added.data.photo_uuids[0], filename: filenames[0] }]);
  expect((await request(scene.server.app, listReviewPhotos, { order_uuid }, scene.asStranger())).code).toBe(codes.notFound.code);
  const fetched = (by: { token: string }) => request(scene.server.app, getFile, { filename: filenames[0] ?? "" }, by);
  expect((await fetched(provider())).headers["content-type"]).toBe("image/png");
  // Not even the order's retailer: neither the list nor the file.
  expect((await request(scene.server.app, listReviewPhotos, { order_uuid }, scene.asRetailer())).code).toBe(codes.forbidden.code);
  for (const by of [scene.asRetailer(), scene.asStranger()]) expect((await fetched(by)).code).toBe(codes.notFound.code);
});

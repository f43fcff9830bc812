import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { codes } from "#src/kit/api/codes.ts";
import { apiPrefix } from "#src/kit/api/address.ts";
import type { OutputOf } from "#src/kit/api/define-call.ts";
import { confirmOrders, holdOrders, submitOrders } from "#src/outbound/orders/order-batches.contract.ts";
import { createOrder } from "#src/outbound/orders/order-writes.contract.ts";
import { getOrder } from "#src/outbound/orders/orders.contract.ts";
import { claimTask, getPickTask, pickLines, startPickTask } from "#src/outbound/picking/picking.contract.ts";
import {
  buildWave,
  buildWaveOf,
  cancelWave,
  getWave,
  getWavePool,
  holdWave,
  kickOrders,
  listWaveOrders,
  listWaves,
  markWavePrinted,
  optimizeWave,
  printPickLists,
  printWaveOrders,
  queryWaveElements,
  releaseWave,
  resumeWave,
} from "#src/outbound/waves/waves.contract.ts";
import { stockMovedReason } from "#src/outbound/waves/waves.rules.ts";
import { platform } from "#server/platform/db/row-security.ts";
import { newId } from "#server/platform/runtime/clock.ts";
import { checkLedger } from "#server/warehouse/stock/reconciliation.queries.ts";
import { reserveStock } from "#server/warehouse/stock/reservations.commands.ts";
import { startTestApp } from "#tests/server/app.ts";
import type { TestApp } from "#tests/server/app.ts";
import { headersOf, request } from "#tests/server/client.ts";
import { putStock, stageStock } from "#tests/server/stage-stock.ts";
import type { StockStage } from "#tests/server/stage-stock.ts";
import { makeWorld } from "#tests/server/world.ts";
import type { World } from "#tests/server/world.ts";
import { inSystemScope } from "./in-scope.ts";
import { searchTours, storeTours } from "./plan-wave.commands.ts";

let server: TestApp;
let world: World;
beforeAll(async () => {
  server = await startTestApp();
  world = await makeWorld(server);
});
afterAll(() => server.close());

const asRetailer = () => ({ token: world.retailer.token });
const asProvider = () => ({ token: world.provider.token });
const asStranger = () => ({ token: world.foreignProvider.token });
const staff = () => ({ kind: "provider", providerUuid: world.providerA }) as const;

/** A warehouse with pieces of each SKU in the given places: SKU, place, pieces. */
async function stage(puts: readonly (readonly [variant: number, location: number, quantity: number])[], variants = 3): Promise<StockStage> {
  const on = await server.services.database.transaction(platform, (tx) =>
    stageStock(tx, { providerUuid: world.providerA, ownerUuid: world.retailerA, shelves: 8, variants }),
  );
  await server.services.database.transaction(staff(), async (tx) => {
    for (const [variant, location, quantity] of puts) await putStock(tx, on, { variant, location, quantity });
  });
  return on;
}

const recipient = { consignee: "Alex Example", address: "1 Example Street", city: "Springfield", state: "IL", zip: "62701" };
async function addOrder(on: StockStage, lines: readonly (readonly [number, number])[], more: object = {}): Promise<string> {
  const { data } = await request(
    server.app,
    createOrder,
    {
      country: "US",
      recipient,
      warehouse_uuid: on.warehouseUuid,
      lines: lines.map(([variant, quantity]) => ({ sku: on.variants[variant]?.sku ?? "", quantity })),
      ...more,
    },
    asRetailer(),
  );
  await request(server.app, submitOrders, { order_ids: [data.order_uuid] }, asRetailer());
  const confirmed = await request(server.app, confirmOrders, { order_ids: [data.order_uuid] }, asProvider());
  expect(confirmed.data.failed).toEqual([]);
  return data.order_uuid;
}
const order = async (uuid: string): Promise<OutputOf<typeof getOrder>> =>
  (await request(server.app, getOrder, { order_uuid: uuid }, asProvider())).data;
const wave = async (uuid: string): Promise<OutputOf<typeof getWave>> =>
  (await request(server.app, getWave, { wave_uuid: uuid }, asProvider())).data;
const members = async (uuid: string): Promise<OutputOf<typeof listWaveOrders>["result"]> =>
  (await request(server.app, listWaveOrders, { wave_uuid: uuid }, asProvider())).data.result;
const read = async <T>(query: ReturnType<typeof sql<T>>): Promise<T[]> =>
  (await server.services.database.transaction(platform, (tx) => query.execute(tx))).rows;

/** Plans a wave as its job does; tests of the job itself start workers. */
async function plan(uuid: string): Promise<void> {
  const inScope = inSystemScope(server.services, world.providerA);
  const found = await searchTours(inScope, uuid, "plan", { seconds: 0.05 });
  if (!found.ok) throw new Error(found.problem);
  const stored = await inScope((scope) => storeTours(scope, uuid, "plan", found.value));
  if (!stored.ok) throw new Error(stored.problem);
}
async function buildOf(orders: readonly string[], kind: "cart" | "single_item" | "wall" | "single_piece"): Promise<string> {
  const { data } = await request(server.app, buildWaveOf, { order_ids: [...orders], kind }, asProvider());
  expect(data.failed).toEqual([]);
  await plan(data.wave_uuid);
  return data.wave_uuid;
}
async function release(uuid: string): Promise<OutputOf<typeof getWave>> {
  const { data } = await request(server.app, releaseWave, { wave_uuid: uuid, version: (await wave(uuid)).version }, asProvider());
  return data;
}
async function expectSound(): Promise<void> {
  const { differences } = await server.services.database.transaction(platform, (tx) => checkLedger(tx, world.providerA));
  expect(differences).toEqual([]);
  // Each pending line has the open reservation that it names, of its order, in its place.
  expect(
    await read(sql`select k.task_uuid, k.line_number from pick_line k
      left join reservation r on r.provider_uuid = k.provider_uuid and r.reservation_uuid = k.reservation_uuid and r.status = 'open'
        and r.source_uuid = k.order_uuid and r.location_uuid = k.location_uuid and r.quantity = k.quantity and r.lot = k.lot
      where k.provider_uuid = ${world.providerA} and k.status = 'pending' and r.reservation_uuid is null`),
  ).toEqual([]);
}

describe("the pool", () => {
  test("counts allocated orders by kind of wave; held and delayed ones do not wait", async () => {
    const on = await stage([
      [0, 0, 50],
      [1, 1, 50],
    ]);
    await addOrder(on, [[0, 1]]);
    await addOrder(on, [[0, 4]]);
    await addOrder(on, [
      [0, 1],
      [1, 2],
    ]);
    const held = await addOrder(on, [[1, 1]]);
    await request(server.app, holdOrders, { order_ids: [held], hold: "operator", reason: "Look first" }, asProvider());
    const { data } = await request(server.app, getWavePool, { warehouse_uuid: on.warehouseUuid }, asProvider());
    expect(data).toMatchObject({ orders: 3, pieces: 8 });
    expect(data.kinds).toEqual([
      { kind: "single_piece", orders: 1, pieces: 1 },
      { kind: "single_item", orders: 1, pieces: 4 },
      { kind: "burst", orders: 0, pieces: 0 },
      { kind: "cart", orders: 1, pieces: 3 },
      { kind: "wall", orders: 1, pieces: 3 },
      { kind: "bulk", orders: 0, pieces: 0 },
    ]);
    const foreign = await request(server.app, getWavePool, { warehouse_uuid: on.warehouseUuid }, asStranger());
    expect(foreign.code).toBe(codes.notFound.code);
  });
});

describe("building", () => {
  test("takes the orders of a kind, the most urgent first, within the limits; what waits is built by the next", async () => {
    const on = await stage([[0, 0, 50]]);
    const all = [];
    for (let at = 0; at < 5; at += 1) all.push(await addOrder(on, [[0, 2]]));
    const first = await request(
      server.app,
      buildWave,
      { warehouse_uuid: on.warehouseUuid, kind: "single_item", max_orders: 3 },
      asProvider(),
    );
    expect(first.data.order_count).toBe(3);
    expect(first.data.wave_number).toMatch(/^W-\d{6}-\d{4,}$/);
    expect(await wave(first.data.wave_uuid)).toMatchObject({
      status: "draft",
      kind: "single_item",
      order_count: 3,
      piece_count: 6,
      figures: null,
    });
    const second = await request(server.app, buildWave, { warehouse_uuid: on.warehouseUuid, kind: "single_item" }, asProvider());
    expect(second.data.order_count).toBe(2);
    const third = await request(server.app, buildWave, { warehouse_uuid: on.warehouseUuid, kind: "single_item" }, asProvider());
    expect(third.code).toBe(codes["waves.nothingToBuild"].code);
    for (const uuid of all) expect(await order(uuid)).toMatchObject({ status: "in_wave" });
  });

  test("of more orders than fit chooses those of few aisles", async () => {
    const on = await stage(
      [0, 1, 2, 3].map((at) => [at, at, 20] as const),
      4,
    );
    // One order in each of three places, and three in the fourth.
    for (const variant of [0, 1, 2]) await addOrder(on, [[variant, 2]]);
    const together = [];
    for (let at = 0; at < 3; at += 1) together.push(await addOrder(on, [[3, 2]]));
    const { data } = await request(
      server.app,
      buildWave,
      { warehouse_uuid: on.warehouseUuid, kind: "single_item", max_pieces: 6 },
      asProvider(),
    );
    expect((await members(data.wave_uuid)).map(({ order_uuid }) => order_uuid).toSorted()).toEqual(together.toSorted());
  });

  test("two at once take no order twice", async () => {
    const on = await stage([[0, 0, 80]]);
    for (let at = 0; at < 6; at += 1) await addOrder(on, [[0, 2]]);
    const input = { warehouse_uuid: on.warehouseUuid, kind: "single_item" as const };
    const built = await Promise.all([1, 2, 3].map(() => request(server.app, buildWave, input, asProvider())));
    expect(built.filter(({ code }) => code === 200).reduce((sum, { data }) => sum + data.order_count, 0)).toBe(6);
    const twice = await read(sql`select order_uuid from wave_order where provider_uuid = ${world.providerA} and status <> 'kicked'
      group by order_uuid having count(*) > 1`);
    expect(twice).toEqual([]);
  });

  test("of given orders lists those that cannot join, refuses all of them for one of a stranger, and adds to a wave that is not released", async () => {
    const on = await stage([[0, 0, 80]]);
    const [one, other] = [await addOrder(on, [[0, 2]]), await addOrder(on, [[0, 3]])];
    const single = await addOrder(on, [[0, 1]]);
    const built = await request(server.app, buildWaveOf, { order_ids: [one, single], kind: "single_item" }, asProvider());
    expect(built.data).toMatchObject({ done: 1, failed: [{ order_id: single, code: codes["waves.notInPool"].code }] });
    const foreign = await request(server.app, buildWaveOf, { order_ids: [other, newId()], kind: "single_item" }, asProvider());
    expect(foreign.code).toBe(codes.notFound.code);
    await plan(built.data.wave_uuid);
    const added = await request(
      server.app,
      buildWaveOf,
      { order_ids: [other], kind: "single_item", wave_uuid: built.data.wave_uuid },
      asProvider(),
    );
    expect(added.data).toMatchObject({ done: 1, failed: [], wave_uuid: built.data.wave_uuid });
    expect(await wave(built.data.wave_uuid)).toMatchObject({ status: "draft", order_count: 2, piece_count: 5, figures: null });
    const stranger = await request(server.app, buildWaveOf, { order_ids: [one], kind: "single_item" }, asStranger());
    expect(stranger.code).toBe(codes.notFound.code);
  });
});

describe("a plan", () => {
  test("is made by the job, and says what the wave comes to", async () => {
    const working = await startTestApp({ withWorkers: true });
    try {
      const people = await makeWorld(working);
      const on = await working.services.database.transaction(platform, (tx) =>
        stageStock(tx, { providerUuid: people.providerA, ownerUuid: people.retailerA }),
      );
      await working.services.database.transaction({ kind: "provider", providerUuid: people.providerA }, (tx) =>
        putStock(tx, on, { quantity: 20 }),
      );
      const token = { token: people.retailer.token };
      const lines = [{ sku: on.variants[0]?.sku ?? "", quantity: 2 }];
      const created = await request(working.app, createOrder, { country: "US", recipient, warehouse_uuid: on.warehouseUuid, lines }, token);
      await request(working.app, submitOrders, { order_ids: [created.data.order_uuid] }, token);
      const provider = { token: people.provider.token };
      await request(working.app, confirmOrders, { order_ids: [created.data.order_uuid] }, provider);
      const built = await request(working.app, buildWave, { warehouse_uuid: on.warehouseUuid, kind: "single_item" }, provider);
      await expect
        .poll(async () => (await request(working.app, getWave, { wave_uuid: built.data.wave_uuid }, provider)).data.status, {
          timeout: 60_000,
        })
        .toBe("planned");
      const { data } = await request(working.app, getWave, { wave_uuid: built.data.wave_uuid }, provider);
      expect(data.figures).toMatchObject({
        orders: 1,
        pieces: 2,
        tours: 1,
        aisles: 1,
        stops: 1,
        shortages: 0,
        other_bins: 0,
        orders_without_weight: 1,
      });
    } finally {
      await working.close();
    }
  });

  test("is not stored if the wave changed meanwhile, and is made anew", async () => {
    const on = await stage([[0, 0, 80]]);
    const [one, other] = [await addOrder(on, [[0, 2]]), await addOrder(on, [[0, 3]])];
    const built = await request(server.app, buildWaveOf, { order_ids: [one, other], kind: "single_item" }, asProvider());
    const inScope = inSystemScope(server.services, world.providerA);
    const found = await searchTours(inScope, built.data.wave_uuid, "plan", { seconds: 0.05 });
    if (!found.ok) throw new Error(found.problem);
    await request(server.app, kickOrders, { wave_uuid: built.data.wave_uuid, order_ids: [other], reason: "Later" }, asProvider());
    const stored = await inScope((scope) => storeTours(scope, built.data.wave_uuid, "plan", found.value));
    expect(stored).toMatchObject({ ok: false, problem: "changedMeanwhile" });
    await plan(built.data.wave_uuid);
    expect(await wave(built.data.wave_uuid)).toMatchObject({ status: "planned", figures: { orders: 1, pieces: 2 } });
  });

  test("can be searched further on request, but not before there is one", async () => {
    const on = await stage([[0, 0, 80]]);
    const { data } = await request(
      server.app,
      buildWaveOf,
      { order_ids: [await addOrder(on, [[0, 2]])], kind: "single_item" },
      asProvider(),
    );
    const early = await request(
      server.app,
      optimizeWave,
      { wave_uuid: data.wave_uuid, version: (await wave(data.wave_uuid)).version, seconds: 1 },
      asProvider(),
    );
    expect(early.code).toBe(codes["waves.notPlanned"].code);
    await plan(data.wave_uuid);
    const { version } = await wave(data.wave_uuid);
    const better = await request(server.app, optimizeWave, { wave_uuid: data.wave_uuid, version, seconds: 1 }, asProvider());
    expect(better.data).toMatchObject({ status: "planned", version: version + 1, figures: { tours: 1 } });
    const stale = await request(server.app, optimizeWave, { wave_uuid: data.wave_uuid, version, seconds: 1 }, asProvider());
    expect(stale.code).toBe(codes.changedMeanwhile.code);
  });
});

describe("a release", () => {
  test("makes a task of each tour, with a line for each reservation and a place on the cart for each order", async () => {
    const on = await stage([
      [0, 0, 50],
      [1, 1, 50],
      [2, 2, 50],
    ]);
    const orders = [];
    for (let at = 0; at < 14; at += 1)
      orders.push(
        await addOrder(on, [
          [0, 1],
          [1 + (at % 2), 1],
        ]),
      );
    const uuid = await buildOf(orders, "cart");
    expect((await wave(uuid)).figures).toMatchObject({ orders: 14, pieces: 28, tours: 2 });
    const released = await release(uuid);
    expect(released).toMatchObject({ status: "released", task_count: 2, order_count: 14 });
    const tasks = await Promise.all(
      released.tasks.map(async ({ task_uuid }) => (await request(server.app, getPickTask, { task_uuid }, asProvider())).data),
    );
    expect(tasks.reduce((sum, { piece_count }) => sum + piece_count, 0)).toBe(28);
    for (const { lines } of tasks) {
      const places = new Set(lines.map(({ slot }) => slot));
      expect(places.size).toBe(new Set(lines.map(({ order_uuid }) => order_uuid)).size);
      expect(Math.max(...[...places].map(Number))).toBeLessThanOrEqual(12);
      // The lines of one location stand together, so that it is visited once.
      const visits = lines.map(({ location_uuid }) => location_uuid).filter((location, at, all) => location !== all[at - 1]);
      expect(visits.length).toBe(new Set(visits).size);
    }
    expect((await members(uuid)).every(({ tour, slot, status }) => tour !== null && slot !== null && status === "open")).toBe(true);
    await expectSound();
  });

  test("moves reservations to the bins of the plan, and keeps the pieces of each order", async () => {
    // The first order empties its bin, the next ones are reserved in small bins; the large one comes in later.
    const on = await stage([
      [0, 0, 2],
      [0, 1, 2],
      [0, 2, 2],
    ]);
    const orders = [await addOrder(on, [[0, 2]]), await addOrder(on, [[0, 2]]), await addOrder(on, [[0, 2]])];
    await server.services.database.transaction(staff(), (tx) => putStock(tx, on, { variant: 0, location: 3, quantity: 30 }));
    const uuid = await buildOf(orders, "single_item");
    expect((await wave(uuid)).figures).toMatchObject({ stops: 1, other_bins: 3 });
    await release(uuid);
    const places = await read(sql<{
      location_uuid: string;
      quantity: number;
    }>`select distinct location_uuid, sum(quantity)::integer as quantity
      from reservation where provider_uuid = ${world.providerA} and source_uuid = any (${orders}::uuid[]) and status = 'open' group by 1`);
    expect(places).toEqual([{ location_uuid: on.locations[3], quantity: 6 }]);
    await expectSound();
  });

  test("lets an order whose new bin was reserved meanwhile leave the wave with its old reservation", async () => {
    const on = await stage([
      [0, 0, 2],
      [0, 1, 2],
    ]);
    const orders = [await addOrder(on, [[0, 2]]), await addOrder(on, [[0, 2]])];
    await server.services.database.transaction(staff(), (tx) => putStock(tx, on, { variant: 0, location: 2, quantity: 4 }));
    const uuid = await buildOf(orders, "single_item");
    expect((await wave(uuid)).figures).toMatchObject({ stops: 1, other_bins: 2 });
    // Somebody takes half of the bin that the plan relies on.
    const { variantUuid = "", ownerUuid = "" } = on.variants[0] ?? {};
    await server.services.database.transaction(staff(), async (tx) => {
      const want = { line: 1, variantUuid, ownerUuid, warehouseUuid: on.warehouseUuid, quantity: 2, lot: null };
      const taken = await reserveStock(tx, world.providerA, { type: "order", uuid: newId() }, [want], new Date());
      expect(taken.ok).toBe(true);
    });
    const taken = await read(sql<{ location_uuid: string }>`select location_uuid from stock_balance where provider_uuid = ${world.providerA}
      and variant_uuid = ${variantUuid} and reserved = 2 and location_uuid = ${on.locations[2] ?? ""}`);
    expect(taken.length).toBe(1);
    const released = await release(uuid);
    expect(released).toMatchObject({ status: "released", order_count: 1, piece_count: 2 });
    const left = (await members(uuid)).filter(({ status }) => status === "kicked");
    expect(left).toMatchObject([{ reason: stockMovedReason, order_status: "allocated" }]);
    const kept = await read(
      sql<{ quantity: number }>`select quantity from reservation where source_uuid = ${left[0]?.order_uuid ?? ""} and status = 'open'`,
    );
    expect(kept).toEqual([{ quantity: 2 }]);
    await expectSound();
  });

  test("is refused for a draft, for a wave of others, and for one that changed", async () => {
    const on = await stage([[0, 0, 80]]);
    const { data } = await request(
      server.app,
      buildWaveOf,
      { order_ids: [await addOrder(on, [[0, 2]])], kind: "single_item" },
      asProvider(),
    );
    const { version } = await wave(data.wave_uuid);
    expect((await request(server.app, releaseWave, { wave_uuid: data.wave_uuid, version }, asProvider())).code).toBe(
      codes["waves.notPlanned"].code,
    );
    await plan(data.wave_uuid);
    expect((await request(server.app, releaseWave, { wave_uuid: data.wave_uuid, version }, asProvider())).code).toBe(
      codes.changedMeanwhile.code,
    );
    expect((await request(server.app, releaseWave, { wave_uuid: data.wave_uuid, version: version + 1 }, asStranger())).code).toBe(
      codes.notFound.code,
    );
    const twice = await Promise.all(
      [1, 2].map(() => request(server.app, releaseWave, { wave_uuid: data.wave_uuid, version: version + 1 }, asProvider())),
    );
    expect(twice.map(({ code }) => code).toSorted()).toEqual([200, codes.changedMeanwhile.code]);
    expect((await wave(data.wave_uuid)).task_count).toBe(1);
  });
});

describe("a wave", () => {
  test("that is held refuses picks until it is resumed", async () => {
    const on = await stage([[0, 0, 80]]);
    const uuid = await buildOf([await addOrder(on, [[0, 2]])], "single_item");
    const released = await release(uuid);
    const [task] = released.tasks;
    const held = await request(
      server.app,
      holdWave,
      { wave_uuid: uuid, version: released.version, reason: "Aisle 3 is closed" },
      asProvider(),
    );
    expect(held.data).toMatchObject({ status: "held", reason: "Aisle 3 is closed" });
    const claimed = await request(server.app, claimTask, { task_uuid: task?.task_uuid ?? "", takes_over: false }, asProvider());
    expect(claimed.code).toBe(codes["picking.held"].code);
    const resumed = await request(server.app, resumeWave, { wave_uuid: uuid, version: held.data.version }, asProvider());
    expect(resumed.data.status).toBe("released");
    expect((await request(server.app, resumeWave, { wave_uuid: uuid, version: resumed.data.version }, asProvider())).code).toBe(
      codes["waves.wrongState"].code,
    );
  });

  test("loses an order that is kicked; without any it is cancelled, and they return to the pool with their stock", async () => {
    const on = await stage([[0, 0, 80]]);
    const [one, other] = [await addOrder(on, [[0, 2]]), await addOrder(on, [[0, 3]])];
    const uuid = await buildOf([one, other], "single_item");
    await release(uuid);
    const kicked = await request(server.app, kickOrders, { wave_uuid: uuid, order_ids: [one], reason: "Gift note" }, asProvider());
    expect(kicked.data).toEqual({ done: 1, failed: [] });
    expect(await order(one)).toMatchObject({ status: "allocated" });
    expect(await wave(uuid)).toMatchObject({ status: "released", order_count: 1, piece_count: 3 });
    const again = await request(server.app, kickOrders, { wave_uuid: uuid, order_ids: [one, other], reason: "All" }, asProvider());
    expect(again.data).toMatchObject({ done: 1, failed: [{ order_id: one, code: codes["waves.notMember"].code }] });
    expect(await wave(uuid)).toMatchObject({ status: "cancelled", order_count: 0 });
    const { data: pool } = await request(server.app, getWavePool, { warehouse_uuid: on.warehouseUuid }, asProvider());
    expect(pool.orders).toBe(2);
    await expectSound();
  });

  test("is cancelled as a whole only if nothing was picked", async () => {
    const on = await stage([[0, 0, 80]]);
    const orders = [await addOrder(on, [[0, 2]]), await addOrder(on, [[0, 3]])];
    const first = await buildOf(orders, "single_item");
    const cancelled = await request(
      server.app,
      cancelWave,
      { wave_uuid: first, version: (await wave(first)).version, reason: "Wrong kind" },
      asProvider(),
    );
    expect(cancelled.data).toMatchObject({ status: "cancelled", reason: "Wrong kind" });
    const second = await buildOf(orders, "single_item");
    const { tasks } = await release(second);
    const task_uuid = tasks[0]?.task_uuid ?? "";
    const tote = `TOTE-${newId().slice(-8)}`.toUpperCase();
    await server.services.database.transaction(staff(), (tx) =>
      tx
        .insertInto("location")
        .values({ provider_uuid: world.providerA, location_uuid: newId(), warehouse_uuid: on.warehouseUuid, barcode: tote, type: "tote" })
        .execute(),
    );
    await request(server.app, claimTask, { task_uuid, takes_over: false }, asProvider());
    await request(server.app, startPickTask, { task_uuid, tote }, asProvider());
    const { data: task } = await request(server.app, getPickTask, { task_uuid }, asProvider());
    const [line] = task.lines;
    const picked = await request(
      server.app,
      pickLines,
      { task_uuid, line_numbers: [line?.line_number ?? 0], location_uuid: line?.location_uuid ?? "" },
      asProvider(),
    );
    expect(picked.code).toBe(200);
    const late = await request(
      server.app,
      cancelWave,
      { wave_uuid: second, version: (await wave(second)).version, reason: "Too late" },
      asProvider(),
    );
    expect(late.code).toBe(codes["waves.alreadyPicking"].code);
    // An order that is kicked keeps what was picked for it: it is in the tote, and still reserved.
    await request(server.app, kickOrders, { wave_uuid: second, order_ids: [line?.order_uuid ?? ""], reason: "Asked" }, asProvider());
    expect(await order(line?.order_uuid ?? "")).toMatchObject({ status: "allocated" });
    await expectSound();
  });

  test("is found by its number, an order's number, its status and by pairs of fields; by strangers not at all", async () => {
    const on = await stage([[0, 0, 80]]);
    const uuid = await buildOf([await addOrder(on, [[0, 2]])], "single_item");
    const { wave_number } = await wave(uuid);
    const [member] = await members(uuid);
    const find = async (input: object, who = asProvider()) =>
      (await request(server.app, listWaves, input, who)).data.result.map(({ wave_uuid }) => wave_uuid);
    expect(await find({ search: wave_number })).toEqual([uuid]);
    expect(await find({ search: member?.order_number ?? "" })).toEqual([uuid]);
    expect(await find({ warehouse_uuid: on.warehouseUuid, status: ["planned"], kind: ["single_item"], is_printed: false })).toEqual([uuid]);
    expect(await find({ warehouse_uuid: on.warehouseUuid, status: ["released"] })).toEqual([]);
    expect(await find({ search: wave_number }, asStranger())).toEqual([]);
    const pairs = await request(
      server.app,
      queryWaveElements,
      { field: ["wave_number", "status"], value: [wave_number, "planned"] },
      asProvider(),
    );
    expect(pairs.data.result.map(({ wave_uuid }) => wave_uuid)).toEqual([uuid]);
    const odd = await request(server.app, queryWaveElements, { field: ["status"], value: ["shipped"] }, asProvider());
    expect(odd.data.result).toEqual([]);
    expect((await request(server.app, getWave, { wave_uuid: uuid }, asStranger())).code).toBe(codes.notFound.code);
    expect((await request(server.app, listWaveOrders, { wave_uuid: uuid }, asStranger())).code).toBe(codes.notFound.code);
  });

  test("is printed once it is released, as pick lists and packing slips, and is marked", async () => {
    const on = await stage([[0, 0, 80]]);
    const uuid = await buildOf([await addOrder(on, [[0, 2]])], "single_item");
    const early = await request(server.app, printPickLists, { wave_uuid: uuid }, asProvider());
    expect(early.code).toBe(codes["waves.notPlanned"].code);
    expect((await request(server.app, markWavePrinted, { wave_uuid: uuid }, asProvider())).code).toBe(codes["waves.notPlanned"].code);
    await release(uuid);
    for (const call of [printPickLists, printWaveOrders]) {
      const url = `${apiPrefix}${call.path}?wave_uuid=${uuid}&language=zh_cn`;
      const answer = await server.app.inject({ method: "GET", url, headers: headersOf(asProvider()) });
      expect(answer.statusCode).toBe(200);
      expect(answer.rawPayload.subarray(0, 5).toString()).toBe("%PDF-");
    }
    const marked = await request(server.app, markWavePrinted, { wave_uuid: uuid }, asProvider());
    expect(marked.data.printed_at).not.toBe("");
  });
});

import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { codes } from "#src/kit/api/codes.ts";
import { confirmOrders, submitOrders } from "#src/outbound/orders/order-batches.contract.ts";
import { createOrder } from "#src/outbound/orders/order-writes.contract.ts";
import { getPickTask } from "#src/outbound/picking/picking.contract.ts";
import { buildWave, buildWaveOf, getWave, kickOrders, optimizeWave, releaseWave } from "#src/outbound/waves/waves.contract.ts";
import { stockMovedReason } from "#src/outbound/waves/waves.rules.ts";
import { platform } from "#server/platform/db/row-security.ts";
import { newId } from "#server/platform/runtime/clock.ts";
import { reserveStock } from "#server/warehouse/stock/reservations.commands.ts";
import { startTestApp } from "#tests/server/app.ts";
import { request } from "#tests/server/client.ts";
import { putStock, stageStock } from "#tests/server/stage-stock.ts";
import { WaveScene } from "#tests/server/wave-scene.ts";
import { makeWorld } from "#tests/server/world.ts";
import { inSystemScope } from "./in-scope.ts";
import { searchTours, storeTours } from "./plan-wave.commands.ts";

const recipient = { consignee: "Alex Example", address: "1 Example Street", city: "Springfield", state: "IL", zip: "62701" };

let scene: WaveScene;
beforeAll(async () => {
  const server = await startTestApp();
  scene = new WaveScene(server, await makeWorld(server));
});
afterAll(() => scene.server.close());

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

  const change = (statement: ReturnType<typeof sql>) =>
    scene.server.services.database.transaction(scene.staff(), (tx) => statement.execute(tx));

  test("says how many wall slots the orders need, what they weigh, and of how many the goods cannot be picked now", async () => {
    const on = await scene.stage([
      [0, 0, 10],
      [1, 1, 10],
    ]);
    const [heavy, light] = on.variants.map(({ variantUuid }) => variantUuid);
    await change(sql`update variant set weight_grams = case variant_uuid when ${heavy}::uuid then 400 else 150 end
      where provider_uuid = ${on.providerUuid} and variant_uuid in (${heavy}::uuid, ${light}::uuid)`);
    const orders = [await scene.addOrder(on, [[0, 2]]), await scene.addOrder(on, [[1, 3]])];
    // A slot holds an order of several pieces until it is whole.
    const uuid = await scene.buildOf(orders, "single_item");
    const figures = { orders: 2, pieces: 5, wall_slots: 2, weight_grams: 2 * 400 + 3 * 150, orders_without_weight: 0, shortages: 0 };
    expect(await scene.wave(uuid)).toMatchObject({ figures });
    // All that there is of the second product lies where nobody may pick any more.
    await change(sql`update location set is_blocked = true, blocked_reason = 'leak' where location_uuid = ${on.locations[1] ?? ""}`);
    await scene.plan(uuid);
    expect(await scene.wave(uuid)).toMatchObject({ figures: { ...figures, shortages: 1 } });
  });

  test("is not stored if the wave changed meanwhile, and is made anew", async () => {
    const on = await scene.stage([[0, 0, 80]]);
    const [one, other] = [await scene.addOrder(on, [[0, 2]]), await scene.addOrder(on, [[0, 3]])];
    const built = await request(scene.server.app, buildWaveOf, { order_ids: [one, other], kind: "single_item" }, scene.asProvider());
    const inScope = inSystemScope(scene.server.services, scene.world.providerA);
    const found = await searchTours(inScope, built.data.wave_uuid, "plan", { seconds: 0.05 });
    if (!found.ok) throw new Error(found.problem);
    await request(
      scene.server.app,
      kickOrders,
      { wave_uuid: built.data.wave_uuid, order_ids: [other], reason: "Later" },
      scene.asProvider(),
    );
    const stored = await inScope((scope) => storeTours(scope, built.data.wave_uuid, "plan", found.value));
    expect(stored).toMatchObject({ ok: false, problem: "changedMeanwhile" });
    await scene.plan(built.data.wave_uuid);
    expect(await scene.wave(built.data.wave_uuid)).toMatchObject({ status: "planned", figures: { orders: 1, pieces: 2 } });
  });

  test("can be searched further on request, but not before there is one", async () => {
    const on = await scene.stage([[0, 0, 80]]);
    const { data } = await request(
      scene.server.app,
      buildWaveOf,
      { order_ids: [await scene.addOrder(on, [[0, 2]])], kind: "single_item" },
      scene.asProvider(),
    );
    const early = await request(
      scene.server.app,
      optimizeWave,
      { wave_uuid: data.wave_uuid, version: (await scene.wave(data.wave_uuid)).version, seconds: 1 },
      scene.asProvider(),
    );
    expect(early.code).toBe(codes["waves.notPlanned"].code);
    await scene.plan(data.wave_uuid);
    const { version } = await scene.wave(data.wave_uuid);
    const better = await request(scene.server.app, optimizeWave, { wave_uuid: data.wave_uuid, version, seconds: 1 }, scene.asProvider());
    expect(better.data).toMatchObject({ status: "planned", version: version + 1, figures: { tours: 1 } });
    const stale = await request(scene.server.app, optimizeWave, { wave_uuid: data.wave_uuid, version, seconds: 1 }, scene.asProvider());
    expect(stale.code).toBe(codes.changedMeanwhile.code);
  });
});

describe("a release", () => {
  test("makes a task of each tour, with a line for each reservation and a place on the cart for each order", async () => {
    const on = await scene.stage([
      [0, 0, 50],
      [1, 1, 50],
      [2, 2, 50],
    ]);
    const orders = [];
    for (let at = 0; at < 14; at += 1)
      orders.push(
        await scene.addOrder(on, [
          [0, 1],
          [1 + (at % 2), 1],
        ]),
      );
    const uuid = await scene.buildOf(orders, "cart");
    expect((await scene.wave(uuid)).figures).toMatchObject({ orders: 14, pieces: 28, tours: 2 });
    const released = await scene.release(uuid);
    expect(released).toMatchObject({ status: "released", task_count: 2, order_count: 14 });
    const tasks = await Promise.all(
      released.tasks.map(async ({ task_uuid }) => (await request(scene.server.app, getPickTask, { task_uuid }, scene.asProvider())).data),
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
    expect((await scene.members(uuid)).every(({ tour, slot, status }) => tour !== null && slot !== null && status === "open")).toBe(true);
    await scene.expectSound();
  });

  test("moves reservations to the bins of the plan, and keeps the pieces of each order", async () => {
    // The first order empties its bin, the next ones are reserved in small bins; the large one comes in later.
    const on = await scene.stage([
      [0, 0, 2],
      [0, 1, 2],
      [0, 2, 2],
    ]);
    const orders = [await scene.addOrder(on, [[0, 2]]), await scene.addOrder(on, [[0, 2]]), await scene.addOrder(on, [[0, 2]])];
    await scene.server.services.database.transaction(scene.staff(), (tx) => putStock(tx, on, { variant: 0, location: 3, quantity: 30 }));
    const uuid = await scene.buildOf(orders, "single_item");
    expect((await scene.wave(uuid)).figures).toMatchObject({ stops: 1, other_bins: 3 });
    await scene.release(uuid);
    const places = await scene.read(sql<{
      location_uuid: string;
      quantity: number;
    }>`select distinct location_uuid, sum(quantity)::integer as quantity
      from reservation where provider_uuid = ${scene.world.providerA} and source_uuid = any (${orders}::uuid[]) and status = 'open' group by 1`);
    expect(places).toEqual([{ location_uuid: on.locations[3], quantity: 6 }]);
    await scene.expectSound();
  });

  test("lets an order whose new bin was reserved meanwhile leave the wave with its old reservation", async () => {
    const on = await scene.stage([
      [0, 0, 2],
      [0, 1, 2],
    ]);
    const orders = [await scene.addOrder(on, [[0, 2]]), await scene.addOrder(on, [[0, 2]])];
    await scene.server.services.database.transaction(scene.staff(), (tx) => putStock(tx, on, { variant: 0, location: 2, quantity: 4 }));
    const uuid = await scene.buildOf(orders, "single_item");
    expect((await scene.wave(uuid)).figures).toMatchObject({ stops: 1, other_bins: 2 });
    // Somebody takes half of the bin that the plan relies on.
    const { variantUuid = "", ownerUuid = "" } = on.variants[0] ?? {};
    await scene.server.services.database.transaction(scene.staff(), async (tx) => {
      const want = { line: 1, variantUuid, ownerUuid, warehouseUuid: on.warehouseUuid, quantity: 2, lot: null };
      const taken = await reserveStock(tx, scene.world.providerA, { type: "transfer", uuid: newId() }, [want], new Date());
      expect(taken.ok).toBe(true);
    });
    const taken = await scene.read(sql<{
      location_uuid: string;
    }>`select location_uuid from stock_balance where provider_uuid = ${scene.world.providerA}
      and variant_uuid = ${variantUuid} and reserved = 2 and location_uuid = ${on.locations[2] ?? ""}`);
    expect(taken.length).toBe(1);
    const released = await scene.release(uuid);
    expect(released).toMatchObject({ status: "released", order_count: 1, piece_count: 2 });
    const left = (await scene.members(uuid)).filter(({ status }) => status === "kicked");
    expect(left).toMatchObject([{ reason: stockMovedReason, order_status: "allocated" }]);
    const kept = await scene.read(
      sql<{ quantity: number }>`select quantity from reservation where source_uuid = ${left[0]?.order_uuid ?? ""} and status = 'open'`,
    );
    expect(kept).toEqual([{ quantity: 2 }]);
    await scene.expectSound();
  });

  test("is refused for a draft, for a wave of others, and for one that changed", async () => {
    const on = await scene.stage([[0, 0, 80]]);
    const { data } = await request(
      scene.server.app,
      buildWaveOf,
      { order_ids: [await scene.addOrder(on, [[0, 2]])], kind: "single_item" },
      scene.asProvider(),
    );
    const { version } = await scene.wave(data.wave_uuid);
    expect((await request(scene.server.app, releaseWave, { wave_uuid: data.wave_uuid, version }, scene.asProvider())).code).toBe(
      codes["waves.notPlanned"].code,
    );
    await scene.plan(data.wave_uuid);
    expect((await request(scene.server.app, releaseWave, { wave_uuid: data.wave_uuid, version }, scene.asProvider())).code).toBe(
      codes.changedMeanwhile.code,
    );
    expect(
      (await request(scene.server.app, releaseWave, { wave_uuid: data.wave_uuid, version: version + 1 }, scene.asStranger())).code,
    ).toBe(codes.notFound.code);
    const twice = await Promise.all(
      [1, 2].map(() => request(scene.server.app, releaseWave, { wave_uuid: data.wave_uuid, version: version + 1 }, scene.asProvider())),
    );
    expect(twice.map(({ code }) => code).toSorted()).toEqual([200, codes.changedMeanwhile.code]);
    expect((await scene.wave(data.wave_uuid)).task_count).toBe(1);
  });
});

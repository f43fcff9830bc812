import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { codes } from "#src/kit/api/codes.ts";
import { holdOrders, prioritizeOrders } from "#src/outbound/orders/order-batches.contract.ts";
import { buildWave, buildWaveOf, getWavePool } from "#src/outbound/waves/waves.contract.ts";
import { getOrder } from "#src/outbound/orders/orders.contract.ts";
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
afterAll(() => scene.server.close());

describe("the pool", () => {
  test("counts allocated orders by kind of wave; held and delayed ones do not wait", async () => {
    const on = await scene.stage([
      [0, 0, 50],
      [1, 1, 50],
    ]);
    await scene.addOrder(on, [[0, 1]]);
    await scene.addOrder(on, [[0, 4]]);
    await scene.addOrder(on, [
      [0, 1],
      [1, 2],
    ]);
    const held = await scene.addOrder(on, [[1, 1]]);
    await request(scene.server.app, holdOrders, { order_ids: [held], hold: "operator", reason: "Look first" }, scene.asProvider());
    const { data } = await request(scene.server.app, getWavePool, { warehouse_uuid: on.warehouseUuid }, scene.asProvider());
    expect(data).toMatchObject({ orders: 3, pieces: 8 });
    expect(data.kinds).toEqual([
      { kind: "single_piece", orders: 1, pieces: 1 },
      { kind: "single_item", orders: 1, pieces: 4 },
      { kind: "burst", orders: 0, pieces: 0 },
      { kind: "cart", orders: 1, pieces: 3 },
      { kind: "wall", orders: 1, pieces: 3 },
      { kind: "bulk", orders: 0, pieces: 0 },
    ]);
    const foreign = await request(scene.server.app, getWavePool, { warehouse_uuid: on.warehouseUuid }, scene.asStranger());
    expect(foreign.code).toBe(codes.notFound.code);
  });
});

describe("building", () => {
  test("takes the orders of a kind, the most urgent first, within the limits; what waits is built by the next", async () => {
    const on = await scene.stage([[0, 0, 50]]);
    const all = [];
    for (let at = 0; at < 5; at += 1) all.push(await scene.addOrder(on, [[0, 2]]));
    const first = await request(
      scene.server.app,
      buildWave,
      { warehouse_uuid: on.warehouseUuid, kind: "single_item", max_orders: 3 },
      scene.asProvider(),
    );
    expect(first.data.order_count).toBe(3);
    expect(first.data.wave_number).toMatch(/^W-\d{6}-\d{4,}$/);
    expect(await scene.wave(first.data.wave_uuid)).toMatchObject({
      status: "draft",
      kind: "single_item",
      order_count: 3,
      piece_count: 6,
      figures: null,
    });
    const second = await request(
      scene.server.app,
      buildWave,
      { warehouse_uuid: on.warehouseUuid, kind: "single_item" },
      scene.asProvider(),
    );
    expect(second.data.order_count).toBe(2);
    const third = await request(scene.server.app, buildWave, { warehouse_uuid: on.warehouseUuid, kind: "single_item" }, scene.asProvider());
    expect(third.code).toBe(codes["waves.nothingToBuild"].code);
    for (const uuid of all) expect(await scene.order(uuid)).toMatchObject({ status: "in_wave" });
  });

  test("is named on the page of an order in it, for the supplier only", async () => {
    const on = await scene.stage([[0, 0, 5]]);
    const uuid = await scene.addOrder(on, [[0, 1]]);
    const built = await request(
      scene.server.app,
      buildWave,
      { warehouse_uuid: on.warehouseUuid, kind: "single_piece" },
      scene.asProvider(),
    );
    const { wave_uuid, wave_number } = built.data;
    const shown = await request(scene.server.app, getOrder, { order_uuid: uuid }, scene.asProvider());
    expect(shown.data.wave).toEqual({ wave_uuid, wave_number, kind: "single_piece" });
    const own = await request(scene.server.app, getOrder, { order_uuid: uuid }, { token: scene.world.retailer.token });
    expect(own.data).toMatchObject({ order_uuid: uuid, wave: null });
  });

  test("of more orders than fit chooses those of few aisles", async () => {
    const on = await scene.stage(
      [0, 1, 2, 3].map((at) => [at, at, 20] as const),
      4,
    );
    // One order in each of three places, and three in the fourth.
    for (const variant of [0, 1, 2]) await scene.addOrder(on, [[variant, 2]]);
    const together = [];
    for (let at = 0; at < 3; at += 1) together.push(await scene.addOrder(on, [[3, 2]]));
    const { data } = await request(
      scene.server.app,
      buildWave,
      { warehouse_uuid: on.warehouseUuid, kind: "single_item", max_pieces: 6 },
      scene.asProvider(),
    );
    expect((await scene.members(data.wave_uuid)).map(({ order_uuid }) => order_uuid).toSorted()).toEqual(together.toSorted());
  });

  test("two at once take no order twice", async () => {
    const on = await scene.stage([[0, 0, 80]]);
    for (let at = 0; at < 6; at += 1) await scene.addOrder(on, [[0, 2]]);
    const input = { warehouse_uuid: on.warehouseUuid, kind: "single_item" as const };
    const built = await Promise.all([1, 2, 3].map(() => request(scene.server.app, buildWave, input, scene.asProvider())));
    expect(built.filter(({ code }) => code === 200).reduce((sum, { data }) => sum + data.order_count, 0)).toBe(6);
    const twice =
      await scene.read(sql`select order_uuid from wave_order where provider_uuid = ${scene.world.providerA} and status <> 'kicked'
      group by order_uuid having count(*) > 1`);
    expect(twice).toEqual([]);
  });

  test("of given orders lists those that cannot join, refuses all of them for one of a stranger, and adds to a wave that is not released", async () => {
    const on = await scene.stage([[0, 0, 80]]);
    const [one, other] = [await scene.addOrder(on, [[0, 2]]), await scene.addOrder(on, [[0, 3]])];
    const single = await scene.addOrder(on, [[0, 1]]);
    const built = await request(scene.server.app, buildWaveOf, { order_ids: [one, single], kind: "single_item" }, scene.asProvider());
    expect(built.data).toMatchObject({ done: 1, failed: [{ order_id: single, code: codes["waves.notInPool"].code }] });
    const foreign = await request(scene.server.app, buildWaveOf, { order_ids: [other, newId()], kind: "single_item" }, scene.asProvider());
    expect(foreign.code).toBe(codes.notFound.code);
    await scene.plan(built.data.wave_uuid);
    const added = await request(
      scene.server.app,
      buildWaveOf,
      { order_ids: [other], kind: "single_item", wave_uuid: built.data.wave_uuid },
      scene.asProvider(),
    );
    expect(added.data).toMatchObject({ done: 1, failed: [], wave_uuid: built.data.wave_uuid });
    expect(await scene.wave(built.data.wave_uuid)).toMatchObject({ status: "draft", order_count: 2, piece_count: 5, figures: null });
    const stranger = await request(scene.server.app, buildWaveOf, { order_ids: [one], kind: "single_item" }, scene.asStranger());
    expect(stranger.code).toBe(codes.notFound.code);
  });

  test("of given orders, a burst takes those of the SKU that most of them need, and later no other", async () => {
    const on = await scene.stage([
      [0, 0, 20],
      [1, 1, 20],
    ]);
    const lamps = [await scene.addOrder(on, [[1, 1]]), await scene.addOrder(on, [[1, 2]])];
    const cups = [await scene.addOrder(on, [[0, 1]]), await scene.addOrder(on, [[0, 1]]), await scene.addOrder(on, [[0, 3]])];
    const two = await scene.addOrder(on, [
      [0, 1],
      [1, 1],
    ]);
    const { otherSku, notInPool } = { otherSku: codes["waves.otherSku"].code, notInPool: codes["waves.notInPool"].code };
    const order_ids = [...lamps, ...cups, two];
    const { data } = await request(scene.server.app, buildWaveOf, { order_ids, kind: "burst" }, scene.asProvider());
    expect(data.done).toBe(3);
    expect(new Map(data.failed.map(({ order_id, code }) => [order_id, code]))).toEqual(
      new Map([...lamps.map((uuid) => [uuid, otherSku] as const), [two, notInPool]]),
    );
    expect((await scene.members(data.wave_uuid)).map(({ order_uuid }) => order_uuid).toSorted()).toEqual(cups.toSorted());
    const { wave_uuid } = data;
    const none = await request(scene.server.app, buildWaveOf, { order_ids: lamps, kind: "burst", wave_uuid }, scene.asProvider());
    expect(none.code).toBe(otherSku);
    const more = await scene.addOrder(on, [[0, 1]]);
    const added = await request(
      scene.server.app,
      buildWaveOf,
      { order_ids: [...lamps, more], kind: "burst", wave_uuid },
      scene.asProvider(),
    );
    expect(added.data).toMatchObject({ done: 1, wave_uuid });
    expect((await scene.wave(wave_uuid)).order_count).toBe(4);
  });

  test("an order of a higher priority joins before older ones", async () => {
    const on = await scene.stage([[0, 0, 20]]);
    const [first, second, urgent] = [
      await scene.addOrder(on, [[0, 2]]),
      await scene.addOrder(on, [[0, 2]]),
      await scene.addOrder(on, [[0, 2]]),
    ];
    await request(scene.server.app, prioritizeOrders, { order_ids: [urgent], priority: 2 }, scene.asProvider());
    const input = { warehouse_uuid: on.warehouseUuid, kind: "single_item" as const, max_orders: 1 };
    for (const expected of [urgent, first, second]) {
      const { data } = await request(scene.server.app, buildWave, input, scene.asProvider());
      expect((await scene.members(data.wave_uuid)).map(({ order_uuid }) => order_uuid)).toEqual([expected]);
    }
  });
});

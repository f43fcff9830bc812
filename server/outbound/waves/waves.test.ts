import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { apiPrefix } from "#src/kit/api/address.ts";
import { codes } from "#src/kit/api/codes.ts";
import { claimTask, getPickTask, pickLines, startPickTask } from "#src/outbound/picking/picking.contract.ts";
import {
  cancelWave,
  getWave,
  getWavePool,
  holdWave,
  kickOrders,
  listWaveOrders,
  listWaves,
  markWavePrinted,
  printPickLists,
  printWaveOrders,
  queryWaveElements,
  resumeWave,
} from "#src/outbound/waves/waves.contract.ts";
import { getTaskCode } from "#src/outbound/picking/pick-steps.rules.ts";
import { newId } from "#server/platform/runtime/clock.ts";
import { startTestApp } from "#tests/server/app.ts";
import { headersOf, request } from "#tests/server/client.ts";
import { readPdf } from "#tests/server/printed-pdf.ts";
import { scanned } from "#tests/server/scanned-page.ts";
import { WaveScene } from "#tests/server/wave-scene.ts";
import { makeWorld } from "#tests/server/world.ts";

/** Lines of a table are filled rectangles too, but never so many at once as a code has bars. */
const barsOfCode = 10;

let scene: WaveScene;
beforeAll(async () => {
  const server = await startTestApp();
  scene = new WaveScene(server, await makeWorld(server));
});
afterAll(() => scene.server.close());

describe("a wave", () => {
  test("that is held refuses picks until it is resumed", async () => {
    const on = await scene.stage([[0, 0, 80]]);
    const uuid = await scene.buildOf([await scene.addOrder(on, [[0, 2]])], "single_item");
    const released = await scene.release(uuid);
    const [task] = released.tasks;
    const held = await request(
      scene.server.app,
      holdWave,
      { wave_uuid: uuid, version: released.version, reason: "Aisle 3 is closed" },
      scene.asProvider(),
    );
    expect(held.data).toMatchObject({ status: "held", reason: "Aisle 3 is closed" });
    const claimed = await request(scene.server.app, claimTask, { task_uuid: task?.task_uuid ?? "", takes_over: false }, scene.asProvider());
    expect(claimed.code).toBe(codes["picking.held"].code);
    const resumed = await request(scene.server.app, resumeWave, { wave_uuid: uuid, version: held.data.version }, scene.asProvider());
    expect(resumed.data.status).toBe("released");
    expect((await request(scene.server.app, resumeWave, { wave_uuid: uuid, version: resumed.data.version }, scene.asProvider())).code).toBe(
      codes["waves.wrongState"].code,
    );
  });

  test("loses an order that is kicked; without any it is cancelled, and they return to the pool with their stock", async () => {
    const on = await scene.stage([[0, 0, 80]]);
    const [one, other] = [await scene.addOrder(on, [[0, 2]]), await scene.addOrder(on, [[0, 3]])];
    const uuid = await scene.buildOf([one, other], "single_item");
    await scene.release(uuid);
    const kicked = await request(
      scene.server.app,
      kickOrders,
      { wave_uuid: uuid, order_ids: [one], reason: "Gift note" },
      scene.asProvider(),
    );
    expect(kicked.data).toEqual({ done: 1, failed: [] });
    expect(await scene.order(one)).toMatchObject({ status: "allocated" });
    expect(await scene.wave(uuid)).toMatchObject({ status: "released", order_count: 1, piece_count: 3, task_pieces: 3 });
    const again = await request(
      scene.server.app,
      kickOrders,
      { wave_uuid: uuid, order_ids: [one, other], reason: "All" },
      scene.asProvider(),
    );
    expect(again.data).toMatchObject({ done: 1, failed: [{ order_id: one, code: codes["waves.notMember"].code }] });
    expect(await scene.wave(uuid)).toMatchObject({ status: "cancelled", order_count: 0 });
    const { data: pool } = await request(scene.server.app, getWavePool, { warehouse_uuid: on.warehouseUuid }, scene.asProvider());
    expect(pool.orders).toBe(2);
    await scene.expectSound();
  });

  test("loses orders set by set: a repeat with the same key does not do again what was done, and a stranger's order refuses all", async () => {
    const on = await scene.stage([[0, 0, 80]]);
    const [one, other] = [await scene.addOrder(on, [[0, 2]]), await scene.addOrder(on, [[0, 3]])];
    const uuid = await scene.buildOf([one, other], "single_item");
    const kick = (order_ids: string[], idempotencyKey = newId(), wave_uuid = uuid) =>
      request(scene.server.app, kickOrders, { wave_uuid, order_ids, reason: "Asked" }, { ...scene.asProvider(), idempotencyKey });
    expect((await kick([one, newId()])).code).toBe(codes.notFound.code);
    expect((await kick([one], newId(), newId())).code).toBe(codes.notFound.code);
    expect(await scene.wave(uuid)).toMatchObject({ order_count: 2 });
    // As if the first set had been done, with everything refused, before the process was killed.
    const key = newId();
    const refused = [{ order_id: one, code: 1, message: { en_us: "before", zh_cn: "before" } }];
    await scene.server.services.database.transaction({ ...scene.staff(), userUuid: scene.world.provider.userUuid }, (tx) =>
      tx
        .insertInto("batch_set")
        .values({
          provider_uuid: scene.world.providerA,
          user_uuid: scene.world.provider.userUuid,
          key,
          set_number: 1,
          refused: JSON.stringify(refused),
          created_at: new Date(),
        })
        .execute(),
    );
    expect((await kick([one, other], key)).data).toEqual({ done: 1, failed: refused });
    expect(await scene.wave(uuid)).toMatchObject({ order_count: 2 });
    const again = newId();
    for (let tries = 0; tries < 2; tries += 1) expect((await kick([one], again)).data).toEqual({ done: 1, failed: [] });
    expect(await scene.wave(uuid)).toMatchObject({ order_count: 1, piece_count: 3 });
  });

  test("is cancelled as a whole only if nothing was picked", async () => {
    const on = await scene.stage([[0, 0, 80]]);
    const orders = [await scene.addOrder(on, [[0, 2]]), await scene.addOrder(on, [[0, 3]])];
    const first = await scene.buildOf(orders, "single_item");
    const cancelled = await request(
      scene.server.app,
      cancelWave,
      { wave_uuid: first, version: (await scene.wave(first)).version, reason: "Wrong kind" },
      scene.asProvider(),
    );
    expect(cancelled.data).toMatchObject({ status: "cancelled", reason: "Wrong kind" });
    const second = await scene.buildOf(orders, "single_item");
    const { tasks } = await scene.release(second);
    const task_uuid = tasks[0]?.task_uuid ?? "";
    const tote = `TOTE-${newId().slice(-8)}`.toUpperCase();
    await scene.server.services.database.transaction(scene.staff(), (tx) =>
      tx
        .insertInto("location")
        .values({
          provider_uuid: scene.world.providerA,
          location_uuid: newId(),
          warehouse_uuid: on.warehouseUuid,
          barcode: tote,
          type: "tote",
        })
        .execute(),
    );
    await request(scene.server.app, claimTask, { task_uuid, takes_over: false }, scene.asProvider());
    await request(scene.server.app, startPickTask, { task_uuid, tote }, scene.asProvider());
    const { data: task } = await request(scene.server.app, getPickTask, { task_uuid }, scene.asProvider());
    const [line] = task.lines;
    const picked = await request(
      scene.server.app,
      pickLines,
      { task_uuid, line_numbers: [line?.line_number ?? 0], location_uuid: line?.location_uuid ?? "" },
      scene.asProvider(),
    );
    expect(picked.code).toBe(200);
    const late = await request(
      scene.server.app,
      cancelWave,
      { wave_uuid: second, version: (await scene.wave(second)).version, reason: "Too late" },
      scene.asProvider(),
    );
    expect(late.code).toBe(codes["waves.alreadyPicking"].code);
    // An order that is kicked keeps what was picked for it: it is in the tote, and still reserved.
    await request(
      scene.server.app,
      kickOrders,
      { wave_uuid: second, order_ids: [line?.order_uuid ?? ""], reason: "Asked" },
      scene.asProvider(),
    );
    expect(await scene.order(line?.order_uuid ?? "")).toMatchObject({ status: "allocated" });
    await scene.expectSound();
  });

  test("is found by its number, an order's number, its status and by pairs of fields; by strangers not at all", async () => {
    const on = await scene.stage([[0, 0, 80]]);
    const uuid = await scene.buildOf([await scene.addOrder(on, [[0, 2]])], "single_item");
    const { wave_number } = await scene.wave(uuid);
    const [member] = await scene.members(uuid);
    const find = async (input: object, who = scene.asProvider()) =>
      (await request(scene.server.app, listWaves, input, who)).data.result.map(({ wave_uuid }) => wave_uuid);
    expect(await find({ search: wave_number })).toEqual([uuid]);
    expect(await find({ search: member?.order_number ?? "" })).toEqual([uuid]);
    expect(await find({ warehouse_uuid: on.warehouseUuid, status: ["planned"], kind: ["single_item"], is_printed: false })).toEqual([uuid]);
    expect(await find({ warehouse_uuid: on.warehouseUuid, status: ["released"] })).toEqual([]);
    expect(await find({ search: wave_number }, scene.asStranger())).toEqual([]);
    const pairs = await request(
      scene.server.app,
      queryWaveElements,
      { field: ["wave_number", "status"], value: [wave_number, "planned"] },
      scene.asProvider(),
    );
    expect(pairs.data.result.map(({ wave_uuid }) => wave_uuid)).toEqual([uuid]);
    const odd = await request(scene.server.app, queryWaveElements, { field: ["status"], value: ["shipped"] }, scene.asProvider());
    expect(odd.data.result).toEqual([]);
    expect((await request(scene.server.app, getWave, { wave_uuid: uuid }, scene.asStranger())).code).toBe(codes.notFound.code);
    expect((await request(scene.server.app, listWaveOrders, { wave_uuid: uuid }, scene.asStranger())).code).toBe(codes.notFound.code);
  });

  test("is printed once it is released, as pick lists and packing slips, and is marked", async () => {
    const on = await scene.stage([[0, 0, 80]]);
    const order = await scene.addOrder(on, [[0, 2]]);
    const uuid = await scene.buildOf([order], "single_item");
    const early = await request(scene.server.app, printPickLists, { wave_uuid: uuid }, scene.asProvider());
    expect(early.code).toBe(codes["waves.notPlanned"].code);
    expect((await request(scene.server.app, markWavePrinted, { wave_uuid: uuid }, scene.asProvider())).code).toBe(
      codes["waves.notPlanned"].code,
    );
    await scene.release(uuid);
    const print = async (call: typeof printPickLists | typeof printWaveOrders) => {
      const url = `${apiPrefix}${call.path}?wave_uuid=${uuid}&language=zh_cn`;
      const answer = await scene.server.app.inject({ method: "GET", url, headers: headersOf(scene.asProvider()) });
      expect(answer.statusCode).toBe(200);
      const [page] = readPdf(answer.rawPayload).pages;
      if (page === undefined) throw new Error("nothing was printed");
      const scans = page.fills.filter(({ length }) => length > barsOfCode).map((fill) => scanned(page, fill, "bars"));
      return { scans, texts: page.texts.map(({ text }) => text) };
    };
    // What the next stations scan: the tour, its location, and the order.
    const { wave_number } = (await request(scene.server.app, getWave, { wave_uuid: uuid }, scene.asProvider())).data;
    const list = await print(printPickLists);
    expect(list.scans).toEqual([getTaskCode({ wave_number, task_number: 1 }), expect.any(String)]);
    expect(list.texts).toContain(list.scans[1]);
    expect((await print(printWaveOrders)).scans).toEqual([(await scene.order(order)).order_number]);
    const marked = await request(scene.server.app, markWavePrinted, { wave_uuid: uuid }, scene.asProvider());
    expect(marked.data.printed_at).not.toBe("");
  });
});

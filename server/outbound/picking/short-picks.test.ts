import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { codes } from "#src/kit/api/codes.ts";
import { acceptCancel, allocateOrders, cancelOrders, rejectCancel, requestCancel } from "#src/outbound/orders/order-batches.contract.ts";
import { getOrder } from "#src/outbound/orders/orders.contract.ts";
import { claimTask, listLeftPieces, pickLines, reportShortPick, startPickTask } from "#src/outbound/picking/picking.contract.ts";
import type { ShortReason } from "#src/outbound/orders/orders.rules.ts";
import { getWave, kickOrders } from "#src/outbound/waves/waves.contract.ts";
import { listStocktakes } from "#src/warehouse/stock/stocktake.contract.ts";
import { platform } from "#server/platform/db/row-security.ts";
import { checkLedger } from "#server/warehouse/stock/reconciliation.queries.ts";
import { startTestApp } from "#tests/server/app.ts";
import type { TestApp } from "#tests/server/app.ts";
import { request } from "#tests/server/client.ts";
import { addPickRows } from "#tests/server/rows-picking.ts";
import type { PickRows } from "#tests/server/rows-picking.ts";
import { putStock } from "#tests/server/stage-stock.ts";
import { makeWorld } from "#tests/server/world.ts";
import type { Person, World } from "#tests/server/world.ts";

let server: TestApp;
let world: World;
beforeAll(async () => {
  server = await startTestApp();
  world = await makeWorld(server);
});
afterAll(() => server.close());

const asProvider = () => ({ token: world.provider.token });
/** A released wave of a person's orders, begun by the provider. */
async function begin(person: Person = world.retailer, count = 2): Promise<PickRows> {
  const rows = await server.services.database.transaction(platform, (tx) => addPickRows(tx, person, undefined, count));
  await request(server.app, claimTask, { task_uuid: rows.taskUuid, takes_over: false }, asProvider());
  const started = await request(server.app, startPickTask, { task_uuid: rows.taskUuid, tote: rows.tote }, asProvider());
  expect(started.code).toBe(200);
  return rows;
}
const short = (rows: PickRows, line_number: number, picked_quantity: number, reason: ShortReason = "missing") =>
  request(server.app, reportShortPick, { task_uuid: rows.taskUuid, line_number, picked_quantity, reason }, asProvider());
const pick = (rows: PickRows, ...line_numbers: number[]) =>
  request(server.app, pickLines, { task_uuid: rows.taskUuid, line_numbers, location_uuid: rows.shelfUuid }, asProvider());
const order = async (uuid: string | undefined) => (await request(server.app, getOrder, { order_uuid: uuid ?? "" }, asProvider())).data;
const wave = async (rows: PickRows) => (await request(server.app, getWave, { wave_uuid: rows.waveUuid }, asProvider())).data;
const read = async <T>(query: ReturnType<typeof sql<T>>): Promise<T[]> =>
  (await server.services.database.transaction(platform, (tx) => query.execute(tx))).rows;
const balances = (rows: PickRows, locationUuid: string) =>
  read(sql<{ condition: string; quantity: number; reserved: number }>`select condition, quantity, reserved from stock_balance
    where variant_uuid = ${rows.variantUuid} and location_uuid = ${locationUuid} and quantity > 0 order by condition`);
async function expectSound(): Promise<void> {
  const { differences } = await server.services.database.transaction(platform, (tx) => checkLedger(tx, world.providerA));
  expect(differences).toEqual([]);
}

describe("a short pick", () => {
  test("picks what is there, sets the rest aside until it is counted, and lets the order wait for the rest alone", async () => {
    const rows = await begin();
    expect((await short(rows, 1, 1)).data).toMatchObject({ picked_pieces: 1, short_pieces: 2, lines_left: 1, status: "in_progress" });
    expect(await balances(rows, rows.shelfUuid)).toEqual([
      { condition: "good", quantity: 3, reserved: 3 },
      { condition: "quarantined", quantity: 2, reserved: 0 },
    ]);
    expect(await balances(rows, rows.toteUuid)).toEqual([{ condition: "good", quantity: 1, reserved: 1 }]);
    expect(await order(rows.orderUuids[0])).toMatchObject({ status: "short" });
    expect((await order(rows.orderUuids[0])).events.find(({ event }) => event === "pick_short")?.reason).toBe("missing");
    expect(await wave(rows)).toMatchObject({ status: "picking", order_count: 1, short_pieces: 2 });
    const counts = await request(server.app, listStocktakes, { warehouse_uuid: rows.warehouseUuid }, asProvider());
    expect(counts.data.result.length).toBe(1);

    // The rest is found elsewhere: the order has three pieces again, one of them in the tote.
    await server.services.database.transaction({ kind: "provider", providerUuid: world.providerA }, (tx) =>
      putStock(tx, rows.stage, {
        variant: rows.stage.variants.findIndex(({ variantUuid }) => variantUuid === rows.variantUuid),
        location: 1,
        quantity: 2,
      }),
    );
    const again = await request(server.app, allocateOrders, { order_ids: [rows.orderUuids[0] ?? ""] }, asProvider());
    expect(again.data).toEqual({ done: 1, failed: [] });
    const parts = await read(sql<{ quantity: number }>`select quantity from reservation
      where source_uuid = ${rows.orderUuids[0] ?? ""} and status = 'open' order by quantity`);
    expect(parts.map(({ quantity }) => quantity)).toEqual([1, 2]);
    await expectSound();
  });

  test("of the last line ends the task and the wave; a second count of the same place is not planned", async () => {
    const rows = await begin();
    await short(rows, 1, 0, "unreachable");
    expect((await short(rows, 2, 0)).data).toMatchObject({ status: "done", lines_left: 0 });
    expect(await wave(rows)).toMatchObject({ status: "cancelled", order_count: 0, tasks_done: 1 });
    const counts = await request(server.app, listStocktakes, { warehouse_uuid: rows.warehouseUuid }, asProvider());
    expect(counts.data.result.length).toBe(1);
    await expectSound();
  });

  test("puts damaged pieces aside as damaged, and leaves a wave picked whose other orders are", async () => {
    const rows = await begin();
    await pick(rows, 2);
    await short(rows, 1, 2, "damaged");
    expect(await balances(rows, rows.shelfUuid)).toEqual([{ condition: "damaged", quantity: 1, reserved: 0 }]);
    // The order that left keeps what was picked of it among the pieces of the tasks.
    expect(await wave(rows)).toMatchObject({
      status: "picked",
      order_count: 1,
      piece_count: 3,
      task_pieces: 6,
      picked_pieces: 5,
      short_pieces: 1,
    });
    expect(await order(rows.orderUuids[1])).toMatchObject({ status: "picked" });
    await expectSound();
  });

  test("sets aside what else should be there and is nobody's, unless the goods are damaged", async () => {
    for (const [reason, left] of [
      ["missing", []],
      ["damaged", [{ condition: "good", quantity: 4, reserved: 0 }]],
    ] as const) {
      const rows = await begin(world.retailer, 1);
      const variant = rows.stage.variants.findIndex(({ variantUuid }) => variantUuid === rows.variantUuid);
      await server.services.database.transaction({ kind: "provider", providerUuid: world.providerA }, (tx) =>
        putStock(tx, rows.stage, { variant, quantity: 4 }),
      );
      await short(rows, 1, 2, reason);
      const good = (await balances(rows, rows.shelfUuid)).filter(({ condition }) => condition === "good");
      expect(good).toEqual(left);
      expect(await order(rows.orderUuids[0])).toMatchObject({ status: "short" });
    }
    await expectSound();
  });

  test("is refused if nothing is missing, twice, and for a line that is done", async () => {
    const rows = await begin();
    expect((await short(rows, 1, 3)).code).toBe(codes["picking.tooMany"].code);
    const both = await Promise.all([short(rows, 1, 0), short(rows, 1, 0)]);
    expect(both.map(({ code }) => code).toSorted()).toEqual([200, codes["picking.lineDone"].code]);
    await pick(rows, 2);
    expect((await short(rows, 2, 0)).code).toBe(codes["picking.lineDone"].code);
    await expectSound();
  });

  test("beside a pick of the other line and a kick leaves the ledger sound, whichever comes first", async () => {
    for (let round = 0; round < 4; round += 1) {
      const rows = await begin(world.retailer, 3);
      const kicked = request(
        server.app,
        kickOrders,
        { wave_uuid: rows.waveUuid, order_ids: [rows.orderUuids[2] ?? ""], reason: "Asked" },
        asProvider(),
      );
      const answers = await Promise.all([short(rows, 1, 1), pick(rows, 2), pick(rows, 3), kicked]);
      expect(answers.slice(0, 2).map(({ code }) => code)).toEqual([200, 200]);
      expect([200, codes["picking.orderLeft"].code]).toContain(answers[2]?.code);
      expect(answers[3]?.code).toBe(200);
      expect(await order(rows.orderUuids[1])).toMatchObject({ status: "picked" });
    }
    await expectSound();
  });
});

describe("a wish to cancel", () => {
  const ask = (rows: PickRows, at: number, who = world.retailer) =>
    request(server.app, requestCancel, { order_ids: [rows.orderUuids[at] ?? ""], reason: "Ordered twice" }, { token: who.token });

  test("holds an order in a wave until staff reject it", async () => {
    const rows = await begin();
    expect((await ask(rows, 0)).data).toEqual({ done: 1, failed: [] });
    expect(await order(rows.orderUuids[0])).toMatchObject({ status: "in_wave", holds: ["cancel"] });
    expect((await ask(rows, 0)).data.failed).toMatchObject([{ code: codes["orders.held"].code }]);
    const rejected = await request(server.app, rejectCancel, { order_ids: rows.orderUuids, reason: "It is packed already" }, asProvider());
    expect(rejected.data).toMatchObject({ done: 1, failed: [{ order_id: rows.orderUuids[1], code: codes["orders.notHeld"].code }] });
    expect(await order(rows.orderUuids[0])).toMatchObject({ status: "in_wave", holds: [] });
  });

  test("that is accepted cancels the order, frees its stock, and leaves what was picked to be returned", async () => {
    const rows = await begin();
    await pick(rows, 1);
    await ask(rows, 0);
    const accepted = await request(server.app, acceptCancel, { order_ids: rows.orderUuids }, asProvider());
    expect(accepted.data).toMatchObject({ done: 1, failed: [{ order_id: rows.orderUuids[1], code: codes["orders.notHeld"].code }] });
    expect(await order(rows.orderUuids[0])).toMatchObject({ status: "cancelled", holds: [] });
    expect(await balances(rows, rows.toteUuid)).toEqual([{ condition: "good", quantity: 3, reserved: 0 }]);
    const left = await request(server.app, listLeftPieces, { warehouse_uuid: rows.warehouseUuid }, asProvider());
    expect(left.data.result).toMatchObject([{ tote: rows.tote, quantity: 3 }]);
    expect(await wave(rows)).toMatchObject({ status: "picking", order_count: 1 });
    await expectSound();
  });

  test("is the owner's alone, and an order in a wave is not cancelled without it", async () => {
    const rows = await begin();
    expect((await ask(rows, 0, world.otherRetailer)).code).toBe(codes.notFound.code);
    expect((await ask(rows, 0, world.provider)).code).toBe(codes.forbidden.code);
    const direct = await request(
      server.app,
      cancelOrders,
      { order_ids: [rows.orderUuids[0] ?? ""], reason: "Now" },
      { token: world.retailer.token },
    );
    expect(direct.data.failed).toMatchObject([{ code: codes["orders.wrongState"].code }]);
  });
});

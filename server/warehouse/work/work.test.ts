import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { newId } from "#server/platform/runtime/clock.ts";
import type { Acting } from "#server/platform/db/row-security.ts";
import { closeLedger } from "#server/warehouse/stock/close-ledger.commands.ts";
import { startTestApp } from "#tests/server/app.ts";
import { WaveScene } from "#tests/server/wave-scene.ts";
import { makeWorld } from "#tests/server/world.ts";
import { recordBagging, recordLabels, recordReturnInspection, recordWeighing, recordWork, takeBackWork } from "./work.commands.ts";
import type { ParcelOfWork, WorkScope } from "./work.commands.ts";

let scene: WaveScene;
let of: ParcelOfWork;
beforeAll(async () => {
  const server = await startTestApp();
  scene = new WaveScene(server, await makeWorld(server));
});
afterAll(() => scene.server.close());
beforeEach(async () => {
  const on = await scene.stage([[0, 0, 5]]);
  const order_uuid = await scene.addOrder(on, [[0, 1]]);
  of = { order_uuid, parcel_uuid: newId(), owner_uuid: scene.world.retailerA, warehouse_uuid: on.warehouseUuid };
});

interface RecordOptions {
  readonly acting?: Acting;
  readonly now?: Date;
}
const record = (
  work: (scope: WorkScope) => Promise<void>,
  { acting = scene.staff(), now = scene.server.clock.now() }: RecordOptions = {},
) =>
  scene.server.services.database.transaction(acting, (tx) =>
    work({ tx, providerUuid: scene.world.providerA, userUuid: scene.world.provider.userUuid, now }),
  );
const readWork = (acting: Acting = { kind: "platform" }) =>
  scene.server.services.database.transaction(acting, async (tx) => {
    const { rows } = await sql<{ work: string }>`select kind || ' ' || quantity_milli / 1000 || ' ' || source_type as work from work_entry
      where order_uuid = ${of.order_uuid}::uuid order by quantity_milli desc, kind`.execute(tx);
    return rows.map(({ work }) => work);
  });

test("the same work is recorded once, however often it is repeated, also by two at once", async () => {
  const waybill = { ...of, waybill_uuid: newId() };
  const all = async (scope: WorkScope) => {
    await recordLabels(scope, [waybill]);
    await recordWeighing(scope, [of]);
    await recordBagging(scope, [of, of]);
  };
  await Promise.all([record(all), record(all)]);
  await record(all);
  expect(await readWork()).toEqual(["bagging_parcel 1 parcel", "label_parcel 1 waybill", "weighing_parcel 1 parcel"]);
  // A parcel that is labelled again has another label.
  await record((scope) => recordLabels(scope, [{ ...waybill, waybill_uuid: newId() }]));
  expect(await readWork()).toHaveLength(4);
});

test("work is taken back once, of an order or of some of its parcels; what was agreed and returns stay, and so does all after a hand-over", async () => {
  const other = { ...of, parcel_uuid: newId() };
  await record((scope) => recordWeighing(scope, [of, other]));
  for (let count = 0; count < 2; count += 1) await record((scope) => takeBackWork(scope, [of.order_uuid], [of.parcel_uuid]));
  expect(await readWork()).toEqual(["weighing_parcel 1 parcel", "weighing_parcel 1 parcel", "weighing_parcel -1 parcel-undo"]);
  const pieces = { ...of, return_uuid: newId(), quantity: 2, source: { uuid: newId(), line: 1 } };
  await record((scope) => recordReturnInspection(scope, [pieces]));
  await record((scope) => takeBackWork(scope, [of.order_uuid]));
  expect((await readWork()).filter((work) => work.includes("undo"))).toHaveLength(2);
  await record(async (scope) => {
    await recordWeighing(scope, [{ ...of, parcel_uuid: newId() }]);
    const source = { type: "parcel", uuid: newId(), line: 1 };
    await recordWork(scope, [{ ...of, kind: "shipping_parcel", quantity: 1, agreed: { amountCents: 400, currency: "USD" }, source }]);
    await takeBackWork(scope, [of.order_uuid]);
  });
  expect((await readWork()).filter((work) => work.includes("undo"))).toHaveLength(2);
});

test("work is refused for a time that is closed, and closing waits for whoever records", async () => {
  const now = scene.server.clock.now();
  const { database } = scene.server.services;
  const closing = { providerUuid: scene.world.providerA, warehouseUuid: of.warehouse_uuid, until: now };
  let isClosed = false;
  let waiting: Promise<void> = Promise.resolve();
  await record(async (scope) => {
    await recordWeighing(scope, [of]);
    const close = async () => {
      await closeLedger(database, closing);
      isClosed = true;
    };
    waiting = close();
    await new Promise((resolve) => setTimeout(resolve, 300));
    expect(isClosed).toBe(false);
  });
  await waiting;
  expect(isClosed).toBe(true);
  const late = new Date(now.getTime() - 1);
  await expect(record((scope) => recordBagging(scope, [of]), { now: late })).rejects.toMatchObject({ code: "QS003" });
  await record((scope) => recordBagging(scope, [of]));
  expect(await readWork()).toEqual(["bagging_parcel 1 parcel", "weighing_parcel 1 parcel"]);
});

test("a retailer reads its own work and records none; an operator bound to another warehouse neither; another provider nothing", async () => {
  await record((scope) => recordWeighing(scope, [of]));
  const { providerA: providerUuid, providerB, retailerA, retailerA2 } = scene.world;
  const own: Acting = { kind: "dropShipper", providerUuid, retailerUuid: retailerA };
  const bound: Acting = { kind: "operator", providerUuid, warehouseUuids: [newId()] };
  const stranger: Acting = { kind: "provider", providerUuid: providerB };
  expect(await readWork(own)).toHaveLength(1);
  for (const acting of [{ ...own, retailerUuid: retailerA2 } as const, bound, stranger]) expect(await readWork(acting)).toEqual([]);
  for (const acting of [own, bound, stranger])
    await expect(record((scope) => recordBagging(scope, [of]), { acting })).rejects.toThrow("row-level security");
});

test("a quantity is a whole number from 1, and only what is priced elsewhere has an amount", async () => {
  const source = { type: "parcel", uuid: newId(), line: 1 };
  for (const quantity of [0, -1, 1.5])
    await expect(record((scope) => recordWork(scope, [{ ...of, kind: "box_piece", quantity, source }]))).rejects.toThrow(RangeError);
  const agreed = { amountCents: 1, currency: "USD" };
  await expect(record((scope) => recordWork(scope, [{ ...of, kind: "box_piece", quantity: 1, agreed, source }]))).rejects.toThrow(
    "work_entry_amount_of_agreed",
  );
});

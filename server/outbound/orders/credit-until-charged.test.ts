import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { acceptCancel, requestCancel } from "#src/outbound/orders/order-batches.contract.ts";
import { chargeDay, getChargingActor } from "#server/billing/wallet/post-day-charges.commands.ts";
import { platform } from "#server/platform/db/row-security.ts";
import { createMovableClock, newId } from "#server/platform/runtime/clock.ts";
import { closeLedger } from "#server/warehouse/stock/close-ledger.commands.ts";
import { recordReturnInspection } from "#server/warehouse/work/work.commands.ts";
import { startTestApp } from "#tests/server/app.ts";
import { ChargedScene, uneven } from "#tests/server/charged-scene.ts";
import type { ReadyOrder } from "#tests/server/charged-scene.ts";
import { balancesIn } from "#tests/server/charging-books.ts";
import { request } from "#tests/server/client.ts";
import { stageParcels } from "#tests/server/parcel-scene.ts";
import type { StockStage } from "#tests/server/stage-stock.ts";
import { makeWorld } from "#tests/server/world.ts";
import { readCredit } from "./credit.commands.ts";
import { getSystemScope } from "./order-scope.ts";

const [minuteMs, hourMs, dayMs] = [60_000, 3_600_000, 86_400_000];
let scene: ChargedScene;
let on: StockStage;
let post: string;
/** How far the warehouse's clocks are ahead of UTC. */
let offsetHours: number;

/** The day in the warehouse. */
const dayAt = (moment: number) => new Date(moment + offsetHours * hourMs).toISOString().slice(0, 10);
const nowMs = () => scene.server.clock.now().getTime();

// It is two minutes before midnight in the warehouse.
beforeAll(async () => {
  const start = new Date();
  start.setUTCMinutes(58, 0, 0);
  offsetHours = 23 - start.getUTCHours();
  if (offsetHours > 14) offsetHours -= 24;
  const server = await startTestApp({ clock: createMovableClock(start) });
  scene = new ChargedScene(server, await makeWorld(server));
  await scene.openWallet(dayAt(start.getTime() - dayMs), uneven);
  on = await stageParcels(scene);
  const zone = offsetHours === 0 ? "Etc/GMT" : `Etc/GMT${offsetHours > 0 ? "-" : "+"}${Math.abs(offsetHours)}`;
  await scene.books.as((tx) => sql`update warehouse set time_zone = ${zone} where provider_uuid = ${on.providerUuid}`.execute(tx));
  post = await scene.addPricedChannel();
  await scene.addBox("Box", 50, [200, 160, 120]);
});
afterAll(() => scene.server.close());

const readLeft = () =>
  scene.server.services.database.transaction(
    platform,
    async (tx) =>
      (await readCredit(getSystemScope(tx, on.providerUuid, scene.server.services), [scene.world.retailerA])).get(scene.world.retailerA) ??
      0,
  );
const readBalance = async () => (await balancesIn(scene.books)).get(scene.world.retailerA) ?? 0;

const trio = {
  lines: [
    [0, 2],
    [1, 1],
  ],
} as const;
const ship = ({ parcels }: ReadyOrder) => scene.shipParcels(on, post, parcels);

/** An order in a warehouse of its own: the days of those that there are may be charged. */
async function makeReadyElsewhere(): Promise<ReadyOrder> {
  on = await stageParcels(scene);
  const [order] = await scene.makeReady(on, [{ ...trio, channelUuid: post }]);
  if (order === undefined) throw new Error("an order was made");
  return order;
}

test("what a retailer can spend stays the same from submit to the charges: handed over before midnight and after, charged twice, and killed between", async () => {
  const before = await readLeft();
  const [early, late] = await scene.makeReady(on, [
    { ...trio, channelUuid: post },
    { ...trio, channelUuid: post },
  ]);
  if (early === undefined || late === undefined) throw new Error("two orders were made");
  const left = before - early.estimated - late.estimated;
  expect(early.estimated).toBeGreaterThan(400);
  expect(await readLeft()).toBe(left);

  await ship(early);
  expect((await scene.order(early.order_uuid)).status).toBe("shipped");
  expect(await readLeft()).toBe(left);
  const firstDay = dayAt(nowMs());
  scene.server.clock.advance(3 * minuteMs);
  expect(dayAt(nowMs())).not.toBe(firstDay);
  await ship(late);
  expect(await readLeft()).toBe(left);

  // The first day: all of one order, and of the other what was done before midnight.
  for (let time = 0; time < 2; time += 1) {
    await scene.chargeLater(2 * hourMs);
    expect(await readLeft()).toBe(left);
  }
  const charged = before - (await readBalance());
  expect(charged).toBeGreaterThan(early.estimated);
  expect(charged).toBeLessThan(early.estimated + late.estimated);

  // Killed before it commits, the second day counts as not charged.
  const { database } = scene.server.services;
  const later = new Date(nowMs() + 26 * hourMs);
  const day = { warehouse_uuid: on.warehouseUuid, day: dayAt(nowMs()) };
  await closeLedger(database, { providerUuid: on.providerUuid, warehouseUuid: on.warehouseUuid, until: new Date(nowMs() + 25 * hourMs) });
  const killed = database.transaction(getChargingActor(on.providerUuid), async (tx) => {
    expect((await chargeDay(tx, on.providerUuid, day, later)).chargeCount).toBeGreaterThan(0);
    expect(await readLeft()).toBe(left);
    throw new Error("killed");
  });
  await expect(killed).rejects.toThrow("killed");
  expect(await readLeft()).toBe(left);

  // Whoever reads while it is charged sees an order as estimated or as charged, never as both or neither.
  const done = new AbortController();
  const seen = new Set<number>();
  const reading = (async () => {
    while (!done.signal.aborted) seen.add(await readLeft());
  })();
  for (let time = 0; time < 2; time += 1) await scene.chargeLater(26 * hourMs);
  done.abort();
  await reading;
  expect([...seen]).toEqual([left]);
  expect(await readBalance()).toBe(left);
  expect(await readLeft()).toBe(left);
});

test("a cancelled order counts with the work that was done for it, until that is charged", async () => {
  const order = await makeReadyElsewhere();
  const left = await readLeft();
  const { app } = scene.server;
  await request(app, requestCancel, { order_ids: [order.order_uuid], reason: "sold twice" }, scene.asRetailer());
  expect((await request(app, acceptCancel, { order_ids: [order.order_uuid] }, scene.asProvider())).data.failed).toEqual([]);
  // Picked, packed into the box, labelled and weighed; neither bagged nor shipped.
  const done = 33 + 37 + 30 + 46 + 5 + 3;
  expect(await readLeft()).toBe(left + order.estimated - done);
  await scene.chargeLater(3 * dayMs);
  expect(await readLeft()).toBe(left + order.estimated - done);
});

test("an open order still costs its whole estimate after a return of it was charged", async () => {
  const { order_uuid } = await makeReadyElsewhere();
  const left = await readLeft();
  const { database, clock } = scene.server.services;
  const of = { return_uuid: newId(), order_uuid, owner_uuid: scene.world.retailerA, warehouse_uuid: on.warehouseUuid, quantity: 2 };
  await database.transaction(scene.staff(), (tx) =>
    recordReturnInspection({ tx, providerUuid: on.providerUuid, userUuid: null, now: clock.now() }, [
      { ...of, source: { uuid: newId(), line: 1 } },
    ]),
  );
  await scene.chargeLater(4 * dayMs);
  expect(await readLeft()).toBe(left - 120);
});

test("without automatic charging, a shipped order counts no longer", async () => {
  const order = await makeReadyElsewhere();
  await scene.books.as((tx) => sql`update billing_setting set charges_from = null where provider_uuid = ${on.providerUuid}`.execute(tx));
  const left = await readLeft();
  await ship(order);
  expect(await readLeft()).toBe(left + order.estimated);
});

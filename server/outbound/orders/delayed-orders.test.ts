import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { confirmOrders, delayOrders } from "#src/outbound/orders/order-batches.contract.ts";
import { getOrder } from "#src/outbound/orders/orders.contract.ts";
import { platform } from "#server/platform/db/row-security.ts";
import { startTestApp } from "#tests/server/app.ts";
import type { TestApp } from "#tests/server/app.ts";
import { createSubmittedOrder } from "#tests/server/create-order.ts";
import { request } from "#tests/server/client.ts";
import { putStock, stageStock, staffOf } from "#tests/server/stage-stock.ts";
import type { StockStage } from "#tests/server/stage-stock.ts";
import { makeWorld } from "#tests/server/world.ts";
import type { World } from "#tests/server/world.ts";

let server: TestApp;
let world: World;
let on: StockStage;
beforeAll(async () => {
  server = await startTestApp({ withWorkers: true });
  world = await makeWorld(server);
  const { database } = server.services;
  on = await database.transaction(platform, (tx) => stageStock(tx, { providerUuid: world.providerA, ownerUuid: world.retailerA }));
  await database.transaction(staffOf(world.providerA), (tx) => putStock(tx, on, { quantity: 9 }));
});
afterAll(() => server.close());

const asProvider = () => ({ token: world.provider.token });
const asRetailer = () => ({ token: world.retailer.token });
const statusOf = async (order_uuid: string) => (await request(server.app, getOrder, { order_uuid }, asProvider())).data.status;
const confirm = (order_uuid: string) => request(server.app, confirmOrders, { order_ids: [order_uuid] }, asProvider());
const delay = (order_uuid: string, delay_until: string, as = asRetailer()) =>
  request(server.app, delayOrders, { order_ids: [order_uuid], delay_until }, as);

/** A submitted order of one piece, which is in stock. */
const createSubmitted = () => createSubmittedOrder(server, on, world.retailer);

async function listWaitingJobs(): Promise<Date[]> {
  const { rows } = await server.services.database.transaction(platform, (tx) =>
    sql<{ start_after: Date }>`select start_after from pgboss.job where name = 'orders.allocate' and state in ('created', 'retry')`.execute(
      tx,
    ),
  );
  return rows.map(({ start_after }) => start_after);
}

test("an order is delayed neither until a time that is over nor for more than a year, and its history says until when", async () => {
  const uuid = await createSubmitted();
  const delayFor = async (ms: number) => (await delay(uuid, new Date(server.services.clock.now().getTime() + ms).toISOString())).data;
  const failed = (en_us: string) => ({ done: 0, failed: [{ order_id: uuid, message: { en_us } }] });
  expect(await delayFor(-1000)).toMatchObject(failed("Choose a time in the future"));
  expect(await delayFor(367 * 86_400_000)).toMatchObject(failed("Choose a time within a year"));
  expect(await delayFor(366 * 86_400_000)).toMatchObject({ done: 1 });
  await request(server.app, delayOrders, { order_ids: [uuid], delay_until: null }, asProvider());
  const { events } = (await request(server.app, getOrder, { order_uuid: uuid }, asProvider())).data;
  const ends = events.filter(({ event }) => event === "delay").map(({ until }) => until);
  expect(ends).toEqual(["", new Date(server.services.clock.now().getTime() + 366 * 86_400_000).toISOString()]);
  expect(events.find(({ event }) => event === "submit")?.until).toBeNull();
  expect((await request(server.app, getOrder, { order_uuid: uuid }, asProvider())).data.delay_until).toBe("");
});

test("an order that is delayed, before it is confirmed or after, gets its stock by itself when the delay ends, and one that is delayed longer after that", async () => {
  const [before, after, longer] = [await createSubmitted(), await createSubmitted(), await createSubmitted()];
  const start = server.services.clock.now().getTime();
  const [soon, later] = [new Date(start + 8000).toISOString(), new Date(start + 10_000).toISOString()];
  await delay(longer, later);
  await confirm(longer);
  await delay(before, soon);
  await confirm(before);
  // Delayed first for longer: it has no stock when its delay is shortened.
  await delay(after, new Date(start + 3_600_000).toISOString());
  await confirm(after);
  await delay(after, soon, asProvider());
  for (const uuid of [before, after, longer]) expect(await statusOf(uuid)).toBe("confirmed");
  // One job waits for all of them: for the first end of a delay.
  expect((await listWaitingJobs()).map((at) => at.toISOString())).toEqual([soon]);
  server.clock.advance(9000);
  await expect.poll(() => statusOf(before), { timeout: 30_000, interval: 100 }).toBe("allocated");
  expect(await statusOf(after)).toBe("allocated");
  expect(await statusOf(longer)).toBe("confirmed");
  server.clock.advance(2000);
  await expect.poll(() => statusOf(longer), { timeout: 30_000, interval: 100 }).toBe("allocated");
  expect(await listWaitingJobs()).toEqual([]);
});

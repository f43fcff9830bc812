import { afterAll, beforeAll, expect, test } from "vitest";
import { allocateOrders, confirmOrders, prioritizeOrders } from "#src/outbound/orders/order-batches.contract.ts";
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
beforeAll(async () => {
  server = await startTestApp({ withWorkers: true });
  world = await makeWorld(server);
});
afterAll(() => server.close());

const asProvider = () => ({ token: world.provider.token });
const detail = async (order_uuid: string) => (await request(server.app, getOrder, { order_uuid }, asProvider())).data;
const confirm = (...order_ids: string[]) => request(server.app, confirmOrders, { order_ids }, asProvider());
const prioritize = (order_uuid: string, priority: number) =>
  request(server.app, prioritizeOrders, { order_ids: [order_uuid], priority }, asProvider());
const stage = () =>
  server.services.database.transaction(platform, (tx) => stageStock(tx, { providerUuid: world.providerA, ownerUuid: world.retailerA }));
const put = (on: StockStage, quantity: number) =>
  server.services.database.transaction(staffOf(world.providerA), (tx) => putStock(tx, on, { quantity }));

/** A submitted order of two pieces. */
const createSubmitted = (on: StockStage, more: object = {}) =>
  createSubmittedOrder(server, on, world.retailer, { lines: [{ sku: on.variants[0]?.sku ?? "", quantity: 2 }], ...more });
const statuses = (...uuids: string[]) => Promise.all(uuids.map(async (uuid) => (await detail(uuid)).status));

test("an order of a higher priority gets its stock before older ones, and one of a low priority after them", async () => {
  const on = await stage();
  await put(on, 4);
  const [low, normal, urgent] = [await createSubmitted(on), await createSubmitted(on), await createSubmitted(on)];
  await prioritize(low, -1);
  await prioritize(urgent, 2);
  await confirm(low, normal, urgent);
  expect(await statuses(low, normal, urgent)).toEqual(["short", "allocated", "allocated"]);
});

test("short orders get what comes in by priority, when a job offers it to them or somebody asks", async () => {
  const on = await stage();
  const [old, young, last] = [await createSubmitted(on), await createSubmitted(on), await createSubmitted(on)];
  await confirm(old, young, last);
  await prioritize(young, 1);
  await put(on, 2);
  await server.services.database.transaction(staffOf(world.providerA), (tx) =>
    server.services.followUps.stockFreed(tx, world.providerA, [on.variants[0]?.variantUuid ?? ""]),
  );
  await expect.poll(() => statuses(old, young, last), { timeout: 30_000, interval: 100 }).toEqual(["short", "allocated", "short"]);
  await prioritize(last, 2);
  await put(on, 2);
  await request(server.app, allocateOrders, { order_ids: [old, last] }, asProvider());
  expect(await statuses(old, last)).toEqual(["short", "allocated"]);
});

test("an order without a shop is not paid unless given otherwise, which holds nothing back", async () => {
  const on = await stage();
  await put(on, 4);
  const [unpaid, paid] = [await createSubmitted(on), await createSubmitted(on, { payment_status: "paid" })];
  await confirm(unpaid, paid);
  expect(await detail(unpaid)).toMatchObject({ payment_status: "not_paid", status: "allocated", holds: [] });
  expect(await detail(paid)).toMatchObject({ payment_status: "paid", status: "allocated", holds: [] });
});

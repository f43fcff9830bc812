import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { setTerms } from "#src/billing/rate-cards/rate-cards.contract.ts";
import { addCharge, reverseCharge } from "#src/billing/wallet/charges.contract.ts";
import { confirmTopUpRequest, requestTopUp } from "#src/billing/wallet/top-up-requests.contract.ts";
import { cancelOrders, returnOrders, withdrawOrders } from "#src/outbound/orders/order-batches.contract.ts";
import { getOrder } from "#src/outbound/orders/orders.contract.ts";
import { newId } from "#server/platform/runtime/clock.ts";
import { platform } from "#server/platform/db/row-security.ts";
import { startTestApp } from "#tests/server/app.ts";
import type { TestApp } from "#tests/server/app.ts";
import { createSubmittedOrder } from "#tests/server/create-order.ts";
import { insertPricedChannel } from "#tests/server/priced-channel.ts";
import { request } from "#tests/server/client.ts";
import { stageStock, staffOf } from "#tests/server/stage-stock.ts";
import type { StockStage } from "#tests/server/stage-stock.ts";
import { makeWorld } from "#tests/server/world.ts";
import type { World } from "#tests/server/world.ts";

let server: TestApp;
let world: World;
let on: StockStage;
let today: string;
beforeAll(async () => {
  server = await startTestApp({ withWorkers: true });
  world = await makeWorld(server);
  today = server.services.clock.now().toISOString().slice(0, 10);
  const { database } = server.services;
  on = await database.transaction(platform, (tx) => stageStock(tx, { providerUuid: world.providerA, ownerUuid: world.retailerA }));
  await database.transaction(staffOf(world.providerA), (tx) =>
    insertPricedChannel(tx, world.providerA, { name: "Economy", prices: [{ up_to_grams: 30_000, base_micros: 4_000_000 }] }),
  );
  // Enough for one order of 4.00, and not for a second.
  const terms = { retailer_uuid: world.retailerA, rate_card_uuid: null, price_tier_uuid: null, credit_limit_cents: 500, version: 0 };
  await request(server.app, setTerms, terms, asProvider());
});
afterAll(() => server.close());

const asProvider = () => ({ token: world.provider.token });
const asRetailer = () => ({ token: world.retailer.token });
const holdsOf = async (order_uuid: string) => (await request(server.app, getOrder, { order_uuid }, asProvider())).data.holds;

const createSubmitted = () => createSubmittedOrder(server, on, world.retailer);

async function expectLifted(order: string): Promise<void> {
  await expect.poll(() => holdsOf(order), { timeout: 30_000, interval: 100 }).toEqual([]);
}

/** An order that has all the credit, and two that wait for it. */
async function createQueue() {
  const [paid, first, second] = [await createSubmitted(), await createSubmitted(), await createSubmitted()];
  expect(await Promise.all([paid, first, second].map(holdsOf))).toEqual([[], ["payment"], ["payment"]]);
  return { paid, first, second, all: [paid, first, second] };
}

async function cancelAll(order_ids: readonly string[]): Promise<void> {
  await request(server.app, cancelOrders, { order_ids: [...order_ids], reason: "end of this test" }, asProvider());
}

describe("payment holds are lifted, oldest first, when credit is freed", () => {
  test.each([
    ["cancelled by its retailer", (id: string) => request(server.app, cancelOrders, { order_ids: [id], reason: "sold out" }, asRetailer())],
    ["returned as a draft", (id: string) => request(server.app, returnOrders, { order_ids: [id], reason: "no street" }, asProvider())],
    ["withdrawn", (id: string) => request(server.app, withdrawOrders, { order_ids: [id] }, asRetailer())],
  ])("by an order that is %s", async (_how, end) => {
    const { paid, first, second, all } = await createQueue();
    expect((await end(paid)).data).toEqual({ done: 1, failed: [] });
    await expectLifted(first);
    expect(await holdsOf(second)).toEqual(["payment"]);
    await cancelAll(all);
  });

  test("by a top-up request that is confirmed", async () => {
    const { first, second, all } = await createQueue();
    const asked = await request(server.app, requestTopUp, { amount_cents: 400, reference: newId(), sent_on: today }, asRetailer());
    const { request_uuid } = asked.data;
    const confirmed = await request(server.app, confirmTopUpRequest, { request_uuid, amount_cents: 400, received_on: today }, asProvider());
    expect(confirmed.code).toBe(200);
    await expectLifted(first);
    expect(await holdsOf(second)).toEqual(["payment"]);
    const charge = { retailer_uuid: world.retailerA, kind: "other" as const, amount_cents: 400, day: today, remark: "as before" };
    await request(server.app, addCharge, charge, asProvider());
    await cancelAll(all);
  });

  test("by a charge that is reversed, and by a credit that is entered", async () => {
    const charge = { retailer_uuid: world.retailerA, kind: "other" as const, amount_cents: 400, day: today, remark: "pallets" };
    const { data } = await request(server.app, addCharge, charge, asProvider());
    const [first, second, third] = [await createSubmitted(), await createSubmitted(), await createSubmitted()];
    expect(await holdsOf(first)).toEqual(["payment"]);
    await request(server.app, reverseCharge, { charge_uuid: data.charge_uuid, reason: "Agreed otherwise" }, asProvider());
    await expectLifted(first);
    expect(await holdsOf(second)).toEqual(["payment"]);
    await request(server.app, addCharge, { ...charge, amount_cents: -400 }, asProvider());
    await expectLifted(second);
    expect(await holdsOf(third)).toEqual(["payment"]);
  });
});

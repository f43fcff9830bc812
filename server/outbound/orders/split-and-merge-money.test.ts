import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { setTerms } from "#src/billing/rate-cards/rate-cards.contract.ts";
import { codes } from "#src/kit/api/codes.ts";
import type { CodeName } from "#src/kit/api/codes.ts";
import { cancelOrders, confirmOrders, delayOrders, prioritizeOrders } from "#src/outbound/orders/order-batches.contract.ts";
import { mergeOrders, splitOrder } from "#src/outbound/orders/order-writes.contract.ts";
import { getOrder } from "#src/outbound/orders/orders.contract.ts";
import { newId } from "#server/platform/runtime/clock.ts";
import { platform } from "#server/platform/db/row-security.ts";
import { startTestApp } from "#tests/server/app.ts";
import type { TestApp } from "#tests/server/app.ts";
import { createSubmittedOrder } from "#tests/server/create-order.ts";
import { insertPricedChannel } from "#tests/server/priced-channel.ts";
import { request } from "#tests/server/client.ts";
import { putStock, stageStock, staffOf } from "#tests/server/stage-stock.ts";
import type { StockStage } from "#tests/server/stage-stock.ts";
import { makeWorld } from "#tests/server/world.ts";
import type { World } from "#tests/server/world.ts";

let server: TestApp;
let world: World;
let on: StockStage;
let elsewhere: StockStage;
let economy: string;
let express: string;
beforeAll(async () => {
  server = await startTestApp();
  world = await makeWorld(server);
  const { database } = server.services;
  const stage = () => database.transaction(platform, (tx) => stageStock(tx, { providerUuid: world.providerA, ownerUuid: world.retailerA }));
  [on, elsewhere] = [await stage(), await stage()];
  // 4.00 up to a kilogram, and 9.00 above.
  economy = await addChannel("Economy", [4_000_000, 9_000_000]);
  express = await addChannel("Express", [8_000_000, 18_000_000]);
  await setCredit(100_000);
});
afterAll(() => server.close());

const asProvider = () => ({ token: world.provider.token });
const detail = async (order_uuid: string) => (await request(server.app, getOrder, { order_uuid }, asProvider())).data;

function addChannel(name: string, [light, heavy]: readonly [number, number]): Promise<string> {
  const prices = [
    { up_to_grams: 1000, base_micros: light },
    { up_to_grams: 30_000, base_micros: heavy },
  ];
  return server.services.database.transaction(staffOf(world.providerA), (tx) => insertPricedChannel(tx, world.providerA, { name, prices }));
}

let termsVersion = 0;
async function setCredit(credit_limit_cents: number): Promise<void> {
  const terms = { retailer_uuid: world.retailerA, rate_card_uuid: null, price_tier_uuid: null, credit_limit_cents, version: termsVersion };
  expect((await request(server.app, setTerms, terms, asProvider())).code).toBe(200);
  termsVersion += 1;
}

const createSubmitted = (more: object = {}) =>
  createSubmittedOrder(server, on, world.retailer, {
    weight_grams: 600,
    lines: [{ sku: on.variants[0]?.sku ?? "", quantity: 2 }],
    ...more,
  });
const cash = (cod_cents: number, cod_currency = "USD") => ({ cod_type: "cash" as const, cod_cents, cod_currency });
const merge = async (...order_ids: string[]) => (await request(server.app, mergeOrders, { order_ids }, asProvider())).data;
async function split(order_uuid: string, quantity: number, warehouse_uuid: string | null = null) {
  const { version, lines } = await detail(order_uuid);
  const moved = [{ line_uuid: lines[0]?.line_uuid ?? "", quantity }];
  return (await request(server.app, splitOrder, { order_uuid, version, warehouse_uuid, lines: moved }, asProvider())).data;
}

/** What its buyer paid. */
const bought = { payment_status: "paid" as const, total_cents: 7000, currency: "USD" };

describe("the parts of a split order", () => {
  test("are estimated anew, share its weight, and the first alone collects its cash", async () => {
    const uuid = await createSubmitted({
      weight_grams: 2000,
      lines: [{ sku: on.variants[0]?.sku ?? "", quantity: 4 }],
      ...cash(5000),
      ...bought,
    });
    expect(await detail(uuid)).toMatchObject({ estimate_cents: 900, cod_cents: 5000 });
    const { new_order } = await split(uuid, 3);
    expect(await detail(uuid)).toMatchObject({ estimate_cents: 400, weight_grams: 500, ...cash(5000), ...bought });
    const other = await detail(new_order.order_uuid);
    expect(other).toMatchObject({
      estimate_cents: 900,
      weight_grams: 1500,
      cod_type: "none",
      cod_cents: null,
      cod_currency: "",
      payment_status: "paid",
      total_cents: null,
    });
    expect(other.estimate).toMatchObject({ currency: "USD", parts: [{ event: "shipping_parcel", quantity: 1, amount_cents: 900 }] });
    // Together again, they are as before.
    expect(await merge(uuid, new_order.order_uuid)).toMatchObject({ done: 2, failed: [] });
    expect(await detail(uuid)).toMatchObject({ estimate_cents: 900, weight_grams: 2000, ...cash(5000), ...bought, piece_count: 4 });
  });

  test("go to another warehouse if one is named, and get their stock there", async () => {
    await server.services.database.transaction(staffOf(world.providerA), async (tx) => {
      await putStock(tx, on, { quantity: 1 });
      await putStock(tx, { ...elsewhere, variants: on.variants }, { quantity: 1 });
    });
    const uuid = await createSubmitted();
    await request(server.app, confirmOrders, { order_ids: [uuid] }, asProvider());
    expect(await detail(uuid)).toMatchObject({ status: "short", warehouse_uuid: on.warehouseUuid });
    const { order, new_order } = await split(uuid, 1, elsewhere.warehouseUuid);
    expect(order).toMatchObject({ status: "allocated", warehouse_uuid: on.warehouseUuid });
    expect(new_order).toMatchObject({ status: "allocated", warehouse_uuid: elsewhere.warehouseUuid });
    const { reservations } = await detail(new_order.order_uuid);
    expect(reservations).toMatchObject([{ quantity: 1, location: elsewhere.barcodes[0] }]);
    const nowhere = await request(
      server.app,
      splitOrder,
      { order_uuid: uuid, version: 1, warehouse_uuid: newId(), lines: [{ line_uuid: newId(), quantity: 1 }] },
      asProvider(),
    );
    expect(nowhere.code).not.toBe(200);
  });
});

describe("a merged order", () => {
  test("collects the cash of all, has their total, remarks, the latest delay and the highest priority, and is estimated anew", async () => {
    const one = await createSubmitted({ remark: "Ring twice", ...cash(1000), vat_number: "GB123", ...bought });
    const other = await createSubmitted({ remark: "Leave it at the door", ...cash(550), ...bought, total_cents: 30 });
    const paid = await createSubmitted({ remark: "Ring twice", ...bought, payment_status: "not_paid", total_cents: 1 });
    const inDays = (days: number) => new Date(server.services.clock.now().getTime() + days * 86_400_000).toISOString();
    const [early, late] = [inDays(30), inDays(60)];
    await request(server.app, delayOrders, { order_ids: [one], delay_until: early }, asProvider());
    await request(server.app, delayOrders, { order_ids: [paid], delay_until: late }, asProvider());
    await request(server.app, prioritizeOrders, { order_ids: [other], priority: 1 }, asProvider());
    expect(await detail(one)).toMatchObject({ estimate_cents: 400 });
    expect((await merge(one, other, paid)).order).toMatchObject({ order_uuid: one, status: "submitted", piece_count: 6 });
    const merged = await detail(one);
    expect(merged).toMatchObject({ ...cash(1550), remark: "Ring twice\nLeave it at the door", vat_number: "GB123", priority: 1 });
    expect(Date.parse(merged.delay_until)).toBe(Date.parse(late));
    expect(merged).toMatchObject({ weight_grams: 1800, estimate_cents: 900, channel_uuid: economy });
    expect(merged).toMatchObject({ payment_status: "not_paid", total_cents: 7031, currency: "USD" });
  });

  test("waits for payment if it costs more than its parts and more than can be spent; the parts of a split do not", async () => {
    await setCredit(0);
    const before = [await createSubmitted(), await createSubmitted()];
    expect(await Promise.all(before.map(async (uuid) => (await detail(uuid)).holds))).toEqual([["payment"], ["payment"]]);
    await request(server.app, cancelOrders, { order_ids: before, reason: "end of this" }, asProvider());
    const spent = await listOpenCents();
    await setCredit(spent + 850);
    const [one, other] = [await createSubmitted(), await createSubmitted()];
    expect((await detail(other)).holds).toEqual([]);
    // Both cost 8.00, and 9.00 as one parcel.
    await merge(one, other);
    expect(await detail(one)).toMatchObject({ estimate_cents: 900, holds: ["payment"] });
    await setCredit(spent + 900);
    const light = await createSubmitted({ weight_grams: 500 });
    await request(server.app, cancelOrders, { order_ids: [one], reason: "end of this" }, asProvider());
    const whole = await createSubmitted({ weight_grams: 800 });
    const { new_order } = await split(whole, 1);
    for (const uuid of [whole, new_order.order_uuid]) expect(await detail(uuid)).toMatchObject({ estimate_cents: 400, holds: [] });
    expect((await detail(light)).holds).toEqual(["payment"]);
    await setCredit(100_000);
  });

  test.each<[string, CodeName, object]>([
    ["is shipped by another channel", "orders.differentChannel", { channel_uuid: "express" }],
    ["has another IOSS number", "orders.differentTaxNumber", { ioss_number: "IM1234567890" }],
    ["has another VAT number", "orders.differentTaxNumber", { vat_number: "DE999" }],
    ["collects cash in another currency", "orders.differentCurrency", cash(700, "EUR")],
  ])("has none that %s: nothing is done, and each order is named with its reason", async (_how, code, more) => {
    const one = await createSubmitted({ ...cash(1000), vat_number: "GB123" });
    const same = await createSubmitted();
    const other = await createSubmitted("channel_uuid" in more ? { channel_uuid: express } : more);
    const data = await merge(one, same, other);
    expect(data).toMatchObject({ done: 0, order: null });
    expect(data.failed.map(({ order_id, code: why }) => [order_id, why])).toEqual([
      [one, codes["orders.notMerged"].code],
      [same, codes["orders.notMerged"].code],
      [other, codes[code].code],
    ]);
    for (const uuid of [one, same, other]) expect(await detail(uuid)).toMatchObject({ status: "submitted", line_count: 1 });
  });
});

/** What the retailer's open orders are estimated at. */
async function listOpenCents(): Promise<number> {
  const { sum } = await server.services.database.transaction(platform, (tx) =>
    tx
      .selectFrom("sales_order")
      .select((order) => order.fn.sum<string>("estimate_cents").as("sum"))
      .where("provider_uuid", "=", world.providerA)
      .where("owner_uuid", "=", world.retailerA)
      .where("status", "not in", ["draft", "cancelled", "merged", "shipped"])
      .executeTakeFirstOrThrow(),
  );
  return Number(sum);
}

import { afterAll, beforeAll, expect, test } from "vitest";
import { agreeToPrices, withdrawClaims } from "#src/billing/catalogue/claims.contract.ts";
import { codes } from "#src/kit/api/codes.ts";
import { submitOrders } from "#src/outbound/orders/order-batches.contract.ts";
import { createOrder, estimateOrder, splitOrder } from "#src/outbound/orders/order-writes.contract.ts";
import { getOrder } from "#src/outbound/orders/orders.contract.ts";
import { platform } from "#server/platform/db/row-security.ts";
import { startTestApp } from "#tests/server/app.ts";
import type { TestApp } from "#tests/server/app.ts";
import { request } from "#tests/server/client.ts";
import { catalogueStage } from "#tests/server/stage-catalogue.ts";
import { stageStock } from "#tests/server/stage-stock.ts";
import type { StockStage } from "#tests/server/stage-stock.ts";
import { makeWorld } from "#tests/server/world.ts";
import type { World } from "#tests/server/world.ts";

let server: TestApp;
let world: World;
let on: StockStage;
const catalogue = catalogueStage(() => ({ server, world }));
beforeAll(async () => {
  server = await startTestApp();
  world = await makeWorld(server);
  on = await server.services.database.transaction(platform, (tx) =>
    stageStock(tx, { providerUuid: world.providerA, ownerUuid: world.retailerA }),
  );
});
afterAll(() => server.close());

const asRetailer = () => ({ token: world.retailer.token });
const asProvider = () => ({ token: world.provider.token });
const detail = async (order_uuid: string) => (await request(server.app, getOrder, { order_uuid }, asRetailer())).data;
const submit = async (order_uuid: string) => (await request(server.app, submitOrders, { order_ids: [order_uuid] }, asRetailer())).data;

/** A claimed item at 10.00 a piece. */
async function claim() {
  const rows = await catalogue.add({ title: "Teapot" });
  await catalogue.price(rows, [{}]);
  return { rows, claim_uuid: await catalogue.claimed(rows) };
}

/** A draft of some pieces of the claimed item, and of others of the retailer's own. */
async function draft(variant_uuid: string, quantity: number, own = 0): Promise<string> {
  const [{ sku } = { sku: "" }] = on.variants;
  const { code, data } = await request(
    server.app,
    createOrder,
    {
      country: "US",
      recipient: { consignee: "Alex Example", address: "1 Example Street", city: "Springfield" },
      warehouse_uuid: on.warehouseUuid,
      lines: [{ variant_uuid, quantity }, ...(own === 0 ? [] : [{ sku, quantity: own }])],
    },
    asRetailer(),
  );
  expect(code).toBe(200);
  return data.order_uuid;
}

const goodsIn = (parts: readonly { readonly event: string }[] | undefined) => parts?.find(({ event }) => event === "goods_piece");

test("the price and currency of a claimed line are those at its submit; a later agreement is for later orders", async () => {
  const { rows, claim_uuid } = await claim();
  const early = await draft(rows.variantUuid, 2);
  expect((await detail(early)).lines).toMatchObject([{ is_claimed: true, agreed_price_cents: null, agreed_currency: "" }]);
  expect(await submit(early)).toEqual({ done: 1, failed: [] });
  const fixed = [{ is_claimed: true, agreed_price_cents: 1000, agreed_currency: "USD" }];
  expect((await detail(early)).lines).toMatchObject(fixed);
  await catalogue.price(rows, [{ price_cents: 1300 }]);
  const seen = [
    { variant_uuid: rows.variantUuid, price_cents: 1300 },
    { variant_uuid: rows.otherVariantUuid, price_cents: 1000 },
  ];
  expect((await request(server.app, agreeToPrices, { claim_uuid, seen }, asRetailer())).code).toBe(200);
  const late = await draft(rows.variantUuid, 2);
  await submit(late);
  expect((await detail(late)).lines).toMatchObject([{ agreed_price_cents: 1300, agreed_currency: "USD" }]);
  expect((await detail(early)).lines).toMatchObject(fixed);
  // Parts of a split keep the price of their order, and are estimated at it.
  const { version, lines } = await detail(early);
  const moved = [{ line_uuid: lines[0]?.line_uuid ?? "", quantity: 1 }];
  const { data } = await request(server.app, splitOrder, { order_uuid: early, version, lines: moved }, asProvider());
  for (const { order_uuid } of [data.order, data.new_order]) {
    const part = await detail(order_uuid);
    expect(part.lines).toMatchObject(fixed);
    expect(goodsIn(part.estimate?.parts)).toEqual({ event: "goods_piece", quantity: 1, amount_cents: 1000 });
  }
});

test("the goods of an estimate are the claimed pieces alone", async () => {
  const { rows } = await claim();
  const order_uuid = await draft(rows.variantUuid, 2, 3);
  const { data } = await request(server.app, estimateOrder, { order_uuid }, asRetailer());
  expect(goodsIn(data.estimate?.parts)).toEqual({ event: "goods_piece", quantity: 2, amount_cents: 2000 });
});

test("a draft of an item whose claim is withdrawn is not submitted", async () => {
  const { rows, claim_uuid } = await claim();
  const order_uuid = await draft(rows.variantUuid, 1, 1);
  await request(server.app, withdrawClaims, { claim_uuids: [claim_uuid] }, asRetailer());
  expect(await submit(order_uuid)).toMatchObject({ done: 0, failed: [{ order_id: order_uuid, code: codes["orders.skuUnknown"].code }] });
  expect((await detail(order_uuid)).status).toBe("draft");
  await catalogue.claimed(rows);
  expect(await submit(order_uuid)).toEqual({ done: 1, failed: [] });
});

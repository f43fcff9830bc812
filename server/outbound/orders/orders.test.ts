import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { sql } from "kysely";
import { codes } from "#src/kit/api/codes.ts";
import type { InputOf, OutputOf } from "#src/kit/api/define-call.ts";
import {
  allocateOrders,
  batchModifyReportProvider,
  cancelOrders,
  confirmOrders,
  holdOrders,
  releaseHolds,
  releaseStock,
  returnOrders,
  submitOrders,
} from "#src/outbound/orders/order-batches.contract.ts";
import { createOrder, deleteOrder, updateOrder } from "#src/outbound/orders/order-writes.contract.ts";
import { getOrder, listDeclaredSkus } from "#src/outbound/orders/orders.contract.ts";
import { newId } from "#server/platform/runtime/clock.ts";
import { platform } from "#server/platform/db/row-security.ts";
import { checkLedger } from "#server/warehouse/stock/reconciliation.queries.ts";
import { startTestApp } from "#tests/server/app.ts";
import type { TestApp } from "#tests/server/app.ts";
import { request } from "#tests/server/client.ts";
import { putStock, stageStock } from "#tests/server/stage-stock.ts";
import type { StockStage } from "#tests/server/stage-stock.ts";
import { makeWorld } from "#tests/server/world.ts";
import type { World } from "#tests/server/world.ts";

let server: TestApp;
let world: World;
beforeAll(async () => {
  server = await startTestApp();
  world = await makeWorld(server);
});
afterAll(() => server.close());

const stage = (options: Partial<Parameters<typeof stageStock>[1]> = {}): Promise<StockStage> =>
  server.services.database.transaction(platform, (tx) =>
    stageStock(tx, { providerUuid: world.providerA, ownerUuid: world.retailerA, ...options }),
  );
const put = (on: StockStage, quantity: number, more: Partial<Parameters<typeof putStock>[2]> = {}) =>
  server.services.database.transaction({ kind: "provider", providerUuid: world.providerA }, (tx) =>
    putStock(tx, on, { quantity, ...more }),
  );

const asRetailer = {
  get token() {
    return world.retailer.token;
  },
};
const asProvider = {
  get token() {
    return world.provider.token;
  },
};

const recipient = { consignee: "Alex Example", address: "1 Example Street", city: "Springfield", state: "IL", zip: "62701" };
const draftOf = (on: StockStage, lines: readonly (readonly [number, number])[], more: object = {}): InputOf<typeof createOrder> => ({
  country: "US",
  recipient,
  warehouse_uuid: on.warehouseUuid,
  lines: lines.map(([variant, quantity]) => ({ sku: on.variants[variant]?.sku ?? "", quantity })),
  ...more,
});

async function create(on: StockStage, lines: readonly (readonly [number, number])[], more: object = {}): Promise<string> {
  const { code, data } = await request(server.app, createOrder, draftOf(on, lines, more), asRetailer);
  expect(code).toBe(200);
  return data.order_uuid;
}
async function createConfirmed(on: StockStage, lines: readonly (readonly [number, number])[], more: object = {}): Promise<string> {
  const uuid = await create(on, lines, more);
  await request(server.app, submitOrders, { order_ids: [uuid] }, asRetailer);
  const { data } = await request(server.app, confirmOrders, { order_ids: [uuid] }, asProvider);
  expect(data.failed).toEqual([]);
  return uuid;
}
const detail = async (uuid: string): Promise<OutputOf<typeof getOrder>> =>
  (await request(server.app, getOrder, { order_uuid: uuid }, asProvider)).data;
const reserved = async (on: StockStage, variant = 0): Promise<number> => {
  const { rows } = await server.services.database.transaction(platform, (tx) =>
    sql<{ sum: number }>`select coalesce(sum(reserved), 0)::integer as sum from stock_balance
      where provider_uuid = ${world.providerA} and variant_uuid = ${on.variants[variant]?.variantUuid ?? ""}`.execute(tx),
  );
  return rows[0]?.sum ?? -1;
};

describe("a draft", () => {
  test("is created with a number, its lines by SKU without regard to case, and its event", async () => {
    const on = await stage();
    const sku = on.variants[0]?.sku.toLowerCase() ?? "";
    const { data } = await request(
      server.app,
      createOrder,
      draftOf(on, [], { reference: "1001", lines: [{ sku, quantity: 2 }] }),
      asRetailer,
    );
    expect(data).toMatchObject({
      status: "draft",
      reference: "1001",
      line_count: 1,
      piece_count: 2,
      consignee: "Alex Example",
      country: "US",
    });
    expect(data.order_number).toMatch(/^SO-\d{6}-\d{4,}$/);
    const order = await detail(data.order_uuid);
    expect(order.lines[0]).toMatchObject({ sku: on.variants[0]?.sku, quantity: 2, is_claimed: false, is_reserved: false });
    expect(order.events.map(({ event }) => event)).toEqual(["create"]);
    expect(order.recipient).toMatchObject({ zip: "62701", city: "Springfield" });
  });

  test("with a SKU of another owner, or a warehouse of another provider, is refused", async () => {
    const on = await stage();
    const theirs = await stage({ ownerUuid: world.retailerA2 });
    const sku = theirs.variants[0]?.sku ?? "";
    const foreignSku = await request(server.app, createOrder, { ...draftOf(on, []), lines: [{ sku, quantity: 1 }] }, asRetailer);
    expect(foreignSku.code).toBe(codes["orders.skuUnknown"].code);
    const nowhere = await request(server.app, createOrder, { ...draftOf(on, [[0, 1]]), warehouse_uuid: newId() }, asRetailer);
    expect(nowhere.code).toBe(codes.notFound.code);
  });

  test("of a number that an order has already is refused, until that order is cancelled", async () => {
    const on = await stage();
    const reference = `R-${newId()}`;
    const first = await create(on, [[0, 1]], { reference });
    const again = await request(server.app, createOrder, draftOf(on, [[0, 1]], { reference: reference.toUpperCase() }), asRetailer);
    expect(again.code).toBe(codes["orders.referenceTaken"].code);
    await request(server.app, cancelOrders, { order_ids: [first], reason: "typed twice" }, asRetailer);
    expect((await request(server.app, createOrder, draftOf(on, [[0, 1]], { reference }), asRetailer)).code).toBe(200);
  });

  test("is replaced only in the version that was seen, and deleted only if it was never submitted", async () => {
    const on = await stage();
    const uuid = await create(on, [[0, 1]]);
    const changed = { ...draftOf(on, [[1, 4]]), order_uuid: uuid };
    expect((await request(server.app, updateOrder, { ...changed, version: 1 }, asRetailer)).data).toMatchObject({
      piece_count: 4,
      version: 2,
    });
    expect((await request(server.app, updateOrder, { ...changed, version: 1 }, asRetailer)).code).toBe(codes.changedMeanwhile.code);
    await request(server.app, submitOrders, { order_ids: [uuid] }, asRetailer);
    await request(server.app, returnOrders, { order_ids: [uuid], reason: "no such street" }, asProvider);
    const order = await detail(uuid);
    expect(order).toMatchObject({ status: "draft", reason: "no such street", was_submitted: true });
    expect((await request(server.app, deleteOrder, { order_uuid: uuid, version: order.version }, asRetailer)).code).toBe(
      codes["orders.wrongState"].code,
    );
    const fresh = await create(on, [[0, 1]]);
    expect((await request(server.app, deleteOrder, { order_uuid: fresh, version: 1 }, asRetailer)).data).toEqual({ deleted: 1 });
  });

  test("without lines or without an address is not submitted, and the others of the batch are", async () => {
    const on = await stage();
    const [good, empty, nowhere] = [await create(on, [[0, 1]]), await create(on, []), await create(on, [[0, 1]], { recipient: {} })];
    const { data } = await request(server.app, submitOrders, { order_ids: [good, empty, nowhere] }, asRetailer);
    expect(data.done).toBe(1);
    const failed = new Map(data.failed.map(({ order_id, code }) => [order_id, code]));
    expect(failed).toEqual(
      new Map([
        [empty, codes["orders.noLines"].code],
        [nowhere, codes["orders.addressIncomplete"].code],
      ]),
    );
    expect((await detail(good)).status).toBe("submitted");
  });

  test("that names no warehouse is shipped from the one that has all its pieces", async () => {
    const on = await stage();
    const other = await stage();
    // The same SKU in the younger warehouse.
    await put({ ...other, variants: on.variants }, 5);
    const uuid = await create(on, [[0, 3]], { warehouse_uuid: null });
    await request(server.app, submitOrders, { order_ids: [uuid] }, asRetailer);
    expect((await detail(uuid)).warehouse_uuid).toBe(other.warehouseUuid);
  });
});

describe("confirming", () => {
  test("reserves all pieces of an order or none, the oldest order first", async () => {
    const on = await stage();
    await put(on, 5);
    const first = await create(on, [[0, 3]]);
    const second = await create(on, [[0, 3]]);
    const third = await create(on, [[0, 2]]);
    await request(server.app, submitOrders, { order_ids: [third, second, first] }, asRetailer);
    const { data } = await request(server.app, confirmOrders, { order_ids: [third, second, first] }, asProvider);
    expect(data).toEqual({ done: 3, failed: [] });
    expect((await detail(first)).status).toBe("allocated");
    expect((await detail(second)).status).toBe("short");
    expect((await detail(third)).status).toBe("allocated");
    expect(await reserved(on)).toBe(5);
    expect((await detail(first)).reservations).toMatchObject([{ quantity: 3, location: on.barcodes[0] }]);
  });

  test("gives a short order its stock once there is enough and somebody asks for it", async () => {
    const on = await stage();
    const uuid = await createConfirmed(on, [[0, 3]]);
    const short = await request(server.app, allocateOrders, { order_ids: [uuid] }, asProvider);
    expect(short.data.failed).toMatchObject([{ order_id: uuid, code: codes["stock.notEnough"].code }]);
    await put(on, 3);
    expect((await request(server.app, allocateOrders, { order_ids: [uuid] }, asProvider)).data).toEqual({ done: 1, failed: [] });
    expect((await detail(uuid)).status).toBe("allocated");
  });

  test("expands a bundle and sums components that it shares with other lines", async () => {
    const on = await stage({ variants: 3 });
    const [bundle, mug] = [on.variants[2]?.variantUuid ?? "", on.variants[0]?.variantUuid ?? ""];
    await server.services.database.transaction({ kind: "provider", providerUuid: world.providerA }, async (tx) => {
      await tx
        .updateTable("variant")
        .set({ is_bundle: true })
        .where("provider_uuid", "=", world.providerA)
        .where("variant_uuid", "=", bundle)
        .execute();
      await tx
        .insertInto("bundle_component")
        .values({ provider_uuid: world.providerA, bundle_uuid: bundle, component_uuid: mug, owner_uuid: world.retailerA, quantity: 2 })
        .execute();
    });
    await put(on, 4);
    // Two bundles of two mugs and one mug are five mugs.
    const five = await createConfirmed(on, [
      [2, 2],
      [0, 1],
    ]);
    expect((await detail(five)).status).toBe("short");
    await put(on, 1);
    await request(server.app, allocateOrders, { order_ids: [five] }, asProvider);
    expect((await detail(five)).status).toBe("allocated");
    expect(await reserved(on)).toBe(5);
  });

  test("gives no stock to a held order, until its last hold is released", async () => {
    const on = await stage();
    await put(on, 3);
    const uuid = await create(on, [[0, 3]]);
    await request(server.app, submitOrders, { order_ids: [uuid] }, asRetailer);
    await request(server.app, holdOrders, { order_ids: [uuid], hold: "address", reason: "no house number" }, asProvider);
    await request(server.app, holdOrders, { order_ids: [uuid], hold: "fraud" }, asProvider);
    await request(server.app, confirmOrders, { order_ids: [uuid] }, asProvider);
    expect(await detail(uuid)).toMatchObject({ status: "confirmed", holds: ["fraud", "address"] });
    await request(server.app, releaseHolds, { order_ids: [uuid], hold: "fraud" }, asProvider);
    expect((await detail(uuid)).status).toBe("confirmed");
    await request(server.app, releaseHolds, { order_ids: [uuid] }, asProvider);
    expect(await detail(uuid)).toMatchObject({ status: "allocated", holds: [] });
  });
});

describe("cancelling", () => {
  test("releases what was reserved, also for the retailer, who sees no shelves", async () => {
    const on = await stage();
    await put(on, 3);
    const uuid = await createConfirmed(on, [[0, 3]]);
    expect(await reserved(on)).toBe(3);
    const { data } = await request(server.app, cancelOrders, { order_ids: [uuid], reason: "changed my mind" }, asRetailer);
    expect(data).toEqual({ done: 1, failed: [] });
    expect(await reserved(on)).toBe(0);
    expect(await detail(uuid)).toMatchObject({ status: "cancelled", reason: "changed my mind", reservations: [] });
  });

  test("releasing the stock of an order lets another have it", async () => {
    const on = await stage();
    await put(on, 3);
    const [one, other] = [await createConfirmed(on, [[0, 3]]), await createConfirmed(on, [[0, 2]])];
    expect((await detail(other)).status).toBe("short");
    await request(server.app, releaseStock, { order_ids: [one] }, asProvider);
    expect((await detail(one)).status).toBe("confirmed");
    await request(server.app, allocateOrders, { order_ids: [other] }, asProvider);
    expect((await detail(other)).status).toBe("allocated");
    expect(await reserved(on)).toBe(2);
  });
});

describe("a call over many orders", () => {
  test("with an id of another retailer, or of none, is refused whole before anything is done", async () => {
    const on = await stage();
    const own = await create(on, [[0, 1]]);
    const theirs = await stage({ ownerUuid: world.retailerA2 });
    const { data: foreign } = await request(server.app, createOrder, draftOf(theirs, [[0, 1]]), { token: world.otherRetailer.token });
    for (const id of [foreign.order_uuid, newId()]) {
      const { code } = await request(server.app, submitOrders, { order_ids: [own, id] }, asRetailer);
      expect(code).toBe(codes.notFound.code);
    }
    expect((await detail(own)).status).toBe("draft");
  });

  test("answers a repeat with its key as before, and another request with that key with 409", async () => {
    const on = await stage();
    const [one, other] = [await create(on, [[0, 1]]), await create(on, [])];
    const key = { ...asRetailer, token: world.retailer.token, idempotencyKey: newId() };
    const first = await request(server.app, submitOrders, { order_ids: [one, other] }, key);
    const again = await request(server.app, submitOrders, { order_ids: [one, other] }, key);
    expect(again.data).toEqual(first.data);
    expect(first.data).toMatchObject({ done: 1, failed: [{ order_id: other }] });
    expect((await request(server.app, submitOrders, { order_ids: [one] }, key)).status).toBe(409);
  });

  test("that was interrupted is resumed by a repeat: sets that were done are not done again", async () => {
    const on = await stage();
    const uuids: string[] = [];
    for (let count = 0; count < 3; count += 1) uuids.push(await create(on, [[0, 1]]));
    const key = newId();
    const { userUuid } = world.retailer;
    // As if the first set had been done, with everything refused, before the process was killed.
    const refused = uuids.map((order_id) => ({ order_id, code: 1, message: { en_us: "before", zh_cn: "before" } }));
    await server.services.database.transaction(
      { kind: "dropShipper", providerUuid: world.providerA, retailerUuid: world.retailerA, userUuid },
      (tx) =>
        tx
          .insertInto("batch_set")
          .values({
            provider_uuid: world.providerA,
            user_uuid: userUuid,
            key,
            set_number: 1,
            refused: JSON.stringify(refused),
            created_at: new Date(),
          })
          .execute(),
    );
    const { data } = await request(server.app, submitOrders, { order_ids: uuids }, { token: world.retailer.token, idempotencyKey: key });
    expect(data).toEqual({ done: 0, failed: refused });
    expect((await detail(uuids[0] ?? "")).status).toBe("draft");
  });

  test("is done once by two requests of one key at the same time", async () => {
    const on = await stage();
    const uuids: string[] = [];
    for (let count = 0; count < 4; count += 1) uuids.push(await create(on, [[0, 1]]));
    const key = { token: world.retailer.token, idempotencyKey: newId() };
    const answers = await Promise.all([1, 2, 3].map(() => request(server.app, submitOrders, { order_ids: uuids }, key)));
    for (const { data } of answers) expect(data).toEqual({ done: 4, failed: [] });
  });

  test("sets customs declarations by SKU, and leaves empty fields as they are", async () => {
    const on = await stage();
    const uuid = await createConfirmed(on, [[0, 1]]);
    const sku = on.variants[0]?.sku ?? "";
    const declared = [{ order_id: uuid, lines: [{ sku, name: "Lantern", hs_code: "940550", origin: "cn", value: 400, currency: "usd" }] }];
    await request(server.app, batchModifyReportProvider, { order_ids: [uuid], declared }, asProvider);
    await request(
      server.app,
      batchModifyReportProvider,
      { order_ids: [uuid], declared: [{ order_id: uuid, lines: [{ sku, name_zh: "灯笼" }] }] },
      asProvider,
    );
    expect((await detail(uuid)).lines[0]).toMatchObject({
      declared_name: "Lantern",
      declared_name_zh: "灯笼",
      hs_code: "940550",
      origin_country: "CN",
      declared_value_cents: 400,
      declared_currency: "USD",
    });
  });

  test("are read by SKU, with what the lines agree on, and refused as a whole if one order is not the caller's", async () => {
    const on = await stage();
    const [sku = "", second = ""] = on.variants.map((variant) => variant.sku);
    const orders = [await createConfirmed(on, [[0, 1]])];
    orders.push(
      await createConfirmed(on, [
        [0, 1],
        [1, 1],
      ]),
    );
    const declare = (order_id: string, value: number) => ({ order_id, lines: [{ sku: sku.toUpperCase(), hs_code: "940550", value }] });
    await request(
      server.app,
      batchModifyReportProvider,
      { order_ids: orders, declared: [declare(orders[0] ?? "", 400), declare(orders[1] ?? "", 500)] },
      asProvider,
    );
    const { data } = await request(server.app, listDeclaredSkus, { order_ids: orders }, asProvider);
    expect(data.result).toHaveLength(2);
    expect(data.result.find((one) => one.sku === sku)).toMatchObject({ orders: 2, hs_code: "940550", value: null, differs: true });
    expect(data.result.find((one) => one.sku === second)).toMatchObject({ orders: 1, differs: false });
    const foreign = await request(server.app, listDeclaredSkus, { order_ids: orders }, { token: world.otherRetailer.token });
    expect(foreign.code).toBe(codes.notFound.code);
  });
});

test("after all of this the ledger and the reservations agree", async () => {
  const found = await server.services.database.transaction(platform, (tx) => checkLedger(tx, world.providerA));
  expect(found.differences).toEqual([]);
});

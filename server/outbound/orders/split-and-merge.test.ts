import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { sql } from "kysely";
import { codes } from "#src/kit/api/codes.ts";
import type { InputOf, OutputOf } from "#src/kit/api/define-call.ts";
import { confirmOrders, submitOrders } from "#src/outbound/orders/order-batches.contract.ts";
import { createOrder, mergeOrders, splitOrder } from "#src/outbound/orders/order-writes.contract.ts";
import { getOrder } from "#src/outbound/orders/orders.contract.ts";
import { platform } from "#server/platform/db/row-security.ts";
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

describe("splitting and merging", () => {
  test("moves pieces to a new order, and both get their stock again", async () => {
    const on = await stage();
    await put(on, 2);
    const uuid = await createConfirmed(on, [
      [0, 2],
      [1, 3],
    ]);
    const before = await detail(uuid);
    expect(before.status).toBe("short");
    const line_uuid = before.lines[1]?.line_uuid ?? "";
    const { data } = await request(
      server.app,
      splitOrder,
      { order_uuid: uuid, version: before.version, lines: [{ line_uuid, quantity: 3 }] },
      asProvider,
    );
    expect(data.order).toMatchObject({ status: "allocated", line_count: 1, piece_count: 2 });
    expect(data.new_order).toMatchObject({ status: "short", line_count: 1, piece_count: 3, consignee: "Alex Example" });
    expect(await reserved(on)).toBe(2);
  });

  test("is refused for all pieces, or more than there are", async () => {
    const on = await stage();
    const uuid = await createConfirmed(on, [[0, 2]]);
    const { version, lines } = await detail(uuid);
    const line_uuid = lines[0]?.line_uuid ?? "";
    for (const quantity of [2, 3]) {
      const { code } = await request(server.app, splitOrder, { order_uuid: uuid, version, lines: [{ line_uuid, quantity }] }, asProvider);
      expect(code).toBe(codes["orders.splitNothing"].code);
    }
  });

  test("merges orders to one address into the first, whatever the address's spelling", async () => {
    const on = await stage();
    await put(on, 9);
    const one = await createConfirmed(on, [[0, 2]]);
    const other = await createConfirmed(on, [[0, 3]], { recipient: { ...recipient, address: "1, EXAMPLE street" } });
    const { data } = await request(server.app, mergeOrders, { order_ids: [one, other] }, asProvider);
    expect(data).toMatchObject({ done: 2, failed: [], order: { order_uuid: one, status: "allocated", line_count: 2, piece_count: 5 } });
    expect(await detail(other)).toMatchObject({ status: "merged", merged_into_uuid: one });
    expect(await reserved(on)).toBe(5);
    const third = await createConfirmed(on, [[0, 1]], { recipient: { ...recipient, consignee: "Somebody Else" } });
    const refused = await request(server.app, mergeOrders, { order_ids: [one, third] }, asProvider);
    expect(refused.data).toMatchObject({
      done: 0,
      order: null,
      failed: [
        { order_id: one, code: codes["orders.notMerged"].code },
        { order_id: third, code: codes["orders.differentAddress"].code },
      ],
    });
    expect(await detail(one)).toMatchObject({ status: "allocated", line_count: 2 });
  });
});

import { afterAll, beforeAll, expect, test } from "vitest";
import { codes } from "#src/kit/api/codes.ts";
import { cancelOrders, confirmOrders } from "#src/outbound/orders/order-batches.contract.ts";
import { getOrder, listOrders, queryOrder } from "#src/outbound/orders/orders.contract.ts";
import { platform } from "#server/platform/db/row-security.ts";
import { startTestApp } from "#tests/server/app.ts";
import type { TestApp } from "#tests/server/app.ts";
import { request } from "#tests/server/client.ts";
import { addOrderRows } from "#tests/server/rows-orders.ts";
import type { OrderRows } from "#tests/server/rows-orders.ts";
import { makeWorld } from "#tests/server/world.ts";
import type { World } from "#tests/server/world.ts";

let server: TestApp;
let world: World;
let own: OrderRows;
let other: OrderRows;
beforeAll(async () => {
  server = await startTestApp();
  world = await makeWorld(server);
  const { database } = server.services;
  own = await database.transaction(platform, (tx) => addOrderRows(tx, world.retailer, "submitted"));
  other = await database.transaction(platform, (tx) => addOrderRows(tx, world.retailer, "submitted"));
  await database.transaction({ kind: "provider", providerUuid: world.providerA }, (tx) =>
    tx
      .insertInto("operator_warehouse")
      .values({ provider_uuid: world.providerA, user_uuid: world.operator.userUuid, warehouse_uuid: own.stage.warehouseUuid })
      .execute(),
  );
});
afterAll(() => server.close());

test("an operator who is bound to a warehouse sees its orders alone, and changes no other", async () => {
  const as = { token: world.operator.token };
  const listed = await request(server.app, listOrders, {}, as);
  expect(listed.data.result.map(({ order_uuid }) => order_uuid)).toEqual([own.orderUuid]);
  expect((await request(server.app, queryOrder, { order_id: other.orderUuid }, as)).data.result).toEqual([]);
  expect((await request(server.app, getOrder, { order_uuid: other.orderUuid }, as)).code).toBe(codes.notFound.code);
  for (const call of [confirmOrders, cancelOrders] as const) {
    const { code } = await request(server.app, call, { order_ids: [own.orderUuid, other.orderUuid], reason: "tidying up" }, as);
    expect([codes.notFound.code, codes.parameterError.code]).toContain(code);
  }
  expect((await request(server.app, confirmOrders, { order_ids: [own.orderUuid] }, as)).data).toEqual({ done: 1, failed: [] });
});

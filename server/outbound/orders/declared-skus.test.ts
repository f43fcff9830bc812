import { afterAll, beforeAll, expect, test } from "vitest";
import { codes } from "#src/kit/api/codes.ts";
import { batchModifyReportProvider } from "#src/outbound/orders/order-batches.contract.ts";
import { getOrder, listDeclaredSkus } from "#src/outbound/orders/orders.contract.ts";
import { newId } from "#server/platform/runtime/clock.ts";
import { platform } from "#server/platform/db/row-security.ts";
import { startTestApp } from "#tests/server/app.ts";
import type { TestApp } from "#tests/server/app.ts";
import { request } from "#tests/server/client.ts";
import { addOrderRows } from "#tests/server/rows-orders.ts";
import { makeWorld } from "#tests/server/world.ts";
import type { Person, World } from "#tests/server/world.ts";

let server: TestApp;
let world: World;
beforeAll(async () => {
  server = await startTestApp();
  world = await makeWorld(server);
});
afterAll(() => server.close());

const asProvider = () => ({ token: world.provider.token });
const add = (person: Person = world.retailer) =>
  server.services.database.transaction(platform, (tx) => addOrderRows(tx, person, "submitted"));
const declaredName = async (order_uuid: string) =>
  (await request(server.app, getOrder, { order_uuid }, asProvider())).data.lines[0]?.declared_name;
const of = (order_id: string, ...skus: string[]) => ({ order_id, lines: skus.map((sku) => ({ sku, name: "Lamp" })) });

test("a declaration of an order that is foreign, unknown or not one of the batch refuses the whole batch", async () => {
  const [one, other, foreign] = [await add(), await add(), await add(world.foreignRetailer)];
  for (const uuid of [newId(), foreign.orderUuid, other.orderUuid]) {
    const input = { order_ids: [one.orderUuid], declared: [of(one.orderUuid, one.sku), of(uuid, other.sku)] };
    const { code } = await request(server.app, batchModifyReportProvider, input, asProvider());
    expect(code).toBe(codes.notFound.code);
  }
  for (const { orderUuid } of [one, other]) expect(await declaredName(orderUuid)).toBe("Lantern");
});

test("an order that lacks a SKU declared of it is refused by name, and the others are declared", async () => {
  const [one, other] = [await add(), await add()];
  const input = {
    order_ids: [one.orderUuid.toUpperCase(), other.orderUuid],
    declared: [of(one.orderUuid, one.sku.toLowerCase()), of(other.orderUuid, other.sku, one.sku)],
  };
  const { data } = await request(server.app, batchModifyReportProvider, input, asProvider());
  expect(data).toMatchObject({ done: 1, failed: [{ order_id: other.orderUuid, code: codes["orders.skuUnknown"].code }] });
  for (const text of Object.values(data.failed[0]?.message ?? {})) expect(text).toContain(one.sku);
  expect(await declaredName(one.orderUuid)).toBe("Lamp");
  expect(await declaredName(other.orderUuid)).toBe("Lantern");
});

test("SKUs are listed with the orders that have them, so that a declaration names no others", async () => {
  const [one, other] = [await add(), await add()];
  const { data } = await request(server.app, listDeclaredSkus, { order_ids: [one.orderUuid, other.orderUuid] }, asProvider());
  expect(new Map(data.result.map(({ sku, order_ids }) => [sku, order_ids]))).toEqual(
    new Map([
      [one.sku, [one.orderUuid]],
      [other.sku, [other.orderUuid]],
    ]),
  );
});

import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { z } from "zod";
import { implementations } from "#server/calls.ts";
import type { Permission } from "#src/kit/api/roles-and-permissions.ts";
import { codes } from "#src/kit/api/codes.ts";
import type { Call, InputOf, OutputOf } from "#src/kit/api/define-call.ts";
import { confirmOrders, holdOrders, submitOrders } from "#src/outbound/orders/order-batches.contract.ts";
import { createOrder, updateOrder } from "#src/outbound/orders/order-writes.contract.ts";
import {
  countOrders,
  getOrder,
  listOrders,
  queryOnePieceElements,
  queryOrder,
  queryOrderElements,
} from "#src/outbound/orders/orders.contract.ts";
import { getWarehouseSettings, saveWarehouseSettings } from "#src/warehouse/warehouses/warehouse-settings.contract.ts";
import { newId } from "#server/platform/runtime/clock.ts";
import { platform } from "#server/platform/db/row-security.ts";
import { startTestApp } from "#tests/server/app.ts";
import type { TestApp } from "#tests/server/app.ts";
import { request } from "#tests/server/client.ts";
import { putStock, stageStock } from "#tests/server/stage-stock.ts";
import type { StockStage } from "#tests/server/stage-stock.ts";
import { addPerson, makeWorld } from "#tests/server/world.ts";
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

describe("reading orders", () => {
  test("finds them by number, reference and SKU, and filters by pairs of field and value", async () => {
    const on = await stage();
    const reference = `Shop-${newId()}`;
    const uuid = await create(on, [[0, 1]], { reference });
    const { order_number } = await detail(uuid);
    for (const search of [order_number.toLowerCase(), reference.toUpperCase(), on.variants[0]?.sku ?? ""]) {
      const { data } = await request(server.app, listOrders, { search }, asRetailer);
      expect(data.result.map(({ order_uuid }) => order_uuid)).toContain(uuid);
    }
    for (const search of [reference.slice(0, 20), reference.slice(0, 20).toLowerCase()])
      for (const as of [asRetailer, asProvider]) {
        const { data } = await request(server.app, listOrders, { search }, as);
        expect(
          data.result.map((row) => row.order_uuid),
          `by the beginning ${search}`,
        ).toEqual([uuid]);
      }
    expect((await request(server.app, listOrders, { search: reference.slice(1, 20) }, asProvider)).data.result).toEqual([]);
    const pairs = { field: ["reference", "status"], value: [reference, "draft"] } as const;
    const found = await request(
      server.app,
      queryOnePieceElements,
      { ...pairs, field: [...pairs.field], value: [...pairs.value] },
      asRetailer,
    );
    expect(found.data.result.map(({ order_uuid }) => order_uuid)).toEqual([uuid]);
    const none = await request(server.app, queryOrderElements, { field: ["status"], value: ["lost"] }, asRetailer);
    expect(none.data.result).toEqual([]);
    expect((await request(server.app, queryOrderElements, { field: ["status"], value: [] }, asRetailer)).status).toBe(400);
  });

  test("counts them by status, with those that are held", async () => {
    const count = async () => new Map((await request(server.app, countOrders, {}, asRetailer)).data.result.map((row) => [row.status, row]));
    const before = (await count()).get("submitted");
    const on = await stage();
    const uuid = await create(on, [[0, 1]]);
    await request(server.app, submitOrders, { order_ids: [uuid] }, asRetailer);
    await request(server.app, holdOrders, { order_ids: [uuid], hold: "operator" }, asProvider);
    const after = (await count()).get("submitted");
    expect(after).toEqual({ status: "submitted", orders: (before?.orders ?? 0) + 1, held: (before?.held ?? 0) + 1 });
  });

  test("shows a retailer its own orders alone, without where they are stored", async () => {
    const on = await stage();
    await put(on, 1);
    const uuid = await createConfirmed(on, [[0, 1]]);
    const own = await request(server.app, getOrder, { order_uuid: uuid }, asRetailer);
    expect(own.data).toMatchObject({ status: "allocated", reservations: [] });
    expect((await request(server.app, getOrder, { order_uuid: uuid }, { token: world.otherRetailer.token })).code).toBe(
      codes.notFound.code,
    );
    expect((await request(server.app, listOrders, {}, { token: world.idleOperator.token })).status).toBe(403);
  });
});

describe("the settings of a warehouse", () => {
  const save = (warehouse_uuid: string, settings: object) =>
    request(server.app, getWarehouseSettings, { warehouse_uuid }, asProvider).then(({ data: { version } }) =>
      request(server.app, saveWarehouseSettings, { warehouse_uuid, version, settings }, asProvider),
    );

  test("say from which places stock is reserved: what came first, or as few as possible", async () => {
    const on = await stage();
    const day = 86_400_000;
    const now = server.services.clock.now().getTime();
    await put(on, 1, { location: 0, now: new Date(now - 2 * day) });
    await put(on, 4, { location: 1, now: new Date(now - day) });
    const countPlaces = async () =>
      new Set((await detail(await createConfirmed(on, [[0, 2]]))).reservations.map((one) => one.location)).size;
    expect((await save(on.warehouseUuid, { allocation_strategy: "first_in" })).code).toBe(200);
    expect(await countPlaces()).toBe(2);
    expect((await save(on.warehouseUuid, { allocation_strategy: "fewest_locations" })).code).toBe(200);
    expect(await countPlaces()).toBe(1);
  });

  test("say to which countries orders go from it", async () => {
    const on = await stage();
    await put(on, 10);
    const chosen = async (country: string) => {
      const uuid = await create(on, [[0, 1]], { warehouse_uuid: null, country });
      await request(server.app, submitOrders, { order_ids: [uuid] }, asRetailer);
      return (await detail(uuid)).warehouse_uuid;
    };
    expect(await chosen("JP")).toBe(on.warehouseUuid);
    expect((await save(on.warehouseUuid, { ships_to: ["us", "DE"] })).code).toBe(200);
    expect(await chosen("DE")).toBe(on.warehouseUuid);
    expect(await chosen("JP")).not.toBe(on.warehouseUuid);
    expect((await save(on.warehouseUuid, { ships_to: ["Germany"] })).code).toBe(codes.parameterError.code);
  });
});

describe("a recipient", () => {
  /** The calls whose answers name a recipient, by their schemas. */
  const naming = implementations
    .filter(({ call }) => JSON.stringify(z.toJSONSchema(call.output, { unrepresentable: "any" })).includes('"consignee"'))
    .map(({ call }) => call);

  test("is named by these calls alone", () => {
    expect(naming.map(({ name }) => name).toSorted()).toEqual([
      // Operators of exceptions ask about addresses.
      "exceptions.answer-exception",
      "exceptions.ask-retailer",
      "exceptions.assign-exception",
      "exceptions.close-exception",
      "exceptions.get-exception",
      "exceptions.note-exception",
      "exceptions.recall-question",
      "exceptions.reopen-exception",
      "exceptions.resolve-exception",
      "orders.create-order",
      "orders.get-order",
      "orders.list-orders",
      "orders.merge-orders",
      "orders.query-delivery-specific-element",
      "orders.query-order",
      "orders.query-specific-elements",
      "orders.specific-element",
      "orders.split-order",
      "orders.update-order",
    ]);
  });

  test("is masked for operators whose work does not need it, in every answer, and they cannot write it anew", async () => {
    const on = await stage();
    const uuid = await create(on, [[0, 1]]);
    const own = await request(server.app, createOrder, { ...draftOf(on, []), lines: [] }, asProvider);
    const person = (username: string, permissions: readonly Permission[]) =>
      addPerson(server, { username, role: "operator", providerUuid: world.providerA, permissions });
    const masked = await person("masked-operator", ["orders", "waves", "picking"]);
    const full = await person("full-operator", ["orders", "packing"]);
    const inputs: readonly [Call, object][] = [
      [listOrders, {}],
      [getOrder, { order_uuid: uuid }],
      [queryOrder, { order_id: uuid }],
      [queryOrderElements, { field: ["order_id"], value: [uuid] }],
      [queryOnePieceElements, { field: ["order_id"], value: [uuid] }],
    ];
    for (const [call, input] of inputs) {
      const { text } = await request(server.app, call, input, { token: masked.token });
      expect(text, call.name).toContain(uuid);
      for (const secret of ["Alex Example", "1 Example Street", "62701"]) expect(text, call.name).not.toContain(secret);
      expect(text, call.name).toContain("A•••");
      expect((await request(server.app, call, input, { token: full.token })).text, call.name).toContain("Alex Example");
    }
    const written = { ...draftOf(on, [[0, 1]]), order_uuid: own.data.order_uuid, version: own.data.version };
    expect((await request(server.app, updateOrder, written, { token: masked.token })).code).toBe(codes.forbidden.code);
    expect((await detail(own.data.order_uuid)).recipient.consignee).toBe("Alex Example");
  });
});

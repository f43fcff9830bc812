import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { codes } from "#src/kit/api/codes.ts";
import { listStock, stockAges, upsertLot } from "#src/warehouse/stock/stock.contract.ts";
import { conditions, unavailableReasons } from "#src/warehouse/stock/stock.rules.ts";
import { newId } from "#server/platform/runtime/clock.ts";
import type { Tx } from "#server/platform/db/row-security.ts";
import { startTestApp } from "#tests/server/app.ts";
import type { TestApp } from "#tests/server/app.ts";
import { request, send } from "#tests/server/client.ts";
import { putStock, staffOf, stageStock } from "#tests/server/stage-stock.ts";
import type { StockStage } from "#tests/server/stage-stock.ts";
import { makeWorld } from "#tests/server/world.ts";
import type { Person, World } from "#tests/server/world.ts";
import { reserveStock } from "./reservations.commands.ts";
import { readStockOfVariants } from "./stock.queries.ts";

let test_: TestApp;
let world: World;
let start: Date;
const dayMs = 86_400_000;

beforeAll(async () => {
  test_ = await startTestApp();
  world = await makeWorld(test_);
  start = test_.clock.now();
});
afterAll(() => test_.close());

const as = <T>(work: (tx: Tx) => Promise<T>) => test_.services.database.transaction(staffOf(world.providerA), work);
const stage = (options: { variants?: number; keepsLots?: boolean; ownerUuid?: string } = {}) =>
  as((tx) => stageStock(tx, { providerUuid: world.providerA, ownerUuid: world.retailerA, ...options }));
const put = (on: StockStage, what: Parameters<typeof putStock>[2]) => as((tx) => putStock(tx, on, { now: test_.clock.now(), ...what }));
const getVariantUuid = (on: StockStage, at = 0) => on.variants[at]?.variantUuid ?? "";
const by = (person: Person = world.operator) => ({ token: person.token });

describe("the stock of a SKU", () => {
  test("is shown by state to staff and its owner alike, and to no other retailer", async () => {
    const on = await stage({ variants: 2 });
    await put(on, { quantity: 10 });
    await put(on, { quantity: 4, location: 4 });
    await put(on, { quantity: 3, location: 5, condition: "damaged" });
    await put(on, { quantity: 2, location: 5, condition: "quarantined" });
    await put(on, { quantity: 7, location: 2 });
    await put(on, { quantity: 8, location: 5 });
    await as((tx) =>
      tx
        .updateTable("location")
        .set({ is_blocked: true, blocked_reason: "leaks" })
        .where("location_uuid", "=", on.locations[2] ?? "")
        .execute(),
    );
    const line = {
      line: 1,
      variantUuid: getVariantUuid(on),
      ownerUuid: world.retailerA,
      warehouseUuid: on.warehouseUuid,
      quantity: 6,
      lot: null,
    };
    await as((tx) => reserveStock(tx, world.providerA, { type: "order", uuid: newId() }, [line], start));
    await as((tx) => tx.updateTable("variant").set({ low_stock_quantity: 5 }).where("variant_uuid", "=", getVariantUuid(on)).execute());
    const told = {
      on_hand: 34,
      available: 4,
      not_available: 30,
      reserved: 6,
      receiving: 4,
      damaged: 3,
      quarantined: 2,
      blocked: 7,
      expired: 0,
      outside_storage: 8,
      incoming: 0,
      oldest_since: start.toISOString(),
    };
    const search = on.variants[0]?.sku ?? "";
    for (const person of [world.operator, world.retailer]) {
      const { data } = await request(test_.app, listStock, { search }, by(person));
      expect(data.result).toMatchObject([{ ...told, sku: search, owner_name: "Retailer One", level: "low" }]);
    }
    for (const person of [world.otherRetailer, world.foreignProvider, world.foreignRetailer])
      expect((await request(test_.app, listStock, { search }, by(person))).data.result).toEqual([]);
    const stocks = await as((tx) => readStockOfVariants(tx, world.providerA, [getVariantUuid(on), getVariantUuid(on, 1)]));
    expect([...stocks.values()].map(({ on_hand }) => on_hand)).toEqual([34, 0]);
  });

  test("adds up: on hand equals available plus each reason for not being available, in any state and place", async () => {
    const on = await stage({ variants: 12, keepsLots: true });
    for (const [lot, expires_on] of [
      ["OLD", "2020-01-01"],
      ["NEW", "2999-01-01"],
    ] as const)
      for (const variant of on.variants.keys())
        await request(test_.app, upsertLot, { variant_uuid: getVariantUuid(on, variant), lot, expires_on }, by());
    for (let turn = 0; turn < 60; turn += 1)
      await put(on, {
        variant: turn % on.variants.length,
        location: turn % on.locations.length,
        quantity: 1 + (turn % 7),
        lot: Math.random() < 0.3 ? "OLD" : "NEW",
        condition: conditions[turn % 5] ?? "good",
      });
    for (const [at, { variantUuid }] of on.variants.entries()) {
      const want = { line: at, variantUuid, ownerUuid: world.retailerA, warehouseUuid: on.warehouseUuid, quantity: 1, lot: null };
      await as((tx) => reserveStock(tx, world.providerA, { type: "order", uuid: newId() }, [want], start));
    }
    // Reserved pieces in a location that was blocked later count as reserved, not as blocked too.
    await as((tx) =>
      tx
        .updateTable("location")
        .set({ is_blocked: true, blocked_reason: "leaks" })
        .where("location_uuid", "=", on.locations[0] ?? "")
        .execute(),
    );
    const { data } = await request(test_.app, listStock, { warehouse_uuid: on.warehouseUuid, page_size: 50 }, by());
    expect(data.result.length).toBe(on.variants.length);
    for (const row of data.result) {
      expect(
        unavailableReasons.reduce((sum, reason) => sum + row[reason], 0),
        JSON.stringify(row),
      ).toBe(row.not_available);
      expect(row.available + row.not_available, JSON.stringify(row)).toBe(row.on_hand);
    }
  });

  test("can be filtered, page by page", async () => {
    const ownerUuid = world.retailerA2;
    const on = await stage({ variants: 5, ownerUuid });
    const other = await stage({ variants: 1, ownerUuid });
    await put(on, { quantity: 1, now: new Date(start.getTime() - 100 * dayMs) });
    await put(on, { quantity: 9, variant: 1 });
    await put(other, { quantity: 9 });
    await as((tx) => tx.updateTable("variant").set({ low_stock_quantity: 5 }).where("owner_uuid", "=", ownerUuid).execute());
    const skus = async (more: object, person = world.operator) => {
      const { data } = await request(test_.app, listStock, { owner_uuid: ownerUuid, ...more }, by(person));
      return data.result.map(({ sku }) => sku);
    };
    const all = [...on.variants, ...other.variants].map(({ sku }) => sku).toSorted((a, b) => (a.toLowerCase() < b.toLowerCase() ? -1 : 1));
    expect(await skus({})).toEqual(all);
    expect(await skus({ sort: "-sku" })).toEqual(all.toReversed());
    expect(await skus({}, world.otherRetailer)).toEqual(all);
    const at = (variant: number) => on.variants[variant]?.sku ?? "";
    expect(await skus({ level: "low" })).toEqual([at(0)]);
    expect(await skus({ level: "out" })).toEqual(all.filter((sku) => [2, 3, 4].map(at).includes(sku)));
    expect(await skus({ level: "in_stock" })).toEqual(all.filter((sku) => [at(1), other.variants[0]?.sku].includes(sku)));
    expect((await request(test_.app, listStock, { owner_uuid: ownerUuid, level: "low" }, by())).data.total).toBe(1);
    expect(await skus({ warehouse_uuid: other.warehouseUuid })).toEqual([other.variants[0]?.sku]);
    expect(await skus({ aged_days: 90 })).toEqual([on.variants[0]?.sku]);
    expect(await skus({ level: "below_limit" })).toHaveLength(4);
    expect(await skus({ search: "lantern", cur_page: 2, page_size: 4 })).toEqual(all.slice(4));
    const first = await request(test_.app, listStock, { owner_uuid: ownerUuid, page_size: 2 }, by());
    expect(await skus({ cursor: first.data.next_cursor, page_size: 2 })).toEqual(all.slice(2, 4));
    expect((await send(test_.app, listStock, { owner_uuid: world.retailerB }, by())).code).toBe(codes.notFound.code);
    expect((await send(test_.app, listStock, { owner_uuid: ownerUuid }, by(world.retailer))).code).toBe(codes.notFound.code);
  });

  test("is grouped by age in days", async () => {
    const ownerUuid = world.retailerA2;
    const on = await stage({ variants: 1, ownerUuid });
    for (const [location, days] of [0, 30, 31, 61, 91, 181].entries()) {
      await put(on, { location, quantity: location + 1, now: new Date(start.getTime() - days * dayMs) });
    }
    const { data } = await request(test_.app, stockAges, { warehouse_uuid: on.warehouseUuid }, by(world.otherRetailer));
    expect(data.result).toEqual([
      { days: "0-30", quantity: 3, sku_count: 1 },
      { days: "31-60", quantity: 3, sku_count: 1 },
      { days: "61-90", quantity: 4, sku_count: 1 },
      { days: "91-180", quantity: 5, sku_count: 1 },
      { days: "181+", quantity: 6, sku_count: 1 },
    ]);
    expect((await request(test_.app, stockAges, { warehouse_uuid: on.warehouseUuid }, by(world.retailer))).data.result[0]?.quantity).toBe(
      0,
    );
  });
});

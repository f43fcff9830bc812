import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { changeCondition, listBalances, listStock, moveStock, stockAges, upsertLot } from "#src/warehouse/stock/stock.contract.ts";
import type { Tx } from "#server/platform/db/row-security.ts";
import { startTestApp } from "#tests/server/app.ts";
import type { TestApp } from "#tests/server/app.ts";
import { request } from "#tests/server/client.ts";
import { putStock, staffOf, stageStock } from "#tests/server/stage-stock.ts";
import type { StockStage } from "#tests/server/stage-stock.ts";
import { makeWorld } from "#tests/server/world.ts";
import type { World } from "#tests/server/world.ts";

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
const stage = (options: { keepsLots?: boolean } = {}) =>
  as((tx) => stageStock(tx, { providerUuid: world.providerA, ownerUuid: world.retailerA, ...options }));
const put = (on: StockStage, what: Parameters<typeof putStock>[2]) => as((tx) => putStock(tx, on, { now: test_.clock.now(), ...what }));
const variantOf = (on: StockStage) => on.variants[0]?.variantUuid ?? "";

function moving(on: StockStage, quantity: number, more: object = {}) {
  return { variant_uuid: variantOf(on), quantity, from_location: on.barcodes[0] ?? "", to_location: on.barcodes[1] ?? "", ...more };
}

describe("the age of stock", () => {
  const sinceAt = async (on: StockStage) => {
    const { data } = await request(test_.app, listBalances, { variant_uuid: variantOf(on) }, world.operator);
    return Object.fromEntries(
      data.result.map(({ barcode, since }) => [on.barcodes.indexOf(barcode), (start.getTime() - Date.parse(since)) / dayMs]),
    );
  };

  test("is kept when pieces move within the warehouse, and starts again in another", async () => {
    const [on, elsewhere] = [await stage(), await stage()];
    const ago = (days: number) => new Date(start.getTime() - days * dayMs);
    await put(on, { quantity: 6, now: ago(200) });
    await put(on, { quantity: 1, location: 2, now: ago(20) });
    test_.clock.set(ago(10));
    await request(test_.app, moveStock, moving(on, 2), world.operator);
    await request(test_.app, moveStock, moving(on, 1, { to_location: on.barcodes[2] }), world.operator);
    const broken = { variant_uuid: variantOf(on), location: on.barcodes[1] ?? "", quantity: 2, to_condition: "damaged" as const };
    await request(test_.app, changeCondition, broken, world.operator);
    await request(test_.app, moveStock, moving(on, 3, { to_location: on.barcodes[3] }), world.operator);
    test_.clock.set(start);
    expect(await sinceAt(on)).toEqual({ 1: 200, 2: 200, 3: 200 });
    const { data } = await request(test_.app, listStock, { variant_uuid: variantOf(on), aged_days: 181 }, world.retailer);
    expect(data.result).toHaveLength(1);
    await request(
      test_.app,
      moveStock,
      moving(on, 3, { from_location: on.barcodes[3], to_location: elsewhere.barcodes[0] }),
      world.operator,
    );
    const { data: there } = await request(test_.app, stockAges, { warehouse_uuid: elsewhere.warehouseUuid }, world.operator);
    expect(there.result[0]).toEqual({ days: "0-30", quantity: 3, sku_count: 1 });
    await put(on, { quantity: 1 });
    expect((await sinceAt(on))[0]).toBe(0);
  });

  test("is independent of expiry: expired pieces are on hand, but not available", async () => {
    const on = await stage({ keepsLots: true });
    for (const [lot, expires_on] of [
      ["OLD", "2020-01-01"],
      ["NEW", "2999-01-01"],
      ["EVER", null],
    ] as const)
      await request(test_.app, upsertLot, { variant_uuid: variantOf(on), lot, expires_on }, world.operator);
    await put(on, { quantity: 5, lot: "OLD" });
    await put(on, { quantity: 3, lot: "NEW" });
    await put(on, { quantity: 1, lot: "EVER", location: 1 });
    await as((tx) => tx.updateTable("variant").set({ low_stock_quantity: 6 }).where("variant_uuid", "=", variantOf(on)).execute());
    for (const person of [world.operator, world.retailer]) {
      const { data } = await request(test_.app, listStock, { search: on.variants[0]?.sku ?? "", level: "low" }, person);
      expect(data.result).toMatchObject([{ on_hand: 9, available: 4, not_available: 5, expired: 5, level: "low" }]);
    }
  });
});

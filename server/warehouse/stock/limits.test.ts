import { afterAll, beforeAll, expect, test } from "vitest";
import { codes } from "#src/kit/api/codes.ts";
import { reportMovements } from "#src/billing/reports/reports.contract.ts";
import { addStorage } from "#src/warehouse/receipts/receipts.contract.ts";
import { adjustStock, listBalances, upsertLot } from "#src/warehouse/stock/stock.contract.ts";
import { mostPieces } from "#src/warehouse/stock/stock.rules.ts";
import { countStock, createStocktake, startStocktake, undoCount } from "#src/warehouse/stock/stocktake.contract.ts";
import type { Call } from "#src/kit/api/define-call.ts";
import { startTestApp } from "#tests/server/app.ts";
import type { TestApp } from "#tests/server/app.ts";
import { request, send } from "#tests/server/client.ts";
import { putStock, staffOf, stageStock } from "#tests/server/stage-stock.ts";
import type { StockStage } from "#tests/server/stage-stock.ts";
import { makeWorld } from "#tests/server/world.ts";
import type { World } from "#tests/server/world.ts";

let test_: TestApp;
let world: World;
let on: StockStage;
beforeAll(async () => {
  test_ = await startTestApp();
  world = await makeWorld(test_);
  on = await test_.services.database.transaction(staffOf(world.providerA), async (tx) => {
    const made = await stageStock(tx, { providerUuid: world.providerA, ownerUuid: world.retailerA, keepsLots: true });
    await putStock(tx, made, { quantity: mostPieces - 5, lot: "L", now: test_.clock.now() });
    return made;
  });
});
afterAll(() => test_.close());

const by = () => ({ token: world.provider.token });
const say = async (call: Call, input: object) => (await send(test_.app, call, input, by())).code;
const goods = () => ({ variant_uuid: on.variants[0]?.variantUuid ?? "", lot: "L" });
const wrong = codes.parameterError.code;

test("a location accepts pieces up to the largest possible quantity, and refuses more", async () => {
  const adjusting = { ...goods(), location: on.barcodes[0] ?? "", reason: "found" };
  expect(await say(adjustStock, { ...adjusting, delta: 6 })).toBe(wrong);
  expect(await say(adjustStock, { ...adjusting, delta: 5 })).toBe(200);
  const { data } = await request(test_.app, listBalances, { variant_uuid: goods().variant_uuid }, by());
  expect(data.result.map(({ quantity }) => quantity)).toEqual([mostPieces]);
});

test("a count has the same limit, whether set, added to or undone", async () => {
  const { stocktake_uuid, version } = (await request(test_.app, createStocktake, { warehouse_uuid: on.warehouseUuid }, by())).data;
  await request(test_.app, startStocktake, { stocktake_uuid, version }, by());
  const counting = { stocktake_uuid, location: on.barcodes[0] ?? "", ...goods() };
  const { data } = await request(test_.app, countStock, { ...counting, how: "set", quantity: 7 }, by());
  const undoing = { stocktake_uuid, line_uuid: data.line?.line_uuid ?? "", after: 7 };
  for (const before of [mostPieces + 1, 2 ** 53 - 1, 1.5, -1]) expect(await say(undoCount, { ...undoing, before })).toBe(wrong);
  expect(await say(undoCount, { ...undoing, before: mostPieces })).toBe(200);
  expect(await say(countStock, { ...counting, quantity: 1 })).toBe(wrong);
  for (const quantity of [-1, 0.5, 1_000_001, "NaN", null]) expect(await say(countStock, { ...counting, quantity })).toBe(wrong);
});

test("a date in the year 0, which the database cannot store, is refused before the query", async () => {
  const expires_on = "0000-01-01";
  expect(await say(upsertLot, { ...goods(), expires_on })).toBe(wrong);
  const line = { variant_uuid: goods().variant_uuid, expected: 1, lot: "L" };
  const announced = { warehouse_uuid: on.warehouseUuid, owner_uuid: world.retailerA };
  expect(await say(addStorage, { ...announced, lines: [{ ...line, expires_on }] })).toBe(wrong);
  expect(await say(addStorage, { ...announced, lines: [line], expected_on: expires_on })).toBe(wrong);
  expect(await say(addStorage, { ...announced, lines: [{ ...line, expires_on: "0001-01-01" }] })).toBe(200);
  expect(await say(reportMovements, { from: expires_on, until: "0000-02-01", by: "day" })).toBe(wrong);
});

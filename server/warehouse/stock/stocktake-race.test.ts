import { afterAll, beforeAll, expect, test } from "vitest";
import { codes } from "#src/kit/api/codes.ts";
import type { OutputOf } from "#src/kit/api/define-call.ts";
import { adjustStock, moveStock } from "#src/warehouse/stock/stock.contract.ts";
import {
  approveStocktake,
  countStock,
  createStocktake,
  getStocktake,
  listStocktakeLines,
  recountStocktake,
  startStocktake,
} from "#src/warehouse/stock/stocktake.contract.ts";
import { newId } from "#server/platform/runtime/clock.ts";
import { platform } from "#server/platform/db/row-security.ts";
import type { Tx } from "#server/platform/db/row-security.ts";
import { startTestApp } from "#tests/server/app.ts";
import type { TestApp } from "#tests/server/app.ts";
import { request, send } from "#tests/server/client.ts";
import { putStock, staffOf, stageStock } from "#tests/server/stage-stock.ts";
import type { StockStage } from "#tests/server/stage-stock.ts";
import { makeWorld } from "#tests/server/world.ts";
import type { World } from "#tests/server/world.ts";
import { checkLedger } from "./reconciliation.queries.ts";
import { releaseReservations, reserveStock, shipReservations } from "./reservations.commands.ts";

/*
 * The real calls of a stocktake, from its plan over counts and second counts to its approval, while others move, adjust, reserve and ship the same goods.
 */
let test_: TestApp;
let world: World;
beforeAll(async () => {
  test_ = await startTestApp();
  world = await makeWorld(test_);
});
afterAll(() => test_.close());

const [places, rounds, workers, counters] = [3, 12, 12, 3];
const by = () => ({ token: world.operator.token });
const as = <T>(work: (tx: Tx) => Promise<T>) => test_.services.database.transaction(staffOf(world.providerA), work);
const below = (count: number) => Math.floor(Math.random() * count);

/** Moves and adjusts at random. @returns how many pieces it added */
async function shift(on: StockStage): Promise<number> {
  const variant_uuid = on.variants[0]?.variantUuid ?? "";
  let brought = 0;
  for (let round = 0; round < rounds; round += 1) {
    const [from, further] = [below(places), 1 + below(places - 1)];
    const [location, to_location] = [on.barcodes[from] ?? "", on.barcodes[(from + further) % places] ?? ""];
    const delta = below(2) === 0 ? 1 + below(3) : -1 - below(3);
    const isMove = below(2) === 0;
    const { code } = isMove
      ? await send(test_.app, moveStock, { variant_uuid, quantity: 1 + below(4), from_location: location, to_location }, by())
      : await send(test_.app, adjustStock, { variant_uuid, delta, location, reason: "correction" }, by());
    expect([200, codes["stock.notEnough"].code, codes["stock.reservedElsewhere"].code]).toContain(code);
    if (code === 200 && !isMove) brought += delta;
  }
  return brought;
}

/** Reserves, and ships every second order. @returns how many pieces left */
async function sell({ variants, warehouseUuid }: StockStage): Promise<number> {
  const { variantUuid = "", ownerUuid = "" } = variants[0] ?? {};
  const context = { providerUuid: world.providerA, userUuid: null, now: test_.clock.now() };
  let shipped = 0;
  for (let round = 0; round < rounds; round += 1) {
    const source = { type: "order", uuid: newId() };
    const wants = [{ line: 1, variantUuid, ownerUuid, warehouseUuid, quantity: 2, lot: null }];
    const { ok } = await as((tx) => reserveStock(tx, world.providerA, source, wants, context.now));
    if (ok && round % 2 === 0) {
      const left = await as((tx) => shipReservations(tx, context, source, null));
      shipped += left.ok ? left.value : 0;
    } else if (round % 4 === 1) await as((tx) => releaseReservations(tx, context, source));
  }
  return shipped;
}

/** Counts each location, twice if it differed, and approves. @returns by how many pieces the stock grew; null if pieces left in the meantime */
async function take(on: StockStage, least = 20): Promise<number | null> {
  const plan = (await request(test_.app, createStocktake, { warehouse_uuid: on.warehouseUuid, is_blind: false }, by())).data;
  const { stocktake_uuid } = plan;
  await request(test_.app, startStocktake, { stocktake_uuid, version: plan.version }, by());
  const countAll = async () => {
    for (let place = 0; place < places; place += 1) {
      const counting = { stocktake_uuid, location: on.barcodes[place] ?? "", variant_uuid: on.variants[0]?.variantUuid ?? "" };
      await request(test_.app, countStock, { ...counting, how: "set", quantity: least + below(20) }, by());
    }
  };
  const version = async () => (await request(test_.app, getStocktake, { stocktake_uuid }, by())).data.version;
  await countAll();
  const again = await send(test_.app, recountStocktake, { stocktake_uuid, version: await version() }, by());
  expect([200, codes["stock.nothingDiffers"].code]).toContain(again.code);
  await countAll();
  const approving = { stocktake_uuid, version: await version(), leave_uncounted: true };
  const { code, data } = await send(test_.app, approveStocktake, approving, by());
  // Pieces may have left between the question and the posting: then all of it is refused.
  if (code !== 200) {
    expect([codes["stock.notEnough"].code, codes["stock.reservedElsewhere"].code]).toContain(code);
    return null;
  }
  if (!(data as OutputOf<typeof approveStocktake>).is_approved) return null;
  const { data: lines } = await request(test_.app, listStocktakeLines, { stocktake_uuid, page_size: 200 }, by());
  return lines.result.reduce((sum, { difference }) => sum + (difference ?? 0), 0);
}

test("stocktakes amid moves, adjustments and orders change stock by exactly what they found, and the ledger balances", async () => {
  const on = await as(async (tx) => {
    const made = await stageStock(tx, { providerUuid: world.providerA, ownerUuid: world.retailerA, variants: 1 });
    for (let location = 0; location < places; location += 1) await putStock(tx, made, { location, quantity: 30, now: test_.clock.now() });
    return made;
  });
  const taking = async () => {
    const found: (number | null)[] = [];
    for (let round = 0; round < 3; round += 1) found.push(await take(on));
    return found;
  };
  const [brought, shipped, found] = await Promise.all([
    Promise.all(Array.from({ length: workers }, () => shift(on))),
    Promise.all(Array.from({ length: 4 }, () => sell(on))),
    Promise.all(Array.from({ length: counters }, taking)),
  ]);
  // The last one runs alone and counts a surplus, so that at least one is approved.
  const alone = await take(on, 1000);
  expect(alone).toBeGreaterThan(0);
  const all = [...found.flat(), alone];
  const sum = (numbers: readonly (number | null)[]) => numbers.reduce<number>((total, one) => total + (one ?? 0), 0);
  const { rows } = await as(async (tx) => ({
    rows: await tx.selectFrom("stock_balance").select(["quantity", "reserved"]).where("warehouse_uuid", "=", on.warehouseUuid).execute(),
  }));
  expect(sum(rows.map(({ quantity }) => quantity))).toBe(30 * places + sum(brought) - sum(shipped) + sum(all));
  expect(rows.filter(({ quantity, reserved }) => quantity < 0 || reserved < 0 || reserved > quantity)).toEqual([]);
  const ledger = await test_.services.database.transaction(platform, (tx) => checkLedger(tx, world.providerA));
  expect(ledger.differences).toEqual([]);
});

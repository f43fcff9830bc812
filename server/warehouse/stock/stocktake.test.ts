import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { codes } from "#src/kit/api/codes.ts";
import { setLowStock } from "#src/warehouse/stock/low-stock.contract.ts";
import { listBalances, listMovements, listStock, moveStock } from "#src/warehouse/stock/stock.contract.ts";
import {
  approveStocktake,
  cancelStocktake,
  countStock,
  createStocktake,
  finishLocation,
  getStocktake,
  listStocktakeLines,
  recountStocktake,
  reopenLocation,
  startStocktake,
  stocktakeLocation,
  undoCount,
} from "#src/warehouse/stock/stocktake.contract.ts";
import type { Stocktake } from "#src/warehouse/stock/stocktake.contract.ts";
import { newId } from "#server/platform/runtime/clock.ts";
import type { Tx } from "#server/platform/db/row-security.ts";
import { startTestApp } from "#tests/server/app.ts";
import type { TestApp } from "#tests/server/app.ts";
import { request, send } from "#tests/server/client.ts";
import { putStock, staffOf, stageStock } from "#tests/server/stage-stock.ts";
import type { StockStage } from "#tests/server/stage-stock.ts";
import { addPerson, makeWorld } from "#tests/server/world.ts";
import type { Person, World } from "#tests/server/world.ts";
import { reserveStock } from "./reservations.commands.ts";

let test_: TestApp;
let world: World;
/** may count, but not approve */
let counter: Person;

beforeAll(async () => {
  test_ = await startTestApp();
  world = await makeWorld(test_);
  counter = await addPerson(test_, { username: "alpha-counter", role: "operator", providerUuid: world.providerA, permissions: ["goods"] });
});
afterAll(() => test_.close());

const as = <T>(work: (tx: Tx) => Promise<T>) => test_.services.database.transaction(staffOf(world.providerA), work);
const by = (person: Person = world.operator) => ({ token: person.token });
const variantOf = (on: StockStage, at = 0) => on.variants[at]?.variantUuid ?? "";
const skuOf = (on: StockStage, at = 0) => on.variants[at]?.sku ?? "";
const now = () => test_.clock.now();

/** Ten pieces of the first SKU at the first location, four of the second at the second. */
async function stocked(options: { keepsLots?: boolean } = {}): Promise<StockStage> {
  return as(async (tx) => {
    const on = await stageStock(tx, { providerUuid: world.providerA, ownerUuid: world.retailerA, ...options });
    const lot = options.keepsLots === true ? "L1" : "";
    await putStock(tx, on, { quantity: 10, lot, now: now() });
    await putStock(tx, on, { quantity: 4, variant: 1, location: 1, lot, now: now() });
    return on;
  });
}

async function begun(on: StockStage, more: object = {}): Promise<Stocktake> {
  const { data } = await request(test_.app, createStocktake, { warehouse_uuid: on.warehouseUuid, ...more }, by());
  return (await request(test_.app, startStocktake, { stocktake_uuid: data.stocktake_uuid, version: data.version }, by())).data;
}

function counting(on: StockStage, of: Stocktake, more: object = {}) {
  return { stocktake_uuid: of.stocktake_uuid, location: on.barcodes[0] ?? "", code: skuOf(on), ...more };
}
const count = (on: StockStage, of: Stocktake, more: object = {}, person = counter) =>
  send(test_.app, countStock, counting(on, of, more), by(person));
const stand = async (of: Stocktake, person = world.operator) =>
  (await request(test_.app, getStocktake, { stocktake_uuid: of.stocktake_uuid }, by(person))).data;
async function approve(of: Stocktake, more: object = {}) {
  const { version } = await stand(of);
  return send(test_.app, approveStocktake, { stocktake_uuid: of.stocktake_uuid, version, ...more }, by());
}
async function recount(of: Stocktake) {
  const { version } = await stand(of);
  return send(test_.app, recountStocktake, { stocktake_uuid: of.stocktake_uuid, version }, by());
}
async function there(on: StockStage, at = 0): Promise<Record<string, number>> {
  const { data } = await request(test_.app, listBalances, { variant_uuid: variantOf(on, at) }, by());
  return Object.fromEntries(data.result.map(({ barcode, quantity }) => [on.barcodes.indexOf(barcode), quantity]));
}

describe("a stocktake", () => {
  test("goes from its plan through counts and a recount to one movement per difference", async () => {
    const on = await stocked();
    const of = await begun(on);
    expect(of).toMatchObject({ status: "counting", line_count: 2, counted_count: 0, is_blind: true });
    expect(of.stocktake_number).toMatch(/^C-\d{6}-\d{4}$/);
    await count(on, of, { how: "set", quantity: 8 });
    await count(on, of, { location: on.barcodes[1], code: skuOf(on, 1), how: "set", quantity: 4 });
    expect((await approve(of)).code).toBe(codes["stock.recountFirst"].code);
    expect((await recount(of)).code).toBe(200);
    expect((await approve(of)).code).toBe(codes["stock.recountFirst"].code);
    await count(on, of, { how: "set", quantity: 9 });
    expect(await stand(of)).toMatchObject({ status: "recount", difference_count: 1, recount_count: 0 });
    expect(await approve(of)).toMatchObject({ code: 200, data: { is_approved: true, stocktake: { status: "approved" } } });
    expect(await there(on)).toEqual({ 0: 9 });
    const { data } = await request(test_.app, listMovements, { source_uuid: of.stocktake_uuid }, by());
    expect(data.result.map(({ from, to, quantity, source_type, reason }) => [from.place, to.place, quantity, source_type, reason])).toEqual(
      [["location", "adjustment", 1, "stocktake", of.stocktake_number]],
    );
    expect((await approve(of)).code).toBe(codes["stock.wrongStep"].code);
    expect((await count(on, of)).code).toBe(codes["stock.notCounting"].code);
  });

  test("covers the named part of a warehouse, and is refused if there is nothing to count", async () => {
    const on = await stocked();
    const plan = (more: object) => send(test_.app, createStocktake, { warehouse_uuid: on.warehouseUuid, ...more }, by());
    expect((await plan({ from_location: on.barcodes[1], to_location: on.barcodes[2] })).data).toMatchObject({ line_count: 1 });
    expect((await plan({ skus: [skuOf(on).toLowerCase()] })).data).toMatchObject({ line_count: 1 });
    // A location that should be empty can be counted; one that does not exist cannot.
    expect((await plan({ from_location: on.barcodes[2], to_location: on.barcodes[2] })).data).toMatchObject({ line_count: 0 });
    expect((await plan({ from_location: "ZZZ" })).code).toBe(codes["stock.nothingToCount"].code);
    expect((await plan({ from_location: on.barcodes[2], skus: [skuOf(on)] })).code).toBe(codes["stock.nothingToCount"].code);
    expect((await plan({ warehouse_uuid: newId() })).code).toBe(codes.notFound.code);
  });

  test("can be cancelled without a trace in the ledger, and only by its own provider's authorized staff", async () => {
    const on = await stocked();
    const of = await begun(on);
    await count(on, of, { how: "set", quantity: 1 });
    const step = { stocktake_uuid: of.stocktake_uuid, version: of.version };
    expect((await send(test_.app, cancelStocktake, step, by(counter))).status).toBe(403);
    expect((await send(test_.app, cancelStocktake, step, by(world.foreignProvider))).code).toBe(codes.notFound.code);
    expect((await count(on, of, {}, world.foreignOperator)).code).toBe(codes.notFound.code);
    expect((await send(test_.app, cancelStocktake, { ...step, version: 99 }, by())).code).toBe(codes.changedMeanwhile.code);
    expect((await send(test_.app, cancelStocktake, step, by())).code).toBe(200);
    expect(await there(on)).toEqual({ 0: 10 });
  });
});

describe("counting", () => {
  test("blind hides the expected figures from counters, and shows them to those who decide", async () => {
    const on = await stocked();
    const of = await begun(on);
    const look = async () => {
      const asked = { stocktake_uuid: of.stocktake_uuid, location: on.barcodes[0] ?? "" };
      return (await request(test_.app, stocktakeLocation, asked, by(counter))).data.lines;
    };
    expect(await look()).toEqual([]);
    const { data } = await request(test_.app, countStock, counting(on, of, { quantity: 3 }), by(counter));
    expect(data.line).toMatchObject({ counted: 3, expected: null, difference: null });
    expect(await look()).toMatchObject([{ counted: 3, expected: null, difference: null }]);
    expect(await stand(of, counter)).toMatchObject({ difference_count: 0 });
    const lines = { stocktake_uuid: of.stocktake_uuid };
    expect((await send(test_.app, listStocktakeLines, lines, by(counter))).status).toBe(403);
    const { data: told } = await request(test_.app, listStocktakeLines, { ...lines, is_counted: true }, by(world.provider));
    expect(told.result).toMatchObject([{ counted: 3, expected: 10, difference: -7, counted_by: "alpha-counter" }]);
    const open = await begun(on, { is_blind: false });
    expect((await request(test_.app, countStock, counting(on, open), by(counter))).data.line).toMatchObject({ expected: 10 });
  });

  test("by two users at one location adds up, and a repeated idempotency key counts once", async () => {
    const on = await stocked();
    const of = await begun(on);
    const idempotencyKey = newId();
    await Promise.all([
      ...Array.from({ length: 4 }, () => count(on, of)),
      ...Array.from({ length: 4 }, () => count(on, of, {}, world.operator)),
      ...Array.from({ length: 3 }, () => send(test_.app, countStock, counting(on, of), { ...by(counter), idempotencyKey })),
    ]);
    // Two people who find the same unexpected goods make one line.
    await Promise.all([counter, world.operator].map((person) => count(on, of, { location: on.barcodes[3] }, person)));
    const { data } = await request(test_.app, listStocktakeLines, { stocktake_uuid: of.stocktake_uuid, is_counted: true }, by());
    expect(data.result.map(({ counted, expected }) => [counted, expected])).toEqual([
      [9, 10],
      [2, 0],
    ]);
  });

  test("can be undone, but not over somebody else's count", async () => {
    const on = await stocked();
    const of = await begun(on);
    const { data } = await request(test_.app, countStock, counting(on, of), by(counter));
    const undo = (after: number, before: number | null) =>
      send(test_.app, undoCount, { stocktake_uuid: of.stocktake_uuid, line_uuid: data.line?.line_uuid ?? "", after, before }, by(counter));
    await count(on, of, {}, world.operator);
    expect((await undo(1, null)).code).toBe(codes.changedMeanwhile.code);
    expect((await undo(2, 1)).code).toBe(200);
    expect((await undo(1, null)).code).toBe(200);
    expect(await stand(of)).toMatchObject({ counted_count: 0 });
  });

  test("reports what is wrong with a scan, and finishes a location as empty", async () => {
    const on = await stocked({ keepsLots: true });
    const elsewhere = await stocked();
    const of = await begun(on);
    const said = async (more: object) => (await count(on, of, more)).code;
    expect(await said({ code: "nothing-of-ours" })).toBe(codes["stock.codeUnknown"].code);
    expect(await said({ location: "NOWHERE" })).toBe(codes["stock.locationUnknown"].code);
    expect(await said({ location: elsewhere.barcodes[0] })).toBe(codes["stock.locationElsewhere"].code);
    expect(await said({})).toBe(codes["stock.lotRequired"].code);
    expect(await said({ code: skuOf(elsewhere), lot: "L9" })).toBe(codes["stock.lotNotKept"].code);
    expect(await said({ lot: "L1", quantity: -1 })).toBe(codes.parameterError.code);
    const here = { stocktake_uuid: of.stocktake_uuid, location: on.barcodes[1] ?? "" };
    const finish = async () => (await request(test_.app, finishLocation, here, by(counter))).data;
    expect(await finish()).toMatchObject({ barcode: on.barcodes[1], line_uuids: [expect.any(String)], is_empty: true });
    expect(await finish()).toMatchObject({ line_uuids: [], is_empty: true });
  });

  test("tells an empty location from an unvisited one, finds unexpected goods, and can reopen a location", async () => {
    const on = await stocked();
    const of = await begun(on, { from_location: on.barcodes[2], to_location: on.barcodes[2] });
    const here = { stocktake_uuid: of.stocktake_uuid, location: on.barcodes[2] ?? "" };
    const look = async () => (await request(test_.app, stocktakeLocation, here, by(counter))).data;
    const places = async () => {
      const { finished_location_count: finished, empty_location_count: empty } = await stand(of);
      return [finished, empty];
    };
    expect([await look(), await places()]).toMatchObject([{ lines: [], finished_by: "", finished_at: null }, [0, 0]]);
    await request(test_.app, finishLocation, here, by(counter));
    expect([await look(), await places()]).toMatchObject([{ finished_by: "alpha-counter" }, [1, 1]]);
    await request(test_.app, reopenLocation, { ...here, line_uuids: [] }, by(counter));
    expect([await look(), await places()]).toMatchObject([{ finished_by: "", finished_at: null }, [0, 0]]);
    // Two unknown pieces are there; finishing again records them, and approving posts them.
    await count(on, of, { location: on.barcodes[2], quantity: 2 });
    expect((await request(test_.app, finishLocation, here, by(counter))).data).toMatchObject({ line_uuids: [], is_empty: false });
    expect(await places()).toEqual([1, 0]);
    await recount(of);
    await count(on, of, { location: on.barcodes[2], quantity: 2 }, world.operator);
    expect((await approve(of)).data).toMatchObject({ is_approved: true });
    expect(await there(on)).toEqual({ 0: 10, 2: 2 });
  });

  test("reopens a finished location and undoes its zero counts, unless somebody has counted since", async () => {
    const on = await stocked();
    const of = await begun(on);
    const here = { stocktake_uuid: of.stocktake_uuid, location: on.barcodes[0] ?? "" };
    const finish = async () => (await request(test_.app, finishLocation, here, by(counter))).data.line_uuids;
    const reopen = (line_uuids: string[]) => send(test_.app, reopenLocation, { ...here, line_uuids }, by(counter));
    expect((await reopen(await finish())).code).toBe(200);
    expect(await stand(of)).toMatchObject({ counted_count: 0, finished_location_count: 0 });
    const none = await finish();
    await count(on, of, { quantity: 3 });
    expect((await reopen(none)).code).toBe(codes.changedMeanwhile.code);
    expect(await stand(of)).toMatchObject({ counted_count: 1, finished_location_count: 1 });
    // This undoes only what was counted as zero.
    expect((await reopen([newId()])).code).toBe(codes.changedMeanwhile.code);
  });

  test("blind in a recount shows nobody the first figure, and lists only what must be recounted", async () => {
    const on = await stocked();
    const of = await begun(on);
    await count(on, of, { how: "set", quantity: 8 });
    await count(on, of, { code: skuOf(on, 1), how: "set", quantity: 0 });
    await recount(of);
    const asked = { stocktake_uuid: of.stocktake_uuid, location: on.barcodes[0] ?? "" };
    const look = async (person: Person) => (await request(test_.app, stocktakeLocation, asked, by(person))).data;
    const due = { sku: skuOf(on), counted: null, expected: null, difference: null, recounted: null };
    // Approvers count blind too: the figures are in the stocktake's lines, not on the hand-held.
    for (const person of [counter, world.provider]) expect(await look(person)).toMatchObject({ status: "recount", lines: [due] });
    const { data } = await request(test_.app, countStock, counting(on, of, { how: "set", quantity: 9 }), by(counter));
    expect(data).toMatchObject({ before: null, line: { counted: null, recounted: 9, expected: null, difference: null } });
    expect((await look(counter)).lines).toMatchObject([{ sku: skuOf(on), counted: null, recounted: 9 }]);
    const undo = { stocktake_uuid: of.stocktake_uuid, line_uuid: data.line?.line_uuid ?? "", after: 9, before: null };
    expect((await request(test_.app, undoCount, undo, by(counter))).data.line).toMatchObject({ counted: null, recounted: null });
  });

  test("an open stocktake in a recount shows the first figure", async () => {
    const on = await stocked();
    const of = await begun(on, { is_blind: false });
    await count(on, of, { how: "set", quantity: 8 });
    await recount(of);
    const { data } = await request(test_.app, countStock, counting(on, of, { how: "set", quantity: 9 }), by(counter));
    expect(data.line).toMatchObject({ counted: 8, recounted: 9, expected: 10, difference: -1 });
  });

  test("shows whether the plan covers a location", async () => {
    const on = await stocked();
    const covers = async (of: Stocktake, at: number) => {
      const asked = { stocktake_uuid: of.stocktake_uuid, location: on.barcodes[at] ?? "" };
      return (await request(test_.app, stocktakeLocation, asked, by(counter))).data.is_planned;
    };
    const covered = async (of: Stocktake) => [await covers(of, 0), await covers(of, 1), await covers(of, 2), await covers(of, 3)];
    expect(await covered(await begun(on))).toEqual([true, true, true, true]);
    const part = { from_location: on.barcodes[1]?.toLowerCase(), to_location: on.barcodes[2] };
    const range = await begun(on, part);
    expect(await covered(range)).toEqual([false, true, true, false]);
    // It can be counted anyway, and is then no longer unexpected.
    expect((await count(on, range)).code).toBe(200);
    expect(await covered(range)).toEqual([true, true, true, false]);
    expect(await covered(await begun(on, { skus: [skuOf(on)] }))).toEqual([true, false, false, false]);
  });

  test("again by the same user is reported", async () => {
    const on = await stocked();
    const of = await begun(on);
    await count(on, of, { how: "set", quantity: 1 });
    await recount(of);
    const again = async (person: Person) =>
      (await request(test_.app, countStock, counting(on, of, { how: "set", quantity: 10 }), by(person))).data;
    expect((await again(counter)).is_same_person).toBe(true);
    expect((await again(world.operator)).is_same_person).toBe(false);
  });
});

describe("approving", () => {
  test("preserves moves between count and approval", async () => {
    const on = await stocked();
    const of = await begun(on);
    await count(on, of, { how: "set", quantity: 12 });
    await recount(of);
    await count(on, of, { how: "set", quantity: 12 });
    const move = { variant_uuid: variantOf(on), quantity: 3, from_location: on.barcodes[0] ?? "", to_location: on.barcodes[2] ?? "" };
    await request(test_.app, moveStock, move, by());
    expect((await approve(of)).code).toBe(codes["stock.linesUncounted"].code);
    expect((await approve(of, { leave_uncounted: true })).data).toMatchObject({ is_approved: true });
    expect(await there(on)).toEqual({ 0: 9, 2: 3 });
    expect(await there(on, 1)).toEqual({ 1: 4 });
  });

  test("names the lines whose missing pieces are reserved, and posts nothing", async () => {
    const on = await stocked();
    const want = {
      line: 1,
      variantUuid: variantOf(on),
      ownerUuid: world.retailerA,
      warehouseUuid: on.warehouseUuid,
      quantity: 9,
      lot: null,
    };
    await as((tx) => reserveStock(tx, world.providerA, { type: "order", uuid: newId() }, [want], now()));
    const of = await begun(on);
    const both = async () => {
      await count(on, of, { how: "set", quantity: 5 });
      await count(on, of, { location: on.barcodes[1], code: skuOf(on, 1), how: "set", quantity: 7 });
    };
    await both();
    await recount(of);
    await both();
    const { data } = await approve(of);
    expect(data).toMatchObject({ is_approved: false, stocktake: { status: "recount" } });
    expect(data).toMatchObject({ blocked: [{ sku: skuOf(on), barcode: on.barcodes[0], difference: -5 }] });
    expect([await there(on), await there(on, 1)]).toEqual([{ 0: 10 }, { 1: 4 }]);
    await count(on, of, { how: "set", quantity: 9 });
    expect((await approve(of)).data).toMatchObject({ is_approved: true, blocked: [] });
    expect([await there(on), await there(on, 1)]).toEqual([{ 0: 9 }, { 1: 7 }]);
  });

  test("posts exactly what the user was shown, or nothing", async () => {
    const on = await stocked();
    const of = await begun(on);
    await count(on, of, { how: "set", quantity: 12 });
    await recount(of);
    await count(on, of, { how: "set", quantity: 12 });
    const { difference_count, line_count, counted_count } = await stand(of);
    const promised = { leave_uncounted: true, difference_count, uncounted_count: line_count - counted_count };
    expect(promised).toMatchObject({ difference_count: 1, uncounted_count: 1 });
    // A colleague goes on counting while the dialog is open.
    await count(on, of, { location: on.barcodes[1], code: skuOf(on, 1), how: "set", quantity: 4 });
    expect((await approve(of, promised)).code).toBe(codes.changedMeanwhile.code);
    await count(on, of, { how: "set", quantity: 10 });
    expect((await approve(of, { difference_count: 1, uncounted_count: 0 })).code).toBe(codes.changedMeanwhile.code);
    expect(await there(on)).toEqual({ 0: 10 });
    expect((await approve(of, { difference_count: 0, uncounted_count: 0 })).data).toMatchObject({ is_approved: true });
  });

  test("by several users at once succeeds once", async () => {
    const on = await stocked();
    const of = await begun(on, { skus: [skuOf(on)] });
    await count(on, of, { how: "set", quantity: 11 });
    await recount(of);
    await count(on, of, { how: "set", quantity: 11 });
    const answers = await Promise.all([approve(of), approve(of), approve(of)]);
    expect(answers.filter(({ code }) => code === 200)).toHaveLength(1);
    expect(await there(on)).toEqual({ 0: 11 });
  });
});

describe("a low-stock limit", () => {
  test("can be set by its owner and staff, but not over a value set meanwhile", async () => {
    const on = await stocked();
    const say = (low_stock_quantity: number | null, seen: number | null, person: Person) =>
      send(test_.app, setLowStock, { variant_uuid: variantOf(on), low_stock_quantity, seen }, by(person));
    expect((await say(20, null, world.retailer)).code).toBe(200);
    expect((await say(5, null, world.operator)).code).toBe(codes.changedMeanwhile.code);
    const { data } = await request(test_.app, listStock, { variant_uuid: variantOf(on) }, by(world.retailer));
    expect(data.result).toMatchObject([{ low_stock_quantity: 20, level: "low" }]);
    expect((await say(null, 20, world.operator)).code).toBe(200);
    for (const person of [world.otherRetailer, world.foreignProvider]) expect((await say(1, null, person)).code).toBe(codes.notFound.code);
    expect((await say(-1, null, world.operator)).code).toBe(codes.parameterError.code);
  });
});

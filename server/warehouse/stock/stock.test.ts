import { sql } from "kysely";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { codes } from "#src/kit/api/codes.ts";
import { decideUnqualified } from "#src/warehouse/receipts/receipts.contract.ts";
import { inspect, putAway } from "#src/warehouse/receipts/receiving.contract.ts";
import {
  adjustStock,
  changeCondition,
  listBalances,
  listMovements,
  listReconciliations,
  moveStock,
  reconcileStock,
  stockAt,
  upsertLot,
} from "#src/warehouse/stock/stock.contract.ts";
import type { MovementEnd } from "#src/warehouse/stock/stock.contract.ts";
import { newId } from "#server/platform/runtime/clock.ts";
import { platform } from "#server/platform/db/row-security.ts";
import type { Tx } from "#server/platform/db/row-security.ts";
import { startTestApp } from "#tests/server/app.ts";
import type { TestApp } from "#tests/server/app.ts";
import { request, send } from "#tests/server/client.ts";
import { arrived, stageReceipts } from "#tests/server/stage-receipts.ts";
import { putStock, staffOf, stageStock } from "#tests/server/stage-stock.ts";
import type { StockStage } from "#tests/server/stage-stock.ts";
import { makeWorld } from "#tests/server/world.ts";
import type { Person, World } from "#tests/server/world.ts";
import { reconcileLedger } from "./reconciliation.commands.ts";
import { reserveStock } from "./reservations.commands.ts";

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
const variantOf = (on: StockStage, at = 0) => on.variants[at]?.variantUuid ?? "";
const by = (person: Person = world.operator) => ({ token: person.token });

function moving(on: StockStage, quantity: number, more: object = {}) {
  return { variant_uuid: variantOf(on), quantity, from_location: on.barcodes[0] ?? "", to_location: on.barcodes[1] ?? "", ...more };
}
const there = async (on: StockStage) => {
  const { data } = await request(test_.app, listBalances, { variant_uuid: variantOf(on) }, by());
  return Object.fromEntries(
    data.result.map(({ barcode, lot, condition, quantity }) => [`${on.barcodes.indexOf(barcode)} ${lot}${condition}`, quantity]),
  );
};

describe("a manual move", () => {
  test("takes a barcode in any case or a uuid, and appears in the history with its user", async () => {
    const on = await stage();
    await put(on, { quantity: 5 });
    await request(test_.app, moveStock, moving(on, 2, { from_location: ` ${on.barcodes[0]?.toLowerCase()} `, note: "to the front" }), by());
    await request(test_.app, moveStock, moving(on, 1, { to_location: on.locations[2] }), by());
    expect(await there(on)).toEqual({ "0 good": 2, "1 good": 2, "2 good": 1 });
    const { data } = await request(test_.app, listMovements, { variant_uuid: variantOf(on), source_type: "move" }, by());
    const [first, second, third] = on.barcodes;
    const end = ({ barcode, quantity_after }: MovementEnd) => [barcode, quantity_after];
    expect(data.result.map(({ quantity, from, to, reason, username }) => [quantity, end(from), end(to), reason, username])).toEqual([
      [1, [first, 2], [third, 1], "", "alpha-operator"],
      [2, [first, 3], [second, 2], "to the front", "alpha-operator"],
    ]);
  });

  test("is refused with a code for each reason", async () => {
    const on = await stage();
    await put(on, { quantity: 2 });
    await as((tx) =>
      tx
        .updateTable("location")
        .set({ is_blocked: true, blocked_reason: "wet" })
        .where("location_uuid", "=", on.locations[3] ?? "")
        .execute(),
    );
    const wanted = { type: "order", uuid: newId() };
    const line = {
      line: 1,
      variantUuid: variantOf(on),
      ownerUuid: world.retailerA,
      warehouseUuid: on.warehouseUuid,
      quantity: 1,
      lot: null,
    };
    await as((tx) => reserveStock(tx, world.providerA, wanted, [line], start));
    const said = async (more: object, quantity = 1) => (await send(test_.app, moveStock, moving(on, quantity, more), by())).code;
    expect(await said({}, 3)).toBe(codes["stock.notEnough"].code);
    expect(await said({}, 2)).toBe(codes["stock.reservedElsewhere"].code);
    expect(await said({ condition: "damaged" })).toBe(codes["stock.notEnough"].code);
    expect(await said({ to_location: on.barcodes[0] })).toBe(codes["stock.samePlace"].code);
    expect(await said({ to_location: on.barcodes[3] })).toBe(codes["stock.locationBlocked"].code);
    const closed = await stage();
    await as((tx) => tx.updateTable("warehouse").set({ is_closed: true }).where("warehouse_uuid", "=", closed.warehouseUuid).execute());
    expect(await said({ to_location: closed.barcodes[1] })).toBe(codes["warehouses.closed"].code);
    const found = { variant_uuid: variantOf(on), delta: 1, location: closed.barcodes[1] ?? "", reason: "found" as const };
    expect((await send(test_.app, adjustStock, found, by())).code).toBe(codes["warehouses.closed"].code);
    expect(await said({ to_location: "NOWHERE" })).toBe(codes["stock.locationUnknown"].code);
    expect(await said({ variant_uuid: newId() })).toBe(codes.notFound.code);
    for (const quantity of [0, -1, 1.5, 10_000_000]) expect(await said({}, quantity)).toBe(codes.parameterError.code);
    expect(await there(on)).toEqual({ "0 good": 2 });
  });

  test("succeeds forty times of sixty at once for forty pieces, and once per idempotency key", async () => {
    const on = await stage();
    await put(on, { quantity: 41 });
    const idempotencyKey = newId();
    const repeated = await Promise.all(
      Array.from({ length: 5 }, () => request(test_.app, moveStock, moving(on, 1), { ...by(), idempotencyKey })),
    );
    expect(new Set(repeated.map(({ data }) => data.movement_source_uuid)).size).toBe(1);
    const answers = await Promise.all(Array.from({ length: 60 }, () => send(test_.app, moveStock, moving(on, 1), by())));
    expect(answers.filter(({ code }) => code === 200)).toHaveLength(40);
    expect(new Set(answers.map(({ code }) => code))).toEqual(new Set([200, codes["stock.notEnough"].code]));
    expect(await there(on)).toEqual({ "1 good": 41 });
  });

  test("leaves pieces that a receipt waits for at the dock and in quarantine, however many users move at once", async () => {
    const [on, elsewhere] = [await stageReceipts(test_, world), await stage()];
    const { receipt_uuid, lines } = await arrived(test_, world, on, [{ variant: on.mug, expected: 6 }]);
    await request(test_.app, inspect, { receipt_uuid, code: on.mug.sku, qualified_quantity: 4, unqualified_quantity: 2 }, by());
    await put(on, { quantity: 3, location: 4 });
    const dock = { from_location: on.barcodes[4] };
    const moves = await Promise.all(Array.from({ length: 6 }, () => send(test_.app, moveStock, moving(on, 1, dock), by())));
    const waits = codes["stock.waitsForReceipt"].code;
    expect(moves.map(({ code }) => code).toSorted((a, b) => a - b)).toEqual([200, 200, 200, waits, waits, waits]);
    const at = (place: number) => ({ variant_uuid: variantOf(on), location: on.barcodes[place] });
    const changing = { ...at(4), quantity: 1, to_condition: "damaged" };
    expect((await send(test_.app, changeCondition, changing, by())).code).toBe(waits);
    expect((await send(test_.app, adjustStock, { ...at(4), delta: -1, reason: "lost" }, by())).code).toBe(waits);
    const unqualified = { from_location: on.barcodes[5], condition: "quarantined" };
    const away = { ...unqualified, to_location: elsewhere.barcodes[0] };
    expect((await send(test_.app, moveStock, moving(on, 2, away), by())).code).toBe(waits);
    const qualifying = { ...at(5), condition: "quarantined", quantity: 1, to_condition: "good" };
    expect((await send(test_.app, changeCondition, qualifying, by())).code).toBe(waits);
    // The decision finds it wherever it is in the warehouse.
    expect((await send(test_.app, moveStock, moving(on, 2, unqualified), by())).code).toBe(200);
    const decision = { receipt_uuid, line_uuid: lines[0]?.line_uuid ?? "", decision: "scrap", quantity: 2 } as const;
    expect((await request(test_.app, decideUnqualified, decision, { token: world.retailer.token })).code).toBe(200);
    expect((await request(test_.app, putAway, { receipt_uuid, code: on.mug.sku, location: on.barcodes[0] ?? "" }, by())).code).toBe(200);
    expect(await there(on)).toEqual({ "0 good": 4, "1 good": 3 });
  });

  test("requires permission, and is limited to one's own goods", async () => {
    const on = await stage();
    await put(on, { quantity: 5 });
    for (const person of [world.idleOperator, world.retailer, world.customer])
      expect((await send(test_.app, moveStock, moving(on, 1), by(person))).status).toBe(403);
    expect((await send(test_.app, moveStock, moving(on, 1), by(world.foreignProvider))).code).toBe(codes.notFound.code);
    expect(await there(on)).toEqual({ "0 good": 5 });
  });
});

describe("corrections of condition and quantity", () => {
  test("keep their reasons, and require a lot if the product keeps lots", async () => {
    const on = await stage({ keepsLots: true });
    const adjusting = (delta: number, more: object = {}) =>
      send(test_.app, adjustStock, { variant_uuid: variantOf(on), location: on.barcodes[0], delta, reason: "found", ...more }, by());
    expect((await adjusting(4)).code).toBe(codes["stock.lotRequired"].code);
    expect((await adjusting(4, { lot: "L1" })).code).toBe(200);
    expect((await adjusting(-5, { lot: "L1", reason: "lost" })).code).toBe(codes["stock.notEnough"].code);
    expect((await adjusting(-1, { lot: "L1", reason: "other" })).code).toBe(codes["stock.noteRequired"].code);
    expect((await adjusting(-1, { lot: "L1", reason: "other", note: "given away" })).code).toBe(200);
    expect((await adjusting(0, { lot: "L1" })).status).toBe(400);
    await request(
      test_.app,
      changeCondition,
      { variant_uuid: variantOf(on), location: on.barcodes[0] ?? "", lot: "L1", quantity: 1, to_condition: "quarantined" },
      by(),
    );
    expect(await there(on)).toEqual({ "0 L1good": 2, "0 L1quarantined": 1 });
    const { data } = await request(
      test_.app,
      listMovements,
      { variant_uuid: variantOf(on), source_type: "adjustment", location: on.barcodes[0] },
      by(),
    );
    expect(data.result.map(({ reason, quantity, from, to }) => [reason, from.place, to.place, quantity])).toEqual([
      ["other: given away", "location", "adjustment", 1],
      ["found", "adjustment", "location", 4],
    ]);
  });

  test("include the expiry date of a lot", async () => {
    const on = await stage({ keepsLots: true });
    const say = (expires_on: string | null) => request(test_.app, upsertLot, { variant_uuid: variantOf(on), lot: "L1", expires_on }, by());
    await put(on, { quantity: 1, lot: "L1" });
    for (const day of ["2027-01-31", null, "2028-02-29"]) {
      expect((await say(day)).data).toEqual({ lot: "L1", expires_on: day });
      const { data } = await request(test_.app, listBalances, { variant_uuid: variantOf(on) }, by());
      expect(data.result.map(({ expires_on }) => expires_on)).toEqual([day]);
    }
    const plain = await stage();
    expect((await send(test_.app, upsertLot, { variant_uuid: variantOf(plain), lot: "L1", expires_on: null }, by())).code).toBe(
      codes["stock.lotNotKept"].code,
    );
  });

  test("do not apply to a bundle, which has no stock of its own", async () => {
    const on = await stage();
    await as((tx) => tx.updateTable("variant").set({ is_bundle: true }).where("variant_uuid", "=", variantOf(on)).execute());
    expect((await send(test_.app, moveStock, moving(on, 1), by())).code).toBe(codes["stock.bundleHasNoStock"].code);
  });
});

describe("the history", () => {
  test("shows what was where at any time", async () => {
    const on = await stage();
    const at = (days: number) => new Date(start.getTime() + days * dayMs);
    await put(on, { quantity: 5, now: at(-20) });
    await put(on, { quantity: 5, location: 1, now: at(-10) });
    test_.clock.set(at(-5));
    await request(test_.app, moveStock, moving(on, 5), by());
    test_.clock.set(start);
    const stood = async (asked: object, days: number, person = world.operator) => {
      const { data } = await request(test_.app, stockAt, { ...asked, at: at(days).toISOString() }, by(person));
      return data.result.map(({ location_uuid, quantity }) => [on.locations.indexOf(location_uuid), quantity]);
    };
    const variant = { variant_uuid: variantOf(on) };
    expect(await stood(variant, -21)).toEqual([]);
    expect(await stood(variant, -20)).toEqual([[0, 5]]);
    expect(await stood(variant, -6)).toEqual([
      [0, 5],
      [1, 5],
    ]);
    expect(await stood(variant, 0)).toEqual([[1, 10]]);
    expect(await stood({ location: on.barcodes[0] }, -15)).toEqual([[0, 5]]);
    const asked = { ...variant, at: at(-6).toISOString() };
    expect((await send(test_.app, stockAt, asked, by(world.otherRetailer))).code).toBe(codes.notFound.code);
    expect(await stood(variant, -20, world.retailer)).toEqual([[0, 5]]);
    expect((await send(test_.app, stockAt, { at: at(0).toISOString() }, by())).status).toBe(400);
  });

  test("shows a retailer what happened to its own goods, without users and locations", async () => {
    const on = await stage();
    await put(on, { quantity: 5 });
    await request(test_.app, moveStock, moving(on, 5), by());
    const asked = { variant_uuid: variantOf(on) };
    const { data } = await request(test_.app, listMovements, asked, by(world.retailer));
    expect(data.result.map(({ quantity, from, to }) => [quantity, from.quantity_after, to.quantity_after])).toEqual([
      [5, 0, 5],
      [5, null, 5],
    ]);
    expect(new Set(data.result.map(({ from, to, username }) => from.barcode + to.barcode + username))).toEqual(new Set([""]));
    expect((await request(test_.app, listMovements, asked, by(world.otherRetailer))).data.result).toEqual([]);
    expect((await send(test_.app, listMovements, { location: on.barcodes[0] }, by(world.retailer))).code).toBe(codes.notFound.code);
    const until = { ...asked, until: new Date(start.getTime() - 1).toISOString() };
    expect((await request(test_.app, listMovements, until, by())).data.result).toEqual([]);
  });
});

describe("the nightly reconciliation", () => {
  test("finds no differences, and then exactly those made behind the ledger's back", async () => {
    const on = await stage({ ownerUuid: world.providerA });
    await put(on, { quantity: 5 });
    const look = () => test_.services.database.transaction(platform, (tx) => reconcileLedger(tx, world.providerA, test_.clock.now()));
    expect(await look()).toMatchObject({ differenceCount: 0, differences: [] });
    await asSuperuser(`update stock_balance set quantity = 7, reserved = 1 where variant_uuid = '${variantOf(on)}'`);
    const found = await look();
    const where = { sku: on.variants[0]?.sku, barcode: on.barcodes[0] };
    expect(found.differences).toMatchObject([
      { kind: "quantity", stated: 7, counted: 5, ...where },
      { kind: "reserved", stated: 1, counted: 0, ...where },
    ]);
    const { data } = await request(test_.app, listReconciliations, {}, by(world.provider));
    expect(data.result.map(({ difference_count }) => difference_count)).toEqual([2, 0]);
    expect(data.result[0]?.differences).toMatchObject([where, where]);
    expect((await request(test_.app, listReconciliations, {}, by(world.foreignProvider))).data.result).toEqual([]);
    const { rows } = await test_.services.database.transaction(platform, (tx) =>
      sql<{
        payload: object;
      }>`select payload from event where topic = 'stock.reconciled' order by event_uuid desc`.execute(tx),
    );
    // Not what was found: operators of some warehouses receive it too.
    expect(rows[0]?.payload).toEqual({ reconciliation_uuid: data.result[0]?.reconciliation_uuid });
    await asSuperuser(`update stock_balance set quantity = 5, reserved = 0 where variant_uuid = '${variantOf(on)}'`);
    expect(await look()).toMatchObject({ differenceCount: 0 });
  });

  test("can be started at once by the provider, and by nobody else", async () => {
    expect((await request(test_.app, reconcileStock, {}, by(world.provider))).data).toEqual({ is_started: true });
    // Repeated requests queue one more run, so that nobody else waits for a pile of them.
    for (let press = 0; press < 3; press += 1) await request(test_.app, reconcileStock, {}, by(world.provider));
    const waiting = await test_.services.database.pool.query("select from pgboss.job where singleton_key = $1", [world.providerA]);
    expect(waiting.rowCount).toBe(1);
    for (const person of [world.operator, world.retailer]) expect((await send(test_.app, reconcileStock, {}, by(person))).status).toBe(403);
  });
});

/** Runs what the application may not: as the database's owner, without row-level security. */
async function asSuperuser(statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: test_.ownerUrl });
  await client.connect();
  try {
    await client.query("select set_config('app.kind', 'platform', false)");
    await client.query(statement);
  } finally {
    await client.end();
  }
}

import fc from "fast-check";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { newId } from "#server/platform/runtime/clock.ts";
import { anonymous, platform } from "#server/platform/db/row-security.ts";
import { openDatabase } from "#server/platform/db/database.ts";
import type { Database } from "#server/platform/db/database.ts";
import type { Tx } from "#server/platform/db/row-security.ts";
import { saveLots } from "#server/warehouse/stock/lots.commands.ts";
import { postMovements } from "#server/warehouse/stock/ledger.commands.ts";
import type { Movement, StockPosition } from "#server/warehouse/stock/ledger.commands.ts";
import { checkLedger } from "#server/warehouse/stock/reconciliation.queries.ts";
import { releaseReservations, reserveStock, shipReservations } from "#server/warehouse/stock/reservations.commands.ts";
import { freshDatabase } from "./postgres.ts";
import type { FreshDatabase } from "./postgres.ts";
import { putStock, staffOf, stageStock } from "./stage-stock.ts";
import type { StockStage } from "./stage-stock.ts";
import { anyAct, doAct, expiries, lots, stageSize } from "./stock-acts.ts";
import type { Act, Ground, Outcome } from "./stock-acts.ts";
import { LedgerModel } from "./stock-model.ts";
import { addProvider, addRetailer } from "./world.ts";

/* The real commands on a real PostgreSQL, by the pools of four processes with five connections each. */
const isFull = process.env["QUAYSIDE_FULL"] === "1";
const processes = 4;
const connectionsEach = 5;

let fresh: FreshDatabase;
let databases: Database[];
let providerUuid = "";
let ownerUuid = "";

beforeAll(async () => {
  fresh = await freshDatabase();
  databases = Array.from({ length: processes }, () =>
    openDatabase(fresh.appUrl, { connections: connectionsEach, waitMs: 60_000, statementTimeoutMs: 100_000 }),
  );
  await first().transaction(anonymous, async (tx) => {
    providerUuid = await addProvider(tx, "Quay of Chance");
    ownerUuid = await addRetailer(tx, "Owner of Chance", providerUuid);
  });
});
afterAll(async () => {
  for (const database of databases) await database.close();
  await fresh.drop();
});

function first(): Database {
  return databaseAt(0);
}

/** Returns the pool of the process with this connection. */
function databaseAt(connection: number): Database {
  const database = databases[connection % processes];
  if (database === undefined) throw new Error("no such process");
  return database;
}

/** Creates a warehouse and SKUs for each run, so that runs do not interfere. */
async function newGround(): Promise<Ground> {
  const stage = await first().transaction(staffOf(providerUuid), async (tx) => {
    const made = await stageStock(tx, { providerUuid, ownerUuid, ...stageSize, keepsLots: true });
    const named = made.variants.flatMap(({ variantUuid }) =>
      lots.map((lot) => ({ variantUuid, ownerUuid, lot, expiresOn: expiries[lot] ?? null })),
    );
    await saveLots(tx, providerUuid, named);
    return made;
  });
  return { stage, orders: Array.from({ length: stageSize.orders }, () => newId()) };
}

/** Lists the stock in the model's format. */
async function standing({ stage }: Ground): Promise<string[]> {
  const rows = await first().transaction(staffOf(providerUuid), (tx) =>
    tx.selectFrom("stock_balance").selectAll().where("warehouse_uuid", "=", stage.warehouseUuid).where("quantity", ">", 0).execute(),
  );
  const variantAt = (uuid: string) => stage.variants.findIndex(({ variantUuid }) => variantUuid === uuid);
  return rows
    .map(
      (row) =>
        `${variantAt(row.variant_uuid)} ${stage.locations.indexOf(row.location_uuid)} ${row.lot} ${row.condition} ${row.quantity} ${row.reserved}`,
    )
    .toSorted();
}

interface Sums {
  pieces: number;
  reserved: number;
  negative: number;
}

async function sumsOf({ stage }: Ground): Promise<Sums | undefined> {
  const { rows } = await first().transaction(staffOf(providerUuid), (tx) =>
    sql<Sums>`select coalesce(sum(quantity), 0)::int as pieces, coalesce(sum(reserved), 0)::int as reserved,
      count(*) filter (where quantity < 0 or reserved < 0 or reserved > quantity)::int as negative
      from stock_balance where warehouse_uuid = ${stage.warehouseUuid}`.execute(tx),
  );
  return rows[0];
}

/** Expects no differences in the whole ledger. */
async function expectReconciled(): Promise<void> {
  const found = await first().transaction(platform, (tx) => checkLedger(tx, providerUuid));
  expect(found.differences).toEqual([]);
  expect(found.differenceCount).toBe(0);
}

const start = Date.parse("2026-06-01T08:00:00Z");
const known = new Set(["done", "stock.notEnough", "stock.reservedElsewhere"]);

describe("any sequence of operations", () => {
  test("the ledger behaves like the model at each step and ends in the same state", { timeout: isFull ? 600_000 : 240_000 }, async () => {
    const acts = fc.array(anyAct, { minLength: 5, maxLength: 40, size: "max" });
    await fc.assert(
      fc.asyncProperty(acts, async (drawn) => {
        const ground = await newGround();
        const model = new LedgerModel();
        for (const [at, one] of drawn.entries()) {
          const outcome = await doAct(first(), ground, one, new Date(start + at * 1000));
          expect({ act: one, ...outcome }).toEqual({ act: one, ...model.do(one) });
        }
        expect(await standing(ground)).toEqual(model.standing());
      }),
      { numRuns: isFull ? 1000 : 20 },
    );
    await expectReconciled();
  });
});

describe("any operations from 20 connections at once", () => {
  test(
    "balances equal their entries, reserved pieces equal their reservations, and nothing is negative",
    { timeout: isFull ? 900_000 : 240_000 },
    async () => {
      const acts = fc.array(anyAct, { minLength: 60, maxLength: 240, size: "max" });
      await fc.assert(
        fc.asyncProperty(acts, async (drawn) => {
          const ground = await newGround();
          const outcomes = await fromAllConnections(ground, drawn);
          expect(outcomes.filter(({ said }) => !known.has(said))).toEqual([]);
          const sums = await sumsOf(ground);
          expect(sums).toMatchObject({ pieces: outcomes.reduce((sum, { change }) => sum + change, 0), negative: 0 });
          await expectReconciled();
        }),
        { numRuns: isFull ? 300 : 4, endOnFailure: true },
      );
    },
  );
});

/** Each connection performs every twentieth act as fast as it can. */
async function fromAllConnections(ground: Ground, acts: readonly Act[]): Promise<Outcome[]> {
  const connections = processes * connectionsEach;
  const lanes = Array.from({ length: connections }, async (_, connection) => {
    const mine: Outcome[] = [];
    for (let at = connection; at < acts.length; at += connections) {
      const one = acts[at];
      if (one !== undefined) mine.push(await doAct(databaseAt(connection), ground, one, new Date(start + at * 1000)));
    }
    return mine;
  });
  return (await Promise.all(lanes)).flat();
}

/** Returns the numbers from 0 on in random order. */
function shuffled(count: number): number[] {
  const drawn = Array.from({ length: count }, (_, at) => ({ at, by: Math.random() }));
  return drawn.toSorted((a, b) => a.by - b.by).map(({ at }) => at);
}

describe("movements, reservations and shipments of many SKUs, given in any order, from 20 connections", () => {
  const [skus, places, rounds] = [6, 4, 6];

  /** Builds many movements in one statement: a piece of each SKU, from one place to another. */
  function movementsOn({ variants, warehouseUuid, locations }: StockStage): Movement[] {
    const [from = 0, to = 1] = shuffled(places);
    const place = (at: number): StockPosition => ({ place: "location", locationUuid: locations[at] ?? "", condition: "good" });
    return shuffled(skus).map((at, line) => ({
      source: { type: "move", uuid: newId(), line },
      variantUuid: variants[at]?.variantUuid ?? "",
      ownerUuid,
      warehouseUuid,
      lot: "",
      quantity: 1,
      // Back and forth: two statements name the same two places in turn.
      from: place(line % 2 === 0 ? from : to),
      to: place(line % 2 === 0 ? to : from),
    }));
  }

  test("lock in one order: there are no deadlocks, and each succeeds at its first try", { timeout: 240_000 }, async () => {
    const stage = await first().transaction(staffOf(providerUuid), async (tx) => {
      const made = await stageStock(tx, { providerUuid, ownerUuid, shelves: places, variants: skus });
      for (let variant = 0; variant < skus; variant += 1)
        for (let location = 0; location < places; location += 1) await putStock(tx, made, { variant, location, quantity: 1000 });
      return made;
    });
    const { variants, warehouseUuid } = stage;
    const context = { providerUuid, userUuid: null, now: new Date() };
    let [done, tries] = [0, 0];
    const inOne = async (connection: number, work: (tx: Tx) => Promise<unknown>) => {
      await databaseAt(connection).transaction(staffOf(providerUuid), (tx) => {
        tries += 1;
        return work(tx);
      });
      done += 1;
    };
    const lane = async (connection: number) => {
      for (let round = 0; round < rounds; round += 1) {
        const source = { type: "order", uuid: newId() };
        const wants = shuffled(skus).map((at, line) => {
          return { line, variantUuid: variants[at]?.variantUuid ?? "", ownerUuid, warehouseUuid, quantity: 1, lot: null };
        });
        await inOne(connection, (tx) => postMovements(tx, context, movementsOn(stage)));
        await inOne(connection, (tx) => reserveStock(tx, providerUuid, source, wants, context.now));
        const end = round % 2 === 0 ? shipReservations : releaseReservations;
        await inOne(connection, (tx) => end(tx, context, source, null));
      }
    };
    await Promise.all(Array.from({ length: processes * connectionsEach }, (_, connection) => lane(connection)));
    expect({ done, tries }).toEqual({ done: processes * connectionsEach * rounds * 3, tries: done });
    await expectReconciled();
  });
});

describe("twice as many simultaneous reservations of one SKU as there are pieces", () => {
  async function reserveAll(stage: StockStage, count: number): Promise<{ reserved: number; refused: number }> {
    const { variantUuid = "" } = stage.variants[0] ?? {};
    const want = { line: 1, variantUuid, ownerUuid, warehouseUuid: stage.warehouseUuid, quantity: 1, lot: null };
    const connections = processes * connectionsEach;
    let reserved = 0;
    let refused = 0;
    const reserveMine = async (connection: number) => {
      for (let at = connection; at < count; at += connections) {
        const source = { type: "order", uuid: newId() };
        const reserve = (tx: Tx) => reserveStock(tx, providerUuid, source, [want], new Date());
        const { ok } = await databaseAt(connection).transaction(staffOf(providerUuid), reserve);
        if (ok) reserved += 1;
        else refused += 1;
      }
    };
    await Promise.all(Array.from({ length: connections }, (_, connection) => reserveMine(connection)));
    return { reserved, refused };
  }

  test.each([
    { pieces: 1000, locations: 1 },
    { pieces: isFull ? 1000 : 200, locations: 50 },
  ])("exactly $pieces succeed, with pieces in $locations location(s)", { timeout: 240_000 }, async ({ pieces, locations }) => {
    const stage = await first().transaction(staffOf(providerUuid), async (tx) => {
      const made = await stageStock(tx, { providerUuid, ownerUuid, shelves: locations * 2, variants: 1 });
      for (let location = 0; location < locations; location += 1) await putStock(tx, made, { location, quantity: pieces / locations });
      return made;
    });
    expect(await reserveAll(stage, pieces * 2)).toEqual({ reserved: pieces, refused: pieces });
    expect(await sumsOf({ stage, orders: [] })).toEqual({ pieces, reserved: pieces, negative: 0 });
    await expectReconciled();
  });
});

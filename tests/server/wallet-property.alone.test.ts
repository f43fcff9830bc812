import fc from "fast-check";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { newId } from "#server/platform/runtime/clock.ts";
import { anonymous } from "#server/platform/db/row-security.ts";
import { openDatabase } from "#server/platform/db/database.ts";
import type { Database } from "#server/platform/db/database.ts";
import { freshDatabase } from "./postgres.ts";
import type { FreshDatabase } from "./postgres.ts";
import { staffOf } from "./stage-stock.ts";
import { anyWalletAct, doWalletAct } from "./wallet-acts.ts";
import type { Purse, WalletAct, WalletOutcome } from "./wallet-acts.ts";
import { addProvider, addRetailer } from "./world.ts";

/* The real commands on a real PostgreSQL, by the pools of two processes with five connections each. */
const isFull = process.env["QUAYSIDE_FULL"] === "1";
const processes = 2;
const connectionsEach = 5;

let fresh: FreshDatabase;
let databases: Database[];
let providerUuid = "";

beforeAll(async () => {
  fresh = await freshDatabase();
  databases = Array.from({ length: processes }, () =>
    openDatabase(fresh.appUrl, { connections: connectionsEach, waitMs: 60_000, statementTimeoutMs: 100_000 }),
  );
  providerUuid = await databaseAt(0).transaction(anonymous, (tx) => addProvider(tx, "Purse of Chance"));
});
afterAll(async () => {
  for (const database of databases) await database.close();
  await fresh.drop();
});

/** Returns the pool of the process with this connection. */
function databaseAt(connection: number): Database {
  const database = databases[connection % processes];
  if (database === undefined) throw new Error("no such process");
  return database;
}

/** Creates two retailers for each run, so that runs do not interfere. */
async function newPurse(): Promise<Purse> {
  const retailers = await databaseAt(0).transaction(anonymous, async (tx) => [
    await addRetailer(tx, "One by Chance", providerUuid),
    await addRetailer(tx, "Two by Chance", providerUuid),
  ]);
  return { providerUuid, userUuid: newId(), retailers, topUps: [], charges: [] };
}

const start = Date.parse("2026-01-20T08:00:00Z");
const dayMs = 86_400_000;

/** Each connection performs every tenth act as fast as it can: an earlier day's may come later. */
async function fromAllConnections(purse: Purse, acts: readonly WalletAct[]): Promise<WalletOutcome[]> {
  const connections = processes * connectionsEach;
  const lanes = Array.from({ length: connections }, async (_, connection) => {
    const mine: WalletOutcome[] = [];
    for (let at = connection; at < acts.length; at += connections) {
      const one = acts[at];
      if (one !== undefined) mine.push(await doWalletAct(databaseAt(connection), purse, one, new Date(start + at * dayMs)));
    }
    return mine;
  });
  return (await Promise.all(lanes)).flat();
}

/** Queries for violations of the invariants, by name. */
const wrongs = {
  "a transaction that does not sum to nothing": sql`
    select transaction_uuid from e group by transaction_uuid having sum(amount_cents) <> 0 or count(*) <> 2`,
  "an account that is not the sum of its entries": sql`
    select coalesce(a.account, s.account), a.balance_cents, s.amount from a
      full join (select retailer_uuid, account, sum(amount_cents) as amount from e group by 1, 2) s using (retailer_uuid, account)
    where a.balance_cents is distinct from s.amount`,
  "something entered twice, or not": sql`
    select s.uuid, count(e) filter (where e.source_type = s.type) as entered, count(e) filter (where e.source_type = s.type || '-reversal') as taken_back
    from (
      select charge_uuid as uuid, 'charge' as type, status = 'reversed' as is_reversed, retailer_uuid from charge
      union all select top_up_uuid, 'top-up', reversed_at is not null, retailer_uuid from top_up
    ) s left join e on e.source_uuid = s.uuid and e.leg = 1
    where s.retailer_uuid in (select uuid from mine) group by s.uuid, s.is_reversed
    having count(e) filter (where e.source_type = s.type) <> 1
      or count(e) filter (where e.source_type = s.type || '-reversal') <> s.is_reversed::integer`,
  "an entry before the end of an issued statement that the statement has not": sql`
    select s.statement_number from statement s where s.retailer_uuid in (select uuid from mine) and (
      select row (coalesce(sum(e.amount_cents) filter (where e.at < s.from_at), 0),
        coalesce(sum(e.amount_cents) filter (where e.at >= s.from_at and e.account = 'balance' and e.source_type like 'top-up%'), 0),
        coalesce(sum(e.amount_cents), 0))
      from e where e.retailer_uuid = s.retailer_uuid and e.leg = 1 and e.at < s.to_at
    ) <> row (s.opening_cents::numeric, s.paid_in_cents::numeric, s.closing_cents::numeric)`,
  "a payment that is recorded twice": sql`
    select lower(reference) from top_up where reference <> '' and reversed_at is null and retailer_uuid in (select uuid from mine)
    group by retailer_uuid, method, lower(reference) having count(*) > 1`,
};

async function wrongsOf({ retailers }: Purse): Promise<Record<string, unknown[]>> {
  const found: Record<string, unknown[]> = {};
  await databaseAt(0).transaction(staffOf(providerUuid), async (tx) => {
    for (const [wrong, query] of Object.entries(wrongs)) {
      const { rows } = await sql`with mine as (select unnest(${retailers}::uuid[]) as uuid),
        e as (select * from wallet_entry where retailer_uuid in (select uuid from mine)),
        a as (select * from wallet_account where retailer_uuid in (select uuid from mine)) ${query}`.execute(tx);
      if (rows.length > 0) found[wrong] = rows;
    }
  });
  return found;
}

async function balanceOf({ retailers }: Purse): Promise<number> {
  const { rows } = await databaseAt(0).transaction(staffOf(providerUuid), (tx) =>
    sql<{ cents: number }>`select coalesce(sum(balance_cents), 0)::bigint as cents from wallet_account
      where retailer_uuid = any (${[...retailers]}::uuid[]) and account = 'balance'`.execute(tx),
  );
  return rows[0]?.cents ?? 0;
}

const known = new Set(["done", "notFound", "wallet.reversedAlready", "wallet.referenceTaken", "changedMeanwhile"]);

describe("any entries, reversals and statements from 10 connections at once", () => {
  test(
    "accounts equal their entries, nothing is entered twice, and issued statements stay correct",
    { timeout: isFull ? 900_000 : 60_000 },
    async () => {
      const acts = fc.array(anyWalletAct, { minLength: 60, maxLength: 180, size: "max" });
      await fc.assert(
        fc.asyncProperty(acts, async (drawn) => {
          const purse = await newPurse();
          const outcomes = await fromAllConnections(purse, drawn);
          expect(outcomes.filter(({ said }) => !known.has(said))).toEqual([]);
          expect(await balanceOf(purse)).toBe(outcomes.reduce((sum, { change }) => sum + change, 0));
          expect(await wrongsOf(purse)).toEqual({});
        }),
        { numRuns: isFull ? 300 : 4, endOnFailure: true },
      );
      const count = (table: "statement" | "top_up") =>
        databaseAt(0).transaction(staffOf(providerUuid), (tx) => tx.selectFrom(table).select("currency").limit(1).execute());
      expect([(await count("statement")).length, (await count("top_up")).length]).toEqual([1, 1]);
    },
  );
});

import { setTimeout as sleep } from "node:timers/promises";
import { sql } from "kysely";
import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { apiPrefix } from "#src/kit/api/address.ts";
import type { Call, InputOf } from "#src/kit/api/define-call.ts";
import { previewPrices } from "#src/billing/rate-cards/rate-cards.contract.ts";
import { reportLocations } from "#src/billing/reports/reports.contract.ts";
import { adjustStock, listBalances } from "#src/warehouse/stock/stock.contract.ts";
import { sendUnawaited } from "./connection.ts";
import { actingFor } from "./row-security.ts";
import type { Tx } from "./row-security.ts";
import { CommitWatch } from "./connection.ts";
import { StatementNames } from "./statement-names.ts";
import { openTransactions } from "./transactions.ts";
import { startTestApp } from "#tests/server/app.ts";
import type { TestApp } from "#tests/server/app.ts";
import { headersOf, request } from "#tests/server/client.ts";
import { putStock, staffOf, stageStock } from "#tests/server/stage-stock.ts";
import type { StockStage } from "#tests/server/stage-stock.ts";
import { makeWorld } from "#tests/server/world.ts";
import type { World } from "#tests/server/world.ts";

let server: TestApp;
let world: World;
let stage: StockStage;
let owner: pg.Client;
let origin = "";

beforeAll(async () => {
  server = await startTestApp();
  // A slow machine may take its time while a lock is held.
  server.services.database.pool.on("connect", (client) => void client.query("set lock_timeout = 0"));
  world = await makeWorld(server);
  stage = await server.services.database.transaction(staffOf(world.providerA), async (tx) => {
    const made = await stageStock(tx, { providerUuid: world.providerA, ownerUuid: world.retailerA });
    await putStock(tx, made, { quantity: 5 });
    return made;
  });
  owner = new pg.Client({ connectionString: server.ownerUrl });
  await owner.connect();
  origin = await server.app.listen({ port: 0, host: "127.0.0.1" });
});
afterAll(async () => {
  await owner.end();
  await server.close();
});

/** Asks over a connection of its own, which is cut when told. */
function askFrom<C extends Call>(call: C, input: InputOf<C>, signal: AbortSignal): Promise<unknown> {
  const headers = { ...headersOf({ token: world.provider.token }), "content-type": "application/json" };
  const asked = call.method === "GET" ? {} : { body: JSON.stringify(input) };
  return fetch(origin + apiPrefix + call.path, { method: call.method, headers, signal, ...asked }).catch(() => null);
}

const until = async (isSo: () => Promise<boolean>) => {
  while (!(await isSo())) await sleep(20);
};

/** How many of the application's statements wait for a lock. */
async function waiting(): Promise<number> {
  const { rows } = await owner.query<{ count: string }>(
    "select count(distinct pid) from pg_locks where not granted and database = (select oid from pg_database where datname = current_database())",
  );
  return Number(rows[0]?.count);
}

const piecesThere = async () => {
  const [variant] = stage.variants;
  const { data } = await request(server.app, listBalances, { variant_uuid: variant?.variantUuid ?? "" }, { token: world.provider.token });
  return data.result.reduce((sum, { quantity }) => sum + quantity, 0);
};

test("reads are cancelled in the database when the requester disconnects; writes still complete", async () => {
  const prices = [{ event: "receiving_piece" as const, from_value: 0, price_micros: 50_000 }];
  const adjusted = {
    variant_uuid: stage.variants[0]?.variantUuid ?? "",
    location: stage.barcodes[0] ?? "",
    delta: 2,
    reason: "found" as const,
  };
  const hanging = new AbortController();
  await owner.query("begin; lock table location, stock_entry in access exclusive mode");
  const asked = [
    askFrom(reportLocations, {}, hanging.signal),
    askFrom(previewPrices, { prices, month: server.clock.now().toISOString().slice(0, 7) }, hanging.signal),
    askFrom(adjustStock, adjusted, hanging.signal),
  ];
  await until(async () => (await waiting()) === 3);
  hanging.abort();
  await until(async () => (await waiting()) < 3);
  await until(async () => (await waiting()) === 1);
  await owner.query("commit");
  await until(async () => (await piecesThere()) === 7);
  await Promise.all(asked);
  // And not because a lock was waited for as long as it may be.
  const reasons = server.logged.map((line) => (JSON.parse(line) as { reason?: string }).reason).filter((reason) => reason !== undefined);
  expect(reasons).toEqual(["the requester disconnected", "the requester disconnected"]);
});

test("a statement that finishes in time keeps its connection", async () => {
  const { pool } = server.services.database;
  let cuts = 0;
  const cut = () => void (cuts += 1);
  pool.on("remove", cut);
  const leaving = new AbortController();
  const shared = {
    names: new StatementNames(),
    traffic: { statements: 0, roundTrips: 0 },
    beginText: () => "begin",
    commits: new CommitWatch(),
    types: pg.types,
    isPooled: true,
    onError: cut,
  };
  const answer = await openTransactions(pool, { ...shared, end: cut }).run(
    async (tx) => {
      leaving.abort();
      return (await sql<{ one: number }>`select 1 as one`.execute(tx)).rows;
    },
    { isRead: true, signal: leaving.signal, graceMs: 60_000 },
  );
  expect(answer).toEqual([{ one: 1 }]);
  expect(cuts).toBe(0);
});

test("no transaction begins for a requester that has already disconnected", async () => {
  const began = server.services.database.read(async () => "begun", AbortSignal.abort());
  await expect(began).rejects.toThrow("the requester disconnected");
});

test("who a transaction acts for is set without waiting, and the statements after it see that", async () => {
  const { database } = server.services;
  const [ours, theirs] = [staffOf(world.providerA), staffOf(world.providerB)];
  const readProvider = async (tx: Tx) => {
    const { rows } = await sql<{ provider: string }>`select current_setting('app.provider') as provider`.execute(tx);
    return rows[0]?.provider;
  };
  const { roundTrips } = { ...database.traffic };
  const seen = await database.transaction(ours, async (tx) => [
    await readProvider(tx),
    await actingFor(tx, theirs, ours, () => readProvider(tx)),
    await readProvider(tx),
  ]);
  expect(seen).toEqual([world.providerA, world.providerB, world.providerA]);
  // one for each of the three, and the commit
  expect(database.traffic.roundTrips - roundTrips).toBe(4);
});

test("a statement that nobody waits for is sent in its place, and its failure is that of the transaction", async () => {
  const { database } = server.services;
  const providerUuid = world.providerA;
  const insert = (tag: string) => sql`select set_config('app.tag', ${tag}, true)`;
  const read = async (tx: Tx) => (await sql<{ tag: string }>`select current_setting('app.tag') as tag`.execute(tx)).rows[0]?.tag;
  await database.transaction(staffOf(providerUuid), async (tx) => {
    sendUnawaited(tx, insert("first"));
    expect(await read(tx)).toBe("first");
    sendUnawaited(tx, insert("second"));
    expect(await read(tx)).toBe("second");
  });

  const fails = sql`select 1 / 0`;
  const work = database.transaction(staffOf(providerUuid), async (tx) => {
    await sql`update provider set introduction = 'changed' where provider_uuid = ${providerUuid}`.execute(tx);
    sendUnawaited(tx, fails);
  });
  await expect(work).rejects.toMatchObject({ code: "22012" });
  const goesOn = database.transaction(staffOf(providerUuid), async (tx) => {
    sendUnawaited(tx, fails);
    await read(tx);
  });
  await expect(goesOn).rejects.toMatchObject({ code: "22012" });
  const { rows } = await owner.query("select introduction from provider where introduction = 'changed'");
  expect(rows).toEqual([]);
});

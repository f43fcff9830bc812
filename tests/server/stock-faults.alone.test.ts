import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, expect, inject, test } from "vitest";
import { anonymous, platform } from "#server/platform/db/row-security.ts";
import { openDatabase } from "#server/platform/db/database.ts";
import { checkLedger } from "#server/warehouse/stock/reconciliation.queries.ts";
import { until } from "#tests/e2e/until.ts";
import { makeDemoDataDir } from "#tests/e2e/web-demo.ts";
import { signInAt } from "./people-process.ts";
import { ownerUrlOf, postmasterPid, removeDataDir, samePorts, startProcess } from "./process.ts";
import type { ServerProcess } from "./process.ts";
import { putStock, staffOf, stageStock } from "./stage-stock.ts";
import type { StockStage } from "./stage-stock.ts";
import { startStockLoad } from "./stock-load.ts";
import { rowsOf } from "./truths-process.ts";

/*
 * The real server on a real database, struck while people move, adjust, reserve and ship: by kill -9, and by an immediate stop and restart of
 * PostgreSQL.
 */
const rounds = process.env["QUAYSIDE_FULL"] === "1" ? 20 : 2;
const pieces = 1_000_000;
const betweenMs = 700;
const cleanUps: (() => Promise<void>)[] = [];
afterAll(async () => {
  for (const cleanUp of cleanUps.toReversed()) await cleanUp();
});

/** Creates goods of provider01 at the first location of a new warehouse. */
async function setStage(ownerUrl: string): Promise<StockStage> {
  const database = openDatabase(ownerUrl, { connections: 1 });
  try {
    const user = await database.transaction(anonymous, (tx) =>
      tx.selectFrom("app_user").select("related_uuid").where("username", "=", "provider01").executeTakeFirstOrThrow(),
    );
    const providerUuid = user.related_uuid ?? "";
    return await database.transaction(staffOf(providerUuid), async (tx) => {
      const stage = await stageStock(tx, { providerUuid, ownerUuid: providerUuid, variants: 1 });
      await putStock(tx, stage, { quantity: pieces });
      return stage;
    });
  } finally {
    await database.close();
  }
}

async function differencesIn(ownerUrl: string, { providerUuid }: StockStage) {
  const database = openDatabase(ownerUrl, { connections: 1 });
  try {
    return (await database.transaction(platform, (tx) => checkLedger(tx, providerUuid))).differences;
  } finally {
    await database.close();
  }
}

/** Counts what the ledger recorded: movements by kind, and reservations by status. */
async function countsOf(dataDir: string, { variants }: StockStage): Promise<Record<string, number>> {
  const rows = await rowsOf<{ kind: string; count: number }>(
    { ownerUrl: () => ownerUrlOf(dataDir) },
    `select source_type as kind, count(*)::int from stock_entry where variant_uuid = $1 and leg = 1 group by 1
     union all select status, count(*)::int from reservation where variant_uuid = $1 group by 1`,
    [variants[0]?.variantUuid],
  );
  return Object.fromEntries(rows.map(({ kind, count }) => [kind, count]));
}

test(
  "every acknowledged change is in the ledger exactly once, whatever crashed meanwhile",
  { timeout: 120_000 + rounds * 40_000 },
  async () => {
    const dataDir = await makeDemoDataDir(inject("demoFolder"), { isDurable: true });
    const servers: ServerProcess[] = [];
    cleanUps.push(async () => {
      for (const server of servers) await server.kill();
      await removeDataDir(dataDir);
    });
    const start = async (variables = {}) => {
      const server = await startProcess("all", { DATA_DIR: dataDir, ...variables });
      servers.push(server);
      return server;
    };
    let server = await start();
    const ownerUrl = () => ownerUrlOf(dataDir);
    const stage = await setStage(ownerUrl());
    const as = await signInAt(server.origin, "provider01", "p");
    const load = startStockLoad({ origin: server.origin, as, stage, ownerUrl });
    for (let round = 0; round < rounds; round += 1) {
      await sleep(betweenMs);
      await server.kill();
      server = await start(samePorts(server.ports));
      await sleep(betweenMs);
      const before = postmasterPid(dataDir) ?? 0;
      // "Immediate": without a checkpoint, like a power cut.
      process.kill(before, "SIGQUIT");
      await until(async () => ((postmasterPid(dataDir) ?? before) === before ? null : true), "another PostgreSQL", 60_000);
      await until(async () => ((await fetch(`${server.origin}/readyz`)).status === 200 ? true : null), "being ready again", 60_000);
    }
    await sleep(betweenMs);
    await load.finish();

    expect(load.troubles).toEqual([]);
    expect(load.interrupted()).toBeGreaterThanOrEqual(2 * rounds);
    const { moved, adjusted, reserved, released, shipped } = load.acknowledged;
    expect(Math.min(moved, adjusted, reserved, released, shipped)).toBeGreaterThan(0);
    expect(await countsOf(dataDir, stage)).toEqual({
      opening: 1,
      move: moved,
      adjustment: adjusted,
      shipment: shipped,
      open: reserved - released - shipped,
      released,
      shipped,
    });
    expect(await differencesIn(ownerUrl(), stage)).toEqual([]);
    expect(await server.stop()).toBe(0);
  },
);

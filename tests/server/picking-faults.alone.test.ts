import { setTimeout as sleep } from "node:timers/promises";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestApp } from "./app.ts";
import type { TestApp } from "./app.ts";
import { killBefore } from "./kill-server.ts";
import { startPickingLoad } from "./picking-load.ts";
import type { AcknowledgedPicks, PickingPlace } from "./picking-load.ts";
import { makeDataDir, removeDataDir, samePorts, startProcess } from "./process.ts";
import type { ServerProcess } from "./process.ts";
import { WaveScene } from "./wave-scene.ts";
import { makeWorld } from "./world.ts";

/*
 * The real server, killed again and again while orders get their stock, waves are planned and released, and their lines are picked. Every second kill comes
 * while transactions wait half way, with what they did before done and not committed: a table is locked for writing.
 */
const isFull = process.env["QUAYSIDE_FULL"] === "1";
const kills = isFull ? 20 : 2;
const tables = [
  "reservation",
  "stock_entry",
  "pick_line",
  "order_event",
  "pick_task",
  "wave",
  "order_demand",
  "event",
  "audit_log",
  "sales_order",
];
/** By day another table. */
const firstTable = isFull ? 0 : Math.floor(Date.now() / 86_400_000);
const workMs = 4000;

let app: TestApp;
let scene: WaveScene;
const dataDir = makeDataDir();
const servers: ServerProcess[] = [];

beforeAll(async () => {
  app = await startTestApp();
  scene = new WaveScene(app, await makeWorld(app));
});
afterAll(async () => {
  for (const server of servers) await server.kill();
  await app.close();
  await removeDataDir(dataDir);
});

async function start(variables: Readonly<Record<string, string>> = {}): Promise<ServerProcess> {
  const server = await startProcess("all", {
    DATABASE_URL: app.ownerUrl,
    DATA_DIR: dataDir,
    RATE_PER_MINUTE: "1000000",
    ...variables,
  });
  servers.push(server);
  return server;
}

/** Waits until no killed server's transaction is left. */
async function untilAlone(): Promise<void> {
  await expect
    .poll(
      async () => {
        const [found] = await scene.read(
          sql<{ count: number }>`select count(*)::integer as count from pg_stat_activity
            where datname = current_database() and xact_start is not null and pid <> pg_backend_pid() and backend_type = 'client backend'`,
        );
        return found?.count;
      },
      { timeout: 30_000 },
    )
    .toBe(0);
}

/** Counts what the database has of what people were told. */
async function countDone({ on }: PickingPlace): Promise<Partial<AcknowledgedPicks>> {
  const { warehouseUuid } = on;
  const [found] = await scene.read(sql<Partial<AcknowledgedPicks>>`select
    (select count(*)::integer from sales_order where warehouse_uuid = ${warehouseUuid}) as orders,
    (select count(*)::integer from order_event e join sales_order o using (provider_uuid, order_uuid)
      where o.warehouse_uuid = ${warehouseUuid} and e.event = 'confirm') as confirmed,
    (select count(*)::integer from stock_entry where warehouse_uuid = ${warehouseUuid} and source_type = 'adjustment' and leg = 2) as adjusted,
    (select count(*)::integer from wave where warehouse_uuid = ${warehouseUuid}) as waves,
    (select count(*)::integer from wave where warehouse_uuid = ${warehouseUuid} and released_at is not null) as released,
    (select count(*)::integer from pick_line where warehouse_uuid = ${warehouseUuid} and status = 'picked') as "pickedLines",
    (select coalesce(sum(picked_quantity), 0)::integer from pick_line where warehouse_uuid = ${warehouseUuid} and status = 'picked') as "pickedPieces",
    (select count(*)::integer from pick_line where warehouse_uuid = ${warehouseUuid} and status = 'short') as "shortLines",
    (select coalesce(sum(picked_quantity), 0)::integer from pick_line where warehouse_uuid = ${warehouseUuid} and status = 'short') as "shortPieces",
    (select count(*)::integer from order_event e join sales_order o using (provider_uuid, order_uuid)
      where o.warehouse_uuid = ${warehouseUuid} and e.event = 'leave_wave' and e.detail ->> 'reason' = 'Asked') as kicked,
    (select count(*)::integer from order_event e join sales_order o using (provider_uuid, order_uuid)
      where o.warehouse_uuid = ${warehouseUuid} and e.event = 'accept_cancel') as cancelled`);
  return found ?? {};
}

test(
  "what was acknowledged is done exactly once and no reservation is lost, doubled or orphaned, whenever the server is killed",
  { timeout: 120_000 + kills * 40_000 },
  async () => {
    const on = await scene.stage([[0, 0, 1_000_000]], 2);
    const totes: string[] = [];
    for (let at = 0; at < 100 * kills; at += 1) totes.push(await scene.addTote(on));
    let server = await start();
    const place = { scene, on, totes, origin: server.origin };
    const load = startPickingLoad(place);
    const waited: string[] = [];
    for (let kill = 0; kill < kills; kill += 1) {
      await sleep(workMs + Math.random() * 300);
      if (kill % 2 === 0) await server.kill();
      else {
        const table = tables[(firstTable + kill / 2 - 0.5) % tables.length] ?? "event";
        if (await killBefore(server, table, app.ownerUrl)) waited.push(table);
      }
      await untilAlone();
      await scene.expectSound();
      server = await start(samePorts(server.ports));
    }
    await sleep(workMs);
    // Two kills leave little time: a slow machine works on until every kind of step was taken.
    const { acknowledged } = load;
    const getRarest = () => Math.min(acknowledged.pickedLines, acknowledged.shortLines, acknowledged.kicked);
    await expect.poll(getRarest, { timeout: 60_000 }).toBeGreaterThan(0);
    await load.finish();
    await scene.expectSound();
    if (isFull) console.log(JSON.stringify({ ...load.acknowledged, interrupted: load.interrupted(), waited }));
    expect(load.troubles).toEqual([]);
    expect(load.interrupted()).toBeGreaterThanOrEqual(kills);
    expect(await countDone(place)).toEqual(load.acknowledged);
    if (isFull) expect(waited.length).toBeGreaterThan(5);
    expect(await server.stop()).toBe(0);
  },
);

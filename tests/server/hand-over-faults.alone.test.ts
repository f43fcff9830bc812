import { setTimeout as sleep } from "node:timers/promises";
import { PDFDocument } from "@cantoo/pdf-lib";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { printWaybills } from "#src/outbound/waybills/waybills.contract.ts";
import { platform } from "#server/platform/db/row-security.ts";
import { startSandboxCarriers } from "#tests/factories/sandbox-carriers.ts";
import type { SandboxCarriers } from "#tests/factories/sandbox-carriers.ts";
import { startTestApp } from "./app.ts";
import type { TestApp } from "./app.ts";
import { headersOf } from "./client.ts";
import { killBefore } from "./kill-server.ts";
import { startOutboundLoad } from "./outbound-load.ts";
import { listOutboundFaults } from "./outbound-truths.ts";
import { makeCarrierChannels, makePickedOrders, stageParcels } from "./parcel-scene.ts";
import { createPersistentClient } from "./persistent-client.ts";
import { samePorts, startProcess } from "./process.ts";
import type { ServerProcess } from "./process.ts";
import { WaveScene } from "./wave-scene.ts";
import { makeWorld } from "./world.ts";

/*
 * The real server, killed again and again while orders are reviewed, packed, weighed, bagged and handed over to three carriers that lose answers. Every
 * second kill comes while transactions wait half way: a table is locked for writing.
 */
const isFull = process.env["QUAYSIDE_FULL"] === "1";
const kills = isFull ? 20 : 2;
const ordersEach = 2;
const tables = [
  "bag_parcel",
  "order_review",
  "stock_entry",
  "parcel",
  "manifest",
  "work_entry",
  "waybill",
  "order_event",
  "bag",
  "audit_log",
];
/** By day another table. */
const firstTable = isFull ? 0 : Math.floor(Date.now() / 86_400_000);
const faults = [{ lateMs: 300 }, { lost: true }, { twice: true, lateMs: 200 }, { wrong: "cut" }, { wrong: "otherReference" }] as const;
/** Calls that are answered before a kill: about half of those that the added orders need. */
const callsBetween = 15;

let sandbox: SandboxCarriers;
let app: TestApp;
let scene: WaveScene;
const processes: ServerProcess[] = [];

beforeAll(async () => {
  sandbox = await startSandboxCarriers();
  app = await startTestApp({ carriers: sandbox.bases });
  scene = new WaveScene(app, await makeWorld(app));
});
afterAll(async () => {
  for (const one of processes) await one.kill();
  await app.close();
  await sandbox.stop();
});

async function start(role: "web" | "worker", variables: Readonly<Record<string, string>> = {}): Promise<ServerProcess> {
  // The same folder: its key opens the accounts' tokens.
  const common = { DATABASE_URL: app.ownerUrl, DATA_DIR: app.dataDir, RATE_PER_MINUTE: "1000000", ...sandbox.bases };
  const started = await startProcess(role, { ...common, ...variables });
  processes.push(started);
  return started;
}

interface Counted {
  readonly reviewedPieces: number;
  readonly reviewed: number;
  readonly packed: number;
  readonly weighed: number;
  readonly bagged: number;
  readonly sealed: number;
  readonly handedOver: number;
}

/** Counts what the database has of what people were told. */
async function countDone(): Promise<Counted | undefined> {
  const [found] = await scene.read(sql<Counted>`select
    (select coalesce(sum(reviewed_pieces), 0)::integer from order_review where status = 'done') as "reviewedPieces",
    (select count(*)::integer from order_review where status = 'done') as reviewed,
    (select count(*)::integer from parcel where status <> 'voided') as packed,
    (select count(*)::integer from parcel where weighed_at is not null) as weighed,
    (select count(*)::integer from bag_parcel where taken_at is null) as bagged,
    (select count(*)::integer from bag where sealed_at is not null) as sealed,
    (select count(*)::integer from parcel where status = 'handed_over') as "handedOver"`);
  return found;
}

/** Prints all labels as one file. @returns its number of pages */
async function printAll(origin: string): Promise<number> {
  const rows = await scene.read(sql<{ waybill_uuid: string }>`select waybill_uuid from waybill where status = 'issued' order by 1`);
  const client = createPersistentClient(origin);
  const waybill_uuids = rows.map(({ waybill_uuid }) => waybill_uuid);
  const printed = await client.ask(printWaybills, { waybill_uuids }, scene.world.provider);
  expect(client.troubles).toEqual([]);
  expect(printed?.failed).toEqual([]);
  const { pathname, search } = new URL(printed?.files[0]?.link ?? "");
  const file = await fetch(origin + pathname + search, { headers: headersOf({ token: scene.world.provider.token }) });
  return (await PDFDocument.load(await file.arrayBuffer())).getPageCount();
}

test(
  "what was acknowledged is done exactly once, nothing leaves the ledger twice and every label is printed, whenever the server is killed",
  { timeout: 240_000 + kills * 60_000 },
  async () => {
    const on = await stageParcels(scene, 20_000);
    const channelUuids = (await makeCarrierChannels(scene, sandbox)).map(({ channelUuid }) => channelUuid);
    const worker = await start("worker");
    let server = await start("web");
    const load = startOutboundLoad({ scene, on, channelUuids, origin: server.origin });
    const waited: string[] = [];
    let orders = 0;
    for (let kill = 0; kill < kills; kill += 1) {
      await sandbox.control.fail({ times: 2, operation: "create", ...faults[kill % faults.length] });
      const picked: string[] = [];
      for (const channelUuid of channelUuids) picked.push(...(await makePickedOrders(scene, on, { count: ordersEach, channelUuid })));
      orders += picked.length;
      const answered = load.answered();
      load.add(picked);
      await expect
        .poll(() => (load.troubles.length > 0 ? load.troubles : load.answered() > answered + callsBetween), {
          timeout: 60_000,
          interval: 20,
        })
        .toBe(true);
      const table = tables[(firstTable + Math.floor(kill / 2)) % tables.length] ?? "parcel";
      if (kill % 2 === 1) {
        await sleep(Math.random() * 200);
        await server.kill();
      } else if (await killBefore(server, table, app.ownerUrl)) waited.push(table);
      server = await start("web", samePorts(server.ports));
    }
    await sandbox.control.mend();
    await expect.poll(async () => (await countDone())?.handedOver, { timeout: 180_000, interval: 500 }).toBe(orders);
    await load.finish();
    if (isFull) console.log(JSON.stringify({ kills, orders, ...load.acknowledged, interrupted: load.interrupted(), waited }));
    expect(load.troubles).toEqual([]);
    expect(load.interrupted()).toBeGreaterThanOrEqual(kills);
    expect(await countDone()).toEqual(load.acknowledged);
    expect(load.acknowledged).toMatchObject({
      reviewedPieces: 2 * orders,
      reviewed: orders,
      packed: orders,
      weighed: orders,
      bagged: orders,
    });
    await scene.expectSound();
    expect(await app.services.database.transaction(platform, (tx) => listOutboundFaults(tx, scene.world.providerA))).toEqual([]);
    const shipments = (await sandbox.control.shipments()).filter(({ state }) => state !== "cancelled");
    expect(shipments).toHaveLength(orders);
    // A parcel may leave before its label has come; what the carrier forgets must be here.
    const countUnlabelled = async () =>
      (
        await scene.read(sql<{ count: number }>`select count(*)::integer as count from waybill where status = 'issued' and label_type = ''`)
      )[0]?.count;
    await expect.poll(countUnlabelled, { timeout: 60_000, interval: 200 }).toBe(0);
    await sandbox.control.forgetLabels();
    await sandbox.control.manifest();
    expect((await sandbox.control.shipments()).filter(({ isLabelForgotten }) => isLabelForgotten)).toHaveLength(orders);
    expect(await printAll(server.origin)).toBe(orders);
    expect(await server.stop()).toBe(0);
    expect(await worker.stop()).toBe(0);
  },
);

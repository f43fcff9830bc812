import { setTimeout as sleep } from "node:timers/promises";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startSandboxCarriers } from "#tests/factories/sandbox-carriers.ts";
import type { SandboxCarriers } from "#tests/factories/sandbox-carriers.ts";
import { platform } from "#server/platform/db/row-security.ts";
import { startTestApp } from "./app.ts";
import type { TestApp } from "./app.ts";
import { listOutboundFaults } from "./outbound-truths.ts";
import { makeCarrierChannels, makeWeighedParcels, stageParcels } from "./parcel-scene.ts";
import { startProcess } from "./process.ts";
import type { ServerProcess } from "./process.ts";
import { WaveScene } from "./wave-scene.ts";
import { makeWorld } from "./world.ts";

/*
 * The real worker, killed again and again while it asks carriers for waybills that answer late, twice, never and wrongly: each of the three in turn.
 */
const isFull = process.env["QUAYSIDE_FULL"] === "1";
const kills = isFull ? 20 : 2;
const parcelsEach = 12;
/** By day others of the three. */
const firstCarrier = isFull ? 0 : Math.floor(Date.now() / 86_400_000);
/** What the carrier does wrong meanwhile, by turns. */
const faults = [
  { lateMs: 400 },
  { lost: true, lateMs: 200 },
  { twice: true, lateMs: 300 },
  { wrong: "cut", lateMs: 300 },
  { status: 500, delayMs: 200 },
  { wrong: "otherReference", lateMs: 300 },
] as const;

let sandbox: SandboxCarriers;
let app: TestApp;
let scene: WaveScene;
const workers: ServerProcess[] = [];

beforeAll(async () => {
  sandbox = await startSandboxCarriers();
  app = await startTestApp({ carriers: sandbox.bases });
  scene = new WaveScene(app, await makeWorld(app));
});
afterAll(async () => {
  for (const worker of workers) await worker.kill();
  await app.close();
  await sandbox.stop();
});

async function startWorker(): Promise<ServerProcess> {
  // The same folder: its key opens the account's token.
  const worker = await startProcess("worker", { DATABASE_URL: app.ownerUrl, DATA_DIR: app.dataDir, ...sandbox.bases });
  workers.push(worker);
  return worker;
}

interface Counted {
  readonly live: number;
  readonly parcels: number;
  readonly issued: number;
  readonly labels: number;
}

async function count(): Promise<Counted | undefined> {
  const [counted] = await scene.read(sql<Counted>`
    select count(*)::integer as live, count(distinct parcel_uuid)::integer as parcels, count(*) filter (where status = 'issued')::integer as issued,
      count(*) filter (where label_type <> '')::integer as labels
    from waybill where status <> 'voided'`);
  return counted;
}
/** Counts what the carriers were asked, of the last 1,000 requests. */
async function countRequests(): Promise<Record<string, number>> {
  const byOperation = Map.groupBy(await sandbox.control.requests(), ({ operation }) => operation);
  return Object.fromEntries([...byOperation].map(([operation, all]) => [operation, all.length]));
}
const createsSeen = async () => (await sandbox.control.requests()).filter(({ operation }) => operation === "create").length;

test(
  "every parcel has one waybill at its carrier and here, whenever the worker is killed and whatever the carriers answer",
  { timeout: 120_000 + kills * 120_000 },
  async () => {
    const on = await stageParcels(scene, 20_000);
    const channels = await makeCarrierChannels(scene, sandbox);
    let parcels = 0;
    let worker: ServerProcess | null = null;
    for (let kill = 0; kill < kills; kill += 1) {
      const channel = channels[(firstCarrier + kill) % channels.length];
      parcels += (await makeWeighedParcels(scene, on, parcelsEach, channel?.channelUuid ?? null)).length;
      await sandbox.control.fail({ times: parcelsEach, operation: "create", ...faults[kill % faults.length] });
      const before = await createsSeen();
      worker ??= await startWorker();
      // A worker that was killed is noticed after half a minute.
      await expect.poll(createsSeen, { timeout: 90_000, interval: 20 }).toBeGreaterThan(before);
      await sleep(Math.random() * 600);
      await worker.kill();
      worker = null;
    }
    await sandbox.control.mend();
    worker = await startWorker();
    await expect.poll(async () => (await count())?.labels, { timeout: 110_000, interval: 500 }).toBe(parcels);
    expect(await count()).toEqual({ live: parcels, parcels, issued: parcels, labels: parcels });
    const shipments = (await sandbox.control.shipments()).filter(({ state }) => state !== "cancelled");
    expect(shipments).toHaveLength(parcels);
    const numbers = await scene.read(sql<{ waybill_number: string }>`select waybill_number from waybill where status = 'issued'`);
    expect(numbers.map(({ waybill_number }) => waybill_number).toSorted()).toEqual(
      shipments.map(({ waybillNumber }) => waybillNumber).toSorted(),
    );
    await scene.expectSound();
    expect(await app.services.database.transaction(platform, (tx) => listOutboundFaults(tx, scene.world.providerA))).toEqual([]);
    if (isFull) console.log(JSON.stringify({ kills, parcels, requests: await countRequests() }));
    expect(await worker.stop()).toBe(0);
  },
);

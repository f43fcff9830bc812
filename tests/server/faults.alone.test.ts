import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, describe, expect, inject, test } from "vitest";
import { changeUserInfo } from "#src/company/accounts/accounts.contract.ts";
import { codes } from "#src/kit/api/codes.ts";
import { exportAuditLog } from "#src/company/audit/audit.contract.ts";
import { downloadsChanged } from "#src/company/downloads/downloads.contract.ts";
import { until } from "#tests/e2e/until.ts";
import { makeDemoDataDir } from "#tests/e2e/web-demo.ts";
import { freshDemo } from "./demo-database.ts";
import { startLoad } from "./load-process.ts";
import type { Load, Workforce } from "./load-process.ts";
import { signInAt } from "./people-process.ts";
import { ownerUrlOf, postmasterPid, removeDataDir, samePorts, startProcess } from "./process.ts";
import type { ServerProcess } from "./process.ts";
import { sayHello } from "./realtime-client.ts";
import {
  expectCounts,
  expectExports,
  expectHeard,
  expectMails,
  expectWrites,
  linesOf,
  listenAs,
  rowsOf,
  settle,
} from "./truths-process.ts";
import type { Ear, Place } from "./truths-process.ts";

/*
 * The real server on a real database, struck by faults while people work. The cases run in parallel, because they mostly wait: a dead worker
 * is noticed after 30 s.
 */
const rounds = process.env["QUAYSIDE_FULL"] === "1" ? 8 : 1;
const withinMs = 240_000 + rounds * 30_000;
const cleanUps: (() => Promise<void>)[] = [];
afterAll(async () => {
  for (const cleanUp of cleanUps) await cleanUp();
});

const resetAddress = "operator@example.test";

interface Scene extends Place {
  people: Workforce;
  ears: Ear[];
}

/** Creates a data folder with the demo that is removed at the end with its servers. */
async function folder(servers: ServerProcess[]): Promise<string> {
  const dataDir = await makeDemoDataDir(inject("demoFolder"), { isDurable: true });
  cleanUps.push(async () => {
    for (const server of servers) await server.kill();
    await removeDataDir(dataDir);
  });
  return dataDir;
}

/** Signs in the demo's people and listens to their events. */
async function gather({ origin, ports }: ServerProcess, place: Place): Promise<Scene> {
  const [provider, retailer, admin, operator] = await Promise.all([
    signInAt(origin, "provider01", "p"),
    signInAt(origin, "retailer01", "ds"),
    signInAt(origin, "admin01", "p"),
    signInAt(origin, "operator01", "p"),
  ]);
  await operator.client.call(changeUserInfo, { email: resetAddress });
  const ears = await Promise.all([provider, provider, retailer].map((as) => listenAs(as, ports.application)));
  cleanUps.unshift(async () => ears.forEach((ear) => ear.close()));
  return { ...place, people: { provider, retailer, admin }, ears };
}

/** Expects everything acknowledged to exist exactly once. */
async function expectTruths({ people, ears, ...place }: Scene, loads: readonly Load[]): Promise<void> {
  await settle(place);
  const done = loads.flatMap((load) => load.done);
  const { provider, retailer, admin } = people;
  await expectWrites(done, [provider, retailer], admin);
  await expectExports(done, provider, "provider");
  await expectExports(done, retailer, "dropShipper");
  await expectMails(place, done, provider, resetAddress);
  await expectCounts(place, done);
  await expectHeard(place, ears);
}

const filling = { action: "test.filling", lines: 120_000 } as const;

/** Writes enough into the provider's log for an export to take seconds. */
async function fillLog(place: Place): Promise<void> {
  // Ids in time order (RFC 9562, version 7), of a minute ago.
  await rowsOf(
    place,
    `insert into audit_log (provider_uuid, audit_uuid, at, action)
     select provider_uuid,
       (lpad(to_hex((extract(epoch from now() - interval '1 minute') * 1000)::bigint), 12, '0') || '7' || substr(md5(random()::text), 1, 3)
         || '8' || substr(md5(random()::text), 1, 15))::uuid,
       now() - interval '1 minute', $1
     from provider, generate_series(1, $2::int)`,
    [filling.action, filling.lines],
  );
}

/** Expects its export to be finished once and complete. */
async function expectFilled({ people, ...place }: Scene, downloadUuid: string): Promise<void> {
  const [row] = await rowsOf<{ status: string; name: string }>(
    place,
    "select status, file_uuid || '.csv' as name from download where download_uuid = $1",
    [downloadUuid],
  );
  expect(row?.status).toBe("ready");
  expect(await linesOf(people.provider, "provider", row?.name ?? "")).toHaveLength(filling.lines);
}

/** Returns how a socket was closed. */
async function farewellOf({ people }: Scene, port: number): Promise<Promise<number>[]> {
  const socket = sayHello(`ws://127.0.0.1:${port}/websocket`, {
    token: people.provider.tokens.accessToken,
    topics: [downloadsChanged.name],
  });
  await socket.next("welcome");
  return [socket.closed];
}

/** Polls with new connections until none is accepted. @returns the distinct answers in order */
async function watchReadiness(origin: string): Promise<number[]> {
  const seen = new Set<number>();
  const polls: Promise<void>[] = [];
  const gone = new AbortController();
  // Polls do not wait for each other: on a busy machine the server's notice may be over before the next one would start.
  while (!gone.signal.aborted) {
    const poll = fetch(`${origin}/readyz`, { headers: { connection: "close" } });
    polls.push(
      poll.then(
        ({ status }) => void seen.add(status),
        () => gone.abort(),
      ),
    );
    await sleep(20);
  }
  await Promise.all(polls);
  return [...seen];
}

/** Counts the jobs in progress. */
async function openJobs(place: Place): Promise<number> {
  const [row] = await rowsOf<{ count: number }>(
    place,
    "select count(*)::int as count from pgboss.job where state in ('created', 'active', 'retry')",
  );
  return row?.count ?? 0;
}

describe.concurrent("acknowledged writes exist once, enqueued jobs are done once, and sockets miss nothing", () => {
  test(
    "when the server is killed and restarted",
    async () => {
      const servers: ServerProcess[] = [];
      const dataDir = await folder(servers);
      const start = async (variables = {}) => {
        const server = await startProcess("all", { DATA_DIR: dataDir, ...variables });
        servers.push(server);
        return server;
      };
      let server = await start();
      const scene = await gather(server, { dataDir, ownerUrl: () => ownerUrlOf(dataDir) });
      const load = startLoad(server.origin, scene.people, "killed");
      for (let round = 0; round < rounds; round += 1) {
        await sleep(1500);
        await server.kill();
        server = await start(samePorts(server.ports));
      }
      await sleep(1000);
      await load.finish();
      expect(load.cut()).toBeGreaterThan(0);
      expect(load.troubles).toEqual([]);
      expect(load.inDoubt.size).toBe(0);
      await expectTruths(scene, [load]);
      expect(scene.ears.map((ear) => ear.connections() > rounds)).toEqual([true, true, true]);
      expect(await server.stop()).toBe(0);
    },
    withinMs,
  );

  test(
    "when PostgreSQL is killed or restarted under the server, whose only errors meanwhile are 503",
    async () => {
      const servers: ServerProcess[] = [];
      const dataDir = await folder(servers);
      const server = await startProcess("all", { DATA_DIR: dataDir });
      servers.push(server);
      const scene = await gather(server, { dataDir, ownerUrl: () => ownerUrlOf(dataDir) });
      const load = startLoad(server.origin, scene.people, "bereft");
      const isReady = async () => (await fetch(`${server.origin}/readyz`)).status;
      for (const signal of Array.from({ length: rounds }, () => ["SIGKILL", "SIGINT"] as const).flat()) {
        await sleep(1500);
        const before = postmasterPid(dataDir) ?? 0;
        process.kill(before, signal);
        // Whether /readyz is polled in that short moment is chance; that the load was affected is checked below.
        await until(async () => ((postmasterPid(dataDir) ?? before) === before ? null : true), "another PostgreSQL", 60_000);
        await until(async () => ((await isReady()) === 200 ? true : null), "being ready again", 60_000);
      }
      await sleep(1500);
      await load.finish();
      const told = new Set(load.troubles.map(({ status, code }) => `${status} ${code}`));
      expect(told).toEqual(new Set([`503 ${codes.unavailable.code}`]));
      expect(load.cut()).toBe(0);
      expect(load.inDoubt.size).toBe(0);
      expect(load.slowestMs()).toBeLessThan(40_000);
      await expectTruths(scene, [load]);
      expect(server.log()).not.toContain('"level":60');
      expect(await server.stop()).toBe(0);
    },
    withinMs,
  );

  test(
    "when the server is asked to stop: it answers pending requests, closes sockets, exits, and leaves the rest for the next start",
    async () => {
      const servers: ServerProcess[] = [];
      const dataDir = await folder(servers);
      const server = await startProcess("all", { DATA_DIR: dataDir });
      servers.push(server);
      const scene = await gather(server, { dataDir, ownerUrl: () => ownerUrlOf(dataDir) });
      const load = startLoad(server.origin, scene.people, "asked");
      const goodbyes = (
        await Promise.all([server.ports.application, server.ports.websocket].map((port) => farewellOf(scene, port)))
      ).flat();
      await sleep(1500);
      await expect.poll(() => openJobs(scene), { interval: 10 }).toBeGreaterThan(0);

      load.hold();
      const readiness = watchReadiness(server.origin);
      const started = performance.now();
      expect(await server.stop()).toBe(0);
      expect(performance.now() - started).toBeLessThan(60_000);
      expect((await readiness).filter((status) => status !== 200)).toEqual([503]);
      expect(await Promise.all(goodbyes)).toEqual([1001, 1001]);
      expect(load.cut()).toBeGreaterThan(0);
      expect(load.troubles).toEqual([]);

      const next = await startProcess("all", { DATA_DIR: dataDir, ...samePorts(server.ports) });
      servers.push(next);
      // Whatever was not answered was not done: no work was half finished.
      const { provider, retailer, admin } = scene.people;
      await expectWrites(load.done, [provider, retailer], admin);
      load.release();
      await sleep(1000);
      await load.finish();
      await expectTruths(scene, [load]);
      expect(await next.stop()).toBe(0);
    },
    withinMs,
  );

  test(
    "when one process serves, another is the worker, and the worker is killed in the middle of a job",
    async () => {
      const database = await freshDemo();
      const { dataDir } = database;
      const servers: ServerProcess[] = [];
      cleanUps.push(async () => {
        for (const server of servers) await server.kill();
        await database.drop();
      });
      const variables = { DATABASE_URL: database.ownerUrl, DATA_DIR: dataDir };
      const start = async (role: "web" | "worker") => {
        const server = await startProcess(role, variables);
        servers.push(server);
        return server;
      };
      const web = await start("web");
      const worker = await start("worker");
      const scene = await gather(web, { dataDir, ownerUrl: () => database.ownerUrl });
      const load = startLoad(web.origin, scene.people, "apart");
      await sleep(2000);
      await load.finish();
      expect(load.troubles).toEqual([]);
      await settle(scene);

      await fillLog(scene);
      const { provider } = scene.people;
      const [ear] = scene.ears;
      const { download_uuid } = await provider.client.call(exportAuditLog, { action: "test.filling", format: "csv" });
      const isUnderWay = (one: object) => {
        const { progress, ...told } = one as { download_uuid: string; progress: number };
        return told.download_uuid === download_uuid && progress > 0 && progress < 100;
      };
      await until(async () => (ear?.heard.some((one) => isUnderWay(one)) === true ? true : null), "the middle of a job");
      await worker.kill();
      expect(ear?.heard.at(-1)).toMatchObject({ download_uuid, status: "running" });
      await start("worker");
      await settle(scene);
      await expectHeard(scene, scene.ears);
      const ends = ear?.heard.filter((one) => (one as { download_uuid: string }).download_uuid === download_uuid).slice(-1);
      expect(ends).toEqual([{ download_uuid, status: "ready", progress: 100 }]);
      await expectFilled(scene, download_uuid);
      for (const server of servers.slice(0, 1)) expect(await server.stop()).toBe(0);
    },
    withinMs,
  );
});

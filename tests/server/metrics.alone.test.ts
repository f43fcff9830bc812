import type { FastifyInstance } from "fastify";
import type { AddressInfo } from "node:net";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { home, getCsrfToken } from "#src/company/accounts/accounts.contract.ts";
import { buildApp } from "#server/app.ts";
import type { AppOptions } from "#server/app.ts";
import { anonymous } from "#server/platform/db/row-security.ts";
import { openDatabase } from "#server/platform/db/database.ts";
import type { Figures } from "#server/platform/http/health.ts";
import { runFor } from "#server/platform/runtime/requester-context.ts";
import { openRealtime } from "#server/platform/realtime/realtime.ts";
import type { Services } from "#server/platform/services.ts";
import { startTestApp } from "./app.ts";
import type { TestApp } from "./app.ts";
import { request } from "./client.ts";
import { makeDataDir, removeDataDir, startProcess } from "./process.ts";
import { openSocket } from "./realtime-client.ts";
import { makeWorld } from "./world.ts";
import type { World } from "./world.ts";

const token = "Figures-For-The-Collector-1";

let server: TestApp;
let world: World;
const open: FastifyInstance[] = [];

beforeAll(async () => {
  server = await startTestApp();
  world = await makeWorld(server);
});
afterAll(() => server.close());
afterEach(async () => {
  for (const app of open.splice(0)) await app.close();
});

/** Starts another server on the same database, with its metrics at zero. */
async function build(
  options: Partial<AppOptions> = {},
  services: Services = server.services,
): Promise<{ app: FastifyInstance; figures: Figures }> {
  const usual = { isProduction: false, ratePerMinute: 1_000_000, trustProxy: false, metricsToken: undefined, isStopping: () => false };
  const built = await buildApp(services, { ...usual, ...options });
  open.push(built.app);
  await built.app.ready();
  return built;
}

/** Occupies every connection of the pool, with `waiting` more requests, until the returned function is called. */
function holdPool(waiting = 0): () => Promise<void> {
  const { database } = server.services;
  const done = Promise.withResolvers<void>();
  // Each by another company: one alone only has its share.
  const held = Array.from({ length: database.pool.options.max + waiting }, (_, at) =>
    runFor({ company: `company ${at}` }, () => database.transaction(anonymous, () => done.promise)),
  );
  return async () => {
    done.resolve();
    await Promise.all(held);
  };
}

interface Asking {
  headers?: Record<string, string>;
  remoteAddress?: string;
  url?: string;
}

async function ask(app: FastifyInstance, { headers = {}, remoteAddress = "127.0.0.1", url = "/metrics" }: Asking = {}) {
  const { statusCode, body, headers: answered } = await app.inject({ method: "GET", url, headers, remoteAddress });
  return { status: statusCode, body, type: answered["content-type"], cache: answered["cache-control"], connection: answered["connection"] };
}

/** Returns the metrics of one name by labels, sorted: `answer="success",call="accounts.home"`. */
async function figuresOf(app: FastifyInstance, name: string): Promise<Record<string, number>> {
  const { body } = await ask(app);
  const found = [...body.matchAll(new RegExp(`^${name}(?:\\{(.*)\\})? (\\S+)$`, "gm"))];
  return Object.fromEntries(found.map(([, labels = "", value]) => [labels.split(",").toSorted().join(","), Number(value)]));
}

describe("metrics", () => {
  test("count requests by call and answer, whoever sends them and whatever they request", async () => {
    const { app } = await build();
    await request(app, getCsrfToken, {});
    for (const person of [world.provider, world.retailer]) await request(app, home, {}, { token: person.token });
    await request(app, home, {});
    for (const path of ["/v1/nowhere", "/v1/elsewhere", `/v1/home/${world.provider.userUuid}`]) await app.inject(path);
    await expect
      .poll(() => figuresOf(app, "quayside_request_seconds_count"))
      .toMatchObject({
        'answer="success",call="accounts.get-csrf-token"': 1,
        'answer="success",call="accounts.home"': 2,
        'answer="notSignedIn",call="accounts.home"': 1,
        // All unknown addresses count as one, so that nobody can create arbitrarily many metrics.
        'answer="noSuchCall",call="other"': 3,
      });
  });

  test("report how long requests took, in seconds", async () => {
    const { app } = await build();
    await request(app, home, {}, { token: world.provider.token });
    const label = 'answer="success",call="accounts.home"';
    await expect.poll(async () => (await figuresOf(app, "quayside_request_seconds_sum"))[label]).toBeGreaterThan(0);
    const seconds = (await figuresOf(app, "quayside_request_seconds_sum"))[label];
    expect(seconds).toBeLessThan(30);
    expect(await figuresOf(app, "quayside_request_seconds_bucket")).toMatchObject({ [`${label},le="+Inf"`]: 1, [`${label},le="30"`]: 1 });
  });

  test("report the states of the database connections", async () => {
    const { app } = await build();
    const connections = () => figuresOf(app, "quayside_database_connections");
    const size = server.services.database.pool.options.max;
    const letGo = holdPool(2);
    await expect.poll(connections).toEqual({ 'state="open"': size, 'state="idle"': 0, 'state="waiting"': 2 });
    await letGo();
    await expect.poll(connections).toEqual({ 'state="open"': size, 'state="idle"': size, 'state="waiting"': 0 });
  });

  test("report how many sockets are open", async () => {
    const { app, figures } = await build();
    const { services, appUrl } = server;
    const realtime = await openRealtime({ services, appUrl, log: services.log });
    figures.watchSockets(() => realtime.connections());
    realtime.attach(app.server, { path: "/websocket" });
    await app.listen({ port: 0, host: "127.0.0.1" });
    const url = `ws://127.0.0.1:${(app.server.address() as AddressInfo).port}/websocket`;
    const sockets = () => figuresOf(app, "quayside_sockets");
    expect(await sockets()).toEqual({ "": 0 });
    const [first, second] = [openSocket(url), openSocket(url)];
    await expect.poll(sockets).toEqual({ "": 2 });
    first.ws.close();
    await expect.poll(sockets).toEqual({ "": 1 });
    second.ws.close();
    await realtime.close();
    expect(await sockets()).toEqual({ "": 0 });
  });

  test("describe the process and contain no personal data", async () => {
    const { app } = await build();
    await request(app, home, {}, { token: world.provider.token });
    const { body, type, cache } = await ask(app);
    expect(type).toMatch(/^text\/plain; version=0\.0\.4/);
    expect(cache).toBe("no-store");
    expect(body).toMatch(/^process_resident_memory_bytes \d/m);
    expect(body).toMatch(/^nodejs_eventloop_lag_seconds \d/m);
    for (const secret of [world.provider.token, world.provider.username, world.provider.userUuid]) expect(body).not.toContain(secret);
  });
});

describe("metrics without a token", () => {
  test.each(["127.0.0.1", "127.0.0.53", "::1", "::ffff:127.0.0.1"])("are shown to this machine as %s", async (remoteAddress) => {
    const { app } = await build();
    expect((await ask(app, { remoteAddress })).status).toBe(200);
  });

  test.each(["10.0.0.7", "203.0.113.9", "::ffff:10.0.0.7", "2001:db8::1", "12.7.0.0", "::127.0.0.1"])(
    "are answered with 404 for %s, like any unknown address",
    async (remoteAddress) => {
      const { app } = await build();
      const nowhere = await ask(app, { remoteAddress, url: "/nowhere" });
      expect(nowhere.status).toBe(404);
      expect(await ask(app, { remoteAddress })).toEqual(nowhere);
      expect(await ask(app, { remoteAddress, headers: { authorization: "Bearer undefined" } })).toEqual(nowhere);
    },
  );

  test.each([false, true])("are hidden from proxied requests, whatever their headers say; trustProxy: %s", async (trustProxy) => {
    const { app } = await build({ trustProxy });
    for (const address of ["203.0.113.9", "127.0.0.1", "::1", "127.0.0.1, 203.0.113.9", ""])
      expect(await ask(app, { headers: { "x-forwarded-for": address } })).toMatchObject({ status: 404 });
    for (const name of ["forwarded", "via", "x-real-ip", "x-forwarded-host", "x-forwarded-proto"])
      expect([name, (await ask(app, { headers: { [name]: "1.1 proxy" } })).status]).toEqual([name, 404]);
    expect(await ask(app, { remoteAddress: "203.0.113.9", headers: { "x-forwarded-for": "127.0.0.1" } })).toMatchObject({ status: 404 });
  });
});

describe("metrics with a token", () => {
  const bearer = { authorization: `Bearer ${token}` };

  test.each<[string, Asking]>([
    ["this machine", { headers: bearer }],
    ["another", { headers: bearer, remoteAddress: "203.0.113.9" }],
    ["what comes through a proxy", { headers: { ...bearer, "x-forwarded-for": "203.0.113.9" } }],
  ])("are shown to %s with the token", async (_who, asking) => {
    const { app } = await build({ metricsToken: token });
    expect((await ask(app, asking)).body).toContain("quayside_request_seconds");
  });

  test.each<[string, Asking]>([
    ["none", {}],
    ["an empty one", { headers: { authorization: "Bearer " } }],
    ["the beginning of it", { headers: { authorization: `Bearer ${token.slice(0, -1)}` } }],
    ["more than it", { headers: { authorization: `Bearer ${token}1` } }],
    ["it and no word before", { headers: { authorization: token } }],
    ["it in the address", { url: `/metrics?token=${token}` }],
  ])("are hidden even from this machine with %s", async (_what, asking) => {
    const { app } = await build({ metricsToken: token });
    expect(await ask(app, asking)).toMatchObject({ status: 404, body: (await ask(app, { url: "/nowhere" })).body });
  });

  test("use the token from METRICS_TOKEN in the process's environment", async () => {
    const dataDir = makeDataDir();
    const running = await startProcess("web", { DATABASE_URL: server.ownerUrl, DATA_DIR: dataDir, METRICS_TOKEN: token });
    try {
      const statusOf = async (headers: Record<string, string>) => (await fetch(`${running.origin}/metrics`, { headers })).status;
      expect([await statusOf({}), await statusOf(bearer)]).toEqual([404, 200]);
    } finally {
      await running.stop();
      await removeDataDir(dataDir);
    }
  });
});

describe("health and readiness", () => {
  const state = async (app: FastifyInstance) => {
    const [health, readiness] = [await ask(app, { url: "/healthz" }), await ask(app, { url: "/readyz" })];
    expect([health.cache, readiness.cache]).toEqual(["no-store", "no-store"]);
    return [health, readiness].map(({ status, body }) => `${status} ${body}`);
  };

  test("are both good while the database answers, for anybody", async () => {
    const { app } = await build();
    expect(await state(app)).toEqual(['200 {"ok":true}', '200 {"ok":true}']);
    for (const url of ["/healthz", "/readyz"]) expect((await ask(app, { url, remoteAddress: "203.0.113.9" })).status).toBe(200);
  });

  test("are both good while every connection of the pool is busy", async () => {
    const { app } = await build();
    const size = server.services.database.pool.options.max;
    const letGo = holdPool();
    try {
      await expect.poll(() => figuresOf(app, "quayside_database_connections")).toMatchObject({ 'state="open"': size, 'state="idle"': 0 });
      expect(await state(app)).toEqual(['200 {"ok":true}', '200 {"ok":true}']);
    } finally {
      await letGo();
    }
  });

  test("differ while the server stops: it still answers, but accepts no more requests", async () => {
    let isStopping = false;
    const { app } = await build({ isStopping: () => isStopping });
    expect((await ask(app, { url: "/readyz" })).connection).not.toBe("close");
    isStopping = true;
    expect(await state(app)).toEqual(['200 {"ok":true}', '503 {"ok":false}']);
    expect((await ask(app, { url: "/readyz" })).connection).toBe("close");
  });

  test("differ while there is no database", async () => {
    const database = openDatabase("postgres://nobody:nothing@127.0.0.1:1/none");
    const { app } = await build({}, { ...server.services, database });
    expect(await state(app)).toEqual(['200 {"ok":true}', '503 {"ok":false}']);
    await database.close();
  });
});

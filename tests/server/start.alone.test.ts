import { once } from "node:events";
import { statSync } from "node:fs";
import { createServer } from "node:net";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import pg from "pg";
import { afterAll, afterEach, beforeEach, describe, expect, onTestFinished, test } from "vitest";
import { changePassword, getAesKey, home } from "#src/company/accounts/accounts.contract.ts";
import { sealPassword } from "#src/company/accounts/password-transport.rules.ts";
import { initConfig } from "#src/company/sites/sites.contract.ts";
import { demoAccounts, demoPassword } from "#server/demo.ts";
import { readServerEnvironment } from "#server/platform/runtime/environment.ts";
import { freshDemo } from "./demo-database.ts";
import type { DemoDatabase } from "./demo-database.ts";
import { freshDatabase, runStatements } from "./postgres.ts";
import type { FreshDatabase } from "./postgres.ts";
import { signInAt, strangerAt } from "./people-process.ts";
import { freePortsInARow, launch, makeDataDir, removeDataDir, startProcess } from "./process.ts";
import type { ServerProcess } from "./process.ts";
import { exchange } from "./raw-http.ts";

const newPassword = "Other-Harbour-9";

/** A database and a data folder; the database is created on demand. */
class Place {
  readonly dataDir: string;
  readonly running: ServerProcess[] = [];
  #database: Promise<FreshDatabase> | null;

  /** @param demo a copy of the demo; without one, both are empty */
  constructor(demo: DemoDatabase | null = null) {
    this.dataDir = demo?.dataDir ?? makeDataDir();
    this.#database = demo === null ? null : Promise.resolve(demo);
  }

  database(): Promise<FreshDatabase> {
    return (this.#database ??= freshDatabase());
  }

  /** Returns the variables of a start there. */
  async variables(): Promise<Record<string, string>> {
    return { DATABASE_URL: (await this.database()).ownerUrl, DATA_DIR: this.dataDir };
  }

  async start(variables: Record<string, string> = {}, role: "web" | "worker" | "all" = "web"): Promise<ServerProcess> {
    const server = await startProcess(role, { ...(await this.variables()), ...variables });
    this.running.push(server);
    return server;
  }

  async clear(): Promise<void> {
    for (const server of this.running) await server.kill();
    await (await this.#database)?.drop();
    await removeDataDir(this.dataDir);
  }
}

let place: Place;

beforeEach(() => {
  place = new Place();
});
afterEach(() => place.clear());

/** Starts on the test's own database and folder. */
const start: Place["start"] = (variables, role) => place.start(variables, role);

/** Starts on a database that has an account, and so gets no demo: creating it takes longer than all else. */
async function startWithoutDemo(variables: Record<string, string> = {}, role: "web" | "worker" | "all" = "web"): Promise<ServerProcess> {
  await runStatements((await place.database()).ownerUrl, [
    "select set_config('app.kind', 'gate', false)",
    "insert into app_user (user_uuid, username, password_hash, role, display_name) values (uuidv7(), 'admin02', '-', 'siteAdmin', 'Somebody') on conflict do nothing",
  ]);
  return start(variables, role);
}

let usualPlace: Place | null = null;
let usualServer: Promise<ServerProcess> | null = null;
afterAll(() => usualPlace?.clear());

/** Returns a server with default settings on the demo, shared by all tests that only read. */
function usualStart(): Promise<ServerProcess> {
  return (usualServer ??= freshDemo().then((demo) => (usualPlace = new Place(demo)).start()));
}

/** Lets the test start on a copy of the demo. */
async function takeDemo(): Promise<void> {
  await place.clear();
  place = new Place(await freshDemo());
}

/** Starts a server that must fail, on a place that others may use too. @returns its exit code and the stderr lines that are not log */
async function failing(variables: Record<string, string>, at = place): Promise<{ code: number | null; lines: string[] }> {
  const { log, ended } = launch("web", { ...(await at.variables()), PORT: "0", ...variables });
  const code = await ended;
  return {
    code,
    lines: log()
      .split("\n")
      .filter((line) => line !== "" && !line.startsWith("{")),
  };
}

async function mainFunctionAt(port: number): Promise<string> {
  return (await strangerAt(`http://127.0.0.1:${port}`).call(initConfig, {})).main_function;
}

async function countUnnumbered(): Promise<number> {
  const client = new pg.Client({ connectionString: (await place.database()).ownerUrl });
  await client.connect();
  await client.query("select set_config('app.kind', 'platform', false)");
  const { rows } = await client.query<{ count: number }>("select count(*)::int from event where position is null");
  await client.end();
  return rows[0]?.count ?? -1;
}

/** Returns the server's connections according to the database. */
async function connections(): Promise<{ login: string; names: string[] }[]> {
  const client = new pg.Client({ connectionString: (await place.database()).ownerUrl, application_name: "test" });
  await client.connect();
  const { rows } = await client.query<{ login: string; names: string[] }>(
    `select usename as login, array_agg(distinct application_name order by application_name) as names from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid() and application_name like 'quayside%' group by 1`,
  );
  await client.end();
  return rows;
}

async function countAccounts(): Promise<{ accounts: number; providers: number }> {
  const client = new pg.Client({ connectionString: (await place.database()).ownerUrl });
  await client.connect();
  await client.query("select set_config('app.kind', 'gate', false)");
  const { rows } = await client.query<{ accounts: number; providers: number }>(
    "select (select count(*)::int from app_user) as accounts, (select count(*)::int from provider) as providers",
  );
  await client.end();
  return rows[0] ?? { accounts: 0, providers: 0 };
}

describe("ports", () => {
  test("the home page and the websocket listen on the ports after the application's", async () => {
    const first = await freePortsInARow();
    const server = await startWithoutDemo({ PORT: String(first) });
    expect(server.ports).toEqual({ application: first, homepage: first + 1, websocket: first + 2 });
  });

  test("each can be set separately; port 0 means any free port for all three", () => {
    const named = readServerEnvironment({ PORT: "9000", WEBSOCKET_PORT: "9500" });
    expect([named.PORT, named.homepagePort, named.websocketPort]).toEqual([9000, 9001, 9500]);
    const free = readServerEnvironment({ PORT: "0" });
    expect([free.PORT, free.homepagePort, free.websocketPort]).toEqual([0, 0, 0]);
    const usual = readServerEnvironment({});
    expect([usual.PORT, usual.homepagePort, usual.websocketPort]).toEqual([8080, 8081, 8082]);
  });

  test.each(["PORT", "HOMEPAGE_PORT", "WEBSOCKET_PORT"])("a port in use is reported in one line that names %s", async (variable) => {
    const holder = createServer().listen(0, "127.0.0.1");
    await once(holder, "listening");
    const { port } = holder.address() as AddressInfo;
    await usualStart();
    const { code, lines } = await failing({ [variable]: String(port) }, usualPlace ?? place);
    holder.close();
    expect(code).toBe(1);
    expect(lines).toEqual([`Port ${port} is in use. Stop the program that uses it, or set ${variable} to another port.`]);
  });

  test("the application's port serves the application, and the home page's port the home page", async () => {
    const { ports } = await usualStart();
    expect(await mainFunctionAt(ports.application)).toBe("Application");
    expect(await mainFunctionAt(ports.homepage)).toBe("Homepage");
  });

  test("the websocket's port refuses other requests in the envelope, and each port upgrades its own addresses", async () => {
    const { ports } = await usualStart();
    const plain = await fetch(`http://127.0.0.1:${ports.websocket}/`);
    expect(plain.status).toBe(426);
    expect(await plain.json()).toMatchObject({ code: 426, data: null });
    const key = "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13";
    const asking = (path: string) =>
      `GET ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n${key}\r\n\r\n`;
    const elsewhere = await exchange({ port: ports.application, parts: asking("/elsewhere") });
    expect(elsewhere.status).toBe(404);
    expect(JSON.parse(elsewhere.body)).toMatchObject({ code: 404, data: null });
    for (const [port, path] of [
      [ports.application, "/websocket"],
      [ports.homepage, "/websocket"],
      [ports.websocket, "/"],
    ] as const)
      expect((await exchange({ port, parts: asking(path) })).status).toBe(101);
  });

  test("a worker listens on no port, and has events numbered", async () => {
    const server = await startWithoutDemo({}, "worker");
    expect(server.ports).toEqual({ application: 0, homepage: 0, websocket: 0 });
    expect(await server.stop()).toBe(0);
    const { ownerUrl } = await place.database();
    await runStatements(ownerUrl, [
      "select set_config('app.kind', 'platform', false)",
      "insert into event (provider_uuid, event_uuid, topic, payload) select '00000000-0000-0000-0000-000000000000', uuidv7(), 'tests.told', '{}' from generate_series(1, 3)",
    ]);
    const again = await start({}, "worker");
    await expect.poll(countUnnumbered).toBe(0);
    expect(await again.stop()).toBe(0);
  });
});

describe("variables", () => {
  test.each([
    ["PORT", "harbour", "PORT"],
    ["HOMEPAGE_PORT", "70000", "HOMEPAGE_PORT"],
    ["DATABASE_URL", "mysql://somebody:Secret-9@127.0.0.1/quayside", "DATABASE_URL"],
    ["LOG_LEVEL", "loud", "LOG_LEVEL"],
    ["S3_ENDPOINT", "http://127.0.0.1:9", "S3_BUCKET"],
  ])("an invalid %s is reported in one line that names what to set, without repeating the value", (variable, value, named) => {
    expect(() => readServerEnvironment({ [variable]: value })).toThrow(new RegExp(`^${named}: [^\\n]+$`));
    expect(() => readServerEnvironment({ [variable]: value })).not.toThrow(value);
  });

  test.each([
    ["PORT", "harbour"],
    ["SECRETS_KEY", "too-short-to-be-a-key"],
    ["MAIL_FROM", "nobody at all"],
  ])("an invalid %s stops the start with that line and exit code 1", async (variable, value) => {
    const { code, lines } = await failing({ [variable]: value });
    expect(code).toBe(1);
    expect(lines).toHaveLength(1);
    expect(lines[0]).toContain(variable);
    expect(lines[0]).not.toContain(value);
  });

  test("an unknown role is answered with the valid ones", async () => {
    const { log, ended } = launch("captain", {});
    expect(await ended).toBe(1);
    expect(log()).toBe("usage: node server/main.ts [web|worker|all]\n");
  });

  test("an unreachable database is reported in one line", async () => {
    const probe = createServer().listen(0, "127.0.0.1");
    await once(probe, "listening");
    const { port } = probe.address() as AddressInfo;
    await once(probe.close(), "close");
    const { code, lines } = await failing({ DATABASE_URL: `postgres://somebody:Secret-9@127.0.0.1:${port}/quayside` });
    expect(code).toBe(1);
    expect(lines).toHaveLength(1);
    expect(lines[0]).toContain("DATABASE_URL");
    expect(lines[0]).not.toContain("Secret-9");
  });
});

describe("the demo", () => {
  test("is seeded only on the first start, and a changed password stays", async () => {
    const first = await start();
    const { client } = await signInAt(first.origin, "provider01", "p");
    const { key_id, aes_key } = await client.call(getAesKey, {});
    const [old_password, password] = await Promise.all([demoPassword, newPassword].map((one) => sealPassword(one, aes_key)));
    await client.call(changePassword, { old_password: old_password ?? "", password: password ?? "", confirm: password ?? "", key_id });
    const before = await countAccounts();
    expect(before).toEqual({ accounts: demoAccounts.length, providers: 1 });
    expect(await first.stop()).toBe(0);

    const second = await start();
    await expect(signInAt(second.origin, "provider01", "p")).rejects.toMatchObject({ codeName: "wrongCredentials" });
    const again = await signInAt(second.origin, "provider01", "p", newPassword);
    expect((await again.client.call(home, {})).user_role).toBe("Provider");
    expect(await countAccounts()).toEqual(before);
  });

  test("lets each of its accounts sign in to its area", async () => {
    const { origin } = await usualStart();
    for (const { username, area } of demoAccounts) expect((await signInAt(origin, username, area)).username).toBe(username);
  });

  test("is created once by servers that start at the same time", async () => {
    const servers = await Promise.all([start(), start(), start({}, "worker")]);
    expect(await countAccounts()).toEqual({ accounts: demoAccounts.length, providers: 1 });
    for (const server of servers) expect(await server.stop()).toBe(0);
  });

  test.each<[string, Record<string, string>]>([
    ["in production", { NODE_ENV: "production", HOST: "127.0.0.1" }],
    ["where others can reach it", { HOST: "0.0.0.0" }],
  ])("is never seeded %s", async (_where, variables) => {
    const { origin } = await start(variables);
    expect(await countAccounts()).toEqual({ accounts: 0, providers: 0 });
    await expect(signInAt(origin, "provider01", "p")).rejects.toMatchObject({ codeName: "wrongCredentials" });
  });

  test.each<[string, Record<string, string>]>([
    ["in production", { NODE_ENV: "production", HOST: "127.0.0.1" }],
    ["where others can reach it", { HOST: "0.0.0.0" }],
  ])("prevents the server from serving a database that contains it %s", async (_where, variables) => {
    await usualStart();
    const { code, lines } = await failing(variables, usualPlace ?? place);
    expect(code).toBe(1);
    expect(lines).toHaveLength(1);
    expect(lines[0]).toContain("demo accounts");
  });
});

describe("the database", () => {
  test("can have a single login, under which the application acts as its own role", async () => {
    await takeDemo();
    const { origin } = await start({}, "all");
    const { client } = await signInAt(origin, "provider01", "p");
    expect((await client.call(home, {})).username).toBe("provider01");
    const login = new URL((await place.database()).ownerUrl).username;
    expect((await connections()).map((one) => one.login)).toEqual([login]);
  });

  test("can have a login for the application, which then uses no other", async () => {
    await takeDemo();
    const { appUrl } = await place.database();
    const { origin } = await start({ APP_DATABASE_URL: appUrl }, "all");
    const { client } = await signInAt(origin, "provider01", "p");
    expect((await client.call(home, {})).username).toBe("provider01");
    expect((await connections()).map((one) => one.login)).toEqual([new URL(appUrl).username]);
  });
});

describe("the data folder", () => {
  test("gets its own key, readable only by its owner, and keeps it", async () => {
    await (await startWithoutDemo()).stop();
    const path = join(place.dataDir, "secrets.key");
    const made = statSync(path);
    expect(made.mode & 0o777).toBe(0o600);
    await startWithoutDemo();
    expect(statSync(path).mtimeMs).toBe(made.mtimeMs);
  });

  test("needs no key file when the environment provides the key", async () => {
    await startWithoutDemo({ SECRETS_KEY: Buffer.alloc(32, 7).toString("base64") });
    expect(() => statSync(join(place.dataDir, "secrets.key"))).toThrow("ENOENT");
  });

  test("can be closed to everyone but its owner, also when that is root, and keeps its data across a restart", async () => {
    const closed = makeDataDir({ isClosed: true });
    onTestFinished(() => removeDataDir(closed));
    const first = await startProcess("all", { DATA_DIR: closed });
    onTestFinished(() => first.kill());
    const { tokens } = await signInAt(first.origin, "retailer01", "ds");
    expect(await first.stop()).toBe(0);
    const second = await startProcess("all", { DATA_DIR: closed });
    onTestFinished(() => second.kill());
    const reply = await fetch(`${second.origin}/v1${home.path}`, {
      headers: { authorization: `Bearer ${tokens.accessToken}`, "x-csrf-token": tokens.csrfToken },
    });
    expect(await reply.json()).toMatchObject({ code: 200, data: { username: "retailer01" } });
    expect(statSync(closed).mode & 0o777).toBe(0o700);
    const other = launch("web", { DATA_DIR: closed, PORT: "0" });
    expect(await other.ended).toBe(1);
    expect(other.log().trim()).toMatch(/is in use by process \d+$/);
    expect(await second.stop()).toBe(0);
  });
});

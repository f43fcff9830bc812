import { execFileSync, spawn } from "node:child_process";
import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { sql } from "kysely";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openDatabase } from "#server/platform/db/database.ts";
import type { Database } from "#server/platform/db/database.ts";
import { freshDatabase } from "./postgres.ts";

/*
 * A real PgBouncer in transaction mode before PostgreSQL. It keeps prepared statements since 1.21; where there is none so new (PGBOUNCER_PATH, or on
 * the PATH), these tests are skipped.
 */

const program = process.env["PGBOUNCER_PATH"] ?? "pgbouncer";

function isNewEnough(): boolean {
  try {
    const [, major = "0", minor = "0"] = /PgBouncer (\d+)\.(\d+)/.exec(execFileSync(program, ["--version"], { encoding: "utf8" })) ?? [];
    return Number(major) > 1 || Number(minor) >= 21;
  } catch {
    return false;
  }
}

async function findFreePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  server.close();
  return typeof address === "object" && address !== null ? address.port : 0;
}

let folder: string;
let pooler: ChildProcess;
let owner: pg.Client;
let database: Database;
let drop: () => Promise<void>;

/** Starts a pooler with two connections to a database, and returns its URL. */
async function startPooler(appUrl: string): Promise<string> {
  const url = new URL(appUrl);
  const port = await findFreePort();
  folder = mkdtempSync(join(tmpdir(), "quayside-pooler-"));
  // It does not run as root.
  chmodSync(folder, 0o777);
  const settings = {
    listen_addr: "127.0.0.1",
    listen_port: port,
    unix_socket_dir: "",
    auth_type: "any",
    pool_mode: "transaction",
    default_pool_size: 2,
    max_prepared_statements: 300,
    ...(process.getuid?.() === 0 ? { user: "postgres" } : {}),
  };
  const path = join(folder, "pgbouncer.ini");
  const target = `host=${url.hostname} port=${url.port} user=${url.username} password=${decodeURIComponent(url.password)}`;
  const lines = Object.entries(settings).map(([name, value]) => `${name} = ${value}`);
  writeFileSync(path, ["[databases]", `* = ${target}`, "[pgbouncer]", ...lines].join("\n"), { mode: 0o644 });
  pooler = spawn(program, [path], { stdio: "ignore" });
  return Object.assign(new URL(appUrl), { port: String(port) }).href;
}

describe.skipIf(!isNewEnough())("through PgBouncer in transaction mode", () => {
  beforeAll(async () => {
    const fresh = await freshDatabase();
    drop = fresh.drop;
    owner = new pg.Client({ connectionString: fresh.ownerUrl });
    await owner.connect();
    await owner.query("create table crate (n int); grant select on crate to quayside_app; insert into crate values (1)");
    database = openDatabase(await startPooler(fresh.appUrl), { connections: 8, isPooled: true, statementTimeoutMs: 12_345 });
    for (let tries = 0; tries < 100 && !(await database.isReachable()); tries += 1) await sleep(50);
  });
  afterAll(async () => {
    await database.close();
    pooler.kill("SIGTERM");
    await owner.end();
    await drop();
    rmSync(folder, { recursive: true, force: true });
  });

  const crates = sql<{ n: number }>`select * from crate where n > ${0}`;

  test("eight connections share two of PostgreSQL's, and prepared statements work on both", async () => {
    const backends = await Promise.all(
      Array.from({ length: 80 }, () =>
        database.read(async (tx) => {
          const [{ rows }, backend] = await Promise.all([
            crates.execute(tx),
            sql<{ pid: number }>`select pg_backend_pid() as pid from crate where n = ${1}`.execute(tx),
          ]);
          expect(rows).toEqual([{ n: 1 }]);
          return backend.rows[0]?.pid;
        }),
      ),
    );
    expect(new Set(backends).size).toBe(2);
  });

  test("each transaction acts as the application's role, within its limits, for its own company alone", async () => {
    const companies = Array.from({ length: 24 }, (_none, at) => `00000000-0000-4000-8000-${String(at).padStart(12, "0")}`);
    const seen = await Promise.all(
      companies.map((providerUuid) =>
        database.transaction({ kind: "provider", providerUuid }, async (tx) => {
          await sql`select pg_sleep(0.01)`.execute(tx);
          const { rows } = await sql<{ role: string; company: string; limit: string }>`
            select current_user as role, acting_provider()::text as company, current_setting('statement_timeout') as limit`.execute(tx);
          return rows[0];
        }),
      ),
    );
    expect(seen).toEqual(companies.map((company) => ({ role: "quayside_app", company, limit: "12345ms" })));
  });

  test("no prepared statement fails after a migration", async () => {
    await owner.query("alter table crate add column weight int not null default 7");
    const read = () => database.read(async (tx) => (await crates.execute(tx)).rows);
    for (const rows of await Promise.all(Array.from({ length: 20 }, read))) expect(rows).toEqual([{ n: 1, weight: 7 }]);
  });

  test("a statement whose requester has gone ends in the database, and others go on", async () => {
    const waiting = async () =>
      (await owner.query<{ count: number }>("select count(*)::int as count from pg_locks where not granted")).rows[0]?.count;
    const leaving = new AbortController();
    await owner.query("begin; lock table crate in access exclusive mode");
    const hanging = database.read((tx) => crates.execute(tx), leaving.signal);
    while ((await waiting()) !== 1) await sleep(20);
    leaving.abort();
    await expect(hanging).rejects.toThrow("the requester disconnected");
    while ((await waiting()) !== 0) await sleep(20);
    await owner.query("commit");
    expect(await database.read(async (tx) => (await crates.execute(tx)).rows)).toHaveLength(1);
  });
});

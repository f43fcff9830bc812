import { existsSync, readdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import pg from "pg";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { newId } from "#server/platform/runtime/clock.ts";
import { platform, platformUuid } from "#server/platform/db/row-security.ts";
import type { Acting, Tx } from "#server/platform/db/row-security.ts";
import type { DB } from "#server/platform/db/schema.generated.ts";
import { finishDownload, startDownload } from "#server/company/downloads/downloads.commands.ts";
import { confirmFile, storeFile } from "#server/platform/files/files.commands.ts";
import type { StoredFile } from "#server/platform/files/files.commands.ts";
import { startTestApp } from "#tests/server/app.ts";
import type { TestApp } from "#tests/server/app.ts";
import { makeWorld } from "#tests/server/world.ts";
import type { World } from "#tests/server/world.ts";
import { clearAll, clearJob } from "./clearing.jobs.ts";

let server: TestApp;
let world: World;
let owner: pg.Client;
let start: Date;

beforeAll(async () => {
  server = await startTestApp({ withWorkers: true });
  world = await makeWorld(server);
  owner = new pg.Client({ connectionString: server.ownerUrl });
  await owner.connect();
  // The owner looks at everyone's rows.
  for (const name of [
    "mailed_link",
    "aes_key",
    "session",
    "download",
    "authentication",
    "authentication_document",
    "device",
    "device_link",
    "payment_event",
    "support_request",
  ])
    await owner.query(`alter table ${name} no force row level security`);
  start = server.clock.now();
});

afterAll(async () => {
  await owner.end();
  await server.close();
});

beforeEach(() => server.clock.set(start));

function as<T>(acting: Acting, deed: (tx: Tx) => Promise<T>): Promise<T> {
  return server.services.database.transaction(acting, deed);
}

const hours = (count: number): Date => new Date(start.getTime() - count * 3_600_000);
const days = (count: number): Date => hours(count * 24);
const clear = (batchSize?: number) => clearAll(server.services, new AbortController().signal, batchSize);
const provider = (): Acting => ({ kind: "provider", providerUuid: world.providerA, userUuid: world.provider.userUuid });

async function kept(expiresAt: Date | null): Promise<StoredFile> {
  const file = await storeFile(server.services, provider(), { purpose: "document", name: "a", extension: "pdf" }, Buffer.from("%PDF"));
  await as(provider(), (tx) => confirmFile(tx, file, expiresAt));
  return file;
}

/** Which of the files still have a row, and which their bytes. */
async function left(files: readonly StoredFile[]): Promise<{ rows: boolean[]; bytes: boolean[] }> {
  const rows = await as(platform, (tx) => tx.selectFrom("file").select("file_uuid").where("provider_uuid", "=", world.providerA).execute());
  const uuids = new Set(rows.map(({ file_uuid }) => file_uuid));
  const bytes: boolean[] = [];
  for (const { fileUuid } of files) {
    const stream = await server.services.files.get(`${world.providerA}/${fileUuid}`);
    stream?.destroy();
    bytes.push(stream !== null);
  }
  return { rows: files.map(({ fileUuid }) => uuids.has(fileUuid)), bytes };
}

async function countOf(table: keyof DB, where: string): Promise<number> {
  const { rows } = await owner.query<{ count: string }>(`select count(*) from ${table} where ${where}`);
  return Number(rows[0]?.count);
}

describe("clearing by age", () => {
  test("removes password keys once they expire", async () => {
    for (const expires_at of [start, new Date(start.getTime() + 1)])
      await as({ kind: "anonymous" }, (tx) => tx.insertInto("aes_key").values({ key_id: newId(), sealed_key: "x", expires_at }).execute());
    expect(await clear()).toMatchObject({ aes_key: 1 });
    expect(await countOf("aes_key", "true")).toBe(1);
  });

  test("removes rate counts after a day", async () => {
    for (const window_start of [hours(25), hours(23)])
      await as(platform, (tx) => tx.insertInto("rate_count").values({ bucket: "test", window_start, hits: 1 }).execute());
    expect(await clear()).toMatchObject({ rate_count: 1 });
    expect(await countOf("rate_count", "bucket = 'test'")).toBe(1);
  });

  test("removes everybody's idempotency keys after a day", async () => {
    const request_hash = Buffer.from("x");
    for (const user_uuid of [platformUuid, world.retailer.userUuid])
      for (const [key, created_at] of [
        ["old-enough", hours(25)],
        ["young-enough", hours(23)],
      ] as const)
        await as(platform, (tx) =>
          tx
            .insertInto("idempotency_key")
            .values({ provider_uuid: world.providerA, user_uuid, key, call: "x", request_hash, created_at })
            .execute(),
        );
    expect(await clear()).toMatchObject({ idempotency_key: 2 });
  });

  test("removes sessions 90 days after their end, and keeps the open ones", async () => {
    const about = { user_uuid: world.provider.userUuid, area: "p", created_at: start, last_seen_at: start, expires_at: start };
    for (const [index, ends_at] of [days(91), days(89)].entries())
      await as({ kind: "anonymous" }, (tx) =>
        tx
          .insertInto("session")
          .values({ ...about, session_uuid: newId(), token_hash: Buffer.from(`old ${index}`), ends_at })
          .execute(),
      );
    const open = await countOf("session", "true");
    expect(await clear()).toMatchObject({ session: 1 });
    expect(await countOf("session", "true")).toBe(open - 1);
  });

  test("removes mailed links 30 days after they expire", async () => {
    const about = { purpose: "resetPassword", user_uuid: world.provider.userUuid, created_at: days(40) };
    for (const [index, expires_at] of [days(31), days(29)].entries())
      await as({ kind: "anonymous" }, (tx) =>
        tx
          .insertInto("mailed_link")
          .values({ ...about, link_uuid: newId(), token_hash: Buffer.from(`link ${index}`), expires_at })
          .execute(),
      );
    expect(await clear()).toMatchObject({ mailed_link: 1 });
    expect(await countOf("mailed_link", "true")).toBe(1);
  });

  test("removes an address that was never confirmed after 30 days, and no active customer", async () => {
    for (const [index, [status, created_at]] of (
      [
        ["invited", days(31)],
        ["invited", days(29)],
        ["active", days(31)],
      ] as const
    ).entries())
      await as({ kind: "anonymous" }, (tx) =>
        tx
          .insertInto("app_user")
          .values({
            user_uuid: newId(),
            username: `typed-${index}`,
            email: `typed-${index}@example.test`,
            role: "customer",
            status,
            created_at,
          })
          .execute(),
      );
    expect(await clear()).toMatchObject({ app_user: 1 });
    const remaining = await as({ kind: "anonymous" }, (tx) =>
      tx.selectFrom("app_user").select("username").where("username", "like", "typed-%").execute(),
    );
    expect(remaining.map(({ username }) => username).toSorted()).toEqual(["typed-1", "typed-2"]);
  });

  test("keeps an unconfirmed address with a recent link, which may still be opened", async () => {
    const asked = { userUuid: newId(), linkUuid: newId() };
    const { userUuid: user_uuid } = asked;
    await as({ kind: "anonymous" }, async (tx) => {
      const user = { user_uuid, username: "asked-again", email: "asked-again@example.test", role: "customer", status: "invited" };
      await tx
        .insertInto("app_user")
        .values({ ...user, created_at: days(31) })
        .execute();
      const link = { link_uuid: asked.linkUuid, user_uuid, purpose: "customerSignIn", token_hash: Buffer.from("asked again") };
      await tx
        .insertInto("mailed_link")
        .values({ ...link, created_at: start, expires_at: new Date(start.getTime() + 15 * 60_000) })
        .execute();
    });
    expect(await clear()).toMatchObject({ app_user: 0 });
    server.clock.advance(15 * 60_000);
    expect(await clear()).toMatchObject({ app_user: 1 });
    expect(await countOf("mailed_link", `link_uuid = '${asked.linkUuid}'`)).toBe(0);
  });

  test("removes devices 30 days after they were unlinked, and no linked device", async () => {
    const about = { user_uuid: world.customer.userUuid, name: "a device", linked_at: days(400) };
    for (const [thumbprint, revoked_at] of [
      ["old", days(31)],
      ["young", days(29)],
      ["linked", null],
    ] as const)
      await as({ kind: "anonymous" }, (tx) =>
        tx
          .insertInto("device")
          .values({ ...about, device_uuid: newId(), thumbprint, revoked_at })
          .execute(),
      );
    expect(await clear()).toMatchObject({ device: 1 });
    expect(await countOf("device", "thumbprint = 'old'")).toBe(0);
  });

  test("removes device codes a day after they expire", async () => {
    const about = { thumbprint: "x", device_name: "a device", state: "PENDING", created_at: days(2) };
    for (const [index, expires_at] of [hours(25), hours(23)].entries())
      await as({ kind: "anonymous" }, (tx) =>
        tx
          .insertInto("device_link")
          .values({ ...about, link_uuid: newId(), device_code_hash: Buffer.from(`code ${index}`), user_code: `CODE-${index}`, expires_at })
          .execute(),
      );
    expect(await clear()).toMatchObject({ device_link: 1 });
    expect(await countOf("device_link", "true")).toBe(1);
  });

  test("removes payment events 90 days after they were processed, or after they arrived if they never were", async () => {
    const about = { provider_name: "stripe", type: "x", about: "{}", happened_at: days(200) };
    for (const [event_id, received_at, done_at] of [
      ["old", days(200), days(91)],
      ["young", days(200), days(89)],
      ["undone", days(91), null],
      ["young and undone", days(89), null],
    ] as const)
      await as(platform, (tx) =>
        tx
          .insertInto("payment_event")
          .values({ ...about, event_id, received_at, done_at })
          .execute(),
      );
    expect(await clear()).toMatchObject({ payment_event: 2 });
    expect(await countOf("payment_event", "event_id in ('old', 'undone')")).toBe(0);
  });

  test("removes support requests a year after they were answered, or after they were created if they never were", async () => {
    const about = { email: "a@example.test", topic: "other", message: "x", language: "en_us", status: "OPEN" };
    for (const [number, created_at, answered_at] of [
      ["old", days(900), days(366)],
      ["young", days(900), days(364)],
      ["open", days(366), null],
      ["young and open", days(364), null],
    ] as const) {
      const request_uuid = newId();
      await as({ kind: "anonymous" }, (tx) =>
        tx
          .insertInto("support_request")
          .values({ ...about, request_uuid, number, created_at })
          .execute(),
      );
      if (answered_at === null) continue;
      await as({ kind: "siteAdmin" }, (tx) =>
        tx.updateTable("support_request").set({ status: "ANSWERED", answered_at }).where("request_uuid", "=", request_uuid).execute(),
      );
    }
    expect(await clear()).toMatchObject({ support_request: 2 });
    expect(await countOf("support_request", "number in ('old', 'open')")).toBe(0);
  });

  test("removes events after a day, but not before they are delivered, however far the clock moves ahead", async () => {
    await as(platform, (tx) => tx.deleteFrom("event").execute());
    const about = { provider_uuid: world.providerA, topic: "test", payload: "{}" };
    for (const created_at of [hours(25), hours(23)])
      await as(platform, (tx) =>
        tx
          .insertInto("event")
          .values({ ...about, event_uuid: newId(), created_at })
          .execute(),
      );
    server.clock.advance(20 * 24 * 3_600_000);
    expect(await clear()).toMatchObject({ event: 1 });
  });

  test("works batch by batch, and finds nothing the second time", async () => {
    for (let index = 0; index < 10; index += 1)
      await as(platform, (tx) =>
        tx
          .insertInto("rate_count")
          .values({ bucket: `many ${index}`, window_start: hours(30), hits: 1 })
          .execute(),
      );
    expect(await clear(3)).toMatchObject({ rate_count: 10 });
    expect(new Set(Object.values(await clear(3)))).toEqual(new Set([0]));
  });

  test("stops between batches when the worker stops", async () => {
    await expect(clearAll(server.services, AbortSignal.abort(new Error("the worker stops")))).rejects.toThrow("the worker stops");
  });
});

describe("clearing files", () => {
  test("removes the rows and bytes of expired files, and nothing else", async () => {
    const files = [await kept(start), await kept(new Date(start.getTime() + 1)), await kept(null)];
    expect(await clear()).toMatchObject({ file: 1 });
    expect(await left(files)).toEqual({ rows: [false, true, true], bytes: [false, true, true] });
  });

  test("removes files that a killed process left unfinished, after two hours", async () => {
    const file = await storeFile(server.services, provider(), { purpose: "document", name: "a", extension: "pdf" }, Buffer.from("%PDF"));
    await clear();
    expect(await left([file])).toEqual({ rows: [true], bytes: [true] });
    server.clock.advance(2 * 3_600_000);
    await clear();
    expect(await left([file])).toEqual({ rows: [false], bytes: [false] });
  });

  test("removes a download from its list together with its file", async () => {
    const mine = { providerUuid: world.providerA, userUuid: world.provider.userUuid };
    const ref = await as(provider(), (tx) => startDownload(tx, mine, { kind: "audit.export", name: "a.csv" }, start));
    const file = await storeFile(server.services, provider(), { purpose: "download", name: "a", extension: "csv" }, Buffer.from("a"));
    await as(provider(), (tx) => finishDownload(tx, ref, file, start));
    server.clock.advance(7 * 24 * 3_600_000 - 1);
    expect(await clear()).toMatchObject({ download: 0 });
    server.clock.advance(1);
    expect(await clear()).toMatchObject({ download: 1 });
    expect(await left([file])).toEqual({ rows: [false], bytes: [false] });
    expect(await countOf("download", "true")).toBe(0);
  });

  test("keeps the rows if the file store is unavailable, and removes them the next time", async () => {
    const files = [await kept(start), await kept(start)];
    const folder = join(server.dataDir, "files");
    renameSync(folder, `${folder}-away`);
    writeFileSync(folder, "not a folder");
    expect(await clear()).toMatchObject({ file: 0 });
    rmSync(folder);
    renameSync(`${folder}-away`, folder);
    expect(await left(files)).toEqual({ rows: [true, true], bytes: [true, true] });
    expect(server.logged.join("")).toContain("removing a file failed");
    expect(await clear()).toMatchObject({ file: 2 });
    expect(await left(files)).toEqual({ rows: [false, false], bytes: [false, false] });
  });

  test("does not stop at a file that is still referenced, and keeps its bytes", async () => {
    const files: StoredFile[] = [];
    for (let index = 0; index < 6; index += 1) files.push(await kept(start));
    const authentication = newId();
    const ownerUuid = world.providerA;
    await owner.query(
      "insert into authentication (owner_uuid, authentication_uuid, type, name, id_number) values ($1, $2, 'x', 'x', 'x')",
      [ownerUuid, authentication],
    );
    for (const [position, { fileUuid }] of files.slice(0, 4).entries())
      await owner.query("insert into authentication_document values ($1, $2, $3, $1, $4)", [ownerUuid, authentication, position, fileUuid]);
    expect(await clear(2)).toMatchObject({ file: 2 });
    const expected = [true, true, true, true, false, false];
    expect(await left(files)).toEqual({ rows: expected, bytes: expected });
    await owner.query("delete from authentication");
    expect(await clear(2)).toMatchObject({ file: 4 });
  });

  test("leaves no bytes behind in the end", async () => {
    await as(platform, (tx) => tx.updateTable("file").set({ expires_at: start }).execute());
    await clear();
    const folder = join(server.dataDir, "files");
    expect(
      existsSync(folder) ? readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((path) => path.endsWith(".bin")) : [],
    ).toEqual([]);
  });
});

test("a worker runs the clearing job", async () => {
  await as(platform, (tx) =>
    tx
      .insertInto("rate_count")
      .values({ bucket: "by a worker", window_start: hours(30), hits: 1 })
      .execute(),
  );
  await as(platform, (tx) => server.services.jobs.enqueue(tx, clearJob, platform, {}));
  await expect.poll(() => countOf("rate_count", "bucket = 'by a worker'"), { timeout: 30_000 }).toBe(0);
});

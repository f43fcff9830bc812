import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { codes } from "#src/kit/api/codes.ts";
import { deleteDownloads, downloadsChanged, listDownloads, markDownloadsSeen } from "#src/company/downloads/downloads.contract.ts";
import { getFile } from "#src/kit/files/files.contract.ts";
import { newId } from "#server/platform/runtime/clock.ts";
import { platform } from "#server/platform/db/row-security.ts";
import type { Acting, Tx } from "#server/platform/db/row-security.ts";
import { storeFile } from "#server/platform/files/files.commands.ts";
import type { StoredFile } from "#server/platform/files/files.commands.ts";
import { startTestApp } from "#tests/server/app.ts";
import type { TestApp } from "#tests/server/app.ts";
import { request, send } from "#tests/server/client.ts";
import { makeWorld } from "#tests/server/world.ts";
import type { Person, World } from "#tests/server/world.ts";
import { failDownload, failStaleDownloads, finishDownload, progressDownload, startDownload } from "./downloads.commands.ts";
import type { DownloadRef } from "./downloads.commands.ts";

let server: TestApp;
let world: World;
let start: Date;

beforeAll(async () => {
  server = await startTestApp();
  world = await makeWorld(server);
  start = server.clock.now();
  // Time passes here by days: sessions that last as long as they may.
  await as({ kind: "anonymous" }, (tx) =>
    tx
      .updateTable("session")
      .set(({ ref }) => ({ expires_at: ref("ends_at") }))
      .execute(),
  );
});

afterAll(() => server.close());

// Each test begins with empty lists.
beforeEach(async () => {
  server.clock.set(start);
  await as(platform, (tx) => tx.deleteFrom("download").execute());
  await as(platform, (tx) => tx.deleteFrom("event").execute());
});

function as<T>(acting: Acting, work: (tx: Tx) => Promise<T>): Promise<T> {
  return server.services.database.transaction(acting, work);
}

function actingOf({ role: kind, providerUuid, retailerUuid, userUuid }: Person): Acting {
  return { kind, providerUuid, retailerUuid, userUuid };
}

const now = () => server.clock.now();

/** A download as a job's call leaves it. */
function started(person: Person = world.provider, name = "Audit log.csv"): Promise<DownloadRef> {
  const owner = { providerUuid: person.providerUuid ?? "", userUuid: person.userUuid };
  return as(actingOf(person), (tx) => startDownload(tx, owner, { kind: "audit.export", name }, now()));
}

function kept(person: Person = world.provider): Promise<StoredFile> {
  const about = { purpose: "download", name: "Audit log", extension: "csv" } as const;
  return storeFile(server.services, actingOf(person), about, Buffer.from("a,b\r\n"));
}

/** A download with its file. */
async function finished(person: Person = world.provider, name?: string): Promise<{ ref: DownloadRef; file: StoredFile }> {
  const ref = await started(person, name);
  const file = await kept(person);
  await as(actingOf(person), (tx) => finishDownload(tx, ref, file, now()));
  return { ref, file };
}

async function listed(person: Person = world.provider, more: object = {}) {
  const { data } = await request(server.app, listDownloads, more, { token: person.token });
  return data;
}

async function told(): Promise<unknown[]> {
  const events = await as(platform, (tx) => tx.selectFrom("event").selectAll().orderBy("event_uuid").execute());
  return events.map(({ topic, provider_uuid, user_uuid, retailer_uuid, payload }) => ({
    topic,
    provider_uuid,
    user_uuid,
    retailer_uuid,
    payload,
  }));
}

const strangers = () => [world.operator, world.retailer, world.foreignProvider, world.foreignOperator, world.foreignRetailer];

describe("a download", () => {
  test("is in its user's list from the moment the job is queued", async () => {
    const ref = await started();
    expect(await listed()).toEqual({
      result: [
        {
          download_uuid: ref.downloadUuid,
          kind: "audit.export",
          name: "Audit log.csv",
          status: "queued",
          filename: "",
          byte_size: 0,
          progress: 0,
          created_at: now().toISOString(),
          expires_at: new Date(now().getTime() + 7 * 24 * 3_600_000).toISOString(),
          is_seen: false,
        },
      ],
      total: 1,
      total_is_exact: true,
      next_cursor: null,
    });
  });

  test("notifies its user, and nobody else, of each step", async () => {
    const ref = await started();
    const file = await kept();
    await as(actingOf(world.provider), (tx) => progressDownload(tx, ref, 40));
    await as(actingOf(world.provider), (tx) => finishDownload(tx, ref, file, now()));
    const to = { topic: downloadsChanged.name, provider_uuid: world.providerA, user_uuid: world.provider.userUuid, retailer_uuid: null };
    const download_uuid = ref.downloadUuid;
    expect(await told()).toEqual([
      { ...to, payload: { download_uuid, status: "queued", progress: 0 } },
      { ...to, payload: { download_uuid, status: "running", progress: 40 } },
      { ...to, payload: { download_uuid, status: "ready", progress: 100 } },
    ]);
  });

  test("that is ready provides its file for seven days from then", async () => {
    const ref = await started();
    server.clock.advance(3 * 3_600_000);
    const file = await kept();
    await as(actingOf(world.provider), (tx) => finishDownload(tx, ref, file, now()));
    const [row] = (await listed()).result;
    expect(row).toMatchObject({ status: "ready", progress: 100, filename: file.filename, byte_size: 5 });
    expect(row?.expires_at).toBe(new Date(now().getTime() + 7 * 24 * 3_600_000).toISOString());
    const got = await request(server.app, getFile, { filename: file.filename }, { token: world.provider.token });
    expect(got.text).toBe("a,b\r\n");
  });

  test("finishes once: a second file, late progress and a late failure change nothing", async () => {
    const { ref, file } = await finished();
    const second = await kept();
    await as(actingOf(world.provider), async (tx) => {
      expect(await finishDownload(tx, ref, second, now())).toBe(false);
      expect(await progressDownload(tx, ref, 50)).toBe(false);
      expect(await failDownload(tx, ref)).toBe(false);
    });
    expect((await listed()).result).toMatchObject([{ status: "ready", filename: file.filename }]);
  });

  test("cannot be finished twice at once", async () => {
    const ref = await started();
    const files = [await kept(), await kept()];
    const ended = await Promise.all(files.map((file) => as(actingOf(world.provider), (tx) => finishDownload(tx, ref, file, now()))));
    expect(ended.toSorted()).toEqual([false, true]);
  });

  test("does not become ready with a file that has been cleared since", async () => {
    const ref = await started();
    const file = await kept();
    await as(platform, (tx) => tx.deleteFrom("file").where("file_uuid", "=", file.fileUuid).execute());
    await expect(as(actingOf(world.provider), (tx) => finishDownload(tx, ref, file, now()))).rejects.toThrow("download_file_fkey");
    expect((await listed()).result).toMatchObject([{ status: "queued" }]);
  });

  test("that failed is listed as failed", async () => {
    const ref = await started();
    await as(actingOf(world.provider), (tx) => failDownload(tx, ref));
    expect((await listed()).result).toMatchObject([{ status: "failed", filename: "" }]);
  });

  test("whose job never finishes fails after six hours", async () => {
    const ref = await started();
    server.clock.advance(6 * 3_600_000);
    expect(await as(platform, (tx) => failStaleDownloads(tx, now(), 10))).toBe(0);
    server.clock.advance(1);
    expect(await as(platform, (tx) => failStaleDownloads(tx, now(), 10))).toBe(1);
    expect((await listed()).result).toMatchObject([{ download_uuid: ref.downloadUuid, status: "failed" }]);
  });
});

describe("the list of downloads", () => {
  test("is sorted newest first, paged, and filtered by status", async () => {
    const refs: DownloadRef[] = [];
    for (let index = 0; index < 5; index += 1) refs.push(await started(world.provider, `${index}.csv`));
    const { ref } = await finished(world.provider, "5.csv");
    const first = await listed(world.provider, { page_size: 4 });
    expect(first.result.map(({ name }) => name)).toEqual(["5.csv", "4.csv", "3.csv", "2.csv"]);
    const second = await listed(world.provider, { page_size: 4, cursor: first.next_cursor });
    expect(second.result.map(({ name }) => name)).toEqual(["1.csv", "0.csv"]);
    expect(second).toMatchObject({ total: 6, next_cursor: null });
    expect((await listed(world.provider, { status: "ready" })).result.map(({ download_uuid }) => download_uuid)).toEqual([
      ref.downloadUuid,
    ]);
  });

  test("omits expired downloads", async () => {
    await started();
    server.clock.advance(7 * 24 * 3_600_000);
    expect((await listed()).result).toEqual([]);
  });

  test("shows no other user's downloads", async () => {
    await finished();
    for (const person of strangers()) expect(await listed(person)).toMatchObject({ result: [], total: 0 });
    for (const person of [world.customer, world.siteAdmin])
      expect(await send(server.app, listDownloads, {}, { token: person.token })).toMatchObject({ status: 403 });
  });

  test.each([{ page_size: 0 }, { page_size: 201 }, { cur_page: -1 }, { status: "done" }, { cursor: "x" }, { user_uuid: newId() }])(
    "refuses %j",
    async (input) => {
      expect(await send(server.app, listDownloads, input, { token: world.provider.token })).toMatchObject({ status: 400 });
    },
  );
});

describe("marking as seen", () => {
  test("marks all named downloads, keeps the time of the first mark, and is audited", async () => {
    const [first, second] = [await started(), await started()];
    const download_uuids = [first.downloadUuid, second.downloadUuid, first.downloadUuid];
    const { token } = world.provider;
    expect(await request(server.app, markDownloadsSeen, { download_uuids }, { token })).toMatchObject({ code: 200, data: { seen: 2 } });
    expect((await listed()).result.map(({ is_seen }) => is_seen)).toEqual([true, true]);
    const seenAt = () => as(platform, (tx) => tx.selectFrom("download").select("seen_at").execute());
    const before = await seenAt();
    server.clock.advance(1000);
    await request(server.app, markDownloadsSeen, { download_uuids }, { token });
    expect(await seenAt()).toEqual(before);
    const noted = await as(platform, (tx) =>
      tx.selectFrom("audit_log").select("detail").where("action", "=", markDownloadsSeen.name).execute(),
    );
    expect(noted[0]?.detail).toEqual({ download_uuids: download_uuids.slice(0, 2) });
  });
});

describe("deleting", () => {
  test("removes the download and its file at once, and leaves the bytes to the clearing job", async () => {
    const { ref, file } = await finished();
    const { token } = world.provider;
    const reply = await request(server.app, deleteDownloads, { download_uuids: [ref.downloadUuid] }, { token });
    expect(reply).toMatchObject({ code: 200, data: { deleted: 1 } });
    expect((await listed()).result).toEqual([]);
    expect(await request(server.app, getFile, { filename: file.filename }, { token })).toMatchObject({ code: codes.notFound.code });
    const rows = await as(platform, (tx) => tx.selectFrom("file").select("expires_at").where("file_uuid", "=", file.fileUuid).execute());
    expect(rows).toEqual([{ expires_at: now() }]);
  });

  test("an unfinished download stops its job", async () => {
    const ref = await started();
    await request(server.app, deleteDownloads, { download_uuids: [ref.downloadUuid] }, { token: world.provider.token });
    const file = await kept();
    await as(actingOf(world.provider), async (tx) => {
      expect(await progressDownload(tx, ref, 10)).toBe(false);
      expect(await finishDownload(tx, ref, file, now())).toBe(false);
    });
  });

  test("twice with one idempotency key is one deletion, and without a key the second finds nothing", async () => {
    const { ref } = await finished();
    const input = { download_uuids: [ref.downloadUuid] };
    const { token } = world.provider;
    const press = () => request(server.app, deleteDownloads, input, { token, idempotencyKey: "delete-once-please" });
    const [first, second] = await Promise.all([press(), press()]);
    expect(first).toMatchObject({ code: 200, data: { deleted: 1 } });
    expect(second).toMatchObject({ code: 200, data: { deleted: 1 } });
    expect(await request(server.app, deleteDownloads, input, { token })).toMatchObject({ code: codes.notFound.code });
  });
});

describe.each([markDownloadsSeen, deleteDownloads])("$name", (call) => {
  test("does nothing at all if one of many is another user's or does not exist", async () => {
    const mine = await started();
    const others = [newId(), ...(await Promise.all(strangers().map((person) => started(person)))).map(({ downloadUuid }) => downloadUuid)];
    for (const other of others) {
      const input = { download_uuids: [mine.downloadUuid, other] };
      expect(await request(server.app, call, input, { token: world.provider.token })).toMatchObject({
        status: 200,
        code: codes.notFound.code,
      });
    }
    expect((await listed()).result).toMatchObject([{ download_uuid: mine.downloadUuid, is_seen: false }]);
  });

  test("accepts 1 to 200 ids and no other field", async () => {
    const ids = Array.from({ length: 201 }, () => newId());
    for (const input of [
      {},
      { download_uuids: [] },
      { download_uuids: ids },
      { download_uuids: ["x"] },
      { download_uuids: ids.slice(1), all: true },
    ])
      expect(await send(server.app, call, input, { token: world.provider.token })).toMatchObject({ status: 400 });
    expect(await send(server.app, call, { download_uuids: ids.slice(1) }, { token: world.provider.token })).toMatchObject({
      code: codes.notFound.code,
    });
  });
});

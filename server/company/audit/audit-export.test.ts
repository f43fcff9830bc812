import { sql } from "kysely";
import Papa from "papaparse";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import * as XLSX from "xlsx";
import { apiPrefix } from "#src/kit/api/address.ts";
import type { InputOf } from "#src/kit/api/define-call.ts";
import { exportAuditLog } from "#src/company/audit/audit.contract.ts";
import { deleteDownloads, listDownloads } from "#src/company/downloads/downloads.contract.ts";
import { getFileIndependently } from "#src/kit/files/files.contract.ts";
import { newId } from "#server/platform/runtime/clock.ts";
import { actAs, platform } from "#server/platform/db/row-security.ts";
import type { Acting, Tx } from "#server/platform/db/row-security.ts";
import type { JobContext } from "#server/platform/jobs/worker.ts";
import { clearAll } from "#server/company/clearing/clearing.jobs.ts";
import { startTestApp } from "#tests/server/app.ts";
import type { TestApp } from "#tests/server/app.ts";
import { headersOf, request, send } from "#tests/server/client.ts";
import { addPerson, makeWorld } from "#tests/server/world.ts";
import type { Person, World } from "#tests/server/world.ts";
import { writeAudit } from "#server/platform/audit-trail/audit.commands.ts";
import { exportJob, exportWorker } from "./audit-export-job.ts";

type Order = InputOf<typeof exportAuditLog>;
type Ordered = Parameters<typeof exportJob.input.parse>[0];

// Nobody works here but the tests: a job is done, killed or stopped by hand.
let server: TestApp;
let world: World;
const rowCount = 4100;
const first = Date.UTC(2026, 0, 1);

function as<T>(acting: Acting, deed: (tx: Tx) => Promise<T>): Promise<T> {
  return server.services.database.transaction(acting, deed);
}

function actingOf({ role: kind, providerUuid, retailerUuid, userUuid }: Person): Acting {
  return { kind, providerUuid, retailerUuid, userUuid };
}

/** Rows of a person's, a second apart; more than two batches of them. */
async function fill(person: Person, count: number): Promise<void> {
  const { providerUuid, retailerUuid, userUuid, username } = person;
  const by = { providerUuid, retailerUuid, userUuid, username };
  await as(platform, async (tx) => {
    for (let index = 0; index < count; index += 1) {
      const context = { actor: null, now: new Date(first + index * 1000), address: "10.0.0.7" };
      await writeAudit(tx, context, { action: index % 10 === 0 ? "seldom.done" : "often.done", detail: { index, text: "=1+1" }, by });
    }
  });
}

beforeAll(async () => {
  server = await startTestApp();
  world = await makeWorld(server);
  await fill(world.operator, rowCount);
  await fill(world.retailer, 5);
  await fill(world.foreignProvider, 3);
}, 400_000);

afterAll(() => server.close());

afterEach(() => as(platform, (tx) => tx.deleteFrom("download").execute()));

async function order(input: Partial<Order> = {}, person: Person = world.provider, idempotencyKey?: string) {
  const options = { token: person.token, ...(idempotencyKey === undefined ? {} : { idempotencyKey }) };
  return request(server.app, exportAuditLog, { format: "csv", ...input }, options);
}

interface Waiting {
  id: string;
  acting: Acting;
  input: Ordered;
}

/** The jobs that wait to be done, taken out of the queue. */
async function takeJobs(): Promise<Waiting[]> {
  const taken = sql<{
    id: string;
    data: { acting: Acting; input: Ordered };
  }>`delete from pgboss.job where name = 'audit.export' returning id, data`;
  const { rows } = await server.services.database.begin((tx) => taken.execute(tx));
  return rows.map(({ id, data }) => ({ id, ...data }));
}

async function orderedJob(input: Partial<Order> = {}, person: Person = world.provider): Promise<Waiting> {
  await takeJobs();
  expect(await order(input, person)).toMatchObject({ code: 200 });
  const [job] = await takeJobs();
  if (job === undefined) throw new Error("no job");
  return job;
}

/** Does a job as a worker does it, with what the test wants otherwise. */
function work({ id, acting, input }: Waiting, otherwise: Partial<JobContext> = {}): Promise<void> {
  const context: JobContext = {
    services: server.services,
    acting,
    jobId: id,
    signal: new AbortController().signal,
    finish: (last) =>
      server.services.database.begin(async (tx) => {
        actAs(tx, acting);
        await last(tx);
      }),
    ...otherwise,
  };
  return exportWorker.run(exportJob.input.parse(input) as never, context);
}

async function downloadsOf(person: Person = world.provider) {
  return (await request(server.app, listDownloads, {}, { token: person.token })).data.result;
}

/** The bytes of this person's newest download. */
async function fileOf(person: Person = world.provider): Promise<Buffer> {
  const [download] = await downloadsOf(person);
  const query = new URLSearchParams({ roleType: person.role, filename: download?.filename ?? "", save_as: "log" });
  const reply = await server.app.inject({
    url: `${apiPrefix}${getFileIndependently.path}?${query.toString()}`,
    headers: headersOf({ token: person.token }),
  });
  expect(reply.headers["content-disposition"]).toContain('attachment; filename="log.');
  return reply.rawPayload;
}

async function csvOf(person: Person = world.provider): Promise<string[][]> {
  return Papa.parse<string[]>((await fileOf(person)).toString("utf8").replace("\uFEFF", ""), { skipEmptyLines: true }).data;
}

const filesLeft = async () =>
  (
    await as(platform, (tx) =>
      tx.selectFrom("file").select(["purpose", "expires_at"]).where("provider_uuid", "=", world.providerA).execute(),
    )
  ).length;

describe("a requested export", () => {
  test("creates a download and its job together, and is audited", async () => {
    await takeJobs();
    const { data } = await order({ action: "often" });
    expect(await downloadsOf()).toMatchObject([{ download_uuid: data.download_uuid, kind: "audit.export", status: "queued" }]);
    const [job, ...others] = await takeJobs();
    expect(others).toEqual([]);
    expect(job).toMatchObject({
      acting: actingOf(world.provider),
      input: { download_uuid: data.download_uuid, total: (rowCount / 10) * 9 + 4 },
    });
    const noted = await as(platform, (tx) =>
      tx.selectFrom("audit_log").select(["detail", "subject_uuid"]).where("action", "=", exportAuditLog.name).execute(),
    );
    expect(noted).toContainEqual({ detail: { action: "often", format: "csv" }, subject_uuid: data.download_uuid });
  });

  test("sent twice with one idempotency key is one export", async () => {
    await takeJobs();
    const [one, two] = await Promise.all([1, 2].map(() => order({}, world.provider, "export-only-once")));
    expect(two?.data).toEqual(one?.data);
    expect(await takeJobs()).toHaveLength(1);
    expect(await order({ format: "xlsx" }, world.provider, "export-only-once")).toMatchObject({ status: 409 });
    expect(await takeJobs()).toHaveLength(0);
  });

  test("of a user with several queued comes after another user's first", async () => {
    await takeJobs();
    for (const person of [world.provider, world.provider, world.provider, world.foreignProvider]) await order({}, person);
    // As the queue hands them out.
    const { rows } = await server.services.database.pool.query<{ data: { acting: Acting } }>(
      "select data from pgboss.job where name = 'audit.export' order by priority desc, created_on, id",
    );
    const of = ({ data }: { data: { acting: Acting } }) => data.acting.userUuid;
    const { provider, foreignProvider } = world;
    expect(rows.map(of).slice(0, 2).toSorted()).toEqual([provider.userUuid, foreignProvider.userUuid].toSorted());
    expect(rows.map(of).slice(2)).toEqual([provider.userUuid, provider.userUuid]);
    await takeJobs();
  });

  test("is refused for users who may not see the log, and creates nothing", async () => {
    await takeJobs();
    const nobodys = await addPerson(server, { username: "nobodys-retailer", role: "dropShipper", retailerUuid: world.retailerA });
    for (const person of [world.idleOperator, world.customer, world.siteAdmin, nobodys])
      expect(await order({}, person)).toMatchObject({ status: 403 });
    expect(await takeJobs()).toEqual([]);
  });

  test.each([
    {},
    { format: "pdf" },
    { format: "csv", language: "de" },
    { format: "csv", total: 1 },
    { format: "csv", until: "soon" },
    { format: "csv", retailer_uuid: newId() },
  ])("is refused with %j", async (input) => {
    expect(await send(server.app, exportAuditLog, input, { token: world.provider.token })).toMatchObject({ status: 400 });
  });
});

describe("the file", () => {
  test("has every row up to the request, newest first, over several batches", async () => {
    const job = await orderedJob({ user_uuid: world.operator.userUuid });
    await work(job);
    const [header, ...rows] = await csvOf();
    expect(header).toEqual(["Time (UTC)", "Action", "Username", "User ID", "Address", "Subject", "Subject ID", "Detail", "Sealed", "ID"]);
    expect(rows.map((row) => row[0])).toEqual(
      Array.from({ length: rowCount }, (_, index) => new Date(first + (rowCount - 1 - index) * 1000).toISOString()),
    );
    expect(rows[0]?.slice(2, 5)).toEqual(["alpha-operator", world.operator.userUuid, "10.0.0.7"]);
    expect(await downloadsOf()).toMatchObject([
      { status: "ready", progress: 100, name: expect.stringMatching(/^Audit log \d{4}-\d\d-\d\d\.csv$/) as unknown },
    ]);
  });

  test("is a workbook in the requested language, with the requested filter", async () => {
    const until = new Date(first + 20_000).toISOString();
    await work(await orderedJob({ format: "xlsx", language: "zh_cn", action: "seldom", until }));
    const book = XLSX.read(await fileOf());
    expect(book.SheetNames).toEqual(["审计日志"]);
    const rows = XLSX.utils.sheet_to_json<unknown[]>(book.Sheets["审计日志"] ?? {}, { header: 1, defval: "", raw: false });
    expect(rows[0]?.slice(0, 3)).toEqual(["时间（UTC）", "操作", "用户名"]);
    // Three of them: one each of the operator, the retailer and ten rows later the operator's next.
    expect(rows.slice(1).map((row) => row.slice(0, 3))).toEqual([
      ["2026-01-01 00:00:10", "seldom.done", "alpha-operator"],
      ["2026-01-01 00:00:00", "seldom.done", "retailer-one"],
      ["2026-01-01 00:00:00", "seldom.done", "alpha-operator"],
    ]);
  });

  test("of a retailer has only its own rows, and only that retailer can fetch it", async () => {
    await work(await orderedJob({}, world.retailer));
    const rows = (await csvOf(world.retailer)).slice(1);
    expect(rows.filter((row) => row[1] !== exportAuditLog.name)).toHaveLength(5);
    expect(new Set(rows.map((row) => row[2]))).toEqual(new Set(["retailer-one"]));
    const [download] = await downloadsOf(world.retailer);
    for (const person of [world.provider, world.otherRetailer, world.foreignRetailer]) {
      const input = { roleType: person.role as "provider", filename: download?.filename ?? "" };
      expect(await request(server.app, getFileIndependently, input, { token: person.token })).toMatchObject({ code: 4004 });
    }
  });

  test("without rows has a header", async () => {
    await work(await orderedJob({ action: "never" }));
    expect(await csvOf()).toHaveLength(1);
  });
});

describe("a job", () => {
  test("killed after it wrote its file is retried and makes one download, and the first file is cleared", async () => {
    const before = await filesLeft();
    const job = await orderedJob({ action: "seldom" });
    // It never comes to its last transaction, nor to any clearing up.
    void work(job, { finish: () => new Promise(() => undefined) });
    await expect.poll(filesLeft).toBe(before + 1);
    await work(job);
    expect(await downloadsOf()).toMatchObject([{ status: "ready" }]);
    expect(await filesLeft()).toBe(before + 2);
    const clock = server.clock.now();
    server.clock.advance(2 * 3_600_000 + 1000);
    await clearAll(server.services, new AbortController().signal);
    server.clock.set(clock);
    expect(await filesLeft()).toBe(before + 1);
    expect(await csvOf()).toHaveLength(1 + rowCount / 10 + 1);
  });

  test("presumed dead that finishes after its successor loses its file, and the successor's file stays", async () => {
    const before = await filesLeft();
    const job = await orderedJob({ action: "seldom" });
    const held = Promise.withResolvers<void>();
    const finish: JobContext["finish"] = async (last) => {
      await held.promise;
      await as(job.acting, last);
    };
    const late = work(job, { finish });
    await expect.poll(filesLeft).toBe(before + 1);
    await work(job);
    const [download] = await downloadsOf();
    held.resolve();
    await late;
    expect(await filesLeft()).toBe(before + 1);
    expect(await downloadsOf()).toEqual([download]);
    expect((await fileOf()).length).toBe(download?.byte_size);
  });

  test("that cannot commit leaves no file behind, and the next try succeeds", async () => {
    const before = await filesLeft();
    const job = await orderedJob({ action: "seldom" });
    const finish: JobContext["finish"] = (last) =>
      as(job.acting, async (tx) => {
        await last(tx);
        throw new Error("the database went away");
      });
    await expect(work(job, { finish })).rejects.toThrow("the database went away");
    expect(await filesLeft()).toBe(before);
    expect(await downloadsOf()).toMatchObject([{ status: "running" }]);
    await work(job);
    expect(await downloadsOf()).toMatchObject([{ status: "ready" }]);
  });

  test("is stopped between batches, and its progress is kept", async () => {
    const before = await filesLeft();
    const job = await orderedJob({ user_uuid: world.operator.userUuid });
    const stop = new AbortController();
    let asked = 0;
    const signal = Object.assign(Object.create(stop.signal) as AbortSignal, {
      throwIfAborted: () => {
        asked += 1;
        if (asked > 2) throw new Error("the worker stops");
      },
    });
    await expect(work(job, { signal })).rejects.toThrow("the worker stops");
    expect(await filesLeft()).toBe(before);
    expect(await downloadsOf()).toMatchObject([{ status: "running", progress: 48 }]);
  });

  test("whose download was deleted ends without a file", async () => {
    const before = await filesLeft();
    const job = await orderedJob();
    const download_uuids = (await downloadsOf()).map(({ download_uuid }) => download_uuid);
    await request(server.app, deleteDownloads, { download_uuids }, { token: world.provider.token });
    await work(job);
    expect(await downloadsOf()).toEqual([]);
    expect(await filesLeft()).toBe(before);
  });

  test("that is already done does nothing more", async () => {
    const job = await orderedJob({ action: "seldom" });
    await work(job);
    const before = await downloadsOf();
    await work(job);
    expect(await downloadsOf()).toEqual(before);
  });
});

import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { apiPrefix } from "#src/kit/api/address.ts";
import { codes } from "#src/kit/api/codes.ts";
import type { Envelope } from "#src/kit/api/envelope.ts";
import type { TemplateColumn } from "#src/kit/files/templates.contract.ts";
import {
  discardImport,
  getImportProblems,
  listImportRows,
  listImports,
  postImport,
  uploadImport,
} from "#src/warehouse/imports/imports.contract.ts";
import type { ImportJob, ImportKindName, ImportPreview } from "#src/warehouse/imports/imports.contract.ts";
import { ok, refuse } from "#src/kit/lib/result.ts";
import { makePng } from "#tests/factories/images.ts";
import { startTestApp } from "#tests/server/app.ts";
import type { TestApp } from "#tests/server/app.ts";
import { headersOf, request } from "#tests/server/client.ts";
import { addPerson, makeWorld } from "#tests/server/world.ts";
import type { Person, World } from "#tests/server/world.ts";
import { importKind } from "./import-kind.ts";
import type { ImportKind } from "./import-kind.ts";
import { readWhole } from "./import-cell-validation.ts";
import { importKinds } from "#server/import-kinds.ts";

let server: TestApp;
let world: World;
let keeper: Person;

function column(field: string, isRequired: boolean): TemplateColumn {
  return { field, header: { en_us: field, zh_cn: field }, isRequired, example: "", note: { en_us: "", zh_cn: "" } };
}

/** A kind whose rows become contacts, so that the mechanism is seen without what the real kinds know. A contact called "late" cannot be posted. */
const contacts = importKind<{ uuid: string; name: string; count: number }>({
  name: "receipts",
  template: {
    title: { en_us: "Receipts", zh_cn: "入库单" },
    columns: [column("group", true), column("name", true), column("count", false)],
  },
  roles: ["provider", "operator", "dropShipper"],
  permission: "receiving",
  together: "group",
  async check(tx, _scope, rows) {
    const names = rows.map(({ values }) => values["name"] ?? "");
    const taken = await sql<{ name: string }>`select name from contact where name = any(${names}::text[])`.execute(tx);
    const known = new Set(taken.rows.map(({ name }) => name));
    const read = rows.map(({ number, values }) => ({
      number,
      name: values["name"] ?? "",
      count: readWhole(values["count"] ?? "", { min: 1, max: 9 }),
    }));
    return {
      problems: read.flatMap(({ number, name, count }) => [
        ...(known.has(name) ? [{ number, field: "name", code: "imports.duplicateRow" as const }] : []),
        ...(count.ok ? [] : [{ number, field: "count", code: count.problem }]),
      ]),
      prepared: read.flatMap(({ number, name, count }) =>
        count.ok ? [{ number, row: { uuid: randomUUID(), name, count: count.value } }] : [],
      ),
    };
  },
  async post(tx, { providerUuid, retailerUuid }, prepared) {
    const rows = JSON.stringify(prepared.map(({ row }) => row));
    await sql`
      insert into contact (owner_uuid, contact_uuid, name, type, detail)
      select ${retailerUuid ?? providerUuid}, uuid, name, 'email', '' from jsonb_to_recordset(${rows}::jsonb) as t (uuid uuid, name text)`.execute(
      tx,
    );
    // Found out late, when the others are written already.
    if (prepared.some(({ row }) => row.name === "late")) return refuse("changedMeanwhile");
    if (prepared.some(({ row }) => row.name === "crash")) throw new Error("a bug");
    return ok({ lines: prepared.length, pieces: prepared.reduce((sum, { row }) => sum + row.count, 0) });
  },
});
const staffOnly: ImportKind = { ...contacts, name: "locations", roles: ["provider", "operator"], permission: "goods" };
/** The list as the tests have it: theirs before the real ones. */
const list = importKinds as ImportKind[];

beforeAll(async () => {
  list.unshift(contacts, staffOnly);
  server = await startTestApp();
  world = await makeWorld(server);
  keeper = await addPerson(server, {
    username: "import-keeper",
    role: "operator",
    providerUuid: world.providerA,
    permissions: ["receiving"],
  });
});

afterAll(async () => {
  list.splice(0, 2);
  await server.close();
});

const csvOf = (rows: readonly string[]): Buffer => Buffer.from(["Group,Name,Count", ...rows].join("\n"));

interface Sent {
  person?: Person;
  kind?: ImportKindName | "parcels";
  field?: string;
  times?: number;
  key?: string;
}

async function upload(bytes: Buffer, { person = world.provider, kind = "receipts", field = "workbook", times = 1, key }: Sent = {}) {
  const boundary = `b${randomUUID()}`;
  const part = (head: string, body: Buffer) => [
    Buffer.from(`--${boundary}\r\ncontent-disposition: form-data; ${head}\r\n\r\n`),
    body,
    Buffer.from("\r\n"),
  ];
  const files = Array.from({ length: times }, () => part(`name="${field}"; filename="goods.csv"`, bytes));
  const reply = await server.app.inject({
    method: "POST",
    url: apiPrefix + uploadImport.path,
    headers: {
      ...headersOf({ token: person.token, ...(key === undefined ? {} : { idempotencyKey: key }) }),
      "content-type": `multipart/form-data; boundary=${boundary}`,
    },
    payload: Buffer.concat([...part('name="kind"', Buffer.from(kind)), ...files.flat(), Buffer.from(`--${boundary}--\r\n`)]),
  });
  const { code, data } = reply.json<Envelope<ImportPreview>>();
  return { status: reply.statusCode, code, preview: data };
}

/** Uploads what is expected to be read. */
async function checked(rows: readonly string[], sent: Sent = {}): Promise<ImportPreview & { job: ImportJob }> {
  const { code, preview } = await upload(csvOf(rows), sent);
  expect(code).toBe(200);
  if (preview.job === null) throw new Error(JSON.stringify(preview.problem));
  return { ...preview, job: preview.job };
}

const post = (importUuid: string, { person = world.provider, skips = false } = {}) =>
  request(server.app, postImport, { import_uuid: importUuid, skip_bad_rows: skips }, { token: person.token });

async function contactNames(person: Person): Promise<string[]> {
  const { role: kind, providerUuid, retailerUuid, userUuid } = person;
  const rows = await server.services.database.transaction({ kind, providerUuid, retailerUuid, userUuid }, (tx) =>
    tx.selectFrom("contact").select("name").orderBy("name").execute(),
  );
  return rows.map(({ name }) => name);
}

describe("an uploaded workbook", () => {
  test("is checked row by row, shown, and posts nothing", async () => {
    const { job, rows, problems } = await checked(["a,one,1", "a,two,x", ",three,3", "b,four,4", "c,five,"]);
    expect(job).toMatchObject({
      kind: "receipts",
      status: "CHECKED",
      file_name: "goods.csv",
      row_count: 5,
      bad_row_count: 3,
      problem_count: 3,
    });
    // The first falls with the second, of whose group it is.
    expect(job.ready_count).toBe(1);
    expect(rows[0]).toEqual({ row_number: 2, cells: { group: "a", name: "one", count: "1" }, problems: [] });
    expect(problems).toEqual([
      { row_number: 3, field: "count", value: "x", code: codes["imports.notWhole"].code, msg: expect.anything() },
      { row_number: 4, field: "group", value: "", code: codes["imports.cellRequired"].code, msg: expect.anything() },
      { row_number: 6, field: "count", value: "", code: codes["imports.notWhole"].code, msg: expect.anything() },
    ]);
    expect(await contactNames(world.provider)).toEqual([]);
  });

  test("is stored once per idempotency key, however often it is sent", async () => {
    const key = randomUUID();
    const first = await upload(csvOf(["k,k,1"]), { key });
    const second = await upload(csvOf(["k,k,1"]), { key });
    expect(second.preview).toEqual(first.preview);
  });

  test("that cannot be read is refused with the place of its fault, and is not stored", async () => {
    const before = (await request(server.app, listImports, {}, { token: world.provider.token })).data.total;
    const picture = await upload(Buffer.from(makePng(2, 2)));
    expect(picture).toMatchObject({ code: 200, preview: { job: null, rows: [], problem: { code: codes["imports.notAWorkbook"].code } } });
    const formula = await upload(csvOf(["a,one,=1+1"]));
    expect(formula.preview.problem).toMatchObject({ code: codes["imports.formula"].code, place: "C2" });
    expect((await request(server.app, listImports, {}, { token: world.provider.token })).data.total).toBe(before);
  });

  test("must be one file, in the right part, of a known kind and not too large", async () => {
    const one = csvOf(["a,one,1"]);
    expect((await upload(one, { times: 2 })).code).toBe(codes["imports.oneFile"].code);
    expect((await upload(one, { times: 12 })).code).toBe(codes["imports.oneFile"].code);
    expect((await upload(one, { times: 0 })).code).toBe(codes["imports.oneFile"].code);
    expect((await upload(one, { field: "images" })).code).toBe(codes["imports.oneFile"].code);
    expect((await upload(one, { kind: "parcels" })).status).toBe(400);
    expect((await upload(Buffer.alloc(10 * 1024 * 1024 + 1, "a"))).code).toBe(codes["imports.tooLarge"].code);
  });

  test("is refused from users who may not import its kind", async () => {
    const one = csvOf(["a,allowed,1"]);
    expect((await upload(one, { person: world.idleOperator })).status).toBe(403);
    expect((await upload(one, { person: keeper })).code).toBe(200);
    expect((await upload(one, { person: keeper, kind: "locations" })).status).toBe(403);
    expect((await upload(one, { person: world.retailer })).code).toBe(200);
    expect((await upload(one, { person: world.retailer, kind: "locations" })).status).toBe(403);
  });
});

describe("posting an import", () => {
  test("posts all its rows once, even if repeated", async () => {
    const { job } = await checked(["p,posted-1,1", "p,posted-2,2"]);
    const [first, second] = await Promise.all([post(job.import_uuid), post(job.import_uuid)]);
    expect(first.data).toMatchObject({ status: "POSTED", result: { lines: 2, pieces: 3 }, ready_count: 2 });
    expect(second.data).toEqual(first.data);
    expect((await contactNames(world.provider)).filter((name) => name.startsWith("posted"))).toEqual(["posted-1", "posted-2"]);
    expect((await request(server.app, discardImport, { import_uuid: job.import_uuid }, { token: world.provider.token })).code).toBe(
      codes["imports.posted"].code,
    );
  });

  test("requires explicit consent to skip bad rows, and at least one good row", async () => {
    const { job } = await checked(["s,skipped,x", "t,taken,1"]);
    expect((await post(job.import_uuid)).code).toBe(codes["imports.hasProblems"].code);
    expect((await post(job.import_uuid, { skips: true })).data).toMatchObject({ status: "POSTED", result: { lines: 1, pieces: 1 } });
    expect(await contactNames(world.provider)).not.toContain("skipped");
    const nothing = await checked(["s,skipped,x"]);
    expect((await post(nothing.job.import_uuid, { skips: true })).code).toBe(codes["imports.nothingToPost"].code);
  });

  test.each(["late", "crash"])("changes nothing if a row fails at the end (%s), and can be retried", async (name) => {
    const { job } = await checked([`${name},half-${name},1`, `${name},${name},1`]);
    const { code } = await post(job.import_uuid);
    expect(code).toBe(codes[name === "late" ? "changedMeanwhile" : "systemError"].code);
    expect(await contactNames(world.provider)).not.toContain(`half-${name}`);
    const { data } = await request(server.app, listImportRows, { import_uuid: job.import_uuid }, { token: world.provider.token });
    expect(data.total).toBe(2);
  });

  test("is private: other companies cannot access it, nor a provider's staff a retailer's import", async () => {
    const { job } = await checked(["q,quiet,1"], { person: world.retailer });
    for (const person of [world.provider, world.otherRetailer, world.foreignProvider, world.foreignRetailer]) {
      expect((await post(job.import_uuid, { person })).code).toBe(codes.notFound.code);
      const options = { token: person.token };
      expect((await request(server.app, listImportRows, { import_uuid: job.import_uuid }, options)).code).toBe(codes.notFound.code);
      expect((await request(server.app, discardImport, { import_uuid: job.import_uuid }, options)).code).toBe(codes.notFound.code);
      const { data } = await request(server.app, listImports, {}, options);
      expect(data.result.map(({ import_uuid }) => import_uuid)).not.toContain(job.import_uuid);
    }
    const staff = await checked(["q,staff,1"], { kind: "locations" });
    expect((await post(staff.job.import_uuid, { person: keeper })).status).toBe(403);
    expect((await post(job.import_uuid, { person: world.retailer })).data.status).toBe("POSTED");
    expect(await contactNames(world.retailer)).toContain("quiet");
  });
});

describe("a pending import", () => {
  test("lists all its rows or only the bad ones, page by page, and exports its problems as a file", async () => {
    const lines = Array.from({ length: 230 }, (_, index) => `w${String(index)},w${String(index)},${index % 2 === 0 ? "1" : "no"}`);
    const { job, problems, rows } = await checked(lines);
    expect([rows.length, problems.length, job.problem_count]).toEqual([20, 115, 115]);
    const options = { token: world.provider.token };
    const all = await request(server.app, listImportRows, { import_uuid: job.import_uuid, page_size: 200 }, options);
    expect([all.data.total, all.data.result.length, all.data.result[0]?.row_number]).toEqual([230, 200, 2]);
    const bad = await request(server.app, listImportRows, { import_uuid: job.import_uuid, only_bad: true, page_size: 200 }, options);
    expect(bad.data.result.map(({ row_number }) => row_number)).toEqual(Array.from({ length: 115 }, (_, index) => index * 2 + 3));
    expect(bad.data.result[0]?.problems[0]).toMatchObject({ field: "count", value: "no" });
    const file = await server.app.inject({
      url: `${apiPrefix}${getImportProblems.path}?import_uuid=${job.import_uuid}&lang=zh_cn`,
      headers: headersOf({ token: world.provider.token }),
    });
    const written = file.rawPayload.toString("utf8").trim().split("\r\n");
    expect(written).toHaveLength(116);
    expect(written[1]).toBe(`3,count,no,${codes["imports.notWhole"].zh_cn}`);
  });

  test("is discarded with its rows, and cannot be posted afterwards", async () => {
    const { job } = await checked(["d,discarded,1"]);
    const options = { token: world.provider.token };
    const discard = () => request(server.app, discardImport, { import_uuid: job.import_uuid }, options);
    expect((await discard()).data.status).toBe("DISCARDED");
    expect((await discard()).data.status).toBe("DISCARDED");
    expect((await post(job.import_uuid)).code).toBe(codes["imports.discarded"].code);
    expect((await request(server.app, listImportRows, { import_uuid: job.import_uuid }, options)).data.total).toBe(0);
    const { data } = await request(server.app, listImports, { status: "DISCARDED", kind: "receipts" }, options);
    expect(data.result.map(({ import_uuid }) => import_uuid)).toContain(job.import_uuid);
  });
});

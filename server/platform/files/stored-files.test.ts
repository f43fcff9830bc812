import { afterAll, beforeAll, describe, expect, test } from "vitest";
import * as XLSX from "xlsx";
import { codes } from "#src/kit/api/codes.ts";
import { apiPrefix } from "#src/kit/api/address.ts";
import type { Call } from "#src/kit/api/define-call.ts";
import { getFile, getFileIndependently, getTemplateFile, printFile } from "#src/kit/files/files.contract.ts";
import type { Acting } from "#server/platform/db/row-security.ts";
import { newId } from "#server/platform/runtime/clock.ts";
import { startTestApp } from "#tests/server/app.ts";
import type { TestApp } from "#tests/server/app.ts";
import { headersOf } from "#tests/server/client.ts";
import { makeWorld } from "#tests/server/world.ts";
import type { Person, World } from "#tests/server/world.ts";
import type { Extension } from "#src/kit/files/file-names.rules.ts";
import { confirmFile, discardFile, expireFile, storeFile } from "./files.commands.ts";
import type { FilePurpose, StoredFile } from "./files.commands.ts";

let server: TestApp;
let world: World;

beforeAll(async () => {
  server = await startTestApp();
  world = await makeWorld(server);
});

afterAll(() => server.close());

function actingOf({ role: kind, providerUuid, retailerUuid, userUuid }: Person): Acting {
  return { kind, providerUuid, retailerUuid, userUuid };
}

interface Kept {
  person?: Person;
  extension?: Extension;
  purpose?: FilePurpose;
  text?: string;
  expiresAt?: Date | null;
}

/** A file as a job of this person leaves it. */
async function keep({
  person = world.provider,
  extension = "pdf",
  purpose = "document",
  text = "%PDF-1.7 what",
  expiresAt = null,
}: Kept = {}) {
  const kept = await storeFile(server.services, actingOf(person), { purpose, name: "Packing list", extension }, Buffer.from(text));
  await server.services.database.transaction(actingOf(person), (tx) => confirmFile(tx, kept, expiresAt));
  return kept;
}

interface Got {
  status: number;
  /** of the envelope; 200 for a file */
  code: number;
  text: string;
  type: string;
  disposition: string;
  headers: Record<string, unknown>;
  bytes: Buffer;
}

async function get(call: Call, input: Record<string, string>, person: Person | null = world.provider): Promise<Got> {
  const reply = await server.app.inject({
    url: `${apiPrefix}${call.path}?${new URLSearchParams(input).toString()}`,
    headers: headersOf({ token: person?.token ?? null }),
  });
  const type = String(reply.headers["content-type"]);
  const code = type.startsWith("application/json") ? reply.json<{ code: number }>().code : 200;
  return {
    status: reply.statusCode,
    code,
    text: reply.body,
    type,
    disposition: String(reply.headers["content-disposition"]),
    headers: reply.headers,
    bytes: reply.rawPayload,
  };
}

const notFound = { status: 200, code: codes.notFound.code };

describe("get-file", () => {
  test("returns the bytes with their type, length and display name", async () => {
    const { filename } = await keep({ extension: "csv", text: "a,b\r\n" });
    const got = await get(getFile, { filename });
    expect(got).toMatchObject({ status: 200, text: "a,b\r\n", type: "text/csv; charset=utf-8" });
    expect(got.disposition).toBe("attachment; filename=\"Packing list.csv\"; filename*=UTF-8''Packing%20list.csv");
    expect(got.headers).toMatchObject({
      "content-length": "5",
      "x-content-type-options": "nosniff",
      "cache-control": "private, no-store",
    });
  });

  test("serves an image inline", async () => {
    const { filename } = await keep({ extension: "png" });
    expect((await get(getFile, { filename })).disposition).toMatch(/^inline; /);
  });

  test("requires a session", async () => {
    const { filename } = await keep();
    expect(await get(getFile, { filename }, null)).toMatchObject({ status: 401, code: 401 });
  });

  test.each([
    "../../../etc/passwd",
    "..%2f..%2fetc%2fpasswd",
    "....//....//etc/passwd",
    "/etc/passwd",
    "C:\\Windows\\win.ini",
    "file:///etc/passwd",
    "audit_log",
    "",
    "%00",
    "01980000-0000-7000-8000-0000000000aa.PDF",
    "01980000-0000-7000-8000-0000000000aa.html",
    "'; drop table file; --",
  ])("finds nothing under %j", async (filename) => {
    for (const call of [getFile, printFile]) expect(await get(call, { filename })).toMatchObject(notFound);
    expect(await get(getFileIndependently, { filename, roleType: "provider" })).toMatchObject(notFound);
  });

  test("finds no file under another extension, or with a folder before it", async () => {
    const { filename, fileUuid, providerUuid } = await keep();
    for (const other of [`${fileUuid}.csv`, `${fileUuid}.png`, `${providerUuid}/${filename}`, `./${filename}`])
      expect(await get(getFile, { filename: other })).toMatchObject(notFound);
  });

  test("does not find a file from the moment it expires", async () => {
    const expiresAt = new Date(server.clock.now().getTime() + 60_000);
    const { filename } = await keep({ expiresAt });
    expect(await get(getFile, { filename })).toMatchObject({ status: 200, code: 200 });
    server.clock.advance(60_000);
    expect(await get(getFile, { filename })).toMatchObject(notFound);
  });

  test("returns not found in the envelope for a file whose bytes the store has lost", async () => {
    const { filename, fileUuid } = await keep();
    await server.services.files.remove(`${world.providerA}/${fileUuid}`);
    expect(await get(getFile, { filename })).toMatchObject(notFound);
  });
});

describe("get-file-independently", () => {
  test.each([
    ["pdf", "application/pdf"],
    ["xlsx", "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"],
    ["csv", "text/csv; charset=utf-8"],
  ] as const)("serves a %s to be saved under the requested name", async (extension, type) => {
    const { filename } = await keep({ extension });
    const got = await get(getFileIndependently, { roleType: "provider", filename, save_as: "May / 面单" });
    expect(got).toMatchObject({ status: 200, type });
    expect(got.disposition).toBe(
      `attachment; filename="May _ __.${extension}"; filename*=UTF-8''${encodeURIComponent(`May _ 面单.${extension}`)}`,
    );
  });

  test.each([
    ["../../x", "_.._x.pdf"],
    ['a"; filename="b.exe', "a_; filename=_b.exe.pdf"],
    ["a\r\nset-cookie: b=c", "a_set-cookie_ b=c.pdf"],
    [" ", "Packing list.pdf"],
    ["", "Packing list.pdf"],
  ])("sanitizes a name such as %j", async (save_as, name) => {
    const { filename } = await keep();
    const got = await get(getFileIndependently, { roleType: "provider", filename, save_as });
    expect(decodeURIComponent(got.disposition.split("UTF-8''")[1] ?? "")).toBe(name);
    expect(got.headers["set-cookie"]).toBeUndefined();
  });

  test("requires the role of the session", async () => {
    const { filename } = await keep();
    for (const roleType of ["operator", "dropShipper"])
      expect(await get(getFileIndependently, { roleType, filename })).toMatchObject({ status: 403, code: codes.forbidden.code });
    expect(await get(getFileIndependently, { roleType: "operator", filename }, world.operator)).toMatchObject({ status: 200, code: 200 });
    expect(await get(getFileIndependently, { roleType: "admin", filename })).toMatchObject({ status: 400 });
  });

  test("does not serve images", async () => {
    const { filename } = await keep({ extension: "png" });
    expect(await get(getFileIndependently, { roleType: "provider", filename })).toMatchObject(notFound);
  });
});

describe("print-file", () => {
  test("serves a PDF inline, to be saved under its label and stored name", async () => {
    const { filename, fileUuid } = await keep();
    const got = await get(printFile, { filename, label: "Waybill 7" });
    expect(got).toMatchObject({ status: 200, type: "application/pdf", text: "%PDF-1.7 what" });
    expect(got.disposition).toMatch(/^inline; /);
    expect(got.disposition).toContain(`filename="Waybill 7-${fileUuid}.pdf"`);
    expect((await get(printFile, { filename })).disposition).toContain(`filename="${fileUuid}.pdf"`);
  });

  test("serves only PDFs", async () => {
    for (const extension of ["xlsx", "csv", "png"] as const) {
      const { filename } = await keep({ extension });
      expect(await get(printFile, { filename, label: "x" })).toMatchObject(notFound);
    }
  });
});

describe("somebody else's file", () => {
  test("is not served by any call, to any role", async () => {
    const strangers = [world.foreignProvider, world.foreignOperator, world.foreignRetailer, world.retailer, world.otherRetailer];
    const { filename } = await keep();
    for (const person of strangers) {
      expect(await get(getFile, { filename }, person)).toMatchObject(notFound);
      expect(await get(printFile, { filename }, person)).toMatchObject(notFound);
      expect(await get(getFileIndependently, { filename, roleType: person.role }, person)).toMatchObject(notFound);
    }
    for (const person of [world.customer, world.siteAdmin]) {
      expect(await get(getFile, { filename }, person)).toMatchObject(notFound);
      expect(await get(printFile, { filename }, person)).toMatchObject({ status: 403 });
    }
  });

  test("created by a job is not served to a colleague either", async () => {
    const ofProvider = await keep({ purpose: "download" });
    expect(await get(getFile, { filename: ofProvider.filename })).toMatchObject({ status: 200, code: 200 });
    expect(await get(getFile, { filename: ofProvider.filename }, world.idleOperator)).toMatchObject(notFound);
    const ofRetailer = await keep({ purpose: "download", person: world.retailer });
    expect(await get(getFile, { filename: ofRetailer.filename }, world.retailer)).toMatchObject({ status: 200, code: 200 });
    for (const person of [world.otherRetailer, world.provider])
      expect(await get(getFile, { filename: ofRetailer.filename }, person)).toMatchObject(notFound);
  });
});

describe("a stored file", () => {
  const acting = () => actingOf(world.provider);
  const inTransaction = (kept: StoredFile) => server.services.database.transaction(acting(), (tx) => confirmFile(tx, kept, null));
  const about = { purpose: "document", name: "a", extension: "pdf" } as const;

  test("is unavailable until it is confirmed, and can be confirmed once", async () => {
    const kept = await storeFile(server.services, acting(), about, Buffer.from("%PDF"));
    expect(await get(getFile, { filename: kept.filename })).toMatchObject(notFound);
    expect(await inTransaction(kept)).toBe(true);
    expect(await get(getFile, { filename: kept.filename })).toMatchObject({ text: "%PDF" });
    expect(await inTransaction(kept)).toBe(false);
  });

  test("cannot be discarded once confirmed", async () => {
    const kept = await storeFile(server.services, acting(), about, Buffer.from("%PDF"));
    await inTransaction(kept);
    await discardFile(server.services, acting(), kept);
    expect(await get(getFile, { filename: kept.filename })).toMatchObject({ text: "%PDF" });
  });

  test("leaves neither row nor bytes when discarded", async () => {
    const kept = await storeFile(server.services, acting(), about, Buffer.from("%PDF"));
    await discardFile(server.services, acting(), kept);
    expect(await inTransaction(kept)).toBe(false);
    expect(await server.services.files.get(`${world.providerA}/${kept.fileUuid}`)).toBeNull();
  });

  test("cannot be confirmed or expired by another provider", async () => {
    const kept = await storeFile(server.services, acting(), about, Buffer.from("%PDF"));
    const foreign = actingOf(world.foreignProvider);
    expect(await server.services.database.transaction(foreign, (tx) => confirmFile(tx, kept, null))).toBe(false);
    await inTransaction(kept);
    await server.services.database.transaction(foreign, (tx) => expireFile(tx, kept, server.clock.now()));
    expect(await get(getFile, { filename: kept.filename })).toMatchObject({ text: "%PDF" });
  });

  test("requires a provider and a user", async () => {
    for (const nobody of [{ kind: "platform" }, { kind: "provider", providerUuid: newId() }] as const)
      await expect(storeFile(server.services, nobody, about, Buffer.from("%PDF"))).rejects.toThrow("a provider and a user");
  });
});

describe("get-template-files", () => {
  test("returns a workbook in the requested language to every user with an area", async () => {
    for (const person of [world.provider, world.idleOperator, world.retailer]) {
      const got = await get(getTemplateFile, { name: "products", lang: "zh_cn" }, person);
      expect(got).toMatchObject({ status: 200, type: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet" });
      expect(decodeURIComponent(got.disposition.split("UTF-8''")[1] ?? "")).toBe("商品-导入模板.xlsx");
      expect(XLSX.read(got.bytes).SheetNames).toEqual(["商品", "说明"]);
    }
    expect(XLSX.read((await get(getTemplateFile, { name: "products" })).bytes).SheetNames).toEqual(["Products", "Notes"]);
  });

  test("rejects unknown names and languages, and users without an area", async () => {
    for (const name of ["product", "../products", "toString", "__proto__"])
      expect(await get(getTemplateFile, { name })).toMatchObject(notFound);
    expect(await get(getTemplateFile, { name: "products", lang: "de" })).toMatchObject({ status: 400 });
    expect(await get(getTemplateFile, { name: "products" }, world.customer)).toMatchObject({ status: 403 });
  });
});

import { randomUUID } from "node:crypto";
import { existsSync, readdirSync, renameSync, writeFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { codes } from "#src/kit/api/codes.ts";
import { apiPrefix } from "#src/kit/api/address.ts";
import type { OutputOf } from "#src/kit/api/define-call.ts";
import { getFile, uploadImages } from "#src/kit/files/files.contract.ts";
import { exifSegment, makeGif, makeJpeg, makePng, pngChunk, withSegments } from "#tests/factories/images.ts";
import { startTestApp } from "#tests/server/app.ts";
import type { TestApp } from "#tests/server/app.ts";
import { headersOf, request } from "#tests/server/client.ts";
import { addPerson, makeWorld } from "#tests/server/world.ts";
import type { Person, World } from "#tests/server/world.ts";

let server: TestApp;
let world: World;

beforeAll(async () => {
  server = await startTestApp();
  world = await makeWorld(server);
});

afterAll(() => server.close());

interface Part {
  field?: string;
  name?: string;
  type?: string;
  bytes: Uint8Array;
}

/** A multipart body as a browser writes it. */
function bodyOf(parts: readonly Part[], boundary: string): Buffer {
  const pieces = parts.flatMap(({ field = "images", name = "front.png", type = "application/octet-stream", bytes }) => [
    Buffer.from(`--${boundary}\r\ncontent-disposition: form-data; name="${field}"; filename="${name}"\r\ncontent-type: ${type}\r\n\r\n`),
    bytes,
    Buffer.from("\r\n"),
  ]);
  return Buffer.concat([...pieces, Buffer.from(`--${boundary}--\r\n`)]);
}

type Uploaded = OutputOf<typeof uploadImages>;

async function upload(parts: readonly Part[], { person = world.provider, key = "" } = {}) {
  const boundary = `b${randomUUID()}`;
  const reply = await server.app.inject({
    method: "POST",
    url: apiPrefix + uploadImages.path,
    headers: {
      ...headersOf({ token: person.token, ...(key === "" ? {} : { idempotencyKey: key }) }),
      "content-type": `multipart/form-data; boundary=${boundary}`,
    },
    payload: bodyOf(parts, boundary),
  });
  const { code, data } = reply.json<{ code: number; data: Uploaded }>();
  return { status: reply.statusCode, code, files: data?.result ?? [] };
}

/** The bytes of a file as this person gets them; null where there is none. */
async function fetched(filename: string, person: Person): Promise<Buffer | null> {
  const reply = await server.app.inject({
    url: `${apiPrefix}${getFile.path}?filename=${filename}`,
    headers: headersOf({ token: person.token }),
  });
  return String(reply.headers["content-type"]).startsWith("application/json") ? null : reply.rawPayload;
}

/** Every object in the store. */
function stored(): string[] {
  const folder = join(server.dataDir, "files");
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((path) => path.endsWith(".bin"));
}

async function rowCount(): Promise<number> {
  const rows = await server.services.database.transaction({ kind: "platform" }, (tx) =>
    tx.selectFrom("file").select("file_uuid").execute(),
  );
  return rows.length;
}

describe("uploaded images", () => {
  test("keep their order, and get their type from their content, not their name", async () => {
    const jpeg = withSegments(await makeJpeg(16, 8), [exifSegment(1)]);
    const gif = makeGif(2, 2, [{ left: 0, top: 0, width: 2, height: 2, pixels: [0, 1, 2, 3] }]);
    const { status, code, files } = await upload([
      { name: "a.exe", bytes: makePng(4, 3) },
      { name: "b.png", bytes: jpeg },
      { name: "c", bytes: gif },
    ]);
    expect({ status, code }).toEqual({ status: 200, code: 200 });
    expect(files.map(({ name, content_type, width, height }) => [name, content_type, width, height])).toEqual([
      ["a.exe.png", "image/png", 4, 3],
      ["b.png.jpg", "image/jpeg", 16, 8],
      ["c.gif", "image/gif", 2, 2],
    ]);
    const [, photo] = files;
    const bytes = await fetched(photo?.filename ?? "", world.provider);
    expect(bytes?.length).toBe(photo?.byte_size);
    expect(bytes?.includes("QuaysideCam")).toBe(false);
  });

  test("lose hidden metadata", async () => {
    const secret = Buffer.from("Comment\0<script>alert(1)</script>");
    const { files } = await upload([{ bytes: makePng(4, 4, [pngChunk("tEXt", secret)]) }]);
    const bytes = await fetched(files[0]?.filename ?? "", world.provider);
    expect(bytes?.includes("script")).toBe(false);
    expect(bytes?.subarray(1, 4).toString()).toBe("PNG");
  });

  test("are recorded in the audit log", async () => {
    const { files } = await upload([{ bytes: makePng(1, 1) }], { person: world.operator });
    const [uuid] = files[0]?.filename.split(".") ?? [];
    const noted = await server.services.database.transaction({ kind: "platform" }, (tx) =>
      tx
        .selectFrom("audit_log")
        .select(["user_uuid", "detail"])
        .where("provider_uuid", "=", world.providerA)
        .where("subject_uuid", "=", uuid ?? "")
        .execute(),
    );
    expect(noted).toEqual([{ user_uuid: world.operator.userUuid, detail: { file_uuids: [uuid] } }]);
  });

  test("may number nine, but not ten", async () => {
    const images = Array.from({ length: 10 }, () => ({ bytes: makePng(1, 1) }));
    expect((await upload(images.slice(1))).files).toHaveLength(9);
    expect(await upload(images)).toMatchObject({ status: 200, code: codes["files.tooManyImages"].code, files: [] });
  });
});

describe("nothing is stored from an upload", () => {
  let before = { objects: 0, rows: 0 };
  beforeEach(async () => {
    before = { objects: stored().length, rows: await rowCount() };
  });

  const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>');
  const cases: [string, () => Part[], keyof typeof codes][] = [
    ["no file", () => [], "files.nothingSent"],
    [
      "an SVG called png after a good image",
      () => [{ bytes: makePng(1, 1) }, { name: "x.png", type: "image/png", bytes: svg }],
      "files.notAnImage",
    ],
    ["a PNG that ends in the middle", () => [{ bytes: makePng(1, 1) }, { bytes: makePng(64, 64).subarray(0, 60) }], "files.notAnImage"],
    ["more than 5 MB", () => [{ bytes: Buffer.concat([makePng(1, 1), Buffer.alloc(5 * 1024 * 1024)]) }], "files.imageTooLarge"],
  ];
  test.each(cases)("with %s", async (_what, parts, name) => {
    expect(await upload(parts())).toEqual({ status: 200, code: codes[name].code, files: [] });
    expect({ objects: stored().length, rows: await rowCount() }).toEqual(before);
  });

  test("with a part of another field name", async () => {
    expect(await upload([{ field: "image", bytes: makePng(1, 1) }])).toMatchObject({ status: 400 });
    expect({ objects: stored().length, rows: await rowCount() }).toEqual(before);
  });

  test("to an unavailable store, except a row for cleaning up what may have been written", async () => {
    const folder = join(server.dataDir, "files");
    renameSync(folder, `${folder}-away`);
    writeFileSync(folder, "not a folder");
    expect(await upload([{ bytes: makePng(1, 1) }])).toMatchObject({ status: 500 });
    rmSync(folder);
    renameSync(`${folder}-away`, folder);
    expect(stored()).toHaveLength(before.objects);
    const left = await server.services.database.transaction({ kind: "platform" }, (tx) =>
      tx.selectFrom("file").select(["expires_at"]).where("purpose", "=", "unfinished").execute(),
    );
    expect(left).toEqual([{ expires_at: new Date(server.clock.now().getTime() + 2 * 3_600_000) }]);
  });

  test("by a retailer without a provider", async () => {
    const nobodys = await addPerson(server, { username: "nobodys-retailer", role: "dropShipper", retailerUuid: world.retailerA });
    expect(await upload([{ bytes: makePng(1, 1) }], { person: nobodys })).toMatchObject({ status: 403 });
    expect({ objects: stored().length, rows: await rowCount() }).toEqual(before);
  });

  test.each(["customer", "siteAdmin"] as const)("by a %s", async (who) => {
    expect(await upload([{ bytes: makePng(1, 1) }], { person: world[who] })).toMatchObject({ status: 403 });
  });
});

describe("the same upload twice", () => {
  test("stores one set of images when sent one after the other", async () => {
    const objects = stored().length;
    const parts = [{ bytes: makePng(3, 1) }, { bytes: makePng(3, 2) }];
    const first = await upload(parts, { key: "upload-one-after-the-other" });
    const second = await upload(parts, { key: "upload-one-after-the-other" });
    expect(second).toEqual(first);
    expect(first.files).toHaveLength(2);
    expect(stored()).toHaveLength(objects + 2);
  });

  test("stores one set of images when sent concurrently", async () => {
    const objects = stored().length;
    const rows = await rowCount();
    const parts = [{ bytes: makePng(5, 1) }];
    const answers = await Promise.all(Array.from({ length: 4 }, () => upload(parts, { key: "upload-at-the-same-time" })));
    expect(new Set(answers.map(({ files }) => files[0]?.filename)).size).toBe(1);
    expect(stored()).toHaveLength(objects + 1);
    expect(await rowCount()).toBe(rows + 1);
  });

  test("with different images is rejected, and stores none of them", async () => {
    await upload([{ bytes: makePng(6, 1) }], { key: "upload-with-others" });
    const objects = stored().length;
    expect(await upload([{ bytes: makePng(6, 2) }], { key: "upload-with-others" })).toMatchObject({ status: 409, files: [] });
    expect(stored()).toHaveLength(objects);
  });
});

describe("a document", () => {
  test("of the provider is visible to its staff, but not to retailers or strangers", async () => {
    const { files } = await upload([{ bytes: makePng(2, 2) }]);
    const name = files[0]?.filename ?? "";
    for (const person of [world.provider, world.operator, world.idleOperator]) expect(await fetched(name, person)).not.toBeNull();
    for (const person of [
      world.retailer,
      world.foreignProvider,
      world.foreignOperator,
      world.foreignRetailer,
      world.customer,
      world.siteAdmin,
    ])
      expect(await fetched(name, person)).toBeNull();
  });

  test("of a retailer is visible only to that retailer", async () => {
    const { files } = await upload([{ bytes: makePng(2, 2) }], { person: world.retailer });
    const name = files[0]?.filename ?? "";
    expect(await fetched(name, world.retailer)).not.toBeNull();
    for (const person of [world.provider, world.operator, world.otherRetailer, world.foreignProvider, world.foreignRetailer])
      expect(await fetched(name, person)).toBeNull();
  });

  test("of a retailer stays visible to it under another provider, who cannot see it", async () => {
    const { files } = await upload([{ bytes: makePng(2, 2) }], { person: world.retailer });
    const name = files[0]?.filename ?? "";
    await server.services.database.transaction({ kind: "anonymous" }, (tx) =>
      tx.insertInto("retailer_provider").values({ provider_uuid: world.providerB, retailer_uuid: world.retailerA }).execute(),
    );
    const elsewhere = await addPerson(server, {
      username: "retailer-one-at-beta",
      role: "dropShipper",
      providerUuid: world.providerB,
      retailerUuid: world.retailerA,
    });
    expect(await fetched(name, elsewhere)).not.toBeNull();
    expect(await fetched(name, world.foreignProvider)).toBeNull();
  });

  test("cannot be fetched without the CSRF header", async () => {
    const { files } = await upload([{ bytes: makePng(2, 2) }]);
    const reply = await request(server.app, getFile, { filename: files[0]?.filename ?? "" }, { token: world.provider.token, csrf: null });
    expect(reply).toMatchObject({ status: 403, code: codes.csrfTokenError.code });
  });
});

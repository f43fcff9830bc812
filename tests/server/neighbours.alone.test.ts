import { PassThrough, Readable } from "node:stream";
import { setImmediate as turn } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { home } from "#src/company/accounts/accounts.contract.ts";
import { apiPrefix } from "#src/kit/api/address.ts";
import { codes } from "#src/kit/api/codes.ts";
import { uploadImages } from "#src/kit/files/files.contract.ts";
import { listVariants } from "#src/warehouse/goods/goods.contract.ts";
import { printLabels } from "#src/warehouse/goods/labels.contract.ts";
import { postImport, uploadImport } from "#src/warehouse/imports/imports.contract.ts";
import { listReceipts } from "#src/warehouse/receipts/receipts.contract.ts";
import { adjustStock } from "#src/warehouse/stock/stock.contract.ts";
import { newId } from "#server/platform/runtime/clock.ts";
import { LimitReached } from "#server/platform/runtime/fair-limiter.ts";
import { runFor } from "#server/platform/runtime/requester-context.ts";
import { streamPdf } from "#server/warehouse/printing/pdf.ts";
import { openSlowWork } from "#server/platform/runtime/slow-work.ts";
import { makePng } from "#tests/factories/images.ts";
import { startTestApp } from "./app.ts";
import type { TestApp } from "./app.ts";
import { headersOf, multipartOf, multipartType, request, send } from "./client.ts";
import { putStock, staffOf, stageStock } from "./stage-stock.ts";
import type { StockStage } from "./stage-stock.ts";
import { makeWorld } from "./world.ts";
import type { World } from "./world.ts";

/* Provider A overloads the server. Provider B is served while A's work still waits: checks counts and order, not times. */

let server: TestApp;
let world: World;
let on: StockStage;

beforeAll(async () => {
  server = await startTestApp();
  world = await makeWorld(server);
  on = await server.services.database.transaction(staffOf(world.providerA), async (tx) => {
    const made = await stageStock(tx, { providerUuid: world.providerA, ownerUuid: world.retailerA });
    await putStock(tx, made, { quantity: 1000, now: server.clock.now() });
    return made;
  });
});

afterAll(() => server.close());

const patience = { timeout: 100_000 };
const picture = (side: number) => [{ field: "images", name: "front.png", bytes: makePng(side, side) }];
const uploadPicture = (token: string, side: number) => send(server.app, uploadImages, {}, { token, files: picture(side) });

/** Expects provider B's requests to be answered as on a quiet server. */
async function expectNeighbourIsServed(): Promise<void> {
  const { token } = world.foreignProvider;
  expect((await request(server.app, home, {}, { token })).status).toBe(200);
  expect((await request(server.app, listVariants, {}, { token })).status).toBe(200);
  expect((await request(server.app, listReceipts, {}, { token })).status).toBe(200);
  expect((await uploadPicture(token, 4)).status).toBe(200);
  expect((await server.app.inject({ url: "/readyz" })).statusCode).toBe(200);
}

describe("next to a provider", () => {
  test("that changes one balance 400 times at once, others are served while all of these wait", async () => {
    const { database } = server.services;
    const { token } = world.provider;
    const adjusting = { variant_uuid: on.variants[0]?.variantUuid ?? "", location: on.barcodes[0] ?? "", delta: 1, reason: "found" };
    expect((await send(server.app, adjustStock, adjusting, { token })).status).toBe(200);
    let flood: Promise<number[]> = Promise.resolve([]);
    await runFor({ company: "the test" }, () =>
      database.transaction(staffOf(world.providerA), async (tx) => {
        // Locks the balance for as long as the test needs.
        await putStock(tx, on, { quantity: 1, now: server.clock.now() });
        flood = Promise.all(Array.from({ length: 400 }, async () => (await send(server.app, adjustStock, adjusting, { token })).status));
        // four of eight connections, and no more
        await vi.waitUntil(() => database.count(world.providerA).waiting === 396, patience);
        expect(database.count(world.providerA)).toEqual({ running: 4, waiting: 396 });
        await expectNeighbourIsServed();
        expect(database.count(world.providerA)).toEqual({ running: 4, waiting: 396 });
      }),
    );
    expect(new Set(await flood)).toEqual(new Set([200]));
    expect(database.count()).toEqual({ running: 0, waiting: 0 });
  });

  test("that sends 20 pictures at once, others are served while all of these wait, most of them unread", async () => {
    const { uploads, works } = server.services.slowWork;
    const { token } = world.provider;
    const company = world.providerA;
    let flood: Promise<number[]> = Promise.resolve([]);
    await works.run({ company }, "picture", async () => {
      flood = Promise.all(Array.from({ length: 20 }, async () => (await uploadPicture(token, 8)).status));
      await vi.waitUntil(() => uploads.count(company).waiting === 18 && works.count(company).waiting === 2, patience);
      await expectNeighbourIsServed();
      expect(uploads.count(company)).toEqual({ running: 2, waiting: 18 });
    });
    expect(new Set(await flood)).toEqual(new Set([200]));
    expect(uploads.count()).toEqual({ running: 0, waiting: 0 });
  });

  test("that posts an import during another one, the waiting import holds no connection", async () => {
    const { database, slowWork } = server.services;
    const { works } = slowWork;
    const company = world.providerA;
    let post: Promise<number> = Promise.resolve(0);
    await works.run({ company }, "import", async () => {
      post = send(server.app, postImport, { import_uuid: newId(), skip_bad_rows: false }, { token: world.provider.token }).then(
        ({ code }) => code,
      );
      await vi.waitUntil(() => works.count(company).waiting === 1, patience);
      expect(database.count(company)).toEqual({ running: 0, waiting: 0 });
      await expectNeighbourIsServed();
    });
    expect(await post).toBe(codes.notFound.code);
  });

  test("that does all of this and prints at once, others are always served until all of it is done", async () => {
    const { works } = server.services.slowWork;
    const { token } = world.provider;
    const company = world.providerA;
    const variant_uuid = on.variants[0]?.variantUuid ?? "";
    const workbook = (tag: number) => Array.from({ length: 200 }, (_, row) => `F${tag}-${row},Flood ${tag}-${row}`);
    const uploadProducts = (tag: number) => {
      const bytes = Buffer.from(["SKU,Product title", ...workbook(tag)].join("\n"));
      return send(server.app, uploadImport, { kind: "products" }, { token, files: [{ field: "workbook", name: "products.csv", bytes }] });
    };
    const adjusting = { variant_uuid, location: on.barcodes[0] ?? "", delta: 1, reason: "found" };
    const asked = [
      ...Array.from({ length: 6 }, (_, tag) => uploadProducts(tag)),
      ...Array.from({ length: 20 }, () => uploadPicture(token, 64)),
      ...Array.from({ length: 20 }, () => send(server.app, printLabels, { variant_uuids: [variant_uuid], copies: 20 }, { token })),
      ...Array.from({ length: 100 }, () => send(server.app, adjustStock, adjusting, { token })),
    ];
    const state = { isOver: false };
    const flood = Promise.all(asked).finally(() => {
      state.isOver = true;
    });
    // No import starts before the neighbour was served.
    await works.run({ company }, "import", async () => {
      await vi.waitUntil(() => works.count(company).waiting > 0, patience);
      await expectNeighbourIsServed();
      expect(state.isOver).toBe(false);
    });
    while (!state.isOver) await expectNeighbourIsServed();
    expect((await flood).map(({ status }) => status)).toEqual(asked.map(() => 200));
    expect(works.count()).toEqual({ running: 0, waiting: 0 });
  });

  test("that has used up its share, its further work is refused with 429 and Retry-After, and others are served", async () => {
    const { works } = server.services.slowWork;
    const company = world.providerA;
    const token = world.provider.token;
    const waiting: Promise<unknown>[] = [];
    await works.run({ company }, "preview", async () => {
      for (let one = 0; one < 30; one += 1) waiting.push(works.run({ company }, "preview", async () => undefined));
      await works.run({ company }, "import", async () => {
        const refused = await send(server.app, postImport, { import_uuid: newId(), skip_bad_rows: false }, { token });
        expect([refused.status, refused.code, refused.headers["retry-after"]]).toEqual([429, 429, "1"]);
        await expectNeighbourIsServed();
      });
    });
    await Promise.all(waiting);
  });

  test("whose client disconnects, its waiting work is dropped", async () => {
    const { works, uploads } = server.services.slowWork;
    const company = world.providerA;
    const origin = await server.app.listen({ port: 0, host: "127.0.0.1" });
    const client = new AbortController();
    await works.run({ company }, "picture", async () => {
      const upload = fetch(origin + apiPrefix + uploadImages.path, {
        method: "POST",
        headers: { ...headersOf({ token: world.provider.token }), "content-type": multipartType },
        body: new Uint8Array(multipartOf(picture(8))),
        signal: client.signal,
      });
      await vi.waitUntil(() => works.count(company).waiting === 1, patience);
      client.abort();
      await expect(upload).rejects.toMatchObject({ name: "AbortError" });
      await vi.waitUntil(() => works.count(company).waiting === 0, patience);
    });
    await vi.waitUntil(() => uploads.count(company).running === 0, patience);
  });
});

test("a streamed file does not count towards the limit while its reader is slow", async () => {
  const { parts: turns, stream } = openSlowWork();
  let made = 0;
  const parts = async function* () {
    for (; made < 100; made += 1) yield Buffer.alloc(100_000);
  };
  const file = stream({ company: "a" }, Readable.from(parts(), { objectMode: false })).iterator();
  let byteSize = ((await file.next()).value as Buffer).length;
  for (let times = 0; times < 50; times += 1) await turn();
  expect(made).toBeLessThan(100);
  expect(turns.count()).toEqual({ running: 0, waiting: 0 });
  for (let part = await file.next(); part.done !== true; part = await file.next()) byteSize += (part.value as Buffer).length;
  expect(byteSize).toBe(10_000_000);
});

test("files generated for a company draw one page at a time, and only in their turn", async () => {
  const { parts, stream } = openSlowWork();
  let drawnPages = 0;
  const pages = Array.from({ length: 40 }, () => ({ width: 100, height: 100, draw: () => void (drawnPages += 1) }));
  const about = { title: "pages", language: "en_us", now: new Date(0) } as const;
  const files = Array.from({ length: 10 }, () => stream({ company: "a" }, streamPdf(about, pages)));
  const reading = files.map((file) => file.reduce((size, part) => size + (part as Buffer).length, 0));
  await vi.waitUntil(() => drawnPages > 5, patience);
  await parts.run({ company: "a" }, "part", async () => {
    const count = drawnPages;
    for (let turns = 0; turns < 100; turns += 1) await turn();
    expect(drawnPages).toBe(count);
  });
  expect(Math.min(...(await Promise.all(reading)))).toBeGreaterThan(1000);
  expect(drawnPages).toBe(400);
});

test("a file continues while other work of its company uses up its limit for long", async () => {
  const { works, stream } = openSlowWork({ waitMs: 500 });
  const company = "a";
  const byteSize = await works.run({ company }, "import", () =>
    works.run({ company }, "picture", () => {
      const file = stream({ company }, Readable.from([Buffer.alloc(10), Buffer.alloc(20)]));
      return file.reduce((size, part) => size + (part as Buffer).length, 0);
    }),
  );
  expect(byteSize).toBe(30);
});

test("the number of files generated for a company at a time is limited", () => {
  const { stream } = openSlowWork();
  const open = (company: string) => stream({ company }, new PassThrough());
  const many = Array.from({ length: 20 }, () => open("a"));
  expect(() => open("a")).toThrow(LimitReached);
  many.push(open("b"));
  for (const one of many) one.destroy();
});

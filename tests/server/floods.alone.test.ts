import { once } from "node:events";
import { readdir } from "node:fs/promises";
import { connect } from "node:net";
import type { AddressInfo, Socket } from "node:net";
import { join } from "node:path";
import { Readable } from "node:stream";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { changeAvatar, getAesKey, home } from "#src/company/accounts/accounts.contract.ts";
import { codes } from "#src/kit/api/codes.ts";
import { getFile, uploadImages } from "#src/kit/files/files.contract.ts";
import { addContact, contactInfo } from "#src/company/key-information/key-information.contract.ts";
import { uploadImport } from "#src/warehouse/imports/imports.contract.ts";
import { buildApp } from "#server/app.ts";
import type { Acting } from "#server/platform/db/row-security.ts";
import { confirmFile, storeFile } from "#server/platform/files/files.commands.ts";
import { createToken } from "#server/platform/http/authenticate.ts";
import { closeServer, listen, createServerBeside } from "#server/platform/runtime/listen.ts";
import { until } from "#tests/e2e/until.ts";
import { startTestApp } from "./app.ts";
import type { TestApp } from "./app.ts";
import { headersOf, multipartType, request } from "./client.ts";
import { codeOf, exchange, head, post } from "./raw-http.ts";
import { makeWorld } from "./world.ts";
import type { World } from "./world.ts";

const megabyte = 1024 * 1024;

setFlagsFromString("--expose-gc");
const collectGarbage = runInNewContext("gc") as () => void;

/** Measures the memory in use. Resident memory would include what a busy machine has not collected yet. */
function measureHeldBytes(): number {
  collectGarbage();
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}

const isFull = process.env["QUAYSIDE_FULL"] === "1";

let test_: TestApp;
let world: World;
let port: number;
/** a server with shorter timeouts, and a second one */
let hasty: { port: number; besidePort: number; connections(): Promise<number>; close(): Promise<void> };

beforeAll(async () => {
  test_ = await startTestApp();
  world = await makeWorld(test_);
  await test_.app.listen({ port: 0, host: "127.0.0.1" });
  port = (test_.app.server.address() as AddressInfo).port;
  hasty = await listenHastily();
});
afterAll(async () => {
  await hasty.close();
  await test_.close();
});

async function listenHastily(): Promise<typeof hasty> {
  const { app } = await buildApp(test_.services, {
    isProduction: false,
    ratePerMinute: 10_000_000,
    trustProxy: false,
    metricsToken: undefined,
    isStopping: () => false,
    requestTimeoutMs: 1500,
    // Longer than a busy machine lets a reader wait.
    idleSocketMs: 4000,
  });
  await app.ready();
  const beside = createServerBeside(app.server, (incoming, reply) => app.routing(incoming, reply));
  return {
    port: await listen(app.server, 0, "127.0.0.1", "PORT"),
    besidePort: await listen(beside, 0, "127.0.0.1", "HOMEPAGE_PORT"),
    connections: () => new Promise((resolve) => app.server.getConnections((_error, count) => resolve(count))),
    async close() {
      await closeServer(beside, 1000);
      await app.close();
    },
  };
}

const json = { "content-type": "application/json" };
const signedIn = () => headersOf({ token: world.provider.token });

async function countContacts(): Promise<number> {
  return (await request(test_.app, contactInfo, {}, { token: world.provider.token })).data.result.length;
}

describe("an oversized body", () => {
  test("with a declared length is refused before it arrives", async () => {
    const headers = { ...json, "content-length": 512 * megabyte };
    const answer = await exchange({ port, parts: `${head("POST /v1/sign-in/", headers)}{` });
    expect({ status: answer.status, code: codeOf(answer) }).toEqual({ status: 413, code: codes.tooLarge.code });
  });

  test("without a declared length is refused as soon as it exceeds the limit", async () => {
    const chunk = `10000\r\n${"x".repeat(65_536)}\r\n`;
    const parts = [head("POST /v1/sign-in/", { ...json, "transfer-encoding": "chunked" }), ...Array<string>(64).fill(chunk)];
    const answer = await exchange({ port, parts, everyMs: 5 });
    expect({ status: answer.status, code: codeOf(answer) }).toEqual({ status: 413, code: codes.tooLarge.code });
  });

  test("is refused as a form and as files as well", async () => {
    const form = { "content-type": "application/x-www-form-urlencoded", "content-length": 257 * 1024 };
    expect((await exchange({ port, parts: head("POST /v1/api/create-add-provider/", form) })).status).toBe(413);
    const files = { ...signedIn(), "content-type": multipartType, "content-length": 51 * megabyte };
    expect((await exchange({ port, parts: head(`POST /v1${uploadImages.path}`, files) })).status).toBe(413);
  });

  test("from an anonymous client is not even read where uploads require signing in", async () => {
    const headers = { "content-type": multipartType, "content-length": 40 * megabyte };
    const answer = await exchange({ port, parts: head(`POST /v1${uploadImages.path}`, headers) });
    expect({ status: answer.status, code: codeOf(answer) }).toEqual({ status: 401, code: codes.notSignedIn.code });
  });
});

describe("files without a declared length", () => {
  const chunked = { "content-type": multipartType, "transfer-encoding": "chunked" };
  const chunk = (text: string) => `${text.length.toString(16)}\r\n${text}\r\n`;
  const start = '--quayside-test-boundary\r\ncontent-disposition: form-data; name="image"; filename="a.png"\r\n\r\n';

  test.each([uploadImport.path, uploadImages.path])("are not read from a client with a made-up token: %s", async (path) => {
    const stranger = { ...headersOf({ token: createToken() }), ...chunked };
    const expired = await exchange({ port, parts: head(`POST /v1${path}`, stranger), withinMs: 60_000 });
    expect(codeOf(expired)).toBe(codes.loginExpired.code);
    const forged = { ...headersOf({ token: world.provider.token, csrf: "made-up" }), ...chunked };
    const refused = await exchange({ port, parts: head(`POST /v1${path}`, forged), withinMs: 60_000 });
    expect(codeOf(refused)).toBe(codes.csrfTokenError.code);
  });

  test("are counted, and refused as soon as they exceed the limit", async () => {
    const parts = [head(`POST /v1${changeAvatar.path}`, { ...signedIn(), ...chunked }), chunk(start)];
    const bytes = Array<string>(128).fill(chunk("x".repeat(65_536)));
    const answer = await exchange({ port, parts: [...parts, ...bytes], everyMs: 2, withinMs: 60_000 });
    expect({ status: answer.status, code: codeOf(answer) }).toEqual({ status: 413, code: codes.tooLarge.code });
  });

  test("do not allow an anonymous client larger JSON than elsewhere", async () => {
    const parts = post(`/v1${uploadImages.path}`, JSON.stringify({ text: "x".repeat(300_000) }));
    expect((await exchange({ port, parts })).status).toBe(413);
  });
});

describe("a truncated body", () => {
  test("stores nothing, and the server keeps working", async () => {
    const before = await countContacts();
    const whole = post(`/v1${addContact.path}`, JSON.stringify({ name: "Cut off", type: "phone", detail: "1" }), signedIn());
    const cuts = Array.from({ length: 40 }, (_, index) => whole.slice(0, whole.length - 1 - index));
    await Promise.all(cuts.map((parts) => exchange({ port, parts, withinMs: 50 })));
    expect(await countContacts()).toBe(before);
    expect((await exchange({ port, parts: whole })).status).toBe(200);
    expect(await countContacts()).toBe(before + 1);
  });

  test("that ends in the middle of a picture leaves no file", async () => {
    const kept = () => readdir(join(test_.dataDir, "files"), { recursive: true }).catch(() => []);
    const before = await kept();
    const part = `--quayside-test-boundary\r\ncontent-disposition: form-data; name="images"; filename="a.png"\r\n\r\n${"x".repeat(100_000)}`;
    const headers = { ...signedIn(), "content-type": multipartType, "content-length": 4 * megabyte };
    const parts = head(`POST /v1${uploadImages.path}`, headers) + part;
    await Promise.all(Array.from({ length: 10 }, () => exchange({ port, parts, withinMs: 100 })));
    expect((await request(test_.app, home, {}, { token: world.provider.token })).code).toBe(200);
    expect(await kept()).toEqual(before);
  });
});

describe("a slow request", () => {
  const drops = Array<string>(200).fill(" ");
  const kinds: [string, string][] = [
    ["its body", head("POST /v1/sign-in/", { ...json, "content-length": 1000 })],
    ["its headers", "GET /v1/get-csrf-token/ HTTP/1.1\r\nhost: quayside.test\r\nx-slow: "],
  ];

  test.each(kinds)("dripping %s is answered with 408 and closed, on each port", async (_what, start) => {
    const started = performance.now();
    const dripping = [hasty.port, hasty.besidePort].map((to) =>
      exchange({ port: to, parts: [start, ...drops], everyMs: 50, withinMs: 60_000, untilClosed: true }),
    );
    for (const answer of await Promise.all(dripping)) {
      expect({ status: answer.status, code: codeOf(answer) }).toEqual({ status: 408, code: codes.requestTimeout.code });
      expect(answer.isClosed).toBe(true);
    }
    expect(performance.now() - started).toBeLessThan(60_000);
  });

  test("does not delay others, even in large numbers", async () => {
    const start = head("POST /v1/sign-in/", { ...json, "content-length": 1000 });
    const dripping = Array.from({ length: 300 }, () =>
      exchange({ port: hasty.port, parts: [start, ...drops], everyMs: 200, withinMs: 60_000 }),
    );
    const started = performance.now();
    const answer = await exchange({ port: hasty.port, parts: head("GET /v1/get-csrf-token/") });
    expect(answer.status).toBe(200);
    expect(performance.now() - started).toBeLessThan(30_000);
    const statuses = new Set((await Promise.all(dripping)).map(({ status }) => status));
    expect([...statuses]).toEqual([408]);
  });
});

/** Sends a request and reads nothing of the answer. */
async function neverReading(to: number, text: string): Promise<Socket> {
  const socket = connect(to, "127.0.0.1");
  socket.on("error", () => undefined);
  await once(socket, "connect");
  socket.pause();
  socket.write(text);
  return socket;
}

describe("a client that never reads", () => {
  const byteSize = (isFull ? 64 : 16) * megabyte;

  /** Creates a large file of the provider, of one repeated byte. */
  async function largeFile(): Promise<string> {
    const { services } = test_;
    const { providerUuid, userUuid } = world.provider;
    const acting: Acting = { kind: "provider", providerUuid, userUuid };
    const bytes = Readable.from(Array.from({ length: byteSize / megabyte }, () => Buffer.alloc(megabyte, "q")));
    const kept = await storeFile(services, acting, { purpose: "download", name: "large", extension: "csv" }, bytes);
    await services.database.transaction(acting, (tx) => confirmFile(tx, kept, null));
    return kept.filename;
  }

  test("a large file is disconnected and its memory freed, while others get theirs completely", async () => {
    const line = `GET /v1${getFile.path}?filename=${await largeFile()}`;
    const before = measureHeldBytes();
    const ask = head(line, signedIn());
    const idle = await Promise.all(Array.from({ length: 30 }, () => neverReading(hasty.port, ask)));
    // In a block, so that this test's own copy is not counted below.
    {
      const answer = await exchange({ port: hasty.port, parts: ask, withinMs: 60_000 });
      expect(answer.status).toBe(200);
      expect(answer.body.length).toBe(byteSize);
    }
    await until(async () => ((await hasty.connections()) === 0 ? true : null), "the end of who never reads");
    // 30 files would be 480 MB. Buffers outside of the heap are freed a moment after the collector has found them.
    await until(async () => (measureHeldBytes() - before < 30 * megabyte ? true : null), "the memory of 30 files");
    for (const socket of idle) socket.destroy();
  });

  test("and keeps sending requests is disconnected as well", async () => {
    const before = measureHeldBytes();
    let most = 0;
    // What is held, and not what the collector has not freed yet, which depends on the machine.
    const sampling = setInterval(() => (most = Math.max(most, measureHeldBytes() - before)), 20);
    const asks = head("GET /docs/json").repeat(1000);
    const idle = await Promise.all(Array.from({ length: 20 }, () => neverReading(hasty.port, asks)));
    expect((await exchange({ port: hasty.port, parts: head("GET /v1/get-csrf-token/") })).status).toBe(200);
    await until(async () => ((await hasty.connections()) === 0 ? true : null), "the end of who never reads");
    clearInterval(sampling);
    // all answers would be gigabytes
    expect(most).toBeLessThan(300 * megabyte);
    for (const socket of idle) socket.destroy();
  });
});

describe("an address that exceeds the rate limit", () => {
  test("is refused in the envelope with Retry-After, and others are not", async () => {
    const { app } = await buildApp(test_.services, {
      isProduction: false,
      ratePerMinute: 1000,
      trustProxy: false,
      metricsToken: undefined,
      isStopping: () => false,
    });
    const ask = (remoteAddress: string, headers = {}) => app.inject({ method: "GET", url: `/v1${getAesKey.path}`, remoteAddress, headers });
    const replies = [];
    // whatever address it claims
    for (let index = 0; index < 80; index += 1) replies.push(await ask("10.9.0.1", { "x-forwarded-for": `10.8.0.${index}` }));
    const refused = replies.filter(({ statusCode }) => statusCode === 429);
    expect(refused).toHaveLength(30);
    expect(refused[0]?.json()).toMatchObject({ code: codes.tooMany.code, data: null });
    expect(Number(refused[0]?.headers["retry-after"])).toBeGreaterThan(0);
    expect((await ask("10.9.0.2")).statusCode).toBe(200);
    // signed-in users have their own share
    const reply = await app.inject({ method: "GET", url: `/v1${home.path}`, remoteAddress: "10.9.0.1", headers: signedIn() });
    expect(reply.statusCode).toBe(200);
    await app.close();
  });
});

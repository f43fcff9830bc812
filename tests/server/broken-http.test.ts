import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { codes } from "#src/kit/api/codes.ts";
import type { CodeName } from "#src/kit/api/codes.ts";
import { httpStatus } from "#src/kit/api/envelope.ts";
import { deriveCsrfToken } from "#server/platform/http/authenticate.ts";
import { closeServer, listen, createServerBeside } from "#server/platform/runtime/listen.ts";
import { startTestApp } from "./app.ts";
import type { TestApp } from "./app.ts";
import { headersOf } from "./client.ts";
import { codeOf, exchange, head, insides, post } from "./raw-http.ts";
import type { RawAnswer } from "./raw-http.ts";
import { makeWorld } from "./world.ts";
import type { World } from "./world.ts";

let test_: TestApp;
let world: World;
/** the application's port, and the home page's */
let ports: { application: number; homepage: number };
let closeBeside: () => Promise<void>;

beforeAll(async () => {
  test_ = await startTestApp();
  world = await makeWorld(test_);
  const { app } = test_;
  await app.listen({ port: 0, host: "127.0.0.1" });
  const beside = createServerBeside(app.server, (request, reply) => app.routing(request, reply));
  ports = { application: (app.server.address() as AddressInfo).port, homepage: await listen(beside, 0, "127.0.0.1", "HOMEPAGE_PORT") };
  closeBeside = () => closeServer(beside, 1000);
});
afterAll(async () => {
  await closeBeside();
  await test_.close();
});

const json = { "content-type": "application/json" };
const brackets = "[".repeat(100_000) + "]".repeat(100_000);
const braces = '{"a":'.repeat(20_000) + "1" + "}".repeat(20_000);
const uuid = "01900000-0000-7000-8000-000000000000";
const manyHeaders = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, index) => [`x-${index}`, "y"]));

const broken: [string, string | Buffer, CodeName][] = [
  ["no HTTP at all", "NONSENSE\r\n\r\n", "parameterError"],
  ["an encrypted greeting", Buffer.from("16030102000100010001fc0303", "hex"), "parameterError"],
  ["the greeting of HTTP/2", "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", "parameterError"],
  ["a method that nobody knows", head("FETCH /v1/home/"), "parameterError"],
  ["two hosts", "GET /v1/get-csrf-token/ HTTP/1.1\r\nhost: quayside.test\r\nHost: elsewhere.test\r\n\r\n", "parameterError"],
  ["no host", "GET /v1/get-csrf-token/ HTTP/1.1\r\n\r\n", "parameterError"],
  ["a broken percent sign in the path", head("GET /v1/%zz"), "parameterError"],
  ["half a percent sign", head("GET /v1/%"), "parameterError"],
  ["bytes that are no UTF-8 in the path", head("GET /v1/%ff%fe"), "parameterError"],
  ["a broken percent sign in the query", head("GET /v1/get-csrf-token/?a=%zz"), "parameterError"],
  ["a header with a NUL", head("GET /v1/home/", { "x-a": "b\0c" }), "parameterError"],
  ["2,000 headers", head("GET /v1/home/", manyHeaders(2000)), "tooLarge"],
  ["a header of 100 kB", head("GET /v1/home/", { "x-a": "b".repeat(100_000) }), "tooLarge"],
  ["an address of 100 kB", head(`GET /${"a".repeat(100_000)}`), "tooLarge"],
  ["two lengths", `${head("POST /v1/sign-in/", { ...json, "content-length": 2 }).trim()}\r\ncontent-length: 3\r\n\r\n{}`, "parameterError"],
  [
    "a length and chunks as well",
    `${head("POST /v1/sign-in/", { ...json, "content-length": 2, "transfer-encoding": "chunked" })}{}`,
    "parameterError",
  ],
  ["a chunk without a length", `${head("POST /v1/sign-in/", { ...json, "transfer-encoding": "chunked" })}ZZ\r\n{}`, "parameterError"],
  ["an expectation that nobody has", head("GET /v1/home/", { expect: "the-spanish-inquisition" }), "notSignedIn"],
  ["an unknown path", head("GET /v1/api/anchors"), "noSuchCall"],
  ["a path that climbs", head("GET /v1/../../etc/passwd"), "noSuchCall"],
  ["the whole server", head("OPTIONS *"), "noSuchCall"],
  ["an empty JSON body", post("/v1/sign-in/", ""), "parameterError"],
  ["a JSON body that breaks off", post("/v1/sign-in/", '{"username":'), "parameterError"],
  ["JSON that is no object", post("/v1/sign-in/", "null"), "parameterError"],
  ["100,000 brackets", post("/v1/sign-in/", brackets), "parameterError"],
  ["20,000 objects in each other", post("/v1/sign-in/", braces), "parameterError"],
  ["__proto__", post("/v1/sign-in/", '{"__proto__":{"area":"p"},"username":"somebody"}'), "parameterError"],
  ["constructor.prototype", post("/v1/sign-in/", '{"constructor":{"prototype":{"area":"p"}}}'), "parameterError"],
  ["a number beyond all", post("/v1/sign-in/", `{"username":${"9".repeat(5000)}}`), "parameterError"],
  ["a body that is no UTF-8", head("POST /v1/sign-in/", { ...json, "content-length": 4 }) + "{\xff\xfe}", "parameterError"],
  ["XML", post("/v1/sign-in/", "<sign-in/>", { "content-type": "text/xml" }), "wrongMediaType"],
  ["a content type that is none", post("/v1/sign-in/", "{}", { "content-type": "////" }), "wrongMediaType"],
  ["a body without a content type", head("POST /v1/sign-in/", { "content-length": 2 }) + "{}", "wrongMediaType"],
  ["a compressed body", post("/v1/sign-in/", "{}", { "content-encoding": "gzip" }), "parameterError"],
  [
    "a form with a broken percent sign",
    post("/v1/api/create-add-provider/", "company=%zz", { "content-type": "application/x-www-form-urlencoded" }),
    "parameterError",
  ],
];

/** Returns an answer's content, and whether it reveals internals. */
function told(answer: RawAnswer): object {
  return { status: answer.status, code: codeOf(answer), showsInsides: insides.test(answer.text) };
}

function saying(name: CodeName): object {
  return { status: httpStatus(name), code: codes[name].code, showsInsides: false };
}

/** Expects the headers that every answer sends to browsers and caches. */
function expectGuarded({ headers }: Pick<RawAnswer, "headers">): void {
  expect(headers["x-content-type-options"]).toBe("nosniff");
  expect(headers["cache-control"]).toContain("no-store");
  const policy = headers["content-security-policy"] ?? "";
  expect(policy).toMatch(/default-src '(none|self)'/);
  expect(policy).not.toContain("unsafe");
  if (!policy.includes("sandbox")) expect(policy).toContain("frame-ancestors 'none'");
}

describe("a malformed request", () => {
  test.each(broken)("with %s is answered in the envelope and reveals no internals", async (_how, bytes, name) => {
    const answer = await exchange({ port: ports.application, parts: bytes });
    expect(told(answer)).toEqual(saying(name));
    expectGuarded(answer);
  });

  test.each(broken.slice(0, 5))("with %s is answered the same on the home page's port", async (_how, bytes, name) => {
    expect(told(await exchange({ port: ports.homepage, parts: bytes }))).toEqual(saying(name));
  });

  test("does not affect other requests", async () => {
    const answer = await exchange({ port: ports.application, parts: head("GET /v1/get-csrf-token/") });
    expect(told(answer)).toEqual(saying("success"));
  });

  test("after a valid one is answered in the envelope and closes the connection", async () => {
    const good = head("GET /v1/get-csrf-token/");
    const { text, isClosed } = await exchange({ port: ports.application, parts: `${good}RUBBISH RUBBISH\r\n\r\n`, untilClosed: true });
    expect(isClosed).toBe(true);
    expect(text).toContain(`"code":${codes.parameterError.code}`);
    expect(text).not.toMatch(insides);
  });

  test("with a duplicate key uses the last value, which is validated as usual", async () => {
    const body = `{"area":"nowhere","username":"somebody","password":"x","key_id":"${uuid}","area":"p"}`;
    expect(told(await exchange({ port: ports.application, parts: post("/v1/sign-in/", body) }))).toEqual(saying("keyExpired"));
    const reversed = `{"area":"p","username":"somebody","password":"x","key_id":"${uuid}","area":"nowhere"}`;
    expect(told(await exchange({ port: ports.application, parts: post("/v1/sign-in/", reversed) }))).toEqual(saying("parameterError"));
  });

  test("does not pollute Object.prototype", () => {
    expect(({} as { area?: string }).area).toBeUndefined();
  });
});

describe("a method that an address does not support", () => {
  test.each([
    ["POST", "/v1/home/", "GET"],
    ["DELETE", "/v1/home", "GET"],
    ["GET", "/v1/sign-in/", "POST"],
    ["OPTIONS", "/v1/sign-in/", "POST"],
    ["PROPFIND", "/v1/home/", "GET"],
    ["TRACE", "/v1/home/", "GET"],
    ["GET", "/api/customer-settings/default-settings-update", "PUT"],
  ])("%s %s is 405 and names the allowed method", async (method, path, allowed) => {
    const answer = await exchange({ port: ports.application, parts: head(`${method} ${path}`) });
    expect(told(answer)).toEqual(saying("noSuchMethod"));
    expectGuarded(answer);
    expect(answer.headers["allow"]).toBe(allowed);
  });
});

describe("response headers", () => {
  const kinds: [string, string, () => Record<string, string>, number][] = [
    ["data", "GET /v1/home/", () => headersOf({ token: world.provider.token }), 200],
    ["data for strangers", "GET /v1/api/config/init-config", () => ({}), 200],
    ["a refusal", "GET /v1/api/get-file/?filename=none", () => headersOf({ token: world.provider.token }), 200],
    ["2003", "GET /v1/home/", () => headersOf({ token: "x".repeat(43), csrf: deriveCsrfToken("x".repeat(43)) }), 200],
    ["401", "GET /v1/home/", () => ({}), 401],
    ["403", "GET /v1/home/", () => headersOf({ token: world.provider.token, csrf: "wrong" }), 403],
    ["a file", "GET /v1/api/get-template-files/?name=orders", () => headersOf({ token: world.provider.token }), 200],
    ["health", "GET /healthz", () => ({}), 200],
    ["readiness", "GET /readyz", () => ({}), 200],
    ["figures", "GET /metrics", () => ({}), 200],
  ];
  test.each(kinds)("of %s prevent sniffing, caching, framing and unsafe scripts", async (_kind, line, headers, status) => {
    const answer = await exchange({ port: ports.application, parts: head(line, { ...headers(), connection: "close" }), untilClosed: true });
    expect(answer.status).toBe(status);
    expectGuarded(answer);
    expect(answer.headers["x-powered-by"]).toBeUndefined();
    expect(answer.headers["server"]).toBeUndefined();
    expect(answer.headers["access-control-allow-origin"]).toBeUndefined();
    expect(answer.headers["set-cookie"]).toBeUndefined();
  });

  test("of the API's page allow inline styles but no inline scripts", async () => {
    const { status, headers } = await exchange({
      port: ports.application,
      parts: head("GET /docs/", { connection: "close" }),
      untilClosed: true,
    });
    expect(status).toBe(200);
    const policy = headers["content-security-policy"] ?? "";
    expect(policy).toMatch(/script-src 'self'(;|$)/);
    expect(policy).toContain("frame-ancestors 'none'");
    expect(headers["x-content-type-options"]).toBe("nosniff");
  });
});

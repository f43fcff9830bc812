import { createHash } from "node:crypto";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { readFile } from "node:fs/promises";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { brotliCompressSync, brotliDecompressSync, gunzipSync, gzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { codes } from "#src/kit/api/codes.ts";
import { websocketPortName, websocketPortPlaceholder } from "#src/kit/api/page-values.ts";
import { buildApp } from "#server/app.ts";
import { createSite } from "#src/company/sites/sites.contract.ts";
import { startTestApp } from "./app.ts";
import type { TestApp } from "./app.ts";
import { send } from "./client.ts";
import { codeOf, exchange, head, insides } from "./raw-http.ts";
import { makeWorld } from "./world.ts";

const script = "export const words = 'a line of the application';\n".repeat(100);
const page = `<!doctype html><html><head><meta name="${websocketPortName}" content="${websocketPortPlaceholder}"></head><body><div id="root"></div></body></html>`;
const secret = "nobody outside may read this";
/** what a browser sends for a typed address */
const asBrowser = { accept: "text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,*/*;q=0.8" };

let folder: string;
let test_: TestApp;

function write(name: string, content: string | Buffer): void {
  writeFileSync(join(folder, "web", name), content);
}

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "quayside-pages-"));
  mkdirSync(join(folder, "web", "assets"), { recursive: true });
  mkdirSync(join(folder, "web", ".vite"));
  writeFileSync(join(folder, "secret.txt"), secret);
  write("index.html", page);
  write("first-paint.js", "document.documentElement.lang = 'en-US';");
  write("assets/index-Abc_123-.js", script);
  write("assets/index-Abc_123-.js.br", brotliCompressSync(script));
  write("assets/index-Abc_123-.js.gz", gzipSync(script));
  write("assets/small-Xyz.css", "a{color:red}");
  write("assets/.hidden.js", secret);
  write(".sources", secret);
  write(".vite/manifest.json", secret);
  test_ = await startTestApp({ webDir: join(folder, "web") });
  await test_.app.listen({ port: 0, host: "127.0.0.1" });
});
afterAll(async () => {
  await test_.close();
  rmSync(folder, { recursive: true, force: true });
});

async function get(url: string, headers: Record<string, string> = {}, method: "GET" | "HEAD" | "POST" = "GET") {
  return test_.app.inject({ method, url, headers });
}

/** Returns the sources a policy allows for a directive. */
function sourcesOf(policy: unknown, directive: string): string[] {
  const found = String(policy)
    .split(";")
    .map((one) => one.trim().split(" "))
    .find(([name]) => name === directive);
  return found?.slice(1) ?? [];
}

/** Returns an answer's content, and whether it reveals internals. */
function told({ statusCode, body, headers }: Awaited<ReturnType<typeof get>>): object {
  return { status: statusCode, code: codeOf({ body }), cache: headers["cache-control"], showsInsides: insides.test(body) };
}
const noSuchCall = { status: 404, code: codes.noSuchCall.code, cache: "no-store", showsInsides: false };

/** SHA-256 of React Aria's style elements, from its source: a new version that changes them is detected here. */
async function hashesOfLibraryStyles(): Promise<string[]> {
  const texts = await Promise.all(
    ["interactions/usePress", "overlays/usePreventScroll"].map(async (name) => {
      const source = await readFile(`node_modules/react-aria/dist/private/${name}.mjs`, "utf8");
      const attribute = /PRESSABLE_ATTRIBUTE = '([^']+)'/.exec(source)?.[1] ?? "";
      const written = /style\.textContent = `([\s\S]*?)`\.trim\(\)/.exec(source)?.[1] ?? "";
      return written.replaceAll(/\$\{[^}]*PRESSABLE_ATTRIBUTE\}/g, attribute).trim();
    }),
  );
  return texts.map((text) => createHash("sha256").update(text).digest("base64"));
}

describe("the page", () => {
  test.each([
    "/",
    "/p/login",
    "/ds/login/",
    "/p/p-list-of-shipping-orders?page=3",
    "/esty-checkout/other",
    "/nowhere/at/all",
    "/index.html",
  ])("is served to a browser at %s", async (url) => {
    const { statusCode, headers, body } = await get(url, asBrowser);
    expect(statusCode).toBe(200);
    expect(headers["content-type"]).toBe("text/html; charset=utf-8");
    expect(body).toContain('<div id="root">');
  });

  test("is served at an address that is longer than any existing one", async () => {
    expect((await get(`/p/${"a".repeat(2000)}`, asBrowser)).statusCode).toBe(200);
  });

  test("allows its own styles and React Aria's two constant ones, regardless of the request", async () => {
    const hashes = await hashesOfLibraryStyles();
    expect(hashes).toHaveLength(2);
    const { headers, body } = await get("/", asBrowser);
    expect(sourcesOf(headers["content-security-policy"], "style-src")).toEqual(["'self'", ...hashes.map((hash) => `'sha256-${hash}'`)]);
    expect(body).not.toContain("nonce");
  });

  test("allows no inline script, no framing, and nothing from other origins", async () => {
    const { headers } = await get("/p/login", asBrowser);
    const policy = headers["content-security-policy"];
    expect(policy).not.toContain("unsafe");
    expect(sourcesOf(policy, "script-src")).toEqual(["'self'"]);
    expect(sourcesOf(policy, "default-src")).toEqual(["'self'"]);
    expect(sourcesOf(policy, "frame-ancestors")).toEqual(["'none'"]);
    // What is printed: `printFile` loads a PDF in a frame.
    expect(sourcesOf(policy, "frame-src")).toEqual(["blob:"]);
    expect(sourcesOf(policy, "connect-src")).toEqual(["'self'", "ws://localhost", "wss://localhost"]);
    expect(sourcesOf(policy, "img-src")).toEqual(["'self'", "data:", "blob:"]);
    expect(headers["x-content-type-options"]).toBe("nosniff");
    expect(headers["x-frame-options"]).toBe("DENY");
    expect(headers["referrer-policy"]).toBe("no-referrer");
    expect(headers["cross-origin-resource-policy"]).toBe("same-origin");
  });

  test("allows its websocket and its site's icon at their origins, and all sites' icons where sites are edited", async () => {
    const { siteAdmin } = await makeWorld(test_);
    const site = {
      host: "icons.test",
      origin: "https://icons.test",
      homepage_title: "图标",
      homepage_title_en: "Icons",
      homepage_icon: "https://pictures.test/icon.png",
      main_function: "Application",
      locale: "en_us",
    } as const;
    expect(await send(test_.app, createSite, site, { token: siteAdmin.token })).toMatchObject({ code: 200 });
    const policy = async (url: string, host: string) => (await get(url, { ...asBrowser, host })).headers["content-security-policy"];
    expect(sourcesOf(await policy("/p/login", "icons.test"), "img-src")).toEqual(["'self'", "data:", "blob:", "https://pictures.test"]);
    expect(sourcesOf(await policy("/tools/config/?a=b", "icons.test"), "img-src")).toEqual(["'self'", "data:", "blob:", "https:"]);
    const ofPort = ["'self'", "ws://127.0.0.1:8082", "wss://127.0.0.1:8082"];
    expect(sourcesOf(await policy("/p/login", "127.0.0.1:8080"), "connect-src")).toEqual(ofPort);
    expect(sourcesOf(await policy("/p/login", "a.test;frame-src"), "connect-src")).toEqual(["'self'"]);
  });

  test("is never cached, because its files have other names after the next build", async () => {
    expect((await get("/", asBrowser)).headers["cache-control"]).toBe("no-store");
  });

  test("contains the websocket's own port", async () => {
    expect((await get("/", asBrowser)).body).toContain(`<meta name="${websocketPortName}" content="8082">`);
  });

  test("is updated as soon as there is a new build", async () => {
    write("index.html", page.replace("<body>", "<body class='newer'>"));
    expect((await get("/", asBrowser)).body).toContain("newer");
    write("index.html", page);
    expect((await get("/", asBrowser)).body).not.toContain("newer");
  });

  test("has the same headers for HEAD, and no body", async () => {
    const { statusCode, headers, body } = await get("/ds/home", asBrowser, "HEAD");
    expect({ statusCode, body }).toEqual({ statusCode: 200, body: "" });
    expect(headers["content-type"]).toBe("text/html; charset=utf-8");
    expect(sourcesOf(headers["content-security-policy"], "style-src")[1]).toMatch(/^'sha256-/);
  });

  test("is not served to a script that requests something else", async () => {
    for (const accept of ["application/json", "*/*", "image/avif,image/webp,*/*"])
      expect(told(await get("/p/home", { accept }))).toEqual(noSuchCall);
    expect(told(await get("/p/home"))).toEqual(noSuchCall);
    expect(told(await get("/p/home", asBrowser, "POST"))).toEqual(noSuchCall);
  });

  test.each(["/v1", "/v1/nowhere", "/api/nowhere", "/docs/nowhere", "/assets", "/assets/", "/websocket", "/healthz/more"])(
    "is not served at %s, whatever a browser accepts",
    async (url) => expect(told(await get(url, asBrowser))).toEqual(noSuchCall),
  );

  test("is not served where a call supports another method", async () => {
    const { statusCode, headers } = await get("/v1/sign-in/", asBrowser);
    expect({ statusCode, allow: headers["allow"] }).toEqual({ statusCode: 405, allow: "POST" });
  });

  test("does not affect the API's page and the health check", async () => {
    expect((await get("/docs/", asBrowser)).headers["content-security-policy"]).toContain("style-src 'self' 'unsafe-inline'");
    expect((await get("/healthz", asBrowser)).json()).toEqual({ ok: true });
  });
});

describe("a file of the build", () => {
  const asset = "/assets/index-Abc_123-.js";

  test.each<[string, string | undefined, (bytes: Buffer) => Buffer]>([
    ["br, gzip", "br", brotliDecompressSync],
    ["gzip", "gzip", gunzipSync],
    ["gzip, deflate, br;q=0", "gzip", gunzipSync],
    ["identity", undefined, (bytes) => bytes],
    ["", undefined, (bytes) => bytes],
  ])("is encoded as Accept-Encoding %j requests", async (accepted, encoding, decode) => {
    const { statusCode, headers, rawPayload } = await get(asset, accepted === "" ? {} : { "accept-encoding": accepted });
    expect({ statusCode, encoding: headers["content-encoding"] }).toEqual({ statusCode: 200, encoding });
    expect(decode(rawPayload).toString()).toBe(script);
    expect(headers["content-type"]).toMatch(/^(text|application)\/javascript; charset=utf-8$/);
    expect(headers["vary"]).toContain("accept-encoding");
    expect(headers["x-content-type-options"]).toBe("nosniff");
  });

  test("without a compressed version is served as it is", async () => {
    const { headers, body } = await get("/assets/small-Xyz.css", { "accept-encoding": "br, gzip" });
    expect(headers["content-encoding"]).toBeUndefined();
    expect(headers["content-type"]).toBe("text/css; charset=utf-8");
    expect(body).toBe("a{color:red}");
  });

  test("is cached permanently if its name contains its hash, and for ten minutes otherwise", async () => {
    expect((await get(asset)).headers["cache-control"]).toBe("public, max-age=31536000, immutable");
    const other = await get("/first-paint.js");
    expect(other.statusCode).toBe(200);
    expect(other.headers["cache-control"]).toBe("public, max-age=600");
  });

  test("is not sent again to a client that has it", async () => {
    const { headers } = await get(asset);
    const again = await get(asset, { "if-none-match": String(headers["etag"]) });
    expect({ status: again.statusCode, body: again.body }).toEqual({ status: 304, body: "" });
  });

  test("has the same headers for HEAD, and no body", async () => {
    const { statusCode, headers, body } = await get(asset, {}, "HEAD");
    expect({ statusCode, body, length: headers["content-length"] }).toEqual({ statusCode: 200, body: "", length: String(script.length) });
  });

  test("that does not exist is refused in the envelope, even for a browser's navigation", async () => {
    for (const url of ["/assets/index-Gone.js", "/assets/", "/sitemap.xml", "/favicon.ico"]) {
      expect(told(await get(url))).toEqual(noSuchCall);
      expect(told(await get(url, asBrowser))).toEqual(noSuchCall);
    }
  });

  test.each([
    "/assets/../../secret.txt",
    "/../secret.txt",
    "/assets/../.sources",
    "/assets/%2e%2e/%2e%2e/secret.txt",
    "/assets/..%2f..%2fsecret.txt",
    "/assets/..%5c..%5csecret.txt",
    "/assets/%252e%252e%252fsecret.txt",
    "/..%2fsecret.txt",
    "/%2e%2e/secret.txt",
    "//secret.txt",
    "/assets//index-Abc_123-.js/../../../secret.txt",
    "/.sources",
    "/%2esources",
    "/.vite/manifest.json",
    "/%2Evite/manifest.json",
    "/assets/.hidden.js",
    "/assets/%2ehidden.js",
    "/assets/index-Abc_123-.js%00.css",
    "/.env",
    "/.well-known/change-password",
  ])("cannot expose any other file at %s", async (path) => {
    const { port } = test_.app.server.address() as AddressInfo;
    for (const headers of [{}, asBrowser]) {
      // As written: our clients would normalize the path.
      const answer = await exchange({ port, parts: head(`GET ${path}`, { ...headers, connection: "close" }), untilClosed: true });
      expect(answer.text).not.toContain(secret);
      expect(answer.text).not.toMatch(insides);
      if (answer.status === 200) expect(answer.body).toContain('<div id="root">');
      else expect([400, 403, 404]).toContain(answer.status);
    }
  });

  test("has its own rate limit", async () => {
    const few = { isProduction: false, ratePerMinute: 40, trustProxy: false, metricsToken: undefined, isStopping: () => false };
    const { app } = await buildApp(test_.services, { ...few, pages: { folder: join(folder, "web"), websocketPort: () => 0 } });
    const ask = async (url: string) => (await app.inject({ url, headers: asBrowser, remoteAddress: "10.9.0.7" })).statusCode;
    const statuses: number[] = [];
    for (let index = 0; index < 21; index += 1) statuses.push(await ask(asset), await ask("/p/login"));
    expect(statuses.filter((status) => status === 200)).toHaveLength(40);
    expect(statuses.slice(40)).toEqual([429, 429]);
    // what it used up is neither the strangers' share nor that of people at work
    expect(await ask("/v1/get-csrf-token/")).toBe(200);
    expect(await ask("/v1/home/")).toBe(401);
    await app.close();
  });
});

describe("a server without a built application", () => {
  test("tells a browser so until there is one, and answers calls meanwhile", async () => {
    const empty = join(folder, "later");
    const options = { isProduction: false, ratePerMinute: 10_000, trustProxy: false, metricsToken: undefined, isStopping: () => false };
    const { app } = await buildApp(test_.services, { ...options, pages: { folder: empty, websocketPort: () => 0 } });
    const missing = await app.inject({ url: "/p/login", headers: asBrowser });
    expect({ status: missing.statusCode, type: missing.headers["content-type"] }).toEqual({
      status: 503,
      type: "text/html; charset=utf-8",
    });
    expect(missing.body).toContain("npm run build:web");
    expect(missing.headers["cache-control"]).toBe("no-store");
    expect((await app.inject({ url: "/assets/index-Abc_123-.js" })).statusCode).toBe(404);
    expect((await app.inject({ url: "/v1/get-csrf-token/" })).statusCode).toBe(200);
    mkdirSync(empty);
    writeFileSync(join(empty, "index.html"), page);
    expect((await app.inject({ url: "/p/login", headers: asBrowser })).statusCode).toBe(200);
    await app.close();
  });
});

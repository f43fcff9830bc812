import { createHash } from "node:crypto";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { OutputOf } from "#src/kit/api/define-call.ts";
import { languages } from "#src/kit/lib/languages.ts";
import { applicationOrigin, siteIcon, siteOrigin, siteTitle } from "#src/pro/public-frame/fill.rules.ts";
import { getDrawnFile, publicPages } from "#src/pro/public-frame/public-pages.rules.ts";
import { createSite, updateSite } from "#src/company/sites/sites.contract.ts";
import { platform } from "#server/platform/db/row-security.ts";
import { ensureDefaultSites } from "#server/company/sites/sites.commands.ts";
import { startTestApp } from "./app.ts";
import type { TestApp } from "./app.ts";
import { send } from "./client.ts";
import { insides } from "./raw-http.ts";
import { makeWorld } from "./world.ts";

const asBrowser = { accept: "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8" };
const style = ":root{--ink:#16202b}";
const shop = "quay.example.com";
const chineseShop = "matou.example.com";
const warehouse = "work.example.com";

let folder: string;
let test_: TestApp;
let token: string;
let home: OutputOf<typeof createSite>;

/** Creates a page like the build's. */
function drawn(name: string, language: string): string {
  return [
    `<!doctype html><html><head><title>${siteTitle}</title><link rel="canonical" href="${siteOrigin}/x"><link rel="icon" href="${siteIcon}">`,
    `<style>${style}</style><script type="application/ld+json">{"name":"${siteTitle}"}</script></head>`,
    `<body data-page="${name}" data-language="${language}"><a href="${applicationOrigin}/signup">sign up</a>${"text ".repeat(400)}</body></html>`,
  ].join("");
}

async function addSite(host: string, change: Partial<Record<"main_function" | "locale" | "homepage_title_en", string>>) {
  const titles = { homepage_title: "码头", homepage_title_en: "Quay" };
  const site = { host, ...titles, homepage_icon: "/favicon.ico", main_function: "Homepage", locale: "en_us", origin: `https://${host}` };
  const made = await send(test_.app, createSite, { ...site, ...change }, { token });
  expect(made.code).toBe(200);
  return made.data as OutputOf<typeof createSite>;
}

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "quayside-public-"));
  mkdirSync(join(folder, "pages"));
  writeFileSync(join(folder, "index.html"), '<div id="root"></div>');
  for (const { name } of publicPages)
    for (const language of languages) writeFileSync(join(folder, "pages", getDrawnFile(name, language)), drawn(name, language));
  test_ = await startTestApp({ webDir: folder });
  token = (await makeWorld(test_)).siteAdmin.token;
  home = await addSite(shop, {});
  await addSite(chineseShop, { locale: "zh_cn" });
  await addSite(warehouse, { main_function: "Application" });
});
afterAll(async () => {
  await test_.close();
  rmSync(folder, { recursive: true, force: true });
});

type Asked = Readonly<Record<string, string>>;
async function get(url: string, { host = shop, ...headers }: Asked = {}, method: "GET" | "HEAD" = "GET") {
  return test_.app.inject({ method, url, headers: { ...asBrowser, ...headers, host } });
}

/** Returns which page was served, in which language; neither for the application's. */
async function came(url: string, headers: Asked = {}) {
  const { statusCode, body } = await get(url, headers);
  return [statusCode, /data-page="([^"]*)"/.exec(body)?.[1] ?? null, /data-language="([^"]*)"/.exec(body)?.[1] ?? null];
}

/** Returns the log's lines from an index on as [level, answer, status]. */
function logLines(from: number): unknown[] {
  return test_.logged.slice(from).map((line) => {
    const { level, answer, status } = JSON.parse(line) as { level: number; answer?: string; status?: number };
    return [level, answer, status];
  });
}

describe("the log of a public page", () => {
  test("has one line per request, with the status sent, and no error", async () => {
    const from = test_.logged.length;
    const { etag } = (await get("/esty-support/")).headers;
    await get("/esty-support/", { "if-none-match": String(etag) });
    await get("/nowhere-at-all");
    expect(logLines(from)).toEqual([
      [30, "page", 200],
      [30, "page", 304],
      [30, "page", 404],
    ]);
  });

  test("reports a page that was not built", async () => {
    const file = join(folder, "pages", getDrawnFile("support", "en_us"));
    rmSync(file);
    const from = test_.logged.length;
    expect((await get("/esty-support/")).statusCode).toBe(503);
    writeFileSync(file, drawn("support", "en_us"));
    expect(logLines(from)).toEqual([[30, "notBuilt", 503]]);
  });
});

describe("the home page", () => {
  test("serves every public page, also with a trailing slash and to robots", async () => {
    for (const { name, path } of publicPages) expect(await came(path)).toEqual([name === "not-found" ? 404 : 200, name, "en_us"]);
    expect(await came("/esty-support/")).toEqual([200, "support", "en_us"]);
    expect(await came("/esty-support", { accept: "*/*" })).toEqual([200, "support", "en_us"]);
  });

  test.each(["/nowhere/at/all?x=1", "/p/login", "/esty-checkout/free", "/index.html", "/%65sty-support", "//esty-support"])(
    "serves the not-found page at %s",
    async (url) => {
      expect(await came(url)).toEqual([404, "not-found", "en_us"]);
      expect((await get(url)).headers["etag"]).toBeUndefined();
    },
  );

  test("does not affect the application's two pages or any call", async () => {
    for (const path of ["/tools/config", "/ds/thirdpart-success-redirect/"]) expect(await came(path)).toEqual([200, null, null]);
    expect((await get("/v1/nowhere")).json()).toMatchObject({ data: null });
    expect((await get("/nowhere", { accept: "application/json" })).headers["content-type"]).toContain("application/json");
  });
});

describe("the application", () => {
  test("serves the same pages, but keeps its own page at / and for unknown paths", async () => {
    expect(await came("/esty-introduction", { host: warehouse })).toEqual([200, "introduction", "en_us"]);
    for (const url of ["/", "/404", "/nowhere", "/p/login", "/esty-checkout/free"])
      expect(await came(url, { host: warehouse })).toEqual([200, null, null]);
  });
});

describe("the language", () => {
  test("is taken from the address, the cookie, or the site", async () => {
    expect(await came("/private-policy?lang=zh_cn")).toEqual([200, "private-policy", "zh_cn"]);
    expect(await came("/private-policy", { cookie: "a=b; language=zh_cn" })).toEqual([200, "private-policy", "zh_cn"]);
    expect(await came("/private-policy?lang=en_us", { cookie: "language=zh_cn" })).toEqual([200, "private-policy", "en_us"]);
    expect(await came("/private-policy", { host: chineseShop })).toEqual([200, "private-policy", "zh_cn"]);
    expect(await came("/private-policy?lang=%zz&lang=../../x", { cookie: "language=../x" })).toEqual([200, "private-policy", "en_us"]);
    expect(await came("/nowhere?lang=zh_cn")).toEqual([404, "not-found", "zh_cn"]);
  });

  test("is declared to caches", async () => {
    const { headers } = await get("/private-policy?lang=zh_cn");
    expect([headers["vary"], headers["content-language"]]).toEqual(["Cookie, Accept-Encoding", "zh-CN"]);
  });
});

describe("a page of a site", () => {
  test("has the site's name in its language, and the stored origin however the host is written", async () => {
    const { body } = await get("/private-policy", { host: "QUAY.example.com:443" });
    expect(body).toContain("<title>Quay</title>");
    expect(body).toContain('href="https://quay.example.com/x"');
    expect((await get("/private-policy?lang=zh_cn")).body).toContain("<title>码头</title>");
  });

  test("never treats its title as markup, and follows a change of it within seconds", async () => {
    const hostile = '</title><script>alert("1")</script>$&__SITE_ORIGIN__';
    const changed = await send(
      test_.app,
      updateSite,
      { site_uuid: home.site_uuid, version: home.version, homepage_title_en: hostile },
      { token },
    );
    expect(changed.code).toBe(200);
    test_.clock.advance(5000);
    const { body, headers } = await get("/private-policy");
    expect(body).not.toContain("<script>");
    expect(body).toContain("&lt;/title&gt;&lt;script&gt;alert(&quot;1&quot;)&lt;/script&gt;$&amp;__SITE_ORIGIN__</title>");
    const data: unknown = JSON.parse(/ld\+json">([\s\S]*?)<\/script>/.exec(body)?.[1] ?? "");
    expect(data).toEqual({ name: hostile });
    // The policy comes from the build: a title cannot add a style to it.
    expect(headers["content-security-policy"]).toContain(`'sha256-${createHash("sha256").update(style).digest("base64")}'`);
  });

  test("allows only its own style element and its own files", async () => {
    const policy = String((await get("/private-policy")).headers["content-security-policy"]);
    expect(policy).not.toContain("unsafe");
    expect(policy).not.toContain("nonce");
    for (const part of ["script-src 'self'", "connect-src 'self'", "frame-ancestors 'none'", "base-uri 'none'", "object-src 'none'"])
      expect(policy.split(";")).toContain(part);
  });

  test.each([
    ["gzip, deflate, br", "br", brotliDecompressSync],
    ["br;q=0, gzip;q=0.5", "gzip", gunzipSync],
    ["identity", undefined, (bytes: Buffer) => bytes],
  ] as const)("is encoded as Accept-Encoding %j requests", async (accepted, encoding, decode) => {
    const { headers, rawPayload } = await get("/private-policy", { "accept-encoding": accepted });
    expect(headers["content-encoding"]).toBe(encoding);
    expect(decode(rawPayload).toString()).toContain('data-page="private-policy"');
    expect(headers["content-length"]).toBe(String(rawPayload.length));
  });

  test("is not sent again to a client that has it, and is revalidated by caches", async () => {
    const first = await get("/private-policy", { "accept-encoding": "br" });
    expect(first.headers["cache-control"]).toBe("no-cache");
    const known = { "if-none-match": String(first.headers["etag"]) };
    const again = await get("/private-policy", { "accept-encoding": "br", ...known });
    expect([again.statusCode, again.body]).toEqual([304, ""]);
    for (const other of [{ ...known }, { ...known, "accept-encoding": "br", cookie: "language=zh_cn" }])
      expect((await get("/private-policy", other)).statusCode).toBe(200);
  });

  test("has the same headers for HEAD, and no body", async () => {
    const [whole, head] = [await get("/esty-support"), await get("/esty-support", {}, "HEAD")];
    expect([head.statusCode, head.body]).toEqual([200, ""]);
    for (const name of ["content-type", "content-length", "etag", "content-security-policy"])
      expect(head.headers[name]).toBe(whole.headers[name]);
  });

  test("is updated as soon as there is a new build, and reported as missing without one", async () => {
    const file = join(folder, "pages", getDrawnFile("support", "en_us"));
    writeFileSync(file, drawn("newer", "en_us"));
    expect(await came("/esty-support")).toEqual([200, "newer", "en_us"]);
    rmSync(file);
    const missing = await get("/esty-support");
    expect([missing.statusCode, missing.headers["retry-after"]]).toEqual([503, "3"]);
    expect(missing.body).toContain("npm run build:web");
    writeFileSync(file, drawn("support", "en_us"));
    expect(await came("/esty-support")).toEqual([200, "support", "en_us"]);
  });
});

describe("robots.txt and the sitemap", () => {
  test("are served on the home page with its stored origin", async () => {
    const robots = await get("/robots.txt", { host: "quay.example.com:443" });
    expect(robots.headers["content-type"]).toBe("text/plain; charset=utf-8");
    expect(robots.body).toContain("Sitemap: https://quay.example.com/sitemap.xml");
    const map = await get("/sitemap.xml", { accept: "*/*" });
    expect([map.statusCode, map.headers["content-type"]]).toEqual([200, "application/xml; charset=utf-8"]);
    expect(map.body).toContain("<loc>https://quay.example.com/esty-introduction?lang=zh_cn</loc>");
  });

  test("keep search engines out of the application", async () => {
    expect((await get("/robots.txt", { host: warehouse })).body).toBe("User-agent: *\nDisallow: /\n");
    expect((await get("/sitemap.xml", { host: warehouse })).statusCode).toBe(404);
  });
});

describe("a server whose database does not answer", () => {
  test("still serves its pages, with their site as last known", async () => {
    expect(await came("/esty-collector-tos")).toEqual([200, "collector-terms", "en_us"]);
    const broken: TestApp = await startTestApp({ webDir: folder });
    await broken.services.database.close();
    const { statusCode, body } = await broken.app.inject({ url: "/esty-support", headers: asBrowser });
    expect(statusCode).toBe(200);
    expect(body).toContain("<title>Quayside</title>");
    expect(body).not.toMatch(insides);
    await broken.close().catch(() => undefined);
  });
});

test("a home page links to the default application for sign-up and login, an application to itself", async () => {
  const origins = { application: "https://app.quay.example/", homepage: "https://quay.example" };
  await test_.services.database.transaction(platform, (tx) => ensureDefaultSites(tx, origins, test_.clock.now()));
  await addSite("another.example.com", {});
  expect((await get("/esty-introduction", { host: "another.example.com" })).body).toContain('href="https://app.quay.example/signup"');
  expect((await get("/esty-introduction", { host: warehouse })).body).toContain('href="/signup"');
});

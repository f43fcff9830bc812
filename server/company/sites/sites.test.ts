import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { codes } from "#src/kit/api/codes.ts";
import { createSite, deleteSite, initConfig, listSites, updateSite } from "#src/company/sites/sites.contract.ts";
import type { OutputOf } from "#src/kit/api/define-call.ts";
import { platform, platformUuid } from "#server/platform/db/row-security.ts";
import { startTestApp } from "#tests/server/app.ts";
import type { TestApp } from "#tests/server/app.ts";
import { request, send } from "#tests/server/client.ts";
import { makeWorld } from "#tests/server/world.ts";
import type { World } from "#tests/server/world.ts";
import { ensureDefaultSites } from "./sites.commands.ts";
import { findLinkSite, findSite } from "#server/platform/http/sites.queries.ts";

let test_: TestApp;
let world: World;
let token: string;

const origins = { application: "http://127.0.0.1:8080/", homepage: "http://127.0.0.1:8081" };
const fields = {
  homepage_title: "东方仓",
  homepage_title_en: "East Depot",
  homepage_icon: "/icons/east.ico",
  main_function: "Application",
  locale: "zh_cn",
  origin: "https://east.example.com",
} as const;

beforeAll(async () => {
  test_ = await startTestApp();
  world = await makeWorld(test_);
  token = world.siteAdmin.token;
});
afterAll(() => test_.close());

function ensure(changed: Partial<typeof origins> = {}) {
  const { services, clock } = test_;
  return services.database.transaction(platform, (tx) => ensureDefaultSites(tx, { ...origins, ...changed }, clock.now()));
}

async function add(host: string, change: Partial<Record<keyof typeof fields, string>> = {}): Promise<OutputOf<typeof createSite>> {
  const made = await send(test_.app, createSite, { host, ...fields, ...change }, { token });
  expect(made.code).toBe(200);
  return made.data as OutputOf<typeof createSite>;
}

const configuration = async (host: string) => (await request(test_.app, initConfig, {}, { headers: { host } })).data;

describe("the initial configuration", () => {
  test("has default values before any site exists", async () => {
    expect(await configuration("whatever.example")).toEqual({
      homepage_title: "码头云仓",
      homepage_title_en: "Quayside",
      homepage_icon: "/favicon.ico",
      main_function: "Application",
      locale: "en_us",
    });
  });

  test("is the default site's for an unknown host, and the home page's on the home page port", async () => {
    await ensure();
    expect(await configuration("unknown.example")).toMatchObject({ main_function: "Application", homepage_title_en: "Quayside" });
    await test_.app.listen({ port: 0, host: "127.0.0.1" });
    const { port } = test_.app.server.address() as AddressInfo;
    const wire = async () => (await (await fetch(`http://127.0.0.1:${port}/v1/api/config/init-config`)).json()) as { data: unknown };
    expect((await wire()).data).toMatchObject({ main_function: "Application" });
    Object.assign(test_.services, { homepagePort: () => port });
    expect((await wire()).data).toMatchObject({ main_function: "Homepage", homepage_title: "码头云仓" });
  });

  test("is that of the site with this host, regardless of case, trailing dot or default port", async () => {
    await add("east.example.com");
    await add("east.example.com:8088", { homepage_title_en: "East, by the other door", main_function: "Homepage" });
    for (const host of ["east.example.com", "EAST.example.com", "east.example.com.", "east.example.com:443", "east.example.com:80"])
      expect(await configuration(host)).toMatchObject({ homepage_title_en: "East Depot", locale: "zh_cn" });
    expect(await configuration("east.example.com:8088")).toMatchObject({ main_function: "Homepage" });
    expect(await configuration("west.example.com")).toMatchObject({ homepage_title_en: "Quayside" });
  });

  test.each(["", "a".repeat(2000), "x'; drop table site; --", "%00", "[::1]:8080"])(
    "is the default site's for a Host header of %j",
    async (host) => {
      expect(await configuration(host)).toMatchObject({ homepage_title_en: "Quayside" });
    },
  );
});

describe("the default sites", () => {
  test("are created once, follow the configured origin until they are edited, and are then left unchanged", async () => {
    await Promise.all([ensure(), ensure(), ensure()]);
    const before = await request(test_.app, listSites, {}, { token });
    const defaults = before.data.result.filter((site) => site.is_default);
    expect(defaults.map(({ main_function, origin }) => [main_function, origin])).toEqual([
      ["Application", "http://127.0.0.1:8080"],
      ["Homepage", "http://127.0.0.1:8081"],
    ]);
    const [application] = defaults;
    await ensure({ application: "http://127.0.0.1:9080" });
    const site_uuid = application?.site_uuid ?? "";
    expect(
      (await request(test_.app, updateSite, { site_uuid, version: 1, origin: "https://app.example.com/path?x=1" }, { token })).data,
    ).toMatchObject({
      origin: "https://app.example.com",
      version: 2,
    });
    await ensure({ application: "http://127.0.0.1:9999" });
    const after = await request(test_.app, listSites, {}, { token });
    expect(after.data.result.filter((site) => site.is_default).map(({ origin }) => origin)).toEqual([
      "https://app.example.com",
      "http://127.0.0.1:8081",
    ]);
  });

  test("cannot be removed, given a host or switched to another main function", async () => {
    const { data } = await request(test_.app, listSites, {}, { token });
    for (const { site_uuid, version } of data.result.filter((site) => site.is_default)) {
      expect((await request(test_.app, deleteSite, { site_uuid }, { token })).code).toBe(codes["sites.defaultStays"].code);
      const host = { site_uuid, version, host: "mine.example" };
      expect((await request(test_.app, updateSite, host, { token })).code).toBe(codes["sites.defaultFixed"].code);
    }
    const homepage = data.result.find((site) => site.is_default && site.main_function === "Homepage");
    const turned = { site_uuid: homepage?.site_uuid ?? "", version: homepage?.version ?? 0, main_function: "Application" } as const;
    expect((await request(test_.app, updateSite, turned, { token })).code).toBe(codes["sites.defaultFixed"].code);
    expect((await request(test_.app, updateSite, { ...turned, main_function: "Homepage", locale: "zh_cn" }, { token })).data).toMatchObject(
      {
        locale: "zh_cn",
      },
    );
    expect((await request(test_.app, listSites, {}, { token })).data.result.filter((site) => site.is_default)).toHaveLength(2);
  });
});

describe("the links in an email", () => {
  test("lead to the requested host's site if it serves the application, otherwise to the default site", async () => {
    await add("north.example.com", { origin: "https://north.example.com" });
    await add("front.example.com", { origin: "https://front.example.com", main_function: "Homepage" });
    const origin = (host: string) => test_.services.database.transaction(platform, async (tx) => (await findLinkSite(tx, host))?.origin);
    expect(await origin("north.example.com")).toBe("https://north.example.com");
    expect(await origin("front.example.com")).toBe("https://app.example.com");
    expect(await origin("evil.example")).toBe("https://app.example.com");
  });
});

describe("sites", () => {
  test("are listed with the defaults first", async () => {
    const { data } = await request(test_.app, listSites, {}, { token });
    const hosts = data.result.map(({ host }) => host);
    expect(hosts.slice(0, 2)).toEqual(["", ""]);
    expect(hosts.slice(2)).toEqual(hosts.slice(2).toSorted());
  });

  test("are created once for a double click, with one audit log row", async () => {
    const idempotencyKey = "one-press-of-the-button";
    const input = { host: "south.example.com", ...fields };
    const [first, second] = await Promise.all([1, 2].map(() => request(test_.app, createSite, input, { token, idempotencyKey })));
    expect(first?.code).toBe(200);
    expect(second?.data).toEqual(first?.data);
    const { database } = test_.services;
    const written = await database.transaction(platform, (tx) =>
      tx
        .selectFrom("audit_log")
        .select(["action", "detail", "user_uuid"])
        .where("provider_uuid", "=", platformUuid)
        .where("subject_uuid", "=", first?.data.site_uuid ?? "")
        .execute(),
    );
    expect(written).toEqual([{ action: "sites.create-site", detail: { host: "south.example.com" }, user_uuid: world.siteAdmin.userUuid }]);
  });

  test("are unique per host, even when created concurrently", async () => {
    const made = await Promise.all(
      Array.from({ length: 5 }, () => request(test_.app, createSite, { host: "race.example.com", ...fields }, { token })),
    );
    expect(made.map(({ code }) => code).toSorted()).toEqual([200, ...Array<number>(4).fill(codes["sites.hostTaken"].code)]);
    // the scheme's own port is no other host
    const again = await request(test_.app, createSite, { host: "race.example.com:80", ...fields }, { token });
    expect(again.code).toBe(codes["sites.hostTaken"].code);
  });

  test("are updated only in the fields sent, and only from the current version", async () => {
    const site = await add("change.example.com");
    const { site_uuid } = site;
    const change = { site_uuid, version: 1, homepage_title_en: "Changed", host: "changed.example.com" };
    const changed = await request(test_.app, updateSite, change, { token });
    expect(changed.data).toEqual({ ...site, homepage_title_en: "Changed", host: "changed.example.com", version: 2 });
    expect((await request(test_.app, updateSite, change, { token })).code).toBe(codes.changedMeanwhile.code);
    const both = await Promise.all(
      ["zh_cn", "en_us"].map((locale) => send(test_.app, updateSite, { site_uuid, version: 2, locale }, { token })),
    );
    expect(both.map(({ code }) => code).toSorted()).toEqual([200, codes.changedMeanwhile.code]);
    expect(await configuration("changed.example.com")).toMatchObject({ homepage_title_en: "Changed" });
    expect(await configuration("change.example.com")).toMatchObject({ homepage_title_en: "Quayside" });
  });

  test("cannot take the host of another site", async () => {
    await add("taken.example.com");
    const { site_uuid } = await add("free.example.com");
    const taking = { site_uuid, version: 1, host: "taken.example.com", homepage_title_en: "Not kept" };
    expect((await request(test_.app, updateSite, taking, { token })).code).toBe(codes["sites.hostTaken"].code);
    expect(await configuration("free.example.com")).toMatchObject({ homepage_title_en: "East Depot" });
  });

  test("that do not exist are not found", async () => {
    const site_uuid = world.providerA;
    expect((await request(test_.app, updateSite, { site_uuid, version: 1 }, { token })).code).toBe(codes.notFound.code);
    expect((await request(test_.app, deleteSite, { site_uuid }, { token })).code).toBe(codes.notFound.code);
  });

  test("are replaced by the default site once removed", async () => {
    const { site_uuid } = await add("gone.example.com");
    expect((await request(test_.app, deleteSite, { site_uuid }, { token })).code).toBe(200);
    expect(await configuration("gone.example.com")).toMatchObject({ homepage_title_en: "Quayside" });
    expect(await test_.services.database.transaction(platform, (tx) => findSite(tx, "gone.example.com", true))).toMatchObject({
      is_default: true,
    });
  });

  test.each([
    [{ host: "https://x.example" }, "sites.hostShape", 200],
    [{ host: "x.example/../y" }, "sites.hostShape", 200],
    [{ homepage_icon: "javascript:alert(1)" }, "parameterError", 400],
    [{ homepage_icon: "//evil.example/x.png" }, "parameterError", 400],
    [{ homepage_icon: 'https://x.example/"onload=' }, "parameterError", 400],
    [{ homepage_icon: "data:text/html,<script>" }, "parameterError", 400],
    [{ origin: "ftp://x.example" }, "parameterError", 400],
    [{ origin: "javascript:alert(1)" }, "parameterError", 400],
    [{ homepage_title: "" }, "parameterError", 400],
    [{ homepage_title: "a\0b" }, "parameterError", 400],
    [{ homepage_title: "x".repeat(101) }, "parameterError", 400],
    [{ locale: "fr_fr" }, "parameterError", 400],
    [{ main_function: "Anything" }, "parameterError", 400],
    [{ is_default: true }, "parameterError", 400],
    [{ version: 7 }, "parameterError", 400],
  ] as const)("with %j are rejected", async (change, name, status) => {
    const made = await send(test_.app, createSite, { host: "odd.example.com", ...fields, ...change }, { token });
    expect(made).toMatchObject({ code: codes[name].code, status });
    expect(await configuration("odd.example.com")).toMatchObject({ homepage_title_en: "Quayside" });
  });

  test("can be managed only by a site administrator", async () => {
    for (const person of [world.provider, world.operator, world.retailer, world.customer]) {
      expect(await request(test_.app, listSites, {}, { token: person.token })).toMatchObject({ status: 403, data: null });
      expect((await send(test_.app, createSite, { host: "no.example.com", ...fields }, { token: person.token })).status).toBe(403);
    }
    expect((await request(test_.app, listSites, {})).status).toBe(401);
  });
});

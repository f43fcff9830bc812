import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { defaultOptions } from "#src/collector/settings/settings.rules.ts";
import { Chromium } from "./chromium.ts";
import { startJob } from "./collected.ts";
import type { Marketplace } from "./marketplace.ts";
import { openMarketplace, pausesIn } from "./marketplace.ts";
import { until } from "./until.ts";

const builds = { chrome: ".output/chrome-mv3", firefox: ".output/firefox-mv2" } as const;

interface Manifest {
  permissions: string[];
  host_permissions?: string[];
  optional_host_permissions?: string[];
  content_scripts: { matches: string[]; world?: string }[];
}

function manifestOf(build: string): Manifest {
  return JSON.parse(readFileSync(join(build, "manifest.json"), "utf8")) as Manifest;
}

function scriptsOf(build: string): string[] {
  return readdirSync(build, { recursive: true, encoding: "utf8" }).filter((name) => /\.(js|html)$/.test(name));
}

describe("permissions of the shipped builds", () => {
  test("Chrome: storage, downloads, offscreen and the first marketplace's hosts, nothing more", () => {
    const manifest = manifestOf(builds.chrome);
    expect(manifest.permissions.toSorted()).toEqual(["downloads", "offscreen", "storage"]);
    expect(manifest.host_permissions).toEqual(["https://*.etsy.com/*"]);
    expect(manifest.optional_host_permissions ?? []).not.toContain("<all_urls>");
  });

  test("Firefox: storage, downloads and the first marketplace's hosts, nothing more", () => {
    const manifest = manifestOf(builds.firefox);
    expect(manifest.permissions.toSorted()).toEqual(["downloads", "https://*.etsy.com/*", "storage"]);
  });

  test.each(Object.values(builds))("%s: content scripts run only on the first marketplace", (build) => {
    for (const { matches } of manifestOf(build).content_scripts) expect(matches).toEqual(["https://*.etsy.com/*"]);
  });

  test.each(Object.values(builds))("%s: has no test hook, no remote code and no eval", (build) => {
    const scripts = scriptsOf(build);
    expect(scripts.length).toBeGreaterThan(5);
    for (const name of scripts) {
      const text = readFileSync(join(build, name), "utf8");
      expect(text, name).not.toContain("quayside.testHook");
      // A library's method of that name calculates and runs no code.
      expect(text, name).not.toMatch(/(?<!\.)\beval\(|\b(?:window|self|globalThis|global)\.eval\(|new Function\(/);
      expect(text, name).not.toMatch(/<script[^>]+src="https?:/);
    }
    expect(readFileSync(`${build}-e2e/background.js`, "utf8")).toContain("quayside.testHook");
  });
});

test.each(Object.values(builds))("%s: only the background script verifies entitlement tokens and contains the server's keys", (build) => {
  const verifying = scriptsOf(build).filter((name) => readFileSync(join(build, name), "utf8").includes("quayside-entitlement+jwt"));
  expect(verifying).toEqual(["background.js"]);
  // Asserted without printing the file: a diff would contain all of it.
  expect(/kid:\s*["`'][\w-]{43}["`']/.test(readFileSync(join(build, "background.js"), "utf8"))).toBe(true);
});

describe("the shipped build in Chrome", () => {
  let marketplace: Marketplace;
  let chromium: Chromium;

  beforeAll(async () => {
    marketplace = await openMarketplace();
    chromium = await Chromium.start({ port: marketplace.port, build: builds.chrome, throttled: true });
  });

  afterAll(async () => {
    await chromium?.stop();
    await marketplace?.close();
  });

  test("waits a random 4 to 8 s between requests, even with the test hook set and in a hidden tab", async () => {
    await chromium.hook({ waitMs: [1, 2], plan: "pro" });
    const page = await chromium.open("/listing/2000400000");
    await chromium.noteJobs();
    const { jobId, limit } = await startJob(chromium, page, defaultOptions);
    expect(limit).toBe(88);
    const other = await chromium.open("/");
    await other.bringToFront();
    await until(async () => ((await page.evaluate(() => document.visibilityState)) === "hidden" ? true : null), "a hidden tab");
    // The page's timers are throttled meanwhile: a chain of short ones makes little progress.
    await page.evaluate(() => {
      const chain = { links: 0 };
      Object.assign(window, { chain });
      const link = () => setTimeout(() => ((chain.links += 1), link()), 50);
      link();
    });
    const done = await chromium.jobThat((job) => job.jobId === jobId && job.status === "done", "40 reviews", 240_000);
    expect(done.kept).toBe(40);
    const gaps = pausesIn(await marketplace.log());
    expect(gaps).toHaveLength(4);
    // A busy machine adds far less to a wait than the minute of a throttled tab.
    for (const gap of gaps) {
      expect(gap).toBeGreaterThanOrEqual(4000);
      expect(gap).toBeLessThan(40_000);
    }
    expect(new Set(gaps).size).toBeGreaterThan(1);
    // The maximum is announced when each wait begins; the margin of 25 ms covers the marketplace's clock.
    const waits = (await chromium.noted()).flatMap(({ at, news }) => (news.type === "waiting" ? [news.until - at] : []));
    expect(waits.length).toBeGreaterThanOrEqual(4);
    expect(Math.max(...waits)).toBeLessThanOrEqual(8025);
    const links = await page.evaluate(() => (window as unknown as { chain: { links: number } }).chain.links);
    expect(links).toBeLessThan(gaps.reduce((sum, gap) => sum + gap, 0) / 500);
  });
});

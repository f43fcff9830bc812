import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import type { Browser } from "puppeteer";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Proxy } from "#sandbox/marketplace/proxy.ts";
import { startProxy } from "#sandbox/marketplace/proxy.ts";
import { findFirefox } from "#scripts/browsers.ts";
import { launchBrowser } from "#scripts/launch-browser.ts";
import type { Marketplace } from "./marketplace.ts";
import { openMarketplace, pausesIn } from "./marketplace.ts";
import { until } from "./until.ts";
import { columnOf, readWorkbook } from "./workbook.ts";

/** 24 reviews by the sandbox's rule for ids: three requests, so that the real wait can be kept. */
const listing = "2000240000";

let marketplace: Marketplace;
let proxy: Proxy;
let firefox: Browser;
let downloads: string;

beforeAll(async () => {
  marketplace = await openMarketplace();
  proxy = await startProxy(0, marketplace.port);
  downloads = await mkdtemp(join(tmpdir(), "quayside-firefox-"));
  firefox = await launchBrowser({
    browser: "firefox",
    executablePath: findFirefox() ?? "firefox-esr",
    headless: true,
    acceptInsecureCerts: true,
    extraPrefsFirefox: {
      "network.proxy.type": 1,
      "network.proxy.ssl": "127.0.0.1",
      "network.proxy.ssl_port": proxy.port,
      "browser.download.folderList": 2,
      "browser.download.dir": downloads,
      "browser.download.useDownloadDir": true,
    },
  });
  await firefox.installExtension(resolve(".output/firefox-mv2"));
});

afterAll(async () => {
  await firefox?.close();
  await proxy?.close();
  await marketplace?.close();
  if (downloads !== undefined) await rm(downloads, { recursive: true, force: true });
});

describe("the shipped build in Firefox", () => {
  test("exports a listing by the button on the page: every review, 4 to 8 s between requests", async () => {
    const page = await firefox.newPage();
    await page.goto(`https://www.etsy.com/listing/${listing}`, { waitUntil: "domcontentloaded" });
    const button = await page.waitForSelector("quayside-collector >>> button");
    expect(await button?.evaluate((element) => element.textContent)).toBe("Export reviews");
    await button?.click();
    const file = await until(async () => (await readdir(downloads)).find((name) => name.endsWith(".xlsx")) ?? null, "the workbook");
    // Firefox writes under a name of its own first; the workbook is whole when it can be read.
    const book = await until(async () => readOrNull(join(downloads, file)), "a whole workbook");
    const truth = await marketplace.truth(listing);
    expect(columnOf(book, "Review ID")).toEqual(truth.map(({ reviewId }) => reviewId));
    const log = await marketplace.log();
    expect(log).toHaveLength(3);
    // The most that is waited is shown by the waits themselves in Chrome (shipped.test.ts): here a busy machine adds to it, and nothing takes away.
    for (const pause of pausesIn(log)) {
      expect(pause).toBeGreaterThanOrEqual(4000);
      expect(pause).toBeLessThan(40_000);
    }
  });
});

function readOrNull(path: string): ReturnType<typeof readWorkbook> | null {
  try {
    return readWorkbook(path);
  } catch {
    return null;
  }
}

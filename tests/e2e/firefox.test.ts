import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import type { Browser } from "puppeteer";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startProxy } from "#sandbox/marketplace/proxy.ts";
import { findFirefox } from "#scripts/browsers.ts";
import { launchBrowser } from "#scripts/launch-browser.ts";
import type { Marketplace } from "./marketplace.ts";
import { openMarketplace, pausesIn } from "./marketplace.ts";
import { listingPath, openPlainMarketplace } from "./plain-marketplace.ts";
import { until } from "./until.ts";
import { columnOf, readWorkbook } from "./workbook.ts";

/** 24 reviews by the sandbox's rule for ids: three requests, so the real wait can be used. */
const listing = "2000240000";

const downloads = await mkdtemp(join(tmpdir(), "quayside-firefox-"));
const closings: (() => Promise<unknown>)[] = [];
let marketplace: Marketplace;
let firefox: Browser;

beforeAll(async () => {
  marketplace = await openMarketplace();
  closings.push(() => marketplace.close());
  firefox = await startFirefox(marketplace.port);
});

afterAll(async () => {
  for (const close of closings.toReversed()) await close();
  await rm(downloads, { recursive: true, force: true });
});

/** Starts a Firefox with the extension and the marketplace on this port. */
async function startFirefox(marketplacePort: number): Promise<Browser> {
  const proxy = await startProxy(0, marketplacePort);
  closings.push(() => proxy.close());
  const browser = await launchBrowser({
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
  closings.push(() => browser.close());
  await browser.installExtension(resolve(".output/firefox-mv2"));
  return browser;
}

const buttonPath = "quayside-collector >>> button";

describe("the shipped build in Firefox", () => {
  test("exports every review of a listing with the button on the page, 4 to 8 s between requests", async () => {
    const page = await firefox.newPage();
    await page.goto(`https://www.etsy.com/listing/${listing}`, { waitUntil: "domcontentloaded" });
    const button = await page.waitForSelector(buttonPath);
    expect(await button?.evaluate((element) => element.textContent)).toBe("Export reviews");
    await button?.click();
    const file = await until(async () => (await readdir(downloads)).find((name) => name.endsWith(".xlsx")) ?? null, "the workbook");
    // Firefox first writes under a temporary name; the workbook is complete when it can be read.
    const book = await until(async () => readOrNull(join(downloads, file)), "a whole workbook");
    const truth = await marketplace.truth(listing);
    expect(columnOf(book, "Review ID")).toEqual(truth.map(({ reviewId }) => reviewId));
    const log = await marketplace.log();
    expect(log).toHaveLength(3);
    // The maximum is tested with the waits themselves in Chrome (shipped.test.ts): here a busy machine can only lengthen them.
    for (const pause of pausesIn(log)) {
      expect(pause).toBeGreaterThanOrEqual(4000);
      expect(pause).toBeLessThan(40_000);
    }
  });

  test("reads a shop's reviews from their markup", async () => {
    const page = await firefox.newPage();
    await page.goto("https://www.etsy.com/shop/HarbourOak/reviews", { waitUntil: "domcontentloaded" });
    const button = await page.waitForSelector(buttonPath);
    await button?.click();
    await expect.poll(() => button?.evaluate(({ textContent }) => textContent)).toMatch(/\([1-9]/);
    await page.close();
  });

  test("abandons an answer whose markup takes too long to parse: the job stops, and the page stays responsive", async () => {
    const plain = await openPlainMarketplace();
    closings.push(() => plain.close());
    plain.spoil(1, "markup that takes too long to parse");
    const page = await (await startFirefox(plain.port)).newPage();
    await page.goto(`https://www.etsy.com${listingPath}`, { waitUntil: "domcontentloaded" });
    const button = await page.waitForSelector(buttonPath);
    await button?.click();
    await until(async () => (await button?.evaluate(({ dataset }) => dataset["tone"])) === "problem" || null, "a stopped job");
    // The preferred route, then the older one, which this marketplace does not know.
    expect(plain.asked()).toEqual([1, 0]);
  });
});

function readOrNull(path: string): ReturnType<typeof readWorkbook> | null {
  try {
    return readWorkbook(path);
  } catch {
    return null;
  }
}

import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import type { Page } from "puppeteer";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { mostSeconds } from "#src/collector/review-import/read-chosen-file.ts";
import { Chromium } from "./chromium.ts";
import type { Marketplace } from "./marketplace.ts";
import { openMarketplace } from "./marketplace.ts";
import { endlessMarkup } from "./plain-marketplace.ts";

const folder = mkdtempSync(join(tmpdir(), "quayside-import-"));
let marketplace: Marketplace;
let chromium: Chromium;
let page: Page;

beforeAll(async () => {
  marketplace = await openMarketplace();
  chromium = await Chromium.start({ port: marketplace.port });
  page = await chromium.dashboard("/import");
});
afterAll(async () => {
  await chromium?.stop();
  await marketplace?.close();
  rmSync(folder, { recursive: true, force: true });
});

const card = (id: number) => `<li data-region="review" data-review-region="${id}">
  <input type="hidden" name="rating" value="4"><p class="shop2-review-attribution"><a href="https://www.etsy.com/people/buyer${id}">Buyer ${id}</a> on Jun 12, 2022</p>
  <p class="prose break-word">Sturdy.</p>
  <div data-region="listing"><a href="https://www.etsy.com/listing/100000012${id}/oak-tray">Oak tray</a></div></li>`;
const shopPage = `<!doctype html><html lang="en-US"><head><link rel="canonical" href="https://www.etsy.com/shop/QuietOak/reviews"></head>
  <body><span class="reviews-total">2</span><ul>${card(1)}${card(2)}</ul></body></html>`;

/** Chooses a file on the import screen and waits for its message. */
async function choose(name: string, content: string | Buffer, says: string): Promise<void> {
  const path = join(folder, name);
  writeFileSync(path, content);
  const input = await page.waitForSelector("input[type=file]");
  await (input as unknown as { uploadFile(path: string): Promise<void> }).uploadFile(path);
  await page
    .waitForFunction((words: string) => document.querySelector("body")?.innerText.includes(words), { timeout: 120_000 }, says)
    .catch(async (error: unknown) => {
      throw new Error(`no "${says}" in: ${await page.$eval("main", (main) => main.innerText)}`, { cause: error });
    });
}

describe("a file chosen on the import screen", () => {
  test("is read as a saved page, with a warning about missing reviews when the page is truncated", async () => {
    await choose("shop.html", shopPage, "2 reviews found in shop.html");
    await choose("cut.html", shopPage.slice(0, shopPage.lastIndexOf("</ul>")), "2 reviews found in cut.html");
    expect(await page.$eval("main", (main) => main.innerText)).toContain("The file is truncated.");
  });

  test("is read as a saved page of another shop, from its JSON-LD", async () => {
    const review = { "@type": "Review", author: "Ines", reviewRating: { ratingValue: 4 }, reviewBody: "It boils fast." };
    const product = { "@context": "https://schema.org", "@type": "Product", name: "Enamel kettle", review: [review] };
    const kettlePage = `<!doctype html><html><head><title>Kettle</title><link rel="canonical" href="https://shop.example/p/kettle">
      <script type="application/ld+json">${JSON.stringify(product)}</script></head><body><h1>Enamel kettle</h1></body></html>`;
    await choose("kettle.html", kettlePage, "1 review found in kettle.html");
    expect(await page.$eval("main", (main) => main.innerText)).toContain("Enamel kettle");
  });

  test("is reported as empty, truncated or compressed", async () => {
    await choose("empty.html", " \n", "empty.html is empty.");
    await choose("half.html", shopPage.slice(0, 60), "half.html is truncated: its HTML does not end.");
    expect(await page.$(".import h2")).toBeNull();
    await choose("packed.html.gz", gzipSync(shopPage), "packed.html.gz is compressed with gzip.");
  });

  test("is abandoned when its markup takes too long to parse, and the page responds again", async () => {
    const broken = `<!doctype html><html><body>${endlessMarkup()}</body></html>`;
    await choose("broken.html", broken, `takes more than ${mostSeconds} seconds`);
    expect(await page.$(".import h2")).toBeNull();
    await choose("again.html", shopPage, "2 reviews found in again.html");
  });
});

import { existsSync } from "node:fs";
import { JSDOM } from "jsdom";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { isFullMissing } from "./images.ts";
import type { Marketplace } from "./server.ts";
import { startMarketplace } from "./server.ts";
import type { TrueReview } from "./truth.ts";
import type { WireClient } from "./wire-client.ts";
import { wireClient } from "./wire-client.ts";

const samplesAreHere = existsSync(new URL("../../../shared/samples", import.meta.url));

let marketplace: Marketplace;
let client: WireClient;

beforeAll(async () => {
  marketplace = await startMarketplace({ port: 0, dataDir: null });
});
afterAll(() => marketplace.close());
beforeEach(async () => {
  client = wireClient(marketplace);
  await client.reset();
  await client.control({ leastGapMs: 0 });
});

async function documentOf(path: string): Promise<Document> {
  return new JSDOM((await client.send("GET", path)).text).window.document;
}

async function truth(listingId: string): Promise<TrueReview[]> {
  return JSON.parse((await client.send("GET", `/sandbox/reviews/${listingId}`)).text) as TrueReview[];
}

describe("the listing page", () => {
  test("has everything a collector looks for", async () => {
    const page = await documentOf("/listing/1000001240");
    expect(page.querySelector("link[rel=canonical]")?.getAttribute("href")).toBe(
      "https://www.etsy.com/listing/1000001240/linen-sail-tote-bag-mistral-3-sizes",
    );
    expect(page.querySelector("h1")?.textContent).toBe('Linen Sail Tote Bag "Mistral", 3 Sizes');
    expect(page.querySelector("meta[name=csrf_nonce]")?.getAttribute("content")).toMatch(/^3:[\w-]{43}:sandbox$/);
    expect(page.querySelector("meta[property='og:image']")?.getAttribute("content")).toContain("/il_794xN.");
    const top = page.querySelector("[data-appears-component-name=listing_page_reviews_container_top]");
    expect(JSON.parse(top?.getAttribute("data-appears-event-data") ?? "")).toMatchObject({
      listing_rating_count: 1240,
      shop_rating_count: 1385,
    });
    const words = [...page.querySelectorAll("[data-sort-option]")].map((item) => item.getAttribute("data-sort-option"));
    expect(words).toEqual(["Relevancy", "Recency"]);
    expect(page.querySelector(".deep-dive-sheet[role=dialog][aria-modal=true]")?.hasAttribute("hidden")).toBe(true);
  });

  test("allows no inline script without its nonce", async () => {
    const answer = await client.send("GET", "/listing/1000000101");
    const policy = String(answer.headers["content-security-policy"]);
    const nonce = /script-src 'nonce-([^']+)'/.exec(policy)?.[1] ?? "";
    expect(policy).not.toContain("unsafe-inline");
    const scripts = [...new JSDOM(answer.text).window.document.querySelectorAll("script")];
    expect(scripts.length).toBeGreaterThan(1);
    expect(scripts.every((script) => script.getAttribute("nonce") === nonce)).toBe(true);
    expect((await client.send("GET", "/listing/1000000101")).text).not.toContain(nonce);
  });

  test("states a count that can differ from the number of readable reviews", async () => {
    expect((await client.send("GET", "/listing/1000000057")).text).toContain("&quot;listing_rating_count&quot;:58");
    expect(await truth("1000000057")).toHaveLength(57);
  });

  test("shows whether the user is signed in", async () => {
    expect((await client.send("GET", "/listing/1000000101")).text).toContain('"is_signed_in":true');
    await client.control({ signedOut: true });
    expect((await documentOf("/listing/1000000101")).querySelector(".signin-header-action")?.textContent).toBe("Sign in");
  });

  test.each(["/listing/42", "/listing/1000000101x", "/nowhere", "/shop/Nobody", "/listing/%00"])("%s is not found", async (path) => {
    expect((await client.send("GET", path)).status).toBe(404);
  });
});

describe("the shop's reviews", () => {
  test("are paged by ten, newest first, complete and without duplicates", async () => {
    const ids: string[] = [];
    for (let page = 1; page <= 51; page += 1) {
      const document = await documentOf(`/shop/HarbourOak/reviews?ref=pagination&page=${page}`);
      const cards = [...document.querySelectorAll("li[data-region=review]")];
      expect(cards).toHaveLength(page === 51 ? 4 : 10);
      ids.push(...cards.map((card) => card.getAttribute("data-review-region") ?? ""));
      expect(document.querySelector(".reviews-total")?.textContent).toContain("(504)");
    }
    expect(new Set(ids).size).toBe(504);
    expect((await documentOf("/shop/HarbourOak/reviews?page=52")).querySelectorAll("li[data-region=review]")).toHaveLength(0);
  });

  test("match the true data of each review", async () => {
    const byId = new Map((await truth("1000001240")).map((review) => [review.reviewId, review]));
    const document = await documentOf("/shop/TidewaterLinen/reviews?page=3");
    const cards = [...document.querySelectorAll("li[data-region=review]")];
    const known = cards.filter((card) => byId.has(card.getAttribute("data-review-region") ?? ""));
    expect(known.length).toBeGreaterThan(5);
    for (const card of known) {
      const review = byId.get(card.getAttribute("data-review-region") ?? "");
      expect(card.querySelector("input[name=rating]")?.getAttribute("value")).toBe(String(review?.rating));
      expect(card.querySelector("p.prose.break-word")?.textContent ?? "").toBe(review?.text);
      expect(card.querySelector(".shop2-review-attribution a")?.textContent ?? "").toBe(review?.reviewer);
      expect(card.querySelector("[data-region=response] .review-text p")?.textContent ?? "").toBe(review?.sellerReply);
      expect(card.querySelector(".appreciation-photo__container img") === null).toBe(review?.images.length === 0);
    }
  });

  test("need a gap between requests when a script asks, but not when a person visits", async () => {
    await client.control({ leastGapMs: 3500 });
    const path = "/shop/HarbourOak/reviews?page=2";
    const person = { headers: { "sec-fetch-mode": "navigate" } };
    expect((await client.send("GET", path)).status).toBe(200);
    expect((await client.send("GET", path, person)).status).toBe(200);
    expect((await client.send("GET", path)).status).toBe(403);
    expect((await client.send("GET", path, person)).status).toBe(403);
  });
});

describe("variations", () => {
  test("are returned per review, for this listing only", async () => {
    const reviews = (await truth("1000000400")).filter((review) => review.variation !== "").slice(0, 2);
    const ids = [...reviews.map((review) => review.reviewId), "100000000340000"].join(",");
    const path = `/api/v3/ajax/bespoke/public/neu/specs/listing_async_review_variations?listing_id=1000000400&transaction_ids=${ids}`;
    const rows = [
      ...new JSDOM((await client.send("GET", path)).text).window.document.querySelectorAll("[data-variation] .variation-info p"),
    ];
    expect(rows.map((row) => row.textContent)).toEqual(reviews.map((review) => review.variation));
  });
});

describe("the image host", () => {
  test("returns a PNG of the requested size, and a 404 for the full size of some photos", async () => {
    const images = (await truth("1000001240")).flatMap((review) => review.images);
    const statuses = new Set<number>();
    for (const image of images.slice(0, 12)) {
      const full = await client.send("GET", new URL(image.url).pathname, { host: "i.etsystatic.com" });
      statuses.add(full.status);
      expect(full.status).toBe(isFullMissing(/iap_fullxfull\.(\d+)_/.exec(image.url)?.[1] ?? "") ? 404 : 200);
      const fallback = await client.send("GET", new URL(image.fallback).pathname, { host: "i.etsystatic.com" });
      expect(fallback.bytes.subarray(1, 4).toString()).toBe("PNG");
      expect(fallback.bytes.readUInt32BE(16)).toBe(640);
    }
    expect(statuses).toEqual(new Set([200, 404]));
  });

  test("limits images to 1,000 × 1,000 pixels, and serves no other path", async () => {
    const answer = await client.send("GET", "/1/r/il/aa/1/il_9999x9999.1_aa.jpg", { host: "i.etsystatic.com" });
    expect([answer.bytes.readUInt32BE(16), answer.bytes.readUInt32BE(20)]).toEqual([1000, 1000]);
    expect((await client.send("GET", "/etc/passwd", { host: "i.etsystatic.com" })).status).toBe(404);
  });
});

describe("hosts", () => {
  test("a host that is not served gets a 421", async () => {
    expect((await client.send("GET", "/", { host: "example.com" })).status).toBe(421);
  });

  test("a wrong method gets a 405", async () => {
    expect((await client.send("DELETE", "/listing/1000000101")).status).toBe(405);
  });

  test.skipIf(!samplesAreHere)("saved real pages are served at their real paths (skipped where ../shared/samples is absent)", async () => {
    const shop = await documentOf("/shop/MasterOak/reviews?ref=pagination&page=1");
    expect(shop.querySelectorAll("li[data-region=review]")).toHaveLength(10);
    expect((await client.send("GET", "/sandbox/sample-risk-control")).status).toBe(403);
    const aliexpress = await client.send("GET", "/pc/searchEvaluation.do?productId=1", { host: "feedback.aliexpress.com" });
    expect(aliexpress.text).toContain("evaluationIdStr");
    const amazon = await client.send("GET", "/product-reviews/B000000000/?pageNumber=1", { host: "www.amazon.com" });
    expect(amazon.text).toContain('data-hook="review"');
    expect((await client.send("GET", "/reviews/product/123?page=1", { host: "www.walmart.com" })).status).toBe(200);
  });
});

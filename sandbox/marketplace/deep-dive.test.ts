import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { Marketplace } from "./server.ts";
import { startMarketplace } from "./server.ts";
import type { WireClient, WireReviews } from "./wire-client.ts";
import { deepDivePath, halves, wireClient } from "./wire-client.ts";

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

async function readAll(listingId: string, params: Record<string, unknown> = {}): Promise<{ pages: WireReviews[]; ids: number[] }> {
  const page = await client.open(listingId);
  const pages: WireReviews[] = [];
  for (let number = 1; pages.length === 0 || number <= (pages[0]?.totalPages ?? 0); number += 1) {
    pages.push(halves(await client.ask(listingId, page, { page: number, ...params })).jsData);
  }
  return { pages, ids: pages.flatMap((one) => one.reviews.map((review) => review.transactionId)) };
}

describe("a page of reviews", () => {
  test.each([
    ["1000000101", 101, 13],
    ["1000001240", 1240, 155],
    ["2000370001", 37, 5],
  ])("listing %s has %i distinct reviews on %i pages", async (listingId, count, pageCount) => {
    const { pages, ids } = await readAll(listingId);
    expect(pages).toHaveLength(pageCount);
    expect(ids).toHaveLength(count);
    expect(new Set(ids).size).toBe(count);
    expect(pages.slice(0, -1).every((page) => page.reviews.length === 8)).toBe(true);
  });

  test("exactly 7 of the 101 reviews have stars only", async () => {
    const { pages } = await readAll("1000000101");
    const texts = pages.flatMap((page) => page.reviews.map((review) => review.reviewContent.reviewText));
    expect(texts.filter((text) => text === "")).toHaveLength(7);
  });

  test("has eight reviews, whatever page size is requested", async () => {
    const page = await client.open("1000000101");
    const { jsData } = halves(await client.ask("1000000101", page, { per_page: 100, page_size: 100, limit: 100 }));
    expect(jsData.reviews).toHaveLength(8);
  });

  test("has the counts but no reviews past the end", async () => {
    const page = await client.open("1000000101");
    const { jsData, html } = halves(await client.ask("1000000101", page, { page: 14 }));
    expect(jsData).toMatchObject({ totalReviews: 101, totalPages: 13, currentPage: 14, reviews: [] });
    expect(html).not.toContain("data-review-region");
  });

  test("is empty for a listing without reviews", async () => {
    const page = await client.open("1000000000");
    expect(halves(await client.ask("1000000000", page)).jsData).toMatchObject({
      totalReviews: 0,
      averageRating: 0,
      totalPages: 0,
      reviews: [],
    });
  });

  test("the counts drift by one: 101 in total, 102 in the histogram; the shop's count on the page is larger", async () => {
    const page = await client.open("1000000101");
    const { totalReviews, ratingCounts } = halves(await client.ask("1000000101", page)).jsData;
    const histogram = (["1", "2", "3", "4", "5"] as const).reduce((sum, stars) => sum + ratingCounts[stars], 0);
    expect([totalReviews, ratingCounts.All, histogram]).toEqual([101, 101, 102]);
    expect(page.html).toContain("&quot;listing_rating_count&quot;:101");
    expect(page.html).toMatch(/"aggregateRating":\{[^}]*"reviewCount":504\}/);
  });

  test("page 2,500, the last of 20,000 reviews, is complete and comes without a long wait", async () => {
    const page = await client.open("1000020000");
    const began = process.cpuUsage();
    const { jsData } = halves(await client.ask("1000020000", page, { page: 2500, sort_option: "Relevancy" }));
    expect(process.cpuUsage(began).user / 1000).toBeLessThan(20_000);
    expect(jsData).toMatchObject({ totalReviews: 20_000, totalPages: 2500 });
    expect(jsData.reviews).toHaveLength(8);
  });

  test("the HTML has the same reviews in the same order", async () => {
    const page = await client.open("1000001240");
    const { jsData, html } = halves(await client.ask("1000001240", page, { page: 3 }));
    const inHtml = [...html.matchAll(/data-review-region="(\d+)"/g)].map((match) => Number(match[1]));
    expect(inHtml).toEqual(jsData.reviews.map((review) => review.transactionId));
  });

  test("a buyer's text never becomes markup", async () => {
    const { pages } = await readAll("1000000400");
    expect(pages.some((page) => page.reviews.some((review) => review.reviewContent.reviewText.startsWith("<script>")))).toBe(true);
    const page = await client.open("1000000400");
    for (let number = 1; number <= 50; number += 1) {
      expect(halves(await client.ask("1000000400", page, { page: number })).html).not.toContain("<script");
    }
  });
});

describe("order and filters", () => {
  test("Recency sorts by date, newest first", async () => {
    const { pages } = await readAll("1000000057", { sort_option: "Recency" });
    const dates = pages.flatMap((page) => page.reviews.map((review) => Number(review.reviewInfo.reviewDate)));
    expect(dates).toHaveLength(57);
    expect(dates).toEqual(dates.toSorted((one, other) => other - one));
  });

  test("Relevancy returns the same reviews in another fixed order, and so does an unknown sort option", async () => {
    const newest = await readAll("1000000101");
    const suggested = await readAll("1000000101", { sort_option: "Relevancy" });
    const unknown = await readAll("1000000101", { sort_option: "MostRecent" });
    expect(suggested.ids).not.toEqual(newest.ids);
    expect(suggested.ids.toSorted()).toEqual(newest.ids.toSorted());
    expect(unknown.ids).toEqual(suggested.ids);
  });

  test("a rating filter returns only reviews with that rating, on as many pages as they need", async () => {
    const { pages, ids } = await readAll("1000001240", { rating_filter: 3 });
    expect(new Set(pages.flatMap((page) => page.reviews.map((review) => review.reviewInfo.rating)))).toEqual(new Set([3]));
    expect(ids).toHaveLength(pages[0]?.ratingCounts["3"] ?? -1);
    expect(pages[0]?.totalReviews).toBe(1240);
  });

  test("a tag filter returns as many reviews as the tag's count", async () => {
    const { pages, ids } = await readAll("1000000101", { tag_filters: ["Quality"] });
    const tag = pages[0]?.tagFilters.find((one) => one.tag === "Quality");
    expect(ids).toHaveLength(tag?.frequency ?? -1);
    expect((tag?.num_pos ?? 0) + (tag?.num_neg ?? 0)).toBe(tag?.frequency);
  });

  test("the shop's scope returns the reviews of all its listings", async () => {
    const { pages, ids } = await readAll("2000370001", { scope: "shopReviews" });
    expect(new Set(ids).size).toBe(49);
    expect(new Set(pages.flatMap((page) => page.reviews.map((review) => review.reviewInfo.transactionData.listingUrl))).size).toBe(2);
  });
});

describe("an invalid request", () => {
  test.each([
    ["a wrong token", { "x-csrf-token": "3:wrong:sandbox" }, 403],
    ["no token", { "x-csrf-token": "" }, 403],
    ["another content type", { "content-type": "text/plain" }, 415],
  ])("%s is refused with an API error, not by risk control", async (_, headers, status) => {
    const page = await client.open("1000000101");
    const answer = await client.ask("1000000101", page, {}, headers);
    expect(answer.status).toBe(status);
    expect(answer.headers["content-type"]).toContain("application/json");
    expect(answer.text).not.toContain("captcha");
    expect((await client.ask("1000000101", page)).status).toBe(200);
  });

  test("the token of another session is refused", async () => {
    const page = await client.open("1000000101");
    const other = wireClient(marketplace);
    await other.open("1000000101");
    expect((await other.ask("1000000101", page)).status).toBe(403);
  });

  test.each([
    [{ page: 0 }, 400],
    [{ page: "2" }, 400],
    [{ page: 1.5 }, 400],
    [{ scope: "everything" }, 400],
    [{ rating_filter: 6 }, 400],
    [{ shop_id: 1 }, 400],
    [{ listing_id: 1_234_567_890 }, 404],
  ])("%o is refused with %i", async (params, status) => {
    const page = await client.open("1000000101");
    expect((await client.ask("1000000101", page, params)).status).toBe(status);
  });

  test.each([["not json"], ["null"], ['{"specs":{}}'], ['{"specs":{"deep_dive_reviews":["Other\\\\Class",{}]}}'], ["[".repeat(20_000)]])(
    "the body %.40s is refused with 400",
    async (body) => {
      const page = await client.open("1000000101");
      const headers = { "content-type": "application/json", "x-csrf-token": page.csrf };
      expect((await client.send("POST", deepDivePath, { headers, body })).status).toBe(400);
    },
  );

  test("a body over 64 kB is refused, and the marketplace keeps running", async () => {
    const answer = await client.send("POST", deepDivePath, { body: "x".repeat(70_000) }).catch(() => ({ status: 413 }));
    expect(answer.status).toBe(413);
    expect((await client.send("GET", "/")).status).toBe(200);
  });
});

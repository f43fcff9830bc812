import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { LoggedRequest } from "./review-log.ts";
import type { Marketplace } from "./server.ts";
import { startMarketplace } from "./server.ts";
import type { TrueReview } from "./truth.ts";
import type { WireClient } from "./wire-client.ts";
import { halves, wireClient } from "./wire-client.ts";

let marketplace: Marketplace;
let client: WireClient;
let page: { html: string; csrf: string; shopId: string };
const listing = "1000000101";

beforeAll(async () => {
  marketplace = await startMarketplace({ port: 0, dataDir: null });
});
afterAll(() => marketplace.close());
beforeEach(async () => {
  client = wireClient(marketplace);
  await client.reset();
  page = await client.open(listing);
});

async function log(): Promise<LoggedRequest[]> {
  return JSON.parse((await client.send("GET", "/sandbox/log")).text) as LoggedRequest[];
}

async function status(params: Record<string, unknown> = {}): Promise<number> {
  return (await client.ask(listing, page, params)).status;
}

describe("risk control on the wire", () => {
  test("a request sent too soon gets a challenge, and so do all later ones, until the challenge is solved", async () => {
    await client.control({ leastGapMs: 60_000 });
    expect(await status()).toBe(200);
    const refused = await client.ask(listing, page, { page: 2 });
    expect(refused.status).toBe(403);
    expect(refused.text).toMatch(/var dd=\{'rt':'c',.*'host':'geo\.captcha-delivery\.com'\}/);
    await client.control({ leastGapMs: 0 });
    expect(await status()).toBe(403);
    expect((await client.send("GET", `/listing/${listing}`)).text).toContain("I am a person");
    const solved = await client.send("POST", `/sandbox/solve?back=/listing/${listing}`);
    expect([solved.status, solved.headers.location]).toEqual([303, `/listing/${listing}`]);
    expect(await status()).toBe(200);
  });

  test("solving the challenge never redirects to another host", async () => {
    for (const back of ["https://example.com/", "//example.com", "/\\example.com", ""]) {
      expect((await client.send("POST", `/sandbox/solve?back=${encodeURIComponent(back)}`)).headers.location).toBe("/");
    }
  });

  test("an unsolved block ends after the cool-down", async () => {
    await client.control({ leastGapMs: 0, coolDownMs: 600_000, failNext: { kind: "blocked" } });
    expect([await status(), await status()]).toEqual([403, 403]);
    await client.control({ coolDownMs: 100 });
    await expect.poll(() => status()).toBe(200);
  });

  test("requests from the page's own button need no gap", async () => {
    const own = { "x-detected-locale": "USD|en-US|US" };
    const statuses = [await client.ask(listing, page, {}, own), await client.ask(listing, page, { page: 2 }, own)].map(
      (answer) => answer.status,
    );
    expect([...statuses, await status()]).toEqual([200, 200, 200]);
    expect((await log()).map((row) => row.own)).toEqual([true, true, false]);
  });

  test("two concurrent requests are too fast", async () => {
    // So slow that a machine which pauses between the two has not answered the first.
    await client.control({ leastGapMs: 1, delayMs: 1000 });
    const statuses = await Promise.all([status(), status({ page: 2 })]);
    expect(statuses.toSorted()).toEqual([200, 403]);
  });
});

describe("injected failures", () => {
  beforeEach(() => client.control({ leastGapMs: 0 }));

  test("a 429 sends Retry-After and refuses requests until then", async () => {
    await client.control({ failNext: { kind: "tooMany", retryAfterSeconds: 600 } });
    const answer = await client.ask(listing, page);
    expect([answer.status, answer.headers["retry-after"]]).toEqual([429, "600"]);
    expect(await status()).toBe(429);
    await client.reset();
    await client.control({ leastGapMs: 0, failNext: { kind: "tooMany", retryAfterSeconds: 1 } });
    expect((await client.ask(listing, page)).status).toBe(429);
    await expect.poll(() => status()).toBe(200);
    const [refused, ...later] = await log();
    expect((later.at(-1)?.leftAt ?? 0) - (refused?.at ?? 0)).toBeGreaterThanOrEqual(999);
  });

  test("Retry-After can be sent as a date or omitted", async () => {
    await client.control({ failNext: { kind: "tooMany", retryAfterSeconds: 0, retryAfterAs: "date" } });
    expect(Date.parse((await client.ask(listing, page)).headers["retry-after"] ?? "")).not.toBeNaN();
    await client.control({ failNext: { kind: "tooMany", retryAfterSeconds: 0, retryAfterAs: "none" } });
    const answer = await client.ask(listing, page);
    expect([answer.status, answer.headers["retry-after"]]).toEqual([429, undefined]);
  });

  test("a failure repeats as often as configured", async () => {
    await client.control({ failNext: { kind: "serverError", times: 2 } });
    expect([await status(), await status(), await status()]).toEqual([503, 503, 200]);
  });

  test("a failure set for a page happens on that page, once", async () => {
    await client.control({ failAtPage: { page: 3, kind: "serverError" } });
    await client.control({ failAtPage: { page: 4, kind: "signedOut" } });
    expect([await status({ page: 2 }), await status({ page: 3 }), await status({ page: 3 }), await status({ page: 4 })]).toEqual([
      200, 503, 200, 401,
    ]);
  });

  test("a dropped connection sends no response and is logged", async () => {
    await client.control({ failNext: { kind: "drop" } });
    await expect(client.ask(listing, page)).rejects.toThrow("socket hang up");
    expect((await log()).at(-1)?.status).toBe(0);
    expect(await status()).toBe(200);
  });

  test("a signed-out user gets a 401 or a redirect to the sign-in page", async () => {
    await client.control({ signedOut: true });
    expect(await status()).toBe(401);
    await client.control({ signedOutAnswer: "redirect" });
    const answer = await client.ask(listing, page);
    expect([answer.status, answer.headers.location]).toEqual([302, "/signin?from_action=reviews"]);
    expect((await client.open(listing)).html).toContain('href="/signin">Sign in');
    await client.send("POST", "/signin");
    expect(await status()).toBe(200);
  });
});

describe("contracts", () => {
  beforeEach(() => client.control({ leastGapMs: 0 }));

  test("htmlOnly leaves the JSON half empty", async () => {
    await client.control({ contract: "htmlOnly" });
    const { html, jsData } = halves(await client.ask(listing, page));
    expect(jsData).toEqual({});
    expect(html.match(/data-review-region/g)).toHaveLength(8);
  });

  test("renamedFields renames the fields in both halves", async () => {
    await client.control({ contract: "renamedFields" });
    const { text } = await client.ask(listing, page);
    expect(text).toContain("reviewCards");
    expect(text).not.toMatch(/transactionId|data-review-region|totalReviews/);
  });

  test("brokenJson truncates the JSON", async () => {
    await client.control({ contract: "brokenJson" });
    const answer = await client.ask(listing, page);
    expect(answer.status).toBe(200);
    expect(() => halves(answer)).toThrow(SyntaxError);
  });

  test("olderOnly answers only on the older route, with four reviews a page", async () => {
    const older = (): ReturnType<WireClient["send"]> =>
      client.send("POST", "/api/v3/ajax/bespoke/member/neu/specs/reviews", {
        headers: { "content-type": "application/json", "x-csrf-token": page.csrf },
        body: JSON.stringify({
          specs: { reviews: ["Etsy\\Modules\\ListingPage\\Reviews\\DataComposer", { listing_id: listing, shop_id: page.shopId, page: 1 }] },
        }),
      });
    expect((await older()).status).toBe(404);
    await client.control({ contract: "olderOnly" });
    expect(await status()).toBe(404);
    const { output } = JSON.parse((await older()).text) as { output: { reviews: string } };
    expect(output.reviews).toContain('id="same-listing-reviews-panel"');
    expect(output.reviews.match(/class="card review-card"/g)).toHaveLength(4);
  });
});

describe("arrivals", () => {
  test("reviews that arrive during reading shift the others by that many positions", async () => {
    await client.control({ leastGapMs: 0, arrivals: { listingId: listing, count: 2, afterPage: 1 } });
    const [first, second] = [halves(await client.ask(listing, page)).jsData, halves(await client.ask(listing, page, { page: 2 })).jsData];
    expect([first.totalReviews, second.totalReviews]).toEqual([101, 103]);
    expect(second.reviews.slice(0, 2)).toEqual(first.reviews.slice(6));
    const truth = JSON.parse((await client.send("GET", `/sandbox/reviews/${listing}`)).text) as TrueReview[];
    expect(truth).toHaveLength(103);
    expect(truth[2]?.reviewId).toBe(String(first.reviews[0]?.transactionId));
  });
});

describe("the controls", () => {
  test.each([
    [{ leastGap: 1 }, "leastGap"],
    [{ failNext: { kind: "explode" } }, "failNext.kind"],
    [{ failNext: { kind: "drop", often: 3 } }, "often"],
    [{ leastGapMs: -1 }, "leastGapMs"],
    [{ arrivals: { listingId: "9999999999", count: 1, afterPage: 1 } }, "no listing"],
    [[], "control"],
  ])("%o is refused with an error that names the fault", async (value, word) => {
    const answer = await client.control(value);
    expect(answer.status).toBe(400);
    expect(answer.text).toContain(word);
  });

  test("nothing changes without the header", async () => {
    expect((await client.send("POST", "/sandbox/control", { body: '{"leastGapMs":0}' })).status).toBe(403);
    expect((await client.send("POST", "/sandbox/reset")).status).toBe(403);
  });

  test("the log has the listing, page, sort order and status of each request, and the gap before it", async () => {
    await client.control({ leastGapMs: 0 });
    await status();
    await expect.poll(log).toHaveLength(1);
    await new Promise((resolve) => setTimeout(resolve, 60));
    await status({ page: 2, rating_filter: 5 });
    const [first, second] = await log();
    expect(first).toMatchObject({ kind: "deepDive", subject: listing, page: 1, sort: "Recency", status: 200, gapMs: null });
    expect(second).toMatchObject({ page: 2, ratingFilter: 5 });
    expect(second?.gapMs).toBeGreaterThanOrEqual(50);
  });

  test("reset restores all defaults", async () => {
    await client.control({
      leastGapMs: 0,
      signedOut: true,
      contract: "htmlOnly",
      failNext: { kind: "drop", times: 9 },
      arrivals: { listingId: listing, count: 5, afterPage: 0 },
    });
    await client.reset();
    expect(halves(await client.ask(listing, page)).jsData.totalReviews).toBe(101);
    expect(await log()).toHaveLength(1);
  });
});

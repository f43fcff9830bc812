import { describe, expect, test } from "vitest";
import { answerOf, cardHtml, panelHtml, wireAnswer, wireReview } from "#tests/factories/etsy-answers.ts";
import { listingFacts, readContext, shopFacts, wishOf } from "#tests/factories/etsy-facts.ts";
import type { Result } from "#src/kit/lib/result.ts";
import { etsy } from "./etsy.adapter.ts";
import type { PageAnswer, PageQuery, Problem, ReviewPage } from "#src/collector/marketplaces/marketplaces.contract.ts";
import { ReadingTooLong } from "#src/collector/marketplaces/timed-parser.rules.ts";

function read(
  body: unknown,
  some: Partial<PageAnswer> = {},
  query: Partial<PageQuery> = {},
  facts = listingFacts(),
): Result<ReviewPage, Problem> {
  return etsy.readAnswer(answerOf(body, some), wishOf(query), readContext(facts));
}

function problemOf(result: Result<ReviewPage, Problem>): Problem | null {
  return result.ok ? null : result.problem;
}

const path = "/api/v3/ajax/bespoke/member/neu/specs/deep_dive_reviews";
const challenge = `<html><body><script data-cfasync="false">var dd={'rt':'c','host':'geo.captcha-delivery.com'}</script></body></html>`;

describe("a refused answer", () => {
  test.each<[string, Partial<PageAnswer>, unknown, Problem]>([
    ["401", { status: 401 }, "", { kind: "signedOut" }],
    ["a sign-in page", { url: "https://www.etsy.com/signin?from_page=x" }, "<form>", { kind: "signedOut" }],
    ["a market's sign-in page", { url: "https://www.etsy.com/de/signin" }, "<form>", { kind: "signedOut" }],
    ["403 with a check", { status: 403 }, challenge, { kind: "blocked", status: 403 }],
    ["403 without one", { status: 403 }, "", { kind: "blocked", status: 403 }],
    ["403 that complains of the token", { status: 403 }, { error: "Invalid CSRF token" }, { kind: "blocked", status: 403 }],
    ["200 with a check", {}, challenge, { kind: "blocked", status: 200 }],
    ["200 with a check as JSON", {}, { url: "https://geo.captcha-delivery.com/captcha/?x=1" }, { kind: "blocked", status: 200 }],
    ["429 with seconds", { status: 429, retryAfter: "120" }, "", { kind: "tooManyRequests", retryAfterSeconds: 120 }],
    [
      "429 with a date",
      { status: 429, retryAfter: "Mon, 04 May 2026 10:01:30 GMT" },
      "",
      { kind: "tooManyRequests", retryAfterSeconds: 90 },
    ],
    [
      "429 with a date that is past",
      { status: 429, retryAfter: "Mon, 04 May 2026 09:00:00 GMT" },
      "",
      { kind: "tooManyRequests", retryAfterSeconds: 0 },
    ],
    ["429 with neither", { status: 429, retryAfter: "soon" }, "", { kind: "tooManyRequests", retryAfterSeconds: null }],
    ["429 alone", { status: 429 }, "", { kind: "tooManyRequests", retryAfterSeconds: null }],
    ["429 with a check and no time", { status: 429 }, challenge, { kind: "blocked", status: 429 }],
    ["429 with a check and a time", { status: 429, retryAfter: "5" }, challenge, { kind: "tooManyRequests", retryAfterSeconds: 5 }],
    ["500", { status: 500 }, "", { kind: "unavailable", status: 500 }],
    ["503 with a page", { status: 503 }, "<h1>Back soon</h1>", { kind: "unavailable", status: 503 }],
    ["an odd status", { status: 302 }, "", { kind: "unavailable", status: 302 }],
    ["no status", { status: 0 }, "", { kind: "unavailable", status: 0 }],
  ])("is classified by %s", (_, some, body, problem) => {
    expect(problemOf(read(body, some))).toEqual(problem);
  });

  test.each([404, 410, 400, 405, 422])("is a changed contract when the API answers %i", (status) => {
    const problem = problemOf(read({ error: "Unknown spec" }, { status }));
    expect(problem).toMatchObject({ kind: "contractChanged", missing: [path] });
    expect(problem?.kind === "contractChanged" && problem.report).toContain(`status: ${status}`);
  });

  test("is an unavailable page, not a changed contract, when a shop's page answers 404", () => {
    expect(problemOf(read("<h1>Gone</h1>", { status: 404, url: "https://www.etsy.com/shop/X/reviews" }, {}, shopFacts()))).toEqual({
      kind: "unavailable",
      status: 404,
    });
  });

  test("is not a check when a review only quotes one", () => {
    const text = "<script>var dd={'host':'geo.captcha-delivery.com'}</script>";
    expect(read(wireAnswer([wireReview(7, { reviewContent: { reviewText: text } })])).ok).toBe(true);
    expect(read(panelHtml(cardHtml("7", text.replaceAll("<", "&lt;")))).ok).toBe(true);
  });
});

describe("reading jsData first, then the HTML", () => {
  const html = panelHtml(cardHtml("1", "one") + cardHtml("2", "two"));

  test("falls back to the HTML when jsData is missing or its reviews have no ids", () => {
    for (const body of [
      { output: { deep_dive_reviews: html } },
      wireAnswer([wireReview(undefined), wireReview(null)], {}, html),
      wireAnswer("moved", {}, html),
    ]) {
      expect(read(body)).toMatchObject({
        ok: true,
        value: { source: "html", reviews: [{ reviewId: "1", text: "one", rating: 3, date: "2022-06-12" }, { reviewId: "2" }] },
      });
    }
  });

  test("reads a body that is the HTML itself", () => {
    expect(read(html)).toMatchObject({ ok: true, value: { source: "html", reviews: [{ reviewId: "1" }, { reviewId: "2" }] } });
  });

  test("fills a review's missing fields from its card, and still reports them", () => {
    const body = wireAnswer([wireReview(1, { reviewInfo: { isRecommended: false }, reviewContent: {} }), wireReview(2)], {}, html);
    expect(read(body)).toMatchObject({
      ok: true,
      value: {
        source: "json",
        reviews: [
          { rating: 3, date: "2022-06-12", text: "one", recommended: false },
          { rating: 4, text: "Glows warmly." },
        ],
        missing: [
          "jsData.reviews[0].reviewInfo.rating",
          "jsData.reviews[0].reviewInfo.reviewDate",
          "jsData.reviews[0].reviewContent.reviewText",
        ],
      },
    });
  });

  test("keeps the other review when one of two has no id and no HTML, and reports the loss", () => {
    expect(read(wireAnswer([wireReview(1), wireReview(null)]))).toMatchObject({
      ok: true,
      value: { reviews: [{ reviewId: "1" }], missing: ["jsData.reviews[1].transactionId"] },
    });
  });

  test("reads the older API's HTML as text or by tab", () => {
    const card = `<div id="same-listing-reviews-panel"><div class="review-card" data-review-region="9"><input name="rating" value="2"><p class="wt-text-caption"><a href="/people/x">May 5, 2020 fan</a> Jun 12, 2022</p><p id="review-preview-toggle-0">Older</p></div></div>`;
    for (const reviews of [card, { same_listing_reviews: card, shop_reviews: "<p>" }]) {
      expect(read({ output: { reviews } }, {}, { route: 1 })).toMatchObject({
        ok: true,
        value: {
          source: "older",
          missing: [],
          reviews: [{ reviewId: "9", rating: 2, text: "Older", date: "2022-06-12", reviewer: "May 5, 2020 fan" }],
        },
      });
    }
  });
});

describe("an empty page", () => {
  const counted = (totalReviews: number): Record<string, unknown> =>
    wireAnswer([], { totalReviews, ratingCounts: { "4": totalReviews, All: totalReviews } });

  test("past the end is a page without reviews", () => {
    expect(read(counted(101), {}, { page: 14 })).toMatchObject({ ok: true, value: { reviews: [] } });
    expect(read(counted(0))).toMatchObject({ ok: true, value: { reviews: [] } });
  });

  test("is accepted at the end when the counts are off by one review", () => {
    expect(read(counted(97), {}, { page: 13 }).ok).toBe(true);
  });

  test("is a changed contract when the counts say that there should be reviews", () => {
    expect(problemOf(read(counted(101)))).toMatchObject({
      kind: "contractChanged",
      missing: ["jsData.reviews", "output.deep_dive_reviews"],
    });
    expect(problemOf(read(counted(1)))?.kind).toBe("contractChanged");
    expect(problemOf(read(counted(101), {}, { page: 12 }))?.kind).toBe("contractChanged");
  });

  test("under a star filter is judged by the count for that number of stars", () => {
    expect(read(counted(101), {}, { stars: 1 }).ok).toBe(true);
    expect(problemOf(read(counted(101), {}, { stars: 4 }))?.kind).toBe("contractChanged");
  });
});

describe("a changed contract", () => {
  test.each<[string, unknown]>([
    ["nothing", ""],
    ["words", "OK"],
    ["null", null],
    ["a number", 5],
    ["an empty list", []],
    ["an empty object", {}],
    ["an error", { error: "no" }],
    ["half an answer", JSON.stringify(wireAnswer([wireReview(1)])).slice(0, 90)],
    ["another page", "<html><h1>Welcome</h1></html>"],
    ["reviews that are strings", wireAnswer(["one", "two"])],
    ["reviews without a known field", wireAnswer([{ transactionId: 1 }, { transactionId: 2 }])],
  ])("is reported for %s", (_, body) => {
    expect(problemOf(read(body))?.kind).toBe("contractChanged");
  });

  test.each([
    ["a listing", { output: { deep_dive_reviews: "<ul>" } }, listingFacts()],
    ["a shop", "<ul>", shopFacts()],
  ])("reports markup that takes too long to parse, for %s", (_, body, facts) => {
    const parseHtml = () => {
      throw new ReadingTooLong(8);
    };
    const answer = etsy.readAnswer(answerOf(body), wishOf(), { ...readContext(facts), parseHtml });
    expect(problemOf(answer)).toMatchObject({ kind: "contractChanged", missing: ["closing tags"], tooLongSeconds: 8 });
  });

  test("names the missing fields, and its report contains only names and types", () => {
    const secret = { ...wireReview(undefined), "Fenrin of Harbour Street 5": true, fenrinsToken: "3:secret:token" };
    const problem = problemOf(read({ ...wireAnswer([secret]), csrf: "3:secret:token" }));
    if (problem?.kind !== "contractChanged") throw new Error("should not be readable");
    expect(problem.missing).toEqual(["jsData.reviews[0].transactionId"]);
    expect(problem.report.split("\n")).toEqual([
      "Quayside Collector: an answer that could not be read",
      "marketplace: etsy",
      `route: POST ${path}`,
      "page: 1",
      "status: 200",
      expect.stringMatching(/^length: \d+ characters, JSON object$/),
      "keys of the answer: output: object, jsData: object, csrf: string",
      "keys of output: deep_dive_reviews: string",
      "keys of jsData: totalReviews: number, averageRating: number, ratingCounts: object, tagFilters: array(0), media: object, totalPages: number, currentPage: number, reviews: array(1)",
      expect.stringMatching(/^keys of jsData\.reviews\[0\]: reviewInfo: object, .*fenrinsToken: string, and 1 more$/),
      "keys of jsData.reviews[0].reviewInfo: rating: number, reviewDate: string, isRecommended: boolean, variationSummary: string, transactionData: object",
      "keys of jsData.reviews[0].reviewContent: reviewText: string, reviewTextTranslated: null, appreciationPhotoUrl: null",
      "keys of jsData.reviews[0].buyerInfo: name: string, profileUrl: string, avatarUrl: string, isAnonymous: boolean",
      "missing: jsData.reviews[0].transactionId",
    ]);
    for (const private_ of ["Harbour", "Glows", "secret", "people/"]) expect(problem.report).not.toContain(private_);
  });

  test("of a shop's page names the missing card", () => {
    const html = `<div class="reviews-total">(434)</div><ul data-region="review-list"></ul>`;
    expect(problemOf(read(html, {}, {}, shopFacts()))).toMatchObject({ kind: "contractChanged", missing: ["li[data-region=review]"] });
    expect(problemOf(read("<p>Welcome", {}, {}, shopFacts()))?.kind).toBe("contractChanged");
  });

  test("with a thousand missing fields lists the first forty", () => {
    const problem = problemOf(read(wireAnswer(Array.from({ length: 1000 }, () => ({})))));
    expect(problem?.kind === "contractChanged" && problem.missing).toHaveLength(40);
    expect(problem?.kind === "contractChanged" && problem.report.length).toBeLessThan(4000);
  });
});

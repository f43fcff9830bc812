import { describe, expect, test } from "vitest";
import { cardHtml, panelHtml, wireAnswer, wireReview } from "#tests/factories/etsy-answers.ts";
import { parseHtml } from "#tests/factories/parse-html.ts";
import type { Result } from "#src/kit/lib/result.ts";
import { etsy } from "./etsy.adapter.ts";
import type { Problem, SavedPage } from "#src/collector/marketplaces/marketplaces.contract.ts";

const now = "2026-05-04T10:00:00.000Z";
const listing = "https://www.etsy.com/listing/1234567890/driftwood-lamp";

function saved(text: string, url = ""): Result<SavedPage, Problem> {
  return etsy.readSaved(text, url, { parseHtml, now });
}

function page(body: string, head = `<link rel="canonical" href="${listing}">`): string {
  return `<!doctype html><html lang="en-US"><head>${head}<meta name="csrf_nonce" content="3:abcdefgh:token"></head><body><h1>Driftwood Lamp</h1>${body}</body></html>`;
}

function sheet(inside: string, attributes = ""): string {
  return `<div class="wt-overlay deep-dive-sheet" role="dialog" aria-modal="true" ${attributes}>${inside}</div>`;
}

const bars = [5, 4, 3, 2, 1]
  .map((stars) => `<button data-rating-value="${stars}" aria-label="${stars} stars, ${stars * 1000} reviews, ${stars}%"></button>`)
  .join("");
const pager = `<nav aria-label="Pagination of reviews"><a data-page="1">1</a><a aria-current="true" data-page="2">2</a><a data-page="13">13</a></nav>`;

describe("a saved listing page", () => {
  test("with its panel open gives the panel's reviews, and keeps no token", () => {
    const text = page(sheet(`<div data-reviews-histogram>${bars}</div>${panelHtml(cardHtml("1", "one"))}${pager}`));
    expect(saved(text)).toMatchObject({
      ok: true,
      value: {
        facts: { kind: "listing", listingId: "1234567890", title: "Driftwood Lamp", url: listing, csrf: "" },
        page: {
          source: "overlay",
          page: 2,
          totalPages: 13,
          starCounts: { "1": 1000, "2": 2000, "3": 3000, "4": 4000, "5": 5000 },
          counts: [{ meaning: "histogram", value: 15_000 }],
          reviews: [
            { reviewId: "1", text: "one", listingId: "1234567890", listingTitle: "Driftwood Lamp", listingUrl: listing, collectedAt: now },
          ],
        },
      },
    });
  });

  test.each(["hidden", 'aria-hidden="true"', 'style="display: none"'])("has no reviews from a panel that is %s", (attribute) => {
    expect(saved(page(sheet(panelHtml(cardHtml("1", "one")), attribute)))).toEqual({ ok: false, problem: { kind: "noReviews" } });
    expect(saved(page(`<div ${attribute}>${sheet(panelHtml(cardHtml("1", "one")))}</div>`))).toEqual({
      ok: false,
      problem: { kind: "noReviews" },
    });
  });

  test("with two panels gives the reviews of the open one", () => {
    const text = page(sheet(panelHtml(cardHtml("1", "old")), "hidden") + sheet(panelHtml(cardHtml("2", "new"))));
    expect(saved(text)).toMatchObject({ ok: true, value: { page: { reviews: [{ reviewId: "2", text: "new" }] } } });
  });

  test("without reviews is reported as such, and another page is not a product page", () => {
    expect(saved(page("<p>hello"))).toEqual({ ok: false, problem: { kind: "noReviews" } });
    expect(saved(page(sheet(panelHtml(""))))).toEqual({ ok: false, problem: { kind: "noReviews" } });
    expect(saved(page("<p>hello", ""))).toEqual({ ok: false, problem: { kind: "notProductPage" } });
    expect(saved(page("<p>hello", ""), "https://www.etsy.com/cart")).toEqual({ ok: false, problem: { kind: "notProductPage" } });
  });

  test("is recognised by its URL: given, in the browser's or SingleFile's comment, canonical, or in its social card", () => {
    const body = sheet(panelHtml(cardHtml("1", "one")));
    const comments = [
      `<!-- saved from url=(0054)${listing}?x=1 -->\n`,
      `<!--\n Page saved with SingleFile \n url: ${listing} \n saved date: Mon May 04 2026\n-->`,
    ];
    const texts = [
      ...comments.map((comment) => comment + page(body, "")),
      page(body),
      page(body, `<meta property="og:url" content="${listing}">`),
    ];
    for (const text of texts) expect(saved(text)).toMatchObject({ ok: true, value: { facts: { listingId: "1234567890", url: listing } } });
    expect(saved(page(body, ""), `${listing}#reviews`)).toMatchObject({
      ok: true,
      value: { facts: { listingId: "1234567890", url: listing } },
    });
    expect(saved(page(body), "file:///home/me/Lamp.html")).toMatchObject({ ok: true, value: { facts: { listingId: "1234567890" } } });
  });

  test("of another marketplace is refused, even with similar markup", () => {
    expect(saved(page(panelHtml(cardHtml("1", "one"))), "https://shop.example/listing/1234567890")).toEqual({
      ok: false,
      problem: { kind: "notProductPage" },
    });
  });
});

describe("a saved answer", () => {
  test("as JSON names its own listing", () => {
    expect(saved(JSON.stringify(wireAnswer([wireReview(1)])))).toMatchObject({
      ok: true,
      value: {
        facts: { listingId: "1234567890", title: "Driftwood Lamp", url: listing },
        page: { source: "json", reviews: [{ reviewId: "1" }] },
      },
    });
  });

  test("as jsData alone, with a byte order mark, or of a later page is read the same way", () => {
    const whole = wireAnswer([wireReview(1)], { currentPage: 5, totalReviews: 33 });
    for (const text of [JSON.stringify(whole.jsData), `\ufeff${JSON.stringify(whole, null, 2)}`]) {
      expect(saved(text)).toMatchObject({ ok: true, value: { page: { page: 5, reviews: [{ reviewId: "1" }] } } });
    }
  });

  test("as its HTML alone gives reviews without a listing, rather than an invented one", () => {
    expect(saved(panelHtml(cardHtml("1", "one")))).toMatchObject({
      ok: true,
      value: {
        facts: { listingId: "", url: "" },
        page: {
          source: "html",
          reviews: [{ reviewId: "1", listingId: "", listingUrl: "", listingTitle: "", reviewerUrl: "https://www.etsy.com/people/fenrin" }],
        },
      },
    });
  });

  test("in the older markup is read", () => {
    const card = `<div class="review-card" data-review-region="9"><input type="hidden" name="rating" value="4"><p class="wt-text-caption"><a href="https://www.etsy.com/people/x?ref=l">Mivsa</a> Jun 12, 2022</p><p id="review-preview-toggle-0">Older</p></div>`;
    for (const text of [card, `<div id="same-listing-reviews-panel">${card}</div>`, JSON.stringify({ output: { reviews: card } })]) {
      expect(saved(text)).toMatchObject({
        ok: true,
        value: { page: { source: "older", reviews: [{ reviewId: "9", rating: 4, text: "Older", reviewer: "Mivsa", date: "2022-06-12" }] } },
      });
    }
  });

  test("without reviews is reported as such; one with missing fields names them", () => {
    expect(saved(JSON.stringify(wireAnswer([], { totalReviews: 101 })))).toEqual({ ok: false, problem: { kind: "noReviews" } });
    expect(saved(JSON.stringify(wireAnswer([wireReview(null)])))).toMatchObject({
      ok: false,
      problem: { kind: "contractChanged", missing: ["jsData.reviews[0].transactionId"] },
    });
  });
});

test.each([
  "",
  "   ",
  "hello",
  "{",
  "[]",
  "{}",
  "null",
  "5",
  '{"items":[{"evaluationIdStr":"1"}]}',
  "<p>",
  "<<<",
  "PK\u0003\u0004",
  "%PDF-1.7",
  "\ufeff",
])("%j is neither a saved page nor a saved answer", (text) => {
  expect(saved(text)).toEqual({ ok: false, problem: { kind: "notProductPage" } });
});

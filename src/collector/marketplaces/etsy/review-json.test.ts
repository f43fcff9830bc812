import { describe, expect, test } from "vitest";
import { answerOf, cardHtml, panelHtml, wireAnswer, wireReview } from "#tests/factories/etsy-answers.ts";
import { listingFacts, readContext, wishOf } from "#tests/factories/etsy-facts.ts";
import type { Review } from "#src/collector/reviews/reviews.contract.ts";
import { etsy } from "./etsy.adapter.ts";
import type { ReviewPage } from "#src/collector/marketplaces/marketplaces.contract.ts";

function pageOf(body: unknown, page = 1): ReviewPage {
  const read = etsy.readAnswer(answerOf(body), wishOf({ page }), readContext());
  if (!read.ok) throw new Error(JSON.stringify(read.problem));
  return read.value;
}

function reviewOf(some: Record<string, unknown>, html = ""): Review {
  const [review] = pageOf(wireAnswer([wireReview(77, some)], {}, html)).reviews;
  if (!review) throw new Error("no review");
  return review;
}

const content = (some: Record<string, unknown>): Record<string, unknown> => ({ reviewContent: { reviewText: "x", ...some } });
const info = (some: Record<string, unknown>): Record<string, unknown> => ({ reviewInfo: { rating: 5, reviewDate: "2022-06-12", ...some } });

test("a review from jsData is complete, and nothing is invented", () => {
  expect(pageOf(wireAnswer([wireReview(77)]))).toEqual({
    reviews: [
      {
        reviewId: "77",
        marketplace: "etsy",
        listingId: "1234567890",
        listingTitle: "Driftwood Lamp",
        listingUrl: "https://www.etsy.com/listing/1234567890/driftwood-lamp",
        variation: "Size: L, Colour: Oak",
        rating: 4,
        title: "",
        text: "Glows warmly.",
        originalText: "",
        language: "",
        reviewer: "Fenrin",
        reviewerUrl: "https://www.etsy.com/people/fenrin",
        reviewerCountry: "",
        date: "2022-06-12",
        images: [],
        sellerReply: "",
        sellerReplyDate: "",
        recommended: true,
        helpfulCount: null,
        verified: null,
        collectedAt: "2026-05-04T10:00:00.000Z",
      },
    ],
    source: "json",
    counts: [
      { meaning: "answerTotal", value: 1 },
      { meaning: "histogram", value: 1 },
      { meaning: "histogramAll", value: 1 },
    ],
    starCounts: { "1": 0, "2": 0, "3": 0, "4": 1, "5": 0 },
    page: 1,
    totalPages: 1,
    missing: [],
    lost: 0,
  });
});

describe("texts", () => {
  test("a translated review has both the shown text and the original, with its language", () => {
    const review = reviewOf({
      ...content({ reviewText: "Sehr schön", reviewTextTranslated: "Very nice" }),
      translationContext: { sourceLanguage: "de" },
    });
    expect(review).toMatchObject({ text: "Very nice", originalText: "Sehr schön", language: "de" });
  });

  test("a translation identical to the text is ignored", () => {
    expect(reviewOf(content({ reviewText: "Nice", reviewTextTranslated: " Nice " }))).toMatchObject({ text: "Nice", originalText: "" });
  });

  test("entities are decoded once, control characters removed and newlines kept", () => {
    const text = "  It&#39;s &quot;good&quot; &amp;lt; fine\u0000\u0007\r\nsecond&#x20;line\n\nthird\u0085 ";
    expect(reviewOf(content({ reviewText: text })).text).toBe('It\'s "good" &lt; fine\nsecond line\n\nthird');
  });

  test("an entity stays as typed when the answer's own HTML shows that the buyer typed it", () => {
    const html = panelHtml(cardHtml("77", "Fish &amp;amp; chips"));
    expect(reviewOf(content({ reviewText: "Fish &amp; chips" }), html).text).toBe("Fish &amp; chips");
    expect(reviewOf(content({ reviewText: "Fish &amp; chips" }), panelHtml(cardHtml("77", "Fish &amp; chips"))).text).toBe("Fish & chips");
  });

  test("half a surrogate pair becomes a replacement character, and whole pairs are kept", () => {
    expect(reviewOf(content({ reviewText: "a\ud83d b\ud83d\udc4d" })).text).toBe("a\ufffd b\u{1f44d}");
  });

  test("a review with stars only has no text, which is not reported as missing", () => {
    for (const reviewText of ["", null]) {
      const page = pageOf(wireAnswer([wireReview(77, content({ reviewText }))]));
      expect(page.reviews[0]?.text).toBe("");
      expect(page.missing).toEqual([]);
    }
  });
});

describe("buyers", () => {
  test("an anonymous buyer has no name and no link, whatever the answer contains", () => {
    expect(reviewOf({ buyerInfo: { name: "Secret", profileUrl: "/people/secret", isAnonymous: true } })).toMatchObject({
      reviewer: "",
      reviewerUrl: "",
    });
    expect(reviewOf({ buyerInfo: { name: "Secret", isAnonymous: 1 } }).reviewer).toBe("");
  });

  test.each(["javascript:alert(1)", "data:text/html,x", "https://user:pass@www.etsy.com/people/x", "", "ftp://x/y", "http://[bad"])(
    "the profile %j is not a link",
    (profileUrl) => {
      expect(reviewOf({ buyerInfo: { name: "Fenrin", profileUrl } }).reviewerUrl).toBe("");
    },
  );
});

describe("ratings, dates and answers", () => {
  test.each([
    ["5", 5],
    [3, 3],
    [0, null],
    [6, null],
    [-1, null],
    ["five", null],
    [null, null],
    [true, null],
    [{}, null],
    [Number.MAX_VALUE, null],
  ])("rating %j is read as %j", (rating, expected) => {
    const page = pageOf(wireAnswer([wireReview(77, info({ rating }))]));
    expect(page.reviews[0]?.rating).toBe(expected);
    expect(page.missing).toEqual(expected === null ? ["jsData.reviews[0].reviewInfo.rating"] : []);
  });

  test("dates are read from words, ISO and epochs; an unreadable one is reported as missing", () => {
    for (const reviewDate of ["Jun 12, 2022", "2022-06-12T08:00:00Z", 1655035200, "12 Jun 2022"])
      expect(reviewOf(info({ reviewDate })).date).toBe("2022-06-12");
    expect(pageOf(wireAnswer([wireReview(77, info({ reviewDate: "a while ago" }))])).missing).toEqual([
      "jsData.reviews[0].reviewInfo.reviewDate",
    ]);
  });

  test("dates are read in the page's language", () => {
    const context = readContext(listingFacts({ locale: "de" }));
    const read = etsy.readAnswer(answerOf(wireAnswer([wireReview(77, info({ reviewDate: "3. März 2024" }))])), wishOf(), context);
    expect(read.ok && read.value.reviews[0]?.date).toBe("2024-03-03");
  });

  test("a reply has its text, and its date if one is given", () => {
    expect(reviewOf({ sellerResponse: { responseText: "Thank you &amp; enjoy", responseDate: 1655035200 } })).toMatchObject({
      sellerReply: "Thank you & enjoy",
      sellerReplyDate: "2022-06-12",
    });
    expect(reviewOf({ sellerResponse: { responseText: "" } })).toMatchObject({ sellerReply: "", sellerReplyDate: "" });
  });

  test("not recommended is false, and unstated is null", () => {
    expect(reviewOf(info({ isRecommended: false })).recommended).toBe(false);
    expect(reviewOf(info({ isRecommended: null })).recommended).toBeNull();
  });
});

describe("photos", () => {
  const at = (size: string): string => `https://i.etsystatic.com/iap/ab12/999/iap_${size}.999_rr.jpg?version=0`;
  const whole = [{ url: at("fullxfull"), fallback: at("640x640") }];

  test.each<[string, unknown]>([
    ["a string", at("300x300")],
    ["an object with url", { url: at("640x640"), imageId: "999", altText: "" }],
    ["an object of sizes", { "75x75": at("75x75"), "300x300": at("300x300") }],
    ["a list", [at("75x75"), { src: at("640x640") }]],
    ["an object in an object", { photo: { sizes: { small: at("75x75") } } }],
    ["an address without its scheme", at("75x75").replace("https:", "")],
  ])("given as %s become one picture, the largest, with the 640-pixel one as fallback", (_, appreciationPhotoUrl) => {
    expect(reviewOf(content({ appreciationPhotoUrl })).images).toEqual(whole);
  });

  test.each<[unknown]>([
    [""],
    [{}],
    [[]],
    [null],
    [undefined],
    [{ url: "" }],
    ["null"],
    [{ caption: "mine" }],
    ["javascript:alert(1)"],
    ["data:image/png;base64,AA"],
    [42],
    [{ url: { url: { url: { url: { url: { url: at("75x75") } } } } } }],
  ])("%j is not a photo", (appreciationPhotoUrl) => {
    expect(reviewOf(content({ appreciationPhotoUrl })).images).toEqual([]);
  });

  test("a portrait is not a photo of a review", () => {
    expect(reviewOf(content({ appreciationPhotoUrl: "https://i.etsystatic.com/iusa/1/2/iusa_75x75.2_a.jpg" })).images).toEqual([]);
  });

  test("the photo pane adds photos that the review does not show, once each", () => {
    const photos = [
      { transactionId: 77, url: at("300x300") },
      { transactionId: 77, url: at("75x75") },
      { transactionId: 5, url: at("75x75") },
      null,
      "x",
    ];
    expect(pageOf(wireAnswer([wireReview(77)], { media: { photos } })).reviews[0]?.images).toEqual(whole);
  });
});

describe("listings", () => {
  test("a review that names another listing does not take this one's title", () => {
    const transactionData = { listingUrl: "https://www.etsy.com/listing/42/other?x=1" };
    expect(reviewOf(info({ transactionData }))).toMatchObject({
      listingId: "42",
      listingUrl: "https://www.etsy.com/listing/42/other",
      listingTitle: "",
    });
  });

  test("a review that names no listing belongs to the page's listing", () => {
    expect(reviewOf(info({}))).toMatchObject({
      listingId: "1234567890",
      listingTitle: "Driftwood Lamp",
      listingUrl: "https://www.etsy.com/listing/1234567890/driftwood-lamp",
    });
  });
});

describe("counts", () => {
  test("are kept separate when they disagree, and may be numbers written as text", () => {
    const page = pageOf(wireAnswer([wireReview(77)], { totalReviews: "101", ratingCounts: { "5": 95, "4": "7", All: "101" } }));
    expect(page.counts).toEqual([
      { meaning: "answerTotal", value: 101 },
      { meaning: "histogram", value: 102 },
      { meaning: "histogramAll", value: 101 },
    ]);
    expect(page.starCounts).toEqual({ "1": 0, "2": 0, "3": 0, "4": 7, "5": 95 });
  });

  test("that are invalid are left out and reported as missing", () => {
    const page = pageOf(wireAnswer([wireReview(77)], { totalReviews: null, ratingCounts: "many", totalPages: -1 }));
    expect(page).toMatchObject({ counts: [], starCounts: null, totalPages: null });
    expect(page.missing).toEqual(["jsData.totalReviews"]);
  });

  test("include both reviews with the same id, so that duplicates can be counted later", () => {
    expect(pageOf(wireAnswer([wireReview(77), wireReview(77)])).reviews).toHaveLength(2);
  });
});

import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { answerOf, cardHtml, panelHtml, wireAnswer, wireReview } from "#tests/factories/etsy-answers.ts";
import { listingFacts, readContext, shopFacts, wishOf } from "#tests/factories/etsy-facts.ts";
import { parseHtml } from "#tests/factories/parse-html.ts";
import type { ZodType } from "zod";
import type { Review } from "#src/collector/reviews/reviews.contract.ts";
import { review } from "#src/collector/reviews/reviews.contract.ts";
import { etsy } from "./etsy.adapter.ts";
import { problem, reviewPage } from "#src/collector/marketplaces/marketplaces.contract.ts";
import type { PageFacts, ReviewPage } from "#src/collector/marketplaces/marketplaces.contract.ts";

/** Reads a body in every way there is, and lists what of the outcome is not as the contracts say. */
function complaintsOf(body: string, status = 200): string[] {
  const complaints: string[] = [];
  for (const facts of [listingFacts(), shopFacts()]) {
    for (const route of [0, 1]) {
      const read = etsy.readAnswer(answerOf(body, { status }), wishOf({ route }), readContext(facts));
      complaints.push(...(read.ok ? pageComplaints(read.value) : issuesOf(problem, read.problem)));
    }
  }
  const saved = etsy.readSaved(body, "", { parseHtml, now: "2026-05-04T10:00:00.000Z" });
  return [...complaints, ...(saved.ok ? pageComplaints(saved.value.page) : issuesOf(problem, saved.problem))];
}

function issuesOf(schema: ZodType, value: unknown): string[] {
  return schema.safeParse(value).error?.issues.map((issue) => `${issue.path.join(".")}: ${issue.message}`) ?? [];
}

function pageComplaints(page: ReviewPage): string[] {
  return [...issuesOf(reviewPage, page), ...page.reviews.flatMap((row) => [...issuesOf(review, row), ...reviewComplaints(row)])];
}

function reviewComplaints(row: Review): string[] {
  const links = [row.listingUrl, row.reviewerUrl, ...(row.images ?? []).flatMap(({ url, fallback }) => [url, fallback])];
  const texts = [row.text, row.originalText ?? "", row.reviewer, row.sellerReply ?? "", row.listingTitle, row.variation ?? ""];
  // What no cell and no file can carry: controls but the newline, and half a surrogate pair.
  const unfit = texts.filter((text) => /(?!\n)\p{Cc}/u.test(text) || !text.isWellFormed());
  return [...links.filter((link) => !/^(https?:\/\/|$)/.test(link)), ...unfit];
}

/** JSON that is wrong in the places where ours looks. */
const nearMiss = fc.letrec((tie) => ({
  junk: fc.oneof(
    { maxDepth: 3 },
    fc.constantFrom(
      null,
      "",
      0,
      -1,
      6,
      1e300,
      "5",
      "javascript:alert(1)",
      "https://i.etsystatic.com/iap/1/2/iap_75x75.2_a.jpg",
      "\ud800\u0000",
      [],
      {},
    ),
    fc.string({ unit: "binary" }),
    fc.double(),
    fc.array(tie("junk"), { maxLength: 3 }),
  ),
  review: fc.record(
    {
      transactionId: fc.oneof(fc.nat(), fc.string(), tie("junk")),
      reviewInfo: fc.oneof(
        tie("junk"),
        fc.record(
          {
            rating: tie("junk"),
            reviewDate: tie("junk"),
            isRecommended: tie("junk"),
            variationSummary: tie("junk"),
            transactionData: fc.oneof(tie("junk"), fc.record({ listingTitle: tie("junk"), listingUrl: tie("junk") })),
          },
          { requiredKeys: [] },
        ),
      ),
      buyerInfo: fc.oneof(
        tie("junk"),
        fc.record({ name: tie("junk"), profileUrl: tie("junk"), isAnonymous: tie("junk") }, { requiredKeys: [] }),
      ),
      reviewContent: fc.oneof(
        tie("junk"),
        fc.record({ reviewText: tie("junk"), reviewTextTranslated: tie("junk"), appreciationPhotoUrl: tie("junk") }, { requiredKeys: [] }),
      ),
      sellerResponse: fc.oneof(tie("junk"), fc.record({ responseText: tie("junk"), responseDate: tie("junk") })),
      translationContext: fc.oneof(tie("junk"), fc.record({ sourceLanguage: tie("junk") })),
      ["__proto__"]: tie("junk"),
    },
    { requiredKeys: [] },
  ),
  answer: fc.record(
    {
      output: fc.oneof(
        tie("junk"),
        fc.record(
          { deep_dive_reviews: fc.oneof(tie("junk"), fc.constant(panelHtml(cardHtml("1", "x")))), reviews: tie("junk") },
          { requiredKeys: [] },
        ),
      ),
      jsData: fc.oneof(
        tie("junk"),
        fc.record(
          {
            totalReviews: tie("junk"),
            ratingCounts: fc.oneof(tie("junk"), fc.dictionary(fc.constantFrom("1", "5", "All", "x"), tie("junk"))),
            media: fc.oneof(tie("junk"), fc.record({ photos: tie("junk") })),
            totalPages: tie("junk"),
            currentPage: tie("junk"),
            reviews: fc.oneof(tie("junk"), fc.array(fc.oneof(tie("review"), tie("junk")), { maxLength: 4 })),
          },
          { requiredKeys: [] },
        ),
      ),
    },
    { requiredKeys: [] },
  ),
}));

describe("reading an answer never throws, and the result always matches the contracts", () => {
  test("for any text, at any status", () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.string({ unit: "binary" })), fc.constantFrom(200, 204, 403, 404, 429, 500), (body, status) => {
        expect(complaintsOf(body, status)).toEqual([]);
      }),
      { numRuns: 150 },
    );
  });

  test("for any JSON", () => {
    fc.assert(
      fc.property(fc.json({ maxDepth: 5 }), (body) => {
        expect(complaintsOf(body)).toEqual([]);
      }),
      { numRuns: 150 },
    );
  });

  test("for JSON that is almost right", () => {
    fc.assert(
      fc.property(nearMiss.answer, (answer) => {
        expect(complaintsOf(JSON.stringify(answer))).toEqual([]);
      }),
      { numRuns: 400 },
    );
  });

  test("for HTML that is almost right", () => {
    const pieces = [
      "<div data-review-region='1'>",
      "<li data-region='review' data-review-region='2'>",
      "<div class='review-card'>",
      "<div data-deep-dive-reviews-container='true'>",
      "<input name='rating' value='9'>",
      "<a href='/people/\u0001'>",
      "<a href='javascript:/listing/1/'>",
      "<p class='wt-text-body'>",
      "<br>",
      "</div>",
      "</p>",
      "text",
      "Jun 12, 2022",
      "<img srcset='/iap/ , ,'>",
      "<div data-region='response'>",
      "<div class='reviews-total'>(1,2,3)",
      "<nav aria-label='Pagination of reviews'><a aria-current='true'>x",
      "<span class='shop2-review-attribution'>",
      "<!--",
      "<script>",
    ];
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...pieces), { maxLength: 40 }), (parts) => {
        expect(complaintsOf(parts.join(""))).toEqual([]);
      }),
      { numRuns: 150 },
    );
  });

  test("for a page's facts from any text", () => {
    const facts = fc.array(
      fc.constantFrom(
        "<script>",
        '"shop_id":',
        "9".repeat(30),
        "</script>",
        "<meta name=csrf_nonce content='",
        "'>",
        "<script type=application/ld+json>{",
        '"aggregateRating":{"reviewCount":1e999}',
        "}",
        "<h1>",
        "<html lang=x>",
        "<div data-sort-option='Recency'>",
      ),
      { maxLength: 25 },
    );
    fc.assert(
      fc.property(facts, (parts) => {
        const read = etsy.readPage(parseHtml(parts.join("")), "https://www.etsy.com/listing/1234567890/x");
        expect(!read.ok || /^\d{0,20}$/.test((read.value satisfies PageFacts).shopId)).toBe(true);
      }),
    );
  });
});

describe("reading finishes in limited time", () => {
  test("for ten megabytes of text, JSON and markup", { timeout: 300_000 }, () => {
    const text = "lorem ipsum &amp; ".repeat(600_000);
    const started = process.cpuUsage();
    const whole = etsy.readAnswer(answerOf(wireAnswer([wireReview(1, { reviewContent: { reviewText: text } })])), wishOf(), readContext());
    expect(whole.ok && whole.value.reviews[0]?.text.length).toBe("lorem ipsum & ".length * 600_000 - 1);
    for (const body of [text, `<p>${text}`, "[".repeat(1_000_000), `<p class="prose break-word">${"a &lt; ".repeat(100_000)}`]) {
      expect(etsy.readAnswer(answerOf(body), wishOf(), readContext()).ok).toBe(false);
    }
    expect(process.cpuUsage(started).user / 1000).toBeLessThan(20_000);
  });

  test("for JSON nested ten thousand deep and elements nested 400 deep", { timeout: 300_000 }, () => {
    const nested = `${'{"jsData":{"reviews":'.repeat(10_000)}1${"}}".repeat(10_000)}`;
    expect(etsy.readAnswer(answerOf(nested), wishOf(), readContext()).ok).toBe(false);
    const deepPhoto = `${'{"url":'.repeat(10_000)}"x"${"}".repeat(10_000)}`;
    const body = JSON.stringify(wireAnswer([wireReview(1, { reviewContent: { reviewText: "x", appreciationPhotoUrl: "PHOTO" } })])).replace(
      '"PHOTO"',
      deepPhoto,
    );
    expect(etsy.readAnswer(answerOf(body), wishOf(), readContext()).ok).toBe(true);
    const card = panelHtml(cardHtml("1", `${"<b>".repeat(400)}deep${"</b>".repeat(400)}`));
    expect(etsy.readAnswer(answerOf(card), wishOf(), readContext())).toMatchObject({ ok: true, value: { reviews: [{ text: "deep" }] } });
  });

  test("for text that would make a careless pattern run forever", () => {
    const started = process.cpuUsage();
    for (const text of [
      `${" \n".repeat(50_000)}x`,
      "(1,".repeat(50_000),
      "(".repeat(50_000),
      "1,000".repeat(20_000),
      "&".repeat(200_000),
      "&#".repeat(100_000),
    ]) {
      expect(
        complaintsOf(
          `<div class="reviews-total">${text}</div><li data-region="review" data-review-region="1"><p class="shop2-review-attribution">${text}</p><p class="prose break-word">${text}</p></li>`,
        ),
      ).toEqual([]);
      etsy.readAnswer(answerOf(wireAnswer([wireReview(1, { reviewContent: { reviewText: text } })])), wishOf(), readContext());
    }
    expect(process.cpuUsage(started).user / 1000).toBeLessThan(10_000);
  });
});

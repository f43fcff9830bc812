import { describe, expect, test } from "vitest";
import { review as reviewSchema } from "#src/collector/reviews/reviews.contract.ts";
import { parseHtml } from "#tests/factories/parse-html.ts";
import { readJsonLd } from "./json-ld.adapter.ts";
import { savedReaders } from "./marketplaces.ts";

const context = { parseHtml, now: "2026-05-04T10:00:00.000Z" };

function makePage(...blocks: unknown[]): string {
  const scripts = blocks.map(
    (block) => `<script type="application/ld+json">${typeof block === "string" ? block : JSON.stringify(block)}</script>`,
  );
  return `<!doctype html><html><head><title>Kettle | A shop</title><link rel="canonical" href="https://shop.example/p/kettle?utm=x">${scripts.join("")}</head></html>`;
}

const product = {
  "@context": "https://schema.org",
  "@type": "Product",
  name: "Enamel kettle",
  url: "/p/kettle",
  aggregateRating: { "@type": "AggregateRating", ratingValue: 4.5, reviewCount: "37" },
  review: [
    {
      "@type": "Review",
      "@id": "r-1",
      author: { "@type": "Person", name: "Ines &amp; Co" },
      reviewRating: { "@type": "Rating", ratingValue: "4", bestRating: "5" },
      name: "Pours well",
      reviewBody: "It boils fast.\nNo drips.",
      datePublished: "2026-03-04T10:11:12Z",
      image: ["https://cdn.example/1.jpg", { "@type": "ImageObject", contentUrl: "/2.jpg" }, "javascript:alert(1)"],
    },
    { "@type": ["Thing", "Review"], author: "Bo", reviewRating: { ratingValue: 8, bestRating: 10 }, description: "Good." },
    { "@type": "Review", author: "Nobody" },
  ],
};

function read(html: string, url = "") {
  const result = readJsonLd(html, url, context);
  return result.ok ? result.value : null;
}

describe("JSON-LD reviews in any shop's saved page", () => {
  test("have the stated fields; the rest is not read, and an entry without content is counted as lost", () => {
    const saved = read(makePage("{ broken", { "@type": "WebSite" }, product));
    expect(saved).toMatchObject({
      facts: {
        marketplace: "other",
        kind: "listing",
        title: "Enamel kettle",
        url: "https://shop.example/p/kettle",
        counts: [{ value: 37 }],
      },
      page: { source: "jsonLd", lost: 1 },
    });
    expect(saved?.page.reviews).toMatchObject([
      {
        reviewId: "r-1",
        marketplace: "other",
        rating: 4,
        title: "Pours well",
        text: "It boils fast.\nNo drips.",
        reviewer: "Ines & Co",
        date: "2026-03-04",
        listingTitle: "Enamel kettle",
        listingUrl: "https://shop.example/p/kettle",
        images: [
          { url: "https://cdn.example/1.jpg", fallback: "" },
          { url: "https://shop.example/2.jpg", fallback: "" },
        ],
        sellerReply: null,
        variation: null,
      },
      { rating: 4.2, text: "Good.", reviewer: "Bo", images: null },
    ]);
    for (const one of saved?.page.reviews ?? []) expect(reviewSchema.parse(one)).toEqual(one);
  });

  test("get the same id each time when the page gives none, and different ids for different text", () => {
    const ids = () => read(makePage(product))?.page.reviews.map(({ reviewId }) => reviewId);
    expect(ids()).toEqual(ids());
    expect(new Set(ids()).size).toBe(2);
  });

  test("are found in a graph, in a list and on their own", () => {
    const one = {
      "@type": "https://schema.org/Review",
      reviewBody: "Fine",
      itemReviewed: { name: "Cup", url: "https://shop.example/cup" },
    };
    for (const block of [{ "@graph": [{ "@type": "WebPage" }, one] }, [one], one])
      expect(read(makePage(block))?.page.reviews).toMatchObject([{ text: "Fine", rating: null, listingTitle: "Cup" }]);
  });

  test("are read after every marketplace has refused, even with a URL elsewhere", () => {
    const answers = savedReaders.map((reader) => reader.readSaved(makePage(product), "https://shop.example/p/kettle", context));
    expect(answers.map(({ ok }) => ok)).toEqual([false, true]);
  });

  test.each([
    ["a page without any", "<html><body>Hello</body></html>", "noReviews"],
    ["a page whose data has none", makePage({ "@type": "Product", name: "Kettle" }), "noReviews"],
    ["text that is no page", "hello", "notProductPage"],
  ])("%s is refused", (_name, html, kind) => {
    expect(readJsonLd(html, "", context)).toEqual({ ok: false, problem: { kind } });
  });

  test("are read even from deeply nested or invalid data", () => {
    let deep: unknown = { "@type": "Review", reviewBody: "deep" };
    for (let depth = 0; depth < 3_000; depth += 1) deep = { item: deep };
    expect(read(makePage(deep))?.page.reviews).toMatchObject([{ text: "deep" }]);
    expect(
      read(makePage({ "@type": "Review", reviewBody: "x", reviewRating: { ratingValue: "NaN", bestRating: -5 } }))?.page.reviews,
    ).toMatchObject([{ rating: null }]);
  });
});

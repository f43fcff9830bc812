import type { TabFacts } from "#src/collect/collect.calls.ts";
import type { ReviewPage } from "#src/marketplaces/marketplaces.contract.ts";
import type { Review } from "#src/reviews/reviews.contract.ts";
import { emptyReview } from "#src/reviews/reviews.rules.ts";

/** A review that a test changes where it matters. */
export function makeReview(change: Partial<Review> = {}): Review {
  return {
    ...emptyReview(),
    reviewId: "1",
    listingId: "1000000101",
    listingTitle: "Oak tray",
    listingUrl: "https://www.etsy.com/listing/1000000101/oak-tray",
    rating: 5,
    text: "Sturdy and well made.",
    reviewer: "Buyer",
    date: "2026-05-01",
    collectedAt: "2026-11-21T10:00:00.000Z",
    ...change,
  };
}

/** `count` reviews with ids from `from` on. */
export function makeReviews(count: number, from = 1, change: (n: number) => Partial<Review> = () => ({})): Review[] {
  return Array.from({ length: count }, (_, at) => makeReview({ reviewId: String(from + at), ...change(from + at) }));
}

/** A page of reviews as an adapter gives it. */
export function makePage(reviews: readonly Review[], change: Partial<ReviewPage> = {}): ReviewPage {
  return {
    reviews: [...reviews],
    source: "json",
    counts: [],
    starCounts: null,
    page: null,
    totalPages: null,
    missing: [],
    lost: 0,
    ...change,
  };
}

/** Page `page` of a listing of `total` reviews, 8 a page, as a truthful marketplace answers it. */
export function makeListingPage(page: number, total: number, change: (n: number) => Partial<Review> = () => ({})): ReviewPage {
  const from = (page - 1) * 8 + 1;
  const count = Math.max(0, Math.min(8, total - from + 1));
  const counts = [{ meaning: "answerTotal" as const, value: total }];
  return makePage(makeReviews(count, from, change), { counts, page, totalPages: Math.ceil(total / 8) });
}

/** What a listing's page says of itself. */
export function makeFacts(change: Partial<TabFacts> = {}): TabFacts {
  return {
    marketplace: "etsy",
    kind: "listing",
    listingId: "1000000101",
    shopId: "7001",
    shopName: "QuietOak",
    title: "Oak tray",
    url: "https://www.etsy.com/listing/1000000101/oak-tray",
    image: "",
    signedIn: true,
    counts: [],
    sortOptions: ["Relevancy", "Recency"],
    locale: "en-US",
    ...change,
  };
}

import type { TabFacts } from "#src/collector/jobs/background-calls.ts";
import type { ReviewPage } from "#src/collector/marketplaces/marketplaces.contract.ts";
import type { Review } from "#src/collector/reviews/reviews.contract.ts";
import { emptyReview } from "#src/collector/reviews/reviews.rules.ts";

/** Builds a review with changes. */
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

/** Builds `count` reviews with ids starting at `from`. */
export function makeReviews(count: number, from = 1, change: (n: number) => Partial<Review> = () => ({})): Review[] {
  return Array.from({ length: count }, (_, at) => makeReview({ reviewId: String(from + at), ...change(from + at) }));
}

/** Builds a page of reviews as returned by an adapter. */
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

/** Builds page `page` of a listing with `total` reviews, 8 per page, as a truthful marketplace answers it. */
export function makeListingPage(page: number, total: number, change: (n: number) => Partial<Review> = () => ({})): ReviewPage {
  const from = (page - 1) * 8 + 1;
  const count = Math.max(0, Math.min(8, total - from + 1));
  const counts = [{ meaning: "answerTotal" as const, value: total }];
  return makePage(makeReviews(count, from, change), { counts, page, totalPages: Math.ceil(total / 8) });
}

/** Builds a listing page's facts. */
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

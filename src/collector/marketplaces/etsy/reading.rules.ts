import type { Review, StatedCount } from "#src/collector/reviews/reviews.contract.ts";
import { emptyReview } from "#src/collector/reviews/reviews.rules.ts";
import type { PageFacts, ReviewPage } from "#src/collector/marketplaces/marketplaces.contract.ts";
import { parseCount } from "#src/collector/marketplaces/text.rules.ts";

/** What one source gave, before it is decided whether that is a page of reviews. */
export interface Reading extends Omit<ReviewPage, "source"> {
  /** the source is of a known form, be it empty */
  recognised: boolean;
  /** of reviews whose text may or may not have been written for HTML ("&amp;"): the text as it came, by review id */
  doubtful: Map<string, Pick<Review, "text" | "originalText">>;
}

/** A reading of nothing. */
export function emptyReading(): Reading {
  return {
    reviews: [],
    counts: [],
    starCounts: null,
    page: null,
    totalPages: null,
    missing: [],
    recognised: false,
    lost: 0,
    doubtful: new Map(),
  };
}

/** A review with nothing in it but where and when it was read; on a listing's page the listing is that page's. */
export function blankReview(facts: PageFacts, now: string): Review {
  const review = { ...emptyReview(), collectedAt: now };
  if (facts.kind !== "listing" || facts.listingId === "") return review;
  return { ...review, listingId: facts.listingId, listingTitle: facts.title, listingUrl: facts.url };
}

/** Puts the listing that a review itself names in the place of the page's, title and all: another listing's title is not this one's. */
export function setListing(review: Review, id: string, url: string, title: string): void {
  if (id !== "" && id !== review.listingId) review.listingTitle = "";
  if (id !== "") review.listingId = id;
  if (url !== "") review.listingUrl = url;
  if (title !== "") review.listingTitle = title;
}

/** The counts that are stated, in this order. */
export function listCounts(stated: readonly [StatedCount["meaning"], unknown][]): StatedCount[] {
  return stated.flatMap(([meaning, raw]) => {
    const value = parseCount(raw);
    return value === null ? [] : [{ meaning, value }];
  });
}

/** Counts by stars from five values that may be missing (a number of stars nobody gave may be left out); null where all are. */
export function readStarCounts(valueOf: (stars: "1" | "2" | "3" | "4" | "5") => unknown): ReviewPage["starCounts"] {
  const raw = (["1", "2", "3", "4", "5"] as const).map((stars) => parseCount(valueOf(stars)));
  if (raw.every((value) => value === null)) return null;
  const [one, two, three, four, five] = raw.map((value) => value ?? 0);
  return { "1": one ?? 0, "2": two ?? 0, "3": three ?? 0, "4": four ?? 0, "5": five ?? 0 };
}

/** The sum of the stars' counts, or null. */
export function sumHistogram(starCounts: ReviewPage["starCounts"]): number | null {
  return starCounts && starCounts["1"] + starCounts["2"] + starCounts["3"] + starCounts["4"] + starCounts["5"];
}

import { isoDay } from "./dates.ts";
import type { Listing } from "./listings.ts";
import { listingUrl } from "./listings.ts";
import type { SandboxReview } from "./reviews.ts";
import { getReviewId, reviewAt } from "./reviews.ts";
import type { Arrived } from "./views.ts";

/** What a careful reader of the JSON answer should find of one review, field by field. */
export interface TrueReview {
  reviewId: string;
  listingId: string;
  listingTitle: string;
  listingUrl: string;
  variation: string;
  rating: number;
  text: string;
  originalText: string;
  /** of the original, if it was translated: otherwise the wire does not state it */
  language: string;
  reviewer: string;
  reviewerUrl: string;
  /** YYYY-MM-DD, in UTC */
  date: string;
  /** the instant, if the listing's dates state it; '' if they are days in words */
  instant: string;
  images: { url: string; fallback: string }[];
  sellerReply: string;
  recommended: boolean | null;
}

/** A text with one kind of line end and no space around it. */
function tidy(text: string): string {
  return text.replaceAll("\r\n", "\n").trim();
}

/** The truth about a generated review. */
export function trueReview(review: SandboxReview): TrueReview {
  const { words, photo, buyer, listing } = review;
  const inWords = listing.dateForm === "monthFirst" || listing.dateForm === "dayFirst";
  return {
    reviewId: review.id,
    listingId: listing.id,
    listingTitle: listing.title,
    listingUrl: listingUrl(listing),
    variation: review.variation,
    rating: review.rating,
    text: tidy(words.translated === "" ? words.written : words.translated),
    originalText: words.translated === "" ? "" : tidy(words.written),
    language: words.translated === "" ? "" : words.language,
    reviewer: buyer.anonymous ? "" : buyer.name,
    reviewerUrl: buyer.profileUrl ?? "",
    date: isoDay(review.seconds),
    instant: inWords ? "" : new Date(review.seconds * 1000).toISOString(),
    images: photo === null ? [] : [{ url: photo.full, fallback: photo.large }],
    sellerReply: tidy(review.sellerReply),
    recommended: review.recommended,
  };
}

/** The truth about all reviews of a listing, newest first, those that arrived meanwhile included. */
export function trueReviews(listing: Listing, arrived: Arrived): TrueReview[] {
  const fresh = arrived(listing.id);
  return Array.from({ length: listing.count + fresh }, (_, place) => trueReview(reviewAt(listing, place - fresh)));
}

/** Finds a listing's review by id, or null. */
export function reviewOfId(listing: Listing, id: string, arrived: Arrived): SandboxReview | null {
  const serial = Number(getReviewId(listing, 0)) - Number(id);
  return serial >= -arrived(listing.id) && serial < listing.count ? reviewAt(listing, serial) : null;
}

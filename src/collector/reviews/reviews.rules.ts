import type { Review } from "./reviews.contract.ts";
import type { CollectOptions } from "./collect-options.contract.ts";

/**
 * Fields that a marketplace's review data states and its markup may leave out. A reader of markup cannot tell "none" from
 * "not shown": a field that it did not find is null, which means "not read".
 */
export const notReadFields = ["sellerReply", "images", "variation", "originalText"] as const;
export type NotReadField = (typeof notReadFields)[number];

/** A review without data; a function, because each has its own list of images. */
export function emptyReview(): Review {
  return {
    reviewId: "",
    marketplace: "etsy",
    listingId: "",
    listingTitle: "",
    listingUrl: "",
    variation: "",
    rating: null,
    title: "",
    text: "",
    originalText: "",
    language: "",
    reviewer: "",
    reviewerUrl: "",
    reviewerCountry: "",
    date: "",
    images: [],
    sellerReply: "",
    sellerReplyDate: "",
    recommended: null,
    helpfulCount: null,
    verified: null,
    collectedAt: "",
  };
}

type Filter = (review: Review, options: CollectOptions) => boolean;

/** The day of an ISO date or instant, YYYY-MM-DD; '' stays ''. */
export function getDay(isoDate: string): string {
  return isoDate.slice(0, 10);
}

// One condition each; a review matches if all are true.
const filters: readonly Filter[] = [
  function starsAsked(review, { stars }) {
    return stars.length === 0 || (review.rating !== null && stars.includes(Math.round(review.rating)));
  },
  function photosAsked(review, { withPhotos }) {
    return !withPhotos || (review.images ?? []).length > 0;
  },
  function textAsked(review, { withText }) {
    return !withText || review.text.trim() !== "";
  },
  // A review without a date is outside any bounds.
  function notBefore(review, { dateFrom }) {
    return dateFrom === "" || (review.date !== "" && getDay(review.date) >= dateFrom);
  },
  function notAfter(review, { dateTo }) {
    return dateTo === "" || (review.date !== "" && getDay(review.date) <= dateTo);
  },
  function keywordFound(review, { keyword }) {
    const wanted = keyword.trim().toLocaleLowerCase();
    return (
      wanted === "" || [review.title, review.text, review.originalText ?? ""].some((text) => text.toLocaleLowerCase().includes(wanted))
    );
  },
];

/** A link if it is http or https, otherwise ''. */
export function webLink(url: string): string {
  return /^https?:\/\//i.test(url) ? url : "";
}

/** A review with safe links only, for files that anybody may have written. */
export function withSafeLinks(review: Review): Review {
  const images = review.images
    ?.map(({ url, fallback }) => ({ url: webLink(url), fallback: webLink(fallback) }))
    .filter(({ url }) => url !== "");
  return { ...review, listingUrl: webLink(review.listingUrl), reviewerUrl: webLink(review.reviewerUrl), images: images ?? null };
}

/** A review from markup: fields that were not found become "not read" instead of "none". */
export function withNotRead(review: Review): Review {
  const { sellerReply, images, variation, originalText } = review;
  return {
    ...review,
    sellerReply: sellerReply || null,
    images: images?.length === 0 ? null : images,
    variation: variation || null,
    originalText: originalText || null,
  };
}

/** In how many reviews each field was not read; fields that were read everywhere are left out. */
export function countNotRead(reviews: readonly Review[]): Partial<Record<NotReadField, number>> {
  const counted = notReadFields.map((field) => [field, reviews.filter((review) => review[field] === null).length] as const);
  return Object.fromEntries(counted.filter(([, count]) => count > 0));
}

/** Each id once: at the position of the first, with the contents of the last. */
export function dropDuplicates(reviews: readonly Review[]): Review[] {
  return [...new Map(reviews.map((review) => [review.reviewId, review])).values()];
}

/** Whether a review matches the options. */
export function matches(review: Review, options: CollectOptions): boolean {
  return filters.every((filter) => filter(review, options));
}

/** Whether the options filter anything. */
export function hasFilter(options: CollectOptions): boolean {
  const { stars, withPhotos, withText, dateFrom, dateTo, keyword } = options;
  return stars.length > 0 || withPhotos || withText || dateFrom !== "" || dateTo !== "" || keyword.trim() !== "";
}

/** Approximate bytes that a review uses in storage: its text as UTF-16, which is how IndexedDB stores most of it. */
export function estimateStoredBytes(review: Review): number {
  return JSON.stringify(review).length * 2;
}

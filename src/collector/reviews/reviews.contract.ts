import { z } from "zod";
import type { SiteId } from "#src/collector/marketplaces/sites.ts";
import { sites } from "#src/collector/marketplaces/sites.ts";

/** Where reviews come from: the marketplaces that Quayside Collector reads, and the saved pages of any other shop. */
export type MarketplaceId = SiteId | "other";
export const marketplaceIds: readonly MarketplaceId[] = [...sites.map(({ id }) => id), "other"];

/** One picture of a review: the largest size known, and a smaller one that is sure to exist ('' if there is none). */
export const reviewImage = z.object({ url: z.string(), fallback: z.string() });
export type ReviewImage = z.infer<typeof reviewImage>;

/**
 * The canonical review: every adapter returns it and every export writes it. A field that a marketplace does not state is empty
 * ('' for text, null for numbers and yes/no, [] for images), never invented; see `notReadFields` (reviews.rules.ts) for null in the others.
 */
export const review = z.object({
  /** the marketplace's own id; Etsy: the transaction id */
  reviewId: z.string().min(1),
  marketplace: z.enum(marketplaceIds),
  listingId: z.string(),
  listingTitle: z.string(),
  listingUrl: z.string(),
  /** what was bought, as the marketplace words it: "Size: L, Colour: Oak" */
  variation: z.string().nullable(),
  /** stars, 1 to 5 */
  rating: z.number().min(1).max(5).nullable(),
  title: z.string(),
  /** the text as shown: the translation if the page translated it */
  text: z.string(),
  /** the original text, if it differs from `text` */
  originalText: z.string().nullable(),
  /** BCP 47 tag of the original, if the marketplace states it */
  language: z.string(),
  /** the name shown; '' for an anonymous buyer */
  reviewer: z.string(),
  reviewerUrl: z.string(),
  /** ISO 3166 alpha-2 */
  reviewerCountry: z.string(),
  /** ISO 8601: YYYY-MM-DD where only the day is known */
  date: z.string(),
  images: z.array(reviewImage).nullable(),
  sellerReply: z.string().nullable(),
  sellerReplyDate: z.string(),
  recommended: z.boolean().nullable(),
  helpfulCount: z.number().int().nonnegative().nullable(),
  verified: z.boolean().nullable(),
  /** ISO 8601 instant at which the collector read it */
  collectedAt: z.string(),
});
export type Review = z.infer<typeof review>;

/** What a number of reviews that a marketplace shows actually counts. */
export const countMeanings = [
  /** JSON-LD aggregateRating.reviewCount: of the whole shop, though it stands on the listing */
  "shopWide",
  /** listing_rating_count, or the tab's label: of this listing, as the page says */
  "listing",
  /** totalReviews of the reviews answer */
  "answerTotal",
  /** the sum of the stars' counts, 1 to 5 */
  "histogram",
  /** ratingCounts.All */
  "histogramAll",
  /** the number in the heading of a shop's reviews page */
  "shopPage",
] as const;

export const statedCount = z.object({ meaning: z.enum(countMeanings), value: z.number().int().nonnegative() });
export type StatedCount = z.infer<typeof statedCount>;

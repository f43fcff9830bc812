import type { ReviewRule } from "#src/warehouse/warehouses/warehouses.rules.ts";

/** The states of a review, as in the constraint `order_review_status_known`. */
export const reviewStatuses = ["open", "done", "cancelled"] as const;
export type ReviewStatus = (typeof reviewStatuses)[number];

/** What a scanned code can mean before an order is open. */
export const scanKinds = ["location", "tote", "order", "product", "unknown"] as const;

/** The most orders that a scan finds. */
export const mostFound = 50;

/** Why pieces are not there when an order is reviewed. */
export const shortAtReview = ["missing", "damaged"] as const;
export type ShortAtReview = (typeof shortAtReview)[number];

/** Maximum number of photos of an order's reviews. */
export const mostReviewPhotos = 20;

/**
 * Returns true if an order is reviewed piece by piece, by its warehouse's rule. A sample is chosen by the random end of the order's uuid, so that asking again
 * decides the same.
 */
export function isReviewNeeded(
  rule: { readonly review_rule: ReviewRule; readonly review_sample_percent: number },
  orderUuid: string,
): boolean {
  if (rule.review_rule !== "sample") return rule.review_rule === "always";
  return Number.parseInt(orderUuid.slice(-8), 16) % 100 < rule.review_sample_percent;
}

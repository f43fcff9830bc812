import type { ReviewRule, WallReviewRule } from "#src/warehouse/warehouses/warehouses.rules.ts";

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

/** Which orders are reviewed piece by piece, and the share of a sample in percent. */
export interface ReviewShare {
  readonly review_rule: ReviewRule;
  readonly review_sample_percent: number;
}

/**
 * Returns a warehouse's rule for orders: those of a sort wall, where a scan of every piece has checked it already, may have a rule of their own.
 * @param isSorted whether the order was sorted at a wall
 */
export function getReviewShare(
  settings: ReviewShare & { readonly wall_review_rule: WallReviewRule; readonly wall_review_sample_percent: number },
  isSorted: boolean,
): ReviewShare {
  const { review_rule, review_sample_percent, wall_review_rule, wall_review_sample_percent } = settings;
  return isSorted && wall_review_rule !== "as_all"
    ? { review_rule: wall_review_rule, review_sample_percent: wall_review_sample_percent }
    : { review_rule, review_sample_percent };
}

/**
 * Returns true if an order is reviewed piece by piece, by its warehouse's rule. A sample is chosen by the random end of the order's uuid, so that asking again
 * decides the same.
 */
export function isReviewNeeded(rule: ReviewShare, orderUuid: string): boolean {
  if (rule.review_rule !== "sample") return rule.review_rule === "always";
  return Number.parseInt(orderUuid.slice(-8), 16) % 100 < rule.review_sample_percent;
}

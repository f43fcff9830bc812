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

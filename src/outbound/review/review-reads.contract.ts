import { findToReview, getReview, listToReview } from "./review.contract.ts";

/** The calls that read reviews: refreshed together after a change. */
export const reviewReads = [listToReview, findToReview, getReview] as const;

import { findToReview, getReview, listReviewPhotos, listToReview } from "./review.contract.ts";

/** The calls that read reviews: refreshed together after a change. */
export const reviewReads = [listToReview, findToReview, getReview, listReviewPhotos] as const;

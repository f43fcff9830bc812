import type { SandboxReview } from "./reviews.ts";
import type { SpecRequest } from "./spec-request.ts";
import type { Arrived, Counts } from "./views.ts";
import { countReviews, getPage } from "./views.ts";

/** All that one answer says, before it is put into a form. */
export interface ReviewsAnswer {
  request: SpecRequest;
  reviews: SandboxReview[];
  counts: Counts;
  /** pages of what matches the filters */
  totalPages: number;
  arrived: Arrived;
}

/** Looks up one page of a checked request. */
export function lookUp(request: SpecRequest, size: number, arrived: Arrived): ReviewsAnswer {
  const { reviews, matching } = getPage(request.subject, request.query, request.page, size, arrived);
  return { request, reviews, counts: countReviews(request.subject, arrived), totalPages: Math.ceil(matching / size), arrived };
}

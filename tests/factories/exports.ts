import type { Job } from "#src/collector/jobs/jobs.contract.ts";
import { createJob } from "#src/collector/collect/job.rules.ts";
import { proPlan } from "#src/pro/plan/plan.contract.ts";
import type { Review } from "#src/collector/reviews/reviews.contract.ts";
import { defaultOptions } from "#src/collector/settings/settings.rules.ts";
import { makeFacts, makeReview } from "./reviews.ts";

/** Builds a review with every field that a marketplace could fill. */
export function fullReview(change: Partial<Review> = {}): Review {
  return makeReview({
    reviewId: "4000000001",
    listingId: "1000001240",
    listingTitle: "Handmade Oak Tray",
    listingUrl: "https://www.etsy.com/listing/1000001240/handmade-oak-tray",
    variation: "Size: L, Colour: Oak",
    title: "Lovely",
    originalText: "Sehr solide.",
    language: "de",
    reviewer: "Buyer One",
    reviewerUrl: "https://www.etsy.com/people/buyerone",
    reviewerCountry: "DE",
    date: "2026-05-03",
    images: [{ url: "https://i.etsystatic.com/iap/0a/1/iap_fullxfull.1_aa.jpg?version=0", fallback: "" }],
    sellerReply: "Thank you!",
    sellerReplyDate: "2026-05-04",
    recommended: true,
    helpfulCount: 3,
    verified: false,
    collectedAt: "2026-11-21T13:26:43Z",
    ...change,
  });
}

/** Builds `count` full reviews with unique ids. */
export function fullReviews(count: number, change: (index: number) => Partial<Review> = () => ({})): Review[] {
  return Array.from({ length: count }, (_, index) => fullReview({ reviewId: String(4_000_000_001 + index), ...change(index) }));
}

/** Yields reviews in batches, as the writers take them. */
export async function* inBatches(reviews: readonly Review[], size = 500): AsyncGenerator<Review[]> {
  for (let from = 0; from < reviews.length; from += size) yield reviews.slice(from, from + size);
}

/** Builds a job of a completed listing: 101 of 101, 7 without text. */
export function makeDoneJob(change: Partial<Job> = {}): Job {
  const facts = makeFacts({
    listingId: "1000001240",
    shopName: "OakAndAsh",
    title: "Handmade Oak Tray",
    url: "https://www.etsy.com/listing/1000001240/handmade-oak-tray",
    counts: [
      { meaning: "shopWide", value: 2310 },
      { meaning: "listing", value: 101 },
      { meaning: "histogram", value: 102 },
    ],
  });
  const job = createJob({ jobId: "job-1", facts, options: defaultOptions, plan: proPlan, tabId: 1, now: "2026-11-21T13:00:00.000Z" });
  const ended = { status: "done", ended: "end", seen: 101, kept: 101, expected: 101, withoutText: 7, withPhotos: 12 } as const;
  return { ...job, ...ended, finishedAt: "2026-11-21T13:26:43.000Z", ...change };
}

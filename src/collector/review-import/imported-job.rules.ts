import type { Review } from "#src/collector/reviews/reviews.contract.ts";
import { webLink, withSafeLinks } from "#src/collector/reviews/reviews.rules.ts";
import { proPlan } from "#src/pro/plan/plan.contract.ts";
import { defaultOptions } from "#src/collector/settings/settings.rules.ts";
import type { TabFacts } from "#src/collector/jobs/background-calls.ts";
import type { Job } from "#src/collector/jobs/jobs.contract.ts";
import { createJob } from "#src/collector/collect/job.rules.ts";
import { takePage } from "#src/collector/collect/take-page.rules.ts";

/** Derives the facts of a page from its reviews, if nothing else states them. */
function deriveFacts(reviews: readonly Review[], title: string, url: string): TabFacts {
  const first = reviews[0];
  const one = reviews.every(({ listingId }) => listingId === first?.listingId);
  return {
    marketplace: first?.marketplace ?? "etsy",
    kind: one ? "listing" : "shop",
    listingId: one ? (first?.listingId ?? "") : "",
    shopId: "",
    shopName: "",
    title: title !== "" ? title : one ? (first?.listingTitle ?? "") : "",
    url: url !== "" ? url : one ? (first?.listingUrl ?? "") : "",
    image: "",
    signedIn: null,
    counts: [],
    sortOptions: [],
    locale: "",
  };
}

/**
 * A finished job of reviews that were read from a file, and its reviews without repeats. No plan limits it: the person has them.
 */
export function buildImportedJob(from: {
  jobId: string;
  title: string;
  url: string;
  facts: TabFacts | null;
  reviews: readonly Review[];
  now: string;
}): {
  job: Job;
  reviews: readonly Review[];
} {
  const facts = from.facts ?? deriveFacts(from.reviews, from.title, from.url);
  const fresh = createJob({
    jobId: from.jobId,
    facts,
    options: { ...defaultOptions, sort: "suggested" },
    plan: proPlan,
    tabId: -1,
    now: from.now,
  });
  const page = {
    reviews: from.reviews.map(withSafeLinks),
    source: "overlay" as const,
    counts: facts.counts,
    starCounts: null,
    page: null,
    totalPages: 1,
    missing: [],
    lost: 0,
  };
  const { job, keep } = takePage(fresh, page, () => true, from.reviews.length + 1, from.now);
  return {
    job: {
      ...job,
      url: webLink(job.url),
      status: "done",
      ended: "",
      requests: 0,
      sources: [],
      tabId: null,
      finishedAt: from.now,
      problem: null,
    },
    reviews: keep,
  };
}

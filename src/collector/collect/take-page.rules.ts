import { addDays } from "#src/kit/lib/days.ts";
import type { ReviewPage } from "#src/collector/marketplaces/marketplaces.contract.ts";
import type { Review, StatedCount } from "#src/collector/reviews/reviews.contract.ts";
import { countNotRead, getDay, dropDuplicates, matches, notReadFields, estimateStoredBytes } from "#src/collector/reviews/reviews.rules.ts";
import type { CollectOptions } from "#src/collector/reviews/collect-options.contract.ts";
import type { Job } from "#src/collector/jobs/jobs.contract.ts";
import { getExpected, moveJob } from "./job.rules.ts";

/** What a page of reviews changes in a job. */
export interface PageDecision {
  job: Job;
  keep: readonly Review[];
  /** ids of reviews that were read and do not match */
  passOver: readonly string[];
}

/**
 * Adds a page to a job: drops duplicates, stores what matches up to the limit of the plan, advances or ends the job.
 * @param isNew whether the job has not read this id yet
 * @param pageSize reviews on a full page
 */
export function takePage(before: Job, page: ReviewPage, isNew: (reviewId: string) => boolean, pageSize: number, now: string): PageDecision {
  const job = readCounts(before, page);
  const fresh = dropDuplicates(page.reviews).filter((review) => isNew(review.reviewId));
  const room = job.limit === null ? Number.POSITIVE_INFINITY : Math.max(0, job.limit - job.kept);
  const { keep, passOver, rest } = splitReviews(fresh, job.options, room);

  const taken = fresh.length - rest.length;
  const next: Job = {
    ...job,
    seen: job.seen + taken,
    notRead: addNotRead(job.notRead, fresh.slice(0, taken)),
    kept: job.kept + keep.length,
    duplicates: job.duplicates + page.reviews.length - fresh.length,
    requests: job.requests + 1,
    failures: 0,
    notBefore: null,
    problem: null,
    firstProblem: job.route === 0 ? null : job.firstProblem,
    sources: job.sources.includes(page.source) ? job.sources : [...job.sources, page.source],
    // A page that the limit cut off is requested again when the job continues.
    nextPage: rest.length > 0 ? job.nextPage : job.nextPage + 1,
    updatedAt: now,
  };
  const counted = countStored(trackDates(next, fresh), keep);
  return { job: endIfComplete(counted, { page, fresh, cut: rest.length > 0, pageSize, now }), keep, passOver };
}

/**
 * "Newest first" orders by something near the date shown: on a real page of 2022 the days run 12, 15, 12, 13, 12, 10, 10, 7, 6, 6.
 * A review may stand this many days out of order before the order counts as broken, and an early end keeps the same distance.
 */
const slackDays = 14;

function splitReviews(
  fresh: readonly Review[],
  options: CollectOptions,
  room: number,
): { keep: Review[]; passOver: string[]; rest: readonly Review[] } {
  const keep: Review[] = [];
  const passOver: string[] = [];
  for (const [at, review] of fresh.entries()) {
    if (!matches(review, options)) {
      passOver.push(review.reviewId);
    } else if (keep.length < room) {
      keep.push(review);
    } else {
      return { keep, passOver, rest: fresh.slice(at) };
    }
  }
  return { keep, passOver, rest: [] };
}

/** Reads the marketplace's counts, the latest of each meaning, and whether its server applied the stars filter. */
function readCounts(job: Job, page: ReviewPage): Job {
  const counts = new Map<StatedCount["meaning"], StatedCount>([...job.counts, ...page.counts].map((count) => [count.meaning, count]));
  const obeyed = page.reviews.every((review) => review.rating === null || review.rating === job.serverStars);
  const serverStars = job.serverStars !== null && obeyed ? job.serverStars : null;
  const starCounts: Job["starCounts"] = page.starCounts ?? job.starCounts;
  const stated = { counts: [...counts.values()], starCounts, serverStars };
  return { ...job, ...stated, expected: getExpected(stated), totalPages: page.totalPages ?? job.totalPages };
}

/** Checks that the order is newest first: a job may end early by date only while that is true. */
function trackDates(job: Job, fresh: readonly Review[]): Job {
  if (job.options.sort !== "newest") return job;
  let { lastDate, newestFirst } = job;
  for (const { date } of fresh) {
    if (date === "") continue;
    const day = getDay(date);
    if (lastDate !== "") newestFirst = newestFirst !== false && day <= addDays(lastDate, slackDays);
    if (lastDate === "" || day < lastDate) lastDate = day;
  }
  return { ...job, lastDate, newestFirst };
}

function addNotRead(before: Job["notRead"], reviews: readonly Review[]): Job["notRead"] {
  const added = countNotRead(reviews);
  const sums = notReadFields.map((field) => [field, (before[field] ?? 0) + (added[field] ?? 0)] as const);
  return Object.fromEntries(sums.filter(([, count]) => count > 0));
}

function countStored(job: Job, keep: readonly Review[]): Job {
  const byStars = { ...job.byStars };
  const byMonth = { ...job.byMonth };
  let { withoutText, withPhotos, bytes } = job;
  for (const review of keep) {
    const stars = String(Math.round(review.rating ?? 0));
    const month = review.date.slice(0, 7);
    byStars[stars] = (byStars[stars] ?? 0) + 1;
    byMonth[month] = (byMonth[month] ?? 0) + 1;
    if (review.text === "") withoutText += 1;
    if ((review.images ?? []).length > 0) withPhotos += 1;
    bytes += estimateStoredBytes(review);
  }
  return { ...job, byStars, byMonth, withoutText, withPhotos, bytes };
}

/** Ends the job if nothing more is to be read: no more pages, dates before the requested ones, or the limit. */
function endIfComplete(job: Job, at: { page: ReviewPage; fresh: readonly Review[]; cut: boolean; pageSize: number; now: string }): Job {
  const { page, fresh, cut, pageSize, now } = at;
  if (!cut && isLastPage(job, page, fresh, pageSize)) return finish(job, "end", now);
  if (!cut && areOlderThanAsked(job, fresh)) return finish(job, "date", now);
  if (cut || (job.limit !== null && job.kept >= job.limit)) {
    return { ...(moveJob(job, "limit", now) ?? job), ended: "limit" };
  }
  return job;
}

function finish(job: Job, ended: "end" | "date", now: string): Job {
  const empty = job.seen === 0 && job.serverStars === null;
  return { ...(moveJob(job, "finish", now) ?? job), ended, problem: empty ? { kind: "noReviews" } : null };
}

function isLastPage(job: Job, page: ReviewPage, fresh: readonly Review[], pageSize: number): boolean {
  if (page.reviews.length === 0) return true;
  const asked = job.nextPage - 1;
  const full = page.reviews.length >= pageSize;
  // A last page that is full, below the stated count, may have a page after it. The sum by stars counts only where no total is
  // stated: it drifts by one from the total, and a page beyond the last would be asked for in vain.
  const most = job.expected ?? (job.serverStars === null ? getHistogramSum(job) : 0);
  const mayHaveMore = full && job.seen < most && fresh.length > 0;
  if (job.totalPages !== null) return asked >= job.totalPages && !mayHaveMore;
  if (job.expected === null) return !full || fresh.length === 0;
  return asked * pageSize >= job.expected && !mayHaveMore;
}

function getHistogramSum(job: Job): number {
  return job.counts.find((count) => count.meaning === "histogram")?.value ?? 0;
}

function areOlderThanAsked(job: Job, fresh: readonly Review[]): boolean {
  const { dateFrom } = job.options;
  if (dateFrom === "" || job.newestFirst !== true || fresh.length === 0) return false;
  const surely = addDays(dateFrom, -slackDays);
  return fresh.every(({ date }) => date !== "" && getDay(date) < surely);
}

/** Whether a response is the requested page; servers count from 1, some from 0. */
export function isPageAsked(page: ReviewPage, asked: number): boolean {
  return page.page === null || page.reviews.length === 0 || page.page === asked || page.page === asked - 1;
}

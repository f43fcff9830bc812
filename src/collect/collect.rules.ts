import { nextState } from "#src/lib/machine.ts";
import type { PageWish, ReviewPage } from "#src/marketplaces/marketplaces.contract.ts";
import type { Plan } from "#src/plan/plan.contract.ts";
import type { Review, StatedCount } from "#src/reviews/reviews.contract.ts";
import { countNotRead, dayOf, dropDuplicates, matches, notReadFields, storedBytes } from "#src/reviews/reviews.rules.ts";
import type { CollectOptions } from "#src/settings/settings.contract.ts";
import type { TabFacts } from "./collect.calls.ts";
import type { Job } from "./collect.contract.ts";
import type { JobEvent } from "./collect.machine.ts";
import { jobMachine } from "./collect.machine.ts";
import { getSubject } from "./subject.rules.ts";

/** The counts that say how many reviews reading to the end gives, the most reliable first. */
const wholeCounts = ["answerTotal", "shopPage", "listing"] as const;

/** How many reviews reading to the end should give, by the marketplace's own counts; null where none says. */
function getExpected({ counts, starCounts, serverStars }: Pick<Job, "counts" | "starCounts" | "serverStars">): number | null {
  if (serverStars !== null) return starCounts?.[serverStars] ?? null;
  const stated = wholeCounts.map((meaning) => counts.find((count) => count.meaning === meaning));
  return stated.find((count) => count !== undefined)?.value ?? null;
}

/** A new job, running, from the first page. */
export function newJob(input: { jobId: string; facts: TabFacts; options: CollectOptions; plan: Plan; tabId: number; now: string }): Job {
  const { jobId, facts, options, plan, tabId, now } = input;
  // The server filters by one number of stars at most; whether it obeyed is seen in its first answer.
  const serverStars = options.stars.length === 1 ? (options.stars[0] ?? null) : null;
  return {
    jobId,
    marketplace: facts.marketplace,
    kind: facts.kind,
    subject: getSubject(facts),
    title: facts.title,
    shopName: facts.shopName,
    url: facts.url,
    image: facts.image,
    status: jobMachine.initial,
    problem: null,
    options,
    nextPage: 1,
    route: 0,
    routePages: {},
    firstProblem: null,
    totalPages: null,
    serverStars,
    counts: facts.counts,
    starCounts: null,
    expected: getExpected({ counts: facts.counts, starCounts: null, serverStars }),
    seen: 0,
    kept: 0,
    duplicates: 0,
    withoutText: 0,
    withPhotos: 0,
    notRead: {},
    byStars: {},
    byMonth: {},
    newestFirst: null,
    lastDate: "",
    requests: 0,
    limit: plan.reviewsPerClick,
    ended: "",
    sources: [],
    bytes: 0,
    notBefore: null,
    failures: 0,
    tabId,
    createdAt: now,
    updatedAt: now,
    finishedAt: "",
    fileName: "",
    fileProblem: "",
  };
}

/** The job after an event of its machine, or null where the machine does not allow it. */
export function moveJob(job: Job, event: JobEvent, now: string): Job | null {
  const status = nextState(jobMachine, job.status, event);
  if (status === null) return null;
  const ended = status === "done" || status === "cancelled" || status === "limited";
  return {
    ...job,
    status,
    problem: status === "blocked" ? job.problem : null,
    notBefore: null,
    failures: 0,
    tabId: status === "running" ? job.tabId : null,
    updatedAt: now,
    finishedAt: ended ? now : "",
  };
}

/**
 * Moves a job to another route, at the page where it left that route before (the first page if it never used it). Routes have
 * different page sizes, so page totals and the check of the date order start again; reviews that are read twice are dropped by id.
 */
export function moveToRoute(job: Job, route: number): Job {
  if (job.route === route) return job;
  const routePages: Job["routePages"] = { ...job.routePages, [job.route]: job.nextPage };
  const nextPage = routePages[route] ?? 1;
  return { ...job, route, routePages, nextPage, totalPages: null, lastDate: "", newestFirst: null, failures: 0 };
}

/**
 * Resuming: a limited job goes on only under a plan that allows more than it has; others take the plan's limit anew. It begins
 * with the best route again: the answer that moved it to another one may have been a single bad one.
 */
export function resumeJob(job: Job, plan: Plan, now: string): Job | null {
  const limit = plan.reviewsPerClick;
  if (job.status === "limited" && limit !== null && limit <= job.kept) return null;
  const moved = moveJob(job, "resume", now);
  return moved === null ? null : { ...moveToRoute(moved, 0), firstProblem: null, limit, ended: "" };
}

/** Reading again from page one, keeping what is there; what is new is added. */
export function lookAgainJob(job: Job, plan: Plan, now: string): Job | null {
  const moved = moveJob(job, "lookAgain", now);
  // The dates of a second reading begin with the newest again.
  const fresh = { route: 0, routePages: {}, firstProblem: null, nextPage: 1, lastDate: "" };
  return moved === null ? null : { ...moved, ...fresh, limit: plan.reviewsPerClick, ended: "" };
}

/** What to ask for next. */
export function wishOf(job: Job): PageWish {
  return { page: job.nextPage, sort: job.options.sort, stars: job.serverStars, route: job.route };
}

/** What a page of reviews does to a job. */
export interface PageDecision {
  job: Job;
  keep: readonly Review[];
  /** ids read that do not match */
  passOver: readonly string[];
}

/**
 * Takes a page into a job: drops what came before, keeps what matches up to the limit, moves on or ends.
 * @param isNew whether the job has not read this id yet
 * @param pageSize reviews on a full page
 */
export function takePage(before: Job, page: ReviewPage, isNew: (reviewId: string) => boolean, pageSize: number, now: string): PageDecision {
  const job = readCounts(before, page);
  const fresh = dropDuplicates(page.reviews).filter((review) => isNew(review.reviewId));
  const room = job.limit === null ? Number.POSITIVE_INFINITY : Math.max(0, job.limit - job.kept);
  const { keep, passOver, rest } = sortOut(fresh, job.options, room);

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
    // A page that the limit cut through is asked for again when the job goes on.
    nextPage: rest.length > 0 ? job.nextPage : job.nextPage + 1,
    updatedAt: now,
  };
  const counted = countKept(followDates(next, fresh), keep);
  return { job: end(counted, { page, fresh, cut: rest.length > 0, pageSize, now }), keep, passOver };
}

/**
 * "Newest first" orders by something near the date shown: on a real page of 2022 the days run 12, 15, 12, 13, 12, 10, 10, 7, 6, 6.
 * A review may stand this many days out of order before the order counts as broken, and an early end keeps the same distance.
 */
const slackDays = 14;

/** The day that many days later, YYYY-MM-DD. */
function shiftDay(day: string, days: number): string {
  const at = Date.parse(`${day}T00:00:00Z`);
  return Number.isNaN(at) ? day : new Date(at + days * 86_400_000).toISOString().slice(0, 10);
}

function sortOut(
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

/** The marketplace's counts, the latest of each meaning; and whether its server obeyed the stars filter. */
function readCounts(job: Job, page: ReviewPage): Job {
  const counts = new Map<StatedCount["meaning"], StatedCount>([...job.counts, ...page.counts].map((count) => [count.meaning, count]));
  const obeyed = page.reviews.every((review) => review.rating === null || review.rating === job.serverStars);
  const serverStars = job.serverStars !== null && obeyed ? job.serverStars : null;
  const starCounts: Job["starCounts"] = page.starCounts ?? job.starCounts;
  const stated = { counts: [...counts.values()], starCounts, serverStars };
  return { ...job, ...stated, expected: getExpected(stated), totalPages: page.totalPages ?? job.totalPages };
}

/** Checks that newest-first holds: an early end by date may rely on it only as long as it does. */
function followDates(job: Job, fresh: readonly Review[]): Job {
  if (job.options.sort !== "newest") return job;
  let { lastDate, newestFirst } = job;
  for (const { date } of fresh) {
    if (date === "") continue;
    const day = dayOf(date);
    if (lastDate !== "") newestFirst = newestFirst !== false && day <= shiftDay(lastDate, slackDays);
    if (lastDate === "" || day < lastDate) lastDate = day;
  }
  return { ...job, lastDate, newestFirst };
}

function addNotRead(before: Job["notRead"], reviews: readonly Review[]): Job["notRead"] {
  const added = countNotRead(reviews);
  const sums = notReadFields.map((field) => [field, (before[field] ?? 0) + (added[field] ?? 0)] as const);
  return Object.fromEntries(sums.filter(([, count]) => count > 0));
}

function countKept(job: Job, keep: readonly Review[]): Job {
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
    bytes += storedBytes(review);
  }
  return { ...job, byStars, byMonth, withoutText, withPhotos, bytes };
}

/** Ends the job where nothing more is to be read, by the marketplace's end, the dates asked for, or the limit. */
function end(job: Job, at: { page: ReviewPage; fresh: readonly Review[]; cut: boolean; pageSize: number; now: string }): Job {
  const { page, fresh, cut, pageSize, now } = at;
  if (!cut && isLastPage(job, page, fresh, pageSize)) return finish(job, "end", now);
  if (!cut && olderThanAsked(job, fresh)) return finish(job, "date", now);
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
  const most = job.expected ?? (job.serverStars === null ? histogramSum(job) : 0);
  const mayHaveMore = full && job.seen < most && fresh.length > 0;
  if (job.totalPages !== null) return asked >= job.totalPages && !mayHaveMore;
  if (job.expected === null) return !full || fresh.length === 0;
  return asked * pageSize >= job.expected && !mayHaveMore;
}

function histogramSum(job: Job): number {
  return job.counts.find((count) => count.meaning === "histogram")?.value ?? 0;
}

function olderThanAsked(job: Job, fresh: readonly Review[]): boolean {
  const { dateFrom } = job.options;
  if (dateFrom === "" || job.newestFirst !== true || fresh.length === 0) return false;
  const surely = shiftDay(dateFrom, -slackDays);
  return fresh.every(({ date }) => date !== "" && dayOf(date) < surely);
}

/** Whether an answer is of the page that was asked for; servers count from 1, some from 0. */
export function isPageAsked(page: ReviewPage, asked: number): boolean {
  return page.page === null || page.reviews.length === 0 || page.page === asked || page.page === asked - 1;
}

import { getNextState } from "#src/kit/lib/machine.ts";
import type { PageQuery } from "#src/collector/marketplaces/marketplaces.contract.ts";
import type { Plan } from "#src/pro/plan/plan.contract.ts";
import type { CollectOptions } from "#src/collector/reviews/collect-options.contract.ts";
import type { TabFacts } from "#src/collector/jobs/background-calls.ts";
import type { Job } from "#src/collector/jobs/jobs.contract.ts";
import type { JobEvent } from "#src/collector/jobs/jobs.machine.ts";
import { jobMachine } from "#src/collector/jobs/jobs.machine.ts";
import { getSubject } from "./subject.rules.ts";

/** Counts that say how many reviews there are to read, the most reliable first. */
const wholeCounts = ["answerTotal", "shopPage", "listing"] as const;

/** How many reviews there should be to read, by the marketplace's own counts; null if unknown. */
export function getExpected({ counts, starCounts, serverStars }: Pick<Job, "counts" | "starCounts" | "serverStars">): number | null {
  if (serverStars !== null) return starCounts?.[serverStars] ?? null;
  const stated = wholeCounts.map((meaning) => counts.find((count) => count.meaning === meaning));
  return stated.find((count) => count !== undefined)?.value ?? null;
}

/** Creates a running job that begins with the first page. */
export function createJob(input: { jobId: string; facts: TabFacts; options: CollectOptions; plan: Plan; tabId: number; now: string }): Job {
  const { jobId, facts, options, plan, tabId, now } = input;
  // The server filters by one number of stars at most; its first response shows whether it did.
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

/** Applies an event of the state machine; returns null if the machine does not allow it. */
export function moveJob(job: Job, event: JobEvent, now: string): Job | null {
  const status = getNextState(jobMachine, job.status, event);
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
 * Moves a job to another route, to the page where it left that route (the first page if it never used it). Routes have
 * different page sizes, so page totals and the check of the date order start again; reviews that are read twice are dropped by id.
 */
export function moveToRoute(job: Job, route: number): Job {
  if (job.route === route) return job;
  const routePages: Job["routePages"] = { ...job.routePages, [job.route]: job.nextPage };
  const nextPage = routePages[route] ?? 1;
  return { ...job, route, routePages, nextPage, totalPages: null, lastDate: "", newestFirst: null, failures: 0 };
}

/**
 * Resumes a job: a limited one only under a plan that allows more than it has; others get the plan's current limit. It starts
 * with the best route again: the response that moved it to another one may have been a single bad one.
 */
export function resumeJob(job: Job, plan: Plan, now: string): Job | null {
  const limit = plan.reviewsPerClick;
  if (job.status === "limited" && limit !== null && limit <= job.kept) return null;
  const moved = moveJob(job, "resume", now);
  return moved === null ? null : { ...moveToRoute(moved, 0), firstProblem: null, limit, ended: "" };
}

/** Reads again from page one: keeps what is stored and adds what is new. */
export function rereadJob(job: Job, plan: Plan, now: string): Job | null {
  const moved = moveJob(job, "lookAgain", now);
  // The dates of a second reading begin with the newest again.
  const fresh = { route: 0, routePages: {}, firstProblem: null, nextPage: 1, lastDate: "" };
  return moved === null ? null : { ...moved, ...fresh, limit: plan.reviewsPerClick, ended: "" };
}

/** The next page to request. */
export function getNextRequest(job: Job): PageQuery {
  return { page: job.nextPage, sort: job.options.sort, stars: job.serverStars, route: job.route };
}

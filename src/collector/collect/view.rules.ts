import { listAllowedEvents } from "#src/kit/lib/machine.ts";
import type { ExportFormat } from "#src/collector/reviews/review-file.contract.ts";
import type { Plan } from "#src/pro/plan/plan.contract.ts";
import type { StatedCount } from "#src/collector/reviews/reviews.contract.ts";
import type { JobsNews, TabFacts } from "#src/collector/jobs/background-calls.ts";
import type { Job } from "#src/collector/jobs/jobs.contract.ts";
import type { JobEvent, JobStatus } from "#src/collector/jobs/jobs.machine.ts";
import { jobMachine } from "#src/collector/jobs/jobs.machine.ts";
import { isPageOfJob } from "./subject.rules.ts";

/** Counts to use for "about so many", the most reliable first: the reviews response before the page. */
const nearest = {
  listing: ["answerTotal", "listing", "histogramAll", "histogram"],
  shop: ["shopPage", "answerTotal", "shopWide"],
} as const;

/** About how many reviews a page has, or null if unknown. A shop's number is never used for a listing. */
export function aboutCount(counts: readonly StatedCount[], kind: Job["kind"]): number | null {
  const found = nearest[kind].map((meaning) => counts.find((count) => count.meaning === meaning)).find((count) => count !== undefined);
  return found?.value ?? null;
}

/** Whether the counts name more than one number. */
export function countsDiffer(counts: readonly StatedCount[]): boolean {
  return new Set(counts.map(({ value }) => value)).size > 1;
}

/** Applies news of one job to the list: newest first, as `jobs.list` returns them. */
export function applyNews(jobs: readonly Job[], news: JobsNews): readonly Job[] {
  switch (news.type) {
    case "job":
      return jobs.some(({ jobId }) => jobId === news.job.jobId)
        ? jobs.map((job) => (job.jobId === news.job.jobId ? news.job : job))
        : [news.job, ...jobs];
    case "removed":
      return jobs.filter(({ jobId }) => jobId !== news.jobId);
    case "waiting":
    case "exporting":
    case "exported":
      return jobs;
    default:
      return news satisfies never;
  }
}

/** The newest job of the open page, or null. */
export function findJobOfPage(jobs: readonly Job[], facts: TabFacts): Job | null {
  const ofPage = jobs.filter((job) => isPageOfJob(facts, job));
  return ofPage.toSorted((a, b) => b.createdAt.localeCompare(a.createdAt))[0] ?? null;
}

const unfinished: readonly JobStatus[] = ["running", "paused", "interrupted", "blocked"];

/** Whether a job can still continue; `limited` is final as long as the plan stays the same. */
export function isUnfinished(job: Job): boolean {
  return unfinished.includes(job.status);
}

/** Whether a job cannot be resumed; at most its page is read again. */
export function isClosed(job: Job): boolean {
  return job.status === "done" || job.status === "cancelled";
}

/** Whether a running job waits because no tab shows its page; resuming it opens one. */
export function needsItsPage(job: Pick<Job, "status" | "tabId" | "url">): boolean {
  return job.status === "running" && job.tabId === null && job.url !== "";
}

/** What a person can do with a job by a button. */
export type PersonEvent = Extract<JobEvent, "pause" | "resume" | "cancel" | "lookAgain">;
const personEvents: readonly PersonEvent[] = ["pause", "resume", "cancel", "lookAgain"];

/** The buttons of a job, in the machine's order. A limited job resumes only under a plan that allows more. */
export function eventsFor(job: Job, plan: Plan): PersonEvent[] {
  const stuck = job.status === "limited" && plan.reviewsPerClick !== null && plan.reviewsPerClick <= job.kept;
  const allowed = listAllowedEvents(jobMachine, job.status);
  return personEvents.filter(
    (event) => allowed.includes(event) && !(stuck && (event === "resume" || event === "cancel")) && !isImported(job, event),
  );
}

/** An imported job has no tab and was never read from the marketplace, so it cannot be read again. */
function isImported(job: Job, event: PersonEvent): boolean {
  return event === "lookAgain" && job.requests === 0 && (job.url === "" || job.marketplace === "other");
}

/** Whether the newest file of a job exists, in a given format or in any. */
export function isSaved(job: Job, format?: ExportFormat): boolean {
  return job.fileProblem === "" && (format === undefined ? job.fileName !== "" : job.fileName.endsWith(`.${format}`));
}

/** The most likely next step with an ended job. */
export type MainAction = "offer" | "resume" | "save" | "view";

/** At a limit: lift it. Not saved yet: save. Saved: view. */
export function mainActionFor(job: Job, plan: Plan): MainAction {
  if (eventsFor(job, plan).includes("resume")) return "resume";
  if (job.status === "limited") return "offer";
  return isSaved(job) ? "view" : "save";
}

/** How many reviews a response holds, from those received so far. */
export function pageSizeSeen(job: Job): number {
  const usual = job.kind === "shop" ? 10 : 8;
  return job.requests === 0 || job.seen === 0 ? usual : Math.min(usual, Math.max(1, (job.seen + job.duplicates) / job.requests));
}

/** About how many reviews lie beyond a limit, or null if unknown: a filter may match all or none of them. */
export function findLeftBehind(job: Job): number | null {
  const left = job.expected === null ? null : job.expected - job.seen;
  return left === null || left <= 0 || job.kept !== job.seen ? null : left;
}

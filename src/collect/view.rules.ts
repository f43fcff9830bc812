import { allowedEvents } from "#src/lib/machine.ts";
import type { ExportFormat } from "#src/export/export.contract.ts";
import type { Plan } from "#src/plan/plan.contract.ts";
import type { StatedCount } from "#src/reviews/reviews.contract.ts";
import type { JobsNews, TabFacts } from "./collect.calls.ts";
import type { Job } from "./collect.contract.ts";
import type { JobEvent, JobStatus } from "./collect.machine.ts";
import { jobMachine } from "./collect.machine.ts";
import { isPageOfJob } from "./subject.rules.ts";

/** What of each meaning is believed first for "about so many": what the reviews answer says, before what the page says. */
const nearest = {
  listing: ["answerTotal", "listing", "histogramAll", "histogram"],
  shop: ["shopPage", "answerTotal", "shopWide"],
} as const;

/** About how many reviews a page has, or null where nothing says. A shop's number is never taken for a listing's. */
export function aboutCount(counts: readonly StatedCount[], kind: Job["kind"]): number | null {
  const found = nearest[kind].map((meaning) => counts.find((count) => count.meaning === meaning)).find((count) => count !== undefined);
  return found?.value ?? null;
}

/** Whether the counts name more than one number. */
export function countsDiffer(counts: readonly StatedCount[]): boolean {
  return new Set(counts.map(({ value }) => value)).size > 1;
}

/** The jobs after news of one: newest first, as `jobs.list` gives them. */
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

/** The newest job of the page in sight, or null. */
export function jobOfPage(jobs: readonly Job[], facts: TabFacts): Job | null {
  const ofPage = jobs.filter((job) => isPageOfJob(facts, job));
  return ofPage.toSorted((a, b) => b.createdAt.localeCompare(a.createdAt))[0] ?? null;
}

const unfinished: readonly JobStatus[] = ["running", "paused", "interrupted", "blocked"];

/** Whether a job is still to go on; `limited` is finished for as long as the plan stays. */
export function isUnfinished(job: Job): boolean {
  return unfinished.includes(job.status);
}

/** Whether nothing resumes a job: at most its page is read again. */
export function isClosed(job: Job): boolean {
  return job.status === "done" || job.status === "cancelled";
}

/** Whether a running job stands still because no tab shows its page; resuming it opens one. */
export function needsItsPage(job: Pick<Job, "status" | "tabId" | "url">): boolean {
  return job.status === "running" && job.tabId === null && job.url !== "";
}

/** What a person may do with a job by a press of a button. */
export type PersonEvent = Extract<JobEvent, "pause" | "resume" | "cancel" | "lookAgain">;
const personEvents: readonly PersonEvent[] = ["pause", "resume", "cancel", "lookAgain"];

/** The buttons of a job, in the machine's order. A limited job resumes only under a plan that allows more. */
export function eventsFor(job: Job, plan: Plan): PersonEvent[] {
  const stuck = job.status === "limited" && plan.reviewsPerClick !== null && plan.reviewsPerClick <= job.kept;
  const allowed = allowedEvents(jobMachine, job.status);
  return personEvents.filter(
    (event) => allowed.includes(event) && !(stuck && (event === "resume" || event === "cancel")) && !isImported(job, event),
  );
}

/** An imported job has no tab and was never read from the marketplace: there is nothing to look at again. */
function isImported(job: Job, event: PersonEvent): boolean {
  return event === "lookAgain" && job.requests === 0 && (job.url === "" || job.marketplace === "other");
}

/** Whether the newest file of a job was written, in a given format or in any. */
export function isSaved(job: Job, format?: ExportFormat): boolean {
  return job.fileProblem === "" && (format === undefined ? job.fileName !== "" : job.fileName.endsWith(`.${format}`));
}

/** The one thing that a person most likely does next with an ended job. */
export type MainAction = "offer" | "resume" | "save" | "view";

/** A limit is lifted first; what was not saved is saved; what was saved is looked at. */
export function mainActionFor(job: Job, plan: Plan): MainAction {
  if (eventsFor(job, plan).includes("resume")) return "resume";
  if (job.status === "limited") return "offer";
  return isSaved(job) ? "view" : "save";
}

/** How many reviews an answer brings, from what was seen so far. */
export function pageSizeSeen(job: Job): number {
  const usual = job.kind === "shop" ? 10 : 8;
  return job.requests === 0 || job.seen === 0 ? usual : Math.min(usual, Math.max(1, (job.seen + job.duplicates) / job.requests));
}

/** About how many reviews are left behind a limit, or null where nobody knows: a filter may let all or none through. */
export function leftBehind(job: Job): number | null {
  const left = job.expected === null ? null : job.expected - job.seen;
  return left === null || left <= 0 || job.kept !== job.seen ? null : left;
}

import type { Job } from "#src/collector/jobs/jobs.contract.ts";
import { needsItsPage } from "./view.rules.ts";

const warn = "#8a5a10";
const primary = "#0b63b6";

type BadgeJob = Pick<Job, "status" | "tabId" | "url">;

/** The toolbar's badge for all jobs: "!" if one needs the person, the number of running jobs, or nothing. */
export function getBadge(jobs: readonly BadgeJob[]): { text: string; color: string } {
  if (jobs.some((job) => job.status === "blocked" || job.status === "interrupted" || needsItsPage(job))) return { text: "!", color: warn };
  const running = jobs.filter(({ status }) => status === "running").length;
  return { text: running === 0 ? "" : String(running), color: primary };
}

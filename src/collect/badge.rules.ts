import type { Job } from "./collect.contract.ts";
import { needsItsPage } from "./view.rules.ts";

const warn = "#8a5a10";
const primary = "#0b63b6";

type BadgeJob = Pick<Job, "status" | "tabId" | "url">;

/** What the toolbar's badge says of all jobs: "!" where one needs the person, how many run, or nothing. */
export function getBadge(jobs: readonly BadgeJob[]): { text: string; color: string } {
  if (jobs.some((job) => job.status === "blocked" || job.status === "interrupted" || needsItsPage(job))) return { text: "!", color: warn };
  const running = jobs.filter(({ status }) => status === "running").length;
  return { text: running === 0 ? "" : String(running), color: primary };
}

import type { Job } from "./collect.contract.ts";

const warn = "#8a5a10";
const primary = "#0b63b6";

/** What the toolbar's badge says of all jobs: "!" where one needs the person, how many run, or nothing. */
export function badgeOf(jobs: readonly Pick<Job, "status">[]): { text: string; color: string } {
  if (jobs.some(({ status }) => status === "blocked" || status === "interrupted")) return { text: "!", color: warn };
  const running = jobs.filter(({ status }) => status === "running").length;
  return { text: running === 0 ? "" : String(running), color: primary };
}

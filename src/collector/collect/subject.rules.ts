import type { TabFacts } from "#src/collector/jobs/background-calls.ts";
import type { Job } from "#src/collector/jobs/jobs.contract.ts";

/** Which page a job needs: a listing by its id, a shop by its name. */
export function getSubject(facts: Pick<TabFacts, "kind" | "listingId" | "shopName">): string {
  return facts.kind === "listing" ? facts.listingId : facts.shopName;
}

/** Whether a tab shows the page that a job needs. */
export function isPageOfJob(facts: TabFacts | null, job: Job): boolean {
  return facts !== null && facts.marketplace === job.marketplace && facts.kind === job.kind && getSubject(facts) === job.subject;
}

import type { Page } from "puppeteer";
import type { Job } from "#src/collector/jobs/jobs.contract.ts";
import type { Result } from "#src/kit/lib/result.ts";
import type { Review } from "#src/collector/reviews/reviews.contract.ts";
import type { CollectOptions } from "#src/collector/reviews/collect-options.contract.ts";
import type { Chromium } from "./chromium.ts";

/** Starts collecting the reviews of an open page, like the popup's button. */
export async function startJob(chromium: Chromium, page: Page, options: CollectOptions): Promise<Job> {
  const started: Result<Job, { kind: string }> = await chromium.call("jobs.start", { tabId: await chromium.tabIdOf(page), options });
  if (!started.ok) throw new Error(`the job did not start: ${started.problem.kind}`);
  return started.value;
}

/** Replaces all jobs, to reach a state that collecting reaches slowly or by chance. */
export async function putJobs(chromium: Chromium, jobs: readonly Job[]): Promise<void> {
  // The background creates the database.
  await chromium.jobs();
  await chromium.inExtension(
    (wanted: readonly Job[]) =>
      new Promise<void>((resolve, reject) => {
        const opening = indexedDB.open("quayside-collector");
        opening.addEventListener("error", () => reject(opening.error));
        opening.addEventListener("success", () => {
          const writing = opening.result.transaction("jobs", "readwrite");
          const store = writing.objectStore("jobs");
          store.clear();
          for (const job of wanted) store.put(job);
          writing.addEventListener("error", () => reject(writing.error));
          writing.addEventListener("complete", () => {
            opening.result.close();
            resolve();
          });
        });
      }),
    jobs,
  );
}

/** Reads the stored reviews of a job from the extension's database. */
export async function reviewsOf(chromium: Chromium, jobId: string): Promise<Review[]> {
  return chromium.inExtension(
    (wanted: string) =>
      new Promise<never>((resolve, reject) => {
        const opening = indexedDB.open("quayside-collector");
        opening.addEventListener("error", () => reject(opening.error));
        opening.addEventListener("success", () => {
          const rows = opening.result
            .transaction("reviews")
            .objectStore("reviews")
            .getAll(IDBKeyRange.bound([wanted], [wanted, []]));
          rows.addEventListener("success", () => {
            opening.result.close();
            resolve(rows.result.map((row: { review: unknown }) => row.review) as never);
          });
        });
      }),
    jobId,
  );
}

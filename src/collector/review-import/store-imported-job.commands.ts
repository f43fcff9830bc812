import type { Job } from "#src/collector/jobs/jobs.contract.ts";
import type { TabFacts } from "#src/collector/jobs/background-calls.ts";
import type { PageFacts } from "#src/collector/marketplaces/marketplaces.contract.ts";
import type { CollectDb } from "#src/collector/jobs/jobs.storage.ts";
import type { Review } from "#src/collector/reviews/reviews.contract.ts";
import { buildImportedJob } from "./imported-job.rules.ts";

/** Rows that an import hands to the database at a time. */
const importBatch = 1000;

/** A saved page may still contain its token, which is never stored. */
function withoutToken({ csrf: _csrf, ...facts }: PageFacts): TabFacts {
  return facts;
}

/**
 * Stores reviews from a file as a finished job: all of them, or nothing if that fails. The page's token is dropped.
 * @param from what the file states; `facts` is null for one of our own exports
 * @param onStored receives the number of reviews stored so far, after each batch
 */
export async function importReviews(
  db: CollectDb,
  from: { title: string; url: string; facts: PageFacts | null; reviews: readonly Review[] },
  onStored: (reviews: number) => void = () => undefined,
): Promise<Job> {
  const facts = from.facts === null ? null : withoutToken(from.facts);
  const { job, reviews } = buildImportedJob({ ...from, facts, jobId: crypto.randomUUID(), now: new Date().toISOString() });
  const tx = db.transaction(["jobs", "reviews"], "readwrite");
  const work = async () => {
    await tx.objectStore("jobs").add(job);
    for (let start = 0; start < reviews.length; start += importBatch) {
      const rows = reviews.slice(start, start + importBatch);
      await Promise.all(
        rows.map((review, at) => tx.objectStore("reviews").add({ jobId: job.jobId, n: start + at, reviewId: review.reviewId, review })),
      );
      onStored(start + rows.length);
    }
  };
  await Promise.all([work(), tx.done]);
  return job;
}

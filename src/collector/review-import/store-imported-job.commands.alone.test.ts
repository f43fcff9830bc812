import "fake-indexeddb/auto";
import { expect, test } from "vitest";
import { makeFacts, makeReviews } from "#tests/factories/reviews.ts";
import { openCollectDb, readAllJobs, reviewsRange } from "#src/collector/jobs/jobs.storage.ts";
import { importReviews } from "./store-imported-job.commands.ts";

test("a saved page is stored as a finished job with its reviews, and without its token", async () => {
  const db = await openCollectDb();
  const facts = { ...makeFacts(), csrf: "3:token-of-the-page" };
  const { jobId } = await importReviews(db, { title: "Saved", url: "", facts, reviews: makeReviews(3) });
  const jobs = await readAllJobs(db);
  const reviews = await reviewsRange(db, jobId, 0, 10);
  expect(jobs).toMatchObject([{ jobId, status: "done", kept: 3 }]);
  expect(reviews).toHaveLength(3);
  expect(JSON.stringify([jobs, reviews])).not.toContain("token-of-the-page");
  db.close();
});

import "fake-indexeddb/auto";
import { openDB } from "idb";
import { expect, test } from "vitest";
import { proPlan } from "#src/pro/plan/plan.contract.ts";
import { defaultOptions } from "#src/collector/settings/settings.rules.ts";
import { makeFacts, makeReview } from "#tests/factories/reviews.ts";
import { readAllJobs, openCollectDb, readPace, reviewsRange } from "./jobs.storage.ts";
import { job as jobSchema } from "./jobs.contract.ts";
import { createJob } from "#src/collector/collect/job.rules.ts";

test("a database of version 1 keeps its reviews, and its jobs get the fields added since", async () => {
  const now = "2026-11-21T10:00:00.000Z";
  const {
    routePages: _pages,
    firstProblem: _problem,
    notRead: _notRead,

    ...old
  } = createJob({
    jobId: "j",
    facts: makeFacts(),
    options: defaultOptions,
    plan: proPlan,
    tabId: 1,
    now,
  });
  const first = await openDB("quayside-collector", 1, {
    upgrade(db) {
      db.createObjectStore("jobs", { keyPath: "jobId" });
      db.createObjectStore("reviews", { keyPath: ["jobId", "n"] }).createIndex("byReviewId", ["jobId", "reviewId"], { unique: true });
      db.createObjectStore("passedOver", { keyPath: ["jobId", "reviewId"] });
      db.createObjectStore("exports", { keyPath: "exportId" });
      db.createObjectStore("pace", { keyPath: "marketplace" });
    },
  });
  await first.add("jobs", { ...old, kept: 1, route: 1 });
  await first.add("reviews", { jobId: "j", n: 0, reviewId: "1", review: makeReview() });
  await first.add("pace", { marketplace: "etsy", answeredAt: 5, waitMs: 6 });
  first.close();

  const db = await openCollectDb();
  const jobs = await readAllJobs(db);
  expect(jobs.map((one) => jobSchema.parse(one))).toEqual(jobs);
  expect(jobs).toMatchObject([{ jobId: "j", kept: 1, route: 1, routePages: {}, firstProblem: null }]);
  expect(await reviewsRange(db, "j", 0, 9)).toEqual([makeReview()]);
  expect(await readPace(db, "etsy")).toEqual({ marketplace: "etsy", answeredAt: 5, waitMs: 6, restUntil: 0 });
  db.close();
});

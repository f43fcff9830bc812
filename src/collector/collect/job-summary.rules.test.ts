import { describe, expect, test } from "vitest";
import { freePlan } from "#src/pro/plan/plan.contract.ts";
import { defaultOptions } from "#src/collector/settings/settings.rules.ts";
import { makeFacts } from "#tests/factories/reviews.ts";
import type { Job } from "#src/collector/jobs/jobs.contract.ts";
import { createJob } from "./job.rules.ts";
import { getHeadline, reportLines } from "./job-summary.rules.ts";

function jobWith(patch: Partial<Job>): Job {
  const facts = makeFacts({
    listingId: "101",
    shopId: "7",
    shopName: "Shop",
    title: "Mug",
    url: "https://www.etsy.com/listing/101",
    sortOptions: [],
    locale: "en",
  });
  const job = createJob({
    jobId: "a",
    facts: { ...facts, counts: [], sortOptions: [] },
    options: defaultOptions,
    plan: freePlan,
    tabId: 1,
    now: "2026-11-21T10:00:00.000Z",
  });
  return { ...job, requests: 13, ...patch };
}

test("fields that were not read are named, with the count of the field most often affected", () => {
  const lines = reportLines(jobWith({ ...whole, notRead: { images: 20, sellerReply: 18 } }));
  expect(lines).toContainEqual({ key: "notRead", count: 20, fields: ["sellerReply", "images"] });
  expect(reportLines(jobWith(whole)).map(({ key }) => key)).not.toContain("notRead");
});

const whole = { status: "done", ended: "end", expected: 101, seen: 101, kept: 101 } as const;

describe("the headline of a job", () => {
  test("says how many of how many reviews were kept, and how many have no text", () => {
    expect(getHeadline(jobWith({ ...whole, withoutText: 7 }))).toEqual({ key: "wholeWithoutText", kept: 101, of: 101, count: 7 });
    expect(getHeadline(jobWith(whole))).toEqual({ key: "whole", kept: 101, of: 101 });
  });

  test("says how many matched a filter, and only a number when no total is announced", () => {
    const options = { ...defaultOptions, withPhotos: true };
    expect(getHeadline(jobWith({ ...whole, kept: 12, options }))).toEqual({ key: "matching", count: 12, seen: 101 });
    expect(getHeadline(jobWith({ ...whole, expected: null }))).toEqual({ key: "alone", count: 101 });
  });
});

describe("the report of a job", () => {
  const keys = (patch: Partial<Job>) => reportLines(jobWith(patch)).map(({ key }) => key);

  test("says only that reading reached the end when the job is complete", () => {
    expect(keys(whole)).toEqual(["readEnd"]);
  });

  test("always mentions a shortfall", () => {
    expect(reportLines(jobWith({ ...whole, seen: 98, kept: 98 }))).toContainEqual({ key: "short", expected: 101, count: 98 });
  });

  test("mentions reviews beyond the announced total, and duplicates", () => {
    expect(reportLines(jobWith({ ...whole, seen: 102, kept: 102, duplicates: 3 }))).toEqual([
      { key: "readEnd" },
      { key: "more", count: 1 },
      { key: "duplicates", count: 3 },
    ]);
  });

  test("says why reading ended", () => {
    expect(reportLines(jobWith({ status: "limited", ended: "limit", limit: 88, kept: 88, seen: 88, expected: 1240 }))).toEqual([
      { key: "readLimit", limit: 88 },
    ]);
    expect(reportLines(jobWith({ ...whole, ended: "date", lastDate: "2026-01-02" }))[0]).toEqual({ key: "readDate", date: "2026-01-02" });
    expect(keys({ status: "cancelled", seen: 40, kept: 40, expected: 101 })).toEqual(["readCancelled"]);
    expect(keys({ status: "paused", seen: 40, kept: 40, expected: 101 })).toEqual(["readOpen"]);
  });

  test("counts reviews with stars only, under a filter too", () => {
    const options = { ...defaultOptions, stars: [5] };
    expect(reportLines(jobWith({ ...whole, options, kept: 60, withoutText: 4, serverStars: 5 }))).toEqual([
      { key: "readEnd" },
      { key: "serverStars", count: 5 },
      { key: "starsOnly", count: 4 },
    ]);
  });

  test("says that an imported job comes from a file", () => {
    expect(keys({ ...whole, ended: "", requests: 0 })).toEqual(["readImported"]);
  });
});

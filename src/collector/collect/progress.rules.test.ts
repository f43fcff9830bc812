import { describe, expect, test } from "vitest";
import { freePlan } from "#src/pro/plan/plan.contract.ts";
import type { StatedCount } from "#src/collector/reviews/reviews.contract.ts";
import { defaultOptions, repairSettings } from "#src/collector/settings/settings.rules.ts";
import { makeFacts } from "#tests/factories/reviews.ts";
import type { Job } from "#src/collector/jobs/jobs.contract.ts";
import { createJob } from "./job.rules.ts";
import { buildPageButton } from "./page-button.rules.ts";
import { getProgress } from "./progress.rules.ts";

const facts = makeFacts({ listingId: "2000020000", url: "https://www.etsy.com/listing/2000020000" });
const settings = repairSettings(undefined);

/** A job before its first answer, under the free limit of 88. */
function begin(counts: StatedCount[], options: Partial<Job["options"]> = {}): Job {
  const now = "2026-11-20T08:00:00.000Z";
  return createJob({ jobId: "j", facts: { ...facts, counts }, options: { ...defaultOptions, ...options }, plan: freePlan, tabId: 1, now });
}

describe("before the first answer", () => {
  test("the total is the number of reviews on the page, not the number the plan would allow", () => {
    const twenty = begin([
      { meaning: "listing", value: 20 },
      { meaning: "shopWide", value: 504 },
    ]);
    expect(getProgress(twenty, 8, settings)).toMatchObject({ done: 0, total: 20, isLimited: false, fraction: 0 });
  });

  test("the total is the plan's limit when the page has more reviews", () => {
    expect(getProgress(begin([{ meaning: "listing", value: 400 }]), 8, settings)).toMatchObject({ total: 88, isLimited: true });
  });

  test("there is no total when the page states none, or when only some of its reviews are requested", () => {
    const unknown = { total: null, isLimited: false, fraction: null, msLeft: null };
    expect(getProgress(begin([]), 8, settings)).toMatchObject(unknown);
    expect(getProgress(begin([{ meaning: "listing", value: 400 }], { stars: [5] }), 8, settings)).toMatchObject(unknown);
  });

  test("the button on the page shows no total while it is unknown", () => {
    const labelFor = (job: Job) => buildPageButton(facts, job, getProgress(job, 8, settings), settings, (key) => key)?.label;
    expect(labelFor(begin([]))).toBe("runningOpen");
    expect(labelFor({ ...begin([]), status: "paused" })).toBe("resumeOpen");
    expect(labelFor(begin([{ meaning: "listing", value: 20 }]))).toBe("running");
  });
});

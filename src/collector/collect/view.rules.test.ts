import { describe, expect, test } from "vitest";
import { freePlan, proPlan } from "#src/pro/plan/plan.contract.ts";
import { defaultOptions } from "#src/collector/settings/settings.rules.ts";
import { makeFacts } from "#tests/factories/reviews.ts";
import type { Job } from "#src/collector/jobs/jobs.contract.ts";
import { createJob } from "./job.rules.ts";
import {
  aboutCount,
  applyNews,
  countsDiffer,
  eventsFor,
  isUnfinished,
  findJobOfPage,
  findLeftBehind,
  mainActionFor,
  pageSizeSeen,
} from "./view.rules.ts";

const facts = makeFacts({
  listingId: "101",
  shopId: "7",
  shopName: "Shop",
  title: "Mug",
  url: "https://www.etsy.com/listing/101",
  sortOptions: [],
  locale: "en",
});

function jobWith(patch: Partial<Job>): Job {
  const job = createJob({ jobId: "a", facts, options: defaultOptions, plan: freePlan, tabId: 1, now: "2026-11-21T10:00:00.000Z" });
  return { ...job, ...patch };
}

describe("the approximate number of reviews on a page", () => {
  test("the count in the reviews answer takes precedence over the page's", () => {
    const counts = [
      { meaning: "shopWide", value: 18_342 },
      { meaning: "listing", value: 1241 },
      { meaning: "answerTotal", value: 1240 },
    ] as const;
    expect(aboutCount(counts, "listing")).toBe(1240);
    expect(aboutCount(counts.slice(0, 2), "listing")).toBe(1241);
  });

  test("a shop's count is never used for a listing", () => {
    expect(aboutCount([{ meaning: "shopWide", value: 18_342 }], "listing")).toBeNull();
    expect(aboutCount([{ meaning: "shopWide", value: 18_342 }], "shop")).toBe(18_342);
  });

  test("counts differ when any two of them differ", () => {
    expect(countsDiffer([])).toBe(false);
    expect(
      countsDiffer([
        { meaning: "listing", value: 101 },
        { meaning: "histogramAll", value: 101 },
      ]),
    ).toBe(false);
    expect(
      countsDiffer([
        { meaning: "listing", value: 101 },
        { meaning: "histogram", value: 102 },
      ]),
    ).toBe(true);
  });
});

describe("the list of jobs", () => {
  test("updates a job in place, and puts a new one first", () => {
    const [one, two] = [jobWith({ jobId: "one" }), jobWith({ jobId: "two" })];
    const changed = { ...two, kept: 8 };
    expect(applyNews([one, two], { type: "job", job: changed })).toEqual([one, changed]);
    expect(applyNews([one], { type: "job", job: two })).toEqual([two, one]);
    expect(applyNews([one, two], { type: "removed", jobId: "one" })).toEqual([two]);
  });

  test("is unchanged by news of waits and exports", () => {
    const jobs = [jobWith({})];
    expect(applyNews(jobs, { type: "waiting", jobId: "a", until: 1 })).toBe(jobs);
    expect(applyNews(jobs, { type: "exporting", jobId: "a", rows: 1, total: 2 })).toBe(jobs);
  });

  test("finds a page's newest job, and no other page's", () => {
    const old = jobWith({ jobId: "old", createdAt: "2026-01-01T00:00:00Z" });
    const recent = jobWith({ jobId: "recent", createdAt: "2026-02-01T00:00:00Z" });
    const other = jobWith({ jobId: "other", subject: "102", createdAt: "2026-03-01T00:00:00Z" });
    expect(findJobOfPage([old, other, recent], facts)?.jobId).toBe("recent");
    expect(findJobOfPage([other], facts)).toBeNull();
  });
});

describe("the buttons of a job", () => {
  test("are the events that its state machine allows", () => {
    expect(eventsFor(jobWith({ status: "running" }), freePlan)).toEqual(["pause", "cancel"]);
    expect(eventsFor(jobWith({ status: "blocked" }), freePlan)).toEqual(["resume", "cancel"]);
    expect(eventsFor(jobWith({ status: "done" }), freePlan)).toEqual(["lookAgain"]);
  });

  test("let a limited job continue only on Pro", () => {
    const limited = jobWith({ status: "limited", kept: 88 });
    expect(eventsFor(limited, freePlan)).toEqual([]);
    expect(eventsFor(limited, proPlan)).toEqual(["resume", "cancel"]);
  });

  test("do not offer to look again at an imported job without a URL", () => {
    expect(eventsFor(jobWith({ status: "done", requests: 0, url: "" }), freePlan)).toEqual([]);
  });

  test("treat limited, done and cancelled jobs as finished", () => {
    const going = (["running", "paused", "interrupted", "blocked", "limited", "done", "cancelled"] as const).filter((status) =>
      isUnfinished(jobWith({ status })),
    );
    expect(going).toEqual(["running", "paused", "interrupted", "blocked"]);
  });
});

describe("the number of reviews beyond a limit", () => {
  test("is the rest of the announced total when nothing was filtered out", () => {
    expect(findLeftBehind(jobWith({ expected: 1240, seen: 88, kept: 88 }))).toBe(1152);
  });

  test("is unknown under a filter, without an announced total, and when nothing is left", () => {
    expect(findLeftBehind(jobWith({ expected: 1240, seen: 200, kept: 88 }))).toBeNull();
    expect(findLeftBehind(jobWith({ expected: null, seen: 88, kept: 88 }))).toBeNull();
    expect(findLeftBehind(jobWith({ expected: 88, seen: 88, kept: 88 }))).toBeNull();
  });
});

test("the page size is derived from the answers, within reasonable bounds", () => {
  expect(pageSizeSeen(jobWith({}))).toBe(8);
  expect(pageSizeSeen(jobWith({ requests: 10, seen: 40 }))).toBe(4);
  expect(pageSizeSeen(jobWith({ requests: 10, seen: 1 }))).toBe(1);
});

describe("the main action of an ended job", () => {
  test("is to view a saved file, or to save when there is none", () => {
    const saved = jobWith({ status: "done", kept: 8, fileName: "reviews.xlsx" });
    expect(mainActionFor(saved, freePlan)).toBe("view");
    expect(mainActionFor({ ...saved, fileName: "" }, freePlan)).toBe("save");
    expect(mainActionFor({ ...saved, fileProblem: "diskFull" }, freePlan)).toBe("save");
    expect(mainActionFor({ ...saved, status: "cancelled", fileName: "" }, freePlan)).toBe("save");
  });

  test("is to offer Pro at the free limit, and to resume on Pro", () => {
    const limited = jobWith({ status: "limited", kept: 88, fileName: "reviews.xlsx" });
    expect(mainActionFor(limited, freePlan)).toBe("offer");
    expect(mainActionFor(limited, proPlan)).toBe("resume");
  });
});

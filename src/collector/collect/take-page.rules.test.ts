import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { freePlan, proPlan } from "#src/pro/plan/plan.contract.ts";
import type { StatedCount } from "#src/collector/reviews/reviews.contract.ts";
import type { CollectOptions } from "#src/collector/reviews/collect-options.contract.ts";
import { defaultOptions } from "#src/collector/settings/settings.rules.ts";
import { makeFacts, makeListingPage, makePage, makeReview, makeReviews } from "#tests/factories/reviews.ts";
import type { Job } from "#src/collector/jobs/jobs.contract.ts";
import { getProgress } from "./progress.rules.ts";
import { rereadJob, moveJob, createJob, resumeJob } from "./job.rules.ts";
import { isPageAsked, takePage } from "./take-page.rules.ts";

const waits = { waitFromSeconds: 4, waitToSeconds: 8 };
const now = "2026-11-21T10:00:00.000Z";

function job(options: Partial<CollectOptions> = {}, plan = proPlan): Job {
  return createJob({ jobId: "j", facts: makeFacts(), options: { ...defaultOptions, ...options }, plan, tabId: 1, now });
}

/** Reads page after page as the hub does, until the job ends or `pages` pages were read. */
function readAll(start: Job, pageOf: (page: number) => ReturnType<typeof makePage>, pages = 1000) {
  const kept: string[] = [];
  const seen = new Set<string>();
  let at = start;
  let asked = 0;
  while (at.status === "running" && asked < pages) {
    asked += 1;
    const decision = takePage(at, pageOf(at.nextPage), (id) => !seen.has(id), 8, now);
    for (const { reviewId } of decision.keep) kept.push(reviewId);
    for (const id of [...decision.keep.map(({ reviewId }) => reviewId), ...decision.passOver]) seen.add(id);
    at = decision.job;
  }
  return { job: at, kept, asked };
}

describe("reading a listing to its end", () => {
  test("101 reviews take 13 requests and end as 101 of 101", () => {
    const { job: end, kept, asked } = readAll(job(), (page) => makeListingPage(page, 101));
    expect(end).toMatchObject({ status: "done", ended: "end", seen: 101, kept: 101, expected: 101, duplicates: 0, finishedAt: now });
    expect(new Set(kept).size).toBe(101);
    expect(asked).toBe(13);
  });

  test("no page is requested after the last once the stated total is reached, even if the sum by stars is one higher", () => {
    const counts = [
      { meaning: "answerTotal" as const, value: 32 },
      { meaning: "histogram" as const, value: 33 },
    ];
    const { job: end, asked } = readAll(job(), (page) => ({ ...makeListingPage(page, 32), counts, totalPages: 4 }));
    expect(end).toMatchObject({ status: "done", ended: "end", seen: 32 });
    expect(asked).toBe(4);
  });

  test("one more page is requested when the stated total was not reached and the last page is full", () => {
    const counts = [{ meaning: "answerTotal" as const, value: 17 }];
    const { job: end, asked } = readAll(job(), (page) => ({ ...makeListingPage(page, 17), counts, totalPages: 2 }));
    expect(end).toMatchObject({ status: "done", seen: 17 });
    expect(asked).toBe(3);
  });

  test("one more page is requested when only counts by stars are stated and their sum was not reached", () => {
    const counts = [{ meaning: "histogram" as const, value: 17 }];
    const { job: end, asked } = readAll(job(), (page) => ({ ...makeListingPage(page, 17), counts, totalPages: 2 }));
    expect(end).toMatchObject({ status: "done", seen: 17 });
    expect(asked).toBe(3);
  });

  test("the open page's count is used before the first answer; the shop's count is never used for a listing", () => {
    const start = (counts: StatedCount[], stars: number[] = []) =>
      createJob({ jobId: "j", facts: makeFacts({ counts }), options: { ...defaultOptions, stars }, plan: freePlan, tabId: 1, now });
    const [own, shopWide] = [
      { meaning: "listing", value: 20 },
      { meaning: "shopWide", value: 504 },
    ] as const satisfies StatedCount[];
    expect(start([shopWide, own]).expected).toBe(20);
    expect(start([shopWide]).expected).toBeNull();
    expect(start([own], [5]).expected).toBeNull();
    expect(getProgress(start([shopWide, own]), 8, waits)).toMatchObject({ done: 0, total: 20 });
    expect(getProgress(start([shopWide]), 8, waits)).toMatchObject({ done: 0, total: null, fraction: null });
    expect(getProgress(start([{ meaning: "listing", value: 1240 }]), 8, waits)).toMatchObject({ done: 0, total: 88 });
  });

  test("a review that moved to the next page is kept once and counted as a duplicate", () => {
    const pages = [makeReviews(8, 1), makeReviews(8, 8), makeReviews(3, 16)];
    const { job: end, kept } = readAll(job(), (page) =>
      makePage(pages[page - 1] ?? [], { totalPages: 3, counts: [{ meaning: "answerTotal", value: 18 }] }),
    );
    expect(kept).toHaveLength(18);
    expect(end).toMatchObject({ status: "done", seen: 18, duplicates: 1 });
  });

  test("a server that repeats its last page forever gets only one more request", () => {
    const { job: end, asked } = readAll(job(), (page) => makePage(makeReviews(8, Math.min(page, 3) * 8)), 50);
    expect(end.status).toBe("done");
    expect(asked).toBe(4);
  });

  test("a listing without reviews is done, and reports that it has none", () => {
    const { job: end } = readAll(job(), () => makePage([]));
    expect(end).toMatchObject({ status: "done", problem: { kind: "noReviews" }, kept: 0 });
  });

  test("whatever the pages hold, no id is kept twice and the counts add up", () => {
    const ids = fc.array(fc.array(fc.integer({ min: 1, max: 40 }), { maxLength: 8 }), { maxLength: 12 });
    fc.assert(
      fc.property(ids, fc.option(fc.integer({ min: 1, max: 20 })), (pages, limit) => {
        const start: Job = { ...job(), limit };
        const { job: end, kept } = readAll(start, (page) =>
          makePage((pages[page - 1] ?? []).map((id) => makeReview({ reviewId: String(id) }))),
        );
        expect(new Set(kept).size).toBe(kept.length);
        expect(end.kept).toBe(kept.length);
        expect(Object.values(end.byStars).reduce((sum, n) => sum + n, 0)).toBe(kept.length);
        if (limit !== null) expect(end.kept).toBeLessThanOrEqual(limit);
      }),
    );
  });
});

test("fields that were not read are counted by field, whether the reviews are kept or skipped", () => {
  const html = { images: null, sellerReply: null, variation: null, originalText: null };
  const byPage = (page: number) => makeListingPage(page, 16, (n) => (n <= 8 ? {} : { ...html, variation: n === 9 ? "Size: L" : null }));
  const { job: end } = readAll(job({ withPhotos: true }), byPage);
  expect(end).toMatchObject({ status: "done", seen: 16, kept: 0, notRead: { images: 8, sellerReply: 8, variation: 7, originalText: 8 } });
  expect(readAll(job(), (page) => makeListingPage(page, 16)).job.notRead).toEqual({});
});

describe("the free plan's limit", () => {
  test("stops at 88 of 1,240 after exactly 11 requests", () => {
    const { job: end, kept, asked } = readAll(job({}, freePlan), (page) => makeListingPage(page, 1240));
    expect(end).toMatchObject({ status: "limited", ended: "limit", kept: 88, expected: 1240 });
    expect(kept).toHaveLength(88);
    expect(asked).toBe(11);
  });

  test("a listing of exactly 88 is done, not limited", () => {
    expect(readAll(job({}, freePlan), (page) => makeListingPage(page, 88)).job.status).toBe("done");
  });

  test("counts only reviews that match, and requests a page that it cut short again after the upgrade to Pro", () => {
    const everyThirdHasNoText = (n: number) => (n % 3 === 0 ? { text: "" } : {});
    const limited = readAll(job({ withText: true }, freePlan), (page) => makeListingPage(page, 200, everyThirdHasNoText));
    expect(limited.job).toMatchObject({ status: "limited", kept: 88 });
    expect(resumeJob(limited.job, freePlan, now)).toBeNull();

    const pro = resumeJob(limited.job, proPlan, now);
    expect(pro).toMatchObject({ status: "running", limit: null, nextPage: limited.job.nextPage });
    const seen = new Set(makeReviews(132).map(({ reviewId }) => reviewId));
    let at = pro ?? job();
    while (at.status === "running")
      at = takePage(at, makeListingPage(at.nextPage, 200, everyThirdHasNoText), (id) => !seen.has(id), 8, now).job;
    expect(at).toMatchObject({
      status: "done",
      kept: 88 + makeReviews(68, 133, everyThirdHasNoText).filter(({ text }) => text !== "").length,
    });
  });
});

describe("filters", () => {
  test("a single star rating is requested from the server, and is filtered locally if the server ignores it", () => {
    const wish = job({ stars: [4] });
    expect(wish.serverStars).toBe(4);
    const starCounts = { "1": 0, "2": 0, "3": 1, "4": 3, "5": 4 };
    const obeyed = takePage(
      wish,
      makePage(
        makeReviews(3, 1, () => ({ rating: 4 })),
        { starCounts, totalPages: 1 },
      ),
      () => true,
      8,
      now,
    );
    expect(obeyed.job).toMatchObject({ serverStars: 4, expected: 3, kept: 3, status: "done" });
    const disobeyed = takePage(
      wish,
      makePage(
        makeReviews(8, 1, (n) => ({ rating: (n % 5) + 1 })),
        { starCounts, totalPages: 9 },
      ),
      () => true,
      8,
      now,
    );
    expect(disobeyed.job.serverStars).toBeNull();
    expect(disobeyed.keep.every(({ rating }) => rating === 4)).toBe(true);
  });

  test("newest first ends early at the first page older than the requested dates", () => {
    const byPage = (page: number) => makeListingPage(page, 80, () => ({ date: `2026-${String(11 - page).padStart(2, "0")}-10` }));
    const { job: end, asked } = readAll(job({ dateFrom: "2026-08-01" }), byPage);
    expect(end).toMatchObject({ status: "done", ended: "date", newestFirst: true, kept: 24 });
    expect(asked).toBe(4);
  });

  test("dates slightly out of order, as on a real page, neither end the job early nor count as unsorted", () => {
    const days = ["12", "15", "12", "13", "12", "10", "10", "07", "06", "06"];
    const page = makePage(
      makeReviews(10, 1, (n) => ({ date: `2022-06-${days[n - 1] ?? "01"}` })),
      { totalPages: 3 },
    );
    const { job: next } = takePage(job({ dateFrom: "2022-06-11" }), page, () => true, 10, now);
    expect(next).toMatchObject({ status: "running", newestFirst: true, lastDate: "2022-06-06" });
  });

  test("dates that are not in descending order are detected, and do not end the job early", () => {
    const byPage = (page: number) => makeListingPage(page, 40, (n) => ({ date: n % 2 === 0 ? "2026-09-01" : "2020-01-01" }));
    const { job: end, asked } = readAll(job({ dateFrom: "2026-08-01" }), byPage);
    expect(end).toMatchObject({ newestFirst: false, ended: "end", kept: 20 });
    expect(asked).toBe(5);
  });
});

describe("commands", () => {
  test("pause, resume and cancel follow the transition table", () => {
    const paused = moveJob(job(), "pause", now);
    expect(paused?.status).toBe("paused");
    expect(paused && moveJob(paused, "pause", now)).toBeNull();
    expect(paused && resumeJob(paused, freePlan, now)?.status).toBe("running");
    expect(paused && moveJob(paused, "cancel", now)?.status).toBe("cancelled");
  });

  test("looking again starts from page one and keeps the reviews already stored", () => {
    const done = readAll(job(), (page) => makeListingPage(page, 20)).job;
    expect(rereadJob(done, proPlan, now)).toMatchObject({ status: "running", nextPage: 1, kept: 20, seen: 20 });
  });

  test("an answer for another page is distinguished from one with pages counted from zero", () => {
    expect(isPageAsked(makePage(makeReviews(1), { page: 5 }), 5)).toBe(true);
    expect(isPageAsked(makePage(makeReviews(1), { page: 4 }), 5)).toBe(true);
    expect(isPageAsked(makePage(makeReviews(1), { page: 1 }), 5)).toBe(false);
    expect(isPageAsked(makePage([], { page: 1 }), 5)).toBe(true);
  });
});

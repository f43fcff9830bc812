import { describe, expect, test } from "vitest";
import type { TrueReview } from "#sandbox/marketplace/truth.ts";
import type { Review } from "#src/collector/reviews/reviews.contract.ts";
import { defaultOptions } from "#src/collector/settings/settings.rules.ts";
import { reviewsOf, startJob } from "./collected.ts";
import { pausesIn } from "./marketplace.ts";
import { useStage } from "./stage.ts";
import { expectRows } from "./workbook.ts";

const stage = useStage();

const whole = process.env["QUAYSIDE_FULL"] === "1";
const kills = whole ? 30 : 3;
/** 20,000 reviews, or 1,000 and the day of the month. */
const longListing = whole ? "1000020000" : `20${String(1000 + new Date().getUTCDate()).padStart(4, "0")}0000`;

/** Reduces a review to the fields of the truth. */
function asTruth(review: Review): Record<keyof TrueReview, unknown> {
  const { reviewId, listingId, listingTitle, listingUrl, variation, rating, text, originalText, language } = review;
  const { reviewer, reviewerUrl, images, sellerReply, recommended, date } = review;
  const head = { reviewId, listingId, listingTitle, listingUrl, variation, rating: rating ?? 0, text, originalText, language };
  return { ...head, reviewer, reviewerUrl, date: date.slice(0, 10), instant: "", images, sellerReply, recommended };
}

function withoutInstant(truth: readonly TrueReview[]): TrueReview[] {
  return truth.map((review) => ({ ...review, instant: "" }));
}

const idsOf = (reviews: readonly { reviewId: string }[]) => reviews.map(({ reviewId }) => reviewId);

describe("collecting in a real browser", () => {
  test("reads a whole listing, field by field as the marketplace has it, one request at a time with the wait between", async () => {
    const page = await stage.chromium.open("/listing/1000000101");
    const { jobId } = await startJob(stage.chromium, page, defaultOptions);
    const done = await stage.chromium.jobThat((job) => job.status === "done", "101 reviews");
    expect(done).toMatchObject({ kept: 101, seen: 101, duplicates: 0, ended: "end", sources: ["json"], newestFirst: true });
    expect((await reviewsOf(stage.chromium, jobId)).map(asTruth)).toEqual(withoutInstant(await stage.marketplace.truth("1000000101")));
    const log = await stage.marketplace.log();
    expect(log).toHaveLength(13);
    for (const pause of pausesIn(log)) expect(pause).toBeGreaterThanOrEqual(20);
    await page.close();
  });

  test("reads the shop's reviews page", async () => {
    const page = await stage.chromium.open("/shop/HarbourOak/reviews");
    await startJob(stage.chromium, page, defaultOptions);
    const done = await stage.chromium.jobThat((job) => job.status === "done", "the shop's reviews");
    expect(done).toMatchObject({ kind: "shop", kept: 504, seen: 504, sources: ["shopPage"] });
    await page.close();
  });

  test.each([
    ["its HTML where the JSON is gone", "htmlOnly", "html"],
    ["the older request where only that is left", "olderOnly", "older"],
  ] as const)("reads %s", async (_name, contract, source) => {
    await stage.marketplace.control({ contract });
    const page = await stage.chromium.open("/listing/1000000088");
    const { jobId } = await startJob(stage.chromium, page, defaultOptions);
    const done = await stage.chromium.jobThat((job) => job.status === "done", `88 reviews by ${source}`);
    expect(done).toMatchObject({ kept: 88, sources: [source] });
    expect(idsOf(await reviewsOf(stage.chromium, jobId)).toSorted()).toEqual(idsOf(await stage.marketplace.truth("1000000088")).toSorted());
    await page.close();
  });

  test("loses no review and keeps none twice when new reviews shift the pages while reading", async () => {
    await stage.marketplace.control({ arrivals: { listingId: "1000000088", count: 3, afterPage: 4 } });
    const before = idsOf(await stage.marketplace.truth("1000000088"));
    const page = await stage.chromium.open("/listing/1000000088");
    const { jobId } = await startJob(stage.chromium, page, defaultOptions);
    const done = await stage.chromium.jobThat((job) => job.status === "done", "the shifted listing");
    const got = idsOf(await reviewsOf(stage.chromium, jobId));
    expect(new Set(got).size).toBe(got.length);
    expect(new Set(got)).toEqual(new Set(before));
    expect(done).toMatchObject({ duplicates: 3, expected: 91, kept: 88 });

    // The three added before the pages already read are found by looking again.
    await stage.chromium.call("jobs.lookAgain", { jobId });
    await stage.chromium.jobThat((job) => job.status === "done" && job.kept === 91, "the three new ones");
    expect(idsOf(await reviewsOf(stage.chromium, jobId)).toSorted()).toEqual(idsOf(await stage.marketplace.truth("1000000088")).toSorted());
    await page.close();
  });

  test("applies filters: four stars, with text, from a date on", async () => {
    const page = await stage.chromium.open("/listing/1000000400");
    const options = { ...defaultOptions, stars: [4], withText: true, dateFrom: "2020-01-01" };
    const { jobId } = await startJob(stage.chromium, page, options);
    await stage.chromium.jobThat((job) => job.status === "done", "the filtered job");
    const wanted = (await stage.marketplace.truth("1000000400")).filter(
      ({ rating, text, date }) => rating === 4 && text !== "" && date >= "2020-01-01",
    );
    expect(idsOf(await reviewsOf(stage.chromium, jobId))).toEqual(idsOf(wanted));
    expect(wanted.length).toBeGreaterThan(0);
    await page.close();
  });

  test("observes the page's own request without changing it, and uses its token when the page shows none", async () => {
    const page = await stage.chromium.open("/listing/1000000101");
    const token = await page.evaluate(() => {
      const shown = document.querySelector<HTMLMetaElement>("meta[name=csrf_nonce]")?.content ?? "";
      document.querySelector("meta[name=csrf_nonce]")?.remove();
      for (const script of document.querySelectorAll("script")) if (script.textContent?.includes("csrf_nonce")) script.remove();
      // The content script reads the page again when the connection returns.
      window.dispatchEvent(new Event("online"));
      return shown;
    });
    expect(token).not.toBe("");
    const { jobId } = await startJob(stage.chromium, page, defaultOptions);
    await stage.chromium.jobThat((job) => job.status === "blocked", "the refusal of a request without a token");

    const answer = await page.evaluate(async (csrf) => {
      const spec = [
        "Etsy\\Modules\\ListingPage\\Reviews\\DeepDive\\AsyncApiSpec",
        { listing_id: 1000000101, scope: "listingReviews", page: 1 },
      ];
      const body = JSON.stringify({ specs: { deep_dive_reviews: spec } });
      const headers = { "content-type": "application/json", "x-csrf-token": csrf, "x-requested-with": "XMLHttpRequest" };
      await fetch("/api/v3/ajax/bespoke/member/neu/specs/deep_dive_reviews", { method: "POST", headers, body });
      return /native code/.test(Function.prototype.toString.call(fetch));
    }, token);
    expect(answer).toBe(true);
    await stage.chromium.call("jobs.resume", { jobId });
    expect((await stage.chromium.jobThat((job) => job.status === "done", "101 reviews")).kept).toBe(101);
    await page.close();
  });
});

describe("interruptions", () => {
  test("pause and resume, a reload, a killed worker, a closed tab and a 403 in the middle: 1,240 reviews, none lost or duplicated", async () => {
    // Far after the last interruption: the job continues while a busy machine still handles that one.
    await stage.marketplace.control({ failAtPage: { page: 140, kind: "blocked" } });
    let page = await stage.chromium.open("/listing/1000001240");
    const { jobId } = await startJob(stage.chromium, page, defaultOptions);

    await stage.chromium.jobThat((job) => job.kept >= 100, "100 reviews");
    await stage.chromium.call("jobs.pause", { jobId });
    const paused = await stage.chromium.jobThat((job) => job.status === "paused", "the pause");
    await new Promise((resolve) => setTimeout(resolve, 300));
    expect((await stage.chromium.jobs())[0]?.requests).toBeLessThanOrEqual(paused.requests + 1);
    await stage.chromium.call("jobs.resume", { jobId });

    await stage.chromium.jobThat((job) => job.kept >= 250, "250 reviews");
    await stage.chromium.killWorker();
    await stage.chromium.jobThat((job) => job.kept >= 350, "350 reviews after the worker was killed");
    await page.reload({ waitUntil: "domcontentloaded" });
    await stage.chromium.jobThat((job) => job.kept >= 450, "450 reviews after a reload");
    await stage.chromium.killWorker();

    await stage.chromium.jobThat((job) => job.kept >= 550, "550 reviews after the worker was killed again");
    await page.close();
    const interrupted = await stage.chromium.jobThat((job) => job.status === "interrupted", "the closed tab");
    expect(interrupted.kept).toBeGreaterThanOrEqual(550);
    const opening = stage.chromium.browser.waitForTarget((target) => target.url().includes("/listing/1000001240"), { timeout: 90_000 });
    await stage.chromium.call("jobs.resume", { jobId });
    page = (await (await opening).page()) ?? page;

    const blocked = await stage.chromium.jobThat((job) => job.status === "blocked", "risk control");
    expect(blocked).toMatchObject({ problem: { kind: "blocked", status: 403 }, kept: 1112, nextPage: 140 });
    await stage.marketplace.control({ solved: true });
    await stage.chromium.call("jobs.resume", { jobId });

    const done = await stage.chromium.jobThat(
      (job) => job.status === "done" && job.fileName !== "",
      "1,240 reviews and their file",
      90_000,
    );
    expect(done).toMatchObject({ kept: 1240, seen: 1240, expected: 1240 });
    const got = await reviewsOf(stage.chromium, jobId);
    const truth = await stage.marketplace.truth("1000001240");
    expect(got.map(asTruth)).toEqual(withoutInstant(truth));
    expectRows(await stage.chromium.downloaded(done.fileName), truth);
    for (const pause of pausesIn(await stage.marketplace.log())) expect(pause).toBeGreaterThanOrEqual(20);
    await page.close();
  });

  test("two tabs of one listing share one job; the other takes over when the first is closed", async () => {
    const first = await stage.chromium.open("/listing/1000000400");
    const second = await stage.chromium.open("/listing/1000000400?ref=second");
    const { jobId } = await startJob(stage.chromium, first, defaultOptions);
    await stage.chromium.jobThat((job) => job.kept >= 80, "80 reviews");
    await first.close();
    const done = await stage.chromium.jobThat((job) => job.status === "done", "400 reviews");
    expect(done.kept).toBe(400);
    expect(new Set(idsOf(await reviewsOf(stage.chromium, jobId))).size).toBe(400);
    await second.close();
  });

  // Takes minutes: complete in `npm run test:full`, otherwise a rotating tenth.
  test(`a long listing is read to its end although its worker is killed ${kills} times`, { timeout: 900_000 }, async () => {
    await stage.chromium.hook({ waitMs: [5, 10], plan: "pro" });
    const page = await stage.chromium.open(`/listing/${longListing}`);
    const { jobId } = await startJob(stage.chromium, page, defaultOptions);
    const total = (await stage.marketplace.truth(longListing)).length;
    for (let kill = 1; kill <= kills; kill += 1) {
      const least = Math.floor((total * kill) / (kills + 1));
      await stage.chromium.jobThat((job) => job.kept >= least, `${least} reviews`, 300_000);
      await stage.chromium.killWorker();
    }
    const done = await stage.chromium.jobThat((job) => job.status === "done", "the end", 300_000);
    expect(done).toMatchObject({ kept: total, duplicates: 0 });
    expect(idsOf(await reviewsOf(stage.chromium, jobId))).toEqual(idsOf(await stage.marketplace.truth(longListing)));
    await page.close();
  });
});

import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { defaultOptions } from "#src/collector/settings/settings.rules.ts";
import { Chromium } from "./chromium.ts";
import { reviewsOf, startJob } from "./collected.ts";
import { pausesIn } from "./marketplace.ts";
import { useStage } from "./stage.ts";

const stage = useStage();

describe("collection problems, with every review kept", () => {
  test.each([
    ["signed out by a 401", { signedOutAnswer: "401" }, { kind: "signedOut" }, "signedOut"],
    ["signed out by a redirect", { signedOutAnswer: "redirect" }, { kind: "signedOut" }, "signedOut"],
    ["risk control", {}, { kind: "blocked", status: 403 }, "blocked"],
  ] as const)("%s: stops immediately, and Resume continues at the same page", async (_name, control, problem, kind) => {
    await stage.marketplace.control({ ...control, failAtPage: { page: 4, kind } });
    const page = await stage.chromium.open("/listing/1000000101");
    const { jobId } = await startJob(stage.chromium, page, defaultOptions);
    const blocked = await stage.chromium.jobThat((job) => job.status === "blocked", kind);
    expect(blocked).toMatchObject({ problem, kept: 24, nextPage: 4 });
    const asked = (await stage.marketplace.log()).length;
    await new Promise((resolve) => setTimeout(resolve, 500));
    expect(await stage.marketplace.log()).toHaveLength(asked);
    await stage.marketplace.control({ solved: true });
    await stage.chromium.call("jobs.resume", { jobId });
    expect((await stage.chromium.jobThat((job) => job.status === "done", "all 101")).kept).toBe(101);
    await page.close();
  });

  test.each(["seconds", "date"] as const)("429 with Retry-After in %s: waits and continues automatically", async (retryAfterAs) => {
    await stage.marketplace.control({ failAtPage: { page: 3, kind: "tooMany", retryAfterSeconds: 3, retryAfterAs } });
    const page = await stage.chromium.open("/listing/1000000101");
    await stage.chromium.noteJobs();
    const started = Date.now();
    const { jobId } = await startJob(stage.chromium, page, defaultOptions);
    const waiting = await stage.chromium.notedJob((job) => job.jobId === jobId && job.problem?.kind === "tooManyRequests", "429");
    expect(waiting).toMatchObject({ status: "running", kept: 16 });
    expect(waiting.notBefore).toBeGreaterThan(started + (retryAfterAs === "seconds" ? 3000 : 2000));
    expect((await stage.chromium.jobThat((job) => job.status === "done", "all 101")).kept).toBe(101);
    const log = await stage.marketplace.log();
    const refused = log.findIndex(({ status }) => status === 429);
    // Dates have whole seconds, so up to one may have passed already.
    expect(pausesIn(log)[refused]).toBeGreaterThanOrEqual(retryAfterAs === "seconds" ? 3000 : 2000);
    await page.close();
  });

  test("a changed contract: names the missing fields, offers a report without personal data, and keeps what the open page shows", async () => {
    await stage.marketplace.control({ contract: "renamedFields" });
    const page = await stage.chromium.open("/listing/1000000101");
    await startJob(stage.chromium, page, defaultOptions);
    const blocked = await stage.chromium.jobThat((job) => job.status === "blocked" || job.status === "done", "the changed contract");
    expect(blocked).toMatchObject({ status: "blocked", problem: { kind: "contractChanged" } });
    if (blocked.problem?.kind !== "contractChanged") throw new Error("told apart above");
    expect(blocked.problem.missing.length).toBeGreaterThan(0);
    const truth = await stage.marketplace.truth("1000000101");
    for (const { reviewer, text } of truth.slice(0, 8)) {
      if (reviewer !== "") expect(blocked.problem.report).not.toContain(reviewer);
      if (text !== "") expect(blocked.problem.report).not.toContain(text.slice(0, 20));
    }
    await page.close();
  });

  test("fields missing from the list markup are reported as not read in the popup and the dashboard", async () => {
    await stage.marketplace.control({ contract: "htmlOnly" });
    const page = await stage.chromium.open("/listing/1000000012");
    const { jobId } = await startJob(stage.chromium, page, defaultOptions);
    const done = await stage.chromium.jobThat((job) => job.jobId === jobId && job.status === "done", "all 12");
    expect(done).toMatchObject({ kept: 12, notRead: { originalText: expect.any(Number), sellerReply: expect.any(Number) } });
    const opened = [() => stage.chromium.popup(page), () => stage.chromium.dashboard(`/jobs/${jobId}`)];
    for (const open of opened) {
      // One after the other: a popup closes when another page comes to the front.
      const shown = await open();
      await shown.waitForFunction(
        () => /Not read for \d+ reviews: seller replies, photos/.test(document.querySelector("body")?.innerText ?? ""),
        { polling: 50 },
      );
      await shown.close();
    }
    await page.close();
  });

  test("a connection dropped while online is retried later; being offline stops the job, which continues automatically once online", async () => {
    // Slow enough not to finish before the connection is gone.
    await stage.chromium.hook({ waitMs: [1000, 1100], plan: "pro" });
    const page = await stage.chromium.open("/listing/1000000101");
    const { jobId } = await startJob(stage.chromium, page, defaultOptions);
    await stage.chromium.jobThat((job) => job.kept > 0, "its first reviews");
    await page.setOfflineMode(true);
    const offline = await stage.chromium.jobThat((job) => job.status === "blocked", "offline");
    expect(offline.problem).toEqual({ kind: "offline" });
    await stage.chromium.hook({ waitMs: [20, 40], plan: "pro" });
    await page.setOfflineMode(false);
    expect((await stage.chromium.jobThat((job) => job.status === "done", "all 101")).kept).toBe(101);
    expect(new Set((await reviewsOf(stage.chromium, jobId)).map(({ reviewId }) => reviewId)).size).toBe(101);
    await page.close();
  });

  test("a server error is retried after a wait", async () => {
    await stage.marketplace.control({ failAtPage: { page: 2, kind: "serverError" } });
    const page = await stage.chromium.open("/listing/1000000003");
    const other = await stage.chromium.open("/listing/1000000101");
    const started = Date.now();
    const { jobId } = await startJob(stage.chromium, other, defaultOptions);
    const waiting = await stage.chromium.jobThat((job) => job.problem?.kind === "unavailable", "503");
    expect(waiting).toMatchObject({ status: "running", kept: 8 });
    expect((waiting.notBefore ?? 0) - started).toBeGreaterThan(10_000);
    await stage.chromium.call("jobs.cancel", { jobId });
    await page.close();
    await other.close();
  });

  test("a listing without reviews finishes empty, and a page that is not a product page has nothing to collect", async () => {
    const empty = await stage.chromium.open("/listing/1000000000");
    await startJob(stage.chromium, empty, defaultOptions);
    expect(await stage.chromium.jobThat((job) => job.status === "done", "no reviews")).toMatchObject({
      kept: 0,
      problem: { kind: "noReviews" },
    });
    const home = await stage.chromium.open("/");
    const read = await stage.chromium.call("tab.read", { tabId: await stage.chromium.tabIdOf(home) });
    expect(read).toEqual({ ok: false, problem: { kind: "notProductPage" } });
    await empty.close();
    await home.close();
  });
});

describe("a full disk", () => {
  test("is reported, loses no stored review, and lets the job resume once space is freed", async () => {
    const small = await Chromium.start({ port: stage.marketplace.port });
    try {
      await small.limitStorage(700_000);
      await small.hook({ waitMs: [5, 10], plan: "pro" });
      const page = await small.open("/listing/1000001240");
      const { jobId } = await startJob(small, page, defaultOptions);
      const full = await small.jobThat((job) => job.status === "blocked", "a full disk");
      expect(full.problem).toEqual({ kind: "diskFull" });
      expect(full.kept).toBeGreaterThan(0);
      expect((await reviewsOf(small, jobId)).length).toBe(full.kept);
      await small.limitStorage(null);
      await small.call("jobs.resume", { jobId });
      const done = await small.jobThat((job) => job.status === "done", "all 1,240");
      expect(done.kept).toBe(1240);
      expect(new Set((await reviewsOf(small, jobId)).map(({ reviewId }) => reviewId)).size).toBe(1240);
    } finally {
      await small.stop();
    }
  });
});

describe("a page opened before the extension was installed", () => {
  test("is detected, and becomes ready when the popup's button reloads it", async () => {
    const fresh = await Chromium.start({ port: stage.marketplace.port });
    try {
      await fresh.browser.uninstallExtension(fresh.extensionId);
      const page = await fresh.open("/listing/1000000003", { isKnown: false });
      await fresh.browser.installExtension(join(process.cwd(), ".output/chrome-mv3-e2e"));
      expect(await fresh.call("tab.read", { tabId: await fresh.tabIdOf(page) })).toEqual({ ok: false, problem: { kind: "needsReload" } });
      const popup = await fresh.popup(page);
      await popup.locator('::-p-aria([name="Reload the page"][role="button"])').click();
      await page.waitForSelector("quayside-collector");
    } finally {
      await fresh.stop();
    }
  });
});

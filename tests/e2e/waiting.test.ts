import type { Page } from "puppeteer";
import { expect, test } from "vitest";
import { defaultOptions } from "#src/collector/settings/settings.rules.ts";
import { startJob } from "./collected.ts";
import { useStage } from "./stage.ts";
import { until } from "./until.ts";

const stage = useStage();

interface Moment {
  text: string;
  height: number;
}

/** A complete countdown, then a request. */
const countdown = [4, 3, 2, 1].map((seconds) => `Waiting ${seconds} s to keep requests to Etsy slow`).join("\n");
const request = /^Reading page \d+ of 50$/m;

/** Starts recording a page's progress text and height at every change. */
async function watchProgress(page: Page): Promise<void> {
  await page.evaluate(() => {
    const moments: { text: string; height: number }[] = [];
    Object.assign(globalThis, { quaysideMoments: moments });
    const look = () => {
      const progress = document.querySelector(".job-progress");
      const text = progress?.querySelector(".job-doing > span")?.textContent ?? "";
      if (progress !== null && moments.at(-1)?.text !== text) moments.push({ text, height: progress.getBoundingClientRect().height });
    };
    look();
    // Observes changes in the page: a request may be over before the next poll.
    new MutationObserver(look).observe(document.body, { subtree: true, childList: true, characterData: true });
  });
}

/**
 * Returns the record once it contains a whole wait and a request: a machine that stalls for a second skips a number, but the next countdown is
 * complete.
 */
async function watched(page: Page): Promise<Moment[]> {
  return until(async () => {
    const moments = await page.evaluate(() => (globalThis as unknown as { quaysideMoments: Moment[] }).quaysideMoments);
    const said = moments.map(({ text }) => text).join("\n");
    return said.includes(countdown) && request.test(said) ? moments : null;
  }, `a whole countdown and a request at ${page.url()}`);
}

/** Waits until a page, in front or not, shows a text. */
async function says(page: Page, text: RegExp): Promise<void> {
  await page.waitForFunction(
    (pattern: string) => new RegExp(pattern).test(document.querySelector("body")?.innerText ?? ""),
    { polling: 50 },
    text.source,
  );
}

test("the popup and the dashboard count a wait down second by second without layout shifts", async () => {
  await stage.chromium.hook({ waitMs: [4000, 4000], plan: "pro" });
  // Slows requests down, so that a busy machine renders their message.
  await stage.marketplace.control({ delayMs: 150 });
  const page = await stage.chromium.open("/listing/1000000400");
  const { jobId } = await startJob(stage.chromium, page, defaultOptions);
  const list = await stage.chromium.dashboard("/");
  const job = await stage.chromium.dashboard(`/jobs/${jobId}`);
  // Last: it closes as soon as another page comes to the front.
  const popup = await stage.chromium.popup(page);
  const pages = [popup, list, job];
  for (const one of pages) await says(one, /Waiting \d s/);
  for (const one of pages) await watchProgress(one);
  for (const one of pages) {
    const moments = await watched(one);
    expect(new Set(moments.map(({ height }) => height)).size).toBe(1);
  }
  await stage.chromium.call("jobs.cancel", { jobId });
  for (const one of [...pages, page]) await one.close();
});

test("a 429 shows the time of the next request and the remaining seconds", async () => {
  await stage.marketplace.control({ failAtPage: { page: 2, kind: "tooMany", retryAfterSeconds: 5 } });
  const page = await stage.chromium.open("/listing/1000000101");
  const dashboard = await stage.chromium.dashboard("/");
  await dashboard.waitForSelector("main");
  // Recorded by the page at each change: a second may pass before the next poll.
  await dashboard.evaluate(() => {
    const said = new Set<string>();
    Object.assign(globalThis, { quaysideSaid: said });
    const look = () => {
      for (const [sentence] of document.body.innerText.matchAll(/Etsy asked for a pause.*$/gm)) said.add(sentence);
    };
    new MutationObserver(look).observe(document.body, { subtree: true, childList: true, characterData: true });
  });
  const { jobId } = await startJob(stage.chromium, page, defaultOptions);
  expect((await stage.chromium.jobThat((job) => job.status === "done", "all 101")).kept).toBe(101);
  const said = await dashboard.evaluate(() => [...(globalThis as unknown as { quaysideSaid: Set<string> }).quaysideSaid]);
  for (const sentence of said)
    expect(sentence).toMatch(/^Etsy asked for a pause until \d+:\d\d:\d\d.[AP]M\. Next try in (?:[2-5] seconds|1 second)\./);
  const left = said.map((sentence) => Number(/in (\d)/.exec(sentence)?.[1]));
  // Decreasing: a busy machine does not render every number.
  expect(left.length).toBeGreaterThanOrEqual(2);
  expect(left).toEqual([...new Set(left)].toSorted((a, b) => b - a));
  await stage.chromium.call("jobs.remove", { jobId });
  await page.close();
  await dashboard.close();
});

test("a running job whose tab navigated away waits for its page, and its button reopens it", async () => {
  // Slow enough not to finish before the tab navigates.
  await stage.chromium.hook({ waitMs: [2000, 2000], plan: "pro" });
  const page = await stage.chromium.open("/listing/1000000101");
  const { jobId } = await startJob(stage.chromium, page, defaultOptions);
  await stage.chromium.jobThat((job) => job.kept > 0, "its first reviews");
  await page.goto("about:blank");
  await stage.chromium.hook({ waitMs: [20, 40], plan: "pro" });
  const dashboard = await stage.chromium.dashboard(`/jobs/${jobId}`);
  await says(dashboard, /Waiting for its page/);
  await dashboard.locator('::-p-aria([name="Open its page"][role="button"])').click();
  const done = await stage.chromium.jobThat((job) => job.status === "done", "all 101");
  expect(done).toMatchObject({ jobId, kept: 101 });
  await page.close();
  await dashboard.close();
});

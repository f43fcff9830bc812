import type { Page } from "puppeteer";
import { expect, test } from "vitest";
import { defaultOptions } from "#src/settings/settings.rules.ts";
import { startJob } from "./collected.ts";
import { useStage } from "./stage.ts";

const stage = useStage();

interface Moment {
  text: string;
  height: number;
}

/** What a page says of its job's progress, and how tall that is, at every change within `ms`. */
async function watchProgress(page: Page, ms: number): Promise<Moment[]> {
  return page.evaluate(async (lasts: number) => {
    const moments: { text: string; height: number }[] = [];
    const look = () => {
      const progress = document.querySelector(".job-progress");
      const text = progress?.querySelector(".job-doing > span")?.textContent ?? "";
      if (progress !== null && moments.at(-1)?.text !== text) moments.push({ text, height: progress.getBoundingClientRect().height });
    };
    look();
    // Told of each change by the page itself: a request may be over before anybody would look again.
    const observer = new MutationObserver(look);
    observer.observe(document.body, { subtree: true, childList: true, characterData: true });
    await new Promise((resolve) => setTimeout(resolve, lasts));
    observer.disconnect();
    return moments;
  }, ms);
}

/** Waits until a page, in front or behind others, says something. */
async function says(page: Page, text: RegExp): Promise<void> {
  await page.waitForFunction((pattern: string) => new RegExp(pattern).test(document.body.innerText), { polling: 50 }, text.source);
}

test("popup and dashboard count a wait down second by second, and nothing around it moves", async () => {
  await stage.chromium.hook({ waitMs: [4000, 4000], plan: "pro" });
  // A request takes its time, so that a busy machine draws what is said of it.
  await stage.marketplace.control({ delayMs: 150 });
  const page = await stage.chromium.open("/listing/1000000400");
  const { jobId } = await startJob(stage.chromium, page, defaultOptions);
  const popup = await stage.chromium.popup(page);
  const list = await stage.chromium.dashboard("/");
  const job = await stage.chromium.dashboard(`/jobs/${jobId}`);
  const pages = [popup, list, job];
  for (const one of pages) await says(one, /Waiting \d s/);
  for (const moments of await Promise.all(pages.map((one) => watchProgress(one, 13_000)))) {
    const texts = moments.map(({ text }) => text);
    // The window holds three waits; one of them at least is seen from its first second to its last.
    const countdown = [4, 3, 2, 1].map((seconds) => `Waiting ${seconds} s, so that Etsy is not hurried`);
    expect(texts.join("\n")).toContain(countdown.join("\n"));
    expect(texts.some((text) => /^Reading page \d+ of 50$/.test(text))).toBe(true);
    expect(new Set(moments.map(({ height }) => height)).size).toBe(1);
  }
  await stage.chromium.call("jobs.cancel", { jobId });
  for (const one of [page, ...pages]) await one.close();
});

test("a 429 is waited out with the clock's time and the seconds in sight", async () => {
  await stage.marketplace.control({ failAtPage: { page: 2, kind: "tooMany", retryAfterSeconds: 5 } });
  const page = await stage.chromium.open("/listing/1000000101");
  const dashboard = await stage.chromium.dashboard("/");
  const { jobId } = await startJob(stage.chromium, page, defaultOptions);
  await says(dashboard, /Etsy asked for rest until \d+:\d\d:\d\d.[AP]M\. Next try in [2-5] seconds\./);
  await says(dashboard, /Next try in 1 second\./);
  expect((await stage.chromium.jobThat((job) => job.status === "done", "all 101")).kept).toBe(101);
  await stage.chromium.call("jobs.remove", { jobId });
  await page.close();
  await dashboard.close();
});

test("a running job whose tab went elsewhere says so, and its button opens the page again", async () => {
  await stage.chromium.hook({ waitMs: [300, 300], plan: "pro" });
  const page = await stage.chromium.open("/listing/1000000101");
  const { jobId } = await startJob(stage.chromium, page, defaultOptions);
  await stage.chromium.jobThat((job) => job.kept > 0, "its first reviews");
  await page.goto("about:blank");
  const dashboard = await stage.chromium.dashboard(`/jobs/${jobId}`);
  await says(dashboard, /Waiting for its page/);
  await dashboard.locator('::-p-aria([name="Open its page"][role="button"])').click();
  const done = await stage.chromium.jobThat((job) => job.status === "done", "all 101");
  expect(done).toMatchObject({ jobId, kept: 101 });
  await page.close();
  await dashboard.close();
});

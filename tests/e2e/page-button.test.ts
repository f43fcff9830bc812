import type { ElementHandle, Page } from "puppeteer";
import { describe, expect, test } from "vitest";
import { useStage } from "./stage.ts";
import { until } from "./until.ts";

const stage = useStage();

async function buttonOn(page: Page): Promise<ElementHandle> {
  const button = await page.waitForSelector("quayside-collector >>> button");
  if (button === null) throw new Error("no button");
  return button;
}

const textOf = (button: ElementHandle) => button.evaluate((element) => element.textContent ?? "");

describe("the button on the marketplace's page", () => {
  test("starts, pauses and resumes on a user's click, and shows the progress", async () => {
    await stage.chromium.hook({ waitMs: [150, 200], plan: "pro" });
    const page = await stage.chromium.open("/listing/1000000400");
    const button = await buttonOn(page);
    expect(await textOf(button)).toBe("Export reviews");
    await button.click();
    await stage.chromium.jobThat((job) => job.kept >= 8, "the first page");
    await until(async () => (/^Pause \(\d+ of 400\)$/.test(await textOf(button)) ? true : null), "the progress on the button");
    await button.click();
    await stage.chromium.jobThat((job) => job.status === "paused", "the pause");
    await until(async () => (/^Resume \(\d+ of 400\)$/.test(await textOf(button)) ? true : null), "the pause on the button");
    await button.focus();
    await page.keyboard.press("Enter");
    const { jobId } = await stage.chromium.jobThat((job) => job.status === "running", "the resumed job");
    await stage.chromium.call("jobs.cancel", { jobId });
    await page.close();
  });

  test("treats a double click as one", async () => {
    await stage.chromium.hook({ waitMs: [400, 500], plan: "pro" });
    const page = await stage.chromium.open("/listing/1000000400");
    const button = await buttonOn(page);
    await until(async () => ((await textOf(button)) === "Export reviews" ? true : null), "the idle button");
    const before = (await stage.chromium.jobs()).map((job) => job.jobId);
    await button.click({ count: 2 });
    const { jobId } = await stage.chromium.jobThat((job) => !before.includes(job.jobId) && job.kept >= 16, "the second page");
    const after = await stage.chromium.jobs();
    expect(after).toHaveLength(before.length + 1);
    expect(after[0]).toMatchObject({ jobId, status: "running" });
    await stage.chromium.call("jobs.cancel", { jobId });
    await page.close();
  });

  test("cannot be pressed by the page's own scripts", async () => {
    const page = await stage.chromium.open("/listing/1000000003");
    await buttonOn(page);
    const before = (await stage.chromium.jobs()).length;
    await page.evaluate(() => document.querySelector("quayside-collector")?.shadowRoot?.querySelector("button")?.click());
    await new Promise((resolve) => setTimeout(resolve, 300));
    expect(await stage.chromium.jobs()).toHaveLength(before);
    await page.close();
  });

  test("switches to the user's language and theme at once", async () => {
    const page = await stage.chromium.open("/listing/1000000003");
    const button = await buttonOn(page);
    await stage.chromium.inExtension(async () => chrome.storage.local.set({ settings: { language: "zh_cn" }, theme: "darkTheme" }));
    await until(async () => ((await textOf(button)) === "导出评论" ? true : null), "the Chinese label");
    const theme = () => button.evaluate((element) => element.getAttribute("data-theme"));
    await expect.poll(theme).toBe("darkTheme");
    await stage.chromium.inExtension(async () => chrome.storage.local.clear());
    await page.close();
  });

  test("can be hidden by a setting, and is absent from pages without reviews", async () => {
    const page = await stage.chromium.open("/listing/1000000003");
    await buttonOn(page);
    await stage.chromium.inExtension(async () => chrome.storage.local.set({ settings: { pageButton: false } }));
    await page.waitForSelector("quayside-collector", { hidden: true });
    await stage.chromium.inExtension(async () => chrome.storage.local.clear());
    await page.waitForSelector("quayside-collector");
    const home = await stage.chromium.open("/");
    await new Promise((resolve) => setTimeout(resolve, 300));
    expect(await home.$("quayside-collector")).toBeNull();
    await page.close();
    await home.close();
  });
});

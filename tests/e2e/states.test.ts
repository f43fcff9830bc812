import type { Page } from "puppeteer";
import { expect, test } from "vitest";
import { useStage } from "./stage.ts";

const stage = useStage();

async function says(page: Page, text: string, ms = 10_000): Promise<void> {
  await page.waitForFunction((wanted: string) => document.body.innerText.includes(wanted), { polling: 50, timeout: ms }, text);
}

/** Opens a page of the extension whose background is out of order until `heal`: every call is refused, or never answered. */
async function openBroken(path: string, how: "refuses" | "is silent"): Promise<Page> {
  const page = await stage.chromium.browser.newPage();
  await page.evaluateOnNewDocument((silent: boolean) => {
    const real = chrome.runtime.sendMessage;
    const broken = () => (silent ? new Promise(() => undefined) : Promise.reject(new Error("Nobody is there.")));
    Object.assign(chrome.runtime, { sendMessage: broken });
    Object.assign(globalThis, { quaysideHeal: () => Object.assign(chrome.runtime, { sendMessage: real }) });
  }, how === "is silent");
  await page.goto(`chrome-extension://${stage.chromium.extensionId}/${path}`);
  return page;
}

async function heal(page: Page): Promise<void> {
  await page.evaluate(() => (globalThis as unknown as { quaysideHeal: () => void }).quaysideHeal());
  await page.locator('::-p-aria([name="Try again"][role="button"])').click();
}

const places = [
  ["jobs", "dashboard.html#/", "No jobs yet."],
  ["history", "dashboard.html#/history", "No files yet."],
  ["a job", "dashboard.html#/jobs/none", "This job is not here."],
] as const;

test.each(places)("%s with nothing in it: one line, and one way on", async (_name, path, line) => {
  const page = await stage.chromium.browser.newPage();
  await page.goto(`chrome-extension://${stage.chromium.extensionId}/${path}`);
  await says(page, line);
  expect(await page.$$eval(".empty a, .empty button", (ways) => ways.length)).toBe(1);
  await page.close();
});

test.each(places)("%s whose call fails: says so with the reason, and trying again works", async (_name, path, line) => {
  const page = await openBroken(path, "refuses");
  await says(page, "This could not be loaded.");
  await says(page, "Nobody is there.");
  await heal(page);
  await says(page, line);
  expect(await page.evaluate(() => document.body.innerText)).not.toContain("Nobody is there.");
  await page.close();
});

test.each(places)("%s whose call hangs: a skeleton, then a word and a way to ask again", async (_name, path, line) => {
  const page = await openBroken(path, "is silent");
  await page.waitForSelector(".skeletons");
  expect(await page.evaluate(() => document.body.innerText)).not.toContain("Try again");
  await says(page, "This takes longer than usual.", 12_000);
  await heal(page);
  await says(page, line);
  expect(await page.$(".skeletons")).toBeNull();
  await page.close();
});

test.each([
  ["fails", "refuses", "Something in Quayside broke."],
  ["hangs", "is silent", "This takes longer than usual."],
] as const)("the popup whose call %s can ask again", async (_name, how, line) => {
  const listing = await stage.chromium.open("/listing/1000000101");
  const page = await openBroken(`popup.html?tab=${await stage.chromium.tabIdOf(listing)}`, how);
  await says(page, line, 12_000);
  await heal(page);
  await says(page, "About 101 reviews");
  expect(await page.evaluate(() => document.body.innerText)).not.toContain(line);
  await page.close();
  await listing.close();
});

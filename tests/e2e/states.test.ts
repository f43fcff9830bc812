import type { Page } from "puppeteer";
import { beforeAll, describe, expect, test } from "vitest";
import { answerCalls, heal } from "./own-answers.ts";
import { useStage } from "./stage.ts";

const stage = useStage();

async function says(page: Page, text: string): Promise<void> {
  await page.waitForFunction((wanted: string) => document.querySelector("body")?.innerText.includes(wanted), { polling: 50 }, text);
}

/** Opens an extension page whose background fails until `tryAgain`: every call is refused, or never answered. */
async function openBroken(path: string, how: "refuses" | "is silent"): Promise<Page> {
  const page = await stage.chromium.browser.newPage();
  await answerCalls(page, how);
  await page.goto(`chrome-extension://${stage.chromium.extensionId}/${path}`);
  return page;
}

/** Opens the popup over a listing with the same failing background. */
async function openBrokenPopup(listing: Page, how: "refuses" | "is silent"): Promise<Page> {
  const popup = await stage.chromium.popup(listing);
  await answerCalls(popup, how);
  await popup.reload();
  return popup;
}

async function tryAgain(page: Page): Promise<void> {
  await heal(page);
  await page.locator('::-p-aria([name="Try again"][role="button"])').click();
}

const places = [
  ["jobs", "dashboard.html#/", "No jobs yet."],
  ["history", "dashboard.html#/history", "No files yet."],
  ["a job", "dashboard.html#/jobs/none", "This job is not here."],
] as const;

test.each(places)("%s when empty: shows one line and one action", async (_name, path, line) => {
  const page = await stage.chromium.browser.newPage();
  await page.goto(`chrome-extension://${stage.chromium.extensionId}/${path}`);
  await says(page, line);
  expect(await page.$$eval(".empty a, .empty button", (ways) => ways.length)).toBe(1);
  await page.close();
});

test.each(places)("%s when its call fails: shows the reason, and retrying works", async (_name, path, line) => {
  const page = await openBroken(path, "refuses");
  await says(page, "Could not be loaded.");
  await says(page, "Nobody is there.");
  await tryAgain(page);
  await says(page, line);
  expect(await page.evaluate(() => document.body.innerText)).not.toContain("Nobody is there.");
  await page.close();
});

test("the popup can retry a failed call", async () => {
  const listing = await stage.chromium.open("/listing/1000000101");
  const page = await openBrokenPopup(listing, "refuses");
  const line = "Quayside ran into an error.";
  await says(page, line);
  await tryAgain(page);
  await says(page, "About 101 reviews");
  expect(await page.evaluate(() => document.body.innerText)).not.toContain(line);
  await page.close();
  await listing.close();
});

describe("a call that hangs", () => {
  const line = "Taking longer than usual…";
  const hanging = new Map<string, { page: Page; first: string }>();

  // Opened one after the other and awaited together: each is silent for 8 s.
  beforeAll(async () => {
    for (const [name, path] of places) {
      const page = await openBroken(path, "is silent");
      // In one step: on a slow machine the text would appear before a second check.
      const first = await page.waitForFunction(
        () => (document.querySelector(".skeletons") === null ? null : { text: document.body.innerText }),
        { polling: "mutation" },
      );
      hanging.set(name, { page, first: (await first.jsonValue())?.text ?? "" });
    }
  });

  /** Brings an opened page to the front: only there a button can be pressed. */
  async function inFront(name: string): Promise<{ page: Page; first: string }> {
    const opened = hanging.get(name);
    if (opened === undefined) throw new Error(`${name} was not opened`);
    await opened.page.bringToFront();
    return opened;
  }

  test.each(places)("%s: shows a skeleton, then a message and a retry button", async (name, _path, after) => {
    const { page, first } = await inFront(name);
    expect(first).not.toContain("Try again");
    await says(page, line);
    await tryAgain(page);
    await says(page, after);
    expect(await page.$(".skeletons")).toBeNull();
    await page.close();
  });

  test("the popup can retry it", async () => {
    const listing = await stage.chromium.open("/listing/1000000101");
    const page = await openBrokenPopup(listing, "is silent");
    await says(page, line);
    await tryAgain(page);
    await says(page, "About 101 reviews");
    expect(await page.evaluate(() => document.body.innerText)).not.toContain(line);
    await page.close();
  });
});

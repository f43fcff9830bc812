import { afterAll, beforeAll, expect, test } from "vitest";
import { defaultOptions } from "#src/collector/settings/settings.rules.ts";
import { Chromium } from "./chromium.ts";
import { reviewsOf, startJob } from "./collected.ts";
import type { BadAnswer, PlainMarketplace } from "./plain-marketplace.ts";
import { listingPath, openPlainMarketplace } from "./plain-marketplace.ts";

let marketplace: PlainMarketplace;
let chromium: Chromium;

beforeAll(async () => {
  marketplace = await openPlainMarketplace();
  chromium = await Chromium.start({ port: marketplace.port });
  await chromium.hook({ waitMs: [20, 40], plan: "pro" });
});

afterAll(async () => {
  await chromium.stop();
  await marketplace.close();
});

test.each<[BadAnswer, string, string]>([
  ["half a JSON", "contractChanged", "Etsy changed how it sends reviews."],
  ["markup that takes too long to parse", "contractChanged", "takes more than 8 seconds to read, so reading was stopped"],
  ["a sign-in page with status 200", "signedOut", "Etsy wants you to sign in."],
  ["a redirect to a sign-in page", "signedOut", "Etsy wants you to sign in."],
])("after %s, once, one press of Resume in the popup reads the listing to its end", async (how, kind, words) => {
  marketplace.spoil(3, how);
  const page = await chromium.open(listingPath);
  const { jobId } = await startJob(chromium, page, defaultOptions);
  const blocked = await chromium.jobThat((job) => job.jobId === jobId && job.status === "blocked", how);
  expect(blocked).toMatchObject({ problem: { kind }, kept: 16, expected: 40 });
  if (blocked.problem?.kind === "contractChanged") expect(blocked.problem.report).toContain("status: 200");
  expect(await page.title()).toContain("Brass desk lamp");
  const popup = await chromium.popup(page);
  await popup.waitForFunction((text: string) => document.querySelector("body")?.innerText.includes(text), { polling: 50 }, words);
  await popup.locator('::-p-aria([name="Resume"][role="button"])').click();
  const done = await chromium.jobThat((job) => job.jobId === jobId && job.status === "done", "all 40");
  expect(done).toMatchObject({ kept: 40, seen: 40, duplicates: 0, problem: null, route: 0 });
  expect(new Set((await reviewsOf(chromium, jobId)).map(({ reviewId }) => reviewId)).size).toBe(40);
  await chromium.call("jobs.remove", { jobId });
  await popup.close();
  await page.close();
});

test("after one cut connection, the job retries by itself and reads the listing to its end", async () => {
  marketplace.spoil(3, "a cut connection");
  const before = marketplace.asked().length;
  const page = await chromium.open(listingPath);
  const { jobId } = await startJob(chromium, page, defaultOptions);
  const waiting = await chromium.jobThat((job) => job.jobId === jobId && job.problem?.kind === "unavailable", "a cut connection");
  expect(waiting).toMatchObject({ status: "running", kept: 16, nextPage: 3 });
  const done = await chromium.jobThat((job) => job.jobId === jobId && job.status === "done", "all 40");
  expect(done).toMatchObject({ kept: 40, duplicates: 0, problem: null });
  // The browser may itself retry a request whose connection was cut.
  expect([...new Set(marketplace.asked().slice(before))]).toEqual([1, 2, 3, 4, 5]);
  await page.close();
});

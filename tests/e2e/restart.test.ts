import { rm } from "node:fs/promises";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { defaultOptions } from "#src/collector/settings/settings.rules.ts";
import { Chromium } from "./chromium.ts";
import { reviewsOf, startJob } from "./collected.ts";
import type { Marketplace } from "./marketplace.ts";
import { openMarketplace, pausesIn } from "./marketplace.ts";

let marketplace: Marketplace;

beforeAll(async () => {
  marketplace = await openMarketplace();
});

afterAll(async () => {
  await marketplace?.close();
});

describe("a restarted browser", () => {
  test("continues once the listing is open again, with no review lost or duplicated and no request too early", async () => {
    const first = await Chromium.start({ port: marketplace.port });
    await first.hook({ waitMs: [150, 200], plan: "pro" });
    const page = await first.open("/listing/1000000400");
    const { jobId } = await startJob(first, page, defaultOptions);
    const before = await first.jobThat((job) => job.kept >= 80, "80 reviews");
    // Killed rather than closed: the browser cannot clean up.
    first.browser.process()?.kill("SIGKILL");
    await first.stop(true).catch(() => undefined);

    const second = await Chromium.start({ port: marketplace.port, profile: first.profile });
    try {
      const waiting = await second.jobThat((job) => job.jobId === jobId, "the job of before");
      expect(waiting).toMatchObject({ status: "running" });
      expect(waiting.kept).toBeGreaterThanOrEqual(before.kept);
      const dashboard = await second.dashboard();
      await dashboard.waitForSelector(".status-tag");
      expect(await dashboard.$eval(".status-tag", (tag) => tag.textContent)).toBe("Waiting for its page");
      await second.open("/listing/1000000400");
      const done = await second.jobThat((job) => job.status === "done", "400 reviews");
      expect(done.kept).toBe(400);
      const got = (await reviewsOf(second, jobId)).map(({ reviewId }) => reviewId);
      expect(got).toEqual((await marketplace.truth("1000000400")).map(({ reviewId }) => reviewId));
      for (const pause of pausesIn(await marketplace.log())) expect(pause).toBeGreaterThanOrEqual(150);
    } finally {
      await second.stop();
      await rm(first.profile, { recursive: true, force: true });
    }
  });
});

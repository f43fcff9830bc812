import { spawnSync } from "node:child_process";
import { defaultOptions } from "#src/collector/settings/settings.rules.ts";
import { Chromium } from "#tests/e2e/chromium.ts";
import { startJob } from "#tests/e2e/collected.ts";
import { openMarketplace } from "#tests/e2e/marketplace.ts";
import type { Bench, Figure } from "./bench.ts";
import { atMost, note } from "./bench.ts";

const listing = "1000000400";
const requests = 50;
const intervalMs = 4000;

/**
 * 400 reviews at a fixed interval of 4 s in real time, compared with the floor of the interval itself: 49 waits between 50
 * requests. The rest is overhead: the marketplace's answers, reading and storing.
 */
export const collectorPace: Bench = {
  name: "pace",
  async run(): Promise<Figure[]> {
    const built = spawnSync("npm", ["run", "-s", "build:e2e"], { encoding: "utf8" });
    if (built.status !== 0) throw new Error(`bench: the build failed\n${built.stderr}`);
    const marketplace = await openMarketplace();
    const chromium = await Chromium.start({ port: marketplace.port });
    try {
      await chromium.hook({ waitMs: [intervalMs, intervalMs], plan: "pro" });
      const page = await chromium.open(`/listing/${listing}`);
      await startJob(chromium, page, defaultOptions);
      const floorMs = (requests - 1) * intervalMs;
      const done = await chromium.jobThat((job) => job.status === "done", "400 reviews", floorMs * 1.5);
      const log = await marketplace.log();
      const gaps = log.slice(1).map(({ gapMs }) => gapMs ?? 0);
      const [first, last] = [log[0], log.at(-1)];
      if (done.kept !== 400 || log.length !== requests || !first || !last)
        throw new Error(`bench: ${done.kept} reviews in ${log.length} requests`);
      const tookMs = last.at - first.at;
      return [
        atMost("400 reviews at a fixed 4 s, against the throttle's floor", tookMs / floorMs, 1.02),
        note("reviews kept", done.kept, "reviews"),
        note("requests", log.length, "requests"),
        note("shortest wait seen by the marketplace", Math.min(...gaps), "ms"),
        note("from the first request to the last", tookMs / 1000, "s"),
      ];
    } finally {
      await chromium.stop();
      await marketplace.close();
    }
  },
};

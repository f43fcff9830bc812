import { spawnSync } from "node:child_process";
import { rm } from "node:fs/promises";
import type { Page } from "puppeteer";
import { chooseFile, keepAndOpenTable, writeExportFile } from "#tests/e2e/big-file.ts";
import { Chromium } from "#tests/e2e/chromium.ts";
import { openMarketplace } from "#tests/e2e/marketplace.ts";
import type { Bench, Figure } from "./bench.ts";
import { atMost, median, note } from "./bench.ts";
import { seededBatches } from "./seeded-reviews.ts";

const rows = 100_000;
const pxPerSecond = 3000;
const seconds = 6;
const longMs = 50;

/** Measures milliseconds between frames while the table scrolls from its middle. */
async function scroll(page: Page): Promise<number[]> {
  return page.evaluate(
    async (speed: number, lastsMs: number) => {
      const frame = document.querySelector(".reviews");
      if (frame === null) throw new Error("bench: no table");
      const from = frame.scrollHeight / 2;
      const frames: number[] = [];
      const begun = performance.now();
      for (let last = begun; last - begun < lastsMs;) {
        frame.scrollTop = from + ((last - begun) * speed) / 1000;
        const now = await new Promise<number>((resolve) => requestAnimationFrame(() => resolve(performance.now())));
        frames.push(now - last);
        last = now;
      }
      return frames;
    },
    pxPerSecond,
    seconds * 1000,
  );
}

/** Returns the longest task of the main thread until the result is requested, in ms; 0 if none exceeded 50 ms. */
async function watchLongTasks(page: Page): Promise<() => Promise<number>> {
  await page.evaluate(() => {
    const longest = { ms: 0 };
    Object.assign(globalThis, { quaysideLongest: longest });
    new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) longest.ms = Math.max(longest.ms, duration);
    }).observe({ type: "longtask" });
  });
  return () => page.evaluate(() => (globalThis as unknown as { quaysideLongest: { ms: number } }).quaysideLongest.ms);
}

/** The dashboard's table of 100,000 imported reviews, scrolled at 3,000 px/s for 6 s. */
export const collectorTable: Bench = {
  name: "table",
  async run(): Promise<Figure[]> {
    const built = spawnSync("npm", ["run", "-s", "build:e2e"], { encoding: "utf8" });
    if (built.status !== 0) throw new Error(`bench: the build failed\n${built.stderr}`);
    const file = await writeExportFile(seededBatches(rows, 500, 7));
    const marketplace = await openMarketplace();
    const chromium = await Chromium.start({ port: marketplace.port });
    try {
      const page = await chromium.dashboard("/import");
      await page.bringToFront();
      const longestTask = await watchLongTasks(page);
      const begun = performance.now();
      await chooseFile(page, file.path);
      const read = performance.now();
      await keepAndOpenTable(page);
      const stored = performance.now();
      const importTask = await longestTask();
      const frames = await scroll(page);
      return [
        atMost(`frames over ${longMs} ms, scrolling ${rows.toLocaleString("en-US")} rows`, share(frames), 0.02),
        note("median frame", median(frames), "ms"),
        note("longest frame", Math.max(...frames), "ms"),
        note("frames", frames.length, "frames"),
        note("reading the file", (read - begun) / 1000, "s"),
        note("storing it, and opening the table", (stored - read) / 1000, "s"),
        note("longest task of the page meanwhile", importTask, "ms"),
      ];
    } finally {
      await chromium.stop();
      await marketplace.close();
      await rm(file.folder, { recursive: true, force: true });
    }
  },
};

function share(frames: readonly number[]): number {
  return frames.filter((ms) => ms > longMs).length / frames.length;
}

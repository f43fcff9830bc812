import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Page } from "puppeteer";
import { build } from "vite";
import { demoPassword } from "#server/demo.ts";
import { inChromium } from "./chromium.ts";
import { benchData } from "./server-data.ts";
import { startServerProcess } from "./server-process.ts";

/** A page of the built application, on a server whose log has a million rows. */
export interface Visit {
  readonly page: Page;
  readonly origin: string;
}

/** Builds the application for production, serves it with the bench's data, and opens a browser. */
export async function visiting<T>(use: (visit: Visit) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), "quayside-bench-web-"));
  try {
    await build({ configFile: "web/vite.config.ts", logLevel: "error", build: { outDir: folder, emptyOutDir: true } });
    const server = await startServerProcess("all", await benchData(), { WEB_DIR: folder });
    try {
      const { origin } = server;
      return await inChromium(`${origin}/p/login`, async ({ page }) => {
        await page.setViewport({ width: 1440, height: 900 });
        return use({ page, origin });
      });
    } finally {
      await server.stop();
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Fills in the login and presses Enter. @returns ms until home's heading and tabs are shown */
export async function signInMs(page: Page, username = "provider01"): Promise<number> {
  await page.waitForSelector("input[autocomplete=username]");
  await page.type("input[autocomplete=username]", username);
  await page.type("input[autocomplete=current-password]", demoPassword);
  const begun = performance.now();
  await page.keyboard.press("Enter");
  await page.waitForFunction(() => document.querySelector(".tab-bar") !== null && document.querySelector("main h1") !== null);
  return performance.now() - begun;
}

/** Changes the page by a press and waits in the page for the result; returns ms. */
export async function pressMs(page: Page, selector: string, isDone: string): Promise<number> {
  return page.evaluate(
    async (pressed: string, done: string) => {
      const nextFrame = () => new Promise((resolve) => requestAnimationFrame(resolve));
      const holds = () => document.evaluate(done, document, null, XPathResult.BOOLEAN_TYPE).booleanValue;
      const begun = performance.now();
      document.querySelector<HTMLElement>(pressed)?.click();
      while (!holds()) {
        if (performance.now() - begun > 30_000) throw new Error(`bench: ${done} did not come`);
        await nextFrame();
      }
      await nextFrame();
      return performance.now() - begun;
    },
    selector,
    isDone,
  );
}

/** Returns the JavaScript heap after garbage collection, MB. */
export async function heapMb(page: Page): Promise<number> {
  const session = await page.createCDPSession();
  for (let times = 0; times < 3; times += 1) await session.send("HeapProfiler.collectGarbage");
  await session.detach();
  const { JSHeapUsedSize } = await page.metrics();
  return (JSHeapUsedSize ?? Number.NaN) / 1_000_000;
}

/** Frames during some work: the longest interval, and the longest block by our own work, ms. */
export interface Frames {
  readonly longestGapMs: number;
  readonly longestWorkMs: number;
}

interface FrameWatch {
  stop(): Frames;
}

/** Watches a page's frames during `work`. */
export async function framesDuring(page: Page, work: () => Promise<void>): Promise<Frames> {
  await page.evaluate(() => {
    const seen = { gap: 0, work: 0, last: performance.now(), goesOn: true };
    const look = (now: number) => {
      seen.gap = Math.max(seen.gap, now - seen.last);
      seen.last = now;
      if (seen.goesOn) requestAnimationFrame(look);
    };
    requestAnimationFrame((now) => {
      seen.last = now;
      requestAnimationFrame(look);
    });
    const observer = new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) seen.work = Math.max(seen.work, entry.duration);
    });
    observer.observe({ type: "long-animation-frame" });
    (globalThis as unknown as { quaysideFrames: FrameWatch }).quaysideFrames = {
      stop: () => {
        seen.goesOn = false;
        for (const entry of observer.takeRecords()) seen.work = Math.max(seen.work, entry.duration);
        observer.disconnect();
        return { longestGapMs: seen.gap, longestWorkMs: seen.work };
      },
    };
  });
  await work();
  return page.evaluate(() => (globalThis as unknown as { quaysideFrames: FrameWatch }).quaysideFrames.stop());
}

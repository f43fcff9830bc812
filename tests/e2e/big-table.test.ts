import { rm } from "node:fs/promises";
import type { Page } from "puppeteer";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { fullReviews, inBatches } from "#tests/factories/exports.ts";
import { chooseFile, keepAndOpenTable, writeExportFile } from "./big-file.ts";
import { Chromium } from "./chromium.ts";
import type { Marketplace } from "./marketplace.ts";
import { openMarketplace } from "./marketplace.ts";
import { until } from "./until.ts";

const count = 100_000;
const idOf = (row: number) => String(4_000_000_000 + row);

let marketplace: Marketplace;
let chromium: Chromium;
let page: Page;
let file: { path: string; folder: string };

beforeAll(async () => {
  // No photos: thousands of pictures would be requested from the sandbox.
  const reviews = fullReviews(count, (index) => ({ text: `Review number ${index + 1}`, images: [], rating: 5 - (index % 5) }));
  file = await writeExportFile(inBatches(reviews));
  marketplace = await openMarketplace();
  chromium = await Chromium.start({ port: marketplace.port });
  page = await chromium.dashboard("/import");
});

afterAll(async () => {
  await chromium?.stop();
  await marketplace?.close();
  if (file !== undefined) await rm(file.folder, { recursive: true, force: true });
});

interface Watched {
  quaysideRows: number;
}

/** Records the most row elements the page ever had at once. */
async function watchRows(): Promise<void> {
  await page.evaluate(() => {
    const watched = globalThis as unknown as Watched;
    watched.quaysideRows = 0;
    const note = () => {
      watched.quaysideRows = Math.max(watched.quaysideRows, document.querySelectorAll("[role=row]").length);
    };
    new MutationObserver(note).observe(document.body, { childList: true, subtree: true });
    note();
  });
}

/** Waits until a row (from 1) with this id and text is visible in the frame. */
async function seeRow(row: number): Promise<void> {
  await page.waitForFunction(
    (wanted: number, id: string) => {
      const line = document.querySelector(`.reviews-line[aria-rowindex="${wanted + 1}"]`);
      const frame = document.querySelector(".reviews")?.getBoundingClientRect();
      const box = line?.getBoundingClientRect();
      if (!line || !frame || !box || box.bottom < frame.top || box.top > frame.bottom) return false;
      const number = line.querySelector<HTMLElement>(".reviews-number");
      return number?.title === id && line.textContent.includes(`Review number ${wanted}`);
    },
    { timeout: 90_000 },
    row,
    idOf(row),
  );
}

/**
 * Waits until scrolling stops: a key or jump during smooth scrolling only changes its course. Counts rendered frames
 * rather than time, because a busy machine may pause between two of them.
 */
async function standStill(): Promise<void> {
  await page.evaluate(async () => {
    const frame = document.querySelector(".reviews");
    let [before, same] = [-1, 0];
    while (same < 10) {
      await new Promise((resolve) => requestAnimationFrame(resolve));
      const now = frame?.scrollTop ?? 0;
      same = now === before ? same + 1 : 0;
      before = now;
    }
  });
}

/** Presses a key once scrolling has stopped. */
async function press(key: "End" | "Home" | "PageDown"): Promise<void> {
  await standStill();
  await page.keyboard.press(key);
}

/** Returns the first row whose top edge is visible, allowing for subpixel rounding. */
async function firstRow(): Promise<number> {
  return page.evaluate(() => {
    const frame = document.querySelector(".reviews")?.getBoundingClientRect();
    const lines = [...document.querySelectorAll(".reviews-line")].filter(
      (line) => line.getBoundingClientRect().top >= (frame?.top ?? 0) - 2,
    );
    return Math.min(...lines.map((line) => Number(line.getAttribute("aria-rowindex")) - 1));
  });
}

describe("100,000 imported reviews", () => {
  test("are read with visible progress, and become a job", async () => {
    await page.evaluate(() => {
      const seen = new Set<string>();
      Object.assign(globalThis, { quaysideSeen: seen });
      new MutationObserver(() => {
        const text = document.querySelector("main")?.textContent ?? "";
        for (const [step] of text.matchAll(/(Reading reviews\.csv: row |Storing review )[\d,]+ of 100,000/g)) seen.add(step);
      }).observe(document.body, { childList: true, subtree: true, characterData: true });
    });
    await chooseFile(page, file.path);
    expect(await page.evaluate(() => document.querySelector("main")?.textContent)).toContain("100,000 reviews found in reviews.csv");
    await watchRows();
    await keepAndOpenTable(page);
    const steps = await page.evaluate(() => [...(globalThis as unknown as { quaysideSeen: Set<string> }).quaysideSeen]);
    expect(steps.filter((step) => step.startsWith("Reading")).length).toBeGreaterThan(3);
    expect(steps.filter((step) => step.startsWith("Storing")).length).toBeGreaterThan(3);
    const [job] = await chromium.jobs();
    // The browser neither renders nor scrolls pages in the background.
    await page.bringToFront();
    expect(job).toMatchObject({ status: "done", kept: count, title: "Handmade Oak Tray", byStars: { 1: 20_000, 5: 20_000 } });
  });

  test("are counted for screen readers, and the first, a middle and the last one are reached by keyboard alone", async () => {
    expect(await page.$eval("[role=table]", (table) => table.getAttribute("aria-rowcount"))).toBe(String(count + 1));
    await seeRow(1);
    await page.focus(".reviews");
    await press("End");
    await seeRow(count);
    await press("Home");
    await seeRow(1);
    await press("PageDown");
    await page.waitForFunction(() => (document.querySelector(".reviews")?.scrollTop ?? 0) > 300);

    await standStill();
    // From the frame back to the previous field: its button is in between.
    await page.keyboard.down("Shift");
    await page.keyboard.press("Tab");
    await page.keyboard.press("Tab");
    await page.keyboard.up("Shift");
    await page.keyboard.type("50000");
    await page.keyboard.press("Enter");
    await seeRow(50_000);
    await until(async () => ((await firstRow()) === 50_000 ? true : null), "row 50,000 at the top");
    // The focus is in the table again, so that keys apply to it.
    await press("PageDown");
    await page.waitForFunction((from: number) => (document.querySelector(".reviews")?.scrollTop ?? 0) > from + 300, {}, 49_999 * 56);
    await standStill();
    await seeRow((await firstRow()) + 1);
  });

  test("are cards on a narrow screen, where both ends are reached too and nothing scrolls sideways", async () => {
    await page.setViewport({ width: 390, height: 844 });
    // The end is only final once the rows are cards.
    await page.waitForFunction((px: number) => (document.querySelector(".reviews")?.scrollHeight ?? 0) >= px, {}, count * 128);
    await page.focus(".reviews");
    await press("End");
    await seeRow(count);
    await press("Home");
    await seeRow(1);
    const wide = await page.evaluate(() =>
      [document.documentElement, document.querySelector(".reviews")].map((box) => (box ? box.scrollWidth - box.clientWidth : -1)),
    );
    expect(wide).toEqual([0, 0]);
    await page.setViewport({ width: 1280, height: 900 });
  });

  test("never have more than 60 rows in the page at once", async () => {
    const most = await page.evaluate(() => (globalThis as unknown as Watched).quaysideRows);
    expect(most).toBeGreaterThan(10);
    expect(most).toBeLessThanOrEqual(60);
  });
});

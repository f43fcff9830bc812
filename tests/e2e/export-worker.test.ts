import { fileURLToPath } from "node:url";
import type { Browser, Page } from "puppeteer";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import * as XLSX from "xlsx";
import { columnIds } from "#src/collector/reviews/review-file.contract.ts";
import type { ExportFormat } from "#src/collector/reviews/review-file.contract.ts";
import { exportTexts } from "#src/collector/export/export-texts.ts";
import { buildLayout } from "#src/collector/export/export-layout.ts";
import { readExport } from "#src/collector/review-import/read-export.ts";
import { chromiumArgs, ensureChromium, ensureFirefox } from "#scripts/browsers.ts";
import { launchBrowser } from "#scripts/launch-browser.ts";
import { withModules } from "#tests/bench/chromium.ts";
import { fullReviews } from "#tests/factories/exports.ts";
import type { ExportPage, SeenExport } from "./export-worker.page.ts";

const count = 3_200;
const planOf = (format: ExportFormat) =>
  buildLayout({ format, columns: columnIds, about: [{ label: "Listing", value: "Oak" }], t: exportTexts("en_us") });

function exportIn(page: Page, format: ExportFormat, abortAtRow: number | null = null): Promise<SeenExport> {
  return page.evaluate(
    (plan, row) => (Reflect.get(globalThis, "quaysideExport") as ExportPage).exportStored(plan, row),
    planOf(format),
    abortAtRow,
  );
}

/** Where the page is served; its modules are bundled once for both browsers. */
const served = Promise.withResolvers<string>();
const over = Promise.withResolvers<void>();

beforeAll(() => {
  withModules({ page: fileURLToPath(new URL("./export-worker.page.ts", import.meta.url)) }, async (origin) => {
    served.resolve(origin);
    await over.promise;
  }).catch(served.reject);
  return served.promise;
});
afterAll(() => over.resolve());

describe.each(["chrome", "firefox"] as const)("the export worker in a real %s", (name) => {
  let browser: Browser | undefined;
  let page: Page;

  beforeAll(async () => {
    const program =
      name === "chrome" ? { executablePath: ensureChromium(), args: [...chromiumArgs], pipe: true } : { executablePath: ensureFirefox() };
    browser = await launchBrowser({ browser: name, headless: true, ...program });
    page = await browser.newPage();
    await page.goto(await served.promise);
    await page.addScriptTag({ url: "/page.js", type: "module" });
    await page.evaluate((rows) => (Reflect.get(globalThis, "quaysideExport") as ExportPage).store(rows), count);
  });
  afterAll(async () => {
    await browser?.close();
  });

  test.each(["xlsx", "csv"] as const)("writes the reviews in IndexedDB to disk as %s, and reports its progress", async (format) => {
    const seen = await exportIn(page, format);
    expect(seen).toMatchObject({ ok: true, rows: count, progress: [1_000, 2_000, 3_000], onDisk: true });
    const bytes = new Uint8Array(Buffer.from(seen.base64, "base64"));
    expect(bytes.length).toBe(seen.bytes);
    expect(await readExport(bytes)).toEqual({ ok: true, value: { reviews: fullReviews(count), skipped: 0, duplicates: 0 } });
    expect(XLSX.read(bytes).SheetNames).toEqual(format === "xlsx" ? ["Reviews", "About"] : ["Sheet1"]);
  });

  test("stops when it is cancelled, and can be started again", async () => {
    expect(await exportIn(page, "xlsx", 1_000)).toMatchObject({ ok: false, detail: "Error: enough" });
    expect(await exportIn(page, "csv")).toMatchObject({ ok: true, rows: count });
  });
});

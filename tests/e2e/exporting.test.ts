import { readFile } from "node:fs/promises";
import Papa from "papaparse";
import { describe, expect, test } from "vitest";
import { defaultOptions } from "#src/collector/settings/settings.rules.ts";
import { startJob } from "./collected.ts";
import { useStage } from "./stage.ts";
import { expectRows, readWorkbook } from "./workbook.ts";

const stage = useStage();

describe("exporting from the popup", () => {
  test("exports 88 of 1,240 for free and says so at the end; with Pro the stopped job continues to all 1,240", async () => {
    await stage.chromium.hook({ waitMs: [20, 40], plan: "free" });
    const page = await stage.chromium.open("/listing/1000001240");
    const popup = await stage.chromium.popup(page);
    const text = () => popup.evaluate(() => document.body.innerText);
    await popup.locator('::-p-aria([name="Export reviews"][role="button"])').click();
    const limited = await stage.chromium.jobThat((job) => job.status === "limited", "the free limit");
    expect(limited).toMatchObject({ kept: 88, requests: 11 });
    const truth = await stage.marketplace.truth("1000001240");
    expectRows(await stage.chromium.downloaded(".xlsx"), truth.slice(0, 88));
    for (const said of ["Free limit reached", "$8.88"]) await expect.poll(text).toContain(said);

    await stage.chromium.hook({ waitMs: [20, 40], plan: "pro" });
    await stage.chromium.forgetDownloads();
    await stage.chromium.call("jobs.resume", { jobId: limited.jobId });
    const done = await stage.chromium.jobThat((job) => job.status === "done" && job.fileName !== "", "all 1,240", 90_000);
    expect(done).toMatchObject({ kept: 1240, expected: 1240, limit: null });
    expectRows(await stage.chromium.downloaded(".xlsx"), truth);
    await popup.close();
    await page.close();
  });

  test("shows the limit and the price before the click", async () => {
    await stage.chromium.hook({ waitMs: [20, 40], plan: "free" });
    const page = await stage.chromium.open("/listing/1000000400");
    const popup = await stage.chromium.popup(page);
    for (const said of ["Export reviews", "first 88", "$8.88", "400"])
      await expect.poll(() => popup.evaluate(() => document.body.innerText)).toContain(said);
    await popup.close();
    await page.close();
  });

  test("writes CSV with a BOM, and makes cells that a spreadsheet would run harmless in both formats", async () => {
    const page = await stage.chromium.open("/listing/1000000400");
    const { jobId } = await startJob(stage.chromium, page, { ...defaultOptions, format: "csv" });
    await stage.chromium.jobThat((job) => job.status === "done" && job.fileName !== "", "400 reviews");
    const csv = await readFile(await stage.chromium.downloaded(".csv"), "utf8");
    expect(csv.startsWith("\uFEFF")).toBe(true);
    const { data } = Papa.parse<Record<string, string>>(csv.slice(1), { header: true, skipEmptyLines: true });
    const truth = await stage.marketplace.truth("1000000400");
    expect(data.map((row) => row["Review ID"])).toEqual(truth.map(({ reviewId }) => reviewId));
    expect(data.map((row) => row["Photos"])).toEqual(truth.map(({ images }) => images.map(({ url }) => url).join("\n")));
    expect(truth.some(({ images }) => images.length > 0)).toBe(true);
    const risky = truth.flatMap(({ text }, at) => (/^[=+\-@]/.test(text) ? [at] : []));
    expect(risky.length).toBeGreaterThan(0);
    for (const at of risky) expect(data[at]?.["Review"]).toBe(`'${truth[at]?.text.replaceAll("\n", "\r\n")}`.replaceAll("\r\n", "\n"));
    for (const row of data) for (const cell of Object.values(row)) expect(cell).not.toMatch(/^[=+\-@]/);

    await stage.chromium.forgetDownloads();
    await stage.chromium.call("jobs.export", { jobId, format: "xlsx" });
    expectRows(await stage.chromium.downloaded(".xlsx"), truth);
    await page.close();
  });

  test("exports the reviews kept so far at any time, and the About sheet describes them", async () => {
    await stage.chromium.forgetDownloads();
    // Slow enough to be paused before it is done.
    await stage.chromium.hook({ waitMs: [2000, 2000], plan: "pro" });
    const page = await stage.chromium.open("/listing/1000000101");
    const { jobId } = await startJob(stage.chromium, page, defaultOptions);
    await stage.chromium.jobThat((job) => job.kept > 0, "its first reviews");
    await stage.chromium.call("jobs.pause", { jobId });
    const paused = await stage.chromium.jobThat((job) => job.status === "paused", "the pause");
    await stage.chromium.call("jobs.export", { jobId, format: "xlsx" });
    const book = readWorkbook(await stage.chromium.downloaded(".xlsx"));
    expect(book.rows.length).toBeGreaterThanOrEqual(paused.kept);
    expect(book.rows.length).toBeLessThan(101);
    expect(book.sheetNames).toEqual(["Reviews", "About"]);
    const about = book.about.map((row) => row.join(": ")).join("\n");
    expect(about).toContain("https://www.etsy.com/listing/1000000101");
    expect(about).toMatch(/of 101/);
    await stage.chromium.call("jobs.cancel", { jobId });
    await page.close();
  });

  test("exports the chosen columns in the chosen order, and remembers them", async () => {
    await stage.chromium.forgetDownloads();
    await stage.chromium.inExtension(async () => chrome.storage.local.set({ settings: { columns: ["rating", "text", "reviewId"] } }));
    const page = await stage.chromium.open("/listing/1000000003");
    await startJob(stage.chromium, page, defaultOptions);
    const book = readWorkbook(await stage.chromium.downloaded(".xlsx"));
    expect(book.header).toEqual(["Rating", "Review", "Review ID"]);
    await stage.chromium.inExtension(async () => chrome.storage.local.remove("settings"));
    await page.close();
  });
});

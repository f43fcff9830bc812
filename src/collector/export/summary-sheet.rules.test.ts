import { describe, expect, it } from "vitest";
import { countMeanings, marketplaceIds } from "#src/collector/reviews/reviews.contract.ts";
import { defaultOptions } from "#src/collector/settings/settings.rules.ts";
import { freePlan, proPlan } from "#src/pro/plan/plan.contract.ts";
import { makeDoneJob } from "#tests/factories/exports.ts";
import { buildAboutRows, formatCompleteness, formatFilters } from "./summary-sheet.rules.ts";
import { exportTexts } from "./export-texts.ts";

const english = exportTexts("en_us");
const chinese = exportTexts("zh_cn");
const now = new Date("2026-11-21T13:30:00Z");

describe("the completeness sentence", () => {
  it("says that everything was collected", () => {
    expect(formatCompleteness(makeDoneJob(), english)).toBe("101 of 101, 7 without text");
    expect(formatCompleteness(makeDoneJob(), chinese)).toBe("共 101 条，已采 101 条，其中 7 条没有文字");
  });

  it("never hides that the marketplace gave fewer reviews than it announced", () => {
    expect(formatCompleteness(makeDoneJob({ seen: 99, kept: 99 }), english)).toContain(
      "99 of 101 read: the marketplace announced 2 more than it gave",
    );
  });

  it("never hides that the marketplace gave more reviews than it announced", () => {
    expect(formatCompleteness(makeDoneJob({ seen: 102, kept: 102 }), english)).toContain(
      "102 read, although the marketplace announced 101",
    );
  });

  it("distinguishes reviews read from reviews kept when filters were used", () => {
    const job = makeDoneJob({ kept: 40, options: { ...defaultOptions, stars: [5] } });
    expect(formatCompleteness(job, english)).toBe("101 of 101 read; 40 match the filters, 7 of them without text");
  });

  it("distinguishes a job that stopped from one that was completed", () => {
    const limited = makeDoneJob({ status: "limited", ended: "limit", limit: 88, kept: 88, seen: 88, expected: 1240 });
    expect(formatCompleteness(limited, english)).toContain(
      "Stopped at the limit of 88 reviews: 88 in this file, 7 without text; the marketplace announces 1,240",
    );
    expect(formatCompleteness(makeDoneJob({ status: "blocked", ended: "", seen: 48, kept: 48 }), english)).toContain(
      "Not finished: 48 of 101",
    );
    expect(formatCompleteness(makeDoneJob({ ended: "date", seen: 50, kept: 41 }), english)).toContain(
      "Read back to the first date asked for",
    );
  });

  it("says so when the marketplace gives no total", () => {
    expect(formatCompleteness(makeDoneJob({ expected: null }), english)).toContain("does not say how many");
    expect(formatCompleteness(makeDoneJob({ expected: null, status: "paused" }), english)).toContain("Not finished: 101 read so far");
  });
});

describe("the About sheet", () => {
  it("lists each of the marketplace's counts with what it counts", () => {
    const rows = buildAboutRows({ job: makeDoneJob(), plan: proPlan, now, t: english });
    expect(rows).toContainEqual({ label: "Count: reviews of the whole shop, as the listing page states them", value: 2310 });
    expect(rows).toContainEqual({ label: "Count: sum of the reviews at each number of stars", value: 102 });
    expect(rows).toContainEqual({ label: "Exported at (UTC)", value: now });
    expect(rows).toContainEqual({ label: "Marketplace", value: "Etsy" });
  });

  it("lists the fields that were not read, and gives no number for photos that were not read", () => {
    const rows = buildAboutRows({
      job: makeDoneJob({ withPhotos: 0, notRead: { sellerReply: 101, images: 101 } }),
      plan: proPlan,
      now,
      t: english,
    });
    expect(rows).toContainEqual({ label: "Not read (reviews concerned)", value: "Seller reply (101); Photos (101)" });
    expect(rows).toContainEqual({ label: "Of these, with photos", value: "(not read)" });
    expect(buildAboutRows({ job: makeDoneJob({ notRead: {} }), plan: proPlan, now, t: english }).map(({ label }) => label)).not.toContain(
      "Not read (reviews concerned)",
    );
  });

  it("omits unknown values", () => {
    const labels = buildAboutRows({ job: makeDoneJob({ shopName: "", finishedAt: "" }), plan: freePlan, now, t: english }).map(
      ({ label }) => label,
    );
    expect(labels).not.toContain("Shop");
    expect(labels).not.toContain("Collecting ended (UTC)");
    expect(labels).toContain("Plan");
  });

  it("has a text for every count and every marketplace in both languages", () => {
    for (const t of [english, chinese]) {
      for (const meaning of countMeanings) expect(t(`export.count.${meaning}`)).not.toBe("");
      for (const id of marketplaceIds) expect(t(`export.marketplace.${id}`)).not.toBe("");
    }
  });
});

describe("the description of the filters", () => {
  it("says 'none' by default", () => {
    expect(formatFilters(defaultOptions, english)).toBe("none");
  });

  it("names all filters", () => {
    const options = {
      ...defaultOptions,
      stars: [4, 5],
      withPhotos: true,
      withText: true,
      dateFrom: "2026-01-01",
      dateTo: "2026-05-01",
      keyword: " oak ",
    };
    expect(formatFilters(options, english)).toBe(
      "stars: 5, 4; with photos only; with text only; from 2026-01-01; to 2026-05-01; contains “oak”",
    );
    expect(formatFilters(options, chinese)).toBe("星级：5, 4；只要带图；只要有文字；2026-01-01 起；到 2026-05-01 止；包含“oak”");
  });
});

import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { fullReview, makeDoneJob } from "#tests/factories/exports.ts";
import { columnIds } from "#src/collector/reviews/review-file.contract.ts";
import { toCell, columnWidths, buildFileName } from "./export.rules.ts";

const now = new Date("2026-11-21T23:59:00Z");

describe("a review's cell", () => {
  it("is a number, a date, a yes/no, a link or text, depending on its column", () => {
    const review = fullReview();
    expect(toCell(review, "rating")).toEqual({ kind: "number", value: 5 });
    expect(toCell(review, "date")).toMatchObject({ kind: "date", date: { text: "2026-05-03" } });
    expect(toCell(review, "collectedAt")).toMatchObject({ kind: "date", date: { text: "2026-11-21 13:26:43" } });
    expect(toCell(review, "recommended")).toEqual({ kind: "boolean", value: true });
    expect(toCell(review, "listingUrl")).toMatchObject({ kind: "link", url: review.listingUrl });
    expect(toCell(review, "reviewId")).toEqual({ kind: "text", text: "4000000001" });
  });

  it("is empty when the marketplace gave no value", () => {
    const bare = fullReview({ rating: null, title: "", date: "", reviewerUrl: "", images: [], recommended: null, helpfulCount: null });
    for (const column of ["rating", "title", "date", "reviewerUrl", "images", "recommended", "helpfulCount"] as const) {
      expect(toCell(bare, column)).toEqual({ kind: "empty" });
    }
    expect(toCell(bare, "imageCount")).toEqual({ kind: "number", value: 0 });
  });

  it("lists every picture, one per line, and links to the first", () => {
    const images = ["https://a.example/1.jpg", "https://a.example/2.jpg"].map((url) => ({ url, fallback: "" }));
    expect(toCell(fullReview({ images }), "images")).toEqual({
      kind: "link",
      text: "https://a.example/1.jpg\nhttps://a.example/2.jpg",
      url: "https://a.example/1.jpg",
    });
  });

  it("links only to web addresses", () => {
    expect(toCell(fullReview({ reviewerUrl: "javascript:alert(1)" }), "reviewerUrl")).toEqual({
      kind: "text",
      text: "javascript:alert(1)",
    });
  });

  it("has a width in every column", () => {
    for (const column of columnIds) expect(columnWidths[column]).toBeGreaterThan(5);
  });
});

describe("a file's name", () => {
  it("contains the marketplace, the listing, its title and the day", () => {
    expect(buildFileName(makeDoneJob(), "xlsx", now)).toBe("etsy-1000001240-handmade-oak-tray-2026-11-21.xlsx");
  });

  it("contains a shop's name once", () => {
    expect(buildFileName(makeDoneJob({ kind: "shop", subject: "OakAndAsh", title: "OakAndAsh" }), "csv", now)).toBe(
      "etsy-oakandash-2026-11-21.csv",
    );
  });

  it("keeps letters of every script and drops what a file system refuses", () => {
    expect(buildFileName(makeDoneJob({ title: "手工 橡木托盘 <L>: «Größe» 👍 ../../con.txt." }), "csv", now)).toBe(
      "etsy-1000001240-手工-橡木托盘-l-größe-con-txt-2026-11-21.csv",
    );
  });

  it("omits the title when none of its characters can be used", () => {
    expect(buildFileName(makeDoneJob({ title: "👍 / \\ : * ?" }), "csv", now)).toBe("etsy-1000001240-2026-11-21.csv");
  });

  it("is valid on every system, whatever the listing's title", () => {
    const anything = fc.string({ unit: "binary", maxLength: 400 });
    fc.assert(
      fc.property(anything, anything, fc.constantFrom("shop" as const, "listing" as const), (title, subject, kind) => {
        const name = buildFileName(makeDoneJob({ title, subject, kind }), "xlsx", now);
        expect(name).toMatch(/^etsy(-[\p{L}\p{N}\p{M}-]+)?-2026-11-21\.xlsx$/u);
        expect(name.length).toBeLessThanOrEqual(120);
        expect(new TextEncoder().encode(name).length).toBeLessThanOrEqual(250);
        expect(name).not.toContain("--");
      }),
    );
    expect(buildFileName(makeDoneJob({ title: "漂".repeat(400) }), "xlsx", now).endsWith("漂-2026-11-21.xlsx")).toBe(true);
  });
});

import Papa from "papaparse";
import { describe, expect, it } from "vitest";
import * as XLSX from "xlsx";
import type { ColumnId, ExportFormat } from "#src/collector/reviews/review-file.contract.ts";
import { columnIds } from "#src/collector/reviews/review-file.contract.ts";
import { streamFileBytes } from "#src/collector/export/write-export.ts";
import { exportTexts } from "#src/collector/export/export-texts.ts";
import { buildLayout } from "#src/collector/export/export-layout.ts";
import type { Review } from "#src/collector/reviews/reviews.contract.ts";
import type { Language } from "#src/kit/lib/languages.ts";
import { languages } from "#src/kit/lib/languages.ts";
import { fullReview, fullReviews, inBatches } from "#tests/factories/exports.ts";
import { importLimits, readExport } from "./read-export.ts";

async function exported(
  reviews: readonly Review[],
  format: ExportFormat,
  language: Language = "en_us",
  columns: readonly ColumnId[] = columnIds,
) {
  const layout = buildLayout({ format, columns, about: [{ label: "Listing", value: "Oak" }], t: exportTexts(language) });
  const chunks: Uint8Array[] = [];
  for await (const chunk of streamFileBytes(inBatches(reviews), layout)) chunks.push(chunk);
  return new Uint8Array(Buffer.concat(chunks));
}

function bytesOf(text: string): Uint8Array<ArrayBuffer> {
  return new TextEncoder().encode(text);
}

const odd: Partial<Review>[] = [
  {},
  { text: '=HYPERLINK("x")', reviewer: "'quoted'", title: "-5 stars", variation: "'=x" },
  { text: 'two\nlines, "quotes"; 漂亮 👍 שלום', originalText: "_x0041_" },
  { rating: null, text: "", images: [], reviewer: "", reviewerUrl: "", recommended: null, helpfulCount: null, verified: null, date: "" },
  { rating: 4.5, recommended: false, verified: true, helpfulCount: 0, date: "2026-05-03T10:00:00Z", reviewerCountry: "NO" },
  { images: ["https://a.example/1.jpg", "https://a.example/2.jpg"].map((url) => ({ url, fallback: "" })), sellerReplyDate: "" },
];
const unread: Partial<Review> = { images: null, sellerReply: null, sellerReplyDate: "", variation: null, originalText: null, language: "" };
odd.push(unread, { ...unread, variation: "Size: L" });
const reviews = fullReviews(odd.length, (index) => odd[index] ?? {});

describe("a file that we exported", () => {
  for (const format of ["xlsx", "csv"] as const) {
    for (const language of languages) {
      it(`is read back equal, review by review: ${format}, ${language}`, async () => {
        expect(await readExport(await exported(reviews, format, language))).toEqual({
          ok: true,
          value: { reviews, skipped: 0, duplicates: 0 },
        });
      });
    }
  }

  it("is read back from canonical JSON", async () => {
    expect(await readExport(bytesOf(JSON.stringify(reviews)))).toEqual({ ok: true, value: { reviews, skipped: 0, duplicates: 0 } });
  });

  it("is read back with some columns in another order, and the rest empty", async () => {
    const result = await readExport(await exported([fullReview()], "xlsx", "zh_cn", ["text", "marketplace", "reviewId"]));
    expect(result).toMatchObject({
      ok: true,
      value: { reviews: [{ reviewId: "4000000001", text: fullReview().text, rating: null, images: [], reviewer: "" }] },
    });
  });

  it("is read back after another program has saved it again", async () => {
    // SheetJS writes _x0041_ without escaping it, so that one is left to the tests above.
    const plain = reviews.map((review) => ({ ...review, originalText: review.originalText === null ? null : "" }));
    const book = XLSX.read(await exported(plain, "xlsx"));
    const again = await readExport(new Uint8Array(XLSX.write(book, { type: "array", bookType: "xlsx", compression: true }) as ArrayBuffer));
    expect(again).toMatchObject({ ok: true, value: { reviews: plain, skipped: 0 } });
  });

  it("is read back from CSV with semicolons, tabs or UTF-16", async () => {
    const rows = Papa.parse<string[]>(new TextDecoder().decode(await exported(reviews, "csv"))).data;
    const semicolons = bytesOf(Papa.unparse(rows, { delimiter: ";" }));
    const utf16 = new Uint8Array(Buffer.from(`\ufeff${Papa.unparse(rows, { delimiter: "\t" })}`, "utf16le"));
    for (const bytes of [semicolons, utf16]) expect(await readExport(bytes)).toMatchObject({ ok: true, value: { reviews } });
  });

  it("is read without repeated ids, which are counted", async () => {
    const twice = [...fullReviews(3), ...fullReviews(2)];
    expect(await readExport(await exported(twice, "csv"))).toEqual({
      ok: true,
      value: { reviews: fullReviews(3), skipped: 0, duplicates: 2 },
    });
  });

  it("is read without rows that contain no usable review, which are counted", async () => {
    const csv =
      "Review ID,Marketplace,Rating,Recommended\r\n1,etsy,5,yes\r\n,etsy,5,yes\r\n2,etsy,7,yes\r\n3,nowhere,5,yes\r\n4,etsy,5,perhaps\r\n5,etsy,five,no\r\n,,,\r\n";
    const result = await readExport(bytesOf(csv));
    expect(result).toMatchObject({ ok: true, value: { reviews: [{ reviewId: "1", recommended: true }], skipped: 5 } });
  });
});

describe("a file that is not one of ours", () => {
  it.each([
    "",
    "hello",
    "<html><body>reviews</body></html>",
    "{}",
    "[1, 2",
    "a,b,c\n1,2,3",
    "PK",
    "PK\u0003\u0004 nonsense that is no archive at all",
  ])("%j is refused", async (text) => {
    expect(await readExport(bytesOf(text))).toEqual({ ok: false, problem: { kind: "unreadable" } });
  });

  it("is refused when it is binary", async () => {
    expect(await readExport(new Uint8Array([0xd0, 0xcf, 0x11, 0xe0, 0, 0, 0xff]))).toEqual({ ok: false, problem: { kind: "unreadable" } });
  });

  it("is refused with the names of the missing columns", async () => {
    const problem = { kind: "columns", missing: ["reviewId", "marketplace"] };
    for (const format of ["xlsx", "csv"] as const) {
      expect(await readExport(await exported(reviews, format, "en_us", ["text", "rating"]))).toEqual({ ok: false, problem });
    }
  });

  it("is distinguished from an empty file of ours", async () => {
    for (const format of ["xlsx", "csv"] as const)
      expect(await readExport(await exported([], format))).toEqual({ ok: false, problem: { kind: "nothing" } });
    expect(await readExport(bytesOf("[]"))).toEqual({ ok: false, problem: { kind: "nothing" } });
  });

  it("cannot set built-in object properties such as __proto__", async () => {
    const result = await readExport(bytesOf("Review ID,Marketplace,__proto__,constructor\r\n1,etsy,x,y\r\n"));
    expect(result).toMatchObject({ ok: true, value: { reviews: [{ reviewId: "1" }] } });
  });
});

describe("a file that is too large", () => {
  it("is refused before it is read", async () => {
    const limits = { ...importLimits, xlsxBytes: 1_000, textBytes: 1_000 };
    expect(await readExport(await exported(fullReviews(500), "xlsx"), limits)).toEqual({
      ok: false,
      problem: { kind: "tooLarge", mostBytes: 1_000 },
    });
    expect(await readExport(await exported(fullReviews(500), "csv"), limits)).toEqual({
      ok: false,
      problem: { kind: "tooLarge", mostBytes: 1_000 },
    });
  });

  it("is refused during unpacking when it states a false size", async () => {
    const bomb = await exported(
      fullReviews(1_000, () => ({ text: "a".repeat(30_000) })),
      "xlsx",
    );
    expect(bomb.length).toBeLessThan(300_000);
    // The stated sizes are made small, as a bomb would.
    const view = new DataView(bomb.buffer);
    for (let at = 0; at < bomb.length - 46; at += 1) if (view.getUint32(at, true) === 0x02014b50) view.setUint32(at + 24, 10, true);
    const limits = { ...importLimits, xlsxUnpackedBytes: 5_000_000 };
    expect(await readExport(bomb, limits)).toEqual({ ok: false, problem: { kind: "tooLarge", mostBytes: 5_000_000 } });
  });
});

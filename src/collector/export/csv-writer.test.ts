import Papa from "papaparse";
import { describe, expect, it } from "vitest";
import type { Review } from "#src/collector/reviews/reviews.contract.ts";
import { fullReview, fullReviews, inBatches } from "#tests/factories/exports.ts";
import { writeCsv } from "./csv-writer.ts";
import type { ColumnId } from "#src/collector/reviews/review-file.contract.ts";
import { columnIds } from "#src/collector/reviews/review-file.contract.ts";
import { exportTexts } from "./export-texts.ts";
import { buildLayout } from "./export-layout.ts";

const t = exportTexts("en_us");

async function csvOf(reviews: readonly Review[], columns: readonly ColumnId[] = columnIds): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of writeCsv(inBatches(reviews, 7), buildLayout({ format: "csv", columns, about: [], t }))) chunks.push(chunk);
  return Buffer.concat(chunks);
}

function read(csv: Buffer): string[][] {
  return Papa.parse<string[]>(csv.toString("utf8").slice(1), { skipEmptyLines: true }).data;
}

it("a field that was not read is written as such, and is neither empty nor 0", async () => {
  const unread = fullReview({ images: null, sellerReply: null, sellerReplyDate: "", variation: null, originalText: null, language: "" });
  const columns = ["reviewId", "images", "imageCount", "sellerReply", "sellerReplyDate", "variation", "originalText", "language"] as const;
  for (const [language, words] of [
    ["en_us", "(not read)"],
    ["zh_cn", "（未读取）"],
  ] as const) {
    const layout = buildLayout({ format: "csv", columns, about: [], t: exportTexts(language) });
    const chunks: Uint8Array[] = [];
    for await (const chunk of writeCsv(inBatches([unread]), layout)) chunks.push(chunk);
    const [, row = ""] = Buffer.concat(chunks).toString("utf8").split("\r\n");
    expect(row).toBe([unread.reviewId, ...Array<string>(7).fill(words)].join(","));
  }
});

describe("a CSV file", () => {
  it("begins with a BOM and ends every line with CRLF", async () => {
    const csv = await csvOf([fullReview({ text: "two\nlines" })]);
    expect([...csv.subarray(0, 3)]).toEqual([0xef, 0xbb, 0xbf]);
    const text = csv.toString("utf8");
    expect(text.endsWith("\r\n")).toBe(true);
    expect(text.replace('"two\nlines"', "").replaceAll("\r\n", "")).not.toMatch(/[\r\n]/);
  });

  it("round-trips every row across batches, with emoji, quotes and every script", async () => {
    const texts = ['He said "wow", twice', "漂亮的托盘", "جميل جدا", "family 👨‍👩‍👧", "a,b;c\td", " spaced ", "x".repeat(50_000)];
    const reviews = fullReviews(40, (index) => ({ text: texts[index % texts.length] ?? "" }));
    const rows = read(await csvOf(reviews, ["reviewId", "text"]));
    expect(rows).toEqual([["Review ID", "Review"], ...reviews.map(({ reviewId, text }) => [reviewId, text])]);
  });

  it("makes formulas harmless in every text column", async () => {
    const bad = '=HYPERLINK("http://evil.example","x")';
    const rows = read(
      await csvOf(
        [fullReview({ text: bad, reviewer: "@sum", variation: "-1+1", title: "＝1" })],
        ["text", "reviewer", "variation", "title"],
      ),
    );
    expect(rows[1]).toEqual([`'${bad}`, "'@sum", "'-1+1", "'＝1"]);
  });

  it("writes numbers, dates and yes/no as people and Excel read them", async () => {
    const columns = ["rating", "date", "recommended", "verified", "collectedAt", "imageCount"] as const;
    expect(read(await csvOf([fullReview()], columns))[1]).toEqual(["5", "2026-05-03", "yes", "no", "2026-11-21 13:26:43", "1"]);
  });

  it("contains only the header for an empty job", async () => {
    expect(read(await csvOf([], ["rating", "text"]))).toEqual([["Rating", "Review"]]);
  });

  it("keeps the rows of a single column separate even when they are empty", async () => {
    const csv = await csvOf(
      fullReviews(3, (index) => ({ text: index === 1 ? "" : "x" })),
      ["text"],
    );
    expect(csv.toString("utf8").slice(1)).toBe('"Review"\r\n"x"\r\n""\r\n"x"\r\n');
  });

  it("writes a column only once when it is named twice", async () => {
    expect(read(await csvOf([fullReview()], ["rating", "rating"]))).toEqual([["Rating"], ["5"]]);
  });
});

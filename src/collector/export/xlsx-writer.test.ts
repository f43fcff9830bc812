import { describe, expect, it } from "vitest";
import * as XLSX from "xlsx";
import type { Review } from "#src/collector/reviews/reviews.contract.ts";
import { fullReview, fullReviews, inBatches } from "#tests/factories/exports.ts";
import type { AboutRow } from "./export.contract.ts";
import type { ColumnId } from "#src/collector/reviews/review-file.contract.ts";
import { columnIds } from "#src/collector/reviews/review-file.contract.ts";
import { exportTexts } from "./export-texts.ts";
import { buildLayout } from "./export-layout.ts";
import type { SheetLimits } from "./xlsx-writer.ts";
import { writeXlsx } from "./xlsx-writer.ts";

// SheetJS reads what we wrote: writer and reader are never the same code.
interface Made {
  columns?: readonly ColumnId[];
  about?: readonly AboutRow[];
  limits?: SheetLimits;
}

async function bytesOf(reviews: readonly Review[], { columns = columnIds, about = [], limits }: Made = {}): Promise<Buffer> {
  const layout = buildLayout({ format: "xlsx", columns, about, t: exportTexts("en_us") });
  const chunks: Uint8Array[] = [];
  for await (const chunk of writeXlsx(inBatches(reviews, 7), layout, limits)) chunks.push(chunk);
  return Buffer.concat(chunks);
}

async function bookOf(reviews: readonly Review[], made: Made = {}): Promise<XLSX.WorkBook> {
  return XLSX.read(await bytesOf(reviews, made), { cellStyles: true, cellNF: true });
}

function sheetOf(book: XLSX.WorkBook, name = "Reviews"): XLSX.WorkSheet {
  const sheet = book.Sheets[name];
  if (sheet === undefined) throw new Error(`no sheet ${name} in ${book.SheetNames.join(", ")}`);
  return sheet;
}

function cellAt(sheet: XLSX.WorkSheet, reference: string): XLSX.CellObject {
  return sheet[reference] as XLSX.CellObject;
}

function rowsOf(sheet: XLSX.WorkSheet): unknown[][] {
  return XLSX.utils.sheet_to_json<unknown[]>(sheet, { header: 1, defval: null });
}

async function* failing(): AsyncGenerator<Review[]> {
  yield fullReviews(3);
  throw new Error("the database went away");
}

/** One file of an archive as text, read through SheetJS's own ZIP reader. */
async function partOf(bytes: Buffer, path: string): Promise<string> {
  const file = XLSX.CFB.find(XLSX.CFB.read(bytes, { type: "buffer" }), path);
  return file === null ? "" : Buffer.from(file.content as Uint8Array).toString("utf8");
}

describe("a workbook", () => {
  it("round-trips row by row across batches, in every script", async () => {
    const texts = [
      "plain",
      'a "quote" & <tag> ]]>',
      "漂亮",
      "שלום עולם",
      "👨‍👩‍👧 two\nlines",
      " spaced  twice ",
      "_x0041_ literal",
      "tab\there",
      "",
    ];
    const reviews = fullReviews(100, (index) => ({ text: texts[index % texts.length] ?? "", rating: (index % 5) + 1 }));
    const rows = rowsOf(sheetOf(await bookOf(reviews, { columns: ["reviewId", "rating", "text"] })));
    expect(rows).toEqual([
      ["Review ID", "Rating", "Review"],
      ...reviews.map(({ reviewId, rating, text }) => [reviewId, rating, text === "" ? null : text]),
    ]);
  });

  it("never contains a formula, and keeps text that looks like one unchanged", async () => {
    const bad = ['=HYPERLINK("http://evil.example","x")', "+1", "-1", "@SUM(A1)", "\t=1", "＝1", "  =1"];
    const bytes = await bytesOf(
      fullReviews(bad.length, (index) => ({ text: bad[index] ?? "", reviewer: bad[index] ?? "" })),
      { columns: ["text", "reviewer"] },
    );
    const sheet = sheetOf(XLSX.read(bytes));
    for (const [index, text] of bad.entries()) {
      for (const column of ["A", "B"]) {
        const cell = cellAt(sheet, `${column}${index + 2}`);
        expect(cell).toMatchObject({ t: "s", v: text });
        expect(cell.f).toBeUndefined();
      }
    }
    expect(await partOf(bytes, "/xl/worksheets/sheet1.xml")).not.toContain("<f");
    // Format 5 carries quotePrefix, so that editing the cell does not wake the formula.
    expect((await partOf(bytes, "/xl/worksheets/sheet1.xml")).match(/ s="5"/g)).toHaveLength(2 * bad.length);
    expect(await partOf(bytes, "/xl/styles.xml")).toContain('quotePrefix="1"');
  });

  it("has real dates, real numbers and ids with all their digits", async () => {
    const review = fullReview({ reviewId: "12345678901234567890" });
    const sheet = sheetOf(await bookOf([review], { columns: ["reviewId", "rating", "date", "collectedAt", "recommended"] }));
    expect(cellAt(sheet, "A2")).toMatchObject({ t: "s", v: "12345678901234567890" });
    expect(cellAt(sheet, "B2")).toMatchObject({ t: "n", v: 5 });
    expect(cellAt(sheet, "C2")).toMatchObject({ t: "n", v: 46_145, w: "2026-05-03" });
    expect(cellAt(sheet, "D2")).toMatchObject({ t: "n", w: "2026-11-21 13:26:43" });
    expect(cellAt(sheet, "E2")).toMatchObject({ t: "s", v: "yes" });
  });

  it("has a bold header row that stays visible when scrolling, and column widths", async () => {
    const bytes = await bytesOf([fullReview()], { columns: ["rating", "text"] });
    const xml = await partOf(bytes, "/xl/worksheets/sheet1.xml");
    expect(xml).toContain('<pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/>');
    expect(xml).toContain('<c r="A1" s="1" t="inlineStr">');
    expect(sheetOf(XLSX.read(bytes, { cellStyles: true }))["!cols"]?.map((column) => column.width)).toEqual([8, 70]);
  });

  it("links to the listing, the reviewer and the first photo, and only to web addresses", async () => {
    const review = fullReview({ reviewerUrl: "javascript:alert(1)" });
    const sheet = sheetOf(await bookOf([review, fullReview({ reviewId: "2" })], { columns: ["listingUrl", "reviewerUrl", "images"] }));
    expect(cellAt(sheet, "A2").l?.Target).toBe(review.listingUrl);
    expect(cellAt(sheet, "A3").l?.Target).toBe(review.listingUrl);
    expect(cellAt(sheet, "B2")).toMatchObject({ t: "s", v: "javascript:alert(1)" });
    expect(cellAt(sheet, "B2").l).toBeUndefined();
    expect(cellAt(sheet, "C3").l?.Target).toBe(review.images?.[0]?.url);
  });

  it("stops adding links at Excel's limit when there are 70,000 different ones", { timeout: 300_000 }, async () => {
    const reviews = fullReviews(70_000, (index) => ({ reviewerUrl: `https://www.etsy.com/people/buyer${index}?a=1&b=2` }));
    const bytes = await bytesOf(reviews, { columns: ["listingUrl", "reviewerUrl"] });
    const xml = await partOf(bytes, "/xl/worksheets/sheet1.xml");
    expect(xml.match(/<hyperlink /g)).toHaveLength(65_530);
    // The listing's address is one link over all rows.
    expect(xml).toContain('<hyperlink ref="A2:A70001" r:id="rId1"/>');
    const sheet = sheetOf(XLSX.read(bytes));
    expect(cellAt(sheet, "B65530").l?.Target).toBe("https://www.etsy.com/people/buyer65528?a=1&b=2");
    expect(cellAt(sheet, "B70001")).toMatchObject({ t: "s", v: "https://www.etsy.com/people/buyer69999?a=1&b=2" });
    expect(cellAt(sheet, "B70001").l).toBeUndefined();
    expect(cellAt(sheet, "A70001").l?.Target).toBe(reviews[0]?.listingUrl);
  });

  it("truncates a cell at Excel's 32,767 characters and marks the cut", async () => {
    const sheet = sheetOf(await bookOf([fullReview({ text: "é&".repeat(30_000) })], { columns: ["text"] }));
    const text = String(cellAt(sheet, "A2").v);
    expect(text).toHaveLength(32_767);
    expect(text.endsWith(" […]")).toBe(true);
  });

  it("drops characters that XML cannot carry instead of becoming unreadable", async () => {
    const sheet = sheetOf(await bookOf([fullReview({ text: "a\u0000b\u000bc\ud83dd\uffff" })], { columns: ["text"] }));
    expect(cellAt(sheet, "A2").v).toBe("abc\ufffdd");
  });

  it("has a second sheet that describes the file", async () => {
    const about: AboutRow[] = [
      { label: "Listing", value: "=Oak" },
      { label: "Link", value: "https://www.etsy.com/listing/1" },
      { label: "Exported at", value: new Date("2026-11-21T13:30:00Z") },
      // A Date that crossed Chromium's JSON messages.
      { label: "Began at", value: "2026-11-21T13:00:00.000Z" },
      { label: "Count", value: 101 },
      { label: "Bad date", value: new Date(Number.NaN) },
      { label: "Bad number", value: Number.NaN },
    ];
    const book = await bookOf([fullReview()], { about });
    expect(book.SheetNames).toEqual(["Reviews", "About"]);
    const sheet = sheetOf(book, "About");
    expect(cellAt(sheet, "B1")).toMatchObject({ t: "s", v: "=Oak" });
    expect(cellAt(sheet, "B2").l?.Target).toBe("https://www.etsy.com/listing/1");
    expect(cellAt(sheet, "B3")).toMatchObject({ t: "n", w: "2026-11-21 13:30:00" });
    expect(cellAt(sheet, "B4")).toMatchObject({ t: "n", w: "2026-11-21 13:00:00" });
    expect(cellAt(sheet, "B5")).toMatchObject({ t: "n", v: 101 });
    expect(cellAt(sheet, "B6")).toBeUndefined();
    expect(cellAt(sheet, "B7")).toBeUndefined();
  });

  it("opens with its header for an empty job", async () => {
    expect(rowsOf(sheetOf(await bookOf([], { columns: ["rating", "text"] })))).toEqual([["Rating", "Review"]]);
  });

  it("continues on another sheet past the row limit, with header and links", async () => {
    const book = await bookOf(fullReviews(25), { columns: ["reviewId", "listingUrl"], limits: { rows: 11, links: 5, size: 1_000_000 } });
    expect(book.SheetNames).toEqual(["Reviews", "About", "Reviews 2", "Reviews 3"]);
    const ids = ["Reviews", "Reviews 2", "Reviews 3"].flatMap((name) =>
      rowsOf(sheetOf(book, name))
        .slice(1)
        .map(([id]) => id),
    );
    expect(ids).toEqual(fullReviews(25).map(({ reviewId }) => reviewId));
    expect(cellAt(sheetOf(book, "Reviews 3"), "B6").l?.Target).toContain("etsy.com");
    expect(rowsOf(sheetOf(book, "Reviews 2"))[0]).toEqual(["Review ID", "Listing link"]);
  });

  it("needs no other sheet when the rows just fit", async () => {
    const book = await bookOf(fullReviews(10), { limits: { rows: 11, links: 5, size: 1_000_000 } });
    expect(book.SheetNames).toEqual(["Reviews", "About"]);
  });

  it("is byte-identical for the same rows", async () => {
    expect((await bytesOf(fullReviews(20))).equals(await bytesOf(fullReviews(20)))).toBe(true);
  });

  it("passes on an error of its source, and closes the source when reading stops early", async () => {
    const layout = buildLayout({ format: "xlsx", columns: ["text"], about: [], t: exportTexts("en_us") });
    const readAll = async () => {
      for await (const chunk of writeXlsx(failing(), layout)) expect(chunk).toBeInstanceOf(Uint8Array);
    };
    await expect(readAll()).rejects.toThrow("the database went away");

    let closed = false;
    async function* endless(): AsyncGenerator<Review[]> {
      try {
        for (;;) yield fullReviews(50);
      } finally {
        closed = true;
      }
    }
    let taken = 0;
    for await (const chunk of writeXlsx(endless(), layout)) {
      taken += chunk.length;
      if (taken > 2_000) break;
    }
    expect(closed).toBe(true);
  });
});

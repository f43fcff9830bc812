import { readFileSync } from "node:fs";
import { expect } from "vitest";
import { read, utils } from "xlsx";
import type { TrueReview } from "#sandbox/marketplace/truth.ts";

/** A workbook as read by another library: header, raw values, and their cells. */
export interface ReadWorkbook {
  sheetNames: string[];
  header: string[];
  rows: (string | number | boolean | Date | null)[][];
  about: (string | number | Date | null)[][];
}

/**
 * Reads an exported workbook with SheetJS, which did not write it.
 * Throws if the file is not a complete ZIP: SheetJS reads an empty file (which Firefox creates under the final name
 * while downloading) as text with one empty cell.
 */
export function readWorkbook(path: string): ReadWorkbook {
  const bytes = readFileSync(path);
  if (bytes.indexOf("PK\x03\x04") !== 0 || bytes.lastIndexOf("PK\x05\x06") === -1)
    throw new Error(`${path}: no whole ZIP, ${bytes.length} bytes`);
  const book = read(bytes, { cellDates: true, UTC: true });
  const [first = "", second = ""] = book.SheetNames;
  const sheet = (name: string) =>
    utils.sheet_to_json<(string | number | boolean | Date | null)[]>(book.Sheets[name] ?? {}, {
      header: 1,
      raw: true,
      defval: null,
      UTC: true,
    });
  const [header = [], ...rows] = sheet(first);
  return { sheetNames: book.SheetNames, header: header.map(String), rows, about: sheet(second) as ReadWorkbook["about"] };
}

/** Returns a column's values by header. */
export function columnOf(book: ReadWorkbook, header: string): ReadWorkbook["rows"][number] {
  const at = book.header.indexOf(header);
  if (at === -1) throw new Error(`no column ${header}: ${book.header.join(", ")}`);
  return book.rows.map((row) => row[at] ?? null);
}

/** Expects the file to contain the marketplace's reviews, row by row, in order. */
export function expectRows(path: string, truth: readonly TrueReview[]): void {
  const book = readWorkbook(path);
  expect(book.rows).toHaveLength(truth.length);
  const textOrNull = (text: string) => (text === "" ? null : text);
  expect(columnOf(book, "Review ID")).toEqual(truth.map(({ reviewId }) => reviewId));
  expect(columnOf(book, "Rating")).toEqual(truth.map(({ rating }) => rating));
  expect(columnOf(book, "Review")).toEqual(truth.map(({ text }) => textOrNull(text)));
  expect(columnOf(book, "Original text")).toEqual(truth.map(({ originalText }) => textOrNull(originalText)));
  expect(columnOf(book, "Reviewer")).toEqual(truth.map(({ reviewer }) => textOrNull(reviewer)));
  expect(columnOf(book, "Variation")).toEqual(truth.map(({ variation }) => textOrNull(variation)));
  expect(columnOf(book, "Seller reply")).toEqual(truth.map(({ sellerReply }) => textOrNull(sellerReply)));
  expect(columnOf(book, "Photos")).toEqual(truth.map(({ images }) => textOrNull(images.map(({ url }) => url).join("\n"))));
  expect(columnOf(book, "Photo count")).toEqual(truth.map(({ images }) => images.length));
  expect(columnOf(book, "Date").map((date) => (date instanceof Date ? date.toISOString().slice(0, 10) : date))).toEqual(
    truth.map(({ date }) => date),
  );
}

import Papa from "papaparse";
import { z } from "zod";
import { unguardFormula } from "#src/kit/lib/sheets/safe-cell-text.ts";
import type { ColumnId } from "#src/collector/reviews/review-file.contract.ts";
import type { Result } from "#src/kit/lib/result.ts";
import { ok, refuse } from "#src/kit/lib/result.ts";
import type { Review } from "#src/collector/reviews/reviews.contract.ts";
import { review } from "#src/collector/reviews/reviews.contract.ts";
import type { RawCell } from "./parse-row.rules.ts";
import { findColumns, isBlank, readReview } from "./parse-row.rules.ts";
import { checkZip } from "./zip-guard.ts";

/**
 * The largest files that are read. 20 MB of XLSX are about 130,000 reviews with all columns, and 200 MB unpacked is what a page
 * can hold twice; CSV and JSON are not packed, so they may be as large as that at once.
 */
export const importLimits = { xlsxBytes: 20_000_000, xlsxUnpackedBytes: 250_000_000, textBytes: 200_000_000 } as const;
export type ImportLimits = { readonly [K in keyof typeof importLimits]: number };

/** A file that we exported earlier, read back. */
export interface ImportedFile {
  reviews: Review[];
  /** rows that hold no usable review */
  skipped: number;
  /** rows whose review id came before */
  duplicates: number;
}

export type ImportProblem =
  /** larger than `mostBytes`; for a workbook that may be its unpacked size */
  | { kind: "tooLarge"; mostBytes: number }
  /** a table without the columns that a review cannot do without */
  | { kind: "columns"; missing: ColumnId[] }
  /** ours by its form, but without a single review */
  | { kind: "nothing" }
  /** none of the forms that we write, or damaged */
  | { kind: "unreadable" };

/** How many rows have been looked at, of all. */
export type OnRows = (done: number, total: number) => void;
const rowsPerNews = 1000;

/** Without these a row cannot be told from another, or is of no marketplace. */
const needed = ["reviewId", "marketplace"] as const satisfies readonly ColumnId[];

type Table = readonly (readonly RawCell[])[];

/**
 * Reads a file that Quayside exported: XLSX, CSV (also saved again by a spreadsheet, with semicolons or tabs) or canonical JSON,
 * with headers in either language. What it is, is seen from its content, not from its name. Repeated ids are dropped.
 * @param limits smaller ones for tests
 * @param onRows hears how many rows of a table have been looked at, now and then
 */
export async function readExport(
  bytes: Uint8Array<ArrayBuffer>,
  limits: ImportLimits = importLimits,
  onRows: OnRows = () => undefined,
): Promise<Result<ImportedFile, ImportProblem>> {
  const packed = bytes[0] === 0x50 && bytes[1] === 0x4b;
  const mostBytes = packed ? limits.xlsxBytes : limits.textBytes;
  if (bytes.length > mostBytes) return refuse({ kind: "tooLarge", mostBytes });
  if (packed) return readWorkbook(bytes, limits.xlsxUnpackedBytes, onRows);
  const text = decodeText(bytes);
  if (text === null) return refuse({ kind: "unreadable" });
  return /^\s*[[{]/.test(text) ? readJson(text) : readCsv(text, onRows);
}

/** Decodes UTF-8, or UTF-16 with a BOM ("Unicode text" of a spreadsheet); null if it is not text. */
function decodeText(bytes: Uint8Array<ArrayBuffer>): string | null {
  const utf16 = (bytes[0] === 0xff && bytes[1] === 0xfe && "utf-16le") || (bytes[0] === 0xfe && bytes[1] === 0xff && "utf-16be");
  try {
    const text = new TextDecoder(utf16 === false ? "utf-8" : utf16, { fatal: true }).decode(bytes);
    return text.includes("\u0000") ? null : text;
  } catch {
    return null;
  }
}

async function readWorkbook(
  bytes: Uint8Array<ArrayBuffer>,
  mostBytes: number,
  onRows: OnRows,
): Promise<Result<ImportedFile, ImportProblem>> {
  const checked = await checkZip(bytes, mostBytes);
  if (!checked.ok) return refuse(checked.problem === "tooLarge" ? { kind: "tooLarge", mostBytes } : { kind: "unreadable" });
  // SheetJS is half of the dashboard's size: it is loaded only to read a workbook.
  const XLSX = await import("xlsx");
  try {
    const book = XLSX.read(bytes, { type: "array", dense: true, cellFormula: false, cellHTML: false, cellText: false });
    const tables = book.SheetNames.map((name) => book.Sheets[name]).flatMap((sheet) =>
      sheet === undefined ? [] : [XLSX.utils.sheet_to_json<RawCell[]>(sheet, { header: 1, defval: null, raw: true })],
    );
    // A long export continues in further sheets, with "About" between them: every sheet with our headers is read.
    const ours = tables.filter((table) => listMissing(table).length === 0);
    return ours.length > 0 ? readTables(ours, onRows) : refuse({ kind: "columns", missing: listMissing(tables[0] ?? []) });
  } catch {
    return refuse({ kind: "unreadable" });
  }
}

function readCsv(text: string, onRows: OnRows): Result<ImportedFile, ImportProblem> {
  // A spreadsheet saves with the separator of its locale.
  const delimitersToGuess = [",", ";", "\t"];
  const { data } = Papa.parse<string[]>(text, { skipEmptyLines: "greedy", delimitersToGuess });
  const missing = listMissing(data);
  // Only our CSV has apostrophes before text that looks like a formula; a workbook stores texts as they are.
  if (missing.length === 0) return readTables([data.map((row) => row.map(unguardFormula))], onRows);
  // None of our columns: some other text, not an export that lacks a column.
  return findColumns(data[0] ?? []).size < 2 ? refuse({ kind: "unreadable" }) : refuse({ kind: "columns", missing });
}

function listMissing(table: Table): ColumnId[] {
  const found = new Set(findColumns(table[0] ?? []).values());
  return needed.filter((id) => !found.has(id));
}

function readTables(tables: readonly Table[], onRows: OnRows): Result<ImportedFile, ImportProblem> {
  const gathered = new Gathered();
  const total = tables.reduce((sum, table) => sum + table.length - 1, 0);
  let done = 0;
  for (const [header = [], ...rows] of tables) {
    const columns = findColumns(header);
    for (const row of rows) {
      if (!isBlank(row)) gathered.add(readReview(row, columns));
      done += 1;
      if (done % rowsPerNews === 0) onRows(done, total);
    }
  }
  return gathered.result();
}

const list = z.array(z.unknown());

function readJson(text: string): Result<ImportedFile, ImportProblem> {
  let parsed: unknown;
  try {
    parsed = JSON.parse(text);
  } catch {
    return refuse({ kind: "unreadable" });
  }
  const items = list.safeParse(parsed);
  if (!items.success) return refuse({ kind: "unreadable" });
  const gathered = new Gathered();
  for (const item of items.data) {
    const one = review.safeParse(item);
    gathered.add(one.success ? one.data : null);
  }
  return gathered.result();
}

class Gathered {
  readonly #byId = new Map<string, Review>();
  #skipped = 0;
  #duplicates = 0;

  add(one: Review | null): void {
    if (one === null) this.#skipped += 1;
    else if (this.#byId.has(one.reviewId)) this.#duplicates += 1;
    else this.#byId.set(one.reviewId, one);
  }

  result(): Result<ImportedFile, ImportProblem> {
    const reviews = [...this.#byId.values()];
    return reviews.length === 0 ? refuse({ kind: "nothing" }) : ok({ reviews, skipped: this.#skipped, duplicates: this.#duplicates });
  }
}

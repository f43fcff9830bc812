import { unguardFormula } from "#src/kit/lib/sheets/safe-cell-text.ts";
import { read, SSF } from "xlsx";
import type { CellObject, ParsingOptions, WorkSheet } from "xlsx";
import { formatIso, formatMoment, formatNumber } from "./excel-cell-values.ts";
import type { SheetCell, SheetTable } from "./sheet-table.ts";
import { WorkbookRefusal } from "./workbook-refusal.ts";

/** What a sheet holds below its headers, and they themselves; one more, so that too many are seen. */
function getOptions(maxRows: number): ParsingOptions {
  return { dense: true, cellFormula: true, cellNF: true, cellText: false, cellHTML: false, sheetRows: maxRows + 2 };
}

/** SheetJS says that a workbook has a password by throwing, in words. */
const passwordWords = /password|encrypt/i;

function parsed(data: Buffer | string, options: ParsingOptions): ReturnType<typeof read> {
  try {
    return typeof data === "string" ? read(data, { ...options, type: "string" }) : read(data, { ...options, type: "buffer" });
  } catch (error) {
    // It refuses by throwing, whatever comes first to hand: a broken file is all that it can mean here.
    throw new WorkbookRefusal(error instanceof Error && passwordWords.test(error.message) ? "imports.encrypted" : "imports.damaged");
  }
}

/** An error that a cell shows, like `#N/A`; type `e`. */
function getFlaw({ f, t }: CellObject): SheetCell["flaw"] {
  if (f !== undefined) return "formula";
  return t === "e" ? "error" : null;
}

function toText({ t, v, z }: CellObject, is1904: boolean): string {
  if (v === undefined || v === null || t === "z") return "";
  if (typeof v === "boolean") return v ? "TRUE" : "FALSE";
  if (v instanceof Date) return formatIso(v.toISOString());
  if (typeof v === "string") return t === "d" ? formatIso(v) : v;
  const isDate = z !== undefined && SSF.is_date(String(z));
  return (isDate ? formatMoment(v, is1904) : null) ?? formatNumber(v);
}

/**
 * A cell of a CSV file, which is all text. What begins with an equals sign is a formula to whoever opens the file, but for `="00501"`, by which people
 * keep zeros; an apostrophe stands before what our own exports keep from being one.
 */
function csvCell(column: number, text: string): SheetCell {
  const quoted = /^="([^"]*)"$/.exec(text)?.[1];
  if (quoted !== undefined) return { column, text: quoted, flaw: null };
  return { column, text: unguardFormula(text), flaw: text.startsWith("=") ? "formula" : null };
}

function toCell(column: number, cell: CellObject, { isText, is1904 }: Pick<Reading, "isText" | "is1904">): SheetCell {
  if (isText) return csvCell(column, toText(cell, false).trim());
  const flaw = getFlaw(cell);
  return { column, flaw, text: flaw === null ? toText(cell, is1904) : "" };
}

interface Reading {
  readonly isText: boolean;
  readonly is1904: boolean;
  readonly maxRows: number;
}

function takeSheet(sheet: WorkSheet, reading: Reading, table: SheetTable): void {
  const rows = (sheet["!data"] ?? []) as readonly (readonly (CellObject | undefined)[] | undefined)[];
  for (const [index, row] of rows.entries()) {
    const cells: SheetCell[] = [];
    for (const [column, cell] of (row ?? []).entries()) {
      if (cell !== undefined && cell !== null) cells.push(toCell(column, cell, reading));
    }
    if (!table.take(index + 1, cells)) return;
  }
  const merged = sheet["!merges"] ?? [];
  table.refuseMerged(merged.map(({ s, e }) => ({ top: s.r, left: s.c, bottom: e.r, right: e.c })));
  // More than was read: `!fullref` is where the sheet would end.
  const isCut = sheet["!fullref"] !== undefined && sheet["!fullref"] !== sheet["!ref"] && rows.length >= reading.maxRows + 2;
  if (isCut && table.hasHeaders) throw new WorkbookRefusal("imports.tooManyRows");
}

/**
 * Reads .xls, .ods and CSV by SheetJS, which holds all of it in memory: some 300 MB for a file of 10 MB, which is the worker's own.
 * @param data bytes of a workbook, or the text of a CSV file
 * @returns the tables of the sheets that were looked at, the last of which has the template's headers if any has
 * @throws WorkbookRefusal
 */
export function readBySheetJs(data: Buffer | string, maxRows: number, tableOf: (sheet: string) => SheetTable): SheetTable[] {
  const isText = typeof data === "string";
  // `raw`: what stands in a CSV file is text, a barcode with its zeros; what a program would make of it is not what was typed.
  const book = parsed(data, isText ? { ...getOptions(maxRows), raw: true } : getOptions(maxRows));
  const is1904 = book.Workbook?.WBProps?.date1904 === true;
  const tables: SheetTable[] = [];
  for (const name of book.SheetNames) {
    const sheet = book.Sheets[name];
    if (sheet === undefined) continue;
    // A CSV file has no sheets; the name that it gets here is nobody's.
    const table = tableOf(isText ? "" : name);
    tables.push(table);
    takeSheet(sheet, { isText, is1904, maxRows }, table);
    if (table.hasHeaders) break;
  }
  return tables;
}

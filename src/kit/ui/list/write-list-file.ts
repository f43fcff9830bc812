import { writeCsv } from "#src/kit/lib/sheets/csv-table.ts";
import type { Cell, Table } from "#src/kit/lib/sheets/table.ts";
import { writeWorkbook } from "#src/kit/lib/sheets/workbook.ts";

/** The content of a file: titles, and lines of the same length. */
export interface Sheet {
  readonly title: string;
  readonly columns: readonly { readonly title: string; readonly isNumber: boolean }[];
  readonly lines: readonly (readonly string[])[];
}

/** Lines written between two pauses, so that the page stays responsive. */
const breathLines = 2000;

/** Turns a text of a number column into a number if a spreadsheet can hold it exactly. */
function toCell(text: string, isNumber: boolean): Cell {
  const isExact = /^-?(?:0|[1-9]\d{0,14})(?:\.\d{1,9})?$/.test(text) && text.replace(/\D/g, "").length <= 15;
  return isNumber && isExact ? Number(text) : text;
}

async function* readBatches({ columns, lines }: Sheet): AsyncGenerator<Cell[][]> {
  for (let at = 0; at < lines.length; at += breathLines) {
    yield lines.slice(at, at + breathLines).map((line) => line.map((text, place) => toCell(text, columns[place]?.isNumber === true)));
    await new Promise((resolve) => setTimeout(resolve, 0));
  }
}

function getTable(sheet: Sheet): Table {
  // As wide as the longest of the first lines, within limits.
  const longest = (place: number) => sheet.lines.slice(0, 1000).reduce((most, line) => Math.max(most, line[place]?.length ?? 0), 0);
  const getWidth = (title: string, place: number) => Math.min(60, Math.max(10, title.length + 2, longest(place) + 2));
  const columns = sheet.columns.map(({ title }, place) => ({ header: title, width: getWidth(title, place) }));
  return { name: sheet.title, columns, batches: readBatches(sheet) };
}

/** Writes the sheet as CSV, in which no cell can run as a formula, or as a workbook with a frozen title row. */
export async function writeSheet(sheet: Sheet, format: "csv" | "xlsx"): Promise<globalThis.Blob> {
  const isCsv = format === "csv";
  const chunks: Uint8Array<ArrayBuffer>[] = [];
  for await (const chunk of isCsv ? writeCsv(getTable(sheet)) : writeWorkbook([getTable(sheet)])) chunks.push(chunk);
  return new Blob(chunks, { type: isCsv ? "text/csv;charset=utf-8" : "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet" });
}

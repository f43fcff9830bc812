import { writeCsv } from "#src/lib/sheets/csv-table.ts";
import type { Cell, Table } from "#src/lib/sheets/table.ts";
import { writeWorkbook } from "#src/lib/sheets/workbook.ts";

/** What is written: titles and lines of the same length. */
export interface Sheet {
  readonly title: string;
  readonly columns: readonly { readonly title: string; readonly isNumber: boolean }[];
  readonly lines: readonly (readonly string[])[];
}

/** Lines written between two breaths, so that the page still hears its keys. */
const breathLines = 2000;

/** A text of a column of numbers is one where a spreadsheet holds it exactly. */
function cellOf(text: string, isNumber: boolean): Cell {
  const isExact = /^-?(?:0|[1-9]\d{0,14})(?:\.\d{1,9})?$/.test(text) && text.replace(/\D/g, "").length <= 15;
  return isNumber && isExact ? Number(text) : text;
}

async function* batchesOf({ columns, lines }: Sheet): AsyncGenerator<Cell[][]> {
  for (let at = 0; at < lines.length; at += breathLines) {
    yield lines.slice(at, at + breathLines).map((line) => line.map((text, place) => cellOf(text, columns[place]?.isNumber === true)));
    await new Promise((resolve) => setTimeout(resolve, 0));
  }
}

function tableOf(sheet: Sheet): Table {
  // As wide as the longest of the first lines, within reason.
  const longest = (place: number) => sheet.lines.slice(0, 1000).reduce((most, line) => Math.max(most, line[place]?.length ?? 0), 0);
  const widthOf = (title: string, place: number) => Math.min(60, Math.max(10, title.length + 2, longest(place) + 2));
  const columns = sheet.columns.map(({ title }, place) => ({ header: title, width: widthOf(title, place) }));
  return { name: sheet.title, columns, batches: batchesOf(sheet) };
}

/** The sheet as a file: CSV, in which no cell can run as a formula, or a workbook, whose titles stay in sight. */
export async function writeSheet(sheet: Sheet, format: "csv" | "xlsx"): Promise<globalThis.Blob> {
  const isCsv = format === "csv";
  const chunks: Uint8Array<ArrayBuffer>[] = [];
  for await (const chunk of isCsv ? writeCsv(tableOf(sheet)) : writeWorkbook([tableOf(sheet)])) chunks.push(chunk);
  return new Blob(chunks, { type: isCsv ? "text/csv;charset=utf-8" : "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet" });
}

import Papa from "papaparse";
import { cleanText, guardFormula } from "#src/lib/sheets/cell-text.ts";
import { cellStyles, columnLetters, numberCellXml, textCellXml } from "#src/lib/sheets/cells.ts";
import {
  contentTypesXml,
  rootRelationsXml,
  sheetFootXml,
  sheetHeadXml,
  sheetNameOf,
  stylesXml,
  workbookRelationsXml,
  workbookXml,
} from "#src/lib/sheets/parts.ts";
import type { ZipEntry } from "#src/lib/sheets/zip.ts";
import { textEntry, writeZip } from "#src/lib/sheets/zip.ts";

/** What is written: titles and lines of the same length. */
export interface Sheet {
  readonly title: string;
  readonly columns: readonly { readonly title: string; readonly isNumber: boolean }[];
  readonly lines: readonly (readonly string[])[];
}

/** Lines written between two breaths, so that the page still hears its keys. */
const breathLines = 2000;

const breathe = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 0));

/** The sheet as CSV (RFC 4180) in UTF-8 with a BOM, without which Excel takes it for the machine's own code page; no cell can run as a formula. */
export async function csvOf({ columns, lines }: Sheet): Promise<globalThis.Blob> {
  const newline = "\r\n";
  // A single empty cell would be an empty line, which readers skip.
  const options = { newline, header: false, quotes: columns.length === 1 };
  const text = (rows: readonly (readonly string[])[]) =>
    Papa.unparse(
      rows.map((row) =>
        row.map((cell, index) => (columns[index]?.isNumber === true && isNumber(cell) ? cell : guardFormula(cleanText(cell)))),
      ),
      options,
    ) + newline;
  const parts = ["\ufeff", text([columns.map(({ title }) => title)])];
  for (let at = 0; at < lines.length; at += breathLines) {
    parts.push(text(lines.slice(at, at + breathLines)));
    await breathe();
  }
  return new Blob(parts, { type: "text/csv;charset=utf-8" });
}

/** Whether a cell is a number that a spreadsheet holds exactly. */
function isNumber(text: string): boolean {
  return /^-?(?:0|[1-9]\d{0,14})(?:\.\d{1,9})?$/.test(text) && text.replace(/\D/g, "").length <= 15;
}

/** Characters of a column: as wide as its longest of the first lines, within reason. */
function widthsOf({ columns, lines }: Sheet): number[] {
  const longest = (index: number) => lines.slice(0, 1000).reduce((most, line) => Math.max(most, line[index]?.length ?? 0), 0);
  return columns.map(({ title }, index) => Math.min(60, Math.max(10, title.length + 2, longest(index) + 2)));
}

async function* rowsXml({ columns, lines }: Sheet): AsyncGenerator<string> {
  const titles = columns.map(({ title }, index) => textCellXml(`${columnLetters(index)}1`, cleanText(title), cellStyles.bold));
  yield `<row r="1">${titles.join("")}</row>`;
  for (const [index, line] of lines.entries()) {
    const number = index + 2;
    const cells = line.map((cell, column) => {
      const reference = `${columnLetters(column)}${number}`;
      const isCount = columns[column]?.isNumber === true && isNumber(cell);
      return isCount ? numberCellXml(reference, Number(cell), cellStyles.plain) : textCellXml(reference, cleanText(cell), cellStyles.plain);
    });
    yield `<row r="${number}">${cells.join("")}</row>`;
    if (index % breathLines === 0) await breathe();
  }
}

async function* sheetXml(sheet: Sheet): AsyncGenerator<string> {
  yield sheetHeadXml(widthsOf(sheet), true);
  yield* rowsXml(sheet);
  yield `</sheetData>${sheetFootXml([], sheet.lines.length + 1)}`;
}

async function* partsOf(sheet: Sheet): AsyncGenerator<ZipEntry> {
  yield textEntry("_rels/.rels", [rootRelationsXml]);
  yield textEntry("xl/worksheets/sheet1.xml", sheetXml(sheet));
  yield textEntry("xl/styles.xml", [stylesXml]);
  yield textEntry("xl/workbook.xml", [workbookXml([sheetNameOf(sheet.title, [])])]);
  yield textEntry("xl/_rels/workbook.xml.rels", [workbookRelationsXml(1)]);
  yield textEntry("[Content_Types].xml", [contentTypesXml(1)]);
}

/** The sheet as a workbook: texts as texts, whatever they begin with; the titles stay in sight. */
export async function xlsxOf(sheet: Sheet): Promise<globalThis.Blob> {
  const chunks: Uint8Array<ArrayBuffer>[] = [];
  for await (const chunk of writeZip(partsOf(sheet))) chunks.push(chunk);
  return new Blob(chunks, { type: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet" });
}

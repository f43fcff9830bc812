import { cellStyles, columnLetters, numberCellXml, textCellXml } from "./cells.ts";
import { cleanText } from "./safe-cell-text.ts";
import {
  contentTypesXml,
  rootRelationsXml,
  sheetFootXml,
  sheetHeadXml,
  toSheetName,
  stylesXml,
  workbookRelationsXml,
  workbookXml,
} from "./parts.ts";
import { textEntry, writeZip } from "./zip.ts";
import type { ZipEntry } from "./zip.ts";
import type { Cell, Table } from "./table.ts";

/** Returns Excel's serial number for a moment, in UTC: days since 30 December 1899. */
function toSerial(date: Date): number {
  return date.getTime() / 86_400_000 + 25_569;
}

function cellXml(place: string, cell: Cell, style: number): string {
  if (cell === null || cell === "") return "";
  if (typeof cell === "string") return textCellXml(place, cleanText(cell), style);
  return typeof cell === "number" ? numberCellXml(place, cell, style) : numberCellXml(place, toSerial(cell), cellStyles.instant);
}

/** @param styles of the columns */
function rowXml(letters: readonly string[], row: number, cells: readonly Cell[], styles: readonly number[]): string {
  let text = `<row r="${row}">`;
  for (const [index, cell] of cells.entries()) {
    text += cellXml(`${letters[index] ?? columnLetters(index)}${row}`, cell, styles[index] ?? cellStyles.plain);
  }
  return `${text}</row>`;
}

async function* sheetXml({ columns, batches }: Table): AsyncGenerator<string> {
  const letters = columns.map((_, index) => columnLetters(index));
  const headers = columns.map(({ header }) => header);
  const widths = columns.map(({ width }) => width);
  const bold = columns.map(() => cellStyles.bold);
  const styles = columns.map(({ isMoney }) => (isMoney === true ? cellStyles.money : cellStyles.plain));
  yield sheetHeadXml(widths, true) + rowXml(letters, 1, headers, bold);
  let row = 1;
  for await (const rows of batches) {
    for (const cells of rows) {
      row += 1;
      yield rowXml(letters, row, cells, styles);
    }
  }
  yield `</sheetData>${sheetFootXml([], row)}`;
}

async function* parts(tables: readonly Table[]): AsyncGenerator<ZipEntry> {
  const names: string[] = [];
  for (const { name } of tables) names.push(toSheetName(name, names));
  yield textEntry("_rels/.rels", [rootRelationsXml]);
  for (const [index, table] of tables.entries()) yield textEntry(`xl/worksheets/sheet${index + 1}.xml`, sheetXml(table));
  yield textEntry("xl/styles.xml", [stylesXml]);
  yield textEntry("xl/workbook.xml", [workbookXml(names)]);
  yield textEntry("xl/_rels/workbook.xml.rels", [workbookRelationsXml(tables.length)]);
  yield textEntry("[Content_Types].xml", [contentTypesXml(tables.length)]);
}

/**
 * Streams tables as the sheets of a workbook (ECMA-376, SpreadsheetML): one batch is in memory, however many rows there are.
 * Our own writer (docs/adr/0004), because SheetJS holds the whole workbook in memory. The tests read the result with SheetJS.
 * @param tables each with at most 1,048,575 rows, Excel's limit
 */
export function writeWorkbook(tables: readonly Table[]): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  return writeZip(parts(tables));
}

import { columnIndex, formatIso, formatMoment, formatNumber } from "./excel-cell-values.ts";
import type { CellRange, SheetCell, SheetTable } from "./sheet-table.ts";
import { WorkbookRefusal } from "./workbook-refusal.ts";
import { readXlsxParts, unescapeCell } from "./xlsx-parts.ts";
import type { Archive, XlsxParts } from "./xlsx-parts.ts";
import { scanXml } from "./xml-scan.ts";
import type { XmlAttributes, XmlHandler } from "./xml-scan.ts";
import { readMember } from "./zip-members.ts";

/** A sheet of 100,000 rows of 14 columns has 100 MB. It goes by as a stream; this bounds the time. */
const maxSheetBytes = 384 * 1024 * 1024;
const maxRowNumber = 1_048_576;

/** `B7` as column and row from 0; null for what is no cell. */
function cellAt(reference: string): { column: number; row: number } | null {
  const parts = /^\$?([A-Z]{1,3})\$?(\d{1,7})$/.exec(reference);
  const column = columnIndex(parts?.[1] ?? "");
  return parts === null || column === null ? null : { column, row: Number(parts[2]) - 1 };
}

/** Thrown when the rest of a sheet is of no interest; it leaves nobody outside this file. */
class Enough extends Error {}

/** Reads a sheet's XML (ECMA-376 18.3) into a table. */
class SheetHandler implements XmlHandler {
  readonly merged: CellRange[] = [];
  readonly #parts: XlsxParts;
  readonly #table: SheetTable;
  #isWhole = false;
  #isInRow = false;
  #row = 0;
  #cells: SheetCell[] = [];
  #column = -1;
  #type = "n";
  #isDate = false;
  #hasFormula = false;
  #value = "";
  #isValue = false;
  #isReading = false;

  constructor(parts: XlsxParts, table: SheetTable) {
    this.#parts = parts;
    this.#table = table;
  }

  open(name: string, attributes: XmlAttributes): void {
    if (name === "c") this.#openCell(attributes);
    else if (name === "v" || name === "t") this.#isValue = true;
    else if (name === "row") this.#openRow(attributes);
    else if (name === "f") this.#hasFormula = true;
    else if (name === "rPh") this.#isReading = true;
    else if (name === "mergeCell") this.#takeMerged(attributes["ref"] ?? "");
  }

  text(text: string): void {
    if (this.#isValue && !this.#isReading) this.#value += text;
  }

  close(name: string): void {
    if (name === "c") this.#closeCell();
    else if (name === "v" || name === "t") this.#isValue = false;
    else if (name === "rPh") this.#isReading = false;
    else if (name === "row") this.#closeRow();
    else if (name === "sheetData") this.#isWhole = !this.#isInRow;
  }

  /** whether the sheet's rows came to their end: where tags are lost, rows would be lost silently */
  get isWhole(): boolean {
    return this.#isWhole;
  }

  #closeRow(): void {
    this.#isInRow = false;
    if (!this.#table.take(this.#row, this.#cells)) throw new Enough();
  }

  #openRow(attributes: XmlAttributes): void {
    if (this.#isInRow) throw new WorkbookRefusal("imports.damaged");
    this.#isInRow = true;
    const named = attributes["r"];
    const number = named === undefined ? this.#row + 1 : Number(named);
    if (!Number.isInteger(number) || number <= this.#row) throw new WorkbookRefusal("imports.damaged");
    // Past Excel's last row: there are more rows than anybody may have, empty ones or not.
    if (number > maxRowNumber) throw new WorkbookRefusal("imports.tooManyRows");
    this.#row = number;
    this.#cells = [];
    this.#column = -1;
  }

  #openCell(attributes: XmlAttributes): void {
    const reference = attributes["r"];
    const column = reference === undefined ? this.#column + 1 : cellAt(reference)?.column;
    if (column === undefined || column <= this.#column) throw new WorkbookRefusal("imports.damaged");
    this.#column = column;
    this.#type = attributes["t"] ?? "n";
    this.#isDate = this.#type === "n" && this.#parts.isDateStyle[Number(attributes["s"] ?? 0)] === true;
    this.#hasFormula = false;
    this.#value = "";
  }

  #closeCell(): void {
    const flaw = this.#hasFormula ? "formula" : this.#type === "e" ? "error" : null;
    const text = flaw === null ? this.#text() : "";
    if (flaw !== null || text !== "") this.#cells.push({ column: this.#column, text, flaw });
  }

  #text(): string {
    const value = this.#value;
    if (value === "") return "";
    if (this.#type === "s") return this.#parts.strings[Number(value)] ?? "";
    if (this.#type === "str" || this.#type === "inlineStr") return unescapeCell(value);
    if (this.#type === "b") return value.trim() === "1" ? "TRUE" : "FALSE";
    if (this.#type === "d") return formatIso(value);
    const number = Number(value);
    if (!Number.isFinite(number)) throw new WorkbookRefusal("imports.damaged");
    return (this.#isDate ? formatMoment(number, this.#parts.is1904) : null) ?? formatNumber(number);
  }

  #takeMerged(reference: string): void {
    const [from = "", to = from] = reference.split(":");
    const [first, last] = [cellAt(from), cellAt(to)];
    if (first === null || last === null) throw new WorkbookRefusal("imports.damaged");
    this.merged.push({ top: first.row, left: first.column, bottom: last.row, right: last.column });
  }
}

/**
 * Reads a .xlsx workbook as a stream: the shared texts are in memory, and one row at a time.
 * @param tableOf makes the table of a sheet, by its name
 * @returns the tables of the sheets that were looked at, the last of which has the template's headers if any has
 * @throws WorkbookRefusal
 */
export async function readXlsx(archive: Archive, tableOf: (sheet: string) => SheetTable): Promise<SheetTable[]> {
  const parts = await readXlsxParts(archive);
  const tables: SheetTable[] = [];
  for (const { name, path } of parts.sheets) {
    const table = tableOf(name);
    tables.push(table);
    const handler = new SheetHandler(parts, table);
    const member = archive.members.get(path.toLowerCase());
    if (member === undefined) throw new WorkbookRefusal("imports.damaged");
    try {
      await scanXml(readMember(archive.bytes, member, maxSheetBytes), handler);
      if (!handler.isWhole) throw new WorkbookRefusal("imports.damaged");
    } catch (error) {
      if (!(error instanceof Enough)) throw error;
    }
    table.refuseMerged(handler.merged);
    if (table.hasHeaders) break;
  }
  return tables;
}

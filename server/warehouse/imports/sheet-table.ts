import type { TemplateColumn } from "#src/kit/files/templates.contract.ts";
import { cleanText } from "#src/kit/lib/sheets/safe-cell-text.ts";
import { columnLetters } from "#src/kit/lib/sheets/cells.ts";
import { WorkbookRefusal } from "./workbook-refusal.ts";
import type { WorkbookFault } from "./workbook-refusal.ts";

/** A cell that is not empty. */
export interface SheetCell {
  /** from 0 */
  readonly column: number;
  readonly text: string;
  /** what it must not be */
  readonly flaw: "formula" | "error" | null;
}

/** A range of cells, rows and columns from 0, both ends within. */
export interface CellRange {
  readonly top: number;
  readonly left: number;
  readonly bottom: number;
  readonly right: number;
}

/** A row as it leaves the reader: its number in the sheet, then a text for each column of the template, in its order. */
export type ReadRow = readonly [number: number, ...texts: string[]];

export interface TableLimits {
  readonly maxRows: number;
  /** of all cells together: one long text may stand for a hundred thousand cells */
  readonly maxChars: number;
}

/** A header without what people write in different ways: case, spaces, signs, full-width characters. */
export function normalizeHeader(text: string): string {
  return text
    .normalize("NFKC")
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, "");
}

const flawCodes = { formula: "imports.formula", error: "imports.errorCell" } as const;

function formatPosition(row: number, column: number): string {
  return `${columnLetters(column)}${String(row)}`;
}

/**
 * Takes a sheet row by row: finds the headers in its first row that is not empty, and hands on what stands below them, by the template's columns.
 * Where the headers are not the template's, the sheet is another; `misfit` tells how it differs.
 */
export class SheetTable {
  readonly #sheet: string;
  readonly #columns: readonly TemplateColumn[];
  readonly #limits: TableLimits;
  readonly #keep: (row: ReadRow) => void;
  /** for each column of the sheet, which of the template's it is */
  #places: ReadonlyMap<number, number> | null = null;
  #misfit: WorkbookFault | null = null;
  #headerRow = 0;
  #lastRow = 0;
  #rows = 0;
  #chars = 0;
  #known = 0;

  /** @param keep is given each row of data, in the sheet's order */
  constructor(sheet: string, columns: readonly TemplateColumn[], limits: TableLimits, keep: (row: ReadRow) => void) {
    this.#sheet = sheet;
    this.#columns = columns;
    this.#limits = limits;
    this.#keep = keep;
  }

  /** how the headers differ from the template's; null where they are, or none were seen yet */
  get misfit(): WorkbookFault | null {
    return this.#misfit;
  }

  /** how many headers are the template's */
  get known(): number {
    return this.#known;
  }

  get hasHeaders(): boolean {
    return this.#places !== null;
  }

  get rowCount(): number {
    return this.#rows;
  }

  /**
   * Takes the next row.
   * @param number as people see it, from 1, larger than the last one
   * @param cells that are not empty
   * @returns false where the rest of the sheet is of no interest
   * @throws WorkbookRefusal for what must not stand below the headers
   */
  take(number: number, cells: readonly SheetCell[]): boolean {
    if (this.#misfit !== null) return false;
    const filled = cells.filter(({ text, flaw }) => flaw !== null || text.trim() !== "");
    if (filled.length === 0) return true;
    if (number <= this.#lastRow) throw this.#refusal("imports.damaged", "");
    this.#lastRow = number;
    if (this.#places === null) return this.#takeHeaders(number, filled);
    this.#takeData(number, filled, this.#places);
    return true;
  }

  /** Refuses ranges that are merged among the headers and the rows. To be called at the end of the sheet. */
  refuseMerged(ranges: readonly CellRange[]): void {
    if (this.#places === null) return;
    const right = Math.max(...this.#places.keys());
    const among = ranges.find(
      (range) => range.bottom + 1 >= this.#headerRow && range.top + 1 <= this.#lastRow && range.left <= right && range.right >= 0,
    );
    if (among === undefined) return;
    const place = `${formatPosition(among.top + 1, among.left)}:${formatPosition(among.bottom + 1, among.right)}`;
    throw this.#refusal("imports.mergedCells", place);
  }

  #refusal(code: WorkbookFault["code"], place: string): WorkbookRefusal {
    return new WorkbookRefusal(code, { sheet: this.#sheet, place });
  }

  #takeHeaders(number: number, cells: readonly SheetCell[]): boolean {
    const byName = new Map<string, number>();
    for (const [index, { header, field }] of this.#columns.entries())
      for (const name of [header.en_us, header.zh_cn, field]) byName.set(normalizeHeader(name), index);
    const places = new Map<number, number>();
    const unknown: string[] = [];
    for (const { column, text } of cells) {
      const index = byName.get(normalizeHeader(text));
      const isTwice = index !== undefined && [...places.values()].includes(index);
      if (index === undefined || isTwice) unknown.push(cleanText(text).trim().slice(0, 100));
      else places.set(column, index);
    }
    const found = new Set(places.values());
    const missing = this.#columns.filter(({ isRequired }, index) => isRequired && !found.has(index)).map(({ field }) => field);
    this.#known = found.size;
    if (missing.length > 0 || unknown.length > 0) {
      this.#misfit = new WorkbookRefusal("imports.wrongColumns", { sheet: this.#sheet, missing, unknown: unknown.slice(0, 30) }).fault;
      return false;
    }
    this.#refuseFlaws(number, cells);
    this.#places = places;
    this.#headerRow = number;
    return true;
  }

  #refuseFlaws(number: number, cells: readonly SheetCell[]): void {
    for (const { flaw, column } of cells) if (flaw !== null) throw this.#refusal(flawCodes[flaw], formatPosition(number, column));
  }

  #takeData(number: number, cells: readonly SheetCell[], places: ReadonlyMap<number, number>): void {
    this.#refuseFlaws(number, cells);
    this.#rows += 1;
    if (this.#rows > this.#limits.maxRows) throw this.#refusal("imports.tooManyRows", "");
    const texts = this.#columns.map(() => "");
    for (const { column, text } of cells) {
      const place = places.get(column);
      if (place === undefined) throw this.#refusal("imports.cellWithoutHeader", formatPosition(number, column));
      const clean = cleanText(text).trim();
      this.#chars += clean.length;
      texts[place] = clean;
    }
    if (this.#chars > this.#limits.maxChars) throw this.#refusal("imports.unpacksTooLarge", "");
    this.#keep([number, ...texts]);
  }
}

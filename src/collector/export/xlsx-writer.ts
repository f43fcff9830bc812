import type { Review } from "#src/collector/reviews/reviews.contract.ts";
import { cleanText } from "#src/kit/lib/sheets/safe-cell-text.ts";
import { parseCellDate } from "./dates.rules.ts";
import type { AboutRow, ExportLayout } from "./export.contract.ts";
import type { ColumnId } from "#src/collector/reviews/review-file.contract.ts";
import { toCell, columnWidths, idColumns } from "./export.rules.ts";
import { isLinkable } from "./links.rules.ts";
import { cellStyles, columnLetters, numberCellXml, textCellXml } from "#src/kit/lib/sheets/cells.ts";
import { excelLinkLimit, SheetLinks } from "./xlsx-links.ts";
import {
  contentTypesXml,
  rootRelationsXml,
  sheetFootXml,
  sheetHeadXml,
  toSheetName,
  stylesXml,
  workbookRelationsXml,
  workbookXml,
} from "#src/kit/lib/sheets/parts.ts";
import type { ZipEntry } from "#src/kit/lib/sheets/zip.ts";
import { textEntry, writeZip } from "#src/kit/lib/sheets/zip.ts";

/** What one sheet may hold; past it a further sheet begins, with its own header row. */
export interface SheetLimits {
  /** Excel's own: 1,048,576 with the header */
  rows: number;
  links: number;
  /** XML before packing, in UTF-16 units: a part of 4 GiB would need ZIP64, which some readers lack */
  size: number;
}
const excelLimits: SheetLimits = { rows: 1_048_576, links: excelLinkLimit, size: 1_000_000_000 };

/** The sheet "About" has its place right after the first sheet of reviews. */
const aboutPlace = 2;

/**
 * Writes reviews as a workbook (ECMA-376, SpreadsheetML), as a stream: one batch and the links of one sheet are in memory.
 * By hand, because no library at hand does it: hucre's `writeXlsxStream` has no second sheet, no links and no header style of its
 * own; its `writeXlsx` and SheetJS build the whole workbook in memory first.
 * @param batches the reviews, some hundreds at a time
 * @param limits smaller ones for tests
 */
export function writeXlsx(
  batches: AsyncIterable<readonly Review[]>,
  layout: ExportLayout,
  limits: SheetLimits = excelLimits,
): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  return writeZip(parts(new Rows(batches), layout, limits));
}

async function* parts(rows: Rows, layout: ExportLayout, limits: SheetLimits): AsyncGenerator<ZipEntry> {
  const names = [toSheetName(layout.sheetName, [])];
  yield textEntry("_rels/.rels", [rootRelationsXml]);
  try {
    yield* reviewSheet(1, rows, layout, limits);
    names.push(toSheetName(layout.aboutSheetName, names));
    yield* aboutSheet(aboutPlace, layout.about);
    while (await rows.more()) {
      names.push(toSheetName(layout.sheetName, names));
      yield* reviewSheet(names.length, rows, layout, limits);
    }
  } finally {
    await rows.close();
  }
  yield textEntry("xl/styles.xml", [stylesXml]);
  yield textEntry("xl/workbook.xml", [workbookXml(names)]);
  yield textEntry("xl/_rels/workbook.xml.rels", [workbookRelationsXml(names.length)]);
  yield textEntry("[Content_Types].xml", [contentTypesXml(names.length)]);
}

/** Reviews one after the other out of batches; `more` is the only one that waits. */
class Rows {
  readonly #batches: AsyncIterator<readonly Review[]>;
  #batch: readonly Review[] = [];
  #next = 0;
  #ended = false;

  constructor(batches: AsyncIterable<readonly Review[]>) {
    this.#batches = batches[Symbol.asyncIterator]();
  }

  /** Whether there is another review, fetching the next batch where this one is used up. */
  async more(): Promise<boolean> {
    while (!this.#ended && this.#next >= this.#batch.length) {
      const result = await this.#batches.next();
      this.#next = 0;
      this.#batch = result.done === true ? [] : result.value;
      this.#ended = result.done === true;
    }
    return !this.#ended;
  }

  /** The rest of the batch in hand, at most `count`. */
  take(count: number): readonly Review[] {
    const taken = this.#batch.slice(this.#next, this.#next + count);
    this.#next += taken.length;
    return taken;
  }

  async close(): Promise<void> {
    if (!this.#ended) await this.#batches.return?.();
    this.#ended = true;
  }
}

async function* reviewSheet(place: number, rows: Rows, layout: ExportLayout, limits: SheetLimits): AsyncGenerator<ZipEntry> {
  const links = new SheetLinks(limits.links);
  yield textEntry(`xl/worksheets/sheet${place}.xml`, reviewSheetXml(rows, layout, limits, links));
  if (links.any) yield textEntry(`xl/worksheets/_rels/sheet${place}.xml.rels`, links.relationsXml());
}

/** Rows between two looks at the size: small enough that no batch makes a piece of megabytes. */
const rowsAPiece = 16;

async function* reviewSheetXml(rows: Rows, layout: ExportLayout, limits: SheetLimits, links: SheetLinks): AsyncGenerator<string> {
  const columns = layout.columns.map((id, index) => ({ id, letters: columnLetters(index) }));
  const header = columns.map(({ id, letters }) => textCellXml(`${letters}1`, cleanText(layout.headers[id]), cellStyles.bold));
  yield `${sheetHeadXml(
    layout.columns.map((id) => columnWidths[id]),
    true,
  )}<row r="1">${header.join("")}</row>`;
  let row = 1;
  let size = 0;
  while (row < limits.rows && size < limits.size && (await rows.more())) {
    let piece = "";
    for (const review of rows.take(Math.min(rowsAPiece, limits.rows - row))) {
      row += 1;
      piece += `<row r="${row}">`;
      for (const { id, letters } of columns) piece += cellXml(review, id, letters, row, layout, links);
      piece += "</row>";
    }
    size += piece.length;
    yield piece;
  }
  yield "</sheetData>";
  yield* links.sheetXml();
  yield sheetFootXml(
    columns.filter(({ id }) => idColumns.has(id)).map(({ letters }) => letters),
    row,
  );
}

function cellXml(review: Review, column: ColumnId, letters: string, row: number, layout: ExportLayout, links: SheetLinks): string {
  const cell = toCell(review, column);
  switch (cell.kind) {
    case "empty":
      return "";
    case "number":
      return numberCellXml(letters + row, cell.value, cellStyles.plain);
    case "notRead":
      return textCellXml(letters + row, cleanText(layout.notRead), cellStyles.plain);
    case "boolean":
      return textCellXml(letters + row, cleanText(cell.value ? layout.yes : layout.no), cellStyles.plain);
    case "date":
      return numberCellXml(letters + row, cell.date.serial, cell.date.withTime ? cellStyles.instant : cellStyles.day);
    case "link":
      return textCellXml(letters + row, cell.text, links.add(letters, row, cell.url) ? cellStyles.link : cellStyles.plain);
    case "text":
      return textCellXml(letters + row, cell.text, idColumns.has(column) ? cellStyles.id : cellStyles.plain);
  }
}

async function* aboutSheet(place: number, about: readonly AboutRow[]): AsyncGenerator<ZipEntry> {
  const links = new SheetLinks();
  yield textEntry(`xl/worksheets/sheet${place}.xml`, aboutSheetXml(about, links));
  if (links.any) yield textEntry(`xl/worksheets/_rels/sheet${place}.xml.rels`, links.relationsXml());
}

function* aboutSheetXml(about: readonly AboutRow[], links: SheetLinks): Generator<string> {
  yield sheetHeadXml([38, 90], false);
  for (const [index, { label, value }] of about.entries()) {
    const row = index + 1;
    yield `<row r="${row}">${textCellXml(`A${row}`, cleanText(label), cellStyles.bold)}${aboutValueXml(`B${row}`, row, value, links)}</row>`;
  }
  yield "</sheetData>";
  yield* links.sheetXml();
  yield sheetFootXml([], about.length);
}

function aboutValueXml(reference: string, row: number, value: AboutRow["value"], links: SheetLinks): string {
  if (typeof value === "number") return Number.isFinite(value) ? numberCellXml(reference, value, cellStyles.plain) : "";
  // Messages between an extension's pages are JSON in Chromium: a Date that came that way is its ISO text.
  const date = typeof value === "string" ? parseCellDate(value) : parseCellDate(Number.isNaN(value.getTime()) ? "" : value.toISOString());
  if (date !== null) return numberCellXml(reference, date.serial, date.withTime ? cellStyles.instant : cellStyles.day);
  const text = typeof value === "string" ? cleanText(value) : "";
  if (text === "") return "";
  return textCellXml(reference, text, isLinkable(text) && links.add("B", row, text) ? cellStyles.link : cellStyles.plain);
}

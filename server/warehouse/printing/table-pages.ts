import type { Language } from "#src/kit/lib/languages.ts";
import { splitIntoRows } from "#src/warehouse/printing/boxes.rules.ts";
import type { Box } from "#src/warehouse/printing/boxes.rules.ts";
import type { Canvas, PdfPage, TextStyle } from "./pdf.ts";
import { boldCellStyle, boldRowHeight, layOutCells, cellPadding, cellStyle, getMostLines } from "./table-layout.ts";
import type { DocumentColumn, TableLayout, TablePage } from "./table-layout.ts";
import { printTexts } from "./texts.ts";

/** The inks of paper: those of the light theme. */
const ink = "#16202b";
const quietInk = "#5b6b7b";
const line = "#e3e9ef";
const shade = "#f0f4f8";
const hair = 0.2;

const titleStyle: TextStyle = { size: 18, least: 10, lines: 1, weight: 700, align: "start", stand: "middle", color: ink };
const quietStyle: TextStyle = { size: 10, least: 7, lines: 1, weight: 400, align: "start", stand: "middle", color: quietInk };
const factStyle: TextStyle = { ...quietStyle, size: 9, least: 6, lines: 2, color: ink };
const footerStyle: TextStyle = { ...quietStyle, size: 8, least: 6 };

/** What a title block is made of. */
interface PrintedHead {
  readonly title: string;
  readonly subtitle?: string;
  /** the document's own number, as bars beside the title */
  readonly titleCode?: string;
  readonly facts: readonly (readonly [label: string, value: string])[];
}

/** What a page's foot is made of. */
interface PrintedFoot {
  readonly language: Language;
  readonly now: Date;
}

/** What the pages are made of. */
interface PrintedTable extends PrintedHead, PrintedFoot {
  readonly columns: readonly DocumentColumn[];
  readonly totals?: readonly string[] | null;
}

/** A document's title with what stands below it, on its first page. */
export function drawTitle(canvas: Canvas, { title, subtitle, titleCode, facts }: PrintedHead, layout: TableLayout): void {
  canvas.text(title, layout.title, titleStyle);
  if (titleCode !== undefined) canvas.barcode(titleCode, layout.titleCode, "bars");
  if (subtitle !== undefined) canvas.text(subtitle, layout.subtitle, quietStyle);
  for (const [index, boxes] of layout.facts.entries()) {
    const [label, value] = facts[index] ?? ["", ""];
    canvas.text(label, boxes.label, { ...factStyle, color: quietInk });
    canvas.text(value, boxes.value, factStyle);
  }
}

/** A row of a table: a text for each column, and a line below. */
export function drawRow(canvas: Canvas, row: Box, columns: readonly DocumentColumn[], cells: readonly string[], style: TextStyle): void {
  for (const [index, box] of layOutCells(row, columns).entries()) {
    const align = columns[index]?.align ?? "start";
    canvas.text(cells[index] ?? "", box, { ...style, align, lines: getMostLines(align, style.lines), color: ink });
  }
  canvas.shade({ ...row, y: row.y + row.height - hair, height: hair }, line);
}

/** A row of a table whose codes stand as bars below their texts. */
export function drawBodyRow(canvas: Canvas, row: Box, columns: readonly DocumentColumn[], cells: readonly string[]): void {
  const plain = cells.map((cell, index) => (columns[index]?.isCode === true ? "" : cell));
  drawRow(canvas, row, columns, plain, cellStyle);
  for (const [index, box] of layOutCells(row, columns).entries()) {
    const code = cells[index] ?? "";
    if (columns[index]?.isCode !== true || code === "") continue;
    const [text, bars] = splitIntoRows({ ...box, y: box.y + 0.8, height: box.height - 2 * 0.8 }, [34, 66], 0.4);
    if (text !== undefined) canvas.text(code, text, { ...cellStyle, lines: 1, color: ink });
    if (bars !== undefined) canvas.barcode(code, bars, "bars");
  }
}

/** A table's header, which is as high as its place. */
export function drawHeader(canvas: Canvas, place: Box, columns: readonly DocumentColumn[]): void {
  canvas.shade(place, shade);
  drawRow(
    canvas,
    place,
    columns,
    columns.map(({ header }) => header),
    boldCellStyle,
  );
}

/** A table's last row, bold and below a thicker line. */
export function drawTotals(canvas: Canvas, place: Box, columns: readonly DocumentColumn[], totals: readonly string[]): void {
  canvas.shade({ ...place, height: 2 * hair }, ink);
  drawRow(canvas, place, columns, totals, boldCellStyle);
}

/** Header, rows and, on the last page, the totals; a table without rows says so. */
function drawTable(canvas: Canvas, table: PrintedTable, place: Box, { rows, isLast }: TablePage): void {
  const { columns, totals, language } = table;
  const header = { ...place, height: boldRowHeight };
  drawHeader(canvas, header, columns);
  let y = header.y + header.height;
  for (const { cells, height } of rows) {
    drawBodyRow(canvas, { ...place, y, height }, columns, cells);
    y += height;
  }
  if (rows.length === 0 && isLast) {
    const empty = { ...place, x: place.x + cellPadding, width: place.width - 2 * cellPadding, y, height: boldRowHeight };
    canvas.text(printTexts[language].noRows, empty, quietStyle);
    y += boldRowHeight;
  }
  if (isLast && totals !== undefined && totals !== null) drawTotals(canvas, { ...place, y, height: boldRowHeight }, columns, totals);
}

/** When a page was printed, and which it is. */
export function drawFooter(canvas: Canvas, { language, now }: PrintedFoot, footer: Box, place: { page: number; count: number }): void {
  const texts = printTexts[language];
  const half = { ...footer, width: footer.width / 2 };
  canvas.text(texts.printedAt(now.toISOString().slice(0, 16).replace("T", " ")), half, footerStyle);
  canvas.text(texts.page(place.page, place.count), { ...half, x: half.x + half.width }, { ...footerStyle, align: "end" });
}

/** The pages of a table, ready to draw. */
export function* drawTablePages(table: PrintedTable, layout: TableLayout, pages: readonly TablePage[]): Generator<PdfPage> {
  const { width, height } = layout;
  for (const [index, page] of pages.entries()) {
    const draw = (canvas: Canvas) => {
      if (index === 0) drawTitle(canvas, table, layout);
      drawTable(canvas, table, index === 0 ? layout.first : layout.other, page);
      drawFooter(canvas, table, layout.footer, { page: index + 1, count: pages.length });
    };
    yield { width, height, draw };
  }
}

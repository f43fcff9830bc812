import { splitIntoColumns } from "#src/warehouse/printing/boxes.rules.ts";
import type { Box } from "#src/warehouse/printing/boxes.rules.ts";
import { fitText, lineHeight, pointMm } from "#src/warehouse/printing/text-fit.rules.ts";
import { measureText } from "./faces.ts";
import type { TextStyle } from "./pdf.ts";

/** A column: its header, its share of the width (any unit, the shares are added up), and `end` for numbers. */
export interface DocumentColumn {
  readonly header: string;
  readonly share: number;
  readonly align?: "start" | "end";
  /** its texts are codes to scan: each stands as bars below its text */
  readonly isCode?: true;
}

/** Where a table's pages have what, in millimetres. */
export interface TableLayout {
  readonly width: number;
  readonly height: number;
  /** the first page's title block; its facts stand below each other in two columns */
  readonly title: Box;
  readonly subtitle: Box;
  /** the bars of the document's own number, beside the title */
  readonly titleCode: Box;
  readonly facts: readonly { readonly label: Box; readonly value: Box }[];
  /** where the table stands on the first page, and on the others */
  readonly first: Box;
  readonly other: Box;
  readonly footer: Box;
}

/** A row and how high it is, in millimetres. */
export interface MeasuredRow {
  readonly cells: readonly string[];
  readonly height: number;
}

/** Rows of one page. */
export interface TablePage {
  readonly rows: readonly MeasuredRow[];
  /** whether the totals stand below them */
  readonly isLast: boolean;
}

const edge = 15;
/** Between a cell's text and its sides. */
export const cellPadding = 1.2;
const factHeight = 7;
/** Of a title's bars: three modules a millimetre for a number of 13 characters. */
const titleCodeWidth = 60;
const footerHeight = 6;

/** The look of a cell: long words take a second line, then shrink, and are cut at last. */
export const cellStyle: TextStyle = { size: 9, least: 6, lines: 3, weight: 400, align: "start", stand: "middle" };
/** Header and totals. */
export const boldCellStyle: TextStyle = { ...cellStyle, lines: 2, weight: 700 };
const linePadding = 1.6;
const oneLine = cellStyle.size * lineHeight * pointMm + linePadding;
/** The height of a row with a code: its text, and bars that a scanner reads from above. */
const codeRowHeight = 13;
/** The header's and the totals' height. */
export const boldRowHeight = 2 * boldCellStyle.size * lineHeight * pointMm + linePadding;

/** Lays out the pages of a table: what its title block needs, the table has not. */
export function layTable(table: {
  readonly titleCode?: string;
  readonly subtitle?: string;
  readonly facts: readonly unknown[];
  readonly isLandscape?: boolean;
}): TableLayout {
  const [width, height] = table.isLandscape === true ? [297, 210] : [210, 297];
  const inner = { x: edge, y: edge, width: width - 2 * edge, height: height - 2 * edge };
  const room = table.titleCode === undefined ? 0 : titleCodeWidth + 4;
  const title = { ...inner, width: inner.width - room, height: 9 };
  const subtitle = { ...inner, width: title.width, y: title.y + title.height, height: table.subtitle === undefined ? 0 : 6 };
  const titleCode = { ...inner, x: inner.x + inner.width - titleCodeWidth, width: titleCodeWidth, height: 11 };
  const factsTop = subtitle.y + subtitle.height + 3;
  const facts = table.facts.map((_, index) => {
    const row = { ...inner, y: factsTop + Math.floor(index / 2) * factHeight, height: factHeight };
    const half = splitIntoColumns(row, [1, 1], 6)[index % 2] ?? row;
    const [label = half, value = half] = splitIntoColumns(half, [30, 70], 2);
    return { label, value };
  });
  const bottom = inner.y + inner.height - footerHeight;
  const tableTop = factsTop + Math.ceil(facts.length / 2) * factHeight + (facts.length > 0 ? 4 : 0);
  return {
    width,
    height,
    title,
    subtitle,
    titleCode,
    facts,
    first: { ...inner, y: tableTop, height: bottom - tableTop },
    other: { ...inner, height: bottom - inner.y },
    footer: { ...inner, y: bottom, height: footerHeight },
  };
}

/** A row's cells side by side. */
export function layOutCells(row: Box, columns: readonly DocumentColumn[]): Box[] {
  return splitIntoColumns(
    row,
    columns.map(({ share }) => share),
    0,
  ).map((cell) => ({ ...cell, x: cell.x + cellPadding, width: cell.width - 2 * cellPadding }));
}

/** Numbers stay on one line: a half of one is another number. */
export function getMostLines(align: "start" | "end", lines: number): number {
  return align === "end" ? 1 : lines;
}

/** Measures a row: it is as high as its longest cell needs it, three lines at most. */
export function measureRow(cells: readonly string[], { first }: TableLayout, columns: readonly DocumentColumn[]): MeasuredRow {
  const boxes = layOutCells(first, columns);
  const lines = cells.map((cell, index) => {
    const most = getMostLines(columns[index]?.align ?? "start", cellStyle.lines);
    const room = { width: boxes[index]?.width ?? 0, height: Number.MAX_SAFE_INTEGER, ...cellStyle, lines: most };
    return fitText(cell, room, (text) => measureText(text, cellStyle.weight)).lines.length;
  });
  const height = oneLine + (Math.max(1, ...lines) - 1) * cellStyle.size * lineHeight * pointMm;
  return { cells, height: columns.some(({ isCode }) => isCode === true) ? Math.max(height, codeRowHeight) : height };
}

/**
 * Spreads rows over pages: a header on each, and room for the totals below the last row.
 * @param hasTotals whether there are any
 */
export function breakPages({ first, other }: TableLayout, rows: readonly MeasuredRow[], hasTotals: boolean): TablePage[] {
  const pages: MeasuredRow[][] = [[]];
  let room = first.height - boldRowHeight;
  for (const [index, row] of rows.entries()) {
    const foot = hasTotals && index === rows.length - 1 ? boldRowHeight : 0;
    if (row.height + foot > room) {
      pages.push([]);
      room = other.height - boldRowHeight;
    }
    pages.at(-1)?.push(row);
    room -= row.height;
  }
  return pages.map((page, index) => ({ rows: page, isLast: index === pages.length - 1 }));
}

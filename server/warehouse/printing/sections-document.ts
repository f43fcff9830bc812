import type { Readable } from "node:stream";
import type { Language } from "#src/kit/lib/languages.ts";
import type { Box } from "#src/warehouse/printing/boxes.rules.ts";
import { streamPdf } from "./pdf.ts";
import type { Canvas, PdfPage, PrintImage, TextStyle } from "./pdf.ts";
import { boldCellStyle, boldRowHeight, cellPadding, cellStyle, layTable, measureRow } from "./table-layout.ts";
import type { DocumentColumn, TableLayout } from "./table-layout.ts";
import { drawBodyRow, drawFooter, drawHeader, drawTitle, drawTotals } from "./table-pages.ts";
import { printTexts } from "./texts.ts";

/** A short table with a heading. All texts are in the document's language already. */
export interface DocumentSection {
  readonly heading: string;
  /** what a scan of the heading gives; it stands as bars beside it */
  readonly code?: string;
  readonly columns: readonly DocumentColumn[];
  /** a text for each column */
  readonly rows: readonly (readonly string[])[];
  /** the last row, bold */
  readonly totals?: readonly string[] | null;
  /** whoever gets this section does not get the one before */
  readonly startsPage?: boolean;
}

/** A line at the end of a document, to write on by hand unless it is filled already. */
export interface SignatureLine {
  readonly label: string;
  readonly text?: string;
  readonly image?: PrintImage | null;
}

/** Several short tables to print under one title block, as `TableDocument` has it. */
interface SectionsDocument {
  readonly title: string;
  readonly subtitle?: string;
  /** the document's own number, as bars beside the title */
  readonly titleCode?: string;
  readonly facts: readonly (readonly [label: string, value: string])[];
  readonly sections: readonly DocumentSection[];
  /** lines at the end: for a name, a day, a signature */
  readonly signatures?: readonly SignatureLine[];
  readonly language: Language;
  readonly now: Date;
  readonly isLandscape?: boolean;
  /** whose document it is, for the file's own data: a company's name */
  readonly author?: string;
}

/** Something that stands below what came before it; a page break goes between two of them, and never within one. */
interface Piece {
  readonly height: number;
  /** whose header is repeated where it begins a page; null for what has one */
  readonly columns: readonly DocumentColumn[] | null;
  draw(canvas: Canvas, place: Box): void;
}

const headingStyle: TextStyle = { ...boldCellStyle, size: 12, least: 9, lines: 1 };
const headingHeight = 9;
/** Of a heading with bars, and their width: ten modules a millimetre or fewer, for a code of 20 characters. */
const codeHeight = 14;
const codeWidth = 70;
const gap = 5;

/** Pieces that stand together. */
function together(pieces: readonly Piece[]): Piece {
  return {
    height: pieces.reduce((sum, { height }) => sum + height, 0),
    columns: pieces[0]?.columns ?? null,
    draw(canvas, place) {
      let { y } = place;
      for (const piece of pieces) {
        piece.draw(canvas, { ...place, y, height: piece.height });
        y += piece.height;
      }
    },
  };
}

function layOutHeading({ heading, code = "", columns }: DocumentSection): Piece[] {
  const drawHeading = (canvas: Canvas, place: Box): void => {
    if (code === "") return canvas.text(heading, place, headingStyle);
    const width = place.width - codeWidth;
    canvas.text(heading, { ...place, width: width - gap }, { ...headingStyle, lines: 2 });
    canvas.barcode(code, { ...place, x: place.x + width, y: place.y + 1, width: codeWidth, height: codeHeight - 3 }, "bars");
  };
  return [
    { height: code === "" ? headingHeight : codeHeight, columns: null, draw: drawHeading },
    { height: boldRowHeight, columns: null, draw: (canvas, place) => drawHeader(canvas, place, columns) },
  ];
}

function drawRows({ columns, rows }: DocumentSection, layout: TableLayout, language: Language): Piece[] {
  if (rows.length === 0) {
    const draw = (canvas: Canvas, place: Box) =>
      canvas.text(printTexts[language].noRows, { ...place, x: place.x + cellPadding, width: place.width - 2 * cellPadding }, cellStyle);
    return [{ height: boldRowHeight, columns, draw }];
  }
  return rows.map((cells) => ({
    height: measureRow(cells, layout, columns).height,
    columns,
    draw: (canvas, place) => drawBodyRow(canvas, place, columns, cells),
  }));
}

/** A section in pieces: its heading stays with its first row, its totals with its last. */
function splitSection(section: DocumentSection, layout: TableLayout, language: Language): Piece[] {
  const { columns, totals } = section;
  const rows = drawRows(section, layout, language);
  const foot: Piece[] =
    totals === undefined || totals === null
      ? []
      : [{ height: boldRowHeight, columns, draw: (canvas, place) => drawTotals(canvas, place, columns, totals) }];
  const [first, ...others] = rows;
  if (first === undefined) return [together([...layOutHeading(section), ...foot])];
  if (others.length === 0) return [together([...layOutHeading(section), first, ...foot])];
  const last = others.slice(-1);
  return [together([...layOutHeading(section), first]), ...others.slice(0, -1), together([...last, ...foot])];
}

const signaturesHeight = 26;
const signatureStyle: TextStyle = { ...cellStyle, size: 9, least: 7, lines: 1 };
const signedStyle: TextStyle = { ...cellStyle, size: 11, least: 7, lines: 1 };

/** Lines side by side, each with what it is for below it, and what was written on it above. */
function layOutSignatures(lines: readonly SignatureLine[]): Piece {
  return {
    height: signaturesHeight,
    columns: null,
    draw(canvas, { x, y, width }) {
      const share = width / lines.length;
      for (const [at, { label, text = "", image = null }] of lines.entries()) {
        const line = { x: x + at * share, y: y + signaturesHeight - 7, width: share - gap, height: 0.3 };
        if (image !== null) canvas.image(image, { ...line, y: y + 1, height: line.y - y - 1.5 });
        canvas.text(text, { ...line, y: line.y - 6, height: 5.5 }, signedStyle);
        canvas.shade(line, "#000000");
        canvas.text(label, { ...line, y: line.y + 1, height: 5 }, signatureStyle);
      }
    },
  };
}

interface Placed {
  readonly piece: Piece;
  readonly y: number;
  /** where its section's header is repeated above it */
  readonly header: readonly DocumentColumn[] | null;
}

/** Spreads the sections over pages. */
function spreadSections({ sections, signatures = [], language }: SectionsDocument, layout: TableLayout): Placed[][] {
  const pages: Placed[][] = [[]];
  let place = layout.first;
  let { y } = place;
  for (const [at, section] of sections.entries()) {
    if (section.startsPage === true && at > 0) {
      pages.push([]);
      place = layout.other;
      y = place.y;
    }
    for (const piece of splitSection(section, layout, language)) {
      let header: Placed["header"] = null;
      if (y + piece.height > place.y + place.height) {
        pages.push([]);
        place = layout.other;
        header = piece.columns;
        y = place.y + (header === null ? 0 : boldRowHeight);
      }
      pages.at(-1)?.push({ piece, y, header });
      y += piece.height;
    }
    y += gap;
  }
  if (signatures.length > 0) {
    const piece = layOutSignatures(signatures);
    if (y + piece.height > place.y + place.height) {
      pages.push([]);
      y = layout.other.y;
    }
    pages.at(-1)?.push({ piece, y, header: null });
  }
  return pages;
}

function* printed(document: SectionsDocument): Generator<PdfPage> {
  const layout = layTable(document);
  const pages = spreadSections(document, layout);
  for (const [index, placed] of pages.entries()) {
    const draw = (canvas: Canvas) => {
      if (index === 0) drawTitle(canvas, document, layout);
      for (const { piece, y, header } of placed) {
        if (header !== null) drawHeader(canvas, { ...layout.other, y: y - boldRowHeight, height: boldRowHeight }, header);
        piece.draw(canvas, { ...layout.first, y, height: piece.height });
      }
      drawFooter(canvas, document, layout.footer, { page: index + 1, count: pages.length });
    };
    yield { width: layout.width, height: layout.height, draw };
  }
}

/** Short tables as a PDF on A4: a title block, a heading and a header for each, the header again on the next page, "page k of n". */
export function drawSections(document: SectionsDocument): Readable {
  const { title, language, now, author } = document;
  return streamPdf({ title, language, now, ...(author === undefined ? {} : { author }) }, printed(document));
}

import { Readable } from "node:stream";
import { setImmediate } from "node:timers/promises";
import PdfKit from "pdfkit";
import type { Language } from "#src/kit/lib/languages.ts";
import { locales } from "#src/kit/lib/languages.ts";
import type { Box } from "#src/warehouse/printing/boxes.rules.ts";
import { fitText, lineHeight, pointMm } from "#src/warehouse/printing/text-fit.rules.ts";
import { layOutBarcode } from "./barcodes.ts";
import type { CodeShape } from "./barcodes.ts";
import { splitByFace, measureText } from "./faces.ts";
import type { Weight } from "./faces.ts";

/** What a document says of itself. */
export interface PdfAbout {
  readonly title: string;
  /** whose it is: a company's name */
  readonly author?: string;
  readonly language: Language;
  /** the time that stands in the file */
  readonly now: Date;
}

/** How a text stands in its box: sizes in points, as large as `size` and not below `least` before it is cut. */
export interface TextStyle {
  readonly size: number;
  readonly least: number;
  readonly lines: number;
  readonly weight: Weight;
  readonly align: "start" | "center" | "end";
  /** where it stands in a box that is higher than it */
  readonly stand: "top" | "middle";
  readonly color?: string;
}

/** A JPEG to print, with its size in pixels. */
export interface PrintImage {
  readonly bytes: Uint8Array;
  readonly width: number;
  readonly height: number;
}

/** A page to draw on, everything in millimetres from the upper left corner. */
export interface Canvas {
  text(text: string, box: Box, style: TextStyle): void;
  barcode(text: string, box: Box, shape: CodeShape): void;
  shade(box: Box, color: string): void;
  /** as large as the box allows, at its lower left corner */
  image(image: PrintImage, box: Box): void;
  polygon(points: readonly (readonly [number, number])[], color: string): void;
}

/** A page: its size in millimetres and what draws it. */
export interface PdfPage {
  readonly width: number;
  readonly height: number;
  draw(canvas: Canvas): void;
}

const black = "#000000";
/** Where a line's letters stand within its height: room above and below them alike, seen by their capitals. */
const baselineShare = 0.5 + 0.733 / 2 / lineHeight;

function points(millimetres: number): number {
  return millimetres / pointMm;
}

function drawLine(
  document: PDFKit.PDFDocument,
  line: string,
  { x, y, size, weight }: { x: number; y: number; size: number; weight: Weight },
) {
  let at = x;
  document.fontSize(size);
  for (const { face, text, width } of splitByFace(line, weight)) {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- pdfkit's types leave out this part of the library
    document.registerFont(face.name, face.font as unknown as PDFKit.Mixins.PDFFontSource);
    document.font(face.name).text(text, at, y, { lineBreak: false, baseline: "alphabetic" });
    at += width * size;
  }
}

const indents = { start: 0, center: 0.5, end: 1 } as const;

function drawText(document: PDFKit.PDFDocument, text: string, box: Box, style: TextStyle): void {
  const { size, lines } = fitText(text, { ...box, ...style }, (part) => measureText(part, style.weight));
  const height = size * lineHeight;
  const spare = style.stand === "middle" ? points(box.height) - height * lines.length : 0;
  document.fillColor(style.color ?? black);
  for (const [index, line] of lines.entries()) {
    const indent = (points(box.width) - measureText(line, style.weight) * size) * indents[style.align];
    const y = points(box.y) + spare / 2 + height * (index + baselineShare);
    drawLine(document, line, { x: points(box.x) + indent, y, size, weight: style.weight });
  }
}

/** All rectangles as one path: shapes of one fill have no seams between them. */
function fillBoxes(document: PDFKit.PDFDocument, boxes: readonly Box[], color: string): void {
  if (boxes.length === 0) return;
  for (const { x, y, width, height } of boxes) document.rect(points(x), points(y), points(width), points(height));
  document.fill(color);
}

function drawImage(document: PDFKit.PDFDocument, { bytes, width, height }: PrintImage, box: Box): void {
  const scale = Math.min(box.width / width, box.height / height);
  const shown = { width: points(width * scale), height: points(height * scale) };
  document.image(Buffer.from(bytes), points(box.x), points(box.y + box.height) - shown.height, shown);
}

function createCanvas(document: PDFKit.PDFDocument): Canvas {
  return {
    text: (text, box, style) => drawText(document, text, box, style),
    barcode: (text, box, shape) => fillBoxes(document, layOutBarcode(box, text, shape), black),
    shade: (box, color) => fillBoxes(document, [box], color),
    image: (image, box) => drawImage(document, image, box),
    polygon: (corners, color) => {
      document.polygon(...corners.map(([x, y]) => [points(x), points(y)]));
      document.fill(color);
    },
  };
}

function openDocument({ title, author, language, now }: PdfAbout): PDFKit.PDFDocument {
  return new PdfKit({
    font: "",
    autoFirstPage: false,
    pdfVersion: "1.7",
    lang: locales[language],
    displayTitle: true,
    // kept layouts would grow with the file, and ours cost next to nothing
    fontLayoutCache: false,
    info: {
      Title: title,
      ...(author === undefined ? {} : { Author: author }),
      Creator: "Quayside",
      Producer: "Quayside",
      CreationDate: now,
    },
  });
}

/** What the document has written so far. */
function* written(document: PDFKit.PDFDocument): Generator<Buffer> {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a stream without an encoding yields Buffers
  for (let chunk: unknown = document.read(); chunk !== null; chunk = document.read()) yield chunk as Buffer;
}

async function* drawn(about: PdfAbout, pages: Iterable<PdfPage> | AsyncIterable<PdfPage>): AsyncGenerator<Buffer> {
  const document = openDocument(about);
  const canvas = createCanvas(document);
  for await (const { width, height, draw } of pages) {
    document.addPage({ size: [points(width), points(height)], margin: 0 });
    draw(canvas);
    yield* written(document);
    // others get their turn between two pages
    await setImmediate();
  }
  document.end();
  yield* written(document);
}

/**
 * A PDF, made page by page as it is read and no page ahead, so that whoever reads in turns (`slow-work.ts`) also draws in turns: Latin and Chinese text in embedded subsets, bars as vectors. Equal pages give equal bytes.
 * What a page's drawing throws ends the stream with that error.
 */
export function streamPdf(about: PdfAbout, pages: Iterable<PdfPage> | AsyncIterable<PdfPage>): Readable {
  return Readable.from(drawn(about, pages), { objectMode: false, highWaterMark: 0 });
}

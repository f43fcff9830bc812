import { splitIntoRows, splitIntoColumns, inset } from "./boxes.rules.ts";
import type { Box } from "./boxes.rules.ts";

/** The sizes of `label_size`: rolls in millimetres, A4 sheets in columns and rows. */
export const labelSizes = ["100x150", "100x100", "70x50", "50x30", "40x30", "a4_3x8", "a4_2x7"] as const;
export type LabelSize = (typeof labelSizes)[number];

/** The sizes of labels that are scanned at the next stations, of parcels and orders, in millimetres: the usual one first. */
export const codeLabelSizes = ["70x50", "50x30", "100x150"] as const satisfies readonly LabelSize[];
export type CodeLabelSize = (typeof codeLabelSizes)[number];

/** The most labels in one file, copies included. */
export const mostLabels = 2_000;

/** The paper that labels are printed on, in millimetres; a roll has one label per page. */
export interface LabelSheet {
  readonly width: number;
  readonly height: number;
  /** the boxes of the labels, in the order they are filled */
  readonly labels: readonly Box[];
  /** the white margin inside each label */
  readonly margin: number;
}

function roll(width: number, height: number, margin: number): LabelSheet {
  return { width, height, margin, labels: [{ x: 0, y: 0, width, height }] };
}

/** Builds a centred grid of labels on an A4 sheet; `gap` separates the columns, the rows touch. */
function buildSheet({
  columns,
  rows,
  width,
  height,
  gap,
  margin,
}: Omit<Box, "x" | "y"> & Record<"columns" | "rows" | "gap" | "margin", number>) {
  const sheet = { width: 210, height: 297 };
  const left = (sheet.width - columns * width - (columns - 1) * gap) / 2;
  const top = (sheet.height - rows * height) / 2;
  const labels = Array.from({ length: rows * columns }, (_, index) => ({
    x: left + (index % columns) * (width + gap),
    y: top + Math.floor(index / columns) * height,
    width,
    height,
  }));
  return { ...sheet, margin, labels };
}

/** The paper of each size. A sheet without borders needs the wider margin: office printers cannot print up to the edge. */
export const labelSheets: Record<LabelSize, LabelSheet> = {
  "100x150": roll(100, 150, 4),
  "100x100": roll(100, 100, 4),
  "70x50": roll(70, 50, 2.5),
  "50x30": roll(50, 30, 1.5),
  "40x30": roll(40, 30, 1.5),
  a4_3x8: buildSheet({ columns: 3, rows: 8, width: 70, height: 37, gap: 0, margin: 4.5 }),
  a4_2x7: buildSheet({ columns: 2, rows: 7, width: 99.1, height: 38.1, gap: 2.5, margin: 3 }),
};

/** A text of a label: its box, its largest size in points, and whether it must be readable from a distance. */
interface TextPart<Field> {
  readonly kind: "text";
  readonly field: Field;
  readonly box: Box;
  readonly size: number;
  readonly lines: number;
  readonly isBold: boolean;
  readonly align: "start" | "center";
}

/** The layout of a label. `bars` are linear if they are readable at that size; `qr` is always a QR code. */
export type LabelPart<Field> = TextPart<Field> | { readonly kind: "bars" | "qr" | "arrow"; readonly box: Box };

/** The smallest text size in points; longer text is cut. */
export const leastLabelText = 5;
const gap = 0.8;
/** As large as the box allows. */
const unbound = 400;

/** Returns true if a label has room to wrap long words. */
function isTall({ height }: Box): boolean {
  return height >= 100;
}

function textPart<Field>(
  field: Field,
  box: Box | undefined,
  look: { size?: number; lines?: number; isBold?: boolean; align?: "start" | "center" } = {},
): LabelPart<Field>[] {
  if (box === undefined) return [];
  const { size = unbound, lines = 1, isBold = false, align = "center" } = look;
  return [{ kind: "text", field, box, size, lines, isBold, align }];
}

function drawnPart<Field>(kind: "bars" | "qr" | "arrow", box: Box | undefined): LabelPart<Field>[] {
  return box === undefined ? [] : [{ kind, box }];
}

/**
 * Lays out a location label: the warehouse, a large code, the bars.
 * @param has `arrow` beside the code; `barcodeText` below the bars if the barcode differs from the code
 */
export function buildLocationTemplate(
  label: Box,
  margin: number,
  has: { readonly arrow: boolean; readonly barcodeText: boolean },
): LabelPart<"warehouse" | "code" | "barcodeText">[] {
  const [warehouse, middle, bars, barcodeText] = splitIntoRows(
    inset(label, margin),
    has.barcodeText ? [13, 36, 40, 11] : [13, 39, 48],
    gap,
  );
  const [code, arrow] = middle === undefined ? [] : splitIntoColumns(middle, has.arrow ? [80, 20] : [100], 2 * gap);
  return [
    ...textPart("warehouse" as const, warehouse, { size: 16, lines: isTall(label) ? 2 : 1 }),
    ...textPart("code" as const, code, { isBold: true }),
    ...drawnPart<"code">("arrow", arrow),
    ...drawnPart<"code">("bars", bars),
    ...textPart("barcodeText" as const, barcodeText, { size: 14 }),
  ];
}

/**
 * Lays out a product label: the SKU, the title on two or more lines, the bars with their text, lot and expiry.
 * @param has whether a lot or an expiry is printed
 */
export function buildProductTemplate(
  label: Box,
  margin: number,
  has: { readonly lotAndExpiry: boolean },
): LabelPart<"sku" | "title" | "barcodeText" | "lotAndExpiry">[] {
  const [sku, title, bars, barcodeText, lot] = splitIntoRows(
    inset(label, margin),
    has.lotAndExpiry ? [16, 25, 34, 11, 14] : [17, 28, 43, 12],
    gap,
  );
  return [
    ...textPart("sku" as const, sku, { size: 32, lines: isTall(label) ? 2 : 1, isBold: true }),
    ...textPart("title" as const, title, { size: 18, lines: isTall(label) ? 4 : 2 }),
    ...drawnPart<"sku">("bars", bars),
    ...textPart("barcodeText" as const, barcodeText, { size: 14 }),
    ...textPart("lotAndExpiry" as const, lot, { size: 18, lines: isTall(label) ? 2 : 1, isBold: true }),
  ];
}

type BoxField = "box" | "receipt" | "retailer" | "warehouse" | "barcodeText";

function boxTexts(boxes: readonly (Box | undefined)[], align: "start" | "center"): LabelPart<BoxField>[] {
  const [box, receipt, retailer, warehouse] = boxes;
  return [
    ...textPart<BoxField>("box", box, { size: 60, isBold: true, align }),
    ...textPart<BoxField>("receipt", receipt, { size: 32, lines: 2, isBold: true, align }),
    ...textPart<BoxField>("retailer", retailer, { size: 20, lines: 2, align }),
    ...textPart<BoxField>("warehouse", warehouse, { size: 20, lines: 2, align }),
  ];
}

/** Lays out a receipt's box label: box number and count, receipt, owner, warehouse, and its code as a QR code. */
export function buildBoxTemplate(label: Box, margin: number): LabelPart<BoxField>[] {
  const inner = inset(label, margin);
  if (isTall(label)) {
    const [box, receipt, retailer, warehouse, qr, barcodeText] = splitIntoRows(inner, [18, 12, 8, 8, 46, 8], gap);
    return [
      ...boxTexts([box, receipt, retailer, warehouse], "center"),
      ...drawnPart<BoxField>("qr", qr),
      ...textPart<BoxField>("barcodeText", barcodeText, { size: 14 }),
    ];
  }
  const side = Math.min(inner.height, inner.width * 0.4);
  const [qr, words = inner] = splitIntoColumns(inner, [side, inner.width - side], 2 * gap);
  const [box, receipt, retailer, warehouse, barcodeText] = splitIntoRows(words, [30, 22, 17, 17, 14], gap);
  return [
    ...drawnPart<BoxField>("qr", qr),
    ...boxTexts([box, receipt, retailer, warehouse], "start"),
    ...textPart<BoxField>("barcodeText", barcodeText, { size: 10, align: "start" }),
  ];
}

/** Returns the label of a box of a shipment: a tall one, with bars that the scanner of a carrier reads too. */
export function buildShipmentTemplate(label: Box, margin: number): LabelPart<BoxField>[] {
  const [box, order, retailer, warehouse, bars, barcodeText] = splitIntoRows(inset(label, margin), [30, 14, 10, 10, 28, 8], gap);
  return [
    ...boxTexts([box, order, retailer, warehouse], "center"),
    ...drawnPart<BoxField>("bars", bars),
    ...textPart<BoxField>("barcodeText", barcodeText, { size: 14 }),
  ];
}

/** Returns the corners of an arrow that fills the middle of a box. */
export function getArrowCorners({ x, y, width, height }: Box, direction: "up" | "down"): (readonly [number, number])[] {
  const side = Math.min(width, height);
  const up = [
    [0.5, 0],
    [1, 0.5],
    [0.68, 0.5],
    [0.68, 1],
    [0.32, 1],
    [0.32, 0.5],
    [0, 0.5],
  ] as const;
  const left = x + (width - side) / 2;
  const top = y + (height - side) / 2;
  return up.map(([right, down]) => [left + right * side, top + (direction === "up" ? down : 1 - down) * side] as const);
}

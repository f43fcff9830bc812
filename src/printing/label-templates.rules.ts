import { below, beside, inset } from "./boxes.rules.ts";
import type { Box } from "./boxes.rules.ts";

/** The sizes of labels that `label_size` chooses from: rolls by millimetres, and sheets of A4 by columns and rows. */
export const labelSizes = ["100x150", "100x100", "70x50", "50x30", "40x30", "a4_3x8", "a4_2x7"] as const;
export type LabelSize = (typeof labelSizes)[number];

/** The most labels of one file, with their copies. */
export const mostLabels = 2_000;

/** The paper that labels are printed on: a roll has one label a page. All in millimetres. */
export interface LabelSheet {
  readonly width: number;
  readonly height: number;
  /** where the labels stand, in the order in which they are filled */
  readonly labels: readonly Box[];
  /** what stays white along a label's edges */
  readonly margin: number;
}

function roll(width: number, height: number, margin: number): LabelSheet {
  return { width, height, margin, labels: [{ x: 0, y: 0, width, height }] };
}

/** A grid of labels in the middle of an A4 sheet; the columns stand `gap` apart, the rows touch. */
function grid({ columns, rows, width, height, gap, margin }: Omit<Box, "x" | "y"> & Record<"columns" | "rows" | "gap" | "margin", number>) {
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

/** The paper of each size. A sheet without borders needs the wider margin, for no office printer reaches a sheet's edge. */
export const labelSheets: Record<LabelSize, LabelSheet> = {
  "100x150": roll(100, 150, 4),
  "100x100": roll(100, 100, 4),
  "70x50": roll(70, 50, 2.5),
  "50x30": roll(50, 30, 1.5),
  "40x30": roll(40, 30, 1.5),
  a4_3x8: grid({ columns: 3, rows: 8, width: 70, height: 37, gap: 0, margin: 4.5 }),
  a4_2x7: grid({ columns: 2, rows: 7, width: 99.1, height: 38.1, gap: 2.5, margin: 3 }),
};

/** A text of a label: its box, its largest size in points, and whether it is what is read from afar. */
interface TextPart<Field> {
  readonly kind: "text";
  readonly field: Field;
  readonly box: Box;
  readonly size: number;
  readonly lines: number;
  readonly isBold: boolean;
  readonly align: "start" | "center";
}

/** What stands where on a label. `bars` are linear where they can be read at the size, `qr` is always a QR code. */
export type LabelPart<Field> = TextPart<Field> | { readonly kind: "bars" | "qr" | "arrow"; readonly box: Box };

/** The smallest size of a label's text, in points; what does not fit then is cut. */
export const leastLabelText = 5;
const gap = 0.8;
/** As large as the box allows. */
const unbound = 400;

/** A label with room for long words on more lines. */
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
 * A location's label: the warehouse, the code large, the bars.
 * @param has `arrow` beside the code; `barcodeText` below the bars, for a barcode that is not the code
 */
export function locationTemplate(
  label: Box,
  margin: number,
  has: { readonly arrow: boolean; readonly barcodeText: boolean },
): LabelPart<"warehouse" | "code" | "barcodeText">[] {
  const [warehouse, middle, bars, barcodeText] = below(inset(label, margin), has.barcodeText ? [13, 36, 40, 11] : [13, 39, 48], gap);
  const [code, arrow] = middle === undefined ? [] : beside(middle, has.arrow ? [80, 20] : [100], 2 * gap);
  return [
    ...textPart("warehouse" as const, warehouse, { size: 16, lines: isTall(label) ? 2 : 1 }),
    ...textPart("code" as const, code, { isBold: true }),
    ...drawnPart<"code">("arrow", arrow),
    ...drawnPart<"code">("bars", bars),
    ...textPart("barcodeText" as const, barcodeText, { size: 14 }),
  ];
}

/**
 * A product's label: the SKU, the title on two lines or more, the bars and what they say, lot and expiry.
 * @param has whether there is a lot or an expiry to print
 */
export function productTemplate(
  label: Box,
  margin: number,
  has: { readonly lotAndExpiry: boolean },
): LabelPart<"sku" | "title" | "barcodeText" | "lotAndExpiry">[] {
  const [sku, title, bars, barcodeText, lot] = below(inset(label, margin), has.lotAndExpiry ? [16, 25, 34, 11, 14] : [17, 28, 43, 12], gap);
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

/** The label of a receipt's box: which box of how many, the receipt, whose and for which warehouse, and its code as a QR code. */
export function boxTemplate(label: Box, margin: number): LabelPart<BoxField>[] {
  const inner = inset(label, margin);
  if (isTall(label)) {
    const [box, receipt, retailer, warehouse, qr, barcodeText] = below(inner, [18, 12, 8, 8, 46, 8], gap);
    return [
      ...boxTexts([box, receipt, retailer, warehouse], "center"),
      ...drawnPart<BoxField>("qr", qr),
      ...textPart<BoxField>("barcodeText", barcodeText, { size: 14 }),
    ];
  }
  const side = Math.min(inner.height, inner.width * 0.4);
  const [qr, words = inner] = beside(inner, [side, inner.width - side], 2 * gap);
  const [box, receipt, retailer, warehouse, barcodeText] = below(words, [30, 22, 17, 17, 14], gap);
  return [
    ...drawnPart<BoxField>("qr", qr),
    ...boxTexts([box, receipt, retailer, warehouse], "start"),
    ...textPart<BoxField>("barcodeText", barcodeText, { size: 10, align: "start" }),
  ];
}

/** An arrow that fills the middle of a box, as the corners of a polygon. */
export function arrowCorners({ x, y, width, height }: Box, direction: "up" | "down"): (readonly [number, number])[] {
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

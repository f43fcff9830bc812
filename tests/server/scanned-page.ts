import {
  BinaryBitmap,
  DataMatrixReader,
  DecodeHintType,
  HybridBinarizer,
  MultiFormatOneDReader,
  QRCodeReader,
  RGBLuminanceSource,
} from "@zxing/library";
import type { Box } from "#src/warehouse/printing/boxes.rules.ts";

/** Pixels per millimetre: two for each dot of a label printer. */
const dots = 16;
/** White margin around a square symbol, in millimetres. */
const white = 3;

/** A scanner's setting. */
export type Scanner = "bars" | "qr" | "datamatrix";

const readers = {
  bars: () => new MultiFormatOneDReader(new Map([[DecodeHintType.TRY_HARDER, true]])),
  qr: () => new QRCodeReader(),
  datamatrix: () => new DataMatrixReader(),
};

/** The height of the strip a linear scanner reads, in millimetres. */
const strip = 3;

/** The part of the page the scanner sees: a strip across the page for bars, or the square symbol with a white margin. */
function sight(page: { readonly width: number }, fill: readonly Box[], scanner: Scanner): Box {
  const x = Math.min(...fill.map((box) => box.x)) - white;
  const y = Math.min(...fill.map((box) => box.y)) - white;
  const right = Math.max(...fill.map((box) => box.x + box.width)) + white;
  const bottom = Math.max(...fill.map((box) => box.y + box.height)) + white;
  if (scanner === "bars") return { x: 0, y: (y + bottom - strip) / 2, width: page.width, height: strip };
  return { x, y, width: right - x, height: bottom - y };
}

/**
 * Scans a page: draws its filled rectangles as a picture and decodes that. The reader finds bars itself;
 * square symbols are cropped first, because its search fails in such a clean picture.
 */
export function scanned(page: { readonly width: number }, fill: readonly Box[], scanner: Scanner): string {
  const seen = sight(page, fill, scanner);
  const width = Math.round(seen.width * dots);
  const height = Math.round(seen.height * dots);
  const picture = new Uint8ClampedArray(width * height).fill(255);
  for (const box of fill) {
    const left = Math.round((box.x - seen.x) * dots);
    const right = Math.round((box.x - seen.x + box.width) * dots);
    const bottom = Math.min(height, Math.round((box.y - seen.y + box.height) * dots));
    for (let y = Math.max(0, Math.round((box.y - seen.y) * dots)); y < bottom; y += 1) picture.fill(0, y * width + left, y * width + right);
  }
  const bitmap = new BinaryBitmap(new HybridBinarizer(new RGBLuminanceSource(picture, width, height)));
  const hint = scanner === "bars" ? DecodeHintType.TRY_HARDER : DecodeHintType.PURE_BARCODE;
  return readers[scanner]()
    .decode(bitmap, new Map([[hint, true]]))
    .getText();
}

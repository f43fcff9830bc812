/** The barcode symbologies that we print. */
export type Symbology = "ean13" | "upca" | "ean8" | "code128" | "datamatrix" | "qrcode";

/** The printed size of a symbol in millimetres: one module, and the whole with its quiet zone. */
export interface SymbolSize {
  readonly module: number;
  readonly width: number;
  readonly height: number;
  /** whether every bar is wide enough for label printers and hand-helds */
  readonly isSharp: boolean;
}

/**
 * Label printers have 8 dots per millimetre (203 dpi): bars of whole dots are sharp. Sheets are printed at a higher resolution, where it does no harm.
 */
const dot = 1 / 8;
/** The narrowest bar that a hand-held reads reliably from such a printer: two dots. */
const narrowest = 2 * dot;
/** Longer codes would be wider than any label. */
const longestBars = 48;
/** Modules that stay white on each side. Sources: GS1 General Specifications 5.2 (EAN, UPC), ISO/IEC 15417, 16022 and 18004. */
const quietZones: Record<Symbology, number> = { ean13: 11, upca: 9, ean8: 7, code128: 10, datamatrix: 2, qrcode: 4 };

/**
 * Returns true if the last digit is the check digit: weights 3 and 1 from the right. Source: GS1 General Specifications, 7.9.
 * @param digits only digits
 */
function hasCheckDigit(digits: string): boolean {
  const sum = Array.from(digits)
    .toReversed()
    .reduce((total, digit, index) => total + Number(digit) * (index % 2 === 0 ? 1 : 3), 0);
  return sum % 10 === 0;
}

/** Chooses the linear symbology that scans as exactly this text; null if only a square one can hold it. */
export function chooseLinearSymbology(text: string): Symbology | null {
  if (/^\d+$/.test(text) && hasCheckDigit(text)) {
    if (text.length === 13) return "ean13";
    if (text.length === 12) return "upca";
    if (text.length === 8) return "ean8";
  }
  return /^[ -~]+$/.test(text) && text.length <= longestBars ? "code128" : null;
}

/** Chooses the square symbology for a text: only QR declares the encoding of letters beyond ASCII. */
export function chooseSquareSymbology(text: string): Symbology {
  return /^[ -~]+$/.test(text) ? "datamatrix" : "qrcode";
}

/**
 * Fits a symbol with its quiet zone into a box (mm): modules of whole dots if possible, else finer ones that are not sharp. Never overflows.
 * @param modules width in modules without the quiet zone; `rows` is the height, or null for bars as high as the box
 */
export function fitSymbol(
  symbology: Symbology,
  modules: { readonly columns: number; readonly rows: number | null },
  room: { readonly width: number; readonly height: number },
): SymbolSize {
  const quiet = 2 * quietZones[symbology];
  const across = modules.columns + quiet;
  const down = modules.rows === null ? null : modules.rows + quiet;
  const most = Math.min(room.width / across, down === null ? Number.POSITIVE_INFINITY : room.height / down);
  const whole = Math.floor(most / dot + 1e-6) * dot;
  const isSharp = whole >= narrowest;
  const module = isSharp ? whole : most;
  return { module, width: across * module, height: down === null ? room.height : down * module, isSharp };
}

/** Returns the quiet zone's width in modules. */
export function getQuietZone(symbology: Symbology): number {
  return quietZones[symbology];
}

/** The kinds of barcodes that we print. */
export type Symbology = "ean13" | "upca" | "ean8" | "code128" | "datamatrix" | "qrcode";

/** A symbol's size on paper: the width of a module, and the whole with its quiet zone, in millimetres. */
export interface SymbolSize {
  readonly module: number;
  readonly width: number;
  readonly height: number;
  /** whether every bar is as wide as printers and hand-helds want it */
  readonly isSharp: boolean;
}

/** Label printers have 8 dots a millimetre (203 dpi): bars of whole dots are sharp. Sheets are printed finer, where it does no harm. */
const dot = 1 / 8;
/** The narrowest bar that a hand-held reads surely from such a printer: two dots. */
const narrowest = 2 * dot;
/** Longer than this, bars are wider than any label. */
const longestBars = 48;
/** Modules that stay white on each side. Sources: GS1 General Specifications 5.2 (EAN, UPC), ISO/IEC 15417, 16022 and 18004. */
const quietZones: Record<Symbology, number> = { ean13: 11, upca: 9, ean8: 7, code128: 10, datamatrix: 2, qrcode: 4 };

/**
 * Whether a code's last digit is its check digit: weights 3 and 1 from the right. Source: GS1 General Specifications, 7.9.
 * @param digits nothing but digits
 */
function hasCheckDigit(digits: string): boolean {
  const sum = Array.from(digits)
    .toReversed()
    .reduce((total, digit, index) => total + Number(digit) * (index % 2 === 0 ? 1 : 3), 0);
  return sum % 10 === 0;
}

/** The linear symbology that gives exactly this text when it is scanned; null for a text that only a square one holds. */
export function linearSymbology(text: string): Symbology | null {
  if (/^\d+$/.test(text) && hasCheckDigit(text)) {
    if (text.length === 13) return "ean13";
    if (text.length === 12) return "upca";
    if (text.length === 8) return "ean8";
  }
  return /^[ -~]+$/.test(text) && text.length <= longestBars ? "code128" : null;
}

/** The square symbology for a text: QR alone says which letters beyond ASCII it holds. */
export function squareSymbology(text: string): Symbology {
  return /^[ -~]+$/.test(text) ? "datamatrix" : "qrcode";
}

/**
 * How large a symbol can be in a room (mm), its quiet zone with it: modules of whole dots; finer ones, that are not sharp, where there is no
 * room for those. It never runs over.
 * @param modules the symbol's modules across, without the quiet zone; `rows` down, null for bars that are as high as the room
 */
export function symbolSize(
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

/** The quiet zone's width in modules. */
export function quietZone(symbology: Symbology): number {
  return quietZones[symbology];
}

/** Barcodes for the badge, which the browser prints: Code 128, set B (ISO/IEC 15417). Labels are generated on the server. */

/** Widths of bar, space, bar, space, bar, space of each symbol by its value; the stop symbol has one more bar. */
const symbols = (
  "212222 222122 222221 121223 121322 131222 122213 122312 132212 221213 221312 231212 112232 122132 122231 113222 123122 123221 " +
  "223211 221132 221231 213212 223112 312131 311222 321122 321221 312212 322112 322211 212123 212321 232121 111323 131123 131321 " +
  "112313 132113 132311 211313 231113 231311 112133 112331 132131 113123 113321 133121 313121 211331 231131 213113 213311 213131 " +
  "311123 311321 331121 312113 312311 332111 314111 221411 431111 111224 111422 121124 121421 141122 141221 112214 112412 122114 " +
  "122411 142112 142211 241211 221114 413111 241112 134111 111242 121142 121241 114212 124112 124211 411212 421112 421211 212141 " +
  "214121 412121 111143 111341 131141 114113 114311 411113 411311 113141 114131 311141 411131 211412 211214 211232 2331112"
).split(" ");

const startB = 104;
const stop = 106;

/** Returns the value of a character in set B: printable ASCII from the space on. */
function getCodeValue(character: string): number {
  const value = (character.codePointAt(0) ?? 0) - 32;
  if (value < 0 || value > 94) throw new Error("scanning: set B of Code 128 has only printable ASCII");
  return value;
}

/** A bar: its start and width in modules. */
interface Bar {
  readonly from: number;
  readonly width: number;
}

/** The quiet zone on either side, in modules. */
export const quietModules = 10;

/**
 * Encodes a text as bars, starting at 0, without quiet zones.
 * @throws Error for anything but printable ASCII
 */
export function encodeBars(text: string): { readonly bars: readonly Bar[]; readonly width: number } {
  const values = Array.from(text, getCodeValue);
  const check = values.reduce((sum, value, place) => sum + value * (place + 1), startB) % 103;
  const bars: Bar[] = [];
  let from = 0;
  for (const value of [startB, ...values, check, stop])
    for (const [place, digit] of Array.from(symbols[value] ?? "").entries()) {
      if (place % 2 === 0) bars.push({ from, width: Number(digit) });
      from += Number(digit);
    }
  return { bars, width: from };
}

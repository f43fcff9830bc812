const gramsPerUnit = { g: 1, kg: 1000, oz: 28.349_523_125, lb: 453.592_37 } as const;

/** Marks of a line whose weight is still moving or out of range. */
const moving = /^\s*(?:US|SD|S\s+D|S\s*[+-]\s*$|OL)(?:[\s,]|$)/i;
/** Marks of a line that says nothing about what stands on the scale: a tare or preset value, or a command that it could not carry out. */
const aside = /^\s*(?:S\s+I|TL|PT|T)(?:[\s,]|$)/i;

/** What a scale says: a stable weight in whole grams, or null while it is empty or moving. */
type ScaleReading = number | null;

/**
 * Reads a line that a scale sends: "ST,GS,+  1.250kg", "S S     520.5 g", "  0.52 kg". The formats are those of the usual indicators and of MT-SICS.
 * @returns undefined if the line is not about the weight on the scale
 */
export function parseScaleLine(line: string): ScaleReading | undefined {
  if (moving.test(line)) return null;
  if (aside.test(line)) return undefined;
  const found = /([+-]?)\s*(\d+(?:[.,]\d+)?)\s*(kg|g|lb|oz)\b/i.exec(line);
  if (found === null) return undefined;
  const unit = found[3]?.toLowerCase();
  if (unit !== "g" && unit !== "kg" && unit !== "lb" && unit !== "oz") return undefined;
  const grams = Math.round(Number(found[2]?.replace(",", ".")) * gramsPerUnit[unit]);
  return found[1] === "-" || grams === 0 ? null : grams;
}

/** What stands on a scale: its stable weight, null while it is empty or moving, and whether it is settled: it belongs to something that was weighed. */
export interface OnScale {
  readonly grams: ScaleReading;
  readonly isSettled: boolean;
}
export const emptyScale: OnScale = { grams: null, isSettled: false };

/** The last digit of a scale flickers by this much under the same load, in grams. */
const flickerGrams = 10;

/** A scale that sends weights all the time is never silent for so long, in ms: after that, what it sends belongs to something else. */
const silentMs = 1500;

/**
 * Applies a reading. What is settled stays so until the scale moves: it becomes empty, unstable, or shows another weight. A scale that sends only stable
 * weights, each once, says nothing between two parcels.
 * @param sinceLastMs since the reading before it
 */
export function withReading({ grams, isSettled }: OnScale, reading: ScaleReading, sinceLastMs = 0): OnScale {
  if (reading === null) return emptyScale;
  const isSame = isSettled && grams !== null && sinceLastMs < silentMs && Math.abs(reading - grams) <= flickerGrams;
  return isSame ? { grams, isSettled } : { grams: reading, isSettled: false };
}

/** Marks what stands on the scale as weighed. Nothing does while it is empty or moving. */
export function withSettled({ grams }: OnScale): OnScale {
  return { grams, isSettled: grams !== null };
}

/** Reads a weight that somebody types: whole grams without a unit, otherwise as a scale writes it. Returns null for anything else. */
export function parseTypedWeight(text: string): number | null {
  const trimmed = text.trim();
  if (/^\d{1,7}$/.test(trimmed)) return Number(trimmed) > 0 ? Number(trimmed) : null;
  return /^\d+(?:[.,]\d+)?\s*(?:kg|g|lb|oz)$/i.test(trimmed) ? (parseScaleLine(trimmed) ?? null) : null;
}

/** What arrived of a scale's lines so far: the whole lines, and the rest. Lines end with CR, LF or both. */
export function splitLines(text: string): { readonly lines: readonly string[]; readonly rest: string } {
  const parts = text.split(/\r\n|\r|\n/);
  const rest = parts.at(-1) ?? "";
  return { lines: parts.slice(0, -1).filter((line) => line.trim() !== ""), rest };
}

/** Whether a text that is no weight was meant as one: a number with a sign, a fraction or an exponent, or too many digits for a weight. Barcodes have at least 8 digits. */
export function isLikeWeight(text: string): boolean {
  const trimmed = text.trim();
  return /^[+-]?\d+[.,]\d+$/.test(trimmed) || /^[+-]\d+$/.test(trimmed) || /^\d{1,7}$/.test(trimmed) || /^\d+e\d+$/i.test(trimmed);
}

const gramsPerUnit = { g: 1, kg: 1000, oz: 28.349_523_125, lb: 453.592_37 } as const;

/** Marks of a line whose weight is still moving, of one that is out of range, and of a tare or preset value. */
const notStable = /^\s*(?:US|SD|S\s+D|S\s+I|S\s*[+-]\s*$|OL|TL|PT|T)(?:[\s,]|$)/i;

/**
 * Reads a line that a scale sends: "ST,GS,+  1.250kg", "S S     520.5 g", "  0.52 kg". The formats are those of the usual indicators and of MT-SICS.
 * @returns whole grams; null if the weight is not stable, not positive, or the line is something else
 */
export function parseScaleLine(line: string): number | null {
  if (notStable.test(line)) return null;
  const found = /([+-]?)\s*(\d+(?:[.,]\d+)?)\s*(kg|g|lb|oz)\b/i.exec(line);
  if (found === null || found[1] === "-") return null;
  const unit = found[3]?.toLowerCase();
  if (unit !== "g" && unit !== "kg" && unit !== "lb" && unit !== "oz") return null;
  const grams = Math.round(Number(found[2]?.replace(",", ".")) * gramsPerUnit[unit]);
  return grams > 0 ? grams : null;
}

/** Reads a weight that somebody types: whole grams without a unit, otherwise as a scale writes it. Returns null for anything else. */
export function parseTypedWeight(text: string): number | null {
  const trimmed = text.trim();
  if (/^\d{1,7}$/.test(trimmed)) return Number(trimmed) > 0 ? Number(trimmed) : null;
  return /^\d+(?:[.,]\d+)?\s*(?:kg|g|lb|oz)$/i.test(trimmed) ? parseScaleLine(trimmed) : null;
}

/** What arrived of a scale's lines so far: the whole lines, and the rest. Lines end with CR, LF or both. */
export function splitLines(text: string): { readonly lines: readonly string[]; readonly rest: string } {
  const parts = text.split(/\r\n|\r|\n/);
  const rest = parts.at(-1) ?? "";
  return { lines: parts.slice(0, -1).filter((line) => line.trim() !== ""), rest };
}

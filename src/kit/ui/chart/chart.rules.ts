/** The tokens that colour parts. */
export type PartTone = "primary" | "good" | "quiet" | "warn" | "bad";

/** What bars are divided into: the same parts in each, in this order. */
export interface ChartPart {
  readonly key: string;
  readonly label: string;
  readonly tone: PartTone;
}

/** One bar with a value for each part. */
export interface ChartBar {
  readonly key: string;
  readonly label: string;
  readonly values: readonly number[];
}

/** Gets the sum of a bar's values. */
export function getTotal({ values }: ChartBar): number {
  return values.reduce((sum, value) => sum + value, 0);
}

/** Gets the end of the value axis before it is rounded up. */
export function getAxisEnd(bars: readonly ChartBar[]): number {
  return Math.max(1, ...bars.map(getTotal));
}

/** Where each part of a bar starts and ends on the value axis. */
export function getSpans(values: readonly number[]): { from: number; to: number }[] {
  let from = 0;
  return values.map((value) => {
    const span = { from, to: from + value };
    from = span.to;
    return span;
  });
}

/** The greatest width of a text of 12 px, in px: a Chinese character is about twice as wide as a Latin letter. */
export function widthPx(text: string): number {
  return Array.from(text).reduce((sum, letter) => sum + (letter > "⺀" ? 12 : 7), 0);
}

/** Px between two labels of the axis. */
const gapPx = 8;

/**
 * The labels that fit under upright bars without touching: the last one, and every n-th before it.
 * @param bandPx width of one bar with its gap
 * @param leftPx space left of the first bar
 * @returns indices, ascending
 */
export function getShownLabels(labels: readonly string[], bandPx: number, leftPx: number): number[] {
  const longestPx = Math.max(0, ...labels.map(widthPx));
  const every = Math.max(1, Math.ceil((longestPx + gapPx) / bandPx));
  return labels.flatMap((label, at) => {
    const isInStep = (labels.length - 1 - at) % every === 0;
    const hasSpace = (at + 0.5) * bandPx + leftPx >= widthPx(label) / 2;
    return isInStep && (hasSpace || labels.length === 1) ? [at] : [];
  });
}

/** Px of a chart of lying bars: one row a bar; in a narrow chart the label stands above its bar. */
export const lying = { rowPx: 28, narrowRowPx: 44, barPx: 16, axisPx: 40, narrowBelowPx: 480 } as const;
/** Px of a chart of upright bars. `leastBandPx` is the narrowest bar with its gap: a wider chart scrolls. */
export const upright = { heightPx: 232, topPx: 28, axisPx: 28, leastBandPx: 8, fewestBands: 6 } as const;

export type Direction = "lying" | "upright";

/** The height of the drawing, known before it is loaded: nothing below it moves. */
export function getHeightPx(direction: Direction, bars: number, width: number): number {
  if (direction === "upright") return upright.heightPx;
  return bars * (width < lying.narrowBelowPx ? lying.narrowRowPx : lying.rowPx) + lying.axisPx;
}

/** One measured figure, with its bound where it has one. */
export interface Figure {
  name: string;
  value: number;
  /** the most that it may be, or the least; null for a figure that only explains another */
  bound: number | null;
  /** "ratio", "s", "MB", "ms" */
  unit: string;
  holds: boolean;
}

/** A bench: what it is called, and how to run it. */
export interface Bench {
  name: string;
  run(): Promise<Figure[]>;
}

/** A figure that must not pass its bound. */
export function atMost(name: string, value: number, bound: number, unit = "ratio"): Figure {
  return { name, value, bound, unit, holds: value <= bound };
}

/** A figure that must reach its bound. */
export function atLeast(name: string, value: number, bound: number, unit = "ratio"): Figure {
  return { name, value, bound, unit, holds: value >= bound };
}

/** A figure without a bound. */
export function note(name: string, value: number, unit: string): Figure {
  return { name, value, bound: null, unit, holds: true };
}

/** The middle value; the mean of the middle two where there are as many on each side. */
export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.length / 2;
  return ((sorted[Math.ceil(middle) - 1] ?? Number.NaN) + (sorted[Math.floor(middle)] ?? Number.NaN)) / 2;
}

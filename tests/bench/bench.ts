/** A measured figure, with its bound if it has one. */
export interface Figure {
  name: string;
  value: number;
  /** the maximum or minimum; null for a figure that only explains another */
  bound: number | null;
  /** "ratio", "s", "MB", "ms" */
  unit: string;
  holds: boolean;
}

/** What a run may be told. */
export interface BenchOptions {
  /** seconds for each instance, for a bench that has instances; its own number if undefined */
  seconds?: number | undefined;
  /** rows of a bench over a large table; its own number if undefined */
  rows?: number | undefined;
}

/** A bench: its name and how to run it. */
export interface Bench {
  name: string;
  run(options: BenchOptions): Promise<Figure[]>;
}

/** Creates a figure with an upper bound. */
export function atMost(name: string, value: number, bound: number, unit = "ratio"): Figure {
  return { name, value, bound, unit, holds: value <= bound };
}

/** Creates a figure with a lower bound. */
export function atLeast(name: string, value: number, bound: number, unit = "ratio"): Figure {
  return { name, value, bound, unit, holds: value >= bound };
}

/** Creates a figure without a bound. */
export function note(name: string, value: number, unit: string): Figure {
  return { name, value, bound: null, unit, holds: true };
}

/** Returns the median; the mean of the middle two for an even count. */
export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.length / 2;
  return ((sorted[Math.ceil(middle) - 1] ?? Number.NaN) + (sorted[Math.floor(middle)] ?? Number.NaN)) / 2;
}

import { measureBatches } from "./batch-problem.ts";
import type { BatchGround, Batches } from "./batch-problem.ts";
import { BatchSearch } from "./batch-search.ts";
import type { Budget } from "./budget.ts";
import type { Random } from "./random.ts";

/** Steps between two looks at the budget. */
const stepsPerLook = 256;

/** A cooling: until which part of the budget, its first temperature and the price of an overload, both relative to the mean tour. */
interface Cooling {
  readonly until: number;
  readonly hot: number;
  readonly overloadPrice: number;
}

const withinLimits = 1e9;
const cold = 0.005;

/**
 * The first cooling stays within the limits and forgets where it began; the second one starts a little warm from the best, and may exceed the
 * limits on its way: where tours are almost full, it finds groups that no exchange within the limits leads to.
 */
const coolings: readonly Cooling[] = [
  { until: 0.5, hot: 0.15, overloadPrice: withinLimits },
  { until: 1, hot: 0.05, overloadPrice: 5 },
];

/** Steps per order from which a search starts as hot as that. With fewer steps it could not cool down from there again. */
const stepsForHeat = 15_000;
/** The part of the budget in which the speed is measured, by steps at the last temperature. */
const warmUp = 0.03;

/** What an improvement of batches needs besides them. */
export interface ImproveOptions {
  readonly budget: Budget;
  readonly random: Random;
  /** called with better batches, at most about twenty times */
  readonly onImproved?: ((batches: Batches, total: number) => void) | undefined;
}

/** Anneals batches, and holds the best ones. */
class Annealing {
  readonly #search: BatchSearch;
  readonly #options: ImproveOptions;
  readonly #meanTour: number;
  #reported: { readonly total: number; readonly progress: number };
  best: Batches;
  total: number;
  steps = 0;

  constructor(ground: BatchGround, start: Batches, options: ImproveOptions) {
    this.#search = new BatchSearch(ground, options.random);
    this.#options = options;
    this.best = start;
    this.total = measureBatches(ground, start);
    this.#reported = { total: this.total, progress: 0 };
    this.#meanTour = this.total / start.length;
  }

  /** Cools from `hot` to `cold` while the budget goes from one part to another. */
  cool(from: number, { until, hot, overloadPrice }: Cooling): void {
    const { budget, random } = this.#options;
    const search = this.#search;
    search.load(this.best);
    search.overloadPrice = overloadPrice * this.#meanTour;
    for (let progress = budget.readProgress(); progress < until; progress = budget.readProgress()) {
      const temperature = this.#meanTour * hot * (cold / hot) ** Math.max(0, (progress - from) / (until - from));
      for (let step = 0; step < stepsPerLook; step += 1) {
        const wasDone = search.step(-temperature * Math.log(1 - random.unit()));
        if (!wasDone || search.total > this.total - 1e-6 || search.overload > 1e-9) continue;
        this.best = search.save();
        this.total = search.total;
      }
      this.steps += stepsPerLook;
      this.#report(progress);
    }
  }

  #report(progress: number): void {
    const { onImproved } = this.#options;
    if (onImproved === undefined || this.total === this.#reported.total || progress < this.#reported.progress + 0.05) return;
    this.#reported = { total: this.total, progress };
    onImproved(this.best, this.total);
  }
}

/**
 * Improves batches by simulated annealing until the budget is used: orders move to another tour or are exchanged, and a step that makes the
 * tours longer is accepted more rarely as the search cools. Returns the best batches found, never worse than those given.
 */
export function improveBatches(ground: BatchGround, start: Batches, options: ImproveOptions): Batches {
  if (ground.orderCount < 2) return start;
  const annealing = new Annealing(ground, start, options);
  const begun = options.budget.readProgress();
  const warm = begun + warmUp * (1 - begun);
  annealing.cool(begun, { until: warm, hot: cold, overloadPrice: withinLimits });
  const stepsPerOrder = annealing.steps / warmUp / ground.orderCount;
  const heat = Math.min(1, (stepsPerOrder / stepsForHeat) ** 1.5);
  let from = warm;
  for (const { until, hot, overloadPrice } of coolings) {
    const to = warm + until * (1 - warm);
    annealing.cool(from, { until: to, hot: Math.max(2 * cold, hot * heat), overloadPrice });
    from = to;
  }
  return annealing.best;
}

import { measureBatches } from "./batch-problem.ts";
import type { BatchGround, Batches } from "./batch-problem.ts";
import { BatchSearch } from "./batch-search.ts";
import type { Budget } from "./budget.ts";
import type { Random } from "./random.ts";

/** Steps between two looks at the budget. */
const stepsPerLook = 256;

/** A cooling: a part of the budget, the first and last temperature and the price of an overload, all relative to the mean tour. */
interface Cooling {
  readonly until: number;
  readonly hot: number;
  readonly cold: number;
  readonly overloadPrice: number;
}

/**
 * The first cooling stays within the limits and forgets where it began; the second one starts a little warm from the best, and may exceed the
 * limits on its way: where tours are almost full, it finds groups that no exchange within the limits leads to.
 */
const coolings: readonly Cooling[] = [
  { until: 0.5, hot: 0.15, cold: 0.006, overloadPrice: 1e9 },
  { until: 1, hot: 0.05, cold: 0.006, overloadPrice: 5 },
];

/** What an improvement of batches needs besides them. */
export interface ImproveOptions {
  readonly budget: Budget;
  readonly random: Random;
  /** called with better batches, at most about twenty times */
  readonly onImproved?: ((batches: Batches, total: number) => void) | undefined;
}

/**
 * Improves batches by simulated annealing until the budget is used: orders move to another tour or are exchanged, and a step that makes the
 * tours longer is accepted more rarely as the search cools. Returns the best batches found, never worse than those given.
 */
export function improveBatches(ground: BatchGround, start: Batches, { budget, random, onImproved }: ImproveOptions): Batches {
  if (ground.orderCount < 2) return start;
  const search = new BatchSearch(ground, random);
  let best = start;
  let bestTotal = measureBatches(ground, start);
  let reported = { total: bestTotal, progress: 0 };
  const meanTour = bestTotal / start.length;
  let from = 0;
  for (const { until, hot, cold, overloadPrice } of coolings) {
    search.load(best);
    search.overloadPrice = overloadPrice * meanTour;
    for (let progress = budget.readProgress(); progress < until; progress = budget.readProgress()) {
      const temperature = meanTour * hot * (cold / hot) ** Math.max(0, (progress - from) / (until - from));
      for (let step = 0; step < stepsPerLook; step += 1) {
        const wasDone = search.step(-temperature * Math.log(1 - random.unit()));
        if (!wasDone || search.total > bestTotal - 1e-6 || search.overload > 1e-9) continue;
        best = search.save();
        bestTotal = search.total;
      }
      if (onImproved === undefined || bestTotal === reported.total || progress < reported.progress + 0.05) continue;
      reported = { total: bestTotal, progress };
      onImproved(best, bestTotal);
    }
    from = until;
  }
  return best;
}

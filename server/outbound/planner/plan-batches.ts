import { measureBatches, prepareBatches } from "./batch-problem.ts";
import type { Batches, BatchProblem } from "./batch-problem.ts";
import type { Budget } from "./budget.ts";
import { createFirstBatches } from "./first-batches.ts";
import { improveBatches } from "./improve-batches.ts";
import type { ImproveOptions } from "./improve-batches.ts";
import type { Layout } from "./layout.ts";

/** The part of the budget that a search over several blocks spends on one block instead. */
const roughShare = 0.4;

/**
 * Leaves out the cross aisles between front and back. A tour is then longer, but measured some twenty times as fast, and orders that go well
 * together mostly still do.
 */
function mergeBlocks(layout: Layout): Layout {
  const { aisles, crossAisles, depot, closed } = layout;
  const blocks = crossAisles.length - 1;
  const isClosed = (aisle: number) => Array.from({ length: blocks }, (_, block) => aisle * blocks + block).every((at) => closed.has(at));
  const [front = 0, back = 0] = [crossAisles[0], crossAisles.at(-1)];
  return {
    aisles,
    crossAisles: [front, back],
    depot: { aisle: depot.aisle, crossAisle: depot.crossAisle * 2 > blocks ? 1 : 0 },
    closed: new Set(aisles.flatMap((_, aisle) => (isClosed(aisle) ? [aisle] : []))),
  };
}

/** Returns a part of a budget as one of its own. */
function takePart(budget: Budget, part: number): Budget {
  return { readProgress: () => Math.min(1, budget.readProgress() / part) };
}

/**
 * Groups orders into tours of little walking, each within the limits; an order that exceeds one by itself gets a tour of its own. Over several
 * blocks, the groups are searched for as if there were no cross aisles in between, and improved with them.
 * @returns the tours and their length together, in the layout's unit
 * @throws Error if a limit is not positive
 */
export function planBatches(problem: BatchProblem, options: ImproveOptions): { readonly batches: Batches; readonly total: number } {
  const { budget, random, onImproved } = options;
  const ground = prepareBatches(problem);
  const hasBlocks = problem.layout.crossAisles.length > 2;
  const rough = hasBlocks ? prepareBatches({ ...problem, layout: mergeBlocks(problem.layout) }) : ground;
  let best: Batches = createFirstBatches(rough);
  let total = measureBatches(ground, best);
  onImproved?.(best, total);
  const take = (batches: Batches): void => {
    const found = measureBatches(ground, batches);
    if (found >= total) return;
    best = batches;
    total = found;
    onImproved?.(best, total);
  };
  if (hasBlocks) take(improveBatches(rough, best, { budget: takePart(budget, roughShare), random, onImproved: take }));
  take(improveBatches(ground, best, { budget, random, onImproved: take }));
  return { batches: best, total };
}

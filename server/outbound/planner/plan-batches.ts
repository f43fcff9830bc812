import { measureBatches, prepareBatches } from "./batch-problem.ts";
import type { Batches, BatchProblem } from "./batch-problem.ts";
import { createFirstBatches } from "./first-batches.ts";
import { improveBatches } from "./improve-batches.ts";
import type { ImproveOptions } from "./improve-batches.ts";

/**
 * Groups orders into tours of little walking, each within the limits; an order that exceeds one by itself gets a tour of its own.
 * @returns the tours and their length together, in the layout's unit
 * @throws Error if a limit is not positive
 */
export function planBatches(problem: BatchProblem, options: ImproveOptions): { readonly batches: Batches; readonly total: number } {
  const ground = prepareBatches(problem);
  const first = createFirstBatches(ground);
  options.onImproved?.(first, measureBatches(ground, first));
  const batches = improveBatches(ground, first, options);
  return { batches, total: measureBatches(ground, batches) };
}

import type { Layout, Stop } from "./layout.ts";
import type { StopGrid } from "./stop-grid.ts";
import { createStopGrid } from "./stop-grid.ts";
import { createBlockMeasure } from "./block-tour.ts";
import type { MeasureTour } from "./block-tour.ts";
import { createSweepMeasure } from "./sweep.ts";

/** An order to batch: where its goods are, and what it takes of each limit of a tour. */
export interface BatchOrder {
  readonly stops: readonly Stop[];
  /** one number per limit of the problem */
  readonly loads: readonly number[];
}

/** Orders to group into tours of least total walking. */
export interface BatchProblem {
  readonly layout: Layout;
  readonly orders: readonly BatchOrder[];
  /** what a tour can carry, in as many terms as orders have loads: orders, pieces, weight, volume */
  readonly limits: readonly number[];
}

/** The orders of each tour, by their indexes. */
export type Batches = readonly (readonly number[])[];

/** A problem prepared for measuring: each order's stops as a mask. */
export interface BatchGround {
  readonly orderCount: number;
  readonly limitCount: number;
  readonly limits: Float64Array;
  /** `order * limitCount + limit` */
  readonly loads: Float64Array;
  readonly grid: StopGrid;
  /** each order's mask, one after the other */
  readonly masks: Int32Array;
  readonly measure: MeasureTour;
}

/** Prepares a problem. @throws Error if a limit is not positive */
export function prepareBatches({ layout, orders, limits }: BatchProblem): BatchGround {
  if (!limits.every((limit) => limit > 0)) throw new Error("planner: a tour's limits are positive");
  const grid = createStopGrid(
    layout,
    orders.flatMap(({ stops }) => stops),
  );
  const masks = new Int32Array(orders.length * grid.stride);
  const loads = new Float64Array(orders.length * limits.length);
  for (const [at, order] of orders.entries()) {
    for (const stop of order.stops) grid.addStop(masks, at * grid.stride, stop);
    for (const [limit, load] of order.loads.entries()) loads[at * limits.length + limit] = load;
  }
  return {
    orderCount: orders.length,
    limitCount: limits.length,
    limits: Float64Array.from(limits),
    loads,
    grid,
    masks,
    measure: layout.crossAisles.length === 2 ? createBlockMeasure(grid) : createSweepMeasure(grid),
  };
}

/** Adds an order's stops to a mask. */
export function addToMask({ masks, grid: { stride } }: BatchGround, mask: Int32Array, order: number): void {
  const from = order * stride;
  for (let word = 0; word < stride; word += 1) mask[word] = (mask[word] ?? 0) | (masks[from + word] ?? 0);
}

/** Measures the shortest tour over some orders. */
export function measureBatch(ground: BatchGround, orders: Iterable<number>): number {
  const mask = ground.grid.depotMask.slice();
  for (const order of orders) addToMask(ground, mask, order);
  return ground.measure(mask);
}

/** Measures all tours together. */
export function measureBatches(ground: BatchGround, batches: Batches): number {
  return batches.reduce((sum, orders) => sum + measureBatch(ground, orders), 0);
}

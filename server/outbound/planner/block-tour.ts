import type { SegmentCosts } from "./segment-costs.ts";
import { readSegmentCosts } from "./segment-costs.ts";
import type { StopGrid } from "./stop-grid.ts";

/** Measures the shortest tour over a mask's stops, from the depot and back. Masks include the depot. */
export type MeasureTour = (mask: Int32Array) => number;

/**
 * Creates the measure for a layout of one block: the dynamic programme of Ratliff and Rosenthal, "Order-picking in a rectangular warehouse: a
 * solvable case of the traveling salesman problem", Operations Research 31 (1983). It goes over the aisles and keeps the shortest partial tour
 * of each class: how often its ends at the front and back crossings are visited (odd, even, not), and whether they are connected.
 * Walking outside the outermost aisles with stops never helps, so only those between are read.
 */
export function createBlockMeasure(grid: StopGrid): MeasureTour {
  const { segmentCount: aisleCount, words, lengths, layout } = grid;
  const across = Float64Array.from(layout.aisles);
  const costs: SegmentCosts = { front: 0, back: 0, gap: 0, isEmpty: true };
  const isVisited = (mask: Int32Array, aisle: number): boolean => {
    for (let word = aisle * words; word < (aisle + 1) * words; word += 1) if ((mask[word] ?? 0) !== 0) return true;
    return false;
  };
  return (mask) => {
    let first = 0;
    while (first < aisleCount - 1 && !isVisited(mask, first)) first += 1;
    let last = aisleCount - 1;
    while (last > first && !isVisited(mask, last)) last -= 1;
    readSegmentCosts(grid, mask, first, costs);
    const start = lengths[first] ?? 0;
    // Odd at both ends; even at the front, the back, both connected, both in two parts.
    let odd = start;
    let front = costs.front;
    let back = costs.back;
    let joined = 2 * start;
    let parted = costs.gap;
    for (let aisle = first + 1; aisle <= last; aisle += 1) {
      const step = 2 * ((across[aisle] ?? 0) - (across[aisle - 1] ?? 0));
      const length = lengths[aisle] ?? 0;
      readSegmentCosts(grid, mask, aisle, costs);
      const oddBefore = odd + step;
      const frontBefore = Math.min(front, joined) + step;
      const backBefore = Math.min(back, joined) + step;
      const joinedBefore = joined + 2 * step;
      const partedBefore = Math.min(front, back, parted) + 2 * step;
      const even = Math.min(frontBefore, backBefore, partedBefore);
      odd = Math.min(oddBefore + costs.gap, Math.min(even, joinedBefore) + length);
      joined = Math.min(oddBefore + length, joinedBefore + costs.gap, even + 2 * length);
      parted = Math.min(frontBefore, backBefore, partedBefore) + costs.gap;
      front = frontBefore + costs.front;
      back = backBefore + costs.back;
    }
    return Math.min(front, back, joined);
  };
}

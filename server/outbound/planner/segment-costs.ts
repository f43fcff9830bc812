import type { StopGrid } from "./stop-grid.ts";

/** What it costs to pick a segment's stops without walking through it. Zero for a segment without stops. */
export interface SegmentCosts {
  /** in from the front to the last stop, and back */
  front: number;
  /** in from the back to the first stop, and back */
  back: number;
  /** in from both ends, leaving out the largest gap; at most the other two */
  gap: number;
  isEmpty: boolean;
}

/** Computes a segment's costs for a mask into `costs`, without creating anything: this is the innermost loop of the planner. */
export function readSegmentCosts(grid: StopGrid, mask: Int32Array, segment: number, costs: SegmentCosts): void {
  const { words, offsets, lengths } = grid;
  const length = lengths[segment] ?? 0;
  const firstOffset = segment * words * 32;
  let first = -1;
  let last = 0;
  let gap = 0;
  for (let word = 0; word < words; word += 1) {
    let bits = mask[segment * words + word] ?? 0;
    while (bits !== 0) {
      const at = offsets[firstOffset + word * 32 + 31 - Math.clz32(bits & -bits)] ?? 0;
      bits &= bits - 1;
      if (first < 0) first = at;
      if (at - last > gap) gap = at - last;
      last = at;
    }
  }
  costs.isEmpty = first < 0;
  if (first < 0) {
    costs.front = 0;
    costs.back = 0;
    costs.gap = 0;
    return;
  }
  if (length - last > gap) gap = length - last;
  costs.front = 2 * last;
  costs.back = 2 * (length - first);
  costs.gap = 2 * (length - gap);
}

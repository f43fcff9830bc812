import type { BatchGround } from "./batch-problem.ts";
import type { StopGrid } from "./stop-grid.ts";

/** Lists the segments that a mask visits. */
export function listVisited({ words, segmentCount }: StopGrid, masks: Int32Array, from: number): number[] {
  const visited: number[] = [];
  for (let segment = 0; segment < segmentCount; segment += 1) {
    for (let word = 0; word < words; word += 1) {
      if ((masks[from + segment * words + word] ?? 0) === 0) continue;
      visited.push(segment);
      break;
    }
  }
  return visited;
}

/**
 * Lists for each way the others that are most alike: a segment that both visit counts two, one that only one of them visits minus one. Of ways
 * that are equally alike, those come first that follow in the list (its end is followed by its beginning): many orders of one aisle then have
 * different partners, not all of them the same few.
 * @param ways the segments of each way, each once
 * @returns `most` ways for each by their indexes, nearest first; all others if there are fewer
 */
export function listNearWays(ways: readonly (readonly number[])[], most: number): number[][] {
  const bySegment: number[][] = [];
  for (const [way, segments] of ways.entries()) for (const segment of segments) (bySegment[segment] ??= []).push(way);
  const shared = new Int32Array(ways.length);
  const longest = ways.reduce((length, segments) => Math.max(length, segments.length), 0);
  const byScore = Array.from({ length: 5 * longest + 1 }, (): number[] => []);
  return ways.map((segments, one) => {
    shared.fill(0);
    for (const segment of segments) for (const other of bySegment[segment] ?? []) shared[other] = (shared[other] ?? 0) + 1;
    // Two for each shared segment and minus one for each of the others: four times the shared ones less all. The own ones are the same for all.
    for (const scored of byScore) scored.length = 0;
    for (let step = 1; step < ways.length; step += 1) {
      const other = (one + step) % ways.length;
      const worse = 4 * segments.length + (ways[other]?.length ?? 0) - 4 * (shared[other] ?? 0);
      byScore[worse]?.push(other);
    }
    const near: number[] = [];
    for (const scored of byScore) {
      if (near.length === most) break;
      near.push(...scored.slice(0, most - near.length));
    }
    return near;
  });
}

/** Lists for each order the others whose ways are most alike, as `listNearWays`. */
export function listNearOrders({ orderCount, masks, grid }: BatchGround, most: number): number[][] {
  const ways = Array.from({ length: orderCount }, (_, order) => listVisited(grid, masks, order * grid.stride));
  return listNearWays(ways, most);
}

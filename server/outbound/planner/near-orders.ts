import type { BatchGround } from "./batch-problem.ts";

/** Marks the segments that each order visits: `order * segmentCount + segment`. */
function markVisited({ orderCount, masks, grid }: BatchGround): Uint8Array {
  const { words, segmentCount, stride } = grid;
  const visited = new Uint8Array(orderCount * segmentCount);
  for (let order = 0; order < orderCount; order += 1) {
    for (let word = 0; word < stride; word += 1) {
      if ((masks[order * stride + word] ?? 0) !== 0) visited[order * segmentCount + Math.floor(word / words)] = 1;
    }
  }
  return visited;
}

/**
 * Lists for each order the others whose ways are most alike: a segment that both visit counts two, one that only one of them visits minus one.
 * @returns `most` orders for each, nearest first; all others if there are fewer
 */
export function listNearOrders(ground: BatchGround, most: number): number[][] {
  const { orderCount, grid } = ground;
  const { segmentCount } = grid;
  const visited = markVisited(ground);
  return Array.from({ length: orderCount }, (_, one) => {
    const scores = new Int32Array(orderCount);
    for (let other = 0; other < orderCount; other += 1) {
      let score = 0;
      for (let segment = 0; segment < segmentCount; segment += 1) {
        const both = (visited[one * segmentCount + segment] ?? 0) + (visited[other * segmentCount + segment] ?? 0);
        score += both === 2 ? 2 : -both;
      }
      scores[other] = score;
    }
    const others = Array.from({ length: orderCount }, (__, other) => other).filter((other) => other !== one);
    others.sort((a, b) => (scores[b] ?? 0) - (scores[a] ?? 0) || a - b);
    return others.slice(0, most);
  });
}

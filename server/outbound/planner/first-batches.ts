import { addToMask, measureBatch } from "./batch-problem.ts";
import type { BatchGround } from "./batch-problem.ts";
import { MergeQueue } from "./merge-queue.ts";
import type { Merge } from "./merge-queue.ts";
import { listNearWays, listVisited } from "./near-orders.ts";

/** The most pairs of batches that are measured at first, so that 500 orders have a first answer after some tenths of a second. */
const mostPairs = 12_000;

/** The batches of a first answer while they grow: orders, mask, loads and length of each, empty once merged into another. */
class Growing {
  readonly #ground: BatchGround;
  readonly #orders: number[][];
  readonly #masks: Int32Array[];
  readonly #lengths: number[];
  readonly #loads: Float64Array;
  /** how often each was merged with another */
  readonly #growth: Int32Array;
  readonly #scratch: Int32Array;

  constructor(ground: BatchGround) {
    this.#ground = ground;
    this.#scratch = new Int32Array(ground.grid.stride);
    this.#orders = Array.from({ length: ground.orderCount }, (_, order) => [order]);
    this.#masks = this.#orders.map(([order = 0]) => {
      const mask = ground.grid.depotMask.slice();
      addToMask(ground, mask, order);
      return mask;
    });
    this.#lengths = this.#orders.map((orders) => measureBatch(ground, orders));
    this.#loads = ground.loads.slice();
    this.#growth = new Int32Array(ground.orderCount);
  }

  /** Returns the merge of two batches; null if it exceeds a limit. */
  plan(one: number, other: number): Merge | null {
    const { limits, limitCount, grid, measure } = this.#ground;
    for (let limit = 0; limit < limitCount; limit += 1) {
      const sum = (this.#loads[one * limitCount + limit] ?? 0) + (this.#loads[other * limitCount + limit] ?? 0);
      if (sum > (limits[limit] ?? 0) + 1e-9) return null;
    }
    const [mask, otherMask] = [this.#masks[one], this.#masks[other]];
    if (mask === undefined || otherMask === undefined) return null;
    for (let word = 0; word < grid.stride; word += 1) this.#scratch[word] = (mask[word] ?? 0) | (otherMask[word] ?? 0);
    const saving = (this.#lengths[one] ?? 0) + (this.#lengths[other] ?? 0) - measure(this.#scratch);
    return { one, other, saving, growth: this.#getGrowth(one, other) };
  }

  /** Tells whether a merge is of two batches as they are now. */
  isCurrent({ one, other, growth }: Merge): boolean {
    return this.#orders[one]?.length !== 0 && this.#orders[other]?.length !== 0 && growth === this.#getGrowth(one, other);
  }

  #getGrowth(one: number, other: number): number {
    return (this.#growth[one] ?? 0) + (this.#growth[other] ?? 0);
  }

  /** Merges a batch into another; the second becomes empty. */
  merge({ one, other, saving }: Merge): void {
    const { limitCount, grid } = this.#ground;
    const [mask, otherMask] = [this.#masks[one], this.#masks[other]];
    this.#orders[one]?.push(...(this.#orders[other] ?? []));
    this.#orders[other] = [];
    for (let word = 0; word < grid.stride; word += 1) if (mask) mask[word] = (mask[word] ?? 0) | (otherMask?.[word] ?? 0);
    for (let limit = 0; limit < limitCount; limit += 1) {
      this.#loads[one * limitCount + limit] = (this.#loads[one * limitCount + limit] ?? 0) + (this.#loads[other * limitCount + limit] ?? 0);
    }
    this.#lengths[one] = (this.#lengths[one] ?? 0) + (this.#lengths[other] ?? 0) - saving;
    this.#growth[one] = (this.#growth[one] ?? 0) + 1;
  }

  /** Lists the batches that have orders. */
  list(): number[][] {
    return this.#orders.filter(({ length }) => length > 0);
  }

  /** Lists the numbers of the batches that have orders, and room for the smallest of the others. */
  listOpen(): number[] {
    const { limits, limitCount } = this.#ground;
    const used = [...this.#orders.keys()].filter((batch) => this.#orders[batch]?.length !== 0);
    const least = Array.from({ length: limitCount }, (_, limit) =>
      used.reduce((min, batch) => Math.min(min, this.#loads[batch * limitCount + limit] ?? 0), Infinity),
    );
    return used.filter((batch) =>
      least.every((load, limit) => (this.#loads[batch * limitCount + limit] ?? 0) + load <= (limits[limit] ?? 0) + 1e-9),
    );
  }

  /** Lists for each of some batches those of them whose ways are most alike. */
  listNear(among: readonly number[], most: number): number[][] {
    const ways = among.map((batch) => listVisited(this.#ground.grid, this.#masks[batch] ?? this.#ground.grid.depotMask, 0));
    return listNearWays(ways, most).map((near) => near.flatMap((at) => among[at] ?? []));
  }
}

/**
 * Merges batches while that saves walking, the pair that saves most first, each pair of partners measured anew after a merge.
 * @returns true if any were merged, and there may be partners that were not measured
 */
function mergeNear(batches: Growing): boolean {
  const among = batches.listOpen();
  const most = Math.max(10, Math.floor(mostPairs / among.length));
  const partners = new Map(among.map((batch) => [batch, new Set<number>()]));
  const queue = new MergeQueue();
  const tryPair = (one: number, other: number): void => {
    const merge = batches.plan(one, other);
    if (merge === null) return;
    partners.get(one)?.add(other);
    partners.get(other)?.add(one);
    if (merge.saving > 0) queue.add(merge);
  };
  for (const [at, near] of batches.listNear(among, most).entries()) {
    const one = among[at] ?? 0;
    for (const other of near) if (partners.get(one)?.has(other) !== true) tryPair(one, other);
  }
  let hasMerged = false;
  for (let best = queue.take(); best !== undefined; best = queue.take()) {
    // One of the two has grown since, and their pair was measured anew.
    if (!batches.isCurrent(best)) continue;
    batches.merge(best);
    hasMerged = true;
    const { one, other } = best;
    const joined = new Set([...(partners.get(one) ?? []), ...(partners.get(other) ?? [])]);
    partners.set(one, new Set());
    partners.delete(other);
    for (const partner of joined) {
      if (partner === one || partner === other) continue;
      partners.get(partner)?.delete(one);
      partners.get(partner)?.delete(other);
      tryPair(one, partner);
    }
  }
  return hasMerged && most < among.length - 1;
}

/**
 * Groups orders into tours by the savings of Clarke and Wright ("Scheduling of vehicles from a central depot", 1964), measured anew after each
 * merge: the two batches that save the most walking become one, until nothing saves any. Of many orders, only those that visit the same
 * segments are measured as partners; what they were merged to finds new partners then, so that no batch stays small because its first ones
 * are full. Orders that exceed a limit by themselves stay alone.
 */
export function createFirstBatches(ground: BatchGround): number[][] {
  const batches = new Growing(ground);
  while (mergeNear(batches));
  return batches.list();
}

import { addToMask, measureBatch } from "./batch-problem.ts";
import type { BatchGround } from "./batch-problem.ts";
import { listNearOrders } from "./near-orders.ts";

/** Two batches that may become one, and the walking that saves. */
interface Merge {
  readonly one: number;
  readonly other: number;
  readonly saving: number;
}

/** The most pairs of orders that are measured at first, so that 500 orders have a first answer after some tenths of a second. */
const mostPairs = 12_000;

/** The batches of a first answer while they grow: orders, mask, loads and length of each, empty once merged into another. */
class Growing {
  readonly #ground: BatchGround;
  readonly #orders: number[][];
  readonly #masks: Int32Array[];
  readonly #lengths: number[];
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
  }

  /** Returns the merge of two batches; null if it exceeds a limit. */
  plan(one: number, other: number): Merge | null {
    const { limits, limitCount, loads, grid, measure } = this.#ground;
    const [ones = [], others = []] = [this.#orders[one], this.#orders[other]];
    for (let limit = 0; limit < limitCount; limit += 1) {
      let sum = 0;
      for (const order of ones) sum += loads[order * limitCount + limit] ?? 0;
      for (const order of others) sum += loads[order * limitCount + limit] ?? 0;
      if (sum > (limits[limit] ?? 0) + 1e-9) return null;
    }
    const [mask, otherMask] = [this.#masks[one], this.#masks[other]];
    if (mask === undefined || otherMask === undefined) return null;
    for (let word = 0; word < grid.stride; word += 1) this.#scratch[word] = (mask[word] ?? 0) | (otherMask[word] ?? 0);
    return { one, other, saving: (this.#lengths[one] ?? 0) + (this.#lengths[other] ?? 0) - measure(this.#scratch) };
  }

  /** Merges a batch into another; the second becomes empty. */
  merge({ one, other, saving }: Merge): void {
    const [mask, otherMask] = [this.#masks[one], this.#masks[other]];
    this.#orders[one]?.push(...(this.#orders[other] ?? []));
    this.#orders[other] = [];
    for (let word = 0; word < this.#ground.grid.stride; word += 1) if (mask) mask[word] = (mask[word] ?? 0) | (otherMask?.[word] ?? 0);
    this.#lengths[one] = (this.#lengths[one] ?? 0) + (this.#lengths[other] ?? 0) - saving;
  }

  list(): number[][] {
    return this.#orders.filter(({ length }) => length > 0);
  }
}

/**
 * Groups orders into tours by the savings of Clarke and Wright ("Scheduling of vehicles from a central depot", 1964), measured anew after each
 * merge: the two batches that save the most walking become one, until nothing saves any. Of many orders, only those that visit the same
 * segments are measured as partners. Orders that exceed a limit by themselves stay alone.
 */
export function createFirstBatches(ground: BatchGround): number[][] {
  const batches = new Growing(ground);
  const partners = Array.from({ length: ground.orderCount }, () => new Set<number>());
  let merges: Merge[] = [];
  const near = listNearOrders(ground, Math.max(10, Math.floor(mostPairs / ground.orderCount)));
  for (const [order, others] of near.entries()) {
    for (const other of others) {
      if (partners[order]?.has(other) === true) continue;
      const merge = batches.plan(order, other);
      if (merge === null) continue;
      merges.push(merge);
      partners[order]?.add(other);
      partners[other]?.add(order);
    }
  }
  for (;;) {
    let best: Merge | null = null;
    for (const merge of merges) if (merge.saving > (best?.saving ?? 0)) best = merge;
    if (best === null) return batches.list();
    const { one, other } = best;
    batches.merge(best);
    const joined = new Set([...(partners[one] ?? []), ...(partners[other] ?? [])]);
    joined.delete(one);
    joined.delete(other);
    merges = merges.filter((merge) => merge.one !== one && merge.other !== one && merge.one !== other && merge.other !== other);
    for (const partner of joined) {
      partners[partner]?.delete(one);
      partners[partner]?.delete(other);
      const merge = batches.plan(one, partner);
      if (merge === null) {
        joined.delete(partner);
        continue;
      }
      merges.push(merge);
      partners[partner]?.add(one);
    }
    partners[one] = joined;
    partners[other] = new Set();
  }
}

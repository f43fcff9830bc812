import { addToMask } from "./batch-problem.ts";
import type { BatchGround } from "./batch-problem.ts";
import type { Random } from "./random.ts";

/** A set of orders with two independent hashes, each the exclusive or of its orders' random numbers (Zobrist). */
export interface HashedSet {
  readonly orders: number[];
  hashA: number;
  hashB: number;
}

/** Up to two orders that change places with up to two others; -1 stands for none. */
export interface Exchange {
  one: number;
  second: number;
  other: number;
  third: number;
}

/** Entries of the memory, a power of two: 16 bytes each. */
const memorySize = 1 << 18;

/**
 * Remembers the lengths of tours by their sets of orders: a search asks for the same ones again and again. A newer set replaces an older one in
 * its place. Two sets with the same 64 bits would be confused; what a search returns is measured again.
 */
export class TourLengths {
  readonly #ground: BatchGround;
  readonly #mask: Int32Array;
  readonly #keysA = new Int32Array(memorySize);
  readonly #keysB = new Int32Array(memorySize);
  readonly #lengths = new Float64Array(memorySize).fill(-1);
  readonly #hashesA: Int32Array;
  readonly #hashesB: Int32Array;

  constructor(ground: BatchGround, random: Random) {
    this.#ground = ground;
    this.#mask = new Int32Array(ground.grid.stride);
    this.#hashesA = Int32Array.from({ length: ground.orderCount }, () => random.int32());
    this.#hashesB = Int32Array.from({ length: ground.orderCount }, () => random.int32());
  }

  /** Changes a set's hashes for an order that joins or leaves it. */
  toggle(set: HashedSet, order: number): void {
    set.hashA ^= this.#hashesA[order] ?? 0;
    set.hashB ^= this.#hashesB[order] ?? 0;
  }

  /** Measures the tour of a set without `one` and `second`, and with `other` and `third`. */
  measure({ orders, hashA, hashB }: HashedSet, one: number, second: number, other: number, third: number): number {
    const [a, b] = [this.#hashesA, this.#hashesB];
    const keyA = hashA ^ (a[one] ?? 0) ^ (a[second] ?? 0) ^ (a[other] ?? 0) ^ (a[third] ?? 0);
    const keyB = hashB ^ (b[one] ?? 0) ^ (b[second] ?? 0) ^ (b[other] ?? 0) ^ (b[third] ?? 0);
    const at = keyA & (memorySize - 1);
    const known = this.#lengths[at] ?? -1;
    if (known >= 0 && this.#keysA[at] === keyA && this.#keysB[at] === keyB) return known;
    const mask = this.#mask;
    mask.set(this.#ground.grid.depotMask);
    let count = other < 0 ? 0 : 1;
    for (const order of orders) {
      if (order === one || order === second) continue;
      addToMask(this.#ground, mask, order);
      count += 1;
    }
    if (other >= 0) addToMask(this.#ground, mask, other);
    if (third >= 0) addToMask(this.#ground, mask, third);
    const length = count === 0 ? 0 : this.#ground.measure(mask);
    this.#keysA[at] = keyA;
    this.#keysB[at] = keyB;
    this.#lengths[at] = length;
    return length;
  }
}

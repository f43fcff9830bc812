/** Two batches that may become one, and the walking that saves. */
export interface Merge {
  readonly one: number;
  readonly other: number;
  readonly saving: number;
  /** how often the two were merged with others before this was measured */
  readonly growth: number;
}

/** The merges of a search, the one that saves most first: a binary heap. */
export class MergeQueue {
  readonly #heap: Merge[] = [];

  add(merge: Merge): void {
    const heap = this.#heap;
    let at = heap.push(merge) - 1;
    while (at > 0) {
      const parent = (at - 1) >> 1;
      const above = heap[parent];
      if (above === undefined || above.saving >= merge.saving) break;
      heap[at] = above;
      at = parent;
    }
    heap[at] = merge;
  }

  /** Removes and returns the merge that saves most; undefined if there is none. */
  take(): Merge | undefined {
    const heap = this.#heap;
    const [best] = heap;
    const last = heap.pop();
    if (last === undefined || heap.length === 0) return best;
    let at = 0;
    for (;;) {
      let child = 2 * at + 1;
      if ((heap[child + 1]?.saving ?? -Infinity) > (heap[child]?.saving ?? -Infinity)) child += 1;
      const below = heap[child];
      if (below === undefined || below.saving <= last.saving) break;
      heap[at] = below;
      at = child;
    }
    heap[at] = last;
    return best;
  }
}

import type { WaveContent, WaveGround } from "./wave-problem.ts";

/** Kinds of changes in the log: an order or an aisle that was added or removed. */
const orderChange = 0;
const aisleChange = 1;

/**
 * A wave while it is searched for: its orders, its aisles, and what their stock leaves of each item. What an aisle brings is used at once, and
 * orders whose items an aisle took away leave. Changes since `mark` can be undone.
 */
export class WaveState {
  readonly #ground: WaveGround;
  /** what the open aisles have of each item beyond the orders of the wave; below zero only within a change */
  readonly #left: Int32Array;
  readonly #hasOrder: Uint8Array;
  readonly #isOpen: Uint8Array;
  /** the kind and index of each change since the mark */
  readonly #log: number[] = [];
  /** items of which pieces became free in the current change */
  readonly #freed: number[] = [];
  /** pieces of the wave's orders */
  pieces = 0;
  aisleCount = 0;

  constructor(ground: WaveGround) {
    this.#ground = ground;
    this.#left = new Int32Array(ground.ordersOfItem.starts.length - 1);
    this.#hasOrder = new Uint8Array(ground.pieces.length);
    this.#isOpen = new Uint8Array(ground.aisles.starts.length - 1);
  }

  hasOrder(order: number): boolean {
    return this.#hasOrder[order] === 1;
  }

  isOpen(aisle: number): boolean {
    return this.#isOpen[aisle] === 1;
  }

  /** Begins a change. */
  mark(): void {
    this.#log.length = 0;
  }

  /** Undoes everything since the mark. */
  undo(): void {
    for (let at = this.#log.length - 2; at >= 0; at -= 2) {
      const index = this.#log[at + 1] ?? 0;
      if (this.#log[at] === orderChange) this.#toggleOrder(index);
      else this.#toggleAisle(index);
    }
    this.#log.length = 0;
  }

  /** Opens an aisle and takes the orders that it makes possible. */
  open(aisle: number): void {
    this.#change(aisleChange, aisle);
    this.#freed.length = 0;
    const { starts, ids } = this.#ground.aisles;
    for (let at = starts[aisle] ?? 0; at < (starts[aisle + 1] ?? 0); at += 1) this.#freed.push(ids[at] ?? 0);
    this.refill();
  }

  /** Closes an aisle; orders that lack an item leave, the smallest first. What they leave free is refilled by `refill`. */
  close(aisle: number): void {
    this.#change(aisleChange, aisle);
    this.#freed.length = 0;
    const { starts, ids } = this.#ground.aisles;
    for (let at = starts[aisle] ?? 0; at < (starts[aisle + 1] ?? 0); at += 1) this.#evict(ids[at] ?? 0, -1);
  }

  /** Puts an order into the wave in place of others that want the same items. Returns false if the open aisles lack an item of it. */
  force(order: number): boolean {
    this.#change(orderChange, order);
    this.#freed.length = 0;
    const { starts, ids } = this.#ground.orders;
    for (let at = starts[order] ?? 0; at < (starts[order + 1] ?? 0); at += 1) {
      if (!this.#evict(ids[at] ?? 0, order)) return false;
    }
    return this.pieces <= this.#ground.most;
  }

  /** Removes an order. */
  remove(order: number): void {
    this.#freed.length = 0;
    this.#removeOrder(order);
  }

  /** Takes an order if it fits. Returns true if it was taken. */
  take(order: number): boolean {
    if (this.#hasOrder[order] === 1 || this.pieces + (this.#ground.pieces[order] ?? 0) > this.#ground.most) return false;
    if (this.findMissing(order) >= 0) return false;
    this.#change(orderChange, order);
    return true;
  }

  /** Takes orders that want the items freed by the last change, those of the most pieces first. */
  refill(): void {
    const { starts, ids } = this.#ground.ordersOfItem;
    for (const item of this.#freed) {
      const end = starts[item + 1] ?? 0;
      for (let at = starts[item] ?? 0; at < end && (this.#left[item] ?? 0) > 0; at += 1) this.take(ids[at] ?? 0);
    }
    this.#freed.length = 0;
  }

  /** Finds an item of an order that the wave's other orders and the open aisles do not leave enough of; -1 if there is none. */
  findMissing(order: number): number {
    const { starts, ids, quantities } = this.#ground.orders;
    for (let at = starts[order] ?? 0; at < (starts[order + 1] ?? 0); at += 1) {
      if ((this.#left[ids[at] ?? 0] ?? 0) < (quantities[at] ?? 0)) return ids[at] ?? -1;
    }
    return -1;
  }

  /** Returns the wave. */
  save(): WaveContent {
    const list = (flags: Uint8Array) => [...flags.keys()].filter((index) => flags[index] === 1);
    return { orders: list(this.#hasOrder), aisles: list(this.#isOpen) };
  }

  /** Replaces the wave. */
  load({ orders, aisles }: WaveContent): void {
    const before = this.save();
    for (const order of before.orders) this.#toggleOrder(order);
    for (const aisle of before.aisles) this.#toggleAisle(aisle);
    for (const aisle of aisles) this.#toggleAisle(aisle);
    for (const order of orders) this.#toggleOrder(order);
    this.#log.length = 0;
  }

  /** Removes orders that want an item until there is enough of it, the smallest first and never `kept`. Returns whether there is enough. */
  #evict(item: number, kept: number): boolean {
    const { starts, ids } = this.#ground.ordersOfItem;
    for (let at = (starts[item + 1] ?? 0) - 1; at >= (starts[item] ?? 0) && (this.#left[item] ?? 0) < 0; at -= 1) {
      const order = ids[at] ?? 0;
      if (this.#hasOrder[order] === 1 && order !== kept) this.#removeOrder(order);
    }
    return (this.#left[item] ?? 0) >= 0;
  }

  #removeOrder(order: number): void {
    this.#change(orderChange, order);
    const { starts, ids } = this.#ground.orders;
    for (let at = starts[order] ?? 0; at < (starts[order + 1] ?? 0); at += 1) this.#freed.push(ids[at] ?? 0);
  }

  #change(kind: number, index: number): void {
    this.#log.push(kind, index);
    if (kind === orderChange) this.#toggleOrder(index);
    else this.#toggleAisle(index);
  }

  #toggleOrder(order: number): void {
    const sign = this.#hasOrder[order] === 1 ? -1 : 1;
    this.#hasOrder[order] = sign === 1 ? 1 : 0;
    this.pieces += sign * (this.#ground.pieces[order] ?? 0);
    const { starts, ids, quantities } = this.#ground.orders;
    for (let at = starts[order] ?? 0; at < (starts[order + 1] ?? 0); at += 1) {
      const item = ids[at] ?? 0;
      this.#left[item] = (this.#left[item] ?? 0) - sign * (quantities[at] ?? 0);
    }
  }

  #toggleAisle(aisle: number): void {
    const sign = this.#isOpen[aisle] === 1 ? -1 : 1;
    this.#isOpen[aisle] = sign === 1 ? 1 : 0;
    this.aisleCount += sign;
    const { starts, ids, quantities } = this.#ground.aisles;
    for (let at = starts[aisle] ?? 0; at < (starts[aisle + 1] ?? 0); at += 1) {
      const item = ids[at] ?? 0;
      this.#left[item] = (this.#left[item] ?? 0) + sign * (quantities[at] ?? 0);
    }
  }
}

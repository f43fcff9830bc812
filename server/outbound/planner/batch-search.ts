import type { BatchGround, Batches } from "./batch-problem.ts";
import { listNearOrders } from "./near-orders.ts";
import type { Random } from "./random.ts";
import { TourLengths } from "./tour-lengths.ts";
import type { Exchange, HashedSet } from "./tour-lengths.ts";

/** No exchange is expected to save more than this part of its two tours: one whose overload costs more is not measured. */
const mostSaved = 0.1;

/** Kinds of steps, in sixteenths: a move of one order, exchanges of one for one, two for one, and the rest two for two. */
const kinds = { move: 4, oneForOne: 7, twoForOne: 3 };

/** How many orders of a like way a step prefers as partners, and how often: of 500 orders most others have nothing to exchange. */
const nearOrders = 40;
const nearShare = 0.4;
/** How often a move goes to any batch, the empty one among them. */
const anyBatchShare = 0.2;

/** The orders of a tour, with its length and its loads. */
interface Batch extends HashedSet {
  length: number;
  readonly loads: Float64Array;
}

/**
 * The batches of a search and the random steps that change two of them. There is always an empty batch to move an order to. Batches may exceed
 * the limits at a price, because some good ones are only reached through others that do not fit.
 */
export class BatchSearch {
  readonly #ground: BatchGround;
  readonly #lengths: TourLengths;
  readonly #random: Random;
  readonly #near: readonly (readonly number[])[];
  readonly #batchOf: Batch[] = [];
  /** the last one is empty, and only that one */
  readonly #batches: Batch[] = [];
  readonly #exchange: Exchange = { one: -1, second: -1, other: -1, third: -1 };
  /** the length of all tours */
  total = 0;
  /** by how much the batches exceed the limits, in parts of them, more than those that were loaded */
  overload = 0;
  /** the cost of an overload of a whole limit */
  overloadPrice = Number.MAX_VALUE;

  constructor(ground: BatchGround, random: Random) {
    this.#ground = ground;
    this.#random = random;
    this.#lengths = new TourLengths(ground, random);
    this.#near = listNearOrders(ground, nearOrders);
  }

  /** Replaces the batches. */
  load(batches: Batches): void {
    this.#batches.length = 0;
    this.total = 0;
    this.overload = 0;
    for (const orders of batches) {
      if (orders.length === 0) continue;
      const batch = this.#addBatch();
      for (const order of orders) this.#put(order, batch);
      batch.length = this.#lengths.measure(batch, -1, -1, -1, -1);
      this.total += batch.length;
    }
    this.#addBatch();
  }

  /** Returns the batches that have orders. */
  save(): number[][] {
    return this.#batches.slice(0, -1).map(({ orders }) => [...orders]);
  }

  /** Tries a random step, and does it if it costs at most `allowance`. Returns true if it was done. */
  step(allowance: number): boolean {
    const { orderCount } = this.#ground;
    const exchange = this.#exchange;
    exchange.one = this.#random.below(orderCount);
    exchange.second = -1;
    exchange.other = -1;
    exchange.third = -1;
    const from = this.#batchOf[exchange.one];
    const kind = this.#random.below(16);
    let to: Batch | undefined;
    if (kind < kinds.move && this.#random.unit() < anyBatchShare) to = this.#batches[this.#random.below(this.#batches.length)];
    else {
      const partner = this.#drawPartner(exchange.one);
      to = this.#batchOf[partner];
      if (kind >= kinds.move) exchange.other = partner;
    }
    if (from === undefined || to === undefined || from === to) return false;
    if (kind >= kinds.move + kinds.oneForOne) exchange.second = this.#drawBeside(exchange.one, from);
    if (kind >= kinds.move + kinds.oneForOne + kinds.twoForOne) exchange.third = this.#drawBeside(exchange.other, to);
    return this.#tryExchange(from, to, allowance);
  }

  /** Draws an order to exchange an order with, mostly one with a like way. */
  #drawPartner(order: number): number {
    const near = this.#near[order] ?? [];
    return this.#random.unit() < nearShare ? (near[this.#random.below(near.length)] ?? order) : this.#random.below(this.#ground.orderCount);
  }

  /** Draws another order of a batch; -1 if the draw is the order itself. */
  #drawBeside(order: number, { orders }: Batch): number {
    const drawn = orders[this.#random.below(orders.length)] ?? -1;
    return drawn === order ? -1 : drawn;
  }

  #tryExchange(from: Batch, to: Batch, allowance: number): boolean {
    const { one, second, other, third } = this.#exchange;
    const overload = this.#getOverloadChange(from, to);
    const before = from.length + to.length;
    const penalty = overload === 0 ? 0 : overload * this.overloadPrice;
    if (penalty > 0 && penalty > allowance + before * mostSaved) return false;
    const most = allowance - penalty + before;
    const fromLength = this.#lengths.measure(from, one, second, other, third);
    if (fromLength > most) return false;
    const toLength = this.#lengths.measure(to, other, third, one, second);
    if (fromLength + toLength > most) return false;
    this.#move(one, from, to);
    this.#move(second, from, to);
    this.#move(other, to, from);
    this.#move(third, to, from);
    from.length = fromLength;
    to.length = toLength;
    this.total += fromLength + toLength - before;
    this.overload += overload;
    if (this.#batches.at(-1)?.orders.length !== 0) this.#addBatch();
    if (from.orders.length === 0) this.#removeEmpty(from);
    return true;
  }

  /** Returns how much more the two batches exceed the limits after the exchange, in parts of the limits. */
  #getOverloadChange(from: Batch, to: Batch): number {
    const { limits, limitCount, loads } = this.#ground;
    const { one, second, other, third } = this.#exchange;
    let change = 0;
    for (let limit = 0; limit < limitCount; limit += 1) {
      const most = limits[limit] ?? 0;
      let moved = loads[one * limitCount + limit] ?? 0;
      if (second >= 0) moved += loads[second * limitCount + limit] ?? 0;
      if (other >= 0) moved -= loads[other * limitCount + limit] ?? 0;
      if (third >= 0) moved -= loads[third * limitCount + limit] ?? 0;
      const fromOver = (from.loads[limit] ?? 0) - most;
      const toOver = (to.loads[limit] ?? 0) - most;
      const more = Math.max(0, toOver + moved) - Math.max(0, toOver) + Math.max(0, fromOver - moved) - Math.max(0, fromOver);
      // Sums of fractions differ by less; an unlimited load is never over.
      if (Math.abs(more) > 1e-9) change += more / most;
    }
    return change;
  }

  #move(order: number, from: Batch, to: Batch): void {
    if (order < 0) return;
    const { orders } = from;
    orders[orders.indexOf(order)] = orders.at(-1) ?? order;
    orders.pop();
    this.#count(order, from, -1);
    this.#put(order, to);
  }

  #put(order: number, batch: Batch): void {
    batch.orders.push(order);
    this.#batchOf[order] = batch;
    this.#count(order, batch, 1);
  }

  #count(order: number, batch: Batch, sign: number): void {
    const { limitCount, loads } = this.#ground;
    for (let limit = 0; limit < limitCount; limit += 1) {
      batch.loads[limit] = (batch.loads[limit] ?? 0) + sign * (loads[order * limitCount + limit] ?? 0);
    }
    this.#lengths.toggle(batch, order);
  }

  #addBatch(): Batch {
    const batch = { orders: [], hashA: 0, hashB: 0, length: 0, loads: new Float64Array(this.#ground.limitCount) };
    this.#batches.push(batch);
    return batch;
  }

  /** Removes an empty batch, unless it is the last one. */
  #removeEmpty(batch: Batch): void {
    const at = this.#batches.indexOf(batch);
    if (at < this.#batches.length - 1) this.#batches.splice(at, 1);
  }
}

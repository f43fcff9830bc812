import type { Random } from "./random.ts";
import type { WaveGround } from "./wave-problem.ts";
import { WaveState } from "./wave-state.ts";

/** Random draws until a closed or an open aisle is found by a scan instead. */
const mostDraws = 20;

/** Orders that are tried at random when the wave has room: those that did not fit when it was full. */
const ordersProbed = 8;

/** The random steps of a search for a wave. */
export class WaveSearch {
  readonly #ground: WaveGround;
  readonly #random: Random;
  readonly #aisleCount: number;
  readonly state: WaveState;

  constructor(ground: WaveGround, random: Random) {
    this.#ground = ground;
    this.#random = random;
    this.#aisleCount = ground.aisles.starts.length - 1;
    this.state = new WaveState(ground);
  }

  /**
   * Tries a random step, and does it if it lowers the wave's value by at most `allowance`. Returns true if it was done.
   * @param aislePrice what an aisle costs, in pieces
   */
  step(allowance: number, aislePrice: number): boolean {
    const before = this.#getValue(aislePrice);
    this.state.mark();
    if (!this.#change() || before - this.#getValue(aislePrice) > allowance) {
      this.state.undo();
      return false;
    }
    return true;
  }

  /** Returns the pieces less the price of the aisles; pieces that a wave lacks count twice. */
  #getValue(aislePrice: number): number {
    const { pieces, aisleCount } = this.state;
    return pieces - aislePrice * aisleCount - 2 * Math.max(0, this.#ground.least - pieces);
  }

  /** Opens, closes or exchanges an aisle, or puts in an order or takes it out. Returns false if the draw was impossible. */
  #change(): boolean {
    const kind = this.#random.below(8);
    const wasPossible = kind < 6 ? this.#changeAisles(kind) : this.#changeOrder();
    if (wasPossible) this.#probe();
    return wasPossible;
  }

  #changeAisles(kind: number): boolean {
    const { state } = this;
    const out = kind < 2 ? -1 : this.#drawOpen();
    const into = kind >= 2 && kind < 4 ? -1 : this.#drawClosed();
    if ((out < 0 && kind >= 2) || (into < 0 && (kind < 2 || kind >= 4))) return false;
    const isOpenedFirst = into >= 0 && this.#random.unit() < 0.5;
    if (isOpenedFirst) state.open(into);
    if (out >= 0) {
      state.close(out);
      state.refill();
    }
    if (into >= 0 && !isOpenedFirst) state.open(into);
    return true;
  }

  #changeOrder(): boolean {
    const order = this.#drawOrder();
    if (!this.state.hasOrder(order)) {
      if (!this.state.force(order)) return false;
      this.state.refill();
      return true;
    }
    this.state.remove(order);
    this.#probe();
    this.state.refill();
    return true;
  }

  #drawOrder(): number {
    const { candidates } = this.#ground;
    return candidates[this.#random.below(candidates.length)] ?? 0;
  }

  /** Draws an open aisle; -1 if there is none. */
  #drawOpen(): number {
    if (this.state.aisleCount === 0) return -1;
    for (let draw = 0; draw < mostDraws; draw += 1) {
      const aisle = this.#random.below(this.#aisleCount);
      if (this.state.isOpen(aisle)) return aisle;
    }
    let skipped = this.#random.below(this.state.aisleCount);
    for (let aisle = 0; aisle < this.#aisleCount; aisle += 1) {
      if (!this.state.isOpen(aisle)) continue;
      if (skipped === 0) return aisle;
      skipped -= 1;
    }
    return -1;
  }

  /** Draws a closed aisle, half of the time one that has what an order outside the wave lacks; -1 if none was drawn. */
  #drawClosed(): number {
    if (this.#random.unit() < 0.5) {
      const aisle = this.#drawLackedAisle();
      if (aisle >= 0) return aisle;
    }
    for (let draw = 0; draw < mostDraws; draw += 1) {
      const aisle = this.#random.below(this.#aisleCount);
      if (!this.state.isOpen(aisle)) return aisle;
    }
    return -1;
  }

  #drawLackedAisle(): number {
    const order = this.#drawOrder();
    const item = this.state.hasOrder(order) ? -1 : this.state.findMissing(order);
    if (item < 0) return -1;
    const { starts, ids } = this.#ground.aislesOfItem;
    const start = starts[item] ?? 0;
    const aisle = ids[start + this.#random.below((starts[item + 1] ?? 0) - start)] ?? -1;
    return this.state.isOpen(aisle) ? -1 : aisle;
  }

  #probe(): void {
    for (let tries = 0; tries < ordersProbed && this.state.pieces < this.#ground.most; tries += 1) this.state.take(this.#drawOrder());
  }
}

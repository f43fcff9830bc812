import { computeAmount } from "./tier-pricing.rules.ts";
import type { PricedCharge, PricedPart } from "./tier-pricing.rules.ts";

/** A charge or credit of a source, as far as credits depend on it. */
export interface StandingCharge extends PricedCharge {
  /** YYYY-MM-DD */
  readonly day: string;
  /** negative: a credit */
  readonly quantity_milli: number;
}

/** A credit: all values are negative or zero. */
export interface Credit extends PricedCharge {
  readonly quantity_milli: number;
  /** how much of it was counted in the month of the credit; positive */
  readonly of_month_milli: number;
}

interface StandingPart extends PricedPart {
  /** YYYY-MM */
  readonly month: string;
}

/** Merges parts of the same tier and price, ascending by tier, and negates them. */
function toCreditParts(taken: readonly StandingPart[]): PricedPart[] {
  const parts = new Map<string, PricedPart>();
  for (const { from, quantity_milli, price_micros } of taken) {
    const key = `${from} ${price_micros}`;
    parts.set(key, { from, quantity_milli: (parts.get(key)?.quantity_milli ?? 0) - quantity_milli, price_micros });
  }
  return [...parts.values()].toSorted((a, b) => a.from - b.from || a.price_micros - b.price_micros);
}

/**
 * The standing charges for one event of one source, such as the received pieces of a receipt: its charges minus its credits, without reversed ones. Undone
 * work is credited from them, regardless of today's prices: the last pieces first, each at its own price.
 */
export class StandingCharges {
  #parts: StandingPart[] = [];
  #cents = 0;

  /** Adds a charge or a credit, in the order of their days. */
  add({ day, quantity_milli, parts, amount_cents }: StandingCharge): void {
    this.#cents += amount_cents;
    if (quantity_milli < 0) this.#parts = this.#split(-quantity_milli).left;
    else this.#parts.push(...parts.map((part) => ({ ...part, month: day.slice(0, 7) })));
  }

  /** Returns the credit for pieces undone on a day: no more pieces and no more money than stand charged. */
  creditFor(quantityMilli: number, day: string): Credit {
    const { taken } = this.#split(quantityMilli);
    const parts = toCreditParts(taken);
    const counted = taken.filter(({ month }) => month === day.slice(0, 7));
    return {
      parts,
      quantity_milli: parts.reduce((sum, part) => sum + part.quantity_milli, 0),
      // Each charge is rounded separately, so the sum of their pieces may differ by a hundredth.
      amount_cents: Math.max(computeAmount(parts), Math.min(0, 0 - this.#cents)),
      of_month_milli: counted.reduce((sum, part) => sum + part.quantity_milli, 0),
    };
  }

  /** Splits off the last charged pieces. */
  #split(quantityMilli: number): { taken: StandingPart[]; left: StandingPart[] } {
    const [taken, left]: [StandingPart[], StandingPart[]] = [[], []];
    let wanted = quantityMilli;
    for (const part of this.#parts.toReversed()) {
      const here = Math.min(wanted, part.quantity_milli);
      if (here > 0) taken.push({ ...part, quantity_milli: here });
      if (part.quantity_milli > here) left.unshift({ ...part, quantity_milli: part.quantity_milli - here });
      wanted -= here;
    }
    return { taken, left };
  }
}

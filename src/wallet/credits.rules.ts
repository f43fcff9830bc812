import { amountOf } from "./pricing.rules.ts";
import type { PricedCharge, PricedPart } from "./pricing.rules.ts";

/** What was charged for a source, or given back, as far as credits go by it. */
export interface StandingCharge extends PricedCharge {
  /** YYYY-MM-DD */
  readonly day: string;
  /** below nothing: a credit */
  readonly quantity_milli: number;
}

/** What is given back: all of it below nothing, or nothing. */
export interface Credit extends PricedCharge {
  readonly quantity_milli: number;
  /** how much of it was counted in the month that it is given back in; above nothing */
  readonly of_month_milli: number;
}

interface StandingPart extends PricedPart {
  /** YYYY-MM */
  readonly month: string;
}

/** The same prices of the same tier as one part, from the lowest tier up, and given back. */
function givenBack(taken: readonly StandingPart[]): PricedPart[] {
  const parts = new Map<string, PricedPart>();
  for (const { from, quantity_milli, price_micros } of taken) {
    const key = `${from} ${price_micros}`;
    parts.set(key, { from, quantity_milli: (parts.get(key)?.quantity_milli ?? 0) - quantity_milli, price_micros });
  }
  return [...parts.values()].toSorted((a, b) => a.from - b.from || a.price_micros - b.price_micros);
}

/**
 * What stands charged for one event of one source, such as what was received for a receipt: its charges less its credits, without those that somebody
 * took back. What is undone is given back out of it, whatever the prices of today are: the last pieces first, each at what it was charged for.
 */
export class StandingCharges {
  #parts: StandingPart[] = [];
  #cents = 0;

  /** Counts a charge or a credit in; in the order of their days. */
  add({ day, quantity_milli, parts, amount_cents }: StandingCharge): void {
    this.#cents += amount_cents;
    if (quantity_milli < 0) this.#parts = this.#split(-quantity_milli).left;
    else this.#parts.push(...parts.map((part) => ({ ...part, month: day.slice(0, 7) })));
  }

  /** What is given back for pieces that were undone on a day: no more pieces, and no more money, than stand charged. */
  creditFor(quantityMilli: number, day: string): Credit {
    const { taken } = this.#split(quantityMilli);
    const parts = givenBack(taken);
    const counted = taken.filter(({ month }) => month === day.slice(0, 7));
    return {
      parts,
      quantity_milli: parts.reduce((sum, part) => sum + part.quantity_milli, 0),
      // Charges are rounded each by itself, so that their pieces may cost a hundredth more or less than they did.
      amount_cents: Math.max(amountOf(parts), Math.min(0, 0 - this.#cents)),
      of_month_milli: counted.reduce((sum, part) => sum + part.quantity_milli, 0),
    };
  }

  /** The last pieces that stand charged, and those before them. */
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

import { numberFormat } from "#src/kit/lib/formats.ts";
import type { ChargePart, ChargeState } from "./charges.contract.ts";
import type { ChargeEvent, CountUnit, PricedEvent } from "./charge-kinds.rules.ts";
import { getCountUnit, isByAge } from "./charge-kinds.rules.ts";
import type { Wallet } from "./wallet.contract.ts";

/** The state of a wallet. */
export type Standing = "paidAhead" | "even" | "owed" | "overdrawn";

/** Returns whether the balance is prepaid or owed, and whether the debt exceeds the credit limit. */
export function getStanding({ balance_cents, credit_limit_cents }: Pick<Wallet, "balance_cents" | "credit_limit_cents">): Standing {
  if (balance_cents > 0) return "paidAhead";
  if (balance_cents === 0) return "even";
  return -balance_cents > credit_limit_cents ? "overdrawn" : "owed";
}

export const standingTones = { paidAhead: "good", even: "quiet", owed: "warn", overdrawn: "bad" } as const satisfies Record<
  Standing,
  string
>;

/** Returns the remaining credit in hundredths: all of it while nothing is owed, zero once used up. */
export function getCreditLeft({ balance_cents, credit_limit_cents }: Pick<Wallet, "balance_cents" | "credit_limit_cents">): number {
  return Math.max(0, credit_limit_cents + Math.min(0, balance_cents));
}

export const chargeTones = { posted: "normal", invoiced: "normal", paid: "good", reversed: "quiet" } as const satisfies Record<
  ChargeState,
  string
>;

/**
 * Formats a quantity in thousandths: "12", "0.375".
 * @param locale BCP 47
 */
export function formatQuantity(milli: number, locale: string): string {
  return numberFormat(locale, { maximumFractionDigits: 3 }).format(milli / 1000);
}

/** Computes the amount of a part in millionths, rounded half away from zero: only the whole charge is rounded to the cent. */
export function computePartMicros({ quantity_milli, price_micros }: Pick<ChargePart, "quantity_milli" | "price_micros">): number {
  const product = BigInt(quantity_milli) * BigInt(price_micros);
  const size = product < 0n ? -product : product;
  const rounded = Number((size + 500n) / 1000n);
  return product < 0n ? -rounded : rounded;
}

/** Returns the kind of sentence that describes a part's tier. */
export function getPartWord(event: ChargeEvent, { from }: Pick<ChargePart, "from">): "any" | "age" | "month" {
  if (from === 0 || event === "by_hand") return "any";
  return isByAge(event) ? "age" : "month";
}

/** A tier of an event's price, with the values of its sentence. */
export interface Tier {
  readonly word: "any" | `${"age" | CountUnit}${"First" | "Between" | "Last"}`;
  /** for `…First`, `…Last`: the number of days, pieces, orders or parcels; otherwise 0 */
  readonly count: number;
  /** for `…Between`: its first and last day, piece, order or parcel */
  readonly from: number;
  readonly to: number;
  readonly price_micros: number;
}

interface PriceFrom {
  readonly event: PricedEvent;
  readonly from_value: number;
  readonly price_micros: number;
}

/** Describes the tiers of one event in order. Days of age count from 0, the pieces, orders or parcels of a month from 1: a tier from 100 begins with piece 101. */
export function describeTiers(event: PricedEvent, prices: readonly PriceFrom[]): Tier[] {
  const own = prices.filter((price) => price.event === event).toSorted((a, b) => a.from_value - b.from_value);
  const kind = isByAge(event) ? "age" : getCountUnit(event);
  const first = kind === "age" ? 0 : 1;
  return own.map(({ from_value, price_micros }, index): Tier => {
    const next = own[index + 1]?.from_value;
    const common = { price_micros, count: 0, from: 0, to: 0 };
    if (next === undefined) return from_value === 0 ? { ...common, word: "any" } : { ...common, word: `${kind}Last`, count: from_value };
    if (from_value === 0) return { ...common, word: `${kind}First`, count: next };
    return { ...common, word: `${kind}Between`, from: from_value + first, to: next - 1 + first };
  });
}

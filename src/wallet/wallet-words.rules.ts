import { isUuid } from "#src/lib/uuid.ts";
import type { ChargePart, ChargeState } from "./charges.contract.ts";
import type { ChargeEvent, PricedEvent } from "./charging.rules.ts";
import { isByAge } from "./charging.rules.ts";
import type { Wallet } from "./wallet.contract.ts";

/** How a wallet stands, in one word. */
export type Standing = "paidAhead" | "even" | "owed" | "overdrawn";

/** Whether something is paid ahead or owed, and whether what is owed is more than was agreed. */
export function standingOf({ balance_cents, credit_limit_cents }: Pick<Wallet, "balance_cents" | "credit_limit_cents">): Standing {
  if (balance_cents > 0) return "paidAhead";
  if (balance_cents === 0) return "even";
  return -balance_cents > credit_limit_cents ? "overdrawn" : "owed";
}

export const standingTones = { paidAhead: "good", even: "quiet", owed: "warn", overdrawn: "bad" } as const satisfies Record<
  Standing,
  string
>;

/** What of the credit is left, in hundredths: all of it while nothing is owed, nothing once it is used up. */
export function creditLeft({ balance_cents, credit_limit_cents }: Pick<Wallet, "balance_cents" | "credit_limit_cents">): number {
  return Math.max(0, credit_limit_cents + Math.min(0, balance_cents));
}

export const chargeTones = { posted: "normal", invoiced: "normal", paid: "good", reversed: "quiet" } as const satisfies Record<
  ChargeState,
  string
>;

/** What an event counts. */
export type QuantityUnit = "pieces" | "pieceDays" | "litreDays";

/** What an event counts: pieces, or what stands for a day. */
export function unitOf(event: ChargeEvent): QuantityUnit {
  if (event === "storage_piece_day") return "pieceDays";
  return event === "storage_litre_day" ? "litreDays" : "pieces";
}

const quantities = new Map<string, Intl.NumberFormat>();

/** A quantity in thousandths, as the language writes it: "12", "0.375". @param locale BCP 47 */
export function quantityText(milli: number, locale: string): string {
  const format = quantities.get(locale) ?? new Intl.NumberFormat(locale, { maximumFractionDigits: 3 });
  quantities.set(locale, format);
  return format.format(milli / 1000);
}

/** What a part of a charge comes to, in millionths, rounded half away from nothing: a charge is rounded to the cent once, and not here. */
export function partMicros({ quantity_milli, price_micros }: Pick<ChargePart, "quantity_milli" | "price_micros">): number {
  const product = BigInt(quantity_milli) * BigInt(price_micros);
  const size = product < 0n ? -product : product;
  const rounded = Number((size + 500n) / 1000n);
  return product < 0n ? -rounded : rounded;
}

/** Which sentence says where a part's tier begins. */
export function partWord(event: ChargeEvent, { from }: Pick<ChargePart, "from">): "any" | "age" | "month" {
  if (from === 0 || event === "by_hand") return "any";
  return isByAge(event) ? "age" : "month";
}

/** A tier of an event's price, ready for its sentence. */
export interface Tier {
  readonly word: "any" | "ageFirst" | "ageBetween" | "ageLast" | "monthFirst" | "monthBetween" | "monthLast";
  /** for `…First`, `…Last`: the days or pieces that it speaks of; else 0 */
  readonly count: number;
  /** for `…Between`: its first and last day or piece */
  readonly from: number;
  readonly to: number;
  readonly price_micros: number;
}

interface PriceFrom {
  readonly event: PricedEvent;
  readonly from_value: number;
  readonly price_micros: number;
}

/**
 * The tiers of one event in their order, each with the words that say for what it holds. Days of age count from 0, the pieces of a month from 1:
 * a tier from 100 begins with piece 101.
 */
export function tiersOf(event: PricedEvent, prices: readonly PriceFrom[]): Tier[] {
  const own = prices.filter((price) => price.event === event).toSorted((a, b) => a.from_value - b.from_value);
  const kind = isByAge(event) ? "age" : "month";
  const first = kind === "age" ? 0 : 1;
  return own.map(({ from_value, price_micros }, index): Tier => {
    const next = own[index + 1]?.from_value;
    const common = { price_micros, count: 0, from: 0, to: 0 };
    if (next === undefined) return from_value === 0 ? { ...common, word: "any" } : { ...common, word: `${kind}Last`, count: from_value };
    if (from_value === 0) return { ...common, word: `${kind}First`, count: next };
    return { ...common, word: `${kind}Between`, from: from_value + first, to: next - 1 + first };
  });
}

/** The uuid that an address gives by a name (`?charge=<uuid>`); empty for none. */
export function uuidIn(search: Readonly<Record<string, unknown>>, name: "charge" | "source" | "movement"): string {
  const value = search[name];
  return isUuid(value) ? value : "";
}

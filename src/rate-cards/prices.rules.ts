import type { ChargeKind, PricedEvent } from "#src/wallet/charging.rules.ts";
import { isByAge, kindOfEvent, pricedEvents } from "#src/wallet/charging.rules.ts";
import { parsePrice, priceInField } from "#src/wallet/money.rules.ts";
import type { Price } from "./rate-cards.contract.ts";
import { mostDays, mostMicros, mostTiers } from "./rate-cards.rules.ts";

/** A tier as it is typed: everything is text. The first of an event begins at nothing, whatever stands in its `from`. */
export interface DraftTier {
  readonly key: string;
  readonly event: PricedEvent;
  readonly from: string;
  readonly price: string;
}

/** The groups that events are shown in, with theirs in the order of the warehouse's work. */
export const eventGroups = (["storage", "handling", "shipping"] as const satisfies readonly ChargeKind[]).map((kind) => ({
  kind,
  events: pricedEvents.filter((event) => kindOfEvent[event] === kind),
}));

/** The most that a tier may begin at, as the contract has it. */
const mostFrom = 100_000_000;

/** Tiers of one event in their order. */
export function tiersOf<T extends { readonly event: PricedEvent }>(tiers: readonly T[], event: PricedEvent): T[] {
  return tiers.filter((tier) => tier.event === event);
}

/** Prices as they stand in fields, tier after tier. @param locale BCP 47 */
export function draftOf(prices: readonly Price[], locale: string, newKey: () => string): DraftTier[] {
  return sorted(prices).map(({ event, from_value, price_micros }) => ({
    key: newKey(),
    event,
    from: String(from_value),
    price: priceInField(price_micros, locale),
  }));
}

/** Prices by event, each event's tiers from the lowest up. */
export function sorted(prices: readonly Price[]): Price[] {
  return prices.toSorted(
    (one, other) => pricedEvents.indexOf(one.event) - pricedEvents.indexOf(other.event) || one.from_value - other.from_value,
  );
}

/** The most days or pieces that a tier of an event may begin at, as the call has it. */
export function highestStart(event: PricedEvent): number {
  return isByAge(event) ? mostDays : mostFrom;
}

/** Where a tier begins, or null where what was typed is no whole number above nothing. It may be more than a tier may begin at. */
function fromOf({ from }: DraftTier, at: number): number | null {
  if (at === 0) return 0;
  const text = from.normalize("NFKC").trim();
  return /^[1-9]\d{0,14}$/.test(text) ? Number(text) : null;
}

/** What is wrong with where a tier begins. @param highest where the tiers before it begin at most */
function startProblem(event: PricedEvent, from: number | null, highest: number): TierProblems["from"] {
  if (from === null) return "whole";
  if (from > highestStart(event)) return "tooHigh";
  return from > highest ? null : "rising";
}

/** What is wrong with a tier: where it begins, and its price. */
export interface TierProblems {
  readonly from: "whole" | "rising" | "tooHigh" | null;
  readonly price: "none" | "tooMuch" | null;
}

/** What is wrong with each tier of an event, in their order. @param locale BCP 47 */
export function tierProblems(tiers: readonly DraftTier[], locale: string): TierProblems[] {
  let highest = -1;
  return tiers.map((tier, at) => {
    const from = fromOf(tier, at);
    const wrongFrom = startProblem(tier.event, from, highest);
    highest = Math.max(highest, from ?? highest);
    const micros = parsePrice(tier.price, locale);
    return {
      from: wrongFrom,
      price: micros === null || micros < 0 ? "none" : micros > mostMicros ? "tooMuch" : null,
    };
  });
}

/** Whether another tier may follow. */
export function mayAdd(tiers: readonly DraftTier[]): boolean {
  return tiers.length < mostTiers;
}

/** The prices that a draft says; null while something in it is wrong. @param locale BCP 47 */
export function pricesOf(draft: readonly DraftTier[], locale: string): Price[] | null {
  const prices: Price[] = [];
  for (const event of pricedEvents) {
    const tiers = tiersOf(draft, event);
    if (tierProblems(tiers, locale).some(({ from, price }) => from !== null || price !== null)) return null;
    for (const [at, tier] of tiers.entries())
      prices.push({ event, from_value: fromOf(tier, at) ?? 0, price_micros: parsePrice(tier.price, locale) ?? 0 });
  }
  return prices;
}

/** What a tier is for, in days or pieces counted from 1; null where it has no end or no beginning. */
export interface Span {
  readonly by: "age" | "count";
  readonly kind: "only" | "first" | "between" | "last";
  readonly from: number;
  readonly until: number;
}

/**
 * What a tier is for. A tier from 30 days of age on begins on the 31st day that a piece stands there: on the day of its arrival its age is 0.
 * @param froms where the event's tiers begin, rising
 */
export function spanOf(event: PricedEvent, froms: readonly number[], at: number): Span {
  const [from, next] = [froms[at] ?? 0, froms[at + 1]];
  const kind = next === undefined ? (at === 0 ? "only" : "last") : at === 0 ? "first" : "between";
  return { by: isByAge(event) ? "age" : "count", kind, from: from + 1, until: next ?? 0 };
}

/** Where the tiers of a draft begin; null while one of them says nothing that can be read, or less than the one before. */
export function startsOf(tiers: readonly DraftTier[]): number[] | null {
  const froms = tiers.map(fromOf);
  return froms.every((from, at) => from !== null && (at === 0 || from > (froms[at - 1] ?? 0))) ? froms.map((from) => from ?? 0) : null;
}

/** What a price is shown by: so many pieces, piece-days or litre-days. 100 pieces for 30 days, a cubic metre for 30 days, 100 pieces. */
const exampleUnits = { storage_piece_day: 3000, storage_litre_day: 30_000 } as const;

/** What the example of an event costs by a price, in hundredths, rounded half up. @param micros millionths of the currency for one */
export function exampleCents(event: PricedEvent, micros: number): number {
  const units = event === "storage_piece_day" || event === "storage_litre_day" ? exampleUnits[event] : 100;
  return Number((BigInt(micros) * BigInt(units) + 5000n) / 10_000n);
}

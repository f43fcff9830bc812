import type { CountUnit, PricedEvent, QuantityUnit } from "#src/billing/wallet/charge-kinds.rules.ts";
import { getCountUnit, getUnit, isByAge, pricedEvents } from "#src/billing/wallet/charge-kinds.rules.ts";
import { parsePrice, priceInField } from "#src/kit/lib/money.ts";
import type { Price } from "./rate-cards.contract.ts";
import { mostDays, mostMicros, mostTiers } from "./rate-cards.rules.ts";

/** A tier in the editor, all as text. The first tier of an event begins at zero, regardless of its `from`. */
export interface DraftTier {
  readonly key: string;
  readonly event: PricedEvent;
  readonly from: string;
  readonly price: string;
}

const groupOfEvent = {
  storage_piece_day: "storage",
  storage_litre_day: "storage",
  receiving_piece: "inbound",
  putaway_piece: "inbound",
  return_piece: "inbound",
  picking_order: "outbound",
  picking_piece: "outbound",
  packing_parcel: "outbound",
  box_piece: "outbound",
  consumable_piece: "outbound",
  label_parcel: "outbound",
  weighing_parcel: "outbound",
  bagging_parcel: "outbound",
  shipped_piece: "shipping",
  customer_return_piece: "returns",
  restocking_piece: "returns",
} as const satisfies Record<PricedEvent, string>;

/** The groups of events and the events of each, in the order of the warehouse's work. */
export const eventGroups = (["storage", "inbound", "outbound", "shipping", "returns"] as const).map((group) => ({
  group,
  events: pricedEvents.filter((event) => groupOfEvent[event] === group),
}));

/** The maximum start of a tier, as in the contract. */
const mostFrom = 100_000_000;

/** Filters the tiers of one event, in order. */
export function getTiers<T extends { readonly event: PricedEvent }>(tiers: readonly T[], event: PricedEvent): T[] {
  return tiers.filter((tier) => tier.event === event);
}

/**
 * Converts prices to editor tiers.
 * @param locale BCP 47
 */
export function toDraft(prices: readonly Price[], locale: string, newKey: () => string): DraftTier[] {
  return sortPrices(prices).map(({ event, from_value, price_micros }) => ({
    key: newKey(),
    event,
    from: String(from_value),
    price: priceInField(price_micros, locale),
  }));
}

/** Sorts prices by event, and tiers ascending. */
export function sortPrices(prices: readonly Price[]): Price[] {
  return prices.toSorted(
    (one, other) => pricedEvents.indexOf(one.event) - pricedEvents.indexOf(other.event) || one.from_value - other.from_value,
  );
}

/** Returns the maximum start of an event's tier, in days or in the unit of the month's count, as in the call. */
export function getHighestStart(event: PricedEvent): number {
  return isByAge(event) ? mostDays : mostFrom;
}

/** Parses a tier's start; null if it is not a positive integer. It may exceed the maximum. */
function parseFrom({ from }: DraftTier, at: number): number | null {
  if (at === 0) return 0;
  const text = from.normalize("NFKC").trim();
  return /^[1-9]\d{0,14}$/.test(text) ? Number(text) : null;
}

/**
 * Finds the error in a tier's start.
 * @param highest the highest start of the tiers before it
 */
function findStartProblem(event: PricedEvent, from: number | null, highest: number): TierProblems["from"] {
  if (from === null) return "whole";
  if (from > getHighestStart(event)) return "tooHigh";
  return from > highest ? null : "rising";
}

/** The errors of a tier: its start and its price. */
export interface TierProblems {
  readonly from: "whole" | "rising" | "tooHigh" | null;
  readonly price: "none" | "tooMuch" | null;
}

/**
 * Finds the errors of an event's tiers, in order.
 * @param locale BCP 47
 */
export function findTierProblems(tiers: readonly DraftTier[], locale: string): TierProblems[] {
  let highest = -1;
  return tiers.map((tier, at) => {
    const from = parseFrom(tier, at);
    const wrongFrom = findStartProblem(tier.event, from, highest);
    highest = Math.max(highest, from ?? highest);
    const micros = parsePrice(tier.price, locale);
    return {
      from: wrongFrom,
      price: micros === null || micros < 0 ? "none" : micros > mostMicros ? "tooMuch" : null,
    };
  });
}

/** Whether another tier can be added. */
export function canAddTier(tiers: readonly DraftTier[]): boolean {
  return tiers.length < mostTiers;
}

/**
 * Parses a draft's prices; null if it has errors.
 * @param locale BCP 47
 */
export function parsePrices(draft: readonly DraftTier[], locale: string): Price[] | null {
  const prices: Price[] = [];
  for (const event of pricedEvents) {
    const tiers = getTiers(draft, event);
    if (findTierProblems(tiers, locale).some(({ from, price }) => from !== null || price !== null)) return null;
    for (const [at, tier] of tiers.entries())
      prices.push({ event, from_value: parseFrom(tier, at) ?? 0, price_micros: parsePrice(tier.price, locale) ?? 0 });
  }
  return prices;
}

/** The range of a tier in days of age, or in the unit of the month's count, counted from 1. */
export interface Span {
  readonly by: "age" | CountUnit;
  readonly kind: "only" | "first" | "between" | "last";
  readonly from: number;
  readonly until: number;
}

/**
 * Returns the range of a tier. A tier from 30 days of age begins on the 31st day of storage: on its day of arrival, a piece's age is 0.
 * @param froms the starts of the event's tiers, ascending
 */
export function getSpan(event: PricedEvent, froms: readonly number[], at: number): Span {
  const [from, next] = [froms[at] ?? 0, froms[at + 1]];
  const kind = next === undefined ? (at === 0 ? "only" : "last") : at === 0 ? "first" : "between";
  return { by: isByAge(event) ? "age" : getCountUnit(event), kind, from: from + 1, until: next ?? 0 };
}

/** Parses the starts of a draft's tiers; null if one is invalid or lower than the previous one. */
export function parseStarts(tiers: readonly DraftTier[]): number[] | null {
  const froms = tiers.map(parseFrom);
  return froms.every((from, at) => from !== null && (at === 0 || from > (froms[at - 1] ?? 0))) ? froms.map((from) => from ?? 0) : null;
}

/** The quantities of the examples: 100 pieces for 30 days, a cubic metre for 30 days, or 100 pieces, orders or parcels. */
const exampleQuantities = { pieceDays: 3000, litreDays: 30_000, pieces: 100, orders: 100, parcels: 100 } as const satisfies Record<
  QuantityUnit,
  number
>;

/**
 * Computes the cost of an event's example in hundredths, rounded half up.
 * @param micros millionths of the currency per unit
 */
export function computeExampleCents(event: PricedEvent, micros: number): number {
  return Number((BigInt(micros) * BigInt(exampleQuantities[getUnit(event)]) + 5000n) / 10_000n);
}

import { isByAge, monthlyEvents, mostCents } from "./charge-kinds.rules.ts";
import type { ChargeSource, PricedEvent } from "./charge-kinds.rules.ts";
import { StandingCharges } from "./credits.rules.ts";
import { BeyondMeasure, priceCharge } from "./tier-pricing.rules.ts";
import type { PriceTier, PricedPart } from "./tier-pricing.rules.ts";

/** Goods of a retailer in a warehouse at the end of a day, all of the same age. */
export interface StoredGoods {
  readonly retailer_uuid: string;
  /** whole days since their arrival; null: longer than known */
  readonly age_days: number | null;
  readonly pieces: number;
  /** of SKUs with known dimensions */
  readonly millilitres: number;
}

/** Work done that day for one source, such as a receipt or an order. */
export interface Happening {
  /** the charged retailer */
  readonly retailer_uuid: string;
  readonly event: PricedEvent;
  readonly source_type: Exclude<ChargeSource, "warehouse-day" | "hand">;
  readonly source_uuid: string;
  /** the order that it was for, whatever the source; null or omitted if there is none */
  readonly order_uuid?: string | null;
  /** pieces, orders or parcels, whichever the event counts; negative: more was undone than done */
  readonly quantity: number;
}

export interface HappenedDay {
  /** YYYY-MM-DD */
  readonly day: string;
  readonly warehouse_uuid: string;
  readonly stored: readonly StoredGoods[];
  readonly happenings: readonly Happening[];
}

/** The tiers of each event with a price. */
export type Tiers = ReadonlyMap<PricedEvent, readonly PriceTier[]>;

/** One retailer's charge for one event. */
export interface DayCharge {
  readonly retailer_uuid: string;
  readonly event: PricedEvent;
  readonly source_type: Exclude<ChargeSource, "hand">;
  readonly source_uuid: string;
  /** the order that it is for; null or omitted if there is none */
  readonly order_uuid?: string | null;
  readonly quantity_milli: number;
  readonly parts: PricedPart[];
  /** whole hundredths of the card's currency */
  readonly amount_cents: number;
}

type Source = Pick<DayCharge, "retailer_uuid" | "event" | "source_type" | "source_uuid">;

/** A month's quantities by retailer and event in thousandths, and the standing charges of sources with undone work. */
export class MonthCount {
  readonly #counts = new Map<string, number>();
  readonly #standing = new Map<string, StandingCharges>();

  of(retailerUuid: string, event: PricedEvent): number {
    return this.#counts.get(`${retailerUuid} ${event}`) ?? 0;
  }

  add(retailerUuid: string, event: PricedEvent, quantityMilli: number): void {
    this.#counts.set(`${retailerUuid} ${event}`, this.of(retailerUuid, event) + quantityMilli);
  }

  /** The standing charges of work in a warehouse for a receipt or an order; zero at first. */
  standing(warehouseUuid: string, { retailer_uuid, event, source_type, source_uuid }: Source): StandingCharges {
    const key = [warehouseUuid, retailer_uuid, event, source_type, source_uuid].join(" ");
    const known = this.#standing.get(key) ?? new StandingCharges();
    this.#standing.set(key, known);
    return known;
  }
}

/** Groups prices by event. */
export function groupTiers(prices: readonly (PriceTier & { readonly event: PricedEvent })[]): Tiers {
  return Map.groupBy(prices, ({ event }) => event);
}

/** Returns the age in days at which the last of these tiers begins; 0 if age makes no difference. */
export function findOldestTier(tiers: Tiers): number {
  const byAge = [...tiers].filter(([event]) => isByAge(event)).flatMap(([, list]) => list);
  return Math.max(0, ...byAge.map(({ from_value }) => from_value));
}

/** Lists the events whose prices depend on the month's count: those with more than one tier in any of the prices. */
export function listTieredEvents(prices: readonly Tiers[]): PricedEvent[] {
  return monthlyEvents.filter((event) => prices.some((tiers) => (tiers.get(event)?.length ?? 0) > 1));
}

type Position = Parameters<typeof priceCharge>[2];

/** Returns the charge; null if it exceeds the maximum. */
function catchBeyondMeasure<T extends { readonly amount_cents: number }>(price: () => T): T | null {
  try {
    const charge = price();
    return Math.abs(charge.amount_cents) > mostCents ? null : charge;
  } catch (error) {
    if (error instanceof BeyondMeasure) return null;
    throw error;
  }
}

/** Prices a charge; null if it exceeds the maximum. */
function priceDayCharge(
  tiers: readonly PriceTier[],
  position: Position,
  about: Omit<DayCharge, "parts" | "amount_cents">,
): DayCharge | null {
  return catchBeyondMeasure(() => ({ ...about, ...priceCharge(tiers, about.quantity_milli, position) }));
}

/** Computes a storage charge by the piece or the litre; undefined if nothing is to be charged. */
function computeStorageCharge(
  { warehouse_uuid }: HappenedDay,
  retailer_uuid: string,
  stored: readonly StoredGoods[],
  event: PricedEvent,
  tiers: readonly PriceTier[],
): DayCharge | null | undefined {
  const ages = stored.map(({ age_days, pieces, millilitres }) => ({
    age_days,
    quantity_milli: event === "storage_piece_day" ? pieces * 1000 : millilitres,
  }));
  const quantity_milli = ages.reduce((sum, age) => sum + age.quantity_milli, 0);
  if (quantity_milli === 0) return undefined;
  return priceDayCharge(tiers, ages, { retailer_uuid, event, source_type: "warehouse-day", source_uuid: warehouse_uuid, quantity_milli });
}

/** Computes the charge for work done, and counts it into the month; undefined if the event has no price. */
function computeWorkCharge(
  { warehouse_uuid, day }: HappenedDay,
  { quantity, ...about }: Happening,
  tiers: readonly PriceTier[] | undefined,
  month: MonthCount,
): DayCharge | null | undefined {
  if (tiers === undefined) return undefined;
  const charge = priceDayCharge(tiers, month.of(about.retailer_uuid, about.event), { ...about, quantity_milli: quantity * 1000 });
  if (charge === null) return null;
  month.standing(warehouse_uuid, about).add({ ...charge, day });
  month.add(about.retailer_uuid, about.event, charge.quantity_milli);
  return charge;
}

/** Computes the credit for undone work, and subtracts it from the month that counted them; undefined if no charge stands. */
function computeCredit(
  { warehouse_uuid, day }: HappenedDay,
  { quantity, ...about }: Happening,
  month: MonthCount,
): DayCharge | null | undefined {
  const standing = month.standing(warehouse_uuid, about);
  const credit = catchBeyondMeasure(() => standing.creditFor(-quantity * 1000, day));
  if (credit === null) return null;
  const { of_month_milli, ...rest } = credit;
  if (rest.quantity_milli === 0) return undefined;
  standing.add({ ...rest, day });
  month.add(about.retailer_uuid, about.event, -of_month_milli);
  return { ...about, ...rest };
}

/** Compares by the order in which the month counts them. */
function compareSources(a: Happening, b: Happening): number {
  if (a.source_uuid === b.source_uuid) return 0;
  return a.source_uuid < b.source_uuid ? -1 : 1;
}

/**
 * Computes the charges of a warehouse's day. An event without a price yields no charge; a price of 0 yields a charge of 0. Undone work is credited as it was
 * charged, regardless of today's price.
 * @param tiersFor the prices of a retailer that day; undefined if it is not charged
 * @param month quantities of the month before this day, by event; this day's are added in the order of the sources. Knows the standing charges of sources
 *   with undone work
 * @returns the charges, and the retailers with a charge beyond the maximum
 */
export function computeDayCharges(
  happened: HappenedDay,
  tiersFor: (retailerUuid: string) => Tiers | undefined,
  month: MonthCount,
): { charges: DayCharge[]; beyondMeasure: string[] } {
  const charges: DayCharge[] = [];
  const beyondMeasure = new Set<string>();
  const keep = (retailerUuid: string, charge: DayCharge | null | undefined) => {
    if (charge === null) beyondMeasure.add(retailerUuid);
    else if (charge !== undefined) charges.push(charge);
  };
  for (const [retailerUuid, stored] of Map.groupBy(happened.stored, ({ retailer_uuid }) => retailer_uuid))
    for (const [event, tiers] of tiersFor(retailerUuid) ?? [])
      if (isByAge(event)) keep(retailerUuid, computeStorageCharge(happened, retailerUuid, stored, event, tiers));
  for (const happening of happened.happenings.toSorted(compareSources)) {
    const { retailer_uuid, event, quantity } = happening;
    if (quantity > 0) keep(retailer_uuid, computeWorkCharge(happened, happening, tiersFor(retailer_uuid)?.get(event), month));
    if (quantity < 0) keep(retailer_uuid, computeCredit(happened, happening, month));
  }
  return { charges, beyondMeasure: [...beyondMeasure] };
}

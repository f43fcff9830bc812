import { isByAge, mostCents } from "./charging.rules.ts";
import type { ChargeSource, PricedEvent } from "./charging.rules.ts";
import { StandingCharges } from "./credits.rules.ts";
import { BeyondMeasure, priceCharge } from "./pricing.rules.ts";
import type { PriceTier, PricedPart } from "./pricing.rules.ts";

/** Goods of a retailer that stood in a warehouse at the end of a day, all of the same age. */
export interface StoredGoods {
  readonly retailer_uuid: string;
  /** whole days since they came; null: longer than is known */
  readonly age_days: number | null;
  readonly pieces: number;
  /** of the SKUs whose dimensions are known */
  readonly millilitres: number;
}

/** Pieces that were worked on that day, for one receipt or order. Below nothing: more was taken back than done. */
export interface Happening {
  readonly retailer_uuid: string;
  readonly event: PricedEvent;
  readonly source_type: Extract<ChargeSource, "receipt" | "shipment">;
  readonly source_uuid: string;
  readonly pieces: number;
}

export interface HappenedDay {
  /** YYYY-MM-DD */
  readonly day: string;
  readonly warehouse_uuid: string;
  readonly stored: readonly StoredGoods[];
  readonly happenings: readonly Happening[];
}

/** The tiers of each event that has a price. */
export type Tiers = ReadonlyMap<PricedEvent, readonly PriceTier[]>;

/** What one retailer owes for one event. */
export interface DayCharge {
  readonly retailer_uuid: string;
  readonly event: PricedEvent;
  readonly source_type: Exclude<ChargeSource, "hand">;
  readonly source_uuid: string;
  readonly quantity_milli: number;
  readonly parts: PricedPart[];
  /** whole hundredths of the card's currency */
  readonly amount_cents: number;
}

type Source = Pick<DayCharge, "retailer_uuid" | "event" | "source_type" | "source_uuid">;

/** How many thousandths of an event a retailer has had in a month, and what stands charged for each source that something is taken back of. */
export class MonthCount {
  readonly #counts = new Map<string, number>();
  readonly #standing = new Map<string, StandingCharges>();

  of(retailerUuid: string, event: PricedEvent): number {
    return this.#counts.get(`${retailerUuid} ${event}`) ?? 0;
  }

  add(retailerUuid: string, event: PricedEvent, quantityMilli: number): void {
    this.#counts.set(`${retailerUuid} ${event}`, this.of(retailerUuid, event) + quantityMilli);
  }

  /** What stands charged for what was done in a warehouse for a receipt or an order; nothing at first. */
  standing(warehouseUuid: string, { retailer_uuid, event, source_type, source_uuid }: Source): StandingCharges {
    const key = [warehouseUuid, retailer_uuid, event, source_type, source_uuid].join(" ");
    const known = this.#standing.get(key) ?? new StandingCharges();
    this.#standing.set(key, known);
    return known;
  }
}

/** Prices as the calls carry them, by event. */
export function tiersOf(prices: readonly (PriceTier & { readonly event: PricedEvent })[]): Tiers {
  return Map.groupBy(prices, ({ event }) => event);
}

/** From how many days of age on the last of these tiers begins; 0 where age makes no difference. */
export function oldestTier(tiers: Tiers): number {
  const byAge = [...tiers].filter(([event]) => isByAge(event)).flatMap(([, list]) => list);
  return Math.max(0, ...byAge.map(({ from_value }) => from_value));
}

type Position = Parameters<typeof priceCharge>[2];

/** A charge; null where it is more than one charge may be. */
function measured<T extends { readonly amount_cents: number }>(price: () => T): T | null {
  try {
    const charge = price();
    return Math.abs(charge.amount_cents) > mostCents ? null : charge;
  } catch (error) {
    if (error instanceof BeyondMeasure) return null;
    throw error;
  }
}

/** The charge with its price; null where it is more than one charge may be. */
function priced(tiers: readonly PriceTier[], position: Position, about: Omit<DayCharge, "parts" | "amount_cents">): DayCharge | null {
  return measured(() => ({ ...about, ...priceCharge(tiers, about.quantity_milli, position) }));
}

/** What the storage of a retailer's goods costs by the piece or by the litre; undefined where nothing is to be charged. */
function storageCharge(
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
  return priced(tiers, ages, { retailer_uuid, event, source_type: "warehouse-day", source_uuid: warehouse_uuid, quantity_milli });
}

/** What pieces cost that were worked on, counted into the month; undefined where they have no price. */
function workCharge(
  { warehouse_uuid, day }: HappenedDay,
  { pieces, ...about }: Happening,
  tiers: readonly PriceTier[] | undefined,
  month: MonthCount,
): DayCharge | null | undefined {
  if (tiers === undefined) return undefined;
  const charge = priced(tiers, month.of(about.retailer_uuid, about.event), { ...about, quantity_milli: pieces * 1000 });
  if (charge === null) return null;
  month.standing(warehouse_uuid, about).add({ ...charge, day });
  month.add(about.retailer_uuid, about.event, charge.quantity_milli);
  return charge;
}

/** What is given back for pieces that were undone, taken off the month that they were counted in; undefined where nothing stands charged for them. */
function creditCharge(
  { warehouse_uuid, day }: HappenedDay,
  { pieces, ...about }: Happening,
  month: MonthCount,
): DayCharge | null | undefined {
  const standing = month.standing(warehouse_uuid, about);
  const credit = measured(() => standing.creditFor(-pieces * 1000, day));
  if (credit === null) return null;
  const { of_month_milli, ...rest } = credit;
  if (rest.quantity_milli === 0) return undefined;
  standing.add({ ...rest, day });
  month.add(about.retailer_uuid, about.event, -of_month_milli);
  return { ...about, ...rest };
}

/** In the order in which the month counts them. */
function bySource(a: Happening, b: Happening): number {
  if (a.source_uuid === b.source_uuid) return 0;
  return a.source_uuid < b.source_uuid ? -1 : 1;
}

/**
 * What the retailers owe for a warehouse's day. An event without a price costs nothing and leaves no charge; a price of 0 leaves one of 0. What was
 * undone is given back as it was charged, whatever its price is today.
 *
 * @param tiersFor the prices of a retailer that day; undefined where it is not charged
 * @param month what each had of an event in the month before; what this day adds is counted in, in the order of the sources.
 *   Of sources of which something was undone, it knows what stands charged
 * @returns the charges, and the retailers of whom something could not be charged because it was beyond all measure
 */
export function chargesOfDay(
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
      if (isByAge(event)) keep(retailerUuid, storageCharge(happened, retailerUuid, stored, event, tiers));
  for (const happening of happened.happenings.toSorted(bySource)) {
    const { retailer_uuid, event, pieces } = happening;
    if (pieces > 0) keep(retailer_uuid, workCharge(happened, happening, tiersFor(retailer_uuid)?.get(event), month));
    if (pieces < 0) keep(retailer_uuid, creditCharge(happened, happening, month));
  }
  return { charges, beyondMeasure: [...beyondMeasure] };
}

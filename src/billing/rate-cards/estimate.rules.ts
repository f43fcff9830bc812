import type { PricedEvent } from "#src/billing/wallet/charge-kinds.rules.ts";
import { computeDayCharges } from "#src/billing/wallet/day-charges.rules.ts";
import type { DayCharge, Happening, MonthCount, Tiers } from "#src/billing/wallet/day-charges.rules.ts";

/** Events of work. Storage depends on the age of stock, which is not known in advance. */
export type WorkEvent = Exclude<PricedEvent, "storage_piece_day" | "storage_litre_day">;

/** How often an event is expected, in its unit: pieces, orders or parcels. */
export interface EventQuantity {
  readonly event: WorkEvent;
  /** an integer, at least 0 */
  readonly quantity: number;
}

/** What the work for one order would cost. */
export interface OrderEstimate {
  /** one for each event, as charging would post it on one day */
  readonly charges: readonly Pick<DayCharge, "event" | "quantity_milli" | "parts" | "amount_cents">[];
  /** hundredths of the card's currency */
  readonly total_cents: number;
  /** events without a price: nothing is charged for them */
  readonly unpriced: readonly WorkEvent[];
}

/** Names an order by its place, because charging sorts sources by their uuid. */
function toSource(at: number): string {
  return String(at).padStart(12, "0");
}

/** Sums the quantities by event. @throws RangeError for a quantity that is not an integer from 0 */
function sumQuantities(quantities: readonly EventQuantity[]): Map<WorkEvent, number> {
  const sums = new Map<WorkEvent, number>();
  for (const { event, quantity } of quantities) {
    if (!Number.isSafeInteger(quantity) || quantity < 0) throw new RangeError("rate cards: an estimated quantity must be a whole number");
    sums.set(event, (sums.get(event) ?? 0) + quantity);
  }
  return sums;
}

/**
 * Estimates the charges for the work on orders, each with its own rounding, as if charging posted all of them on one day in this order: each order begins
 * with the month's count after the one before.
 * @param tiers the prices of the retailer's card
 * @param month the retailer's quantities in the month before; the orders are added to them
 * @returns an estimate for each order; null if a charge exceeds the maximum
 * @throws RangeError for a quantity that is not an integer from 0
 */
export function estimateOrders(
  retailerUuid: string,
  tiers: Tiers,
  month: MonthCount,
  orders: readonly (readonly EventQuantity[])[],
): readonly OrderEstimate[] | null {
  const wanted = orders.map(sumQuantities);
  const happenings = wanted.flatMap((sums, at) =>
    [...sums].map(([event, quantity]): Happening => ({
      retailer_uuid: retailerUuid,
      event,
      source_type: "order",
      source_uuid: toSource(at),
      quantity,
    })),
  );
  // Neither the day nor the warehouse matters for a price.
  const { charges, beyondMeasure } = computeDayCharges({ day: "", warehouse_uuid: "", stored: [], happenings }, () => tiers, month);
  if (beyondMeasure.length > 0) return null;
  const byOrder = Map.groupBy(charges, ({ source_uuid }) => source_uuid);
  return wanted.map((sums, at) => {
    const own = byOrder.get(toSource(at)) ?? [];
    return {
      charges: own.map(({ event, quantity_milli, parts, amount_cents }) => ({ event, quantity_milli, parts, amount_cents })),
      total_cents: own.reduce((sum, { amount_cents }) => sum + amount_cents, 0),
      unpriced: [...sums].flatMap(([event, quantity]) => (quantity > 0 && !tiers.has(event) ? [event] : [])),
    };
  });
}

import type { AgreedEvent } from "./charge-kinds.rules.ts";
import { mostCents } from "./charge-kinds.rules.ts";
import type { DayCharge } from "./day-charges.rules.ts";

/** Work of a day with the price that was agreed for it: a channel's for a parcel, or a claim's for goods. */
export interface AgreedWork extends Pick<DayCharge, "retailer_uuid" | "source_uuid"> {
  readonly event: AgreedEvent;
  readonly source_type: "order" | "parcel";
  readonly order_uuid: string;
  /** thousandths; positive */
  readonly quantity_milli: number;
  /** whole hundredths */
  readonly amount_cents: number;
  /** ISO 4217 */
  readonly currency: string;
}

/** A charge at agreed prices. */
export interface AgreedCharge extends Omit<DayCharge, "event" | "order_uuid">, Pick<AgreedWork, "event" | "currency" | "order_uuid"> {}

/** Returns millionths of the currency for each whole unit. */
function getPriceMicros({ amount_cents, quantity_milli }: AgreedWork): number {
  return Math.round((amount_cents * 10_000_000) / quantity_milli);
}

/**
 * Adds up work at agreed prices to one charge for each source, with a part for each price. Nothing is rounded: an agreed amount is in whole hundredths.
 * @param currencyOf the currency of a retailer's wallet
 * @returns the charges; the retailers with work in another currency than their wallet's, and those with a charge beyond the maximum
 */
export function computeAgreedCharges(
  work: readonly AgreedWork[],
  currencyOf: (retailerUuid: string) => string | undefined,
): { charges: AgreedCharge[]; otherCurrency: string[]; beyondMeasure: string[] } {
  const otherCurrency = new Set<string>();
  const beyondMeasure = new Set<string>();
  const payable = work.filter(({ retailer_uuid, currency }) => {
    if (currencyOf(retailer_uuid) === currency) return true;
    otherCurrency.add(retailer_uuid);
    return false;
  });
  const charges: AgreedCharge[] = [];
  const bySource = Map.groupBy(payable, ({ retailer_uuid, event, source_uuid }) => [retailer_uuid, event, source_uuid].join(" "));
  for (const same of bySource.values()) {
    const [first] = same;
    if (first === undefined) continue;
    const amount_cents = same.reduce((sum, one) => sum + one.amount_cents, 0);
    if (amount_cents > mostCents) {
      beyondMeasure.add(first.retailer_uuid);
      continue;
    }
    const parts = [...Map.groupBy(same, getPriceMicros)].map(([price_micros, equal]) => ({
      from: 0,
      quantity_milli: equal.reduce((sum, one) => sum + one.quantity_milli, 0),
      price_micros,
    }));
    const quantity_milli = parts.reduce((sum, part) => sum + part.quantity_milli, 0);
    charges.push({ ...first, amount_cents, parts, quantity_milli });
  }
  return { charges, otherCurrency: [...otherCurrency], beyondMeasure: [...beyondMeasure] };
}

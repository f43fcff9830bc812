import { estimateOrders } from "#src/billing/rate-cards/estimate.rules.ts";
import type { EventQuantity, OrderEstimate } from "#src/billing/rate-cards/estimate.rules.ts";
import type { PricedEvent } from "#src/billing/wallet/charge-kinds.rules.ts";
import { MonthCount, groupTiers, listTieredEvents } from "#src/billing/wallet/day-charges.rules.ts";
import { ok, refuse } from "#src/kit/lib/result.ts";
import type { Result } from "#src/kit/lib/result.ts";
import type { Tx } from "#server/platform/db/row-security.ts";
import { readCurrency } from "#server/billing/wallet/accounts.queries.ts";
import { countMonth } from "#server/billing/wallet/month-to-date.queries.ts";
import { findCardInEffect, findPricesOn } from "./cards.queries.ts";

/** What the work for some orders would cost a retailer. */
export interface Estimate {
  readonly rate_card_uuid: string;
  /** ISO 4217 */
  readonly currency: string;
  /** in the order of the request */
  readonly orders: readonly OrderEstimate[];
}

/**
 * Estimates what charging would post for the work on orders of a retailer, at its card's prices of a day, with the same tiers and rounding. Tiers continue
 * the month's count as charged so far, so work of days that are not charged yet is not counted. Goods and freight are priced elsewhere.
 * @param tx acts for the provider's staff or for this retailer
 * @param day YYYY-MM-DD in the warehouse's time zone
 * @param orders the quantities of each order by event
 * @returns null if the retailer is not charged automatically: it has no card, or the card has no prices on that day; `rateCards.otherCurrency` if its
 *   wallet has another currency than the card, so that charging skips it; `wallet.tooMuch` if a charge exceeds the maximum
 * @throws RangeError for a quantity that is not an integer from 0
 */
export async function estimateCharges(
  tx: Tx,
  providerUuid: string,
  retailerUuid: string,
  day: string,
  orders: readonly (readonly EventQuantity[])[],
): Promise<Result<Estimate | null, "rateCards.otherCurrency" | "wallet.tooMuch">> {
  const [card, currency] = await Promise.all([
    findCardInEffect(tx, providerUuid, retailerUuid),
    readCurrency(tx, providerUuid, retailerUuid),
  ]);
  const prices = card === null ? null : await findPricesOn(tx, providerUuid, card.rate_card_uuid, day);
  if (card === null || prices === null || prices.prices.length === 0) return ok(null);
  if (currency !== card.currency) return refuse("rateCards.otherCurrency");
  const tiers = groupTiers(prices.prices);
  const wanted = new Set<PricedEvent>(orders.flat().map(({ event }) => event));
  const events = listTieredEvents([tiers]).filter((event) => wanted.has(event));
  const month = new MonthCount();
  await countMonth(tx, providerUuid, { retailerUuids: [retailerUuid], day, events }, month);
  const estimates = estimateOrders(retailerUuid, tiers, month, orders);
  return estimates === null
    ? refuse("wallet.tooMuch")
    : ok({ rate_card_uuid: card.rate_card_uuid, currency: card.currency, orders: estimates });
}

import type { RefusalName } from "#src/kit/api/codes.ts";
import { isByAge } from "#src/billing/wallet/charge-kinds.rules.ts";
import type { PricedEvent } from "#src/billing/wallet/charge-kinds.rules.ts";

/** The maximum number of active rate cards of a provider; one page of a list. */
export const mostCards = 200;
/** The maximum number of tiers of an event, and the maximum price: a million of the currency, in millionths. */
export const mostTiers = 8;
export const mostMicros = 1_000_000_000_000;
/** The highest start of a storage tier: ten years. */
export const mostDays = 3650;

interface Tier {
  readonly event: PricedEvent;
  readonly from_value: number;
}

/** Returns why prices are refused: a duplicate tier, too many, none from 0, or a start beyond the maximum. */
export function getPricesRefusal(prices: readonly Tier[]): RefusalName | null {
  for (const [event, tiers] of Map.groupBy(prices, (price) => price.event)) {
    const starts = new Set(tiers.map(({ from_value }) => from_value));
    if (starts.size < tiers.length) return "rateCards.tierTwice";
    if (tiers.length > mostTiers) return "rateCards.tooManyTiers";
    if (!starts.has(0)) return "rateCards.noFirstTier";
    if (isByAge(event) && tiers.some(({ from_value }) => from_value > mostDays)) return "rateCards.ageTooHigh";
  }
  return null;
}

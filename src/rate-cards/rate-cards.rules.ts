import type { RefusalName } from "#src/api/codes.ts";
import { isByAge } from "#src/wallet/charging.rules.ts";
import type { PricedEvent } from "#src/wallet/charging.rules.ts";

/** As many rate cards as a provider keeps, without the archived ones; as many as a list shows. */
export const mostCards = 200;
/** The most tiers of an event, and the most of a price: a million of the currency, in millionths. */
export const mostTiers = 8;
export const mostMicros = 1_000_000_000_000;
/** The highest age that a tier of storage may begin at: ten years. */
export const mostDays = 3650;

interface Tier {
  readonly event: PricedEvent;
  readonly from_value: number;
}

/** Why prices cannot stand as they are: a tier twice, too many, none from 0, or from an age that nothing reaches. */
export function pricesRefusal(prices: readonly Tier[]): RefusalName | null {
  for (const [event, tiers] of Map.groupBy(prices, (price) => price.event)) {
    const starts = new Set(tiers.map(({ from_value }) => from_value));
    if (starts.size < tiers.length) return "rateCards.tierTwice";
    if (tiers.length > mostTiers) return "rateCards.tooManyTiers";
    if (!starts.has(0)) return "rateCards.noFirstTier";
    if (isByAge(event) && tiers.some(({ from_value }) => from_value > mostDays)) return "rateCards.ageTooHigh";
  }
  return null;
}

export const priceScopes = ["list", "tier", "retailer"] as const;
export type PriceScope = (typeof priceScopes)[number];

interface ScopedPrice {
  readonly scope: PriceScope;
  readonly currency: string;
  readonly price_cents: number;
}

const before: readonly PriceScope[] = ["retailer", "tier", "list"];

/**
 * Returns the price of a piece for a retailer: its own price, else its tier's, else the list's; null if none is in its currency.
 * @param prices those that apply to this retailer: its own, its tier's, the list's
 */
export function findPriceForRetailer<P extends ScopedPrice>(prices: readonly P[], currency: string): P | null {
  for (const scope of before) {
    const found = prices.find((one) => one.scope === scope && one.currency === currency);
    if (found !== undefined) return found;
  }
  return null;
}

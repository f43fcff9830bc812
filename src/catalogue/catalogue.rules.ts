/** draft: the provider works on it; listed: retailers may claim it; withdrawn: who claimed it sees that it is no more. */
export const itemStatuses = ["draft", "listed", "withdrawn"] as const;
export type ItemStatus = (typeof itemStatuses)[number];

export const priceScopes = ["list", "tier", "retailer"] as const;
export type PriceScope = (typeof priceScopes)[number];

/** As many price tiers as a provider keeps. */
export const mostPriceTiers = 50;

/** The most of one price: ten million, in hundredths. */
export const mostPriceCents = 1_000_000_000;

interface ScopedPrice {
  readonly scope: PriceScope;
  readonly currency: string;
  readonly price_cents: number;
}

const before: readonly PriceScope[] = ["retailer", "tier", "list"];

/**
 * What a piece costs a retailer: its own price before its tier's, and that before the list's; null where none of them is in its currency.
 * @param prices those that hold for this retailer: its own, its tier's, the list's
 */
export function agreedPrice<P extends ScopedPrice>(prices: readonly P[], currency: string): P | null {
  for (const scope of before) {
    const found = prices.find((one) => one.scope === scope && one.currency === currency);
    if (found !== undefined) return found;
  }
  return null;
}

/**
 * What is left of a sale after the goods are paid, to a tenth of a percent.
 * @param saleCents what the retailer's customer pays
 * @param priceCents what the piece costs the retailer, in the same currency
 * @returns percent of the sale price, below nothing for a loss; null where something is sold for nothing
 */
export function marginPercent(saleCents: number, priceCents: number): number | null {
  return saleCents === 0 ? null : Math.round(((saleCents - priceCents) / saleCents) * 1000) / 10;
}

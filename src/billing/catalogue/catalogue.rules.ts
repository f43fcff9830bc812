/** draft: the provider is editing it; listed: retailers may claim it; withdrawn: retailers with a claim see that it is no longer offered. */
export const itemStatuses = ["draft", "listed", "withdrawn"] as const;
export type ItemStatus = (typeof itemStatuses)[number];

/** The maximum number of price tiers of a provider. */
export const mostPriceTiers = 50;

/** The maximum of one price: ten million, in hundredths. */
export const mostPriceCents = 1_000_000_000;

/**
 * Computes the margin of a sale, to a tenth of a percent.
 * @param saleCents what the retailer's customer pays
 * @param priceCents what the piece costs the retailer, in the same currency
 * @returns percent of the sale price, negative for a loss; null for a sale price of zero
 */
export function computeMarginPercent(saleCents: number, priceCents: number): number | null {
  return saleCents === 0 ? null : Math.round(((saleCents - priceCents) / saleCents) * 1000) / 10;
}

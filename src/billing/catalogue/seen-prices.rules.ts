import type { SeenPrice } from "./claims.contract.ts";

/** The maximum number of items per claim call, so that the prices of all their variants fit in. */
export const mostClaimedAtOnce = 20;

/** Returns the displayed prices, sent along with an agreement. */
export function toSeenPrices(rows: readonly { readonly variants: readonly SeenPrice[] }[]): SeenPrice[] {
  return rows.flatMap(({ variants }) => variants.map(({ variant_uuid, price_cents }) => ({ variant_uuid, price_cents })));
}

import type { SeenPrice } from "./claims.contract.ts";

/** As many items as are claimed by one call: so that the prices of all their variants go with it. */
export const mostClaimedAtOnce = 20;

/** What a retailer is shown that goods cost: sent along with what agrees to it. */
export function seenPrices(rows: readonly { readonly variants: readonly SeenPrice[] }[]): SeenPrice[] {
  return rows.flatMap(({ variants }) => variants.map(({ variant_uuid, price_cents }) => ({ variant_uuid, price_cents })));
}

import type { RefusalName } from "#src/kit/api/codes.ts";

/** Decides whether an item can be listed: it has a variant to offer, and each variant has a list price. */
export function getListingRefusal({
  variantCount,
  unpricedCount,
}: {
  readonly variantCount: number;
  readonly unpricedCount: number;
}): Extract<RefusalName, "catalogue.archived" | "catalogue.noPrice"> | null {
  if (variantCount === 0) return "catalogue.archived";
  return unpricedCount > 0 ? "catalogue.noPrice" : null;
}

/**
 * Decides whether a retailer can sell what is offered to it.
 * @param offered the existing variants, with the retailer's own price
 */
export function getClaimRefusal(
  offered: readonly { readonly price_cents: number | null }[],
): Extract<RefusalName, "catalogue.notOffered" | "catalogue.noPriceForYou"> | null {
  if (offered.length === 0) return "catalogue.notOffered";
  return offered.every(({ price_cents }) => price_cents === null) ? "catalogue.noPriceForYou" : null;
}

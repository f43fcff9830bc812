import { agreedPrice } from "#src/catalogue/catalogue.rules.ts";
import type { PriceScope } from "#src/catalogue/catalogue.rules.ts";
import { currencyOf } from "#server/wallet/accounts.queries.ts";
import type { RetailerScope } from "./scope.ts";
import { variantsOfItems } from "./surroundings.queries.ts";
import type { ShownVariant } from "./surroundings.queries.ts";

/** A variant with what a piece of it costs this retailer today; null where it has no price in the wallet's currency, or is not offered any more. */
export interface PricedVariant extends ShownVariant {
  readonly price_cents: number | null;
}

/** What items cost a retailer, in its wallet's currency. */
export interface OwnPrices {
  readonly currency: string;
  /** the variants of each item, by the item */
  readonly variants: ReadonlyMap<string, readonly PricedVariant[]>;
}

/**
 * The variants of items that a retailer may see, with its own prices. Row-level security shows it the prices that hold for it and no others: the list's,
 * its tier's, its own.
 */
export async function ownPrices({ tx, providerUuid, retailerUuid }: RetailerScope, itemUuids: readonly string[]): Promise<OwnPrices> {
  const currency = await currencyOf(tx, providerUuid, retailerUuid);
  if (itemUuids.length === 0) return { currency, variants: new Map() };
  const shown = await variantsOfItems(tx, providerUuid, itemUuids);
  const rows = await tx
    .selectFrom("catalogue_price")
    .select(["item_uuid", "variant_uuid", "scope", "currency", "price_cents"])
    .where("provider_uuid", "=", providerUuid)
    .where("item_uuid", "in", itemUuids)
    .where("currency", "=", currency)
    .execute();
  const prices = Map.groupBy(
    rows.map((row) => ({ ...row, scope: row.scope as PriceScope })),
    ({ item_uuid, variant_uuid }) => `${item_uuid} ${variant_uuid}`,
  );
  const priced = [...shown].map(([item, variants]): [string, PricedVariant[]] => [
    item,
    variants.map((variant) => {
      const own = variant.is_offered ? (prices.get(`${item} ${variant.variant_uuid}`) ?? []) : [];
      return { ...variant, price_cents: agreedPrice(own, currency)?.price_cents ?? null };
    }),
  ]);
  return { currency, variants: new Map(priced) };
}

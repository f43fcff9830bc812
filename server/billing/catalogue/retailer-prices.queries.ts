import { sql } from "kysely";
import type { SqlBool } from "kysely";
import { findPriceForRetailer } from "#src/billing/catalogue/price-for-retailer.rules.ts";
import type { PriceScope } from "#src/billing/catalogue/price-for-retailer.rules.ts";
import { readCurrency } from "#server/billing/wallet/accounts.queries.ts";
import type { RetailerScope } from "./catalogue-scope.ts";
import { listItemVariants } from "./variants.queries.ts";
import type { ShownVariant } from "./variants.queries.ts";

/** A variant with its current price for this retailer; null if it has no price in the wallet's currency or is no longer offered. */
export interface PricedVariant extends ShownVariant {
  readonly price_cents: number | null;
}

/** The prices of items for a retailer, in its wallet's currency. */
export interface OwnPrices {
  readonly currency: string;
  /** variants by item */
  readonly variants: ReadonlyMap<string, readonly PricedVariant[]>;
}

/**
 * Reads the variants of items that a retailer may see, with its prices. Row-level security shows it only the prices that apply to it: the list's, its tier's,
 * its own.
 * @param knownCurrency the wallet's currency, if it has been read
 */
export async function readOwnPrices(
  { tx, providerUuid, retailerUuid }: RetailerScope,
  itemUuids: readonly string[],
  knownCurrency?: string,
): Promise<OwnPrices> {
  const currency = knownCurrency ?? (await readCurrency(tx, providerUuid, retailerUuid));
  if (itemUuids.length === 0) return { currency, variants: new Map() };
  const ofItems = tx
    .selectFrom("catalogue_price")
    .select(["item_uuid", "variant_uuid", "scope", "currency", "price_cents"])
    .where("provider_uuid", "=", providerUuid)
    .where(sql<SqlBool>`item_uuid = any (${itemUuids}::uuid[])`)
    .where("currency", "=", currency);
  const [shown, rows] = await Promise.all([listItemVariants(tx, providerUuid, itemUuids), ofItems.execute()]);
  const prices = Map.groupBy(
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a CHECK constraint, or its writer's schema, allows no other value
    rows.map((row) => ({ ...row, scope: row.scope as PriceScope })),
    ({ item_uuid, variant_uuid }) => `${item_uuid} ${variant_uuid}`,
  );
  const priced = [...shown].map(([item, variants]): [string, PricedVariant[]] => [
    item,
    variants.map((variant) => {
      const own = variant.is_offered ? (prices.get(`${item} ${variant.variant_uuid}`) ?? []) : [];
      return { ...variant, price_cents: findPriceForRetailer(own, currency)?.price_cents ?? null };
    }),
  ]);
  return { currency, variants: new Map(priced) };
}

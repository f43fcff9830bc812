import type { OutputOf } from "#src/kit/api/define-call.ts";
import type { getItem } from "#src/billing/catalogue/catalogue.contract.ts";
import type { PriceScope } from "#src/billing/catalogue/price-for-retailer.rules.ts";
import type { Tx } from "#server/platform/db/row-security.ts";
import { findItemRow, buildItems } from "./items.queries.ts";

type ItemDetail = OutputOf<typeof getItem>;

/** A row of the price table. */
export interface PriceRow {
  variant_uuid: string;
  currency: string;
  scope: PriceScope;
  /** the tier or the retailer; for the list: the provider */
  scope_uuid: string;
  price_cents: number;
}

/** Lists all prices of an item. */
export async function listItemPrices(tx: Tx, providerUuid: string, itemUuid: string): Promise<PriceRow[]> {
  const rows = await tx
    .selectFrom("catalogue_price")
    .select(["variant_uuid", "currency", "scope", "scope_uuid", "price_cents"])
    .where("provider_uuid", "=", providerUuid)
    .where("item_uuid", "=", itemUuid)
    .orderBy("variant_uuid")
    .orderBy("scope")
    .orderBy("currency")
    .orderBy("scope_uuid")
    .execute();
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a CHECK constraint, or its writer's schema, allows no other value
  return rows.map((row) => ({ ...row, scope: row.scope as PriceScope }));
}

async function readScopeNames(tx: Tx, providerUuid: string, itemUuid: string): Promise<Map<string, string>> {
  const ofTiers = tx.selectFrom("price_tier").select(["price_tier_uuid as uuid", "name"]).where("provider_uuid", "=", providerUuid);
  const ofRetailers = tx
    .selectFrom("catalogue_price as p")
    .innerJoin("retailer as r", "r.retailer_uuid", "p.scope_uuid")
    .select(["r.retailer_uuid as uuid", "r.name"])
    .distinct()
    .where("p.provider_uuid", "=", providerUuid)
    .where("p.item_uuid", "=", itemUuid)
    .where("p.scope", "=", "retailer");
  const [tiers, retailers] = await Promise.all([ofTiers.execute(), ofRetailers.execute()]);
  return new Map([...tiers, ...retailers].map(({ uuid, name }) => [uuid, name]));
}

/** Lists the variants of a product that can have prices, including archived ones. */
export async function listPriceableVariants(
  tx: Tx,
  providerUuid: string,
  productUuid: string,
): Promise<{ variant_uuid: string; is_archived: boolean }[]> {
  return tx
    .selectFrom("variant")
    .select(["variant_uuid", "is_archived"])
    .where("provider_uuid", "=", providerUuid)
    .where("product_uuid", "=", productUuid)
    .where("merged_into_uuid", "is", null)
    .execute();
}

async function listItemClaims(tx: Tx, providerUuid: string, itemUuid: string): Promise<ItemDetail["claims"]> {
  const rows = await tx
    .selectFrom("claim as c")
    .innerJoin("retailer as r", "r.retailer_uuid", "c.retailer_uuid")
    .select(["c.retailer_uuid", "r.name", "c.created_at", "c.status"])
    .where("c.provider_uuid", "=", providerUuid)
    .where("c.item_uuid", "=", itemUuid)
    .orderBy("c.claim_uuid")
    .execute();
  return rows.map(({ retailer_uuid, name, created_at, status }) => ({
    retailer_uuid,
    retailer_name: name,
    since: created_at.toISOString(),
    is_active: status === "active",
  }));
}

/** Returns one item with all its prices and claims; null if it does not exist. */
export async function findItemDetail(tx: Tx, providerUuid: string, itemUuid: string): Promise<ItemDetail | null> {
  const row = await findItemRow(tx, providerUuid, itemUuid);
  if (row === null) return null;
  const [[item], names, priceable, prices, claims] = await Promise.all([
    buildItems(tx, providerUuid, [row]),
    readScopeNames(tx, providerUuid, itemUuid),
    listPriceableVariants(tx, providerUuid, row.product_uuid),
    listItemPrices(tx, providerUuid, itemUuid),
    listItemClaims(tx, providerUuid, itemUuid),
  ]);
  if (item === undefined) return null;
  const kept = new Set(priceable.map(({ variant_uuid }) => variant_uuid));
  const ofKept = prices.filter(({ variant_uuid }) => kept.has(variant_uuid));
  return {
    ...item,
    prices: ofKept.map(({ scope_uuid, ...price }) => ({
      ...price,
      scope_uuid: price.scope === "list" ? null : scope_uuid,
      scope_name: price.scope === "list" ? "" : (names.get(scope_uuid) ?? ""),
    })),
    claims,
  };
}

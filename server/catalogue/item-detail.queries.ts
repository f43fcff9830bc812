import type { OutputOf } from "#src/api/define-call.ts";
import type { getItem } from "#src/catalogue/catalogue.contract.ts";
import type { PriceScope } from "#src/catalogue/catalogue.rules.ts";
import type { Tx } from "#server/db/tx.ts";
import { itemRow, shownItems } from "./items.queries.ts";

type ItemDetail = OutputOf<typeof getItem>;

/** A price as it stands in the database. */
export interface PriceRow {
  variant_uuid: string;
  currency: string;
  scope: PriceScope;
  /** the tier or the retailer; of the list: the provider */
  scope_uuid: string;
  price_cents: number;
}

/** Every price of an item. */
export async function pricesOfItem(tx: Tx, providerUuid: string, itemUuid: string): Promise<PriceRow[]> {
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
  return rows.map((row) => ({ ...row, scope: row.scope as PriceScope }));
}

async function scopeNames(tx: Tx, providerUuid: string, itemUuid: string): Promise<Map<string, string>> {
  const tiers = await tx
    .selectFrom("price_tier")
    .select(["price_tier_uuid as uuid", "name"])
    .where("provider_uuid", "=", providerUuid)
    .execute();
  const retailers = await tx
    .selectFrom("catalogue_price as p")
    .innerJoin("retailer as r", "r.retailer_uuid", "p.scope_uuid")
    .select(["r.retailer_uuid as uuid", "r.name"])
    .distinct()
    .where("p.provider_uuid", "=", providerUuid)
    .where("p.item_uuid", "=", itemUuid)
    .where("p.scope", "=", "retailer")
    .execute();
  return new Map([...tiers, ...retailers].map(({ uuid, name }) => [uuid, name]));
}

/** The variants of a product that prices are kept for: also those that are archived for now. */
export async function pricedVariants(
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

async function claimsOfItem(tx: Tx, providerUuid: string, itemUuid: string): Promise<ItemDetail["claims"]> {
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

/** One item with every price and who claimed it; null where there is none. */
export async function itemDetail(tx: Tx, providerUuid: string, itemUuid: string): Promise<ItemDetail | null> {
  const row = await itemRow(tx, providerUuid, itemUuid);
  if (row === null) return null;
  const [item] = await shownItems(tx, providerUuid, [row]);
  if (item === undefined) return null;
  const names = await scopeNames(tx, providerUuid, itemUuid);
  const kept = new Set((await pricedVariants(tx, providerUuid, row.product_uuid)).map(({ variant_uuid }) => variant_uuid));
  const prices = (await pricesOfItem(tx, providerUuid, itemUuid)).filter(({ variant_uuid }) => kept.has(variant_uuid));
  return {
    ...item,
    prices: prices.map(({ scope_uuid, ...price }) => ({
      ...price,
      scope_uuid: price.scope === "list" ? null : scope_uuid,
      scope_name: price.scope === "list" ? "" : (names.get(scope_uuid) ?? ""),
    })),
    claims: await claimsOfItem(tx, providerUuid, itemUuid),
  };
}

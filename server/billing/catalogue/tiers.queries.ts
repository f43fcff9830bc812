import { sql } from "kysely";
import type { PriceTier } from "#src/billing/catalogue/catalogue.contract.ts";
import type { Tx } from "#server/platform/db/row-security.ts";

/** Lists the provider's price tiers by name, with the number of retailers in each. There are a few dozen at most. */
export async function readPriceTiers(tx: Tx, providerUuid: string): Promise<PriceTier[]> {
  return tx
    .selectFrom("price_tier")
    .leftJoin("retailer_terms as t", (join) =>
      join.onRef("t.provider_uuid", "=", "price_tier.provider_uuid").onRef("t.price_tier_uuid", "=", "price_tier.price_tier_uuid"),
    )
    .select(["price_tier.price_tier_uuid", "price_tier.name", "price_tier.version"])
    .select(sql<number>`count(t.retailer_uuid)`.as("retailer_count"))
    .where("price_tier.provider_uuid", "=", providerUuid)
    .groupBy(["price_tier.price_tier_uuid", "price_tier.name", "price_tier.version"])
    .orderBy(sql`lower(price_tier.name)`)
    .orderBy("price_tier.price_tier_uuid")
    .execute();
}

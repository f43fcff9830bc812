import type { CataloguePrice } from "#src/billing/catalogue/catalogue.contract.ts";
import { ok, refuse } from "#src/kit/lib/result.ts";
import type { Result } from "#src/kit/lib/result.ts";
import { listPriceableVariants } from "./item-detail.queries.ts";
import type { PriceRow } from "./item-detail.queries.ts";
import type { ItemRow } from "./items.queries.ts";
import type { StaffScope } from "./catalogue-scope.ts";

type PriceRefusal = "parameterError" | "notFound" | "catalogue.priceTwice" | "catalogue.noPrice";

function getPriceKey({ variant_uuid, currency, scope, scope_uuid }: PriceRow): string {
  return `${variant_uuid} ${currency} ${scope} ${scope_uuid}`;
}

/** Converts prices to rows; null if a list price names somebody, or another price nobody. */
function toRows(providerUuid: string, prices: readonly CataloguePrice[]): PriceRow[] | null {
  if (prices.some(({ scope, scope_uuid }) => (scope === "list") !== (scope_uuid === null))) return null;
  return prices.map(({ variant_uuid, scope_uuid, ...price }) => ({
    ...price,
    variant_uuid: variant_uuid.toLowerCase(),
    scope_uuid: scope_uuid?.toLowerCase() ?? providerUuid,
  }));
}

/** Checks that all tiers and retailers belong to the provider. Locks the tiers, so that none of them is removed meanwhile. */
async function areOwn({ tx, providerUuid }: StaffScope, rows: readonly PriceRow[]): Promise<boolean> {
  const named = (wanted: PriceRow["scope"]) => [
    ...new Set(rows.filter(({ scope }) => scope === wanted).map(({ scope_uuid }) => scope_uuid)),
  ];
  const [tiers, retailers] = [named("tier"), named("retailer")];
  const ownTiers =
    tiers.length === 0
      ? []
      : await tx
          .selectFrom("price_tier")
          .select("price_tier_uuid")
          .where("provider_uuid", "=", providerUuid)
          .where("price_tier_uuid", "in", tiers)
          .orderBy("price_tier_uuid")
          .forKeyShare()
          .execute();
  const ownRetailers =
    retailers.length === 0
      ? []
      : await tx
          .selectFrom("retailer_provider")
          .select("retailer_uuid")
          .where("provider_uuid", "=", providerUuid)
          .where("retailer_uuid", "in", retailers)
          .execute();
  return ownTiers.length === tiers.length && ownRetailers.length === retailers.length;
}

/**
 * Checks the prices that an item is to have.
 * @returns the rows; `notFound` if a variant, a tier or a retailer belongs to another company; `catalogue.noPrice` if a variant of a listed item would have
 *   no list price
 */
export async function checkPrices(
  scope: StaffScope,
  item: ItemRow,
  prices: readonly CataloguePrice[],
): Promise<Result<PriceRow[], PriceRefusal>> {
  const rows = toRows(scope.providerUuid, prices);
  if (rows === null) return refuse("parameterError");
  if (new Set(rows.map(getPriceKey)).size !== rows.length) return refuse("catalogue.priceTwice");
  const variants = await listPriceableVariants(scope.tx, scope.providerUuid, item.product_uuid);
  const known = new Set(variants.map(({ variant_uuid }) => variant_uuid));
  if (!rows.every(({ variant_uuid }) => known.has(variant_uuid)) || !(await areOwn(scope, rows))) return refuse("notFound");
  const listed = new Set(rows.filter((row) => row.scope === "list").map(({ variant_uuid }) => variant_uuid));
  const isPriced = variants.every(({ variant_uuid, is_archived }) => is_archived || listed.has(variant_uuid));
  return item.status === "listed" && !isPriced ? refuse("catalogue.noPrice") : ok(rows);
}

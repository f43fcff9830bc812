import type { Tx } from "#server/platform/db/row-security.ts";
import { readStockOfVariants } from "#server/warehouse/stock/stock.queries.ts";

/** Returns how many of each bundle can be made of its available parts: as many as the scarcest part allows. Bundles without parts are missing. */
export async function countAvailableBundles(tx: Tx, providerUuid: string, bundleUuids: readonly string[]): Promise<Map<string, number>> {
  if (bundleUuids.length === 0) return new Map();
  const parts = await tx
    .selectFrom("bundle_component")
    .select(["bundle_uuid", "component_uuid", "quantity"])
    .where("provider_uuid", "=", providerUuid)
    .where("bundle_uuid", "in", bundleUuids)
    .execute();
  const stocks = await readStockOfVariants(
    tx,
    providerUuid,
    parts.map(({ component_uuid }) => component_uuid),
  );
  const ofBundle = Map.groupBy(parts, ({ bundle_uuid }) => bundle_uuid);
  return new Map(
    [...ofBundle].map(([uuid, its]) => [
      uuid,
      Math.min(...its.map(({ component_uuid, quantity }) => Math.floor((stocks.get(component_uuid)?.available ?? 0) / quantity))),
    ]),
  );
}

import type { RefusalName } from "#src/kit/api/codes.ts";
import { getLotRefusal } from "#src/warehouse/stock/stock.rules.ts";
import type { Tx } from "#server/platform/db/row-security.ts";
import { shareLockVariants } from "#server/warehouse/goods/lock-variants.commands.ts";
import type { SharedVariant } from "#server/warehouse/goods/lock-variants.commands.ts";
import { lockLocations } from "./lock-locations.commands.ts";
import type { LockedLocation } from "./lock-locations.commands.ts";
import type { OpeningRow } from "./opening-row.ts";

function getProductProblem(product: SharedVariant | undefined, lot: string): RefusalName | null {
  if (product === undefined) return "stock.skuUnknown";
  return product.is_bundle ? "stock.bundleHasNoStock" : getLotRefusal(product, lot);
}

function getLocationProblem(place: LockedLocation | undefined): RefusalName | null {
  if (place === undefined) return "stock.locationUnknown";
  if (place.is_closed) return "stock.warehouseUnknown";
  return place.is_blocked ? "stock.locationBlocked" : null;
}

/**
 * Looks at rows again that were checked days ago: products may have been merged, made bundles or kept otherwise since, places closed or blocked.
 * Locks what it checks until the end of the transaction. Two statements for any number of rows.
 * @returns the first problem; null if none
 */
export async function recheckOpening(tx: Tx, providerUuid: string, rows: readonly OpeningRow[]): Promise<RefusalName | null> {
  const listUuids = (field: "variant_uuid" | "location_uuid") => rows.map((row) => row[field]);
  const products = await shareLockVariants(tx, providerUuid, listUuids("variant_uuid"));
  const places = await lockLocations(tx, providerUuid, listUuids("location_uuid"));
  for (const { variant_uuid, location_uuid, lot } of rows) {
    const problem = getProductProblem(products.get(variant_uuid), lot) ?? getLocationProblem(places.get(location_uuid));
    if (problem !== null) return problem;
  }
  return null;
}

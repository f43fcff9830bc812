import type { RefusalName } from "#src/api/codes.ts";
import { lotRefusal } from "#src/stock/stock.rules.ts";
import type { Tx } from "#server/db/tx.ts";
import { keepVariants } from "#server/goods/held.commands.ts";
import type { KeptVariant } from "#server/goods/held.commands.ts";
import { keptPlaces } from "./kept-places.queries.ts";
import type { KeptPlace } from "./kept-places.queries.ts";
import type { OpeningRow } from "./opening-row.ts";

function productProblem(product: KeptVariant | undefined, lot: string): RefusalName | null {
  if (product === undefined) return "stock.skuUnknown";
  return product.is_bundle ? "stock.bundleHasNoStock" : lotRefusal(product, lot);
}

function placeProblem(place: KeptPlace | undefined): RefusalName | null {
  if (place === undefined) return "stock.locationUnknown";
  if (place.is_closed) return "stock.warehouseUnknown";
  return place.is_blocked ? "stock.locationBlocked" : null;
}

/**
 * Looks at rows again that were checked days ago: products may have been merged, made bundles or kept otherwise since, places closed or blocked.
 * What is right now stays so until the end of the transaction. Two statements, however many rows there are.
 * @returns the first thing that is wrong; null for nothing
 */
export async function openingProblem(tx: Tx, providerUuid: string, rows: readonly OpeningRow[]): Promise<RefusalName | null> {
  const uuidsOf = (field: "variant_uuid" | "location_uuid") => rows.map((row) => row[field]);
  const products = await keepVariants(tx, providerUuid, uuidsOf("variant_uuid"));
  const places = await keptPlaces(tx, providerUuid, uuidsOf("location_uuid"));
  for (const { variant_uuid, location_uuid, lot } of rows) {
    const problem = productProblem(products.get(variant_uuid), lot) ?? placeProblem(places.get(location_uuid));
    if (problem !== null) return problem;
  }
  return null;
}

import { sql } from "kysely";
import { mostLabels } from "#src/warehouse/printing/label-templates.rules.ts";
import type { Tx } from "#server/platform/db/row-security.ts";
import type { LocationFilter } from "./locations.queries.ts";
import { filterLocations } from "./locations.queries.ts";

/** A location's label, and the warehouse whose settings give its size. */
interface LabelRow {
  barcode: string;
  warehouse: string;
  warehouse_uuid: string;
}

/**
 * Reads the labels of locations in walking order: of the given ones, or of all that a filter finds; one more than allowed shows that there are too many.
 * @returns null if a given one is not the provider's
 */
export async function listLabelRows(
  tx: Tx,
  providerUuid: string,
  { location_uuids, ...filter }: LocationFilter & { readonly location_uuids: readonly string[] },
): Promise<LabelRow[] | null> {
  const named = [...new Set(location_uuids.map((uuid) => uuid.toLowerCase()))];
  const rows = await filterLocations(tx, providerUuid, filter)
    .innerJoin("warehouse", (join) =>
      join
        .onRef("warehouse.provider_uuid", "=", "location.provider_uuid")
        .onRef("warehouse.warehouse_uuid", "=", "location.warehouse_uuid"),
    )
    .$if(named.length > 0, (all) => all.where(sql<boolean>`location.location_uuid = any (${named}::uuid[])`))
    .select(["location.barcode", "warehouse.name as warehouse", "location.warehouse_uuid"])
    .orderBy("location.pick_sequence")
    .orderBy("location.location_uuid")
    .limit(mostLabels + 1)
    .execute();
  return named.length > 0 && rows.length !== named.length ? null : rows;
}

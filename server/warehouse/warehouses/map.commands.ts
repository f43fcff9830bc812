import { sql } from "kysely";
import type { Area } from "#src/warehouse/warehouses/layout.rules.ts";
import { getFarEdge } from "#src/warehouse/warehouses/layout.rules.ts";
import { farthestMm } from "#src/warehouse/warehouses/warehouses.rules.ts";
import type { Tx } from "#server/platform/db/row-security.ts";

/** Returns the last position of a warehouse's walking order; 0 if it has none. */
export async function readLastSequence(tx: Tx, providerUuid: string, warehouseUuid: string): Promise<number> {
  const { last } = await tx
    .selectFrom("location")
    .select(({ fn }) => fn.max("pick_sequence").as("last"))
    .where("provider_uuid", "=", providerUuid)
    .where("warehouse_uuid", "=", warehouseUuid)
    .executeTakeFirstOrThrow();
  return last ?? 0;
}

/** Enlarges a warehouse's map to fit what is on it. Keeps the version, so that nobody's form of the warehouse becomes stale. */
export async function growMap(tx: Tx, providerUuid: string, warehouseUuid: string, areas: readonly Area[]): Promise<void> {
  await sql`update warehouse set width_mm = least(${farthestMm}::integer, greatest(width_mm, ${getFarEdge(areas, "width")}::integer)),
      depth_mm = least(${farthestMm}::integer, greatest(depth_mm, ${getFarEdge(areas, "depth")}::integer))
    where provider_uuid = ${providerUuid} and warehouse_uuid = ${warehouseUuid}`.execute(tx);
}

import { sql } from "kysely";
import type { Area } from "#src/warehouses/layout.rules.ts";
import { farEdge } from "#src/warehouses/layout.rules.ts";
import { farthestMm } from "#src/warehouses/warehouses.rules.ts";
import type { Tx } from "#server/db/tx.ts";

/** The last place of a warehouse's walking order; 0 where there is none. */
export async function lastSequence(tx: Tx, providerUuid: string, warehouseUuid: string): Promise<number> {
  const { last } = await tx
    .selectFrom("location")
    .select(({ fn }) => fn.max("pick_sequence").as("last"))
    .where("provider_uuid", "=", providerUuid)
    .where("warehouse_uuid", "=", warehouseUuid)
    .executeTakeFirstOrThrow();
  return last ?? 0;
}

/** Makes a warehouse's map as large as what stands on it. Its version stays: nobody's form of its name goes stale by it. */
export async function growMap(tx: Tx, providerUuid: string, warehouseUuid: string, areas: readonly Area[]): Promise<void> {
  await sql`update warehouse set width_mm = least(${farthestMm}::integer, greatest(width_mm, ${farEdge(areas, "width")}::integer)),
      depth_mm = least(${farthestMm}::integer, greatest(depth_mm, ${farEdge(areas, "depth")}::integer))
    where provider_uuid = ${providerUuid} and warehouse_uuid = ${warehouseUuid}`.execute(tx);
}

import { sql } from "kysely";
import type { RefusalName } from "#src/kit/api/codes.ts";
import type { OutputOf, ParsedInputOf } from "#src/kit/api/define-call.ts";
import { ok, refuse } from "#src/kit/lib/result.ts";
import type { Result } from "#src/kit/lib/result.ts";
import type { generateLocations, previewGeneration } from "#src/warehouse/warehouses/generator.contract.ts";
import type { Generated } from "#src/warehouse/warehouses/generator.rules.ts";
import { getBayCentre } from "#src/warehouse/warehouses/layout.rules.ts";
import { maxSequence } from "#src/warehouse/warehouses/warehouses.rules.ts";
import { seeAllWarehouses } from "#server/platform/db/row-security.ts";
import type { Tx } from "#server/platform/db/row-security.ts";
import { openWarehouse } from "./partitions-and-shelves.commands.ts";
import { insertLocations, insertPartitions, insertShelves } from "./definition-rows.ts";
import { growMap, readLastSequence } from "./map.commands.ts";
import { planGeneration } from "./generation-plan.ts";
import { refuseTakenNames } from "./name-conflicts.ts";
import { publishWarehouse } from "./warehouses.commands.ts";
import { findWarehouse } from "./warehouses.queries.ts";

type LocationPlan = ParsedInputOf<typeof generateLocations>;
/** The gap between two positions of the walking order, so that another fits between them. */
const stepWidth = 10;
const shownCodes = 5;
const shownClashes = 20;

/** Returns the barcodes of a plan that already exist in any warehouse, sorted. */
async function findTakenBarcodes(tx: Tx, providerUuid: string, { locations }: Generated): Promise<string[]> {
  const codes = locations.map(({ barcode }) => barcode);
  const taken = tx
    .selectFrom("location")
    .select("barcode")
    .where("provider_uuid", "=", providerUuid)
    .where(sql<boolean>`barcode = any (${codes}::text[])`)
    .orderBy("barcode");
  const rows = await seeAllWarehouses(tx, () => taken.execute());
  return rows.map(({ barcode }) => barcode);
}

const countNew = (plans: ReadonlyMap<string, { is_new: boolean }>) => [...plans.values()].filter(({ is_new }) => is_new).length;

/** Returns what a generation would create, without creating it. */
export async function getGenerationPreview(
  tx: Tx,
  providerUuid: string,
  wish: LocationPlan,
): Promise<Result<OutputOf<typeof previewGeneration>, RefusalName>> {
  const warehouse = await findWarehouse(tx, providerUuid, wish.warehouse_uuid);
  if (warehouse === null) return refuse("notFound");
  if (warehouse.is_closed) return refuse("warehouses.closed");
  const plan = await planGeneration(tx, providerUuid, wish, warehouse);
  if (!plan.ok) return plan;
  const { generated, partitions, shelves } = plan.value;
  const clashes = await findTakenBarcodes(tx, providerUuid, generated);
  const codes = generated.locations.map(({ barcode }) => barcode);
  return ok({
    location_count: codes.length,
    first: codes.slice(0, shownCodes),
    last: codes.slice(shownCodes).slice(-shownCodes),
    clash_count: clashes.length,
    clashes: clashes.slice(0, shownClashes),
    new_partition_count: countNew(partitions),
    new_shelf_count: countNew(shelves),
  });
}

/** Creates the locations of a generation, with missing partitions and shelves; nothing if a barcode is taken. */
export async function makeGenerated(
  tx: Tx,
  providerUuid: string,
  wish: LocationPlan,
): Promise<Result<OutputOf<typeof generateLocations>, RefusalName>> {
  // Locked: of two generations at once in a warehouse, the second sees what the first created.
  const warehouse = await openWarehouse(tx, providerUuid, wish.warehouse_uuid);
  if (!warehouse.ok) return warehouse;
  const plan = await planGeneration(tx, providerUuid, wish, warehouse.value);
  if (!plan.ok) return plan;
  const { generated, partitions, shelves } = plan.value;
  const start = (await readLastSequence(tx, providerUuid, wish.warehouse_uuid)) + stepWidth;
  const at = { providerUuid, warehouseUuid: wish.warehouse_uuid };
  const locations = generated.locations.map(({ shelf, barcode, step, bay, level }) => {
    const stands = shelves.get(shelf);
    if (stands === undefined) throw new Error("warehouses: a generated location has no shelf");
    const sequence = Math.min(maxSequence, start + step * stepWidth);
    const { type, capacity_ml = null, capacity_grams = null } = wish;
    const place = getBayCentre(stands, bay, wish.bay_width_mm);
    return {
      shelf_uuid: stands.shelf_uuid,
      barcode,
      type,
      pick_sequence: sequence,
      put_sequence: sequence,
      level,
      ...place,
      capacity_ml,
      capacity_grams,
    };
  });
  return refuseTakenNames(async () => {
    await insertPartitions(
      tx,
      at,
      [...partitions.values()].filter(({ is_new }) => is_new),
    );
    for (const { partition_uuid, width_mm, depth_mm } of [...partitions.values()].filter(({ is_new }) => !is_new))
      await tx
        .updateTable("partition")
        .set({ width_mm, depth_mm })
        .where("provider_uuid", "=", providerUuid)
        .where("partition_uuid", "=", partition_uuid)
        .execute();
    await insertShelves(
      tx,
      at,
      [...shelves.values()].filter(({ is_new }) => is_new),
    );
    await insertLocations(tx, at, locations);
    await growMap(tx, providerUuid, wish.warehouse_uuid, [...partitions.values()]);
    await publishWarehouse(tx, providerUuid, wish.warehouse_uuid);
    return ok({ location_count: locations.length, new_partition_count: countNew(partitions), new_shelf_count: countNew(shelves) });
  });
}

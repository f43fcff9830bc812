import type { RefusalName } from "#src/kit/api/codes.ts";
import { ok, refuse } from "#src/kit/lib/result.ts";
import type { Result } from "#src/kit/lib/result.ts";
import { generate } from "#src/warehouse/warehouses/generator.rules.ts";
import type { Generated, GeneratedShelf, Generation } from "#src/warehouse/warehouses/generator.rules.ts";
import { growFor, isOnMap, layOutPartitions, layOutShelves, findShelfStart } from "#src/warehouse/warehouses/layout.rules.ts";
import type { Area, ShelfMeasures } from "#src/warehouse/warehouses/layout.rules.ts";
import { newId } from "#server/platform/runtime/clock.ts";
import type { Tx } from "#server/platform/db/row-security.ts";

interface PartitionPlan extends Area {
  readonly partition_uuid: string;
  readonly code: string;
  readonly is_new: boolean;
}

interface ShelfPlan extends Area {
  readonly shelf_uuid: string;
  readonly partition_uuid: string;
  readonly code: string;
  readonly is_turned: boolean;
  readonly is_new: boolean;
}

/** What a generation creates and where: partitions and shelves by code. */
interface Plan {
  readonly generated: Generated;
  readonly partitions: ReadonlyMap<string, PartitionPlan>;
  readonly shelves: ReadonlyMap<string, ShelfPlan>;
}

/** Reads a warehouse's partitions and shelves with their places on the map. */
export async function readDefinition(tx: Tx, providerUuid: string, warehouseUuid: string) {
  const partitions = await tx
    .selectFrom("partition")
    .select(["partition_uuid", "code", "x_mm", "y_mm", "width_mm", "depth_mm"])
    .where("provider_uuid", "=", providerUuid)
    .where("warehouse_uuid", "=", warehouseUuid)
    .execute();
  const shelves = await tx
    .selectFrom("shelf")
    .select(["shelf_uuid", "partition_uuid", "code", "x_mm", "y_mm", "width_mm", "depth_mm", "is_turned"])
    .where("provider_uuid", "=", providerUuid)
    .where("warehouse_uuid", "=", warehouseUuid)
    .execute();
  return { partitions, shelves };
}
type There = Awaited<ReturnType<typeof readDefinition>>;

function planPartitions(
  { partitions: codes, shelves }: Generated,
  there: There,
  { width_mm, depth_mm }: { readonly width_mm: number; readonly depth_mm: number },
  measures: ShelfMeasures,
): PartitionPlan[] {
  const known = new Map(there.partitions.map((partition) => [partition.code, partition]));
  const missing = codes.filter((code) => !known.has(code));
  const map = { width_mm, depth_mm, partitions: there.partitions };
  const areas = layOutPartitions(missing.length, shelves.length / codes.length, measures, map);
  const fresh = areas.map((area, at) => ({ ...area, code: missing[at] ?? "", partition_uuid: newId(), is_new: true }));
  return [...fresh, ...codes.flatMap((code) => known.get(code) ?? []).map((partition) => ({ ...partition, is_new: false }))];
}

/** Returns the shelves of a partition, with missing ones placed behind the existing ones; null if one is in another partition. */
function planShelves(partition: PartitionPlan, wanted: readonly GeneratedShelf[], there: There, measures: ShelfMeasures) {
  const known = new Map(there.shelves.map((shelf) => [shelf.code, shelf]));
  const { partition_uuid } = partition;
  const found = wanted.flatMap(({ code }) => known.get(code) ?? []);
  if (found.some((shelf) => shelf.partition_uuid !== partition_uuid)) return null;
  const missing = wanted.filter(({ code }) => !known.has(code));
  const standing = there.shelves.filter((shelf) => shelf.partition_uuid === partition_uuid);
  const areas = layOutShelves(missing.length, measures, findShelfStart(partition, standing, measures.aisle_mm));
  const fresh: ShelfPlan[] = areas.map((area, at) => ({
    ...area,
    shelf_uuid: newId(),
    partition_uuid,
    code: missing[at]?.code ?? "",
    is_turned: false,
    is_new: true,
  }));
  return [...fresh, ...found.map((shelf) => ({ ...shelf, is_new: false }))];
}

/** Computes what a generation adds to a warehouse, and where. Only reads. */
export async function planGeneration(
  tx: Tx,
  providerUuid: string,
  wish: Generation & ShelfMeasures & { readonly warehouse_uuid: string },
  warehouse: { readonly code: string; readonly width_mm: number; readonly depth_mm: number },
): Promise<Result<Plan, RefusalName>> {
  const generated = generate(wish, warehouse.code);
  if (!generated.ok) return generated;
  const there = await readDefinition(tx, providerUuid, wish.warehouse_uuid);
  const partitions = new Map<string, PartitionPlan>();
  const shelves = new Map<string, ShelfPlan>();
  for (const partition of planPartitions(generated.value, there, warehouse, wish)) {
    const wanted = generated.value.shelves.filter((shelf) => shelf.partition === partition.code);
    const own = planShelves(partition, wanted, there, wish);
    if (own === null) return refuse("warehouses.shelfElsewhere");
    for (const shelf of own) shelves.set(shelf.code, shelf);
    partitions.set(partition.code, {
      ...partition,
      ...growFor(
        partition,
        own.filter(({ is_new }) => is_new),
      ),
    });
  }
  if (!isOnMap([...partitions.values(), ...shelves.values()])) return refuse("warehouses.outsideMap");
  return ok({ generated: generated.value, partitions, shelves });
}

import type { RefusalName } from "#src/kit/api/codes.ts";
import { ok, refuse } from "#src/kit/lib/result.ts";
import type { Result } from "#src/kit/lib/result.ts";
import { getBayCentre, growFor, isOnMap, layOutPartitions, layOutShelves, findShelfStart } from "#src/warehouse/warehouses/layout.rules.ts";
import type { Area } from "#src/warehouse/warehouses/layout.rules.ts";
import { newId } from "#server/platform/runtime/clock.ts";
import type { Tx } from "#server/platform/db/row-security.ts";
import { readDefinition } from "./generation-plan.ts";
import type { ImportedLocation } from "./check-location-rows.queries.ts";

/** The default drawing of imported shelves: a workbook gives no dimensions, and a person corrects them on the map. */
const measures = { bays: 1, bay_width_mm: 1000, shelf_depth_mm: 600, aisle_mm: 2000 };
const mostBays = 12;

interface NewPartition extends Area {
  readonly partition_uuid: string;
  readonly code: string;
}

interface Shelf extends Area {
  readonly shelf_uuid: string;
  readonly partition_uuid: string;
  readonly code: string;
  readonly is_turned: boolean;
}

type Placed = Omit<ImportedLocation, "warehouse_uuid" | "partition" | "shelf" | "level" | "x_mm" | "y_mm"> & {
  shelf_uuid: string;
  level: number;
  x_mm: number;
  y_mm: number;
};

interface ImportPlan {
  /** those to create */
  readonly partitions: readonly NewPartition[];
  readonly shelves: readonly Shelf[];
  /** the rows with their shelves and map positions */
  readonly placed: readonly Placed[];
}

/**
 * Places each row of one warehouse on the map, and the missing partitions and shelves.
 * @returns `warehouses.shelfElsewhere` if a shelf was moved to another partition since the check
 */
export async function planImported(
  tx: Tx,
  providerUuid: string,
  warehouse: { readonly warehouse_uuid: string; readonly width_mm: number; readonly depth_mm: number },
  rows: readonly ImportedLocation[],
): Promise<Result<ImportPlan, RefusalName>> {
  const there = await readDefinition(tx, providerUuid, warehouse.warehouse_uuid);
  const known = new Map(there.partitions.map((partition) => [partition.code, partition]));
  const standing = new Map<string, Shelf>(there.shelves.map((shelf) => [shelf.code, shelf]));
  const byPartition = Map.groupBy(rows, ({ partition }) => partition);
  const missing = [...byPartition.keys()].filter((code) => !known.has(code));
  const shelfCounts = missing.map((code) => new Set(byPartition.get(code)?.map(({ shelf }) => shelf)).size);
  const map = { width_mm: warehouse.width_mm, depth_mm: warehouse.depth_mm, partitions: there.partitions };
  const size = { ...measures, bays: mostBays };
  const areas = layOutPartitions(missing.length, Math.max(0, ...shelfCounts), size, map);
  const partitions = new Map(areas.map((area, at) => [missing[at] ?? "", { ...area, code: missing[at] ?? "", partition_uuid: newId() }]));
  const shelves = new Map<string, Shelf>();
  const placed: Placed[] = [];
  for (const [code, own] of byPartition) {
    const partition = known.get(code) ?? partitions.get(code);
    if (partition === undefined) throw new Error("warehouses: a row has no partition");
    const byShelf = Map.groupBy(own, ({ shelf }) => shelf);
    const fresh = [...byShelf.keys()].filter((shelf) => !standing.has(shelf));
    const beside = there.shelves.filter(({ partition_uuid }) => partition_uuid === partition.partition_uuid);
    const places = layOutShelves(fresh.length, measures, findShelfStart(partition, beside, measures.aisle_mm));
    for (const [at, shelf] of fresh.entries()) {
      const [place, bays] = [places[at], Math.min(mostBays, byShelf.get(shelf)?.length ?? 1)];
      if (place === undefined) continue;
      const { partition_uuid } = partition;
      shelves.set(shelf, {
        ...place,
        width_mm: bays * measures.bay_width_mm,
        shelf_uuid: newId(),
        partition_uuid,
        code: shelf,
        is_turned: false,
      });
    }
    for (const [shelfCode, locations] of byShelf) {
      const shelf = standing.get(shelfCode) ?? shelves.get(shelfCode);
      if (shelf?.partition_uuid !== partition.partition_uuid) return refuse("warehouses.shelfElsewhere");
      placed.push(...placeOnShelf(shelf, locations));
    }
  }
  const drawn = [...partitions.values()].map((partition) => ({
    ...partition,
    ...growFor(
      partition,
      [...shelves.values()].filter(({ partition_uuid }) => partition_uuid === partition.partition_uuid),
    ),
  }));
  if (!isOnMap([...drawn, ...shelves.values()])) return refuse("warehouses.outsideMap");
  return ok({ partitions: drawn, shelves: [...shelves.values()], placed });
}

/** Places the rows of a shelf: where they say, else side by side in its bays. */
function placeOnShelf(shelf: Shelf, rows: readonly ImportedLocation[]): Placed[] {
  const bays = Math.max(1, Math.floor((shelf.is_turned ? shelf.depth_mm : shelf.width_mm) / measures.bay_width_mm));
  return rows.map(({ barcode, type, pick_sequence, put_sequence, capacity_ml, capacity_grams, ...row }, at) => {
    const bay = getBayCentre(shelf, (at % bays) + 1, measures.bay_width_mm);
    return {
      barcode,
      type,
      pick_sequence,
      put_sequence,
      capacity_ml,
      capacity_grams,
      shelf_uuid: shelf.shelf_uuid,
      level: row.level ?? 1,
      x_mm: row.x_mm ?? bay.x_mm,
      y_mm: row.y_mm ?? bay.y_mm,
    };
  });
}

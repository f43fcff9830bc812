import { sql } from "kysely";
import type { PartitionNode, ShelfNode, WarehouseNode } from "#src/warehouse/warehouses/warehouses.contract.ts";
import type { Tx } from "#server/platform/db/row-security.ts";

interface Counts {
  location_count: number;
  used_count: number;
  blocked_count: number;
}

interface CountRow extends Counts {
  warehouse_uuid: string;
  shelf_uuid: string | null;
}

const none: Counts = { location_count: 0, used_count: 0, blocked_count: 0 };

function sum(all: readonly Counts[]): Counts {
  const total = { ...none };
  for (const { location_count, used_count, blocked_count } of all) {
    total.location_count += location_count;
    total.used_count += used_count;
    total.blocked_count += blocked_count;
  }
  return total;
}

/** Counts each shelf's locations, and those that hold goods, which an index tells for each. */
async function countRows(tx: Tx, providerUuid: string, warehouseUuid: string | undefined): Promise<CountRow[]> {
  const only = warehouseUuid === undefined ? sql`` : sql` and l.warehouse_uuid = ${warehouseUuid}`;
  const { rows } = await sql<CountRow>`
    select l.warehouse_uuid, l.shelf_uuid, count(*) as location_count, count(*) filter (where exists (
        select from stock_balance b where b.provider_uuid = l.provider_uuid and b.location_uuid = l.location_uuid and b.quantity > 0
      )) as used_count, count(*) filter (where l.is_blocked) as blocked_count
    from location l where l.provider_uuid = ${providerUuid}${only}
    group by l.warehouse_uuid, l.shelf_uuid`.execute(tx);
  return rows;
}

function grouped<R, K>(rows: readonly R[], key: (row: R) => K): Map<K, R[]> {
  const groups = new Map<K, R[]>();
  for (const row of rows) {
    const group = groups.get(key(row));
    if (group === undefined) groups.set(key(row), [row]);
    else group.push(row);
  }
  return groups;
}

/** Returns a provider's warehouses by name, each with its partitions and shelves by code, and how many of their locations are used. */
export async function getDefinition(tx: Tx, providerUuid: string, warehouseUuid?: string): Promise<WarehouseNode[]> {
  const [warehouses, partitions, shelves, counts] = await Promise.all([
    tx
      .selectFrom("warehouse")
      .select(["warehouse_uuid", "name", "code", "is_closed", "width_mm", "depth_mm"])
      .where("provider_uuid", "=", providerUuid)
      .$if(warehouseUuid !== undefined, (rows) => rows.where("warehouse_uuid", "=", warehouseUuid ?? ""))
      .orderBy(sql`lower(name)`)
      .orderBy("warehouse_uuid")
      .execute(),
    tx
      .selectFrom("partition")
      .select(["partition_uuid", "warehouse_uuid", "code", "name", "x_mm", "y_mm", "width_mm", "depth_mm", "version"])
      .where("provider_uuid", "=", providerUuid)
      .$if(warehouseUuid !== undefined, (rows) => rows.where("warehouse_uuid", "=", warehouseUuid ?? ""))
      .orderBy("code")
      .execute(),
    tx
      .selectFrom("shelf")
      .select(["shelf_uuid", "partition_uuid", "code", "x_mm", "y_mm", "width_mm", "depth_mm", "is_turned", "version"])
      .where("provider_uuid", "=", providerUuid)
      .$if(warehouseUuid !== undefined, (rows) => rows.where("warehouse_uuid", "=", warehouseUuid ?? ""))
      .orderBy("code")
      .execute(),
    countRows(tx, providerUuid, warehouseUuid),
  ]);
  const ofShelf = new Map(counts.map((row) => [row.shelf_uuid, row]));
  const ofWarehouse = grouped(counts, ({ warehouse_uuid }) => warehouse_uuid);
  const shelvesByPartition = grouped(
    shelves.map(({ partition_uuid, ...shelf }) => ({ partition_uuid, node: { ...shelf, ...sum(getCounts(ofShelf, shelf.shelf_uuid)) } })),
    ({ partition_uuid }) => partition_uuid,
  );
  const partitionsByWarehouse = grouped(
    partitions.map(({ warehouse_uuid, ...partition }) => ({
      warehouse_uuid,
      node: withShelves(partition, shelvesByPartition.get(partition.partition_uuid)?.map(({ node }) => node) ?? []),
    })),
    ({ warehouse_uuid }) => warehouse_uuid,
  );
  return warehouses.map((warehouse) => ({
    ...warehouse,
    ...sum(ofWarehouse.get(warehouse.warehouse_uuid) ?? []),
    partitions: partitionsByWarehouse.get(warehouse.warehouse_uuid)?.map(({ node }) => node) ?? [],
  }));
}

function getCounts(ofShelf: ReadonlyMap<string | null, Counts>, shelfUuid: string): Counts[] {
  const found = ofShelf.get(shelfUuid);
  return found === undefined ? [] : [found];
}

function withShelves(partition: Omit<PartitionNode, "shelves" | keyof Counts>, shelves: ShelfNode[]): PartitionNode {
  return { ...partition, ...sum(shelves), shelves };
}

import { sql } from "kysely";
import type { Page } from "#src/kit/api/list.ts";
import type { Result } from "#src/kit/lib/result.ts";
import type { Location, LocationSort } from "#src/warehouse/warehouses/locations.contract.ts";
import type { FloorType, LocationType } from "#src/warehouse/warehouses/warehouses.rules.ts";
import { floorTypes } from "#src/warehouse/warehouses/warehouses.rules.ts";
import type { Tx } from "#server/platform/db/row-security.ts";
import { listPage } from "#server/platform/db/list.ts";
import type { PageRequest } from "#server/platform/db/list.ts";
import type { SortKey, SortKeys } from "#server/platform/db/list-keys.ts";

/** A location for other slices. */
export interface LocationRow {
  location_uuid: string;
  warehouse_uuid: string;
  /** null for locations on the floor */
  shelf_uuid: string | null;
  barcode: string;
  type: LocationType;
  pick_sequence: number;
  put_sequence: number;
  /** null if unlimited */
  capacity_ml: number | null;
  capacity_grams: number | null;
  is_blocked: boolean;
  blocked_reason: string;
  version: number;
}

const columns = [
  "location_uuid",
  "warehouse_uuid",
  "shelf_uuid",
  "barcode",
  "type",
  "pick_sequence",
  "put_sequence",
  "capacity_ml",
  "capacity_grams",
  "is_blocked",
  "blocked_reason",
  "version",
] as const;

/** Selects a provider's locations as `LocationRow`s. */
function selectLocations(tx: Tx, providerUuid: string) {
  return tx.selectFrom("location").select(columns).where("location.provider_uuid", "=", providerUuid).$castTo<LocationRow>();
}

/** Converts a scanned barcode to its stored form. */
function asStored(barcode: string): string {
  return barcode.trim().toUpperCase();
}

/** Finds the location of a scanned or typed barcode; null if there is none. */
export async function findLocationByBarcode(tx: Tx, providerUuid: string, barcode: string): Promise<LocationRow | null> {
  const row = await selectLocations(tx, providerUuid).where("barcode", "=", asStored(barcode)).executeTakeFirst();
  return row ?? null;
}

/** The same, and locks the location: until the end of the transaction it is not blocked, deleted or given another type. */
export async function lockLocationByBarcode(tx: Tx, providerUuid: string, barcode: string): Promise<LocationRow | null> {
  const row = await selectLocations(tx, providerUuid).where("barcode", "=", asStored(barcode)).forKeyShare().executeTakeFirst();
  return row ?? null;
}

/** Finds locations by barcode, keyed by the barcode in upper case. Unknown ones are missing. */
export async function findLocationsByBarcode(tx: Tx, providerUuid: string, barcodes: readonly string[]): Promise<Map<string, LocationRow>> {
  const wanted = [...new Set(barcodes.map(asStored))];
  const rows = await selectLocations(tx, providerUuid)
    .where(sql<boolean>`barcode = any (${wanted}::text[])`)
    .execute();
  return new Map(rows.map((row) => [row.barcode, row]));
}

/** Returns one location; null if the provider does not have it. */
export async function findLocation(tx: Tx, providerUuid: string, locationUuid: string): Promise<LocationRow | null> {
  const row = await selectLocations(tx, providerUuid).where("location_uuid", "=", locationUuid).executeTakeFirst();
  return row ?? null;
}

/**
 * Returns the floor location where goods are received, packed or kept damaged: the first in walking order that is not blocked.
 * @throws Error if the warehouse has none: each is created with one, and the last cannot be deleted
 */
export async function findFloorLocation(tx: Tx, providerUuid: string, warehouseUuid: string, type: FloorType): Promise<LocationRow> {
  return selectLocations(tx, providerUuid)
    .where("warehouse_uuid", "=", warehouseUuid)
    .where("type", "=", type)
    .orderBy("is_blocked")
    .orderBy("pick_sequence")
    .orderBy("location_uuid")
    .executeTakeFirstOrThrow(() => new Error(`warehouses: a warehouse has no ${type} location`));
}

/** The filters of a list of locations; `barcode` is a prefix. */
export interface LocationFilter {
  readonly warehouse_uuid?: string | undefined;
  readonly partition_uuid?: string | undefined;
  readonly shelf_uuid?: string | undefined;
  readonly type?: LocationType | undefined;
  readonly is_blocked?: boolean | undefined;
  readonly is_empty?: boolean | undefined;
  readonly barcode?: string | undefined;
}

/** Whether a filter's warehouse, partition and shelf, if any, belong to the provider. */
export async function hasPlaces(
  tx: Tx,
  providerUuid: string,
  {
    warehouse_uuid = null,
    partition_uuid = null,
    shelf_uuid = null,
  }: { [Name in keyof LocationFilter & `${string}_uuid`]?: string | null | undefined },
): Promise<boolean> {
  if (warehouse_uuid === null && partition_uuid === null && shelf_uuid === null) return true;
  const { rows } = await sql<{ is_there: boolean }>`select
    (${warehouse_uuid}::uuid is null or exists (select from warehouse where provider_uuid = ${providerUuid} and warehouse_uuid = ${warehouse_uuid}))
    and (${partition_uuid}::uuid is null or exists (select from partition where provider_uuid = ${providerUuid} and partition_uuid = ${partition_uuid}))
    and (${shelf_uuid}::uuid is null or exists (select from shelf where provider_uuid = ${providerUuid} and shelf_uuid = ${shelf_uuid})) as is_there`.execute(
    tx,
  );
  return rows[0]?.is_there === true;
}

const goodsThere = sql`stock_balance b
  where b.provider_uuid = location.provider_uuid and b.location_uuid = location.location_uuid and b.quantity > 0`;
/** The pieces at a location, and how many SKUs they are of. */
const goods = sql<{ quantity: number; sku_count: number }>`(select jsonb_build_object(
  'quantity', coalesce(sum(b.quantity), 0), 'sku_count', count(distinct b.variant_uuid)) from ${goodsThere})`;
// As subselects, because those are evaluated for the rows of the page alone: joins apply to all locations before they are sorted.
const warehouseName = sql<string>`(select w.name from warehouse w
  where w.provider_uuid = location.provider_uuid and w.warehouse_uuid = location.warehouse_uuid)`;
const shelfCode = sql<string>`coalesce((select s.code from shelf s
  where s.provider_uuid = location.provider_uuid and s.shelf_uuid = location.shelf_uuid), '')`;
const partitionCode = sql<string>`coalesce((select p.code from shelf s
  join partition p on p.provider_uuid = s.provider_uuid and p.partition_uuid = s.partition_uuid
  where s.provider_uuid = location.provider_uuid and s.shelf_uuid = location.shelf_uuid), '')`;
/**
 * Whether the location ever held goods, or was counted. "offset 0" keeps it a look-up for each row: the planner may read the whole ledger instead (20 ms for
 * 58,000 entries).
 */
const hasHistory = sql<boolean>`(exists (select from stock_entry e where e.provider_uuid = location.provider_uuid
    and e.location_uuid = location.location_uuid offset 0)
  or exists (select from stocktake_location s where s.provider_uuid = location.provider_uuid and s.location_uuid = location.location_uuid offset 0))`;
const isLastOfFloor = sql<boolean>`(location.type in (${sql.join(floorTypes.map((type) => sql.lit(type)))}) and not exists (
  select from location other where other.provider_uuid = location.provider_uuid and other.warehouse_uuid = location.warehouse_uuid
    and other.type = location.type and other.location_uuid <> location.location_uuid))`;
const holdsGoods = sql<boolean>`exists (select from ${goodsThere})`;

/** The upper bound of a prefix in plain text order: no barcode has a character past the tilde. */
const pastAll = "\u007f";

/** Filters a provider's locations, without selecting columns. */
export function filterLocations(tx: Tx, providerUuid: string, filter: LocationFilter) {
  const { warehouse_uuid, partition_uuid, shelf_uuid, type, is_blocked, is_empty, barcode } = filter;
  const prefix = asStored(barcode ?? "");
  return tx
    .selectFrom("location")
    .where("location.provider_uuid", "=", providerUuid)
    .$if(warehouse_uuid !== undefined, (rows) => rows.where("location.warehouse_uuid", "=", warehouse_uuid ?? ""))
    .$if(shelf_uuid !== undefined, (rows) => rows.where("location.shelf_uuid", "=", shelf_uuid ?? ""))
    .$if(partition_uuid !== undefined, (rows) =>
      rows.where(sql<boolean>`location.shelf_uuid in (select s.shelf_uuid from shelf s
        where s.provider_uuid = ${providerUuid} and s.partition_uuid = ${partition_uuid ?? ""})`),
    )
    .$if(type !== undefined, (rows) => rows.where("location.type", "=", type ?? ""))
    .$if(is_blocked !== undefined, (rows) => rows.where("location.is_blocked", "=", is_blocked ?? false))
    .$if(is_empty !== undefined, (rows) => rows.where(is_empty === true ? sql<boolean>`not ${holdsGoods}` : holdsGoods))
    .$if(prefix !== "", (rows) =>
      rows.where(sql<boolean>`location.barcode collate "C" >= ${prefix} and location.barcode collate "C" < ${prefix + pastAll}`),
    );
}

const sortColumns = {
  barcode: { column: sql`location.barcode`, type: "text" },
  pick_sequence: { column: sql`location.pick_sequence`, type: "bigint" },
  put_sequence: { column: sql`location.put_sequence`, type: "bigint" },
} as const satisfies Record<string, Omit<SortKey, "direction">>;

function getSortKeys(sort: LocationSort): SortKeys {
  const direction = sort.startsWith("-") ? "desc" : "asc";
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the call's schema allows only these words
  const word = sort.replace("-", "") as keyof typeof sortColumns;
  return [
    { ...sortColumns[word], direction },
    { column: sql`location.location_uuid`, type: "uuid", direction },
  ];
}

/** Returns a page of locations, in walking order or as `sort` says. */
export async function listLocationRows(
  tx: Tx,
  providerUuid: string,
  { sort = "pick_sequence", cur_page, page_size, cursor, ...filter }: PageRequest & LocationFilter & { sort?: LocationSort | undefined },
): Promise<Result<Page<Location>, "parameterError">> {
  return listPage(
    tx,
    {
      name: `warehouses.list-locations ${sort}`,
      table: "location",
      base: filterLocations(tx, providerUuid, filter),
      keys: getSortKeys(sort),
      select: (page) =>
        page
          .select(columns.map((column) => `location.${column}` as const))
          .select(["location.x_mm", "location.y_mm", "location.level"])
          .select([
            warehouseName.as("warehouse_name"),
            shelfCode.as("shelf_code"),
            partitionCode.as("partition_code"),
            goods.as("goods"),
            hasHistory.as("has_history"),
            isLastOfFloor.as("is_last_of_floor"),
          ]),
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a CHECK constraint, or its writer's schema, allows no other value
      show: ({ goods: held, ...row }) => ({ ...row, ...held, type: row.type as LocationType }),
    },
    { cur_page, page_size, cursor },
  );
}

/** Lists the SKUs with good pieces in some locations that nobody has reserved. */
export async function listPickableVariants(tx: Tx, providerUuid: string, locationUuids: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ variant_uuid: string }>`
    select distinct variant_uuid from stock_balance
    where provider_uuid = ${providerUuid} and location_uuid = any (${[...locationUuids]}::uuid[]) and condition = 'good' and quantity > 0 and quantity > reserved`.execute(
    tx,
  );
  return rows.map(({ variant_uuid }) => variant_uuid);
}

import { sql } from "kysely";
import type { SelectQueryBuilder } from "kysely";
import type { Page } from "#src/kit/api/list.ts";
import type { Result } from "#src/kit/lib/result.ts";
import { warehouseSettings } from "#src/warehouse/warehouses/warehouse-settings.contract.ts";
import type { WarehouseSettings } from "#src/warehouse/warehouses/warehouse-settings.contract.ts";
import type { Warehouse } from "#src/warehouse/warehouses/warehouses.contract.ts";
import type { Tx } from "#server/platform/db/row-security.ts";
import { listPage } from "#server/platform/db/list.ts";
import type { PageRequest, Placed } from "#server/platform/db/list.ts";
import type { DB } from "#server/platform/db/schema.generated.ts";

/** A warehouse for other slices. */
export interface WarehouseRow {
  warehouse_uuid: string;
  name: string;
  code: string;
  country_code: string;
  address: string;
  /** IANA */
  time_zone: string;
  width_mm: number;
  depth_mm: number;
  is_closed: boolean;
  version: number;
}

const columns = [
  "warehouse_uuid",
  "name",
  "code",
  "country_code",
  "address",
  "time_zone",
  "width_mm",
  "depth_mm",
  "is_closed",
  "version",
] as const;

function selectWarehouses(tx: Tx, providerUuid: string) {
  return tx.selectFrom("warehouse").where("warehouse.provider_uuid", "=", providerUuid);
}

/** Returns one warehouse, closed or not; null if the provider does not have it. */
export async function findWarehouse(tx: Tx, providerUuid: string, warehouseUuid: string): Promise<WarehouseRow | null> {
  const row = await selectWarehouses(tx, providerUuid).select(columns).where("warehouse_uuid", "=", warehouseUuid).executeTakeFirst();
  return row ?? null;
}

/** The same, and locks the warehouse's definition until the end of the transaction. */
export async function lockWarehouse(tx: Tx, providerUuid: string, warehouseUuid: string): Promise<WarehouseRow | null> {
  const row = await selectWarehouses(tx, providerUuid)
    .select(columns)
    .where("warehouse_uuid", "=", warehouseUuid)
    .forNoKeyUpdate()
    .executeTakeFirst();
  return row ?? null;
}

/** The same for closing it: new references, such as a receipt's, wait too. */
export async function findWarehouseToClose(tx: Tx, providerUuid: string, warehouseUuid: string): Promise<WarehouseRow | null> {
  const row = await selectWarehouses(tx, providerUuid)
    .select(columns)
    .where("warehouse_uuid", "=", warehouseUuid)
    .forUpdate()
    .executeTakeFirst();
  return row ?? null;
}

/**
 * Finds open warehouses by name or code, ignoring case.
 * @returns the warehouses by the given word in lower case; unknown ones are missing
 */
export async function findWarehousesByName(
  tx: Tx,
  providerUuid: string,
  names: readonly string[],
): Promise<Map<string, Pick<WarehouseRow, "warehouse_uuid" | "name">>> {
  const wanted = new Set(names.map((name) => name.trim().toLowerCase()));
  const rows = await selectWarehouses(tx, providerUuid)
    .select(["warehouse_uuid", "name", "code"])
    .where("is_closed", "=", false)
    .orderBy("warehouse_uuid")
    .execute();
  const found = new Map<string, Pick<WarehouseRow, "warehouse_uuid" | "name">>();
  // A name takes precedence over another warehouse's code.
  for (const { warehouse_uuid, name, code } of rows) found.set(code.toLowerCase(), { warehouse_uuid, name });
  for (const { warehouse_uuid, name } of rows) found.set(name.toLowerCase(), { warehouse_uuid, name });
  for (const word of found.keys()) if (!wanted.has(word)) found.delete(word);
  return found;
}

/** Parses stored settings and fills in the defaults. @throws ZodError if a stored value is invalid, which is a bug */
export function parseSettings(stored: unknown): WarehouseSettings {
  return warehouseSettings.parse(stored);
}

/**
 * Returns a warehouse's settings, with defaults.
 * @throws Error if the provider does not have the warehouse: look it up before
 */
export async function readWarehouseSettings(tx: Tx, providerUuid: string, warehouseUuid: string): Promise<WarehouseSettings> {
  const { settings } = await selectWarehouses(tx, providerUuid)
    .select("settings")
    .where("warehouse_uuid", "=", warehouseUuid)
    .executeTakeFirstOrThrow();
  return parseSettings(settings);
}

/** Returns a warehouse's settings with what their form needs; null if the provider does not have the warehouse. */
export async function readSettingsRow(tx: Tx, providerUuid: string, warehouseUuid: string) {
  const row = await selectWarehouses(tx, providerUuid)
    .select(["warehouse_uuid", "name", "version", "settings"])
    .where("warehouse_uuid", "=", warehouseUuid)
    .executeTakeFirst();
  return row === undefined ? null : { ...row, settings: parseSettings(row.settings) };
}

const mostStrategies = 200;

/** Lists the wave strategies of one warehouse (null if it does not exist), or the first 200 of all, by the warehouse's name. */
export async function listWaveStrategies(tx: Tx, providerUuid: string, warehouseUuid: string | undefined) {
  let query = selectWarehouses(tx, providerUuid).select(["warehouse_uuid", "settings"]).orderBy("name").orderBy("warehouse_uuid");
  if (warehouseUuid !== undefined) query = query.where("warehouse_uuid", "=", warehouseUuid);
  // A warehouse may have no strategy: an empty list differs from a missing warehouse.
  const rows = await query.limit(mostStrategies).execute();
  if (warehouseUuid !== undefined && rows.length === 0) return null;
  return rows
    .flatMap(({ warehouse_uuid, settings }) => parseSettings(settings).wave_strategies.map((strategy) => ({ ...strategy, warehouse_uuid })))
    .slice(0, mostStrategies);
}

const locationCount = sql<number>`(select count(*) from location l
  where l.provider_uuid = warehouse.provider_uuid and l.warehouse_uuid = warehouse.warehouse_uuid)`;

/** Reads what keeps a warehouse from closing: its goods, and its open receipts. */
export const hasStock = sql<boolean>`exists (select from stock_balance b where b.provider_uuid = warehouse.provider_uuid
  and b.warehouse_uuid = warehouse.warehouse_uuid and b.quantity > 0)`;
export const hasReceipts = sql<boolean>`exists (select from receipt r where r.provider_uuid = warehouse.provider_uuid
  and r.warehouse_uuid = warehouse.warehouse_uuid and r.status not in ('completed', 'closed_short', 'cancelled'))`;

/** What a retailer needs to choose a warehouse. */
const columnsForRetailers = ["warehouse_uuid", "name", "code", "country_code", "is_closed"] as const;

function selectForStaff<O>(page: SelectQueryBuilder<DB, "warehouse", O>) {
  return page.select(columns).select([locationCount.as("location_count"), hasStock.as("has_stock"), hasReceipts.as("has_receipts")]);
}

interface WarehouseFilter {
  readonly warehouse_uuid?: string | undefined;
  readonly is_closed?: boolean | undefined;
}

/** Returns a page of a provider's warehouses by name. @param isStaff a retailer sees only open ones, and only what it needs to choose one */
export async function listWarehouses(
  tx: Tx,
  providerUuid: string,
  { isStaff, is_closed, warehouse_uuid, ...wanted }: PageRequest & WarehouseFilter & { isStaff: boolean },
): Promise<Result<Page<Warehouse>, "parameterError">> {
  const all = selectWarehouses(tx, providerUuid).$if(warehouse_uuid !== undefined, (rows) =>
    rows.where("warehouse_uuid", "=", warehouse_uuid ?? ""),
  );
  const isClosed = isStaff ? is_closed : false;
  return listPage(
    tx,
    {
      name: "warehouses.query-storage",
      table: "warehouse",
      base: isClosed === undefined ? all : all.where("is_closed", "=", isClosed),
      keys: [
        { column: sql`lower(name)`, type: "text", direction: "asc" },
        { column: sql.ref("warehouse_uuid"), type: "uuid", direction: "asc" },
      ],
      select: (page) => (isStaff ? selectForStaff(page) : page.select(columnsForRetailers)).$castTo<Placed & Warehouse>(),
      show: ({ position: _position, ...row }): Warehouse => row,
    },
    wanted,
  );
}

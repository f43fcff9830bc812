import { sql } from "kysely";
import type { Page } from "#src/api/list.ts";
import type { Result } from "#src/lib/result.ts";
import { warehouseSettings } from "#src/warehouses/warehouse-settings.contract.ts";
import type { WarehouseSettings } from "#src/warehouses/warehouse-settings.contract.ts";
import type { Warehouse } from "#src/warehouses/warehouses.contract.ts";
import type { Tx } from "#server/db/tx.ts";
import { listPage } from "#server/db/list.ts";
import type { PageRequest } from "#server/db/list.ts";

/** A warehouse as the other slices know it. */
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

function warehousesOf(tx: Tx, providerUuid: string) {
  return tx.selectFrom("warehouse").where("warehouse.provider_uuid", "=", providerUuid);
}

/** One warehouse of a provider, closed or not; null where it has none of that uuid. */
export async function warehouseOf(tx: Tx, providerUuid: string, warehouseUuid: string): Promise<WarehouseRow | null> {
  const row = await warehousesOf(tx, providerUuid).select(columns).where("warehouse_uuid", "=", warehouseUuid).executeTakeFirst();
  return row ?? null;
}

/** The same, and nobody else changes the warehouse's definition until the end of the transaction. */
export async function heldWarehouse(tx: Tx, providerUuid: string, warehouseUuid: string): Promise<WarehouseRow | null> {
  const row = await warehousesOf(tx, providerUuid)
    .select(columns)
    .where("warehouse_uuid", "=", warehouseUuid)
    .forNoKeyUpdate()
    .executeTakeFirst();
  return row ?? null;
}

/** The same for who closes it: new rows that name it, as a receipt does, wait as well. */
export async function warehouseToClose(tx: Tx, providerUuid: string, warehouseUuid: string): Promise<WarehouseRow | null> {
  const row = await warehousesOf(tx, providerUuid)
    .select(columns)
    .where("warehouse_uuid", "=", warehouseUuid)
    .forUpdate()
    .executeTakeFirst();
  return row ?? null;
}

/**
 * The open warehouses that are called so, by name or code, without regard to case.
 * @returns by the lower-case word that was asked for; what is none of the provider's is missing
 */
export async function warehousesByName(
  tx: Tx,
  providerUuid: string,
  names: readonly string[],
): Promise<Map<string, Pick<WarehouseRow, "warehouse_uuid" | "name">>> {
  const wanted = new Set(names.map((name) => name.trim().toLowerCase()));
  const rows = await warehousesOf(tx, providerUuid)
    .select(["warehouse_uuid", "name", "code"])
    .where("is_closed", "=", false)
    .orderBy("warehouse_uuid")
    .execute();
  const found = new Map<string, Pick<WarehouseRow, "warehouse_uuid" | "name">>();
  // A name goes before another warehouse's code.
  for (const { warehouse_uuid, name, code } of rows) found.set(code.toLowerCase(), { warehouse_uuid, name });
  for (const { warehouse_uuid, name } of rows) found.set(name.toLowerCase(), { warehouse_uuid, name });
  for (const word of found.keys()) if (!wanted.has(word)) found.delete(word);
  return found;
}

/** Settings as they are stored, with the defaults of what was never set. A stored value that is not right any more is a bug and throws. */
export function settingsFrom(stored: unknown): WarehouseSettings {
  return warehouseSettings.parse(stored);
}

/**
 * How a warehouse works, defaults filled in.
 * @throws Error for a warehouse that the provider has not: look it up before
 */
export async function settingsOf(tx: Tx, providerUuid: string, warehouseUuid: string): Promise<WarehouseSettings> {
  const { settings } = await warehousesOf(tx, providerUuid)
    .select("settings")
    .where("warehouse_uuid", "=", warehouseUuid)
    .executeTakeFirstOrThrow();
  return settingsFrom(settings);
}

/** A warehouse's settings with what a form of them needs; null where the provider has no such warehouse. */
export async function settingsRow(tx: Tx, providerUuid: string, warehouseUuid: string) {
  const row = await warehousesOf(tx, providerUuid)
    .select(["warehouse_uuid", "name", "version", "settings"])
    .where("warehouse_uuid", "=", warehouseUuid)
    .executeTakeFirst();
  return row === undefined ? null : { ...row, settings: settingsFrom(row.settings) };
}

const mostStrategies = 200;

/** The wave strategies of one warehouse (null when there is no such warehouse), or the first 200 of all, by the warehouse's name. */
export async function listWaveStrategies(tx: Tx, providerUuid: string, warehouseUuid: string | undefined) {
  let query = warehousesOf(tx, providerUuid).select(["warehouse_uuid", "settings"]).orderBy("name").orderBy("warehouse_uuid");
  if (warehouseUuid !== undefined) query = query.where("warehouse_uuid", "=", warehouseUuid);
  // A warehouse may have no strategy: whoever asks for one warehouse learns whether it is there.
  const rows = await query.limit(mostStrategies).execute();
  if (warehouseUuid !== undefined && rows.length === 0) return null;
  return rows
    .flatMap(({ warehouse_uuid, settings }) => settingsFrom(settings).wave_strategies.map((strategy) => ({ ...strategy, warehouse_uuid })))
    .slice(0, mostStrategies);
}

const locationCount = sql<number>`(select count(*) from location l
  where l.provider_uuid = warehouse.provider_uuid and l.warehouse_uuid = warehouse.warehouse_uuid)`;

/** What keeps a warehouse open: goods that lie there, and receipts that have not ended. */
export const hasStock = sql<boolean>`exists (select from stock_balance b where b.provider_uuid = warehouse.provider_uuid
  and b.warehouse_uuid = warehouse.warehouse_uuid and b.quantity > 0)`;
export const hasReceipts = sql<boolean>`exists (select from receipt r where r.provider_uuid = warehouse.provider_uuid
  and r.warehouse_uuid = warehouse.warehouse_uuid and r.status not in ('completed', 'closed_short', 'cancelled'))`;

function shownToRetailer({ warehouse_uuid, name, code, country_code, is_closed }: Warehouse): Warehouse {
  return { warehouse_uuid, name, code, country_code, is_closed };
}

interface WarehouseFilter {
  readonly warehouse_uuid?: string | undefined;
  readonly is_closed?: boolean | undefined;
}

/** A page of a provider's warehouses by name. @param isStaff a retailer is told of the open ones, and no more of them than it needs to choose */
export async function listWarehouses(
  tx: Tx,
  providerUuid: string,
  { isStaff, is_closed, warehouse_uuid, ...wanted }: PageRequest & WarehouseFilter & { isStaff: boolean },
): Promise<Result<Page<Warehouse>, "parameterError">> {
  const all = warehousesOf(tx, providerUuid).$if(warehouse_uuid !== undefined, (rows) =>
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
      select: (page) =>
        page
          .select(columns)
          .select(locationCount.as("location_count"))
          .select([hasStock.as("has_stock"), hasReceipts.as("has_receipts")]),
      show: (row) => (isStaff ? row : shownToRetailer(row)),
    },
    wanted,
  );
}

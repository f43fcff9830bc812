import { sql } from "kysely";
import { getTimeZoneRefusal } from "#src/warehouse/warehouses/warehouses.rules.ts";
import type { Tx } from "#server/platform/db/row-security.ts";

/** Whether the database knows a time zone, as it computes days by it: Node accepts names that PostgreSQL does not. */
export async function isTimeZone(tx: Tx, timeZone: string): Promise<boolean> {
  if (getTimeZoneRefusal(timeZone) !== null) return false;
  // The view reads a file for each zone, so the most common one is not looked up.
  if (timeZone === "UTC") return true;
  const { rows } = await sql`select from pg_timezone_names where lower(name) = lower(${timeZone}) limit 1`.execute(tx);
  return rows.length > 0;
}

/** Reads which day it is in a warehouse: YYYY-MM-DD. @throws if the caller does not see the warehouse */
export async function readWarehouseDay(
  { tx, providerUuid, now }: { readonly tx: Tx; readonly providerUuid: string; readonly now: Date },
  warehouseUuid: string,
): Promise<string> {
  const { rows } = await sql<{ today: string }>`
    select (${now}::timestamptz at time zone time_zone)::date::text as today from warehouse
    where provider_uuid = ${providerUuid} and warehouse_uuid = ${warehouseUuid}`.execute(tx);
  const [row] = rows;
  if (row === undefined) throw new Error("warehouses: the day of an unknown warehouse was asked for");
  return row.today;
}

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

import { sql } from "kysely";
import { timeZoneRefusal } from "#src/warehouses/warehouses.rules.ts";
import type { Tx } from "#server/db/tx.ts";

/** Whether a time zone is known to the database too, which reads days by it: Node takes some names that PostgreSQL has not. */
export async function isTimeZone(tx: Tx, timeZone: string): Promise<boolean> {
  if (timeZoneRefusal(timeZone) !== null) return false;
  // The view reads a file for each of its zones: the one that most have needs no asking.
  if (timeZone === "UTC") return true;
  const { rows } = await sql`select from pg_timezone_names where lower(name) = lower(${timeZone}) limit 1`.execute(tx);
  return rows.length > 0;
}

import { sql } from "kysely";
import type { Tx } from "#server/platform/db/row-security.ts";

/** A location that is locked until the end of the transaction, and whether its warehouse is closed. */
export interface LockedLocation {
  location_uuid: string;
  is_blocked: boolean;
  is_closed: boolean;
}

/**
 * Locks the locations that goods go to: until the end of the transaction none is blocked or deleted, and none of their warehouses closed. Locks each
 * warehouse before its locations, as blocking does, so that the two cannot deadlock.
 * @returns the locations by uuid; those that the provider does not have are missing
 */
export async function lockLocations(tx: Tx, providerUuid: string, locationUuids: readonly string[]): Promise<Map<string, LockedLocation>> {
  const { rows } = await sql<LockedLocation>`
    select l.location_uuid, l.is_blocked, w.is_closed
    from location l join warehouse w on w.provider_uuid = l.provider_uuid and w.warehouse_uuid = l.warehouse_uuid
    where l.provider_uuid = ${providerUuid} and l.location_uuid = any (${[...new Set(locationUuids)]}::uuid[])
    order by l.warehouse_uuid, l.location_uuid for share of w for key share of l`.execute(tx);
  return new Map(rows.map((row) => [row.location_uuid, row]));
}

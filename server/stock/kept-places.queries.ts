import { sql } from "kysely";
import type { Tx } from "#server/db/tx.ts";

/** A location that stays as it is until the end of the transaction, and whether its warehouse is closed. */
export interface KeptPlace {
  location_uuid: string;
  is_blocked: boolean;
  is_closed: boolean;
}

/**
 * Locations where goods are to go, as they are now: none of them is blocked or deleted, and no warehouse of them closed, until the end of the
 * transaction. Each warehouse is held before its locations, as by those who block them: neither waits for the other in a ring.
 * @returns by their uuids; what the provider has not is missing
 */
export async function keptPlaces(tx: Tx, providerUuid: string, locationUuids: readonly string[]): Promise<Map<string, KeptPlace>> {
  const { rows } = await sql<KeptPlace>`
    select l.location_uuid, l.is_blocked, w.is_closed
    from location l join warehouse w on w.provider_uuid = l.provider_uuid and w.warehouse_uuid = l.warehouse_uuid
    where l.provider_uuid = ${providerUuid} and l.location_uuid = any (${[...new Set(locationUuids)]}::uuid[])
    order by l.warehouse_uuid, l.location_uuid for share of w for key share of l`.execute(tx);
  return new Map(rows.map((row) => [row.location_uuid, row]));
}

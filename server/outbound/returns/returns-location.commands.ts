import { sql } from "kysely";
import { newId } from "#server/platform/runtime/clock.ts";
import type { OrderScope } from "../orders/order-scope.ts";

/**
 * Returns the location where a warehouse's returned goods stand until their owner's decision is carried out: the first of its type that is not blocked. A
 * warehouse gets one with its first returned piece. Nothing is allocated from it.
 */
export async function findReturnsLocation(
  { tx, providerUuid }: Pick<OrderScope, "tx" | "providerUuid">,
  warehouseUuid: string,
): Promise<string> {
  const find = async (): Promise<string | undefined> => {
    const { rows } = await sql<{ location_uuid: string }>`
      select location_uuid from location where provider_uuid = ${providerUuid} and warehouse_uuid = ${warehouseUuid} and type = 'returns'
      order by is_blocked, pick_sequence, location_uuid limit 1`.execute(tx);
    return rows[0]?.location_uuid;
  };
  const known = await find();
  if (known !== undefined) return known;
  // Its barcode is derived from the warehouse, so that two concurrent first scans create one location.
  const barcode = `RET-${warehouseUuid.slice(-8)}`.toUpperCase();
  await sql`insert into location (provider_uuid, location_uuid, warehouse_uuid, barcode, type)
    values (${providerUuid}, ${newId()}, ${warehouseUuid}, ${barcode}, 'returns') on conflict do nothing`.execute(tx);
  const made = await find();
  if (made === undefined) throw new Error("returns: no location for returned goods could be made");
  return made;
}

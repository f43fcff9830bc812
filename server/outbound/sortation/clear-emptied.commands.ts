import { sql } from "kysely";
import { sortationChanged } from "#src/outbound/sortation/sortation.contract.ts";
import { publishEvent } from "#server/platform/realtime/events.ts";
import type { OrderScope } from "../orders/order-scope.ts";

type Scope = Pick<OrderScope, "tx" | "providerUuid">;

/** Tells whoever works at a wall. */
export async function publishWall({ tx, providerUuid }: Scope, wallUuid: string, warehouseUuid: string): Promise<void> {
  await publishEvent(tx, sortationChanged, { providerUuid, warehouseUuid }, { wall_uuid: wallUuid });
}

/**
 * Frees slots of walls that have no good pieces any more, and takes empty totes from their walls, so that both are used again. Call it after goods left
 * these locations.
 */
export async function clearEmptied(scope: Scope, locationUuids: readonly string[]): Promise<void> {
  const { tx, providerUuid } = scope;
  const { rows } = await sql<{ wall_uuid: string; warehouse_uuid: string }>`
    with emptied as (
      select l as location_uuid from unnest(${[...new Set(locationUuids)]}::uuid[]) l
      where not exists (select from stock_balance b where b.provider_uuid = ${providerUuid} and b.location_uuid = l and b.condition = 'good' and b.quantity > 0)
    ), freed as (
      update wall_slot s set order_uuid = null, taken_at = null from emptied e
      where s.provider_uuid = ${providerUuid} and s.location_uuid = e.location_uuid and s.order_uuid is not null
      returning s.wall_uuid, s.warehouse_uuid
    ), gone as (
      delete from wall_tote t using emptied e where t.provider_uuid = ${providerUuid} and t.tote_uuid = e.location_uuid
      returning t.wall_uuid, t.warehouse_uuid
    )
    select wall_uuid, warehouse_uuid from freed union select wall_uuid, warehouse_uuid from gone`.execute(tx);
  for (const { wall_uuid, warehouse_uuid } of rows) await publishWall(scope, wall_uuid, warehouse_uuid);
}

import { sql } from "kysely";
import type { BoundWarehouse } from "#src/company/operators/operators.contract.ts";
import type { Tx } from "#server/platform/db/row-security.ts";

/** Selects, within a statement about `app_user`, the warehouses that an operator is bound to, by name. */
export function selectBoundWarehouses(providerUuid: string) {
  return sql<BoundWarehouse[]>`coalesce((
    select json_agg(json_build_object('warehouse_uuid', w.warehouse_uuid, 'name', w.name, 'is_closed', w.is_closed) order by lower(w.name), w.warehouse_uuid)
    from operator_warehouse o join warehouse w on w.provider_uuid = o.provider_uuid and w.warehouse_uuid = o.warehouse_uuid
    where o.provider_uuid = ${providerUuid} and o.user_uuid = app_user.user_uuid), '[]')`;
}

/** Lists a provider's warehouses by name. */
export async function listWarehouseNames(tx: Tx, providerUuid: string): Promise<BoundWarehouse[]> {
  return tx
    .selectFrom("warehouse")
    .select(["warehouse_uuid", "name", "is_closed"])
    .where("provider_uuid", "=", providerUuid)
    .orderBy(sql`lower(name)`)
    .orderBy("warehouse_uuid")
    .execute();
}

/** Returns whether all of these warehouses are the provider's. */
export async function areProviderWarehouses(tx: Tx, providerUuid: string, warehouseUuids: readonly string[]): Promise<boolean> {
  const wanted = [...new Set(warehouseUuids.map((uuid) => uuid.toLowerCase()))];
  if (wanted.length === 0) return true;
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from warehouse where provider_uuid = ${providerUuid} and warehouse_uuid = any (${wanted}::uuid[])`.execute(tx);
  return rows[0]?.count === wanted.length;
}

import { sql } from "kysely";
import type { WarehouseChoice } from "#src/outbound/orders/choose-warehouse.rules.ts";
import type { AllocationStrategy } from "#src/warehouse/warehouses/warehouses.rules.ts";
import type { Tx } from "#server/platform/db/row-security.ts";

/** Reads by which strategy each warehouse of a provider chooses stock; a warehouse without a setting is missing. */
export async function readStrategies(tx: Tx, providerUuid: string): Promise<Map<string, AllocationStrategy>> {
  const { rows } = await sql<{ warehouse_uuid: string; strategy: AllocationStrategy }>`
    select warehouse_uuid, settings ->> 'allocation_strategy' as strategy from warehouse
    where provider_uuid = ${providerUuid} and settings ? 'allocation_strategy'`.execute(tx);
  return new Map(rows.map(({ warehouse_uuid, strategy }) => [warehouse_uuid, strategy]));
}

/** Lists a provider's open warehouses, oldest first, with the countries that they ship to and the channels that have a cut-off there. */
export async function listShippingWarehouses(tx: Tx, providerUuid: string): Promise<WarehouseChoice[]> {
  const { rows } = await sql<{ warehouse_uuid: string; ships_to: string[] | null; collected_by: string[] }>`
    select h.warehouse_uuid, h.settings -> 'ships_to' as ships_to,
      coalesce((select jsonb_agg(c.channel_uuid) from channel_cut_off c
        where c.provider_uuid = h.provider_uuid and c.warehouse_uuid = h.warehouse_uuid), '[]') as collected_by
    from warehouse h where h.provider_uuid = ${providerUuid} and not h.is_closed order by h.warehouse_uuid`.execute(tx);
  return rows.map(({ ships_to, ...warehouse }) => ({ ...warehouse, ships_to: ships_to ?? [] }));
}

/** Pieces of a SKU in a warehouse that can be reserved. */
export interface WarehousePieces {
  readonly warehouse_uuid: string;
  readonly variant_uuid: string;
  readonly owner_uuid: string;
  readonly available: number;
}

/** Counts the pieces of SKUs that can be reserved, by warehouse. Locks nothing: only an indication of where stock is. */
export async function countPickable(tx: Tx, providerUuid: string, variantUuids: readonly string[], now: Date): Promise<WarehousePieces[]> {
  const { rows } = await sql<WarehousePieces>`
    select b.warehouse_uuid, b.variant_uuid, b.owner_uuid, sum(b.quantity - b.reserved)::integer as available
    from unnest(${[...new Set(variantUuids)]}::uuid[]) v (variant_uuid)
      cross join lateral (
        select * from stock_balance b where b.provider_uuid = ${providerUuid} and b.variant_uuid = v.variant_uuid and b.condition = 'good'
          and b.quantity > b.reserved offset 0
      ) b
      join location l on l.provider_uuid = b.provider_uuid and l.location_uuid = b.location_uuid and l.type in ('pick', 'reserve') and not l.is_blocked
      left join lot t on t.provider_uuid = b.provider_uuid and t.variant_uuid = b.variant_uuid and t.lot = b.lot
    where t.expires_on is null or t.expires_on > ${now}::date
    group by 1, 2, 3`.execute(tx);
  return rows;
}

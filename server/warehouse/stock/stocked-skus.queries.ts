import { sql } from "kysely";
import type { Tx } from "#server/platform/db/row-security.ts";

interface StockedScope {
  readonly providerUuid: string;
  /** null: in all warehouses */
  readonly warehouseUuid: string | null;
  /** null: of all owners */
  readonly ownerUuids: readonly string[] | null;
}

const groups = { owner: sql`b.owner_uuid`, warehouse: sql`b.warehouse_uuid` } as const;

/**
 * Returns how many SKUs have at least one piece on hand, by owner or by warehouse; a group without any is missing. Every screen that shows such a number
 * takes it from here, so that no two of them differ.
 */
export async function countStockedSkus(
  tx: Tx,
  { providerUuid, warehouseUuid, ownerUuids }: StockedScope,
  by: keyof typeof groups,
): Promise<Map<string, number>> {
  const inWarehouse = warehouseUuid === null ? sql`` : sql`and b.warehouse_uuid = ${warehouseUuid}`;
  const ofOwners = ownerUuids === null ? sql`` : sql`and b.owner_uuid = any (${ownerUuids}::uuid[])`;
  const { rows } = await sql<{ key: string; skus: number }>`
    select s.key, count(*) as skus from (
      select ${groups[by]} as key, b.variant_uuid from stock_balance b
      where b.provider_uuid = ${providerUuid} and b.quantity > 0 ${inWarehouse} ${ofOwners} group by 1, 2) s
    group by 1`.execute(tx);
  return new Map(rows.map(({ key, skus }) => [key, skus]));
}

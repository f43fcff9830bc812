import { sql } from "kysely";
import { ageBounds, ageBuckets } from "#src/warehouse/stock/stock.rules.ts";
import type { AgeBucket } from "#src/warehouse/stock/stock.rules.ts";
import type { Tx } from "#server/platform/db/row-security.ts";
import type { StockScope } from "./stock.queries.ts";

/**
 * Counts pieces by age; the answer has every bucket of days. The age of a balance is in whole days since its oldest pieces came into the warehouse;
 * moving them within it does not change it.
 */
export async function getStockAges(
  tx: Tx,
  { providerUuid, ownerUuid }: StockScope,
  warehouseUuid: string | undefined,
  now: Date,
): Promise<{ days: AgeBucket; quantity: number; sku_count: number }[]> {
  const { rows } = await sql<{ bucket: number; quantity: number; sku_count: number }>`
    select width_bucket(floor(extract(epoch from ${now}::timestamptz - b.since) / 86400)::integer, ${[...ageBounds]}::integer[]) as bucket,
      sum(b.quantity)::bigint as quantity, count(distinct b.variant_uuid) as sku_count
    from stock_balance b
    where b.provider_uuid = ${providerUuid} and b.quantity > 0
      and (${ownerUuid}::uuid is null or b.owner_uuid = ${ownerUuid}) and (${warehouseUuid ?? null}::uuid is null or b.warehouse_uuid = ${warehouseUuid ?? null})
    group by 1`.execute(tx);
  return ageBuckets.map((days, at) => {
    const found = rows.find(({ bucket }) => bucket === at);
    return { days, quantity: found?.quantity ?? 0, sku_count: found?.sku_count ?? 0 };
  });
}

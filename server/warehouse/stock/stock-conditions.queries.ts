import { sql } from "kysely";
import type { RawBuilder, SelectQueryBuilder, SqlBool } from "kysely";
import type { stockLevelFilters } from "#src/warehouse/stock/stock.rules.ts";
import type { Total } from "#server/platform/db/list.ts";
import type { DB } from "#server/platform/db/schema.generated.ts";
import type { Tx } from "#server/platform/db/row-security.ts";
import { findFew, isAmong } from "#server/warehouse/goods/word-search.queries.ts";

type Variants = SelectQueryBuilder<DB, "variant", object>;

/**
 * SQL for whether a variant has pieces anywhere. The owner is part of it for its index, which holds only balances with pieces. It is evaluated row by row:
 * most lists fill a page from the first rows.
 */
export function hasPieces(where: RawBuilder<SqlBool> = sql<SqlBool>`true`): RawBuilder<SqlBool> {
  return sql<SqlBool>`exists (select from stock_balance b where b.provider_uuid = variant.provider_uuid
    and b.owner_uuid = variant.owner_uuid and b.variant_uuid = variant.variant_uuid and b.quantity > 0 and ${where})`;
}

/** SQL for whether a variant is listed with its stock: archived ones only if they have pieces. */
export const isStocked = sql<SqlBool>`(not variant.is_archived or exists (
  select from stock_balance b where b.provider_uuid = variant.provider_uuid and b.owner_uuid = variant.owner_uuid
    and b.variant_uuid = variant.variant_uuid and b.quantity > 0
  -- Few are archived: OFFSET keeps PostgreSQL from collecting all balances before it asks about them (8 ms of 11).
  offset 0))`;

/** SQL for whether a variant has pieces in a warehouse. If the warehouse has few, they are found first (`isShort`) instead of walking past all others. */
export async function hasPiecesInWarehouse(
  tx: Tx,
  providerUuid: string,
  warehouseUuid: string,
): Promise<{ condition: RawBuilder<SqlBool>; isShort: boolean }> {
  const few = await findFew(
    tx,
    sql`select b.variant_uuid from stock_balance b
      where b.provider_uuid = ${providerUuid} and b.warehouse_uuid = ${warehouseUuid} and b.quantity > 0`,
  );
  if (few !== null) return { condition: isAmong(few), isShort: true };
  // "offset 0" keeps it a subquery for each row: as a join, it would read the whole warehouse.
  const condition = sql<SqlBool>`exists (select from stock_balance b where b.provider_uuid = variant.provider_uuid
    and b.warehouse_uuid = ${warehouseUuid} and b.variant_uuid = variant.variant_uuid and b.quantity > 0 offset 0)`;
  return { condition, isShort: false };
}

/** SQL for whether the pieces of a balance `b` can still be sold, as in `lock_pickable_stock`: those that expire today cannot. */
export const isUnexpired = sql<SqlBool>`(b.lot = '' or not exists (
  select from lot t where t.provider_uuid = b.provider_uuid and t.variant_uuid = b.variant_uuid and t.lot = b.lot
    and t.expires_on <= (now() at time zone 'UTC')::date))`;

/** SQL for whether the pieces of a balance `b` at its location `l` are available to orders. */
const isUsable = sql<SqlBool>`(b.condition = 'good' and l.type in ('pick', 'reserve') and not l.is_blocked and ${isUnexpired})`;

/** SQL for whether fewer pieces are available than the limit, as `readStockOfVariants` counts them. A bundle is low if its parts are. */
const isBelowLimit = sql<SqlBool>`(variant.low_stock_quantity is not null and not variant.is_bundle and variant.low_stock_quantity > (
  select coalesce(sum(b.quantity - b.reserved), 0) from stock_balance b
    join location l on l.provider_uuid = b.provider_uuid and l.location_uuid = b.location_uuid
  where b.provider_uuid = variant.provider_uuid and b.variant_uuid = variant.variant_uuid and b.quantity > 0 and ${isUsable}))`;

/** SQL for whether a variant is at a level, as in `getStockLevel`. */
export function hasLevel(level: (typeof stockLevelFilters)[number]): RawBuilder<SqlBool> {
  const conditions = {
    in_stock: sql<SqlBool>`(${hasPieces()} and not ${isBelowLimit})`,
    low: sql<SqlBool>`(${isBelowLimit} and ${hasPieces()})`,
    out: sql<SqlBool>`not ${hasPieces()}`,
    below_limit: isBelowLimit,
  };
  return conditions[level];
}

/** Summing this many variants takes some 30 ms. */
const mostAsked = 2000;

/**
 * Counts a list of low SKUs. Only SKUs with a limit can be low; if there are many, it samples every n-th one.
 * @param low the list's rows
 */
export function countLow(providerUuid: string, low: Variants): (tx: Tx) => Promise<Total> {
  const limited = sql`select v.variant_uuid from variant v where v.provider_uuid = ${providerUuid} and v.low_stock_quantity is not null`;
  return async (tx) => {
    const { rows } = await sql<{ size: number }>`select count(*) as size from (${limited}) as limited`.execute(tx);
    const step = Math.max(1, Math.ceil((rows[0]?.size ?? 0) / mostAsked));
    const asked = sql`select picked.variant_uuid from (
      select l.variant_uuid, row_number() over (order by l.variant_uuid) as n from (${limited}) as l) picked where picked.n % ${step} = 0`;
    const counted = await low
      .where(sql<SqlBool>`variant.variant_uuid = any (array(${asked}))`)
      .select(sql<number>`count(*)`.as("total"))
      .executeTakeFirst();
    return { total: (counted?.total ?? 0) * step, isExact: step === 1 };
  };
}

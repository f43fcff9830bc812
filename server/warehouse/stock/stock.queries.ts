import { sql } from "kysely";
import type { RawBuilder } from "kysely";
import type { z } from "zod";
import type { ParsedInputOf } from "#src/kit/api/define-call.ts";
import type { Page } from "#src/kit/api/list.ts";
import type { listStock, piecesByState, StockRow } from "#src/warehouse/stock/stock.contract.ts";
import { getStockLevel } from "#src/warehouse/stock/stock.rules.ts";
import type { Result } from "#src/kit/lib/result.ts";
import { listPage } from "#server/platform/db/list.ts";
import type { SortKeys } from "#server/platform/db/list-keys.ts";
import type { Tx } from "#server/platform/db/row-security.ts";
import { selectOwnerName } from "#server/warehouse/goods/variants.queries.ts";
import { findByWords } from "#server/warehouse/goods/word-search.queries.ts";
import { hasLevel, isUnexpired, isStocked, hasPieces, hasPiecesInWarehouse, countLow } from "./stock-conditions.queries.ts";

/** Whose goods a list shows: a provider's, or one owner's if one is given or a retailer asks. */
export interface StockScope {
  readonly providerUuid: string;
  readonly ownerUuid: string | null;
}

/**
 * Pieces of a SKU by state, when the oldest came (null if there are none), and whether a receipt announces it that has not ended: a draft announces
 * pieces that are not incoming yet.
 */
type StockByState = z.output<typeof piecesByState> & { oldest_since: Date | null; is_expected: boolean };

/** SQL for the balances of one SKU, each with what its place and state make of its pieces. @param variant the SQL of its id */
function queryUses(providerUuid: string, variant: RawBuilder<unknown>) {
  return sql`
        -- A piece counts once: as reserved, or else as what its place and state make of it.
        select b.quantity, b.quantity - b.reserved as free, b.since, case
          when b.condition <> 'good' then b.condition
          when l.type = 'receiving' then 'receiving'
          when l.type not in ('pick', 'reserve') then 'outside_storage'
          when l.is_blocked then 'blocked'
          when not ${isUnexpired} then 'expired'
          else 'available' end as use
        from stock_balance b
          -- looked up for each balance: without statistics the planner reads all locations of the provider first
          cross join lateral (
            select l.type, l.is_blocked from location l where l.provider_uuid = b.provider_uuid and l.location_uuid = b.location_uuid offset 0
          ) l
        where b.provider_uuid = ${providerUuid} and b.variant_uuid = ${variant} and b.quantity > 0
        -- Keeps it a subquery: merged into the sums, the case with its look-up of the lot would be set up ten times (1.3 ms instead of 0.2).
        offset 0`;
}

/** SQL for the stock of one SKU: a subquery of one row. @param variant the SQL of its id */
function queryStock(providerUuid: string, variant: RawBuilder<unknown>) {
  return sql<StockByState>`select b.*, i.* from (
      select coalesce(sum(p.quantity), 0)::bigint as on_hand,
        coalesce(sum(p.free) filter (where p.use = 'available'), 0)::bigint as available,
        coalesce(sum(case when p.use = 'available' then p.quantity - p.free else p.quantity end), 0)::bigint as not_available,
        coalesce(sum(p.quantity - p.free), 0)::bigint as reserved,
        coalesce(sum(p.free) filter (where p.use = 'receiving'), 0)::bigint as receiving,
        coalesce(sum(p.free) filter (where p.use = 'damaged'), 0)::bigint as damaged,
        coalesce(sum(p.free) filter (where p.use = 'quarantined'), 0)::bigint as quarantined,
        coalesce(sum(p.free) filter (where p.use = 'blocked'), 0)::bigint as blocked,
        coalesce(sum(p.free) filter (where p.use = 'expired'), 0)::bigint as expired,
        coalesce(sum(p.free) filter (where p.use = 'outside_storage'), 0)::bigint as outside_storage,
        min(p.since) as oldest_since
      from (${queryUses(providerUuid, variant)}) p
    ) b
    cross join lateral (
      select coalesce(sum(due.pieces) filter (where due.is_confirmed), 0)::bigint as incoming, count(*) > 0 as is_expected from (
        -- Together for each receipt: what comes in another lot than announced is counted on a line of its own.
        select greatest(sum(rl.expected) - sum(rl.counted), 0) as pieces,
          r.status in ('confirmed', 'arrived', 'inspecting', 'putting_away') as is_confirmed
        from receipt_line rl
          cross join lateral (
            select r.status from receipt r where r.provider_uuid = rl.provider_uuid and r.receipt_uuid = rl.receipt_uuid
              and r.status not in ('completed', 'closed_short', 'cancelled') offset 0
          ) r
        where rl.provider_uuid = ${providerUuid} and rl.variant_uuid = ${variant}
        group by rl.receipt_uuid, r.status
      ) due
    ) i`;
}

type StockInJson = Omit<StockByState, "oldest_since"> & { oldest_since: string | null };

/** SQL for the stock of a SKU as one value, for a row that shows it; see `parseStock`. @param variant the column of its id, as `table.column` */
export function selectStock(providerUuid: string, variant: string): RawBuilder<StockInJson> {
  return sql<StockInJson>`(select to_json(s) from (${queryStock(providerUuid, sql.ref(variant))}) s)`;
}

/** SQL for the pieces of a SKU as one value, without what receipts announce. @param variant the column of its id, as `table.column` */
export function selectPieces(providerUuid: string, variant: string): RawBuilder<Pick<StockByState, "on_hand" | "available" | "reserved">> {
  return sql`(
    select json_build_object('on_hand', coalesce(sum(p.quantity), 0), 'available', coalesce(sum(p.free) filter (where p.use = 'available'), 0),
      'reserved', coalesce(sum(p.quantity - p.free), 0))
    from (${queryUses(providerUuid, sql.ref(variant))}) p)`;
}

/** Converts what `selectStock` returned. */
export function parseStock({ oldest_since, ...pieces }: StockInJson): StockByState {
  return { ...pieces, oldest_since: oldest_since === null ? null : new Date(oldest_since) };
}

/** Returns the stock of any number of SKUs, in one statement; a SKU without stock is in the answer with zeros. */
export async function readStockOfVariants(
  tx: Tx,
  providerUuid: string,
  variantUuids: readonly string[],
): Promise<Map<string, StockByState>> {
  if (variantUuids.length === 0) return new Map();
  const { rows } = await sql<StockByState & { variant_uuid: string }>`
    select v.variant_uuid, s.* from unnest(${[...new Set(variantUuids)]}::uuid[]) as v (variant_uuid)
      cross join lateral (${queryStock(providerUuid, sql.ref("v.variant_uuid"))}) s`.execute(tx);
  return new Map(rows.map(({ variant_uuid, ...stock }) => [variant_uuid, stock]));
}

const minuteMs = 60_000;
const dayMs = 86_400_000;

type StockFilters = Omit<ParsedInputOf<typeof listStock>, "cur_page" | "page_size" | "cursor" | "sort" | "owner_uuid" | "provider_uuid">;

/** Selects the SKUs that can have stock: neither bundles nor merged ones; archived ones only if they have pieces. */
async function filtered(tx: Tx, { providerUuid, ownerUuid }: StockScope, filters: StockFilters, now: Date) {
  const { search, variant_uuid, warehouse_uuid, level, aged_days } = filters;
  // To the minute, so that the total of a long list is remembered.
  const before = aged_days === undefined ? null : new Date(Math.floor(now.getTime() / minuteMs) * minuteMs - aged_days * dayMs);
  // Planned for the age: few or most of the balances are older (480 ms in 1,000,000 SKUs by a plan for any).
  if (before !== null) await sql`set local plan_cache_mode = force_custom_plan`.execute(tx);
  const found = search === undefined || search === "" ? null : await findByWords(tx, providerUuid, search);
  const there = warehouse_uuid === undefined ? null : await hasPiecesInWarehouse(tx, providerUuid, warehouse_uuid);
  let base = tx
    .selectFrom("variant")
    .where("variant.provider_uuid", "=", providerUuid)
    .where("variant.merged_into_uuid", "is", null)
    .where("variant.is_bundle", "=", false)
    .where(isStocked);
  if (ownerUuid !== null) base = base.where("variant.owner_uuid", "=", ownerUuid);
  if (variant_uuid !== undefined) base = base.where("variant.variant_uuid", "=", variant_uuid);
  if (found !== null) base = base.where(found.condition);
  if (there !== null) base = base.where(there.condition);
  if (level !== undefined) base = base.where(hasLevel(level));
  if (before !== null) base = base.where(hasPieces(sql`b.since <= ${before}`));
  const isShort = found?.isShort === true || there?.isShort === true;
  const asksEach = found !== null || there !== null || level === "in_stock" || level === "out" || before !== null;
  const isFew = level === "low" || level === "below_limit";
  return { base, isShort, isOpaque: asksEach, total: isFew && !isShort ? countLow(providerUuid, base) : undefined };
}

function getSortKeys(sort: "sku" | "-sku"): SortKeys {
  const direction = sort === "sku" ? "asc" : "desc";
  return [
    { column: sql.ref("variant.sku_key"), type: "text", direction },
    { column: sql.ref("variant.variant_uuid"), type: "uuid", direction },
  ];
}

/** Returns a page of SKUs with their stock, by SKU. */
export async function readStockPage(
  tx: Tx,
  scope: StockScope,
  { sort, cur_page, page_size, cursor, ...filters }: Omit<ParsedInputOf<typeof listStock>, "owner_uuid" | "provider_uuid">,
  now: Date,
): Promise<Result<Page<StockRow>, "parameterError">> {
  const rows = await filtered(tx, scope, filters, now);
  return listPage(
    tx,
    {
      name: `stock.list-stock ${sort}`,
      table: "variant",
      ...rows,
      keys: getSortKeys(sort),
      select: (listed) =>
        listed
          .innerJoin("product", (join) =>
            join.onRef("product.provider_uuid", "=", "variant.provider_uuid").onRef("product.product_uuid", "=", "variant.product_uuid"),
          )
          .select(["variant.variant_uuid", "variant.product_uuid", "variant.owner_uuid", "variant.sku", "variant.title"])
          .select(["variant.low_stock_quantity", "product.title as product_title", selectOwnerName("variant.owner_uuid").as("owner_name")])
          .select(selectStock(scope.providerUuid, "variant.variant_uuid").as("stock")),
      show({ position: _position, stock, ...row }): StockRow {
        const { oldest_since, is_expected: _expected, ...pieces } = parseStock(stock);
        return {
          ...row,
          ...pieces,
          oldest_since: oldest_since?.toISOString() ?? null,
          level: getStockLevel(pieces, row.low_stock_quantity),
        };
      },
    },
    { cur_page, page_size, cursor },
  );
}

import { sql } from "kysely";
import type { SqlBool } from "kysely";
import type { z } from "zod";
import type { ParsedInputOf } from "#src/kit/api/define-call.ts";
import type { Page } from "#src/kit/api/list.ts";
import type { listStock, piecesByState, StockRow } from "#src/warehouse/stock/stock.contract.ts";
import { getStockLevel } from "#src/warehouse/stock/stock.rules.ts";
import { ok } from "#src/kit/lib/result.ts";
import type { Result } from "#src/kit/lib/result.ts";
import { listPage } from "#server/platform/db/list.ts";
import type { SortKeys } from "#server/platform/db/list-keys.ts";
import type { Tx } from "#server/platform/db/row-security.ts";
import { selectOwnerName } from "#server/warehouse/goods/variants.queries.ts";
import { findByWords } from "#server/warehouse/goods/word-search.queries.ts";
import { hasLevel, isUnexpired, hasPieces, hasPiecesInWarehouse, countLow } from "./stock-conditions.queries.ts";

/** Whose goods a list shows: a provider's, or one owner's if one is given or a retailer asks. */
export interface StockScope {
  readonly providerUuid: string;
  readonly ownerUuid: string | null;
}

/** Pieces of a SKU by state, and when the oldest came; null if there are none. */
type StockByState = z.output<typeof piecesByState> & { oldest_since: Date | null };

/** The stock of a SKU that was never here. */
export const noStock: StockByState = {
  on_hand: 0,
  available: 0,
  not_available: 0,
  reserved: 0,
  receiving: 0,
  damaged: 0,
  quarantined: 0,
  blocked: 0,
  expired: 0,
  outside_storage: 0,
  incoming: 0,
  oldest_since: null,
};

/** Returns the stock of any number of SKUs, in one statement; a SKU without stock is in the answer with zeros. */
export async function readStockOfVariants(
  tx: Tx,
  providerUuid: string,
  variantUuids: readonly string[],
): Promise<Map<string, StockByState>> {
  if (variantUuids.length === 0) return new Map();
  const { rows } = await sql<StockByState & { variant_uuid: string }>`
    select v.variant_uuid, b.*, i.incoming from unnest(${[...new Set(variantUuids)]}::uuid[]) as v (variant_uuid)
      cross join lateral (
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
        from (
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
          where b.provider_uuid = ${providerUuid} and b.variant_uuid = v.variant_uuid and b.quantity > 0
          -- Keeps it a subquery: merged into the sums, \`use\` with its look-up of the lot would be planned and set up ten times (1.3 ms, not 0.3).
          offset 0
        ) p
      ) b
      cross join lateral (
        select coalesce(sum(due.pieces), 0)::bigint as incoming from (
          -- Together for each receipt: what comes in another lot than announced is counted on a line of its own.
          select greatest(sum(rl.expected) - sum(rl.counted), 0) as pieces
          from receipt_line rl join receipt r on r.provider_uuid = rl.provider_uuid and r.receipt_uuid = rl.receipt_uuid
          where rl.provider_uuid = ${providerUuid} and rl.variant_uuid = v.variant_uuid
            and r.status in ('confirmed', 'arrived', 'inspecting', 'putting_away')
          group by rl.receipt_uuid
        ) due
      ) i`.execute(tx);
  return new Map(rows.map(({ variant_uuid, ...stock }) => [variant_uuid, stock]));
}

const dayMs = 86_400_000;

type StockFilters = Omit<ParsedInputOf<typeof listStock>, "cur_page" | "page_size" | "cursor" | "sort" | "owner_uuid" | "provider_uuid">;

/** Selects the SKUs that can have stock: neither bundles nor merged ones; archived ones only if they have pieces. */
async function filtered(tx: Tx, { providerUuid, ownerUuid }: StockScope, filters: StockFilters, now: Date) {
  const { search, variant_uuid, warehouse_uuid, level, aged_days } = filters;
  const before = aged_days === undefined ? null : new Date(now.getTime() - aged_days * dayMs);
  const found = search === undefined || search === "" ? null : await findByWords(tx, providerUuid, search);
  const there = warehouse_uuid === undefined ? null : await hasPiecesInWarehouse(tx, providerUuid, warehouse_uuid);
  let base = tx
    .selectFrom("variant")
    .where("variant.provider_uuid", "=", providerUuid)
    .where("variant.merged_into_uuid", "is", null)
    .where("variant.is_bundle", "=", false)
    .where(sql<SqlBool>`(not variant.is_archived or ${hasPieces()})`);
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

type Bare = Omit<StockRow, keyof StockByState | "level">;

async function withStock(tx: Tx, providerUuid: string, rows: readonly Bare[]): Promise<StockRow[]> {
  const stocks = await readStockOfVariants(
    tx,
    providerUuid,
    rows.map(({ variant_uuid }) => variant_uuid),
  );
  return rows.map((row) => {
    const { oldest_since, ...stock } = stocks.get(row.variant_uuid) ?? noStock;
    return { ...row, ...stock, oldest_since: oldest_since?.toISOString() ?? null, level: getStockLevel(stock, row.low_stock_quantity) };
  });
}

/** Returns a page of SKUs with their stock, by SKU. */
export async function readStockPage(
  tx: Tx,
  scope: StockScope,
  { sort, cur_page, page_size, cursor, ...filters }: Omit<ParsedInputOf<typeof listStock>, "owner_uuid" | "provider_uuid">,
  now: Date,
): Promise<Result<Page<StockRow>, "parameterError">> {
  const rows = await filtered(tx, scope, filters, now);
  const page = await listPage(
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
          .select(["variant.low_stock_quantity", "product.title as product_title", selectOwnerName("variant.owner_uuid").as("owner_name")]),
      show: ({ position: _position, ...row }): Bare => row,
    },
    { cur_page, page_size, cursor },
  );
  return page.ok ? ok({ ...page.value, result: await withStock(tx, scope.providerUuid, page.value.result) }) : page;
}

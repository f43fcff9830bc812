import { sql } from "kysely";
import type { ParsedInputOf } from "#src/kit/api/define-call.ts";
import type { Page } from "#src/kit/api/list.ts";
import type { Result } from "#src/kit/lib/result.ts";
import type { BalanceRow, listBalances } from "#src/warehouse/stock/stock.contract.ts";
import type { Condition } from "#src/warehouse/stock/stock.rules.ts";
import { listPage } from "#server/platform/db/list.ts";
import type { KeyType, SortKey, SortKeys } from "#server/platform/db/list-keys.ts";
import type { Tx } from "#server/platform/db/row-security.ts";
import { selectOwnerName } from "#server/warehouse/goods/variants.queries.ts";
import { limitFirst } from "../../platform/db/limit-first.ts";
import type { StockScope } from "./stock.queries.ts";

function key(column: string, type: KeyType): SortKey {
  return { column: sql.ref(`stock_balance.${column}`), type, direction: "asc" };
}

/** The rest of the balance's primary key, so that its index gives the order. */
const keys: SortKeys = [
  key("variant_uuid", "uuid"),
  key("warehouse_uuid", "uuid"),
  key("location_uuid", "uuid"),
  key("owner_uuid", "uuid"),
  key("lot", "text"),
  key("condition", "text"),
];

/**
 * Pieces of a balance that may be moved. Good ones with an open putaway task stay (see `isNeededByReceipts`). "offset 0" keeps it one subquery, which
 * `changeable` uses too: PostgreSQL would copy it, and each copy costs its policies.
 */
const free = sql<{ movable: number }>`lateral (
  select greatest(stock_balance.quantity - greatest(stock_balance.reserved, case stock_balance.condition when 'good' then (
    select coalesce(sum(k.quantity), 0) from receipt_line r
      join putaway_task k on k.provider_uuid = r.provider_uuid and k.receipt_uuid = r.receipt_uuid and k.line_uuid = r.line_uuid
    where r.provider_uuid = stock_balance.provider_uuid and r.variant_uuid = stock_balance.variant_uuid
      and r.owner_uuid = stock_balance.owner_uuid and r.lot = stock_balance.lot and r.qualified + r.accepted > r.put_away
      and k.status in ('pending', 'assigned') and k.from_location_uuid = stock_balance.location_uuid) else 0 end), 0)::integer as movable
  offset 0)`;

/** The same for a change of condition. Quarantined pieces waiting for a decision may be anywhere in the warehouse, but stay quarantined. */
const changeable = sql<number>`(case stock_balance.condition when 'quarantined' then greatest(least(free.movable, (
    select coalesce(sum(b.quantity), 0) from stock_balance b
    where b.provider_uuid = stock_balance.provider_uuid and b.variant_uuid = stock_balance.variant_uuid
      and b.warehouse_uuid = stock_balance.warehouse_uuid and b.owner_uuid = stock_balance.owner_uuid and b.lot = stock_balance.lot
      and b.condition = 'quarantined') - (
    select coalesce(sum(r.unqualified - r.decided), 0) from receipt_line r
      join receipt o on o.provider_uuid = r.provider_uuid and o.receipt_uuid = r.receipt_uuid
    where r.provider_uuid = stock_balance.provider_uuid and r.variant_uuid = stock_balance.variant_uuid
      and r.owner_uuid = stock_balance.owner_uuid and r.lot = stock_balance.lot and r.unqualified > r.decided
      and o.warehouse_uuid = stock_balance.warehouse_uuid)), 0) else free.movable end)::integer`;

type BalanceFilters = Pick<ParsedInputOf<typeof listBalances>, "variant_uuid" | "warehouse_uuid" | "lot" | "condition">;

function filtered(tx: Tx, { providerUuid, ownerUuid }: StockScope, locationUuid: string | null, filters: BalanceFilters) {
  const { variant_uuid, warehouse_uuid, lot, condition } = filters;
  let base = tx.selectFrom("stock_balance").where("stock_balance.provider_uuid", "=", providerUuid).where("stock_balance.quantity", ">", 0);
  if (ownerUuid !== null) base = base.where("stock_balance.owner_uuid", "=", ownerUuid);
  if (locationUuid !== null) base = base.where("stock_balance.location_uuid", "=", locationUuid);
  if (variant_uuid !== undefined) base = base.where("stock_balance.variant_uuid", "=", variant_uuid);
  if (warehouse_uuid !== undefined) base = base.where("stock_balance.warehouse_uuid", "=", warehouse_uuid);
  if (lot !== undefined) base = base.where("stock_balance.lot", "=", lot);
  if (condition !== undefined) base = base.where("stock_balance.condition", "=", condition);
  return base;
}

/** Returns a page of the balances that hold pieces. */
export async function balancePage(
  tx: Tx,
  scope: StockScope,
  locationUuid: string | null,
  { cur_page, page_size, cursor, ...filters }: Omit<ParsedInputOf<typeof listBalances>, "owner_uuid" | "provider_uuid" | "location">,
): Promise<Result<Page<BalanceRow>, "parameterError">> {
  return listPage(
    tx,
    {
      name: "stock.list-balances",
      table: "stock_balance",
      base: filtered(tx, scope, locationUuid, filters),
      keys,
      select: (rows) =>
        limitFirst(tx, "stock_balance", rows)
          .innerJoin("variant as v", (join) =>
            join.onRef("v.provider_uuid", "=", "stock_balance.provider_uuid").onRef("v.variant_uuid", "=", "stock_balance.variant_uuid"),
          )
          .innerJoin("product as p", (join) =>
            join.onRef("p.provider_uuid", "=", "v.provider_uuid").onRef("p.product_uuid", "=", "v.product_uuid"),
          )
          .innerJoin("location as l", (join) =>
            join.onRef("l.provider_uuid", "=", "stock_balance.provider_uuid").onRef("l.location_uuid", "=", "stock_balance.location_uuid"),
          )
          .innerJoin("warehouse as w", (join) =>
            join
              .onRef("w.provider_uuid", "=", "stock_balance.provider_uuid")
              .onRef("w.warehouse_uuid", "=", "stock_balance.warehouse_uuid"),
          )
          .leftJoin("lot as t", (join) =>
            join
              .onRef("t.provider_uuid", "=", "stock_balance.provider_uuid")
              .onRef("t.variant_uuid", "=", "stock_balance.variant_uuid")
              .onRef("t.lot", "=", "stock_balance.lot"),
          )
          .innerJoin(free.as<"free">(sql.ref("free")), (join) => join.onTrue())
          .select(["stock_balance.variant_uuid", "stock_balance.owner_uuid", "stock_balance.warehouse_uuid", "stock_balance.location_uuid"])
          .select([
            "stock_balance.lot",
            "stock_balance.condition",
            "stock_balance.quantity",
            "stock_balance.reserved",
            "stock_balance.since",
          ])
          .select(["free.movable", changeable.as("changeable")])
          .select(["v.sku", "v.title", "p.title as product_title", "w.name as warehouse_name"])
          .select(["l.barcode", "l.type as location_type", "l.is_blocked"])
          .select([sql<string | null>`t.expires_on::text`.as("expires_on"), selectOwnerName("stock_balance.owner_uuid").as("owner_name")]),
      show: ({ position: _position, since, condition, ...row }): BalanceRow => ({
        ...row,
        // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a CHECK constraint, or its writer's schema, allows no other value
        condition: condition as Condition,
        since: since.toISOString(),
      }),
    },
    { cur_page, page_size, cursor },
  );
}

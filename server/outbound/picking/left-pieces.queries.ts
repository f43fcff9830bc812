import { sql } from "kysely";
import type { SqlBool } from "kysely";
import type { ParsedInputOf } from "#src/kit/api/define-call.ts";
import type { Page } from "#src/kit/api/list.ts";
import type { Result } from "#src/kit/lib/result.ts";
import type { LeftPieces, listLeftPieces } from "#src/outbound/picking/picking.contract.ts";
import { limitFirst } from "#server/platform/db/limit-first.ts";
import { listPage } from "#server/platform/db/list.ts";
import type { OrderScope } from "../orders/order-scope.ts";
import { codesOfSku } from "./pick-tasks.queries.ts";

/** SQL for the shelf with most of a SKU's other good pieces of the same owner. */
const suggestedShelf = sql<string>`coalesce((select s.barcode from stock_balance o
    join location s on s.provider_uuid = o.provider_uuid and s.location_uuid = o.location_uuid and s.type in ('pick', 'reserve') and not s.is_blocked
  where o.provider_uuid = stock_balance.provider_uuid and o.variant_uuid = stock_balance.variant_uuid
    and o.warehouse_uuid = stock_balance.warehouse_uuid and o.owner_uuid = stock_balance.owner_uuid and o.condition = 'good' and o.quantity > 0
  order by o.quantity desc, s.pick_sequence, s.location_uuid limit 1), '')`;

/** Returns a page of the pieces in totes, in slots of sort walls and at packing locations that no order has a right to, by tote. */
export function listLeftPage(
  { tx, providerUuid }: Pick<OrderScope, "tx" | "providerUuid">,
  { cur_page, page_size, cursor, warehouse_uuid }: ParsedInputOf<typeof listLeftPieces>,
): Promise<Result<Page<LeftPieces>, "parameterError">> {
  const base = tx
    .selectFrom("stock_balance")
    .where("stock_balance.provider_uuid", "=", providerUuid)
    .where("stock_balance.condition", "=", sql.lit("good"))
    .where(sql<SqlBool>`stock_balance.quantity > 0`)
    .where(sql<SqlBool>`stock_balance.quantity > stock_balance.reserved`)
    // An array, so that the balances are found by their totes: for a subquery, the planner reads all of the provider's and asks each for its location.
    .where(
      sql<SqlBool>`stock_balance.location_uuid = any (array(select t.location_uuid from location t where t.provider_uuid = ${providerUuid} and t.type in ('tote', 'packing', 'slot')))`,
    )
    .$if(warehouse_uuid !== undefined, (rows) => rows.where("stock_balance.warehouse_uuid", "=", warehouse_uuid ?? ""));
  return listPage(
    tx,
    {
      name: "picking.list-left-pieces",
      table: "stock_balance",
      base,
      keys: [
        { column: sql.ref("stock_balance.location_uuid"), type: "uuid", direction: "asc" },
        { column: sql.ref("stock_balance.variant_uuid"), type: "uuid", direction: "asc" },
        { column: sql.ref("stock_balance.owner_uuid"), type: "uuid", direction: "asc" },
        { column: sql.ref("stock_balance.lot"), type: "text", direction: "asc" },
      ],
      select: (page) =>
        limitFirst(tx, "stock_balance", page)
          .innerJoin("location as l", (join) =>
            join.onRef("l.provider_uuid", "=", "stock_balance.provider_uuid").onRef("l.location_uuid", "=", "stock_balance.location_uuid"),
          )
          .innerJoin("variant as v", (join) =>
            join.onRef("v.provider_uuid", "=", "stock_balance.provider_uuid").onRef("v.variant_uuid", "=", "stock_balance.variant_uuid"),
          )
          .innerJoin("product as p", (join) =>
            join.onRef("p.provider_uuid", "=", "v.provider_uuid").onRef("p.product_uuid", "=", "v.product_uuid"),
          )
          .select(["stock_balance.location_uuid as tote_uuid", "l.barcode as tote", "stock_balance.warehouse_uuid"])
          .select([
            "stock_balance.variant_uuid",
            "v.sku",
            codesOfSku.as("codes"),
            "p.title",
            "stock_balance.owner_uuid",
            "stock_balance.lot",
          ])
          .select([sql<number>`stock_balance.quantity - stock_balance.reserved`.as("quantity"), suggestedShelf.as("suggested_location")]),
      show: ({ position: _position, ...row }): LeftPieces => row,
    },
    { cur_page, page_size, cursor },
  );
}

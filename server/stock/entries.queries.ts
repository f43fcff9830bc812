import { sql } from "kysely";
import type { ParsedInputOf } from "#src/api/define-call.ts";
import type { Page } from "#src/api/list.ts";
import { ok } from "#src/lib/result.ts";
import type { Result } from "#src/lib/result.ts";
import type { EntryRow, listEntries } from "#src/stock/stock.contract.ts";
import type { Condition } from "#src/stock/stock.rules.ts";
import { listPage } from "#server/db/list.ts";
import type { SortKeys } from "#server/db/list-keys.ts";
import type { Tx } from "#server/db/tx.ts";
import { ownerName } from "#server/goods/variants.queries.ts";
import { lowestMovementId } from "./movement-id.ts";
import type { StockScope } from "./stock.queries.ts";

/** Whose rows they are, and whether they are shown to the retailer itself: that is told no names of people and no locations. */
export interface EntryScope extends StockScope {
  readonly isRetailer: boolean;
}

type EntryFilters = Pick<ParsedInputOf<typeof listEntries>, "variant_uuid" | "source_type" | "source_uuid" | "from" | "until">;

const keys: SortKeys = [
  { column: sql.ref("stock_entry.movement_uuid"), type: "uuid", direction: "desc" },
  { column: sql.ref("stock_entry.leg"), type: "bigint", direction: "desc" },
];

function filtered(tx: Tx, { providerUuid, ownerUuid }: StockScope, locationUuid: string | null, filters: EntryFilters) {
  const { variant_uuid, source_type, source_uuid, from, until } = filters;
  let base = tx.selectFrom("stock_entry").where("stock_entry.provider_uuid", "=", providerUuid);
  if (ownerUuid !== null) base = base.where("stock_entry.owner_uuid", "=", ownerUuid);
  if (locationUuid !== null) base = base.where("stock_entry.location_uuid", "=", locationUuid);
  if (variant_uuid !== undefined) base = base.where("stock_entry.variant_uuid", "=", variant_uuid);
  if (source_type !== undefined) base = base.where("stock_entry.source_type", "=", source_type);
  if (source_uuid !== undefined) base = base.where("stock_entry.source_uuid", "=", source_uuid);
  // A movement's key begins with its time: a bound on the one is a bound on the other, and goes by the index.
  if (from !== undefined) base = base.where("stock_entry.movement_uuid", ">=", lowestMovementId(new Date(from)));
  if (until !== undefined) base = base.where("stock_entry.movement_uuid", "<", lowestMovementId(new Date(until)));
  return base;
}

/** How many pieces were at the place after each of a SKU's movements from one on: what is there now, less what came since. One pass over those movements. */
async function quantitiesAfter(tx: Tx, providerUuid: string, variantUuid: string, from: string): Promise<Map<string, number>> {
  const { rows } = await sql<{ movement_uuid: string; leg: number; after: number }>`
    select e.movement_uuid, e.leg, (coalesce(b.quantity, 0) - sum(e.quantity) over newer + e.quantity)::bigint as after
    from stock_entry e left join stock_balance b
      on b.provider_uuid = e.provider_uuid and b.variant_uuid = e.variant_uuid and b.warehouse_uuid = e.warehouse_uuid
        and b.location_uuid = e.location_uuid and b.owner_uuid = e.owner_uuid and b.lot = e.lot and b.condition = e.condition
    where e.provider_uuid = ${providerUuid} and e.variant_uuid = ${variantUuid} and e.movement_uuid >= ${from} and e.location_uuid is not null
    window newer as (partition by e.warehouse_uuid, e.location_uuid, e.owner_uuid, e.lot, e.condition
      order by e.movement_uuid desc, e.leg desc rows unbounded preceding)`.execute(tx);
  return new Map(rows.map(({ movement_uuid, leg, after }) => [`${movement_uuid} ${leg}`, after]));
}

/** A page of the ledger, newest first. */
export async function entryPage(
  tx: Tx,
  scope: EntryScope,
  locationUuid: string | null,
  { cur_page, page_size, cursor, ...filters }: Omit<ParsedInputOf<typeof listEntries>, "owner_uuid" | "provider_uuid" | "location">,
): Promise<Result<Page<EntryRow>, "parameterError">> {
  const barcode = scope.isRetailer ? sql<string>`''` : sql<string>`coalesce(l.barcode, '')`;
  const username = scope.isRetailer ? sql<string>`''` : sql<string>`colleague_name(stock_entry.user_uuid)`;
  const page = await listPage(
    tx,
    {
      name: "stock.list-entries",
      table: "stock_entry",
      base: filtered(tx, scope, locationUuid, filters),
      keys,
      select: (rows) =>
        rows
          .innerJoin("variant as v", (join) =>
            join.onRef("v.provider_uuid", "=", "stock_entry.provider_uuid").onRef("v.variant_uuid", "=", "stock_entry.variant_uuid"),
          )
          .innerJoin("warehouse as w", (join) =>
            join.onRef("w.provider_uuid", "=", "stock_entry.provider_uuid").onRef("w.warehouse_uuid", "=", "stock_entry.warehouse_uuid"),
          )
          .leftJoin("location as l", (join) =>
            join.onRef("l.provider_uuid", "=", "stock_entry.provider_uuid").onRef("l.location_uuid", "=", "stock_entry.location_uuid"),
          )
          .select(["stock_entry.movement_uuid", "stock_entry.leg", "stock_entry.at", "stock_entry.source_type", "stock_entry.source_uuid"])
          .select(["stock_entry.variant_uuid", "stock_entry.owner_uuid", "stock_entry.warehouse_uuid", "stock_entry.place"])
          .select(["stock_entry.location_uuid", "stock_entry.lot", "stock_entry.condition", "stock_entry.quantity", "stock_entry.reason"])
          .select(["v.sku", "w.name as warehouse_name", barcode.as("barcode"), username.as("username")])
          .select(ownerName("stock_entry.owner_uuid").as("owner_name")),
      show: ({ position: _position, at, place, condition, ...row }): EntryRow => ({
        ...row,
        at: at.toISOString(),
        place: place as EntryRow["place"],
        condition: condition as Condition,
        quantity_after: null,
      }),
    },
    { cur_page, page_size, cursor },
  );
  const oldest = page.ok ? page.value.result.at(-1) : undefined;
  if (!page.ok || oldest === undefined || filters.variant_uuid === undefined) return page;
  const after = await quantitiesAfter(tx, scope.providerUuid, filters.variant_uuid, oldest.movement_uuid);
  return ok({
    ...page.value,
    result: page.value.result.map((row) => ({ ...row, quantity_after: after.get(`${row.movement_uuid} ${row.leg}`) ?? null })),
  });
}

const mostStanding = 1000;

interface Standing {
  variant_uuid: string;
  sku: string;
  warehouse_uuid: string;
  location_uuid: string;
  barcode: string;
  lot: string;
  condition: Condition;
  quantity: number;
}

/**
 * What stood of a SKU, or at a location, at a moment: what its entries up to then, that moment's own among them, add up to. Of locations where none of
 * its goods stand now a retailer sees nothing, and what stood there all the same.
 */
export async function stoodAt(
  tx: Tx,
  { providerUuid, ownerUuid, isRetailer }: EntryScope,
  asked: { variantUuid: string | null; locationUuid: string | null; at: Date },
): Promise<{ result: Standing[]; isComplete: boolean }> {
  const after = lowestMovementId(new Date(asked.at.getTime() + 1));
  let entries = tx
    .selectFrom("stock_entry as e")
    .select([
      "e.variant_uuid",
      "e.warehouse_uuid",
      "e.location_uuid",
      "e.lot",
      "e.condition",
      sql<number>`sum(e.quantity)::bigint`.as("quantity"),
    ])
    .where("e.provider_uuid", "=", providerUuid)
    .where("e.movement_uuid", "<", after)
    .where("e.location_uuid", "is not", null)
    .groupBy(["e.variant_uuid", "e.warehouse_uuid", "e.location_uuid", "e.owner_uuid", "e.lot", "e.condition"])
    .having(sql<number>`sum(e.quantity)`, "<>", 0);
  if (ownerUuid !== null) entries = entries.where("e.owner_uuid", "=", ownerUuid);
  if (asked.variantUuid !== null) entries = entries.where("e.variant_uuid", "=", asked.variantUuid);
  if (asked.locationUuid !== null) entries = entries.where("e.location_uuid", "=", asked.locationUuid);
  const { rows } = await sql<Standing>`
    select s.variant_uuid, v.sku, s.warehouse_uuid, s.location_uuid, ${isRetailer ? sql`''` : sql`coalesce(l.barcode, '')`} as barcode, s.lot, s.condition, s.quantity
    from (${entries}) s join variant v on v.provider_uuid = ${providerUuid} and v.variant_uuid = s.variant_uuid
      left join location l on l.provider_uuid = ${providerUuid} and l.location_uuid = s.location_uuid
    order by v.sku_key, l.pick_sequence, s.location_uuid, s.lot, s.condition limit ${mostStanding + 1}`.execute(tx);
  return { result: rows.slice(0, mostStanding), isComplete: rows.length <= mostStanding };
}

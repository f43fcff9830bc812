import { sql } from "kysely";
import type { ParsedInputOf } from "#src/api/define-call.ts";
import type { Page } from "#src/api/list.ts";
import { ok } from "#src/lib/result.ts";
import type { Result } from "#src/lib/result.ts";
import type { MovementEnd, MovementRow, listMovements } from "#src/stock/stock.contract.ts";
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

type MovementFilters = Pick<ParsedInputOf<typeof listMovements>, "variant_uuid" | "source_type" | "source_uuid" | "from" | "until">;

const keys: SortKeys = [
  { column: sql.ref("stock_entry.movement_uuid"), type: "uuid", direction: "desc" },
  { column: sql.ref("stock_entry.leg"), type: "bigint", direction: "desc" },
];

/**
 * One entry of each movement: the one where it went to. Of a location's movements it is the one that stands there, which an index gives; of what stayed
 * there and only changed its condition, both do.
 */
function filtered(tx: Tx, { providerUuid, ownerUuid }: StockScope, locationUuid: string | null, filters: MovementFilters) {
  const { variant_uuid, source_type, source_uuid, from, until } = filters;
  let base = tx.selectFrom("stock_entry").where("stock_entry.provider_uuid", "=", providerUuid);
  if (ownerUuid !== null) base = base.where("stock_entry.owner_uuid", "=", ownerUuid);
  if (locationUuid === null) base = base.where("stock_entry.leg", "=", 2);
  else
    base = base
      .where("stock_entry.location_uuid", "=", locationUuid)
      .where((where) =>
        where.or([
          where("stock_entry.leg", "=", 2),
          where.not(
            where.exists(
              where
                .selectFrom("stock_entry as other")
                .select(sql.lit(1).as("one"))
                .whereRef("other.provider_uuid", "=", "stock_entry.provider_uuid")
                .whereRef("other.movement_uuid", "=", "stock_entry.movement_uuid")
                .where("other.leg", "=", 2)
                .where("other.location_uuid", "=", locationUuid),
            ),
          ),
        ]),
      );
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

type End = Omit<MovementEnd, "quantity_after" | "place" | "condition"> & { place: string; condition: string };

function showEnd(end: End, after: number | undefined): MovementEnd {
  return { ...end, place: end.place as MovementEnd["place"], condition: end.condition as Condition, quantity_after: after ?? null };
}

/** A page of movements, newest first: each with both ends, from the two entries that the ledger has of it. */
export async function movementPage(
  tx: Tx,
  scope: EntryScope,
  locationUuid: string | null,
  { cur_page, page_size, cursor, ...filters }: Omit<ParsedInputOf<typeof listMovements>, "owner_uuid" | "provider_uuid" | "location">,
): Promise<Result<Page<MovementRow>, "parameterError">> {
  const barcodeOf = (location: string) =>
    scope.isRetailer ? sql<string>`''` : sql<string>`coalesce(${sql.ref(`${location}.barcode`)}, '')`;
  const username = scope.isRetailer ? sql<string>`''` : sql<string>`colleague_name(stock_entry.user_uuid)`;
  const page = await listPage(
    tx,
    {
      name: "stock.list-movements",
      table: "stock_entry",
      base: filtered(tx, scope, locationUuid, filters),
      keys,
      select: (rows) =>
        rows
          .innerJoin("variant as v", (join) =>
            join.onRef("v.provider_uuid", "=", "stock_entry.provider_uuid").onRef("v.variant_uuid", "=", "stock_entry.variant_uuid"),
          )
          .innerJoin("stock_entry as f", (join) =>
            join
              .onRef("f.provider_uuid", "=", "stock_entry.provider_uuid")
              .onRef("f.movement_uuid", "=", "stock_entry.movement_uuid")
              .on("f.leg", "=", 1),
          )
          .innerJoin("stock_entry as t", (join) =>
            join
              .onRef("t.provider_uuid", "=", "stock_entry.provider_uuid")
              .onRef("t.movement_uuid", "=", "stock_entry.movement_uuid")
              .on("t.leg", "=", 2),
          )
          .innerJoin("warehouse as fw", (join) =>
            join.onRef("fw.provider_uuid", "=", "f.provider_uuid").onRef("fw.warehouse_uuid", "=", "f.warehouse_uuid"),
          )
          .innerJoin("warehouse as tw", (join) =>
            join.onRef("tw.provider_uuid", "=", "t.provider_uuid").onRef("tw.warehouse_uuid", "=", "t.warehouse_uuid"),
          )
          .leftJoin("location as fl", (join) =>
            join.onRef("fl.provider_uuid", "=", "f.provider_uuid").onRef("fl.location_uuid", "=", "f.location_uuid"),
          )
          .leftJoin("location as tl", (join) =>
            join.onRef("tl.provider_uuid", "=", "t.provider_uuid").onRef("tl.location_uuid", "=", "t.location_uuid"),
          )
          .select(["stock_entry.movement_uuid", "stock_entry.at", "stock_entry.source_type", "stock_entry.source_uuid"])
          .select(["stock_entry.variant_uuid", "stock_entry.owner_uuid", "stock_entry.lot", "stock_entry.reason"])
          .select(["t.quantity", "v.sku", username.as("username"), ownerName("stock_entry.owner_uuid").as("owner_name")])
          .select(["f.place as f_place", "f.warehouse_uuid as f_warehouse_uuid", "fw.name as f_warehouse_name"])
          .select(["f.location_uuid as f_location_uuid", "f.condition as f_condition", barcodeOf("fl").as("f_barcode")])
          .select(["t.place as t_place", "t.warehouse_uuid as t_warehouse_uuid", "tw.name as t_warehouse_name"])
          .select(["t.location_uuid as t_location_uuid", "t.condition as t_condition", barcodeOf("tl").as("t_barcode")]),
      show: (row) => row,
    },
    { cur_page, page_size, cursor },
  );
  if (!page.ok) return page;
  const oldest = page.value.result.at(-1);
  const after =
    oldest === undefined || filters.variant_uuid === undefined
      ? new Map<string, number>()
      : await quantitiesAfter(tx, scope.providerUuid, filters.variant_uuid, oldest.movement_uuid);
  const result = page.value.result.map(
    ({
      movement_uuid,
      at,
      source_type,
      source_uuid,
      variant_uuid,
      sku,
      owner_uuid,
      owner_name,
      lot,
      quantity,
      reason,
      username: by,
      ...ends
    }) => ({
      movement_uuid,
      at: at.toISOString(),
      source_type,
      source_uuid,
      variant_uuid,
      sku,
      owner_uuid,
      owner_name,
      lot,
      quantity,
      reason,
      username: by,
      from: showEnd(
        {
          place: ends.f_place,
          warehouse_uuid: ends.f_warehouse_uuid,
          warehouse_name: ends.f_warehouse_name,
          location_uuid: ends.f_location_uuid,
          barcode: ends.f_barcode,
          condition: ends.f_condition,
        },
        after.get(`${movement_uuid} 1`),
      ),
      to: showEnd(
        {
          place: ends.t_place,
          warehouse_uuid: ends.t_warehouse_uuid,
          warehouse_name: ends.t_warehouse_name,
          location_uuid: ends.t_location_uuid,
          barcode: ends.t_barcode,
          condition: ends.t_condition,
        },
        after.get(`${movement_uuid} 2`),
      ),
    }),
  );
  return ok({ ...page.value, result });
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

import { sql } from "kysely";
import type { ParsedInputOf } from "#src/kit/api/define-call.ts";
import type { Page } from "#src/kit/api/list.ts";
import { ok } from "#src/kit/lib/result.ts";
import type { Result } from "#src/kit/lib/result.ts";
import type { MovementEnd, MovementRow, listMovements } from "#src/warehouse/stock/stock.contract.ts";
import type { Condition } from "#src/warehouse/stock/stock.rules.ts";
import { listPage } from "#server/platform/db/list.ts";
import type { SortKeys } from "#server/platform/db/list-keys.ts";
import type { Tx } from "#server/platform/db/row-security.ts";
import { selectOwnerName } from "#server/warehouse/goods/variants.queries.ts";
import { lowestMovementId } from "./movement-id.ts";
import { limitFirst, selectName } from "../../platform/db/limit-first.ts";
import type { StockScope } from "./stock.queries.ts";

/** Whose movements are listed. A retailer itself gets no names of people and no locations. */
export interface MovementScope extends StockScope {
  readonly isRetailer: boolean;
}

type MovementFilters = Pick<ParsedInputOf<typeof listMovements>, "variant_uuid" | "source_type" | "source_uuid" | "from" | "until">;

const keys: SortKeys = [
  { column: sql.ref("stock_entry.movement_uuid"), type: "uuid", direction: "desc" },
  { column: sql.ref("stock_entry.leg"), type: "bigint", direction: "desc" },
];

/**
 * Selects one entry of each movement: the one where it went to. Of a location's movements it is the entry at that location, which an index finds; where
 * both entries are at it (only the condition changed), again the one where it went to.
 */
function filterEntries(tx: Tx, { providerUuid, ownerUuid }: StockScope, locationUuid: string | null, filters: MovementFilters) {
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

/**
 * Gets how many pieces were at a place after each of a SKU's movements, by movement and leg: what is there now, less what came since. It reads the
 * movements from `from` on, once.
 */
async function getQuantitiesAfter(tx: Tx, providerUuid: string, variantUuid: string, from: string): Promise<Map<string, number>> {
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

interface FoundEnd {
  place: string;
  condition: string;
  location_uuid: string | null;
  barcode: string | null;
}

/** SQL for an end of a movement: leg 1 is where it came from, leg 2 where it went to. */
function joinEnd(leg: 1 | 2) {
  return sql<FoundEnd>`lateral (
    select e.place, e.condition, e.location_uuid, l.barcode from stock_entry e
      left join location l on l.provider_uuid = e.provider_uuid and l.location_uuid = e.location_uuid
    where e.provider_uuid = stock_entry.provider_uuid and e.movement_uuid = stock_entry.movement_uuid and e.leg = ${sql.lit(leg)})`;
}

const selectEnd = (name: "origin" | "destination") =>
  sql<FoundEnd>`jsonb_build_object('place', ${sql.ref(`${name}.place`)}, 'condition', ${sql.ref(`${name}.condition`)},
    'location_uuid', ${sql.ref(`${name}.location_uuid`)}, 'barcode', ${sql.ref(`${name}.barcode`)})`;

type FoundMovement = Omit<MovementRow, "at" | "from" | "to"> & {
  readonly at: Date;
  readonly warehouse_uuid: string;
  readonly warehouse_name: string;
  readonly origin: FoundEnd;
  readonly destination: FoundEnd;
};

/** @param after how many pieces were at an end afterwards, by movement and leg */
function toMovement(
  { at, warehouse_uuid, warehouse_name, origin, destination, ...row }: FoundMovement,
  { isRetailer }: MovementScope,
  after: ReadonlyMap<string, number>,
): MovementRow {
  const toEnd = (leg: 1 | 2, { place, condition, location_uuid, barcode }: FoundEnd): MovementEnd => ({
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a CHECK constraint, or its writer's schema, allows no other value
    place: place as MovementEnd["place"],
    warehouse_uuid,
    warehouse_name,
    location_uuid,
    barcode: isRetailer ? "" : (barcode ?? ""),
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a CHECK constraint, or its writer's schema, allows no other value
    condition: condition as Condition,
    quantity_after: after.get(`${row.movement_uuid} ${leg}`) ?? null,
  });
  return { ...row, at: at.toISOString(), from: toEnd(1, origin), to: toEnd(2, destination) };
}

/** Lists a page of movements, newest first: each with both ends, from the two entries that the ledger has of it. */
export async function listMovementPage(
  tx: Tx,
  scope: MovementScope,
  locationUuid: string | null,
  { cur_page, page_size, cursor, ...filters }: Omit<ParsedInputOf<typeof listMovements>, "owner_uuid" | "provider_uuid" | "location">,
): Promise<Result<Page<MovementRow>, "parameterError">> {
  const username = scope.isRetailer ? sql<string>`''` : selectName("stock_entry.user_uuid");
  const page = await listPage(
    tx,
    {
      name: "stock.list-movements",
      table: "stock_entry",
      base: filterEntries(tx, scope, locationUuid, filters),
      keys,
      select: (rows) =>
        limitFirst(tx, "stock_entry", rows, scope.isRetailer ? [] : ["user_uuid"])
          .innerJoin("variant as v", (join) =>
            join.onRef("v.provider_uuid", "=", "stock_entry.provider_uuid").onRef("v.variant_uuid", "=", "stock_entry.variant_uuid"),
          )
          // A movement stays within its warehouse.
          .innerJoin("warehouse as w", (join) =>
            join.onRef("w.provider_uuid", "=", "stock_entry.provider_uuid").onRef("w.warehouse_uuid", "=", "stock_entry.warehouse_uuid"),
          )
          .innerJoin(joinEnd(1).as<"origin">(sql.ref("origin")), (join) => join.onTrue())
          .innerJoin(joinEnd(2).as<"destination">(sql.ref("destination")), (join) => join.onTrue())
          .select(["stock_entry.movement_uuid", "stock_entry.at", "stock_entry.source_type", "stock_entry.source_uuid"])
          .select(["stock_entry.variant_uuid", "stock_entry.owner_uuid", "stock_entry.lot", "stock_entry.reason", "v.sku"])
          // Of a movement within one location the entry may be the one that left.
          .select(sql<number>`abs(stock_entry.quantity)`.as("quantity"))
          // Another retailer is none of a retailer's business.
          .select(scope.isRetailer ? sql<null>`null`.as("for_retailer_uuid") : "stock_entry.for_retailer_uuid")
          .select(["stock_entry.warehouse_uuid", "w.name as warehouse_name"])
          .select([selectEnd("origin").as("origin"), selectEnd("destination").as("destination")])
          .select([username.as("username"), selectOwnerName("stock_entry.owner_uuid").as("owner_name")]),
      show: ({ position: _position, ...row }): FoundMovement => row,
    },
    { cur_page, page_size, cursor },
  );
  if (!page.ok) return page;
  const oldest = page.value.result.at(-1)?.movement_uuid;
  const after =
    oldest === undefined || filters.variant_uuid === undefined
      ? new Map<string, number>()
      : await getQuantitiesAfter(tx, scope.providerUuid, filters.variant_uuid, oldest);
  return ok({ ...page.value, result: page.value.result.map((row) => toMovement(row, scope, after)) });
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
 * Gets the stock of a SKU, or at a location, at a moment: the sum of its entries up to then, that moment's own included. A retailer sees the stock of
 * every location, and no location's code.
 */
export async function getStockAt(
  tx: Tx,
  { providerUuid, ownerUuid, isRetailer }: MovementScope,
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

import { sql } from "kysely";
import type { SelectQueryBuilder } from "kysely";
import type { OutputOf, ParsedInputOf } from "#src/kit/api/define-call.ts";
import type { Page } from "#src/kit/api/list.ts";
import type { Result } from "#src/kit/lib/result.ts";
import type { findToPack, listToPack, listToWeigh, PackItem, PackRow, Parcel } from "#src/outbound/packing/packing.contract.ts";
import { getAllowedGrams, mostFound } from "#src/outbound/packing/packing.rules.ts";
import type { PackedItem, ParcelStatus } from "#src/outbound/packing/packing.rules.ts";
import { limitFirst } from "#server/platform/db/limit-first.ts";
import { listPage } from "#server/platform/db/list.ts";
import type { DB } from "#server/platform/db/schema.generated.ts";
import type { Tx } from "#server/platform/db/row-security.ts";
import { selectMainImage } from "#server/warehouse/goods/variants.queries.ts";
import { parseSettings } from "#server/warehouse/warehouses/warehouses.queries.ts";
import { orderSource } from "../orders/allocate.commands.ts";
import { locationsOfOrder } from "../orders/order-locations.queries.ts";
import type { OrderScope } from "../orders/order-scope.ts";
import { formatMoment } from "../orders/orders.queries.ts";
import { codesOfSku } from "../picking/pick-tasks.queries.ts";

export type PackScope = Pick<OrderScope, "tx" | "providerUuid">;

interface Row extends Omit<PackRow, "status" | "kind" | "due_at"> {
  status: string;
  kind: string;
  due_at: Date | null;
}

function toPackRow({ status, kind, due_at, ...row }: Row): PackRow {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the statements select no other status, and a CHECK constraint allows no other kind
  const words = { status, kind } as Pick<PackRow, "status" | "kind">;
  return { ...row, ...words, due_at: formatMoment(due_at) };
}

/** Adds what a row shows to `sales_order`: of its wave and its warehouse. */
function selectShown<O>(orders: SelectQueryBuilder<DB, "sales_order", O>) {
  return orders
    .innerJoin("warehouse as h", (join) =>
      join.onRef("h.provider_uuid", "=", "sales_order.provider_uuid").onRef("h.warehouse_uuid", "=", "sales_order.warehouse_uuid"),
    )
    .innerJoin("wave as w", (join) =>
      join.onRef("w.provider_uuid", "=", "sales_order.provider_uuid").onRef("w.wave_uuid", "=", "sales_order.wave_uuid"),
    )
    .select([
      "sales_order.order_uuid",
      "sales_order.order_number",
      "sales_order.kind",
      sql<string>`sales_order.warehouse_uuid`.as("warehouse_uuid"),
      "h.name as warehouse_name",
      "w.wave_number",
      "sales_order.status",
      locationsOfOrder.as("locations"),
      "sales_order.demand_skus as sku_count",
      "sales_order.demand_pieces as piece_count",
      sql<boolean>`(sales_order.holds <> '{}')`.as("is_held"),
      "sales_order.due_at",
    ])
    .$castTo<O & Row>();
}

/** Returns a page of the reviewed orders that wait to be packed, the oldest first. */
export function listToPackPage(
  { tx, providerUuid }: PackScope,
  { cur_page, page_size, cursor, warehouse_uuid }: ParsedInputOf<typeof listToPack>,
): Promise<Result<Page<PackRow>, "parameterError">> {
  const base = tx
    .selectFrom("sales_order")
    .where("sales_order.provider_uuid", "=", providerUuid)
    .where("sales_order.status", "=", sql.lit("reviewed"))
    .$if(warehouse_uuid !== undefined, (rows) => rows.where("sales_order.warehouse_uuid", "=", warehouse_uuid ?? ""));
  return listPage(
    tx,
    {
      name: "packing.list-to-pack",
      table: "sales_order",
      base,
      keys: [{ column: sql.ref("sales_order.order_uuid"), type: "uuid", direction: "asc" }],
      select: (page) => selectShown(limitFirst(tx, "sales_order", page)),
      show: ({ position: _position, ...row }): PackRow => toPackRow(row),
    },
    { cur_page, page_size, cursor },
  );
}

/** Returns those of some orders that are reviewed, packed or weighed, the oldest first. */
export async function listPackRows({ tx, providerUuid }: PackScope, uuids: readonly string[]): Promise<PackRow[]> {
  if (uuids.length === 0) return [];
  const rows = await selectShown(tx.selectFrom("sales_order"))
    .where("sales_order.provider_uuid", "=", providerUuid)
    .where("sales_order.status", "in", ["reviewed", "packed", "weighed", "bagged"])
    .where(sql<boolean>`sales_order.order_uuid = any (${[...uuids]}::uuid[])`)
    .orderBy("sales_order.order_uuid")
    .execute();
  return rows.map(toPackRow);
}

interface ParcelColumns extends Omit<Parcel, "status" | "packed_at" | "allowed_grams"> {
  status: string;
  packed_at: Date;
  settings: unknown;
}

function toParcel({ status, packed_at, settings, ...row }: ParcelColumns): Parcel {
  const { expected_grams } = row;
  return {
    ...row,
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a CHECK constraint allows no other value
    status: status as ParcelStatus,
    allowed_grams: expected_grams === null ? null : Math.floor(getAllowedGrams(expected_grams, parseSettings(settings))),
    packed_at: packed_at.toISOString(),
  };
}

/** Adds what a parcel shows to `parcel`: of its order, its warehouse and its box. */
function selectShownOfParcel<O>(parcels: SelectQueryBuilder<DB, "parcel", O>) {
  return parcels
    .innerJoin("sales_order as o", (join) =>
      join.onRef("o.provider_uuid", "=", "parcel.provider_uuid").onRef("o.order_uuid", "=", "parcel.order_uuid"),
    )
    .innerJoin("warehouse as h", (join) =>
      join.onRef("h.provider_uuid", "=", "parcel.provider_uuid").onRef("h.warehouse_uuid", "=", "parcel.warehouse_uuid"),
    )
    .leftJoin("box_type as b", (join) =>
      join.onRef("b.provider_uuid", "=", "parcel.provider_uuid").onRef("b.box_uuid", "=", "parcel.box_uuid"),
    )
    .select([
      "parcel.parcel_uuid",
      "parcel.parcel_number",
      "parcel.box_mark",
      "parcel.length_mm",
      "parcel.width_mm",
      "parcel.height_mm",
      "parcel.order_uuid",
      "o.order_number",
      "parcel.warehouse_uuid",
      "parcel.status",
      sql<string>`coalesce(b.name, '')`.as("box_name"),
      "parcel.piece_count",
      "parcel.expected_grams",
      "parcel.measured_grams",
      "parcel.variance_reason",
      sql<boolean>`(o.holds <> '{}')`.as("is_held"),
      "parcel.packed_at",
      "h.settings",
    ])
    .$castTo<O & ParcelColumns>();
}

function selectParcels({ tx, providerUuid }: PackScope) {
  return tx.selectFrom("parcel").where("parcel.provider_uuid", "=", providerUuid);
}

/** Returns a page of the parcels that wait to be weighed, the oldest first. */
export function listToWeighPage(
  { tx, providerUuid }: PackScope,
  { cur_page, page_size, cursor, warehouse_uuid }: ParsedInputOf<typeof listToWeigh>,
): Promise<Result<Page<Parcel>, "parameterError">> {
  const base = selectParcels({ tx, providerUuid })
    .where("parcel.status", "=", sql.lit("closed"))
    .$if(warehouse_uuid !== undefined, (rows) => rows.where("parcel.warehouse_uuid", "=", warehouse_uuid ?? ""));
  return listPage(
    tx,
    {
      name: "packing.list-to-weigh",
      table: "parcel",
      base,
      keys: [{ column: sql.ref("parcel.parcel_uuid"), type: "uuid", direction: "asc" }],
      select: (page) => selectShownOfParcel(limitFirst(tx, "parcel", page)),
      show: ({ position: _position, ...row }): Parcel => toParcel(row),
    },
    { cur_page, page_size, cursor },
  );
}

/** Returns an order's parcels that are not void, the oldest first. */
export async function listParcelsOfOrder(scope: PackScope, orderUuid: string): Promise<Parcel[]> {
  const rows = await selectShownOfParcel(selectParcels(scope))
    .where("parcel.order_uuid", "=", orderUuid)
    .where("parcel.status", "<>", "voided")
    .orderBy("parcel.parcel_uuid")
    .execute();
  return rows.map(toParcel);
}

/** Returns a parcel; null if the caller may not see it. */
export async function findParcel(scope: PackScope, parcelUuid: string): Promise<Parcel | null> {
  const row = await selectShownOfParcel(selectParcels(scope)).where("parcel.parcel_uuid", "=", parcelUuid).executeTakeFirst();
  return row === undefined ? null : toParcel(row);
}

interface Meaning {
  readonly kind: "parcel" | "order" | "location";
  readonly parcel_uuid: string | null;
  readonly orders: string[];
}

/** Finds what a code means when packing or weighing: a parcel's number comes first, then an order's, then a packing location. */
export async function findByCode(
  scope: PackScope,
  { code, warehouse_uuid }: ParsedInputOf<typeof findToPack>,
): Promise<OutputOf<typeof findToPack>> {
  const { tx, providerUuid } = scope;
  const upper = code.toUpperCase();
  const inWarehouse = (table: string) =>
    warehouse_uuid === undefined ? sql`` : sql`and ${sql.ref(`${table}.warehouse_uuid`)} = ${warehouse_uuid}`;
  const { rows } = await sql<Meaning>`
    select 'parcel' as kind, p.parcel_uuid, array[p.order_uuid] as orders from parcel p
    where p.provider_uuid = ${providerUuid} and p.parcel_number = ${upper} ${inWarehouse("p")}
    union all
    select 'order', null, array[o.order_uuid] from sales_order o
    where o.provider_uuid = ${providerUuid} and o.order_number = ${upper} and o.status in ('reviewed', 'packed', 'weighed', 'bagged') ${inWarehouse("o")}
    union all
    select 'location', null, coalesce((select array_agg(f.order_uuid) from (select distinct o.order_uuid from stock_balance b
          join reservation r on r.provider_uuid = b.provider_uuid and r.variant_uuid = b.variant_uuid and r.location_uuid = b.location_uuid
            and r.source_type = 'order' and r.status = 'open'
          join sales_order o on o.provider_uuid = r.provider_uuid and o.order_uuid = r.source_uuid and o.status = 'reviewed'
        where b.provider_uuid = l.provider_uuid and b.location_uuid = l.location_uuid and b.quantity > 0
        order by o.order_uuid limit ${sql.lit(mostFound)}) f), '{}')
    from location l where l.provider_uuid = ${providerUuid} and l.barcode = ${upper} and l.type = 'packing' and not l.is_blocked ${inWarehouse("l")}`.execute(
    tx,
  );
  const [best] = rows;
  if (best === undefined) return { kind: "unknown", orders: [], parcels: [] };
  const { kind, parcel_uuid, orders } = best;
  const parcel = parcel_uuid === null ? null : await findParcel(scope, parcel_uuid);
  if (parcel !== null) return { kind, orders: parcel.status === "voided" ? [] : await listPackRows(scope, orders), parcels: [parcel] };
  const parcels = kind === "order" ? await listParcelsOfOrder(scope, orders[0] ?? "") : [];
  return { kind, orders: await listPackRows(scope, orders), parcels };
}

/** SQL for whether all sides of a variant `v` were measured. */
const isMeasured = sql`num_nulls(v.measured_length_mm, v.measured_width_mm, v.measured_height_mm) = 0`;

/** SQL for the weight and sides of a variant `v`: measured if they were, else declared. */
export const selectMeasures = sql`coalesce(v.measured_weight_grams, v.weight_grams) as weight_grams,
      case when ${isMeasured} then v.measured_length_mm else v.length_mm end as length_mm,
      case when ${isMeasured} then v.measured_width_mm else v.width_mm end as width_mm,
      case when ${isMeasured} then v.measured_height_mm else v.height_mm end as height_mm`;

/** Returns the goods that an order has, by SKU and lot, with measured sizes and weights before declared ones. */
export async function listPackItems({ tx, providerUuid }: PackScope, orderUuid: string): Promise<PackItem[]> {
  const { rows } = await sql<PackItem>`
    select k.variant_uuid, v.sku, ${codesOfSku} as codes, p.title, v.title as variant_title, ${selectMainImage("p")} as main_image, k.lot, k.quantity,
      ${selectMeasures}
    from (select provider_uuid, variant_uuid, lot, sum(quantity)::integer as quantity from reservation
        where provider_uuid = ${providerUuid} and source_type = ${orderSource} and source_uuid = ${orderUuid} and status = 'open' group by 1, 2, 3) k
      join variant v on v.provider_uuid = k.provider_uuid and v.variant_uuid = k.variant_uuid
      join product p on p.provider_uuid = v.provider_uuid and p.product_uuid = v.product_uuid
    order by v.sku, k.lot`.execute(tx);
  return rows;
}

/** What an order has, with the weight of each piece, null where it is not known. */
export interface WeighedItem extends PackedItem {
  readonly weight_grams: number | null;
}

/** Returns the pieces that an order has, for packing them. */
export async function listGoods(tx: Tx, providerUuid: string, orderUuid: string): Promise<WeighedItem[]> {
  const { rows } = await sql<WeighedItem>`
    select r.variant_uuid, r.lot, sum(r.quantity)::integer as quantity, coalesce(v.measured_weight_grams, v.weight_grams) as weight_grams
    from reservation r join variant v on v.provider_uuid = r.provider_uuid and v.variant_uuid = r.variant_uuid
    where r.provider_uuid = ${providerUuid} and r.source_type = ${orderSource} and r.source_uuid = ${orderUuid} and r.status = 'open'
    group by r.variant_uuid, r.lot, v.measured_weight_grams, v.weight_grams`.execute(tx);
  return rows;
}

/** Counts the given parcels that the caller may see. */
export async function countParcels({ tx, providerUuid }: PackScope, uuids: readonly string[]): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from parcel where provider_uuid = ${providerUuid} and parcel_uuid = any (${[...uuids]}::uuid[])`.execute(tx);
  return rows[0]?.count ?? 0;
}

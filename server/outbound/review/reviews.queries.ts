import { sql } from "kysely";
import type { RawBuilder, SelectQueryBuilder, SqlBool } from "kysely";
import type { OutputOf, ParsedInputOf } from "#src/kit/api/define-call.ts";
import type { Page } from "#src/kit/api/list.ts";
import type { Result } from "#src/kit/lib/result.ts";
import type { findToReview, listToReview, Review, ReviewLine, ReviewRow } from "#src/outbound/review/review.contract.ts";
import { mostFound } from "#src/outbound/review/review.rules.ts";
import type { ReviewStatus } from "#src/outbound/review/review.rules.ts";
import type { WaveKind } from "#src/outbound/waves/waves.rules.ts";
import { limitFirst } from "#server/platform/db/limit-first.ts";
import { listPage } from "#server/platform/db/list.ts";
import type { DB } from "#server/platform/db/schema.generated.ts";
import { selectMainImage, selectNamedVariants } from "#server/warehouse/goods/variants.queries.ts";
import { locationsOfOrder } from "../orders/order-locations.queries.ts";
import type { OrderScope } from "../orders/order-scope.ts";
import { formatMoment } from "../orders/orders.queries.ts";
import { codesOfSku } from "../picking/pick-tasks.queries.ts";

type Scope = Pick<OrderScope, "tx" | "providerUuid" | "userUuid">;

interface Row extends Omit<ReviewRow, "kind" | "due_at"> {
  kind: string;
  due_at: Date | null;
}

function toReviewRow({ kind, due_at, ...row }: Row): ReviewRow {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a CHECK constraint allows no other value
  return { ...row, kind: kind as WaveKind, due_at: formatMoment(due_at) };
}

function selectToReview({ tx, providerUuid }: Pick<Scope, "tx" | "providerUuid">) {
  return tx
    .selectFrom("sales_order")
    .where("sales_order.provider_uuid", "=", providerUuid)
    .where("sales_order.status", "=", sql.lit("picked"));
}

/** SQL for whether a person reviews the order. */
function isReviewedBy(userUuid: string | null): RawBuilder<SqlBool> {
  return sql<SqlBool>`exists (select from order_review v where v.provider_uuid = sales_order.provider_uuid and v.order_uuid = sales_order.order_uuid
    and v.status = 'open' and v.user_uuid = ${userUuid}::uuid)`;
}

/** Adds what a row shows to `sales_order`: of its wave, its warehouse and the review that is open. */
function selectShown<O>(orders: SelectQueryBuilder<DB, "sales_order", O>, userUuid: string | null) {
  return orders
    .innerJoin("warehouse as h", (join) =>
      join.onRef("h.provider_uuid", "=", "sales_order.provider_uuid").onRef("h.warehouse_uuid", "=", "sales_order.warehouse_uuid"),
    )
    .innerJoin("wave as w", (join) =>
      join.onRef("w.provider_uuid", "=", "sales_order.provider_uuid").onRef("w.wave_uuid", "=", "sales_order.wave_uuid"),
    )
    .leftJoin("order_review as v", (join) =>
      join
        .onRef("v.provider_uuid", "=", "sales_order.provider_uuid")
        .onRef("v.order_uuid", "=", "sales_order.order_uuid")
        .on("v.status", "=", sql.lit("open")),
    )
    .select([
      "sales_order.order_uuid",
      "sales_order.order_number",
      sql<string>`sales_order.warehouse_uuid`.as("warehouse_uuid"),
      "h.name as warehouse_name",
      "w.wave_number",
      "w.kind",
      locationsOfOrder.as("totes"),
      "sales_order.demand_skus as sku_count",
      "sales_order.demand_pieces as piece_count",
      sql<number>`coalesce(v.reviewed_pieces, 0)`.as("reviewed_pieces"),
      sql<string>`case when v.user_uuid is null then '' else coalesce(colleague_name(v.user_uuid), '') end`.as("reviewer"),
      sql<boolean>`coalesce(v.user_uuid = ${userUuid}::uuid, false)`.as("is_mine"),
      sql<boolean>`(sales_order.holds <> '{}')`.as("is_held"),
      "sales_order.due_at",
    ])
    .$castTo<O & Row>();
}

/** Returns a page of the picked orders that wait for review, the oldest first. */
export function listToReviewPage(
  { tx, providerUuid, userUuid }: Scope,
  { cur_page, page_size, cursor, warehouse_uuid, is_mine }: ParsedInputOf<typeof listToReview>,
): Promise<Result<Page<ReviewRow>, "parameterError">> {
  const base = selectToReview({ tx, providerUuid })
    .$if(warehouse_uuid !== undefined, (rows) => rows.where("sales_order.warehouse_uuid", "=", warehouse_uuid ?? ""))
    .$if(is_mine === true, (rows) => rows.where(isReviewedBy(userUuid)))
    .$if(is_mine === false, (rows) => rows.where(sql<SqlBool>`not ${isReviewedBy(userUuid)}`));
  return listPage(
    tx,
    {
      name: "review.list-to-review",
      table: "sales_order",
      base,
      keys: [{ column: sql.ref("sales_order.order_uuid"), type: "uuid", direction: "asc" }],
      select: (page) => selectShown(limitFirst(tx, "sales_order", page), userUuid),
      show: ({ position: _position, ...row }): ReviewRow => toReviewRow(row),
    },
    { cur_page, page_size, cursor },
  );
}

/** Returns the picked orders among some, the oldest first. */
async function listOrders({ tx, providerUuid, userUuid }: Scope, uuids: readonly string[]): Promise<ReviewRow[]> {
  if (uuids.length === 0) return [];
  const rows = await selectShown(selectToReview({ tx, providerUuid }), userUuid)
    .where(sql<SqlBool>`sales_order.order_uuid = any (${[...uuids]}::uuid[])`)
    .orderBy("sales_order.order_uuid")
    .execute();
  return rows.map(toReviewRow);
}

interface Meaning {
  readonly kind: "packing" | "tote" | "order" | "product";
  readonly location: string;
  readonly warehouse_uuid: string | null;
  readonly orders: string[];
}

/**
 * Finds what a code means at the review. A location comes first, then an order's number, then a product: barcodes of locations are a warehouse's own, and
 * nobody gives a product an order's number.
 */
export async function findByCode(
  scope: Scope,
  { code, warehouse_uuid }: ParsedInputOf<typeof findToReview>,
): Promise<OutputOf<typeof findToReview>> {
  const { tx, providerUuid } = scope;
  const upper = code.toUpperCase();
  const inWarehouse = (table: string) =>
    warehouse_uuid === undefined ? sql`` : sql`and ${sql.ref(`${table}.warehouse_uuid`)} = ${warehouse_uuid}`;
  const { rows } = await sql<Meaning>`
    select case l.type when 'slot' then 'tote' else l.type end as kind, l.barcode as location, l.warehouse_uuid,
      coalesce((select array_agg(r.source_uuid) from (select distinct r.source_uuid from stock_balance b
          join reservation r on r.provider_uuid = b.provider_uuid and r.variant_uuid = b.variant_uuid and r.location_uuid = b.location_uuid
            and r.source_type = 'order' and r.status = 'open'
        where b.provider_uuid = l.provider_uuid and b.location_uuid = l.location_uuid and b.quantity > 0
        order by r.source_uuid limit ${sql.lit(mostFound)}) r), '{}') as orders
    from location l where l.provider_uuid = ${providerUuid} and l.barcode = ${upper} and l.type in ('tote', 'packing', 'slot') and not l.is_blocked ${inWarehouse("l")}
    union all
    select 'order', '', null, array[o.order_uuid] from sales_order o
    where o.provider_uuid = ${providerUuid} and o.order_number = ${upper} and o.status = 'picked' ${inWarehouse("o")}
    union all
    select 'product', '', null, array_agg(f.order_uuid) from (
      select distinct o.order_uuid from ${selectNamedVariants(providerUuid, code)} n
        join reservation r on r.provider_uuid = ${providerUuid} and r.variant_uuid = n.variant_uuid and r.source_type = 'order' and r.status = 'open'
        join sales_order o on o.provider_uuid = r.provider_uuid and o.order_uuid = r.source_uuid and o.status = 'picked' ${inWarehouse("o")}
      order by o.order_uuid limit ${sql.lit(mostFound)}) f
    having count(*) > 0`.execute(tx);
  const [best] = rows;
  if (best === undefined) return { kind: "unknown", location: "", warehouse_uuid: null, orders: [] };
  const orders = best.kind === "packing" ? [] : await listOrders(scope, best.orders);
  return { kind: best.kind === "packing" ? "location" : best.kind, location: best.location, warehouse_uuid: best.warehouse_uuid, orders };
}

/** SQL for the lines of a review as JSON. */
const linesOfReview = sql<ReviewLine[]>`coalesce((select json_agg(json_build_object(
    'line_number', k.line_number, 'variant_uuid', k.variant_uuid, 'sku', v.sku, 'codes', ${codesOfSku}, 'title', p.title, 'variant_title', v.title,
    'main_image', ${selectMainImage("p")}, 'lot', k.lot, 'quantity', k.quantity, 'reviewed_quantity', k.reviewed_quantity) order by k.line_number)
  from order_review_line k
    join variant v on v.provider_uuid = k.provider_uuid and v.variant_uuid = k.variant_uuid
    join product p on p.provider_uuid = v.provider_uuid and p.product_uuid = v.product_uuid
  where k.provider_uuid = order_review.provider_uuid and k.review_uuid = order_review.review_uuid), '[]')`;

/** Returns a review with its lines; null if the caller may not see it. */
export async function findReview({ tx, providerUuid }: Pick<Scope, "tx" | "providerUuid">, reviewUuid: string): Promise<Review | null> {
  const row = await tx
    .selectFrom("order_review")
    .innerJoin("sales_order", (join) =>
      join
        .onRef("sales_order.provider_uuid", "=", "order_review.provider_uuid")
        .onRef("sales_order.order_uuid", "=", "order_review.order_uuid"),
    )
    .leftJoin("location as l", (join) =>
      join.onRef("l.provider_uuid", "=", "order_review.provider_uuid").onRef("l.location_uuid", "=", "order_review.location_uuid"),
    )
    .select([
      "order_review.review_uuid",
      "order_review.order_uuid",
      "sales_order.order_number",
      "order_review.warehouse_uuid",
      "order_review.status",
      locationsOfOrder.as("totes"),
      sql<string>`coalesce(l.barcode, '')`.as("location"),
      "order_review.piece_count",
      "order_review.reviewed_pieces",
      "order_review.version",
      sql<string[]>`array(select p.parcel_number from parcel p where p.provider_uuid = order_review.provider_uuid
        and p.order_uuid = order_review.order_uuid and p.status <> 'voided' order by p.parcel_uuid)`.as("parcel_numbers"),
      linesOfReview.as("lines"),
    ])
    .where("order_review.provider_uuid", "=", providerUuid)
    .where("order_review.review_uuid", "=", reviewUuid)
    .executeTakeFirst();
  if (row === undefined) return null;
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a CHECK constraint allows no other value
  return { ...row, status: row.status as ReviewStatus };
}

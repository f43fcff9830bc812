import { sql } from "kysely";
import type { RawBuilder, SelectQueryBuilder, SqlBool } from "kysely";
import type { Page } from "#src/kit/api/list.ts";
import type { Result } from "#src/kit/lib/result.ts";
import type { OrderRow } from "#src/outbound/orders/orders.contract.ts";
import type { OrderStatus } from "#src/outbound/orders/orders.machine.ts";
import { maskText } from "#src/outbound/orders/orders.rules.ts";
import type { FulfilmentStatus, HoldKind, OrderKind, OrderSort, OrderToDo, PaymentStatus } from "#src/outbound/orders/orders.rules.ts";
import { limitFirst } from "#server/platform/db/limit-first.ts";
import { listPage } from "#server/platform/db/list.ts";
import type { PageRequest } from "#server/platform/db/list.ts";
import type { Tx } from "#server/platform/db/row-security.ts";
import type { DB } from "#server/platform/db/schema.generated.ts";
import { selectOwnerName } from "#server/warehouse/goods/variants.queries.ts";
import { formatTime } from "#server/platform/db/values.ts";
import type { OrderScope } from "./order-scope.ts";
import { dueStatusList, openStatusList } from "./status-lists.ts";

type Scope = Pick<OrderScope, "tx" | "providerUuid" | "retailerUuid" | "seesRecipients">;

/** The filters of a list of orders. */
export interface OrderFilter {
  readonly status: readonly OrderStatus[];
  readonly kind?: OrderKind | undefined;
  readonly to_do?: OrderToDo | undefined;
  readonly hold?: HoldKind | undefined;
  readonly owner_uuid?: string | undefined;
  readonly warehouse_uuid?: string | undefined;
  readonly channel_uuid?: string | undefined;
  readonly country?: string | undefined;
  readonly created_from?: string | undefined;
  readonly created_to?: string | undefined;
  readonly search: string;
}

/** Selects the orders that the caller may see: for a retailer, its own. */
export function selectOrders({
  tx,
  providerUuid,
  retailerUuid,
}: Pick<Scope, "providerUuid" | "retailerUuid"> & { readonly tx: Pick<Tx, "selectFrom"> }) {
  return tx
    .selectFrom("sales_order")
    .where("sales_order.provider_uuid", "=", providerUuid)
    .$if(retailerUuid !== null, (rows) => rows.where("sales_order.owner_uuid", "=", retailerUuid ?? ""));
}

/** Formats a timestamp as in the API: ISO 8601, or an empty string. */
export function formatMoment(at: Date | null): string {
  return at === null ? "" : formatTime(at);
}

interface Row {
  order_uuid: string;
  order_number: string;
  reference: string;
  kind: string;
  status: string;
  payment_status: string;
  fulfilment_status: string;
  owner_uuid: string;
  owner_name: string;
  consignee: string;
  country: string;
  city: string;
  warehouse_uuid: string | null;
  warehouse_name: string;
  channel_uuid: string | null;
  channel_name: string;
  holds: string[];
  delay_until: Date | null;
  priority: number;
  line_count: number;
  piece_count: number;
  total_cents: number | null;
  currency: string;
  estimate_cents: number | null;
  estimate_currency: string;
  reason: string;
  was_submitted: boolean;
  ordered_at: Date | null;
  created_at: Date;
  submitted_at: Date | null;
  confirmed_at: Date | null;
  allocated_at: Date | null;
  due_at: Date | null;
  ended_at: Date | null;
  shipped_at: Date | null;
  delivered_at: Date | null;
  box_count: number;
  boxes_handed_over: number;
  version: number;
}

const columns = [
  "sales_order.order_uuid",
  "sales_order.order_number",
  "sales_order.reference",
  "sales_order.kind",
  "sales_order.status",
  "sales_order.payment_status",
  "sales_order.fulfilment_status",
  "sales_order.owner_uuid",
  "sales_order.country",
  "sales_order.warehouse_uuid",
  "sales_order.channel_uuid",
  "sales_order.holds",
  "sales_order.delay_until",
  "sales_order.priority",
  "sales_order.line_count",
  "sales_order.piece_count",
  "sales_order.total_cents",
  "sales_order.currency",
  "sales_order.estimate_cents",
  "sales_order.estimate_currency",
  "sales_order.reason",
  "sales_order.ordered_at",
  "sales_order.created_at",
  "sales_order.submitted_at",
  "sales_order.confirmed_at",
  "sales_order.allocated_at",
  "sales_order.due_at",
  "sales_order.ended_at",
  "sales_order.shipped_at",
  "sales_order.delivered_at",
  "sales_order.version",
] as const;

/** Whether an order was ever submitted, whatever its status is now. Only drafts and cancelled orders need to look. */
const wasSubmitted = sql<boolean>`(sales_order.status not in ('draft', 'cancelled') or sales_order.submitted_at is not null
  or exists (select from order_event e where e.provider_uuid = sales_order.provider_uuid and e.order_uuid = sales_order.order_uuid and e.event = 'submit'))`;

/** Counts the parcels of a shipping notice in some states; 0 for other orders. */
function countBoxes(condition: RawBuilder<SqlBool>): RawBuilder<number> {
  return sql<number>`case when sales_order.kind = 'shipping_notice' and sales_order.status not in ('draft', 'submitted', 'confirmed', 'short', 'allocated')
    then (select count(*)::integer from parcel b where b.provider_uuid = sales_order.provider_uuid and b.order_uuid = sales_order.order_uuid and ${condition})
    else 0 end`;
}

/** Adds what a row of a list shows to `sales_order`, and its recipient as `r`. */
export function selectOrderRow<O>(query: SelectQueryBuilder<DB, "sales_order", O>) {
  return query
    .leftJoin("order_recipient as r", (join) =>
      join.onRef("r.provider_uuid", "=", "sales_order.provider_uuid").onRef("r.order_uuid", "=", "sales_order.order_uuid"),
    )
    .leftJoin("warehouse as w", (join) =>
      join.onRef("w.provider_uuid", "=", "sales_order.provider_uuid").onRef("w.warehouse_uuid", "=", "sales_order.warehouse_uuid"),
    )
    .leftJoin("channel as c", (join) =>
      join.onRef("c.provider_uuid", "=", "sales_order.provider_uuid").onRef("c.channel_uuid", "=", "sales_order.channel_uuid"),
    )
    .select(columns)
    .select([
      sql<string>`coalesce(r.consignee, '')`.as("consignee"),
      sql<string>`coalesce(r.city, '')`.as("city"),
      sql<string>`coalesce(w.name, '')`.as("warehouse_name"),
      sql<string>`coalesce(c.name, '')`.as("channel_name"),
      wasSubmitted.as("was_submitted"),
      countBoxes(sql<SqlBool>`b.status <> 'voided'`).as("box_count"),
      countBoxes(sql<SqlBool>`b.status = 'handed_over'`).as("boxes_handed_over"),
      selectOwnerName("sales_order.owner_uuid").as("owner_name"),
    ])
    .$castTo<O & Row>();
}

/** Converts a row to what the caller may see of it. */
export function toOrderRow(
  { seesRecipients }: Pick<Scope, "seesRecipients">,
  { position: _position, ...row }: Row & { position?: unknown },
): OrderRow {
  return {
    ...row,
    consignee: seesRecipients ? row.consignee : maskText(row.consignee),
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a CHECK constraint allows no other value
    kind: row.kind as OrderKind,
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a CHECK constraint allows no other value
    status: row.status as OrderStatus,
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a CHECK constraint allows no other value
    payment_status: row.payment_status as PaymentStatus,
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a CHECK constraint allows no other value
    fulfilment_status: row.fulfilment_status as FulfilmentStatus,
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a CHECK constraint allows no other value
    holds: row.holds as HoldKind[],
    delay_until: formatMoment(row.delay_until),
    ordered_at: formatMoment(row.ordered_at),
    created_at: formatMoment(row.created_at),
    submitted_at: formatMoment(row.submitted_at),
    confirmed_at: formatMoment(row.confirmed_at),
    allocated_at: formatMoment(row.allocated_at),
    due_at: formatMoment(row.due_at),
    ended_at: formatMoment(row.ended_at),
    shipped_at: formatMoment(row.shipped_at),
    delivered_at: formatMoment(row.delivered_at),
  };
}

/** Sorts after every character of an order number. */
const pastAll = "\u007f";
/** Sorts after every text that continues another one: references are of any characters. */
const pastAnyText = "\u{10FFFF}";
/** The most orders that a search finds by each kind of key. */
const mostFound = 2000;

/**
 * Finds orders by number or its prefix, by the owner's reference or its prefix, by a SKU of their lines, or by a number of their waybills, each through an
 * index of its own. A retailer's row security leaves the waybills of its own orders. It runs before the list, for as a part of the list's statement the planner would read all orders.
 */
async function findOrderUuids({ tx, providerUuid, retailerUuid }: Scope, search: string): Promise<string[]> {
  const number = search.trim().toUpperCase();
  const key = search.trim().toLowerCase();
  const typed = search.trim();
  // A retailer's prefix goes by the unique index of its own open orders: that of all owners would be read through for a few rows.
  const ofOwner =
    retailerUuid === null
      ? sql``
      : sql`and n.owner_uuid = ${retailerUuid} and n.split_from_uuid is null and n.status not in ('cancelled', 'merged')`;
  const { rows } = await sql<{ order_uuid: string }>`
    (select n.order_uuid from sales_order n where n.provider_uuid = ${providerUuid}
      and n.order_number >= ${number} and n.order_number < ${number + pastAll} order by n.order_number desc limit ${sql.lit(mostFound)})
    union
    (select n.order_uuid from sales_order n where n.provider_uuid = ${providerUuid} and n.reference_key = ${key} and n.reference <> ''
      order by n.order_uuid desc limit ${sql.lit(mostFound)})
    union
    (select n.order_uuid from sales_order n where n.provider_uuid = ${providerUuid} and n.reference <> '' ${ofOwner}
      and n.reference_key >= ${key} and n.reference_key < ${key + pastAnyText} order by n.reference_key limit ${sql.lit(mostFound)})
    union
    (select l.order_uuid from variant v
      cross join lateral (select l.order_uuid from order_line l where l.provider_uuid = v.provider_uuid and l.variant_uuid = v.variant_uuid
        order by l.order_uuid desc limit ${sql.lit(mostFound)}) l
      where v.provider_uuid = ${providerUuid} and v.sku_key = ${key} limit ${sql.lit(mostFound)})
    union
    (select y.order_uuid from waybill y where y.provider_uuid = ${providerUuid} and y.waybill_number = ${typed} and y.waybill_number <> ''
      limit ${sql.lit(mostFound)})
    union
    (select y.order_uuid from waybill y where y.provider_uuid = ${providerUuid} and y.tracking_number = ${typed} and y.tracking_number <> ''
      limit ${sql.lit(mostFound)})
    union
    (select y.order_uuid from waybill y where y.provider_uuid = ${providerUuid} and y.reference = ${number})`.execute(tx);
  return rows.map(({ order_uuid }) => order_uuid);
}

/** The lowest UUIDv7 of a day (UTC): orders are created in the order of their uuids. */
function lowestUuidOfDay(day: string, daysLater = 0): string {
  const hex = (Date.parse(day) + daysLater * 86_400_000).toString(16).padStart(12, "0");
  return `${hex.slice(0, 8)}-${hex.slice(8)}-0000-0000-000000000000`;
}

const isHeld = sql<SqlBool>`(sales_order.holds <> '{}' and sales_order.status in (${openStatusList}))`;

/** For each to-do, the rows that wait for somebody. */
const toDoConditions: Readonly<Record<OrderToDo, { condition: RawBuilder<SqlBool>; isOwn: boolean }>> = {
  correct: { condition: sql<SqlBool>`(sales_order.status = 'draft' and sales_order.reason <> '')`, isOwn: true },
  confirm: { condition: sql<SqlBool>`(sales_order.status = 'submitted')`, isOwn: false },
  // As in the partial index `sales_order_due`. Its clock is the database's, for the list is not read at another time than now.
  late: {
    condition: sql<SqlBool>`(sales_order.due_at is not null and sales_order.due_at <= now() and sales_order.holds = '{}'
      and sales_order.status in (${dueStatusList})
      and (sales_order.delay_until is null or sales_order.delay_until <= now()))`,
    isOwn: false,
  },
  short: { condition: sql<SqlBool>`(sales_order.status = 'short')`, isOwn: false },
  held: { condition: isHeld, isOwn: false },
  // The day is that of the order's warehouse. The first condition is for the index on the moment.
  shipped_today: {
    condition: sql<SqlBool>`(sales_order.shipped_at > now() - interval '26 hours' and sales_order.shipped_at >= (select
      date_trunc('day', now() at time zone h.time_zone) at time zone h.time_zone from warehouse h
      where h.provider_uuid = sales_order.provider_uuid and h.warehouse_uuid = sales_order.warehouse_uuid))`,
    isOwn: false,
  },
};

function selectFiltered(scope: Scope, filter: OrderFilter, found: readonly string[] | null) {
  const { status, kind, to_do, hold, owner_uuid, warehouse_uuid, channel_uuid, country, created_from, created_to } = filter;
  const toDo = to_do === undefined ? null : toDoConditions[to_do];
  return selectOrders(scope)
    .$if(toDo !== null, (rows) => rows.where(toDo?.condition ?? sql<SqlBool>`true`))
    .$if(toDo?.isOwn === true, (rows) => rows.where("sales_order.owner_uuid", "=", scope.retailerUuid ?? scope.providerUuid))
    .$if(status.length > 0, (rows) => rows.where("sales_order.status", "in", status))
    .$if(kind !== undefined, (rows) => rows.where("sales_order.kind", "=", kind ?? ""))
    .$if(hold !== undefined, (rows) => rows.where(isHeld).where(sql<SqlBool>`sales_order.holds @> array[${hold ?? ""}]::text[]`))
    .$if(owner_uuid !== undefined, (rows) => rows.where("sales_order.owner_uuid", "=", owner_uuid ?? ""))
    .$if(warehouse_uuid !== undefined, (rows) => rows.where("sales_order.warehouse_uuid", "=", warehouse_uuid ?? ""))
    .$if(channel_uuid !== undefined, (rows) => rows.where("sales_order.channel_uuid", "=", channel_uuid ?? ""))
    .$if(country !== undefined, (rows) => rows.where("sales_order.country", "=", country ?? ""))
    .$if(created_from !== undefined, (rows) => rows.where("sales_order.order_uuid", ">=", lowestUuidOfDay(created_from ?? "")))
    .$if(created_to !== undefined, (rows) => rows.where("sales_order.order_uuid", "<", lowestUuidOfDay(created_to ?? "", 1)))
    .$if(found !== null, (rows) => rows.where(sql<SqlBool>`sales_order.order_uuid = any (${found}::uuid[])`));
}

/** Returns a page of some orders. @param orders the filtered rows */
export function listOrderPage(
  scope: Scope,
  orders: ReturnType<typeof selectOrders>,
  sort: OrderSort,
  page: PageRequest,
): Promise<Result<Page<OrderRow>, "parameterError">> {
  const { tx } = scope;
  return listPage(
    tx,
    {
      name: `orders.list-orders ${sort}`,
      table: "sales_order",
      base: orders,
      keys: [{ column: sql`sales_order.order_uuid`, type: "uuid", direction: sort === "created" ? "asc" : "desc" }],
      select: (rows) => selectOrderRow(limitFirst(tx, "sales_order", rows)),
      show: (row) => toOrderRow(scope, row),
    },
    page,
  );
}

/** Returns a page of the orders that the caller may see, as `listOrders`. */
export async function listOrderRows(
  scope: Scope,
  { cur_page, page_size, cursor, sort, ...filter }: PageRequest & OrderFilter & { readonly sort: OrderSort },
): Promise<Result<Page<OrderRow>, "parameterError">> {
  const found = filter.search === "" ? null : await findOrderUuids(scope, filter.search);
  return listOrderPage(scope, selectFiltered(scope, filter, found), sort, { cur_page, page_size, cursor });
}

/** Returns one order as in a list; null if the caller may not see it. */
export async function findOrderRow(scope: Scope, orderUuid: string): Promise<OrderRow | null> {
  const row = await selectOrderRow(selectOrders(scope).where("sales_order.order_uuid", "=", orderUuid)).executeTakeFirst();
  return row === undefined ? null : toOrderRow(scope, row);
}

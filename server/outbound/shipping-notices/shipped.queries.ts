import { sql } from "kysely";
import type { ParsedInputOf } from "#src/kit/api/define-call.ts";
import type { exportShipped } from "#src/outbound/shipping-notices/shipping-notices.contract.ts";
import type { Tx } from "#server/platform/db/row-security.ts";
import { selectOwnerName } from "#server/warehouse/goods/variants.queries.ts";

/** Which shipped orders: of a provider, in a period, narrowed by the filters of the list. */
export interface ShippedFilter extends Omit<ParsedInputOf<typeof exportShipped>, "format" | "language"> {
  readonly provider_uuid: string;
}

/** An order with its boxes that left in the period: all of them, or those of a part of it. */
export interface ShippedRow {
  order_uuid: string;
  order_number: string;
  /** when the last of these boxes left */
  left_at: Date;
  owner_name: string;
  warehouse_name: string;
  channel_name: string;
  box_count: number;
  /** with those that left before or after the period, or have not left */
  boxes_of_order: number;
  piece_count: number;
  grams: number | null;
  waybill_numbers: string;
  tracking_numbers: string;
}

/** Where a batch goes on. */
export type ShippedPlace = Pick<ShippedRow, "order_uuid" | "left_at">;

/** SQL for whether a parcel left in the period. Each box counts on its own day: a shipment may leave in parts. */
function leftInPeriod(parcel: string, { shipped_from, shipped_to }: ShippedFilter) {
  const at = sql.ref(`${parcel}.handed_over_at`);
  return sql`${at} >= ${new Date(shipped_from)} and ${at} < ${new Date(Date.parse(shipped_to) + 86_400_000)}`;
}

/** SQL for the orders of which a box left in the period: each by the last of these boxes, so that they are read in the order of an index. */
function fromShipped(filter: ShippedFilter) {
  const { provider_uuid, kind, channel_uuid, owner_uuid, warehouse_uuid } = filter;
  const has = (column: string, value: string | undefined) => (value === undefined ? sql`` : sql`and ${sql.ref(column)} = ${value}`);
  return sql`parcel p join sales_order o on o.provider_uuid = p.provider_uuid and o.order_uuid = p.order_uuid
    where p.provider_uuid = ${provider_uuid} and ${leftInPeriod("p", filter)} ${has("o.kind", kind)} ${has("o.channel_uuid", channel_uuid)}
      ${has("o.owner_uuid", owner_uuid)} ${has("o.warehouse_uuid", warehouse_uuid)}
      and not exists (select from parcel q where q.provider_uuid = p.provider_uuid and q.order_uuid = p.order_uuid and ${leftInPeriod("q", filter)}
        and (q.handed_over_at, q.parcel_uuid) > (p.handed_over_at, p.parcel_uuid))`;
}

/** Counts shipped orders, up to a limit. */
export async function countShipped(tx: Tx, filter: ShippedFilter, limit: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from (select from ${fromShipped(filter)} limit ${limit}) counted`.execute(tx);
  return rows[0]?.count ?? 0;
}

/** Returns the next batch of shipped orders, the earliest first, with the boxes that left in the period and their numbers. */
export async function listShipped(tx: Tx, filter: ShippedFilter, after: ShippedPlace | null, limit: number): Promise<ShippedRow[]> {
  const { rows } = await sql<ShippedRow>`
    select o.order_uuid, o.order_number, o.left_at, ${selectOwnerName("o.owner_uuid")} as owner_name, coalesce(h.name, '') as warehouse_name,
      coalesce(c.name, '') as channel_name, b.box_count, n.boxes_of_order, b.piece_count, b.grams, b.waybill_numbers, b.tracking_numbers
    from (select o.provider_uuid, o.order_uuid, o.order_number, o.owner_uuid, o.warehouse_uuid, o.channel_uuid, p.handed_over_at as left_at
        from ${fromShipped(filter)} ${after === null ? sql`` : sql`and (p.handed_over_at, p.order_uuid) > (${after.left_at}, ${after.order_uuid}::uuid)`}
        order by p.handed_over_at, p.order_uuid limit ${limit}) o
      left join warehouse h on h.provider_uuid = o.provider_uuid and h.warehouse_uuid = o.warehouse_uuid
      left join channel c on c.provider_uuid = o.provider_uuid and c.channel_uuid = o.channel_uuid
      cross join lateral (select count(*)::integer as box_count, sum(q.piece_count)::integer as piece_count,
          sum(coalesce(q.measured_grams, q.expected_grams))::float8 as grams,
          coalesce(string_agg(nullif(w.waybill_number, ''), ', ' order by q.parcel_uuid), '') as waybill_numbers,
          coalesce(string_agg(nullif(w.tracking_number, ''), ', ' order by q.parcel_uuid), '') as tracking_numbers
        from parcel q left join waybill w on w.provider_uuid = q.provider_uuid and w.parcel_uuid = q.parcel_uuid and w.status <> 'voided'
        where q.provider_uuid = o.provider_uuid and q.order_uuid = o.order_uuid and ${leftInPeriod("q", filter)}) b
      cross join lateral (select count(*)::integer as boxes_of_order from parcel q
        where q.provider_uuid = o.provider_uuid and q.order_uuid = o.order_uuid and q.status <> 'voided') n
    order by o.left_at, o.order_uuid`.execute(tx);
  return rows;
}

import { sql } from "kysely";
import type { ParsedInputOf } from "#src/kit/api/define-call.ts";
import type { exportShipped } from "#src/outbound/shipping-notices/shipping-notices.contract.ts";
import type { Tx } from "#server/platform/db/row-security.ts";
import { selectOwnerName } from "#server/warehouse/goods/variants.queries.ts";

/** Which shipped orders: of a provider, in a period, narrowed by the filters of the list. */
export interface ShippedFilter extends Omit<ParsedInputOf<typeof exportShipped>, "format" | "language"> {
  readonly provider_uuid: string;
}

/** A shipped order. */
export interface ShippedRow {
  order_uuid: string;
  order_number: string;
  shipped_at: Date;
  owner_name: string;
  warehouse_name: string;
  channel_name: string;
  box_count: number;
  piece_count: number;
  grams: number | null;
  waybill_numbers: string;
  tracking_numbers: string;
}

/** Where a batch goes on. */
export type ShippedPlace = Pick<ShippedRow, "order_uuid" | "shipped_at">;

function whereShipped({ provider_uuid, shipped_from, shipped_to, kind, channel_uuid, owner_uuid, warehouse_uuid }: ShippedFilter) {
  const has = (column: string, value: string | undefined) => (value === undefined ? sql`` : sql`and ${sql.ref(column)} = ${value}`);
  return sql`o.provider_uuid = ${provider_uuid} and o.shipped_at >= ${new Date(shipped_from)}
    and o.shipped_at < ${new Date(Date.parse(shipped_to) + 86_400_000)} ${has("o.kind", kind)} ${has("o.channel_uuid", channel_uuid)}
    ${has("o.owner_uuid", owner_uuid)} ${has("o.warehouse_uuid", warehouse_uuid)}`;
}

/** Counts shipped orders, up to a limit. */
export async function countShipped(tx: Tx, filter: ShippedFilter, limit: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from (select from sales_order o where ${whereShipped(filter)} limit ${limit}) counted`.execute(tx);
  return rows[0]?.count ?? 0;
}

/** Returns the next batch of shipped orders, the earliest first, with their boxes and numbers. */
export async function listShipped(tx: Tx, filter: ShippedFilter, after: ShippedPlace | null, limit: number): Promise<ShippedRow[]> {
  const { rows } = await sql<ShippedRow>`
    select o.order_uuid, o.order_number, o.shipped_at, ${selectOwnerName("o.owner_uuid")} as owner_name, coalesce(h.name, '') as warehouse_name,
      coalesce(c.name, '') as channel_name, b.box_count, o.piece_count, b.grams, n.waybill_numbers, n.tracking_numbers
    from (select o.* from sales_order o where ${whereShipped(filter)}
        ${after === null ? sql`` : sql`and (o.shipped_at, o.order_uuid) > (${after.shipped_at}, ${after.order_uuid}::uuid)`}
        order by o.shipped_at, o.order_uuid limit ${limit}) o
      left join warehouse h on h.provider_uuid = o.provider_uuid and h.warehouse_uuid = o.warehouse_uuid
      left join channel c on c.provider_uuid = o.provider_uuid and c.channel_uuid = o.channel_uuid
      cross join lateral (select count(*)::integer as box_count, sum(coalesce(p.measured_grams, p.expected_grams))::float8 as grams from parcel p
        where p.provider_uuid = o.provider_uuid and p.order_uuid = o.order_uuid and p.status <> 'voided') b
      cross join lateral (select coalesce(string_agg(nullif(w.waybill_number, ''), ', ' order by w.parcel_uuid), '') as waybill_numbers,
          coalesce(string_agg(nullif(w.tracking_number, ''), ', ' order by w.parcel_uuid), '') as tracking_numbers
        from waybill w where w.provider_uuid = o.provider_uuid and w.order_uuid = o.order_uuid and w.status <> 'voided') n
    order by o.shipped_at, o.order_uuid`.execute(tx);
  return rows;
}

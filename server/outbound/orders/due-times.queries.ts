import { sql } from "kysely";
import type { OutputOf } from "#src/kit/api/define-call.ts";
import type { listCutOffs } from "#src/outbound/orders/orders.contract.ts";
import type { OrderScope } from "./order-scope.ts";
import { dueStatusList } from "./status-lists.ts";

/** An order that is to be handed over after a moment, by a channel from a warehouse. */
interface Leaving {
  readonly order_uuid: string;
  readonly channel_uuid: string | null;
  readonly warehouse_uuid: string | null;
  /** from when on: when it was confirmed */
  readonly since: Date;
}

/** Reads the first cut-off of each order's channel after a moment, by its warehouse's clock. Orders whose channel has none are missing. */
export async function readDueTimes({ tx, providerUuid }: OrderScope, orders: readonly Leaving[]): Promise<Map<string, Date>> {
  const leaving = orders.filter(({ channel_uuid, warehouse_uuid }) => channel_uuid !== null && warehouse_uuid !== null);
  if (leaving.length === 0) return new Map();
  const { rows } = await sql<{ order_uuid: string; due_at: Date }>`
    select o.order_uuid, next_cut_off(o.since, w.time_zone, c.cut_off) as due_at
    from jsonb_to_recordset(${JSON.stringify(leaving)}::jsonb) as o (order_uuid uuid, channel_uuid uuid, warehouse_uuid uuid, since timestamptz)
      join channel_cut_off c on c.provider_uuid = ${providerUuid} and c.channel_uuid = o.channel_uuid and c.warehouse_uuid = o.warehouse_uuid
      join warehouse w on w.provider_uuid = c.provider_uuid and w.warehouse_uuid = c.warehouse_uuid`.execute(tx);
  return new Map(rows.map(({ order_uuid, due_at }) => [order_uuid, due_at]));
}

type CutOff = OutputOf<typeof listCutOffs>["result"][number];

/**
 * Lists the cut-offs of open warehouses, the next one first, with the orders that are due then and those that missed theirs. Held and delayed orders are not
 * among them: they do not wait for the warehouse.
 */
export async function listNextCutOffs({ tx, providerUuid, now }: OrderScope): Promise<CutOff[]> {
  const { rows } = await sql<Omit<CutOff, "next_at"> & { next_at: Date }>`
    with open as (
      select channel_uuid, warehouse_uuid, count(*) filter (where due_at > ${now})::integer as orders, count(*) filter (where due_at <= ${now})::integer as late
      from sales_order
      where provider_uuid = ${providerUuid} and due_at is not null and holds = '{}'
        and status in (${dueStatusList}) and (delay_until is null or delay_until <= ${now})
      group by channel_uuid, warehouse_uuid
    )
    select c.channel_uuid, h.name as channel_name, c.warehouse_uuid, w.name as warehouse_name, next_cut_off(${now}, w.time_zone, c.cut_off) as next_at,
      coalesce(o.orders, 0) as orders, coalesce(o.late, 0) as late
    from channel_cut_off c
      join channel h on h.provider_uuid = c.provider_uuid and h.channel_uuid = c.channel_uuid
      join warehouse w on w.provider_uuid = c.provider_uuid and w.warehouse_uuid = c.warehouse_uuid and not w.is_closed
      left join open o on o.channel_uuid = c.channel_uuid and o.warehouse_uuid = c.warehouse_uuid
    where c.provider_uuid = ${providerUuid} and (h.is_enabled and h.is_account_enabled or o.orders > 0 or o.late > 0)
    order by next_at, lower(h.name), lower(w.name) limit 200`.execute(tx);
  return rows.map((row) => ({ ...row, next_at: row.next_at.toISOString() }));
}

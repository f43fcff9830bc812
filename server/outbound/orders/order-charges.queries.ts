import { sql } from "kysely";
import { listChargeDifferences } from "#src/outbound/orders/charge-differences.rules.ts";
import type { PackedOrder } from "#src/outbound/orders/charge-differences.rules.ts";
import type { OrderDetail } from "#src/outbound/orders/orders.contract.ts";
import { shippedStatuses, statusesInWave } from "#src/outbound/orders/orders.machine.ts";
import { actingFor } from "#server/platform/db/row-security.ts";
import type { OrderScope } from "./order-scope.ts";

interface Row extends PackedOrder {
  charged: OrderDetail["charged"];
}

const atWork: readonly string[] = [...statusesInWave, ...shippedStatuses, "cancelled"];

/**
 * Reads what is charged for an order so far, and why that differs from its estimate. The order was found to be the caller's, who may see neither parcels nor
 * recorded work.
 */
export async function readOrderCharges(
  scope: OrderScope,
  { order_uuid, status }: Pick<OrderDetail, "order_uuid" | "status">,
  estimate: OrderDetail["estimate"],
): Promise<Pick<OrderDetail, "charged" | "differences">> {
  if (estimate === null || !atWork.includes(status)) return { charged: [], differences: [] };
  const { tx, providerUuid, acting } = scope;
  const read = () =>
    sql<Row>`
      select coalesce(c.name, '') as channel_name,
        coalesce((select json_agg(json_build_object('event', g.event, 'amount_cents', g.cents) order by g.event) from (
          select event, sum(amount_cents)::bigint as cents from charge
          where provider_uuid = o.provider_uuid and order_uuid = o.order_uuid and source_type <> 'return' and status = 'posted' group by event
        ) g), '[]') as charged,
        coalesce((select json_agg(json_build_object('box_name', coalesce(b.name, ''), 'weight_grams', coalesce(p.measured_grams, p.expected_grams),
            'channel_name', coalesce(wc.name, ''), 'consumables', coalesce((select sum(k.quantity) from parcel_consumable k
              where k.provider_uuid = p.provider_uuid and k.parcel_uuid = p.parcel_uuid), 0)) order by p.parcel_uuid)
          from parcel p
            left join box_type b on b.provider_uuid = p.provider_uuid and b.box_uuid = p.box_uuid
            left join waybill w on w.provider_uuid = p.provider_uuid and w.parcel_uuid = p.parcel_uuid and w.status <> 'voided'
            left join channel wc on wc.provider_uuid = w.provider_uuid and wc.channel_uuid = w.channel_uuid
          where p.provider_uuid = o.provider_uuid and p.order_uuid = o.order_uuid and p.status <> 'voided'), '[]') as parcels,
        coalesce(n.labels, 0) as labels, case when n.unpriced = 0 then n.freight_cents end as freight_cents
      from sales_order o
        left join channel c on c.provider_uuid = o.provider_uuid and c.channel_uuid = o.channel_uuid
        left join lateral (
          select sum(e.quantity_milli) filter (where e.kind = 'label_parcel')::integer / 1000 as labels,
            sum(e.amount_cents) filter (where e.kind = 'shipping_parcel')::bigint as freight_cents,
            count(*) filter (where e.kind = 'shipping_parcel' and e.amount_cents is null)::integer as unpriced
          from work_entry e where e.provider_uuid = o.provider_uuid and e.order_uuid = o.order_uuid
        ) n on true
      where o.provider_uuid = ${providerUuid} and o.order_uuid = ${order_uuid}`.execute(tx);
  // As the provider: the platform reads no channels.
  const { rows } = acting.kind === "dropShipper" ? await actingFor(tx, { kind: "provider", providerUuid }, acting, read) : await read();
  const [row] = rows;
  return row === undefined ? { charged: [], differences: [] } : { charged: row.charged, differences: listChargeDifferences(estimate, row) };
}

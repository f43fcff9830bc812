import { sql } from "kysely";
import type { ParcelStatus } from "#src/outbound/packing/packing.rules.ts";
import type { NoticeBox, NoticeBoxes } from "#src/outbound/shipping-notices/shipping-notices.contract.ts";
import { getLoadState } from "#src/outbound/shipping-notices/shipping-notices.rules.ts";
import type { OrderScope } from "../orders/order-scope.ts";
import { findOrderRow } from "../orders/orders.queries.ts";

interface Row extends Omit<NoticeBox, "state"> {
  readonly status: ParcelStatus;
  readonly is_issued: boolean;
}

/** Returns the boxes of a shipping notice, in the order in which they were packed; null if it is none, or the caller may not see it. */
export async function findBoxes(scope: OrderScope, orderUuid: string): Promise<NoticeBoxes | null> {
  const { tx, providerUuid } = scope;
  const order = await findOrderRow(scope, orderUuid);
  if (order === null || order.kind !== "shipping_notice") return null;
  const takesHand = sql`exists (select from channel c
      left join carrier_account a on a.provider_uuid = c.provider_uuid and a.carrier_account_uuid = c.carrier_account_uuid and a.api_name <> 'other'
    where c.provider_uuid = p.provider_uuid and c.channel_uuid = ${order.channel_uuid}::uuid and a.carrier_account_uuid is null)`;
  const { rows } = await sql<Row>`
    select p.parcel_uuid, p.parcel_number, p.box_mark, p.status, coalesce(t.name, '') as box_name, p.piece_count, p.expected_grams, p.measured_grams,
      p.length_mm, p.width_mm, p.height_mm, coalesce(w.waybill_number, '') as waybill_number, coalesce(w.tracking_number, '') as tracking_number,
      coalesce(w.status = 'issued', false) as is_issued,
      p.status <> 'handed_over' and case when w.waybill_uuid is null then ${takesHand} else w.status = 'requested' and w.carrier_account_uuid is null end as takes_number,
      (select coalesce(json_agg(json_build_object('sku', v.sku, 'title', g.title, 'lot', i.lot, 'quantity', i.quantity) order by v.sku, i.lot), '[]')
        from parcel_item i
          join variant v on v.provider_uuid = i.provider_uuid and v.variant_uuid = i.variant_uuid
          join product g on g.provider_uuid = v.provider_uuid and g.product_uuid = v.product_uuid
        where i.provider_uuid = p.provider_uuid and i.parcel_uuid = p.parcel_uuid) as items
    from parcel p
      left join box_type t on t.provider_uuid = p.provider_uuid and t.box_uuid = p.box_uuid
      left join waybill w on w.provider_uuid = p.provider_uuid and w.parcel_uuid = p.parcel_uuid and w.status <> 'voided'
    where p.provider_uuid = ${providerUuid} and p.order_uuid = ${order.order_uuid} and p.status <> 'voided'
    order by p.parcel_uuid`.execute(tx);
  const { order_uuid, order_number, reference, status, owner_name, warehouse_name, channel_name, city, country } = order;
  const destination = [city, country].filter((part) => part !== "").join(", ");
  const boxes = rows.map(({ status: parcelStatus, is_issued, ...box }): NoticeBox => ({
    ...box,
    state: getLoadState(parcelStatus, is_issued),
  }));
  return { order_uuid, order_number, reference, status, owner_name, warehouse_name, channel_name, destination, boxes };
}

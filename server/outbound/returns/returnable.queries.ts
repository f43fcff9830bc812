import { sql } from "kysely";
import { shippedStatuses } from "#src/outbound/orders/orders.machine.ts";
import type { ReturnableLine } from "#src/outbound/returns/returns.contract.ts";
import type { OrderScope } from "../orders/order-scope.ts";

/** Returns true if the goods of an order in this state have left, and can be returned. */
export function isShipped(status: string): boolean {
  return shippedStatuses.some((one) => one === status);
}

/**
 * Returns what was shipped of an order by SKU and owner of stock, with how many pieces may still come back: what other returns expect or counted is
 * subtracted. The transaction acts as staff or the platform, and has locked the order if it announces.
 */
export async function listReturnable(
  { tx, providerUuid }: Pick<OrderScope, "tx" | "providerUuid">,
  orderUuid: string,
): Promise<ReturnableLine[]> {
  const { rows } = await sql<ReturnableLine>`
    with shipped as (
      -- A retailer does not see the provider's SKUs: what the order says is shown, except for the parts of bundles.
      select d.variant_uuid, d.stock_owner_uuid, min(case when l.variant_uuid = d.variant_uuid then l.sku else v.sku end) as sku,
        min(case when l.variant_uuid = d.variant_uuid then l.title else p.title end) as title, sum(d.quantity)::integer as shipped
      from order_demand d
        join order_line l on l.provider_uuid = d.provider_uuid and l.order_uuid = d.order_uuid and l.line_uuid = d.line_uuid
        join variant v on v.provider_uuid = d.provider_uuid and v.variant_uuid = d.variant_uuid
        join product p on p.provider_uuid = v.provider_uuid and p.product_uuid = v.product_uuid
      where d.provider_uuid = ${providerUuid} and d.order_uuid = ${orderUuid} group by 1, 2
    ), back as (
      select k.variant_uuid, k.stock_owner_uuid,
        sum(case when r.status in ('expected', 'arrived') then greatest(k.expected, k.good + k.damaged) else k.good + k.damaged end)::integer as pieces
      from return_order r join return_line k on k.provider_uuid = r.provider_uuid and k.return_uuid = r.return_uuid
      where r.provider_uuid = ${providerUuid} and r.order_uuid = ${orderUuid} and r.status <> 'cancelled' group by 1, 2
    )
    select s.variant_uuid, s.stock_owner_uuid, s.sku, s.title, s.shipped, greatest(0, s.shipped - coalesce(b.pieces, 0)) as left
    from shipped s left join back b using (variant_uuid, stock_owner_uuid) order by s.sku, s.variant_uuid, s.stock_owner_uuid`.execute(tx);
  return rows;
}

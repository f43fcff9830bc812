import { sql } from "kysely";
import { shippedStatuses } from "#src/outbound/orders/orders.machine.ts";
import type { ReturnableLine } from "#src/outbound/returns/returns.contract.ts";
import { listOrdersThatLeft } from "../orders/left-orders.queries.ts";
import { asPlatform } from "../orders/order-scope.ts";
import type { OrderScope } from "../orders/order-scope.ts";
import { listStatuses } from "../orders/status-lists.ts";

/** Checks whether goods of an order have left, and can be returned: all of them, or those of a parcel that was handed over. */
export async function hasLeft(
  scope: Pick<OrderScope, "tx" | "providerUuid" | "acting">,
  { order_uuid, status }: { readonly order_uuid: string; readonly status: string },
): Promise<boolean> {
  if (shippedStatuses.some((one) => one === status)) return true;
  return (await asPlatform(scope, (acting) => listOrdersThatLeft(acting, [order_uuid]))).has(order_uuid);
}

/**
 * Returns what was shipped of an order by SKU and owner of stock, with how many pieces may still come back: what other returns expect or counted is
 * subtracted. Of an order that is shipped in part, only the parcels that left count. The transaction acts as staff or the platform, and has locked the order if it announces.
 */
export async function listReturnable(
  { tx, providerUuid }: Pick<OrderScope, "tx" | "providerUuid">,
  orderUuid: string,
): Promise<ReturnableLine[]> {
  const { rows } = await sql<ReturnableLine>`
    with demand as (
      -- A retailer does not see the provider's SKUs: what the order says is shown, except for the parts of bundles.
      select d.variant_uuid, d.stock_owner_uuid, min(case when l.variant_uuid = d.variant_uuid then l.sku else v.sku end) as sku,
        min(case when l.variant_uuid = d.variant_uuid then l.title else p.title end) as title, sum(d.quantity)::integer as pieces
      from order_demand d
        join order_line l on l.provider_uuid = d.provider_uuid and l.order_uuid = d.order_uuid and l.line_uuid = d.line_uuid
        join variant v on v.provider_uuid = d.provider_uuid and v.variant_uuid = d.variant_uuid
        join product p on p.provider_uuid = v.provider_uuid and p.product_uuid = v.product_uuid
      where d.provider_uuid = ${providerUuid} and d.order_uuid = ${orderUuid} group by 1, 2
    ), gone as (
      select i.variant_uuid, sum(i.quantity)::integer as pieces from parcel p
        join parcel_item i on i.provider_uuid = p.provider_uuid and i.parcel_uuid = p.parcel_uuid
      where p.provider_uuid = ${providerUuid} and p.order_uuid = ${orderUuid} and p.status = 'handed_over' group by 1
    ), shipped as (
      -- Parcels do not say whose pieces they contain: those of the first owner left first.
      select d.variant_uuid, d.stock_owner_uuid, d.sku, d.title, case when o.status in (${listStatuses(shippedStatuses)}) then d.pieces
        else greatest(0, least(d.pieces, coalesce(g.pieces, 0) - (sum(d.pieces) over (partition by d.variant_uuid order by d.stock_owner_uuid) - d.pieces)))
        end::integer as shipped
      from demand d join sales_order o on o.provider_uuid = ${providerUuid} and o.order_uuid = ${orderUuid}
        left join gone g on g.variant_uuid = d.variant_uuid
    ), back as (
      select k.variant_uuid, k.stock_owner_uuid,
        sum(case when r.status in ('expected', 'arrived') then greatest(k.expected, k.good + k.damaged) else k.good + k.damaged end)::integer as pieces
      from return_order r join return_line k on k.provider_uuid = r.provider_uuid and k.return_uuid = r.return_uuid
      where r.provider_uuid = ${providerUuid} and r.order_uuid = ${orderUuid} and r.status <> 'cancelled' group by 1, 2
    )
    select s.variant_uuid, s.stock_owner_uuid, s.sku, s.title, s.shipped, greatest(0, s.shipped - coalesce(b.pieces, 0)) as left
    from shipped s left join back b using (variant_uuid, stock_owner_uuid) where s.shipped > 0 order by s.sku, s.variant_uuid, s.stock_owner_uuid`.execute(
    tx,
  );
  return rows;
}

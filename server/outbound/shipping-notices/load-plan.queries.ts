import { sql } from "kysely";
import type { OutputOf, ParsedInputOf } from "#src/kit/api/define-call.ts";
import type { getLoadPlan, PlanChannel, PlanRow } from "#src/outbound/shipping-notices/shipping-notices.contract.ts";
import { mostPlanned } from "#src/outbound/shipping-notices/shipping-notices.rules.ts";
import { selectOwnerName } from "#server/warehouse/goods/variants.queries.ts";
import type { OrderScope } from "../orders/order-scope.ts";

type Plan = OutputOf<typeof getLoadPlan>;

const figures = ["boxes", "open", "ready", "loaded", "shipped", "grams", "volume_cm3"] as const;

/** Adds up orders by channel, in the order in which the channels appear. */
function sumChannels(rows: readonly PlanRow[]): PlanChannel[] {
  return [...Map.groupBy(rows, ({ channel_name }) => channel_name)].map(([channel_name, ofChannel]) => {
    const sum = (of: (typeof figures)[number]) => ofChannel.reduce((all, row) => all + row[of], 0);
    return {
      channel_name,
      orders: ofChannel.length,
      boxes: sum("boxes"),
      open: sum("open"),
      ready: sum("ready"),
      loaded: sum("loaded"),
      shipped: sum("shipped"),
      grams: sum("grams"),
      volume_cm3: sum("volume_cm3"),
    };
  });
}

/** Returns how far the boxes of packed shipping notices are, the earliest first; of those that were shipped, the last week's. */
export async function readLoadPlan(
  { tx, providerUuid, now }: OrderScope,
  { warehouse_uuid, ship_day }: Pick<ParsedInputOf<typeof getLoadPlan>, "warehouse_uuid" | "ship_day">,
): Promise<Plan> {
  const weekAgo = new Date(now.getTime() - 7 * 86_400_000);
  const { rows } = await sql<PlanRow>`
    with planned as (
      select o.provider_uuid, o.order_uuid, o.order_number, ${selectOwnerName("o.owner_uuid")} as owner_name, o.status, h.name as warehouse_name,
        coalesce(c.name, '') as channel_name,
        coalesce(to_char(coalesce(o.shipped_at, o.due_at) at time zone h.time_zone, 'YYYY-MM-DD'), '') as ship_day
      from sales_order o
        join warehouse h on h.provider_uuid = o.provider_uuid and h.warehouse_uuid = o.warehouse_uuid
        left join channel c on c.provider_uuid = o.provider_uuid and c.channel_uuid = o.channel_uuid
      where o.provider_uuid = ${providerUuid} and o.kind = 'shipping_notice'
        and (o.status in ('packed', 'weighed', 'bagged') or (o.shipped_at >= ${weekAgo} and o.status in ('shipped', 'delivered')))
        and (${warehouse_uuid ?? null}::uuid is null or o.warehouse_uuid = ${warehouse_uuid ?? null}::uuid)
    )
    select p.order_uuid, p.order_number, p.owner_name, p.status, p.warehouse_name, p.channel_name, p.ship_day, b.boxes,
      b.boxes - b.ready - b.loaded - b.shipped as open, b.ready, b.loaded, b.shipped, b.grams, b.volume_cm3
    from planned p cross join lateral (
      select count(*)::integer as boxes, count(*) filter (where b.status = 'weighed' and w.status = 'issued')::integer as ready,
        count(*) filter (where b.status = 'bagged')::integer as loaded, count(*) filter (where b.status = 'handed_over')::integer as shipped,
        coalesce(sum(coalesce(b.measured_grams, b.expected_grams)), 0)::float8 as grams,
        round(coalesce(sum(b.length_mm::float8 * b.width_mm * b.height_mm), 0) / 1000)::float8 as volume_cm3
      from parcel b left join waybill w on w.provider_uuid = b.provider_uuid and w.parcel_uuid = b.parcel_uuid and w.status <> 'voided'
      where b.provider_uuid = p.provider_uuid and b.order_uuid = p.order_uuid and b.status <> 'voided'
    ) b
    where ${ship_day ?? null}::text is null or p.ship_day = ${ship_day ?? null}
    order by p.ship_day = '', p.ship_day, p.order_uuid limit ${sql.lit(mostPlanned)}`.execute(tx);
  return { result: rows, channels: sumChannels(rows) };
}

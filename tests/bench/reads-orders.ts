import {
  countOrders,
  getOrder,
  listCutOffs,
  listDeclaredSkus,
  listOrders,
  queryDeliveryElements,
  queryOnePieceElements,
  queryOrder,
  queryOrderElements,
} from "#src/outbound/orders/orders.contract.ts";
import { orderStatuses, openStatuses } from "#src/outbound/orders/orders.machine.ts";
import { firstPage, provider, retailer } from "./read.ts";
import type { Marks, Read } from "./read.ts";
import { collect, countUpToLimit, joinOwner, joinPicture, ownerName, pictureName } from "./reads-sql.ts";

/** The columns of an order `page`. */
const orderColumns = `page.order_uuid, page.order_number, page.reference, page.kind, page.status, page.payment_status, page.fulfilment_status, page.owner_uuid, ${ownerName} as owner_name, r.consignee,
  page.country, r.city, page.warehouse_uuid, w.name as warehouse_name, page.channel_uuid, c.name as channel_name, page.holds, page.delay_until, page.priority, page.line_count, page.piece_count, page.total_cents,
  page.currency, page.estimate_cents, page.estimate_currency, page.reason, page.ordered_at, page.created_at, page.submitted_at, page.confirmed_at, page.allocated_at, page.due_at, page.ended_at, page.version,
  page.status not in ('draft', 'cancelled') or page.submitted_at is not null
    or exists (select from order_event e where e.provider_uuid = page.provider_uuid and e.order_uuid = page.order_uuid and e.event = 'submit') as was_submitted,
  boxes.box_count, boxes.boxes_handed_over`;

/** The joins that `orderColumns` need. */
const orderJoins = `left join order_recipient r on r.provider_uuid = page.provider_uuid and r.order_uuid = page.order_uuid
  left join warehouse w on w.provider_uuid = page.provider_uuid and w.warehouse_uuid = page.warehouse_uuid
  left join channel c on c.provider_uuid = page.provider_uuid and c.channel_uuid = page.channel_uuid ${joinOwner("page.owner_uuid")}
  cross join lateral (
    select count(*) as box_count, count(*) filter (where b.status = 'handed_over') as boxes_handed_over from parcel b
    where page.kind = 'shipping_notice' and page.status not in ('draft', 'submitted', 'confirmed', 'short', 'allocated')
      and b.provider_uuid = page.provider_uuid and b.order_uuid = page.order_uuid and b.status <> 'voided'
  ) boxes`;

/** The newest orders. @param filter narrows them */
function selectOrders(filter = ""): string {
  const rows = `from sales_order where provider_uuid = $1${filter}`;
  return `with page as (select * ${rows} order by order_uuid desc limit 50)
    select ${orderColumns}, ${countUpToLimit(rows)} from page ${orderJoins} order by page.order_uuid desc`;
}

const ofOrder = (table: string) => `${table}.provider_uuid = $1 and ${table}.order_uuid = $2`;

const order = `with page as (select * from sales_order where provider_uuid = $1 and order_uuid = $2),
    person as materialized (
      select user_uuid, colleague_name(user_uuid) as name from (select distinct user_uuid from order_event e where ${ofOrder("e")} and user_uuid is not null) known)
  select ${orderColumns}, r.phone, r.mobile, r.email, r.address, r.state, r.zip, r.id_number, page.cod_type, page.cod_cents, page.cod_currency, page.ioss_number, page.vat_number, page.weight_grams,
    page.length_mm, page.width_mm, page.height_mm, page.remark, page.split_from_uuid, page.merged_into_uuid, page.estimate,
    (select json_build_object('wave_uuid', v.wave_uuid, 'wave_number', v.wave_number, 'kind', v.kind) from wave v where v.provider_uuid = page.provider_uuid and v.wave_uuid = page.wave_uuid) as wave,
    ${collect(`select l.line_uuid, l.line_number, l.variant_uuid, l.sku, l.title, v.title as variant_title, ${pictureName} as main_image, coalesce(v.is_bundle, false) as is_bundle, l.claim_uuid is not null as is_claimed,
      l.quantity, exists (select from order_demand d where d.provider_uuid = l.provider_uuid and d.order_uuid = l.order_uuid and d.line_uuid = l.line_uuid and d.is_reserved) as is_reserved, l.unit_price_cents,
      l.agreed_price_cents, l.agreed_currency, l.declared_name, l.declared_name_zh, l.hs_code, l.origin_country, l.declared_value_cents, l.declared_currency
      from order_line l left join variant v on v.provider_uuid = l.provider_uuid and v.variant_uuid = l.variant_uuid
        left join product p on p.provider_uuid = v.provider_uuid and p.product_uuid = v.product_uuid ${joinPicture("p")} where ${ofOrder("l")} order by l.line_number`)} as lines,
    ${collect(`select l.line_number, v.sku, o.barcode as location, t.lot, t.quantity
      from reservation t join order_demand d on d.provider_uuid = t.provider_uuid and d.order_uuid = t.source_uuid and d.demand_number = t.source_line
        join order_line l on l.provider_uuid = d.provider_uuid and l.order_uuid = d.order_uuid and l.line_uuid = d.line_uuid
        join variant v on v.provider_uuid = t.provider_uuid and v.variant_uuid = t.variant_uuid join location o on o.provider_uuid = t.provider_uuid and o.location_uuid = t.location_uuid
      where t.provider_uuid = $1 and t.source_type = 'order' and t.source_uuid = $2 and t.status = 'open' order by l.line_number, o.pick_sequence, o.barcode limit 1000`)} as reservations,
    ${collect(`select e.event_uuid, e.event, e.from_status, e.to_status, e.detail ->> 'reason' as reason, e.detail ->> 'hold' as hold, e.at, (select name from person where user_uuid = e.user_uuid) as username
      from order_event e where ${ofOrder("e")} order by e.event_uuid desc limit 200`)} as events
  from page ${orderJoins}`;

const listed = (words: readonly string[]) => words.map((word) => `'${word}'`).join(", ");

// A reader of an index that has all that is asked for.
const counts = `with counted as (
    select status, count(*) as orders, count(*) filter (where holds <> '{}') as held from sales_order where provider_uuid = $1 group by status
  )
  select s.status, coalesce(c.orders, 0) as orders, case when s.status in (${listed(openStatuses)}) then coalesce(c.held, 0) else 0 end as held
  from unnest(array[${listed(orderStatuses)}]) with ordinality s (status, rank) left join counted c using (status) order by s.rank`;

const cutOffs = `with open as (
    select channel_uuid, warehouse_uuid, count(*) filter (where due_at > now()) as orders, count(*) filter (where due_at <= now()) as late from sales_order
    where provider_uuid = $1 and due_at is not null and holds = '{}' and status in (${listed(openStatuses.filter((status) => status !== "submitted"))}) and (delay_until is null or delay_until <= now())
    group by channel_uuid, warehouse_uuid
  )
  select c.channel_uuid, h.name as channel_name, c.warehouse_uuid, w.name as warehouse_name, next_cut_off(now(), w.time_zone, c.cut_off) as next_at, coalesce(o.orders, 0) as orders, coalesce(o.late, 0) as late
  from channel_cut_off c join channel h on h.provider_uuid = c.provider_uuid and h.channel_uuid = c.channel_uuid
    join warehouse w on w.provider_uuid = c.provider_uuid and w.warehouse_uuid = c.warehouse_uuid and not w.is_closed left join open o on o.channel_uuid = c.channel_uuid and o.warehouse_uuid = c.warehouse_uuid
  where c.provider_uuid = $1 and (h.is_enabled and h.is_account_enabled or o.orders > 0 or o.late > 0) order by next_at, lower(h.name), lower(w.name) limit 200`;

const agreed = (column: string) => `case when count(distinct ${column}) = 1 then min(${column}) else '' end`;
const declared = `select min(sku) as sku, min(title) as title, count(distinct order_uuid) as orders, array_agg(distinct order_uuid) as order_ids, ${agreed("declared_name")} as name, ${agreed("declared_name_zh")} as name_zh, ${agreed("hs_code")} as hs_code,
    ${agreed("origin_country")} as origin, case when count(distinct coalesce(declared_value_cents, -1)) = 1 then min(declared_value_cents) end as value, ${agreed("declared_currency")} as currency,
    count(distinct (declared_name, declared_name_zh, hs_code, origin_country, coalesce(declared_value_cents, -1), declared_currency)) > 1 as differs
  from order_line where provider_uuid = $1 and order_uuid = $2 group by lower(sku) order by lower(sku)`;

/** Orders: the desk's lists, a retailer's, one order and the figures beside them. */
export function orderReads({ providerUuid, retailerUuid, orderUuid }: Marks): Read[] {
  const ofProvider = { as: provider, query: `${firstPage}&provider_uuid=${providerUuid}`, values: [providerUuid] };
  const one = { as: provider, query: `order_uuid=${orderUuid}`, values: [providerUuid, orderUuid] };
  return [
    { ...ofProvider, call: listOrders, text: selectOrders() },
    {
      call: listOrders,
      label: "a retailer's",
      as: retailer,
      query: firstPage,
      text: selectOrders(" and owner_uuid = $2"),
      values: [providerUuid, retailerUuid],
    },
    { ...ofProvider, call: queryOrder, text: selectOrders() },
    {
      ...ofProvider,
      call: queryOrderElements,
      query: `${firstPage}&field=status&value=picked`,
      text: selectOrders(" and status = 'picked'"),
    },
    { ...ofProvider, call: queryOnePieceElements, text: selectOrders(" and kind = 'one_piece'") },
    { ...ofProvider, call: queryDeliveryElements, text: selectOrders(" and kind = 'shipping_notice'") },
    { ...one, call: getOrder, text: order, flattened: ["recipient"] },
    { call: countOrders, as: provider, query: "", text: counts, values: [providerUuid] },
    { call: listCutOffs, as: provider, query: "", text: cutOffs, values: [providerUuid] },
    { ...one, call: listDeclaredSkus, query: `order_ids=${orderUuid}`, text: declared },
  ];
}

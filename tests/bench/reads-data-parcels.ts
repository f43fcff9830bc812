/** Orders past picking, by what became of their parcel; the others stay picked. */
const stage = "(array['reviewed', 'closed', 'weighed', 'bagged', 'handed_over'])[1 + i / 3 % 5]";

/**
 * Two thirds of the picked orders go on: reviewed, or with a parcel that is closed, weighed, bagged or handed over, 300 of each. 20 parcels share a bag,
 * five bags a manifest. Every third order that was handed over comes back. 60 boxes.
 */
export const parcels: readonly string[] = [
  `insert into box_type (provider_uuid, box_uuid, name, kind, length_mm, width_mm, height_mm, weight_grams, max_weight_grams, is_active, created_at)
    select provider_uuid, uuidv7(make_interval(mins => i - 100)), 'Box ' || i, 'box', 100 + i, 90 + i, 80 + i, 20 + i, 20000, i % 10 <> 7, now()
    from generate_series(1, 72) i join tenant on t = (i % 6 = 0)::int order by i`,
  `create temp table packed as
    select s.i, s.t, s.provider_uuid, s.owner_uuid, s.operator_uuid, s.warehouse_uuid, s.order_uuid, s.at, ${stage} as stage, c.channel_uuid, c.carrier_account_uuid, row_number() over (partition by s.t, ${stage} order by i) - 1 as r,
      uuidv7(make_interval(mins => (i - 12008) * 5)) as parcel_uuid, uuidv7(make_interval(mins => (i - 12007) * 5)) as waybill_uuid
    from sale s join sales_order o using (provider_uuid, order_uuid) join channel c on c.provider_uuid = o.provider_uuid and c.channel_uuid = o.channel_uuid
    where s.status = 'picked' and i % 3 > 0`,
  `update sales_order o set status = case p.stage when 'closed' then 'packed' when 'handed_over' then 'shipped' else p.stage end,
      shipped_at = case when p.stage = 'handed_over' then p.at + interval '1 day' end, fulfilment_status = case when p.stage = 'handed_over' then 'fulfilled' else 'unfulfilled' end
    from packed p where o.provider_uuid = p.provider_uuid and o.order_uuid = p.order_uuid`,
  `insert into parcel (provider_uuid, parcel_uuid, parcel_number, order_uuid, warehouse_uuid, status, box_uuid, piece_count, expected_grams, measured_grams, packed_by, packed_at, weighed_by, weighed_at, bagged_at, handed_over_at)
    select p.provider_uuid, parcel_uuid, 'P-' || to_char(p.at, 'YYMMDD') || '-' || lpad(i::text, 5, '0'), order_uuid, warehouse_uuid, stage, b.box_uuid, 3, 900 + i % 50, case when stage <> 'closed' then 905 + i % 50 end,
      operator_uuid, p.at, case when stage <> 'closed' then operator_uuid end, case when stage <> 'closed' then p.at end, case when stage in ('bagged', 'handed_over') then p.at end,
      case when stage = 'handed_over' then p.at + interval '1 day' end
    from packed p left join lateral (select box_uuid from box_type b where b.provider_uuid = p.provider_uuid and b.name = 'Box ' || (1 + i % 80)) b on true
    where stage <> 'reviewed' order by i`,
  `insert into parcel_item (provider_uuid, parcel_uuid, line_number, warehouse_uuid, variant_uuid, lot, quantity)
    select l.provider_uuid, parcel_uuid, j, l.warehouse_uuid, l.variant_uuid, l.lot, 1 from line_of_order l join packed p on p.t = l.t and p.i = l.i where p.stage <> 'reviewed' order by l.i, j`,
  `insert into waybill (provider_uuid, waybill_uuid, parcel_uuid, order_uuid, owner_uuid, warehouse_uuid, channel_uuid, carrier_account_uuid, reference, status, waybill_number, tracking_number, print_count, label_type,
      tracking_status, requested_by, requested_at, issued_at, printed_at, handed_over_at, next_try_at, problem_kind, problem_text, void_reason, voided_at)
    select provider_uuid, waybill_uuid, parcel_uuid, order_uuid, owner_uuid, warehouse_uuid, channel_uuid, carrier_account_uuid, 'QS' || lpad(i::text, 10, '0'), w.status,
      case when w.status = 'issued' then 'WB' || i else '' end, case when w.status = 'issued' then 'TR' || i else '' end, w.prints, case when w.status = 'issued' then 'own' else '' end,
      case when stage = 'handed_over' then 'inTransit' else '' end, operator_uuid, at, case when w.status = 'issued' then at end, case when w.prints > 0 then at end,
      case when stage = 'handed_over' then at + interval '1 day' end, case when w.status = 'requested' then at end, case when w.status = 'failed' then 'refused' else '' end,
      case when w.status = 'failed' then 'The postcode does not exist' else '' end, case when w.status = 'voided' then 'A wrong channel' else '' end,
      case when w.status = 'voided' then at end
    from packed, lateral (select case when stage <> 'weighed' then 'issued' else (array['issued', 'requested', 'failed', 'voided'])[1 + i / 15 % 4] end as status, (stage in ('bagged', 'handed_over'))::int as prints) w
    where stage not in ('reviewed', 'closed') order by i`,
  `create temp table sack as
    select t, stage, r / 20 as b, min(provider_uuid::text)::uuid as provider_uuid, min(warehouse_uuid::text)::uuid as warehouse_uuid, min(channel_uuid::text)::uuid as channel_uuid, min(operator_uuid::text)::uuid as operator_uuid,
      min(at) as at, uuidv7(min(at) - now()) as bag_uuid, case when stage = 'handed_over' then stage else (array['open', 'sealed', 'manifested'])[1 + (r / 20) % 3] end as status
    from packed where stage in ('bagged', 'handed_over') group by t, stage, r / 20`,
  `create temp table slip as
    select t, stage, b / 5 as m, min(provider_uuid::text)::uuid as provider_uuid, min(warehouse_uuid::text)::uuid as warehouse_uuid, min(channel_uuid::text)::uuid as channel_uuid, min(operator_uuid::text)::uuid as operator_uuid,
      min(at) as at, uuidv7(min(at) - now()) as manifest_uuid from sack where status in ('manifested', 'handed_over') group by t, stage, b / 5`,
  `insert into manifest (provider_uuid, manifest_uuid, manifest_number, warehouse_uuid, channel_uuid, ship_date, status, made_by, made_at, carrier_person, signed_name, handed_over_by, handed_over_at)
    select provider_uuid, manifest_uuid, 'M-' || stage || '-' || m, warehouse_uuid, channel_uuid, at::date, case when stage = 'handed_over' then stage else 'made' end, operator_uuid, at,
      case when stage = 'handed_over' then 'Driver' else '' end, case when stage = 'handed_over' then 'Driver' else '' end, case when stage = 'handed_over' then operator_uuid end,
      case when stage = 'handed_over' then at + interval '1 day' end
    from slip order by t, stage, m`,
  `insert into bag (provider_uuid, bag_uuid, bag_number, warehouse_uuid, channel_uuid, ship_date, status, weight_grams, manifest_uuid, opened_by, opened_at, sealed_by, sealed_at, handed_over_at)
    select s.provider_uuid, bag_uuid, 'B-' || s.stage || '-' || b, s.warehouse_uuid, s.channel_uuid, s.at::date, status, case when status <> 'open' then 18000 + b end, case when status in ('manifested', 'handed_over') then manifest_uuid end,
      s.operator_uuid, s.at, case when status <> 'open' then s.operator_uuid end, case when status <> 'open' then s.at end, case when status = 'handed_over' then s.at + interval '1 day' end
    from sack s left join slip on slip.t = s.t and slip.stage = s.stage and slip.m = s.b / 5 order by s.t, s.stage, s.b`,
  `insert into bag_parcel (provider_uuid, entry_uuid, bag_uuid, parcel_uuid, warehouse_uuid, put_by, put_at)
    select p.provider_uuid, uuidv7(), bag_uuid, parcel_uuid, p.warehouse_uuid, p.operator_uuid, p.at from packed p join sack s on s.t = p.t and s.stage = p.stage and s.b = p.r / 20 order by p.i`,
  `create temp table comeback as
    select p.*, uuidv7(make_interval(mins => (i - 12006) * 5)) as return_uuid, (array['expected', 'arrived', 'inspected', 'decided', 'restocked'])[1 + r / 3 % 5] as return_status from packed p where stage = 'handed_over' and r % 3 = 0`,
  `insert into return_order (provider_uuid, return_uuid, return_number, owner_uuid, order_uuid, warehouse_uuid, status, tracking_number, reason, remark, created_at, expected_at, arrived_at, inspected_at, decided_at, ended_at)
    select provider_uuid, return_uuid, 'R-' || i, owner_uuid, order_uuid, warehouse_uuid, return_status, 'BACK' || i, 'other', 'Too small', at, at, case when return_status <> 'expected' then at + interval '2 days' end,
      case when return_status not in ('expected', 'arrived') then at + interval '3 days' end, case when return_status in ('decided', 'restocked') then at + interval '4 days' end, case when return_status = 'restocked' then at + interval '5 days' end
    from comeback order by i`,
  `insert into return_line (provider_uuid, return_uuid, line_uuid, line_number, owner_uuid, warehouse_uuid, variant_uuid, sku, title, stock_owner_uuid, lot, expected, good, damaged, good_decision, damaged_decision, good_done)
    select c.provider_uuid, return_uuid, uuidv7(), j, c.owner_uuid, c.warehouse_uuid, variant_uuid, sku, 'Coil of rope', c.owner_uuid, lot, 1, (j < 3 and d.is_inspected)::int, (j = 3 and d.is_inspected)::int,
      case when d.is_decided then 'restock' else '' end, case when d.is_decided then 'scrap' else '' end, (return_status = 'restocked' and j < 3)::int
    from (select distinct on (t, i, variant_uuid, lot) * from line_of_order order by t, i, variant_uuid, lot, j) l join comeback c on c.t = l.t and c.i = l.i,
      lateral (select return_status not in ('expected', 'arrived') as is_inspected, return_status in ('decided', 'restocked') as is_decided) d order by l.i, j`,
];

/** 6,000 receipts of three lines with boxes, history, inspections and putaway tasks; one that is being put away has sixty lines. */
export const receipts: readonly string[] = [
  `create temp table incoming as
    select i, t, provider_uuid, owner_uuid, user_uuid, operator_uuid, warehouse_uuid, uuidv7(make_interval(mins => (i - 6010) * 40)) as receipt_uuid,
      case when i = 5929 then 60 else 3 end as lines,
      case i % 50 when 1 then 'draft' when 2 then 'submitted' when 3 then 'confirmed' when 4 then 'confirmed' when 5 then 'arrived' when 6 then 'inspecting' when 7 then 'inspecting' when 8 then 'inspecting'
        when 29 then 'putting_away' when 10 then 'putting_away' when 11 then 'putting_away' when 12 then 'closed_short' when 13 then 'cancelled' else 'completed' end as status
    from generate_series(1, 6000) i join owner_slot on t = (i % 6 = 0)::int and slot = i * 3 % 100 join tenant using (t, provider_uuid, user_uuid) join building using (t, provider_uuid)
    where building.k = 0`,
  `insert into receipt (provider_uuid, receipt_uuid, receipt_number, reference, warehouse_uuid, owner_uuid, status, expected_on, remark, reason, created_by, created_at, submitted_at, confirmed_at, arrived_at, ended_at)
    select provider_uuid, receipt_uuid, 'R-' || to_char(at, 'YYMMDD') || '-' || lpad(i::text, 4, '0'), 'PO-' || i, warehouse_uuid, owner_uuid, status, (at + interval '5 days')::date, 'Two pallets', '', user_uuid, at,
      case when status <> 'draft' then at + interval '1 hour' end, case when status not in ('draft', 'submitted', 'cancelled') then at + interval '2 hours' end,
      case when status not in ('draft', 'submitted', 'cancelled', 'confirmed') then at + interval '3 hours' end,
      case when status in ('completed', 'closed_short', 'cancelled') then at + interval '4 hours' end
    from incoming cross join lateral (select uuid_extract_timestamp(receipt_uuid) as at) made order by i`,
  `create temp table coming as
    select i, j, incoming.t, incoming.provider_uuid, receipt_uuid, uuidv7() as line_uuid, incoming.owner_uuid, variant_uuid, user_uuid, operator_uuid, warehouse_uuid, status,
      case when keeps_lots then 'L-1' else '' end as lot, (5 + (i + j) % 40)::int as expected,
      case when status in ('putting_away', 'completed') or status in ('inspecting', 'closed_short') and j % 2 = 1 then (5 + (i + j) % 40)::int else 0 end as counted, ((i + j) % 17 = 0)::int as broken
    from incoming cross join generate_series(1, lines) j join sku on sku.t = incoming.t and sku.owner_uuid = incoming.owner_uuid and sku.k = (i * 5 + j) % sku.of_owner`,
  `insert into receipt_line (provider_uuid, receipt_uuid, line_uuid, line_number, owner_uuid, variant_uuid, box_number, lot, expected, counted, qualified, unqualified, put_away, decided)
    select provider_uuid, receipt_uuid, line_uuid, j, owner_uuid, variant_uuid, 1 + j / 10, lot, expected, counted, case when counted > 0 then counted - broken else 0 end, case when counted > 0 then broken else 0 end,
      case when status = 'completed' then counted - broken else 0 end, case when status = 'completed' and counted > 0 then broken else 0 end
    from coming order by i, j`,
  `insert into receipt_box (provider_uuid, receipt_uuid, box_number, owner_uuid, barcode, arrived_at, arrived_by)
    select provider_uuid, receipt_uuid, box, i.owner_uuid, receipt_number || '/' || box, r.arrived_at, case when r.arrived_at is not null then operator_uuid end
    from incoming i join receipt r using (provider_uuid, receipt_uuid) cross join generate_series(1, 1 + lines / 10) box order by i, box`,
  `insert into receipt_event (provider_uuid, receipt_uuid, event_uuid, owner_uuid, at, user_uuid, event, from_status, to_status)
    select provider_uuid, receipt_uuid, uuidv7(at - now()), i.owner_uuid, at, i.user_uuid, event, from_status, to_status
    from incoming i join receipt r using (provider_uuid, receipt_uuid) cross join lateral (values
      ('create', '', 'draft', created_at), ('submit', 'draft', 'submitted', submitted_at), ('confirm', 'submitted', 'confirmed', confirmed_at), ('arrive', 'confirmed', 'arrived', arrived_at),
      ('complete', 'putting_away', 'completed', case when r.status = 'completed' then ended_at end)) e (event, from_status, to_status, at)
    where at is not null order by i, at`,
  `insert into inspection (provider_uuid, inspection_uuid, receipt_uuid, line_uuid, owner_uuid, qualified_quantity, unqualified_quantity, reason, inspected_by, at)
    select provider_uuid, uuidv7(), receipt_uuid, line_uuid, owner_uuid, counted - broken, broken, case when broken > 0 then 'Cracked' else '' end, operator_uuid, now() - interval '1 hour'
    from coming where counted > 0 order by i, j`,
  // Good pieces of an open receipt wait at the receiving place, mostly with a suggested location.
  `insert into putaway_task (provider_uuid, task_uuid, receipt_uuid, line_uuid, owner_uuid, status, quantity, from_location_uuid, suggested_location_uuid, location_uuid, created_at, done_at, done_by)
    select c.provider_uuid, uuidv7(), receipt_uuid, line_uuid, owner_uuid, case when is_done then 'done' else 'pending' end, counted - broken, dock.location_uuid, case when i % 9 > 0 then shelf.location_uuid end,
      case when is_done then shelf.location_uuid end, now() - make_interval(mins => 6000 - i), case when is_done then now() end, case when is_done then operator_uuid end
    from coming c cross join lateral (select status = 'completed' as is_done) done
      join place dock on dock.t = c.t and dock.warehouse_uuid = c.warehouse_uuid and dock.type = 'receiving'
      join place shelf on shelf.t = c.t and shelf.is_main and shelf.type in ('pick', 'reserve') and shelf.k = (i * 31 + j * 7) % 2000
    where counted > broken and status in ('completed', 'inspecting', 'putting_away') order by i, j`,
];

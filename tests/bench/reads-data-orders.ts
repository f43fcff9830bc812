/** What comes after the submit of an order. */
const confirmed = "status not in ('draft', 'submitted', 'cancelled')";
const reserved = "status in ('allocated', 'in_wave', 'picking', 'picked')";

/** 12,000 orders of three lines with their history, most of them in 300 waves, the oldest of 600 orders. Every twentieth is a shipping notice. */
export const orders: readonly string[] = [
  // Where their goods lie: enough for every line to reserve one piece.
  `create temp table shelved as
    select *, row_number() over (partition by t, owner_uuid order by n, part) - 1 as k, count(*) over (partition by t, owner_uuid) as of_owner
    from lying where is_main and condition = 'good' and n % 16 <> 3 and n % 4 <> 1 and quantity >= 12`,
  `create temp table ordered as
    select i, t, s.provider_uuid, s.owner_uuid, s.user_uuid, operator_uuid, warehouse_uuid, uuidv7(make_interval(mins => (i - 12010) * 5)) as order_uuid,
      case when i % 20 = 11 then 'shipping_notice' else 'one_piece' end as kind,
      coalesce((array['draft', 'cancelled', 'submitted', 'confirmed', 'short', 'allocated', 'allocated', 'allocated'])[1 + i % 20], 'in_wave') as stage
    from generate_series(1, 12000) i join owner_slot s on s.t = (i % 6 = 0)::int and slot = i * 3 % 100 join tenant using (t) join (select t, warehouse_uuid from building where k = 0) b using (t)`,
  `create temp table member as
    select m.*, case when rank < 600 then 0 else 1 + (rank - 600) / 24 end as w, case when rank < 600 then rank else (rank - 600) % 24 end as place
    from (select i, t, order_uuid, row_number() over (partition by t order by i) - 1 as rank from ordered where stage = 'in_wave') m`,
  `create temp table round as
    select w, t, provider_uuid, warehouse_uuid, user_uuid, uuidv7(make_interval(hours => (w - 400)::int)) as wave_uuid, now() + make_interval(hours => (w - 400)::int) as at, orders,
      case when w = 0 then 'picking' else (array['picked', 'picked', 'picked', 'picked', 'picked', 'picking', 'released', 'held', 'planned', 'released'])[1 + w % 10] end as status
    from (select t, w, count(*)::int as orders from member group by t, w) sized join tenant using (t) join (select t, warehouse_uuid from building where k = 0) b using (t)`,
  `insert into wave (provider_uuid, wave_uuid, wave_number, warehouse_uuid, kind, strategy, status, order_count, piece_count, plan, reason, created_by, created_at, planned_at, released_at, started_at, picked_at, printed_at)
    select provider_uuid, wave_uuid, 'WV-' || to_char(at, 'YYMMDD') || '-' || lpad(w::text, 4, '0'), warehouse_uuid, case when w % 2 = 0 then 'cart' else 'wall' end, case when w % 3 = 0 then '' else 'Morning' end, status, orders,
      orders * 3, jsonb_build_object('figures', jsonb_build_object('orders', orders, 'pieces', orders * 3, 'tours', 1 + orders / 12, 'aisles', 30, 'stops', orders * 3, 'walking_metres', 812.5,
        'metres_alone', 4210.5, 'metres_saved', 3398, 'wall_slots', 0, 'weight_grams', 41000, 'orders_without_weight', 2, 'shortages', 0, 'other_bins', 0, 'basis', 'map'), 'tours', (
          select jsonb_agg(jsonb_build_object('order_uuids', jsonb_build_array(order_uuid), 'location_uuids', '[]'::jsonb, 'walking_metres', 10.5)) from member m where m.t = round.t and m.w = round.w), 'bins', '[]'::jsonb),
      case when status = 'held' then 'Aisle closed' else '' end, case when w % 3 = 0 then c.user_uuid end, at, at + interval '1 minute', case when status <> 'planned' then at + interval '2 minutes' end,
      case when status in ('picking', 'picked') then at + interval '9 minutes' end, case when status = 'picked' then at + interval '1 hour' end, case when w % 4 = 0 then at + interval '3 minutes' end
    from round join (select t, user_uuid, k from colleague) c using (t) where c.k = w % 12 order by w`,
  `create temp table sale as
    select o.*, uuid_extract_timestamp(order_uuid) as at, r.wave_uuid, r.status as wave_status, m.w, m.place,
      case when stage <> 'in_wave' then stage when r.status in ('picking', 'picked') then r.status else 'in_wave' end as status
    from ordered o left join member m using (i, t, order_uuid) left join (select w, t, wave_uuid, status from round) r using (w, t)`,
  `insert into sales_order (provider_uuid, order_uuid, order_number, reference, kind, owner_uuid, status, warehouse_uuid, channel_uuid, holds, country, total_cents, currency, weight_grams, remark, reason, line_count,
      piece_count, estimate_cents, estimate_currency, estimate, created_by, created_at, submitted_at, confirmed_at, allocated_at, ended_at, wave_uuid, demand_skus, demand_pieces, due_at)
    select s.provider_uuid, order_uuid, 'SO-' || to_char(at, 'YYMMDD') || '-' || lpad(i::text, 5, '0'), 'R' || i, kind, owner_uuid, status, warehouse_uuid, c.channel_uuid,
      case when i % 40 = 2 then array['payment'] when i % 100 = 48 then array['cancel'] else '{}' end, (array['US', 'DE', 'GB', 'FR', 'CA'])[1 + i % 5], 4000 + i % 900, 'USD', 900, 'Handle with care',
      case when status = 'cancelled' then 'Customer changed their mind' else '' end, 3, 3, case when status <> 'draft' then 500 + i % 700 end, case when status <> 'draft' then 'USD' else '' end,
      case when status <> 'draft' then '{"currency": "USD", "total_cents": 700, "parts": [{"event": "handling", "quantity": 3, "amount_cents": 700}], "missing": []}'::jsonb else '{}' end,
      user_uuid, at, case when status <> 'draft' then at end, case when ${confirmed} then at + interval '1 minute' end, case when ${reserved} then at + interval '2 minutes' end,
      case when status = 'cancelled' then at + interval '1 hour' end, wave_uuid, case when ${confirmed} then 3 else 0 end, case when ${confirmed} then 3 else 0 end,
      case when ${confirmed} then now() + make_interval(mins => i - 1000) end
    from sale s join (select provider_uuid, channel_uuid, row_number() over (partition by provider_uuid order by channel_uuid) as k from channel) c on c.provider_uuid = s.provider_uuid and c.k = 1 + i % 20 order by i`,
  `insert into order_recipient (provider_uuid, order_uuid, owner_uuid, consignee, phone, address, city, state, zip)
    select provider_uuid, order_uuid, owner_uuid, 'Alex Example ' || i, '+1 555 0100', i || ' Example Street', 'Springfield', 'IL', '62701' from sale order by i`,
  `create temp table line_of_order as
    select s.*, uuidv7() as line_uuid, g.variant_uuid, sku, g.location_uuid, g.lot, gen_random_uuid() as reservation_uuid
    from (select sale.*, j, row_number() over (partition by t, owner_uuid order by i, j) as q from sale cross join generate_series(1, 3) j) s
      join (select t, owner_uuid, variant_uuid, location_uuid, lot, k, of_owner from shelved) g on g.t = s.t and g.owner_uuid = s.owner_uuid and g.k = s.q % g.of_owner
      join (select variant_uuid, sku from sku) named on named.variant_uuid = g.variant_uuid`,
  `insert into order_line (provider_uuid, order_uuid, line_uuid, line_number, owner_uuid, variant_uuid, sku, stock_owner_uuid, quantity, title, unit_price_cents, declared_name, hs_code, origin_country, declared_value_cents, declared_currency)
    select provider_uuid, order_uuid, line_uuid, j, owner_uuid, variant_uuid, sku, owner_uuid, 1, 'Coil of rope', 1300, 'Deck fittings', '73269098', 'CN', 900, 'USD' from line_of_order order by i, j`,
  `insert into reservation (provider_uuid, reservation_uuid, source_type, source_uuid, source_line, part, variant_uuid, warehouse_uuid, location_uuid, owner_uuid, lot, condition, quantity, created_at)
    select provider_uuid, reservation_uuid, 'order', order_uuid, j, 1, variant_uuid, warehouse_uuid, location_uuid, owner_uuid, lot, 'good', 1, at from line_of_order where ${reserved} order by i, j`,
  `insert into order_demand (provider_uuid, order_uuid, demand_number, line_uuid, owner_uuid, variant_uuid, stock_owner_uuid, warehouse_uuid, quantity, is_reserved)
    select provider_uuid, order_uuid, j, line_uuid, owner_uuid, variant_uuid, owner_uuid, warehouse_uuid, 1, ${reserved} from line_of_order where ${confirmed} order by i, j`,
  `insert into order_event (provider_uuid, order_uuid, event_uuid, owner_uuid, at, user_uuid, event, from_status, to_status, detail)
    select provider_uuid, order_uuid, uuidv7(at - now() + make_interval(mins => n::int)), owner_uuid, at + make_interval(mins => n::int), case when n % 2 = 1 then user_uuid when n = 2 then operator_uuid end, event, from_status, to_status, '{}'
    from sale, unnest(array['create', 'submit', 'confirm', 'allocate'], array['', 'draft', 'submitted', 'confirmed'], array['draft', 'submitted', 'confirmed', 'allocated']) with ordinality e (event, from_status, to_status, n)
    where n = 1 or n = 2 and status <> 'draft' or n = 3 and ${confirmed} or n = 4 and ${reserved} order by i, n`,
  `insert into wave_order (provider_uuid, wave_uuid, order_uuid, warehouse_uuid, status, tour, slot, joined_at)
    select provider_uuid, wave_uuid, order_uuid, warehouse_uuid, case when wave_status = 'picked' then 'picked' else 'open' end, case when wave_status <> 'planned' then 1 + place / 12 end,
      case when wave_status <> 'planned' then 1 + place % 12 end, at from sale where wave_uuid is not null order by i`,
];

/** The tours of those waves with their lines; totes, a hundred of them with pieces that no order has a right to. */
export const picks: readonly string[] = [
  `insert into location (provider_uuid, location_uuid, warehouse_uuid, barcode, type)
    select provider_uuid, uuidv7(), warehouse_uuid, 'TOTE-' || lpad(l::text, 4, '0'), 'tote' from building, generate_series(1, 400) l where k = 0`,
  `create temp table tote as
    select t, location_uuid, row_number() over (partition by t order by barcode) as k from location join tenant using (provider_uuid) where type = 'tote' and barcode like 'TOTE-0%'`,
  `create temp table tour as
    select r.*, tour, uuidv7(r.at - now() + make_interval(secs => tour::int)) as task_uuid, lines, row_number() over (partition by r.t order by w, tour) as number,
      case when r.status = 'picked' then 'done' when r.status in ('released', 'held') then 'pending' else (array['done', 'in_progress', 'pending'])[1 + tour % 3] end as task_status
    from round r join (select t, w, place / 12 as tour, count(*)::int * 3 as lines from sale where wave_uuid is not null group by 1, 2, 3) s using (t, w) where r.status <> 'planned'`,
  `insert into pick_task (provider_uuid, task_uuid, wave_uuid, warehouse_uuid, task_number, status, user_uuid, tote_uuid, line_count, piece_count, picked_pieces, walking_decimetres, created_at, claimed_at, started_at, ended_at)
    select u.provider_uuid, task_uuid, wave_uuid, warehouse_uuid, tour + 1, task_status, case when task_status <> 'pending' then c.user_uuid end, case when task_status = 'in_progress' then tote.location_uuid end, lines, lines,
      case when task_status = 'done' then lines else 0 end, 900 + tour * 7, at, case when task_status <> 'pending' then at end, case when task_status <> 'pending' then at end, case when task_status = 'done' then at + interval '1 hour' end
    from tour u join (select t, user_uuid, k from colleague) c on c.t = u.t and c.k = number % 20 left join tote on tote.t = u.t and tote.k = number % 300 order by w, tour`,
  `insert into pick_line (provider_uuid, task_uuid, line_number, wave_uuid, warehouse_uuid, order_uuid, demand_number, reservation_uuid, variant_uuid, stock_owner_uuid, location_uuid, lot, quantity, picked_quantity, slot, sequence,
      status, user_uuid, ended_at)
    select l.provider_uuid, task_uuid, place % 12 * 3 + j, l.wave_uuid, l.warehouse_uuid, order_uuid, j, reservation_uuid, variant_uuid, owner_uuid, location_uuid, lot, 1, case when task_status = 'done' then 1 else 0 end, 1 + place % 12,
      row_number() over (partition by task_uuid order by location_uuid, order_uuid, j), case when task_status = 'done' then 'picked' else 'pending' end, case when task_status = 'done' then l.operator_uuid end,
      case when task_status = 'done' then l.at + interval '1 hour' end
    from line_of_order l join tour on tour.t = l.t and tour.w = l.w and tour.tour = l.place / 12 order by i, j`,
  `insert into stock_entry (provider_uuid, movement_uuid, leg, source_type, source_uuid, source_line, variant_uuid, owner_uuid, warehouse_uuid, place, location_uuid, lot, condition, quantity, at, user_uuid)
    select provider_uuid, id, leg, 'move', id, 1, variant_uuid, owner_uuid, warehouse_uuid, 'location', case leg when 1 then location_uuid else tote_uuid end, lot, condition, case leg when 1 then -1 else 1 end,
      uuid_extract_timestamp(id), operator_uuid
    from (
      select g.*, uuidv7() as id, tote.location_uuid as tote_uuid from (
        select *, row_number() over (partition by t order by n) as r from lying where is_main and n % 16 = 5 and part = 0 and condition = 'good' and quantity > 3
      ) g join tote on tote.t = g.t and tote.k = 301 + r % 90 where r <= 200
    ) left_over join tenant using (t, provider_uuid) cross join generate_series(1, 2) leg order by id, leg`,
];

/** 3,000 exceptions with five events each, by the orders' numbers. */
export const exceptions: readonly string[] = [
  `create temp table trouble as
    select s.*, uuidv7(make_interval(mins => (i - 12005) * 5)) as exception_uuid, (array['short', 'address', 'cancelled', 'late_pick'])[1 + i / 4 % 4] as type, c.user_uuid as worker,
      (array['open', 'open', 'assigned', 'assigned', 'waiting_retailer', 'resolved', 'resolved', 'closed', 'closed', 'closed'])[1 + i / 4 % 10] as case_status
    from sale s join (select t, user_uuid, k from colleague) c on c.t = s.t and c.k = i % 20 where i % 4 = 0`,
  `insert into exception_case (provider_uuid, exception_uuid, exception_number, type, status, order_uuid, owner_uuid, warehouse_uuid, assignee_uuid, reason, resolution, opened_at, changed_at, resolved_at, closed_at)
    select provider_uuid, exception_uuid, 'E-' || to_char(at, 'YYMMDD') || '-' || lpad(i::text, 5, '0'), type, case_status, order_uuid, owner_uuid, warehouse_uuid, case when case_status <> 'open' then worker end,
      case type when 'short' then 'missing' when 'address' then 'Unknown street' else '' end, case when case_status in ('resolved', 'closed') then 'other' else '' end, at, at + interval '5 minutes',
      case when case_status in ('resolved', 'closed') then at + interval '5 minutes' end, case when case_status = 'closed' then at + interval '6 minutes' end
    from trouble order by i`,
  `insert into exception_event (provider_uuid, exception_uuid, event_uuid, owner_uuid, warehouse_uuid, at, user_uuid, by_retailer, event, from_status, to_status, is_internal, message, detail)
    select x.provider_uuid, exception_uuid, uuidv7(x.at - now() + make_interval(secs => n::int)), x.owner_uuid, x.warehouse_uuid, x.at + make_interval(secs => n::int), case when n > 1 then worker end, false, event,
      case n when 1 then '' when 2 then 'open' else 'assigned' end, case n when 1 then 'open' else 'assigned' end, n = 4, case when n > 2 then 'Looked on the next shelf too.' else '' end,
      case when n = 1 and type = 'short' then jsonb_build_object('variant_uuid', variant_uuid, 'location_uuid', location_uuid, 'quantity', 1, 'reason', 'missing') else '{}' end
    from trouble x join (select order_uuid, variant_uuid, location_uuid from line_of_order where j = 1) l using (order_uuid)
      cross join unnest(array['open', 'assign', 'note', 'note', 'note']) with ordinality e (event, n) order by i, n`,
];

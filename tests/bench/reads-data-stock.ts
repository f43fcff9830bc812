const entryColumns =
  "provider_uuid, movement_uuid, leg, source_type, source_uuid, source_line, variant_uuid, owner_uuid, warehouse_uuid, place, location_uuid, lot, condition, quantity, at, user_uuid";

/** Some 30,000 balances with the movements that made them, reservations and reconciliations. The ledger's triggers write the balances. */
export const stock: readonly string[] = [
  // Where each SKU lies: in one or two locations, three quarters of them in the main hall.
  `create temp table room as select t, is_main, count(*) as places from place where type in ('pick', 'reserve') group by t, is_main`,
  `create temp table lying as
    select sku.t, sku.n, part, sku.provider_uuid, sku.variant_uuid, sku.owner_uuid, place.location_uuid, place.warehouse_uuid, place.is_main,
      case when keeps_lots then 'L-' || 1 + part else '' end as lot, case when sku.n % 50 = 0 then 'damaged' when sku.n % 83 = 0 then 'quarantined' else 'good' end as condition,
      (1 + sku.n % 60)::int as quantity
    from sku cross join generate_series(0, 1) part
      join room on room.t = sku.t and room.is_main = ((sku.n + part) % 4 > 0)
      join place on place.t = sku.t and place.is_main = room.is_main and place.type in ('pick', 'reserve') and place.k = (sku.n * 13 + part * 7) % room.places
    where sku.n % 8 > 0 and (part = 0 or sku.n % 2 = 0)`,
  `insert into stock_entry (${entryColumns})
    select provider_uuid, id, leg, 'opening', source_uuid, row_number() over (partition by source_uuid, leg order by id), variant_uuid, owner_uuid, warehouse_uuid,
      case leg when 1 then 'opening' else 'location' end, case leg when 2 then location_uuid end, lot, condition, case leg when 1 then -quantity else quantity end, uuid_extract_timestamp(id), operator_uuid
    from (select *, uuidv7(make_interval(mins => (n - 40000)::int * 10)) as id, md5(t || ' ' || n / 400)::uuid as source_uuid from lying order by n, part) opened
      join tenant using (t, provider_uuid) cross join generate_series(1, 2) leg order by id, leg`,
  // Every fourth is moved to another shelf of its hall afterwards.
  `insert into stock_entry (${entryColumns})
    select provider_uuid, id, leg, 'move', id, 1, variant_uuid, owner_uuid, warehouse_uuid, 'location', case leg when 1 then location_uuid else to_uuid end, lot, condition,
      case leg when 1 then -1 else 1 end, uuid_extract_timestamp(id), operator_uuid
    from (
      select lying.*, uuidv7(make_interval(secs => (n - 40000) * 30)) as id, shelf.location_uuid as to_uuid
      from lying join place shelf on shelf.t = lying.t and shelf.is_main and shelf.type in ('pick', 'reserve') and shelf.k = lying.n * 17 % 2000
      where lying.is_main and n % 4 = 1 and part = 0 and quantity > 1 and shelf.location_uuid <> lying.location_uuid order by n
    ) moved join tenant using (t, provider_uuid) cross join generate_series(1, 2) leg order by id, leg`,
  `insert into reservation (provider_uuid, reservation_uuid, source_type, source_uuid, source_line, part, variant_uuid, warehouse_uuid, location_uuid, owner_uuid, lot, condition, quantity, created_at)
    select provider_uuid, gen_random_uuid(), 'order', gen_random_uuid(), 1, 1, variant_uuid, warehouse_uuid, location_uuid, owner_uuid, lot, condition, 1 + quantity / 3, now()
    from lying where n % 16 = 3 and quantity > 2 and condition = 'good'`,
  `insert into stock_reconciliation (provider_uuid, reconciliation_uuid, at, balance_count, difference_count, differences)
    select provider_uuid, uuidv7(make_interval(days => n - 1440)), now() - make_interval(days => 1440 - n), 20000 + n, (n % 90 = 1)::int, case when n % 90 <> 1 then '[]'::jsonb else
      jsonb_build_array(jsonb_build_object('kind', 'quantity', 'variant_uuid', gen_random_uuid(), 'sku', 'Q00000001-1', 'warehouse_uuid', null, 'location_uuid', null, 'barcode', '',
        'lot', '', 'condition', 'good', 'stated', 3, 'counted', 4)) end
    from generate_series(1, 1440) n join tenant on t = (n % 6 = 0)::int`,
];

/** 1,440 stocktakes of 12 lines, the newest of 2,400. */
export const stocktakes: readonly string[] = [
  `create temp table counting as
    select i, t, provider_uuid, operator_uuid, user_uuid, warehouse_uuid, uuidv7(make_interval(hours => (i - 1440) * 4)) as stocktake_uuid, case when i = 1439 then 2400 else 12 end as lines,
      (array['approved', 'approved', 'approved', 'approved', 'approved', 'approved', 'cancelled', 'approved', 'draft', 'counting'])[1 + i % 10] as status
    from generate_series(1, 1440) i join tenant on t = (i % 6 = 0)::int join building using (t, provider_uuid) where building.k = 0`,
  `insert into stocktake (provider_uuid, stocktake_uuid, stocktake_number, warehouse_uuid, status, is_blind, remark, created_by, created_at, approved_by, ended_at)
    select provider_uuid, stocktake_uuid, 'C-' || to_char(uuid_extract_timestamp(stocktake_uuid), 'YYMMDD') || '-' || lpad(i::text, 4, '0'), warehouse_uuid, status, i % 3 > 0, 'Monthly count', user_uuid,
      uuid_extract_timestamp(stocktake_uuid), case when status = 'approved' then user_uuid end, case when status in ('approved', 'cancelled') then uuid_extract_timestamp(stocktake_uuid) + interval '1 hour' end
    from counting order by i`,
  `create temp table spot as select *, row_number() over (partition by t order by location_uuid, n, part) - 1 as k, count(*) over (partition by t) as spots from lying where is_main`,
  `insert into stocktake_line (provider_uuid, stocktake_uuid, line_uuid, location_uuid, variant_uuid, owner_uuid, lot, condition, expected, counted, recounted, counted_by, counted_at)
    select c.provider_uuid, stocktake_uuid, uuidv7(), location_uuid, variant_uuid, owner_uuid, lot, condition, quantity, case when is_counted then quantity + is_off end,
      case when is_counted and is_off = 1 and status = 'approved' then quantity end, case when is_counted then operator_uuid end, case when is_counted then uuid_extract_timestamp(stocktake_uuid) end
    from counting c cross join generate_series(0, lines - 1) j
      join spot on spot.t = c.t and spot.k = (i * 37 + j) % (select min(spots) from spot)
      cross join lateral (select status = 'approved' or status = 'counting' and j % 2 = 0 as is_counted, (j % 20 = 7)::int as is_off) counted order by i, j`,
  `insert into stocktake_location (provider_uuid, stocktake_uuid, location_uuid, finished_by, finished_at)
    select distinct provider_uuid, stocktake_uuid, location_uuid, counted_by, counted_at from stocktake_line where counted_by is not null`,
];

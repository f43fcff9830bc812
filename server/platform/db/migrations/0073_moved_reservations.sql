-- A movement of all pieces of a reservation takes it along: the balances and the reservation change in the statement that posts it.
alter table stock_entry
  add column reservation_uuid uuid,
  add constraint stock_entry_of_reserved_pieces check (reservation_uuid is null or place = 'location');

create or replace function apply_stock_entries() returns trigger
language plpgsql security definer set search_path = public, pg_temp set enable_seqscan = off
as $$
declare
  d record;
  carrying bigint;
  carried bigint;
begin
  if exists (select from new_entries group by provider_uuid, movement_uuid, variant_uuid, owner_uuid having sum(quantity) <> 0) then
    raise exception 'the legs of a movement sum to nothing' using errcode = 'check_violation', constraint = 'stock_entry_balanced';
  end if;
  if exists (
    select from (select distinct provider_uuid, variant_uuid from new_entries where location_uuid is not null and quantity > 0) n
      cross join lateral (
        select from variant v where v.provider_uuid = n.provider_uuid and v.variant_uuid = n.variant_uuid
          and (v.merged_into_uuid is not null or v.is_bundle) limit 1
      ) v
  ) then
    raise exception 'nothing is stored of what was merged or is a bundle' using errcode = 'check_violation', constraint = 'stock_entry_of_stored_variant';
  end if;
  for d in
    select m.provider_uuid, m.variant_uuid, m.warehouse_uuid, m.location_uuid, m.owner_uuid, m.lot, m.condition, sum(m.quantity) as quantity,
      coalesce(sum(m.quantity) filter (where m.reservation_uuid is not null), 0) as reserved,
      max(m.at) as at, coalesce(min(m.came) filter (where m.quantity > 0), max(m.at)) as since
    from (
      select l.*, min(case when l.quantity < 0 and l.goes_on then (
          select b.since from stock_balance b where b.provider_uuid = l.provider_uuid and b.variant_uuid = l.variant_uuid
            and b.warehouse_uuid = l.warehouse_uuid and b.location_uuid = l.location_uuid and b.owner_uuid = l.owner_uuid
            and b.lot = l.lot and b.condition = l.condition) end)
        over (partition by l.provider_uuid, l.warehouse_uuid, l.source_type, l.source_uuid, l.way) as came
      from (
        select w.*, bool_or(w.quantity > 0) over (partition by w.provider_uuid, w.warehouse_uuid, w.source_type, w.source_uuid, w.way) as goes_on
        from (
          select n.*, case n.source_type when 'merge' then (n.source_line + 1) / 2 else n.source_line end as way
          from new_entries n where n.location_uuid is not null
        ) w
      ) l
    ) m
    group by 1, 2, 3, 4, 5, 6, 7
    having sum(m.quantity) <> 0 or coalesce(sum(m.quantity) filter (where m.reservation_uuid is not null), 0) <> 0
    order by 1, 2, 3, 4, 5, 6, 7
  loop
    -- A row with less than nothing reserved cannot be proposed to an upsert; whoever takes reserved pieces from a balance finds it there.
    if d.quantity > 0 and d.reserved >= 0 then
      insert into stock_balance as b (provider_uuid, variant_uuid, warehouse_uuid, location_uuid, owner_uuid, lot, condition, quantity, reserved, since, updated_at)
        values (d.provider_uuid, d.variant_uuid, d.warehouse_uuid, d.location_uuid, d.owner_uuid, d.lot, d.condition, d.quantity, d.reserved, d.since, d.at)
        on conflict on constraint stock_balance_pkey do update set quantity = b.quantity + excluded.quantity, reserved = b.reserved + excluded.reserved,
          since = case when b.quantity = 0 then excluded.since else least(b.since, excluded.since) end, updated_at = excluded.updated_at;
    else
      update stock_balance b set quantity = b.quantity + d.quantity, reserved = b.reserved + d.reserved,
          since = case when d.quantity > 0 then least(b.since, d.since) else b.since end, updated_at = d.at
        where b.provider_uuid = d.provider_uuid and b.variant_uuid = d.variant_uuid and b.warehouse_uuid = d.warehouse_uuid
          and b.location_uuid = d.location_uuid and b.owner_uuid = d.owner_uuid and b.lot = d.lot and b.condition = d.condition;
      if not found then
        raise exception 'nothing is there to be taken' using errcode = 'check_violation', constraint = 'stock_balance_quantity_not_negative';
      end if;
    end if;
  end loop;
  select count(*) into carrying from new_entries where reservation_uuid is not null;
  if carrying > 0 then
    update reservation r set location_uuid = t.location_uuid
      from new_entries f
        join new_entries t on t.provider_uuid = f.provider_uuid and t.movement_uuid = f.movement_uuid and t.reservation_uuid = f.reservation_uuid
          and t.quantity > 0 and (t.warehouse_uuid, t.lot, t.condition) = (f.warehouse_uuid, f.lot, f.condition)
      where f.quantity < 0 and r.provider_uuid = f.provider_uuid and r.reservation_uuid = f.reservation_uuid and r.status = 'open'
        and (r.variant_uuid, r.warehouse_uuid, r.location_uuid, r.owner_uuid, r.lot, r.condition, r.quantity)
          = (f.variant_uuid, f.warehouse_uuid, f.location_uuid, f.owner_uuid, f.lot, f.condition, -f.quantity);
    get diagnostics carried = row_count;
    if carried * 2 <> carrying then
      raise exception 'a movement takes along an open reservation of exactly its pieces' using errcode = 'check_violation', constraint = 'stock_entry_takes_reservation';
    end if;
  end if;
  return null;
end $$;

create or replace function apply_ended_reservations() returns trigger
language plpgsql security definer set search_path = public, pg_temp set enable_seqscan = off
as $$
declare
  d record;
begin
  -- Each of these was open: the trigger below lets nothing else pass. What is still open went along with its pieces, and the balances with it.
  for d in
    select provider_uuid, variant_uuid, warehouse_uuid, location_uuid, owner_uuid, lot, condition, sum(quantity) as quantity
    from new_reservations where status <> 'open' group by 1, 2, 3, 4, 5, 6, 7 order by 1, 2, 3, 4, 5, 6, 7
  loop
    update stock_balance b set reserved = b.reserved - d.quantity
      where b.provider_uuid = d.provider_uuid and b.variant_uuid = d.variant_uuid and b.warehouse_uuid = d.warehouse_uuid
        and b.location_uuid = d.location_uuid and b.owner_uuid = d.owner_uuid and b.lot = d.lot and b.condition = d.condition;
    if not found then
      raise exception 'a reservation is of a balance' using errcode = 'insufficient_privilege';
    end if;
  end loop;
  return null;
end $$;

create or replace function reservation_only_ends() returns trigger language plpgsql as $$
begin
  -- Only the ledger's trigger may change the location: the application has no such privilege.
  if tg_op = 'UPDATE' and old.status = 'open'
    and (old.location_uuid = new.location_uuid or new.status = 'open')
    and (old.provider_uuid, old.reservation_uuid, old.source_type, old.source_uuid, old.source_line, old.part, old.variant_uuid, old.warehouse_uuid,
        old.owner_uuid, old.lot, old.condition, old.quantity, old.created_at)
      = (new.provider_uuid, new.reservation_uuid, new.source_type, new.source_uuid, new.source_line, new.part, new.variant_uuid, new.warehouse_uuid,
        new.owner_uuid, new.lot, new.condition, new.quantity, new.created_at)
    and (old.status <> new.status or old.location_uuid <> new.location_uuid) then
    return new;
  end if;
  raise exception 'a reservation only ends, or goes along with its pieces' using errcode = 'insufficient_privilege';
end $$;

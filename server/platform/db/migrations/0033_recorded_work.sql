-- The work for orders and returns (ADR 50): what was picked, packed, labelled, weighed, bagged, shipped and taken back, for whom, where and when. Days are
-- charged from it, as they are from the stock ledger. It is append-only; work that is taken back is an entry of the opposite quantity.

create table work_entry (
  provider_uuid uuid not null,
  -- in the order of time: a UUIDv7 of `at`
  work_uuid uuid not null,
  -- the event that it is charged as
  kind text not null,
  warehouse_uuid uuid not null,
  -- the retailer it was done for, or the provider for itself
  owner_uuid uuid not null,
  -- null for a return of which no order is known
  order_uuid uuid,
  parcel_uuid uuid,
  return_uuid uuid,
  -- thousandths of what the kind counts: pieces, orders or parcels; below nothing: taken back
  quantity_milli bigint not null,
  -- what was agreed for it, in hundredths; null: the rate card's price, or none
  amount_cents bigint,
  currency text,
  -- what was done: each is recorded once
  source_type text not null,
  source_uuid uuid not null,
  source_line integer not null,
  at timestamptz not null,
  -- null for the system
  user_uuid uuid,
  constraint work_entry_pkey primary key (provider_uuid, work_uuid),
  -- A retry cannot record twice.
  constraint work_entry_source_key unique (provider_uuid, source_type, source_uuid, kind, source_line),
  constraint work_entry_warehouse_fkey foreign key (provider_uuid, warehouse_uuid) references warehouse,
  constraint work_entry_order_fkey foreign key (provider_uuid, order_uuid) references sales_order,
  constraint work_entry_kind_known check (kind in ('picking_order', 'picking_piece', 'packing_parcel', 'box_piece', 'consumable_piece', 'label_parcel',
    'weighing_parcel', 'bagging_parcel', 'shipping_parcel', 'goods_piece', 'customer_return_piece', 'restocking_piece')),
  constraint work_entry_counts_something check (quantity_milli <> 0),
  constraint work_entry_amount_of_agreed check (num_nonnulls(amount_cents, currency) in (0, 2)
    and (amount_cents is null or kind in ('shipping_parcel', 'goods_piece'))),
  constraint work_entry_currency_shape check (currency ~ '^[A-Z]{3}$'),
  constraint work_entry_of_something check (num_nonnulls(order_uuid, return_uuid) > 0),
  constraint work_entry_parcel_named check (kind <> 'shipping_parcel' or parcel_uuid is not null),
  constraint work_entry_return_named check ((kind in ('customer_return_piece', 'restocking_piece')) = (return_uuid is not null))
);
create index work_entry_by_owner on work_entry (provider_uuid, owner_uuid, work_uuid);
create index work_entry_by_order on work_entry (provider_uuid, order_uuid, work_uuid) where order_uuid is not null;
alter table work_entry enable row level security;
alter table work_entry force row level security;
create policy work_entry_staff on work_entry for select using (provider_uuid = (select acting_provider()) and (select acting_staff()));
create policy work_entry_recorded on work_entry for insert with check (provider_uuid = (select acting_provider()) and (select acting_staff()));
create policy work_entry_retailer on work_entry for select using (provider_uuid = (select acting_provider()) and owner_uuid = (select acting_retailer()));
create policy work_entry_platform on work_entry for select using ((select acting_kind()) = 'platform');
create policy work_entry_platform_recorded on work_entry for insert with check ((select acting_kind()) = 'platform');
create policy work_entry_in_warehouse on work_entry as restrictive
  using ((select acting_everywhere()) is not null or warehouse_uuid = any ((select acting_warehouses())::uuid[]));
grant select, insert on work_entry to quayside_app;

create function work_entry_is_append_only() returns trigger language plpgsql as $$
begin
  raise exception 'recorded work is append-only' using errcode = 'insufficient_privilege';
end $$;
create trigger work_entry_append_only before update or delete on work_entry for each row execute function work_entry_is_append_only();
create trigger work_entry_no_truncate before truncate on work_entry for each statement execute function work_entry_is_append_only();

-- The day of the work may be charged already. `closeLedger` waits for whoever writes here, as it does for the stock ledger.
create function work_entry_keeps_to_open_time() returns trigger language plpgsql as $$
declare
  closed record;
begin
  for closed in
    select w.provider_uuid, w.warehouse_uuid, w.ledger_closed_until as until,
      (lpad(to_hex(floor(extract(epoch from w.ledger_closed_until) * 1000)::bigint), 12, '0') || repeat('0', 20))::uuid as first_uuid
    from (select distinct provider_uuid, warehouse_uuid from new_entries) n
      join warehouse w on w.provider_uuid = n.provider_uuid and w.warehouse_uuid = n.warehouse_uuid and w.ledger_closed_until is not null
  loop
    if exists (
      select from new_entries e where e.provider_uuid = closed.provider_uuid and e.warehouse_uuid = closed.warehouse_uuid
        and (e.at < closed.until or e.work_uuid < closed.first_uuid)
    ) then
      raise exception 'the ledger is closed for that time' using errcode = 'QS003';
    end if;
  end loop;
  return null;
end $$;
create trigger work_entry_after_closed_time after insert on work_entry referencing new table as new_entries
  for each statement execute function work_entry_keeps_to_open_time();

-- Boxes and restocking have prices of their own.
alter table rate_price
  drop constraint rate_price_event_known,
  add constraint rate_price_event_known check (
    event in ('storage_piece_day', 'storage_litre_day', 'receiving_piece', 'putaway_piece', 'return_piece', 'picking_order', 'picking_piece',
      'packing_parcel', 'box_piece', 'consumable_piece', 'label_parcel', 'weighing_parcel', 'bagging_parcel', 'shipped_piece', 'customer_return_piece',
      'restocking_piece'));
alter table charge
  drop constraint charge_event_known,
  add constraint charge_event_known check (
    event in ('storage_piece_day', 'storage_litre_day', 'receiving_piece', 'putaway_piece', 'return_piece', 'picking_order', 'picking_piece',
      'packing_parcel', 'box_piece', 'consumable_piece', 'label_parcel', 'weighing_parcel', 'bagging_parcel', 'shipped_piece', 'customer_return_piece',
      'restocking_piece', 'goods_piece', 'shipping_parcel', 'by_hand')),
  -- The order that it is for, whatever its source: what is charged for an open order no longer counts as estimated.
  add column order_uuid uuid;
select set_config('app.kind', 'platform', true);
update charge set order_uuid = source_uuid where source_type in ('shipment', 'order');
select set_config('app.kind', '', true);
create index charge_by_order on charge (provider_uuid, order_uuid) include (amount_cents) where order_uuid is not null and status = 'posted';

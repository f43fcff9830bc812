-- Waybills, and the states of orders and parcels until they are with their recipients.

alter table sales_order
  -- when the last parcel was handed over
  add column shipped_at timestamptz,
  -- when the carrier reported the last parcel as delivered
  add column delivered_at timestamptz,
  drop constraint sales_order_status_known,
  add constraint sales_order_status_known
    check (status in ('draft', 'submitted', 'confirmed', 'short', 'allocated', 'in_wave', 'picking', 'picked', 'reviewed', 'packed', 'weighed', 'bagged',
      'shipped', 'delivered', 'sent_back', 'cancelled', 'merged')),
  -- an order that was shipped keeps the wave that it was in
  drop constraint sales_order_in_a_wave,
  add constraint sales_order_in_a_wave
    check (case when status in ('in_wave', 'picking', 'picked', 'reviewed', 'packed', 'weighed', 'bagged') then wave_uuid is not null
      when status in ('shipped', 'delivered', 'sent_back') then true else wave_uuid is null end),
  add constraint sales_order_shipped check ((status in ('shipped', 'delivered', 'sent_back')) = (shipped_at is not null)),
  add constraint sales_order_delivered check (status in ('delivered', 'sent_back') or delivered_at is null);
drop index sales_order_open;
create index sales_order_open on sales_order (provider_uuid, owner_uuid, order_uuid) include (estimate_cents, estimate_currency)
  where status in ('submitted', 'confirmed', 'short', 'allocated', 'in_wave', 'picking', 'picked', 'reviewed', 'packed', 'weighed', 'bagged');
drop index sales_order_held;
create index sales_order_held on sales_order (provider_uuid, order_uuid) include (owner_uuid)
  where holds <> '{}' and status in ('submitted', 'confirmed', 'short', 'allocated', 'in_wave', 'picking', 'picked', 'reviewed', 'packed', 'weighed', 'bagged');
drop index sales_order_due;
create index sales_order_due on sales_order (provider_uuid, due_at, order_uuid) include (warehouse_uuid, channel_uuid, delay_until, kind, owner_uuid)
  where due_at is not null and holds = '{}'
    and status in ('confirmed', 'short', 'allocated', 'in_wave', 'picking', 'picked', 'reviewed', 'packed', 'weighed', 'bagged');

alter table parcel
  add column bagged_at timestamptz,
  add column handed_over_at timestamptz,
  drop constraint parcel_status_known,
  add constraint parcel_status_known check (status in ('closed', 'weighed', 'bagged', 'handed_over', 'voided')),
  drop constraint parcel_weighed,
  add constraint parcel_weighed check (num_nonnulls(measured_grams, weighed_at) in (0, 2)
    and (status = 'voided' or (status in ('weighed', 'bagged', 'handed_over')) = (weighed_at is not null))),
  add constraint parcel_handed_over check ((status = 'handed_over') = (handed_over_at is not null));

-- A carrier's label and number for one parcel (ADR 47). `asked` is written before the carrier is asked, and `reference` is what it is asked with: after a
-- process was killed, or an answer that is not clear, the waybill is looked up by it before anything is asked again.
create table waybill (
  provider_uuid uuid not null,
  waybill_uuid uuid not null,
  parcel_uuid uuid not null,
  order_uuid uuid not null,
  -- whose order it is: the retailer reads its number and tracking
  owner_uuid uuid not null,
  warehouse_uuid uuid not null,
  channel_uuid uuid not null,
  -- null: the channel has no interface, and the number is entered by hand
  carrier_account_uuid uuid,
  -- ours, and never used again
  reference text not null,
  status text not null default 'requested',
  -- the carrier's, empty until it has one
  waybill_number text not null default '',
  tracking_number text not null default '',
  -- of the request that runs, or comes next
  attempts integer not null default 0,
  next_try_at timestamptz,
  -- why the last request failed; empty after one that did not
  problem_kind text not null default '',
  problem_text text not null default '',
  print_count integer not null default 0,
  tracking_status text not null default '',
  next_track_at timestamptz,
  requested_by uuid,
  requested_at timestamptz not null,
  issued_at timestamptz,
  printed_at timestamptz,
  handed_over_at timestamptz,
  delivered_at timestamptz,
  voided_at timestamptz,
  void_reason text not null default '',
  version integer not null default 1,
  constraint waybill_pkey primary key (provider_uuid, waybill_uuid),
  constraint waybill_reference_key unique (provider_uuid, reference),
  constraint waybill_parcel_fkey foreign key (provider_uuid, parcel_uuid) references parcel,
  constraint waybill_order_fkey foreign key (provider_uuid, order_uuid) references sales_order,
  constraint waybill_channel_fkey foreign key (provider_uuid, channel_uuid) references channel,
  constraint waybill_account_fkey foreign key (provider_uuid, carrier_account_uuid) references carrier_account,
  constraint waybill_status_known check (status in ('requested', 'asked', 'issued', 'failed', 'void_requested', 'void_asked', 'voided')),
  constraint waybill_issued check (status not in ('issued', 'void_requested', 'void_asked') or (issued_at is not null and waybill_number <> '')),
  constraint waybill_voided check ((status = 'voided') = (voided_at is not null)),
  constraint waybill_handed_over_is_issued check (handed_over_at is null or status = 'issued'),
  constraint waybill_tracking_known check (tracking_status in ('', 'created', 'inTransit', 'delivered', 'exception', 'returned', 'cancelled')),
  constraint waybill_counts_not_negative check (attempts >= 0 and print_count >= 0),
  constraint waybill_texts_short check (length(reference) between 1 and 50 and length(waybill_number) <= 60 and length(tracking_number) <= 60
    and length(problem_text) <= 500 and length(void_reason) <= 200)
);
-- Never two for one parcel.
create unique index waybill_live_key on waybill (provider_uuid, parcel_uuid) where status <> 'voided';
create index waybill_by_order on waybill (provider_uuid, order_uuid, waybill_uuid);
create index waybill_by_status on waybill (provider_uuid, status, waybill_uuid);
create index waybill_by_number on waybill (provider_uuid, waybill_number) where waybill_number <> '';
create index waybill_by_tracking_number on waybill (provider_uuid, tracking_number) where tracking_number <> '';
create index waybill_by_channel on waybill (provider_uuid, channel_uuid, waybill_uuid);
-- What an account is asked next.
create index waybill_due on waybill (provider_uuid, carrier_account_uuid, next_try_at) where status in ('requested', 'asked', 'void_requested', 'void_asked');
create index waybill_to_track on waybill (next_track_at) where next_track_at is not null and carrier_account_uuid is not null;
alter table waybill enable row level security;
alter table waybill force row level security;
create policy waybill_staff on waybill using (provider_uuid = (select acting_provider()) and (select acting_staff()));
create policy waybill_retailer on waybill for select using (provider_uuid = (select acting_provider()) and owner_uuid = (select acting_retailer()));
create policy waybill_platform on waybill using ((select acting_kind()) = 'platform');
create policy waybill_in_warehouse on waybill as restrictive
  using ((select acting_everywhere()) is not null or warehouse_uuid = any ((select acting_warehouses())::uuid[]));
grant select, insert, update on waybill to quayside_app;

-- Who sends a warehouse's parcels, as carriers ask for it. Without a row, the account's own address is the sender.
create table warehouse_sender (
  provider_uuid uuid not null,
  warehouse_uuid uuid not null,
  name text not null,
  company text not null default '',
  phone text not null,
  email text not null default '',
  country text not null,
  state text not null default '',
  city text not null,
  postcode text not null,
  street text not null,
  version integer not null default 1,
  constraint warehouse_sender_pkey primary key (provider_uuid, warehouse_uuid),
  constraint warehouse_sender_warehouse_fkey foreign key (provider_uuid, warehouse_uuid) references warehouse,
  constraint warehouse_sender_country_shape check (country ~ '^[A-Z]{2}$'),
  constraint warehouse_sender_filled check (name <> '' and phone <> '' and city <> '' and postcode <> '' and street <> '')
);
alter table warehouse_sender enable row level security;
alter table warehouse_sender force row level security;
create policy warehouse_sender_staff on warehouse_sender using (provider_uuid = (select acting_provider()) and (select acting_staff()));
create policy warehouse_sender_platform on warehouse_sender for select using ((select acting_kind()) = 'platform');
create policy warehouse_sender_in_warehouse on warehouse_sender as restrictive
  using ((select acting_everywhere()) is not null or warehouse_uuid = any ((select acting_warehouses())::uuid[]));
grant select, insert, update, delete on warehouse_sender to quayside_app;

-- Packing and weighing: the pieces of a reviewed order go into parcels. An order stands at its least advanced parcel.

alter table sales_order
  drop constraint sales_order_status_known,
  add constraint sales_order_status_known
    check (status in ('draft', 'submitted', 'confirmed', 'short', 'allocated', 'in_wave', 'picking', 'picked', 'reviewed', 'packed', 'weighed', 'cancelled',
      'merged')),
  drop constraint sales_order_in_a_wave,
  add constraint sales_order_in_a_wave
    check ((status in ('in_wave', 'picking', 'picked', 'reviewed', 'packed', 'weighed')) = (wave_uuid is not null));
drop index sales_order_open;
create index sales_order_open on sales_order (provider_uuid, owner_uuid, order_uuid) include (estimate_cents, estimate_currency)
  where status in ('submitted', 'confirmed', 'short', 'allocated', 'in_wave', 'picking', 'picked', 'reviewed', 'packed', 'weighed');
drop index sales_order_held;
create index sales_order_held on sales_order (provider_uuid, order_uuid) include (owner_uuid)
  where holds <> '{}' and status in ('submitted', 'confirmed', 'short', 'allocated', 'in_wave', 'picking', 'picked', 'reviewed', 'packed', 'weighed');
drop index sales_order_due;
create index sales_order_due on sales_order (provider_uuid, due_at, order_uuid) include (warehouse_uuid, channel_uuid, delay_until, kind, owner_uuid)
  where due_at is not null and holds = '{}'
    and status in ('confirmed', 'short', 'allocated', 'in_wave', 'picking', 'picked', 'reviewed', 'packed', 'weighed');
-- What waits to be packed, the oldest first.
create index sales_order_to_pack on sales_order (provider_uuid, order_uuid) include (warehouse_uuid, wave_uuid) where status = 'reviewed';

-- What goods are packed in and with: boxes, and consumables such as filling and tape.
create table box_type (
  provider_uuid uuid not null,
  box_uuid uuid not null,
  name text not null,
  kind text not null,
  -- inside; null for a consumable
  length_mm integer,
  width_mm integer,
  height_mm integer,
  -- empty
  weight_grams integer not null,
  -- of what is packed in it; null without a limit
  max_weight_grams integer,
  is_active boolean not null default true,
  version integer not null default 1,
  created_at timestamptz not null,
  constraint box_type_pkey primary key (provider_uuid, box_uuid),
  constraint box_type_provider_fkey foreign key (provider_uuid) references provider,
  constraint box_type_kind_known check (kind in ('box', 'consumable')),
  constraint box_type_size_of_boxes check (num_nonnulls(length_mm, width_mm, height_mm) = case kind when 'box' then 3 else 0 end
    and (kind = 'box' or max_weight_grams is null)),
  constraint box_type_positive check (length_mm > 0 and width_mm > 0 and height_mm > 0 and weight_grams >= 0 and max_weight_grams > 0)
);
create unique index box_type_name_key on box_type (provider_uuid, lower(name));
alter table box_type enable row level security;
alter table box_type force row level security;
create policy box_type_staff on box_type using (provider_uuid = (select acting_provider()) and (select acting_staff()));
create policy box_type_platform on box_type using ((select acting_kind()) = 'platform');
grant select, insert, update on box_type to quayside_app;

create table parcel (
  provider_uuid uuid not null,
  parcel_uuid uuid not null,
  parcel_number text not null,
  order_uuid uuid not null,
  warehouse_uuid uuid not null,
  status text not null default 'closed',
  -- null: in its own packaging
  box_uuid uuid,
  piece_count integer not null,
  -- null if the weight of a piece is not known
  expected_grams integer,
  measured_grams integer,
  -- why the measured weight is further from the expected one than the warehouse allows
  variance_reason text not null default '',
  packed_by uuid,
  packed_at timestamptz not null,
  weighed_by uuid,
  weighed_at timestamptz,
  voided_at timestamptz,
  version integer not null default 1,
  constraint parcel_pkey primary key (provider_uuid, parcel_uuid),
  constraint parcel_number_key unique (provider_uuid, parcel_number),
  constraint parcel_order_fkey foreign key (provider_uuid, order_uuid) references sales_order,
  constraint parcel_box_fkey foreign key (provider_uuid, box_uuid) references box_type,
  constraint parcel_status_known check (status in ('closed', 'weighed', 'voided')),
  constraint parcel_weighed check (num_nonnulls(measured_grams, weighed_at) in (0, 2) and (status = 'voided' or (status = 'weighed') = (weighed_at is not null))),
  constraint parcel_voided check ((status = 'voided') = (voided_at is not null)),
  constraint parcel_positive check (piece_count > 0 and expected_grams >= 0 and measured_grams > 0)
);
create index parcel_by_order on parcel (provider_uuid, order_uuid, parcel_uuid);
-- What waits to be weighed, the oldest first.
create index parcel_to_weigh on parcel (provider_uuid, parcel_uuid) include (warehouse_uuid) where status = 'closed';
alter table parcel enable row level security;
alter table parcel force row level security;
create policy parcel_staff on parcel using (provider_uuid = (select acting_provider()) and (select acting_staff()));
create policy parcel_platform on parcel using ((select acting_kind()) = 'platform');
create policy parcel_in_warehouse on parcel as restrictive
  using ((select acting_everywhere()) is not null or warehouse_uuid = any ((select acting_warehouses())::uuid[]));
grant select, insert, update on parcel to quayside_app;

-- The pieces of a SKU and lot in a parcel. They never change: a parcel that was packed wrongly is voided.
create table parcel_item (
  provider_uuid uuid not null,
  parcel_uuid uuid not null,
  line_number integer not null,
  warehouse_uuid uuid not null,
  variant_uuid uuid not null,
  lot text not null,
  quantity integer not null,
  constraint parcel_item_pkey primary key (provider_uuid, parcel_uuid, line_number),
  constraint parcel_item_parcel_fkey foreign key (provider_uuid, parcel_uuid) references parcel,
  constraint parcel_item_variant_fkey foreign key (provider_uuid, variant_uuid) references variant,
  constraint parcel_item_positive check (quantity > 0)
);
alter table parcel_item enable row level security;
alter table parcel_item force row level security;
create policy parcel_item_staff on parcel_item using (provider_uuid = (select acting_provider()) and (select acting_staff()));
create policy parcel_item_platform on parcel_item using ((select acting_kind()) = 'platform');
create policy parcel_item_in_warehouse on parcel_item as restrictive
  using ((select acting_everywhere()) is not null or warehouse_uuid = any ((select acting_warehouses())::uuid[]));
grant select, insert on parcel_item to quayside_app;

create table parcel_consumable (
  provider_uuid uuid not null,
  parcel_uuid uuid not null,
  box_uuid uuid not null,
  warehouse_uuid uuid not null,
  quantity integer not null,
  constraint parcel_consumable_pkey primary key (provider_uuid, parcel_uuid, box_uuid),
  constraint parcel_consumable_parcel_fkey foreign key (provider_uuid, parcel_uuid) references parcel,
  constraint parcel_consumable_box_fkey foreign key (provider_uuid, box_uuid) references box_type,
  constraint parcel_consumable_positive check (quantity > 0)
);
alter table parcel_consumable enable row level security;
alter table parcel_consumable force row level security;
create policy parcel_consumable_staff on parcel_consumable using (provider_uuid = (select acting_provider()) and (select acting_staff()));
create policy parcel_consumable_platform on parcel_consumable using ((select acting_kind()) = 'platform');
create policy parcel_consumable_in_warehouse on parcel_consumable as restrictive
  using ((select acting_everywhere()) is not null or warehouse_uuid = any ((select acting_warehouses())::uuid[]));
grant select, insert on parcel_consumable to quayside_app;

-- Reviews: every piece of a picked order is checked by scan; then the order is reviewed, and its goods stand at a packing location.

alter table sales_order
  drop constraint sales_order_status_known,
  add constraint sales_order_status_known
    check (status in ('draft', 'submitted', 'confirmed', 'short', 'allocated', 'in_wave', 'picking', 'picked', 'reviewed', 'cancelled', 'merged')),
  drop constraint sales_order_in_a_wave,
  add constraint sales_order_in_a_wave check ((status in ('in_wave', 'picking', 'picked', 'reviewed')) = (wave_uuid is not null));
drop index sales_order_open;
create index sales_order_open on sales_order (provider_uuid, owner_uuid, order_uuid) include (estimate_cents, estimate_currency)
  where status in ('submitted', 'confirmed', 'short', 'allocated', 'in_wave', 'picking', 'picked', 'reviewed');
drop index sales_order_held;
create index sales_order_held on sales_order (provider_uuid, order_uuid) include (owner_uuid)
  where holds <> '{}' and status in ('submitted', 'confirmed', 'short', 'allocated', 'in_wave', 'picking', 'picked', 'reviewed');
drop index sales_order_due;
create index sales_order_due on sales_order (provider_uuid, due_at, order_uuid) include (warehouse_uuid, channel_uuid, delay_until, kind, owner_uuid)
  where due_at is not null and holds = '{}' and status in ('confirmed', 'short', 'allocated', 'in_wave', 'picking', 'picked', 'reviewed');
-- What waits for review, the oldest first; single pieces are found by their SKU.
create index sales_order_to_review on sales_order (provider_uuid, order_uuid) include (warehouse_uuid, wave_uuid, demand_pieces, demand_variant_uuid)
  where status = 'picked';

create table order_review (
  provider_uuid uuid not null,
  review_uuid uuid not null,
  order_uuid uuid not null,
  warehouse_uuid uuid not null,
  user_uuid uuid not null,
  status text not null default 'open',
  piece_count integer not null,
  reviewed_pieces integer not null default 0,
  -- where the goods went; null before
  location_uuid uuid,
  started_at timestamptz not null,
  ended_at timestamptz,
  version integer not null default 1,
  constraint order_review_pkey primary key (provider_uuid, review_uuid),
  constraint order_review_order_fkey foreign key (provider_uuid, order_uuid) references sales_order,
  constraint order_review_location_fkey foreign key (provider_uuid, location_uuid) references location,
  constraint order_review_status_known check (status in ('open', 'done', 'cancelled')),
  constraint order_review_ended check ((status = 'open') = (ended_at is null)),
  constraint order_review_pieces_within check (piece_count > 0 and reviewed_pieces between 0 and piece_count),
  constraint order_review_complete check (status <> 'done' or (reviewed_pieces = piece_count and location_uuid is not null))
);
create unique index order_review_open_key on order_review (provider_uuid, order_uuid) where status = 'open';
create index order_review_by_order on order_review (provider_uuid, order_uuid, review_uuid);
alter table order_review enable row level security;
alter table order_review force row level security;
create policy order_review_staff on order_review using (provider_uuid = (select acting_provider()) and (select acting_staff()));
create policy order_review_platform on order_review using ((select acting_kind()) = 'platform');
create policy order_review_in_warehouse on order_review as restrictive
  using ((select acting_everywhere()) is not null or warehouse_uuid = any ((select acting_warehouses())::uuid[]));
grant select, insert, update on order_review to quayside_app;

-- The pieces of a SKU and lot that an order needs, and how many of them were scanned.
create table order_review_line (
  provider_uuid uuid not null,
  review_uuid uuid not null,
  line_number integer not null,
  warehouse_uuid uuid not null,
  variant_uuid uuid not null,
  lot text not null,
  quantity integer not null,
  reviewed_quantity integer not null default 0,
  constraint order_review_line_pkey primary key (provider_uuid, review_uuid, line_number),
  constraint order_review_line_review_fkey foreign key (provider_uuid, review_uuid) references order_review,
  constraint order_review_line_variant_fkey foreign key (provider_uuid, variant_uuid) references variant,
  constraint order_review_line_reviewed_within check (quantity > 0 and reviewed_quantity between 0 and quantity)
);
alter table order_review_line enable row level security;
alter table order_review_line force row level security;
create policy order_review_line_staff on order_review_line using (provider_uuid = (select acting_provider()) and (select acting_staff()));
create policy order_review_line_platform on order_review_line using ((select acting_kind()) = 'platform');
create policy order_review_line_in_warehouse on order_review_line as restrictive
  using ((select acting_everywhere()) is not null or warehouse_uuid = any ((select acting_warehouses())::uuid[]));
grant select, insert, update on order_review_line to quayside_app;

-- A piece of another product among an order's goods.
alter table exception_case
  drop constraint exception_case_type_known,
  add constraint exception_case_type_known check (type in ('short', 'address', 'cancelled', 'late_pick', 'wrong_item'));

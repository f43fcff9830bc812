-- Sort walls: what was picked for many orders at once is split, piece by piece, over the slots of a wall, one order in each.

alter table location
  drop constraint location_type_known,
  add constraint location_type_known check (type in ('pick', 'reserve', 'receiving', 'packing', 'damaged', 'tote', 'slot'));

create table sort_wall (
  provider_uuid uuid not null,
  wall_uuid uuid not null,
  warehouse_uuid uuid not null,
  name text not null,
  -- the barcodes of its slots begin with it
  code text collate "C" not null,
  row_count smallint not null,
  column_count smallint not null,
  is_active boolean not null default true,
  created_at timestamptz not null,
  version integer not null default 1,
  constraint sort_wall_pkey primary key (provider_uuid, wall_uuid),
  constraint sort_wall_warehouse_fkey foreign key (provider_uuid, warehouse_uuid) references warehouse,
  constraint sort_wall_name_key unique (provider_uuid, warehouse_uuid, name),
  constraint sort_wall_code_key unique (provider_uuid, code),
  constraint sort_wall_code_shape check (code = upper(code) and code ~ '^[!-~]{1,30}$'),
  constraint sort_wall_size_within check (row_count between 1 and 20 and column_count between 1 and 20)
);
alter table sort_wall enable row level security;
alter table sort_wall force row level security;
create policy sort_wall_staff on sort_wall using (provider_uuid = (select acting_provider()) and (select acting_staff()));
create policy sort_wall_platform on sort_wall using ((select acting_kind()) = 'platform');
create policy sort_wall_in_warehouse on sort_wall as restrictive
  using ((select acting_everywhere()) is not null or warehouse_uuid = any ((select acting_warehouses())::uuid[]));
grant select, insert, update on sort_wall to quayside_app;

-- A slot is a location, so that the ledger knows where the pieces are. Slots beyond the wall's rows and columns are out of use.
create table wall_slot (
  provider_uuid uuid not null,
  wall_uuid uuid not null,
  slot_number smallint not null,
  warehouse_uuid uuid not null,
  location_uuid uuid not null,
  -- null while it is free
  order_uuid uuid,
  taken_at timestamptz,
  constraint wall_slot_pkey primary key (provider_uuid, wall_uuid, slot_number),
  constraint wall_slot_wall_fkey foreign key (provider_uuid, wall_uuid) references sort_wall,
  constraint wall_slot_location_fkey foreign key (provider_uuid, location_uuid) references location,
  constraint wall_slot_order_fkey foreign key (provider_uuid, order_uuid) references sales_order,
  constraint wall_slot_location_key unique (provider_uuid, location_uuid),
  constraint wall_slot_order_key unique (provider_uuid, order_uuid),
  constraint wall_slot_taken check ((order_uuid is null) = (taken_at is null))
);
alter table wall_slot enable row level security;
alter table wall_slot force row level security;
create policy wall_slot_staff on wall_slot using (provider_uuid = (select acting_provider()) and (select acting_staff()));
create policy wall_slot_platform on wall_slot using ((select acting_kind()) = 'platform');
create policy wall_slot_in_warehouse on wall_slot as restrictive
  using ((select acting_everywhere()) is not null or warehouse_uuid = any ((select acting_warehouses())::uuid[]));
grant select, insert, update on wall_slot to quayside_app;

-- Distribution: the wall at which a tote's pieces are sorted, until the tote is empty.
create table wall_tote (
  provider_uuid uuid not null,
  tote_uuid uuid not null,
  wall_uuid uuid not null,
  warehouse_uuid uuid not null,
  user_uuid uuid not null,
  assigned_at timestamptz not null,
  constraint wall_tote_pkey primary key (provider_uuid, tote_uuid),
  constraint wall_tote_tote_fkey foreign key (provider_uuid, tote_uuid) references location,
  constraint wall_tote_wall_fkey foreign key (provider_uuid, wall_uuid) references sort_wall
);
create index wall_tote_by_wall on wall_tote (provider_uuid, wall_uuid, tote_uuid);
alter table wall_tote enable row level security;
alter table wall_tote force row level security;
create policy wall_tote_staff on wall_tote using (provider_uuid = (select acting_provider()) and (select acting_staff()));
create policy wall_tote_platform on wall_tote using ((select acting_kind()) = 'platform');
create policy wall_tote_in_warehouse on wall_tote as restrictive
  using ((select acting_everywhere()) is not null or warehouse_uuid = any ((select acting_warehouses())::uuid[]));
grant select, insert, update, delete on wall_tote to quayside_app;

-- Waves: sets of orders that are picked in one go, with the pick tasks of each; and totes, into which goods are picked.

-- A tote is a location on the floor that moves: what is picked stands in it, still reserved, and nothing else is allocated from it.
alter table location
  drop constraint location_type_known,
  add constraint location_type_known check (type in ('pick', 'reserve', 'receiving', 'packing', 'damaged', 'tote'));

create table wave (
  provider_uuid uuid not null,
  wave_uuid uuid not null,
  wave_number text collate "C" not null,
  warehouse_uuid uuid not null,
  kind text not null,
  -- the name of the strategy that it was built by; empty if by hand
  strategy text not null default '',
  status text not null default 'draft',
  order_count integer not null default 0,
  piece_count integer not null default 0,
  -- what the planner found: figures and tours; without parts until then
  plan jsonb not null default '{}',
  -- why it was held or cancelled
  reason text not null default '',
  -- null if built by a strategy's schedule
  created_by uuid,
  created_at timestamptz not null,
  planned_at timestamptz,
  released_at timestamptz,
  started_at timestamptz,
  ended_at timestamptz,
  -- when its pick lists or packing slips were printed last
  printed_at timestamptz,
  version integer not null default 1,
  constraint wave_pkey primary key (provider_uuid, wave_uuid),
  constraint wave_provider_fkey foreign key (provider_uuid) references provider,
  constraint wave_warehouse_fkey foreign key (provider_uuid, warehouse_uuid) references warehouse,
  constraint wave_number_key unique (provider_uuid, wave_number),
  constraint wave_kind_known check (kind in ('single_piece', 'single_item', 'burst', 'cart', 'wall', 'bulk')),
  constraint wave_status_known check (status in ('draft', 'planned', 'released', 'held', 'picking', 'picked', 'cancelled')),
  constraint wave_ended check ((status in ('picked', 'cancelled')) = (ended_at is not null))
);
create index wave_by_status on wave (provider_uuid, status, wave_uuid) include (warehouse_uuid);
create index wave_by_warehouse on wave (provider_uuid, warehouse_uuid, wave_uuid) include (status);
alter table wave enable row level security;
alter table wave force row level security;
create policy wave_staff on wave using (provider_uuid = (select acting_provider()) and (select acting_staff()));
create policy wave_platform on wave using ((select acting_kind()) = 'platform');
create policy wave_in_warehouse on wave as restrictive
  using ((select acting_everywhere()) is not null or warehouse_uuid = any ((select acting_warehouses())::uuid[]));
grant select, insert, update on wave to quayside_app;

-- The members of a wave. Those that were kicked stay in the list, with the reason.
create table wave_order (
  provider_uuid uuid not null,
  wave_uuid uuid not null,
  order_uuid uuid not null,
  warehouse_uuid uuid not null,
  status text not null default 'open',
  -- the tour that picks it, and its place on the cart or slot of the wall; null before the release
  tour smallint,
  slot smallint,
  reason text not null default '',
  joined_at timestamptz not null,
  ended_at timestamptz,
  constraint wave_order_pkey primary key (provider_uuid, wave_uuid, order_uuid),
  constraint wave_order_wave_fkey foreign key (provider_uuid, wave_uuid) references wave,
  constraint wave_order_order_fkey foreign key (provider_uuid, order_uuid) references sales_order,
  constraint wave_order_status_known check (status in ('open', 'picked', 'kicked')),
  constraint wave_order_ended check ((status = 'kicked') = (ended_at is not null))
);
-- An order is in one wave at a time.
create unique index wave_order_open_key on wave_order (provider_uuid, order_uuid) where status <> 'kicked';
create index wave_order_by_order on wave_order (provider_uuid, order_uuid, wave_uuid);
alter table wave_order enable row level security;
alter table wave_order force row level security;
create policy wave_order_staff on wave_order using (provider_uuid = (select acting_provider()) and (select acting_staff()));
create policy wave_order_platform on wave_order using ((select acting_kind()) = 'platform');
create policy wave_order_in_warehouse on wave_order as restrictive
  using ((select acting_everywhere()) is not null or warehouse_uuid = any ((select acting_warehouses())::uuid[]));
grant select, insert, update on wave_order to quayside_app;

-- A tour of a wave: what one person picks.
create table pick_task (
  provider_uuid uuid not null,
  task_uuid uuid not null,
  wave_uuid uuid not null,
  warehouse_uuid uuid not null,
  -- the tour's number in the wave
  task_number smallint not null,
  status text not null default 'pending',
  user_uuid uuid,
  -- the tote or cart that is picked into
  tote_uuid uuid,
  line_count integer not null,
  piece_count integer not null,
  picked_pieces integer not null default 0,
  short_pieces integer not null default 0,
  walking_decimetres integer not null default 0,
  created_at timestamptz not null,
  claimed_at timestamptz,
  started_at timestamptz,
  ended_at timestamptz,
  version integer not null default 1,
  constraint pick_task_pkey primary key (provider_uuid, task_uuid),
  constraint pick_task_wave_fkey foreign key (provider_uuid, wave_uuid) references wave,
  constraint pick_task_tote_fkey foreign key (provider_uuid, tote_uuid) references location,
  constraint pick_task_number_key unique (provider_uuid, wave_uuid, task_number),
  constraint pick_task_status_known check (status in ('pending', 'assigned', 'in_progress', 'done', 'cancelled')),
  constraint pick_task_claimed check (status in ('pending', 'cancelled') or user_uuid is not null),
  constraint pick_task_ended check ((status in ('done', 'cancelled')) = (ended_at is not null)),
  constraint pick_task_pieces_within check (picked_pieces >= 0 and short_pieces >= 0 and picked_pieces + short_pieces <= piece_count)
);
-- What can be claimed next, the oldest wave first.
create index pick_task_open on pick_task (provider_uuid, warehouse_uuid, created_at, task_number) where status = 'pending';
create index pick_task_by_user on pick_task (provider_uuid, user_uuid, task_uuid) where status in ('assigned', 'in_progress');
-- One open task a tote.
create unique index pick_task_tote_key on pick_task (provider_uuid, tote_uuid) where status in ('assigned', 'in_progress');
create index pick_task_by_tote on pick_task (provider_uuid, tote_uuid) where tote_uuid is not null;
alter table pick_task enable row level security;
alter table pick_task force row level security;
create policy pick_task_staff on pick_task using (provider_uuid = (select acting_provider()) and (select acting_staff()));
create policy pick_task_platform on pick_task using ((select acting_kind()) = 'platform');
create policy pick_task_in_warehouse on pick_task as restrictive
  using ((select acting_everywhere()) is not null or warehouse_uuid = any ((select acting_warehouses())::uuid[]));
grant select, insert, update on pick_task to quayside_app;

-- Pieces of one reservation that a task picks.
create table pick_line (
  provider_uuid uuid not null,
  task_uuid uuid not null,
  line_number integer not null,
  wave_uuid uuid not null,
  warehouse_uuid uuid not null,
  order_uuid uuid not null,
  -- the line of the order's demand
  demand_number integer not null,
  -- the open reservation: of the shelf, and of the tote once picked
  reservation_uuid uuid not null,
  variant_uuid uuid not null,
  stock_owner_uuid uuid not null,
  location_uuid uuid not null,
  lot text not null,
  quantity integer not null,
  picked_quantity integer not null default 0,
  -- the place on the cart, if the goods are sorted while they are picked
  slot smallint,
  -- the walking order within the task; a line that is skipped moves to the end
  sequence integer not null,
  status text not null default 'pending',
  short_reason text not null default '',
  tote_uuid uuid,
  user_uuid uuid,
  ended_at timestamptz,
  constraint pick_line_pkey primary key (provider_uuid, task_uuid, line_number),
  constraint pick_line_task_fkey foreign key (provider_uuid, task_uuid) references pick_task,
  constraint pick_line_order_fkey foreign key (provider_uuid, order_uuid) references sales_order,
  constraint pick_line_location_fkey foreign key (provider_uuid, location_uuid) references location,
  constraint pick_line_quantity_positive check (quantity > 0),
  constraint pick_line_picked_within check (picked_quantity between 0 and quantity),
  constraint pick_line_status_known check (status in ('pending', 'picked', 'short', 'cancelled')),
  constraint pick_line_short_reason_known check (short_reason in ('', 'missing', 'damaged', 'wrong_goods', 'unreachable')),
  constraint pick_line_ended check ((status = 'pending') = (ended_at is null)),
  constraint pick_line_short check ((status = 'short') = (short_reason <> ''))
);
create index pick_line_by_order on pick_line (provider_uuid, order_uuid, task_uuid, line_number);
create index pick_line_by_wave on pick_line (provider_uuid, wave_uuid, task_uuid, line_number);
create index pick_line_by_location on pick_line (provider_uuid, location_uuid) where status = 'pending';
alter table pick_line enable row level security;
alter table pick_line force row level security;
create policy pick_line_staff on pick_line using (provider_uuid = (select acting_provider()) and (select acting_staff()));
create policy pick_line_platform on pick_line using ((select acting_kind()) = 'platform');
create policy pick_line_in_warehouse on pick_line as restrictive
  using ((select acting_everywhere()) is not null or warehouse_uuid = any ((select acting_warehouses())::uuid[]));
grant select, insert, update on pick_line to quayside_app;

-- Orders in waves.
alter table sales_order
  add column wave_uuid uuid,
  -- what the order's demand comes to, bundles as their components: waves are counted by it
  add column demand_skus integer not null default 0,
  add column demand_pieces integer not null default 0,
  -- the only SKU that it needs; null if it needs several, or none yet
  add column demand_variant_uuid uuid,
  drop constraint sales_order_status_known,
  add constraint sales_order_status_known
    check (status in ('draft', 'submitted', 'confirmed', 'short', 'allocated', 'in_wave', 'picking', 'picked', 'cancelled', 'merged')),
  drop constraint sales_order_holds_known,
  add constraint sales_order_holds_known check (holds <@ array ['fraud', 'address', 'payment', 'operator', 'cancel']),
  add constraint sales_order_wave_fkey foreign key (provider_uuid, wave_uuid) references wave,
  add constraint sales_order_in_a_wave check ((status in ('in_wave', 'picking', 'picked')) = (wave_uuid is not null));
update sales_order o set demand_skus = d.skus, demand_pieces = d.pieces, demand_variant_uuid = d.only_variant
from (
  select provider_uuid, order_uuid, count(distinct variant_uuid) as skus, sum(quantity) as pieces,
    case when count(distinct variant_uuid) = 1 then (array_agg(variant_uuid))[1] end as only_variant
  from order_demand group by 1, 2
) d
where o.provider_uuid = d.provider_uuid and o.order_uuid = d.order_uuid;
create index sales_order_by_wave on sales_order (provider_uuid, wave_uuid, order_uuid) where wave_uuid is not null;
-- Orders that can join a wave. Counts by kind of wave are read from this index alone.
create index sales_order_pool on sales_order (provider_uuid, warehouse_uuid, (-priority), order_uuid)
  include (kind, demand_skus, demand_pieces, demand_variant_uuid, delay_until, channel_uuid) where status = 'allocated' and holds = '{}';
drop index sales_order_open;
create index sales_order_open on sales_order (provider_uuid, owner_uuid, order_uuid) include (estimate_cents, estimate_currency)
  where status in ('submitted', 'confirmed', 'short', 'allocated', 'in_wave', 'picking', 'picked');
drop index sales_order_held;
create index sales_order_held on sales_order (provider_uuid, order_uuid) include (owner_uuid)
  where holds <> '{}' and status in ('submitted', 'confirmed', 'short', 'allocated', 'in_wave', 'picking', 'picked');

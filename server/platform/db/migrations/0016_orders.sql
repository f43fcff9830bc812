-- Orders: a retailer's order to ship goods to a person (one piece) or in bulk (a shipping notice).

create table sales_order (
  provider_uuid uuid not null,
  order_uuid uuid not null,
  order_number text collate "C" not null,
  -- the retailer's own number
  reference text not null default '',
  reference_key text collate "C" not null generated always as (lower(reference)) stored,
  kind text not null default 'one_piece',
  -- the retailer, or the provider for orders of its own
  owner_uuid uuid not null,
  status text not null default 'draft',
  payment_status text not null default 'not_paid',
  fulfilment_status text not null default 'unfulfilled',
  -- fixed at submit; before that the warehouse that the retailer asks for
  warehouse_uuid uuid,
  channel_uuid uuid,
  -- blocks allocation and waves; what each is about is in the order's events
  holds text[] not null default '{}',
  delay_until timestamptz,
  -- the higher, the earlier it gets stock
  priority smallint not null default 0,
  -- two letters; the rest of the address is in order_recipient
  country text not null default '',
  ordered_at timestamptz,
  -- what the customer pays
  total_cents bigint,
  currency text not null default '',
  cod_type text not null default 'none',
  cod_cents bigint,
  cod_currency text not null default '',
  ioss_number text not null default '',
  vat_number text not null default '',
  -- the parcel as announced
  weight_grams integer,
  length_mm integer,
  width_mm integer,
  height_mm integer,
  remark text not null default '',
  -- why it was returned or cancelled
  reason text not null default '',
  line_count integer not null default 0,
  piece_count integer not null default 0,
  -- what it will cost the retailer, set at submit; null where it has no price
  estimate_cents bigint,
  estimate_currency text not null default '',
  estimate jsonb not null default '{}',
  split_from_uuid uuid,
  merged_into_uuid uuid,
  created_by uuid not null,
  created_at timestamptz not null,
  submitted_at timestamptz,
  confirmed_at timestamptz,
  allocated_at timestamptz,
  ended_at timestamptz,
  version integer not null default 1,
  constraint sales_order_pkey primary key (provider_uuid, order_uuid),
  constraint sales_order_number_key unique (provider_uuid, order_number),
  constraint sales_order_provider_fkey foreign key (provider_uuid) references provider,
  constraint sales_order_warehouse_fkey foreign key (provider_uuid, warehouse_uuid) references warehouse,
  constraint sales_order_channel_fkey foreign key (provider_uuid, channel_uuid) references channel,
  constraint sales_order_split_fkey foreign key (provider_uuid, split_from_uuid) references sales_order,
  constraint sales_order_merged_fkey foreign key (provider_uuid, merged_into_uuid) references sales_order,
  constraint sales_order_kind_known check (kind in ('one_piece', 'shipping_notice')),
  constraint sales_order_status_known check (status in ('draft', 'submitted', 'confirmed', 'short', 'allocated', 'cancelled', 'merged')),
  constraint sales_order_payment_known check (payment_status in ('not_paid', 'paid', 'partially_refunded', 'refunded')),
  constraint sales_order_fulfilment_known check (fulfilment_status in ('unfulfilled', 'partially_fulfilled', 'fulfilled')),
  constraint sales_order_holds_known check (holds <@ array ['fraud', 'address', 'payment', 'operator']),
  constraint sales_order_cod_known check (cod_type in ('none', 'cash')),
  constraint sales_order_cod_complete check ((cod_type = 'none') = (cod_cents is null) and (cod_type = 'none') = (cod_currency = '')),
  constraint sales_order_amounts_not_negative check (total_cents >= 0 and cod_cents >= 0 and estimate_cents >= 0),
  constraint sales_order_parcel_positive check (weight_grams > 0 and length_mm > 0 and width_mm > 0 and height_mm > 0),
  constraint sales_order_has_warehouse check (status in ('draft', 'cancelled') or warehouse_uuid is not null),
  constraint sales_order_merged_somewhere check ((status = 'merged') = (merged_into_uuid is not null)),
  constraint sales_order_ended check ((status in ('cancelled', 'merged')) = (ended_at is not null))
);
create index sales_order_by_status on sales_order (provider_uuid, status, order_uuid);
create index sales_order_by_owner on sales_order (provider_uuid, owner_uuid, order_uuid);
create index sales_order_by_owner_status on sales_order (provider_uuid, owner_uuid, status, order_uuid);
create index sales_order_by_warehouse on sales_order (provider_uuid, warehouse_uuid, status, order_uuid);
create index sales_order_by_reference on sales_order (provider_uuid, reference_key, order_uuid) where reference <> '';
-- Estimates of the open orders of a retailer, for its credit limit.
create index sales_order_open on sales_order (provider_uuid, owner_uuid, order_uuid) include (estimate_cents, estimate_currency)
  where status in ('submitted', 'confirmed', 'short', 'allocated');
create index sales_order_held on sales_order (provider_uuid, order_uuid) include (owner_uuid) where holds <> '{}' and status in ('submitted', 'confirmed', 'short', 'allocated');
-- What waits for stock, in the order in which it gets it.
create index sales_order_waiting on sales_order (provider_uuid, (-priority), order_uuid) where status in ('confirmed', 'short');
create index sales_order_by_channel on sales_order (provider_uuid, channel_uuid, order_uuid) where channel_uuid is not null;
create index sales_order_split on sales_order (provider_uuid, split_from_uuid) where split_from_uuid is not null;
create index sales_order_merged on sales_order (provider_uuid, merged_into_uuid) where merged_into_uuid is not null;
-- One order for each number of the retailer's: a second import of the same workbook is noticed. Parts of a split keep the number.
create unique index sales_order_reference_key on sales_order (provider_uuid, owner_uuid, reference_key)
  where reference <> '' and split_from_uuid is null and status not in ('cancelled', 'merged');
alter table sales_order enable row level security;
alter table sales_order force row level security;
create policy sales_order_staff on sales_order using (provider_uuid = (select acting_provider()) and (select acting_staff()));
create policy sales_order_retailer on sales_order using (provider_uuid = (select acting_provider()) and owner_uuid = (select acting_retailer()));
create policy sales_order_platform on sales_order using ((select acting_kind()) = 'platform');
grant select, insert, update, delete on sales_order to quayside_app;

-- The person whom it goes to, apart from the order: this row can be erased, and few read it.
create table order_recipient (
  provider_uuid uuid not null,
  order_uuid uuid not null,
  owner_uuid uuid not null,
  consignee text not null default '',
  phone text not null default '',
  mobile text not null default '',
  email text not null default '',
  address text not null default '',
  city text not null default '',
  state text not null default '',
  zip text not null default '',
  id_number text not null default '',
  constraint order_recipient_pkey primary key (provider_uuid, order_uuid),
  constraint order_recipient_order_fkey foreign key (provider_uuid, order_uuid) references sales_order on delete cascade
);
alter table order_recipient enable row level security;
alter table order_recipient force row level security;
create policy order_recipient_staff on order_recipient using (provider_uuid = (select acting_provider()) and (select acting_staff()));
create policy order_recipient_retailer on order_recipient using (provider_uuid = (select acting_provider()) and owner_uuid = (select acting_retailer()));
create policy order_recipient_platform on order_recipient using ((select acting_kind()) = 'platform');
grant select, insert, update, delete on order_recipient to quayside_app;

create table order_line (
  provider_uuid uuid not null,
  order_uuid uuid not null,
  line_uuid uuid not null,
  line_number integer not null,
  owner_uuid uuid not null,
  -- what was sold; a bundle too
  variant_uuid uuid not null,
  -- as it was when the order was written: a retailer does not see the provider's SKUs
  sku text not null default '',
  -- whose stock it draws on: the provider's for a claimed item
  stock_owner_uuid uuid not null,
  claim_uuid uuid,
  quantity integer not null,
  title text not null default '',
  -- what the customer pays a piece
  unit_price_cents bigint,
  -- what the retailer pays the provider a piece of a claimed item, fixed at submit
  agreed_price_cents bigint,
  agreed_currency text not null default '',
  declared_name text not null default '',
  declared_name_zh text not null default '',
  hs_code text not null default '',
  origin_country text not null default '',
  declared_value_cents bigint,
  declared_currency text not null default '',
  constraint order_line_pkey primary key (provider_uuid, order_uuid, line_uuid),
  constraint order_line_order_fkey foreign key (provider_uuid, order_uuid) references sales_order on delete cascade,
  constraint order_line_variant_fkey foreign key (provider_uuid, variant_uuid) references variant,
  constraint order_line_claim_fkey foreign key (provider_uuid, claim_uuid) references claim,
  constraint order_line_number_key unique (provider_uuid, order_uuid, line_number),
  constraint order_line_quantity_within check (quantity between 1 and 10000000),
  constraint order_line_prices_not_negative check (unit_price_cents >= 0 and agreed_price_cents >= 0 and declared_value_cents >= 0),
  constraint order_line_claimed_is_the_providers check (claim_uuid is null or stock_owner_uuid = provider_uuid)
);
create index order_line_by_variant on order_line (provider_uuid, variant_uuid, order_uuid);
create index order_line_by_claim on order_line (provider_uuid, claim_uuid) where claim_uuid is not null;
alter table order_line enable row level security;
alter table order_line force row level security;
create policy order_line_staff on order_line using (provider_uuid = (select acting_provider()) and (select acting_staff()));
create policy order_line_retailer on order_line using (provider_uuid = (select acting_provider()) and owner_uuid = (select acting_retailer()));
create policy order_line_platform on order_line using ((select acting_kind()) = 'platform');
grant select, insert, update, delete on order_line to quayside_app;

-- The pieces that a confirmed order needs of the stock: bundles as their components. Reservations have the demand's number as their line.
create table order_demand (
  provider_uuid uuid not null,
  order_uuid uuid not null,
  demand_number integer not null,
  line_uuid uuid not null,
  owner_uuid uuid not null,
  variant_uuid uuid not null,
  stock_owner_uuid uuid not null,
  warehouse_uuid uuid not null,
  quantity integer not null,
  is_reserved boolean not null default false,
  constraint order_demand_pkey primary key (provider_uuid, order_uuid, demand_number),
  constraint order_demand_line_fkey foreign key (provider_uuid, order_uuid, line_uuid) references order_line on delete cascade,
  constraint order_demand_variant_fkey foreign key (provider_uuid, variant_uuid) references variant,
  constraint order_demand_quantity_positive check (quantity > 0)
);
-- Orders that wait for a SKU: what comes in is offered to them.
create index order_demand_open on order_demand (provider_uuid, variant_uuid, warehouse_uuid) include (order_uuid) where not is_reserved;
create index order_demand_by_line on order_demand (provider_uuid, order_uuid, line_uuid);
create index order_demand_by_variant on order_demand (provider_uuid, variant_uuid);
alter table order_demand enable row level security;
alter table order_demand force row level security;
create policy order_demand_staff on order_demand using (provider_uuid = (select acting_provider()) and (select acting_staff()));
-- A retailer that cancels an order ends its demand.
create policy order_demand_retailer on order_demand using (provider_uuid = (select acting_provider()) and owner_uuid = (select acting_retailer()));
create policy order_demand_platform on order_demand using ((select acting_kind()) = 'platform');
grant select, insert, update, delete on order_demand to quayside_app;

create table order_event (
  provider_uuid uuid not null,
  order_uuid uuid not null,
  event_uuid uuid not null,
  owner_uuid uuid not null,
  at timestamptz not null,
  -- null for the system
  user_uuid uuid,
  event text not null,
  from_status text not null default '',
  to_status text not null default '',
  detail jsonb not null default '{}',
  constraint order_event_pkey primary key (provider_uuid, order_uuid, event_uuid),
  constraint order_event_order_fkey foreign key (provider_uuid, order_uuid) references sales_order on delete cascade
);
alter table order_event enable row level security;
alter table order_event force row level security;
create policy order_event_staff on order_event using (provider_uuid = (select acting_provider()) and (select acting_staff()));
create policy order_event_retailer on order_event using (provider_uuid = (select acting_provider()) and owner_uuid = (select acting_retailer()));
create policy order_event_platform on order_event using ((select acting_kind()) = 'platform');
grant select, insert, delete on order_event to quayside_app;

-- A call over many rows works set by set; what it did under a key is here, so that a repeat with the key resumes.
create table batch_set (
  provider_uuid uuid not null,
  user_uuid uuid not null,
  key text not null,
  set_number integer not null,
  -- the entries of the rows that were refused
  refused jsonb not null,
  created_at timestamptz not null,
  constraint batch_set_pkey primary key (provider_uuid, user_uuid, key, set_number)
);
create index batch_set_by_age on batch_set (created_at);
alter table batch_set enable row level security;
alter table batch_set force row level security;
create policy batch_set_own on batch_set using (user_uuid = (select acting_user()));
create policy batch_set_platform on batch_set using ((select acting_kind()) = 'platform');
grant select, insert, delete on batch_set to quayside_app;

-- Stock is chosen for many orders at once by `chooseStock` of the application, in one pass and by the warehouse's strategy, instead of source by source.
drop function reserve_stock;
drop function choose_stock;

-- Locks all pieces that can serve some wants, in the order of the balances' key, and returns what of them is available: good ones in pick and reserve
-- locations that are not blocked, and not expired. Whoever locks the same ones waits here, and then sees what is left. The application may not write
-- balances, so it cannot lock them itself.
-- keys: [{"v": variant, "w": warehouse, "o": owner}]
create function lock_pickable_stock(of_provider uuid, keys jsonb, on_day date) returns table (
  variant_uuid uuid, warehouse_uuid uuid, location_uuid uuid, owner_uuid uuid, lot text, available integer, expires_on date, type text,
  since timestamptz, pick_sequence integer
) language plpgsql security definer set search_path = public, pg_temp set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off as $$
#variable_conflict use_column
begin
  if not (acting_staff() or acting_kind() is not distinct from 'platform') then
    raise exception 'a retailer reserves nothing: it sees no shelves' using errcode = 'insufficient_privilege';
  end if;
  return query
    with held as materialized (
      select b.* from (select distinct k.v, k.w, k.o from jsonb_to_recordset(keys) as k (v uuid, w uuid, o uuid) order by 1, 2, 3) k
        -- "offset 0": each want goes by the balances' key. Joined, they were all read (9 s of 1,200,000), for the policies make the planner guess wrongly.
        cross join lateral (
          select b.* from stock_balance b where b.provider_uuid = of_provider and b.variant_uuid = k.v and b.warehouse_uuid = k.w and b.owner_uuid = k.o
            and b.condition = 'good' and b.quantity > b.reserved
          order by b.location_uuid, b.lot for no key update offset 0
        ) b
    )
    select h.variant_uuid, h.warehouse_uuid, h.location_uuid, h.owner_uuid, h.lot, h.quantity - h.reserved, t.expires_on, l.type, h.since, l.pick_sequence
    from held h
      join location l on l.provider_uuid = h.provider_uuid and l.location_uuid = h.location_uuid and l.type in ('pick', 'reserve') and not l.is_blocked
      left join lot t on t.provider_uuid = h.provider_uuid and t.variant_uuid = h.variant_uuid and t.lot = h.lot
    where t.expires_on is null or t.expires_on > on_day;
end $$;
revoke all on function lock_pickable_stock from public;
grant execute on function lock_pickable_stock to quayside_app;

-- Lines of claimed items are found for whoever writes an order.
create policy claim_variant_platform on claim_variant for select using ((select acting_kind()) = 'platform');

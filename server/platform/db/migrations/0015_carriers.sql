-- Carrier accounts and channels (ADR 40): how parcels may leave, what that costs, and until when of a day.

-- An account with a carrier. What authenticates it is sealed by the application; the database cannot read it.
create table carrier_account (
  provider_uuid uuid not null,
  carrier_account_uuid uuid not null,
  api_name text not null,
  label text not null,
  client_id text not null default '',
  account text not null default '',
  -- empty: none. The end of the token is what people recognise it by.
  sealed_api_token text not null default '',
  api_token_end text not null default '',
  sealed_password text not null default '',
  is_enabled boolean not null default true,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  constraint carrier_account_pkey primary key (provider_uuid, carrier_account_uuid),
  constraint carrier_account_provider_fkey foreign key (provider_uuid) references provider,
  constraint carrier_account_api_known check (api_name in ('4px', 'yunexpress', 'yanwen', 'other')),
  constraint carrier_account_label_filled check (label <> ''),
  constraint carrier_account_token_end_short check (length(api_token_end) <= 4 and (api_token_end = '' or sealed_api_token <> '')),
  -- a channel refers to it together with its state
  constraint carrier_account_state_key unique (provider_uuid, carrier_account_uuid, is_enabled)
);
create unique index carrier_account_label_key on carrier_account (provider_uuid, lower(label));
alter table carrier_account enable row level security;
alter table carrier_account force row level security;
create policy carrier_account_staff on carrier_account using (provider_uuid = (select acting_provider()) and (select acting_staff()));
-- Secrets are sealed again after a new key.
create policy carrier_account_platform on carrier_account for select using ((select acting_kind()) = 'platform');
grant select, insert, update, delete on carrier_account to quayside_app;

-- A service of a carrier. Without an account its waybills are made by hand.
create table channel (
  provider_uuid uuid not null,
  channel_uuid uuid not null,
  carrier_account_uuid uuid,
  -- a copy of the account's is_enabled, kept by the foreign key: retailers cannot read accounts
  is_account_enabled boolean not null default true,
  name text not null,
  -- the carrier's code of the service, and its own id
  code text not null default '',
  internal_id text not null default '',
  is_enabled boolean not null default true,
  -- two-letter codes; an empty list of included countries includes all
  include_countries text[] not null default '{}',
  exclude_countries text[] not null default '{}',
  -- null until prices are saved
  currency text,
  min_chargeable_grams integer not null default 0,
  max_grams integer,
  -- cm³ per kg; null: size does not matter
  volumetric_divisor integer,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  constraint channel_pkey primary key (provider_uuid, channel_uuid),
  constraint channel_provider_fkey foreign key (provider_uuid) references provider,
  constraint channel_account_fkey foreign key (provider_uuid, carrier_account_uuid, is_account_enabled)
    references carrier_account (provider_uuid, carrier_account_uuid, is_enabled) on update cascade,
  constraint channel_name_filled check (name <> ''),
  constraint channel_manual_is_enabled check (carrier_account_uuid is not null or is_account_enabled),
  constraint channel_countries_in_one_list check (not include_countries && exclude_countries),
  constraint channel_currency_shape check (currency ~ '^[A-Z]{3}$'),
  constraint channel_weights_within check (
    min_chargeable_grams between 0 and 10000000 and max_grams between 1 and 10000000 and min_chargeable_grams <= coalesce(max_grams, 10000000)),
  constraint channel_divisor_within check (volumetric_divisor between 1000 and 20000)
);
create unique index channel_name_key on channel (provider_uuid, lower(name));
create index channel_by_account on channel (provider_uuid, carrier_account_uuid) where carrier_account_uuid is not null;
alter table channel enable row level security;
alter table channel force row level security;
create policy channel_staff on channel using (provider_uuid = (select acting_provider()) and (select acting_staff()));
create policy channel_retailer on channel for select
  using (provider_uuid = (select acting_provider()) and (select acting_kind()) = 'dropShipper' and is_enabled and is_account_enabled);
grant select, insert, update, delete on channel to quayside_app;

-- Countries with the same prices. A zone without countries is that of all others; a channel has one at most.
create table channel_zone (
  provider_uuid uuid not null,
  channel_uuid uuid not null,
  -- in the order of the price table, from 1
  zone_number smallint not null,
  name text not null,
  countries text[] not null default '{}',
  constraint channel_zone_pkey primary key (provider_uuid, channel_uuid, zone_number),
  constraint channel_zone_channel_fkey foreign key (provider_uuid, channel_uuid) references channel on delete cascade,
  constraint channel_zone_number_positive check (zone_number > 0),
  constraint channel_zone_name_filled check (name <> '')
);
create unique index channel_zone_rest_key on channel_zone (provider_uuid, channel_uuid) where countries = '{}';
alter table channel_zone enable row level security;
alter table channel_zone force row level security;
create policy channel_zone_staff on channel_zone using (provider_uuid = (select acting_provider()) and (select acting_staff()));
create policy channel_zone_retailer on channel_zone for select
  using (provider_uuid = (select acting_provider()) and (select acting_kind()) = 'dropShipper');
grant select, insert, delete on channel_zone to quayside_app;

-- The price of a parcel up to a weight, in millionths of the channel's currency: a base, and one step for each started step_grams above step_from_grams.
create table channel_price (
  provider_uuid uuid not null,
  channel_uuid uuid not null,
  zone_number smallint not null,
  up_to_grams integer not null,
  base_micros bigint not null,
  step_grams integer,
  step_from_grams integer,
  step_micros bigint,
  constraint channel_price_pkey primary key (provider_uuid, channel_uuid, zone_number, up_to_grams),
  constraint channel_price_zone_fkey foreign key (provider_uuid, channel_uuid, zone_number) references channel_zone on delete cascade,
  constraint channel_price_weight_within check (up_to_grams between 1 and 10000000),
  constraint channel_price_base_within check (base_micros between 0 and 1000000000000),
  constraint channel_price_step_whole check (num_nulls(step_grams, step_from_grams, step_micros) in (0, 3)),
  constraint channel_price_step_within check (step_grams between 1 and 10000000 and step_from_grams between 0 and 10000000 and step_micros between 0 and 1000000000000)
);
alter table channel_price enable row level security;
alter table channel_price force row level security;
create policy channel_price_staff on channel_price using (provider_uuid = (select acting_provider()) and (select acting_staff()));
create policy channel_price_retailer on channel_price for select
  using (provider_uuid = (select acting_provider()) and (select acting_kind()) = 'dropShipper');
grant select, insert, delete on channel_price to quayside_app;

-- Until when an order leaves on the same day, by the clock of the warehouse.
create table channel_cut_off (
  provider_uuid uuid not null,
  channel_uuid uuid not null,
  warehouse_uuid uuid not null,
  -- 24 hours, HH:MM
  cut_off text not null,
  constraint channel_cut_off_pkey primary key (provider_uuid, channel_uuid, warehouse_uuid),
  constraint channel_cut_off_channel_fkey foreign key (provider_uuid, channel_uuid) references channel on delete cascade,
  constraint channel_cut_off_warehouse_fkey foreign key (provider_uuid, warehouse_uuid) references warehouse,
  constraint channel_cut_off_shape check (cut_off ~ '^([01]\d|2[0-3]):[0-5]\d$')
);
create index channel_cut_off_by_warehouse on channel_cut_off (provider_uuid, warehouse_uuid);
alter table channel_cut_off enable row level security;
alter table channel_cut_off force row level security;
create policy channel_cut_off_staff on channel_cut_off using (provider_uuid = (select acting_provider()) and (select acting_staff()));
create policy channel_cut_off_retailer on channel_cut_off for select
  using (provider_uuid = (select acting_provider()) and (select acting_kind()) = 'dropShipper');
grant select, insert, delete on channel_cut_off to quayside_app;

-- Cut-offs were settings of a warehouse, each naming its channel in free text. They become channels that are disabled until somebody checks them.
-- The migration acts for nobody, so that row-level security would hide every row from it.
alter table warehouse no force row level security;
alter table channel no force row level security;
alter table channel_cut_off no force row level security;
with named as (
  select distinct on (w.provider_uuid, lower(trim(c ->> 'channel'))) w.provider_uuid, trim(c ->> 'channel') as name
  from warehouse w, jsonb_array_elements(w.settings -> 'cut_offs') c
  where trim(c ->> 'channel') <> ''
  order by w.provider_uuid, lower(trim(c ->> 'channel')), w.created_at, w.warehouse_uuid
)
insert into channel (provider_uuid, channel_uuid, name, is_enabled)
  select provider_uuid, gen_random_uuid(), name, false from named;
insert into channel_cut_off (provider_uuid, channel_uuid, warehouse_uuid, cut_off)
  select distinct on (c.provider_uuid, c.channel_uuid, w.warehouse_uuid) c.provider_uuid, c.channel_uuid, w.warehouse_uuid, o ->> 'time'
  from warehouse w, jsonb_array_elements(w.settings -> 'cut_offs') o
  join channel c on lower(c.name) = lower(trim(o ->> 'channel'))
  where c.provider_uuid = w.provider_uuid;
update warehouse set settings = settings - 'cut_offs' where settings ? 'cut_offs';
alter table warehouse force row level security;
alter table channel force row level security;
alter table channel_cut_off force row level security;

-- Goods and stock: warehouses and their locations, products, receipts, and the ledger that says where every piece is.
--
-- Whose goods they are stands in owner_uuid: a retailer's uuid, or the provider's own for what it sells itself. A retailer sees and writes its own
-- rows; staff see and write the tenant's.
--
-- The ledger (ADR 16). stock_entry is append-only and double: the legs of a movement sum to nothing, and goods that come from outside come from a
-- named place (arrival, opening, adjustment), and those that leave go to one (shipment, scrap). stock_balance is what the entries add up to, and
-- nobody can write it but the two triggers here: on new entries, and on reservations. So there is no statement of the application by which a balance
-- and its entries could part.

-- Numbers that people read out: R-260601-0001. Counted for each tenant, kind and day.
create table number_counter (
  provider_uuid uuid not null,
  kind text not null,
  day date not null,
  last integer not null,
  constraint number_counter_pkey primary key (provider_uuid, kind, day)
);
alter table number_counter enable row level security;
alter table number_counter force row level security;
create policy number_counter_tenant on number_counter using (provider_uuid = (select acting_provider()));

-- Warehouses ------------------------------------------------------------------------------------------------------------------------------------

create table warehouse (
  provider_uuid uuid not null,
  warehouse_uuid uuid not null,
  name text not null,
  -- short, begins generated codes
  code text not null,
  country_code text not null default '',
  address text not null default '',
  time_zone text not null default 'UTC',
  -- of the map
  width_mm integer not null default 30000,
  depth_mm integer not null default 20000,
  is_closed boolean not null default false,
  -- tolerances, label sizes, scanner rules, cut-offs, wave strategies: checked by the contract
  settings jsonb not null default '{}',
  version integer not null default 1,
  created_at timestamptz not null default now(),
  constraint warehouse_pkey primary key (provider_uuid, warehouse_uuid),
  constraint warehouse_provider_fkey foreign key (provider_uuid) references provider,
  constraint warehouse_name_filled check (name <> ''),
  constraint warehouse_code_shape check (code ~ '^[A-Z0-9]{1,12}$'),
  constraint warehouse_size_positive check (width_mm between 1000 and 2000000 and depth_mm between 1000 and 2000000)
);
create unique index warehouse_name_key on warehouse (provider_uuid, lower(name));
create unique index warehouse_code_key on warehouse (provider_uuid, code);
alter table warehouse enable row level security;
alter table warehouse force row level security;
create policy warehouse_staff on warehouse using (provider_uuid = (select acting_provider()) and (select acting_staff()));
-- A retailer chooses where its goods go.
create policy warehouse_retailer on warehouse for select using (provider_uuid = (select acting_provider()) and (select acting_kind()) = 'dropShipper');
create policy warehouse_platform on warehouse for select using ((select acting_kind()) = 'platform');

create table partition (
  provider_uuid uuid not null,
  partition_uuid uuid not null,
  warehouse_uuid uuid not null,
  code text not null,
  name text not null default '',
  -- where it lies on the map, from the warehouse's corner
  x_mm integer not null default 0,
  y_mm integer not null default 0,
  width_mm integer not null default 10000,
  depth_mm integer not null default 10000,
  version integer not null default 1,
  constraint partition_pkey primary key (provider_uuid, partition_uuid),
  constraint partition_warehouse_fkey foreign key (provider_uuid, warehouse_uuid) references warehouse,
  constraint partition_code_key unique (provider_uuid, warehouse_uuid, code),
  constraint partition_code_filled check (code <> '')
);
alter table partition enable row level security;
alter table partition force row level security;
create policy partition_staff on partition using (provider_uuid = (select acting_provider()) and (select acting_staff()));

create table shelf (
  provider_uuid uuid not null,
  shelf_uuid uuid not null,
  warehouse_uuid uuid not null,
  partition_uuid uuid not null,
  code text not null,
  x_mm integer not null default 0,
  y_mm integer not null default 0,
  width_mm integer not null default 1000,
  depth_mm integer not null default 600,
  -- whether its front looks along the map's depth
  is_turned boolean not null default false,
  version integer not null default 1,
  constraint shelf_pkey primary key (provider_uuid, shelf_uuid),
  constraint shelf_partition_fkey foreign key (provider_uuid, partition_uuid) references partition,
  constraint shelf_code_key unique (provider_uuid, warehouse_uuid, code),
  constraint shelf_code_filled check (code <> '')
);
create index shelf_by_partition on shelf (provider_uuid, partition_uuid);
alter table shelf enable row level security;
alter table shelf force row level security;
create policy shelf_staff on shelf using (provider_uuid = (select acting_provider()) and (select acting_staff()));

create table location (
  provider_uuid uuid not null,
  location_uuid uuid not null,
  warehouse_uuid uuid not null,
  -- null for the places on the floor: the dock, the packing table
  shelf_uuid uuid,
  -- what is scanned; upper case, only once with a provider
  barcode text collate "C" not null,
  type text not null,
  pick_sequence integer not null default 0,
  put_sequence integer not null default 0,
  -- on the map, and how high
  x_mm integer not null default 0,
  y_mm integer not null default 0,
  level smallint not null default 1,
  -- null: not limited
  capacity_ml bigint,
  capacity_grams bigint,
  is_blocked boolean not null default false,
  blocked_reason text not null default '',
  version integer not null default 1,
  created_at timestamptz not null default now(),
  constraint location_pkey primary key (provider_uuid, location_uuid),
  constraint location_warehouse_fkey foreign key (provider_uuid, warehouse_uuid) references warehouse,
  constraint location_shelf_fkey foreign key (provider_uuid, shelf_uuid) references shelf,
  constraint location_barcode_key unique (provider_uuid, barcode),
  constraint location_barcode_shape check (barcode = upper(barcode) and barcode ~ '^[!-~]{1,40}$'),
  constraint location_type_known check (type in ('pick', 'reserve', 'receiving', 'packing', 'damaged')),
  constraint location_capacity_positive check (capacity_ml > 0 and capacity_grams > 0),
  constraint location_blocked_with_reason check (is_blocked = (blocked_reason <> ''))
);
create index location_by_walk on location (provider_uuid, warehouse_uuid, pick_sequence, location_uuid);
create index location_by_putaway on location (provider_uuid, warehouse_uuid, put_sequence, location_uuid);
create index location_by_shelf on location (provider_uuid, shelf_uuid) where shelf_uuid is not null;
alter table location enable row level security;
alter table location force row level security;
create policy location_staff on location using (provider_uuid = (select acting_provider()) and (select acting_staff()));
create policy location_platform on location for select using ((select acting_kind()) = 'platform');

-- Products --------------------------------------------------------------------------------------------------------------------------------------

create table product (
  provider_uuid uuid not null,
  product_uuid uuid not null,
  owner_uuid uuid not null,
  title text not null,
  description text not null default '',
  brand text not null default '',
  category text not null default '',
  -- as an import gave it; what was uploaded stands in product_image and goes before it
  main_image_url text not null default '',
  is_archived boolean not null default false,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint product_pkey primary key (provider_uuid, product_uuid),
  constraint product_title_filled check (title <> '')
);
create index product_by_owner on product (provider_uuid, owner_uuid, product_uuid);
alter table product enable row level security;
alter table product force row level security;
create policy product_staff on product using (provider_uuid = (select acting_provider()) and (select acting_staff()));
create policy product_retailer on product using (provider_uuid = (select acting_provider()) and owner_uuid = (select acting_retailer()));
create policy product_platform on product for select using ((select acting_kind()) = 'platform');

create table variant (
  provider_uuid uuid not null,
  variant_uuid uuid not null,
  product_uuid uuid not null,
  owner_uuid uuid not null,
  sku text not null,
  -- what is looked for: comparisons of plain text pass row-level security on their way to an index, lower(sku) would not
  sku_key text collate "C" not null generated always as (lower(sku)) stored,
  title text not null default '',
  -- of one packed piece; null: not known. Declared by the owner, measured here.
  weight_grams integer,
  length_mm integer,
  width_mm integer,
  height_mm integer,
  measured_weight_grams integer,
  measured_length_mm integer,
  measured_width_mm integer,
  measured_height_mm integer,
  measured_at timestamptz,
  -- for customs
  declared_name text not null default '',
  declared_name_zh text not null default '',
  hs_code text not null default '',
  origin_country text not null default '',
  declared_value_cents bigint,
  currency text not null default 'USD',
  keeps_lots boolean not null default false,
  keeps_expiry boolean not null default false,
  is_bundle boolean not null default false,
  -- told when less than this is available; null: never
  low_stock_quantity integer,
  -- a duplicate that was merged leads on to what it is now
  merged_into_uuid uuid,
  is_archived boolean not null default false,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint variant_pkey primary key (provider_uuid, variant_uuid),
  constraint variant_product_fkey foreign key (provider_uuid, product_uuid) references product,
  constraint variant_merged_fkey foreign key (provider_uuid, merged_into_uuid) references variant,
  constraint variant_sku_filled check (sku <> ''),
  constraint variant_numbers_positive check (weight_grams > 0 and length_mm > 0 and width_mm > 0 and height_mm > 0),
  constraint variant_measures_positive check (measured_weight_grams > 0 and measured_length_mm > 0 and measured_width_mm > 0 and measured_height_mm > 0),
  constraint variant_value_not_negative check (declared_value_cents >= 0),
  constraint variant_low_stock_not_negative check (low_stock_quantity >= 0),
  constraint variant_currency_shape check (currency ~ '^[A-Z]{3}$'),
  constraint variant_bundle_is_not_stored check (not is_bundle or not (keeps_lots or keeps_expiry))
);
-- A SKU is its owner's word for it: two retailers may use the same. A merged one gives its word free.
create unique index variant_sku_key on variant (provider_uuid, owner_uuid, sku_key) where merged_into_uuid is null;
create index variant_by_sku on variant (provider_uuid, sku_key, variant_uuid);
create index variant_by_product on variant (provider_uuid, product_uuid, variant_uuid);
create index variant_by_owner on variant (provider_uuid, owner_uuid, variant_uuid);
-- Few among many: the lists that ask for them say the condition as a literal.
create index variant_archived on variant (provider_uuid, variant_uuid) where is_archived;
create index variant_with_lots on variant (provider_uuid, variant_uuid) where keeps_lots;
-- Those that can run low, in both orders that lists have.
create index variant_low_stock on variant (provider_uuid, variant_uuid) include (owner_uuid) where low_stock_quantity is not null;
create index variant_low_stock_by_sku on variant (provider_uuid, sku_key, variant_uuid) where low_stock_quantity is not null;
alter table variant enable row level security;
alter table variant force row level security;
create policy variant_staff on variant using (provider_uuid = (select acting_provider()) and (select acting_staff()));
create policy variant_retailer on variant using (provider_uuid = (select acting_provider()) and owner_uuid = (select acting_retailer()));
create policy variant_platform on variant for select using ((select acting_kind()) = 'platform');

-- Several barcodes a SKU, and a barcode of several SKUs where owners share a maker's: then the scanner asks.
create table sku_barcode (
  provider_uuid uuid not null,
  barcode text collate "C" not null,
  variant_uuid uuid not null,
  owner_uuid uuid not null,
  -- how many pieces one scan of it stands for: a carton's own barcode
  pieces integer not null default 1,
  created_at timestamptz not null default now(),
  constraint sku_barcode_pkey primary key (provider_uuid, barcode, variant_uuid),
  constraint sku_barcode_variant_fkey foreign key (provider_uuid, variant_uuid) references variant,
  constraint sku_barcode_shape check (barcode ~ '^[!-~]{1,80}$'),
  constraint sku_barcode_pieces_positive check (pieces between 1 and 100000)
);
create index sku_barcode_by_variant on sku_barcode (provider_uuid, variant_uuid);
alter table sku_barcode enable row level security;
alter table sku_barcode force row level security;
create policy sku_barcode_staff on sku_barcode using (provider_uuid = (select acting_provider()) and (select acting_staff()));
create policy sku_barcode_retailer on sku_barcode using (provider_uuid = (select acting_provider()) and owner_uuid = (select acting_retailer()));
create policy sku_barcode_platform on sku_barcode for select using ((select acting_kind()) = 'platform');

-- A bundle is sold as one and stored as its parts.
create table bundle_component (
  provider_uuid uuid not null,
  bundle_uuid uuid not null,
  component_uuid uuid not null,
  owner_uuid uuid not null,
  quantity integer not null,
  constraint bundle_component_pkey primary key (provider_uuid, bundle_uuid, component_uuid),
  constraint bundle_component_bundle_fkey foreign key (provider_uuid, bundle_uuid) references variant,
  constraint bundle_component_component_fkey foreign key (provider_uuid, component_uuid) references variant,
  constraint bundle_component_quantity_positive check (quantity between 1 and 10000),
  constraint bundle_component_not_itself check (bundle_uuid <> component_uuid)
);
create index bundle_component_by_component on bundle_component (provider_uuid, component_uuid);
alter table bundle_component enable row level security;
alter table bundle_component force row level security;
create policy bundle_component_staff on bundle_component using (provider_uuid = (select acting_provider()) and (select acting_staff()));
create policy bundle_component_retailer on bundle_component using (provider_uuid = (select acting_provider()) and owner_uuid = (select acting_retailer()));

create table product_image (
  provider_uuid uuid not null,
  product_uuid uuid not null,
  position smallint not null,
  owner_uuid uuid not null,
  file_uuid uuid not null,
  constraint product_image_pkey primary key (provider_uuid, product_uuid, position),
  constraint product_image_product_fkey foreign key (provider_uuid, product_uuid) references product,
  constraint product_image_file_fkey foreign key (provider_uuid, file_uuid) references file
);
create index product_image_by_file on product_image (provider_uuid, file_uuid);
alter table product_image enable row level security;
alter table product_image force row level security;
create policy product_image_staff on product_image using (provider_uuid = (select acting_provider()) and (select acting_staff()));
create policy product_image_retailer on product_image using (provider_uuid = (select acting_provider()) and owner_uuid = (select acting_retailer()));
-- The clearing job asks which files nobody refers to.
create policy product_image_platform on product_image for select using ((select acting_kind()) = 'platform');

-- What a search finds: each word of a SKU, its titles and barcodes, and each pair of neighbouring Chinese characters. Words are compared as plain
-- text, for which row-level security lets an index be used; LIKE and the operators of trigrams are not leakproof and would read all rows.
create table variant_word (
  provider_uuid uuid not null,
  word text collate "C" not null,
  variant_uuid uuid not null,
  owner_uuid uuid not null,
  -- whether the SKU begins with it: those are found by the SKU's own index in its order, and whether there are others is seen at once
  begins_sku boolean not null default false,
  -- Searches read nothing but this index, and the policies ask for the owner.
  constraint variant_word_pkey primary key (provider_uuid, begins_sku, word, variant_uuid) include (owner_uuid),
  constraint variant_word_variant_fkey foreign key (provider_uuid, variant_uuid) references variant on delete cascade
);
create index variant_word_by_variant on variant_word (provider_uuid, variant_uuid);
alter table variant_word enable row level security;
alter table variant_word force row level security;
create policy variant_word_staff on variant_word using (provider_uuid = (select acting_provider()) and (select acting_staff()));
create policy variant_word_retailer on variant_word using (provider_uuid = (select acting_provider()) and owner_uuid = (select acting_retailer()));

-- Spaces are named: what \s means is a matter of the database's locale. In plpgsql, for as one statement of SQL it takes twenty times as long. A word may come twice.
create function search_words(given text) returns table (word text) language plpgsql immutable parallel safe as $$
declare
  piece text;
begin
  foreach piece in array regexp_split_to_array(lower(given),
    '[\t-\r \u0085\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000\ufeff!-/:-@\[-`{-~，。、；：（）【】《》·]+') loop
    continue when piece = '';
    piece := left(piece, 60);
    if piece ~ '[一-鿿]' then
      return query select substr(piece, n, 2) from generate_series(1, length(piece)) as n;
    else
      word := piece;
      return next;
    end if;
  end loop;
end $$;

-- Makes the words of some variants what they are to be. Whoever changes a text that is searched for has a trigger below that calls this.
create function refresh_variant_words(of_provider uuid, of_variants uuid[]) returns void language sql as $$
  with wanted as materialized (
    select v.variant_uuid, v.owner_uuid, w.word, starts_with(v.sku_key, w.word) as begins_sku
    from variant v join product p on p.provider_uuid = v.provider_uuid and p.product_uuid = v.product_uuid
      cross join lateral (
        select word from search_words(v.sku || ' ' || v.title || ' ' || p.title)
        union select v.sku_key
        union select lower(b.barcode) from sku_barcode b where b.provider_uuid = v.provider_uuid and b.variant_uuid = v.variant_uuid
      ) w
    where v.provider_uuid = of_provider and v.variant_uuid = any (of_variants)
  ), gone as (
    delete from variant_word old where old.provider_uuid = of_provider and old.variant_uuid = any (of_variants)
      and not exists (
        select from wanted where wanted.variant_uuid = old.variant_uuid and wanted.word = old.word and wanted.begins_sku = old.begins_sku)
  )
  insert into variant_word (provider_uuid, word, variant_uuid, owner_uuid, begins_sku)
    select of_provider, word, variant_uuid, owner_uuid, begins_sku from wanted
    on conflict on constraint variant_word_pkey do nothing;
$$;
create function variant_words_follow() returns trigger language plpgsql as $$
begin
  perform refresh_variant_words(provider_uuid, array_agg(variant_uuid)) from changed group by provider_uuid;
  return null;
end $$;
create function product_words_follow() returns trigger language plpgsql as $$
begin
  perform refresh_variant_words(v.provider_uuid, array_agg(v.variant_uuid))
    from variant v join changed n on n.provider_uuid = v.provider_uuid and n.product_uuid = v.product_uuid
      join before o on o.provider_uuid = n.provider_uuid and o.product_uuid = n.product_uuid
    where n.title <> o.title group by v.provider_uuid;
  return null;
end $$;
create trigger variant_words_of_new after insert on variant referencing new table as changed for each statement execute function variant_words_follow();
create trigger variant_words_of_changed after update on variant referencing new table as changed for each statement execute function variant_words_follow();
create trigger variant_words_of_barcode after insert on sku_barcode referencing new table as changed for each statement execute function variant_words_follow();
create trigger variant_words_of_lost_barcode after delete on sku_barcode referencing old table as changed for each statement execute function variant_words_follow();
create trigger variant_words_of_product after update on product referencing old table as before new table as changed for each statement execute function product_words_follow();

-- Lots and expiry -------------------------------------------------------------------------------------------------------------------------------

create table lot (
  provider_uuid uuid not null,
  variant_uuid uuid not null,
  lot text not null,
  owner_uuid uuid not null,
  -- null: does not expire
  expires_on date,
  created_at timestamptz not null default now(),
  constraint lot_pkey primary key (provider_uuid, variant_uuid, lot),
  constraint lot_variant_fkey foreign key (provider_uuid, variant_uuid) references variant,
  constraint lot_filled check (lot <> '')
);
create index lot_by_name on lot (provider_uuid, lot);
alter table lot enable row level security;
alter table lot force row level security;
create policy lot_staff on lot using (provider_uuid = (select acting_provider()) and (select acting_staff()));
create policy lot_retailer on lot for select using (provider_uuid = (select acting_provider()) and owner_uuid = (select acting_retailer()));
-- A job that reserves has to see what has expired.
create policy lot_platform on lot for select using ((select acting_kind()) = 'platform');

-- The ledger ------------------------------------------------------------------------------------------------------------------------------------

create table stock_balance (
  provider_uuid uuid not null,
  variant_uuid uuid not null,
  warehouse_uuid uuid not null,
  location_uuid uuid not null,
  owner_uuid uuid not null,
  -- '' where lots are not kept
  lot text not null,
  condition text not null,
  quantity integer not null,
  reserved integer not null default 0,
  -- when the pieces came that are there longest, as far as is known: since it was last empty
  since timestamptz not null,
  updated_at timestamptz not null,
  -- the order in which all locks are taken
  constraint stock_balance_pkey primary key (provider_uuid, variant_uuid, warehouse_uuid, location_uuid, owner_uuid, lot, condition),
  constraint stock_balance_variant_fkey foreign key (provider_uuid, variant_uuid) references variant,
  constraint stock_balance_location_fkey foreign key (provider_uuid, location_uuid) references location,
  constraint stock_balance_condition_known check (condition in ('good', 'damaged', 'quarantined')),
  constraint stock_balance_quantity_not_negative check (quantity >= 0),
  constraint stock_balance_reserved_within check (reserved between 0 and quantity)
);
create index stock_balance_by_location on stock_balance (provider_uuid, location_uuid) where quantity > 0;
create index stock_balance_by_owner on stock_balance (provider_uuid, owner_uuid, variant_uuid) where quantity > 0;
create index stock_balance_by_warehouse on stock_balance (provider_uuid, warehouse_uuid, variant_uuid) include (owner_uuid) where quantity > 0;
alter table stock_balance enable row level security;
alter table stock_balance force row level security;
create policy stock_balance_staff on stock_balance using (provider_uuid = (select acting_provider()) and (select acting_staff()));
create policy stock_balance_retailer on stock_balance for select using (provider_uuid = (select acting_provider()) and owner_uuid = (select acting_retailer()));
create policy stock_balance_platform on stock_balance using ((select acting_kind()) = 'platform');
-- What kind of place its goods stand in decides whether they can be promised; a retailer sees no other place.
create policy location_retailer on location for select using (
  provider_uuid = (select acting_provider()) and (select acting_kind()) = 'dropShipper' and exists (
    select from stock_balance b where b.provider_uuid = location.provider_uuid and b.location_uuid = location.location_uuid and b.quantity > 0
      and b.owner_uuid = (select acting_retailer()))
);

create table stock_entry (
  provider_uuid uuid not null,
  -- in the order of time: a UUIDv7
  movement_uuid uuid not null,
  leg smallint not null,
  -- what it is about: receipt, putaway, move, adjustment, stocktake, opening, shipment, decision, merge
  source_type text not null,
  source_uuid uuid not null,
  source_line integer not null,
  variant_uuid uuid not null,
  owner_uuid uuid not null,
  warehouse_uuid uuid not null,
  -- a location of ours, or where goods come from and go to
  place text not null,
  location_uuid uuid,
  lot text not null,
  condition text not null,
  quantity integer not null,
  at timestamptz not null,
  -- null for the system
  user_uuid uuid,
  reason text not null default '',
  constraint stock_entry_pkey primary key (provider_uuid, movement_uuid, leg),
  -- A retry cannot post twice.
  constraint stock_entry_source_key unique (provider_uuid, source_type, source_uuid, source_line, leg),
  constraint stock_entry_variant_fkey foreign key (provider_uuid, variant_uuid) references variant,
  constraint stock_entry_location_fkey foreign key (provider_uuid, location_uuid) references location,
  constraint stock_entry_place_known check (place in ('location', 'arrival', 'opening', 'adjustment', 'shipment', 'scrap')),
  constraint stock_entry_location_named check ((place = 'location') = (location_uuid is not null)),
  constraint stock_entry_condition_known check (condition in ('good', 'damaged', 'quarantined')),
  constraint stock_entry_moves_something check (quantity <> 0)
);
create index stock_entry_by_variant on stock_entry (provider_uuid, variant_uuid, movement_uuid, leg);
create index stock_entry_by_location on stock_entry (provider_uuid, location_uuid, movement_uuid, leg) where location_uuid is not null;
create index stock_entry_by_owner on stock_entry (provider_uuid, owner_uuid, movement_uuid, leg);
-- Whether an opening was posted there before.
create index stock_entry_opening on stock_entry (provider_uuid, variant_uuid, location_uuid) where source_type = 'opening' and place = 'location';
alter table stock_entry enable row level security;
alter table stock_entry force row level security;
create policy stock_entry_staff on stock_entry for select using (provider_uuid = (select acting_provider()) and (select acting_staff()));
create policy stock_entry_posted on stock_entry for insert with check (provider_uuid = (select acting_provider()) and (select acting_staff()));
create policy stock_entry_retailer on stock_entry for select using (provider_uuid = (select acting_provider()) and owner_uuid = (select acting_retailer()));
create policy stock_entry_platform on stock_entry for select using ((select acting_kind()) = 'platform');
create policy stock_entry_platform_posted on stock_entry for insert with check ((select acting_kind()) = 'platform');

create function stock_entry_is_append_only() returns trigger language plpgsql as $$
begin
  raise exception 'the ledger is append-only' using errcode = 'insufficient_privilege';
end $$;
create trigger stock_entry_append_only before update or delete on stock_entry for each row execute function stock_entry_is_append_only();
create trigger stock_entry_no_truncate before truncate on stock_entry for each statement execute function stock_entry_is_append_only();

create table reservation (
  provider_uuid uuid not null,
  reservation_uuid uuid not null,
  -- what it is for: an order's line
  source_type text not null,
  source_uuid uuid not null,
  source_line integer not null,
  -- a line may draw on several balances
  part smallint not null,
  variant_uuid uuid not null,
  warehouse_uuid uuid not null,
  location_uuid uuid not null,
  owner_uuid uuid not null,
  lot text not null,
  condition text not null,
  quantity integer not null,
  status text not null default 'open',
  created_at timestamptz not null,
  ended_at timestamptz,
  constraint reservation_pkey primary key (provider_uuid, reservation_uuid),
  constraint reservation_balance_fkey foreign key (provider_uuid, variant_uuid, warehouse_uuid, location_uuid, owner_uuid, lot, condition) references stock_balance,
  constraint reservation_quantity_positive check (quantity > 0),
  constraint reservation_status_known check (status in ('open', 'released', 'shipped')),
  constraint reservation_ended check ((status = 'open') = (ended_at is null))
);
-- A line is reserved once: a retry finds it.
create unique index reservation_source_key on reservation (provider_uuid, source_type, source_uuid, source_line, part) where status = 'open';
create index reservation_by_balance on reservation (provider_uuid, variant_uuid, location_uuid) where status = 'open';
create index reservation_by_source on reservation (provider_uuid, source_type, source_uuid);
alter table reservation enable row level security;
alter table reservation force row level security;
create policy reservation_staff on reservation using (provider_uuid = (select acting_provider()) and (select acting_staff()));
create policy reservation_retailer on reservation for select using (provider_uuid = (select acting_provider()) and owner_uuid = (select acting_retailer()));
create policy reservation_platform on reservation using ((select acting_kind()) = 'platform');

-- New entries change balances: all of a statement's at once, row by row in the order of their key, each locked as it is changed. So two statements never
-- wait for each other in a ring. (A transaction of several may, and is then done again: server/db/database.ts.)
-- Row by row and not as one join, so that each goes by the whole key whatever the planner thinks of the table: plans are made once a connection, and one
-- that was made while the table was small would read all of it later. An insert alone would not do: its checks look at the row as it is given, before
-- the one that is there is met, and what leaves is below nothing.
create function apply_stock_entries() returns trigger language plpgsql security definer
  set search_path = public, pg_temp set enable_seqscan = off as $$
declare
  d record;
begin
  if exists (select from new_entries group by provider_uuid, movement_uuid, variant_uuid, owner_uuid having sum(quantity) <> 0) then
    raise exception 'the legs of a movement sum to nothing' using errcode = 'check_violation', constraint = 'stock_entry_balanced';
  end if;
  -- Pieces come onto no SKU that was merged or became a bundle. The foreign key has each of them held by now, and waited for whoever merged it: what is
  -- read here is what stands, and stays until the end.
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
    select provider_uuid, variant_uuid, warehouse_uuid, location_uuid, owner_uuid, lot, condition, sum(quantity) as quantity, max(at) as at
    from new_entries where location_uuid is not null
    group by 1, 2, 3, 4, 5, 6, 7 having sum(quantity) <> 0 order by 1, 2, 3, 4, 5, 6, 7
  loop
    if d.quantity > 0 then
      insert into stock_balance as b (provider_uuid, variant_uuid, warehouse_uuid, location_uuid, owner_uuid, lot, condition, quantity, since, updated_at)
        values (d.provider_uuid, d.variant_uuid, d.warehouse_uuid, d.location_uuid, d.owner_uuid, d.lot, d.condition, d.quantity, d.at, d.at)
        on conflict on constraint stock_balance_pkey do update set quantity = b.quantity + excluded.quantity,
          since = case when b.quantity = 0 then excluded.since else b.since end, updated_at = excluded.updated_at;
    else
      update stock_balance b set quantity = b.quantity + d.quantity, updated_at = d.at
        where b.provider_uuid = d.provider_uuid and b.variant_uuid = d.variant_uuid and b.warehouse_uuid = d.warehouse_uuid
          and b.location_uuid = d.location_uuid and b.owner_uuid = d.owner_uuid and b.lot = d.lot and b.condition = d.condition;
      if not found then
        raise exception 'nothing is there to be taken' using errcode = 'check_violation', constraint = 'stock_balance_quantity_not_negative';
      end if;
    end if;
  end loop;
  return null;
end $$;
create trigger stock_entry_applied after insert on stock_entry referencing new table as new_entries
  for each statement execute function apply_stock_entries();

-- Reservations change what is reserved, in the same order. What the reservation is for never changes; it is open, and once it ends.
create function apply_new_reservations() returns trigger language plpgsql security definer
  set search_path = public, pg_temp set enable_seqscan = off as $$
declare
  d record;
begin
  for d in
    select provider_uuid, variant_uuid, warehouse_uuid, location_uuid, owner_uuid, lot, condition, sum(quantity) as quantity
    from new_reservations where status = 'open' group by 1, 2, 3, 4, 5, 6, 7 order by 1, 2, 3, 4, 5, 6, 7
  loop
    update stock_balance b set reserved = b.reserved + d.quantity
      where b.provider_uuid = d.provider_uuid and b.variant_uuid = d.variant_uuid and b.warehouse_uuid = d.warehouse_uuid
        and b.location_uuid = d.location_uuid and b.owner_uuid = d.owner_uuid and b.lot = d.lot and b.condition = d.condition;
    if not found then
      raise exception 'a reservation is of a balance' using errcode = 'insufficient_privilege';
    end if;
  end loop;
  return null;
end $$;
create trigger reservation_applied after insert on reservation referencing new table as new_reservations
  for each statement execute function apply_new_reservations();

create function apply_ended_reservations() returns trigger language plpgsql security definer
  set search_path = public, pg_temp set enable_seqscan = off as $$
declare
  d record;
begin
  -- Each of these was open and is not any more: the trigger below lets nothing else pass.
  for d in
    select provider_uuid, variant_uuid, warehouse_uuid, location_uuid, owner_uuid, lot, condition, sum(quantity) as quantity
    from new_reservations group by 1, 2, 3, 4, 5, 6, 7 order by 1, 2, 3, 4, 5, 6, 7
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
create trigger reservation_ended after update on reservation referencing new table as new_reservations
  for each statement execute function apply_ended_reservations();

create function reservation_only_ends() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and old.status = 'open' and new.status <> 'open'
    and to_jsonb(old) - 'status' - 'ended_at' = to_jsonb(new) - 'status' - 'ended_at' then
    return new;
  end if;
  raise exception 'a reservation only ends' using errcode = 'insufficient_privilege';
end $$;
create trigger reservation_only_ends before update or delete on reservation for each row execute function reservation_only_ends();

-- What of the stock serves some wants.
-- wants: [{"line": 1, "variant_uuid": ..., "owner_uuid": ..., "warehouse_uuid": ..., "quantity": 2, "lot": null}]; each line once. Those that name a lot
-- and those that take any are asked for one after the other, for both would be given the same pieces.
--
-- What may be picked is good, in a pick or reserve location that is not blocked, and not expired; what expires first goes first, then what lies in
-- pick locations, then what came first. Demand is summed before it is looked for: lines and balances are laid side by side on one axis of pieces, and
-- what overlaps is taken.
create function choose_stock(of_provider uuid, wants jsonb, on_day date) returns table (
  line integer, variant_uuid uuid, warehouse_uuid uuid, location_uuid uuid, owner_uuid uuid, lot text, condition text, quantity integer
) language sql stable set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off as $$
  with want as (
    select w.*, sum(w.quantity) over lines - w.quantity as first, sum(w.quantity) over lines as last
    from jsonb_to_recordset(wants) as w (line integer, variant_uuid uuid, owner_uuid uuid, warehouse_uuid uuid, quantity integer, lot text)
    window lines as (partition by w.variant_uuid, w.owner_uuid, w.warehouse_uuid, w.lot order by w.line)
  ), demand as (
    select w.variant_uuid, w.owner_uuid, w.warehouse_uuid, w.lot from want w group by 1, 2, 3, 4
  ), have as (
    select d.lot as wanted_lot, b.variant_uuid, b.warehouse_uuid, b.location_uuid, b.owner_uuid, b.lot, b.condition,
      sum(b.quantity - b.reserved) over pieces - (b.quantity - b.reserved) as first, sum(b.quantity - b.reserved) over pieces as last
    from demand d
      -- "offset 0": each want goes by the balances' key. Joined, they were all read (9 s of 1,200,000), for the policies make the planner guess wrongly.
      cross join lateral (
        select b.* from stock_balance b where b.provider_uuid = of_provider and b.variant_uuid = d.variant_uuid and b.warehouse_uuid = d.warehouse_uuid
          and b.owner_uuid = d.owner_uuid and b.condition = 'good' and b.quantity > b.reserved and (d.lot is null or b.lot = d.lot)
        offset 0
      ) b
      join location l on l.provider_uuid = b.provider_uuid and l.location_uuid = b.location_uuid and l.type in ('pick', 'reserve') and not l.is_blocked
      left join lot on lot.provider_uuid = b.provider_uuid and lot.variant_uuid = b.variant_uuid and lot.lot = b.lot
    where lot.expires_on is null or lot.expires_on > on_day
    window pieces as (
      partition by d.variant_uuid, d.owner_uuid, d.warehouse_uuid, d.lot
      order by lot.expires_on nulls last, l.type, b.since, l.pick_sequence, b.location_uuid, b.lot
    )
  )
  select w.line, h.variant_uuid, h.warehouse_uuid, h.location_uuid, h.owner_uuid, h.lot, h.condition,
    (least(w.last, h.last) - greatest(w.first, h.first))::integer
  from want w join have h on h.variant_uuid = w.variant_uuid and h.owner_uuid = w.owner_uuid and h.warehouse_uuid = w.warehouse_uuid
    and h.wanted_lot is not distinct from w.lot and h.first < w.last and h.last > w.first
$$;

-- Reserves all of what is wanted, or nothing: true where all of it is reserved now, false where there is not enough. Lines that are reserved already stay
-- as they are. The wants are those of choose_stock.
--
-- First it is chosen without locks, and only what was chosen is locked (in the order of the key) and looked at again. If somebody was quicker, all that could
-- be chosen is locked before it is chosen anew. Wants with and without a lot share pieces, so they go that way at once, one kind after the other.
create function reserve_stock(of_provider uuid, for_type text, for_source uuid, wants jsonb, at timestamptz) returns boolean
  language plpgsql security definer set search_path = public, pg_temp set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off as $$
declare
  on_day constant date := (at at time zone 'UTC')::date;
  rest jsonb;
  part jsonb;
  chosen jsonb;
  taken bigint;
  rows_chosen integer;
  rows_held integer;
  is_mixed boolean;
begin
  if not (acting_staff() or acting_kind() is not distinct from 'platform') then
    raise exception 'a retailer reserves nothing: it sees no shelves' using errcode = 'insufficient_privilege';
  end if;
  if exists (select from jsonb_to_recordset(wants) as w (line integer, quantity integer) where line is null or quantity is null or quantity < 1)
    or (select count(distinct line) < count(*) from jsonb_to_recordset(wants) as w (line integer)) then
    raise exception 'each line wants so many whole pieces, once' using errcode = 'invalid_parameter_value';
  end if;
  for attempt in 1..5 loop
    begin
      select jsonb_agg(w), bool_or(w ->> 'lot' is null) and bool_or(w ->> 'lot' is not null) into rest, is_mixed from jsonb_array_elements(wants) w
        where not exists (
          select from reservation r where r.provider_uuid = of_provider and r.source_type = for_type and r.source_uuid = for_source and r.status = 'open'
            and r.source_line = (w ->> 'line')::integer);
      if rest is null then
        return true;
      end if;
      if attempt > 1 or is_mixed then
        perform from (select distinct variant_uuid, warehouse_uuid, owner_uuid
            from jsonb_to_recordset(rest) as w (variant_uuid uuid, owner_uuid uuid, warehouse_uuid uuid) order by 1, 2, 3) w
          cross join lateral (
            select from stock_balance b where b.provider_uuid = of_provider and b.variant_uuid = w.variant_uuid and b.warehouse_uuid = w.warehouse_uuid
              and b.owner_uuid = w.owner_uuid and b.condition = 'good' and b.quantity > 0
            order by b.location_uuid, b.lot for no key update
          ) held;
      end if;
      foreach part in array case when is_mixed then array [
        (select jsonb_agg(w) from jsonb_array_elements(rest) w where w ->> 'lot' is not null),
        (select jsonb_agg(w) from jsonb_array_elements(rest) w where w ->> 'lot' is null)] else array [rest] end
      loop
        select coalesce(jsonb_agg(c), '[]'), coalesce(sum(c.quantity), 0),
            count(distinct (c.variant_uuid, c.warehouse_uuid, c.location_uuid, c.owner_uuid, c.lot))
          into chosen, taken, rows_chosen from choose_stock(of_provider, part, on_day) c;
        if taken < (select sum((w ->> 'quantity')::bigint) from jsonb_array_elements(part) w) then
          raise exception 'not enough' using errcode = 'QS002';
        end if;
        with need as (
          select c.variant_uuid, c.warehouse_uuid, c.location_uuid, c.owner_uuid, c.lot, c.condition, sum(c.quantity) as quantity
          from jsonb_to_recordset(chosen) as c (variant_uuid uuid, warehouse_uuid uuid, location_uuid uuid, owner_uuid uuid, lot text, condition text, quantity integer)
          group by 1, 2, 3, 4, 5, 6 order by 1, 2, 3, 4, 5, 6
        ), held as (
          select h.* from need n cross join lateral (
            select 1 from stock_balance b
            where b.provider_uuid = of_provider and b.variant_uuid = n.variant_uuid and b.warehouse_uuid = n.warehouse_uuid
              and b.location_uuid = n.location_uuid and b.owner_uuid = n.owner_uuid and b.lot = n.lot and b.condition = n.condition
              and b.quantity - b.reserved >= n.quantity
            for no key update
          ) h
        )
        select count(*) into rows_held from held;
        if rows_held < rows_chosen then
          -- Takes this attempt's locks back: the next ones are in the order of the key again.
          raise exception 'somebody was quicker' using errcode = 'QS001';
        end if;
        insert into reservation (provider_uuid, reservation_uuid, source_type, source_uuid, source_line, part,
            variant_uuid, warehouse_uuid, location_uuid, owner_uuid, lot, condition, quantity, created_at)
          select of_provider, gen_random_uuid(), for_type, for_source, c.line, row_number() over (partition by c.line),
            c.variant_uuid, c.warehouse_uuid, c.location_uuid, c.owner_uuid, c.lot, c.condition, c.quantity, at
          from jsonb_to_recordset(chosen) as c (line integer, variant_uuid uuid, warehouse_uuid uuid, location_uuid uuid, owner_uuid uuid, lot text, condition text, quantity integer);
      end loop;
      return true;
    exception
      when sqlstate 'QS001' then null;
      -- The same source was reserved by another at this moment; the next attempt finds what it did.
      when unique_violation then null;
      when sqlstate 'QS002' then
        -- Unless it was taken for these very lines since they were looked for.
        if not exists (
          select from reservation r where r.provider_uuid = of_provider and r.source_type = for_type and r.source_uuid = for_source and r.status = 'open'
            and r.source_line in (select (w ->> 'line')::integer from jsonb_array_elements(rest) w)
        ) then
          return false;
        end if;
    end;
  end loop;
  -- From the second on an attempt holds what was there, and fails only where a balance was born meanwhile.
  raise exception 'a reservation came to no end' using errcode = 'serialization_failure';
end $$;
revoke all on function reserve_stock from public;

-- Movements by hand, counts -----------------------------------------------------------------------------------------------------------------------

create table stocktake (
  provider_uuid uuid not null,
  stocktake_uuid uuid not null,
  stocktake_number text not null,
  warehouse_uuid uuid not null,
  status text not null default 'draft',
  -- whether who counts is not told what is expected
  is_blind boolean not null default true,
  remark text not null default '',
  created_by uuid not null,
  created_at timestamptz not null,
  approved_by uuid,
  ended_at timestamptz,
  version integer not null default 1,
  constraint stocktake_pkey primary key (provider_uuid, stocktake_uuid),
  constraint stocktake_number_key unique (provider_uuid, stocktake_number),
  constraint stocktake_warehouse_fkey foreign key (provider_uuid, warehouse_uuid) references warehouse,
  constraint stocktake_status_known check (status in ('draft', 'counting', 'recount', 'approved', 'cancelled'))
);
alter table stocktake enable row level security;
alter table stocktake force row level security;
create policy stocktake_staff on stocktake using (provider_uuid = (select acting_provider()) and (select acting_staff()));

create table stocktake_line (
  provider_uuid uuid not null,
  stocktake_uuid uuid not null,
  line_uuid uuid not null,
  location_uuid uuid not null,
  variant_uuid uuid not null,
  owner_uuid uuid not null,
  lot text not null,
  condition text not null,
  -- what the ledger said at the moment of the (last) count
  expected integer,
  counted integer,
  -- the second look, where the first differed
  recounted integer,
  counted_by uuid,
  counted_at timestamptz,
  constraint stocktake_line_pkey primary key (provider_uuid, stocktake_uuid, line_uuid),
  constraint stocktake_line_stocktake_fkey foreign key (provider_uuid, stocktake_uuid) references stocktake,
  constraint stocktake_line_variant_fkey foreign key (provider_uuid, variant_uuid) references variant,
  constraint stocktake_line_location_fkey foreign key (provider_uuid, location_uuid) references location,
  constraint stocktake_line_goods_key unique (provider_uuid, stocktake_uuid, location_uuid, variant_uuid, owner_uuid, lot, condition),
  constraint stocktake_line_condition_known check (condition in ('good', 'damaged', 'quarantined')),
  constraint stocktake_line_not_negative check (counted >= 0 and recounted >= 0 and expected >= 0)
);
-- Merging asks which counts hold a SKU.
create index stocktake_line_by_variant on stocktake_line (provider_uuid, variant_uuid, stocktake_uuid);
alter table stocktake_line enable row level security;
alter table stocktake_line force row level security;
create policy stocktake_line_staff on stocktake_line using (provider_uuid = (select acting_provider()) and (select acting_staff()));

-- What the nightly look found: nothing, or what differs.
create table stock_reconciliation (
  provider_uuid uuid not null,
  reconciliation_uuid uuid not null,
  at timestamptz not null,
  balance_count integer not null,
  difference_count integer not null,
  differences jsonb not null default '[]',
  constraint stock_reconciliation_pkey primary key (provider_uuid, reconciliation_uuid)
);
alter table stock_reconciliation enable row level security;
alter table stock_reconciliation force row level security;
create policy stock_reconciliation_staff on stock_reconciliation for select using (provider_uuid = (select acting_provider()) and (select acting_staff()));
create policy stock_reconciliation_platform on stock_reconciliation using ((select acting_kind()) = 'platform');

-- Receipts --------------------------------------------------------------------------------------------------------------------------------------

create table receipt (
  provider_uuid uuid not null,
  receipt_uuid uuid not null,
  receipt_number text collate "C" not null,
  -- the owner's own number for it
  reference text not null default '',
  reference_key text collate "C" not null generated always as (lower(reference)) stored,
  warehouse_uuid uuid not null,
  owner_uuid uuid not null,
  status text not null default 'draft',
  expected_on date,
  -- the day as a number, for lists that are sorted by it; 1000000 where it is not told
  expected_day integer not null generated always as (coalesce(expected_on - date '2000-01-01', 1000000)) stored,
  remark text not null default '',
  -- why it went back to draft, was closed short or cancelled
  reason text not null default '',
  created_by uuid not null,
  created_at timestamptz not null,
  submitted_at timestamptz,
  confirmed_at timestamptz,
  arrived_at timestamptz,
  ended_at timestamptz,
  version integer not null default 1,
  constraint receipt_pkey primary key (provider_uuid, receipt_uuid),
  constraint receipt_number_key unique (provider_uuid, receipt_number),
  constraint receipt_warehouse_fkey foreign key (provider_uuid, warehouse_uuid) references warehouse,
  constraint receipt_status_known check (status in (
    'draft', 'submitted', 'confirmed', 'arrived', 'inspecting', 'putting_away', 'completed', 'closed_short', 'cancelled'
  ))
);
create index receipt_by_status on receipt (provider_uuid, status, receipt_uuid);
create index receipt_by_owner on receipt (provider_uuid, owner_uuid, status, receipt_uuid);
create index receipt_by_reference on receipt (provider_uuid, reference_key, receipt_uuid);
create index receipt_by_expected on receipt (provider_uuid, expected_day, receipt_uuid);
alter table receipt enable row level security;
alter table receipt force row level security;
create policy receipt_staff on receipt using (provider_uuid = (select acting_provider()) and (select acting_staff()));
create policy receipt_retailer on receipt using (provider_uuid = (select acting_provider()) and owner_uuid = (select acting_retailer()));
create policy receipt_platform on receipt for select using ((select acting_kind()) = 'platform');

create table receipt_box (
  provider_uuid uuid not null,
  receipt_uuid uuid not null,
  box_number integer not null,
  owner_uuid uuid not null,
  -- on the label: RECEIPT_NUMBER/BOX
  barcode text not null,
  arrived_at timestamptz,
  arrived_by uuid,
  constraint receipt_box_pkey primary key (provider_uuid, receipt_uuid, box_number),
  constraint receipt_box_receipt_fkey foreign key (provider_uuid, receipt_uuid) references receipt,
  constraint receipt_box_barcode_key unique (provider_uuid, barcode),
  constraint receipt_box_number_positive check (box_number between 1 and 9999)
);
alter table receipt_box enable row level security;
alter table receipt_box force row level security;
create policy receipt_box_staff on receipt_box using (provider_uuid = (select acting_provider()) and (select acting_staff()));
create policy receipt_box_retailer on receipt_box using (provider_uuid = (select acting_provider()) and owner_uuid = (select acting_retailer()));

create table receipt_line (
  provider_uuid uuid not null,
  receipt_uuid uuid not null,
  line_uuid uuid not null,
  line_number integer not null,
  owner_uuid uuid not null,
  variant_uuid uuid not null,
  box_number integer,
  lot text not null default '',
  expires_on date,
  expected integer not null,
  -- counted = qualified + unqualified, piece by piece as it is inspected
  counted integer not null default 0,
  qualified integer not null default 0,
  unqualified integer not null default 0,
  -- of the qualified and of what was accepted: how many stand in their place
  put_away integer not null default 0,
  -- of the unqualified: how many the owner has decided about, and how many of those it took as they are
  decided integer not null default 0,
  accepted integer not null default 0,
  remark text not null default '',
  constraint receipt_line_pkey primary key (provider_uuid, receipt_uuid, line_uuid),
  constraint receipt_line_receipt_fkey foreign key (provider_uuid, receipt_uuid) references receipt,
  constraint receipt_line_variant_fkey foreign key (provider_uuid, variant_uuid) references variant,
  constraint receipt_line_number_key unique (provider_uuid, receipt_uuid, line_number),
  constraint receipt_line_expected_positive check (expected between 0 and 10000000),
  constraint receipt_line_counted_sums check (counted = qualified + unqualified and qualified >= 0 and unqualified >= 0),
  constraint receipt_line_decided_within check (decided between 0 and unqualified and accepted between 0 and decided),
  constraint receipt_line_put_away_within check (put_away between 0 and qualified + accepted)
);
create index receipt_line_by_variant on receipt_line (provider_uuid, variant_uuid, receipt_uuid);
alter table receipt_line enable row level security;
alter table receipt_line force row level security;
create policy receipt_line_staff on receipt_line using (provider_uuid = (select acting_provider()) and (select acting_staff()));
create policy receipt_line_retailer on receipt_line using (provider_uuid = (select acting_provider()) and owner_uuid = (select acting_retailer()));
create policy receipt_line_platform on receipt_line for select using ((select acting_kind()) = 'platform');

-- One look at some pieces of a line. Taken back as a whole, by a row of its own.
create table inspection (
  provider_uuid uuid not null,
  inspection_uuid uuid not null,
  receipt_uuid uuid not null,
  line_uuid uuid not null,
  owner_uuid uuid not null,
  qualified_quantity integer not null,
  unqualified_quantity integer not null,
  -- why they did not qualify
  reason text not null default '',
  inspected_by uuid not null,
  at timestamptz not null,
  undone_at timestamptz,
  constraint inspection_pkey primary key (provider_uuid, inspection_uuid),
  constraint inspection_line_fkey foreign key (provider_uuid, receipt_uuid, line_uuid) references receipt_line,
  constraint inspection_quantity_positive check (qualified_quantity >= 0 and unqualified_quantity >= 0 and qualified_quantity + unqualified_quantity > 0)
);
create index inspection_by_line on inspection (provider_uuid, receipt_uuid, line_uuid, inspection_uuid);
alter table inspection enable row level security;
alter table inspection force row level security;
create policy inspection_staff on inspection using (provider_uuid = (select acting_provider()) and (select acting_staff()));
create policy inspection_retailer on inspection for select using (provider_uuid = (select acting_provider()) and owner_uuid = (select acting_retailer()));

create table receipt_photo (
  provider_uuid uuid not null,
  receipt_uuid uuid not null,
  photo_uuid uuid not null,
  owner_uuid uuid not null,
  line_uuid uuid,
  file_uuid uuid not null,
  taken_by uuid not null,
  at timestamptz not null,
  constraint receipt_photo_pkey primary key (provider_uuid, receipt_uuid, photo_uuid),
  constraint receipt_photo_receipt_fkey foreign key (provider_uuid, receipt_uuid) references receipt,
  constraint receipt_photo_file_fkey foreign key (provider_uuid, file_uuid) references file
);
create index receipt_photo_by_file on receipt_photo (provider_uuid, file_uuid);
alter table receipt_photo enable row level security;
alter table receipt_photo force row level security;
create policy receipt_photo_staff on receipt_photo using (provider_uuid = (select acting_provider()) and (select acting_staff()));
create policy receipt_photo_retailer on receipt_photo for select using (provider_uuid = (select acting_provider()) and owner_uuid = (select acting_retailer()));
create policy receipt_photo_platform on receipt_photo for select using ((select acting_kind()) = 'platform');

-- What the owner wants done with unqualified goods.
create table unqualified_decision (
  provider_uuid uuid not null,
  decision_uuid uuid not null,
  receipt_uuid uuid not null,
  line_uuid uuid not null,
  owner_uuid uuid not null,
  decision text not null,
  quantity integer not null,
  remark text not null default '',
  decided_by uuid not null,
  at timestamptz not null,
  constraint unqualified_decision_pkey primary key (provider_uuid, decision_uuid),
  constraint unqualified_decision_line_fkey foreign key (provider_uuid, receipt_uuid, line_uuid) references receipt_line,
  constraint unqualified_decision_known check (decision in ('return', 'scrap', 'accept')),
  constraint unqualified_decision_quantity_positive check (quantity > 0)
);
create index unqualified_decision_by_line on unqualified_decision (provider_uuid, receipt_uuid, line_uuid);
alter table unqualified_decision enable row level security;
alter table unqualified_decision force row level security;
create policy unqualified_decision_staff on unqualified_decision using (provider_uuid = (select acting_provider()) and (select acting_staff()));
create policy unqualified_decision_retailer on unqualified_decision using (provider_uuid = (select acting_provider()) and owner_uuid = (select acting_retailer()));

create table putaway_task (
  provider_uuid uuid not null,
  task_uuid uuid not null,
  receipt_uuid uuid not null,
  line_uuid uuid not null,
  owner_uuid uuid not null,
  status text not null default 'pending',
  condition text not null default 'good',
  quantity integer not null,
  from_location_uuid uuid not null,
  -- where we would put it, and where it went
  suggested_location_uuid uuid,
  location_uuid uuid,
  assigned_to uuid,
  created_at timestamptz not null,
  done_at timestamptz,
  done_by uuid,
  version integer not null default 1,
  constraint putaway_task_pkey primary key (provider_uuid, task_uuid),
  constraint putaway_task_line_fkey foreign key (provider_uuid, receipt_uuid, line_uuid) references receipt_line,
  constraint putaway_task_from_fkey foreign key (provider_uuid, from_location_uuid) references location,
  constraint putaway_task_location_fkey foreign key (provider_uuid, location_uuid) references location,
  constraint putaway_task_status_known check (status in ('pending', 'assigned', 'done', 'cancelled')),
  constraint putaway_task_condition_known check (condition in ('good', 'damaged', 'quarantined')),
  constraint putaway_task_quantity_positive check (quantity > 0),
  constraint putaway_task_done_somewhere check ((status = 'done') = (location_uuid is not null and done_at is not null))
);
create index putaway_task_open on putaway_task (provider_uuid, status, task_uuid) where status in ('pending', 'assigned');
create index putaway_task_by_line on putaway_task (provider_uuid, receipt_uuid, line_uuid);
alter table putaway_task enable row level security;
alter table putaway_task force row level security;
create policy putaway_task_staff on putaway_task using (provider_uuid = (select acting_provider()) and (select acting_staff()));
create policy putaway_task_retailer on putaway_task for select using (provider_uuid = (select acting_provider()) and owner_uuid = (select acting_retailer()));

create table receipt_event (
  provider_uuid uuid not null,
  receipt_uuid uuid not null,
  event_uuid uuid not null,
  owner_uuid uuid not null,
  at timestamptz not null,
  user_uuid uuid,
  event text not null,
  from_status text not null default '',
  to_status text not null default '',
  detail jsonb not null default '{}',
  constraint receipt_event_pkey primary key (provider_uuid, receipt_uuid, event_uuid),
  constraint receipt_event_receipt_fkey foreign key (provider_uuid, receipt_uuid) references receipt on delete cascade
);
alter table receipt_event enable row level security;
alter table receipt_event force row level security;
create policy receipt_event_staff on receipt_event using (provider_uuid = (select acting_provider()) and (select acting_staff()));
create policy receipt_event_retailer on receipt_event using (provider_uuid = (select acting_provider()) and owner_uuid = (select acting_retailer()));

-- Imports ---------------------------------------------------------------------------------------------------------------------------------------

create table import_job (
  provider_uuid uuid not null,
  import_uuid uuid not null,
  -- null: the provider's staff
  retailer_uuid uuid,
  user_uuid uuid not null,
  kind text not null,
  status text not null,
  file_name text not null,
  -- all rows of the sheet; those that would be posted without the bad ones; problems, of which a row may have several; rows with a problem
  row_count integer not null,
  ready_count integer not null,
  problem_count integer not null,
  bad_row_count integer not null,
  -- the kind's own figures, once it is posted
  result jsonb,
  created_at timestamptz not null,
  posted_at timestamptz,
  constraint import_job_pkey primary key (provider_uuid, import_uuid),
  constraint import_job_kind_known check (kind in ('receipts', 'opening-stock', 'products', 'locations')),
  constraint import_job_status_known check (status in ('CHECKED', 'POSTED', 'DISCARDED'))
);
create index import_job_by_time on import_job (provider_uuid, created_at desc, import_uuid);
create index import_job_by_age on import_job (created_at);
alter table import_job enable row level security;
alter table import_job force row level security;
create policy import_job_staff on import_job using (provider_uuid = (select acting_provider()) and (select acting_staff()));
create policy import_job_retailer on import_job using (provider_uuid = (select acting_provider()) and retailer_uuid = (select acting_retailer()))
  with check (provider_uuid = (select acting_provider()) and retailer_uuid = (select acting_retailer()));
create policy import_job_platform on import_job using ((select acting_kind()) = 'platform');

create table import_row (
  provider_uuid uuid not null,
  import_uuid uuid not null,
  row_number integer not null,
  retailer_uuid uuid,
  -- {field: text}, as it was read
  cells jsonb not null,
  -- the kind's own; null: is not posted
  prepared jsonb,
  -- [{field, code}], [] where there is none
  problems jsonb not null,
  constraint import_row_pkey primary key (provider_uuid, import_uuid, row_number),
  constraint import_row_job_fkey foreign key (provider_uuid, import_uuid) references import_job on delete cascade
);
create index import_row_bad on import_row (provider_uuid, import_uuid, row_number) where problems <> '[]';
alter table import_row enable row level security;
alter table import_row force row level security;
create policy import_row_staff on import_row using (provider_uuid = (select acting_provider()) and (select acting_staff()));
create policy import_row_retailer on import_row using (provider_uuid = (select acting_provider()) and retailer_uuid = (select acting_retailer()))
  with check (provider_uuid = (select acting_provider()) and retailer_uuid = (select acting_retailer()));
create policy import_row_platform on import_row using ((select acting_kind()) = 'platform');

-- A shared hand-held --------------------------------------------------------------------------------------------------------------------------------

-- A person's short secrets for a change of hands. Never for a full sign-in.
create table operator_pin (
  provider_uuid uuid not null,
  user_uuid uuid not null,
  -- argon2id; null where only a badge was made
  pin_hash text,
  -- SHA-256 of the badge's code; null for none
  badge_hash bytea,
  -- five in a row lock both until a full sign-in
  wrong_tries smallint not null default 0,
  last_wrong_at timestamptz,
  pin_set_at timestamptz,
  badge_made_at timestamptz,
  constraint operator_pin_pkey primary key (provider_uuid, user_uuid),
  constraint operator_pin_user_fkey foreign key (user_uuid) references app_user on delete cascade,
  constraint operator_pin_tries_within check (wrong_tries between 0 and 5)
);
create unique index operator_pin_badge_key on operator_pin (provider_uuid, badge_hash) where badge_hash is not null;
alter table operator_pin enable row level security;
alter table operator_pin force row level security;
create policy operator_pin_gate on operator_pin using ((select acting_kind()) = 'gate');
create policy operator_pin_own on operator_pin using (user_uuid = (select acting_user()) and provider_uuid = (select acting_provider()));

-- Who signed in fully on which device. A device is known by the hash of a secret that it keeps.
create table shared_device (
  provider_uuid uuid not null,
  device_hash bytea not null,
  user_uuid uuid not null,
  -- the session that a change of hands opened here last: the next one ends it
  session_uuid uuid,
  -- the last full sign-in here
  signed_in_at timestamptz not null,
  last_used_at timestamptz not null,
  constraint shared_device_pkey primary key (provider_uuid, device_hash, user_uuid),
  constraint shared_device_user_fkey foreign key (user_uuid) references app_user on delete cascade
);
create index shared_device_by_user on shared_device (provider_uuid, user_uuid);
alter table shared_device enable row level security;
alter table shared_device force row level security;
create policy shared_device_gate on shared_device using ((select acting_kind()) = 'gate');
create policy shared_device_own on shared_device using (user_uuid = (select acting_user()) and provider_uuid = (select acting_provider()));

-- A change of hands opened it, by PIN or badge. It is said as the session is opened, and nobody may change it: no grant to update names it.
alter table session add column is_by_pin boolean not null default false;

revoke all on function apply_stock_entries, apply_new_reservations, apply_ended_reservations from public;

-- What the application's role may. Balances: to look at; a reservation: to make and to end; the ledger: to add to.
grant select, insert, update on number_counter, warehouse, stocktake, lot, inspection to quayside_app;
grant select, insert on unqualified_decision, receipt_event to quayside_app;
grant select, insert, update, delete on partition, shelf, location, product, variant, sku_barcode, bundle_component, product_image, variant_word,
  stocktake_line, receipt, receipt_box, receipt_line, receipt_photo, putaway_task, import_job, import_row, operator_pin, shared_device to quayside_app;
grant select on stock_balance to quayside_app;
grant select, insert on stock_entry to quayside_app;
grant select, insert on reservation to quayside_app;
grant update (status, ended_at) on reservation to quayside_app;
grant select, insert on stock_reconciliation to quayside_app;
grant execute on function reserve_stock to quayside_app;

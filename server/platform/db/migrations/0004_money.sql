-- Money between a provider and its retailers, the provider's own goods for sale, and the days that reports add up.
--
-- The wallet (ADR 18) is kept as the stock is: wallet_entry is append-only and double, the two legs of a transaction sum to nothing and one of them is
-- the retailer's balance; wallet_account is what the entries add up to, and nobody can write it but the trigger here. A retailer sees its own rows.
-- Amounts are whole hundredths of a currency (cents); prices are millionths of it (micros), for a piece may cost less than a cent.

-- What charges go by -----------------------------------------------------------------------------------------------------------------------------

create table rate_card (
  provider_uuid uuid not null,
  rate_card_uuid uuid not null,
  name text not null,
  currency text not null,
  is_archived boolean not null default false,
  version integer not null default 1,
  created_at timestamptz not null,
  constraint rate_card_pkey primary key (provider_uuid, rate_card_uuid),
  constraint rate_card_provider_fkey foreign key (provider_uuid) references provider,
  constraint rate_card_name_filled check (name <> ''),
  constraint rate_card_currency_shape check (currency ~ '^[A-Z]{3}$')
);
create unique index rate_card_name_key on rate_card (provider_uuid, lower(name)) where not is_archived;

create table price_tier (
  provider_uuid uuid not null,
  price_tier_uuid uuid not null,
  name text not null,
  version integer not null default 1,
  created_at timestamptz not null,
  constraint price_tier_pkey primary key (provider_uuid, price_tier_uuid),
  constraint price_tier_provider_fkey foreign key (provider_uuid) references provider,
  constraint price_tier_name_filled check (name <> '')
);
create unique index price_tier_name_key on price_tier (provider_uuid, lower(name));

-- One row a provider, made with its first rate card.
create table billing_setting (
  provider_uuid uuid not null,
  -- whose months and days statements go by
  time_zone text not null default 'UTC',
  -- of retailers that have no rate card of their own; null: those are not charged
  default_rate_card_uuid uuid,
  -- the first day that is charged, at each warehouse's own clock; null: nothing is charged by itself
  charges_from date,
  version integer not null default 1,
  constraint billing_setting_pkey primary key (provider_uuid),
  constraint billing_setting_provider_fkey foreign key (provider_uuid) references provider,
  constraint billing_setting_rate_card_fkey foreign key (provider_uuid, default_rate_card_uuid) references rate_card
);

-- What a provider has agreed with a retailer. Without a row: the default rate card, list prices, no credit.
create table retailer_terms (
  provider_uuid uuid not null,
  retailer_uuid uuid not null,
  rate_card_uuid uuid,
  price_tier_uuid uuid,
  -- how far below nothing the balance may be before new work waits
  credit_limit_cents bigint not null default 0,
  version integer not null default 1,
  constraint retailer_terms_pkey primary key (provider_uuid, retailer_uuid),
  constraint retailer_terms_retailer_fkey foreign key (provider_uuid, retailer_uuid) references retailer_provider,
  constraint retailer_terms_rate_card_fkey foreign key (provider_uuid, rate_card_uuid) references rate_card,
  constraint retailer_terms_price_tier_fkey foreign key (provider_uuid, price_tier_uuid) references price_tier,
  constraint retailer_terms_credit_not_negative check (credit_limit_cents >= 0)
);
create index retailer_terms_by_tier on retailer_terms (provider_uuid, price_tier_uuid) where price_tier_uuid is not null;
create index retailer_terms_by_card on retailer_terms (provider_uuid, rate_card_uuid) where rate_card_uuid is not null;

-- The prices of a card from a day on: those of a day are the set with the latest valid_from that is not after it. A set without a row has no price.
create table rate_set (
  provider_uuid uuid not null,
  rate_card_uuid uuid not null,
  valid_from date not null,
  created_at timestamptz not null,
  constraint rate_set_pkey primary key (provider_uuid, rate_card_uuid, valid_from),
  constraint rate_set_card_fkey foreign key (provider_uuid, rate_card_uuid) references rate_card
);
create table rate_price (
  provider_uuid uuid not null,
  rate_card_uuid uuid not null,
  valid_from date not null,
  event text not null,
  -- storage: from so many days of age on; else: from so many pieces of the month on
  from_value integer not null,
  price_micros bigint not null,
  constraint rate_price_pkey primary key (provider_uuid, rate_card_uuid, valid_from, event, from_value),
  constraint rate_price_set_fkey foreign key (provider_uuid, rate_card_uuid, valid_from) references rate_set on delete cascade,
  constraint rate_price_event_known check (event in ('storage_piece_day', 'storage_litre_day', 'receiving_piece', 'putaway_piece', 'return_piece', 'shipped_piece')),
  -- an age is ten years at most
  constraint rate_price_from_within check (from_value >= 0 and (event not in ('storage_piece_day', 'storage_litre_day') or from_value <= 3650)),
  constraint rate_price_not_negative check (price_micros >= 0)
);

-- The wallet ---------------------------------------------------------------------------------------------------------------------------------------

create table wallet_account (
  provider_uuid uuid not null,
  retailer_uuid uuid not null,
  -- balance: what the retailer has paid in and not used; the others say where it came from and went to
  account text not null,
  currency text not null,
  balance_cents bigint not null,
  -- of the balance: until when statements are issued. Nothing is entered before it any more.
  closed_until timestamptz,
  updated_at timestamptz not null,
  constraint wallet_account_pkey primary key (provider_uuid, retailer_uuid, account),
  constraint wallet_account_retailer_fkey foreign key (provider_uuid, retailer_uuid) references retailer_provider,
  constraint wallet_account_known check (account in ('balance', 'paid_in', 'storage', 'handling', 'shipping', 'goods', 'other')),
  constraint wallet_account_currency_shape check (currency ~ '^[A-Z]{3}$'),
  -- past that a number of JavaScript is not exact
  constraint wallet_account_countable check (balance_cents between -9007199254740991 and 9007199254740991)
);

create table wallet_entry (
  provider_uuid uuid not null,
  -- in the order of time: a UUIDv7
  transaction_uuid uuid not null,
  leg smallint not null,
  retailer_uuid uuid not null,
  account text not null,
  amount_cents bigint not null,
  currency text not null,
  -- what it is about: charge, charge-reversal, top-up, top-up-reversal
  source_type text not null,
  source_uuid uuid not null,
  at timestamptz not null,
  -- null for the system
  user_uuid uuid,
  constraint wallet_entry_pkey primary key (provider_uuid, transaction_uuid, leg),
  -- A retry cannot post twice.
  constraint wallet_entry_source_key unique (provider_uuid, source_type, source_uuid, leg),
  constraint wallet_entry_retailer_fkey foreign key (provider_uuid, retailer_uuid) references retailer_provider,
  constraint wallet_entry_account_known check (account in ('balance', 'paid_in', 'storage', 'handling', 'shipping', 'goods', 'other')),
  constraint wallet_entry_source_known check (source_type in ('charge', 'charge-reversal', 'top-up', 'top-up-reversal')),
  constraint wallet_entry_legs check (leg in (1, 2) and (leg = 1) = (account = 'balance')),
  constraint wallet_entry_moves_something check (amount_cents <> 0)
);
create index wallet_entry_by_retailer on wallet_entry (provider_uuid, retailer_uuid, transaction_uuid) include (amount_cents) where leg = 1;
-- What a time came to, by kind.
create index wallet_entry_by_account on wallet_entry (provider_uuid, retailer_uuid, transaction_uuid) include (account, amount_cents) where leg = 2;

create function wallet_entry_is_append_only() returns trigger language plpgsql as $$
begin
  raise exception 'the wallet is append-only' using errcode = 'insufficient_privilege';
end $$;
create trigger wallet_entry_append_only before update or delete on wallet_entry for each row execute function wallet_entry_is_append_only();
create trigger wallet_entry_no_truncate before truncate on wallet_entry for each statement execute function wallet_entry_is_append_only();

-- New entries change accounts: all of a statement's at once, row by row in the order of their key, each locked as it is changed.
create function apply_wallet_entries() returns trigger language plpgsql security definer set search_path = public, pg_temp set enable_seqscan = off as $$
declare
  d record;
begin
  if exists (
    select from new_entries group by provider_uuid, transaction_uuid
    having sum(amount_cents) <> 0 or count(*) <> 2 or count(distinct (retailer_uuid, currency, source_type, source_uuid, at)) <> 1
  ) then
    raise exception 'a transaction has two legs that sum to nothing' using errcode = 'check_violation', constraint = 'wallet_entry_balanced';
  end if;
  for d in
    select provider_uuid, retailer_uuid, account, min(currency) as currency, count(distinct currency) as currencies, sum(amount_cents) as amount,
      min(at) as first_at, max(at) as at
    from new_entries group by 1, 2, 3 order by 1, 2, 3
  loop
    insert into wallet_account as a (provider_uuid, retailer_uuid, account, currency, balance_cents, updated_at)
      values (d.provider_uuid, d.retailer_uuid, d.account, d.currency, d.amount, d.at)
      on conflict on constraint wallet_account_pkey do update
        set balance_cents = a.balance_cents + excluded.balance_cents, updated_at = greatest(a.updated_at, excluded.updated_at)
        where a.currency = excluded.currency and (a.closed_until is null or a.closed_until <= d.first_at);
    if not found or d.currencies > 1 then
      if exists (
        select from wallet_account a where a.provider_uuid = d.provider_uuid and a.retailer_uuid = d.retailer_uuid and a.account = d.account
          and a.currency = d.currency and d.currencies = 1
      ) then
        raise exception 'the statement of that time is issued' using errcode = 'check_violation', constraint = 'wallet_entry_after_statement';
      end if;
      raise exception 'a wallet has one currency' using errcode = 'check_violation', constraint = 'wallet_account_one_currency';
    end if;
  end loop;
  return null;
end $$;
create trigger wallet_entry_applied after insert on wallet_entry referencing new table as new_entries
  for each statement execute function apply_wallet_entries();

-- What a retailer owes for something that happened: once for each event and day.
create table charge (
  provider_uuid uuid not null,
  -- in the order of time: a UUIDv7 of its posting
  charge_uuid uuid not null,
  retailer_uuid uuid not null,
  kind text not null,
  event text not null,
  -- what happened: a warehouse's day, a receipt, an order, or what somebody wrote by hand
  source_type text not null,
  source_uuid uuid not null,
  -- at the warehouse's own clock
  day date not null,
  warehouse_uuid uuid,
  -- thousandths of what the event counts: pieces, piece-days, litre-days
  quantity_milli bigint not null,
  -- how the amount came about: [{from, quantity_milli, price_micros}], [] by hand
  parts jsonb not null default '[]',
  -- below nothing: a credit
  amount_cents bigint not null,
  currency text not null,
  rate_card_uuid uuid,
  remark text not null default '',
  status text not null default 'posted',
  posted_at timestamptz not null,
  -- null for the system
  posted_by uuid,
  reversed_at timestamptz,
  reversed_by uuid,
  reversal_reason text not null default '',
  constraint charge_pkey primary key (provider_uuid, charge_uuid),
  -- An order may ship from two warehouses on one day; by hand there is none.
  constraint charge_source_key unique nulls not distinct (provider_uuid, source_type, source_uuid, event, day, retailer_uuid, warehouse_uuid),
  constraint charge_retailer_fkey foreign key (provider_uuid, retailer_uuid) references retailer_provider,
  constraint charge_warehouse_fkey foreign key (provider_uuid, warehouse_uuid) references warehouse,
  constraint charge_rate_card_fkey foreign key (provider_uuid, rate_card_uuid) references rate_card,
  constraint charge_kind_known check (kind in ('storage', 'handling', 'shipping', 'goods', 'other')),
  constraint charge_source_known check (source_type in ('warehouse-day', 'receipt', 'shipment', 'hand')),
  constraint charge_event_known check (
    event in ('storage_piece_day', 'storage_litre_day', 'receiving_piece', 'putaway_piece', 'return_piece', 'shipped_piece', 'by_hand')),
  constraint charge_by_hand check ((source_type = 'hand') = (event = 'by_hand')),
  constraint charge_status_known check (status in ('posted', 'reversed')),
  constraint charge_reversed_with_reason check ((status = 'reversed') = (reversed_at is not null and reversed_by is not null and reversal_reason <> ''))
);
create index charge_by_retailer on charge (provider_uuid, retailer_uuid, charge_uuid);
create index charge_by_day on charge (provider_uuid, retailer_uuid, event, day) include (quantity_milli) where status = 'posted';
-- Whether days of a card are charged.
create index charge_by_card on charge (provider_uuid, rate_card_uuid, day) where rate_card_uuid is not null;
-- A rare event, a time, and what was taken back, of all retailers, in the order of the list.
create index charge_by_event on charge (provider_uuid, event, charge_uuid);
create index charge_by_date on charge (provider_uuid, day, charge_uuid);
create index charge_reversed on charge (provider_uuid, charge_uuid) where status = 'reversed';

-- The days that were charged, each once for a warehouse.
create table charge_run (
  provider_uuid uuid not null,
  warehouse_uuid uuid not null,
  day date not null,
  at timestamptz not null,
  -- the day's end, by the warehouse's clock of that time: the next day begins there, also where the clock was changed meanwhile
  until_at timestamptz,
  charge_count integer not null,
  -- of retailers that pay by the litre: what stood there without dimensions, and was not charged
  unmeasured_skus integer not null default 0,
  unmeasured_pieces bigint not null default 0,
  -- retailers with something to charge that were not: [{retailer_uuid, why: noPrices|otherCurrency|beyondMeasure}]
  left_out jsonb not null default '[]',
  constraint charge_run_pkey primary key (provider_uuid, warehouse_uuid, day),
  constraint charge_run_warehouse_fkey foreign key (provider_uuid, warehouse_uuid) references warehouse
);

create table top_up (
  provider_uuid uuid not null,
  -- in the order of time: a UUIDv7
  top_up_uuid uuid not null,
  retailer_uuid uuid not null,
  amount_cents bigint not null,
  currency text not null,
  method text not null,
  -- the bank's or the payment's own number
  reference text not null default '',
  received_on date not null,
  remark text not null default '',
  recorded_at timestamptz not null,
  recorded_by uuid not null,
  reversed_at timestamptz,
  reversed_by uuid,
  reversal_reason text not null default '',
  constraint top_up_pkey primary key (provider_uuid, top_up_uuid),
  constraint top_up_retailer_fkey foreign key (provider_uuid, retailer_uuid) references retailer_provider,
  constraint top_up_amount_positive check (amount_cents > 0),
  constraint top_up_method_known check (method in ('bank', 'card', 'cash', 'platform', 'other')),
  constraint top_up_reversed_with_reason check ((reversed_at is not null) = (reversed_by is not null and reversal_reason <> ''))
);
create index top_up_by_retailer on top_up (provider_uuid, retailer_uuid, top_up_uuid);
-- The same payment is not recorded twice: unless the first was taken back.
create unique index top_up_reference_key on top_up (provider_uuid, retailer_uuid, method, lower(reference)) where reference <> '' and reversed_at is null;

create table statement (
  provider_uuid uuid not null,
  statement_uuid uuid not null,
  retailer_uuid uuid not null,
  statement_number text not null,
  -- its first day
  month date not null,
  from_at timestamptz not null,
  to_at timestamptz not null,
  currency text not null,
  opening_cents bigint not null,
  -- what came in, less what was taken back
  paid_in_cents bigint not null,
  -- what was charged, less what was taken back
  charged_cents bigint not null,
  closing_cents bigint not null,
  issued_at timestamptz not null,
  constraint statement_pkey primary key (provider_uuid, statement_uuid),
  constraint statement_month_key unique (provider_uuid, retailer_uuid, month),
  constraint statement_number_key unique (provider_uuid, statement_number),
  constraint statement_retailer_fkey foreign key (provider_uuid, retailer_uuid) references retailer_provider,
  constraint statement_sums check (closing_cents = opening_cents + paid_in_cents - charged_cents),
  constraint statement_after_its_month check (issued_at >= to_at and to_at > from_at)
);

-- Issues the statement of a time that is over, or gives the one that is there. The balance is held first and closed: whoever was entering something
-- into that time has finished by then, or is refused.
-- @returns the statement's uuid; null where the wallet has no entry before to_at
create function issue_statement(of_provider uuid, of_retailer uuid, of_month date, since timestamptz, until timestamptz, number text, new_uuid uuid, now timestamptz)
  returns uuid language plpgsql security definer set search_path = public, pg_temp as $$
declare
  account wallet_account;
  issued uuid;
  opening bigint;
  paid bigint;
  charged bigint;
begin
  if not (acting_kind() is not distinct from 'provider' and acting_provider() is not distinct from of_provider or acting_kind() is not distinct from 'platform') then
    raise exception 'the provider issues statements' using errcode = 'insufficient_privilege';
  end if;
  select * into account from wallet_account a
    where a.provider_uuid = of_provider and a.retailer_uuid = of_retailer and a.account = 'balance' for update;
  if not found then
    return null;
  end if;
  select s.statement_uuid into issued from statement s where s.provider_uuid = of_provider and s.retailer_uuid = of_retailer and s.month = of_month;
  if found then
    return issued;
  end if;
  select coalesce(sum(e.amount_cents) filter (where e.at < since), 0),
      coalesce(sum(e.amount_cents) filter (where e.at >= since and e.source_type in ('top-up', 'top-up-reversal')), 0),
      -coalesce(sum(e.amount_cents) filter (where e.at >= since and e.source_type in ('charge', 'charge-reversal')), 0)
    into opening, paid, charged from wallet_entry e
    where e.provider_uuid = of_provider and e.retailer_uuid = of_retailer and e.leg = 1 and e.at < until;
  if not exists (select from wallet_entry e where e.provider_uuid = of_provider and e.retailer_uuid = of_retailer and e.leg = 1 and e.at < until) then
    return null;
  end if;
  update wallet_account a set closed_until = greatest(a.closed_until, until)
    where a.provider_uuid = of_provider and a.retailer_uuid = of_retailer and a.account = 'balance';
  insert into statement (provider_uuid, statement_uuid, retailer_uuid, statement_number, month, from_at, to_at, currency,
      opening_cents, paid_in_cents, charged_cents, closing_cents, issued_at)
    values (of_provider, new_uuid, of_retailer, number, of_month, since, until, account.currency, opening, paid, charged, opening + paid - charged, now);
  return new_uuid;
end $$;
revoke all on function issue_statement, apply_wallet_entries from public;

-- The provider's own goods for sale ----------------------------------------------------------------------------------------------------------------

-- A product of the provider's own that retailers may claim. What they read of it stands here: the product's own title may be the warehouse's word.
create table catalogue_item (
  provider_uuid uuid not null,
  item_uuid uuid not null,
  product_uuid uuid not null,
  title text not null,
  description text not null default '',
  -- in lower case, of what is offered: what a retailer finds by besides the title. The triggers below keep it.
  skus text not null default '',
  status text not null default 'draft',
  listed_at timestamptz,
  version integer not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  constraint catalogue_item_pkey primary key (provider_uuid, item_uuid),
  constraint catalogue_item_product_key unique (provider_uuid, product_uuid),
  constraint catalogue_item_product_fkey foreign key (provider_uuid, product_uuid) references product,
  constraint catalogue_item_title_filled check (title <> ''),
  constraint catalogue_item_status_known check (status in ('draft', 'listed', 'withdrawn'))
);
create index catalogue_item_by_status on catalogue_item (provider_uuid, status, item_uuid);

-- The SKUs of what is offered of products, as items keep them: a retailer may not read variants, and looks for an item by what it is shown.
create function offered_skus(of_provider uuid, of_product uuid) returns text language sql stable
  return (
    select coalesce(string_agg(v.sku_key, ' ' order by v.variant_uuid), '') from variant v
    where v.provider_uuid = of_provider and v.product_uuid = of_product and v.merged_into_uuid is null and not v.is_archived);
create function catalogue_item_has_skus() returns trigger language plpgsql as $$
begin
  new.skus := offered_skus(new.provider_uuid, new.product_uuid);
  return new;
end $$;
create trigger catalogue_item_skus before insert on catalogue_item for each row execute function catalogue_item_has_skus();
-- The provider's own alone are in a catalogue. As an array, for which an index is used whatever the plan was made for.
create function catalogue_skus_follow() returns trigger language plpgsql as $$
declare
  d record;
begin
  for d in select provider_uuid, array_agg(distinct product_uuid) as products from changed where owner_uuid = provider_uuid group by provider_uuid loop
    update catalogue_item i set skus = offered_skus(i.provider_uuid, i.product_uuid)
      where i.provider_uuid = d.provider_uuid and i.product_uuid = any (d.products) and i.skus <> offered_skus(i.provider_uuid, i.product_uuid);
  end loop;
  return null;
end $$;
create trigger variant_skus_of_new after insert on variant referencing new table as changed for each statement execute function catalogue_skus_follow();
create trigger variant_skus_of_changed after update on variant referencing new table as changed for each statement execute function catalogue_skus_follow();

-- What a piece costs a retailer: the retailer's own price before its tier's, and that before the list's.
create table catalogue_price (
  provider_uuid uuid not null,
  item_uuid uuid not null,
  variant_uuid uuid not null,
  currency text not null,
  scope text not null,
  -- the retailer or the tier; of the list: the provider
  scope_uuid uuid not null,
  price_cents bigint not null,
  constraint catalogue_price_pkey primary key (provider_uuid, item_uuid, variant_uuid, currency, scope, scope_uuid),
  constraint catalogue_price_item_fkey foreign key (provider_uuid, item_uuid) references catalogue_item on delete cascade,
  constraint catalogue_price_variant_fkey foreign key (provider_uuid, variant_uuid) references variant,
  constraint catalogue_price_scope_known check (scope in ('list', 'tier', 'retailer')),
  constraint catalogue_price_list_is_the_providers check (scope <> 'list' or scope_uuid = provider_uuid),
  constraint catalogue_price_currency_shape check (currency ~ '^[A-Z]{3}$'),
  constraint catalogue_price_not_negative check (price_cents >= 0)
);
create index catalogue_price_by_scope on catalogue_price (provider_uuid, scope, scope_uuid);

-- A retailer sells an item of the catalogue, under a title and at a price of its own.
create table claim (
  provider_uuid uuid not null,
  claim_uuid uuid not null,
  retailer_uuid uuid not null,
  item_uuid uuid not null,
  title text not null,
  description text not null default '',
  status text not null default 'active',
  version integer not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  constraint claim_pkey primary key (provider_uuid, claim_uuid),
  constraint claim_item_key unique (provider_uuid, retailer_uuid, item_uuid),
  constraint claim_item_fkey foreign key (provider_uuid, item_uuid) references catalogue_item,
  constraint claim_retailer_fkey foreign key (provider_uuid, retailer_uuid) references retailer_provider,
  constraint claim_title_filled check (title <> ''),
  constraint claim_status_known check (status in ('active', 'withdrawn'))
);
create index claim_by_item on claim (provider_uuid, item_uuid);
create index claim_by_retailer on claim (provider_uuid, retailer_uuid, claim_uuid);
create table claim_variant (
  provider_uuid uuid not null,
  claim_uuid uuid not null,
  variant_uuid uuid not null,
  retailer_uuid uuid not null,
  -- what the retailer calls it in its shop; empty: as the provider does
  own_sku text not null default '',
  -- what its customers pay; null: not decided
  sale_price_cents bigint,
  sale_currency text not null,
  -- what a piece cost when it was claimed, or when the retailer last agreed to a new price; null: it had no price in the wallet's currency
  agreed_price_cents bigint,
  agreed_currency text not null,
  constraint claim_variant_pkey primary key (provider_uuid, claim_uuid, variant_uuid),
  constraint claim_variant_claim_fkey foreign key (provider_uuid, claim_uuid) references claim,
  constraint claim_variant_variant_fkey foreign key (provider_uuid, variant_uuid) references variant,
  constraint claim_variant_prices_not_negative check (sale_price_cents >= 0 and agreed_price_cents >= 0),
  constraint claim_variant_currency_shape check (sale_currency ~ '^[A-Z]{3}$' and agreed_currency ~ '^[A-Z]{3}$')
);
create index claim_variant_by_variant on claim_variant (provider_uuid, variant_uuid, retailer_uuid);
create unique index claim_variant_own_sku_key on claim_variant (provider_uuid, retailer_uuid, lower(own_sku)) where own_sku <> '';

-- What somebody who may see an item sees of its variants: neither what the goods cost nor where they stand. Variants and balances are not a retailer's
-- to read, so that this acts for the platform while it looks, and judges itself whether the item may be seen. What is archived or merged is offered to
-- nobody, and shown to a retailer that has it in a claim.
create function catalogue_variants(of_provider uuid, of_items uuid[]) returns table (
  item_uuid uuid, variant_uuid uuid, sku text, title text, weight_grams integer, length_mm integer, width_mm integer, height_mm integer, available bigint,
  is_offered boolean
) language plpgsql security definer set search_path = public, pg_temp as $$
#variable_conflict use_column
declare
  asked_by constant text := acting_kind();
begin
  if acting_provider() is distinct from of_provider or asked_by is null or asked_by not in ('provider', 'operator', 'dropShipper') then
    return;
  end if;
  perform set_config('app.kind', 'platform', true);
  return query
    select i.item_uuid, v.variant_uuid, v.sku, v.title, coalesce(v.measured_weight_grams, v.weight_grams), coalesce(v.measured_length_mm, v.length_mm),
      coalesce(v.measured_width_mm, v.width_mm), coalesce(v.measured_height_mm, v.height_mm), coalesce((
        -- A bundle is stored as its parts: there are as many as the scarcest of them makes.
        select min(stored.pieces / part.quantity) from (
          select v.variant_uuid, 1 as quantity where not v.is_bundle
          union all
          select c.component_uuid, c.quantity from bundle_component c
            where v.is_bundle and c.provider_uuid = v.provider_uuid and c.bundle_uuid = v.variant_uuid
        ) part cross join lateral (
          select coalesce(sum(b.quantity - b.reserved), 0)::bigint as pieces from stock_balance b
            join location l on l.provider_uuid = b.provider_uuid and l.location_uuid = b.location_uuid and l.type in ('pick', 'reserve') and not l.is_blocked
            left join lot on lot.provider_uuid = b.provider_uuid and lot.variant_uuid = b.variant_uuid and lot.lot = b.lot
          where b.provider_uuid = v.provider_uuid and b.variant_uuid = part.variant_uuid and b.owner_uuid = of_provider and b.condition = 'good'
            and b.quantity > 0 and (lot.expires_on is null or lot.expires_on > current_date)
        ) stored
        where v.merged_into_uuid is null and not v.is_archived), 0),
      v.merged_into_uuid is null and not v.is_archived
    from catalogue_item i
      join variant v on v.provider_uuid = i.provider_uuid and v.product_uuid = i.product_uuid
    where i.provider_uuid = of_provider and i.item_uuid = any (of_items)
      and (
        asked_by <> 'dropShipper' or i.status = 'listed'
        or exists (select from claim c where c.provider_uuid = of_provider and c.item_uuid = i.item_uuid and c.retailer_uuid = acting_retailer())
      )
      and (
        (v.merged_into_uuid is null and not v.is_archived)
        or exists (
          select from claim_variant c
          where c.provider_uuid = of_provider and c.variant_uuid = v.variant_uuid and c.retailer_uuid = acting_retailer())
      )
    order by i.item_uuid, v.variant_uuid;
  perform set_config('app.kind', asked_by, true);
end $$;

revoke all on function catalogue_variants from public;

-- What of goods is asked for ---------------------------------------------------------------------------------------------------------------------------

-- SKUs of which no weight or no size is known: no litres are charged for them, and no place is found for them by their volume. Conditions, and not
-- coalesce(): under row-level security they are read from the index alone.
create index variant_unmeasured on variant (provider_uuid, owner_uuid, variant_uuid)
  where merged_into_uuid is null and not is_bundle and (
    (weight_grams is null and measured_weight_grams is null) or (length_mm is null and measured_length_mm is null)
    or (width_mm is null and measured_width_mm is null) or (height_mm is null and measured_height_mm is null));

-- As in 0003, except for `since`: pieces that go from one location of a warehouse to another are as old there as they were, and so are those that a merge
-- gives another SKU (its movements go in pairs). What storage is charged by counts their days in the same way. Looked up only where a movement both
-- takes from a location and brings to one, which are few at once: an import brings many.
create or replace function apply_stock_entries() returns trigger language plpgsql security definer
  set search_path = public, pg_temp set enable_seqscan = off as $$
declare
  d record;
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
    group by 1, 2, 3, 4, 5, 6, 7 having sum(m.quantity) <> 0 order by 1, 2, 3, 4, 5, 6, 7
  loop
    if d.quantity > 0 then
      insert into stock_balance as b (provider_uuid, variant_uuid, warehouse_uuid, location_uuid, owner_uuid, lot, condition, quantity, since, updated_at)
        values (d.provider_uuid, d.variant_uuid, d.warehouse_uuid, d.location_uuid, d.owner_uuid, d.lot, d.condition, d.quantity, d.since, d.at)
        on conflict on constraint stock_balance_pkey do update set quantity = b.quantity + excluded.quantity,
          since = case when b.quantity = 0 then excluded.since else least(b.since, excluded.since) end, updated_at = excluded.updated_at;
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

-- Days that are over, for reports ---------------------------------------------------------------------------------------------------------------------

-- What moved on a day: goods that came from outside (in), went outside (out), or changed place within the warehouse (moved).
create table stock_day (
  provider_uuid uuid not null,
  warehouse_uuid uuid not null,
  day date not null,
  owner_uuid uuid not null,
  source_type text not null,
  pieces_in bigint not null,
  pieces_out bigint not null,
  pieces_moved bigint not null,
  movement_count integer not null,
  constraint stock_day_pkey primary key (provider_uuid, warehouse_uuid, day, owner_uuid, source_type),
  constraint stock_day_warehouse_fkey foreign key (provider_uuid, warehouse_uuid) references warehouse
);
create table stock_day_run (
  provider_uuid uuid not null,
  warehouse_uuid uuid not null,
  day date not null,
  -- when the day was over, at the warehouse's clock as it was then: the next day begins there
  at timestamptz not null,
  constraint stock_day_run_pkey primary key (provider_uuid, warehouse_uuid, day),
  constraint stock_day_run_warehouse_fkey foreign key (provider_uuid, warehouse_uuid) references warehouse
);

-- The ledger's closed time ----------------------------------------------------------------------------------------------------------------------------

-- Nothing is entered before it any more: what was added up of that time, for charges or reports, stays true whatever comes late, and by whatever clock it
-- was stamped. `closeLedger` sets it in a transaction of its own, and waits for whoever was writing by then. Null: nothing is closed.
alter table warehouse add column ledger_closed_until timestamptz;

-- The key begins with the time, and is what days are read by; both are looked at. Who asks is the one who enters, by a
-- snapshot younger than its lock on the table; and first of this table's triggers, by its name, so that nobody waits for a balance to be told no.
create function stock_entry_keeps_to_open_time() returns trigger language plpgsql as $$
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
        and (e.at < closed.until or e.movement_uuid < closed.first_uuid)
    ) then
      raise exception 'the ledger is closed for that time' using errcode = 'QS003';
    end if;
  end loop;
  return null;
end $$;
create trigger stock_entry_after_closed_time after insert on stock_entry referencing new table as new_entries
  for each statement execute function stock_entry_keeps_to_open_time();

-- A day is added up once it is closed, and not before: nobody who writes such a run can forget it.
create function day_run_is_of_closed_time() returns trigger language plpgsql as $$
declare
  -- the column in which the table keeps the day's end
  until constant timestamptz := (to_jsonb(new) ->> tg_argv[0])::timestamptz;
begin
  if until > coalesce((select w.ledger_closed_until from warehouse w where w.provider_uuid = new.provider_uuid and w.warehouse_uuid = new.warehouse_uuid), '-infinity') then
    raise exception 'the day is not closed' using errcode = 'check_violation', constraint = tg_table_name || '_of_closed_time';
  end if;
  return null;
end $$;
create trigger charge_run_of_closed_time after insert or update on charge_run for each row execute function day_run_is_of_closed_time('until_at');
create trigger stock_day_run_of_closed_time after insert or update on stock_day_run for each row execute function day_run_is_of_closed_time('at');

-- Who sees what ----------------------------------------------------------------------------------------------------------------------------------------

alter table rate_card enable row level security;
alter table rate_card force row level security;
alter table price_tier enable row level security;
alter table price_tier force row level security;
alter table billing_setting enable row level security;
alter table billing_setting force row level security;
alter table retailer_terms enable row level security;
alter table retailer_terms force row level security;
alter table rate_set enable row level security;
alter table rate_set force row level security;
alter table rate_price enable row level security;
alter table rate_price force row level security;
alter table wallet_account enable row level security;
alter table wallet_account force row level security;
alter table wallet_entry enable row level security;
alter table wallet_entry force row level security;
alter table charge enable row level security;
alter table charge force row level security;
alter table charge_run enable row level security;
alter table charge_run force row level security;
alter table top_up enable row level security;
alter table top_up force row level security;
alter table statement enable row level security;
alter table statement force row level security;
alter table catalogue_item enable row level security;
alter table catalogue_item force row level security;
alter table catalogue_price enable row level security;
alter table catalogue_price force row level security;
alter table claim enable row level security;
alter table claim force row level security;
alter table claim_variant enable row level security;
alter table claim_variant force row level security;
alter table stock_day enable row level security;
alter table stock_day force row level security;
alter table stock_day_run enable row level security;
alter table stock_day_run force row level security;

-- The provider and its operators (what an operator may, its permissions say), and the jobs of the platform.
create policy rate_card_staff on rate_card using (provider_uuid = (select acting_provider()) and (select acting_staff()));
create policy rate_card_platform on rate_card for select using ((select acting_kind()) = 'platform');
create policy price_tier_staff on price_tier using (provider_uuid = (select acting_provider()) and (select acting_staff()));
create policy billing_setting_staff on billing_setting using (provider_uuid = (select acting_provider()) and (select acting_staff()));
create policy billing_setting_platform on billing_setting for select using ((select acting_kind()) = 'platform');
create policy retailer_terms_staff on retailer_terms using (provider_uuid = (select acting_provider()) and (select acting_staff()));
create policy retailer_terms_platform on retailer_terms for select using ((select acting_kind()) = 'platform');
create policy rate_set_staff on rate_set using (provider_uuid = (select acting_provider()) and (select acting_staff()));
create policy rate_set_platform on rate_set for select using ((select acting_kind()) = 'platform');
create policy rate_price_staff on rate_price using (provider_uuid = (select acting_provider()) and (select acting_staff()));
create policy rate_price_platform on rate_price for select using ((select acting_kind()) = 'platform');
create policy wallet_account_staff on wallet_account using (provider_uuid = (select acting_provider()) and (select acting_staff()));
create policy wallet_account_platform on wallet_account using ((select acting_kind()) = 'platform');
create policy wallet_entry_staff on wallet_entry for select using (provider_uuid = (select acting_provider()) and (select acting_staff()));
create policy wallet_entry_posted on wallet_entry for insert with check (provider_uuid = (select acting_provider()) and (select acting_kind()) = 'provider');
create policy wallet_entry_platform on wallet_entry for select using ((select acting_kind()) = 'platform');
create policy wallet_entry_platform_posted on wallet_entry for insert with check ((select acting_kind()) = 'platform');
create policy charge_staff on charge using (provider_uuid = (select acting_provider()) and (select acting_staff()));
create policy charge_platform on charge using ((select acting_kind()) = 'platform');
create policy charge_run_staff on charge_run for select using (provider_uuid = (select acting_provider()) and (select acting_staff()));
create policy charge_run_platform on charge_run using ((select acting_kind()) = 'platform');
create policy top_up_staff on top_up using (provider_uuid = (select acting_provider()) and (select acting_staff()));
create policy statement_staff on statement using (provider_uuid = (select acting_provider()) and (select acting_staff()));
create policy statement_platform on statement using ((select acting_kind()) = 'platform');
create policy catalogue_item_staff on catalogue_item using (provider_uuid = (select acting_provider()) and (select acting_staff()));
create policy catalogue_item_platform on catalogue_item for select using ((select acting_kind()) = 'platform');
create policy catalogue_price_staff on catalogue_price using (provider_uuid = (select acting_provider()) and (select acting_staff()));
create policy claim_staff on claim for select using (provider_uuid = (select acting_provider()) and (select acting_staff()));
create policy claim_platform on claim for select using ((select acting_kind()) = 'platform');
create policy claim_variant_staff on claim_variant for select using (provider_uuid = (select acting_provider()) and (select acting_staff()));
create policy stock_day_staff on stock_day for select using (provider_uuid = (select acting_provider()) and (select acting_staff()));
create policy stock_day_platform on stock_day using ((select acting_kind()) = 'platform');
create policy stock_day_run_staff on stock_day_run for select using (provider_uuid = (select acting_provider()) and (select acting_staff()));
create policy stock_day_run_platform on stock_day_run using ((select acting_kind()) = 'platform');
-- What a bundle is made of, for what is in sight of the catalogue.
create policy bundle_component_platform on bundle_component for select using ((select acting_kind()) = 'platform');
-- A job looks for providers whose days are to be charged; retailers it meets by their goods.
create policy retailer_provider_platform on retailer_provider for select using ((select acting_kind()) = 'platform');

-- A retailer: its own terms and money, the prices that are its own, what is listed and what it claimed.
create policy retailer_terms_own on retailer_terms for select using (provider_uuid = (select acting_provider()) and retailer_uuid = (select acting_retailer()));
create policy wallet_account_own on wallet_account for select using (provider_uuid = (select acting_provider()) and retailer_uuid = (select acting_retailer()));
create policy wallet_entry_own on wallet_entry for select using (provider_uuid = (select acting_provider()) and retailer_uuid = (select acting_retailer()));
create policy charge_own on charge for select using (provider_uuid = (select acting_provider()) and retailer_uuid = (select acting_retailer()));
create policy top_up_own on top_up for select using (provider_uuid = (select acting_provider()) and retailer_uuid = (select acting_retailer()));
create policy statement_own on statement for select using (provider_uuid = (select acting_provider()) and retailer_uuid = (select acting_retailer()));
create policy billing_setting_retailer on billing_setting for select using (provider_uuid = (select acting_provider()) and (select acting_kind()) = 'dropShipper');
-- Its own card, or else the default: the cards of others are theirs.
create function acting_rate_card() returns uuid language sql stable
  return case when acting_retailer() is not null then coalesce(
    (select t.rate_card_uuid from retailer_terms t where t.provider_uuid = acting_provider() and t.retailer_uuid = acting_retailer()),
    (select s.default_rate_card_uuid from billing_setting s where s.provider_uuid = acting_provider())) end;
create policy rate_card_own on rate_card for select using (provider_uuid = (select acting_provider()) and rate_card_uuid = (select acting_rate_card()));
create policy rate_set_own on rate_set for select using (provider_uuid = (select acting_provider()) and rate_card_uuid = (select acting_rate_card()));
create policy rate_price_own on rate_price for select using (provider_uuid = (select acting_provider()) and rate_card_uuid = (select acting_rate_card()));
create policy claim_own on claim using (provider_uuid = (select acting_provider()) and retailer_uuid = (select acting_retailer()));
create policy claim_variant_own on claim_variant using (provider_uuid = (select acting_provider()) and retailer_uuid = (select acting_retailer()))
  with check (
    provider_uuid = (select acting_provider()) and retailer_uuid = (select acting_retailer()) and exists (
      select from claim c where c.provider_uuid = claim_variant.provider_uuid and c.claim_uuid = claim_variant.claim_uuid)
  );
create policy catalogue_item_retailer on catalogue_item for select using (
  provider_uuid = (select acting_provider()) and (select acting_kind()) = 'dropShipper' and (
    status = 'listed' or exists (
      select from claim c where c.provider_uuid = catalogue_item.provider_uuid and c.item_uuid = catalogue_item.item_uuid and c.retailer_uuid = (select acting_retailer()))
  )
);
create function acting_price_tier() returns uuid language sql stable
  return (select t.price_tier_uuid from retailer_terms t where t.provider_uuid = acting_provider() and t.retailer_uuid = acting_retailer());
create policy catalogue_price_retailer on catalogue_price for select using (
  provider_uuid = (select acting_provider()) and (select acting_kind()) = 'dropShipper' and (
    scope = 'list' or (scope = 'retailer' and scope_uuid = (select acting_retailer())) or (scope = 'tier' and scope_uuid = (select acting_price_tier()))
  )
);
-- The pictures of what a retailer may see of the catalogue.
create policy product_image_of_catalogue on product_image for select using (
  provider_uuid = (select acting_provider()) and owner_uuid = provider_uuid and (select acting_kind()) = 'dropShipper' and exists (
    select from catalogue_item i where i.provider_uuid = product_image.provider_uuid and i.product_uuid = product_image.product_uuid)
);
create policy file_of_catalogue on file for select using (
  provider_uuid = (select acting_provider()) and (select acting_kind()) = 'dropShipper' and retailer_uuid is null and exists (
    select from product_image p where p.provider_uuid = file.provider_uuid and p.file_uuid = file.file_uuid)
);

-- What the application's role may.
grant select, insert, update on rate_card, price_tier, billing_setting, retailer_terms, catalogue_item, claim, claim_variant to quayside_app;
grant select, insert, delete on rate_set, rate_price, catalogue_price to quayside_app;
grant delete on price_tier to quayside_app;
grant select on wallet_account, statement to quayside_app;
grant select, insert on wallet_entry, charge, charge_run, top_up, stock_day, stock_day_run to quayside_app;
grant update (status, reversed_at, reversed_by, reversal_reason) on charge to quayside_app;
grant update (reversed_at, reversed_by, reversal_reason) on top_up to quayside_app;
grant execute on function issue_statement, catalogue_variants to quayside_app;

-- Counted places ----------------------------------------------------------------------------------------------------------------------------------------

-- A location of a stocktake of which somebody said that nothing else lies there: what was expected and not found counts as none, and one with no lines
-- at all is known to be empty, and not forgotten.
create table stocktake_location (
  provider_uuid uuid not null,
  stocktake_uuid uuid not null,
  location_uuid uuid not null,
  finished_by uuid not null,
  finished_at timestamptz not null,
  constraint stocktake_location_pkey primary key (provider_uuid, stocktake_uuid, location_uuid),
  constraint stocktake_location_stocktake_fkey foreign key (provider_uuid, stocktake_uuid) references stocktake,
  constraint stocktake_location_location_fkey foreign key (provider_uuid, location_uuid) references location
);
create index stocktake_location_by_location on stocktake_location (provider_uuid, location_uuid);
alter table stocktake_location enable row level security;
alter table stocktake_location force row level security;
create policy stocktake_location_staff on stocktake_location using (provider_uuid = (select acting_provider()) and (select acting_staff()));
grant select, insert, update, delete on stocktake_location to quayside_app;

-- Who did something ------------------------------------------------------------------------------------------------------------------------------------

-- The name of somebody whom whoever asks may know: staff know one another and their retailers' people, a retailer its own. Accounts are not an
-- operator's to read, and a name says who counted, so that this looks for the gate, and judges itself.
create function colleague_name(of_user uuid) returns text language plpgsql stable security definer set search_path = public, pg_temp as $$
declare
  asked_by constant text := acting_kind();
  found_name text;
begin
  if of_user is null or not (acting_staff() or asked_by is not distinct from 'dropShipper') then
    return '';
  end if;
  perform set_config('app.kind', 'gate', true);
  select u.username into found_name from app_user u where u.user_uuid = of_user and (
    (asked_by <> 'dropShipper' and u.role in ('provider', 'operator') and u.related_uuid = acting_provider())
    or (u.role = 'dropShipper' and u.related_uuid = acting_retailer())
    or (asked_by <> 'dropShipper' and u.role = 'dropShipper' and exists (
      select from retailer_provider rp where rp.provider_uuid = acting_provider() and rp.retailer_uuid = u.related_uuid)));
  perform set_config('app.kind', asked_by, true);
  return coalesce(found_name, '');
end $$;
revoke all on function colleague_name from public;
grant execute on function colleague_name to quayside_app;

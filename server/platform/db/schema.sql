-- What the migrations make of the schema `public`. Written by scripts/schema.ts: do not edit it, run that.

GRANT USAGE ON SCHEMA public TO PUBLIC;
GRANT USAGE ON SCHEMA public TO quayside_app;

CREATE SEQUENCE event_position AS bigint START 1 INCREMENT 1 MINVALUE 1 MAXVALUE 9223372036854775807 CACHE 1;
GRANT USAGE ON SEQUENCE event_position TO quayside_app;

CREATE OR REPLACE FUNCTION public.acting_everywhere()
 RETURNS boolean
 LANGUAGE sql
 STABLE PARALLEL SAFE
RETURN CASE WHEN (COALESCE(current_setting('app.warehouses'::text, true), ''::text) = ''::text) THEN true ELSE NULL::boolean END;
GRANT EXECUTE ON FUNCTION acting_everywhere() TO PUBLIC;

CREATE OR REPLACE FUNCTION public.acting_for_support()
 RETURNS boolean
 LANGUAGE sql
 STABLE PARALLEL SAFE
RETURN (COALESCE(current_setting('app.support'::text, true), ''::text) = 'yes'::text);
GRANT EXECUTE ON FUNCTION acting_for_support() TO PUBLIC;

CREATE OR REPLACE FUNCTION public.acting_kind()
 RETURNS text
 LANGUAGE sql
 STABLE PARALLEL SAFE
RETURN NULLIF(current_setting('app.kind'::text, true), ''::text);
GRANT EXECUTE ON FUNCTION acting_kind() TO PUBLIC;

CREATE OR REPLACE FUNCTION public.acting_owner()
 RETURNS uuid
 LANGUAGE sql
 STABLE PARALLEL SAFE
RETURN CASE WHEN (acting_kind() = 'dropShipper'::text) THEN CASE WHEN (NOT acting_for_support()) THEN acting_retailer() ELSE NULL::uuid END WHEN acting_staff() THEN acting_provider() ELSE NULL::uuid END;
GRANT EXECUTE ON FUNCTION acting_owner() TO PUBLIC;

CREATE OR REPLACE FUNCTION public.acting_price_tier()
 RETURNS uuid
 LANGUAGE sql
 STABLE
RETURN (SELECT t.price_tier_uuid FROM retailer_terms t WHERE ((t.provider_uuid = acting_provider()) AND (t.retailer_uuid = acting_retailer())));
GRANT EXECUTE ON FUNCTION acting_price_tier() TO PUBLIC;

CREATE OR REPLACE FUNCTION public.acting_provider()
 RETURNS uuid
 LANGUAGE sql
 STABLE PARALLEL SAFE
RETURN (NULLIF(current_setting('app.provider'::text, true), ''::text))::uuid;
GRANT EXECUTE ON FUNCTION acting_provider() TO PUBLIC;

CREATE OR REPLACE FUNCTION public.acting_rate_card()
 RETURNS uuid
 LANGUAGE sql
 STABLE
RETURN CASE WHEN (acting_retailer() IS NOT NULL) THEN COALESCE((SELECT t.rate_card_uuid FROM retailer_terms t WHERE ((t.provider_uuid = acting_provider()) AND (t.retailer_uuid = acting_retailer()))), (SELECT s.default_rate_card_uuid FROM billing_setting s WHERE (s.provider_uuid = acting_provider()))) ELSE NULL::uuid END;
GRANT EXECUTE ON FUNCTION acting_rate_card() TO PUBLIC;

CREATE OR REPLACE FUNCTION public.acting_retailer()
 RETURNS uuid
 LANGUAGE sql
 STABLE PARALLEL SAFE
RETURN (NULLIF(current_setting('app.retailer'::text, true), ''::text))::uuid;
GRANT EXECUTE ON FUNCTION acting_retailer() TO PUBLIC;

CREATE OR REPLACE FUNCTION public.acting_staff()
 RETURNS boolean
 LANGUAGE sql
 STABLE PARALLEL SAFE
RETURN COALESCE((acting_kind() = ANY (ARRAY['provider'::text, 'operator'::text])), false);
GRANT EXECUTE ON FUNCTION acting_staff() TO PUBLIC;

CREATE OR REPLACE FUNCTION public.acting_user()
 RETURNS uuid
 LANGUAGE sql
 STABLE PARALLEL SAFE
RETURN (NULLIF(current_setting('app.user'::text, true), ''::text))::uuid;
GRANT EXECUTE ON FUNCTION acting_user() TO PUBLIC;

CREATE OR REPLACE FUNCTION public.acting_warehouses()
 RETURNS uuid[]
 LANGUAGE sql
 STABLE PARALLEL SAFE
RETURN (NULLIF(current_setting('app.warehouses'::text, true), ''::text))::uuid[];
GRANT EXECUTE ON FUNCTION acting_warehouses() TO PUBLIC;

CREATE OR REPLACE FUNCTION public.acting_writes_for(provider uuid, retailer uuid)
 RETURNS boolean
 LANGUAGE sql
 STABLE PARALLEL SAFE
RETURN COALESCE(((provider = COALESCE(acting_provider(), '00000000-0000-0000-0000-000000000000'::uuid)) AND CASE WHEN (acting_kind() = 'dropShipper'::text) THEN ((retailer IS NULL) OR (retailer = acting_retailer())) ELSE (acting_kind() IS NOT NULL) END), false);
GRANT EXECUTE ON FUNCTION acting_writes_for(uuid,uuid) TO PUBLIC;

CREATE OR REPLACE FUNCTION public.apply_ended_reservations()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
 SET enable_seqscan TO 'off'
AS $function$
declare
  d record;
begin
  -- Each of these was open: the trigger below lets nothing else pass. What is still open went along with its pieces, and the balances with it.
  for d in
    select provider_uuid, variant_uuid, warehouse_uuid, location_uuid, owner_uuid, lot, condition, sum(quantity) as quantity
    from new_reservations where status <> 'open' group by 1, 2, 3, 4, 5, 6, 7 order by 1, 2, 3, 4, 5, 6, 7
  loop
    update stock_balance b set reserved = b.reserved - d.quantity
      where b.provider_uuid = d.provider_uuid and b.variant_uuid = d.variant_uuid and b.warehouse_uuid = d.warehouse_uuid
        and b.location_uuid = d.location_uuid and b.owner_uuid = d.owner_uuid and b.lot = d.lot and b.condition = d.condition;
    if not found then
      raise exception 'a reservation is of a balance' using errcode = 'insufficient_privilege';
    end if;
  end loop;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.apply_new_reservations()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
 SET enable_seqscan TO 'off'
AS $function$
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
end $function$;

CREATE OR REPLACE FUNCTION public.apply_stock_entries()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
 SET enable_seqscan TO 'off'
AS $function$
declare
  d record;
  carrying bigint;
  carried bigint;
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
      coalesce(sum(m.quantity) filter (where m.reservation_uuid is not null), 0) as reserved,
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
    group by 1, 2, 3, 4, 5, 6, 7
    having sum(m.quantity) <> 0 or coalesce(sum(m.quantity) filter (where m.reservation_uuid is not null), 0) <> 0
    order by 1, 2, 3, 4, 5, 6, 7
  loop
    -- A row with less than nothing reserved cannot be proposed to an upsert; whoever takes reserved pieces from a balance finds it there.
    if d.quantity > 0 and d.reserved >= 0 then
      insert into stock_balance as b (provider_uuid, variant_uuid, warehouse_uuid, location_uuid, owner_uuid, lot, condition, quantity, reserved, since, updated_at)
        values (d.provider_uuid, d.variant_uuid, d.warehouse_uuid, d.location_uuid, d.owner_uuid, d.lot, d.condition, d.quantity, d.reserved, d.since, d.at)
        on conflict on constraint stock_balance_pkey do update set quantity = b.quantity + excluded.quantity, reserved = b.reserved + excluded.reserved,
          since = case when b.quantity = 0 then excluded.since else least(b.since, excluded.since) end, updated_at = excluded.updated_at;
    else
      update stock_balance b set quantity = b.quantity + d.quantity, reserved = b.reserved + d.reserved,
          since = case when d.quantity > 0 then least(b.since, d.since) else b.since end, updated_at = d.at
        where b.provider_uuid = d.provider_uuid and b.variant_uuid = d.variant_uuid and b.warehouse_uuid = d.warehouse_uuid
          and b.location_uuid = d.location_uuid and b.owner_uuid = d.owner_uuid and b.lot = d.lot and b.condition = d.condition;
      if not found then
        raise exception 'nothing is there to be taken' using errcode = 'check_violation', constraint = 'stock_balance_quantity_not_negative';
      end if;
    end if;
  end loop;
  select count(*) into carrying from new_entries where reservation_uuid is not null;
  if carrying > 0 then
    update reservation r set location_uuid = t.location_uuid
      from new_entries f
        join new_entries t on t.provider_uuid = f.provider_uuid and t.movement_uuid = f.movement_uuid and t.reservation_uuid = f.reservation_uuid
          and t.quantity > 0 and (t.warehouse_uuid, t.lot, t.condition) = (f.warehouse_uuid, f.lot, f.condition)
      where f.quantity < 0 and r.provider_uuid = f.provider_uuid and r.reservation_uuid = f.reservation_uuid and r.status = 'open'
        and (r.variant_uuid, r.warehouse_uuid, r.location_uuid, r.owner_uuid, r.lot, r.condition, r.quantity)
          = (f.variant_uuid, f.warehouse_uuid, f.location_uuid, f.owner_uuid, f.lot, f.condition, -f.quantity);
    get diagnostics carried = row_count;
    if carried * 2 <> carrying then
      raise exception 'a movement takes along an open reservation of exactly its pieces' using errcode = 'check_violation', constraint = 'stock_entry_takes_reservation';
    end if;
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.apply_wallet_entries()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
 SET enable_seqscan TO 'off'
AS $function$
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
end $function$;

CREATE OR REPLACE FUNCTION public.audit_log_is_append_only()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if tg_op = 'UPDATE' and old.seal_number is null and new.seal_number is not null
    and to_jsonb(old) - 'seal_number' = to_jsonb(new) - 'seal_number'
    and current_user <> 'quayside_app' then
    return new;
  end if;
  raise exception 'the audit log is append-only' using errcode = 'insufficient_privilege';
end $function$;
GRANT EXECUTE ON FUNCTION audit_log_is_append_only() TO PUBLIC;

CREATE OR REPLACE FUNCTION public.audit_seal_is_append_only()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  raise exception 'the audit log''s seals are append-only' using errcode = 'insufficient_privilege';
end $function$;
GRANT EXECUTE ON FUNCTION audit_seal_is_append_only() TO PUBLIC;

CREATE OR REPLACE FUNCTION public.catalogue_item_has_skus()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  new.skus := offered_skus(new.provider_uuid, new.product_uuid);
  return new;
end $function$;
GRANT EXECUTE ON FUNCTION catalogue_item_has_skus() TO PUBLIC;

CREATE OR REPLACE FUNCTION public.catalogue_skus_follow()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  d record;
begin
  for d in select provider_uuid, array_agg(distinct product_uuid) as products from changed where owner_uuid = provider_uuid group by provider_uuid loop
    update catalogue_item i set skus = offered_skus(i.provider_uuid, i.product_uuid)
      where i.provider_uuid = d.provider_uuid and i.product_uuid = any (d.products) and i.skus <> offered_skus(i.provider_uuid, i.product_uuid);
  end loop;
  return null;
end $function$;
GRANT EXECUTE ON FUNCTION catalogue_skus_follow() TO PUBLIC;

CREATE OR REPLACE FUNCTION public.catalogue_variants(of_provider uuid, of_items uuid[])
 RETURNS TABLE(item_uuid uuid, variant_uuid uuid, sku text, title text, weight_grams integer, length_mm integer, width_mm integer, height_mm integer, available bigint, is_offered boolean)
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
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
end $function$;
GRANT EXECUTE ON FUNCTION catalogue_variants(uuid,uuid[]) TO quayside_app;

CREATE OR REPLACE FUNCTION public.colleague_name(of_user uuid)
 RETURNS text
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
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
end $function$;
GRANT EXECUTE ON FUNCTION colleague_name(uuid) TO quayside_app;

CREATE OR REPLACE FUNCTION public.day_run_is_of_closed_time()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  -- the column in which the table keeps the day's end
  until constant timestamptz := (to_jsonb(new) ->> tg_argv[0])::timestamptz;
begin
  if until > coalesce((select w.ledger_closed_until from warehouse w where w.provider_uuid = new.provider_uuid and w.warehouse_uuid = new.warehouse_uuid), '-infinity') then
    raise exception 'the day is not closed' using errcode = 'check_violation', constraint = tg_table_name || '_of_closed_time';
  end if;
  return null;
end $function$;
GRANT EXECUTE ON FUNCTION day_run_is_of_closed_time() TO PUBLIC;

CREATE OR REPLACE FUNCTION public.device_standing(wanted uuid, presented text, at timestamp with time zone)
 RETURNS TABLE(user_uuid uuid, thumbprint text, name text, email text, status text, subscriptions jsonb)
 LANGUAGE plpgsql
AS $function$
#variable_conflict use_column
begin
  perform set_config('app.kind', 'gate', true);
  update device set last_renewed_at = at
   where device_uuid = wanted and thumbprint = presented and revoked_at is null
     and (last_renewed_at is null or last_renewed_at < at - interval '1 hour');
  return query
    select d.user_uuid, d.thumbprint, d.name, u.email, u.status, (
        select coalesce(jsonb_agg(jsonb_build_array(s.status, round(extract(epoch from s.current_period_end) * 1000), s.cancel_at_period_end,
                                                    round(extract(epoch from s.past_due_since) * 1000))), '[]')
          from subscription s where s.user_uuid = d.user_uuid and s.status in ('TRIALING', 'ACTIVE', 'PAST_DUE'))
      from device d join app_user u on u.user_uuid = d.user_uuid
     where d.device_uuid = wanted and d.revoked_at is null;
end $function$;
GRANT EXECUTE ON FUNCTION device_standing(uuid,text,timestamp with time zone) TO PUBLIC;

CREATE OR REPLACE FUNCTION public.is_import_of_acting(of_provider uuid, of_import uuid)
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE PARALLEL SAFE
AS $function$
begin
  return exists (select from import_job j where j.provider_uuid = of_provider and j.import_uuid = of_import);
end $function$;
GRANT EXECUTE ON FUNCTION is_import_of_acting(uuid,uuid) TO PUBLIC;

CREATE OR REPLACE FUNCTION public.is_operator_of_acting(of_user uuid)
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE PARALLEL SAFE
AS $function$
begin
  return exists (select from app_user u where u.user_uuid = of_user and u.role = 'operator' and u.related_uuid = acting_provider());
end $function$;
GRANT EXECUTE ON FUNCTION is_operator_of_acting(uuid) TO PUBLIC;

CREATE OR REPLACE FUNCTION public.is_order_in_acting_warehouses(of_provider uuid, of_order uuid)
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE PARALLEL SAFE
AS $function$
begin
  return exists (select from sales_order o where o.provider_uuid = of_provider and o.order_uuid = of_order);
end $function$;
GRANT EXECUTE ON FUNCTION is_order_in_acting_warehouses(uuid,uuid) TO PUBLIC;

CREATE OR REPLACE FUNCTION public.is_photo_in_acting_warehouses(of_provider uuid, of_file uuid)
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE PARALLEL SAFE
AS $function$
begin
  return exists (select from receipt_photo p where p.provider_uuid = of_provider and p.file_uuid = of_file)
    or exists (select from return_photo p where p.provider_uuid = of_provider and p.file_uuid = of_file)
    or exists (select from order_review_photo p where p.provider_uuid = of_provider and p.file_uuid = of_file);
end $function$;
GRANT EXECUTE ON FUNCTION is_photo_in_acting_warehouses(uuid,uuid) TO PUBLIC;

CREATE OR REPLACE FUNCTION public.is_receipt_in_acting_warehouses(of_provider uuid, of_receipt uuid)
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE PARALLEL SAFE
AS $function$
begin
  return exists (select from receipt r where r.provider_uuid = of_provider and r.receipt_uuid = of_receipt);
end $function$;
GRANT EXECUTE ON FUNCTION is_receipt_in_acting_warehouses(uuid,uuid) TO PUBLIC;

CREATE OR REPLACE FUNCTION public.is_retailer_of_acting(of_retailer uuid)
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE PARALLEL SAFE
AS $function$
begin
  return exists (select from retailer_provider rp where rp.provider_uuid = acting_provider() and rp.retailer_uuid = of_retailer);
end $function$;
GRANT EXECUTE ON FUNCTION is_retailer_of_acting(uuid) TO PUBLIC;

CREATE OR REPLACE FUNCTION public.is_stocktake_in_acting_warehouses(of_provider uuid, of_stocktake uuid)
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE PARALLEL SAFE
AS $function$
begin
  return exists (select from stocktake s where s.provider_uuid = of_provider and s.stocktake_uuid = of_stocktake);
end $function$;
GRANT EXECUTE ON FUNCTION is_stocktake_in_acting_warehouses(uuid,uuid) TO PUBLIC;

CREATE OR REPLACE FUNCTION public.issue_statement(of_provider uuid, of_retailer uuid, of_month date, since timestamp with time zone, until timestamp with time zone, number text, new_uuid uuid, now timestamp with time zone)
 RETURNS uuid
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
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
end $function$;
GRANT EXECUTE ON FUNCTION issue_statement(uuid,uuid,date,timestamp with time zone,timestamp with time zone,text,uuid,timestamp with time zone) TO quayside_app;

CREATE OR REPLACE FUNCTION public.lock_pickable_stock(of_provider uuid, keys jsonb, on_day date)
 RETURNS TABLE(variant_uuid uuid, warehouse_uuid uuid, location_uuid uuid, owner_uuid uuid, lot text, available integer, expires_on date, type text, since timestamp with time zone, pick_sequence integer)
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
 SET enable_seqscan TO 'off'
 SET enable_hashjoin TO 'off'
 SET enable_mergejoin TO 'off'
AS $function$
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
end $function$;
GRANT EXECUTE ON FUNCTION lock_pickable_stock(uuid,jsonb,date) TO quayside_app;

CREATE OR REPLACE FUNCTION public.next_cut_off(after timestamp with time zone, time_zone text, cut_off text)
 RETURNS timestamp with time zone
 LANGUAGE sql
 STABLE
AS $function$
  select case when today > after then today else ((after at time zone time_zone)::date + 1 + cut_off::time) at time zone time_zone end
  from (select ((after at time zone time_zone)::date + cut_off::time) at time zone time_zone as today) t
$function$;
GRANT EXECUTE ON FUNCTION next_cut_off(timestamp with time zone,text,text) TO quayside_app;

CREATE OR REPLACE FUNCTION public.number_events()
 RETURNS bigint
 LANGUAGE plpgsql
AS $function$
declare
  last bigint;
begin
  -- One at a time, and the lock is held to the commit: no higher position is ever seen before a lower one.
  perform pg_advisory_xact_lock(7239160423);
  -- The numbers are given before the join: where the planner joined by hash, an update that took them itself numbered half of 5,000 out of order.
  with waiting as materialized (select provider_uuid, event_uuid from event where position is null order by event_uuid for update),
       placed as materialized (select provider_uuid, event_uuid, nextval('event_position') as place from waiting),
       numbered as (
         update event set position = placed.place from placed
         where event.provider_uuid = placed.provider_uuid and event.event_uuid = placed.event_uuid
         returning event.position
       )
  select max(position) into last from numbered;
  if last is not null then
    perform pg_notify('quayside_events', last::text);
  end if;
  return last;
end $function$;
GRANT EXECUTE ON FUNCTION number_events() TO PUBLIC;

CREATE OR REPLACE FUNCTION public.offered_skus(of_provider uuid, of_product uuid)
 RETURNS text
 LANGUAGE sql
 STABLE
RETURN (SELECT COALESCE(string_agg(v.sku_key, ' '::text ORDER BY v.variant_uuid), ''::text) AS "coalesce" FROM variant v WHERE ((v.provider_uuid = offered_skus.of_provider) AND (v.product_uuid = offered_skus.of_product) AND (v.merged_into_uuid IS NULL) AND (NOT v.is_archived)));
GRANT EXECUTE ON FUNCTION offered_skus(uuid,uuid) TO PUBLIC;

CREATE OR REPLACE FUNCTION public.open_session(presented bytea, at timestamp with time zone)
 RETURNS TABLE(state text, session_uuid uuid, area text, user_uuid uuid, username text, role text, related_uuid uuid, provider_uuid uuid, retailer_uuid uuid, is_read_only boolean, opened_by uuid, expires_at timestamp with time zone, permissions text[], warehouses uuid[], is_seen_due boolean)
 LANGUAGE plpgsql
AS $function$
#variable_conflict use_column
declare
  s session;
  u app_user;
  provider uuid;
  blocked boolean;
  orphaned boolean;
begin
  perform set_config('app.kind', 'gate', true);
  select * into s from session where token_hash = presented
    or (previous_token_hash = presented and previous_until > at) limit 1;
  if not found then
    perform set_config('app.kind', '', true);
    return;
  end if;
  select * into strict u from app_user where app_user.user_uuid = s.user_uuid;
  -- A supplier's people act for their own supplier, whatever the session says; a retailer for the one it chose, if that is still its own.
  provider := case u.role when 'dropShipper' then s.provider_uuid when 'provider' then u.related_uuid when 'operator' then u.related_uuid end;
  if u.role = 'dropShipper' and provider is not null then
    select rp.is_blocked into blocked from retailer_provider rp where rp.provider_uuid = provider and rp.retailer_uuid = u.related_uuid;
    -- A blocked retailer keeps its account and its other suppliers, and sees nothing of this one.
    if blocked is distinct from false then provider := null; end if;
  end if;
  -- A look for support lasts no longer than the session it was opened in, and no longer than its opener may open one.
  orphaned := s.opened_by is not null and not exists (
    select from session o join app_user p on p.user_uuid = o.user_uuid
    where o.session_uuid = s.opened_in and o.user_uuid = s.opened_by and o.revoked_at is null and o.expires_at > at and o.ends_at > at
      and p.status = 'active' and p.role = 'provider' and p.related_uuid = s.provider_uuid);
  state := case when s.revoked_at is not null or s.expires_at <= at or s.ends_at <= at or orphaned then 'expired'
                when u.status <> 'active' then 'blocked' else 'open' end;
  session_uuid := s.session_uuid; area := s.area; user_uuid := u.user_uuid; username := u.username; role := u.role;
  related_uuid := u.related_uuid; provider_uuid := provider; is_read_only := s.is_read_only; opened_by := s.opened_by; expires_at := s.expires_at;
  retailer_uuid := case when u.role = 'dropShipper' then u.related_uuid end;
  permissions := '{}';
  warehouses := '{}';
  if u.role = 'operator' then
    permissions := array(select g.permission from operator_grant g where g.provider_uuid = u.related_uuid and g.user_uuid = u.user_uuid);
    -- In order: the same binding is the same list.
    warehouses := array(
      select w.warehouse_uuid from operator_warehouse w where w.provider_uuid = u.related_uuid and w.user_uuid = u.user_uuid order by 1);
  end if;
  if state = 'open' then
    -- Once a minute is enough to tell people when a session was last used, and spares each read a write. A read cannot write it: it says so instead.
    is_seen_due := s.last_seen_at < at - interval '1 minute';
    if is_seen_due and current_setting('transaction_read_only') = 'off' then
      -- The user first and the session after it, as everywhere: two orders would be a deadlock.
      if s.opened_by is null then
        update app_user set last_seen_at = at where app_user.user_uuid = s.user_uuid;
      end if;
      update session set last_seen_at = at where session.session_uuid = s.session_uuid;
      is_seen_due := false;
    end if;
    perform set_config('app.kind', u.role, true),
            set_config('app.provider', coalesce(provider::text, ''), true),
            set_config('app.retailer', coalesce(retailer_uuid::text, ''), true),
            set_config('app.user', u.user_uuid::text, true),
            set_config('app.support', case when s.opened_by is null then '' else 'yes' end, true),
            set_config('app.warehouses', case when cardinality(warehouses) > 0 then warehouses::text else '' end, true);
  else
    perform set_config('app.kind', '', true);
  end if;
  return next;
end $function$;
GRANT EXECUTE ON FUNCTION open_session(bytea,timestamp with time zone) TO PUBLIC;

CREATE OR REPLACE FUNCTION public.product_words_follow()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform refresh_variant_words(v.provider_uuid, array_agg(v.variant_uuid))
    from variant v join changed n on n.provider_uuid = v.provider_uuid and n.product_uuid = v.product_uuid
      join before o on o.provider_uuid = n.provider_uuid and o.product_uuid = n.product_uuid
    where n.title <> o.title group by v.provider_uuid;
  return null;
end $function$;
GRANT EXECUTE ON FUNCTION product_words_follow() TO PUBLIC;

CREATE OR REPLACE FUNCTION public.refresh_variant_words(of_provider uuid, of_variants uuid[])
 RETURNS void
 LANGUAGE sql
AS $function$
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
$function$;
GRANT EXECUTE ON FUNCTION refresh_variant_words(uuid,uuid[]) TO PUBLIC;

CREATE OR REPLACE FUNCTION public.reservation_only_ends()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  -- Only the ledger's trigger may change the location: the application has no such privilege.
  if tg_op = 'UPDATE' and old.status = 'open'
    and (old.location_uuid = new.location_uuid or new.status = 'open')
    and (old.provider_uuid, old.reservation_uuid, old.source_type, old.source_uuid, old.source_line, old.part, old.variant_uuid, old.warehouse_uuid,
        old.owner_uuid, old.lot, old.condition, old.quantity, old.created_at)
      = (new.provider_uuid, new.reservation_uuid, new.source_type, new.source_uuid, new.source_line, new.part, new.variant_uuid, new.warehouse_uuid,
        new.owner_uuid, new.lot, new.condition, new.quantity, new.created_at)
    and (old.status <> new.status or old.location_uuid <> new.location_uuid) then
    return new;
  end if;
  raise exception 'a reservation only ends, or goes along with its pieces' using errcode = 'insufficient_privilege';
end $function$;
GRANT EXECUTE ON FUNCTION reservation_only_ends() TO PUBLIC;

CREATE OR REPLACE FUNCTION public.search_words(given text)
 RETURNS TABLE(word text)
 LANGUAGE plpgsql
 IMMUTABLE PARALLEL SAFE
AS $function$
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
end $function$;
GRANT EXECUTE ON FUNCTION search_words(text) TO PUBLIC;

CREATE OR REPLACE FUNCTION public.staff_with_permission(wanted text, of_warehouse uuid)
 RETURNS TABLE(user_uuid uuid, name text)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  asked_by constant text := acting_kind();
begin
  if not acting_staff() then
    return;
  end if;
  perform set_config('app.kind', 'gate', true);
  return query
    select u.user_uuid, u.username from app_user u
    where u.related_uuid = acting_provider() and u.status = 'active' and u.password_hash is not null and (u.role = 'provider' or (u.role = 'operator'
      and exists (select from operator_grant g where g.provider_uuid = acting_provider() and g.user_uuid = u.user_uuid and g.permission = wanted)
      and (not exists (select from operator_warehouse o where o.provider_uuid = acting_provider() and o.user_uuid = u.user_uuid)
        or exists (select from operator_warehouse o
          where o.provider_uuid = acting_provider() and o.user_uuid = u.user_uuid and o.warehouse_uuid = of_warehouse))))
    order by lower(u.username), u.user_uuid;
  perform set_config('app.kind', asked_by, true);
end $function$;
GRANT EXECUTE ON FUNCTION staff_with_permission(text,uuid) TO quayside_app;

CREATE OR REPLACE FUNCTION public.stamp_audit_seal(sealed_provider uuid, number bigint, sealed uuid[])
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  stamped integer;
begin
  if acting_kind() is distinct from 'platform' then
    raise exception 'only the platform seals' using errcode = 'insufficient_privilege';
  end if;
  update audit_log set seal_number = number
    where provider_uuid = sealed_provider and audit_uuid = any (sealed) and seal_number is null;
  get diagnostics stamped = row_count;
  return stamped;
end $function$;
GRANT EXECUTE ON FUNCTION stamp_audit_seal(uuid,bigint,uuid[]) TO quayside_app;

CREATE OR REPLACE FUNCTION public.stock_entry_is_append_only()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  raise exception 'the ledger is append-only' using errcode = 'insufficient_privilege';
end $function$;
GRANT EXECUTE ON FUNCTION stock_entry_is_append_only() TO PUBLIC;

CREATE OR REPLACE FUNCTION public.stock_entry_keeps_to_open_time()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
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
end $function$;
GRANT EXECUTE ON FUNCTION stock_entry_keeps_to_open_time() TO PUBLIC;

CREATE OR REPLACE FUNCTION public.takes_retailers(wanted uuid)
 RETURNS boolean
 LANGUAGE sql
 STABLE
RETURN (EXISTS (SELECT FROM provider p WHERE ((p.provider_uuid = takes_retailers.wanted) AND p.is_open_for_sign_up)));
GRANT EXECUTE ON FUNCTION takes_retailers(uuid) TO PUBLIC;

CREATE OR REPLACE FUNCTION public.variant_words_follow()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform refresh_variant_words(provider_uuid, array_agg(variant_uuid)) from changed group by provider_uuid;
  return null;
end $function$;
GRANT EXECUTE ON FUNCTION variant_words_follow() TO PUBLIC;

CREATE OR REPLACE FUNCTION public.wallet_entry_is_append_only()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  raise exception 'the wallet is append-only' using errcode = 'insufficient_privilege';
end $function$;
GRANT EXECUTE ON FUNCTION wallet_entry_is_append_only() TO PUBLIC;

CREATE OR REPLACE FUNCTION public.work_entry_is_append_only()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  raise exception 'recorded work is append-only' using errcode = 'insufficient_privilege';
end $function$;
GRANT EXECUTE ON FUNCTION work_entry_is_append_only() TO PUBLIC;

CREATE OR REPLACE FUNCTION public.work_entry_keeps_to_open_time()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
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
end $function$;
GRANT EXECUTE ON FUNCTION work_entry_keeps_to_open_time() TO PUBLIC;

CREATE UNLOGGED TABLE aes_key (
  key_id uuid NOT NULL,
  sealed_key text NOT NULL,
  expires_at timestamp with time zone NOT NULL,
  CONSTRAINT aes_key_pkey PRIMARY KEY (key_id)
);
CREATE INDEX aes_key_by_expiry ON public.aes_key USING btree (expires_at);
ALTER TABLE aes_key ENABLE ROW LEVEL SECURITY;
ALTER TABLE aes_key FORCE ROW LEVEL SECURITY;
CREATE POLICY aes_key_gate ON aes_key FOR ALL TO public
  USING (( SELECT acting_kind() AS acting_kind) = ANY (ARRAY['gate'::text, 'platform'::text]));
GRANT DELETE, INSERT, SELECT, UPDATE ON aes_key TO quayside_app;

CREATE TABLE app_user (
  user_uuid uuid NOT NULL,
  username text NOT NULL,
  password_hash text,
  role text NOT NULL,
  related_uuid uuid,
  display_name text DEFAULT ''::text NOT NULL,
  email text DEFAULT ''::text NOT NULL,
  phone text DEFAULT ''::text NOT NULL,
  avatar bytea,
  default_language text DEFAULT 'en_us'::text NOT NULL,
  default_theme text DEFAULT 'defaultTheme'::text NOT NULL,
  status text DEFAULT 'active'::text NOT NULL,
  is_demo boolean DEFAULT false NOT NULL,
  last_seen_at timestamp with time zone,
  version integer DEFAULT 1 NOT NULL,
  created_at timestamp with time zone DEFAULT now() NOT NULL,
  CONSTRAINT app_user_pkey PRIMARY KEY (user_uuid),
  CONSTRAINT app_user_avatar_small CHECK ((octet_length(avatar) <= 131072)),
  CONSTRAINT app_user_language_known CHECK ((default_language = ANY (ARRAY['en_us'::text, 'zh_cn'::text]))),
  CONSTRAINT app_user_related CHECK (((related_uuid IS NULL) = (role = ANY (ARRAY['customer'::text, 'siteAdmin'::text])))),
  CONSTRAINT app_user_role_known CHECK ((role = ANY (ARRAY['provider'::text, 'operator'::text, 'dropShipper'::text, 'customer'::text, 'siteAdmin'::text]))),
  CONSTRAINT app_user_status_known CHECK ((status = ANY (ARRAY['invited'::text, 'active'::text, 'blocked'::text]))),
  CONSTRAINT app_user_theme_known CHECK ((default_theme = ANY (ARRAY['defaultTheme'::text, 'darkTheme'::text])))
);
CREATE INDEX app_user_by_related ON public.app_user USING btree (related_uuid, role, user_uuid);
CREATE UNIQUE INDEX app_user_customer_email_key ON public.app_user USING btree (lower(email)) WHERE (role = 'customer'::text);
CREATE UNIQUE INDEX app_user_username_key ON public.app_user USING btree (lower(username));
ALTER TABLE app_user ENABLE ROW LEVEL SECURITY;
ALTER TABLE app_user FORCE ROW LEVEL SECURITY;
CREATE POLICY app_user_gate ON app_user FOR ALL TO public
  USING (( SELECT acting_kind() AS acting_kind) = 'gate'::text);
CREATE POLICY app_user_never_came ON app_user FOR SELECT TO public
  USING ((( SELECT acting_kind() AS acting_kind) = 'platform'::text) AND (role = 'customer'::text) AND (status = 'invited'::text));
CREATE POLICY app_user_never_came_cleared ON app_user FOR DELETE TO public
  USING ((( SELECT acting_kind() AS acting_kind) = 'platform'::text) AND (role = 'customer'::text) AND (status = 'invited'::text));
CREATE POLICY app_user_of_retailer ON app_user FOR SELECT TO public
  USING ((( SELECT acting_kind() AS acting_kind) = 'provider'::text) AND (role = 'dropShipper'::text) AND is_retailer_of_acting(related_uuid));
CREATE POLICY app_user_operators ON app_user FOR ALL TO public
  USING ((( SELECT acting_kind() AS acting_kind) = 'provider'::text) AND (role = 'operator'::text) AND (related_uuid = ( SELECT acting_provider() AS acting_provider)));
CREATE POLICY app_user_own ON app_user FOR ALL TO public
  USING (user_uuid = ( SELECT acting_user() AS acting_user));
GRANT DELETE, INSERT, SELECT ON app_user TO quayside_app;
GRANT UPDATE ON username (of app_user) TO quayside_app;
GRANT UPDATE ON password_hash (of app_user) TO quayside_app;
GRANT UPDATE ON display_name (of app_user) TO quayside_app;
GRANT UPDATE ON email (of app_user) TO quayside_app;
GRANT UPDATE ON phone (of app_user) TO quayside_app;
GRANT UPDATE ON avatar (of app_user) TO quayside_app;
GRANT UPDATE ON default_language (of app_user) TO quayside_app;
GRANT UPDATE ON default_theme (of app_user) TO quayside_app;
GRANT UPDATE ON status (of app_user) TO quayside_app;
GRANT UPDATE ON last_seen_at (of app_user) TO quayside_app;
GRANT UPDATE ON version (of app_user) TO quayside_app;

CREATE TABLE audit_log (
  provider_uuid uuid NOT NULL,
  audit_uuid uuid NOT NULL,
  at timestamp with time zone NOT NULL,
  retailer_uuid uuid,
  user_uuid uuid,
  action text NOT NULL,
  subject_type text DEFAULT ''::text NOT NULL,
  subject_uuid uuid,
  detail jsonb DEFAULT '{}'::jsonb NOT NULL,
  person_digest bytea,
  seal_number bigint,
  CONSTRAINT audit_log_pkey PRIMARY KEY (provider_uuid, audit_uuid)
);
CREATE INDEX audit_log_by_action ON public.audit_log USING btree (provider_uuid, action, audit_uuid);
CREATE INDEX audit_log_by_retailer ON public.audit_log USING btree (provider_uuid, retailer_uuid, audit_uuid) WHERE (retailer_uuid IS NOT NULL);
CREATE INDEX audit_log_by_subject ON public.audit_log USING btree (provider_uuid, subject_uuid, audit_uuid) WHERE (subject_uuid IS NOT NULL);
CREATE INDEX audit_log_by_user ON public.audit_log USING btree (provider_uuid, user_uuid, audit_uuid);
CREATE INDEX audit_log_unsealed ON public.audit_log USING btree (provider_uuid, audit_uuid) WHERE (seal_number IS NULL);
CREATE TRIGGER audit_log_append_only BEFORE DELETE OR UPDATE ON audit_log FOR EACH ROW EXECUTE FUNCTION audit_log_is_append_only();
CREATE TRIGGER audit_log_no_truncate BEFORE TRUNCATE ON audit_log FOR EACH STATEMENT EXECUTE FUNCTION audit_log_is_append_only();
ALTER TABLE audit_log ENABLE ROW LEVEL SECURITY;
ALTER TABLE audit_log FORCE ROW LEVEL SECURITY;
CREATE POLICY audit_log_in_warehouse ON audit_log AS RESTRICTIVE FOR SELECT TO public
  USING ((( SELECT acting_everywhere() AS acting_everywhere) IS NOT NULL) OR (user_uuid = ( SELECT acting_user() AS acting_user)));
CREATE POLICY audit_log_platform ON audit_log FOR SELECT TO public
  USING (( SELECT acting_kind() AS acting_kind) = 'platform'::text);
CREATE POLICY audit_log_retailer ON audit_log FOR SELECT TO public
  USING ((provider_uuid = ( SELECT acting_provider() AS acting_provider)) AND (retailer_uuid = ( SELECT acting_retailer() AS acting_retailer)));
CREATE POLICY audit_log_sealed ON audit_log FOR UPDATE TO public
  USING (( SELECT acting_kind() AS acting_kind) = 'platform'::text);
CREATE POLICY audit_log_staff ON audit_log FOR SELECT TO public
  USING ((provider_uuid = ( SELECT acting_provider() AS acting_provider)) AND ( SELECT acting_staff() AS acting_staff));
CREATE POLICY audit_log_written ON audit_log FOR INSERT TO public
  WITH CHECK ((seal_number IS NULL) AND (acting_writes_for(provider_uuid, retailer_uuid) OR (( SELECT acting_kind() AS acting_kind) = ANY (ARRAY['gate'::text, 'platform'::text]))));
GRANT INSERT, SELECT ON audit_log TO quayside_app;

CREATE TABLE audit_person (
  provider_uuid uuid NOT NULL,
  audit_uuid uuid NOT NULL,
  user_uuid uuid,
  retailer_uuid uuid,
  salt bytea NOT NULL,
  about jsonb NOT NULL,
  CONSTRAINT audit_person_pkey PRIMARY KEY (provider_uuid, audit_uuid)
);
CREATE INDEX audit_person_by_user ON public.audit_person USING btree (provider_uuid, user_uuid);
ALTER TABLE audit_person ENABLE ROW LEVEL SECURITY;
ALTER TABLE audit_person FORCE ROW LEVEL SECURITY;
CREATE POLICY audit_person_in_warehouse ON audit_person AS RESTRICTIVE FOR SELECT TO public
  USING ((( SELECT acting_everywhere() AS acting_everywhere) IS NOT NULL) OR (user_uuid = ( SELECT acting_user() AS acting_user)));
CREATE POLICY audit_person_platform ON audit_person FOR ALL TO public
  USING (( SELECT acting_kind() AS acting_kind) = 'platform'::text);
CREATE POLICY audit_person_retailer ON audit_person FOR SELECT TO public
  USING ((provider_uuid = ( SELECT acting_provider() AS acting_provider)) AND (retailer_uuid = ( SELECT acting_retailer() AS acting_retailer)));
CREATE POLICY audit_person_staff ON audit_person FOR SELECT TO public
  USING ((provider_uuid = ( SELECT acting_provider() AS acting_provider)) AND ( SELECT acting_staff() AS acting_staff));
CREATE POLICY audit_person_written ON audit_person FOR INSERT TO public
  WITH CHECK (acting_writes_for(provider_uuid, retailer_uuid) OR (( SELECT acting_kind() AS acting_kind) = ANY (ARRAY['gate'::text, 'platform'::text])));
GRANT DELETE, INSERT, SELECT ON audit_person TO quayside_app;

CREATE TABLE audit_seal (
  provider_uuid uuid NOT NULL,
  seal_number bigint NOT NULL,
  sealed_at timestamp with time zone NOT NULL,
  row_count integer NOT NULL,
  previous_hash bytea NOT NULL,
  hash bytea NOT NULL,
  CONSTRAINT audit_seal_pkey PRIMARY KEY (provider_uuid, seal_number)
);
CREATE TRIGGER audit_seal_append_only BEFORE DELETE OR UPDATE ON audit_seal FOR EACH ROW EXECUTE FUNCTION audit_seal_is_append_only();
CREATE TRIGGER audit_seal_no_truncate BEFORE TRUNCATE ON audit_seal FOR EACH STATEMENT EXECUTE FUNCTION audit_seal_is_append_only();
ALTER TABLE audit_seal ENABLE ROW LEVEL SECURITY;
ALTER TABLE audit_seal FORCE ROW LEVEL SECURITY;
CREATE POLICY audit_seal_platform ON audit_seal FOR ALL TO public
  USING (( SELECT acting_kind() AS acting_kind) = 'platform'::text);
CREATE POLICY audit_seal_staff ON audit_seal FOR SELECT TO public
  USING ((provider_uuid = ( SELECT acting_provider() AS acting_provider)) AND ( SELECT acting_staff() AS acting_staff));
GRANT INSERT, SELECT ON audit_seal TO quayside_app;

CREATE TABLE authentication (
  owner_uuid uuid NOT NULL,
  authentication_uuid uuid NOT NULL,
  type text NOT NULL,
  name text NOT NULL,
  id_number text NOT NULL,
  created_at timestamp with time zone DEFAULT now() NOT NULL,
  CONSTRAINT authentication_pkey PRIMARY KEY (owner_uuid, authentication_uuid)
);
ALTER TABLE authentication ENABLE ROW LEVEL SECURITY;
ALTER TABLE authentication FORCE ROW LEVEL SECURITY;
CREATE POLICY authentication_own ON authentication FOR ALL TO public
  USING (owner_uuid = ( SELECT acting_owner() AS acting_owner));
GRANT DELETE, INSERT, SELECT, UPDATE ON authentication TO quayside_app;

CREATE TABLE authentication_document (
  owner_uuid uuid NOT NULL,
  authentication_uuid uuid NOT NULL,
  "position" smallint NOT NULL,
  provider_uuid uuid NOT NULL,
  file_uuid uuid NOT NULL,
  CONSTRAINT authentication_document_pkey PRIMARY KEY (owner_uuid, authentication_uuid, "position"),
  CONSTRAINT authentication_document_authentication_fkey FOREIGN KEY (owner_uuid, authentication_uuid) REFERENCES authentication(owner_uuid, authentication_uuid) ON DELETE CASCADE,
  CONSTRAINT authentication_document_file_fkey FOREIGN KEY (provider_uuid, file_uuid) REFERENCES file(provider_uuid, file_uuid)
);
CREATE INDEX authentication_document_by_file ON public.authentication_document USING btree (provider_uuid, file_uuid);
ALTER TABLE authentication_document ENABLE ROW LEVEL SECURITY;
ALTER TABLE authentication_document FORCE ROW LEVEL SECURITY;
CREATE POLICY authentication_document_own ON authentication_document FOR ALL TO public
  USING (owner_uuid = ( SELECT acting_owner() AS acting_owner))
  WITH CHECK ((owner_uuid = ( SELECT acting_owner() AS acting_owner)) AND (EXISTS ( SELECT
   FROM file f
  WHERE ((f.provider_uuid = authentication_document.provider_uuid) AND (f.file_uuid = authentication_document.file_uuid)))));
CREATE POLICY authentication_document_platform ON authentication_document FOR SELECT TO public
  USING (( SELECT acting_kind() AS acting_kind) = 'platform'::text);
GRANT DELETE, INSERT, SELECT, UPDATE ON authentication_document TO quayside_app;

CREATE TABLE bag (
  provider_uuid uuid NOT NULL,
  bag_uuid uuid NOT NULL,
  bag_number text NOT NULL,
  warehouse_uuid uuid NOT NULL,
  channel_uuid uuid NOT NULL,
  carrier_account_uuid uuid,
  ship_date date NOT NULL,
  status text DEFAULT 'open'::text NOT NULL,
  weight_grams integer,
  manifest_uuid uuid,
  opened_by uuid,
  opened_at timestamp with time zone NOT NULL,
  sealed_by uuid,
  sealed_at timestamp with time zone,
  handed_over_at timestamp with time zone,
  version integer DEFAULT 1 NOT NULL,
  CONSTRAINT bag_pkey PRIMARY KEY (provider_uuid, bag_uuid),
  CONSTRAINT bag_number_key UNIQUE (provider_uuid, bag_number),
  CONSTRAINT bag_handed_over CHECK (((status = 'handed_over'::text) = (handed_over_at IS NOT NULL))),
  CONSTRAINT bag_manifested CHECK (((status = ANY (ARRAY['manifested'::text, 'handed_over'::text])) = (manifest_uuid IS NOT NULL))),
  CONSTRAINT bag_sealed CHECK ((((status = 'open'::text) = (sealed_at IS NULL)) AND ((status = 'open'::text) = (weight_grams IS NULL)))),
  CONSTRAINT bag_status_known CHECK ((status = ANY (ARRAY['open'::text, 'sealed'::text, 'manifested'::text, 'handed_over'::text]))),
  CONSTRAINT bag_weight_positive CHECK ((weight_grams > 0)),
  CONSTRAINT bag_account_fkey FOREIGN KEY (provider_uuid, carrier_account_uuid) REFERENCES carrier_account(provider_uuid, carrier_account_uuid),
  CONSTRAINT bag_channel_fkey FOREIGN KEY (provider_uuid, channel_uuid) REFERENCES channel(provider_uuid, channel_uuid),
  CONSTRAINT bag_manifest_fkey FOREIGN KEY (provider_uuid, manifest_uuid) REFERENCES manifest(provider_uuid, manifest_uuid),
  CONSTRAINT bag_warehouse_fkey FOREIGN KEY (provider_uuid, warehouse_uuid) REFERENCES warehouse(provider_uuid, warehouse_uuid)
);
CREATE INDEX bag_by_manifest ON public.bag USING btree (provider_uuid, manifest_uuid, bag_uuid) WHERE (manifest_uuid IS NOT NULL);
CREATE INDEX bag_by_status ON public.bag USING btree (provider_uuid, status, bag_uuid);
ALTER TABLE bag ENABLE ROW LEVEL SECURITY;
ALTER TABLE bag FORCE ROW LEVEL SECURITY;
CREATE POLICY bag_in_warehouse ON bag AS RESTRICTIVE FOR ALL TO public
  USING ((( SELECT acting_everywhere() AS acting_everywhere) IS NOT NULL) OR (warehouse_uuid = ANY (( SELECT acting_warehouses() AS acting_warehouses)::uuid[])));
CREATE POLICY bag_platform ON bag FOR ALL TO public
  USING (( SELECT acting_kind() AS acting_kind) = 'platform'::text);
CREATE POLICY bag_staff ON bag FOR ALL TO public
  USING ((provider_uuid = ( SELECT acting_provider() AS acting_provider)) AND ( SELECT acting_staff() AS acting_staff));
GRANT INSERT, SELECT, UPDATE ON bag TO quayside_app;

CREATE TABLE bag_parcel (
  provider_uuid uuid NOT NULL,
  entry_uuid uuid NOT NULL,
  bag_uuid uuid NOT NULL,
  parcel_uuid uuid NOT NULL,
  warehouse_uuid uuid NOT NULL,
  put_by uuid,
  put_at timestamp with time zone NOT NULL,
  taken_by uuid,
  taken_at timestamp with time zone,
  taken_event text DEFAULT ''::text NOT NULL,
  CONSTRAINT bag_parcel_pkey PRIMARY KEY (provider_uuid, entry_uuid),
  CONSTRAINT bag_parcel_event_short CHECK ((length(taken_event) <= 40)),
  CONSTRAINT bag_parcel_bag_fkey FOREIGN KEY (provider_uuid, bag_uuid) REFERENCES bag(provider_uuid, bag_uuid),
  CONSTRAINT bag_parcel_parcel_fkey FOREIGN KEY (provider_uuid, parcel_uuid) REFERENCES parcel(provider_uuid, parcel_uuid)
);
CREATE INDEX bag_parcel_by_bag ON public.bag_parcel USING btree (provider_uuid, bag_uuid, entry_uuid);
CREATE UNIQUE INDEX bag_parcel_now_key ON public.bag_parcel USING btree (provider_uuid, parcel_uuid) WHERE (taken_at IS NULL);
ALTER TABLE bag_parcel ENABLE ROW LEVEL SECURITY;
ALTER TABLE bag_parcel FORCE ROW LEVEL SECURITY;
CREATE POLICY bag_parcel_in_warehouse ON bag_parcel AS RESTRICTIVE FOR ALL TO public
  USING ((( SELECT acting_everywhere() AS acting_everywhere) IS NOT NULL) OR (warehouse_uuid = ANY (( SELECT acting_warehouses() AS acting_warehouses)::uuid[])));
CREATE POLICY bag_parcel_platform ON bag_parcel FOR ALL TO public
  USING (( SELECT acting_kind() AS acting_kind) = 'platform'::text);
CREATE POLICY bag_parcel_staff ON bag_parcel FOR ALL TO public
  USING ((provider_uuid = ( SELECT acting_provider() AS acting_provider)) AND ( SELECT acting_staff() AS acting_staff));
GRANT INSERT, SELECT, UPDATE ON bag_parcel TO quayside_app;

CREATE TABLE batch_set (
  provider_uuid uuid NOT NULL,
  user_uuid uuid NOT NULL,
  key text NOT NULL,
  set_number integer NOT NULL,
  refused jsonb NOT NULL,
  created_at timestamp with time zone NOT NULL,
  CONSTRAINT batch_set_pkey PRIMARY KEY (provider_uuid, user_uuid, key, set_number)
);
CREATE INDEX batch_set_by_age ON public.batch_set USING btree (created_at);
ALTER TABLE batch_set ENABLE ROW LEVEL SECURITY;
ALTER TABLE batch_set FORCE ROW LEVEL SECURITY;
CREATE POLICY batch_set_own ON batch_set FOR ALL TO public
  USING (user_uuid = ( SELECT acting_user() AS acting_user));
CREATE POLICY batch_set_platform ON batch_set FOR ALL TO public
  USING (( SELECT acting_kind() AS acting_kind) = 'platform'::text);
GRANT DELETE, INSERT, SELECT ON batch_set TO quayside_app;

CREATE TABLE billing_setting (
  provider_uuid uuid NOT NULL,
  time_zone text DEFAULT 'UTC'::text NOT NULL,
  default_rate_card_uuid uuid,
  charges_from date,
  version integer DEFAULT 1 NOT NULL,
  CONSTRAINT billing_setting_pkey PRIMARY KEY (provider_uuid),
  CONSTRAINT billing_setting_provider_fkey FOREIGN KEY (provider_uuid) REFERENCES provider(provider_uuid),
  CONSTRAINT billing_setting_rate_card_fkey FOREIGN KEY (provider_uuid, default_rate_card_uuid) REFERENCES rate_card(provider_uuid, rate_card_uuid)
);
ALTER TABLE billing_setting ENABLE ROW LEVEL SECURITY;
ALTER TABLE billing_setting FORCE ROW LEVEL SECURITY;
CREATE POLICY billing_setting_platform ON billing_setting FOR SELECT TO public
  USING (( SELECT acting_kind() AS acting_kind) = 'platform'::text);
CREATE POLICY billing_setting_retailer ON billing_setting FOR SELECT TO public
  USING ((provider_uuid = ( SELECT acting_provider() AS acting_provider)) AND (( SELECT acting_kind() AS acting_kind) = 'dropShipper'::text));
CREATE POLICY billing_setting_staff ON billing_setting FOR ALL TO public
  USING ((provider_uuid = ( SELECT acting_provider() AS acting_provider)) AND ( SELECT acting_staff() AS acting_staff));
GRANT INSERT, SELECT, UPDATE ON billing_setting TO quayside_app;

CREATE TABLE box_type (
  provider_uuid uuid NOT NULL,
  box_uuid uuid NOT NULL,
  name text NOT NULL,
  kind text NOT NULL,
  length_mm integer,
  width_mm integer,
  height_mm integer,
  weight_grams integer NOT NULL,
  max_weight_grams integer,
  is_active boolean DEFAULT true NOT NULL,
  version integer DEFAULT 1 NOT NULL,
  created_at timestamp with time zone NOT NULL,
  CONSTRAINT box_type_pkey PRIMARY KEY (provider_uuid, box_uuid),
  CONSTRAINT box_type_kind_known CHECK ((kind = ANY (ARRAY['box'::text, 'consumable'::text]))),
  CONSTRAINT box_type_positive CHECK (((length_mm > 0) AND (width_mm > 0) AND (height_mm > 0) AND (weight_grams >= 0) AND (max_weight_grams > 0))),
  CONSTRAINT box_type_size_of_boxes CHECK (((num_nonnulls(length_mm, width_mm, height_mm) =
CASE kind
    WHEN 'box'::text THEN 3
    ELSE 0
END) AND ((kind = 'box'::text) OR (max_weight_grams IS NULL)))),
  CONSTRAINT box_type_provider_fkey FOREIGN KEY (provider_uuid) REFERENCES provider(provider_uuid)
);
CREATE UNIQUE INDEX box_type_name_key ON public.box_type USING btree (provider_uuid, lower(name));
ALTER TABLE box_type ENABLE ROW LEVEL SECURITY;
ALTER TABLE box_type FORCE ROW LEVEL SECURITY;
CREATE POLICY box_type_platform ON box_type FOR ALL TO public
  USING (( SELECT acting_kind() AS acting_kind) = 'platform'::text);
CREATE POLICY box_type_staff ON box_type FOR ALL TO public
  USING ((provider_uuid = ( SELECT acting_provider() AS acting_provider)) AND ( SELECT acting_staff() AS acting_staff));
GRANT INSERT, SELECT, UPDATE ON box_type TO quayside_app;

CREATE TABLE bundle_component (
  provider_uuid uuid NOT NULL,
  bundle_uuid uuid NOT NULL,
  component_uuid uuid NOT NULL,
  owner_uuid uuid NOT NULL,
  quantity integer NOT NULL,
  CONSTRAINT bundle_component_pkey PRIMARY KEY (provider_uuid, bundle_uuid, component_uuid),
  CONSTRAINT bundle_component_not_itself CHECK ((bundle_uuid <> component_uuid)),
  CONSTRAINT bundle_component_quantity_positive CHECK (((quantity >= 1) AND (quantity <= 10000))),
  CONSTRAINT bundle_component_bundle_fkey FOREIGN KEY (provider_uuid, bundle_uuid) REFERENCES variant(provider_uuid, variant_uuid),
  CONSTRAINT bundle_component_component_fkey FOREIGN KEY (provider_uuid, component_uuid) REFERENCES variant(provider_uuid, variant_uuid)
);
CREATE INDEX bundle_component_by_component ON public.bundle_component USING btree (provider_uuid, component_uuid);
ALTER TABLE bundle_component ENABLE ROW LEVEL SECURITY;
ALTER TABLE bundle_component FORCE ROW LEVEL SECURITY;
CREATE POLICY bundle_component_platform ON bundle_component FOR SELECT TO public
  USING (( SELECT acting_kind() AS acting_kind) = 'platform'::text);
CREATE POLICY bundle_component_retailer ON bundle_component FOR ALL TO public
  USING ((provider_uuid = ( SELECT acting_provider() AS acting_provider)) AND (owner_uuid = ( SELECT acting_retailer() AS acting_retailer)));
CREATE POLICY bundle_component_staff ON bundle_component FOR ALL TO public
  USING ((provider_uuid = ( SELECT acting_provider() AS acting_provider)) AND ( SELECT acting_staff() AS acting_staff));
GRANT DELETE, INSERT, SELECT, UPDATE ON bundle_component TO quayside_app;

CREATE TABLE carrier_account (
  provider_uuid uuid NOT NULL,
  carrier_account_uuid uuid NOT NULL,
  api_name text NOT NULL,
  label text NOT NULL,
  client_id text DEFAULT ''::text NOT NULL,
  account text DEFAULT ''::text NOT NULL,
  sealed_api_token text DEFAULT ''::text NOT NULL,
  api_token_end text DEFAULT ''::text NOT NULL,
  sealed_password text DEFAULT ''::text NOT NULL,
  is_enabled boolean DEFAULT true NOT NULL,
  version integer DEFAULT 1 NOT NULL,
  created_at timestamp with time zone DEFAULT now() NOT NULL,
  CONSTRAINT carrier_account_pkey PRIMARY KEY (provider_uuid, carrier_account_uuid),
  CONSTRAINT carrier_account_state_key UNIQUE (provider_uuid, carrier_account_uuid, is_enabled),
  CONSTRAINT carrier_account_api_known CHECK ((api_name = ANY (ARRAY['4px'::text, 'yunexpress'::text, 'yanwen'::text, 'other'::text]))),
  CONSTRAINT carrier_account_label_filled CHECK ((label <> ''::text)),
  CONSTRAINT carrier_account_token_end_short CHECK (((length(api_token_end) <= 4) AND ((api_token_end = ''::text) OR (sealed_api_token <> ''::text)))),
  CONSTRAINT carrier_account_provider_fkey FOREIGN KEY (provider_uuid) REFERENCES provider(provider_uuid)
);
CREATE UNIQUE INDEX carrier_account_label_key ON public.carrier_account USING btree (provider_uuid, lower(label));
ALTER TABLE carrier_account ENABLE ROW LEVEL SECURITY;
ALTER TABLE carrier_account FORCE ROW LEVEL SECURITY;
CREATE POLICY carrier_account_platform ON carrier_account FOR SELECT TO public
  USING (( SELECT acting_kind() AS acting_kind) = 'platform'::text);
CREATE POLICY carrier_account_staff ON carrier_account FOR ALL TO public
  USING ((provider_uuid = ( SELECT acting_provider() AS acting_provider)) AND ( SELECT acting_staff() AS acting_staff));
GRANT DELETE, INSERT, SELECT, UPDATE ON carrier_account TO quayside_app;

CREATE TABLE carrier_error (
  provider_uuid uuid NOT NULL,
  carrier_error_uuid uuid NOT NULL,
  carrier_account_uuid uuid NOT NULL,
  at timestamp with time zone NOT NULL,
  operation text NOT NULL,
  kind text NOT NULL,
  code text DEFAULT ''::text NOT NULL,
  text text DEFAULT ''::text NOT NULL,
  reference text DEFAULT ''::text NOT NULL,
  CONSTRAINT carrier_error_pkey PRIMARY KEY (provider_uuid, carrier_error_uuid),
  CONSTRAINT carrier_error_kind_known CHECK ((kind = ANY (ARRAY['badCredentials'::text, 'refused'::text, 'duplicate'::text, 'notFound'::text, 'notReady'::text, 'rateLimited'::text, 'unreachable'::text, 'unreadable'::text, 'unclear'::text]))),
  CONSTRAINT carrier_error_operation_known CHECK ((operation = ANY (ARRAY['testAccount'::text, 'listChannels'::text, 'createWaybill'::text, 'findWaybill'::text, 'getLabel'::text, 'cancelWaybill'::text, 'getTracking'::text]))),
  CONSTRAINT carrier_error_texts_short CHECK (((length(code) <= 60) AND (length(text) <= 500) AND (length(reference) <= 60))),
  CONSTRAINT carrier_error_account_fkey FOREIGN KEY (provider_uuid, carrier_account_uuid) REFERENCES carrier_account(provider_uuid, carrier_account_uuid) ON DELETE CASCADE
);
CREATE INDEX carrier_error_by_account ON public.carrier_error USING btree (provider_uuid, carrier_account_uuid, carrier_error_uuid);
CREATE INDEX carrier_error_by_age ON public.carrier_error USING btree (at);
ALTER TABLE carrier_error ENABLE ROW LEVEL SECURITY;
ALTER TABLE carrier_error FORCE ROW LEVEL SECURITY;
CREATE POLICY carrier_error_platform ON carrier_error FOR ALL TO public
  USING (( SELECT acting_kind() AS acting_kind) = 'platform'::text);
CREATE POLICY carrier_error_staff ON carrier_error FOR ALL TO public
  USING ((provider_uuid = ( SELECT acting_provider() AS acting_provider)) AND ( SELECT acting_staff() AS acting_staff));
GRANT DELETE, INSERT, SELECT ON carrier_error TO quayside_app;

CREATE TABLE catalogue_item (
  provider_uuid uuid NOT NULL,
  item_uuid uuid NOT NULL,
  product_uuid uuid NOT NULL,
  title text NOT NULL,
  description text DEFAULT ''::text NOT NULL,
  skus text DEFAULT ''::text NOT NULL,
  status text DEFAULT 'draft'::text NOT NULL,
  listed_at timestamp with time zone,
  version integer DEFAULT 1 NOT NULL,
  created_at timestamp with time zone NOT NULL,
  updated_at timestamp with time zone NOT NULL,
  CONSTRAINT catalogue_item_pkey PRIMARY KEY (provider_uuid, item_uuid),
  CONSTRAINT catalogue_item_product_key UNIQUE (provider_uuid, product_uuid),
  CONSTRAINT catalogue_item_status_known CHECK ((status = ANY (ARRAY['draft'::text, 'listed'::text, 'withdrawn'::text]))),
  CONSTRAINT catalogue_item_title_filled CHECK ((title <> ''::text)),
  CONSTRAINT catalogue_item_product_fkey FOREIGN KEY (provider_uuid, product_uuid) REFERENCES product(provider_uuid, product_uuid)
);
CREATE INDEX catalogue_item_by_status ON public.catalogue_item USING btree (provider_uuid, status, item_uuid);
CREATE TRIGGER catalogue_item_skus BEFORE INSERT ON catalogue_item FOR EACH ROW EXECUTE FUNCTION catalogue_item_has_skus();
ALTER TABLE catalogue_item ENABLE ROW LEVEL SECURITY;
ALTER TABLE catalogue_item FORCE ROW LEVEL SECURITY;
CREATE POLICY catalogue_item_platform ON catalogue_item FOR SELECT TO public
  USING (( SELECT acting_kind() AS acting_kind) = 'platform'::text);
CREATE POLICY catalogue_item_retailer ON catalogue_item FOR SELECT TO public
  USING ((provider_uuid = ( SELECT acting_provider() AS acting_provider)) AND (( SELECT acting_kind() AS acting_kind) = 'dropShipper'::text) AND ((status = 'listed'::text) OR (EXISTS ( SELECT
   FROM claim c
  WHERE ((c.provider_uuid = catalogue_item.provider_uuid) AND (c.item_uuid = catalogue_item.item_uuid) AND (c.retailer_uuid = ( SELECT acting_retailer() AS acting_retailer)))))));
CREATE POLICY catalogue_item_staff ON catalogue_item FOR ALL TO public
  USING ((provider_uuid = ( SELECT acting_provider() AS acting_provider)) AND ( SELECT acting_staff() AS acting_staff));
GRANT INSERT, SELECT, UPDATE ON catalogue_item TO quayside_app;

CREATE TABLE catalogue_price (
  provider_uuid uuid NOT NULL,
  item_uuid uuid NOT NULL,
  variant_uuid uuid NOT NULL,
  currency text NOT NULL,
  scope text NOT NULL,
  scope_uuid uuid NOT NULL,
  price_cents bigint NOT NULL,
  CONSTRAINT catalogue_price_pkey PRIMARY KEY (provider_uuid, item_uuid, variant_uuid, currency, scope, scope_uuid),
  CONSTRAINT catalogue_price_currency_shape CHECK ((currency ~ '^[A-Z]{3}$'::text)),
  CONSTRAINT catalogue_price_list_is_the_providers CHECK (((scope <> 'list'::text) OR (scope_uuid = provider_uuid))),
  CONSTRAINT catalogue_price_not_negative CHECK ((price_cents >= 0)),
  CONSTRAINT catalogue_price_scope_known CHECK ((scope = ANY (ARRAY['list'::text, 'tier'::text, 'retailer'::text]))),
  CONSTRAINT catalogue_price_item_fkey FOREIGN KEY (provider_uuid, item_uuid) REFERENCES catalogue_item(provider_uuid, item_uuid) ON DELETE CASCADE,
  CONSTRAINT catalogue_price_variant_fkey FOREIGN KEY (provider_uuid, variant_uuid) REFERENCES variant(provider_uuid, variant_uuid)
);
CREATE INDEX catalogue_price_by_scope ON public.catalogue_price USING btree (provider_uuid, scope, scope_uuid);
ALTER TABLE catalogue_price ENABLE ROW LEVEL SECURITY;
ALTER TABLE catalogue_price FORCE ROW LEVEL SECURITY;
CREATE POLICY catalogue_price_retailer ON catalogue_price FOR SELECT TO public
  USING ((provider_uuid = ( SELECT acting_provider() AS acting_provider)) AND (( SELECT acting_kind() AS acting_kind) = 'dropShipper'::text) AND ((scope = 'list'::text) OR ((scope = 'retailer'::text) AND (scope_uuid = ( SELECT acting_retailer() AS acting_retailer))) OR ((scope = 'tier'::text) AND (scope_uuid = ( SELECT acting_price_tier() AS acting_price_tier)))));
CREATE POLICY catalogue_price_staff ON catalogue_price FOR ALL TO public
  USING ((provider_uuid = ( SELECT acting_provider() AS acting_provider)) AND ( SELECT acting_staff() AS acting_staff));
GRANT DELETE, INSERT, SELECT ON catalogue_price TO quayside_app;

CREATE TABLE channel (
  provider_uuid uuid NOT NULL,
  channel_uuid uuid NOT NULL,
  carrier_account_uuid uuid,
  is_account_enabled boolean DEFAULT true NOT NULL,
  name text NOT NULL,
  code text DEFAULT ''::text NOT NULL,
  internal_id text DEFAULT ''::text NOT NULL,
  is_enabled boolean DEFAULT true NOT NULL,
  include_countries text[] DEFAULT '{}'::text[] NOT NULL,
  exclude_countries text[] DEFAULT '{}'::text[] NOT NULL,
  currency text,
  min_chargeable_grams integer DEFAULT 0 NOT NULL,
  max_grams integer,
  volumetric_divisor integer,
  version integer DEFAULT 1 NOT NULL,
  created_at timestamp with time zone DEFAULT now() NOT NULL,
  label_format text DEFAULT 'pdf'::text NOT NULL,
  CONSTRAINT channel_pkey PRIMARY KEY (provider_uuid, channel_uuid),
  CONSTRAINT channel_countries_in_one_list CHECK ((NOT (include_countries && exclude_countries))),
  CONSTRAINT channel_currency_shape CHECK ((currency ~ '^[A-Z]{3}$'::text)),
  CONSTRAINT channel_divisor_within CHECK (((volumetric_divisor >= 1000) AND (volumetric_divisor <= 20000))),
  CONSTRAINT channel_label_format_known CHECK ((label_format = ANY (ARRAY['pdf'::text, 'zpl'::text]))),
  CONSTRAINT channel_manual_is_enabled CHECK (((carrier_account_uuid IS NOT NULL) OR is_account_enabled)),
  CONSTRAINT channel_name_filled CHECK ((name <> ''::text)),
  CONSTRAINT channel_weights_within CHECK ((((min_chargeable_grams >= 0) AND (min_chargeable_grams <= 10000000)) AND ((max_grams >= 1) AND (max_grams <= 10000000)) AND (min_chargeable_grams <= COALESCE(max_grams, 10000000)))),
  CONSTRAINT channel_account_fkey FOREIGN KEY (provider_uuid, carrier_account_uuid, is_account_enabled) REFERENCES carrier_account(provider_uuid, carrier_account_uuid, is_enabled) ON UPDATE CASCADE,
  CONSTRAINT channel_provider_fkey FOREIGN KEY (provider_uuid) REFERENCES provider(provider_uuid)
);
CREATE INDEX channel_by_account ON public.channel USING btree (provider_uuid, carrier_account_uuid) WHERE (carrier_account_uuid IS NOT NULL);
CREATE UNIQUE INDEX channel_name_key ON public.channel USING btree (provider_uuid, lower(name));
ALTER TABLE channel ENABLE ROW LEVEL SECURITY;
ALTER TABLE channel FORCE ROW LEVEL SECURITY;
CREATE POLICY channel_retailer ON channel FOR SELECT TO public
  USING ((provider_uuid = ( SELECT acting_provider() AS acting_provider)) AND (( SELECT acting_kind() AS acting_kind) = 'dropShipper'::text) AND is_enabled AND is_account_enabled);
CREATE POLICY channel_staff ON channel FOR ALL TO public
  USING ((provider_uuid = ( SELECT acting_provider() AS acting_provider)) AND ( SELECT acting_staff() AS acting_staff));
GRANT DELETE, INSERT, SELECT, UPDATE ON channel TO quayside_app;

CREATE TABLE channel_cut_off (
  provider_uuid uuid NOT NULL,
  channel_uuid uuid NOT NULL,
  warehouse_uuid uuid NOT NULL,
  cut_off text NOT NULL,
  CONSTRAINT channel_cut_off_pkey PRIMARY KEY (provider_uuid, channel_uuid, warehouse_uuid),
  CONSTRAINT channel_cut_off_shape CHECK ((cut_off ~ '^([01]\d|2[0-3]):[0-5]\d$'::text)),
  CONSTRAINT channel_cut_off_channel_fkey FOREIGN KEY (provider_uuid, channel_uuid) REFERENCES channel(provider_uuid, channel_uuid) ON DELETE CASCADE,
  CONSTRAINT channel_cut_off_warehouse_fkey FOREIGN KEY (provider_uuid, warehouse_uuid) REFERENCES warehouse(provider_uuid, warehouse_uuid)
);
CREATE INDEX channel_cut_off_by_warehouse ON public.channel_cut_off USING btree (provider_uuid, warehouse_uuid);
ALTER TABLE channel_cut_off ENABLE ROW LEVEL SECURITY;
ALTER TABLE channel_cut_off FORCE ROW LEVEL SECURITY;
CREATE POLICY channel_cut_off_in_warehouse ON channel_cut_off AS RESTRICTIVE FOR ALL TO public
  USING ((( SELECT acting_everywhere() AS acting_everywhere) IS NOT NULL) OR (warehouse_uuid = ANY (( SELECT acting_warehouses() AS acting_warehouses)::uuid[])));
CREATE POLICY channel_cut_off_retailer ON channel_cut_off FOR SELECT TO public
  USING ((provider_uuid = ( SELECT acting_provider() AS acting_provider)) AND (( SELECT acting_kind() AS acting_kind) = 'dropShipper'::text));
CREATE POLICY channel_cut_off_staff ON channel_cut_off FOR ALL TO public
  USING ((provider_uuid = ( SELECT acting_provider() AS acting_provider)) AND ( SELECT acting_staff() AS acting_staff));
GRANT DELETE, INSERT, SELECT ON channel_cut_off TO quayside_app;

CREATE TABLE channel_price (
  provider_uuid uuid NOT NULL,
  channel_uuid uuid NOT NULL,
  zone_number smallint NOT NULL,
  up_to_grams integer NOT NULL,
  base_micros bigint NOT NULL,
  step_grams integer,
  step_from_grams integer,
  step_micros bigint,
  CONSTRAINT channel_price_pkey PRIMARY KEY (provider_uuid, channel_uuid, zone_number, up_to_grams),
  CONSTRAINT channel_price_base_within CHECK (((base_micros >= 0) AND (base_micros <= '1000000000000'::bigint))),
  CONSTRAINT channel_price_step_whole CHECK ((num_nulls(step_grams, step_from_grams, step_micros) = ANY (ARRAY[0, 3]))),
  CONSTRAINT channel_price_step_within CHECK ((((step_grams >= 1) AND (step_grams <= 10000000)) AND ((step_from_grams >= 0) AND (step_from_grams <= 10000000)) AND ((step_micros >= 0) AND (step_micros <= '1000000000000'::bigint)))),
  CONSTRAINT channel_price_weight_within CHECK (((up_to_grams >= 1) AND (up_to_grams <= 10000000))),
  CONSTRAINT channel_price_zone_fkey FOREIGN KEY (provider_uuid, channel_uuid, zone_number) REFERENCES channel_zone(provider_uuid, channel_uuid, zone_number) ON DELETE CASCADE
);
ALTER TABLE channel_price ENABLE ROW LEVEL SECURITY;
ALTER TABLE channel_price FORCE ROW LEVEL SECURITY;
CREATE POLICY channel_price_retailer ON channel_price FOR SELECT TO public
  USING ((provider_uuid = ( SELECT acting_provider() AS acting_provider)) AND (( SELECT acting_kind() AS acting_kind) = 'dropShipper'::text));
CREATE POLICY channel_price_staff ON channel_price FOR ALL TO public
  USING ((provider_uuid = ( SELECT acting_provider() AS acting_provider)) AND ( SELECT acting_staff() AS acting_staff));
GRANT DELETE, INSERT, SELECT ON channel_price TO quayside_app;

CREATE TABLE channel_zone (
  provider_uuid uuid NOT NULL,
  channel_uuid uuid NOT NULL,
  zone_number smallint NOT NULL,
  name text NOT NULL,
  countries text[] DEFAULT '{}'::text[] NOT NULL,
  CONSTRAINT channel_zone_pkey PRIMARY KEY (provider_uuid, channel_uuid, zone_number),
  CONSTRAINT channel_zone_name_filled CHECK ((name <> ''::text)),
  CONSTRAINT channel_zone_number_positive CHECK ((zone_number > 0)),
  CONSTRAINT channel_zone_channel_fkey FOREIGN KEY (provider_uuid, channel_uuid) REFERENCES channel(provider_uuid, channel_uuid) ON DELETE CASCADE
);
CREATE UNIQUE INDEX channel_zone_rest_key ON public.channel_zone USING btree (provider_uuid, channel_uuid) WHERE (countries = '{}'::text[]);
ALTER TABLE channel_zone ENABLE ROW LEVEL SECURITY;
ALTER TABLE channel_zone FORCE ROW LEVEL SECURITY;
CREATE POLICY channel_zone_retailer ON channel_zone FOR SELECT TO public
  USING ((provider_uuid = ( SELECT acting_provider() AS acting_provider)) AND (( SELECT acting_kind() AS acting_kind) = 'dropShipper'::text));
CREATE POLICY channel_zone_staff ON channel_zone FOR ALL TO public
  USING ((provider_uuid = ( SELECT acting_provider() AS acting_provider)) AND ( SELECT acting_staff() AS acting_staff));
GRANT DELETE, INSERT, SELECT ON channel_zone TO quayside_app;

CREATE TABLE charge (
  provider_uuid uuid NOT NULL,
  charge_uuid uuid NOT NULL,
  retailer_uuid uuid NOT NULL,
  kind text NOT NULL,
  event text NOT NULL,
  source_type text NOT NULL,
  source_uuid uuid NOT NULL,
  day date NOT NULL,
  warehouse_uuid uuid,
  quantity_milli bigint NOT NULL,
  parts jsonb DEFAULT '[]'::jsonb NOT NULL,
  amount_cents bigint NOT NULL,
  currency text NOT NULL,
  rate_card_uuid uuid,
  remark text DEFAULT ''::text NOT NULL,
  status text DEFAULT 'posted'::text NOT NULL,
  posted_at timestamp with time zone NOT NULL,
  posted_by uuid,
  reversed_at timestamp with time zone,
  reversed_by uuid,
  reversal_reason text DEFAULT ''::text NOT NULL,
  order_uuid uuid,
  CONSTRAINT charge_pkey PRIMARY KEY (provider_uuid, charge_uuid),
  CONSTRAINT charge_source_key UNIQUE NULLS NOT DISTINCT (provider_uuid, source_type, source_uuid, event, day, retailer_uuid, warehouse_uuid),
  CONSTRAINT charge_by_hand CHECK (((source_type = 'hand'::text) = (event = 'by_hand'::text))),
  CONSTRAINT charge_event_known CHECK ((event = ANY (ARRAY['storage_piece_day'::text, 'storage_litre_day'::text, 'receiving_piece'::text, 'putaway_piece'::text, 'return_piece'::text, 'picking_order'::text, 'picking_piece'::text, 'packing_parcel'::text, 'box_piece'::text, 'consumable_piece'::text, 'label_parcel'::text, 'weighing_parcel'::text, 'bagging_parcel'::text, 'shipped_piece'::text, 'customer_return_piece'::text, 'restocking_piece'::text, 'goods_piece'::text, 'shipping_parcel'::text, 'by_hand'::text]))),
  CONSTRAINT charge_kind_known CHECK ((kind = ANY (ARRAY['storage'::text, 'handling'::text, 'shipping'::text, 'goods'::text, 'other'::text]))),
  CONSTRAINT charge_reversed_with_reason CHECK (((status = 'reversed'::text) = ((reversed_at IS NOT NULL) AND (reversed_by IS NOT NULL) AND (reversal_reason <> ''::text)))),
  CONSTRAINT charge_source_known CHECK ((source_type = ANY (ARRAY['warehouse-day'::text, 'receipt'::text, 'shipment'::text, 'order'::text, 'parcel'::text, 'return'::text, 'hand'::text]))),
  CONSTRAINT charge_status_known CHECK ((status = ANY (ARRAY['posted'::text, 'reversed'::text]))),
  CONSTRAINT charge_rate_card_fkey FOREIGN KEY (provider_uuid, rate_card_uuid) REFERENCES rate_card(provider_uuid, rate_card_uuid),
  CONSTRAINT charge_retailer_fkey FOREIGN KEY (provider_uuid, retailer_uuid) REFERENCES retailer_provider(provider_uuid, retailer_uuid),
  CONSTRAINT charge_warehouse_fkey FOREIGN KEY (provider_uuid, warehouse_uuid) REFERENCES warehouse(provider_uuid, warehouse_uuid)
);
CREATE INDEX charge_by_card ON public.charge USING btree (provider_uuid, rate_card_uuid, day) WHERE (rate_card_uuid IS NOT NULL);
CREATE INDEX charge_by_date ON public.charge USING btree (provider_uuid, day, charge_uuid);
CREATE INDEX charge_by_day ON public.charge USING btree (provider_uuid, retailer_uuid, event, day) INCLUDE (quantity_milli, warehouse_uuid) WHERE (status = 'posted'::text);
CREATE INDEX charge_by_event ON public.charge USING btree (provider_uuid, event, charge_uuid);
CREATE INDEX charge_by_order ON public.charge USING btree (provider_uuid, order_uuid) INCLUDE (amount_cents) WHERE ((order_uuid IS NOT NULL) AND (source_type <> 'return'::text));
CREATE INDEX charge_by_retailer ON public.charge USING btree (provider_uuid, retailer_uuid, charge_uuid) INCLUDE (warehouse_uuid);
CREATE INDEX charge_credit ON public.charge USING btree (provider_uuid, retailer_uuid, source_uuid) WHERE ((amount_cents < 0) AND (status = 'posted'::text));
CREATE INDEX charge_reversed ON public.charge USING btree (provider_uuid, charge_uuid) WHERE (status = 'reversed'::text);
ALTER TABLE charge ENABLE ROW LEVEL SECURITY;
ALTER TABLE charge FORCE ROW LEVEL SECURITY;
CREATE POLICY charge_in_warehouse ON charge AS RESTRICTIVE FOR ALL TO public
  USING ((( SELECT acting_everywhere() AS acting_everywhere) IS NOT NULL) OR (warehouse_uuid = ANY (( SELECT acting_warehouses() AS acting_warehouses)::uuid[])));
CREATE POLICY charge_own ON charge FOR SELECT TO public
  USING ((provider_uuid = ( SELECT acting_provider() AS acting_provider)) AND (retailer_uuid = ( SELECT acting_retailer() AS acting_retailer)));
CREATE POLICY charge_platform ON charge FOR ALL TO public
  USING (( SELECT acting_kind() AS acting_kind) = 'platform'::text);
CREATE POLICY charge_staff ON charge FOR ALL TO public
  USING ((provider_uuid = ( SELECT acting_provider() AS acting_provider)) AND ( SELECT acting_staff() AS acting_staff));
GRANT INSERT, SELECT ON charge TO quayside_app;
GRANT UPDATE ON status (of charge) TO quayside_app;
GRANT UPDATE ON reversed_at (of charge) TO quayside_app;
GRANT UPDATE ON reversed_by (of charge) TO quayside_app;
GRANT UPDATE ON reversal_reason (of charge) TO quayside_app;

CREATE TABLE charge_run (
  provider_uuid uuid NOT NULL,
  warehouse_uuid uuid NOT NULL,
  day date NOT NULL,
  at timestamp with time zone NOT NULL,
  until_at timestamp with time zone,
  charge_count integer NOT NULL,
  unmeasured_skus integer DEFAULT 0 NOT NULL,
  unmeasured_pieces bigint DEFAULT 0 NOT NULL,
  left_out jsonb DEFAULT '[]'::jsonb NOT NULL,
  CONSTRAINT charge_run_pkey PRIMARY KEY (provider_uuid, warehouse_uuid, day),
  CONSTRAINT charge_run_warehouse_fkey FOREIGN KEY (provider_uuid, warehouse_uuid) REFERENCES warehouse(provider_uuid, warehouse_uuid)
);
CREATE TRIGGER charge_run_of_closed_time AFTER INSERT OR UPDATE ON charge_run FOR EACH ROW EXECUTE FUNCTION day_run_is_of_closed_time('until_at');
ALTER TABLE charge_run ENABLE ROW LEVEL SECURITY;
ALTER TABLE charge_run FORCE ROW LEVEL SECURITY;
CREATE POLICY charge_run_in_warehouse ON charge_run AS RESTRICTIVE FOR ALL TO public
  USING ((( SELECT acting_everywhere() AS acting_everywhere) IS NOT NULL) OR (warehouse_uuid = ANY (( SELECT acting_warehouses() AS acting_warehouses)::uuid[])));
CREATE POLICY charge_run_platform ON charge_run FOR ALL TO public
  USING (( SELECT acting_kind() AS acting_kind) = 'platform'::text);
CREATE POLICY charge_run_staff ON charge_run FOR SELECT TO public
  USING ((provider_uuid = ( SELECT acting_provider() AS acting_provider)) AND ( SELECT acting_staff() AS acting_staff));
GRANT INSERT, SELECT ON charge_run TO quayside_app;

CREATE TABLE claim (
  provider_uuid uuid NOT NULL,
  claim_uuid uuid NOT NULL,
  retailer_uuid uuid NOT NULL,
  item_uuid uuid NOT NULL,
  title text NOT NULL,
  description text DEFAULT ''::text NOT NULL,
  status text DEFAULT 'active'::text NOT NULL,
  version integer DEFAULT 1 NOT NULL,
  created_at timestamp with time zone NOT NULL,
  updated_at timestamp with time zone NOT NULL,
  CONSTRAINT claim_pkey PRIMARY KEY (provider_uuid, claim_uuid),
  CONSTRAINT claim_item_key UNIQUE (provider_uuid, retailer_uuid, item_uuid),
  CONSTRAINT claim_status_known CHECK ((status = ANY (ARRAY['active'::text, 'withdrawn'::text]))),
  CONSTRAINT claim_title_filled CHECK ((title <> ''::text)),
  CONSTRAINT claim_item_fkey FOREIGN KEY (provider_uuid, item_uuid) REFERENCES catalogue_item(provider_uuid, item_uuid),
  CONSTRAINT claim_retailer_fkey FOREIGN KEY (provider_uuid, retailer_uuid) REFERENCES retailer_provider(provider_uuid, retailer_uuid)
);
CREATE INDEX claim_by_item ON public.claim USING btree (provider_uuid, item_uuid);
CREATE INDEX claim_by_retailer ON public.claim USING btree (provider_uuid, retailer_uuid, claim_uuid);
ALTER TABLE claim ENABLE ROW LEVEL SECURITY;
ALTER TABLE claim FORCE ROW LEVEL SECURITY;
CREATE POLICY claim_own ON claim FOR ALL TO public
  USING ((provider_uuid = ( SELECT acting_provider() AS acting_provider)) AND (retailer_uuid = ( SELECT acting_retailer() AS acting_retailer)));
CREATE POLICY claim_platform ON claim FOR SELECT TO public
  USING (( SELECT acting_kind() AS acting_kind) = 'platform'::text);
CREATE POLICY claim_staff ON claim FOR SELECT TO public
  USING ((provider_uuid = ( SELECT acting_provider() AS acting_provider)) AND ( SELECT acting_staff() AS acting_staff));
GRANT INSERT, SELECT, UPDATE ON claim TO quayside_app;

CREATE TABLE claim_variant (
  provider_uuid uuid NOT NULL,
  claim_uuid uuid NOT NULL,
  variant_uuid uuid NOT NULL,
  retailer_uuid uuid NOT NULL,
  own_sku text DEFAULT ''::text NOT NULL,
  sale_price_cents bigint,
  sale_currency text NOT NULL,
  agreed_price_cents bigint,
  agreed_currency text NOT NULL,
  CONSTRAINT claim_variant_pkey PRIMARY KEY (provider_uuid, claim_uuid, variant_uuid),
  CONSTRAINT claim_variant_currency_shape CHECK (((sale_currency ~ '^[A-Z]{3}$'::text) AND (agreed_currency ~ '^[A-Z]{3}$'::text))),
  CONSTRAINT claim_variant_prices_not_negative CHECK (((sale_price_cents >= 0) AND (agreed_price_cents >= 0))),
  CONSTRAINT claim_variant_claim_fkey FOREIGN KEY (provider_uuid, claim_uuid) REFERENCES claim(provider_uuid, claim_uuid),
  CONSTRAINT claim_variant_variant_fkey FOREIGN KEY (provider_uuid, variant_uuid) REFERENCES variant(provider_uuid, variant_uuid)
);
CREATE INDEX claim_variant_by_variant ON public.claim_variant USING btree (provider_uuid, variant_uuid, retailer_uuid);
CREATE UNIQUE INDEX claim_variant_own_sku_key ON public.claim_variant USING btree (provider_uuid, retailer_uuid, lower(own_sku)) WHERE (own_sku <> ''::text);
ALTER TABLE claim_variant ENABLE ROW LEVEL SECURITY;
ALTER TABLE claim_variant FORCE ROW LEVEL SECURITY;
CREATE POLICY claim_variant_own ON claim_variant FOR ALL TO public
  USING ((provider_uuid = ( SELECT acting_provider() AS acting_provider)) AND (retailer_uuid = ( SELECT acting_retailer() AS acting_retailer)))
  WITH CHECK ((provider_uuid = ( SELECT acting_provider() AS acting_provider)) AND (retailer_uuid = ( SELECT acting_retailer() AS acting_retailer)) AND (EXISTS ( SELECT
   FROM claim c
  WHERE ((c.provider_uuid = claim_variant.provider_uuid) AND (c.claim_uuid = claim_variant.claim_uuid)))));
CREATE POLICY claim_variant_platform ON claim_variant FOR SELECT TO public
  USING (( SELECT acting_kind() AS acting_kind) = 'platform'::text);
CREATE POLICY claim_variant_staff ON claim_variant FOR SELECT TO public
  USING ((provider_uuid = ( SELECT acting_provider() AS acting_provider)) AND ( SELECT acting_staff() AS acting_staff));
GRANT INSERT, SELECT, UPDATE ON claim_variant TO quayside_app;

CREATE TABLE company (
  owner_uuid uuid NOT NULL,
  legal_name text DEFAULT ''::text NOT NULL,
  registration_number text DEFAULT ''::text NOT NULL,
  tax_number text DEFAULT ''::text NOT NULL,
  address text DEFAULT ''::text NOT NULL,
  phone text DEFAULT ''::text NOT NULL,
  email text DEFAULT ''::text NOT NULL,
  website text DEFAULT ''::text NOT NULL,
  updated_at timestamp with time zone DEFAULT now() NOT NULL,
  CONSTRAINT company_pkey PRIMARY KEY (owner_uuid)
);
ALTER TABLE company ENABLE ROW LEVEL SECURITY;
ALTER TABLE company FORCE ROW LEVEL SECURITY;
CREATE POLICY company_own ON company FOR ALL TO public
  USING (owner_uuid = ( SELECT acting_owner() AS acting_owner));
CREATE POLICY company_sign_up ON company FOR INSERT TO public
  WITH CHECK (( SELECT acting_kind() AS acting_kind) = 'gate'::text);
GRANT DELETE, INSERT, SELECT, UPDATE ON company TO quayside_app;

CREATE TABLE contact (
  owner_uuid uuid NOT NULL,
  contact_uuid uuid NOT NULL,
  name text NOT NULL,
  type text NOT NULL,
  detail text NOT NULL,
  version integer DEFAULT 1 NOT NULL,
  created_at timestamp with time zone DEFAULT now() NOT NULL,
  CONSTRAINT contact_pkey PRIMARY KEY (owner_uuid, contact_uuid)
);
ALTER TABLE contact ENABLE ROW LEVEL SECURITY;
ALTER TABLE contact FORCE ROW LEVEL SECURITY;
CREATE POLICY contact_own ON contact FOR ALL TO public
  USING (owner_uuid = ( SELECT acting_owner() AS acting_owner));
CREATE POLICY contact_sign_up ON contact FOR INSERT TO public
  WITH CHECK (( SELECT acting_kind() AS acting_kind) = 'gate'::text);
GRANT DELETE, INSERT, SELECT, UPDATE ON contact TO quayside_app;

CREATE TABLE device (
  device_uuid uuid NOT NULL,
  user_uuid uuid NOT NULL,
  name text NOT NULL,
  thumbprint text NOT NULL,
  linked_at timestamp with time zone NOT NULL,
  last_renewed_at timestamp with time zone,
  revoked_at timestamp with time zone,
  CONSTRAINT device_pkey PRIMARY KEY (device_uuid),
  CONSTRAINT device_user_fkey FOREIGN KEY (user_uuid) REFERENCES app_user(user_uuid) ON DELETE CASCADE
);
CREATE INDEX device_by_user ON public.device USING btree (user_uuid, device_uuid);
CREATE UNIQUE INDEX device_thumbprint_key ON public.device USING btree (thumbprint) WHERE (revoked_at IS NULL);
ALTER TABLE device ENABLE ROW LEVEL SECURITY;
ALTER TABLE device FORCE ROW LEVEL SECURITY;
CREATE POLICY device_own ON device FOR ALL TO public
  USING ((user_uuid = ( SELECT acting_user() AS acting_user)) AND (( SELECT acting_kind() AS acting_kind) = 'customer'::text));
CREATE POLICY device_platform ON device FOR ALL TO public
  USING (( SELECT acting_kind() AS acting_kind) = ANY (ARRAY['gate'::text, 'platform'::text]));
GRANT DELETE, INSERT, SELECT, UPDATE ON device TO quayside_app;

CREATE TABLE device_link (
  link_uuid uuid NOT NULL,
  device_code_hash bytea NOT NULL,
  user_code text NOT NULL,
  thumbprint text NOT NULL,
  device_name text NOT NULL,
  state text NOT NULL,
  user_uuid uuid,
  device_uuid uuid,
  created_at timestamp with time zone NOT NULL,
  expires_at timestamp with time zone NOT NULL,
  CONSTRAINT device_link_pkey PRIMARY KEY (link_uuid),
  CONSTRAINT device_link_device_code_key UNIQUE (device_code_hash),
  CONSTRAINT device_link_user_code_key UNIQUE (user_code),
  CONSTRAINT device_link_decided CHECK (((state = 'PENDING'::text) = (user_uuid IS NULL))),
  CONSTRAINT device_link_state_known CHECK ((state = ANY (ARRAY['PENDING'::text, 'APPROVED'::text, 'DENIED'::text]))),
  CONSTRAINT device_link_user_fkey FOREIGN KEY (user_uuid) REFERENCES app_user(user_uuid) ON DELETE CASCADE
);
CREATE INDEX device_link_by_end ON public.device_link USING btree (expires_at);
ALTER TABLE device_link ENABLE ROW LEVEL SECURITY;
ALTER TABLE device_link FORCE ROW LEVEL SECURITY;
CREATE POLICY device_link_gate ON device_link FOR ALL TO public
  USING (( SELECT acting_kind() AS acting_kind) = ANY (ARRAY['gate'::text, 'platform'::text]));
GRANT DELETE, INSERT, SELECT, UPDATE ON device_link TO quayside_app;

CREATE TABLE download (
  provider_uuid uuid NOT NULL,
  download_uuid uuid NOT NULL,
  user_uuid uuid NOT NULL,
  kind text NOT NULL,
  name text NOT NULL,
  status text DEFAULT 'queued'::text NOT NULL,
  progress smallint DEFAULT 0 NOT NULL,
  file_uuid uuid,
  created_at timestamp with time zone NOT NULL,
  expires_at timestamp with time zone NOT NULL,
  seen_at timestamp with time zone,
  CONSTRAINT download_pkey PRIMARY KEY (provider_uuid, download_uuid),
  CONSTRAINT download_progress_percent CHECK (((progress >= 0) AND (progress <= 100))),
  CONSTRAINT download_ready_has_file CHECK (((status = 'ready'::text) = (file_uuid IS NOT NULL))),
  CONSTRAINT download_status_known CHECK ((status = ANY (ARRAY['queued'::text, 'running'::text, 'ready'::text, 'failed'::text]))),
  CONSTRAINT download_file_fkey FOREIGN KEY (provider_uuid, file_uuid) REFERENCES file(provider_uuid, file_uuid)
);
CREATE INDEX download_by_expiry ON public.download USING btree (expires_at);
CREATE INDEX download_by_user ON public.download USING btree (provider_uuid, user_uuid, download_uuid);
ALTER TABLE download ENABLE ROW LEVEL SECURITY;
ALTER TABLE download FORCE ROW LEVEL SECURITY;
CREATE POLICY download_own ON download FOR ALL TO public
  USING ((provider_uuid = ( SELECT acting_provider() AS acting_provider)) AND (user_uuid = ( SELECT acting_user() AS acting_user)));
CREATE POLICY download_platform ON download FOR ALL TO public
  USING (( SELECT acting_kind() AS acting_kind) = 'platform'::text);
GRANT DELETE, INSERT, SELECT, UPDATE ON download TO quayside_app;

CREATE TABLE event (
  provider_uuid uuid NOT NULL,
  event_uuid uuid NOT NULL,
  "position" bigint,
  topic text NOT NULL,
  retailer_uuid uuid,
  user_uuid uuid,
  payload jsonb NOT NULL,
  created_at timestamp with time zone DEFAULT now() NOT NULL,
  warehouse_uuid uuid,
  CONSTRAINT event_pkey PRIMARY KEY (provider_uuid, event_uuid),
  CONSTRAINT event_position_key UNIQUE ("position")
);
CREATE INDEX event_by_age ON public.event USING btree (created_at);
CREATE INDEX event_unnumbered ON public.event USING btree (event_uuid) WHERE ("position" IS NULL);
ALTER TABLE event ENABLE ROW LEVEL SECURITY;
ALTER TABLE event FORCE ROW LEVEL SECURITY;
CREATE POLICY event_platform ON event FOR ALL TO public
  USING (( SELECT acting_kind() AS acting_kind) = 'platform'::text);
CREATE POLICY event_written ON event FOR INSERT TO public
  WITH CHECK (acting_writes_for(provider_uuid, retailer_uuid) OR (( SELECT acting_kind() AS acting_kind) = 'platform'::text));
GRANT DELETE, INSERT, SELECT, UPDATE ON event TO quayside_app;

CREATE TABLE exception_case (
  provider_uuid uuid NOT NULL,
  exception_uuid uuid NOT NULL,
  exception_number text COLLATE "C" NOT NULL,
  type text NOT NULL,
  status text DEFAULT 'open'::text NOT NULL,
  order_uuid uuid,
  owner_uuid uuid NOT NULL,
  warehouse_uuid uuid,
  assignee_uuid uuid,
  reason text DEFAULT ''::text NOT NULL,
  resolution text DEFAULT ''::text NOT NULL,
  opened_at timestamp with time zone NOT NULL,
  changed_at timestamp with time zone NOT NULL,
  resolved_at timestamp with time zone,
  closed_at timestamp with time zone,
  version integer DEFAULT 1 NOT NULL,
  proposed_line_uuid uuid,
  proposed_variant_uuid uuid,
  proposed_sku text DEFAULT ''::text NOT NULL,
  proposed_title text DEFAULT ''::text NOT NULL,
  consent text DEFAULT ''::text NOT NULL,
  CONSTRAINT exception_case_pkey PRIMARY KEY (provider_uuid, exception_uuid),
  CONSTRAINT exception_case_number_key UNIQUE (provider_uuid, exception_number),
  CONSTRAINT exception_case_assigned CHECK (
CASE status
    WHEN 'open'::text THEN (assignee_uuid IS NULL)
    WHEN 'assigned'::text THEN (assignee_uuid IS NOT NULL)
    WHEN 'waiting_retailer'::text THEN (assignee_uuid IS NOT NULL)
    ELSE true
END),
  CONSTRAINT exception_case_closed CHECK (((status = 'closed'::text) = (closed_at IS NOT NULL))),
  CONSTRAINT exception_case_consent_known CHECK ((consent = ANY (ARRAY[''::text, 'asked'::text, 'agreed'::text, 'declined'::text]))),
  CONSTRAINT exception_case_of_an_order CHECK (((order_uuid IS NOT NULL) OR (type = ANY (ARRAY['unknown_parcel'::text, 'wrong_item'::text])))),
  CONSTRAINT exception_case_proposal_whole CHECK ((((proposed_line_uuid IS NULL) = (consent = ''::text)) AND ((proposed_variant_uuid IS NULL) = (consent = ''::text)))),
  CONSTRAINT exception_case_resolution_known CHECK ((resolution = ANY (ARRAY[''::text, 'reallocated'::text, 'split'::text, 'substituted'::text, 'lines_cancelled'::text, 'order_cancelled'::text, 'cancel_rejected'::text, 'address_corrected'::text, 'address_confirmed'::text, 'order_returned'::text, 'order_merged'::text, 'repacked'::text, 'relabelled'::text, 'scrapped'::text, 'other'::text]))),
  CONSTRAINT exception_case_resolved CHECK ((((status = ANY (ARRAY['resolved'::text, 'closed'::text])) = (resolved_at IS NOT NULL)) AND ((resolved_at IS NULL) = (resolution = ''::text)))),
  CONSTRAINT exception_case_status_known CHECK ((status = ANY (ARRAY['open'::text, 'assigned'::text, 'waiting_retailer'::text, 'resolved'::text, 'closed'::text]))),
  CONSTRAINT exception_case_type_known CHECK ((type = ANY (ARRAY['short'::text, 'damaged'::text, 'address'::text, 'cancelled'::text, 'late_pick'::text, 'wrong_item'::text, 'weight_variance'::text, 'label_failed'::text, 'channel_refused'::text, 'unknown_parcel'::text]))),
  CONSTRAINT exception_case_order_fkey FOREIGN KEY (provider_uuid, order_uuid) REFERENCES sales_order(provider_uuid, order_uuid),
  CONSTRAINT exception_case_proposed_variant_fkey FOREIGN KEY (provider_uuid, proposed_variant_uuid) REFERENCES variant(provider_uuid, variant_uuid),
  CONSTRAINT exception_case_provider_fkey FOREIGN KEY (provider_uuid) REFERENCES provider(provider_uuid)
);
CREATE INDEX exception_case_by_order ON public.exception_case USING btree (provider_uuid, order_uuid, exception_uuid);
CREATE INDEX exception_case_by_owner ON public.exception_case USING btree (provider_uuid, owner_uuid, status, exception_uuid) INCLUDE (warehouse_uuid, type);
CREATE INDEX exception_case_by_status ON public.exception_case USING btree (provider_uuid, status, exception_uuid) INCLUDE (warehouse_uuid, owner_uuid, type);
CREATE UNIQUE INDEX exception_case_open_key ON public.exception_case USING btree (provider_uuid, order_uuid, type) WHERE (status = ANY (ARRAY['open'::text, 'assigned'::text, 'waiting_retailer'::text]));
ALTER TABLE exception_case ENABLE ROW LEVEL SECURITY;
ALTER TABLE exception_case FORCE ROW LEVEL SECURITY;
CREATE POLICY exception_case_in_warehouse ON exception_case AS RESTRICTIVE FOR ALL TO public
  USING ((( SELECT acting_everywhere() AS acting_everywhere) IS NOT NULL) OR (warehouse_uuid = ANY (( SELECT acting_warehouses() AS acting_warehouses)::uuid[])));
CREATE POLICY exception_case_platform ON exception_case FOR ALL TO public
  USING (( SELECT acting_kind() AS acting_kind) = 'platform'::text);
CREATE POLICY exception_case_retailer ON exception_case FOR SELECT TO public
  USING ((provider_uuid = ( SELECT acting_provider() AS acting_provider)) AND (owner_uuid = ( SELECT acting_retailer() AS acting_retailer)));
CREATE POLICY exception_case_staff ON exception_case FOR ALL TO public
  USING ((provider_uuid = ( SELECT acting_provider() AS acting_provider)) AND ( SELECT acting_staff() AS acting_staff));
GRANT INSERT, SELECT, UPDATE ON exception_case TO quayside_app;

CREATE TABLE exception_event (
  provider_uuid uuid NOT NULL,
  exception_uuid uuid NOT NULL,
  event_uuid uuid NOT NULL,
  owner_uuid uuid NOT NULL,
  warehouse_uuid uuid,
  at timestamp with time zone NOT NULL,
  user_uuid uuid,
  by_retailer boolean DEFAULT false NOT NULL,
  event text NOT NULL,
  from_status text DEFAULT ''::text NOT NULL,
  to_status text DEFAULT ''::text NOT NULL,
  is_internal boolean DEFAULT false NOT NULL,
  message text DEFAULT ''::text NOT NULL,
  detail jsonb DEFAULT '{}'::jsonb NOT NULL,
  CONSTRAINT exception_event_pkey PRIMARY KEY (provider_uuid, exception_uuid, event_uuid),
  CONSTRAINT exception_event_case_fkey FOREIGN KEY (provider_uuid, exception_uuid) REFERENCES exception_case(provider_uuid, exception_uuid)
);
ALTER TABLE exception_event ENABLE ROW LEVEL SECURITY;
ALTER TABLE exception_event FORCE ROW LEVEL SECURITY;
CREATE POLICY exception_event_in_warehouse ON exception_event AS RESTRICTIVE FOR ALL TO public
  USING ((( SELECT acting_everywhere() AS acting_everywhere) IS NOT NULL) OR (warehouse_uuid = ANY (( SELECT acting_warehouses() AS acting_warehouses)::uuid[])));
CREATE POLICY exception_event_platform ON exception_event FOR ALL TO public
  USING (( SELECT acting_kind() AS acting_kind) = 'platform'::text);
CREATE POLICY exception_event_retailer ON exception_event FOR SELECT TO public
  USING ((provider_uuid = ( SELECT acting_provider() AS acting_provider)) AND (owner_uuid = ( SELECT acting_retailer() AS acting_retailer)) AND (NOT is_internal));
CREATE POLICY exception_event_staff ON exception_event FOR ALL TO public
  USING ((provider_uuid = ( SELECT acting_provider() AS acting_provider)) AND ( SELECT acting_staff() AS acting_staff));
GRANT INSERT, SELECT ON exception_event TO quayside_app;

CREATE TABLE file (
  provider_uuid uuid NOT NULL,
  file_uuid uuid NOT NULL,
  retailer_uuid uuid,
  user_uuid uuid NOT NULL,
  purpose text NOT NULL,
  name text NOT NULL,
  extension text NOT NULL,
  content_type text NOT NULL,
  byte_size bigint NOT NULL,
  sha256 bytea NOT NULL,
  store_key text NOT NULL,
  created_at timestamp with time zone DEFAULT now() NOT NULL,
  expires_at timestamp with time zone,
  CONSTRAINT file_pkey PRIMARY KEY (provider_uuid, file_uuid),
  CONSTRAINT file_size_positive CHECK ((byte_size >= 0))
);
CREATE INDEX file_by_expiry ON public.file USING btree (expires_at) WHERE (expires_at IS NOT NULL);
ALTER TABLE file ENABLE ROW LEVEL SECURITY;
ALTER TABLE file FORCE ROW LEVEL SECURITY;
CREATE POLICY file_in_warehouse ON file AS RESTRICTIVE FOR ALL TO public
  USING ((( SELECT acting_everywhere() AS acting_everywhere) IS NOT NULL) OR (purpose <> 'photo'::text) OR (user_uuid = ( SELECT acting_user() AS acting_user)) OR is_photo_in_acting_warehouses(provider_uuid, file_uuid));
CREATE POLICY file_of_catalogue ON file FOR SELECT TO public
  USING ((provider_uuid = ( SELECT acting_provider() AS acting_provider)) AND (( SELECT acting_kind() AS acting_kind) = 'dropShipper'::text) AND (retailer_uuid IS NULL) AND (EXISTS ( SELECT
   FROM product_image p
  WHERE ((p.provider_uuid = file.provider_uuid) AND (p.file_uuid = file.file_uuid)))));
CREATE POLICY file_platform ON file FOR ALL TO public
  USING (( SELECT acting_kind() AS acting_kind) = 'platform'::text);
CREATE POLICY file_retailer ON file FOR ALL TO public
  USING ((provider_uuid = ( SELECT acting_provider() AS acting_provider)) AND (retailer_uuid = ( SELECT acting_retailer() AS acting_retailer)) AND ((purpose <> 'document'::text) OR (NOT ( SELECT acting_for_support() AS acting_for_support))))
  WITH CHECK ((provider_uuid = ( SELECT acting_provider() AS acting_provider)) AND (retailer_uuid = ( SELECT acting_retailer() AS acting_retailer)));
CREATE POLICY file_retailer_documents ON file FOR SELECT TO public
  USING ((retailer_uuid = ( SELECT acting_retailer() AS acting_retailer)) AND (purpose = 'document'::text) AND (NOT ( SELECT acting_for_support() AS acting_for_support)));
CREATE POLICY file_staff ON file FOR ALL TO public
  USING ((provider_uuid = ( SELECT acting_provider() AS acting_provider)) AND ( SELECT acting_staff() AS acting_staff) AND ((purpose <> 'document'::text) OR (retailer_uuid IS NULL)));
GRANT DELETE, INSERT, SELECT, UPDATE ON file TO quayside_app;

CREATE TABLE idempotency_key (
  provider_uuid uuid NOT NULL,
  user_uuid uuid NOT NULL,
  key text NOT NULL,
  call text NOT NULL,
  request_hash bytea NOT NULL,
  http_status smallint,
  answer text,
  created_at timestamp with time zone NOT NULL,
  CONSTRAINT idempotency_key_pkey PRIMARY KEY (provider_uuid, user_uuid, key)
);
CREATE INDEX idempotency_key_by_age ON public.idempotency_key USING btree (created_at);
ALTER TABLE idempotency_key ENABLE ROW LEVEL SECURITY;
ALTER TABLE idempotency_key FORCE ROW LEVEL SECURITY;
CREATE POLICY idempotency_key_nobody ON idempotency_key FOR ALL TO public
  USING ((( SELECT acting_kind() AS acting_kind) = 'gate'::text) AND (user_uuid = '00000000-0000-0000-0000-000000000000'::uuid));
CREATE POLICY idempotency_key_own ON idempotency_key FOR ALL TO public
  USING (user_uuid = ( SELECT acting_user() AS acting_user));
CREATE POLICY idempotency_key_platform ON idempotency_key FOR ALL TO public
  USING (( SELECT acting_kind() AS acting_kind) = 'platform'::text);
GRANT DELETE, INSERT, SELECT, UPDATE ON idempotency_key TO quayside_app;

CREATE TABLE import_job (
  provider_uuid uuid NOT NULL,
  import_uuid uuid NOT NULL,
  retailer_uuid uuid,
  user_uuid uuid NOT NULL,
  kind text NOT NULL,
  status text NOT NULL,
  file_name text NOT NULL,
  row_count integer NOT NULL,
  ready_count integer NOT NULL,
  problem_count integer NOT NULL,
  bad_row_count integer NOT NULL,
  result jsonb,
  created_at timestamp with time zone NOT NULL,
  posted_at timestamp with time zone,
  CONSTRAINT import_job_pkey PRIMARY KEY (provider_uuid, import_uuid),
  CONSTRAINT import_job_kind_known CHECK ((kind = ANY (ARRAY['orders'::text, 'receipts'::text, 'opening-stock'::text, 'products'::text, 'locations'::text, 'tracks'::text]))),
  CONSTRAINT import_job_status_known CHECK ((status = ANY (ARRAY['CHECKED'::text, 'POSTED'::text, 'DISCARDED'::text])))
);
CREATE INDEX import_job_by_age ON public.import_job USING btree (created_at);
CREATE INDEX import_job_by_time ON public.import_job USING btree (provider_uuid, created_at DESC, import_uuid);
ALTER TABLE import_job ENABLE ROW LEVEL SECURITY;
ALTER TABLE import_job FORCE ROW LEVEL SECURITY;
CREATE POLICY import_job_in_warehouse ON import_job AS RESTRICTIVE FOR ALL TO public
  USING ((( SELECT acting_everywhere() AS acting_everywhere) IS NOT NULL) OR (user_uuid = ( SELECT acting_user() AS acting_user)));
CREATE POLICY import_job_platform ON import_job FOR ALL TO public
  USING (( SELECT acting_kind() AS acting_kind) = 'platform'::text);
CREATE POLICY import_job_retailer ON import_job FOR ALL TO public
  USING ((provider_uuid = ( SELECT acting_provider() AS acting_provider)) AND (retailer_uuid = ( SELECT acting_retailer() AS acting_retailer)))
  WITH CHECK ((provider_uuid = ( SELECT acting_provider() AS acting_provider)) AND (retailer_uuid = ( SELECT acting_retailer() AS acting_retailer)));
CREATE POLICY import_job_staff ON import_job FOR ALL TO public
  USING ((provider_uuid = ( SELECT acting_provider() AS acting_provider)) AND ( SELECT acting_staff() AS acting_staff));
GRANT DELETE, INSERT, SELECT, UPDATE ON import_job TO quayside_app;

CREATE TABLE import_row (
  provider_uuid uuid NOT NULL,
  import_uuid uuid NOT NULL,
  row_number integer NOT NULL,
  retailer_uuid uuid,
  cells jsonb NOT NULL,
  prepared jsonb,
  problems jsonb NOT NULL,
  CONSTRAINT import_row_pkey PRIMARY KEY (provider_uuid, import_uuid, row_number),
  CONSTRAINT import_row_job_fkey FOREIGN KEY (provider_uuid, import_uuid) REFERENCES import_job(provider_uuid, import_uuid) ON DELETE CASCADE
);
CREATE INDEX import_row_bad ON public.import_row USING btree (provider_uuid, import_uuid, row_number) WHERE (problems <> '[]'::jsonb);
ALTER TABLE import_row ENABLE ROW LEVEL SECURITY;
ALTER TABLE import_row FORCE ROW LEVEL SECURITY;
CREATE POLICY import_row_in_warehouse ON import_row AS RESTRICTIVE FOR ALL TO public
  USING ((( SELECT acting_everywhere() AS acting_everywhere) IS NOT NULL) OR is_import_of_acting(provider_uuid, import_uuid));
CREATE POLICY import_row_platform ON import_row FOR ALL TO public
  USING (( SELECT acting_kind() AS acting_kind) = 'platform'::text);
CREATE POLICY import_row_retailer ON import_row FOR ALL TO public
  USING ((provider_uuid = ( SELECT acting_provider() AS acting_provider)) AND (retailer_uuid = ( SELECT acting_retailer() AS acting_retailer)))
  WITH CHECK ((provider_uuid = ( SELECT acting_provider() AS acting_provider)) AND (retailer_uuid = ( SELECT acting_retailer() AS acting_retailer)));
CREATE POLICY import_row_staff ON import_row FOR ALL TO public
  USING ((provider_uuid = ( SELECT acting_provider() AS acting_provider)) AND ( SELECT acting_staff() AS acting_staff));
GRANT DELETE, INSERT, SELECT, UPDATE ON import_row TO quayside_app;

CREATE TABLE inspection (
  provider_uuid uuid NOT NULL,
  inspection_uuid uuid NOT NULL,
  receipt_uuid uuid NOT NULL,
  line_uuid uuid NOT NULL,
  owner_uuid uuid NOT NULL,
  qualified_quantity integer NOT NULL,
  unqualified_quantity integer NOT NULL,
  reason text DEFAULT ''::text NOT NULL,
  inspected_by uuid NOT NULL,
  at timestamp with time zone NOT NULL,
  undone_at timestamp with time zone,
  CONSTRAINT inspection_pkey PRIMARY KEY (provider_uuid, inspection_uuid),
  CONSTRAINT inspection_quantity_positive CHECK (((qualified_quantity >= 0) AND (unqualified_quantity >= 0) AND ((qualified_quantity + unqualified_quantity) > 0))),
  CONSTRAINT inspection_line_fkey FOREIGN KEY (provider_uuid, receipt_uuid, line_uuid) REFERENCES receipt_line(provider_uuid, receipt_uuid, line_uuid)
);
CREATE INDEX inspection_by_line ON public.inspection USING btree (provider_uuid, receipt_uuid, line_uuid, inspection_uuid);
ALTER TABLE inspection ENABLE ROW LEVEL SECURITY;
ALTER TABLE inspection FORCE ROW LEVEL SECURITY;
CREATE POLICY inspection_in_warehouse ON inspection AS RESTRICTIVE FOR ALL TO public
  USING ((( SELECT acting_everywhere() AS acting_everywhere) IS NOT NULL) OR is_receipt_in_acting_warehouses(provider_uuid, receipt_uuid));
CREATE POLICY inspection_retailer ON inspection FOR SELECT TO public
  USING ((provider_uuid = ( SELECT acting_provider() AS acting_provider)) AND (owner_uuid = ( SELECT acting_retailer() AS acting_retailer)));
CREATE POLICY inspection_staff ON inspection FOR ALL TO public
  USING ((provider_uuid = ( SELECT acting_provider() AS acting_provider)) AND ( SELECT acting_staff() AS acting_staff));
GRANT INSERT, SELECT, UPDATE ON inspection TO quayside_app;

CREATE TABLE location (
  provider_uuid uuid NOT NULL,
  location_uuid uuid NOT NULL,
  warehouse_uuid uuid NOT NULL,
  shelf_uuid uuid,
  barcode text COLLATE "C" NOT NULL,
  type text NOT NULL,
  pick_sequence integer DEFAULT 0 NOT NULL,
  put_sequence integer DEFAULT 0 NOT NULL,
  x_mm integer DEFAULT 0 NOT NULL,
  y_mm integer DEFAULT 0 NOT NULL,
  level smallint DEFAULT 1 NOT NULL,
  capacity_ml bigint,
  capacity_grams bigint,
  is_blocked boolean DEFAULT false NOT NULL,
  blocked_reason text DEFAULT ''::text NOT NULL,
  version integer DEFAULT 1 NOT NULL,
  created_at timestamp with time zone DEFAULT now() NOT NULL,
  CONSTRAINT location_pkey PRIMARY KEY (provider_uuid, location_uuid),
  CONSTRAINT location_barcode_key UNIQUE (provider_uuid, barcode),
  CONSTRAINT location_barcode_shape CHECK (((barcode = upper(barcode)) AND (barcode ~ '^[!-~]{1,40}$'::text))),
  CONSTRAINT location_blocked_with_reason CHECK ((is_blocked = (blocked_reason <> ''::text))),
  CONSTRAINT location_capacity_positive CHECK (((capacity_ml > 0) AND (capacity_grams > 0))),
  CONSTRAINT location_type_known CHECK ((type = ANY (ARRAY['pick'::text, 'reserve'::text, 'receiving'::text, 'packing'::text, 'damaged'::text, 'returns'::text, 'tote'::text, 'slot'::text]))),
  CONSTRAINT location_shelf_fkey FOREIGN KEY (provider_uuid, shelf_uuid) REFERENCES shelf(provider_uuid, shelf_uuid),
  CONSTRAINT location_warehouse_fkey FOREIGN KEY (provider_uuid, warehouse_uuid) REFERENCES warehouse(provider_uuid, warehouse_uuid)
);
CREATE INDEX location_by_putaway ON public.location USING btree (provider_uuid, warehouse_uuid, put_sequence, location_uuid);
CREATE INDEX location_by_shelf ON public.location USING btree (provider_uuid, shelf_uuid) WHERE (shelf_uuid IS NOT NULL);
CREATE INDEX location_by_walk ON public.location USING btree (provider_uuid, warehouse_uuid, pick_sequence, location_uuid);
CREATE INDEX location_to_pack_at ON public.location USING btree (provider_uuid, warehouse_uuid, barcode) WHERE (type = 'packing'::text);
ALTER TABLE location ENABLE ROW LEVEL SECURITY;
ALTER TABLE location FORCE ROW LEVEL SECURITY;
CREATE POLICY location_in_warehouse ON location AS RESTRICTIVE FOR ALL TO public
  USING ((( SELECT acting_everywhere() AS acting_everywhere) IS NOT NULL) OR (warehouse_uuid = ANY (( SELECT acting_warehouses() AS acting_warehouses)::uuid[])));
CREATE POLICY location_platform ON location FOR SELECT TO public
  USING (( SELECT acting_kind() AS acting_kind) = 'platform'::text);
CREATE POLICY location_retailer ON location FOR SELECT TO public
  USING ((provider_uuid = ( SELECT acting_provider() AS acting_provider)) AND (( SELECT acting_kind() AS acting_kind) = 'dropShipper'::text) AND (EXISTS ( SELECT
   FROM stock_balance b
  WHERE ((b.provider_uuid = location.provider_uuid) AND (b.location_uuid = location.location_uuid) AND (b.quantity > 0) AND (b.owner_uuid = ( SELECT acting_retailer() AS acting_retailer))))));
CREATE POLICY location_staff ON location FOR ALL TO public
  USING ((provider_uuid = ( SELECT acting_provider() AS acting_provider)) AND ( SELECT acting_staff() AS acting_staff));
GRANT DELETE, INSERT, SELECT, UPDATE ON location TO quayside_app;

CREATE TABLE lot (
  provider_uuid uuid NOT NULL,
  variant_uuid uuid NOT NULL,
  lot text NOT NULL,
  owner_uuid uuid NOT NULL,
  expires_on date,
  created_at timestamp with time zone DEFAULT now() NOT NULL,
  CONSTRAINT lot_pkey PRIMARY KEY (provider_uuid, variant_uuid, lot),
  CONSTRAINT lot_filled CHECK ((lot <> ''::text)),
  CONSTRAINT lot_variant_fkey FOREIGN KEY (provider_uuid, variant_uuid) REFERENCES variant(provider_uuid, variant_uuid)
);
CREATE INDEX lot_by_name ON public.lot USING btree (provider_uuid, lot);
ALTER TABLE lot ENABLE ROW LEVEL SECURITY;
ALTER TABLE lot FORCE ROW LEVEL SECURITY;
CREATE POLICY lot_platform ON lot FOR SELECT TO public
  USING (( SELECT acting_kind() AS acting_kind) = 'platform'::text);
CREATE POLICY lot_retailer ON lot FOR SELECT TO public
  USING ((provider_uuid = ( SELECT acting_provider() AS acting_provider)) AND (owner_uuid = ( SELECT acting_retailer() AS acting_retailer)));
CREATE POLICY lot_staff ON lot FOR ALL TO public
  USING ((provider_uuid = ( SELECT acting_provider() AS acting_provider)) AND ( SELECT acting_staff() AS acting_staff));
GRANT INSERT, SELECT, UPDATE ON lot TO quayside_app;

CREATE TABLE mailed_link (
  link_uuid uuid NOT NULL,
  token_hash bytea NOT NULL,
  purpose text NOT NULL,
  user_uuid uuid NOT NULL,
  expires_at timestamp with time zone NOT NULL,
  used_at timestamp with time zone,
  created_at timestamp with time zone NOT NULL,
  detail jsonb DEFAULT '{}'::jsonb NOT NULL,
  CONSTRAINT mailed_link_pkey PRIMARY KEY (link_uuid),
  CONSTRAINT mailed_link_token_hash_key UNIQUE (token_hash),
  CONSTRAINT mailed_link_purpose_known CHECK ((purpose = ANY (ARRAY['resetPassword'::text, 'operatorInvitation'::text, 'customerSignIn'::text, 'changeEmail'::text]))),
  CONSTRAINT mailed_link_user_fkey FOREIGN KEY (user_uuid) REFERENCES app_user(user_uuid) ON DELETE CASCADE
);
CREATE INDEX mailed_link_by_user ON public.mailed_link USING btree (user_uuid, purpose);
ALTER TABLE mailed_link ENABLE ROW LEVEL SECURITY;
ALTER TABLE mailed_link FORCE ROW LEVEL SECURITY;
CREATE POLICY mailed_link_customer ON mailed_link FOR ALL TO public
  USING ((user_uuid = ( SELECT acting_user() AS acting_user)) AND (( SELECT acting_kind() AS acting_kind) = 'customer'::text));
CREATE POLICY mailed_link_gate ON mailed_link FOR ALL TO public
  USING (( SELECT acting_kind() AS acting_kind) = 'gate'::text);
CREATE POLICY mailed_link_platform ON mailed_link FOR ALL TO public
  USING (( SELECT acting_kind() AS acting_kind) = 'platform'::text);
CREATE POLICY mailed_link_provider ON mailed_link FOR ALL TO public
  USING ((( SELECT acting_kind() AS acting_kind) = 'provider'::text) AND (EXISTS ( SELECT
   FROM app_user u
  WHERE ((u.user_uuid = mailed_link.user_uuid) AND (u.role = 'operator'::text) AND (u.related_uuid = ( SELECT acting_provider() AS acting_provider))))));
GRANT DELETE, INSERT, SELECT, UPDATE ON mailed_link TO quayside_app;

CREATE TABLE manifest (
  provider_uuid uuid NOT NULL,
  manifest_uuid uuid NOT NULL,
  manifest_number text NOT NULL,
  warehouse_uuid uuid NOT NULL,
  carrier_account_uuid uuid,
  channel_uuid uuid,
  ship_date date NOT NULL,
  status text DEFAULT 'made'::text NOT NULL,
  made_by uuid,
  made_at timestamp with time zone NOT NULL,
  carrier_person text DEFAULT ''::text NOT NULL,
  signature_file_uuid uuid,
  signed_name text DEFAULT ''::text NOT NULL,
  handed_over_by uuid,
  handed_over_at timestamp with time zone,
  version integer DEFAULT 1 NOT NULL,
  CONSTRAINT manifest_pkey PRIMARY KEY (provider_uuid, manifest_uuid),
  CONSTRAINT manifest_number_key UNIQUE (provider_uuid, manifest_number),
  CONSTRAINT manifest_handed_over CHECK ((((status = 'handed_over'::text) = (handed_over_at IS NOT NULL)) AND ((status = 'handed_over'::text) = (carrier_person <> ''::text)) AND ((status = 'handed_over'::text) = ((signed_name <> ''::text) OR (signature_file_uuid IS NOT NULL))))),
  CONSTRAINT manifest_of_account_or_channel CHECK ((num_nonnulls(carrier_account_uuid, channel_uuid) = 1)),
  CONSTRAINT manifest_status_known CHECK ((status = ANY (ARRAY['made'::text, 'handed_over'::text, 'cancelled'::text]))),
  CONSTRAINT manifest_texts_short CHECK (((length(carrier_person) <= 100) AND (length(signed_name) <= 100))),
  CONSTRAINT manifest_account_fkey FOREIGN KEY (provider_uuid, carrier_account_uuid) REFERENCES carrier_account(provider_uuid, carrier_account_uuid),
  CONSTRAINT manifest_channel_fkey FOREIGN KEY (provider_uuid, channel_uuid) REFERENCES channel(provider_uuid, channel_uuid),
  CONSTRAINT manifest_warehouse_fkey FOREIGN KEY (provider_uuid, warehouse_uuid) REFERENCES warehouse(provider_uuid, warehouse_uuid)
);
CREATE INDEX manifest_by_status ON public.manifest USING btree (provider_uuid, status, manifest_uuid);
ALTER TABLE manifest ENABLE ROW LEVEL SECURITY;
ALTER TABLE manifest FORCE ROW LEVEL SECURITY;
CREATE POLICY manifest_in_warehouse ON manifest AS RESTRICTIVE FOR ALL TO public
  USING ((( SELECT acting_everywhere() AS acting_everywhere) IS NOT NULL) OR (warehouse_uuid = ANY (( SELECT acting_warehouses() AS acting_warehouses)::uuid[])));
CREATE POLICY manifest_platform ON manifest FOR ALL TO public
  USING (( SELECT acting_kind() AS acting_kind) = 'platform'::text);
CREATE POLICY manifest_staff ON manifest FOR ALL TO public
  USING ((provider_uuid = ( SELECT acting_provider() AS acting_provider)) AND ( SELECT acting_staff() AS acting_staff));
GRANT INSERT, SELECT, UPDATE ON manifest TO quayside_app;

CREATE TABLE migration (
  name text NOT NULL,
  sha256 text NOT NULL,
  applied_at timestamp with time zone DEFAULT now() NOT NULL,
  CONSTRAINT migration_pkey PRIMARY KEY (name)
);
-- no row-level security

CREATE TABLE number_counter (
  provider_uuid uuid NOT NULL,
  kind text NOT NULL,
  day date NOT NULL,
  last integer NOT NULL,
  CONSTRAINT number_counter_pkey PRIMARY KEY (provider_uuid, kind, day)
);
ALTER TABLE number_counter ENABLE ROW LEVEL SECURITY;
ALTER TABLE number_counter FORCE ROW LEVEL SECURITY;
CREATE POLICY number_counter_tenant ON number_counter FOR ALL TO public
  USING (provider_uuid = ( SELECT acting_provider() AS acting_provider));
GRANT INSERT, SELECT, UPDATE ON number_counter TO quayside_app;

CREATE TABLE operator_grant (
  provider_uuid uuid NOT NULL,
  user_uuid uuid NOT NULL,
  permission text NOT NULL,
  CONSTRAINT operator_grant_pkey PRIMARY KEY (provider_uuid, user_uuid, permission),
  CONSTRAINT operator_grant_user_fkey FOREIGN KEY (user_uuid) REFERENCES app_user(user_uuid) ON DELETE CASCADE
);
ALTER TABLE operator_grant ENABLE ROW LEVEL SECURITY;
ALTER TABLE operator_grant FORCE ROW LEVEL SECURITY;
CREATE POLICY operator_grant_gate ON operator_grant FOR SELECT TO public
  USING (( SELECT acting_kind() AS acting_kind) = 'gate'::text);
CREATE POLICY operator_grant_own ON operator_grant FOR SELECT TO public
  USING (user_uuid = ( SELECT acting_user() AS acting_user));
CREATE POLICY operator_grant_provider ON operator_grant FOR ALL TO public
  USING ((provider_uuid = ( SELECT acting_provider() AS acting_provider)) AND (( SELECT acting_kind() AS acting_kind) = 'provider'::text));
GRANT DELETE, INSERT, SELECT, UPDATE ON operator_grant TO quayside_app;

CREATE TABLE operator_pin (
  provider_uuid uuid NOT NULL,
  user_uuid uuid NOT NULL,
  pin_hash text,
  badge_hash bytea,
  wrong_tries smallint DEFAULT 0 NOT NULL,
  last_wrong_at timestamp with time zone,
  pin_set_at timestamp with time zone,
  badge_made_at timestamp with time zone,
  CONSTRAINT operator_pin_pkey PRIMARY KEY (provider_uuid, user_uuid),
  CONSTRAINT operator_pin_tries_within CHECK (((wrong_tries >= 0) AND (wrong_tries <= 5))),
  CONSTRAINT operator_pin_user_fkey FOREIGN KEY (user_uuid) REFERENCES app_user(user_uuid) ON DELETE CASCADE
);
CREATE UNIQUE INDEX operator_pin_badge_key ON public.operator_pin USING btree (provider_uuid, badge_hash) WHERE (badge_hash IS NOT NULL);
ALTER TABLE operator_pin ENABLE ROW LEVEL SECURITY;
ALTER TABLE operator_pin FORCE ROW LEVEL SECURITY;
CREATE POLICY operator_pin_gate ON operator_pin FOR ALL TO public
  USING (( SELECT acting_kind() AS acting_kind) = 'gate'::text);
CREATE POLICY operator_pin_own ON operator_pin FOR ALL TO public
  USING ((user_uuid = ( SELECT acting_user() AS acting_user)) AND (provider_uuid = ( SELECT acting_provider() AS acting_provider)));
GRANT DELETE, INSERT, SELECT, UPDATE ON operator_pin TO quayside_app;

CREATE TABLE operator_warehouse (
  provider_uuid uuid NOT NULL,
  user_uuid uuid NOT NULL,
  warehouse_uuid uuid NOT NULL,
  CONSTRAINT operator_warehouse_pkey PRIMARY KEY (provider_uuid, user_uuid, warehouse_uuid),
  CONSTRAINT operator_warehouse_user_fkey FOREIGN KEY (user_uuid) REFERENCES app_user(user_uuid) ON DELETE CASCADE,
  CONSTRAINT operator_warehouse_warehouse_fkey FOREIGN KEY (provider_uuid, warehouse_uuid) REFERENCES warehouse(provider_uuid, warehouse_uuid)
);
ALTER TABLE operator_warehouse ENABLE ROW LEVEL SECURITY;
ALTER TABLE operator_warehouse FORCE ROW LEVEL SECURITY;
CREATE POLICY operator_warehouse_gate ON operator_warehouse FOR SELECT TO public
  USING (( SELECT acting_kind() AS acting_kind) = 'gate'::text);
CREATE POLICY operator_warehouse_own ON operator_warehouse FOR SELECT TO public
  USING (user_uuid = ( SELECT acting_user() AS acting_user));
CREATE POLICY operator_warehouse_provider ON operator_warehouse FOR ALL TO public
  USING ((provider_uuid = ( SELECT acting_provider() AS acting_provider)) AND (( SELECT acting_kind() AS acting_kind) = 'provider'::text));
GRANT DELETE, INSERT, SELECT ON operator_warehouse TO quayside_app;

CREATE TABLE order_demand (
  provider_uuid uuid NOT NULL,
  order_uuid uuid NOT NULL,
  demand_number integer NOT NULL,
  line_uuid uuid NOT NULL,
  owner_uuid uuid NOT NULL,
  variant_uuid uuid NOT NULL,
  stock_owner_uuid uuid NOT NULL,
  warehouse_uuid uuid NOT NULL,
  quantity integer NOT NULL,
  is_reserved boolean DEFAULT false NOT NULL,
  CONSTRAINT order_demand_pkey PRIMARY KEY (provider_uuid, order_uuid, demand_number),
  CONSTRAINT order_demand_quantity_positive CHECK ((quantity > 0)),
  CONSTRAINT order_demand_line_fkey FOREIGN KEY (provider_uuid, order_uuid, line_uuid) REFERENCES order_line(provider_uuid, order_uuid, line_uuid) ON DELETE CASCADE,
  CONSTRAINT order_demand_variant_fkey FOREIGN KEY (provider_uuid, variant_uuid) REFERENCES variant(provider_uuid, variant_uuid)
);
CREATE INDEX order_demand_by_line ON public.order_demand USING btree (provider_uuid, order_uuid, line_uuid);
CREATE INDEX order_demand_by_variant ON public.order_demand USING btree (provider_uuid, variant_uuid);
CREATE INDEX order_demand_open ON public.order_demand USING btree (provider_uuid, variant_uuid, warehouse_uuid) INCLUDE (order_uuid) WHERE (NOT is_reserved);
ALTER TABLE order_demand ENABLE ROW LEVEL SECURITY;
ALTER TABLE order_demand FORCE ROW LEVEL SECURITY;
CREATE POLICY order_demand_in_warehouse ON order_demand AS RESTRICTIVE FOR ALL TO public
  USING ((( SELECT acting_everywhere() AS acting_everywhere) IS NOT NULL) OR (warehouse_uuid = ANY (( SELECT acting_warehouses() AS acting_warehouses)::uuid[])));
CREATE POLICY order_demand_platform ON order_demand FOR ALL TO public
  USING (( SELECT acting_kind() AS acting_kind) = 'platform'::text);
CREATE POLICY order_demand_retailer ON order_demand FOR ALL TO public
  USING ((provider_uuid = ( SELECT acting_provider() AS acting_provider)) AND (owner_uuid = ( SELECT acting_retailer() AS acting_retailer)));
CREATE POLICY order_demand_staff ON order_demand FOR ALL TO public
  USING ((provider_uuid = ( SELECT acting_provider() AS acting_provider)) AND ( SELECT acting_staff() AS acting_staff));
GRANT DELETE, INSERT, SELECT, UPDATE ON order_demand TO quayside_app;

CREATE TABLE order_event (
  provider_uuid uuid NOT NULL,
  order_uuid uuid NOT NULL,
  event_uuid uuid NOT NULL,
  owner_uuid uuid NOT NULL,
  at timestamp with time zone NOT NULL,
  user_uuid uuid,
  event text NOT NULL,
  from_status text DEFAULT ''::text NOT NULL,
  to_status text DEFAULT ''::text NOT NULL,
  detail jsonb DEFAULT '{}'::jsonb NOT NULL,
  CONSTRAINT order_event_pkey PRIMARY KEY (provider_uuid, order_uuid, event_uuid),
  CONSTRAINT order_event_order_fkey FOREIGN KEY (provider_uuid, order_uuid) REFERENCES sales_order(provider_uuid, order_uuid) ON DELETE CASCADE
);
ALTER TABLE order_event ENABLE ROW LEVEL SECURITY;
ALTER TABLE order_event FORCE ROW LEVEL SECURITY;
CREATE POLICY order_event_in_warehouse ON order_event AS RESTRICTIVE FOR ALL TO public
  USING ((( SELECT acting_everywhere() AS acting_everywhere) IS NOT NULL) OR is_order_in_acting_warehouses(provider_uuid, order_uuid));
CREATE POLICY order_event_platform ON order_event FOR ALL TO public
  USING (( SELECT acting_kind() AS acting_kind) = 'platform'::text);
CREATE POLICY order_event_retailer ON order_event FOR ALL TO public
  USING ((provider_uuid = ( SELECT acting_provider() AS acting_provider)) AND (owner_uuid = ( SELECT acting_retailer() AS acting_retailer)));
CREATE POLICY order_event_staff ON order_event FOR ALL TO public
  USING ((provider_uuid = ( SELECT acting_provider() AS acting_provider)) AND ( SELECT acting_staff() AS acting_staff));
GRANT DELETE, INSERT, SELECT ON order_event TO quayside_app;

CREATE TABLE order_line (
  provider_uuid uuid NOT NULL,
  order_uuid uuid NOT NULL,
  line_uuid uuid NOT NULL,
  line_number integer NOT NULL,
  owner_uuid uuid NOT NULL,
  variant_uuid uuid NOT NULL,
  sku text DEFAULT ''::text NOT NULL,
  stock_owner_uuid uuid NOT NULL,
  claim_uuid uuid,
  quantity integer NOT NULL,
  title text DEFAULT ''::text NOT NULL,
  unit_price_cents bigint,
  agreed_price_cents bigint,
  agreed_currency text DEFAULT ''::text NOT NULL,
  declared_name text DEFAULT ''::text NOT NULL,
  declared_name_zh text DEFAULT ''::text NOT NULL,
  hs_code text DEFAULT ''::text NOT NULL,
  origin_country text DEFAULT ''::text NOT NULL,
  declared_value_cents bigint,
  declared_currency text DEFAULT ''::text NOT NULL,
  CONSTRAINT order_line_pkey PRIMARY KEY (provider_uuid, order_uuid, line_uuid),
  CONSTRAINT order_line_number_key UNIQUE (provider_uuid, order_uuid, line_number),
  CONSTRAINT order_line_claimed_is_the_providers CHECK (((claim_uuid IS NULL) OR (stock_owner_uuid = provider_uuid))),
  CONSTRAINT order_line_prices_not_negative CHECK (((unit_price_cents >= 0) AND (agreed_price_cents >= 0) AND (declared_value_cents >= 0))),
  CONSTRAINT order_line_quantity_within CHECK (((quantity >= 1) AND (quantity <= 10000000))),
  CONSTRAINT order_line_claim_fkey FOREIGN KEY (provider_uuid, claim_uuid) REFERENCES claim(provider_uuid, claim_uuid),
  CONSTRAINT order_line_order_fkey FOREIGN KEY (provider_uuid, order_uuid) REFERENCES sales_order(provider_uuid, order_uuid) ON DELETE CASCADE,
  CONSTRAINT order_line_variant_fkey FOREIGN KEY (provider_uuid, variant_uuid) REFERENCES variant(provider_uuid, variant_uuid)
);
CREATE INDEX order_line_by_claim ON public.order_line USING btree (provider_uuid, claim_uuid) WHERE (claim_uuid IS NOT NULL);
CREATE INDEX order_line_by_variant ON public.order_line USING btree (provider_uuid, variant_uuid, order_uuid);
ALTER TABLE order_line ENABLE ROW LEVEL SECURITY;
ALTER TABLE order_line FORCE ROW LEVEL SECURITY;
CREATE POLICY order_line_in_warehouse ON order_line AS RESTRICTIVE FOR ALL TO public
  USING ((( SELECT acting_everywhere() AS acting_everywhere) IS NOT NULL) OR is_order_in_acting_warehouses(provider_uuid, order_uuid));
CREATE POLICY order_line_platform ON order_line FOR ALL TO public
  USING (( SELECT acting_kind() AS acting_kind) = 'platform'::text);
CREATE POLICY order_line_retailer ON order_line FOR ALL TO public
  USING ((provider_uuid = ( SELECT acting_provider() AS acting_provider)) AND (owner_uuid = ( SELECT acting_retailer() AS acting_retailer)));
CREATE POLICY order_line_staff ON order_line FOR ALL TO public
  USING ((provider_uuid = ( SELECT acting_provider() AS acting_provider)) AND ( SELECT acting_staff() AS acting_staff));
GRANT DELETE, INSERT, SELECT, UPDATE ON order_line TO quayside_app;

CREATE TABLE order_recipient (
  provider_uuid uuid NOT NULL,
  order_uuid uuid NOT NULL,
  owner_uuid uuid NOT NULL,
  consignee text DEFAULT ''::text NOT NULL,
  phone text DEFAULT ''::text NOT NULL,
  mobile text DEFAULT ''::text NOT NULL,
  email text DEFAULT ''::text NOT NULL,
  address text DEFAULT ''::text NOT NULL,
  city text DEFAULT ''::text NOT NULL,
  state text DEFAULT ''::text NOT NULL,
  zip text DEFAULT ''::text NOT NULL,
  id_number text DEFAULT ''::text NOT NULL,
  CONSTRAINT order_recipient_pkey PRIMARY KEY (provider_uuid, order_uuid),
  CONSTRAINT order_recipient_order_fkey FOREIGN KEY (provider_uuid, order_uuid) REFERENCES sales_order(provider_uuid, order_uuid) ON DELETE CASCADE
);
ALTER TABLE order_recipient ENABLE ROW LEVEL SECURITY;
ALTER TABLE order_recipient FORCE ROW LEVEL SECURITY;
CREATE POLICY order_recipient_in_warehouse ON order_recipient AS RESTRICTIVE FOR ALL TO public
  USING ((( SELECT acting_everywhere() AS acting_everywhere) IS NOT NULL) OR is_order_in_acting_warehouses(provider_uuid, order_uuid));
CREATE POLICY order_recipient_platform ON order_recipient FOR ALL TO public
  USING (( SELECT acting_kind() AS acting_kind) = 'platform'::text);
CREATE POLICY order_recipient_retailer ON order_recipient FOR ALL TO public
  USING ((provider_uuid = ( SELECT acting_provider() AS acting_provider)) AND (owner_uuid = ( SELECT acting_retailer() AS acting_retailer)));
CREATE POLICY order_recipient_staff ON order_recipient FOR ALL TO public
  USING ((provider_uuid = ( SELECT acting_provider() AS acting_provider)) AND ( SELECT acting_staff() AS acting_staff));
GRANT DELETE, INSERT, SELECT, UPDATE ON order_recipient TO quayside_app;

CREATE TABLE order_review (
  provider_uuid uuid NOT NULL,
  review_uuid uuid NOT NULL,
  order_uuid uuid NOT NULL,
  warehouse_uuid uuid NOT NULL,
  user_uuid uuid NOT NULL,
  status text DEFAULT 'open'::text NOT NULL,
  piece_count integer NOT NULL,
  reviewed_pieces integer DEFAULT 0 NOT NULL,
  location_uuid uuid,
  started_at timestamp with time zone NOT NULL,
  ended_at timestamp with time zone,
  version integer DEFAULT 1 NOT NULL,
  is_by_rule boolean DEFAULT false NOT NULL,
  CONSTRAINT order_review_pkey PRIMARY KEY (provider_uuid, review_uuid),
  CONSTRAINT order_review_complete CHECK (((status <> 'done'::text) OR ((reviewed_pieces = piece_count) AND (location_uuid IS NOT NULL)))),
  CONSTRAINT order_review_ended CHECK (((status = 'open'::text) = (ended_at IS NULL))),
  CONSTRAINT order_review_pieces_within CHECK (((piece_count > 0) AND ((reviewed_pieces >= 0) AND (reviewed_pieces <= piece_count)))),
  CONSTRAINT order_review_status_known CHECK ((status = ANY (ARRAY['open'::text, 'done'::text, 'cancelled'::text]))),
  CONSTRAINT order_review_location_fkey FOREIGN KEY (provider_uuid, location_uuid) REFERENCES location(provider_uuid, location_uuid),
  CONSTRAINT order_review_order_fkey FOREIGN KEY (provider_uuid, order_uuid) REFERENCES sales_order(provider_uuid, order_uuid)
);
CREATE INDEX order_review_by_order ON public.order_review USING btree (provider_uuid, order_uuid, review_uuid);
CREATE UNIQUE INDEX order_review_open_key ON public.order_review USING btree (provider_uuid, order_uuid) WHERE (status = 'open'::text);
ALTER TABLE order_review ENABLE ROW LEVEL SECURITY;
ALTER TABLE order_review FORCE ROW LEVEL SECURITY;
CREATE POLICY order_review_in_warehouse ON order_review AS RESTRICTIVE FOR ALL TO public
  USING ((( SELECT acting_everywhere() AS acting_everywhere) IS NOT NULL) OR (warehouse_uuid = ANY (( SELECT acting_warehouses() AS acting_warehouses)::uuid[])));
CREATE POLICY order_review_platform ON order_review FOR ALL TO public
  USING (( SELECT acting_kind() AS acting_kind) = 'platform'::text);
CREATE POLICY order_review_staff ON order_review FOR ALL TO public
  USING ((provider_uuid = ( SELECT acting_provider() AS acting_provider)) AND ( SELECT acting_staff() AS acting_staff));
GRANT INSERT, SELECT, UPDATE ON order_review TO quayside_app;

CREATE TABLE order_review_line (
  provider_uuid uuid NOT NULL,
  review_uuid uuid NOT NULL,
  line_number integer NOT NULL,
  warehouse_uuid uuid NOT NULL,
  variant_uuid uuid NOT NULL,
  lot text NOT NULL,
  quantity integer NOT NULL,
  reviewed_quantity integer DEFAULT 0 NOT NULL,
  CONSTRAINT order_review_line_pkey PRIMARY KEY (provider_uuid, review_uuid, line_number),
  CONSTRAINT order_review_line_reviewed_within CHECK (((quantity > 0) AND ((reviewed_quantity >= 0) AND (reviewed_quantity <= quantity)))),
  CONSTRAINT order_review_line_review_fkey FOREIGN KEY (provider_uuid, review_uuid) REFERENCES order_review(provider_uuid, review_uuid),
  CONSTRAINT order_review_line_variant_fkey FOREIGN KEY (provider_uuid, variant_uuid) REFERENCES variant(provider_uuid, variant_uuid)
);
ALTER TABLE order_review_line ENABLE ROW LEVEL SECURITY;
ALTER TABLE order_review_line FORCE ROW LEVEL SECURITY;
CREATE POLICY order_review_line_in_warehouse ON order_review_line AS RESTRICTIVE FOR ALL TO public
  USING ((( SELECT acting_everywhere() AS acting_everywhere) IS NOT NULL) OR (warehouse_uuid = ANY (( SELECT acting_warehouses() AS acting_warehouses)::uuid[])));
CREATE POLICY order_review_line_platform ON order_review_line FOR ALL TO public
  USING (( SELECT acting_kind() AS acting_kind) = 'platform'::text);
CREATE POLICY order_review_line_staff ON order_review_line FOR ALL TO public
  USING ((provider_uuid = ( SELECT acting_provider() AS acting_provider)) AND ( SELECT acting_staff() AS acting_staff));
GRANT INSERT, SELECT, UPDATE ON order_review_line TO quayside_app;

CREATE TABLE order_review_photo (
  provider_uuid uuid NOT NULL,
  photo_uuid uuid NOT NULL,
  review_uuid uuid NOT NULL,
  order_uuid uuid NOT NULL,
  warehouse_uuid uuid NOT NULL,
  file_uuid uuid NOT NULL,
  taken_by uuid NOT NULL,
  at timestamp with time zone NOT NULL,
  CONSTRAINT order_review_photo_pkey PRIMARY KEY (provider_uuid, photo_uuid),
  CONSTRAINT order_review_photo_file_fkey FOREIGN KEY (provider_uuid, file_uuid) REFERENCES file(provider_uuid, file_uuid),
  CONSTRAINT order_review_photo_order_fkey FOREIGN KEY (provider_uuid, order_uuid) REFERENCES sales_order(provider_uuid, order_uuid),
  CONSTRAINT order_review_photo_review_fkey FOREIGN KEY (provider_uuid, review_uuid) REFERENCES order_review(provider_uuid, review_uuid)
);
CREATE INDEX order_review_photo_by_file ON public.order_review_photo USING btree (provider_uuid, file_uuid);
CREATE INDEX order_review_photo_by_order ON public.order_review_photo USING btree (provider_uuid, order_uuid, photo_uuid);
CREATE INDEX order_review_photo_by_review ON public.order_review_photo USING btree (provider_uuid, review_uuid);
ALTER TABLE order_review_photo ENABLE ROW LEVEL SECURITY;
ALTER TABLE order_review_photo FORCE ROW LEVEL SECURITY;
CREATE POLICY order_review_photo_in_warehouse ON order_review_photo AS RESTRICTIVE FOR ALL TO public
  USING ((( SELECT acting_everywhere() AS acting_everywhere) IS NOT NULL) OR (warehouse_uuid = ANY (( SELECT acting_warehouses() AS acting_warehouses)::uuid[])));
CREATE POLICY order_review_photo_platform ON order_review_photo FOR SELECT TO public
  USING (( SELECT acting_kind() AS acting_kind) = 'platform'::text);
CREATE POLICY order_review_photo_staff ON order_review_photo FOR ALL TO public
  USING ((provider_uuid = ( SELECT acting_provider() AS acting_provider)) AND ( SELECT acting_staff() AS acting_staff));
GRANT INSERT, SELECT ON order_review_photo TO quayside_app;

CREATE TABLE parcel (
  provider_uuid uuid NOT NULL,
  parcel_uuid uuid NOT NULL,
  parcel_number text NOT NULL,
  order_uuid uuid NOT NULL,
  warehouse_uuid uuid NOT NULL,
  status text DEFAULT 'closed'::text NOT NULL,
  box_uuid uuid,
  piece_count integer NOT NULL,
  expected_grams integer,
  measured_grams integer,
  variance_reason text DEFAULT ''::text NOT NULL,
  packed_by uuid,
  packed_at timestamp with time zone NOT NULL,
  weighed_by uuid,
  weighed_at timestamp with time zone,
  voided_at timestamp with time zone,
  version integer DEFAULT 1 NOT NULL,
  bagged_at timestamp with time zone,
  handed_over_at timestamp with time zone,
  box_mark text DEFAULT ''::text NOT NULL,
  length_mm integer,
  width_mm integer,
  height_mm integer,
  CONSTRAINT parcel_pkey PRIMARY KEY (provider_uuid, parcel_uuid),
  CONSTRAINT parcel_number_key UNIQUE (provider_uuid, parcel_number),
  CONSTRAINT parcel_box_mark_short CHECK ((length(box_mark) <= 40)),
  CONSTRAINT parcel_handed_over CHECK (((status = 'handed_over'::text) = (handed_over_at IS NOT NULL))),
  CONSTRAINT parcel_positive CHECK (((piece_count > 0) AND (expected_grams >= 0) AND (measured_grams > 0))),
  CONSTRAINT parcel_size_whole CHECK (((num_nonnulls(length_mm, width_mm, height_mm) = ANY (ARRAY[0, 3])) AND ((length_mm >= 1) AND (length_mm <= 10000)) AND ((width_mm >= 1) AND (width_mm <= 10000)) AND ((height_mm >= 1) AND (height_mm <= 10000)))),
  CONSTRAINT parcel_status_known CHECK ((status = ANY (ARRAY['closed'::text, 'weighed'::text, 'bagged'::text, 'handed_over'::text, 'voided'::text]))),
  CONSTRAINT parcel_voided CHECK (((status = 'voided'::text) = (voided_at IS NOT NULL))),
  CONSTRAINT parcel_weighed CHECK (((num_nonnulls(measured_grams, weighed_at) = ANY (ARRAY[0, 2])) AND ((status = 'voided'::text) OR ((status = ANY (ARRAY['weighed'::text, 'bagged'::text, 'handed_over'::text])) = (weighed_at IS NOT NULL))))),
  CONSTRAINT parcel_box_fkey FOREIGN KEY (provider_uuid, box_uuid) REFERENCES box_type(provider_uuid, box_uuid),
  CONSTRAINT parcel_order_fkey FOREIGN KEY (provider_uuid, order_uuid) REFERENCES sales_order(provider_uuid, order_uuid)
);
CREATE UNIQUE INDEX parcel_box_mark_key ON public.parcel USING btree (provider_uuid, order_uuid, lower(box_mark)) WHERE ((box_mark <> ''::text) AND (status <> 'voided'::text));
CREATE INDEX parcel_by_order ON public.parcel USING btree (provider_uuid, order_uuid, parcel_uuid);
CREATE INDEX parcel_that_left ON public.parcel USING btree (provider_uuid, handed_over_at, order_uuid, parcel_uuid) WHERE (handed_over_at IS NOT NULL);
CREATE INDEX parcel_to_bag ON public.parcel USING btree (provider_uuid, warehouse_uuid, parcel_uuid) WHERE (status = 'weighed'::text);
CREATE INDEX parcel_to_weigh ON public.parcel USING btree (provider_uuid, parcel_uuid) INCLUDE (warehouse_uuid) WHERE (status = 'closed'::text);
ALTER TABLE parcel ENABLE ROW LEVEL SECURITY;
ALTER TABLE parcel FORCE ROW LEVEL SECURITY;
CREATE POLICY parcel_in_warehouse ON parcel AS RESTRICTIVE FOR ALL TO public
  USING ((( SELECT acting_everywhere() AS acting_everywhere) IS NOT NULL) OR (warehouse_uuid = ANY (( SELECT acting_warehouses() AS acting_warehouses)::uuid[])));
CREATE POLICY parcel_platform ON parcel FOR ALL TO public
  USING (( SELECT acting_kind() AS acting_kind) = 'platform'::text);
CREATE POLICY parcel_retailer ON parcel FOR SELECT TO public
  USING ((provider_uuid = ( SELECT acting_provider() AS acting_provider)) AND (( SELECT acting_retailer() AS acting_retailer) IS NOT NULL) AND (EXISTS ( SELECT
   FROM sales_order o
  WHERE ((o.provider_uuid = parcel.provider_uuid) AND (o.order_uuid = parcel.order_uuid) AND (o.owner_uuid = ( SELECT acting_retailer() AS acting_retailer))))));
CREATE POLICY parcel_staff ON parcel FOR ALL TO public
  USING ((provider_uuid = ( SELECT acting_provider() AS acting_provider)) AND ( SELECT acting_staff() AS acting_staff));
GRANT INSERT, SELECT, UPDATE ON parcel TO quayside_app;

CREATE TABLE parcel_consumable (
  provider_uuid uuid NOT NULL,
  parcel_uuid uuid NOT NULL,
  box_uuid uuid NOT NULL,
  warehouse_uuid uuid NOT NULL,
  quantity integer NOT NULL,
  CONSTRAINT parcel_consumable_pkey PRIMARY KEY (provider_uuid, parcel_uuid, box_uuid),
  CONSTRAINT parcel_consumable_positive CHECK ((quantity > 0)),
  CONSTRAINT parcel_consumable_box_fkey FOREIGN KEY (provider_uuid, box_uuid) REFERENCES box_type(provider_uuid, box_uuid),
  CONSTRAINT parcel_consumable_parcel_fkey FOREIGN KEY (provider_uuid, parcel_uuid) REFERENCES parcel(provider_uuid, parcel_uuid)
);
ALTER TABLE parcel_consumable ENABLE ROW LEVEL SECURITY;
ALTER TABLE parcel_consumable FORCE ROW LEVEL SECURITY;
CREATE POLICY parcel_consumable_in_warehouse ON parcel_consumable AS RESTRICTIVE FOR ALL TO public
  USING ((( SELECT acting_everywhere() AS acting_everywhere) IS NOT NULL) OR (warehouse_uuid = ANY (( SELECT acting_warehouses() AS acting_warehouses)::uuid[])));
CREATE POLICY parcel_consumable_platform ON parcel_consumable FOR ALL TO public
  USING (( SELECT acting_kind() AS acting_kind) = 'platform'::text);
CREATE POLICY parcel_consumable_staff ON parcel_consumable FOR ALL TO public
  USING ((provider_uuid = ( SELECT acting_provider() AS acting_provider)) AND ( SELECT acting_staff() AS acting_staff));
GRANT INSERT, SELECT ON parcel_consumable TO quayside_app;

CREATE TABLE parcel_item (
  provider_uuid uuid NOT NULL,
  parcel_uuid uuid NOT NULL,
  line_number integer NOT NULL,
  warehouse_uuid uuid NOT NULL,
  variant_uuid uuid NOT NULL,
  lot text NOT NULL,
  quantity integer NOT NULL,
  CONSTRAINT parcel_item_pkey PRIMARY KEY (provider_uuid, parcel_uuid, line_number),
  CONSTRAINT parcel_item_positive CHECK ((quantity > 0)),
  CONSTRAINT parcel_item_parcel_fkey FOREIGN KEY (provider_uuid, parcel_uuid) REFERENCES parcel(provider_uuid, parcel_uuid),
  CONSTRAINT parcel_item_variant_fkey FOREIGN KEY (provider_uuid, variant_uuid) REFERENCES variant(provider_uuid, variant_uuid)
);
ALTER TABLE parcel_item ENABLE ROW LEVEL SECURITY;
ALTER TABLE parcel_item FORCE ROW LEVEL SECURITY;
CREATE POLICY parcel_item_in_warehouse ON parcel_item AS RESTRICTIVE FOR ALL TO public
  USING ((( SELECT acting_everywhere() AS acting_everywhere) IS NOT NULL) OR (warehouse_uuid = ANY (( SELECT acting_warehouses() AS acting_warehouses)::uuid[])));
CREATE POLICY parcel_item_platform ON parcel_item FOR ALL TO public
  USING (( SELECT acting_kind() AS acting_kind) = 'platform'::text);
CREATE POLICY parcel_item_staff ON parcel_item FOR ALL TO public
  USING ((provider_uuid = ( SELECT acting_provider() AS acting_provider)) AND ( SELECT acting_staff() AS acting_staff));
GRANT INSERT, SELECT ON parcel_item TO quayside_app;

CREATE TABLE partition (
  provider_uuid uuid NOT NULL,
  partition_uuid uuid NOT NULL,
  warehouse_uuid uuid NOT NULL,
  code text NOT NULL,
  name text DEFAULT ''::text NOT NULL,
  x_mm integer DEFAULT 0 NOT NULL,
  y_mm integer DEFAULT 0 NOT NULL,
  width_mm integer DEFAULT 10000 NOT NULL,
  depth_mm integer DEFAULT 10000 NOT NULL,
  version integer DEFAULT 1 NOT NULL,
  CONSTRAINT partition_pkey PRIMARY KEY (provider_uuid, partition_uuid),
  CONSTRAINT partition_code_key UNIQUE (provider_uuid, warehouse_uuid, code),
  CONSTRAINT partition_code_filled CHECK ((code <> ''::text)),
  CONSTRAINT partition_warehouse_fkey FOREIGN KEY (provider_uuid, warehouse_uuid) REFERENCES warehouse(provider_uuid, warehouse_uuid)
);
ALTER TABLE partition ENABLE ROW LEVEL SECURITY;
ALTER TABLE partition FORCE ROW LEVEL SECURITY;
CREATE POLICY partition_in_warehouse ON partition AS RESTRICTIVE FOR ALL TO public
  USING ((( SELECT acting_everywhere() AS acting_everywhere) IS NOT NULL) OR (warehouse_uuid = ANY (( SELECT acting_warehouses() AS acting_warehouses)::uuid[])));
CREATE POLICY partition_staff ON partition FOR ALL TO public
  USING ((provider_uuid = ( SELECT acting_provider() AS acting_provider)) AND ( SELECT acting_staff() AS acting_staff));
GRANT DELETE, INSERT, SELECT, UPDATE ON partition TO quayside_app;

CREATE TABLE payment_customer (
  user_uuid uuid NOT NULL,
  provider_name text NOT NULL,
  provider_customer_id text NOT NULL,
  checkout_id text,
  checkout_currency text,
  checkout_url text,
  checkout_expires_at timestamp with time zone,
  created_at timestamp with time zone NOT NULL,
  CONSTRAINT payment_customer_pkey PRIMARY KEY (user_uuid, provider_name),
  CONSTRAINT payment_customer_id_key UNIQUE (provider_name, provider_customer_id),
  CONSTRAINT payment_customer_user_fkey FOREIGN KEY (user_uuid) REFERENCES app_user(user_uuid) ON DELETE CASCADE
);
ALTER TABLE payment_customer ENABLE ROW LEVEL SECURITY;
ALTER TABLE payment_customer FORCE ROW LEVEL SECURITY;
CREATE POLICY payment_customer_own ON payment_customer FOR ALL TO public
  USING ((user_uuid = ( SELECT acting_user() AS acting_user)) AND (( SELECT acting_kind() AS acting_kind) = 'customer'::text));
CREATE POLICY payment_customer_platform ON payment_customer FOR ALL TO public
  USING (( SELECT acting_kind() AS acting_kind) = ANY (ARRAY['gate'::text, 'platform'::text]));
GRANT DELETE, INSERT, SELECT, UPDATE ON payment_customer TO quayside_app;

CREATE TABLE payment_event (
  provider_name text NOT NULL,
  event_id text NOT NULL,
  type text NOT NULL,
  about jsonb NOT NULL,
  happened_at timestamp with time zone NOT NULL,
  received_at timestamp with time zone NOT NULL,
  done_at timestamp with time zone,
  CONSTRAINT payment_event_pkey PRIMARY KEY (provider_name, event_id)
);
CREATE INDEX payment_event_by_age ON public.payment_event USING btree (received_at);
ALTER TABLE payment_event ENABLE ROW LEVEL SECURITY;
ALTER TABLE payment_event FORCE ROW LEVEL SECURITY;
CREATE POLICY payment_event_platform ON payment_event FOR ALL TO public
  USING (( SELECT acting_kind() AS acting_kind) = ANY (ARRAY['gate'::text, 'platform'::text]));
GRANT DELETE, INSERT, SELECT, UPDATE ON payment_event TO quayside_app;

CREATE TABLE payment_receipt (
  receipt_uuid uuid NOT NULL,
  user_uuid uuid NOT NULL,
  subscription_uuid uuid NOT NULL,
  provider_name text NOT NULL,
  provider_invoice_id text NOT NULL,
  number text NOT NULL,
  currency text NOT NULL,
  amount_cents integer NOT NULL,
  refunded_cents integer DEFAULT 0 NOT NULL,
  is_disputed boolean DEFAULT false NOT NULL,
  period_start timestamp with time zone NOT NULL,
  period_end timestamp with time zone NOT NULL,
  paid_at timestamp with time zone NOT NULL,
  CONSTRAINT payment_receipt_pkey PRIMARY KEY (receipt_uuid),
  CONSTRAINT payment_receipt_invoice_key UNIQUE (provider_name, provider_invoice_id),
  CONSTRAINT payment_receipt_refund_within CHECK (((refunded_cents >= 0) AND (refunded_cents <= amount_cents))),
  CONSTRAINT payment_receipt_subscription_fkey FOREIGN KEY (subscription_uuid) REFERENCES subscription(subscription_uuid) ON DELETE CASCADE,
  CONSTRAINT payment_receipt_user_fkey FOREIGN KEY (user_uuid) REFERENCES app_user(user_uuid) ON DELETE CASCADE
);
CREATE INDEX payment_receipt_by_user ON public.payment_receipt USING btree (user_uuid, paid_at DESC, receipt_uuid);
ALTER TABLE payment_receipt ENABLE ROW LEVEL SECURITY;
ALTER TABLE payment_receipt FORCE ROW LEVEL SECURITY;
CREATE POLICY payment_receipt_own ON payment_receipt FOR SELECT TO public
  USING ((user_uuid = ( SELECT acting_user() AS acting_user)) AND (( SELECT acting_kind() AS acting_kind) = 'customer'::text));
CREATE POLICY payment_receipt_platform ON payment_receipt FOR ALL TO public
  USING (( SELECT acting_kind() AS acting_kind) = ANY (ARRAY['gate'::text, 'platform'::text]));
GRANT DELETE, INSERT, SELECT, UPDATE ON payment_receipt TO quayside_app;

CREATE TABLE pick_line (
  provider_uuid uuid NOT NULL,
  task_uuid uuid NOT NULL,
  line_number integer NOT NULL,
  wave_uuid uuid NOT NULL,
  warehouse_uuid uuid NOT NULL,
  order_uuid uuid NOT NULL,
  demand_number integer NOT NULL,
  reservation_uuid uuid NOT NULL,
  variant_uuid uuid NOT NULL,
  stock_owner_uuid uuid NOT NULL,
  location_uuid uuid NOT NULL,
  lot text NOT NULL,
  quantity integer NOT NULL,
  picked_quantity integer DEFAULT 0 NOT NULL,
  slot smallint,
  sequence integer NOT NULL,
  status text DEFAULT 'pending'::text NOT NULL,
  short_reason text DEFAULT ''::text NOT NULL,
  tote_uuid uuid,
  user_uuid uuid,
  ended_at timestamp with time zone,
  CONSTRAINT pick_line_pkey PRIMARY KEY (provider_uuid, task_uuid, line_number),
  CONSTRAINT pick_line_ended CHECK (((status = 'pending'::text) = (ended_at IS NULL))),
  CONSTRAINT pick_line_picked_within CHECK (((picked_quantity >= 0) AND (picked_quantity <= quantity))),
  CONSTRAINT pick_line_quantity_positive CHECK ((quantity > 0)),
  CONSTRAINT pick_line_short CHECK (((status = 'short'::text) = (short_reason <> ''::text))),
  CONSTRAINT pick_line_short_reason_known CHECK ((short_reason = ANY (ARRAY[''::text, 'missing'::text, 'damaged'::text, 'wrong_goods'::text, 'unreachable'::text]))),
  CONSTRAINT pick_line_status_known CHECK ((status = ANY (ARRAY['pending'::text, 'picked'::text, 'short'::text, 'cancelled'::text]))),
  CONSTRAINT pick_line_location_fkey FOREIGN KEY (provider_uuid, location_uuid) REFERENCES location(provider_uuid, location_uuid),
  CONSTRAINT pick_line_order_fkey FOREIGN KEY (provider_uuid, order_uuid) REFERENCES sales_order(provider_uuid, order_uuid),
  CONSTRAINT pick_line_task_fkey FOREIGN KEY (provider_uuid, task_uuid) REFERENCES pick_task(provider_uuid, task_uuid)
);
CREATE INDEX pick_line_by_location ON public.pick_line USING btree (provider_uuid, location_uuid) WHERE (status = 'pending'::text);
CREATE INDEX pick_line_by_order ON public.pick_line USING btree (provider_uuid, order_uuid, task_uuid, line_number);
CREATE INDEX pick_line_by_wave ON public.pick_line USING btree (provider_uuid, wave_uuid, task_uuid, line_number);
ALTER TABLE pick_line ENABLE ROW LEVEL SECURITY;
ALTER TABLE pick_line FORCE ROW LEVEL SECURITY;
CREATE POLICY pick_line_in_warehouse ON pick_line AS RESTRICTIVE FOR ALL TO public
  USING ((( SELECT acting_everywhere() AS acting_everywhere) IS NOT NULL) OR (warehouse_uuid = ANY (( SELECT acting_warehouses() AS acting_warehouses)::uuid[])));
CREATE POLICY pick_line_platform ON pick_line FOR ALL TO public
  USING (( SELECT acting_kind() AS acting_kind) = 'platform'::text);
CREATE POLICY pick_line_staff ON pick_line FOR ALL TO public
  USING ((provider_uuid = ( SELECT acting_provider() AS acting_provider)) AND ( SELECT acting_staff() AS acting_staff));
GRANT INSERT, SELECT, UPDATE ON pick_line TO quayside_app;

CREATE TABLE pick_task (
  provider_uuid uuid NOT NULL,
  task_uuid uuid NOT NULL,
  wave_uuid uuid NOT NULL,
  warehouse_uuid uuid NOT NULL,
  task_number smallint NOT NULL,
  status text DEFAULT 'pending'::text NOT NULL,
  user_uuid uuid,
  tote_uuid uuid,
  line_count integer NOT NULL,
  piece_count integer NOT NULL,
  picked_pieces integer DEFAULT 0 NOT NULL,
  short_pieces integer DEFAULT 0 NOT NULL,
  walking_decimetres integer DEFAULT 0 NOT NULL,
  created_at timestamp with time zone NOT NULL,
  claimed_at timestamp with time zone,
  started_at timestamp with time zone,
  ended_at timestamp with time zone,
  version integer DEFAULT 1 NOT NULL,
  CONSTRAINT pick_task_pkey PRIMARY KEY (provider_uuid, task_uuid),
  CONSTRAINT pick_task_number_key UNIQUE (provider_uuid, wave_uuid, task_number),
  CONSTRAINT pick_task_claimed CHECK (((status = ANY (ARRAY['pending'::text, 'cancelled'::text])) OR (user_uuid IS NOT NULL))),
  CONSTRAINT pick_task_ended CHECK (((status = ANY (ARRAY['done'::text, 'cancelled'::text])) = (ended_at IS NOT NULL))),
  CONSTRAINT pick_task_pieces_within CHECK (((picked_pieces >= 0) AND (short_pieces >= 0) AND ((picked_pieces + short_pieces) <= piece_count))),
  CONSTRAINT pick_task_status_known CHECK ((status = ANY (ARRAY['pending'::text, 'assigned'::text, 'in_progress'::text, 'done'::text, 'cancelled'::text]))),
  CONSTRAINT pick_task_tote_fkey FOREIGN KEY (provider_uuid, tote_uuid) REFERENCES location(provider_uuid, location_uuid),
  CONSTRAINT pick_task_wave_fkey FOREIGN KEY (provider_uuid, wave_uuid) REFERENCES wave(provider_uuid, wave_uuid)
);
CREATE INDEX pick_task_by_tote ON public.pick_task USING btree (provider_uuid, tote_uuid) WHERE (tote_uuid IS NOT NULL);
CREATE INDEX pick_task_by_user ON public.pick_task USING btree (provider_uuid, user_uuid, task_uuid) WHERE (status = ANY (ARRAY['assigned'::text, 'in_progress'::text]));
CREATE INDEX pick_task_open ON public.pick_task USING btree (provider_uuid, warehouse_uuid, created_at, task_number) WHERE (status = 'pending'::text);
CREATE UNIQUE INDEX pick_task_tote_key ON public.pick_task USING btree (provider_uuid, tote_uuid) WHERE (status = ANY (ARRAY['assigned'::text, 'in_progress'::text]));
ALTER TABLE pick_task ENABLE ROW LEVEL SECURITY;
ALTER TABLE pick_task FORCE ROW LEVEL SECURITY;
CREATE POLICY pick_task_in_warehouse ON pick_task AS RESTRICTIVE FOR ALL TO public
  USING ((( SELECT acting_everywhere() AS acting_everywhere) IS NOT NULL) OR (warehouse_uuid = ANY (( SELECT acting_warehouses() AS acting_warehouses)::uuid[])));
CREATE POLICY pick_task_platform ON pick_task FOR ALL TO public
  USING (( SELECT acting_kind() AS acting_kind) = 'platform'::text);
CREATE POLICY pick_task_staff ON pick_task FOR ALL TO public
  USING ((provider_uuid = ( SELECT acting_provider() AS acting_provider)) AND ( SELECT acting_staff() AS acting_staff));
GRANT INSERT, SELECT, UPDATE ON pick_task TO quayside_app;

CREATE TABLE price_tier (
  provider_uuid uuid NOT NULL,
  price_tier_uuid uuid NOT NULL,
  name text NOT NULL,
  version integer DEFAULT 1 NOT NULL,
  created_at timestamp with time zone NOT NULL,
  CONSTRAINT price_tier_pkey PRIMARY KEY (provider_uuid, price_tier_uuid),
  CONSTRAINT price_tier_name_filled CHECK ((name <> ''::text)),
  CONSTRAINT price_tier_provider_fkey FOREIGN KEY (provider_uuid) REFERENCES provider(provider_uuid)
);
CREATE UNIQUE INDEX price_tier_name_key ON public.price_tier USING btree (provider_uuid, lower(name));
ALTER TABLE price_tier ENABLE ROW LEVEL SECURITY;
ALTER TABLE price_tier FORCE ROW LEVEL SECURITY;
CREATE POLICY price_tier_staff ON price_tier FOR ALL TO public
  USING ((provider_uuid = ( SELECT acting_provider() AS acting_provider)) AND ( SELECT acting_staff() AS acting_staff));
GRANT DELETE, INSERT, SELECT, UPDATE ON price_tier TO quayside_app;

CREATE TABLE product (
  provider_uuid uuid NOT NULL,
  product_uuid uuid NOT NULL,
  owner_uuid uuid NOT NULL,
  title text NOT NULL,
  description text DEFAULT ''::text NOT NULL,
  brand text DEFAULT ''::text NOT NULL,
  category text DEFAULT ''::text NOT NULL,
  main_image_url text DEFAULT ''::text NOT NULL,
  is_archived boolean DEFAULT false NOT NULL,
  version integer DEFAULT 1 NOT NULL,
  created_at timestamp with time zone DEFAULT now() NOT NULL,
  updated_at timestamp with time zone DEFAULT now() NOT NULL,
  CONSTRAINT product_pkey PRIMARY KEY (provider_uuid, product_uuid),
  CONSTRAINT product_title_filled CHECK ((title <> ''::text))
);
CREATE INDEX product_by_owner ON public.product USING btree (provider_uuid, owner_uuid, product_uuid);
CREATE TRIGGER variant_words_of_product AFTER UPDATE ON product REFERENCING OLD TABLE AS before NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION product_words_follow();
ALTER TABLE product ENABLE ROW LEVEL SECURITY;
ALTER TABLE product FORCE ROW LEVEL SECURITY;
CREATE POLICY product_platform ON product FOR SELECT TO public
  USING (( SELECT acting_kind() AS acting_kind) = 'platform'::text);
CREATE POLICY product_retailer ON product FOR ALL TO public
  USING ((provider_uuid = ( SELECT acting_provider() AS acting_provider)) AND (owner_uuid = ( SELECT acting_retailer() AS acting_retailer)));
CREATE POLICY product_staff ON product FOR ALL TO public
  USING ((provider_uuid = ( SELECT acting_provider() AS acting_provider)) AND ( SELECT acting_staff() AS acting_staff));
GRANT DELETE, INSERT, SELECT, UPDATE ON product TO quayside_app;

CREATE TABLE product_image (
  provider_uuid uuid NOT NULL,
  product_uuid uuid NOT NULL,
  "position" smallint NOT NULL,
  owner_uuid uuid NOT NULL,
  file_uuid uuid NOT NULL,
  CONSTRAINT product_image_pkey PRIMARY KEY (provider_uuid, product_uuid, "position"),
  CONSTRAINT product_image_file_fkey FOREIGN KEY (provider_uuid, file_uuid) REFERENCES file(provider_uuid, file_uuid),
  CONSTRAINT product_image_product_fkey FOREIGN KEY (provider_uuid, product_uuid) REFERENCES product(provider_uuid, product_uuid)
);
CREATE INDEX product_image_by_file ON public.product_image USING btree (provider_uuid, file_uuid);
ALTER TABLE product_image ENABLE ROW LEVEL SECURITY;
ALTER TABLE product_image FORCE ROW LEVEL SECURITY;
CREATE POLICY product_image_of_catalogue ON product_image FOR SELECT TO public
  USING ((provider_uuid = ( SELECT acting_provider() AS acting_provider)) AND (owner_uuid = provider_uuid) AND (( SELECT acting_kind() AS acting_kind) = 'dropShipper'::text) AND (EXISTS ( SELECT
   FROM catalogue_item i
  WHERE ((i.provider_uuid = product_image.provider_uuid) AND (i.product_uuid = product_image.product_uuid)))));
CREATE POLICY product_image_platform ON product_image FOR SELECT TO public
  USING (( SELECT acting_kind() AS acting_kind) = 'platform'::text);
CREATE POLICY product_image_retailer ON product_image FOR ALL TO public
  USING ((provider_uuid = ( SELECT acting_provider() AS acting_provider)) AND (owner_uuid = ( SELECT acting_retailer() AS acting_retailer)));
CREATE POLICY product_image_staff ON product_image FOR ALL TO public
  USING ((provider_uuid = ( SELECT acting_provider() AS acting_provider)) AND ( SELECT acting_staff() AS acting_staff));
GRANT DELETE, INSERT, SELECT, UPDATE ON product_image TO quayside_app;

CREATE TABLE provider (
  provider_uuid uuid NOT NULL,
  name text NOT NULL,
  country_code text DEFAULT ''::text NOT NULL,
  introduction text DEFAULT ''::text NOT NULL,
  is_open_for_sign_up boolean DEFAULT true NOT NULL,
  version integer DEFAULT 1 NOT NULL,
  created_at timestamp with time zone DEFAULT now() NOT NULL,
  CONSTRAINT provider_pkey PRIMARY KEY (provider_uuid)
);
CREATE UNIQUE INDEX provider_name_key ON public.provider USING btree (lower(name));
ALTER TABLE provider ENABLE ROW LEVEL SECURITY;
ALTER TABLE provider FORCE ROW LEVEL SECURITY;
CREATE POLICY provider_current ON provider FOR SELECT TO public
  USING (provider_uuid = ( SELECT acting_provider() AS acting_provider));
CREATE POLICY provider_listed ON provider FOR SELECT TO public
  USING (is_open_for_sign_up AND (( SELECT acting_kind() AS acting_kind) = ANY (ARRAY['gate'::text, 'dropShipper'::text])));
CREATE POLICY provider_of_retailer ON provider FOR SELECT TO public
  USING ((( SELECT acting_kind() AS acting_kind) = 'dropShipper'::text) AND (EXISTS ( SELECT
   FROM retailer_provider rp
  WHERE ((rp.provider_uuid = provider.provider_uuid) AND (rp.retailer_uuid = ( SELECT acting_retailer() AS acting_retailer))))));
CREATE POLICY provider_own ON provider FOR ALL TO public
  USING ((provider_uuid = ( SELECT acting_provider() AS acting_provider)) AND (( SELECT acting_kind() AS acting_kind) = 'provider'::text));
CREATE POLICY provider_platform ON provider FOR SELECT TO public
  USING (( SELECT acting_kind() AS acting_kind) = 'platform'::text);
CREATE POLICY provider_sign_up ON provider FOR INSERT TO public
  WITH CHECK (( SELECT acting_kind() AS acting_kind) = 'gate'::text);
GRANT DELETE, INSERT, SELECT, UPDATE ON provider TO quayside_app;

CREATE TABLE putaway_task (
  provider_uuid uuid NOT NULL,
  task_uuid uuid NOT NULL,
  receipt_uuid uuid NOT NULL,
  line_uuid uuid NOT NULL,
  owner_uuid uuid NOT NULL,
  status text DEFAULT 'pending'::text NOT NULL,
  condition text DEFAULT 'good'::text NOT NULL,
  quantity integer NOT NULL,
  from_location_uuid uuid NOT NULL,
  suggested_location_uuid uuid,
  location_uuid uuid,
  assigned_to uuid,
  created_at timestamp with time zone NOT NULL,
  done_at timestamp with time zone,
  done_by uuid,
  version integer DEFAULT 1 NOT NULL,
  CONSTRAINT putaway_task_pkey PRIMARY KEY (provider_uuid, task_uuid),
  CONSTRAINT putaway_task_condition_known CHECK ((condition = ANY (ARRAY['good'::text, 'damaged'::text, 'quarantined'::text]))),
  CONSTRAINT putaway_task_done_somewhere CHECK (((status = 'done'::text) = ((location_uuid IS NOT NULL) AND (done_at IS NOT NULL)))),
  CONSTRAINT putaway_task_quantity_positive CHECK ((quantity > 0)),
  CONSTRAINT putaway_task_status_known CHECK ((status = ANY (ARRAY['pending'::text, 'assigned'::text, 'done'::text, 'cancelled'::text]))),
  CONSTRAINT putaway_task_from_fkey FOREIGN KEY (provider_uuid, from_location_uuid) REFERENCES location(provider_uuid, location_uuid),
  CONSTRAINT putaway_task_line_fkey FOREIGN KEY (provider_uuid, receipt_uuid, line_uuid) REFERENCES receipt_line(provider_uuid, receipt_uuid, line_uuid),
  CONSTRAINT putaway_task_location_fkey FOREIGN KEY (provider_uuid, location_uuid) REFERENCES location(provider_uuid, location_uuid)
);
CREATE INDEX putaway_task_by_line ON public.putaway_task USING btree (provider_uuid, receipt_uuid, line_uuid);
CREATE INDEX putaway_task_open ON public.putaway_task USING btree (provider_uuid, status, task_uuid) WHERE (status = ANY (ARRAY['pending'::text, 'assigned'::text]));
ALTER TABLE putaway_task ENABLE ROW LEVEL SECURITY;
ALTER TABLE putaway_task FORCE ROW LEVEL SECURITY;
CREATE POLICY putaway_task_in_warehouse ON putaway_task AS RESTRICTIVE FOR ALL TO public
  USING ((( SELECT acting_everywhere() AS acting_everywhere) IS NOT NULL) OR is_receipt_in_acting_warehouses(provider_uuid, receipt_uuid));
CREATE POLICY putaway_task_retailer ON putaway_task FOR SELECT TO public
  USING ((provider_uuid = ( SELECT acting_provider() AS acting_provider)) AND (owner_uuid = ( SELECT acting_retailer() AS acting_retailer)));
CREATE POLICY putaway_task_staff ON putaway_task FOR ALL TO public
  USING ((provider_uuid = ( SELECT acting_provider() AS acting_provider)) AND ( SELECT acting_staff() AS acting_staff));
GRANT DELETE, INSERT, SELECT, UPDATE ON putaway_task TO quayside_app;

CREATE TABLE rate_card (
  provider_uuid uuid NOT NULL,
  rate_card_uuid uuid NOT NULL,
  name text NOT NULL,
  currency text NOT NULL,
  is_archived boolean DEFAULT false NOT NULL,
  version integer DEFAULT 1 NOT NULL,
  created_at timestamp with time zone NOT NULL,
  CONSTRAINT rate_card_pkey PRIMARY KEY (provider_uuid, rate_card_uuid),
  CONSTRAINT rate_card_currency_shape CHECK ((currency ~ '^[A-Z]{3}$'::text)),
  CONSTRAINT rate_card_name_filled CHECK ((name <> ''::text)),
  CONSTRAINT rate_card_provider_fkey FOREIGN KEY (provider_uuid) REFERENCES provider(provider_uuid)
);
CREATE UNIQUE INDEX rate_card_name_key ON public.rate_card USING btree (provider_uuid, lower(name)) WHERE (NOT is_archived);
ALTER TABLE rate_card ENABLE ROW LEVEL SECURITY;
ALTER TABLE rate_card FORCE ROW LEVEL SECURITY;
CREATE POLICY rate_card_own ON rate_card FOR SELECT TO public
  USING ((provider_uuid = ( SELECT acting_provider() AS acting_provider)) AND (rate_card_uuid = ( SELECT acting_rate_card() AS acting_rate_card)));
CREATE POLICY rate_card_platform ON rate_card FOR SELECT TO public
  USING (( SELECT acting_kind() AS acting_kind) = 'platform'::text);
CREATE POLICY rate_card_staff ON rate_card FOR ALL TO public
  USING ((provider_uuid = ( SELECT acting_provider() AS acting_provider)) AND ( SELECT acting_staff() AS acting_staff));
GRANT INSERT, SELECT, UPDATE ON rate_card TO quayside_app;

CREATE UNLOGGED TABLE rate_count (
  bucket text NOT NULL,
  window_start timestamp with time zone NOT NULL,
  hits integer NOT NULL,
  CONSTRAINT rate_count_pkey PRIMARY KEY (bucket, window_start)
);
-- no row-level security
GRANT DELETE, INSERT, SELECT, UPDATE ON rate_count TO quayside_app;

CREATE TABLE rate_price (
  provider_uuid uuid NOT NULL,
  rate_card_uuid uuid NOT NULL,
  valid_from date NOT NULL,
  event text NOT NULL,
  from_value integer NOT NULL,
  price_micros bigint NOT NULL,
  CONSTRAINT rate_price_pkey PRIMARY KEY (provider_uuid, rate_card_uuid, valid_from, event, from_value),
  CONSTRAINT rate_price_event_known CHECK ((event = ANY (ARRAY['storage_piece_day'::text, 'storage_litre_day'::text, 'receiving_piece'::text, 'putaway_piece'::text, 'return_piece'::text, 'picking_order'::text, 'picking_piece'::text, 'packing_parcel'::text, 'box_piece'::text, 'consumable_piece'::text, 'label_parcel'::text, 'weighing_parcel'::text, 'bagging_parcel'::text, 'shipped_piece'::text, 'customer_return_piece'::text, 'restocking_piece'::text]))),
  CONSTRAINT rate_price_from_within CHECK (((from_value >= 0) AND ((event <> ALL (ARRAY['storage_piece_day'::text, 'storage_litre_day'::text])) OR (from_value <= 3650)))),
  CONSTRAINT rate_price_not_negative CHECK ((price_micros >= 0)),
  CONSTRAINT rate_price_set_fkey FOREIGN KEY (provider_uuid, rate_card_uuid, valid_from) REFERENCES rate_set(provider_uuid, rate_card_uuid, valid_from) ON DELETE CASCADE
);
ALTER TABLE rate_price ENABLE ROW LEVEL SECURITY;
ALTER TABLE rate_price FORCE ROW LEVEL SECURITY;
CREATE POLICY rate_price_own ON rate_price FOR SELECT TO public
  USING ((provider_uuid = ( SELECT acting_provider() AS acting_provider)) AND (rate_card_uuid = ( SELECT acting_rate_card() AS acting_rate_card)));
CREATE POLICY rate_price_platform ON rate_price FOR SELECT TO public
  USING (( SELECT acting_kind() AS acting_kind) = 'platform'::text);
CREATE POLICY rate_price_staff ON rate_price FOR ALL TO public
  USING ((provider_uuid = ( SELECT acting_provider() AS acting_provider)) AND ( SELECT acting_staff() AS acting_staff));
GRANT DELETE, INSERT, SELECT ON rate_price TO quayside_app;

CREATE TABLE rate_set (
  provider_uuid uuid NOT NULL,
  rate_card_uuid uuid NOT NULL,
  valid_from date NOT NULL,
  created_at timestamp with time zone NOT NULL,
  CONSTRAINT rate_set_pkey PRIMARY KEY (provider_uuid, rate_card_uuid, valid_from),
  CONSTRAINT rate_set_card_fkey FOREIGN KEY (provider_uuid, rate_card_uuid) REFERENCES rate_card(provider_uuid, rate_card_uuid)
);
ALTER TABLE rate_set ENABLE ROW LEVEL SECURITY;
ALTER TABLE rate_set FORCE ROW LEVEL SECURITY;
CREATE POLICY rate_set_own ON rate_set FOR SELECT TO public
  USING ((provider_uuid = ( SELECT acting_provider() AS acting_provider)) AND (rate_card_uuid = ( SELECT acting_rate_card() AS acting_rate_card)));
CREATE POLICY rate_set_platform ON rate_set FOR SELECT TO public
  USING (( SELECT acting_kind() AS acting_kind) = 'platform'::text);
CREATE POLICY rate_set_staff ON rate_set FOR ALL TO public
  USING ((provider_uuid = ( SELECT acting_provider() AS acting_provider)) AND ( SELECT acting_staff() AS acting_staff));
GRANT DELETE, INSERT, SELECT ON rate_set TO quayside_app;

CREATE TABLE receipt (
  provider_uuid uuid NOT NULL,
  receipt_uuid uuid NOT NULL,
  receipt_number text COLLATE "C" NOT NULL,
  reference text DEFAULT ''::text NOT NULL,
  reference_key text COLLATE "C" GENERATED ALWAYS AS (lower(reference)) STORED NOT NULL,
  warehouse_uuid uuid NOT NULL,
  owner_uuid uuid NOT NULL,
  status text DEFAULT 'draft'::text NOT NULL,
  expected_on date,
  expected_day integer GENERATED ALWAYS AS (COALESCE((expected_on - '2000-01-01'::date), 1000000)) STORED NOT NULL,
  remark text DEFAULT ''::text NOT NULL,
  reason text DEFAULT ''::text NOT NULL,
  created_by uuid NOT NULL,
  created_at timestamp with time zone NOT NULL,
  submitted_at timestamp with time zone,
  confirmed_at timestamp with time zone,
  arrived_at timestamp with time zone,
  ended_at timestamp with time zone,
  version integer DEFAULT 1 NOT NULL,
  CONSTRAINT receipt_pkey PRIMARY KEY (provider_uuid, receipt_uuid),
  CONSTRAINT receipt_number_key UNIQUE (provider_uuid, receipt_number),
  CONSTRAINT receipt_status_known CHECK ((status = ANY (ARRAY['draft'::text, 'submitted'::text, 'confirmed'::text, 'arrived'::text, 'inspecting'::text, 'putting_away'::text, 'completed'::text, 'closed_short'::text, 'cancelled'::text]))),
  CONSTRAINT receipt_warehouse_fkey FOREIGN KEY (provider_uuid, warehouse_uuid) REFERENCES warehouse(provider_uuid, warehouse_uuid)
);
CREATE INDEX receipt_by_expected ON public.receipt USING btree (provider_uuid, expected_day, receipt_uuid);
CREATE INDEX receipt_by_owner ON public.receipt USING btree (provider_uuid, owner_uuid, status, receipt_uuid) INCLUDE (warehouse_uuid);
CREATE INDEX receipt_by_reference ON public.receipt USING btree (provider_uuid, reference_key, receipt_uuid);
CREATE INDEX receipt_by_status ON public.receipt USING btree (provider_uuid, status, receipt_uuid);
CREATE INDEX receipt_open_by_warehouse ON public.receipt USING btree (provider_uuid, warehouse_uuid) WHERE (status <> ALL (ARRAY['completed'::text, 'closed_short'::text, 'cancelled'::text]));
ALTER TABLE receipt ENABLE ROW LEVEL SECURITY;
ALTER TABLE receipt FORCE ROW LEVEL SECURITY;
CREATE POLICY receipt_in_warehouse ON receipt AS RESTRICTIVE FOR ALL TO public
  USING ((( SELECT acting_everywhere() AS acting_everywhere) IS NOT NULL) OR (warehouse_uuid = ANY (( SELECT acting_warehouses() AS acting_warehouses)::uuid[])));
CREATE POLICY receipt_platform ON receipt FOR SELECT TO public
  USING (( SELECT acting_kind() AS acting_kind) = 'platform'::text);
CREATE POLICY receipt_retailer ON receipt FOR ALL TO public
  USING ((provider_uuid = ( SELECT acting_provider() AS acting_provider)) AND (owner_uuid = ( SELECT acting_retailer() AS acting_retailer)));
CREATE POLICY receipt_staff ON receipt FOR ALL TO public
  USING ((provider_uuid = ( SELECT acting_provider() AS acting_provider)) AND ( SELECT acting_staff() AS acting_staff));
GRANT DELETE, INSERT, SELECT, UPDATE ON receipt TO quayside_app;

CREATE TABLE receipt_box (
  provider_uuid uuid NOT NULL,
  receipt_uuid uuid NOT NULL,
  box_number integer NOT NULL,
  owner_uuid uuid NOT NULL,
  barcode text NOT NULL,
  arrived_at timestamp with time zone,
  arrived_by uuid,
  CONSTRAINT receipt_box_pkey PRIMARY KEY (provider_uuid, receipt_uuid, box_number),
  CONSTRAINT receipt_box_barcode_key UNIQUE (provider_uuid, barcode),
  CONSTRAINT receipt_box_number_positive CHECK (((box_number >= 1) AND (box_number <= 9999))),
  CONSTRAINT receipt_box_receipt_fkey FOREIGN KEY (provider_uuid, receipt_uuid) REFERENCES receipt(provider_uuid, receipt_uuid)
);
ALTER TABLE receipt_box ENABLE ROW LEVEL SECURITY;
ALTER TABLE receipt_box FORCE ROW LEVEL SECURITY;
CREATE POLICY receipt_box_in_warehouse ON receipt_box AS RESTRICTIVE FOR ALL TO public
  USING ((( SELECT acting_everywhere() AS acting_everywhere) IS NOT NULL) OR is_receipt_in_acting_warehouses(provider_uuid, receipt_uuid));
CREATE POLICY receipt_box_retailer ON receipt_box FOR ALL TO public
  USING ((provider_uuid = ( SELECT acting_provider() AS acting_provider)) AND (owner_uuid = ( SELECT acting_retailer() AS acting_retailer)));
CREATE POLICY receipt_box_staff ON receipt_box FOR ALL TO public
  USING ((provider_uuid = ( SELECT acting_provider() AS acting_provider)) AND ( SELECT acting_staff() AS acting_staff));
GRANT DELETE, INSERT, SELECT, UPDATE ON receipt_box TO quayside_app;

CREATE TABLE receipt_event (
  provider_uuid uuid NOT NULL,
  receipt_uuid uuid NOT NULL,
  event_uuid uuid NOT NULL,
  owner_uuid uuid NOT NULL,
  at timestamp with time zone NOT NULL,
  user_uuid uuid,
  event text NOT NULL,
  from_status text DEFAULT ''::text NOT NULL,
  to_status text DEFAULT ''::text NOT NULL,
  detail jsonb DEFAULT '{}'::jsonb NOT NULL,
  CONSTRAINT receipt_event_pkey PRIMARY KEY (provider_uuid, receipt_uuid, event_uuid),
  CONSTRAINT receipt_event_receipt_fkey FOREIGN KEY (provider_uuid, receipt_uuid) REFERENCES receipt(provider_uuid, receipt_uuid) ON DELETE CASCADE
);
ALTER TABLE receipt_event ENABLE ROW LEVEL SECURITY;
ALTER TABLE receipt_event FORCE ROW LEVEL SECURITY;
CREATE POLICY receipt_event_in_warehouse ON receipt_event AS RESTRICTIVE FOR ALL TO public
  USING ((( SELECT acting_everywhere() AS acting_everywhere) IS NOT NULL) OR is_receipt_in_acting_warehouses(provider_uuid, receipt_uuid));
CREATE POLICY receipt_event_retailer ON receipt_event FOR ALL TO public
  USING ((provider_uuid = ( SELECT acting_provider() AS acting_provider)) AND (owner_uuid = ( SELECT acting_retailer() AS acting_retailer)));
CREATE POLICY receipt_event_staff ON receipt_event FOR ALL TO public
  USING ((provider_uuid = ( SELECT acting_provider() AS acting_provider)) AND ( SELECT acting_staff() AS acting_staff));
GRANT INSERT, SELECT ON receipt_event TO quayside_app;

CREATE TABLE receipt_line (
  provider_uuid uuid NOT NULL,
  receipt_uuid uuid NOT NULL,
  line_uuid uuid NOT NULL,
  line_number integer NOT NULL,
  owner_uuid uuid NOT NULL,
  variant_uuid uuid NOT NULL,
  box_number integer,
  lot text DEFAULT ''::text NOT NULL,
  expires_on date,
  expected integer NOT NULL,
  counted integer DEFAULT 0 NOT NULL,
  qualified integer DEFAULT 0 NOT NULL,
  unqualified integer DEFAULT 0 NOT NULL,
  put_away integer DEFAULT 0 NOT NULL,
  decided integer DEFAULT 0 NOT NULL,
  accepted integer DEFAULT 0 NOT NULL,
  remark text DEFAULT ''::text NOT NULL,
  CONSTRAINT receipt_line_pkey PRIMARY KEY (provider_uuid, receipt_uuid, line_uuid),
  CONSTRAINT receipt_line_number_key UNIQUE (provider_uuid, receipt_uuid, line_number),
  CONSTRAINT receipt_line_counted_sums CHECK (((counted = (qualified + unqualified)) AND (qualified >= 0) AND (unqualified >= 0))),
  CONSTRAINT receipt_line_decided_within CHECK ((((decided >= 0) AND (decided <= unqualified)) AND ((accepted >= 0) AND (accepted <= decided)))),
  CONSTRAINT receipt_line_expected_positive CHECK (((expected >= 0) AND (expected <= 10000000))),
  CONSTRAINT receipt_line_put_away_within CHECK (((put_away >= 0) AND (put_away <= (qualified + accepted)))),
  CONSTRAINT receipt_line_receipt_fkey FOREIGN KEY (provider_uuid, receipt_uuid) REFERENCES receipt(provider_uuid, receipt_uuid),
  CONSTRAINT receipt_line_variant_fkey FOREIGN KEY (provider_uuid, variant_uuid) REFERENCES variant(provider_uuid, variant_uuid)
);
CREATE INDEX receipt_line_by_variant ON public.receipt_line USING btree (provider_uuid, variant_uuid, receipt_uuid);
ALTER TABLE receipt_line ENABLE ROW LEVEL SECURITY;
ALTER TABLE receipt_line FORCE ROW LEVEL SECURITY;
CREATE POLICY receipt_line_in_warehouse ON receipt_line AS RESTRICTIVE FOR ALL TO public
  USING ((( SELECT acting_everywhere() AS acting_everywhere) IS NOT NULL) OR is_receipt_in_acting_warehouses(provider_uuid, receipt_uuid));
CREATE POLICY receipt_line_platform ON receipt_line FOR SELECT TO public
  USING (( SELECT acting_kind() AS acting_kind) = 'platform'::text);
CREATE POLICY receipt_line_retailer ON receipt_line FOR ALL TO public
  USING ((provider_uuid = ( SELECT acting_provider() AS acting_provider)) AND (owner_uuid = ( SELECT acting_retailer() AS acting_retailer)));
CREATE POLICY receipt_line_staff ON receipt_line FOR ALL TO public
  USING ((provider_uuid = ( SELECT acting_provider() AS acting_provider)) AND ( SELECT acting_staff() AS acting_staff));
GRANT DELETE, INSERT, SELECT, UPDATE ON receipt_line TO quayside_app;

CREATE TABLE receipt_photo (
  provider_uuid uuid NOT NULL,
  receipt_uuid uuid NOT NULL,
  photo_uuid uuid NOT NULL,
  owner_uuid uuid NOT NULL,
  line_uuid uuid,
  file_uuid uuid NOT NULL,
  taken_by uuid NOT NULL,
  at timestamp with time zone NOT NULL,
  CONSTRAINT receipt_photo_pkey PRIMARY KEY (provider_uuid, receipt_uuid, photo_uuid),
  CONSTRAINT receipt_photo_file_fkey FOREIGN KEY (provider_uuid, file_uuid) REFERENCES file(provider_uuid, file_uuid),
  CONSTRAINT receipt_photo_receipt_fkey FOREIGN KEY (provider_uuid, receipt_uuid) REFERENCES receipt(provider_uuid, receipt_uuid)
);
CREATE INDEX receipt_photo_by_file ON public.receipt_photo USING btree (provider_uuid, file_uuid);
ALTER TABLE receipt_photo ENABLE ROW LEVEL SECURITY;
ALTER TABLE receipt_photo FORCE ROW LEVEL SECURITY;
CREATE POLICY receipt_photo_in_warehouse ON receipt_photo AS RESTRICTIVE FOR ALL TO public
  USING ((( SELECT acting_everywhere() AS acting_everywhere) IS NOT NULL) OR is_receipt_in_acting_warehouses(provider_uuid, receipt_uuid));
CREATE POLICY receipt_photo_platform ON receipt_photo FOR SELECT TO public
  USING (( SELECT acting_kind() AS acting_kind) = 'platform'::text);
CREATE POLICY receipt_photo_retailer ON receipt_photo FOR SELECT TO public
  USING ((provider_uuid = ( SELECT acting_provider() AS acting_provider)) AND (owner_uuid = ( SELECT acting_retailer() AS acting_retailer)));
CREATE POLICY receipt_photo_staff ON receipt_photo FOR ALL TO public
  USING ((provider_uuid = ( SELECT acting_provider() AS acting_provider)) AND ( SELECT acting_staff() AS acting_staff));
GRANT DELETE, INSERT, SELECT, UPDATE ON receipt_photo TO quayside_app;

CREATE TABLE reservation (
  provider_uuid uuid NOT NULL,
  reservation_uuid uuid NOT NULL,
  source_type text NOT NULL,
  source_uuid uuid NOT NULL,
  source_line integer NOT NULL,
  part smallint NOT NULL,
  variant_uuid uuid NOT NULL,
  warehouse_uuid uuid NOT NULL,
  location_uuid uuid NOT NULL,
  owner_uuid uuid NOT NULL,
  lot text NOT NULL,
  condition text NOT NULL,
  quantity integer NOT NULL,
  status text DEFAULT 'open'::text NOT NULL,
  created_at timestamp with time zone NOT NULL,
  ended_at timestamp with time zone,
  CONSTRAINT reservation_pkey PRIMARY KEY (provider_uuid, reservation_uuid),
  CONSTRAINT reservation_ended CHECK (((status = 'open'::text) = (ended_at IS NULL))),
  CONSTRAINT reservation_quantity_positive CHECK ((quantity > 0)),
  CONSTRAINT reservation_status_known CHECK ((status = ANY (ARRAY['open'::text, 'released'::text, 'shipped'::text]))),
  CONSTRAINT reservation_balance_fkey FOREIGN KEY (provider_uuid, variant_uuid, warehouse_uuid, location_uuid, owner_uuid, lot, condition) REFERENCES stock_balance(provider_uuid, variant_uuid, warehouse_uuid, location_uuid, owner_uuid, lot, condition)
);
CREATE INDEX reservation_by_balance ON public.reservation USING btree (provider_uuid, variant_uuid, location_uuid) WHERE (status = 'open'::text);
CREATE INDEX reservation_by_source ON public.reservation USING btree (provider_uuid, source_type, source_uuid);
CREATE UNIQUE INDEX reservation_source_key ON public.reservation USING btree (provider_uuid, source_type, source_uuid, source_line, part) WHERE (status = 'open'::text);
CREATE TRIGGER reservation_applied AFTER INSERT ON reservation REFERENCING NEW TABLE AS new_reservations FOR EACH STATEMENT EXECUTE FUNCTION apply_new_reservations();
CREATE TRIGGER reservation_ended AFTER UPDATE ON reservation REFERENCING NEW TABLE AS new_reservations FOR EACH STATEMENT EXECUTE FUNCTION apply_ended_reservations();
CREATE TRIGGER reservation_only_ends BEFORE DELETE OR UPDATE ON reservation FOR EACH ROW EXECUTE FUNCTION reservation_only_ends();
ALTER TABLE reservation ENABLE ROW LEVEL SECURITY;
ALTER TABLE reservation FORCE ROW LEVEL SECURITY;
CREATE POLICY reservation_in_warehouse ON reservation AS RESTRICTIVE FOR ALL TO public
  USING ((( SELECT acting_everywhere() AS acting_everywhere) IS NOT NULL) OR (warehouse_uuid = ANY (( SELECT acting_warehouses() AS acting_warehouses)::uuid[])));
CREATE POLICY reservation_platform ON reservation FOR ALL TO public
  USING (( SELECT acting_kind() AS acting_kind) = 'platform'::text);
CREATE POLICY reservation_retailer ON reservation FOR SELECT TO public
  USING ((provider_uuid = ( SELECT acting_provider() AS acting_provider)) AND (owner_uuid = ( SELECT acting_retailer() AS acting_retailer)));
CREATE POLICY reservation_staff ON reservation FOR ALL TO public
  USING ((provider_uuid = ( SELECT acting_provider() AS acting_provider)) AND ( SELECT acting_staff() AS acting_staff));
GRANT INSERT, SELECT ON reservation TO quayside_app;
GRANT UPDATE ON status (of reservation) TO quayside_app;
GRANT UPDATE ON ended_at (of reservation) TO quayside_app;

CREATE TABLE retailer (
  retailer_uuid uuid NOT NULL,
  name text NOT NULL,
  country_code text DEFAULT ''::text NOT NULL,
  version integer DEFAULT 1 NOT NULL,
  created_at timestamp with time zone DEFAULT now() NOT NULL,
  CONSTRAINT retailer_pkey PRIMARY KEY (retailer_uuid)
);
ALTER TABLE retailer ENABLE ROW LEVEL SECURITY;
ALTER TABLE retailer FORCE ROW LEVEL SECURITY;
CREATE POLICY retailer_own ON retailer FOR ALL TO public
  USING (retailer_uuid = ( SELECT acting_retailer() AS acting_retailer));
CREATE POLICY retailer_sign_up ON retailer FOR INSERT TO public
  WITH CHECK (( SELECT acting_kind() AS acting_kind) = 'gate'::text);
CREATE POLICY retailer_staff ON retailer FOR SELECT TO public
  USING (( SELECT acting_staff() AS acting_staff) AND (EXISTS ( SELECT
   FROM retailer_provider rp
  WHERE ((rp.provider_uuid = ( SELECT acting_provider() AS acting_provider)) AND (rp.retailer_uuid = retailer.retailer_uuid)))));
GRANT DELETE, INSERT, SELECT, UPDATE ON retailer TO quayside_app;

CREATE TABLE retailer_provider (
  provider_uuid uuid NOT NULL,
  retailer_uuid uuid NOT NULL,
  is_blocked boolean DEFAULT false NOT NULL,
  version integer DEFAULT 1 NOT NULL,
  created_at timestamp with time zone DEFAULT now() NOT NULL,
  CONSTRAINT retailer_provider_pkey PRIMARY KEY (provider_uuid, retailer_uuid),
  CONSTRAINT retailer_provider_provider_fkey FOREIGN KEY (provider_uuid) REFERENCES provider(provider_uuid),
  CONSTRAINT retailer_provider_retailer_fkey FOREIGN KEY (retailer_uuid) REFERENCES retailer(retailer_uuid)
);
CREATE INDEX retailer_provider_by_retailer ON public.retailer_provider USING btree (retailer_uuid, provider_uuid);
ALTER TABLE retailer_provider ENABLE ROW LEVEL SECURITY;
ALTER TABLE retailer_provider FORCE ROW LEVEL SECURITY;
CREATE POLICY retailer_provider_changed ON retailer_provider FOR UPDATE TO public
  USING ((provider_uuid = ( SELECT acting_provider() AS acting_provider)) AND ( SELECT acting_staff() AS acting_staff));
CREATE POLICY retailer_provider_gate ON retailer_provider FOR SELECT TO public
  USING (( SELECT acting_kind() AS acting_kind) = 'gate'::text);
CREATE POLICY retailer_provider_join ON retailer_provider FOR INSERT TO public
  WITH CHECK ((retailer_uuid = ( SELECT acting_retailer() AS acting_retailer)) AND (NOT is_blocked) AND takes_retailers(provider_uuid));
CREATE POLICY retailer_provider_own ON retailer_provider FOR SELECT TO public
  USING (retailer_uuid = ( SELECT acting_retailer() AS acting_retailer));
CREATE POLICY retailer_provider_platform ON retailer_provider FOR SELECT TO public
  USING (( SELECT acting_kind() AS acting_kind) = 'platform'::text);
CREATE POLICY retailer_provider_sign_up ON retailer_provider FOR INSERT TO public
  WITH CHECK (( SELECT acting_kind() AS acting_kind) = 'gate'::text);
CREATE POLICY retailer_provider_staff ON retailer_provider FOR SELECT TO public
  USING ((provider_uuid = ( SELECT acting_provider() AS acting_provider)) AND ( SELECT acting_staff() AS acting_staff));
GRANT INSERT, SELECT ON retailer_provider TO quayside_app;
GRANT UPDATE ON is_blocked (of retailer_provider) TO quayside_app;
GRANT UPDATE ON version (of retailer_provider) TO quayside_app;

CREATE TABLE retailer_terms (
  provider_uuid uuid NOT NULL,
  retailer_uuid uuid NOT NULL,
  rate_card_uuid uuid,
  price_tier_uuid uuid,
  credit_limit_cents bigint DEFAULT 0 NOT NULL,
  version integer DEFAULT 1 NOT NULL,
  CONSTRAINT retailer_terms_pkey PRIMARY KEY (provider_uuid, retailer_uuid),
  CONSTRAINT retailer_terms_credit_not_negative CHECK ((credit_limit_cents >= 0)),
  CONSTRAINT retailer_terms_price_tier_fkey FOREIGN KEY (provider_uuid, price_tier_uuid) REFERENCES price_tier(provider_uuid, price_tier_uuid),
  CONSTRAINT retailer_terms_rate_card_fkey FOREIGN KEY (provider_uuid, rate_card_uuid) REFERENCES rate_card(provider_uuid, rate_card_uuid),
  CONSTRAINT retailer_terms_retailer_fkey FOREIGN KEY (provider_uuid, retailer_uuid) REFERENCES retailer_provider(provider_uuid, retailer_uuid)
);
CREATE INDEX retailer_terms_by_card ON public.retailer_terms USING btree (provider_uuid, rate_card_uuid) WHERE (rate_card_uuid IS NOT NULL);
CREATE INDEX retailer_terms_by_tier ON public.retailer_terms USING btree (provider_uuid, price_tier_uuid) WHERE (price_tier_uuid IS NOT NULL);
ALTER TABLE retailer_terms ENABLE ROW LEVEL SECURITY;
ALTER TABLE retailer_terms FORCE ROW LEVEL SECURITY;
CREATE POLICY retailer_terms_own ON retailer_terms FOR SELECT TO public
  USING ((provider_uuid = ( SELECT acting_provider() AS acting_provider)) AND (retailer_uuid = ( SELECT acting_retailer() AS acting_retailer)));
CREATE POLICY retailer_terms_platform ON retailer_terms FOR SELECT TO public
  USING (( SELECT acting_kind() AS acting_kind) = 'platform'::text);
CREATE POLICY retailer_terms_staff ON retailer_terms FOR ALL TO public
  USING ((provider_uuid = ( SELECT acting_provider() AS acting_provider)) AND ( SELECT acting_staff() AS acting_staff));
GRANT INSERT, SELECT, UPDATE ON retailer_terms TO quayside_app;

CREATE TABLE return_event (
  provider_uuid uuid NOT NULL,
  return_uuid uuid NOT NULL,
  event_uuid uuid NOT NULL,
  owner_uuid uuid,
  warehouse_uuid uuid NOT NULL,
  at timestamp with time zone NOT NULL,
  user_uuid uuid,
  by_retailer boolean DEFAULT false NOT NULL,
  event text NOT NULL,
  from_status text DEFAULT ''::text NOT NULL,
  to_status text NOT NULL,
  message text DEFAULT ''::text NOT NULL,
  detail jsonb DEFAULT '{}'::jsonb NOT NULL,
  CONSTRAINT return_event_pkey PRIMARY KEY (provider_uuid, return_uuid, event_uuid),
  CONSTRAINT return_event_return_fkey FOREIGN KEY (provider_uuid, return_uuid) REFERENCES return_order(provider_uuid, return_uuid)
);
ALTER TABLE return_event ENABLE ROW LEVEL SECURITY;
ALTER TABLE return_event FORCE ROW LEVEL SECURITY;
CREATE POLICY return_event_in_warehouse ON return_event AS RESTRICTIVE FOR ALL TO public
  USING ((( SELECT acting_everywhere() AS acting_everywhere) IS NOT NULL) OR (warehouse_uuid = ANY (( SELECT acting_warehouses() AS acting_warehouses)::uuid[])));
CREATE POLICY return_event_platform ON return_event FOR ALL TO public
  USING (( SELECT acting_kind() AS acting_kind) = 'platform'::text);
CREATE POLICY return_event_retailer ON return_event FOR SELECT TO public
  USING ((provider_uuid = ( SELECT acting_provider() AS acting_provider)) AND (owner_uuid = ( SELECT acting_retailer() AS acting_retailer)));
CREATE POLICY return_event_staff ON return_event FOR ALL TO public
  USING ((provider_uuid = ( SELECT acting_provider() AS acting_provider)) AND ( SELECT acting_staff() AS acting_staff));
GRANT INSERT, SELECT, UPDATE ON return_event TO quayside_app;

CREATE TABLE return_line (
  provider_uuid uuid NOT NULL,
  return_uuid uuid NOT NULL,
  line_uuid uuid NOT NULL,
  line_number integer NOT NULL,
  owner_uuid uuid,
  warehouse_uuid uuid NOT NULL,
  variant_uuid uuid NOT NULL,
  sku text NOT NULL,
  title text DEFAULT ''::text NOT NULL,
  stock_owner_uuid uuid NOT NULL,
  lot text DEFAULT ''::text NOT NULL,
  expected integer DEFAULT 0 NOT NULL,
  good integer DEFAULT 0 NOT NULL,
  damaged integer DEFAULT 0 NOT NULL,
  good_decision text DEFAULT ''::text NOT NULL,
  damaged_decision text DEFAULT ''::text NOT NULL,
  good_done integer DEFAULT 0 NOT NULL,
  damaged_done integer DEFAULT 0 NOT NULL,
  CONSTRAINT return_line_pkey PRIMARY KEY (provider_uuid, return_uuid, line_uuid),
  CONSTRAINT return_line_goods_key UNIQUE (provider_uuid, return_uuid, variant_uuid, stock_owner_uuid, lot),
  CONSTRAINT return_line_counts_within CHECK ((((expected >= 0) AND (expected <= 10000000)) AND ((good >= 0) AND (good <= 10000000)) AND ((damaged >= 0) AND (damaged <= 10000000)) AND ((good_done >= 0) AND (good_done <= good)) AND ((damaged_done >= 0) AND (damaged_done <= damaged)))),
  CONSTRAINT return_line_decision_known CHECK (((good_decision = ANY (ARRAY[''::text, 'restock'::text, 'scrap'::text, 'send_back'::text])) AND (damaged_decision = ANY (ARRAY[''::text, 'scrap'::text, 'send_back'::text])))),
  CONSTRAINT return_line_done_is_decided CHECK ((((good_done = 0) OR (good_decision <> ''::text)) AND ((damaged_done = 0) OR (damaged_decision <> ''::text)))),
  CONSTRAINT return_line_return_fkey FOREIGN KEY (provider_uuid, return_uuid) REFERENCES return_order(provider_uuid, return_uuid),
  CONSTRAINT return_line_variant_fkey FOREIGN KEY (provider_uuid, variant_uuid) REFERENCES variant(provider_uuid, variant_uuid)
);
CREATE INDEX return_line_by_variant ON public.return_line USING btree (provider_uuid, variant_uuid);
ALTER TABLE return_line ENABLE ROW LEVEL SECURITY;
ALTER TABLE return_line FORCE ROW LEVEL SECURITY;
CREATE POLICY return_line_in_warehouse ON return_line AS RESTRICTIVE FOR ALL TO public
  USING ((( SELECT acting_everywhere() AS acting_everywhere) IS NOT NULL) OR (warehouse_uuid = ANY (( SELECT acting_warehouses() AS acting_warehouses)::uuid[])));
CREATE POLICY return_line_platform ON return_line FOR ALL TO public
  USING (( SELECT acting_kind() AS acting_kind) = 'platform'::text);
CREATE POLICY return_line_retailer ON return_line FOR SELECT TO public
  USING ((provider_uuid = ( SELECT acting_provider() AS acting_provider)) AND (owner_uuid = ( SELECT acting_retailer() AS acting_retailer)));
CREATE POLICY return_line_staff ON return_line FOR ALL TO public
  USING ((provider_uuid = ( SELECT acting_provider() AS acting_provider)) AND ( SELECT acting_staff() AS acting_staff));
GRANT INSERT, SELECT, UPDATE ON return_line TO quayside_app;

CREATE TABLE return_order (
  provider_uuid uuid NOT NULL,
  return_uuid uuid NOT NULL,
  return_number text COLLATE "C" NOT NULL,
  owner_uuid uuid,
  order_uuid uuid,
  warehouse_uuid uuid NOT NULL,
  status text NOT NULL,
  tracking_number text COLLATE "C" DEFAULT ''::text NOT NULL,
  reason text DEFAULT 'other'::text NOT NULL,
  remark text DEFAULT ''::text NOT NULL,
  created_by uuid,
  created_at timestamp with time zone NOT NULL,
  expected_at timestamp with time zone,
  arrived_at timestamp with time zone,
  inspected_at timestamp with time zone,
  decided_at timestamp with time zone,
  ended_at timestamp with time zone,
  version integer DEFAULT 1 NOT NULL,
  exception_number text DEFAULT ''::text NOT NULL,
  CONSTRAINT return_order_pkey PRIMARY KEY (provider_uuid, return_uuid),
  CONSTRAINT return_order_number_key UNIQUE (provider_uuid, return_number),
  CONSTRAINT return_order_arrived CHECK (((status = ANY (ARRAY['expected'::text, 'cancelled'::text])) OR (arrived_at IS NOT NULL))),
  CONSTRAINT return_order_decided CHECK (((status = ANY (ARRAY['decided'::text, 'restocked'::text, 'scrapped'::text, 'sent_back'::text])) = (decided_at IS NOT NULL))),
  CONSTRAINT return_order_ended CHECK (((status = ANY (ARRAY['restocked'::text, 'scrapped'::text, 'sent_back'::text, 'cancelled'::text])) = (ended_at IS NOT NULL))),
  CONSTRAINT return_order_expected CHECK (((status <> 'expected'::text) OR ((expected_at IS NOT NULL) AND (order_uuid IS NOT NULL)))),
  CONSTRAINT return_order_inspected CHECK (((status = ANY (ARRAY['inspected'::text, 'decided'::text, 'restocked'::text, 'scrapped'::text, 'sent_back'::text])) = (inspected_at IS NOT NULL))),
  CONSTRAINT return_order_owned CHECK (((owner_uuid IS NOT NULL) OR ((order_uuid IS NULL) AND (status = ANY (ARRAY['arrived'::text, 'cancelled'::text]))))),
  CONSTRAINT return_order_status_known CHECK ((status = ANY (ARRAY['expected'::text, 'arrived'::text, 'inspected'::text, 'decided'::text, 'restocked'::text, 'scrapped'::text, 'sent_back'::text, 'cancelled'::text]))),
  CONSTRAINT return_order_texts_short CHECK (((length(tracking_number) <= 60) AND (length(remark) <= 500))),
  CONSTRAINT return_order_order_fkey FOREIGN KEY (provider_uuid, order_uuid) REFERENCES sales_order(provider_uuid, order_uuid),
  CONSTRAINT return_order_provider_fkey FOREIGN KEY (provider_uuid) REFERENCES provider(provider_uuid),
  CONSTRAINT return_order_warehouse_fkey FOREIGN KEY (provider_uuid, warehouse_uuid) REFERENCES warehouse(provider_uuid, warehouse_uuid)
);
CREATE INDEX return_order_by_order ON public.return_order USING btree (provider_uuid, order_uuid) WHERE (order_uuid IS NOT NULL);
CREATE INDEX return_order_by_owner ON public.return_order USING btree (provider_uuid, owner_uuid, return_uuid) INCLUDE (status);
CREATE INDEX return_order_by_status ON public.return_order USING btree (provider_uuid, status, return_uuid) INCLUDE (warehouse_uuid, owner_uuid);
CREATE INDEX return_order_by_tracking_number ON public.return_order USING btree (provider_uuid, tracking_number) WHERE (tracking_number <> ''::text);
ALTER TABLE return_order ENABLE ROW LEVEL SECURITY;
ALTER TABLE return_order FORCE ROW LEVEL SECURITY;
CREATE POLICY return_order_in_warehouse ON return_order AS RESTRICTIVE FOR ALL TO public
  USING ((( SELECT acting_everywhere() AS acting_everywhere) IS NOT NULL) OR (warehouse_uuid = ANY (( SELECT acting_warehouses() AS acting_warehouses)::uuid[])));
CREATE POLICY return_order_platform ON return_order FOR ALL TO public
  USING (( SELECT acting_kind() AS acting_kind) = 'platform'::text);
CREATE POLICY return_order_retailer ON return_order FOR SELECT TO public
  USING ((provider_uuid = ( SELECT acting_provider() AS acting_provider)) AND (owner_uuid = ( SELECT acting_retailer() AS acting_retailer)));
CREATE POLICY return_order_staff ON return_order FOR ALL TO public
  USING ((provider_uuid = ( SELECT acting_provider() AS acting_provider)) AND ( SELECT acting_staff() AS acting_staff));
GRANT INSERT, SELECT, UPDATE ON return_order TO quayside_app;

CREATE TABLE return_photo (
  provider_uuid uuid NOT NULL,
  return_uuid uuid NOT NULL,
  photo_uuid uuid NOT NULL,
  owner_uuid uuid,
  warehouse_uuid uuid NOT NULL,
  file_uuid uuid NOT NULL,
  taken_by uuid NOT NULL,
  at timestamp with time zone NOT NULL,
  CONSTRAINT return_photo_pkey PRIMARY KEY (provider_uuid, return_uuid, photo_uuid),
  CONSTRAINT return_photo_file_fkey FOREIGN KEY (provider_uuid, file_uuid) REFERENCES file(provider_uuid, file_uuid),
  CONSTRAINT return_photo_return_fkey FOREIGN KEY (provider_uuid, return_uuid) REFERENCES return_order(provider_uuid, return_uuid)
);
CREATE INDEX return_photo_by_file ON public.return_photo USING btree (provider_uuid, file_uuid);
ALTER TABLE return_photo ENABLE ROW LEVEL SECURITY;
ALTER TABLE return_photo FORCE ROW LEVEL SECURITY;
CREATE POLICY return_photo_in_warehouse ON return_photo AS RESTRICTIVE FOR ALL TO public
  USING ((( SELECT acting_everywhere() AS acting_everywhere) IS NOT NULL) OR (warehouse_uuid = ANY (( SELECT acting_warehouses() AS acting_warehouses)::uuid[])));
CREATE POLICY return_photo_platform ON return_photo FOR SELECT TO public
  USING (( SELECT acting_kind() AS acting_kind) = 'platform'::text);
CREATE POLICY return_photo_retailer ON return_photo FOR SELECT TO public
  USING ((provider_uuid = ( SELECT acting_provider() AS acting_provider)) AND (owner_uuid = ( SELECT acting_retailer() AS acting_retailer)));
CREATE POLICY return_photo_staff ON return_photo FOR ALL TO public
  USING ((provider_uuid = ( SELECT acting_provider() AS acting_provider)) AND ( SELECT acting_staff() AS acting_staff));
GRANT INSERT, SELECT, UPDATE ON return_photo TO quayside_app;

CREATE TABLE return_rule (
  provider_uuid uuid NOT NULL,
  owner_uuid uuid NOT NULL,
  good_decision text DEFAULT ''::text NOT NULL,
  damaged_decision text DEFAULT ''::text NOT NULL,
  version integer DEFAULT 1 NOT NULL,
  CONSTRAINT return_rule_pkey PRIMARY KEY (provider_uuid, owner_uuid),
  CONSTRAINT return_rule_decision_known CHECK (((good_decision = ANY (ARRAY[''::text, 'restock'::text, 'scrap'::text, 'send_back'::text])) AND (damaged_decision = ANY (ARRAY[''::text, 'scrap'::text, 'send_back'::text])))),
  CONSTRAINT return_rule_provider_fkey FOREIGN KEY (provider_uuid) REFERENCES provider(provider_uuid)
);
ALTER TABLE return_rule ENABLE ROW LEVEL SECURITY;
ALTER TABLE return_rule FORCE ROW LEVEL SECURITY;
CREATE POLICY return_rule_platform ON return_rule FOR ALL TO public
  USING (( SELECT acting_kind() AS acting_kind) = 'platform'::text);
CREATE POLICY return_rule_retailer ON return_rule FOR ALL TO public
  USING ((provider_uuid = ( SELECT acting_provider() AS acting_provider)) AND (owner_uuid = ( SELECT acting_retailer() AS acting_retailer)));
CREATE POLICY return_rule_staff ON return_rule FOR ALL TO public
  USING ((provider_uuid = ( SELECT acting_provider() AS acting_provider)) AND ( SELECT acting_staff() AS acting_staff));
GRANT INSERT, SELECT, UPDATE ON return_rule TO quayside_app;

CREATE TABLE return_scan (
  provider_uuid uuid NOT NULL,
  scan_uuid uuid NOT NULL,
  return_uuid uuid NOT NULL,
  line_uuid uuid NOT NULL,
  owner_uuid uuid NOT NULL,
  warehouse_uuid uuid NOT NULL,
  kind text NOT NULL,
  is_damaged boolean NOT NULL,
  quantity integer NOT NULL,
  from_location_uuid uuid NOT NULL,
  to_location_uuid uuid,
  at timestamp with time zone NOT NULL,
  user_uuid uuid NOT NULL,
  undone_at timestamp with time zone,
  CONSTRAINT return_scan_pkey PRIMARY KEY (provider_uuid, scan_uuid),
  CONSTRAINT return_scan_kind_known CHECK ((kind = ANY (ARRAY['inspect'::text, 'restock'::text, 'scrap'::text, 'send_back'::text]))),
  CONSTRAINT return_scan_quantity_positive CHECK ((quantity > 0)),
  CONSTRAINT return_scan_restocked_somewhere CHECK (((kind = 'restock'::text) = (to_location_uuid IS NOT NULL))),
  CONSTRAINT return_scan_from_fkey FOREIGN KEY (provider_uuid, from_location_uuid) REFERENCES location(provider_uuid, location_uuid),
  CONSTRAINT return_scan_line_fkey FOREIGN KEY (provider_uuid, return_uuid, line_uuid) REFERENCES return_line(provider_uuid, return_uuid, line_uuid),
  CONSTRAINT return_scan_to_fkey FOREIGN KEY (provider_uuid, to_location_uuid) REFERENCES location(provider_uuid, location_uuid)
);
CREATE INDEX return_scan_by_return ON public.return_scan USING btree (provider_uuid, return_uuid, scan_uuid);
ALTER TABLE return_scan ENABLE ROW LEVEL SECURITY;
ALTER TABLE return_scan FORCE ROW LEVEL SECURITY;
CREATE POLICY return_scan_in_warehouse ON return_scan AS RESTRICTIVE FOR ALL TO public
  USING ((( SELECT acting_everywhere() AS acting_everywhere) IS NOT NULL) OR (warehouse_uuid = ANY (( SELECT acting_warehouses() AS acting_warehouses)::uuid[])));
CREATE POLICY return_scan_platform ON return_scan FOR SELECT TO public
  USING (( SELECT acting_kind() AS acting_kind) = 'platform'::text);
CREATE POLICY return_scan_staff ON return_scan FOR ALL TO public
  USING ((provider_uuid = ( SELECT acting_provider() AS acting_provider)) AND ( SELECT acting_staff() AS acting_staff));
GRANT INSERT, SELECT, UPDATE ON return_scan TO quayside_app;

CREATE TABLE sales_order (
  provider_uuid uuid NOT NULL,
  order_uuid uuid NOT NULL,
  order_number text COLLATE "C" NOT NULL,
  reference text DEFAULT ''::text NOT NULL,
  reference_key text COLLATE "C" GENERATED ALWAYS AS (lower(reference)) STORED NOT NULL,
  kind text DEFAULT 'one_piece'::text NOT NULL,
  owner_uuid uuid NOT NULL,
  status text DEFAULT 'draft'::text NOT NULL,
  payment_status text DEFAULT 'not_paid'::text NOT NULL,
  fulfilment_status text DEFAULT 'unfulfilled'::text NOT NULL,
  warehouse_uuid uuid,
  channel_uuid uuid,
  holds text[] DEFAULT '{}'::text[] NOT NULL,
  delay_until timestamp with time zone,
  priority smallint DEFAULT 0 NOT NULL,
  country text DEFAULT ''::text NOT NULL,
  ordered_at timestamp with time zone,
  total_cents bigint,
  currency text DEFAULT ''::text NOT NULL,
  cod_type text DEFAULT 'none'::text NOT NULL,
  cod_cents bigint,
  cod_currency text DEFAULT ''::text NOT NULL,
  ioss_number text DEFAULT ''::text NOT NULL,
  vat_number text DEFAULT ''::text NOT NULL,
  weight_grams integer,
  length_mm integer,
  width_mm integer,
  height_mm integer,
  remark text DEFAULT ''::text NOT NULL,
  reason text DEFAULT ''::text NOT NULL,
  line_count integer DEFAULT 0 NOT NULL,
  piece_count integer DEFAULT 0 NOT NULL,
  estimate_cents bigint,
  estimate_currency text DEFAULT ''::text NOT NULL,
  estimate jsonb DEFAULT '{}'::jsonb NOT NULL,
  split_from_uuid uuid,
  merged_into_uuid uuid,
  created_by uuid NOT NULL,
  created_at timestamp with time zone NOT NULL,
  submitted_at timestamp with time zone,
  confirmed_at timestamp with time zone,
  allocated_at timestamp with time zone,
  ended_at timestamp with time zone,
  version integer DEFAULT 1 NOT NULL,
  wave_uuid uuid,
  demand_skus integer DEFAULT 0 NOT NULL,
  demand_pieces integer DEFAULT 0 NOT NULL,
  demand_variant_uuid uuid,
  due_at timestamp with time zone,
  shipped_at timestamp with time zone,
  delivered_at timestamp with time zone,
  CONSTRAINT sales_order_pkey PRIMARY KEY (provider_uuid, order_uuid),
  CONSTRAINT sales_order_number_key UNIQUE (provider_uuid, order_number),
  CONSTRAINT sales_order_amounts_not_negative CHECK (((total_cents >= 0) AND (cod_cents >= 0) AND (estimate_cents >= 0))),
  CONSTRAINT sales_order_cod_complete CHECK ((((cod_type = 'none'::text) = (cod_cents IS NULL)) AND ((cod_type = 'none'::text) = (cod_currency = ''::text)))),
  CONSTRAINT sales_order_cod_known CHECK ((cod_type = ANY (ARRAY['none'::text, 'cash'::text]))),
  CONSTRAINT sales_order_delivered CHECK (((status = ANY (ARRAY['delivered'::text, 'sent_back'::text])) OR (delivered_at IS NULL))),
  CONSTRAINT sales_order_ended CHECK (((status = ANY (ARRAY['cancelled'::text, 'merged'::text])) = (ended_at IS NOT NULL))),
  CONSTRAINT sales_order_fulfilment_known CHECK ((fulfilment_status = ANY (ARRAY['unfulfilled'::text, 'partially_fulfilled'::text, 'fulfilled'::text]))),
  CONSTRAINT sales_order_has_warehouse CHECK (((status = ANY (ARRAY['draft'::text, 'cancelled'::text])) OR (warehouse_uuid IS NOT NULL))),
  CONSTRAINT sales_order_holds_known CHECK ((holds <@ ARRAY['fraud'::text, 'address'::text, 'payment'::text, 'operator'::text, 'cancel'::text])),
  CONSTRAINT sales_order_in_a_wave CHECK (
CASE
    WHEN (status = ANY (ARRAY['in_wave'::text, 'picking'::text, 'picked'::text, 'reviewed'::text, 'packed'::text, 'weighed'::text, 'bagged'::text])) THEN (wave_uuid IS NOT NULL)
    WHEN (status = ANY (ARRAY['shipped'::text, 'delivered'::text, 'sent_back'::text])) THEN true
    ELSE (wave_uuid IS NULL)
END),
  CONSTRAINT sales_order_kind_known CHECK ((kind = ANY (ARRAY['one_piece'::text, 'shipping_notice'::text]))),
  CONSTRAINT sales_order_merged_somewhere CHECK (((status = 'merged'::text) = (merged_into_uuid IS NOT NULL))),
  CONSTRAINT sales_order_parcel_positive CHECK (((weight_grams > 0) AND (length_mm > 0) AND (width_mm > 0) AND (height_mm > 0))),
  CONSTRAINT sales_order_payment_known CHECK ((payment_status = ANY (ARRAY['not_paid'::text, 'paid'::text, 'partially_refunded'::text, 'refunded'::text]))),
  CONSTRAINT sales_order_shipped CHECK (((status = ANY (ARRAY['shipped'::text, 'delivered'::text, 'sent_back'::text])) = (shipped_at IS NOT NULL))),
  CONSTRAINT sales_order_status_known CHECK ((status = ANY (ARRAY['draft'::text, 'submitted'::text, 'confirmed'::text, 'short'::text, 'allocated'::text, 'in_wave'::text, 'picking'::text, 'picked'::text, 'reviewed'::text, 'packed'::text, 'weighed'::text, 'bagged'::text, 'shipped'::text, 'delivered'::text, 'sent_back'::text, 'cancelled'::text, 'merged'::text]))),
  CONSTRAINT sales_order_channel_fkey FOREIGN KEY (provider_uuid, channel_uuid) REFERENCES channel(provider_uuid, channel_uuid),
  CONSTRAINT sales_order_merged_fkey FOREIGN KEY (provider_uuid, merged_into_uuid) REFERENCES sales_order(provider_uuid, order_uuid),
  CONSTRAINT sales_order_provider_fkey FOREIGN KEY (provider_uuid) REFERENCES provider(provider_uuid),
  CONSTRAINT sales_order_split_fkey FOREIGN KEY (provider_uuid, split_from_uuid) REFERENCES sales_order(provider_uuid, order_uuid),
  CONSTRAINT sales_order_warehouse_fkey FOREIGN KEY (provider_uuid, warehouse_uuid) REFERENCES warehouse(provider_uuid, warehouse_uuid),
  CONSTRAINT sales_order_wave_fkey FOREIGN KEY (provider_uuid, wave_uuid) REFERENCES wave(provider_uuid, wave_uuid)
);
CREATE INDEX sales_order_by_cancellation ON public.sales_order USING btree (provider_uuid, owner_uuid, warehouse_uuid, ended_at) WHERE (status = 'cancelled'::text);
CREATE INDEX sales_order_by_channel ON public.sales_order USING btree (provider_uuid, channel_uuid, order_uuid) WHERE (channel_uuid IS NOT NULL);
CREATE INDEX sales_order_by_hand_over ON public.sales_order USING btree (provider_uuid, owner_uuid, warehouse_uuid, shipped_at) INCLUDE (order_uuid, estimate_cents) WHERE (shipped_at IS NOT NULL);
CREATE INDEX sales_order_by_owner ON public.sales_order USING btree (provider_uuid, owner_uuid, order_uuid) INCLUDE (warehouse_uuid);
CREATE INDEX sales_order_by_owner_status ON public.sales_order USING btree (provider_uuid, owner_uuid, status, order_uuid) INCLUDE (warehouse_uuid);
CREATE INDEX sales_order_by_reference ON public.sales_order USING btree (provider_uuid, reference_key, order_uuid) WHERE (reference <> ''::text);
CREATE INDEX sales_order_by_status ON public.sales_order USING btree (provider_uuid, status, order_uuid) INCLUDE (warehouse_uuid);
CREATE INDEX sales_order_by_warehouse ON public.sales_order USING btree (provider_uuid, warehouse_uuid, status, order_uuid);
CREATE INDEX sales_order_by_wave ON public.sales_order USING btree (provider_uuid, wave_uuid, order_uuid) WHERE (wave_uuid IS NOT NULL);
CREATE INDEX sales_order_due ON public.sales_order USING btree (provider_uuid, due_at, order_uuid) INCLUDE (warehouse_uuid, channel_uuid, delay_until, kind, owner_uuid) WHERE ((due_at IS NOT NULL) AND (holds = '{}'::text[]) AND (status = ANY (ARRAY['confirmed'::text, 'short'::text, 'allocated'::text, 'in_wave'::text, 'picking'::text, 'picked'::text, 'reviewed'::text, 'packed'::text, 'weighed'::text, 'bagged'::text])));
CREATE INDEX sales_order_held ON public.sales_order USING btree (provider_uuid, order_uuid) INCLUDE (owner_uuid) WHERE ((holds <> '{}'::text[]) AND (status = ANY (ARRAY['submitted'::text, 'confirmed'::text, 'short'::text, 'allocated'::text, 'in_wave'::text, 'picking'::text, 'picked'::text, 'reviewed'::text, 'packed'::text, 'weighed'::text, 'bagged'::text])));
CREATE INDEX sales_order_merged ON public.sales_order USING btree (provider_uuid, merged_into_uuid) WHERE (merged_into_uuid IS NOT NULL);
CREATE INDEX sales_order_open ON public.sales_order USING btree (provider_uuid, owner_uuid, order_uuid) INCLUDE (estimate_cents, estimate_currency) WHERE (status = ANY (ARRAY['submitted'::text, 'confirmed'::text, 'short'::text, 'allocated'::text, 'in_wave'::text, 'picking'::text, 'picked'::text, 'reviewed'::text, 'packed'::text, 'weighed'::text, 'bagged'::text]));
CREATE INDEX sales_order_pool ON public.sales_order USING btree (provider_uuid, warehouse_uuid, ((- priority)), order_uuid) INCLUDE (kind, demand_skus, demand_pieces, demand_variant_uuid, delay_until, channel_uuid) WHERE ((status = 'allocated'::text) AND (holds = '{}'::text[]));
CREATE UNIQUE INDEX sales_order_reference_key ON public.sales_order USING btree (provider_uuid, owner_uuid, reference_key) WHERE ((reference <> ''::text) AND (split_from_uuid IS NULL) AND (status <> ALL (ARRAY['cancelled'::text, 'merged'::text])));
CREATE INDEX sales_order_shipped ON public.sales_order USING btree (provider_uuid, shipped_at, order_uuid) WHERE (shipped_at IS NOT NULL);
CREATE INDEX sales_order_split ON public.sales_order USING btree (provider_uuid, split_from_uuid) WHERE (split_from_uuid IS NOT NULL);
CREATE INDEX sales_order_to_pack ON public.sales_order USING btree (provider_uuid, order_uuid) INCLUDE (warehouse_uuid, wave_uuid) WHERE (status = 'reviewed'::text);
CREATE INDEX sales_order_to_review ON public.sales_order USING btree (provider_uuid, order_uuid) INCLUDE (warehouse_uuid, wave_uuid, demand_pieces, demand_variant_uuid) WHERE (status = 'picked'::text);
CREATE INDEX sales_order_waiting ON public.sales_order USING btree (provider_uuid, ((- priority)), order_uuid) WHERE (status = ANY (ARRAY['confirmed'::text, 'short'::text]));
ALTER TABLE sales_order ENABLE ROW LEVEL SECURITY;
ALTER TABLE sales_order FORCE ROW LEVEL SECURITY;
CREATE POLICY sales_order_in_warehouse ON sales_order AS RESTRICTIVE FOR ALL TO public
  USING ((( SELECT acting_everywhere() AS acting_everywhere) IS NOT NULL) OR (warehouse_uuid = ANY (( SELECT acting_warehouses() AS acting_warehouses)::uuid[])));
CREATE POLICY sales_order_platform ON sales_order FOR ALL TO public
  USING (( SELECT acting_kind() AS acting_kind) = 'platform'::text);
CREATE POLICY sales_order_retailer ON sales_order FOR ALL TO public
  USING ((provider_uuid = ( SELECT acting_provider() AS acting_provider)) AND (owner_uuid = ( SELECT acting_retailer() AS acting_retailer)));
CREATE POLICY sales_order_staff ON sales_order FOR ALL TO public
  USING ((provider_uuid = ( SELECT acting_provider() AS acting_provider)) AND ( SELECT acting_staff() AS acting_staff));
GRANT DELETE, INSERT, SELECT, UPDATE ON sales_order TO quayside_app;

CREATE TABLE session (
  session_uuid uuid NOT NULL,
  user_uuid uuid NOT NULL,
  area text NOT NULL,
  token_hash bytea NOT NULL,
  previous_token_hash bytea,
  previous_until timestamp with time zone,
  provider_uuid uuid,
  is_read_only boolean DEFAULT false NOT NULL,
  opened_by uuid,
  address text DEFAULT ''::text NOT NULL,
  device text DEFAULT ''::text NOT NULL,
  created_at timestamp with time zone NOT NULL,
  last_seen_at timestamp with time zone NOT NULL,
  expires_at timestamp with time zone NOT NULL,
  ends_at timestamp with time zone NOT NULL,
  revoked_at timestamp with time zone,
  is_by_pin boolean DEFAULT false NOT NULL,
  opened_in uuid,
  CONSTRAINT session_pkey PRIMARY KEY (session_uuid),
  CONSTRAINT session_token_hash_key UNIQUE (token_hash),
  CONSTRAINT session_area_known CHECK ((area = ANY (ARRAY['p'::text, 'ds'::text, 'customer'::text]))),
  CONSTRAINT session_user_fkey FOREIGN KEY (user_uuid) REFERENCES app_user(user_uuid) ON DELETE CASCADE
);
CREATE INDEX session_by_end ON public.session USING btree (ends_at);
CREATE INDEX session_by_opener ON public.session USING btree (opened_in) WHERE (opened_in IS NOT NULL);
CREATE INDEX session_by_user ON public.session USING btree (user_uuid, session_uuid);
CREATE UNIQUE INDEX session_previous_token_hash_key ON public.session USING btree (previous_token_hash) WHERE (previous_token_hash IS NOT NULL);
ALTER TABLE session ENABLE ROW LEVEL SECURITY;
ALTER TABLE session FORCE ROW LEVEL SECURITY;
CREATE POLICY session_cleared ON session FOR DELETE TO public
  USING (( SELECT acting_kind() AS acting_kind) = 'platform'::text);
CREATE POLICY session_for_support ON session FOR INSERT TO public
  WITH CHECK ((( SELECT acting_kind() AS acting_kind) = 'provider'::text) AND (opened_by = ( SELECT acting_user() AS acting_user)) AND is_read_only AND (area = 'ds'::text) AND (provider_uuid = ( SELECT acting_provider() AS acting_provider)) AND (EXISTS ( SELECT
   FROM (app_user u
     JOIN retailer_provider rp ON (((rp.retailer_uuid = u.related_uuid) AND (rp.provider_uuid = ( SELECT acting_provider() AS acting_provider)))))
  WHERE ((u.user_uuid = session.user_uuid) AND (u.role = 'dropShipper'::text)))));
CREATE POLICY session_gate ON session FOR ALL TO public
  USING (( SELECT acting_kind() AS acting_kind) = 'gate'::text);
CREATE POLICY session_of_operators ON session FOR UPDATE TO public
  USING ((( SELECT acting_kind() AS acting_kind) = 'provider'::text) AND (EXISTS ( SELECT
   FROM app_user u
  WHERE ((u.user_uuid = session.user_uuid) AND (u.role = 'operator'::text) AND (u.related_uuid = ( SELECT acting_provider() AS acting_provider))))));
CREATE POLICY session_of_operators_seen ON session FOR SELECT TO public
  USING ((( SELECT acting_kind() AS acting_kind) = 'provider'::text) AND is_operator_of_acting(user_uuid));
CREATE POLICY session_opened ON session FOR UPDATE TO public
  USING ((( SELECT acting_kind() AS acting_kind) = 'provider'::text) AND (opened_by = ( SELECT acting_user() AS acting_user)));
CREATE POLICY session_opened_seen ON session FOR SELECT TO public
  USING ((( SELECT acting_kind() AS acting_kind) = 'provider'::text) AND (opened_by = ( SELECT acting_user() AS acting_user)));
CREATE POLICY session_own ON session FOR ALL TO public
  USING (user_uuid = ( SELECT acting_user() AS acting_user));
CREATE POLICY session_platform ON session FOR SELECT TO public
  USING (( SELECT acting_kind() AS acting_kind) = 'platform'::text);
GRANT DELETE, INSERT, SELECT ON session TO quayside_app;
GRANT UPDATE ON token_hash (of session) TO quayside_app;
GRANT UPDATE ON previous_token_hash (of session) TO quayside_app;
GRANT UPDATE ON previous_until (of session) TO quayside_app;
GRANT UPDATE ON provider_uuid (of session) TO quayside_app;
GRANT UPDATE ON address (of session) TO quayside_app;
GRANT UPDATE ON device (of session) TO quayside_app;
GRANT UPDATE ON last_seen_at (of session) TO quayside_app;
GRANT UPDATE ON expires_at (of session) TO quayside_app;
GRANT UPDATE ON ends_at (of session) TO quayside_app;
GRANT UPDATE ON revoked_at (of session) TO quayside_app;

CREATE TABLE shared_device (
  provider_uuid uuid NOT NULL,
  device_hash bytea NOT NULL,
  user_uuid uuid NOT NULL,
  session_uuid uuid,
  signed_in_at timestamp with time zone NOT NULL,
  last_used_at timestamp with time zone NOT NULL,
  CONSTRAINT shared_device_pkey PRIMARY KEY (provider_uuid, device_hash, user_uuid),
  CONSTRAINT shared_device_user_fkey FOREIGN KEY (user_uuid) REFERENCES app_user(user_uuid) ON DELETE CASCADE
);
CREATE INDEX shared_device_by_user ON public.shared_device USING btree (provider_uuid, user_uuid);
ALTER TABLE shared_device ENABLE ROW LEVEL SECURITY;
ALTER TABLE shared_device FORCE ROW LEVEL SECURITY;
CREATE POLICY shared_device_gate ON shared_device FOR ALL TO public
  USING (( SELECT acting_kind() AS acting_kind) = 'gate'::text);
CREATE POLICY shared_device_own ON shared_device FOR ALL TO public
  USING ((user_uuid = ( SELECT acting_user() AS acting_user)) AND (provider_uuid = ( SELECT acting_provider() AS acting_provider)));
GRANT DELETE, INSERT, SELECT, UPDATE ON shared_device TO quayside_app;

CREATE TABLE shelf (
  provider_uuid uuid NOT NULL,
  shelf_uuid uuid NOT NULL,
  warehouse_uuid uuid NOT NULL,
  partition_uuid uuid NOT NULL,
  code text NOT NULL,
  x_mm integer DEFAULT 0 NOT NULL,
  y_mm integer DEFAULT 0 NOT NULL,
  width_mm integer DEFAULT 1000 NOT NULL,
  depth_mm integer DEFAULT 600 NOT NULL,
  is_turned boolean DEFAULT false NOT NULL,
  version integer DEFAULT 1 NOT NULL,
  CONSTRAINT shelf_pkey PRIMARY KEY (provider_uuid, shelf_uuid),
  CONSTRAINT shelf_code_key UNIQUE (provider_uuid, warehouse_uuid, code),
  CONSTRAINT shelf_code_filled CHECK ((code <> ''::text)),
  CONSTRAINT shelf_partition_fkey FOREIGN KEY (provider_uuid, partition_uuid) REFERENCES partition(provider_uuid, partition_uuid)
);
CREATE INDEX shelf_by_partition ON public.shelf USING btree (provider_uuid, partition_uuid);
ALTER TABLE shelf ENABLE ROW LEVEL SECURITY;
ALTER TABLE shelf FORCE ROW LEVEL SECURITY;
CREATE POLICY shelf_in_warehouse ON shelf AS RESTRICTIVE FOR ALL TO public
  USING ((( SELECT acting_everywhere() AS acting_everywhere) IS NOT NULL) OR (warehouse_uuid = ANY (( SELECT acting_warehouses() AS acting_warehouses)::uuid[])));
CREATE POLICY shelf_staff ON shelf FOR ALL TO public
  USING ((provider_uuid = ( SELECT acting_provider() AS acting_provider)) AND ( SELECT acting_staff() AS acting_staff));
GRANT DELETE, INSERT, SELECT, UPDATE ON shelf TO quayside_app;

CREATE TABLE site (
  site_uuid uuid NOT NULL,
  host text,
  is_default boolean DEFAULT false NOT NULL,
  origin text NOT NULL,
  main_function text NOT NULL,
  homepage_title text NOT NULL,
  homepage_title_en text NOT NULL,
  homepage_icon text NOT NULL,
  locale text NOT NULL,
  version integer DEFAULT 1 NOT NULL,
  created_at timestamp with time zone DEFAULT now() NOT NULL,
  updated_at timestamp with time zone DEFAULT now() NOT NULL,
  CONSTRAINT site_pkey PRIMARY KEY (site_uuid),
  CONSTRAINT site_host_key UNIQUE (host),
  CONSTRAINT site_default_has_no_host CHECK ((is_default = (host IS NULL))),
  CONSTRAINT site_locale_known CHECK ((locale = ANY (ARRAY['en_us'::text, 'zh_cn'::text]))),
  CONSTRAINT site_main_function_known CHECK ((main_function = ANY (ARRAY['Homepage'::text, 'Application'::text])))
);
CREATE UNIQUE INDEX site_one_default ON public.site USING btree (main_function) WHERE is_default;
-- no row-level security
GRANT DELETE, INSERT, SELECT, UPDATE ON site TO quayside_app;

CREATE TABLE sku_barcode (
  provider_uuid uuid NOT NULL,
  barcode text COLLATE "C" NOT NULL,
  variant_uuid uuid NOT NULL,
  owner_uuid uuid NOT NULL,
  pieces integer DEFAULT 1 NOT NULL,
  created_at timestamp with time zone DEFAULT now() NOT NULL,
  CONSTRAINT sku_barcode_pkey PRIMARY KEY (provider_uuid, barcode, variant_uuid),
  CONSTRAINT sku_barcode_pieces_positive CHECK (((pieces >= 1) AND (pieces <= 100000))),
  CONSTRAINT sku_barcode_shape CHECK ((barcode ~ '^[!-~]{1,80}$'::text)),
  CONSTRAINT sku_barcode_variant_fkey FOREIGN KEY (provider_uuid, variant_uuid) REFERENCES variant(provider_uuid, variant_uuid)
);
CREATE INDEX sku_barcode_by_variant ON public.sku_barcode USING btree (provider_uuid, variant_uuid);
CREATE TRIGGER variant_words_of_barcode AFTER INSERT ON sku_barcode REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION variant_words_follow();
CREATE TRIGGER variant_words_of_lost_barcode AFTER DELETE ON sku_barcode REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION variant_words_follow();
ALTER TABLE sku_barcode ENABLE ROW LEVEL SECURITY;
ALTER TABLE sku_barcode FORCE ROW LEVEL SECURITY;
CREATE POLICY sku_barcode_platform ON sku_barcode FOR SELECT TO public
  USING (( SELECT acting_kind() AS acting_kind) = 'platform'::text);
CREATE POLICY sku_barcode_retailer ON sku_barcode FOR ALL TO public
  USING ((provider_uuid = ( SELECT acting_provider() AS acting_provider)) AND (owner_uuid = ( SELECT acting_retailer() AS acting_retailer)));
CREATE POLICY sku_barcode_staff ON sku_barcode FOR ALL TO public
  USING ((provider_uuid = ( SELECT acting_provider() AS acting_provider)) AND ( SELECT acting_staff() AS acting_staff));
GRANT DELETE, INSERT, SELECT, UPDATE ON sku_barcode TO quayside_app;

CREATE TABLE sort_wall (
  provider_uuid uuid NOT NULL,
  wall_uuid uuid NOT NULL,
  warehouse_uuid uuid NOT NULL,
  name text NOT NULL,
  code text COLLATE "C" NOT NULL,
  row_count smallint NOT NULL,
  column_count smallint NOT NULL,
  is_active boolean DEFAULT true NOT NULL,
  created_at timestamp with time zone NOT NULL,
  version integer DEFAULT 1 NOT NULL,
  CONSTRAINT sort_wall_pkey PRIMARY KEY (provider_uuid, wall_uuid),
  CONSTRAINT sort_wall_code_key UNIQUE (provider_uuid, code),
  CONSTRAINT sort_wall_name_key UNIQUE (provider_uuid, warehouse_uuid, name),
  CONSTRAINT sort_wall_code_shape CHECK (((code = upper(code)) AND (code ~ '^[!-~]{1,30}$'::text))),
  CONSTRAINT sort_wall_size_within CHECK ((((row_count >= 1) AND (row_count <= 20)) AND ((column_count >= 1) AND (column_count <= 20)))),
  CONSTRAINT sort_wall_warehouse_fkey FOREIGN KEY (provider_uuid, warehouse_uuid) REFERENCES warehouse(provider_uuid, warehouse_uuid)
);
ALTER TABLE sort_wall ENABLE ROW LEVEL SECURITY;
ALTER TABLE sort_wall FORCE ROW LEVEL SECURITY;
CREATE POLICY sort_wall_in_warehouse ON sort_wall AS RESTRICTIVE FOR ALL TO public
  USING ((( SELECT acting_everywhere() AS acting_everywhere) IS NOT NULL) OR (warehouse_uuid = ANY (( SELECT acting_warehouses() AS acting_warehouses)::uuid[])));
CREATE POLICY sort_wall_platform ON sort_wall FOR ALL TO public
  USING (( SELECT acting_kind() AS acting_kind) = 'platform'::text);
CREATE POLICY sort_wall_staff ON sort_wall FOR ALL TO public
  USING ((provider_uuid = ( SELECT acting_provider() AS acting_provider)) AND ( SELECT acting_staff() AS acting_staff));
GRANT INSERT, SELECT, UPDATE ON sort_wall TO quayside_app;

CREATE TABLE statement (
  provider_uuid uuid NOT NULL,
  statement_uuid uuid NOT NULL,
  retailer_uuid uuid NOT NULL,
  statement_number text NOT NULL,
  month date NOT NULL,
  from_at timestamp with time zone NOT NULL,
  to_at timestamp with time zone NOT NULL,
  currency text NOT NULL,
  opening_cents bigint NOT NULL,
  paid_in_cents bigint NOT NULL,
  charged_cents bigint NOT NULL,
  closing_cents bigint NOT NULL,
  issued_at timestamp with time zone NOT NULL,
  CONSTRAINT statement_pkey PRIMARY KEY (provider_uuid, statement_uuid),
  CONSTRAINT statement_month_key UNIQUE (provider_uuid, retailer_uuid, month),
  CONSTRAINT statement_number_key UNIQUE (provider_uuid, statement_number),
  CONSTRAINT statement_after_its_month CHECK (((issued_at >= to_at) AND (to_at > from_at))),
  CONSTRAINT statement_sums CHECK ((closing_cents = ((opening_cents + paid_in_cents) - charged_cents))),
  CONSTRAINT statement_retailer_fkey FOREIGN KEY (provider_uuid, retailer_uuid) REFERENCES retailer_provider(provider_uuid, retailer_uuid)
);
ALTER TABLE statement ENABLE ROW LEVEL SECURITY;
ALTER TABLE statement FORCE ROW LEVEL SECURITY;
CREATE POLICY statement_own ON statement FOR SELECT TO public
  USING ((provider_uuid = ( SELECT acting_provider() AS acting_provider)) AND (retailer_uuid = ( SELECT acting_retailer() AS acting_retailer)));
CREATE POLICY statement_platform ON statement FOR ALL TO public
  USING (( SELECT acting_kind() AS acting_kind) = 'platform'::text);
CREATE POLICY statement_staff ON statement FOR ALL TO public
  USING ((provider_uuid = ( SELECT acting_provider() AS acting_provider)) AND ( SELECT acting_staff() AS acting_staff));
GRANT SELECT ON statement TO quayside_app;

CREATE TABLE stock_balance (
  provider_uuid uuid NOT NULL,
  variant_uuid uuid NOT NULL,
  warehouse_uuid uuid NOT NULL,
  location_uuid uuid NOT NULL,
  owner_uuid uuid NOT NULL,
  lot text NOT NULL,
  condition text NOT NULL,
  quantity integer NOT NULL,
  reserved integer DEFAULT 0 NOT NULL,
  since timestamp with time zone NOT NULL,
  updated_at timestamp with time zone NOT NULL,
  CONSTRAINT stock_balance_pkey PRIMARY KEY (provider_uuid, variant_uuid, warehouse_uuid, location_uuid, owner_uuid, lot, condition),
  CONSTRAINT stock_balance_condition_known CHECK ((condition = ANY (ARRAY['good'::text, 'damaged'::text, 'quarantined'::text]))),
  CONSTRAINT stock_balance_quantity_not_negative CHECK ((quantity >= 0)),
  CONSTRAINT stock_balance_reserved_within CHECK (((reserved >= 0) AND (reserved <= quantity))),
  CONSTRAINT stock_balance_location_fkey FOREIGN KEY (provider_uuid, location_uuid) REFERENCES location(provider_uuid, location_uuid),
  CONSTRAINT stock_balance_variant_fkey FOREIGN KEY (provider_uuid, variant_uuid) REFERENCES variant(provider_uuid, variant_uuid)
);
CREATE INDEX stock_balance_by_location ON public.stock_balance USING btree (provider_uuid, location_uuid) WHERE (quantity > 0);
CREATE INDEX stock_balance_by_owner ON public.stock_balance USING btree (provider_uuid, owner_uuid, variant_uuid) INCLUDE (warehouse_uuid) WHERE (quantity > 0);
CREATE INDEX stock_balance_by_warehouse ON public.stock_balance USING btree (provider_uuid, warehouse_uuid, variant_uuid) INCLUDE (owner_uuid) WHERE (quantity > 0);
ALTER TABLE stock_balance ENABLE ROW LEVEL SECURITY;
ALTER TABLE stock_balance FORCE ROW LEVEL SECURITY;
CREATE POLICY stock_balance_in_warehouse ON stock_balance AS RESTRICTIVE FOR ALL TO public
  USING ((( SELECT acting_everywhere() AS acting_everywhere) IS NOT NULL) OR (warehouse_uuid = ANY (( SELECT acting_warehouses() AS acting_warehouses)::uuid[])));
CREATE POLICY stock_balance_platform ON stock_balance FOR ALL TO public
  USING (( SELECT acting_kind() AS acting_kind) = 'platform'::text);
CREATE POLICY stock_balance_retailer ON stock_balance FOR SELECT TO public
  USING ((provider_uuid = ( SELECT acting_provider() AS acting_provider)) AND (owner_uuid = ( SELECT acting_retailer() AS acting_retailer)));
CREATE POLICY stock_balance_staff ON stock_balance FOR ALL TO public
  USING ((provider_uuid = ( SELECT acting_provider() AS acting_provider)) AND ( SELECT acting_staff() AS acting_staff));
GRANT SELECT ON stock_balance TO quayside_app;

CREATE TABLE stock_day (
  provider_uuid uuid NOT NULL,
  warehouse_uuid uuid NOT NULL,
  day date NOT NULL,
  owner_uuid uuid NOT NULL,
  source_type text NOT NULL,
  pieces_in bigint NOT NULL,
  pieces_out bigint NOT NULL,
  pieces_moved bigint NOT NULL,
  movement_count integer NOT NULL,
  CONSTRAINT stock_day_pkey PRIMARY KEY (provider_uuid, warehouse_uuid, day, owner_uuid, source_type),
  CONSTRAINT stock_day_warehouse_fkey FOREIGN KEY (provider_uuid, warehouse_uuid) REFERENCES warehouse(provider_uuid, warehouse_uuid)
);
ALTER TABLE stock_day ENABLE ROW LEVEL SECURITY;
ALTER TABLE stock_day FORCE ROW LEVEL SECURITY;
CREATE POLICY stock_day_in_warehouse ON stock_day AS RESTRICTIVE FOR ALL TO public
  USING ((( SELECT acting_everywhere() AS acting_everywhere) IS NOT NULL) OR (warehouse_uuid = ANY (( SELECT acting_warehouses() AS acting_warehouses)::uuid[])));
CREATE POLICY stock_day_platform ON stock_day FOR ALL TO public
  USING (( SELECT acting_kind() AS acting_kind) = 'platform'::text);
CREATE POLICY stock_day_staff ON stock_day FOR SELECT TO public
  USING ((provider_uuid = ( SELECT acting_provider() AS acting_provider)) AND ( SELECT acting_staff() AS acting_staff));
GRANT INSERT, SELECT ON stock_day TO quayside_app;

CREATE TABLE stock_day_run (
  provider_uuid uuid NOT NULL,
  warehouse_uuid uuid NOT NULL,
  day date NOT NULL,
  at timestamp with time zone NOT NULL,
  CONSTRAINT stock_day_run_pkey PRIMARY KEY (provider_uuid, warehouse_uuid, day),
  CONSTRAINT stock_day_run_warehouse_fkey FOREIGN KEY (provider_uuid, warehouse_uuid) REFERENCES warehouse(provider_uuid, warehouse_uuid)
);
CREATE TRIGGER stock_day_run_of_closed_time AFTER INSERT OR UPDATE ON stock_day_run FOR EACH ROW EXECUTE FUNCTION day_run_is_of_closed_time('at');
ALTER TABLE stock_day_run ENABLE ROW LEVEL SECURITY;
ALTER TABLE stock_day_run FORCE ROW LEVEL SECURITY;
CREATE POLICY stock_day_run_in_warehouse ON stock_day_run AS RESTRICTIVE FOR ALL TO public
  USING ((( SELECT acting_everywhere() AS acting_everywhere) IS NOT NULL) OR (warehouse_uuid = ANY (( SELECT acting_warehouses() AS acting_warehouses)::uuid[])));
CREATE POLICY stock_day_run_platform ON stock_day_run FOR ALL TO public
  USING (( SELECT acting_kind() AS acting_kind) = 'platform'::text);
CREATE POLICY stock_day_run_staff ON stock_day_run FOR SELECT TO public
  USING ((provider_uuid = ( SELECT acting_provider() AS acting_provider)) AND ( SELECT acting_staff() AS acting_staff));
GRANT INSERT, SELECT ON stock_day_run TO quayside_app;

CREATE TABLE stock_entry (
  provider_uuid uuid NOT NULL,
  movement_uuid uuid NOT NULL,
  leg smallint NOT NULL,
  source_type text NOT NULL,
  source_uuid uuid NOT NULL,
  source_line integer NOT NULL,
  variant_uuid uuid NOT NULL,
  owner_uuid uuid NOT NULL,
  warehouse_uuid uuid NOT NULL,
  place text NOT NULL,
  location_uuid uuid,
  lot text NOT NULL,
  condition text NOT NULL,
  quantity integer NOT NULL,
  at timestamp with time zone NOT NULL,
  user_uuid uuid,
  reason text DEFAULT ''::text NOT NULL,
  for_retailer_uuid uuid,
  reservation_uuid uuid,
  CONSTRAINT stock_entry_pkey PRIMARY KEY (provider_uuid, movement_uuid, leg),
  CONSTRAINT stock_entry_source_key UNIQUE (provider_uuid, source_type, source_uuid, source_line, leg),
  CONSTRAINT stock_entry_condition_known CHECK ((condition = ANY (ARRAY['good'::text, 'damaged'::text, 'quarantined'::text]))),
  CONSTRAINT stock_entry_for_retailer_shipped CHECK (((for_retailer_uuid IS NULL) OR ((source_type = 'shipment'::text) AND (for_retailer_uuid <> owner_uuid)))),
  CONSTRAINT stock_entry_location_named CHECK (((place = 'location'::text) = (location_uuid IS NOT NULL))),
  CONSTRAINT stock_entry_moves_something CHECK ((quantity <> 0)),
  CONSTRAINT stock_entry_of_reserved_pieces CHECK (((reservation_uuid IS NULL) OR (place = 'location'::text))),
  CONSTRAINT stock_entry_place_known CHECK ((place = ANY (ARRAY['location'::text, 'arrival'::text, 'opening'::text, 'adjustment'::text, 'shipment'::text, 'scrap'::text]))),
  CONSTRAINT stock_entry_for_retailer_fkey FOREIGN KEY (provider_uuid, for_retailer_uuid) REFERENCES retailer_provider(provider_uuid, retailer_uuid),
  CONSTRAINT stock_entry_location_fkey FOREIGN KEY (provider_uuid, location_uuid) REFERENCES location(provider_uuid, location_uuid),
  CONSTRAINT stock_entry_variant_fkey FOREIGN KEY (provider_uuid, variant_uuid) REFERENCES variant(provider_uuid, variant_uuid)
);
CREATE INDEX stock_entry_by_location ON public.stock_entry USING btree (provider_uuid, location_uuid, movement_uuid, leg) WHERE (location_uuid IS NOT NULL);
CREATE INDEX stock_entry_by_owner ON public.stock_entry USING btree (provider_uuid, owner_uuid, movement_uuid, leg) INCLUDE (warehouse_uuid);
CREATE INDEX stock_entry_by_variant ON public.stock_entry USING btree (provider_uuid, variant_uuid, movement_uuid, leg);
CREATE INDEX stock_entry_for_retailer ON public.stock_entry USING btree (provider_uuid, for_retailer_uuid, movement_uuid) WHERE (for_retailer_uuid IS NOT NULL);
CREATE INDEX stock_entry_opening ON public.stock_entry USING btree (provider_uuid, variant_uuid, location_uuid) WHERE ((source_type = 'opening'::text) AND (place = 'location'::text));
CREATE TRIGGER stock_entry_after_closed_time AFTER INSERT ON stock_entry REFERENCING NEW TABLE AS new_entries FOR EACH STATEMENT EXECUTE FUNCTION stock_entry_keeps_to_open_time();
CREATE TRIGGER stock_entry_append_only BEFORE DELETE OR UPDATE ON stock_entry FOR EACH ROW EXECUTE FUNCTION stock_entry_is_append_only();
CREATE TRIGGER stock_entry_applied AFTER INSERT ON stock_entry REFERENCING NEW TABLE AS new_entries FOR EACH STATEMENT EXECUTE FUNCTION apply_stock_entries();
CREATE TRIGGER stock_entry_no_truncate BEFORE TRUNCATE ON stock_entry FOR EACH STATEMENT EXECUTE FUNCTION stock_entry_is_append_only();
ALTER TABLE stock_entry ENABLE ROW LEVEL SECURITY;
ALTER TABLE stock_entry FORCE ROW LEVEL SECURITY;
CREATE POLICY stock_entry_in_warehouse ON stock_entry AS RESTRICTIVE FOR ALL TO public
  USING ((( SELECT acting_everywhere() AS acting_everywhere) IS NOT NULL) OR (warehouse_uuid = ANY (( SELECT acting_warehouses() AS acting_warehouses)::uuid[])));
CREATE POLICY stock_entry_platform ON stock_entry FOR SELECT TO public
  USING (( SELECT acting_kind() AS acting_kind) = 'platform'::text);
CREATE POLICY stock_entry_platform_posted ON stock_entry FOR INSERT TO public
  WITH CHECK (( SELECT acting_kind() AS acting_kind) = 'platform'::text);
CREATE POLICY stock_entry_posted ON stock_entry FOR INSERT TO public
  WITH CHECK ((provider_uuid = ( SELECT acting_provider() AS acting_provider)) AND ( SELECT acting_staff() AS acting_staff));
CREATE POLICY stock_entry_retailer ON stock_entry FOR SELECT TO public
  USING ((provider_uuid = ( SELECT acting_provider() AS acting_provider)) AND (owner_uuid = ( SELECT acting_retailer() AS acting_retailer)));
CREATE POLICY stock_entry_staff ON stock_entry FOR SELECT TO public
  USING ((provider_uuid = ( SELECT acting_provider() AS acting_provider)) AND ( SELECT acting_staff() AS acting_staff));
GRANT INSERT, SELECT ON stock_entry TO quayside_app;

CREATE TABLE stock_reconciliation (
  provider_uuid uuid NOT NULL,
  reconciliation_uuid uuid NOT NULL,
  at timestamp with time zone NOT NULL,
  balance_count integer NOT NULL,
  difference_count integer NOT NULL,
  differences jsonb DEFAULT '[]'::jsonb NOT NULL,
  CONSTRAINT stock_reconciliation_pkey PRIMARY KEY (provider_uuid, reconciliation_uuid)
);
ALTER TABLE stock_reconciliation ENABLE ROW LEVEL SECURITY;
ALTER TABLE stock_reconciliation FORCE ROW LEVEL SECURITY;
CREATE POLICY stock_reconciliation_in_warehouse ON stock_reconciliation AS RESTRICTIVE FOR ALL TO public
  USING (( SELECT acting_everywhere() AS acting_everywhere) IS NOT NULL);
CREATE POLICY stock_reconciliation_platform ON stock_reconciliation FOR ALL TO public
  USING (( SELECT acting_kind() AS acting_kind) = 'platform'::text);
CREATE POLICY stock_reconciliation_staff ON stock_reconciliation FOR SELECT TO public
  USING ((provider_uuid = ( SELECT acting_provider() AS acting_provider)) AND ( SELECT acting_staff() AS acting_staff));
GRANT INSERT, SELECT ON stock_reconciliation TO quayside_app;

CREATE TABLE stocktake (
  provider_uuid uuid NOT NULL,
  stocktake_uuid uuid NOT NULL,
  stocktake_number text NOT NULL,
  warehouse_uuid uuid NOT NULL,
  status text DEFAULT 'draft'::text NOT NULL,
  is_blind boolean DEFAULT true NOT NULL,
  remark text DEFAULT ''::text NOT NULL,
  created_by uuid NOT NULL,
  created_at timestamp with time zone NOT NULL,
  approved_by uuid,
  ended_at timestamp with time zone,
  version integer DEFAULT 1 NOT NULL,
  partition_uuid uuid,
  shelf_uuid uuid,
  from_location text,
  to_location text,
  is_by_sku boolean DEFAULT false NOT NULL,
  CONSTRAINT stocktake_pkey PRIMARY KEY (provider_uuid, stocktake_uuid),
  CONSTRAINT stocktake_number_key UNIQUE (provider_uuid, stocktake_number),
  CONSTRAINT stocktake_status_known CHECK ((status = ANY (ARRAY['draft'::text, 'counting'::text, 'recount'::text, 'approved'::text, 'cancelled'::text]))),
  CONSTRAINT stocktake_warehouse_fkey FOREIGN KEY (provider_uuid, warehouse_uuid) REFERENCES warehouse(provider_uuid, warehouse_uuid)
);
ALTER TABLE stocktake ENABLE ROW LEVEL SECURITY;
ALTER TABLE stocktake FORCE ROW LEVEL SECURITY;
CREATE POLICY stocktake_in_warehouse ON stocktake AS RESTRICTIVE FOR ALL TO public
  USING ((( SELECT acting_everywhere() AS acting_everywhere) IS NOT NULL) OR (warehouse_uuid = ANY (( SELECT acting_warehouses() AS acting_warehouses)::uuid[])));
CREATE POLICY stocktake_staff ON stocktake FOR ALL TO public
  USING ((provider_uuid = ( SELECT acting_provider() AS acting_provider)) AND ( SELECT acting_staff() AS acting_staff));
GRANT INSERT, SELECT, UPDATE ON stocktake TO quayside_app;

CREATE TABLE stocktake_line (
  provider_uuid uuid NOT NULL,
  stocktake_uuid uuid NOT NULL,
  line_uuid uuid NOT NULL,
  location_uuid uuid NOT NULL,
  variant_uuid uuid NOT NULL,
  owner_uuid uuid NOT NULL,
  lot text NOT NULL,
  condition text NOT NULL,
  expected integer,
  counted integer,
  recounted integer,
  counted_by uuid,
  counted_at timestamp with time zone,
  CONSTRAINT stocktake_line_pkey PRIMARY KEY (provider_uuid, stocktake_uuid, line_uuid),
  CONSTRAINT stocktake_line_goods_key UNIQUE (provider_uuid, stocktake_uuid, location_uuid, variant_uuid, owner_uuid, lot, condition),
  CONSTRAINT stocktake_line_condition_known CHECK ((condition = ANY (ARRAY['good'::text, 'damaged'::text, 'quarantined'::text]))),
  CONSTRAINT stocktake_line_not_negative CHECK (((counted >= 0) AND (recounted >= 0) AND (expected >= 0))),
  CONSTRAINT stocktake_line_location_fkey FOREIGN KEY (provider_uuid, location_uuid) REFERENCES location(provider_uuid, location_uuid),
  CONSTRAINT stocktake_line_stocktake_fkey FOREIGN KEY (provider_uuid, stocktake_uuid) REFERENCES stocktake(provider_uuid, stocktake_uuid),
  CONSTRAINT stocktake_line_variant_fkey FOREIGN KEY (provider_uuid, variant_uuid) REFERENCES variant(provider_uuid, variant_uuid)
);
CREATE INDEX stocktake_line_by_variant ON public.stocktake_line USING btree (provider_uuid, variant_uuid, stocktake_uuid);
ALTER TABLE stocktake_line ENABLE ROW LEVEL SECURITY;
ALTER TABLE stocktake_line FORCE ROW LEVEL SECURITY;
CREATE POLICY stocktake_line_in_warehouse ON stocktake_line AS RESTRICTIVE FOR ALL TO public
  USING ((( SELECT acting_everywhere() AS acting_everywhere) IS NOT NULL) OR is_stocktake_in_acting_warehouses(provider_uuid, stocktake_uuid));
CREATE POLICY stocktake_line_staff ON stocktake_line FOR ALL TO public
  USING ((provider_uuid = ( SELECT acting_provider() AS acting_provider)) AND ( SELECT acting_staff() AS acting_staff));
GRANT DELETE, INSERT, SELECT, UPDATE ON stocktake_line TO quayside_app;

CREATE TABLE stocktake_location (
  provider_uuid uuid NOT NULL,
  stocktake_uuid uuid NOT NULL,
  location_uuid uuid NOT NULL,
  finished_by uuid NOT NULL,
  finished_at timestamp with time zone NOT NULL,
  CONSTRAINT stocktake_location_pkey PRIMARY KEY (provider_uuid, stocktake_uuid, location_uuid),
  CONSTRAINT stocktake_location_location_fkey FOREIGN KEY (provider_uuid, location_uuid) REFERENCES location(provider_uuid, location_uuid),
  CONSTRAINT stocktake_location_stocktake_fkey FOREIGN KEY (provider_uuid, stocktake_uuid) REFERENCES stocktake(provider_uuid, stocktake_uuid)
);
CREATE INDEX stocktake_location_by_location ON public.stocktake_location USING btree (provider_uuid, location_uuid);
ALTER TABLE stocktake_location ENABLE ROW LEVEL SECURITY;
ALTER TABLE stocktake_location FORCE ROW LEVEL SECURITY;
CREATE POLICY stocktake_location_in_warehouse ON stocktake_location AS RESTRICTIVE FOR ALL TO public
  USING ((( SELECT acting_everywhere() AS acting_everywhere) IS NOT NULL) OR is_stocktake_in_acting_warehouses(provider_uuid, stocktake_uuid));
CREATE POLICY stocktake_location_staff ON stocktake_location FOR ALL TO public
  USING ((provider_uuid = ( SELECT acting_provider() AS acting_provider)) AND ( SELECT acting_staff() AS acting_staff));
GRANT DELETE, INSERT, SELECT, UPDATE ON stocktake_location TO quayside_app;

CREATE TABLE subscription (
  subscription_uuid uuid NOT NULL,
  user_uuid uuid NOT NULL,
  plan_id text NOT NULL,
  provider_name text NOT NULL,
  provider_subscription_id text NOT NULL,
  status text NOT NULL,
  currency text NOT NULL,
  amount_cents integer NOT NULL,
  current_period_start timestamp with time zone NOT NULL,
  current_period_end timestamp with time zone NOT NULL,
  cancel_at_period_end boolean DEFAULT false NOT NULL,
  past_due_since timestamp with time zone,
  ended_at timestamp with time zone,
  version integer DEFAULT 1 NOT NULL,
  created_at timestamp with time zone NOT NULL,
  updated_at timestamp with time zone NOT NULL,
  CONSTRAINT subscription_pkey PRIMARY KEY (subscription_uuid),
  CONSTRAINT subscription_provider_id_key UNIQUE (provider_name, provider_subscription_id),
  CONSTRAINT subscription_amount_positive CHECK ((amount_cents >= 0)),
  CONSTRAINT subscription_past_due CHECK (((past_due_since IS NULL) OR (status = 'PAST_DUE'::text))),
  CONSTRAINT subscription_status_known CHECK ((status = ANY (ARRAY['INCOMPLETE'::text, 'TRIALING'::text, 'ACTIVE'::text, 'PAST_DUE'::text, 'PAUSED'::text, 'CANCELED'::text, 'EXPIRED'::text]))),
  CONSTRAINT subscription_user_fkey FOREIGN KEY (user_uuid) REFERENCES app_user(user_uuid) ON DELETE CASCADE
);
CREATE INDEX subscription_by_user ON public.subscription USING btree (user_uuid, subscription_uuid);
CREATE INDEX subscription_open ON public.subscription USING btree (updated_at) WHERE (status <> ALL (ARRAY['CANCELED'::text, 'EXPIRED'::text]));
ALTER TABLE subscription ENABLE ROW LEVEL SECURITY;
ALTER TABLE subscription FORCE ROW LEVEL SECURITY;
CREATE POLICY subscription_own ON subscription FOR SELECT TO public
  USING ((user_uuid = ( SELECT acting_user() AS acting_user)) AND (( SELECT acting_kind() AS acting_kind) = 'customer'::text));
CREATE POLICY subscription_platform ON subscription FOR ALL TO public
  USING (( SELECT acting_kind() AS acting_kind) = ANY (ARRAY['gate'::text, 'platform'::text]));
GRANT DELETE, INSERT, SELECT, UPDATE ON subscription TO quayside_app;

CREATE TABLE support_request (
  request_uuid uuid NOT NULL,
  number text NOT NULL,
  email text NOT NULL,
  topic text NOT NULL,
  message text NOT NULL,
  page text DEFAULT ''::text NOT NULL,
  language text NOT NULL,
  status text NOT NULL,
  answer text DEFAULT ''::text NOT NULL,
  answered_by uuid,
  answered_at timestamp with time zone,
  version integer DEFAULT 1 NOT NULL,
  created_at timestamp with time zone NOT NULL,
  CONSTRAINT support_request_pkey PRIMARY KEY (request_uuid),
  CONSTRAINT support_request_number_key UNIQUE (number),
  CONSTRAINT support_request_answered CHECK (((status = 'ANSWERED'::text) = (answered_at IS NOT NULL))),
  CONSTRAINT support_request_language_known CHECK ((language = ANY (ARRAY['en_us'::text, 'zh_cn'::text]))),
  CONSTRAINT support_request_status_known CHECK ((status = ANY (ARRAY['OPEN'::text, 'ANSWERED'::text]))),
  CONSTRAINT support_request_topic_known CHECK ((topic = ANY (ARRAY['counts'::text, 'blocked'::text, 'export'::text, 'payment'::text, 'device'::text, 'privacy'::text, 'other'::text])))
);
CREATE INDEX support_request_by_answer ON public.support_request USING btree (answered_at);
CREATE INDEX support_request_by_status ON public.support_request USING btree (status, request_uuid);
ALTER TABLE support_request ENABLE ROW LEVEL SECURITY;
ALTER TABLE support_request FORCE ROW LEVEL SECURITY;
CREATE POLICY support_request_answered ON support_request FOR UPDATE TO public
  USING (( SELECT acting_kind() AS acting_kind) = 'siteAdmin'::text);
CREATE POLICY support_request_platform ON support_request FOR ALL TO public
  USING (( SELECT acting_kind() AS acting_kind) = 'platform'::text);
CREATE POLICY support_request_read ON support_request FOR SELECT TO public
  USING (( SELECT acting_kind() AS acting_kind) = 'siteAdmin'::text);
CREATE POLICY support_request_sent ON support_request FOR INSERT TO public
  WITH CHECK ((( SELECT acting_kind() AS acting_kind) = 'gate'::text) AND (status = 'OPEN'::text));
GRANT DELETE, INSERT, SELECT, UPDATE ON support_request TO quayside_app;

CREATE TABLE top_up (
  provider_uuid uuid NOT NULL,
  top_up_uuid uuid NOT NULL,
  retailer_uuid uuid NOT NULL,
  amount_cents bigint NOT NULL,
  currency text NOT NULL,
  method text NOT NULL,
  reference text DEFAULT ''::text NOT NULL,
  received_on date NOT NULL,
  remark text DEFAULT ''::text NOT NULL,
  recorded_at timestamp with time zone NOT NULL,
  recorded_by uuid NOT NULL,
  reversed_at timestamp with time zone,
  reversed_by uuid,
  reversal_reason text DEFAULT ''::text NOT NULL,
  CONSTRAINT top_up_pkey PRIMARY KEY (provider_uuid, top_up_uuid),
  CONSTRAINT top_up_amount_positive CHECK ((amount_cents > 0)),
  CONSTRAINT top_up_method_known CHECK ((method = ANY (ARRAY['bank'::text, 'card'::text, 'cash'::text, 'platform'::text, 'other'::text]))),
  CONSTRAINT top_up_reversed_with_reason CHECK (((reversed_at IS NOT NULL) = ((reversed_by IS NOT NULL) AND (reversal_reason <> ''::text)))),
  CONSTRAINT top_up_retailer_fkey FOREIGN KEY (provider_uuid, retailer_uuid) REFERENCES retailer_provider(provider_uuid, retailer_uuid)
);
CREATE INDEX top_up_by_retailer ON public.top_up USING btree (provider_uuid, retailer_uuid, top_up_uuid);
CREATE UNIQUE INDEX top_up_reference_key ON public.top_up USING btree (provider_uuid, retailer_uuid, method, lower(reference)) WHERE ((reference <> ''::text) AND (reversed_at IS NULL));
ALTER TABLE top_up ENABLE ROW LEVEL SECURITY;
ALTER TABLE top_up FORCE ROW LEVEL SECURITY;
CREATE POLICY top_up_own ON top_up FOR SELECT TO public
  USING ((provider_uuid = ( SELECT acting_provider() AS acting_provider)) AND (retailer_uuid = ( SELECT acting_retailer() AS acting_retailer)));
CREATE POLICY top_up_staff ON top_up FOR ALL TO public
  USING ((provider_uuid = ( SELECT acting_provider() AS acting_provider)) AND ( SELECT acting_staff() AS acting_staff));
GRANT INSERT, SELECT ON top_up TO quayside_app;
GRANT UPDATE ON reversed_at (of top_up) TO quayside_app;
GRANT UPDATE ON reversed_by (of top_up) TO quayside_app;
GRANT UPDATE ON reversal_reason (of top_up) TO quayside_app;

CREATE TABLE top_up_request (
  provider_uuid uuid NOT NULL,
  request_uuid uuid NOT NULL,
  retailer_uuid uuid NOT NULL,
  status text DEFAULT 'requested'::text NOT NULL,
  amount_cents bigint NOT NULL,
  currency text NOT NULL,
  reference text NOT NULL,
  sent_on date NOT NULL,
  note text DEFAULT ''::text NOT NULL,
  requested_at timestamp with time zone NOT NULL,
  requested_by uuid NOT NULL,
  decided_at timestamp with time zone,
  decided_by uuid,
  decision_note text DEFAULT ''::text NOT NULL,
  top_up_uuid uuid,
  CONSTRAINT top_up_request_pkey PRIMARY KEY (provider_uuid, request_uuid),
  CONSTRAINT top_up_request_amount_positive CHECK ((amount_cents > 0)),
  CONSTRAINT top_up_request_decided CHECK ((((status = 'requested'::text) = (decided_at IS NULL)) AND ((decided_at IS NULL) = (decided_by IS NULL)))),
  CONSTRAINT top_up_request_declined_with_reason CHECK (((status <> 'declined'::text) OR (decision_note <> ''::text))),
  CONSTRAINT top_up_request_posted CHECK (((status = 'confirmed'::text) = (top_up_uuid IS NOT NULL))),
  CONSTRAINT top_up_request_status_known CHECK ((status = ANY (ARRAY['requested'::text, 'confirmed'::text, 'declined'::text, 'withdrawn'::text]))),
  CONSTRAINT top_up_request_retailer_fkey FOREIGN KEY (provider_uuid, retailer_uuid) REFERENCES retailer_provider(provider_uuid, retailer_uuid),
  CONSTRAINT top_up_request_top_up_fkey FOREIGN KEY (provider_uuid, top_up_uuid) REFERENCES top_up(provider_uuid, top_up_uuid)
);
CREATE INDEX top_up_request_by_retailer ON public.top_up_request USING btree (provider_uuid, retailer_uuid, request_uuid);
CREATE INDEX top_up_request_by_status ON public.top_up_request USING btree (provider_uuid, status, request_uuid);
CREATE UNIQUE INDEX top_up_request_reference_key ON public.top_up_request USING btree (provider_uuid, retailer_uuid, lower(reference)) WHERE (status = 'requested'::text);
CREATE UNIQUE INDEX top_up_request_top_up_key ON public.top_up_request USING btree (provider_uuid, top_up_uuid) WHERE (top_up_uuid IS NOT NULL);
ALTER TABLE top_up_request ENABLE ROW LEVEL SECURITY;
ALTER TABLE top_up_request FORCE ROW LEVEL SECURITY;
CREATE POLICY top_up_request_made ON top_up_request FOR INSERT TO public
  WITH CHECK ((provider_uuid = ( SELECT acting_provider() AS acting_provider)) AND (retailer_uuid = ( SELECT acting_retailer() AS acting_retailer)) AND (status = 'requested'::text));
CREATE POLICY top_up_request_own ON top_up_request FOR SELECT TO public
  USING ((provider_uuid = ( SELECT acting_provider() AS acting_provider)) AND (retailer_uuid = ( SELECT acting_retailer() AS acting_retailer)));
CREATE POLICY top_up_request_staff ON top_up_request FOR ALL TO public
  USING ((provider_uuid = ( SELECT acting_provider() AS acting_provider)) AND ( SELECT acting_staff() AS acting_staff));
CREATE POLICY top_up_request_withdrawn ON top_up_request FOR UPDATE TO public
  USING ((provider_uuid = ( SELECT acting_provider() AS acting_provider)) AND (retailer_uuid = ( SELECT acting_retailer() AS acting_retailer)) AND (status = 'requested'::text))
  WITH CHECK ((provider_uuid = ( SELECT acting_provider() AS acting_provider)) AND (retailer_uuid = ( SELECT acting_retailer() AS acting_retailer)) AND (status = 'withdrawn'::text));
GRANT INSERT, SELECT ON top_up_request TO quayside_app;
GRANT UPDATE ON status (of top_up_request) TO quayside_app;
GRANT UPDATE ON decided_at (of top_up_request) TO quayside_app;
GRANT UPDATE ON decided_by (of top_up_request) TO quayside_app;
GRANT UPDATE ON decision_note (of top_up_request) TO quayside_app;
GRANT UPDATE ON top_up_uuid (of top_up_request) TO quayside_app;

CREATE TABLE unqualified_decision (
  provider_uuid uuid NOT NULL,
  decision_uuid uuid NOT NULL,
  receipt_uuid uuid NOT NULL,
  line_uuid uuid NOT NULL,
  owner_uuid uuid NOT NULL,
  decision text NOT NULL,
  quantity integer NOT NULL,
  remark text DEFAULT ''::text NOT NULL,
  decided_by uuid NOT NULL,
  at timestamp with time zone NOT NULL,
  CONSTRAINT unqualified_decision_pkey PRIMARY KEY (provider_uuid, decision_uuid),
  CONSTRAINT unqualified_decision_known CHECK ((decision = ANY (ARRAY['return'::text, 'scrap'::text, 'accept'::text]))),
  CONSTRAINT unqualified_decision_quantity_positive CHECK ((quantity > 0)),
  CONSTRAINT unqualified_decision_line_fkey FOREIGN KEY (provider_uuid, receipt_uuid, line_uuid) REFERENCES receipt_line(provider_uuid, receipt_uuid, line_uuid)
);
CREATE INDEX unqualified_decision_by_line ON public.unqualified_decision USING btree (provider_uuid, receipt_uuid, line_uuid);
ALTER TABLE unqualified_decision ENABLE ROW LEVEL SECURITY;
ALTER TABLE unqualified_decision FORCE ROW LEVEL SECURITY;
CREATE POLICY unqualified_decision_in_warehouse ON unqualified_decision AS RESTRICTIVE FOR ALL TO public
  USING ((( SELECT acting_everywhere() AS acting_everywhere) IS NOT NULL) OR is_receipt_in_acting_warehouses(provider_uuid, receipt_uuid));
CREATE POLICY unqualified_decision_retailer ON unqualified_decision FOR ALL TO public
  USING ((provider_uuid = ( SELECT acting_provider() AS acting_provider)) AND (owner_uuid = ( SELECT acting_retailer() AS acting_retailer)));
CREATE POLICY unqualified_decision_staff ON unqualified_decision FOR ALL TO public
  USING ((provider_uuid = ( SELECT acting_provider() AS acting_provider)) AND ( SELECT acting_staff() AS acting_staff));
GRANT INSERT, SELECT ON unqualified_decision TO quayside_app;

CREATE TABLE variant (
  provider_uuid uuid NOT NULL,
  variant_uuid uuid NOT NULL,
  product_uuid uuid NOT NULL,
  owner_uuid uuid NOT NULL,
  sku text NOT NULL,
  sku_key text COLLATE "C" GENERATED ALWAYS AS (lower(sku)) STORED NOT NULL,
  title text DEFAULT ''::text NOT NULL,
  weight_grams integer,
  length_mm integer,
  width_mm integer,
  height_mm integer,
  measured_weight_grams integer,
  measured_length_mm integer,
  measured_width_mm integer,
  measured_height_mm integer,
  measured_at timestamp with time zone,
  declared_name text DEFAULT ''::text NOT NULL,
  declared_name_zh text DEFAULT ''::text NOT NULL,
  hs_code text DEFAULT ''::text NOT NULL,
  origin_country text DEFAULT ''::text NOT NULL,
  declared_value_cents bigint,
  currency text DEFAULT 'USD'::text NOT NULL,
  keeps_lots boolean DEFAULT false NOT NULL,
  keeps_expiry boolean DEFAULT false NOT NULL,
  is_bundle boolean DEFAULT false NOT NULL,
  low_stock_quantity integer,
  merged_into_uuid uuid,
  is_archived boolean DEFAULT false NOT NULL,
  version integer DEFAULT 1 NOT NULL,
  created_at timestamp with time zone DEFAULT now() NOT NULL,
  updated_at timestamp with time zone DEFAULT now() NOT NULL,
  has_battery boolean DEFAULT false NOT NULL,
  CONSTRAINT variant_pkey PRIMARY KEY (provider_uuid, variant_uuid),
  CONSTRAINT variant_bundle_is_not_stored CHECK (((NOT is_bundle) OR (NOT (keeps_lots OR keeps_expiry)))),
  CONSTRAINT variant_currency_shape CHECK ((currency ~ '^[A-Z]{3}$'::text)),
  CONSTRAINT variant_low_stock_not_negative CHECK ((low_stock_quantity >= 0)),
  CONSTRAINT variant_measures_positive CHECK (((measured_weight_grams > 0) AND (measured_length_mm > 0) AND (measured_width_mm > 0) AND (measured_height_mm > 0))),
  CONSTRAINT variant_numbers_positive CHECK (((weight_grams > 0) AND (length_mm > 0) AND (width_mm > 0) AND (height_mm > 0))),
  CONSTRAINT variant_sku_filled CHECK ((sku <> ''::text)),
  CONSTRAINT variant_value_not_negative CHECK ((declared_value_cents >= 0)),
  CONSTRAINT variant_merged_fkey FOREIGN KEY (provider_uuid, merged_into_uuid) REFERENCES variant(provider_uuid, variant_uuid),
  CONSTRAINT variant_product_fkey FOREIGN KEY (provider_uuid, product_uuid) REFERENCES product(provider_uuid, product_uuid)
);
CREATE INDEX variant_archived ON public.variant USING btree (provider_uuid, variant_uuid) WHERE is_archived;
CREATE INDEX variant_by_owner ON public.variant USING btree (provider_uuid, owner_uuid, variant_uuid);
CREATE INDEX variant_by_product ON public.variant USING btree (provider_uuid, product_uuid, variant_uuid);
CREATE INDEX variant_by_sku ON public.variant USING btree (provider_uuid, sku_key, variant_uuid);
CREATE INDEX variant_low_stock ON public.variant USING btree (provider_uuid, variant_uuid) INCLUDE (owner_uuid) WHERE (low_stock_quantity IS NOT NULL);
CREATE INDEX variant_low_stock_by_sku ON public.variant USING btree (provider_uuid, sku_key, variant_uuid) WHERE (low_stock_quantity IS NOT NULL);
CREATE INDEX variant_merged ON public.variant USING btree (provider_uuid, merged_into_uuid) WHERE (merged_into_uuid IS NOT NULL);
CREATE UNIQUE INDEX variant_sku_key ON public.variant USING btree (provider_uuid, owner_uuid, sku_key) WHERE (merged_into_uuid IS NULL);
CREATE INDEX variant_unmeasured ON public.variant USING btree (provider_uuid, owner_uuid, variant_uuid) WHERE ((merged_into_uuid IS NULL) AND (NOT is_bundle) AND (((weight_grams IS NULL) AND (measured_weight_grams IS NULL)) OR ((length_mm IS NULL) AND (measured_length_mm IS NULL)) OR ((width_mm IS NULL) AND (measured_width_mm IS NULL)) OR ((height_mm IS NULL) AND (measured_height_mm IS NULL))));
CREATE INDEX variant_with_lots ON public.variant USING btree (provider_uuid, variant_uuid) WHERE keeps_lots;
CREATE TRIGGER variant_skus_of_changed AFTER UPDATE ON variant REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION catalogue_skus_follow();
CREATE TRIGGER variant_skus_of_new AFTER INSERT ON variant REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION catalogue_skus_follow();
CREATE TRIGGER variant_words_of_changed AFTER UPDATE ON variant REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION variant_words_follow();
CREATE TRIGGER variant_words_of_new AFTER INSERT ON variant REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION variant_words_follow();
ALTER TABLE variant ENABLE ROW LEVEL SECURITY;
ALTER TABLE variant FORCE ROW LEVEL SECURITY;
CREATE POLICY variant_platform ON variant FOR SELECT TO public
  USING (( SELECT acting_kind() AS acting_kind) = 'platform'::text);
CREATE POLICY variant_retailer ON variant FOR ALL TO public
  USING ((provider_uuid = ( SELECT acting_provider() AS acting_provider)) AND (owner_uuid = ( SELECT acting_retailer() AS acting_retailer)));
CREATE POLICY variant_staff ON variant FOR ALL TO public
  USING ((provider_uuid = ( SELECT acting_provider() AS acting_provider)) AND ( SELECT acting_staff() AS acting_staff));
GRANT DELETE, INSERT, SELECT, UPDATE ON variant TO quayside_app;

CREATE TABLE variant_word (
  provider_uuid uuid NOT NULL,
  word text COLLATE "C" NOT NULL,
  variant_uuid uuid NOT NULL,
  owner_uuid uuid NOT NULL,
  begins_sku boolean DEFAULT false NOT NULL,
  CONSTRAINT variant_word_pkey PRIMARY KEY (provider_uuid, begins_sku, word, variant_uuid) INCLUDE (owner_uuid),
  CONSTRAINT variant_word_variant_fkey FOREIGN KEY (provider_uuid, variant_uuid) REFERENCES variant(provider_uuid, variant_uuid) ON DELETE CASCADE
);
CREATE INDEX variant_word_by_variant ON public.variant_word USING btree (provider_uuid, variant_uuid);
ALTER TABLE variant_word ENABLE ROW LEVEL SECURITY;
ALTER TABLE variant_word FORCE ROW LEVEL SECURITY;
CREATE POLICY variant_word_retailer ON variant_word FOR ALL TO public
  USING ((provider_uuid = ( SELECT acting_provider() AS acting_provider)) AND (owner_uuid = ( SELECT acting_retailer() AS acting_retailer)));
CREATE POLICY variant_word_staff ON variant_word FOR ALL TO public
  USING ((provider_uuid = ( SELECT acting_provider() AS acting_provider)) AND ( SELECT acting_staff() AS acting_staff));
GRANT DELETE, INSERT, SELECT, UPDATE ON variant_word TO quayside_app;

CREATE TABLE wall_slot (
  provider_uuid uuid NOT NULL,
  wall_uuid uuid NOT NULL,
  slot_number smallint NOT NULL,
  warehouse_uuid uuid NOT NULL,
  location_uuid uuid NOT NULL,
  order_uuid uuid,
  taken_at timestamp with time zone,
  CONSTRAINT wall_slot_pkey PRIMARY KEY (provider_uuid, wall_uuid, slot_number),
  CONSTRAINT wall_slot_location_key UNIQUE (provider_uuid, location_uuid),
  CONSTRAINT wall_slot_order_key UNIQUE (provider_uuid, order_uuid),
  CONSTRAINT wall_slot_taken CHECK (((order_uuid IS NULL) = (taken_at IS NULL))),
  CONSTRAINT wall_slot_location_fkey FOREIGN KEY (provider_uuid, location_uuid) REFERENCES location(provider_uuid, location_uuid),
  CONSTRAINT wall_slot_order_fkey FOREIGN KEY (provider_uuid, order_uuid) REFERENCES sales_order(provider_uuid, order_uuid),
  CONSTRAINT wall_slot_wall_fkey FOREIGN KEY (provider_uuid, wall_uuid) REFERENCES sort_wall(provider_uuid, wall_uuid)
);
ALTER TABLE wall_slot ENABLE ROW LEVEL SECURITY;
ALTER TABLE wall_slot FORCE ROW LEVEL SECURITY;
CREATE POLICY wall_slot_in_warehouse ON wall_slot AS RESTRICTIVE FOR ALL TO public
  USING ((( SELECT acting_everywhere() AS acting_everywhere) IS NOT NULL) OR (warehouse_uuid = ANY (( SELECT acting_warehouses() AS acting_warehouses)::uuid[])));
CREATE POLICY wall_slot_platform ON wall_slot FOR ALL TO public
  USING (( SELECT acting_kind() AS acting_kind) = 'platform'::text);
CREATE POLICY wall_slot_staff ON wall_slot FOR ALL TO public
  USING ((provider_uuid = ( SELECT acting_provider() AS acting_provider)) AND ( SELECT acting_staff() AS acting_staff));
GRANT INSERT, SELECT, UPDATE ON wall_slot TO quayside_app;

CREATE TABLE wall_tote (
  provider_uuid uuid NOT NULL,
  tote_uuid uuid NOT NULL,
  wall_uuid uuid NOT NULL,
  warehouse_uuid uuid NOT NULL,
  user_uuid uuid NOT NULL,
  assigned_at timestamp with time zone NOT NULL,
  CONSTRAINT wall_tote_pkey PRIMARY KEY (provider_uuid, tote_uuid),
  CONSTRAINT wall_tote_tote_fkey FOREIGN KEY (provider_uuid, tote_uuid) REFERENCES location(provider_uuid, location_uuid),
  CONSTRAINT wall_tote_wall_fkey FOREIGN KEY (provider_uuid, wall_uuid) REFERENCES sort_wall(provider_uuid, wall_uuid)
);
CREATE INDEX wall_tote_by_wall ON public.wall_tote USING btree (provider_uuid, wall_uuid, tote_uuid);
ALTER TABLE wall_tote ENABLE ROW LEVEL SECURITY;
ALTER TABLE wall_tote FORCE ROW LEVEL SECURITY;
CREATE POLICY wall_tote_in_warehouse ON wall_tote AS RESTRICTIVE FOR ALL TO public
  USING ((( SELECT acting_everywhere() AS acting_everywhere) IS NOT NULL) OR (warehouse_uuid = ANY (( SELECT acting_warehouses() AS acting_warehouses)::uuid[])));
CREATE POLICY wall_tote_platform ON wall_tote FOR ALL TO public
  USING (( SELECT acting_kind() AS acting_kind) = 'platform'::text);
CREATE POLICY wall_tote_staff ON wall_tote FOR ALL TO public
  USING ((provider_uuid = ( SELECT acting_provider() AS acting_provider)) AND ( SELECT acting_staff() AS acting_staff));
GRANT DELETE, INSERT, SELECT, UPDATE ON wall_tote TO quayside_app;

CREATE TABLE wallet_account (
  provider_uuid uuid NOT NULL,
  retailer_uuid uuid NOT NULL,
  account text NOT NULL,
  currency text NOT NULL,
  balance_cents bigint NOT NULL,
  closed_until timestamp with time zone,
  updated_at timestamp with time zone NOT NULL,
  CONSTRAINT wallet_account_pkey PRIMARY KEY (provider_uuid, retailer_uuid, account),
  CONSTRAINT wallet_account_countable CHECK (((balance_cents >= '-9007199254740991'::bigint) AND (balance_cents <= '9007199254740991'::bigint))),
  CONSTRAINT wallet_account_currency_shape CHECK ((currency ~ '^[A-Z]{3}$'::text)),
  CONSTRAINT wallet_account_known CHECK ((account = ANY (ARRAY['balance'::text, 'paid_in'::text, 'storage'::text, 'handling'::text, 'shipping'::text, 'goods'::text, 'other'::text]))),
  CONSTRAINT wallet_account_retailer_fkey FOREIGN KEY (provider_uuid, retailer_uuid) REFERENCES retailer_provider(provider_uuid, retailer_uuid)
);
ALTER TABLE wallet_account ENABLE ROW LEVEL SECURITY;
ALTER TABLE wallet_account FORCE ROW LEVEL SECURITY;
CREATE POLICY wallet_account_own ON wallet_account FOR SELECT TO public
  USING ((provider_uuid = ( SELECT acting_provider() AS acting_provider)) AND (retailer_uuid = ( SELECT acting_retailer() AS acting_retailer)));
CREATE POLICY wallet_account_platform ON wallet_account FOR ALL TO public
  USING (( SELECT acting_kind() AS acting_kind) = 'platform'::text);
CREATE POLICY wallet_account_staff ON wallet_account FOR ALL TO public
  USING ((provider_uuid = ( SELECT acting_provider() AS acting_provider)) AND ( SELECT acting_staff() AS acting_staff));
GRANT SELECT ON wallet_account TO quayside_app;

CREATE TABLE wallet_entry (
  provider_uuid uuid NOT NULL,
  transaction_uuid uuid NOT NULL,
  leg smallint NOT NULL,
  retailer_uuid uuid NOT NULL,
  account text NOT NULL,
  amount_cents bigint NOT NULL,
  currency text NOT NULL,
  source_type text NOT NULL,
  source_uuid uuid NOT NULL,
  at timestamp with time zone NOT NULL,
  user_uuid uuid,
  CONSTRAINT wallet_entry_pkey PRIMARY KEY (provider_uuid, transaction_uuid, leg),
  CONSTRAINT wallet_entry_source_key UNIQUE (provider_uuid, source_type, source_uuid, leg),
  CONSTRAINT wallet_entry_account_known CHECK ((account = ANY (ARRAY['balance'::text, 'paid_in'::text, 'storage'::text, 'handling'::text, 'shipping'::text, 'goods'::text, 'other'::text]))),
  CONSTRAINT wallet_entry_legs CHECK (((leg = ANY (ARRAY[1, 2])) AND ((leg = 1) = (account = 'balance'::text)))),
  CONSTRAINT wallet_entry_moves_something CHECK ((amount_cents <> 0)),
  CONSTRAINT wallet_entry_source_known CHECK ((source_type = ANY (ARRAY['charge'::text, 'charge-reversal'::text, 'top-up'::text, 'top-up-reversal'::text]))),
  CONSTRAINT wallet_entry_retailer_fkey FOREIGN KEY (provider_uuid, retailer_uuid) REFERENCES retailer_provider(provider_uuid, retailer_uuid)
);
CREATE INDEX wallet_entry_by_account ON public.wallet_entry USING btree (provider_uuid, retailer_uuid, transaction_uuid) INCLUDE (account, amount_cents) WHERE (leg = 2);
CREATE INDEX wallet_entry_by_retailer ON public.wallet_entry USING btree (provider_uuid, retailer_uuid, transaction_uuid) INCLUDE (amount_cents) WHERE (leg = 1);
CREATE TRIGGER wallet_entry_append_only BEFORE DELETE OR UPDATE ON wallet_entry FOR EACH ROW EXECUTE FUNCTION wallet_entry_is_append_only();
CREATE TRIGGER wallet_entry_applied AFTER INSERT ON wallet_entry REFERENCING NEW TABLE AS new_entries FOR EACH STATEMENT EXECUTE FUNCTION apply_wallet_entries();
CREATE TRIGGER wallet_entry_no_truncate BEFORE TRUNCATE ON wallet_entry FOR EACH STATEMENT EXECUTE FUNCTION wallet_entry_is_append_only();
ALTER TABLE wallet_entry ENABLE ROW LEVEL SECURITY;
ALTER TABLE wallet_entry FORCE ROW LEVEL SECURITY;
CREATE POLICY wallet_entry_own ON wallet_entry FOR SELECT TO public
  USING ((provider_uuid = ( SELECT acting_provider() AS acting_provider)) AND (retailer_uuid = ( SELECT acting_retailer() AS acting_retailer)));
CREATE POLICY wallet_entry_platform ON wallet_entry FOR SELECT TO public
  USING (( SELECT acting_kind() AS acting_kind) = 'platform'::text);
CREATE POLICY wallet_entry_platform_posted ON wallet_entry FOR INSERT TO public
  WITH CHECK (( SELECT acting_kind() AS acting_kind) = 'platform'::text);
CREATE POLICY wallet_entry_posted ON wallet_entry FOR INSERT TO public
  WITH CHECK ((provider_uuid = ( SELECT acting_provider() AS acting_provider)) AND (( SELECT acting_kind() AS acting_kind) = 'provider'::text));
CREATE POLICY wallet_entry_staff ON wallet_entry FOR SELECT TO public
  USING ((provider_uuid = ( SELECT acting_provider() AS acting_provider)) AND ( SELECT acting_staff() AS acting_staff));
GRANT INSERT, SELECT ON wallet_entry TO quayside_app;

CREATE TABLE warehouse (
  provider_uuid uuid NOT NULL,
  warehouse_uuid uuid NOT NULL,
  name text NOT NULL,
  code text NOT NULL,
  country_code text DEFAULT ''::text NOT NULL,
  address text DEFAULT ''::text NOT NULL,
  time_zone text DEFAULT 'UTC'::text NOT NULL,
  width_mm integer DEFAULT 30000 NOT NULL,
  depth_mm integer DEFAULT 20000 NOT NULL,
  is_closed boolean DEFAULT false NOT NULL,
  settings jsonb DEFAULT '{}'::jsonb NOT NULL,
  version integer DEFAULT 1 NOT NULL,
  created_at timestamp with time zone DEFAULT now() NOT NULL,
  ledger_closed_until timestamp with time zone,
  CONSTRAINT warehouse_pkey PRIMARY KEY (provider_uuid, warehouse_uuid),
  CONSTRAINT warehouse_code_shape CHECK ((code ~ '^[A-Z0-9]{1,12}$'::text)),
  CONSTRAINT warehouse_name_filled CHECK ((name <> ''::text)),
  CONSTRAINT warehouse_size_positive CHECK ((((width_mm >= 1000) AND (width_mm <= 2000000)) AND ((depth_mm >= 1000) AND (depth_mm <= 2000000)))),
  CONSTRAINT warehouse_provider_fkey FOREIGN KEY (provider_uuid) REFERENCES provider(provider_uuid)
);
CREATE UNIQUE INDEX warehouse_code_key ON public.warehouse USING btree (provider_uuid, code);
CREATE UNIQUE INDEX warehouse_name_key ON public.warehouse USING btree (provider_uuid, lower(name));
ALTER TABLE warehouse ENABLE ROW LEVEL SECURITY;
ALTER TABLE warehouse FORCE ROW LEVEL SECURITY;
CREATE POLICY warehouse_in_warehouse ON warehouse AS RESTRICTIVE FOR ALL TO public
  USING ((( SELECT acting_everywhere() AS acting_everywhere) IS NOT NULL) OR (warehouse_uuid = ANY (( SELECT acting_warehouses() AS acting_warehouses)::uuid[])));
CREATE POLICY warehouse_platform ON warehouse FOR SELECT TO public
  USING (( SELECT acting_kind() AS acting_kind) = 'platform'::text);
CREATE POLICY warehouse_retailer ON warehouse FOR SELECT TO public
  USING ((provider_uuid = ( SELECT acting_provider() AS acting_provider)) AND (( SELECT acting_kind() AS acting_kind) = 'dropShipper'::text));
CREATE POLICY warehouse_staff ON warehouse FOR ALL TO public
  USING ((provider_uuid = ( SELECT acting_provider() AS acting_provider)) AND ( SELECT acting_staff() AS acting_staff));
GRANT INSERT, SELECT, UPDATE ON warehouse TO quayside_app;

CREATE TABLE warehouse_sender (
  provider_uuid uuid NOT NULL,
  warehouse_uuid uuid NOT NULL,
  name text NOT NULL,
  company text DEFAULT ''::text NOT NULL,
  phone text NOT NULL,
  email text DEFAULT ''::text NOT NULL,
  country text NOT NULL,
  state text DEFAULT ''::text NOT NULL,
  city text NOT NULL,
  postcode text NOT NULL,
  street text NOT NULL,
  version integer DEFAULT 1 NOT NULL,
  CONSTRAINT warehouse_sender_pkey PRIMARY KEY (provider_uuid, warehouse_uuid),
  CONSTRAINT warehouse_sender_country_shape CHECK ((country ~ '^[A-Z]{2}$'::text)),
  CONSTRAINT warehouse_sender_filled CHECK (((name <> ''::text) AND (phone <> ''::text) AND (city <> ''::text) AND (postcode <> ''::text) AND (street <> ''::text))),
  CONSTRAINT warehouse_sender_warehouse_fkey FOREIGN KEY (provider_uuid, warehouse_uuid) REFERENCES warehouse(provider_uuid, warehouse_uuid)
);
ALTER TABLE warehouse_sender ENABLE ROW LEVEL SECURITY;
ALTER TABLE warehouse_sender FORCE ROW LEVEL SECURITY;
CREATE POLICY warehouse_sender_in_warehouse ON warehouse_sender AS RESTRICTIVE FOR ALL TO public
  USING ((( SELECT acting_everywhere() AS acting_everywhere) IS NOT NULL) OR (warehouse_uuid = ANY (( SELECT acting_warehouses() AS acting_warehouses)::uuid[])));
CREATE POLICY warehouse_sender_platform ON warehouse_sender FOR SELECT TO public
  USING (( SELECT acting_kind() AS acting_kind) = 'platform'::text);
CREATE POLICY warehouse_sender_staff ON warehouse_sender FOR ALL TO public
  USING ((provider_uuid = ( SELECT acting_provider() AS acting_provider)) AND ( SELECT acting_staff() AS acting_staff));
GRANT DELETE, INSERT, SELECT, UPDATE ON warehouse_sender TO quayside_app;

CREATE TABLE wave (
  provider_uuid uuid NOT NULL,
  wave_uuid uuid NOT NULL,
  wave_number text COLLATE "C" NOT NULL,
  warehouse_uuid uuid NOT NULL,
  kind text NOT NULL,
  strategy text DEFAULT ''::text NOT NULL,
  status text DEFAULT 'draft'::text NOT NULL,
  order_count integer DEFAULT 0 NOT NULL,
  piece_count integer DEFAULT 0 NOT NULL,
  plan jsonb DEFAULT '{}'::jsonb NOT NULL,
  reason text DEFAULT ''::text NOT NULL,
  created_by uuid,
  created_at timestamp with time zone NOT NULL,
  planned_at timestamp with time zone,
  released_at timestamp with time zone,
  started_at timestamp with time zone,
  ended_at timestamp with time zone,
  printed_at timestamp with time zone,
  version integer DEFAULT 1 NOT NULL,
  picked_at timestamp with time zone,
  CONSTRAINT wave_pkey PRIMARY KEY (provider_uuid, wave_uuid),
  CONSTRAINT wave_number_key UNIQUE (provider_uuid, wave_number),
  CONSTRAINT wave_ended CHECK (((status = ANY (ARRAY['done'::text, 'cancelled'::text])) = (ended_at IS NOT NULL))),
  CONSTRAINT wave_kind_known CHECK ((kind = ANY (ARRAY['single_piece'::text, 'single_item'::text, 'burst'::text, 'cart'::text, 'wall'::text, 'bulk'::text]))),
  CONSTRAINT wave_picked CHECK (
CASE
    WHEN (status = ANY (ARRAY['picked'::text, 'done'::text])) THEN (picked_at IS NOT NULL)
    ELSE ((picked_at IS NULL) OR (status = 'cancelled'::text))
END),
  CONSTRAINT wave_status_known CHECK ((status = ANY (ARRAY['draft'::text, 'planned'::text, 'released'::text, 'held'::text, 'picking'::text, 'picked'::text, 'done'::text, 'cancelled'::text]))),
  CONSTRAINT wave_provider_fkey FOREIGN KEY (provider_uuid) REFERENCES provider(provider_uuid),
  CONSTRAINT wave_warehouse_fkey FOREIGN KEY (provider_uuid, warehouse_uuid) REFERENCES warehouse(provider_uuid, warehouse_uuid)
);
CREATE INDEX wave_by_status ON public.wave USING btree (provider_uuid, status, wave_uuid) INCLUDE (warehouse_uuid);
CREATE INDEX wave_by_warehouse ON public.wave USING btree (provider_uuid, warehouse_uuid, wave_uuid) INCLUDE (status);
ALTER TABLE wave ENABLE ROW LEVEL SECURITY;
ALTER TABLE wave FORCE ROW LEVEL SECURITY;
CREATE POLICY wave_in_warehouse ON wave AS RESTRICTIVE FOR ALL TO public
  USING ((( SELECT acting_everywhere() AS acting_everywhere) IS NOT NULL) OR (warehouse_uuid = ANY (( SELECT acting_warehouses() AS acting_warehouses)::uuid[])));
CREATE POLICY wave_platform ON wave FOR ALL TO public
  USING (( SELECT acting_kind() AS acting_kind) = 'platform'::text);
CREATE POLICY wave_staff ON wave FOR ALL TO public
  USING ((provider_uuid = ( SELECT acting_provider() AS acting_provider)) AND ( SELECT acting_staff() AS acting_staff));
GRANT INSERT, SELECT, UPDATE ON wave TO quayside_app;

CREATE TABLE wave_order (
  provider_uuid uuid NOT NULL,
  wave_uuid uuid NOT NULL,
  order_uuid uuid NOT NULL,
  warehouse_uuid uuid NOT NULL,
  status text DEFAULT 'open'::text NOT NULL,
  tour smallint,
  slot smallint,
  reason text DEFAULT ''::text NOT NULL,
  joined_at timestamp with time zone NOT NULL,
  ended_at timestamp with time zone,
  CONSTRAINT wave_order_pkey PRIMARY KEY (provider_uuid, wave_uuid, order_uuid),
  CONSTRAINT wave_order_ended CHECK (((status = 'kicked'::text) = (ended_at IS NOT NULL))),
  CONSTRAINT wave_order_status_known CHECK ((status = ANY (ARRAY['open'::text, 'picked'::text, 'kicked'::text]))),
  CONSTRAINT wave_order_order_fkey FOREIGN KEY (provider_uuid, order_uuid) REFERENCES sales_order(provider_uuid, order_uuid),
  CONSTRAINT wave_order_wave_fkey FOREIGN KEY (provider_uuid, wave_uuid) REFERENCES wave(provider_uuid, wave_uuid)
);
CREATE INDEX wave_order_by_order ON public.wave_order USING btree (provider_uuid, order_uuid, wave_uuid);
CREATE UNIQUE INDEX wave_order_open_key ON public.wave_order USING btree (provider_uuid, order_uuid) WHERE (status <> 'kicked'::text);
ALTER TABLE wave_order ENABLE ROW LEVEL SECURITY;
ALTER TABLE wave_order FORCE ROW LEVEL SECURITY;
CREATE POLICY wave_order_in_warehouse ON wave_order AS RESTRICTIVE FOR ALL TO public
  USING ((( SELECT acting_everywhere() AS acting_everywhere) IS NOT NULL) OR (warehouse_uuid = ANY (( SELECT acting_warehouses() AS acting_warehouses)::uuid[])));
CREATE POLICY wave_order_platform ON wave_order FOR ALL TO public
  USING (( SELECT acting_kind() AS acting_kind) = 'platform'::text);
CREATE POLICY wave_order_staff ON wave_order FOR ALL TO public
  USING ((provider_uuid = ( SELECT acting_provider() AS acting_provider)) AND ( SELECT acting_staff() AS acting_staff));
GRANT INSERT, SELECT, UPDATE ON wave_order TO quayside_app;

CREATE TABLE waybill (
  provider_uuid uuid NOT NULL,
  waybill_uuid uuid NOT NULL,
  parcel_uuid uuid NOT NULL,
  order_uuid uuid NOT NULL,
  owner_uuid uuid NOT NULL,
  warehouse_uuid uuid NOT NULL,
  channel_uuid uuid NOT NULL,
  carrier_account_uuid uuid,
  reference text NOT NULL,
  status text DEFAULT 'requested'::text NOT NULL,
  waybill_number text DEFAULT ''::text NOT NULL,
  tracking_number text DEFAULT ''::text NOT NULL,
  attempts integer DEFAULT 0 NOT NULL,
  next_try_at timestamp with time zone,
  problem_kind text DEFAULT ''::text NOT NULL,
  problem_text text DEFAULT ''::text NOT NULL,
  print_count integer DEFAULT 0 NOT NULL,
  tracking_status text DEFAULT ''::text NOT NULL,
  next_track_at timestamp with time zone,
  requested_by uuid,
  requested_at timestamp with time zone NOT NULL,
  issued_at timestamp with time zone,
  printed_at timestamp with time zone,
  handed_over_at timestamp with time zone,
  delivered_at timestamp with time zone,
  voided_at timestamp with time zone,
  void_reason text DEFAULT ''::text NOT NULL,
  version integer DEFAULT 1 NOT NULL,
  label_type text DEFAULT ''::text NOT NULL,
  replace_channel_uuid uuid,
  CONSTRAINT waybill_pkey PRIMARY KEY (provider_uuid, waybill_uuid),
  CONSTRAINT waybill_reference_key UNIQUE (provider_uuid, reference),
  CONSTRAINT waybill_counts_not_negative CHECK (((attempts >= 0) AND (print_count >= 0))),
  CONSTRAINT waybill_handed_over_is_issued CHECK (((handed_over_at IS NULL) OR (status = 'issued'::text))),
  CONSTRAINT waybill_issued CHECK (((status <> ALL (ARRAY['issued'::text, 'void_requested'::text, 'void_asked'::text])) OR ((issued_at IS NOT NULL) AND (waybill_number <> ''::text)))),
  CONSTRAINT waybill_label_known CHECK ((label_type = ANY (ARRAY[''::text, 'application/pdf'::text, 'image/png'::text, 'text/zpl'::text, 'own'::text]))),
  CONSTRAINT waybill_status_known CHECK ((status = ANY (ARRAY['requested'::text, 'asked'::text, 'issued'::text, 'failed'::text, 'void_requested'::text, 'void_asked'::text, 'voided'::text]))),
  CONSTRAINT waybill_texts_short CHECK ((((length(reference) >= 1) AND (length(reference) <= 50)) AND (length(waybill_number) <= 60) AND (length(tracking_number) <= 60) AND (length(problem_text) <= 500) AND (length(void_reason) <= 200))),
  CONSTRAINT waybill_tracking_known CHECK ((tracking_status = ANY (ARRAY[''::text, 'created'::text, 'inTransit'::text, 'delivered'::text, 'exception'::text, 'returned'::text, 'cancelled'::text]))),
  CONSTRAINT waybill_voided CHECK (((status = 'voided'::text) = (voided_at IS NOT NULL))),
  CONSTRAINT waybill_account_fkey FOREIGN KEY (provider_uuid, carrier_account_uuid) REFERENCES carrier_account(provider_uuid, carrier_account_uuid),
  CONSTRAINT waybill_channel_fkey FOREIGN KEY (provider_uuid, channel_uuid) REFERENCES channel(provider_uuid, channel_uuid),
  CONSTRAINT waybill_order_fkey FOREIGN KEY (provider_uuid, order_uuid) REFERENCES sales_order(provider_uuid, order_uuid),
  CONSTRAINT waybill_parcel_fkey FOREIGN KEY (provider_uuid, parcel_uuid) REFERENCES parcel(provider_uuid, parcel_uuid),
  CONSTRAINT waybill_replace_fkey FOREIGN KEY (provider_uuid, replace_channel_uuid) REFERENCES channel(provider_uuid, channel_uuid)
);
CREATE INDEX waybill_by_channel ON public.waybill USING btree (provider_uuid, channel_uuid, waybill_uuid);
CREATE INDEX waybill_by_number ON public.waybill USING btree (provider_uuid, waybill_number) WHERE (waybill_number <> ''::text);
CREATE INDEX waybill_by_order ON public.waybill USING btree (provider_uuid, order_uuid, waybill_uuid);
CREATE INDEX waybill_by_status ON public.waybill USING btree (provider_uuid, status, waybill_uuid);
CREATE INDEX waybill_by_tracking_number ON public.waybill USING btree (provider_uuid, tracking_number) WHERE (tracking_number <> ''::text);
CREATE INDEX waybill_due ON public.waybill USING btree (provider_uuid, carrier_account_uuid, next_try_at) WHERE (status = ANY (ARRAY['requested'::text, 'asked'::text, 'void_requested'::text, 'void_asked'::text]));
CREATE INDEX waybill_label_due ON public.waybill USING btree (provider_uuid, carrier_account_uuid, next_try_at) WHERE ((status = 'issued'::text) AND (next_try_at IS NOT NULL));
CREATE UNIQUE INDEX waybill_live_key ON public.waybill USING btree (provider_uuid, parcel_uuid) WHERE (status <> 'voided'::text);
CREATE UNIQUE INDEX waybill_number_key ON public.waybill USING btree (provider_uuid, COALESCE(carrier_account_uuid, channel_uuid), waybill_number) WHERE ((waybill_number <> ''::text) AND (status <> 'voided'::text));
CREATE INDEX waybill_to_look_at ON public.waybill USING btree (provider_uuid, waybill_uuid) WHERE ((status = 'failed'::text) OR ((status = 'issued'::text) AND (problem_kind <> ''::text) AND (next_try_at IS NULL)) OR ((status = 'issued'::text) AND (void_reason <> ''::text) AND (handed_over_at IS NULL)));
CREATE INDEX waybill_to_print ON public.waybill USING btree (provider_uuid, waybill_uuid) WHERE ((status = 'issued'::text) AND (print_count = 0) AND (label_type <> ''::text) AND (handed_over_at IS NULL));
CREATE INDEX waybill_to_track ON public.waybill USING btree (next_track_at) WHERE ((next_track_at IS NOT NULL) AND (carrier_account_uuid IS NOT NULL));
CREATE INDEX waybill_waiting ON public.waybill USING btree (provider_uuid, waybill_uuid) WHERE ((status = ANY (ARRAY['requested'::text, 'asked'::text, 'void_requested'::text, 'void_asked'::text])) OR ((status = 'issued'::text) AND (label_type = ''::text) AND (next_try_at IS NOT NULL)));
ALTER TABLE waybill ENABLE ROW LEVEL SECURITY;
ALTER TABLE waybill FORCE ROW LEVEL SECURITY;
CREATE POLICY waybill_in_warehouse ON waybill AS RESTRICTIVE FOR ALL TO public
  USING ((( SELECT acting_everywhere() AS acting_everywhere) IS NOT NULL) OR (warehouse_uuid = ANY (( SELECT acting_warehouses() AS acting_warehouses)::uuid[])));
CREATE POLICY waybill_platform ON waybill FOR ALL TO public
  USING (( SELECT acting_kind() AS acting_kind) = 'platform'::text);
CREATE POLICY waybill_retailer ON waybill FOR SELECT TO public
  USING ((provider_uuid = ( SELECT acting_provider() AS acting_provider)) AND (owner_uuid = ( SELECT acting_retailer() AS acting_retailer)));
CREATE POLICY waybill_staff ON waybill FOR ALL TO public
  USING ((provider_uuid = ( SELECT acting_provider() AS acting_provider)) AND ( SELECT acting_staff() AS acting_staff));
GRANT INSERT, SELECT, UPDATE ON waybill TO quayside_app;

CREATE TABLE waybill_label (
  provider_uuid uuid NOT NULL,
  waybill_uuid uuid NOT NULL,
  warehouse_uuid uuid NOT NULL,
  type text NOT NULL,
  bytes bytea NOT NULL,
  sha256 bytea NOT NULL,
  stored_at timestamp with time zone NOT NULL,
  drawn_as text DEFAULT ''::text NOT NULL,
  CONSTRAINT waybill_label_pkey PRIMARY KEY (provider_uuid, waybill_uuid, drawn_as),
  CONSTRAINT waybill_label_drawn_short CHECK ((length(drawn_as) <= 100)),
  CONSTRAINT waybill_label_type_known CHECK ((type = ANY (ARRAY['application/pdf'::text, 'image/png'::text, 'text/zpl'::text]))),
  CONSTRAINT waybill_label_whole CHECK ((sha256 = sha256(bytes))),
  CONSTRAINT waybill_label_waybill_fkey FOREIGN KEY (provider_uuid, waybill_uuid) REFERENCES waybill(provider_uuid, waybill_uuid)
);
ALTER TABLE waybill_label ENABLE ROW LEVEL SECURITY;
ALTER TABLE waybill_label FORCE ROW LEVEL SECURITY;
CREATE POLICY waybill_label_in_warehouse ON waybill_label AS RESTRICTIVE FOR ALL TO public
  USING ((( SELECT acting_everywhere() AS acting_everywhere) IS NOT NULL) OR (warehouse_uuid = ANY (( SELECT acting_warehouses() AS acting_warehouses)::uuid[])));
CREATE POLICY waybill_label_platform ON waybill_label FOR ALL TO public
  USING (( SELECT acting_kind() AS acting_kind) = 'platform'::text);
CREATE POLICY waybill_label_staff ON waybill_label FOR ALL TO public
  USING ((provider_uuid = ( SELECT acting_provider() AS acting_provider)) AND ( SELECT acting_staff() AS acting_staff));
GRANT INSERT, SELECT ON waybill_label TO quayside_app;

CREATE TABLE waybill_print (
  provider_uuid uuid NOT NULL,
  print_uuid uuid NOT NULL,
  line_number integer NOT NULL,
  waybill_uuid uuid NOT NULL,
  warehouse_uuid uuid NOT NULL,
  printed_by uuid,
  printed_at timestamp with time zone NOT NULL,
  reason text DEFAULT ''::text NOT NULL,
  CONSTRAINT waybill_print_pkey PRIMARY KEY (provider_uuid, print_uuid, line_number),
  CONSTRAINT waybill_print_reason_short CHECK ((length(reason) <= 200)),
  CONSTRAINT waybill_print_waybill_fkey FOREIGN KEY (provider_uuid, waybill_uuid) REFERENCES waybill(provider_uuid, waybill_uuid)
);
CREATE INDEX waybill_print_by_waybill ON public.waybill_print USING btree (provider_uuid, waybill_uuid, printed_at);
ALTER TABLE waybill_print ENABLE ROW LEVEL SECURITY;
ALTER TABLE waybill_print FORCE ROW LEVEL SECURITY;
CREATE POLICY waybill_print_in_warehouse ON waybill_print AS RESTRICTIVE FOR ALL TO public
  USING ((( SELECT acting_everywhere() AS acting_everywhere) IS NOT NULL) OR (warehouse_uuid = ANY (( SELECT acting_warehouses() AS acting_warehouses)::uuid[])));
CREATE POLICY waybill_print_platform ON waybill_print FOR ALL TO public
  USING (( SELECT acting_kind() AS acting_kind) = 'platform'::text);
CREATE POLICY waybill_print_staff ON waybill_print FOR ALL TO public
  USING ((provider_uuid = ( SELECT acting_provider() AS acting_provider)) AND ( SELECT acting_staff() AS acting_staff));
GRANT INSERT, SELECT ON waybill_print TO quayside_app;

CREATE TABLE waybill_track (
  provider_uuid uuid NOT NULL,
  waybill_uuid uuid NOT NULL,
  digest text NOT NULL,
  owner_uuid uuid NOT NULL,
  warehouse_uuid uuid NOT NULL,
  at timestamp with time zone,
  sequence integer NOT NULL,
  text text NOT NULL,
  location text DEFAULT ''::text NOT NULL,
  seen_at timestamp with time zone NOT NULL,
  CONSTRAINT waybill_track_pkey PRIMARY KEY (provider_uuid, waybill_uuid, digest),
  CONSTRAINT waybill_track_texts_short CHECK (((length(text) <= 500) AND (length(location) <= 200))),
  CONSTRAINT waybill_track_waybill_fkey FOREIGN KEY (provider_uuid, waybill_uuid) REFERENCES waybill(provider_uuid, waybill_uuid)
);
ALTER TABLE waybill_track ENABLE ROW LEVEL SECURITY;
ALTER TABLE waybill_track FORCE ROW LEVEL SECURITY;
CREATE POLICY waybill_track_in_warehouse ON waybill_track AS RESTRICTIVE FOR ALL TO public
  USING ((( SELECT acting_everywhere() AS acting_everywhere) IS NOT NULL) OR (warehouse_uuid = ANY (( SELECT acting_warehouses() AS acting_warehouses)::uuid[])));
CREATE POLICY waybill_track_platform ON waybill_track FOR ALL TO public
  USING (( SELECT acting_kind() AS acting_kind) = 'platform'::text);
CREATE POLICY waybill_track_retailer ON waybill_track FOR SELECT TO public
  USING ((provider_uuid = ( SELECT acting_provider() AS acting_provider)) AND (owner_uuid = ( SELECT acting_retailer() AS acting_retailer)));
CREATE POLICY waybill_track_staff ON waybill_track FOR ALL TO public
  USING ((provider_uuid = ( SELECT acting_provider() AS acting_provider)) AND ( SELECT acting_staff() AS acting_staff));
GRANT DELETE, INSERT, SELECT ON waybill_track TO quayside_app;

CREATE TABLE work_entry (
  provider_uuid uuid NOT NULL,
  work_uuid uuid NOT NULL,
  kind text NOT NULL,
  warehouse_uuid uuid NOT NULL,
  owner_uuid uuid NOT NULL,
  order_uuid uuid,
  parcel_uuid uuid,
  return_uuid uuid,
  quantity_milli bigint NOT NULL,
  amount_cents bigint,
  currency text,
  source_type text NOT NULL,
  source_uuid uuid NOT NULL,
  source_line integer NOT NULL,
  at timestamp with time zone NOT NULL,
  user_uuid uuid,
  CONSTRAINT work_entry_pkey PRIMARY KEY (provider_uuid, work_uuid),
  CONSTRAINT work_entry_source_key UNIQUE (provider_uuid, source_type, source_uuid, kind, source_line),
  CONSTRAINT work_entry_amount_of_agreed CHECK (((num_nonnulls(amount_cents, currency) = ANY (ARRAY[0, 2])) AND ((amount_cents IS NULL) OR (kind = ANY (ARRAY['shipping_parcel'::text, 'goods_piece'::text]))))),
  CONSTRAINT work_entry_counts_something CHECK ((quantity_milli <> 0)),
  CONSTRAINT work_entry_currency_shape CHECK ((currency ~ '^[A-Z]{3}$'::text)),
  CONSTRAINT work_entry_kind_known CHECK ((kind = ANY (ARRAY['picking_order'::text, 'picking_piece'::text, 'packing_parcel'::text, 'box_piece'::text, 'consumable_piece'::text, 'label_parcel'::text, 'weighing_parcel'::text, 'bagging_parcel'::text, 'shipping_parcel'::text, 'goods_piece'::text, 'customer_return_piece'::text, 'restocking_piece'::text]))),
  CONSTRAINT work_entry_of_something CHECK ((num_nonnulls(order_uuid, return_uuid) > 0)),
  CONSTRAINT work_entry_parcel_named CHECK (((kind <> 'shipping_parcel'::text) OR (parcel_uuid IS NOT NULL))),
  CONSTRAINT work_entry_return_named CHECK (((kind = ANY (ARRAY['customer_return_piece'::text, 'restocking_piece'::text])) = (return_uuid IS NOT NULL))),
  CONSTRAINT work_entry_order_fkey FOREIGN KEY (provider_uuid, order_uuid) REFERENCES sales_order(provider_uuid, order_uuid),
  CONSTRAINT work_entry_warehouse_fkey FOREIGN KEY (provider_uuid, warehouse_uuid) REFERENCES warehouse(provider_uuid, warehouse_uuid)
);
CREATE INDEX work_entry_by_order ON public.work_entry USING btree (provider_uuid, order_uuid, work_uuid) WHERE (order_uuid IS NOT NULL);
CREATE INDEX work_entry_by_owner ON public.work_entry USING btree (provider_uuid, owner_uuid, work_uuid);
CREATE TRIGGER work_entry_after_closed_time AFTER INSERT ON work_entry REFERENCING NEW TABLE AS new_entries FOR EACH STATEMENT EXECUTE FUNCTION work_entry_keeps_to_open_time();
CREATE TRIGGER work_entry_append_only BEFORE DELETE OR UPDATE ON work_entry FOR EACH ROW EXECUTE FUNCTION work_entry_is_append_only();
CREATE TRIGGER work_entry_no_truncate BEFORE TRUNCATE ON work_entry FOR EACH STATEMENT EXECUTE FUNCTION work_entry_is_append_only();
ALTER TABLE work_entry ENABLE ROW LEVEL SECURITY;
ALTER TABLE work_entry FORCE ROW LEVEL SECURITY;
CREATE POLICY work_entry_in_warehouse ON work_entry AS RESTRICTIVE FOR ALL TO public
  USING ((( SELECT acting_everywhere() AS acting_everywhere) IS NOT NULL) OR (warehouse_uuid = ANY (( SELECT acting_warehouses() AS acting_warehouses)::uuid[])));
CREATE POLICY work_entry_platform ON work_entry FOR SELECT TO public
  USING (( SELECT acting_kind() AS acting_kind) = 'platform'::text);
CREATE POLICY work_entry_platform_recorded ON work_entry FOR INSERT TO public
  WITH CHECK (( SELECT acting_kind() AS acting_kind) = 'platform'::text);
CREATE POLICY work_entry_recorded ON work_entry FOR INSERT TO public
  WITH CHECK ((provider_uuid = ( SELECT acting_provider() AS acting_provider)) AND ( SELECT acting_staff() AS acting_staff));
CREATE POLICY work_entry_retailer ON work_entry FOR SELECT TO public
  USING ((provider_uuid = ( SELECT acting_provider() AS acting_provider)) AND (owner_uuid = ( SELECT acting_retailer() AS acting_retailer)));
CREATE POLICY work_entry_staff ON work_entry FOR SELECT TO public
  USING ((provider_uuid = ( SELECT acting_provider() AS acting_provider)) AND ( SELECT acting_staff() AS acting_staff));
GRANT INSERT, SELECT ON work_entry TO quayside_app;

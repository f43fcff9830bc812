-- Operators bound to warehouses see what belongs to those alone. A transaction says which they are (app.warehouses, set by open_session and actAs), so
-- that policies look nothing up; empty, as for everybody else, means all.
--
-- What belongs to a warehouse has a restrictive policy `<table>_in_warehouse`, which goes on top of the others and applies to reads and writes. A row
-- without a warehouse is of no warehouse: a bound operator does not see it.

create table operator_warehouse (
  provider_uuid uuid not null,
  user_uuid uuid not null,
  warehouse_uuid uuid not null,
  constraint operator_warehouse_pkey primary key (provider_uuid, user_uuid, warehouse_uuid),
  constraint operator_warehouse_user_fkey foreign key (user_uuid) references app_user on delete cascade,
  -- No cascade: without its last row an operator would see everything.
  constraint operator_warehouse_warehouse_fkey foreign key (provider_uuid, warehouse_uuid) references warehouse
);
alter table operator_warehouse enable row level security;
alter table operator_warehouse force row level security;
create policy operator_warehouse_provider on operator_warehouse
  using (provider_uuid = (select acting_provider()) and (select acting_kind()) = 'provider');
create policy operator_warehouse_own on operator_warehouse for select using (user_uuid = (select acting_user()));
create policy operator_warehouse_gate on operator_warehouse for select using ((select acting_kind()) = 'gate');
grant select, insert, delete on operator_warehouse to quayside_app;

-- The warehouses that the transaction is bound to; null for all.
create function acting_warehouses() returns uuid[] language sql stable parallel safe
  return nullif(current_setting('app.warehouses', true), '')::uuid[];
-- True for a transaction that is bound to no warehouses, else null: the planner takes "is not null" for almost certain (0.995), whereas a boolean would
-- halve the rows that it expects of every table.
create function acting_everywhere() returns boolean language sql stable parallel safe
  return case when coalesce(current_setting('app.warehouses', true), '') = '' then true end;

-- What has a warehouse ----------------------------------------------------------------------------------------------------------------------------

create policy warehouse_in_warehouse on warehouse as restrictive
  using ((select acting_everywhere()) is not null or warehouse_uuid = any ((select acting_warehouses())::uuid[]));
create policy partition_in_warehouse on partition as restrictive
  using ((select acting_everywhere()) is not null or warehouse_uuid = any ((select acting_warehouses())::uuid[]));
create policy shelf_in_warehouse on shelf as restrictive
  using ((select acting_everywhere()) is not null or warehouse_uuid = any ((select acting_warehouses())::uuid[]));
create policy location_in_warehouse on location as restrictive
  using ((select acting_everywhere()) is not null or warehouse_uuid = any ((select acting_warehouses())::uuid[]));
create policy stock_balance_in_warehouse on stock_balance as restrictive
  using ((select acting_everywhere()) is not null or warehouse_uuid = any ((select acting_warehouses())::uuid[]));
create policy stock_entry_in_warehouse on stock_entry as restrictive
  using ((select acting_everywhere()) is not null or warehouse_uuid = any ((select acting_warehouses())::uuid[]));
create policy reservation_in_warehouse on reservation as restrictive
  using ((select acting_everywhere()) is not null or warehouse_uuid = any ((select acting_warehouses())::uuid[]));
create policy stocktake_in_warehouse on stocktake as restrictive
  using ((select acting_everywhere()) is not null or warehouse_uuid = any ((select acting_warehouses())::uuid[]));
create policy receipt_in_warehouse on receipt as restrictive
  using ((select acting_everywhere()) is not null or warehouse_uuid = any ((select acting_warehouses())::uuid[]));
create policy charge_in_warehouse on charge as restrictive
  using ((select acting_everywhere()) is not null or warehouse_uuid = any ((select acting_warehouses())::uuid[]));
create policy charge_run_in_warehouse on charge_run as restrictive
  using ((select acting_everywhere()) is not null or warehouse_uuid = any ((select acting_warehouses())::uuid[]));
create policy stock_day_in_warehouse on stock_day as restrictive
  using ((select acting_everywhere()) is not null or warehouse_uuid = any ((select acting_warehouses())::uuid[]));
create policy stock_day_run_in_warehouse on stock_day_run as restrictive
  using ((select acting_everywhere()) is not null or warehouse_uuid = any ((select acting_warehouses())::uuid[]));

-- Totals are counted from indexes alone, which now need the warehouse too (10,001 movements: 4 ms, and 11 ms from the table).
drop index stock_entry_by_owner;
create index stock_entry_by_owner on stock_entry (provider_uuid, owner_uuid, movement_uuid, leg) include (warehouse_uuid);
drop index stock_balance_by_owner;
create index stock_balance_by_owner on stock_balance (provider_uuid, owner_uuid, variant_uuid) include (warehouse_uuid) where quantity > 0;
drop index receipt_by_owner;
create index receipt_by_owner on receipt (provider_uuid, owner_uuid, status, receipt_uuid) include (warehouse_uuid);
drop index charge_by_retailer;
create index charge_by_retailer on charge (provider_uuid, retailer_uuid, charge_uuid) include (warehouse_uuid);
drop index charge_by_day;
create index charge_by_day on charge (provider_uuid, retailer_uuid, event, day) include (quantity_milli, warehouse_uuid) where status = 'posted';

-- What belongs to something that has one ------------------------------------------------------------------------------------------------------------

-- In plpgsql, which is planned when it is called: for bound operators alone. Each reads its table under that table's own policies.
create function is_receipt_in_acting_warehouses(of_provider uuid, of_receipt uuid) returns boolean language plpgsql stable parallel safe as $$
begin
  return exists (select from receipt r where r.provider_uuid = of_provider and r.receipt_uuid = of_receipt);
end $$;
create function is_stocktake_in_acting_warehouses(of_provider uuid, of_stocktake uuid) returns boolean language plpgsql stable parallel safe as $$
begin
  return exists (select from stocktake s where s.provider_uuid = of_provider and s.stocktake_uuid = of_stocktake);
end $$;
create function is_photo_in_acting_warehouses(of_provider uuid, of_file uuid) returns boolean language plpgsql stable parallel safe as $$
begin
  return exists (select from receipt_photo p where p.provider_uuid = of_provider and p.file_uuid = of_file);
end $$;
create function is_import_of_acting(of_provider uuid, of_import uuid) returns boolean language plpgsql stable parallel safe as $$
begin
  return exists (select from import_job j where j.provider_uuid = of_provider and j.import_uuid = of_import);
end $$;

create policy receipt_box_in_warehouse on receipt_box as restrictive
  using ((select acting_everywhere()) is not null or is_receipt_in_acting_warehouses(provider_uuid, receipt_uuid));
create policy receipt_line_in_warehouse on receipt_line as restrictive
  using ((select acting_everywhere()) is not null or is_receipt_in_acting_warehouses(provider_uuid, receipt_uuid));
create policy inspection_in_warehouse on inspection as restrictive
  using ((select acting_everywhere()) is not null or is_receipt_in_acting_warehouses(provider_uuid, receipt_uuid));
create policy receipt_photo_in_warehouse on receipt_photo as restrictive
  using ((select acting_everywhere()) is not null or is_receipt_in_acting_warehouses(provider_uuid, receipt_uuid));
create policy unqualified_decision_in_warehouse on unqualified_decision as restrictive
  using ((select acting_everywhere()) is not null or is_receipt_in_acting_warehouses(provider_uuid, receipt_uuid));
create policy putaway_task_in_warehouse on putaway_task as restrictive
  using ((select acting_everywhere()) is not null or is_receipt_in_acting_warehouses(provider_uuid, receipt_uuid));
create policy receipt_event_in_warehouse on receipt_event as restrictive
  using ((select acting_everywhere()) is not null or is_receipt_in_acting_warehouses(provider_uuid, receipt_uuid));
create policy stocktake_line_in_warehouse on stocktake_line as restrictive
  using ((select acting_everywhere()) is not null or is_stocktake_in_acting_warehouses(provider_uuid, stocktake_uuid));
create policy stocktake_location_in_warehouse on stocktake_location as restrictive
  using ((select acting_everywhere()) is not null or is_stocktake_in_acting_warehouses(provider_uuid, stocktake_uuid));
-- A photo is its user's before it is its receipt's.
create policy file_in_warehouse on file as restrictive using (
  (select acting_everywhere()) is not null or purpose <> 'photo' or user_uuid = (select acting_user())
  or is_photo_in_acting_warehouses(provider_uuid, file_uuid)
);

-- What covers all warehouses at once ----------------------------------------------------------------------------------------------------------------

create policy stock_reconciliation_in_warehouse on stock_reconciliation as restrictive using ((select acting_everywhere()) is not null);
-- The rows of a workbook name any warehouse, and entries of the log tell what was done in any: a bound operator sees its own.
create policy import_job_in_warehouse on import_job as restrictive
  using ((select acting_everywhere()) is not null or user_uuid = (select acting_user()));
create policy import_row_in_warehouse on import_row as restrictive
  using ((select acting_everywhere()) is not null or is_import_of_acting(provider_uuid, import_uuid));
create policy audit_log_in_warehouse on audit_log as restrictive for select
  using ((select acting_everywhere()) is not null or user_uuid = (select acting_user()));
create policy audit_person_in_warehouse on audit_person as restrictive for select
  using ((select acting_everywhere()) is not null or user_uuid = (select acting_user()));

-- Events --------------------------------------------------------------------------------------------------------------------------------------------

-- Bound operators receive only what concerns their warehouses. Null: no warehouse in particular.
alter table event add column warehouse_uuid uuid;

-- Sessions ------------------------------------------------------------------------------------------------------------------------------------------

-- As in 0009, and says which warehouses an operator is bound to.
drop function open_session(bytea, timestamptz);
create function open_session(presented bytea, at timestamptz)
returns table (
  state text, session_uuid uuid, area text, user_uuid uuid, username text, role text, related_uuid uuid, provider_uuid uuid, retailer_uuid uuid,
  is_read_only boolean, opened_by uuid, expires_at timestamptz, permissions text[], warehouses uuid[], is_seen_due boolean
) language plpgsql as $$
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
end $$;

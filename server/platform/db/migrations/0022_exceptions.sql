-- Exceptions: what stops an order, as a case that somebody works on and that its retailer may be asked about.

create table exception_case (
  provider_uuid uuid not null,
  exception_uuid uuid not null,
  exception_number text collate "C" not null,
  type text not null,
  status text not null default 'open',
  order_uuid uuid not null,
  -- of the order: who is asked
  owner_uuid uuid not null,
  -- of the order when the case was opened
  warehouse_uuid uuid,
  -- the staff member who works on it
  assignee_uuid uuid,
  -- as somebody wrote it, or why a pick was short
  reason text not null default '',
  resolution text not null default '',
  opened_at timestamptz not null,
  changed_at timestamptz not null,
  resolved_at timestamptz,
  closed_at timestamptz,
  version integer not null default 1,
  constraint exception_case_pkey primary key (provider_uuid, exception_uuid),
  constraint exception_case_provider_fkey foreign key (provider_uuid) references provider,
  constraint exception_case_order_fkey foreign key (provider_uuid, order_uuid) references sales_order,
  constraint exception_case_number_key unique (provider_uuid, exception_number),
  constraint exception_case_type_known check (type in ('short', 'address', 'cancelled', 'late_pick')),
  constraint exception_case_status_known check (status in ('open', 'assigned', 'waiting_retailer', 'resolved', 'closed')),
  constraint exception_case_resolution_known check (resolution in ('', 'reallocated', 'split', 'lines_cancelled', 'order_cancelled', 'cancel_rejected',
    'address_corrected', 'address_confirmed', 'order_returned', 'order_merged', 'other')),
  constraint exception_case_assigned
    check (case status when 'open' then assignee_uuid is null when 'assigned' then assignee_uuid is not null
      when 'waiting_retailer' then assignee_uuid is not null else true end),
  constraint exception_case_resolved check ((status in ('resolved', 'closed')) = (resolved_at is not null) and (resolved_at is null) = (resolution = '')),
  constraint exception_case_closed check ((status = 'closed') = (closed_at is not null))
);
-- An order has one case of a type at a time: what happens again is added to it.
create unique index exception_case_open_key on exception_case (provider_uuid, order_uuid, type)
  where status in ('open', 'assigned', 'waiting_retailer');
create index exception_case_by_order on exception_case (provider_uuid, order_uuid, exception_uuid);
create index exception_case_by_status on exception_case (provider_uuid, status, exception_uuid) include (warehouse_uuid, owner_uuid, type);
create index exception_case_by_owner on exception_case (provider_uuid, owner_uuid, status, exception_uuid) include (warehouse_uuid, type);
alter table exception_case enable row level security;
alter table exception_case force row level security;
create policy exception_case_staff on exception_case using (provider_uuid = (select acting_provider()) and (select acting_staff()));
create policy exception_case_retailer on exception_case for select
  using (provider_uuid = (select acting_provider()) and owner_uuid = (select acting_retailer()));
create policy exception_case_platform on exception_case using ((select acting_kind()) = 'platform');
create policy exception_case_in_warehouse on exception_case as restrictive
  using ((select acting_everywhere()) is not null or warehouse_uuid = any ((select acting_warehouses())::uuid[]));
grant select, insert, update on exception_case to quayside_app;

-- What happened to a case, and what people wrote: a retailer sees all but the notes of the staff.
create table exception_event (
  provider_uuid uuid not null,
  exception_uuid uuid not null,
  event_uuid uuid not null,
  owner_uuid uuid not null,
  warehouse_uuid uuid,
  at timestamptz not null,
  -- null for the system
  user_uuid uuid,
  by_retailer boolean not null default false,
  event text not null,
  from_status text not null default '',
  to_status text not null default '',
  is_internal boolean not null default false,
  message text not null default '',
  -- of a pick: what was not found and where
  detail jsonb not null default '{}',
  constraint exception_event_pkey primary key (provider_uuid, exception_uuid, event_uuid),
  constraint exception_event_case_fkey foreign key (provider_uuid, exception_uuid) references exception_case
);
alter table exception_event enable row level security;
alter table exception_event force row level security;
create policy exception_event_staff on exception_event using (provider_uuid = (select acting_provider()) and (select acting_staff()));
create policy exception_event_retailer on exception_event for select
  using (provider_uuid = (select acting_provider()) and owner_uuid = (select acting_retailer()) and not is_internal);
create policy exception_event_platform on exception_event using ((select acting_kind()) = 'platform');
create policy exception_event_in_warehouse on exception_event as restrictive
  using ((select acting_everywhere()) is not null or warehouse_uuid = any ((select acting_warehouses())::uuid[]));
grant select, insert on exception_event to quayside_app;

-- The staff who have a permission in a warehouse, by name: an operator who is bound to other warehouses is not among them. People see only themselves and
-- their operators in app_user, so the function looks for its caller, and only for staff, at those of the same provider.
create function staff_with_permission(wanted text, of_warehouse uuid) returns table (user_uuid uuid, name text)
  language plpgsql stable security definer set search_path = public, pg_temp as $$
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
end $$;
revoke all on function staff_with_permission from public;
grant execute on function staff_with_permission(text, uuid) to quayside_app;

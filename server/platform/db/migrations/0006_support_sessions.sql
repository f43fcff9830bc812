-- A look for support shows what the supplier that opened it may see of its retailer, and nothing that is the retailer's own: no registration or tax
-- number, no contact, no authentication, no document, under whichever supplier it was uploaded. It ends with its opener's session and rights.

-- the session of the supplier's user in which the look was opened
alter table session add column opened_in uuid;
create index session_by_opener on session (opened_in) where opened_in is not null;

create function acting_for_support() returns boolean language sql stable parallel safe
  return coalesce(current_setting('app.support', true), '') = 'yes';

create or replace function acting_owner() returns uuid language sql stable parallel safe
  return case
    when acting_kind() = 'dropShipper' then case when not acting_for_support() then acting_retailer() end
    when acting_staff() then acting_provider()
  end;

-- As for the supplier's staff, a retailer's documents are out of sight.
drop policy file_retailer on file;
create policy file_retailer on file using (
  provider_uuid = (select acting_provider()) and retailer_uuid = (select acting_retailer())
  and (purpose <> 'document' or not (select acting_for_support()))
) with check (provider_uuid = (select acting_provider()) and retailer_uuid = (select acting_retailer()));
drop policy file_retailer_documents on file;
create policy file_retailer_documents on file for select using (
  retailer_uuid = (select acting_retailer()) and purpose = 'document' and not (select acting_for_support())
);

-- Whoever opened a look for support ends it.
create policy session_opened_seen on session for select using ((select acting_kind()) = 'provider' and opened_by = (select acting_user()));
create policy session_opened on session for update using ((select acting_kind()) = 'provider' and opened_by = (select acting_user()));

create or replace function open_session(presented bytea, at timestamptz)
returns table (
  state text, session_uuid uuid, area text, user_uuid uuid, username text, role text, related_uuid uuid, provider_uuid uuid, retailer_uuid uuid,
  is_read_only boolean, opened_by uuid, expires_at timestamptz, permissions text[]
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
  permissions := case when u.role = 'operator' then array(
    select g.permission from operator_grant g where g.provider_uuid = u.related_uuid and g.user_uuid = u.user_uuid) else '{}' end;
  if state = 'open' then
    -- Once a minute is enough to tell people when a session was last used, and spares each read a write.
    if s.last_seen_at < at - interval '1 minute' then
      -- The user first and the session after it, as everywhere: two orders would be a deadlock.
      if s.opened_by is null then
        update app_user set last_seen_at = at where app_user.user_uuid = s.user_uuid;
      end if;
      update session set last_seen_at = at where session.session_uuid = s.session_uuid;
    end if;
    perform set_config('app.kind', u.role, true),
            set_config('app.provider', coalesce(provider::text, ''), true),
            set_config('app.retailer', coalesce(retailer_uuid::text, ''), true),
            set_config('app.user', u.user_uuid::text, true),
            set_config('app.support', case when s.opened_by is null then '' else 'yes' end, true);
  else
    perform set_config('app.kind', '', true);
  end if;
  return next;
end $$;

-- Requests that only read run in read-only transactions, whose answer does not wait for the commit. What open_session notes once a minute is therefore
-- left to its caller there.
drop function open_session(bytea, timestamptz);
create function open_session(presented bytea, at timestamptz)
returns table (
  state text, session_uuid uuid, area text, user_uuid uuid, username text, role text, related_uuid uuid, provider_uuid uuid, retailer_uuid uuid,
  is_read_only boolean, opened_by uuid, expires_at timestamptz, permissions text[], is_seen_due boolean
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
            set_config('app.support', case when s.opened_by is null then '' else 'yes' end, true);
  else
    perform set_config('app.kind', '', true);
  end if;
  return next;
end $$;

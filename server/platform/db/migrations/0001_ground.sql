-- The ground: who acts, sites, accounts, sessions, what a request needs, files, the audit log, events.
--
-- Tenancy. Each transaction says who it acts for (server/db/acting.ts sets app.kind, app.provider, app.retailer, app.user for the transaction
-- alone). Every table but the three named at the end has row-level security, forced, so that a transaction that says nothing sees nothing.
-- Policies ask the four as sub-selects, which are worked out once a statement: as plain functions they were called for each row (13.6 ms against 1.9 ms
-- for 10,001 rows of the audit log).
-- Kinds: gate (nobody is known yet: signing in and up), provider and operator (the tenant's staff), dropShipper (a retailer under its current
-- provider), customer, siteAdmin, platform (jobs that go over tenants).

create function acting_kind() returns text language sql stable parallel safe
  return nullif(current_setting('app.kind', true), '');
create function acting_provider() returns uuid language sql stable parallel safe
  return nullif(current_setting('app.provider', true), '')::uuid;
create function acting_retailer() returns uuid language sql stable parallel safe
  return nullif(current_setting('app.retailer', true), '')::uuid;
create function acting_user() returns uuid language sql stable parallel safe
  return nullif(current_setting('app.user', true), '')::uuid;
-- The supplier's people: the provider itself and its operators.
create function acting_staff() returns boolean language sql stable parallel safe
  return coalesce(acting_kind() in ('provider', 'operator'), false);
-- Whose company it is: the retailer's own, or the provider's for its staff.
create function acting_owner() returns uuid language sql stable parallel safe
  return case when acting_kind() = 'dropShipper' then acting_retailer() when acting_staff() then acting_provider() end;

-- Whose name a transaction may write in: its tenant's (no tenant's where it has none), and of the retailers its own. A transaction that says nothing: nobody's.
create function acting_writes_for(provider uuid, retailer uuid) returns boolean language sql stable parallel safe
  return coalesce(
    provider = coalesce(acting_provider(), '00000000-0000-0000-0000-000000000000')
    and case when acting_kind() = 'dropShipper' then retailer is null or retailer = acting_retailer() else acting_kind() is not null end, false);

create table site (
  site_uuid uuid not null,
  host text,
  is_default boolean not null default false,
  origin text not null,
  main_function text not null,
  homepage_title text not null,
  homepage_title_en text not null,
  homepage_icon text not null,
  locale text not null,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint site_pkey primary key (site_uuid),
  constraint site_host_key unique (host),
  constraint site_main_function_known check (main_function in ('Homepage', 'Application')),
  constraint site_locale_known check (locale in ('en_us', 'zh_cn')),
  constraint site_default_has_no_host check (is_default = (host is null))
);
-- Where no host matches there is one answer for each port: the application's and the home page's.
create unique index site_one_default on site (main_function) where is_default;

create table provider (
  provider_uuid uuid not null,
  name text not null,
  country_code text not null default '',
  introduction text not null default '',
  is_open_for_sign_up boolean not null default true,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  constraint provider_pkey primary key (provider_uuid)
);
create unique index provider_name_key on provider (lower(name));
alter table provider enable row level security;
alter table provider force row level security;
create policy provider_own on provider using (provider_uuid = (select acting_provider()) and (select acting_kind()) = 'provider');
create policy provider_current on provider for select using (provider_uuid = (select acting_provider()));
-- What is open for sign-up is public by its nature: this table holds the public face alone.
create policy provider_listed on provider for select using (is_open_for_sign_up and (select acting_kind()) in ('gate', 'dropShipper'));
create policy provider_sign_up on provider for insert with check ((select acting_kind()) = 'gate');
create policy provider_platform on provider for select using ((select acting_kind()) = 'platform');

create table retailer (
  retailer_uuid uuid not null,
  name text not null,
  country_code text not null default '',
  version integer not null default 1,
  created_at timestamptz not null default now(),
  constraint retailer_pkey primary key (retailer_uuid)
);

create table retailer_provider (
  provider_uuid uuid not null,
  retailer_uuid uuid not null,
  is_blocked boolean not null default false,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  constraint retailer_provider_pkey primary key (provider_uuid, retailer_uuid),
  constraint retailer_provider_provider_fkey foreign key (provider_uuid) references provider,
  constraint retailer_provider_retailer_fkey foreign key (retailer_uuid) references retailer
);
-- A retailer's providers, for the switcher and for signing in.
create index retailer_provider_by_retailer on retailer_provider (retailer_uuid, provider_uuid);
alter table retailer_provider enable row level security;
alter table retailer_provider force row level security;
create policy retailer_provider_staff on retailer_provider for select using (provider_uuid = (select acting_provider()) and (select acting_staff()));
create policy retailer_provider_changed on retailer_provider for update using (provider_uuid = (select acting_provider()) and (select acting_staff()));
create policy retailer_provider_own on retailer_provider for select using (retailer_uuid = (select acting_retailer()));
-- A function, for a policy that reads a table whose own policies read this one goes round in circles.
create function takes_retailers(wanted uuid) returns boolean language sql stable
  return exists (select from provider p where p.provider_uuid = wanted and p.is_open_for_sign_up);
create policy retailer_provider_join on retailer_provider for insert with check (
  retailer_uuid = (select acting_retailer()) and not is_blocked and takes_retailers(provider_uuid)
);
create policy retailer_provider_gate on retailer_provider for select using ((select acting_kind()) = 'gate');
create policy retailer_provider_sign_up on retailer_provider for insert with check ((select acting_kind()) = 'gate');

alter table retailer enable row level security;
alter table retailer force row level security;
create policy retailer_own on retailer using (retailer_uuid = (select acting_retailer()));
create policy retailer_staff on retailer for select using (
  (select acting_staff()) and exists (select from retailer_provider rp where rp.provider_uuid = (select acting_provider()) and rp.retailer_uuid = retailer.retailer_uuid)
);
-- Also one that has closed its sign-up since, or lets this retailer in no more, keeps its name in the retailer's list.
create policy provider_of_retailer on provider for select using (
  (select acting_kind()) = 'dropShipper'
  and exists (select from retailer_provider rp where rp.provider_uuid = provider.provider_uuid and rp.retailer_uuid = (select acting_retailer()))
);
create policy retailer_sign_up on retailer for insert with check ((select acting_kind()) = 'gate');

create table app_user (
  user_uuid uuid not null,
  username text not null,
  password_hash text,
  role text not null,
  -- the provider's or the retailer's uuid
  related_uuid uuid,
  display_name text not null default '',
  email text not null default '',
  phone text not null default '',
  avatar bytea,
  default_language text not null default 'en_us',
  default_theme text not null default 'defaultTheme',
  status text not null default 'active',
  is_demo boolean not null default false,
  last_seen_at timestamptz,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  constraint app_user_pkey primary key (user_uuid),
  constraint app_user_role_known check (role in ('provider', 'operator', 'dropShipper', 'customer', 'siteAdmin')),
  constraint app_user_related check ((related_uuid is null) = (role in ('customer', 'siteAdmin'))),
  constraint app_user_status_known check (status in ('invited', 'active', 'blocked')),
  constraint app_user_language_known check (default_language in ('en_us', 'zh_cn')),
  constraint app_user_theme_known check (default_theme in ('defaultTheme', 'darkTheme')),
  constraint app_user_avatar_small check (octet_length(avatar) <= 131072)
);
create unique index app_user_username_key on app_user (lower(username));
create index app_user_by_related on app_user (related_uuid, role, user_uuid);
alter table app_user enable row level security;
alter table app_user force row level security;
create policy app_user_gate on app_user using ((select acting_kind()) = 'gate');
create policy app_user_own on app_user using (user_uuid = (select acting_user()));
create policy app_user_operators on app_user using ((select acting_kind()) = 'provider' and role = 'operator' and related_uuid = (select acting_provider()));
-- A provider opens the area of its own retailer for support.
create policy app_user_of_retailer on app_user for select using (
  (select acting_kind()) = 'provider' and role = 'dropShipper'
  and exists (select from retailer_provider rp where rp.provider_uuid = (select acting_provider()) and rp.retailer_uuid = app_user.related_uuid)
);

create table operator_grant (
  provider_uuid uuid not null,
  user_uuid uuid not null,
  permission text not null,
  constraint operator_grant_pkey primary key (provider_uuid, user_uuid, permission),
  constraint operator_grant_user_fkey foreign key (user_uuid) references app_user on delete cascade
);
alter table operator_grant enable row level security;
alter table operator_grant force row level security;
create policy operator_grant_provider on operator_grant using (provider_uuid = (select acting_provider()) and (select acting_kind()) = 'provider');
create policy operator_grant_own on operator_grant for select using (user_uuid = (select acting_user()));
create policy operator_grant_gate on operator_grant for select using ((select acting_kind()) = 'gate');

create table session (
  session_uuid uuid not null,
  user_uuid uuid not null,
  area text not null,
  token_hash bytea not null,
  previous_token_hash bytea,
  previous_until timestamptz,
  -- whose data is shown: the own provider, or the retailer's current one
  provider_uuid uuid,
  is_read_only boolean not null default false,
  -- the provider's user who opened it for support
  opened_by uuid,
  address text not null default '',
  device text not null default '',
  created_at timestamptz not null,
  last_seen_at timestamptz not null,
  -- the pair of tokens is good until then, and is renewed before
  expires_at timestamptz not null,
  -- past this no renewal helps
  ends_at timestamptz not null,
  revoked_at timestamptz,
  constraint session_pkey primary key (session_uuid),
  constraint session_token_hash_key unique (token_hash),
  constraint session_user_fkey foreign key (user_uuid) references app_user on delete cascade,
  constraint session_area_known check (area in ('p', 'ds'))
);
create index session_by_user on session (user_uuid, session_uuid);
create unique index session_previous_token_hash_key on session (previous_token_hash) where previous_token_hash is not null;
create index session_by_end on session (ends_at);
alter table session enable row level security;
alter table session force row level security;
create policy session_gate on session using ((select acting_kind()) = 'gate');
create policy session_own on session using (user_uuid = (select acting_user()));
create policy session_of_operators on session for update using (
  (select acting_kind()) = 'provider' and exists (select from app_user u where u.user_uuid = session.user_uuid and u.role = 'operator' and u.related_uuid = (select acting_provider()))
);
create policy session_of_operators_seen on session for select using (
  (select acting_kind()) = 'provider' and exists (select from app_user u where u.user_uuid = session.user_uuid and u.role = 'operator' and u.related_uuid = (select acting_provider()))
);
create policy session_for_support on session for insert with check (
  (select acting_kind()) = 'provider' and opened_by = (select acting_user()) and is_read_only and area = 'ds' and provider_uuid = (select acting_provider())
  and exists (
    select from app_user u join retailer_provider rp on rp.retailer_uuid = u.related_uuid and rp.provider_uuid = (select acting_provider())
    where u.user_uuid = session.user_uuid and u.role = 'dropShipper'
  )
);
create policy session_cleared on session for delete using ((select acting_kind()) = 'platform');
create policy session_platform on session for select using ((select acting_kind()) = 'platform');

create table mailed_link (
  link_uuid uuid not null,
  token_hash bytea not null,
  purpose text not null,
  user_uuid uuid not null,
  expires_at timestamptz not null,
  used_at timestamptz,
  created_at timestamptz not null,
  constraint mailed_link_pkey primary key (link_uuid),
  constraint mailed_link_token_hash_key unique (token_hash),
  constraint mailed_link_user_fkey foreign key (user_uuid) references app_user on delete cascade,
  constraint mailed_link_purpose_known check (purpose in ('resetPassword', 'operatorInvitation'))
);
create index mailed_link_by_user on mailed_link (user_uuid, purpose);
alter table mailed_link enable row level security;
alter table mailed_link force row level security;
create policy mailed_link_gate on mailed_link using ((select acting_kind()) = 'gate');
create policy mailed_link_provider on mailed_link using (
  (select acting_kind()) = 'provider' and exists (select from app_user u where u.user_uuid = mailed_link.user_uuid and u.role = 'operator' and u.related_uuid = (select acting_provider()))
);
create policy mailed_link_platform on mailed_link using ((select acting_kind()) = 'platform');

-- One-use keys for a password's way. Unlogged: they live for a minute, and a crash may lose them.
create unlogged table aes_key (
  key_id uuid not null,
  sealed_key text not null,
  expires_at timestamptz not null,
  constraint aes_key_pkey primary key (key_id)
);
create index aes_key_by_expiry on aes_key (expires_at);
alter table aes_key enable row level security;
alter table aes_key force row level security;
create policy aes_key_gate on aes_key using ((select acting_kind()) in ('gate', 'platform'));

-- How often something happened in a window: sign-ins by account and by address, over all processes.
create unlogged table rate_count (
  bucket text not null,
  window_start timestamptz not null,
  hits integer not null,
  constraint rate_count_pkey primary key (bucket, window_start)
);

create table idempotency_key (
  provider_uuid uuid not null,
  user_uuid uuid not null,
  key text not null,
  call text not null,
  request_hash bytea not null,
  -- null while the first request is at work
  http_status smallint,
  answer text,
  created_at timestamptz not null,
  constraint idempotency_key_pkey primary key (provider_uuid, user_uuid, key)
);
create index idempotency_key_by_age on idempotency_key (created_at);
alter table idempotency_key enable row level security;
alter table idempotency_key force row level security;
create policy idempotency_key_own on idempotency_key using (user_uuid = (select acting_user()));
create policy idempotency_key_nobody on idempotency_key using ((select acting_kind()) = 'gate' and user_uuid = '00000000-0000-0000-0000-000000000000');
create policy idempotency_key_platform on idempotency_key using ((select acting_kind()) = 'platform');

-- A company's details, contacts and authentications: the provider's own or the retailer's own.
create table company (
  owner_uuid uuid not null,
  legal_name text not null default '',
  registration_number text not null default '',
  tax_number text not null default '',
  address text not null default '',
  phone text not null default '',
  email text not null default '',
  website text not null default '',
  updated_at timestamptz not null default now(),
  constraint company_pkey primary key (owner_uuid)
);
alter table company enable row level security;
alter table company force row level security;
create policy company_own on company using (owner_uuid = (select acting_owner()));
create policy company_sign_up on company for insert with check ((select acting_kind()) = 'gate');

create table contact (
  owner_uuid uuid not null,
  contact_uuid uuid not null,
  name text not null,
  type text not null,
  detail text not null,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  constraint contact_pkey primary key (owner_uuid, contact_uuid)
);
alter table contact enable row level security;
alter table contact force row level security;
create policy contact_own on contact using (owner_uuid = (select acting_owner()));
create policy contact_sign_up on contact for insert with check ((select acting_kind()) = 'gate');

create table authentication (
  owner_uuid uuid not null,
  authentication_uuid uuid not null,
  type text not null,
  name text not null,
  id_number text not null,
  created_at timestamptz not null default now(),
  constraint authentication_pkey primary key (owner_uuid, authentication_uuid)
);
alter table authentication enable row level security;
alter table authentication force row level security;
create policy authentication_own on authentication using (owner_uuid = (select acting_owner()));

create table file (
  provider_uuid uuid not null,
  file_uuid uuid not null,
  -- whose it is besides the provider's staff: null for theirs alone
  retailer_uuid uuid,
  user_uuid uuid not null,
  purpose text not null,
  -- what it was called, or is saved as
  name text not null,
  extension text not null,
  content_type text not null,
  byte_size bigint not null,
  sha256 bytea not null,
  store_key text not null,
  created_at timestamptz not null default now(),
  -- null: kept as long as what refers to it
  expires_at timestamptz,
  constraint file_pkey primary key (provider_uuid, file_uuid),
  constraint file_size_positive check (byte_size >= 0)
);
create index file_by_expiry on file (expires_at) where expires_at is not null;
alter table file enable row level security;
alter table file force row level security;
-- A retailer's own documents are between it and us, as its authentications are.
create policy file_staff on file using (
  provider_uuid = (select acting_provider()) and (select acting_staff()) and (purpose <> 'document' or retailer_uuid is null)
);
create policy file_retailer on file using (provider_uuid = (select acting_provider()) and retailer_uuid = (select acting_retailer()))
  with check (provider_uuid = (select acting_provider()) and retailer_uuid = (select acting_retailer()));
-- A retailer's own documents stay in sight whichever provider is the current one.
create policy file_retailer_documents on file for select using (retailer_uuid = (select acting_retailer()) and purpose = 'document');
create policy file_platform on file using ((select acting_kind()) = 'platform');

create table authentication_document (
  owner_uuid uuid not null,
  authentication_uuid uuid not null,
  position smallint not null,
  provider_uuid uuid not null,
  file_uuid uuid not null,
  constraint authentication_document_pkey primary key (owner_uuid, authentication_uuid, position),
  constraint authentication_document_authentication_fkey foreign key (owner_uuid, authentication_uuid) references authentication on delete cascade,
  constraint authentication_document_file_fkey foreign key (provider_uuid, file_uuid) references file
);
create index authentication_document_by_file on authentication_document (provider_uuid, file_uuid);
alter table authentication_document enable row level security;
alter table authentication_document force row level security;
-- The clearing job asks which documents nobody refers to.
create policy authentication_document_platform on authentication_document for select using ((select acting_kind()) = 'platform');
create policy authentication_document_own on authentication_document using (owner_uuid = (select acting_owner())) with check (
  owner_uuid = (select acting_owner()) and exists (
    select from file f where f.provider_uuid = authentication_document.provider_uuid and f.file_uuid = authentication_document.file_uuid
  )
);

create table download (
  provider_uuid uuid not null,
  download_uuid uuid not null,
  user_uuid uuid not null,
  kind text not null,
  name text not null,
  status text not null default 'queued',
  progress smallint not null default 0,
  file_uuid uuid,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  seen_at timestamptz,
  constraint download_pkey primary key (provider_uuid, download_uuid),
  constraint download_file_fkey foreign key (provider_uuid, file_uuid) references file,
  constraint download_status_known check (status in ('queued', 'running', 'ready', 'failed')),
  constraint download_progress_percent check (progress between 0 and 100),
  constraint download_ready_has_file check ((status = 'ready') = (file_uuid is not null))
);
create index download_by_user on download (provider_uuid, user_uuid, download_uuid);
create index download_by_expiry on download (expires_at);
alter table download enable row level security;
alter table download force row level security;
create policy download_own on download using (provider_uuid = (select acting_provider()) and user_uuid = (select acting_user()));
create policy download_platform on download using ((select acting_kind()) = 'platform');

-- Append-only. What names a person stands apart, in audit_person, and can be erased; the row keeps a digest of it, so that the seal holds.
create table audit_log (
  provider_uuid uuid not null,
  audit_uuid uuid not null,
  at timestamptz not null,
  retailer_uuid uuid,
  user_uuid uuid,
  action text not null,
  subject_type text not null default '',
  subject_uuid uuid,
  detail jsonb not null default '{}',
  person_digest bytea,
  -- set once by the sealing job
  seal_number bigint,
  constraint audit_log_pkey primary key (provider_uuid, audit_uuid)
);
create index audit_log_by_action on audit_log (provider_uuid, action, audit_uuid);
create index audit_log_by_user on audit_log (provider_uuid, user_uuid, audit_uuid);
create index audit_log_by_subject on audit_log (provider_uuid, subject_uuid, audit_uuid) where subject_uuid is not null;
create index audit_log_by_retailer on audit_log (provider_uuid, retailer_uuid, audit_uuid) where retailer_uuid is not null;
create index audit_log_unsealed on audit_log (provider_uuid, audit_uuid) where seal_number is null;
alter table audit_log enable row level security;
alter table audit_log force row level security;
create policy audit_log_staff on audit_log for select using (provider_uuid = (select acting_provider()) and (select acting_staff()));
create policy audit_log_retailer on audit_log for select using (provider_uuid = (select acting_provider()) and retailer_uuid = (select acting_retailer()));
-- Born unsealed: a row that came with a seal's number would be passed over by the sealing.
create policy audit_log_written on audit_log for insert with check (
  seal_number is null and (acting_writes_for(provider_uuid, retailer_uuid) or (select acting_kind()) in ('gate', 'platform'))
);
create policy audit_log_platform on audit_log for select using ((select acting_kind()) = 'platform');
create policy audit_log_sealed on audit_log for update using ((select acting_kind()) = 'platform');

create table audit_person (
  provider_uuid uuid not null,
  audit_uuid uuid not null,
  user_uuid uuid,
  retailer_uuid uuid,
  -- random, so that a digest of few possible values tells nothing once the row is erased
  salt bytea not null,
  about jsonb not null,
  constraint audit_person_pkey primary key (provider_uuid, audit_uuid)
);
create index audit_person_by_user on audit_person (provider_uuid, user_uuid);
alter table audit_person enable row level security;
alter table audit_person force row level security;
create policy audit_person_staff on audit_person for select using (provider_uuid = (select acting_provider()) and (select acting_staff()));
create policy audit_person_retailer on audit_person for select using (provider_uuid = (select acting_provider()) and retailer_uuid = (select acting_retailer()));
create policy audit_person_written on audit_person for insert with check (
  acting_writes_for(provider_uuid, retailer_uuid) or (select acting_kind()) in ('gate', 'platform')
);
create policy audit_person_platform on audit_person using ((select acting_kind()) = 'platform');

create table audit_seal (
  provider_uuid uuid not null,
  seal_number bigint not null,
  sealed_at timestamptz not null,
  row_count integer not null,
  previous_hash bytea not null,
  hash bytea not null,
  constraint audit_seal_pkey primary key (provider_uuid, seal_number)
);
alter table audit_seal enable row level security;
alter table audit_seal force row level security;
create policy audit_seal_staff on audit_seal for select using (provider_uuid = (select acting_provider()) and (select acting_staff()));
create policy audit_seal_platform on audit_seal using ((select acting_kind()) = 'platform');

-- A row of the log changes once: from unsealed to sealed. Nothing else about it ever changes, and it is never removed.
create function audit_log_is_append_only() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and old.seal_number is null and new.seal_number is not null
    and to_jsonb(old) - 'seal_number' = to_jsonb(new) - 'seal_number'
    and current_user <> 'quayside_app' then
    return new;
  end if;
  raise exception 'the audit log is append-only' using errcode = 'insufficient_privilege';
end $$;
create trigger audit_log_append_only before update or delete on audit_log for each row execute function audit_log_is_append_only();
create trigger audit_log_no_truncate before truncate on audit_log for each statement execute function audit_log_is_append_only();
create function audit_seal_is_append_only() returns trigger language plpgsql as $$
begin
  raise exception 'the audit log''s seals are append-only' using errcode = 'insufficient_privilege';
end $$;
create trigger audit_seal_append_only before update or delete on audit_seal for each row execute function audit_seal_is_append_only();
create trigger audit_seal_no_truncate before truncate on audit_seal for each statement execute function audit_seal_is_append_only();

-- Stamps rows as sealed: the one change that the log knows, for the owner alone, reached by this function.
create function stamp_audit_seal(sealed_provider uuid, number bigint, sealed uuid[]) returns integer
  language plpgsql security definer set search_path = public, pg_temp as $$
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
end $$;
revoke all on function stamp_audit_seal from public;

-- What the websocket tells. A position is given after the commit, by one transaction at a time (number_events), so that positions are in the
-- order in which readers can see them, and a reader that asks for what is past its cursor misses nothing.
create table event (
  provider_uuid uuid not null,
  event_uuid uuid not null,
  position bigint,
  topic text not null,
  -- the audience: null is everyone of the provider
  retailer_uuid uuid,
  user_uuid uuid,
  payload jsonb not null,
  created_at timestamptz not null default now(),
  constraint event_pkey primary key (provider_uuid, event_uuid),
  constraint event_position_key unique (position)
);
create index event_unnumbered on event (event_uuid) where position is null;
create index event_by_age on event (created_at);
alter table event enable row level security;
alter table event force row level security;
create policy event_written on event for insert with check (
  acting_writes_for(provider_uuid, retailer_uuid) or (select acting_kind()) = 'platform'
);
create policy event_platform on event using ((select acting_kind()) = 'platform');

create sequence event_position;
create function number_events() returns bigint language plpgsql as $$
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
end $$;
create function tell_of_event() returns trigger language plpgsql as $$
begin
  perform pg_notify('quayside_event_written', '');
  return null;
end $$;
create trigger event_written after insert on event for each statement execute function tell_of_event();

-- Who presents this token? Says for the rest of the transaction who it acts for, and tells it: one round trip a request.
-- No row: the token is unknown (or was cleared away long after its end). `state`: open, expired (also revoked), blocked.
create function open_session(presented bytea, at timestamptz)
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
  state := case when s.revoked_at is not null or s.expires_at <= at or s.ends_at <= at then 'expired'
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
            set_config('app.user', u.user_uuid::text, true);
  else
    perform set_config('app.kind', '', true);
  end if;
  return next;
end $$;

-- What the application's role may. Tables without row-level security: site (public by nature), rate_count (no one's data), migration.
grant usage on schema public to quayside_app;
-- Who somebody is, and whose session it is, is said once.
grant select, insert, delete on app_user, session to quayside_app;
grant select, insert on retailer_provider to quayside_app;
grant update (username, password_hash, display_name, email, phone, avatar, default_language, default_theme, status, last_seen_at, version)
  on app_user to quayside_app;
grant update (token_hash, previous_token_hash, previous_until, provider_uuid, address, device, last_seen_at, expires_at, ends_at, revoked_at)
  on session to quayside_app;
grant update (is_blocked, version) on retailer_provider to quayside_app;
grant select, insert, update, delete on site, provider, retailer, operator_grant, mailed_link, aes_key,
  rate_count, idempotency_key, company, contact, authentication, authentication_document, file, download to quayside_app;
grant select, insert on audit_log, audit_seal to quayside_app;
grant select, insert, delete on audit_person to quayside_app;
grant select, insert, update, delete on event to quayside_app;
grant usage on sequence event_position to quayside_app;
grant execute on function stamp_audit_seal to quayside_app;

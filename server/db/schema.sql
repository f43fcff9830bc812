-- What the migrations make of the schema `public`. Written by scripts/schema.ts: do not edit it, run that.

GRANT USAGE ON SCHEMA public TO PUBLIC;
GRANT USAGE ON SCHEMA public TO quayside_app;

CREATE SEQUENCE event_position AS bigint START 1 INCREMENT 1 MINVALUE 1 MAXVALUE 9223372036854775807 CACHE 1;
GRANT USAGE ON SEQUENCE event_position TO quayside_app;

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
RETURN CASE WHEN (acting_kind() = 'dropShipper'::text) THEN acting_retailer() WHEN acting_staff() THEN acting_provider() ELSE NULL::uuid END;
GRANT EXECUTE ON FUNCTION acting_owner() TO PUBLIC;

CREATE OR REPLACE FUNCTION public.acting_provider()
 RETURNS uuid
 LANGUAGE sql
 STABLE PARALLEL SAFE
RETURN (NULLIF(current_setting('app.provider'::text, true), ''::text))::uuid;
GRANT EXECUTE ON FUNCTION acting_provider() TO PUBLIC;

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

CREATE OR REPLACE FUNCTION public.acting_writes_for(provider uuid, retailer uuid)
 RETURNS boolean
 LANGUAGE sql
 STABLE PARALLEL SAFE
RETURN COALESCE(((provider = COALESCE(acting_provider(), '00000000-0000-0000-0000-000000000000'::uuid)) AND CASE WHEN (acting_kind() = 'dropShipper'::text) THEN ((retailer IS NULL) OR (retailer = acting_retailer())) ELSE (acting_kind() IS NOT NULL) END), false);
GRANT EXECUTE ON FUNCTION acting_writes_for(uuid,uuid) TO PUBLIC;

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

CREATE OR REPLACE FUNCTION public.open_session(presented bytea, at timestamp with time zone)
 RETURNS TABLE(state text, session_uuid uuid, area text, user_uuid uuid, username text, role text, related_uuid uuid, provider_uuid uuid, retailer_uuid uuid, is_read_only boolean, opened_by uuid, expires_at timestamp with time zone, permissions text[])
 LANGUAGE plpgsql
AS $function$
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
end $function$;
GRANT EXECUTE ON FUNCTION open_session(bytea,timestamp with time zone) TO PUBLIC;

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

CREATE OR REPLACE FUNCTION public.takes_retailers(wanted uuid)
 RETURNS boolean
 LANGUAGE sql
 STABLE
RETURN (EXISTS (SELECT FROM provider p WHERE ((p.provider_uuid = takes_retailers.wanted) AND p.is_open_for_sign_up)));
GRANT EXECUTE ON FUNCTION takes_retailers(uuid) TO PUBLIC;

CREATE OR REPLACE FUNCTION public.tell_of_event()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform pg_notify('quayside_event_written', '');
  return null;
end $function$;
GRANT EXECUTE ON FUNCTION tell_of_event() TO PUBLIC;

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
  USING ((( SELECT acting_kind() AS acting_kind) = 'provider'::text) AND (role = 'dropShipper'::text) AND (EXISTS ( SELECT
   FROM retailer_provider rp
  WHERE ((rp.provider_uuid = ( SELECT acting_provider() AS acting_provider)) AND (rp.retailer_uuid = app_user.related_uuid)))));
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
  CONSTRAINT event_pkey PRIMARY KEY (provider_uuid, event_uuid),
  CONSTRAINT event_position_key UNIQUE ("position")
);
CREATE INDEX event_by_age ON public.event USING btree (created_at);
CREATE INDEX event_unnumbered ON public.event USING btree (event_uuid) WHERE ("position" IS NULL);
CREATE TRIGGER event_written AFTER INSERT ON event FOR EACH STATEMENT EXECUTE FUNCTION tell_of_event();
ALTER TABLE event ENABLE ROW LEVEL SECURITY;
ALTER TABLE event FORCE ROW LEVEL SECURITY;
CREATE POLICY event_platform ON event FOR ALL TO public
  USING (( SELECT acting_kind() AS acting_kind) = 'platform'::text);
CREATE POLICY event_written ON event FOR INSERT TO public
  WITH CHECK (acting_writes_for(provider_uuid, retailer_uuid) OR (( SELECT acting_kind() AS acting_kind) = 'platform'::text));
GRANT DELETE, INSERT, SELECT, UPDATE ON event TO quayside_app;

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
CREATE POLICY file_platform ON file FOR ALL TO public
  USING (( SELECT acting_kind() AS acting_kind) = 'platform'::text);
CREATE POLICY file_retailer ON file FOR ALL TO public
  USING ((provider_uuid = ( SELECT acting_provider() AS acting_provider)) AND (retailer_uuid = ( SELECT acting_retailer() AS acting_retailer)))
  WITH CHECK ((provider_uuid = ( SELECT acting_provider() AS acting_provider)) AND (retailer_uuid = ( SELECT acting_retailer() AS acting_retailer)));
CREATE POLICY file_retailer_documents ON file FOR SELECT TO public
  USING ((retailer_uuid = ( SELECT acting_retailer() AS acting_retailer)) AND (purpose = 'document'::text));
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

CREATE TABLE migration (
  name text NOT NULL,
  sha256 text NOT NULL,
  applied_at timestamp with time zone DEFAULT now() NOT NULL,
  CONSTRAINT migration_pkey PRIMARY KEY (name)
);
-- no row-level security

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

CREATE UNLOGGED TABLE rate_count (
  bucket text NOT NULL,
  window_start timestamp with time zone NOT NULL,
  hits integer NOT NULL,
  CONSTRAINT rate_count_pkey PRIMARY KEY (bucket, window_start)
);
-- no row-level security
GRANT DELETE, INSERT, SELECT, UPDATE ON rate_count TO quayside_app;

CREATE TABLE receipt (
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
  CONSTRAINT receipt_pkey PRIMARY KEY (receipt_uuid),
  CONSTRAINT receipt_invoice_key UNIQUE (provider_name, provider_invoice_id),
  CONSTRAINT receipt_refund_within CHECK (((refunded_cents >= 0) AND (refunded_cents <= amount_cents))),
  CONSTRAINT receipt_subscription_fkey FOREIGN KEY (subscription_uuid) REFERENCES subscription(subscription_uuid) ON DELETE CASCADE,
  CONSTRAINT receipt_user_fkey FOREIGN KEY (user_uuid) REFERENCES app_user(user_uuid) ON DELETE CASCADE
);
CREATE INDEX receipt_by_user ON public.receipt USING btree (user_uuid, paid_at DESC, receipt_uuid);
ALTER TABLE receipt ENABLE ROW LEVEL SECURITY;
ALTER TABLE receipt FORCE ROW LEVEL SECURITY;
CREATE POLICY receipt_own ON receipt FOR SELECT TO public
  USING ((user_uuid = ( SELECT acting_user() AS acting_user)) AND (( SELECT acting_kind() AS acting_kind) = 'customer'::text));
CREATE POLICY receipt_platform ON receipt FOR ALL TO public
  USING (( SELECT acting_kind() AS acting_kind) = ANY (ARRAY['gate'::text, 'platform'::text]));
GRANT DELETE, INSERT, SELECT, UPDATE ON receipt TO quayside_app;

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
CREATE POLICY retailer_provider_sign_up ON retailer_provider FOR INSERT TO public
  WITH CHECK (( SELECT acting_kind() AS acting_kind) = 'gate'::text);
CREATE POLICY retailer_provider_staff ON retailer_provider FOR SELECT TO public
  USING ((provider_uuid = ( SELECT acting_provider() AS acting_provider)) AND ( SELECT acting_staff() AS acting_staff));
GRANT INSERT, SELECT ON retailer_provider TO quayside_app;
GRANT UPDATE ON is_blocked (of retailer_provider) TO quayside_app;
GRANT UPDATE ON version (of retailer_provider) TO quayside_app;

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
  CONSTRAINT session_pkey PRIMARY KEY (session_uuid),
  CONSTRAINT session_token_hash_key UNIQUE (token_hash),
  CONSTRAINT session_area_known CHECK ((area = ANY (ARRAY['p'::text, 'ds'::text, 'customer'::text]))),
  CONSTRAINT session_user_fkey FOREIGN KEY (user_uuid) REFERENCES app_user(user_uuid) ON DELETE CASCADE
);
CREATE INDEX session_by_end ON public.session USING btree (ends_at);
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
  USING ((( SELECT acting_kind() AS acting_kind) = 'provider'::text) AND (EXISTS ( SELECT
   FROM app_user u
  WHERE ((u.user_uuid = session.user_uuid) AND (u.role = 'operator'::text) AND (u.related_uuid = ( SELECT acting_provider() AS acting_provider))))));
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

-- Pro: customers, their subscriptions, receipts and devices, and what people write to support. All of it is shared, none a provider's: a customer
-- is known by the mailed link and owns these rows alone. Webhooks and devices come before anybody is known (gate), jobs go over all (platform).

alter table session drop constraint session_area_known;
alter table session add constraint session_area_known check (area in ('p', 'ds', 'customer'));

-- A customer signs in by the address alone; the username is made up and never shown.
create unique index app_user_customer_email_key on app_user (lower(email)) where role = 'customer';

-- Who asked for a link and never came is forgotten.
create policy app_user_never_came on app_user for select using ((select acting_kind()) = 'platform' and role = 'customer' and status = 'invited');
create policy app_user_never_came_cleared on app_user for delete using (
  (select acting_kind()) = 'platform' and role = 'customer' and status = 'invited'
);

alter table mailed_link drop constraint mailed_link_purpose_known;
alter table mailed_link add constraint mailed_link_purpose_known
  check (purpose in ('resetPassword', 'operatorInvitation', 'customerSignIn', 'changeEmail'));
-- What the link is to do besides: the page to go on to, the new address. Nothing secret: the row is readable to whoever reads the table.
alter table mailed_link add column detail jsonb not null default '{}';
create policy mailed_link_customer on mailed_link using (user_uuid = (select acting_user()) and (select acting_kind()) = 'customer');

-- Who a customer is to a payment provider, and the one checkout that is open for it.
create table payment_customer (
  user_uuid uuid not null,
  provider_name text not null,
  provider_customer_id text not null,
  checkout_id text,
  checkout_currency text,
  checkout_url text,
  checkout_expires_at timestamptz,
  created_at timestamptz not null,
  constraint payment_customer_pkey primary key (user_uuid, provider_name),
  constraint payment_customer_id_key unique (provider_name, provider_customer_id),
  constraint payment_customer_user_fkey foreign key (user_uuid) references app_user on delete cascade
);
alter table payment_customer enable row level security;
alter table payment_customer force row level security;
create policy payment_customer_own on payment_customer using (user_uuid = (select acting_user()) and (select acting_kind()) = 'customer');
create policy payment_customer_platform on payment_customer using ((select acting_kind()) in ('gate', 'platform'));

create table subscription (
  subscription_uuid uuid not null,
  user_uuid uuid not null,
  plan_id text not null,
  provider_name text not null,
  provider_subscription_id text not null,
  status text not null,
  currency text not null,
  amount_cents integer not null,
  current_period_start timestamptz not null,
  current_period_end timestamptz not null,
  cancel_at_period_end boolean not null default false,
  past_due_since timestamptz,
  ended_at timestamptz,
  version integer not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  constraint subscription_pkey primary key (subscription_uuid),
  constraint subscription_provider_id_key unique (provider_name, provider_subscription_id),
  constraint subscription_user_fkey foreign key (user_uuid) references app_user on delete cascade,
  constraint subscription_status_known check (status in ('INCOMPLETE', 'TRIALING', 'ACTIVE', 'PAST_DUE', 'PAUSED', 'CANCELED', 'EXPIRED')),
  constraint subscription_past_due check (past_due_since is null or status = 'PAST_DUE'),
  constraint subscription_amount_positive check (amount_cents >= 0)
);
create index subscription_by_user on subscription (user_uuid, subscription_uuid);
-- The nightly look at the provider goes over those that are not over.
create index subscription_open on subscription (updated_at) where status not in ('CANCELED', 'EXPIRED');
alter table subscription enable row level security;
alter table subscription force row level security;
-- What gives Pro is written in the payment provider's name alone: a transaction that acts for a customer reads it.
create policy subscription_own on subscription for select using (user_uuid = (select acting_user()) and (select acting_kind()) = 'customer');
create policy subscription_platform on subscription using ((select acting_kind()) in ('gate', 'platform'));

-- What a payment provider told us, once each: its id, its type, and the ids it is about. The body is not kept: what is true now is asked for.
create table payment_event (
  provider_name text not null,
  event_id text not null,
  type text not null,
  about jsonb not null,
  happened_at timestamptz not null,
  received_at timestamptz not null,
  done_at timestamptz,
  constraint payment_event_pkey primary key (provider_name, event_id)
);
create index payment_event_by_age on payment_event (received_at);
alter table payment_event enable row level security;
alter table payment_event force row level security;
create policy payment_event_platform on payment_event using ((select acting_kind()) in ('gate', 'platform'));

create table payment_receipt (
  receipt_uuid uuid not null,
  user_uuid uuid not null,
  subscription_uuid uuid not null,
  provider_name text not null,
  provider_invoice_id text not null,
  number text not null,
  currency text not null,
  amount_cents integer not null,
  refunded_cents integer not null default 0,
  is_disputed boolean not null default false,
  period_start timestamptz not null,
  period_end timestamptz not null,
  paid_at timestamptz not null,
  constraint payment_receipt_pkey primary key (receipt_uuid),
  constraint payment_receipt_invoice_key unique (provider_name, provider_invoice_id),
  constraint payment_receipt_user_fkey foreign key (user_uuid) references app_user on delete cascade,
  constraint payment_receipt_subscription_fkey foreign key (subscription_uuid) references subscription on delete cascade,
  constraint payment_receipt_refund_within check (refunded_cents between 0 and amount_cents)
);
create index payment_receipt_by_user on payment_receipt (user_uuid, paid_at desc, receipt_uuid);
alter table payment_receipt enable row level security;
alter table payment_receipt force row level security;
create policy payment_receipt_own on payment_receipt for select using (user_uuid = (select acting_user()) and (select acting_kind()) = 'customer');
create policy payment_receipt_platform on payment_receipt using ((select acting_kind()) in ('gate', 'platform'));

create table device (
  device_uuid uuid not null,
  user_uuid uuid not null,
  name text not null,
  -- RFC 7638 of its public key: what a token is bound to
  thumbprint text not null,
  linked_at timestamptz not null,
  last_renewed_at timestamptz,
  revoked_at timestamptz,
  constraint device_pkey primary key (device_uuid),
  constraint device_user_fkey foreign key (user_uuid) references app_user on delete cascade
);
create index device_by_user on device (user_uuid, device_uuid);
create unique index device_thumbprint_key on device (thumbprint) where revoked_at is null;
alter table device enable row level security;
alter table device force row level security;
create policy device_own on device using (user_uuid = (select acting_user()) and (select acting_kind()) = 'customer');
create policy device_platform on device using ((select acting_kind()) in ('gate', 'platform'));

-- A device that is linked, with all that decides about its token, in one statement (as open_session does it): it acts for the gate within itself. It is
-- noted once an hour that the device was there, and nothing of another's key. Of the subscriptions those that may give Pro: status, end of the period,
-- whether it is cancelled, since when it is late; times in ms since 1970.
create function device_standing(wanted uuid, presented text, at timestamptz)
returns table (user_uuid uuid, thumbprint text, name text, email text, status text, subscriptions jsonb) language plpgsql as $$
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
end $$;

-- A device that waits for somebody to say yes (RFC 8628).
create table device_link (
  link_uuid uuid not null,
  device_code_hash bytea not null,
  user_code text not null,
  thumbprint text not null,
  device_name text not null,
  state text not null,
  -- who said yes or no, and what came of it
  user_uuid uuid,
  device_uuid uuid,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  constraint device_link_pkey primary key (link_uuid),
  constraint device_link_device_code_key unique (device_code_hash),
  constraint device_link_user_code_key unique (user_code),
  constraint device_link_user_fkey foreign key (user_uuid) references app_user on delete cascade,
  constraint device_link_state_known check (state in ('PENDING', 'APPROVED', 'DENIED')),
  constraint device_link_decided check ((state = 'PENDING') = (user_uuid is null))
);
create index device_link_by_end on device_link (expires_at);
alter table device_link enable row level security;
alter table device_link force row level security;
create policy device_link_gate on device_link using ((select acting_kind()) in ('gate', 'platform'));

create table support_request (
  request_uuid uuid not null,
  -- what people quote: short, and not to be guessed on from
  number text not null,
  email text not null,
  topic text not null,
  message text not null,
  page text not null default '',
  language text not null,
  status text not null,
  answer text not null default '',
  answered_by uuid,
  answered_at timestamptz,
  version integer not null default 1,
  created_at timestamptz not null,
  constraint support_request_pkey primary key (request_uuid),
  constraint support_request_number_key unique (number),
  constraint support_request_topic_known check (topic in ('counts', 'blocked', 'export', 'payment', 'device', 'privacy', 'other')),
  constraint support_request_language_known check (language in ('en_us', 'zh_cn')),
  constraint support_request_status_known check (status in ('OPEN', 'ANSWERED')),
  constraint support_request_answered check ((status = 'ANSWERED') = (answered_at is not null))
);
create index support_request_by_status on support_request (status, request_uuid);
create index support_request_by_answer on support_request (answered_at);
alter table support_request enable row level security;
alter table support_request force row level security;
create policy support_request_sent on support_request for insert with check ((select acting_kind()) = 'gate' and status = 'OPEN');
create policy support_request_read on support_request for select using ((select acting_kind()) = 'siteAdmin');
create policy support_request_answered on support_request for update using ((select acting_kind()) = 'siteAdmin');
create policy support_request_platform on support_request using ((select acting_kind()) = 'platform');

-- A site administrator reads what was written without being told who else is a customer; nothing else of theirs opens to it.
grant select, insert, update, delete on payment_customer, subscription, payment_event, payment_receipt, device, device_link, support_request to quayside_app;

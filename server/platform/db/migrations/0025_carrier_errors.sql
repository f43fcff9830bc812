-- What carriers refused, and requests that they did not answer. Rows are added and never changed; they are deleted with their account, and by age.
create table carrier_error (
  provider_uuid uuid not null,
  carrier_error_uuid uuid not null,
  carrier_account_uuid uuid not null,
  at timestamptz not null,
  -- what was requested
  operation text not null,
  kind text not null,
  -- the carrier's code and words, without the account's secrets
  code text not null default '',
  text text not null default '',
  -- the waybill's: ours, or the carrier's number; empty for requests about none
  reference text not null default '',
  constraint carrier_error_pkey primary key (provider_uuid, carrier_error_uuid),
  constraint carrier_error_account_fkey foreign key (provider_uuid, carrier_account_uuid) references carrier_account on delete cascade,
  constraint carrier_error_operation_known check (
    operation in ('testAccount', 'listChannels', 'createWaybill', 'findWaybill', 'getLabel', 'cancelWaybill', 'getTracking')),
  constraint carrier_error_kind_known check (
    kind in ('badCredentials', 'refused', 'duplicate', 'notFound', 'notReady', 'rateLimited', 'unreachable', 'unreadable', 'unclear')),
  constraint carrier_error_texts_short check (length(code) <= 60 and length(text) <= 500 and length(reference) <= 60)
);
create index carrier_error_by_account on carrier_error (provider_uuid, carrier_account_uuid, carrier_error_uuid);
create index carrier_error_by_age on carrier_error (at);
alter table carrier_error enable row level security;
alter table carrier_error force row level security;
create policy carrier_error_staff on carrier_error using (provider_uuid = (select acting_provider()) and (select acting_staff()));
create policy carrier_error_platform on carrier_error using ((select acting_kind()) = 'platform');
grant select, insert, delete on carrier_error to quayside_app;

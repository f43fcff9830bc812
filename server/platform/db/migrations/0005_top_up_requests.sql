-- A retailer says that it has sent money. The provider confirms what came in, which records a top-up, or declines.
create table top_up_request (
  provider_uuid uuid not null,
  -- in the order of time: a UUIDv7
  request_uuid uuid not null,
  retailer_uuid uuid not null,
  status text not null default 'requested',
  -- as the retailer states it; what came in is the top-up's amount
  amount_cents bigint not null,
  currency text not null,
  -- the number of the bank transfer
  reference text not null,
  sent_on date not null,
  note text not null default '',
  requested_at timestamptz not null,
  requested_by uuid not null,
  decided_at timestamptz,
  decided_by uuid,
  -- why it was declined, or why another amount came in
  decision_note text not null default '',
  top_up_uuid uuid,
  constraint top_up_request_pkey primary key (provider_uuid, request_uuid),
  constraint top_up_request_retailer_fkey foreign key (provider_uuid, retailer_uuid) references retailer_provider,
  constraint top_up_request_top_up_fkey foreign key (provider_uuid, top_up_uuid) references top_up,
  constraint top_up_request_amount_positive check (amount_cents > 0),
  constraint top_up_request_status_known check (status in ('requested', 'confirmed', 'declined', 'withdrawn')),
  constraint top_up_request_decided check ((status = 'requested') = (decided_at is null) and (decided_at is null) = (decided_by is null)),
  constraint top_up_request_posted check ((status = 'confirmed') = (top_up_uuid is not null)),
  constraint top_up_request_declined_with_reason check (status <> 'declined' or decision_note <> '')
);
create index top_up_request_by_retailer on top_up_request (provider_uuid, retailer_uuid, request_uuid);
create index top_up_request_by_status on top_up_request (provider_uuid, status, request_uuid);
-- The same transfer is not announced twice while it waits.
create unique index top_up_request_reference_key on top_up_request (provider_uuid, retailer_uuid, lower(reference)) where status = 'requested';
create unique index top_up_request_top_up_key on top_up_request (provider_uuid, top_up_uuid) where top_up_uuid is not null;

alter table top_up_request enable row level security;
alter table top_up_request force row level security;
create policy top_up_request_staff on top_up_request using (provider_uuid = (select acting_provider()) and (select acting_staff()));
create policy top_up_request_own on top_up_request for select using (provider_uuid = (select acting_provider()) and retailer_uuid = (select acting_retailer()));
-- A retailer makes requests and withdraws them; it confirms none.
create policy top_up_request_made on top_up_request for insert
  with check (provider_uuid = (select acting_provider()) and retailer_uuid = (select acting_retailer()) and status = 'requested');
create policy top_up_request_withdrawn on top_up_request for update
  using (provider_uuid = (select acting_provider()) and retailer_uuid = (select acting_retailer()) and status = 'requested')
  with check (provider_uuid = (select acting_provider()) and retailer_uuid = (select acting_retailer()) and status = 'withdrawn');

grant select, insert on top_up_request to quayside_app;
grant update (status, decided_at, decided_by, decision_note, top_up_uuid) on top_up_request to quayside_app;

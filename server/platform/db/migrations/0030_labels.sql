-- The labels of waybills, when they were printed, and what carriers report of their parcels (ADR 47).

alter table waybill
  -- what is printed: the carrier's label as it came, or one that we draw; empty while there is none
  add column label_type text not null default '',
  -- another channel that its parcel is to be sent by: the waybill for it is requested once this one is void
  add column replace_channel_uuid uuid,
  add constraint waybill_label_known check (label_type in ('', 'application/pdf', 'image/png', 'text/zpl', 'own')),
  add constraint waybill_replace_fkey foreign key (provider_uuid, replace_channel_uuid) references channel;
-- Where the printing begins.
create index waybill_to_print on waybill (provider_uuid, waybill_uuid) where status = 'issued' and print_count = 0 and label_type <> '';
-- What waits for its carrier, and what waits for a person: short parts of a long table.
create index waybill_waiting on waybill (provider_uuid, waybill_uuid)
  where status in ('requested', 'asked', 'void_requested', 'void_asked') or (status = 'issued' and label_type = '' and next_try_at is not null);
create index waybill_to_look_at on waybill (provider_uuid, waybill_uuid)
  where status = 'failed' or (status = 'issued' and problem_kind <> '' and next_try_at is null);
-- Labels that are still to be fetched.
create index waybill_label_due on waybill (provider_uuid, carrier_account_uuid, next_try_at) where status = 'issued' and next_try_at is not null;

-- A carrier's label as it came. It outlives the carrier's memory of it, so that it can be printed again.
create table waybill_label (
  provider_uuid uuid not null,
  waybill_uuid uuid not null,
  warehouse_uuid uuid not null,
  type text not null,
  bytes bytea not null,
  sha256 bytea not null,
  stored_at timestamptz not null,
  constraint waybill_label_pkey primary key (provider_uuid, waybill_uuid),
  constraint waybill_label_waybill_fkey foreign key (provider_uuid, waybill_uuid) references waybill,
  constraint waybill_label_type_known check (type in ('application/pdf', 'image/png', 'text/zpl')),
  constraint waybill_label_whole check (sha256 = sha256(bytes))
);
-- Labels are compressed already, or too small to gain from it.
alter table waybill_label alter column bytes set storage external;
alter table waybill_label enable row level security;
alter table waybill_label force row level security;
create policy waybill_label_staff on waybill_label using (provider_uuid = (select acting_provider()) and (select acting_staff()));
create policy waybill_label_platform on waybill_label using ((select acting_kind()) = 'platform');
create policy waybill_label_in_warehouse on waybill_label as restrictive
  using ((select acting_everywhere()) is not null or warehouse_uuid = any ((select acting_warehouses())::uuid[]));
grant select, insert on waybill_label to quayside_app;

-- Every print of a label, never changed. Labels that were printed together have one `print_uuid`.
create table waybill_print (
  provider_uuid uuid not null,
  print_uuid uuid not null,
  line_number integer not null,
  waybill_uuid uuid not null,
  warehouse_uuid uuid not null,
  printed_by uuid,
  printed_at timestamptz not null,
  -- why it was printed again; empty the first time
  reason text not null default '',
  constraint waybill_print_pkey primary key (provider_uuid, print_uuid, line_number),
  constraint waybill_print_waybill_fkey foreign key (provider_uuid, waybill_uuid) references waybill,
  constraint waybill_print_reason_short check (length(reason) <= 200)
);
create index waybill_print_by_waybill on waybill_print (provider_uuid, waybill_uuid, printed_at);
alter table waybill_print enable row level security;
alter table waybill_print force row level security;
create policy waybill_print_staff on waybill_print using (provider_uuid = (select acting_provider()) and (select acting_staff()));
create policy waybill_print_platform on waybill_print using ((select acting_kind()) = 'platform');
create policy waybill_print_in_warehouse on waybill_print as restrictive
  using ((select acting_everywhere()) is not null or warehouse_uuid = any ((select acting_warehouses())::uuid[]));
grant select, insert on waybill_print to quayside_app;

-- What a carrier reports of a parcel. `digest` names an event, which carriers repeat with every answer.
create table waybill_track (
  provider_uuid uuid not null,
  waybill_uuid uuid not null,
  digest text not null,
  owner_uuid uuid not null,
  warehouse_uuid uuid not null,
  -- null if the carrier's time cannot be read
  at timestamptz,
  -- the carrier's order, from the oldest: several events may have one time
  sequence integer not null,
  text text not null,
  location text not null default '',
  seen_at timestamptz not null,
  constraint waybill_track_pkey primary key (provider_uuid, waybill_uuid, digest),
  constraint waybill_track_waybill_fkey foreign key (provider_uuid, waybill_uuid) references waybill,
  constraint waybill_track_texts_short check (length(text) <= 500 and length(location) <= 200)
);
alter table waybill_track enable row level security;
alter table waybill_track force row level security;
create policy waybill_track_staff on waybill_track using (provider_uuid = (select acting_provider()) and (select acting_staff()));
create policy waybill_track_retailer on waybill_track for select
  using (provider_uuid = (select acting_provider()) and owner_uuid = (select acting_retailer()));
create policy waybill_track_platform on waybill_track using ((select acting_kind()) = 'platform');
create policy waybill_track_in_warehouse on waybill_track as restrictive
  using ((select acting_everywhere()) is not null or warehouse_uuid = any ((select acting_warehouses())::uuid[]));
grant select, insert on waybill_track to quayside_app;

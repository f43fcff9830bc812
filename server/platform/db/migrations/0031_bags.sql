-- Bags of parcels, the manifests that list them, and the hand-over to the carrier.

-- What is handed over together: the bags of one carrier account, warehouse and day; without an account, those of one channel.
create table manifest (
  provider_uuid uuid not null,
  manifest_uuid uuid not null,
  manifest_number text not null,
  warehouse_uuid uuid not null,
  carrier_account_uuid uuid,
  -- null if the manifest is of an account
  channel_uuid uuid,
  ship_date date not null,
  -- cancelled: each of its bags lost a parcel, and was opened again
  status text not null default 'made',
  made_by uuid,
  made_at timestamptz not null,
  -- the person who took the bags for the carrier
  carrier_person text not null default '',
  -- the drawn signature; null if it was typed
  signature_file_uuid uuid,
  signed_name text not null default '',
  handed_over_by uuid,
  handed_over_at timestamptz,
  version integer not null default 1,
  constraint manifest_pkey primary key (provider_uuid, manifest_uuid),
  constraint manifest_number_key unique (provider_uuid, manifest_number),
  constraint manifest_warehouse_fkey foreign key (provider_uuid, warehouse_uuid) references warehouse,
  constraint manifest_account_fkey foreign key (provider_uuid, carrier_account_uuid) references carrier_account,
  constraint manifest_channel_fkey foreign key (provider_uuid, channel_uuid) references channel,
  constraint manifest_of_account_or_channel check (num_nonnulls(carrier_account_uuid, channel_uuid) = 1),
  constraint manifest_status_known check (status in ('made', 'handed_over', 'cancelled')),
  constraint manifest_handed_over check ((status = 'handed_over') = (handed_over_at is not null)
    and (status = 'handed_over') = (carrier_person <> '') and (status = 'handed_over') = (signed_name <> '' or signature_file_uuid is not null)),
  constraint manifest_texts_short check (length(carrier_person) <= 100 and length(signed_name) <= 100)
);
create index manifest_by_status on manifest (provider_uuid, status, manifest_uuid);
alter table manifest enable row level security;
alter table manifest force row level security;
create policy manifest_staff on manifest using (provider_uuid = (select acting_provider()) and (select acting_staff()));
create policy manifest_platform on manifest using ((select acting_kind()) = 'platform');
create policy manifest_in_warehouse on manifest as restrictive
  using ((select acting_everywhere()) is not null or warehouse_uuid = any ((select acting_warehouses())::uuid[]));
grant select, insert, update on manifest to quayside_app;

-- A sack of parcels of one channel, carrier account, warehouse and day.
create table bag (
  provider_uuid uuid not null,
  bag_uuid uuid not null,
  bag_number text not null,
  warehouse_uuid uuid not null,
  channel_uuid uuid not null,
  -- null: the channel has none
  carrier_account_uuid uuid,
  ship_date date not null,
  status text not null default 'open',
  -- of the sealed bag with all that is in it
  weight_grams integer,
  manifest_uuid uuid,
  opened_by uuid,
  opened_at timestamptz not null,
  sealed_by uuid,
  sealed_at timestamptz,
  handed_over_at timestamptz,
  version integer not null default 1,
  constraint bag_pkey primary key (provider_uuid, bag_uuid),
  constraint bag_number_key unique (provider_uuid, bag_number),
  constraint bag_warehouse_fkey foreign key (provider_uuid, warehouse_uuid) references warehouse,
  constraint bag_channel_fkey foreign key (provider_uuid, channel_uuid) references channel,
  constraint bag_account_fkey foreign key (provider_uuid, carrier_account_uuid) references carrier_account,
  constraint bag_manifest_fkey foreign key (provider_uuid, manifest_uuid) references manifest,
  constraint bag_status_known check (status in ('open', 'sealed', 'manifested', 'handed_over')),
  constraint bag_sealed check ((status = 'open') = (sealed_at is null) and (status = 'open') = (weight_grams is null)),
  constraint bag_manifested check ((status in ('manifested', 'handed_over')) = (manifest_uuid is not null)),
  constraint bag_handed_over check ((status = 'handed_over') = (handed_over_at is not null)),
  constraint bag_weight_positive check (weight_grams > 0)
);
create index bag_by_status on bag (provider_uuid, status, bag_uuid);
create index bag_by_manifest on bag (provider_uuid, manifest_uuid, bag_uuid) where manifest_uuid is not null;
alter table bag enable row level security;
alter table bag force row level security;
create policy bag_staff on bag using (provider_uuid = (select acting_provider()) and (select acting_staff()));
create policy bag_platform on bag using ((select acting_kind()) = 'platform');
create policy bag_in_warehouse on bag as restrictive
  using ((select acting_everywhere()) is not null or warehouse_uuid = any ((select acting_warehouses())::uuid[]));
grant select, insert, update on bag to quayside_app;

-- A parcel in a bag, now or before.
create table bag_parcel (
  provider_uuid uuid not null,
  entry_uuid uuid not null,
  bag_uuid uuid not null,
  parcel_uuid uuid not null,
  warehouse_uuid uuid not null,
  put_by uuid,
  put_at timestamptz not null,
  taken_by uuid,
  -- null: it is in the bag
  taken_at timestamptz,
  -- empty: by hand; otherwise the event that took its order off
  taken_event text not null default '',
  constraint bag_parcel_pkey primary key (provider_uuid, entry_uuid),
  constraint bag_parcel_bag_fkey foreign key (provider_uuid, bag_uuid) references bag,
  constraint bag_parcel_parcel_fkey foreign key (provider_uuid, parcel_uuid) references parcel,
  constraint bag_parcel_event_short check (length(taken_event) <= 40)
);
-- A parcel is in one bag at most.
create unique index bag_parcel_now_key on bag_parcel (provider_uuid, parcel_uuid) where taken_at is null;
create index bag_parcel_by_bag on bag_parcel (provider_uuid, bag_uuid, entry_uuid);
alter table bag_parcel enable row level security;
alter table bag_parcel force row level security;
create policy bag_parcel_staff on bag_parcel using (provider_uuid = (select acting_provider()) and (select acting_staff()));
create policy bag_parcel_platform on bag_parcel using ((select acting_kind()) = 'platform');
create policy bag_parcel_in_warehouse on bag_parcel as restrictive
  using ((select acting_everywhere()) is not null or warehouse_uuid = any ((select acting_warehouses())::uuid[]));
grant select, insert, update on bag_parcel to quayside_app;

-- What waits for a bag, by channel.
create index parcel_to_bag on parcel (provider_uuid, warehouse_uuid, parcel_uuid) where status = 'weighed';

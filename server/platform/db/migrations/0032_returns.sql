-- Customers' returns (ADR 49): what comes back of orders that were shipped, and parcels that nobody announced.

alter table location
  drop constraint location_type_known,
  add constraint location_type_known check (type in ('pick', 'reserve', 'receiving', 'packing', 'damaged', 'returns', 'tote', 'slot'));

create table return_order (
  provider_uuid uuid not null,
  return_uuid uuid not null,
  return_number text collate "C" not null,
  -- of the order, or as staff assigned it; null for a parcel that nobody knows yet, which no retailer sees
  owner_uuid uuid,
  order_uuid uuid,
  warehouse_uuid uuid not null,
  status text not null,
  -- the carrier's number of the parcel that comes back
  tracking_number text collate "C" not null default '',
  -- one of the reasons of returns.rules.ts
  reason text not null default 'other',
  remark text not null default '',
  -- null for the system
  created_by uuid,
  created_at timestamptz not null,
  -- null for a parcel that was not announced
  expected_at timestamptz,
  arrived_at timestamptz,
  inspected_at timestamptz,
  decided_at timestamptz,
  ended_at timestamptz,
  version integer not null default 1,
  constraint return_order_pkey primary key (provider_uuid, return_uuid),
  constraint return_order_number_key unique (provider_uuid, return_number),
  constraint return_order_provider_fkey foreign key (provider_uuid) references provider,
  constraint return_order_order_fkey foreign key (provider_uuid, order_uuid) references sales_order,
  constraint return_order_warehouse_fkey foreign key (provider_uuid, warehouse_uuid) references warehouse,
  constraint return_order_status_known
    check (status in ('expected', 'arrived', 'inspected', 'decided', 'restocked', 'scrapped', 'sent_back', 'cancelled')),
  constraint return_order_owned check (owner_uuid is not null or (order_uuid is null and status in ('arrived', 'cancelled'))),
  constraint return_order_expected check (status <> 'expected' or (expected_at is not null and order_uuid is not null)),
  constraint return_order_arrived check (status in ('expected', 'cancelled') or arrived_at is not null),
  constraint return_order_inspected check ((status in ('inspected', 'decided', 'restocked', 'scrapped', 'sent_back')) = (inspected_at is not null)),
  constraint return_order_decided check ((status in ('decided', 'restocked', 'scrapped', 'sent_back')) = (decided_at is not null)),
  constraint return_order_ended check ((status in ('restocked', 'scrapped', 'sent_back', 'cancelled')) = (ended_at is not null)),
  constraint return_order_texts_short check (length(tracking_number) <= 60 and length(remark) <= 500)
);
create index return_order_by_status on return_order (provider_uuid, status, return_uuid) include (warehouse_uuid, owner_uuid);
create index return_order_by_owner on return_order (provider_uuid, owner_uuid, return_uuid) include (status);
create index return_order_by_order on return_order (provider_uuid, order_uuid) where order_uuid is not null;
create index return_order_by_tracking_number on return_order (provider_uuid, tracking_number) where tracking_number <> '';
alter table return_order enable row level security;
alter table return_order force row level security;
create policy return_order_staff on return_order using (provider_uuid = (select acting_provider()) and (select acting_staff()));
create policy return_order_retailer on return_order for select
  using (provider_uuid = (select acting_provider()) and owner_uuid = (select acting_retailer()));
create policy return_order_platform on return_order using ((select acting_kind()) = 'platform');
create policy return_order_in_warehouse on return_order as restrictive
  using ((select acting_everywhere()) is not null or warehouse_uuid = any ((select acting_warehouses())::uuid[]));
grant select, insert, update on return_order to quayside_app;

-- The pieces of a SKU, owner of stock and lot. What is good and what is damaged is decided about, and done, on its own.
create table return_line (
  provider_uuid uuid not null,
  return_uuid uuid not null,
  line_uuid uuid not null,
  line_number integer not null,
  -- of the return
  owner_uuid uuid,
  warehouse_uuid uuid not null,
  variant_uuid uuid not null,
  -- as they were when the line was written: a retailer does not see the provider's SKUs
  sku text not null,
  title text not null default '',
  -- whose stock the pieces are: the provider's for a claimed item. Who owns them decides.
  stock_owner_uuid uuid not null,
  -- '' where lots are not kept, or before the first piece is inspected
  lot text not null default '',
  -- 0 for a product that was not announced
  expected integer not null default 0,
  good integer not null default 0,
  damaged integer not null default 0,
  good_decision text not null default '',
  damaged_decision text not null default '',
  -- of the decided pieces, how many are where the decision sends them
  good_done integer not null default 0,
  damaged_done integer not null default 0,
  constraint return_line_pkey primary key (provider_uuid, return_uuid, line_uuid),
  constraint return_line_return_fkey foreign key (provider_uuid, return_uuid) references return_order,
  constraint return_line_variant_fkey foreign key (provider_uuid, variant_uuid) references variant,
  constraint return_line_goods_key unique (provider_uuid, return_uuid, variant_uuid, stock_owner_uuid, lot),
  constraint return_line_counts_within check (expected between 0 and 10000000 and good between 0 and 10000000 and damaged between 0 and 10000000
    and good_done between 0 and good and damaged_done between 0 and damaged),
  constraint return_line_decision_known
    check (good_decision in ('', 'restock', 'scrap', 'send_back') and damaged_decision in ('', 'scrap', 'send_back')),
  constraint return_line_done_is_decided check ((good_done = 0 or good_decision <> '') and (damaged_done = 0 or damaged_decision <> ''))
);
create index return_line_by_variant on return_line (provider_uuid, variant_uuid);
alter table return_line enable row level security;
alter table return_line force row level security;
create policy return_line_staff on return_line using (provider_uuid = (select acting_provider()) and (select acting_staff()));
create policy return_line_retailer on return_line for select
  using (provider_uuid = (select acting_provider()) and owner_uuid = (select acting_retailer()));
create policy return_line_platform on return_line using ((select acting_kind()) = 'platform');
create policy return_line_in_warehouse on return_line as restrictive
  using ((select acting_everywhere()) is not null or warehouse_uuid = any ((select acting_warehouses())::uuid[]));
grant select, insert, update on return_line to quayside_app;

-- Pieces of a line that a person scanned: inspected, or taken to where the decision sends them. It is the source of a movement in the ledger; taking the
-- scan back is line 2 of the same source, so it happens once.
create table return_scan (
  provider_uuid uuid not null,
  scan_uuid uuid not null,
  return_uuid uuid not null,
  line_uuid uuid not null,
  owner_uuid uuid not null,
  warehouse_uuid uuid not null,
  kind text not null,
  is_damaged boolean not null,
  quantity integer not null,
  -- where goods of returns stand
  from_location_uuid uuid not null,
  -- of restocked pieces
  to_location_uuid uuid,
  at timestamptz not null,
  user_uuid uuid not null,
  undone_at timestamptz,
  constraint return_scan_pkey primary key (provider_uuid, scan_uuid),
  constraint return_scan_line_fkey foreign key (provider_uuid, return_uuid, line_uuid) references return_line,
  constraint return_scan_from_fkey foreign key (provider_uuid, from_location_uuid) references location,
  constraint return_scan_to_fkey foreign key (provider_uuid, to_location_uuid) references location,
  constraint return_scan_kind_known check (kind in ('inspect', 'restock', 'scrap', 'send_back')),
  constraint return_scan_quantity_positive check (quantity > 0),
  constraint return_scan_restocked_somewhere check ((kind = 'restock') = (to_location_uuid is not null))
);
create index return_scan_by_return on return_scan (provider_uuid, return_uuid, scan_uuid);
alter table return_scan enable row level security;
alter table return_scan force row level security;
create policy return_scan_staff on return_scan using (provider_uuid = (select acting_provider()) and (select acting_staff()));
create policy return_scan_platform on return_scan for select using ((select acting_kind()) = 'platform');
create policy return_scan_in_warehouse on return_scan as restrictive
  using ((select acting_everywhere()) is not null or warehouse_uuid = any ((select acting_warehouses())::uuid[]));
grant select, insert, update on return_scan to quayside_app;

create table return_photo (
  provider_uuid uuid not null,
  return_uuid uuid not null,
  photo_uuid uuid not null,
  owner_uuid uuid,
  warehouse_uuid uuid not null,
  file_uuid uuid not null,
  taken_by uuid not null,
  at timestamptz not null,
  constraint return_photo_pkey primary key (provider_uuid, return_uuid, photo_uuid),
  constraint return_photo_return_fkey foreign key (provider_uuid, return_uuid) references return_order,
  constraint return_photo_file_fkey foreign key (provider_uuid, file_uuid) references file
);
create index return_photo_by_file on return_photo (provider_uuid, file_uuid);
alter table return_photo enable row level security;
alter table return_photo force row level security;
create policy return_photo_staff on return_photo using (provider_uuid = (select acting_provider()) and (select acting_staff()));
create policy return_photo_retailer on return_photo for select
  using (provider_uuid = (select acting_provider()) and owner_uuid = (select acting_retailer()));
create policy return_photo_platform on return_photo for select using ((select acting_kind()) = 'platform');
create policy return_photo_in_warehouse on return_photo as restrictive
  using ((select acting_everywhere()) is not null or warehouse_uuid = any ((select acting_warehouses())::uuid[]));
grant select, insert, update on return_photo to quayside_app;
create or replace function is_photo_in_acting_warehouses(of_provider uuid, of_file uuid) returns boolean language plpgsql stable parallel safe as $$
begin
  return exists (select from receipt_photo p where p.provider_uuid = of_provider and p.file_uuid = of_file)
    or exists (select from return_photo p where p.provider_uuid = of_provider and p.file_uuid = of_file);
end $$;

create table return_event (
  provider_uuid uuid not null,
  return_uuid uuid not null,
  event_uuid uuid not null,
  owner_uuid uuid,
  warehouse_uuid uuid not null,
  at timestamptz not null,
  -- null for the system
  user_uuid uuid,
  by_retailer boolean not null default false,
  event text not null,
  from_status text not null default '',
  to_status text not null,
  message text not null default '',
  -- pieces, and of which SKU
  detail jsonb not null default '{}',
  constraint return_event_pkey primary key (provider_uuid, return_uuid, event_uuid),
  constraint return_event_return_fkey foreign key (provider_uuid, return_uuid) references return_order
);
alter table return_event enable row level security;
alter table return_event force row level security;
create policy return_event_staff on return_event using (provider_uuid = (select acting_provider()) and (select acting_staff()));
create policy return_event_retailer on return_event for select
  using (provider_uuid = (select acting_provider()) and owner_uuid = (select acting_retailer()));
create policy return_event_platform on return_event using ((select acting_kind()) = 'platform');
create policy return_event_in_warehouse on return_event as restrictive
  using ((select acting_everywhere()) is not null or warehouse_uuid = any ((select acting_warehouses())::uuid[]));
grant select, insert, update on return_event to quayside_app;

-- What an owner of stock decides in advance: without a row, each return waits for its decision.
create table return_rule (
  provider_uuid uuid not null,
  -- a retailer, or the provider for goods of its own
  owner_uuid uuid not null,
  good_decision text not null default '',
  damaged_decision text not null default '',
  version integer not null default 1,
  constraint return_rule_pkey primary key (provider_uuid, owner_uuid),
  constraint return_rule_provider_fkey foreign key (provider_uuid) references provider,
  constraint return_rule_decision_known
    check (good_decision in ('', 'restock', 'scrap', 'send_back') and damaged_decision in ('', 'scrap', 'send_back'))
);
alter table return_rule enable row level security;
alter table return_rule force row level security;
create policy return_rule_staff on return_rule using (provider_uuid = (select acting_provider()) and (select acting_staff()));
create policy return_rule_retailer on return_rule
  using (provider_uuid = (select acting_provider()) and owner_uuid = (select acting_retailer()));
create policy return_rule_platform on return_rule using ((select acting_kind()) = 'platform');
grant select, insert, update on return_rule to quayside_app;

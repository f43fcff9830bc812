-- Reviews by rule, photos of reviews, and exceptions of every type.

alter table order_review
  -- the warehouse's rule asks for no scans of this order
  add column is_by_rule boolean not null default false;

-- What somebody photographed at a review: for the staff alone.
create table order_review_photo (
  provider_uuid uuid not null,
  photo_uuid uuid not null,
  review_uuid uuid not null,
  order_uuid uuid not null,
  warehouse_uuid uuid not null,
  file_uuid uuid not null,
  taken_by uuid not null,
  at timestamptz not null,
  constraint order_review_photo_pkey primary key (provider_uuid, photo_uuid),
  constraint order_review_photo_review_fkey foreign key (provider_uuid, review_uuid) references order_review,
  constraint order_review_photo_order_fkey foreign key (provider_uuid, order_uuid) references sales_order,
  constraint order_review_photo_file_fkey foreign key (provider_uuid, file_uuid) references file
);
create index order_review_photo_by_order on order_review_photo (provider_uuid, order_uuid, photo_uuid);
create index order_review_photo_by_review on order_review_photo (provider_uuid, review_uuid);
create index order_review_photo_by_file on order_review_photo (provider_uuid, file_uuid);
alter table order_review_photo enable row level security;
alter table order_review_photo force row level security;
create policy order_review_photo_staff on order_review_photo using (provider_uuid = (select acting_provider()) and (select acting_staff()));
create policy order_review_photo_platform on order_review_photo for select using ((select acting_kind()) = 'platform');
create policy order_review_photo_in_warehouse on order_review_photo as restrictive
  using ((select acting_everywhere()) is not null or warehouse_uuid = any ((select acting_warehouses())::uuid[]));
grant select, insert on order_review_photo to quayside_app;

-- A photo is of a receipt or of a review.
create or replace function is_photo_in_acting_warehouses(of_provider uuid, of_file uuid) returns boolean language plpgsql stable parallel safe as $$
begin
  return exists (select from receipt_photo p where p.provider_uuid = of_provider and p.file_uuid = of_file)
    or exists (select from return_photo p where p.provider_uuid = of_provider and p.file_uuid = of_file)
    or exists (select from order_review_photo p where p.provider_uuid = of_provider and p.file_uuid = of_file);
end $$;

alter table exception_case
  -- null for a parcel that nobody knows
  alter column order_uuid drop not null,
  add constraint exception_case_of_an_order check (order_uuid is not null or type = 'unknown_parcel'),
  drop constraint exception_case_type_known,
  add constraint exception_case_type_known check (type in ('short', 'damaged', 'address', 'cancelled', 'late_pick', 'wrong_item', 'weight_variance',
    'label_failed', 'channel_refused', 'unknown_parcel')),
  drop constraint exception_case_resolution_known,
  add constraint exception_case_resolution_known check (resolution in ('', 'reallocated', 'split', 'substituted', 'lines_cancelled', 'order_cancelled',
    'cancel_rejected', 'address_corrected', 'address_confirmed', 'order_returned', 'order_merged', 'repacked', 'relabelled', 'scrapped', 'other'));

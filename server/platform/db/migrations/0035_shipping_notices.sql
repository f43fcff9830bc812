-- Shipping notices: a box of theirs is a parcel with a mark, and its measured size.

alter table parcel
  -- what is written on the box, such as 3/12; empty for a parcel of a one-piece order
  add column box_mark text not null default '',
  -- outside, as measured; null if it was not
  add column length_mm integer,
  add column width_mm integer,
  add column height_mm integer,
  add constraint parcel_box_mark_short check (length(box_mark) <= 40),
  add constraint parcel_size_whole check (num_nonnulls(length_mm, width_mm, height_mm) in (0, 3)
    and length_mm between 1 and 10000 and width_mm between 1 and 10000 and height_mm between 1 and 10000);
-- No two boxes of an order have the same mark.
create unique index parcel_box_mark_key on parcel (provider_uuid, order_uuid, lower(box_mark)) where box_mark <> '' and status <> 'voided';
-- A retailer follows how far the boxes of its orders are.
create policy parcel_retailer on parcel for select using (provider_uuid = (select acting_provider()) and (select acting_retailer()) is not null
  and exists (select from sales_order o where o.provider_uuid = parcel.provider_uuid and o.order_uuid = parcel.order_uuid
    and o.owner_uuid = (select acting_retailer())));

-- A box number corresponds to one waybill number: an account or a channel never has the same one for two boxes.
create unique index waybill_number_key on waybill (provider_uuid, coalesce(carrier_account_uuid, channel_uuid), waybill_number)
  where waybill_number <> '' and status <> 'voided';

-- What was shipped in a period.
create index sales_order_shipped on sales_order (provider_uuid, shipped_at, order_uuid) where shipped_at is not null;

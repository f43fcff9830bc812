-- The work for orders can have prices and charges: picking, packing, labels, weighing, bagging and customers' returns, with the goods themselves and the
-- freight of their parcels. What is shipped is charged to the order's retailer, whoever owns the stock (ADR 39).

alter table rate_price
  drop constraint rate_price_event_known,
  add constraint rate_price_event_known check (
    event in ('storage_piece_day', 'storage_litre_day', 'receiving_piece', 'putaway_piece', 'return_piece', 'picking_order', 'picking_piece',
      'packing_parcel', 'consumable_piece', 'label_parcel', 'weighing_parcel', 'bagging_parcel', 'shipped_piece', 'customer_return_piece'));

alter table charge
  drop constraint charge_event_known,
  add constraint charge_event_known check (
    event in ('storage_piece_day', 'storage_litre_day', 'receiving_piece', 'putaway_piece', 'return_piece', 'picking_order', 'picking_piece',
      'packing_parcel', 'consumable_piece', 'label_parcel', 'weighing_parcel', 'bagging_parcel', 'shipped_piece', 'customer_return_piece',
      'goods_piece', 'shipping_parcel', 'by_hand')),
  -- warehouse-day: a warehouse; receipt; shipment: the order that was shipped; order: its other work and its goods; parcel: its freight; return: one of
  -- a customer; hand: what somebody wrote
  drop constraint charge_source_known,
  add constraint charge_source_known check (source_type in ('warehouse-day', 'receipt', 'shipment', 'order', 'parcel', 'return', 'hand'));

-- The retailer that pieces were shipped for, if they are not its own; null: the owner's own shipment, and all other movements.
alter table stock_entry
  add column for_retailer_uuid uuid,
  add constraint stock_entry_for_retailer_fkey foreign key (provider_uuid, for_retailer_uuid) references retailer_provider,
  add constraint stock_entry_for_retailer_shipped check (for_retailer_uuid is null or source_type = 'shipment' and for_retailer_uuid <> owner_uuid);
-- A day's shipments for a few retailers; those of all are read with the rest of the day.
create index stock_entry_for_retailer on stock_entry (provider_uuid, for_retailer_uuid, movement_uuid) where for_retailer_uuid is not null;

-- An order counts towards the credit limit until the day of its hand-over is charged, and a cancelled one with the work that is not charged yet (ADR 52).

-- The orders of a retailer that were shipped since a warehouse's last charged day.
create index sales_order_by_hand_over on sales_order (provider_uuid, owner_uuid, warehouse_uuid, shipped_at) include (order_uuid, estimate_cents)
  where shipped_at is not null;
create index sales_order_by_cancellation on sales_order (provider_uuid, owner_uuid, warehouse_uuid, ended_at) where status = 'cancelled';

-- A charge that was reversed is not charged again, so it no longer counts as estimated; nor does a return, which no estimate contains.
drop index charge_by_order;
create index charge_by_order on charge (provider_uuid, order_uuid) include (amount_cents) where order_uuid is not null and source_type <> 'return';

-- What left in a period is listed box by box: a shipment may leave in parts. The last box of each order in it is found in this order.
create index parcel_that_left on parcel (provider_uuid, handed_over_at, order_uuid, parcel_uuid) where handed_over_at is not null;

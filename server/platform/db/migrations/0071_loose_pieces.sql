-- A piece that no order under review expects is an exception without an order.
alter table exception_case
  drop constraint exception_case_of_an_order,
  add constraint exception_case_of_an_order check (order_uuid is not null or type in ('unknown_parcel', 'wrong_item'));

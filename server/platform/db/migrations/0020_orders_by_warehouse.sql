-- Orders and cut-offs of warehouses, for operators who are bound to some (0018). An order without a warehouse is of none.

create policy sales_order_in_warehouse on sales_order as restrictive
  using ((select acting_everywhere()) is not null or warehouse_uuid = any ((select acting_warehouses())::uuid[]));
create policy order_demand_in_warehouse on order_demand as restrictive
  using ((select acting_everywhere()) is not null or warehouse_uuid = any ((select acting_warehouses())::uuid[]));
create policy channel_cut_off_in_warehouse on channel_cut_off as restrictive
  using ((select acting_everywhere()) is not null or warehouse_uuid = any ((select acting_warehouses())::uuid[]));

create function is_order_in_acting_warehouses(of_provider uuid, of_order uuid) returns boolean language plpgsql stable parallel safe as $$
begin
  return exists (select from sales_order o where o.provider_uuid = of_provider and o.order_uuid = of_order);
end $$;
create policy order_recipient_in_warehouse on order_recipient as restrictive
  using ((select acting_everywhere()) is not null or is_order_in_acting_warehouses(provider_uuid, order_uuid));
create policy order_line_in_warehouse on order_line as restrictive
  using ((select acting_everywhere()) is not null or is_order_in_acting_warehouses(provider_uuid, order_uuid));
create policy order_event_in_warehouse on order_event as restrictive
  using ((select acting_everywhere()) is not null or is_order_in_acting_warehouses(provider_uuid, order_uuid));

-- Totals are counted from indexes alone, which need the warehouse too.
drop index sales_order_by_owner;
create index sales_order_by_owner on sales_order (provider_uuid, owner_uuid, order_uuid) include (warehouse_uuid);
drop index sales_order_by_status;
create index sales_order_by_status on sales_order (provider_uuid, status, order_uuid) include (warehouse_uuid);
drop index sales_order_by_owner_status;
create index sales_order_by_owner_status on sales_order (provider_uuid, owner_uuid, status, order_uuid) include (warehouse_uuid);

-- Until when orders are to be handed over: the cut-off of their channel, by the clock of their warehouse.

-- The first cut-off after a moment. Of a day on which the clock is changed, the cut-off is as PostgreSQL reads the local time.
create function next_cut_off(after timestamptz, time_zone text, cut_off text) returns timestamptz language sql stable as $$
  select case when today > after then today else ((after at time zone time_zone)::date + 1 + cut_off::time) at time zone time_zone end
  from (select ((after at time zone time_zone)::date + cut_off::time) at time zone time_zone as today) t
$$;
revoke all on function next_cut_off from public;
grant execute on function next_cut_off to quayside_app;

-- Fixed when the order is confirmed, or gets another channel or warehouse; null where the channel has no cut-off.
alter table sales_order add column due_at timestamptz;
alter table sales_order no force row level security;
alter table warehouse no force row level security;
alter table channel_cut_off no force row level security;
update sales_order o set due_at = next_cut_off(o.confirmed_at, w.time_zone, c.cut_off)
from warehouse w, channel_cut_off c
where w.provider_uuid = o.provider_uuid and w.warehouse_uuid = o.warehouse_uuid
  and c.provider_uuid = o.provider_uuid and c.channel_uuid = o.channel_uuid and c.warehouse_uuid = o.warehouse_uuid
  and o.confirmed_at is not null and o.status in ('confirmed', 'short', 'allocated', 'in_wave', 'picking', 'picked');
alter table sales_order force row level security;
alter table warehouse force row level security;
alter table channel_cut_off force row level security;
-- What is late, and what is due next, counted by channel and warehouse.
create index sales_order_due on sales_order (provider_uuid, due_at, order_uuid) include (warehouse_uuid, channel_uuid, delay_until, kind, owner_uuid)
  where due_at is not null and holds = '{}' and status in ('confirmed', 'short', 'allocated', 'in_wave', 'picking', 'picked');

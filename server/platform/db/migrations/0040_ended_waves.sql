-- A picked wave is done once all its orders have left the house. Until now its end was the moment when it was picked.

alter table wave
  -- when its last task ended
  add column picked_at timestamptz,
  drop constraint wave_status_known,
  drop constraint wave_ended;
select set_config('app.kind', 'platform', true);
update wave w set picked_at = w.ended_at,
  status = case when n.is_done then 'done' else w.status end,
  ended_at = case when n.is_done then greatest(w.ended_at, n.shipped_at) end
from (select p.provider_uuid, p.wave_uuid, coalesce(bool_and(o.status in ('shipped', 'delivered', 'sent_back')), false) as is_done,
    max(o.shipped_at) as shipped_at
  from wave p left join sales_order o on o.provider_uuid = p.provider_uuid and o.wave_uuid = p.wave_uuid
  where p.status = 'picked' group by p.provider_uuid, p.wave_uuid) n
where w.provider_uuid = n.provider_uuid and w.wave_uuid = n.wave_uuid;
select set_config('app.kind', '', true);
alter table wave
  add constraint wave_status_known check (status in ('draft', 'planned', 'released', 'held', 'picking', 'picked', 'done', 'cancelled')),
  add constraint wave_ended check ((status in ('done', 'cancelled')) = (ended_at is not null)),
  add constraint wave_picked check (case when status in ('picked', 'done') then picked_at is not null else picked_at is null or status = 'cancelled' end);

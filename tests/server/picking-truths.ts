import { sql } from "kysely";
import type { Tx } from "#server/platform/db/row-security.ts";
import { checkLedger } from "#server/warehouse/stock/reconciliation.queries.ts";

/*
 * What holds between orders, reservations, waves, tasks, lines and the ledger, at any moment at which nothing is running. Each query lists what contradicts
 * its sentence.
 */
const rules: Readonly<Record<string, string>> = {
  "a pending line names an open reservation of its own order in its place": `
    select k.task_uuid, k.line_number from pick_line k
      left join reservation r on r.provider_uuid = k.provider_uuid and r.reservation_uuid = k.reservation_uuid and r.status = 'open'
        and r.source_type = 'order' and r.source_uuid = k.order_uuid and r.source_line = k.demand_number and r.location_uuid = k.location_uuid
        and r.variant_uuid = k.variant_uuid and r.quantity = k.quantity and r.lot = k.lot
    where k.provider_uuid = $p and k.status = 'pending' and r.reservation_uuid is null`,
  "an order that is allocated or in a wave has all that it needs reserved, or handed over in part, once, and says so": `
    select o.order_number, o.status, d.demand_number, d.quantity, coalesce(r.quantity, 0) as reserved from sales_order o
      join order_demand d on d.provider_uuid = o.provider_uuid and d.order_uuid = o.order_uuid
      left join lateral (select sum(quantity) as quantity from reservation r where r.provider_uuid = o.provider_uuid and r.source_type = 'order'
        and r.source_uuid = o.order_uuid and r.source_line = d.demand_number and r.variant_uuid = d.variant_uuid and r.status in ('open', 'shipped')) r on true
    where o.provider_uuid = $p and o.status in ('allocated', 'in_wave', 'picking', 'picked', 'reviewed', 'packed', 'weighed', 'bagged')
      and (coalesce(r.quantity, 0) <> d.quantity or not d.is_reserved)`,
  "an order that waits has no more reserved than it needs, and says that something is missing": `
    select o.order_number, o.status, d.demand_number from sales_order o
      join order_demand d on d.provider_uuid = o.provider_uuid and d.order_uuid = o.order_uuid
      left join lateral (select sum(quantity) as quantity from reservation r where r.provider_uuid = o.provider_uuid and r.source_type = 'order'
        and r.source_uuid = o.order_uuid and r.source_line = d.demand_number and r.status = 'open') r on true
    where o.provider_uuid = $p and o.status in ('confirmed', 'short') and (coalesce(r.quantity, 0) > d.quantity or d.is_reserved)`,
  "an open reservation is of an order that needs it": `
    select r.reservation_uuid, o.status from reservation r
      left join sales_order o on o.provider_uuid = r.provider_uuid and o.order_uuid = r.source_uuid
        and o.status in ('short', 'allocated', 'in_wave', 'picking', 'picked', 'reviewed', 'packed', 'weighed', 'bagged')
      left join order_demand d on d.provider_uuid = r.provider_uuid and d.order_uuid = r.source_uuid and d.demand_number = r.source_line
        and d.variant_uuid = r.variant_uuid
    where r.provider_uuid = $p and r.source_type = 'order' and r.status = 'open' and (o.order_uuid is null or d.order_uuid is null)`,
  "an open reservation of an order in a released wave is one line's there, until its pieces are sorted or reviewed": `
    select r.reservation_uuid from reservation r
      join sales_order o on o.provider_uuid = r.provider_uuid and o.order_uuid = r.source_uuid
      join wave w on w.provider_uuid = o.provider_uuid and w.wave_uuid = o.wave_uuid and w.status in ('released', 'held', 'picking', 'picked')
    where r.provider_uuid = $p and r.source_type = 'order' and r.status = 'open' and o.status not in ('reviewed', 'packed', 'weighed', 'bagged') and (select count(*) from pick_line k
      where k.provider_uuid = r.provider_uuid and k.wave_uuid = w.wave_uuid and k.reservation_uuid = r.reservation_uuid
        and k.status in ('pending', 'picked')) <> 1
      and not exists (select from stock_entry e where e.provider_uuid = r.provider_uuid and e.source_type = 'sort' and e.location_uuid = r.location_uuid
        and e.variant_uuid = r.variant_uuid)`,
  "an order with a slot of a sort wall has pieces in it, or left some there": `
    select s.slot_number, o.order_number from wall_slot s join sales_order o on o.provider_uuid = s.provider_uuid and o.order_uuid = s.order_uuid
    where s.provider_uuid = $p and not exists (select from stock_balance b where b.provider_uuid = s.provider_uuid and b.location_uuid = s.location_uuid
      and b.condition = 'good' and b.quantity > 0)`,
  "the pieces of a picked order with a slot are there, or still in totes": `
    select s.slot_number, o.order_number, l.barcode from wall_slot s
      join sales_order o on o.provider_uuid = s.provider_uuid and o.order_uuid = s.order_uuid and o.status = 'picked'
      join reservation r on r.provider_uuid = o.provider_uuid and r.source_type = 'order' and r.source_uuid = o.order_uuid and r.status = 'open'
      join location l on l.provider_uuid = r.provider_uuid and l.location_uuid = r.location_uuid
    where s.provider_uuid = $p and l.location_uuid <> s.location_uuid and l.type <> 'tote'`,
  "what is reserved in a slot is its order's": `
    select s.slot_number, r.source_uuid from wall_slot s
      join reservation r on r.provider_uuid = s.provider_uuid and r.location_uuid = s.location_uuid and r.status = 'open'
    where s.provider_uuid = $p and r.source_uuid is distinct from s.order_uuid`,
  "a free slot holds nothing": `
    select s.slot_number from wall_slot s join stock_balance b on b.provider_uuid = s.provider_uuid and b.location_uuid = s.location_uuid
    where s.provider_uuid = $p and s.order_uuid is null and b.condition = 'good' and b.quantity > 0`,
  "a line has moved what was picked of it into its tote, once, and nothing otherwise": `
    select k.task_uuid, k.line_number, k.status, k.picked_quantity, m.count, m.quantity from pick_line k
      cross join lateral (select count(*) as count, coalesce(sum(e.quantity), 0) as quantity from stock_entry e
        where e.provider_uuid = k.provider_uuid and e.source_type = 'pick' and e.source_uuid = k.task_uuid and e.source_line = k.line_number
          and e.leg = 2 and e.location_uuid is not distinct from k.tote_uuid) m
    where k.provider_uuid = $p and (m.quantity <> k.picked_quantity or m.count <> (k.picked_quantity > 0)::int
      or (k.status = 'picked') <> (k.picked_quantity = k.quantity) or (k.status in ('pending', 'cancelled') and k.picked_quantity > 0))`,
  "a task has counted its lines": `
    select t.task_uuid, t.status from pick_task t cross join lateral (
      select count(*) filter (where status <> 'cancelled') as lines, coalesce(sum(quantity) filter (where status <> 'cancelled'), 0) as pieces,
        coalesce(sum(picked_quantity), 0) as picked, coalesce(sum(quantity - picked_quantity) filter (where status = 'short'), 0) as short,
        count(*) filter (where status = 'pending') as pending
      from pick_line k where k.provider_uuid = t.provider_uuid and k.task_uuid = t.task_uuid) k
    where t.provider_uuid = $p and (t.line_count <> k.lines or t.piece_count <> k.pieces or t.picked_pieces <> k.picked or t.short_pieces <> k.short
      or (t.status in ('pending', 'assigned', 'in_progress')) <> (k.pending > 0)
      or (t.status = 'done' and t.picked_pieces + t.short_pieces = 0))`,
  "a wave is as far as its tasks and has its orders": `
    select w.wave_number, w.status, t.open, o.count from wave w
      cross join lateral (select count(*) filter (where status in ('pending', 'assigned', 'in_progress')) as open from pick_task t
        where t.provider_uuid = w.provider_uuid and t.wave_uuid = w.wave_uuid) t
      cross join lateral (select count(*) as count from sales_order o where o.provider_uuid = w.provider_uuid and o.wave_uuid = w.wave_uuid) o
    where w.provider_uuid = $p and (w.order_count <> o.count or (w.status in ('released', 'held', 'picking')) <> (t.open > 0)
      or (o.count = 0) <> (w.status = 'cancelled'))`,
  "an order is as far as its lines": `
    select o.order_number, o.status, k.pending, k.ended from sales_order o
      join wave w on w.provider_uuid = o.provider_uuid and w.wave_uuid = o.wave_uuid and w.status in ('released', 'held', 'picking', 'picked')
      cross join lateral (select count(*) filter (where status = 'pending') as pending, count(*) filter (where status <> 'pending') as ended
        from pick_line k where k.provider_uuid = o.provider_uuid and k.order_uuid = o.order_uuid and k.wave_uuid = o.wave_uuid) k
      left join wave_order m on m.provider_uuid = o.provider_uuid and m.wave_uuid = o.wave_uuid and m.order_uuid = o.order_uuid and m.status <> 'kicked'
    where o.provider_uuid = $p and (m.order_uuid is null
      or case when o.status in ('reviewed', 'packed', 'weighed', 'bagged', 'shipped', 'delivered', 'sent_back') then 'picked' else o.status end <> case when k.pending = 0 then 'picked' when k.ended > 0 then 'picking' else 'in_wave' end
      or (m.status = 'picked') <> (o.status in ('picked', 'reviewed', 'packed', 'weighed', 'bagged', 'shipped', 'delivered', 'sent_back')))`,
  "the goods of a reviewed order stand at a packing location": `
    select o.order_number, l.barcode from sales_order o
      join reservation r on r.provider_uuid = o.provider_uuid and r.source_type = 'order' and r.source_uuid = o.order_uuid and r.status = 'open'
      join location l on l.provider_uuid = r.provider_uuid and l.location_uuid = r.location_uuid
    where o.provider_uuid = $p and o.status in ('reviewed', 'packed', 'weighed', 'bagged') and l.type <> 'packing'`,
  "an open review is of a picked order, and a reviewed one has one that is done": `
    select o.order_number, o.status from sales_order o
      left join lateral (select status from order_review v where v.provider_uuid = o.provider_uuid and v.order_uuid = o.order_uuid
        order by review_uuid desc limit 1) v on true
    where o.provider_uuid = $p and ((v.status = 'open' and o.status <> 'picked') or (o.status in ('reviewed', 'packed', 'weighed', 'bagged') and v.status is distinct from 'done'))`,
  "a review has counted its lines": `
    select v.review_uuid, v.piece_count, v.reviewed_pieces, n.pieces, n.reviewed from order_review v
      cross join lateral (select sum(quantity) as pieces, sum(reviewed_quantity) as reviewed from order_review_line n
        where n.provider_uuid = v.provider_uuid and n.review_uuid = v.review_uuid) n
    where v.provider_uuid = $p and (n.pieces is distinct from v.piece_count or n.reviewed is distinct from v.reviewed_pieces)`,
  "an order stands at its least advanced parcel, and no other has one": `
    select o.order_number, o.status, p.* from sales_order o
      cross join lateral (select count(*) filter (where status = 'closed') as closed, count(*) filter (where status = 'weighed') as weighed,
          count(*) filter (where status = 'bagged') as bagged, count(*) filter (where status = 'handed_over') as handed_over from parcel p
        where p.provider_uuid = o.provider_uuid and p.order_uuid = o.order_uuid) p
    where o.provider_uuid = $p and (case when p.closed > 0 then 'packed' when p.weighed > 0 then 'weighed' when p.bagged > 0 then 'bagged'
        when p.handed_over > 0 then 'shipped' end
      is distinct from case when o.status in ('packed', 'weighed', 'bagged') then o.status when o.status in ('shipped', 'delivered', 'sent_back') then 'shipped' end)`,
  "an order is partly fulfilled while some of its parcels were handed over, and fulfilled with the last": `
    select o.order_number, o.fulfilment_status, p.left_house, p.here from sales_order o
      cross join lateral (select count(*) filter (where status = 'handed_over') as left_house,
          count(*) filter (where status not in ('handed_over', 'voided')) as here from parcel p
        where p.provider_uuid = o.provider_uuid and p.order_uuid = o.order_uuid) p
    where o.provider_uuid = $p and o.status <> 'cancelled' and o.fulfilment_status
      <> case when p.left_house = 0 then 'unfulfilled' when p.here > 0 then 'partially_fulfilled' else 'fulfilled' end`,
  "nothing is reserved for a shipped order": `
    select o.order_number, r.quantity from sales_order o
      join reservation r on r.provider_uuid = o.provider_uuid and r.source_type = 'order' and r.source_uuid = o.order_uuid and r.status = 'open'
    where o.provider_uuid = $p and o.status in ('shipped', 'delivered', 'sent_back')`,
  "every handed-over parcel left the ledger once, and nothing else of its order did": `
    select o.order_number, g.variant_uuid, g.lot, g.pieces from sales_order o
      cross join lateral (select variant_uuid, lot, sum(pieces) as pieces from (
        select i.variant_uuid, i.lot, i.quantity as pieces from parcel p join parcel_item i on i.provider_uuid = p.provider_uuid and i.parcel_uuid = p.parcel_uuid
        where p.provider_uuid = o.provider_uuid and p.order_uuid = o.order_uuid and p.status = 'handed_over'
        union all
        select e.variant_uuid, e.lot, -e.quantity from reservation r
          join stock_entry e on e.provider_uuid = r.provider_uuid and e.source_type = 'shipment' and e.source_uuid = r.reservation_uuid and e.leg = 2
            and e.place = 'shipment'
        where r.provider_uuid = o.provider_uuid and r.source_type = 'order' and r.source_uuid = o.order_uuid and r.status = 'shipped') g group by 1, 2) g
    where o.provider_uuid = $p and g.pieces <> 0`,
  "a parcel is bagged or handed over while it is in a bag, and at no other time": `
    select p.parcel_number, p.status, b.status from parcel p
      left join bag_parcel k on k.provider_uuid = p.provider_uuid and k.parcel_uuid = p.parcel_uuid and k.taken_at is null
      left join bag b on b.provider_uuid = k.provider_uuid and b.bag_uuid = k.bag_uuid
    where p.provider_uuid = $p and ((p.status in ('bagged', 'handed_over')) <> (b.bag_uuid is not null)
      or (p.status = 'handed_over') <> coalesce(b.status = 'handed_over', false))`,
  "a bag and its manifest were handed over together": `
    select b.bag_number, b.status, m.status from bag b
      left join manifest m on m.provider_uuid = b.provider_uuid and m.manifest_uuid = b.manifest_uuid
    where b.provider_uuid = $p and case b.status when 'manifested' then 'made' when 'handed_over' then 'handed_over' end is distinct from m.status`,
  "the parcels of a packed order contain what is reserved for it, each piece once": `
    select o.order_number, g.variant_uuid, g.packed from sales_order o
      cross join lateral (select variant_uuid, lot, sum(quantity) as packed from (
        select i.variant_uuid, i.lot, i.quantity from parcel p join parcel_item i on i.provider_uuid = p.provider_uuid and i.parcel_uuid = p.parcel_uuid
        where p.provider_uuid = o.provider_uuid and p.order_uuid = o.order_uuid and p.status not in ('voided', 'handed_over')
        union all
        select r.variant_uuid, r.lot, -r.quantity from reservation r
        where r.provider_uuid = o.provider_uuid and r.source_type = 'order' and r.source_uuid = o.order_uuid and r.status = 'open') g group by 1, 2) g
    where o.provider_uuid = $p and o.status in ('packed', 'weighed', 'bagged') and g.packed <> 0`,
  "a parcel has counted its items": `
    select p.parcel_number, p.piece_count, i.pieces from parcel p
      cross join lateral (select sum(quantity) as pieces from parcel_item i where i.provider_uuid = p.provider_uuid and i.parcel_uuid = p.parcel_uuid) i
    where p.provider_uuid = $p and p.piece_count is distinct from i.pieces`,
};

/** Lists what contradicts the rules above, and differences of the ledger, of everything that a provider has. Empty if all is well. */
export async function listPickingFaults(tx: Tx, providerUuid: string): Promise<string[]> {
  const faults: string[] = [];
  for (const [rule, query] of Object.entries(rules)) {
    const { rows } = await sql.raw(query.replaceAll("$p", `'${providerUuid}'::uuid`)).execute(tx);
    faults.push(...rows.map((row) => `not true that ${rule}: ${JSON.stringify(row)}`));
  }
  const { differences } = await checkLedger(tx, providerUuid);
  return [...faults, ...differences.map((difference) => `the ledger differs: ${JSON.stringify(difference)}`)];
}

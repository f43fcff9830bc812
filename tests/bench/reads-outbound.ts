import { getException, listAssignees, listExceptions } from "#src/outbound/exceptions/exceptions.contract.ts";
import { insideTypes } from "#src/outbound/exceptions/exceptions.rules.ts";
import { getPickTask, listLeftPieces, listPickTasks } from "#src/outbound/picking/picking.contract.ts";
import { listToReview } from "#src/outbound/review/review.contract.ts";
import { getWave, getWavePool, listWaveOrders, listWaves, queryWaveElements } from "#src/outbound/waves/waves.contract.ts";
import { leastOrdersOfBurst } from "#src/outbound/waves/waves.rules.ts";
import { waveKinds } from "#src/warehouse/warehouses/warehouse-settings.contract.ts";
import { firstPage, provider, retailer } from "./read.ts";
import type { Marks, Read } from "./read.ts";
import { collect, countUpToLimit, joinOwner, joinPicture, ownerName, pictureName } from "./reads-sql.ts";

/** Names of people, each looked up once. @param users a statement of their uuids */
function withPeople(users: string): string {
  return `person as materialized (select user_uuid, colleague_name(user_uuid) as name from (select distinct user_uuid from (${users}) every (user_uuid) where user_uuid is not null) known)`;
}
const selectName = (column: string) => `(select name from person where user_uuid = ${column})`;

/** The columns of a wave `page`. */
const waveColumns = `page.wave_uuid, page.wave_number, page.warehouse_uuid, h.name as warehouse_name, page.kind, page.strategy, page.status, page.order_count, page.piece_count, sums.*, page.reason,
  ${selectName("page.created_by")} as created_by, page.created_at, page.planned_at, page.released_at, page.started_at, page.picked_at, page.ended_at, page.printed_at, page.version`;

/** The joins that `waveColumns` need. */
const waveJoins = `join warehouse h on h.provider_uuid = page.provider_uuid and h.warehouse_uuid = page.warehouse_uuid cross join lateral (
    select coalesce(sum(t.piece_count), 0) as task_pieces, coalesce(sum(t.picked_pieces), 0) as picked_pieces, coalesce(sum(t.short_pieces), 0) as short_pieces, count(*) filter (where t.status <> 'cancelled') as task_count,
      count(*) filter (where t.status = 'done') as tasks_done, count(distinct t.user_uuid) filter (where t.status in ('assigned', 'in_progress')) as picker_count
    from pick_task t where t.provider_uuid = page.provider_uuid and t.wave_uuid = page.wave_uuid
  ) sums`;

/** The newest waves. @param filter narrows them */
function selectWaves(filter = ""): string {
  const rows = `from wave where provider_uuid = $1${filter}`;
  return `with page as (select * ${rows} order by wave_uuid desc limit 50), ${withPeople("select created_by from page")}
    select ${waveColumns}, ${countUpToLimit(rows)} from page ${waveJoins} order by page.wave_uuid desc`;
}

const ofWave = (table: string) => `${table}.provider_uuid = $1 and ${table}.wave_uuid = $2`;

const wave = `with page as (select * from wave where provider_uuid = $1 and wave_uuid = $2), ${withPeople(`select created_by from page union all select user_uuid from pick_task t where ${ofWave("t")}`)}
  select ${waveColumns}, page.plan -> 'figures' as figures, ${collect(`select t.task_uuid, t.task_number, t.status, ${selectName("t.user_uuid")} as picker, c.barcode as tote, t.line_count, t.piece_count, t.picked_pieces,
    t.short_pieces, t.walking_decimetres / 10.0 as walking_metres, t.started_at, t.ended_at
    from pick_task t left join location c on c.provider_uuid = t.provider_uuid and c.location_uuid = t.tote_uuid where ${ofWave("t")} order by t.task_number`)} as tasks
  from page ${waveJoins}`;

const members = `with page as (select * from wave_order where provider_uuid = $1 and wave_uuid = $2 order by coalesce(tour, 32767), coalesce(slot, 32767), order_uuid limit 50)
  select o.order_uuid, o.order_number, o.reference, ${ownerName} as owner_name, o.country, c.name as channel_name, o.status as order_status, o.fulfilment_status, 'cancel' = any (o.holds) as wants_cancel, page.status, page.tour, page.slot,
    o.demand_pieces as piece_count, o.demand_skus as sku_count, page.reason, ${countUpToLimit("from wave_order where provider_uuid = $1 and wave_uuid = $2")}
  from page join sales_order o on o.provider_uuid = page.provider_uuid and o.order_uuid = page.order_uuid
    left join channel c on c.provider_uuid = o.provider_uuid and c.channel_uuid = o.channel_uuid ${joinOwner("o.owner_uuid")}
  order by coalesce(page.tour, 32767), coalesce(page.slot, 32767), page.order_uuid`;

const several = "kind = 'one_piece' and demand_skus > 1";
/** Which orders fit a kind of wave, other than a burst. */
const fitting: Readonly<Record<string, string>> = {
  single_piece: "kind = 'one_piece' and demand_pieces = 1",
  single_item: "kind = 'one_piece' and demand_skus = 1 and demand_pieces > 1",
  cart: several,
  wall: several,
  bulk: "kind = 'shipping_notice'",
};
const sums = (condition: string) =>
  `coalesce(sum(orders) filter (where ${condition}), 0) as orders, coalesce(sum(pieces) filter (where ${condition}), 0) as pieces from pool`;
const burst = `coalesce(sum(orders), 0) as orders, coalesce(sum(pieces), 0) as pieces from (
  select sum(orders) as orders, sum(pieces) as pieces from pool where kind = 'one_piece' and demand_skus = 1 group by demand_variant_uuid having sum(orders) >= ${leastOrdersOfBurst}) few`;
const pool = `with pool as materialized (
    select kind, demand_skus, demand_pieces, demand_variant_uuid, count(*) as orders, sum(demand_pieces) as pieces from sales_order
    where provider_uuid = $1 and warehouse_uuid = $2 and status = 'allocated' and holds = '{}' and (delay_until is null or delay_until <= now()) group by 1, 2, 3, 4
  ), counted as (${waveKinds.map((kind, at) => `select ${at} as place, '${kind}' as kind, ${kind === "burst" ? burst : sums(fitting[kind] ?? "")}`).join(" union all ")})
  select h.warehouse_uuid, (select coalesce(sum(orders), 0) from pool) as orders, (select coalesce(sum(pieces), 0) from pool) as pieces,
    ${collect("select kind, orders, pieces from counted order by place")} as kinds, coalesce(h.settings -> 'wave_strategies', '[]') as strategies
  from warehouse h where h.provider_uuid = $1 and h.warehouse_uuid = $2`;

/** The columns of a pick task `page`. */
const taskColumns = `page.task_uuid, page.task_number, page.wave_uuid, w.wave_number, w.kind, w.status = 'held' as is_held, page.warehouse_uuid, h.name as warehouse_name, page.status, ${selectName("page.user_uuid")} as picker,
  coalesce(page.user_uuid = $2, false) as is_mine, l.barcode as tote, page.line_count, page.piece_count, page.picked_pieces, page.short_pieces, page.walking_decimetres / 10.0 as walking_metres, page.started_at,
  page.ended_at, page.version`;

/** The joins that `taskColumns` need. */
const taskJoins = `join wave w on w.provider_uuid = page.provider_uuid and w.wave_uuid = page.wave_uuid join warehouse h on h.provider_uuid = page.provider_uuid and h.warehouse_uuid = page.warehouse_uuid
  left join location l on l.provider_uuid = page.provider_uuid and l.location_uuid = page.tote_uuid`;

const tasks = `with page as (select * from pick_task where provider_uuid = $1 order by task_uuid limit 50), ${withPeople("select user_uuid from page")}
  select ${taskColumns}, ${countUpToLimit("from pick_task where provider_uuid = $1")} from page ${taskJoins} order by page.task_uuid`;

/** The codes of a SKU `v`. */
const codes = `array(select v.sku union select b.barcode from sku_barcode b where b.provider_uuid = v.provider_uuid and b.variant_uuid = v.variant_uuid union select m.sku from merged m where m.merged_into_uuid = v.variant_uuid)`;

// No index finds merged SKUs: those of all goods of the answer are looked for once.
const task = `with page as (select * from pick_task where provider_uuid = $1 and task_uuid = $3), ${withPeople("select user_uuid from page")},
    merged as materialized (select sku, merged_into_uuid from variant where provider_uuid = $1 and merged_into_uuid = any (array(select k.variant_uuid from pick_line k where k.provider_uuid = $1 and k.task_uuid = $3)))
  select ${taskColumns}, ${collect(`select k.line_number, k.sequence, k.status, k.order_uuid, o.order_number, k.location_uuid, c.barcode as location, k.variant_uuid, v.sku, ${codes} as codes, p.title, v.title as variant_title,
    ${pictureName} as main_image, k.lot, k.quantity, k.picked_quantity, k.slot, k.short_reason
    from pick_line k join sales_order o on o.provider_uuid = k.provider_uuid and o.order_uuid = k.order_uuid join location c on c.provider_uuid = k.provider_uuid and c.location_uuid = k.location_uuid
      join variant v on v.provider_uuid = k.provider_uuid and v.variant_uuid = k.variant_uuid join product p on p.provider_uuid = v.provider_uuid and p.product_uuid = v.product_uuid ${joinPicture("p")}
    where k.provider_uuid = $1 and k.task_uuid = $3 order by k.sequence, k.line_number`)} as lines
  from page ${taskJoins}`;

const leftRows = `from stock_balance b
  where b.provider_uuid = $1 and b.location_uuid = any (array(select location_uuid from location where provider_uuid = $1 and type in ('tote', 'packing', 'slot'))) and b.condition = 'good' and b.quantity > 0 and b.quantity > b.reserved`;
const left = `with page as (select b.* ${leftRows} order by b.location_uuid, b.variant_uuid, b.owner_uuid, b.lot limit 50),
    merged as materialized (select sku, merged_into_uuid from variant where provider_uuid = $1 and merged_into_uuid = any (array(select variant_uuid from page)))
  select page.location_uuid as tote_uuid, l.barcode as tote, page.warehouse_uuid, page.variant_uuid, v.sku, ${codes} as codes, p.title, page.owner_uuid, page.lot, page.quantity - page.reserved as quantity,
    (select s.barcode from stock_balance o join location s on s.provider_uuid = o.provider_uuid and s.location_uuid = o.location_uuid and s.type in ('pick', 'reserve') and not s.is_blocked
     where o.provider_uuid = page.provider_uuid and o.variant_uuid = page.variant_uuid and o.warehouse_uuid = page.warehouse_uuid and o.owner_uuid = page.owner_uuid and o.condition = 'good' and o.quantity > 0
     order by o.quantity desc, s.pick_sequence, s.location_uuid limit 1) as suggested_location,
    ${countUpToLimit(leftRows)}
  from page join location l on l.provider_uuid = page.provider_uuid and l.location_uuid = page.location_uuid join variant v on v.provider_uuid = page.provider_uuid and v.variant_uuid = page.variant_uuid join product p on p.provider_uuid = v.provider_uuid and p.product_uuid = v.product_uuid
  order by page.location_uuid, page.variant_uuid, page.owner_uuid, page.lot`;

const waitingRows = "from sales_order where provider_uuid = $1 and status = 'picked'";
const toReview = `with page as (select * ${waitingRows} order by order_uuid limit 50), ${withPeople("select v.user_uuid from order_review v join page using (provider_uuid, order_uuid) where v.status = 'open'")}
  select page.order_uuid, page.order_number, page.warehouse_uuid, h.name as warehouse_name, w.wave_number, w.kind, (select coalesce(json_agg(distinct c.barcode), '[]') from reservation r
      join location c on c.provider_uuid = r.provider_uuid and c.location_uuid = r.location_uuid
    where r.provider_uuid = page.provider_uuid and r.source_type = 'order' and r.source_uuid = page.order_uuid and r.status = 'open') as totes,
    page.demand_skus as sku_count, page.demand_pieces as piece_count, coalesce(v.reviewed_pieces, 0) as reviewed_pieces, ${selectName("v.user_uuid")} as reviewer, coalesce(v.user_uuid = $2, false) as is_mine,
    page.holds <> '{}' as is_held, page.due_at, ${countUpToLimit(waitingRows)}
  from page join warehouse h on h.provider_uuid = page.provider_uuid and h.warehouse_uuid = page.warehouse_uuid join wave w on w.provider_uuid = page.provider_uuid and w.wave_uuid = page.wave_uuid
    left join order_review v on v.provider_uuid = page.provider_uuid and v.order_uuid = page.order_uuid and v.status = 'open'
  order by page.order_uuid`;

const inside = insideTypes.map((type) => `'${type}'`).join(", ");

/** The columns of an exception `page`. @param assignee SQL for its assignee's name */
const exceptionColumns = (
  assignee: string,
) => `page.exception_uuid, page.exception_number, page.type, page.status, page.order_uuid, coalesce(o.order_number, '') as order_number, coalesce(o.reference, '') as reference, page.owner_uuid, ${ownerName} as owner_name,
  page.owner_uuid <> $1 and page.type not in (${inside}) as has_retailer, page.warehouse_uuid, w.name as warehouse_name, page.reason, ${assignee} as assignee, coalesce(page.assignee_uuid = $2, false) as is_mine,
  page.resolution, page.opened_at, page.changed_at, page.resolved_at, page.closed_at, page.version`;

/** The joins that `exceptionColumns` need. */
const exceptionJoins = `left join sales_order o on o.provider_uuid = page.provider_uuid and o.order_uuid = page.order_uuid
  left join warehouse w on w.provider_uuid = page.provider_uuid and w.warehouse_uuid = page.warehouse_uuid ${joinOwner("page.owner_uuid")}`;

const exceptions = `with page as (select * from exception_case where provider_uuid = $1 order by exception_uuid desc limit 50), ${withPeople("select assignee_uuid from page")}
  select ${exceptionColumns(selectName("page.assignee_uuid"))}, ${countUpToLimit("from exception_case where provider_uuid = $1")} from page ${exceptionJoins} order by page.exception_uuid desc`;

const ownRows = `from exception_case where provider_uuid = $1 and owner_uuid = $3 and type not in (${inside})`;
const ownExceptions = `with page as (select * ${ownRows} order by exception_uuid desc limit 50)
  select ${exceptionColumns("''")}, ${countUpToLimit(ownRows)} from page ${exceptionJoins} order by page.exception_uuid desc`;

const exception = `with page as (select * from exception_case where provider_uuid = $1 and exception_uuid = $3),
    ${withPeople("select assignee_uuid from page union all select user_uuid from exception_event where provider_uuid = $1 and exception_uuid = $3")}
  select ${exceptionColumns(selectName("page.assignee_uuid"))}, o.status as order_status, o.holds as order_holds, coalesce(o.fulfilment_status <> 'unfulfilled', false) as has_left, o.country, null as recipient, null as substitute,
    ${collect(`select l.line_uuid, l.sku, l.title, l.quantity, exists (select from order_demand d where d.provider_uuid = l.provider_uuid and d.order_uuid = l.order_uuid and d.line_uuid = l.line_uuid and d.is_reserved) as is_reserved
      from order_line l where l.provider_uuid = page.provider_uuid and l.order_uuid = page.order_uuid order by l.line_number`)} as lines,
    ${collect(`select e.event_uuid, e.event, e.from_status, e.to_status, e.at, ${selectName("e.user_uuid")} as username, case when e.by_retailer then 'retailer' when e.user_uuid is null then 'system' else 'staff' end as by,
      e.is_internal, e.message, case when e.detail <> '{}' then (
        select json_build_object('sku', v.sku, 'title', v.title, 'location', c.barcode, 'quantity', d.quantity, 'reason', d.reason)
        from jsonb_to_record(e.detail) d (variant_uuid uuid, location_uuid uuid, quantity integer, reason text)
          left join variant v on v.provider_uuid = e.provider_uuid and v.variant_uuid = d.variant_uuid
          left join location c on c.provider_uuid = e.provider_uuid and c.location_uuid = d.location_uuid) end as pieces
      from exception_event e where e.provider_uuid = $1 and e.exception_uuid = $3 order by e.event_uuid desc limit 200`)} as events
  from page ${exceptionJoins}`;

const assignees = `select s.user_uuid, s.name from exception_case x cross join lateral staff_with_permission('exceptions', x.warehouse_uuid) s where x.provider_uuid = $1 and x.exception_uuid = $2`;

/** Waves, pick tasks and exceptions: their lists, and one of each. */
export function outboundReads({
  providerUuid,
  providerUser,
  retailerUuid,
  retailersUser,
  warehouseUuid,
  waveUuid,
  taskUuid,
  exceptionUuid,
}: Marks): Read[] {
  const all = { as: provider, query: firstPage, values: [providerUuid] };
  const mine = { ...all, values: [providerUuid, providerUser] };
  const ofOneWave = { as: provider, query: `wave_uuid=${waveUuid}`, values: [providerUuid, waveUuid] };
  const ofOneException = { as: provider, query: `exception_uuid=${exceptionUuid}` };
  return [
    { ...all, call: listWaves, text: selectWaves() },
    { ...all, call: queryWaveElements, query: `${firstPage}&field=status&value=picked`, text: selectWaves(" and status = 'picked'") },
    { ...ofOneWave, call: listWaveOrders, query: `${firstPage}&wave_uuid=${waveUuid}`, text: members },
    { ...ofOneWave, call: getWave, text: wave },
    { ...all, call: getWavePool, query: `warehouse_uuid=${warehouseUuid}`, text: pool, values: [providerUuid, warehouseUuid] },
    { ...mine, call: listPickTasks, text: tasks },
    { ...mine, call: getPickTask, query: `task_uuid=${taskUuid}`, text: task, values: [providerUuid, providerUser, taskUuid] },
    { ...all, call: listLeftPieces, text: left },
    { ...mine, call: listToReview, text: toReview },
    { ...mine, call: listExceptions, text: exceptions },
    {
      call: listExceptions,
      label: "a retailer's",
      as: retailer,
      query: firstPage,
      text: ownExceptions,
      values: [providerUuid, retailersUser, retailerUuid],
    },
    { ...ofOneException, call: getException, text: exception, values: [providerUuid, providerUser, exceptionUuid] },
    { ...ofOneException, call: listAssignees, text: assignees, values: [providerUuid, exceptionUuid] },
  ];
}

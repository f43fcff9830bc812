import { listBalances, listMovements, listReconciliations, listStock } from "#src/warehouse/stock/stock.contract.ts";
import { listStocktakeLines, listStocktakes } from "#src/warehouse/stock/stocktake.contract.ts";
import { firstPage, provider } from "./read.ts";
import type { Marks, Read } from "./read.ts";
import { countUpToLimit, joinOwner, joinPicture, ownerName, pictureName, selectIncoming, selectStock } from "./reads-sql.ts";

// "offset 0" asks for each of the few archived ones, instead of reading all balances once.
const stockedVariants = `from variant v where v.provider_uuid = $1 and v.merged_into_uuid is null and not v.is_bundle and (not v.is_archived or exists (
  select from stock_balance b where b.provider_uuid = v.provider_uuid and b.owner_uuid = v.owner_uuid and b.variant_uuid = v.variant_uuid and b.quantity > 0 offset 0))`;

// Awaited: good pieces with an open putaway task from here; quarantined ones that wait for a decision anywhere in the warehouse.
const balances = `with page as (
    select * from stock_balance where provider_uuid = $1 and quantity > 0 order by variant_uuid, warehouse_uuid, location_uuid, owner_uuid, lot, condition limit 50
  )
  select page.variant_uuid, v.sku, v.title, p.title as product_title, page.owner_uuid, ${ownerName} as owner_name, page.warehouse_uuid, w.name as warehouse_name, page.location_uuid, l.barcode,
    l.type as location_type, l.is_blocked, page.lot, t.expires_on::text as expires_on, page.condition, page.quantity, page.reserved, page.since, free.movable,
    case when page.condition = 'quarantined' then greatest(least(free.movable, (
        select sum(b.quantity) from stock_balance b where b.provider_uuid = page.provider_uuid and b.variant_uuid = page.variant_uuid and b.warehouse_uuid = page.warehouse_uuid
          and b.owner_uuid = page.owner_uuid and b.lot = page.lot and b.condition = 'quarantined') - (
        select coalesce(sum(r.unqualified - r.decided), 0) from receipt_line r join receipt o on o.provider_uuid = r.provider_uuid and o.receipt_uuid = r.receipt_uuid
        where r.provider_uuid = page.provider_uuid and r.variant_uuid = page.variant_uuid and r.owner_uuid = page.owner_uuid and r.lot = page.lot and r.unqualified > r.decided
          and o.warehouse_uuid = page.warehouse_uuid)), 0) else free.movable end as changeable,
    ${countUpToLimit("from stock_balance where provider_uuid = $1 and quantity > 0")}
  from page join variant v on v.provider_uuid = page.provider_uuid and v.variant_uuid = page.variant_uuid
    join product p on p.provider_uuid = v.provider_uuid and p.product_uuid = v.product_uuid
    join location l on l.provider_uuid = page.provider_uuid and l.location_uuid = page.location_uuid
    join warehouse w on w.provider_uuid = page.provider_uuid and w.warehouse_uuid = page.warehouse_uuid
    left join lot t on page.lot <> '' and t.provider_uuid = page.provider_uuid and t.variant_uuid = page.variant_uuid and t.lot = page.lot
    ${joinOwner("page.owner_uuid")}
    cross join lateral (
      select greatest(page.quantity - greatest(page.reserved, case when page.condition = 'good' then (
        select coalesce(sum(k.quantity), 0) from receipt_line r join putaway_task k on k.provider_uuid = r.provider_uuid and k.receipt_uuid = r.receipt_uuid and k.line_uuid = r.line_uuid
        where r.provider_uuid = page.provider_uuid and r.variant_uuid = page.variant_uuid and r.owner_uuid = page.owner_uuid and r.lot = page.lot and r.qualified + r.accepted > r.put_away
          and k.status in ('pending', 'assigned') and k.from_location_uuid = page.location_uuid) else 0 end), 0) as movable
    ) free
  order by page.variant_uuid, page.warehouse_uuid, page.location_uuid, page.owner_uuid, page.lot, page.condition`;

const end = (
  entry: string,
) => `json_build_object('place', ${entry}.place, 'warehouse_uuid', ${entry}.warehouse_uuid, 'warehouse_name', w.name, 'location_uuid', ${entry}.location_uuid,
  'barcode', coalesce(${entry}_location.barcode, ''), 'condition', ${entry}.condition, 'quantity_after', null)`;

// A movement stays within a warehouse; each person's name is looked up once.
const movements = `with page as (select * from stock_entry where provider_uuid = $1 and leg = 2 order by movement_uuid desc limit 50),
    person as materialized (select user_uuid, colleague_name(user_uuid) as name from (select distinct user_uuid from page where user_uuid is not null) known)
  select page.movement_uuid, page.at, page.source_type, page.source_uuid, page.variant_uuid, v.sku, page.owner_uuid, ${ownerName} as owner_name, page.lot, page.quantity, page.reason,
    person.name as username, ${end("origin")} as "from", ${end("page")} as "to", ${countUpToLimit("from stock_entry where provider_uuid = $1 and leg = 2")}
  from page join stock_entry origin on origin.provider_uuid = page.provider_uuid and origin.movement_uuid = page.movement_uuid and origin.leg = 1
    join variant v on v.provider_uuid = page.provider_uuid and v.variant_uuid = page.variant_uuid
    join warehouse w on w.provider_uuid = page.provider_uuid and w.warehouse_uuid = page.warehouse_uuid
    left join location page_location on page_location.provider_uuid = page.provider_uuid and page_location.location_uuid = page.location_uuid
    left join location origin_location on origin_location.provider_uuid = page.provider_uuid and origin_location.location_uuid = origin.location_uuid
    left join person on person.user_uuid = page.user_uuid ${joinOwner("page.owner_uuid")}
  order by page.movement_uuid desc`;

const stocktakes = `with page as (select * from stocktake where provider_uuid = $1 order by stocktake_uuid desc limit 50),
    person as materialized (select user_uuid, colleague_name(user_uuid) as name from (select created_by as user_uuid from page union select approved_by from page) known)
  select page.stocktake_uuid, page.stocktake_number, page.warehouse_uuid, w.name as warehouse_name, page.status, page.is_blind, page.remark, page.created_at, page.ended_at, page.version,
    creator.name as created_by, approver.name as approved_by, line_count, counted_count, difference_count, recount_count, finished_location_count, empty_location_count,
    ${countUpToLimit("from stocktake where provider_uuid = $1")}
  from page join warehouse w on w.provider_uuid = page.provider_uuid and w.warehouse_uuid = page.warehouse_uuid
    left join person creator on creator.user_uuid = page.created_by left join person approver on approver.user_uuid = page.approved_by
    cross join lateral (
      select count(*) as line_count, count(coalesce(recounted, counted)) as counted_count, count(*) filter (where coalesce(recounted, counted) <> expected) as difference_count,
        count(*) filter (where recounted is null and counted <> expected) as recount_count
      from stocktake_line l where l.provider_uuid = page.provider_uuid and l.stocktake_uuid = page.stocktake_uuid
    ) lines
    cross join lateral (
      select count(*) as finished_location_count, count(*) filter (where not exists (
        select from stocktake_line l where l.provider_uuid = f.provider_uuid and l.stocktake_uuid = f.stocktake_uuid and l.location_uuid = f.location_uuid and coalesce(l.recounted, l.counted) > 0
      )) as empty_location_count
      from stocktake_location f where f.provider_uuid = page.provider_uuid and f.stocktake_uuid = page.stocktake_uuid
    ) finished
  order by page.stocktake_uuid desc`;

const stocktakeLines = `with page as (
    select s.*, l.barcode, l.pick_sequence from stocktake_line s join location l on l.provider_uuid = s.provider_uuid and l.location_uuid = s.location_uuid
    where s.provider_uuid = $1 and s.stocktake_uuid = $2 order by l.pick_sequence, s.location_uuid, s.line_uuid limit 50
  ), person as materialized (select user_uuid, colleague_name(user_uuid) as name from (select distinct counted_by as user_uuid from page where counted_by is not null) known)
  select page.line_uuid, page.location_uuid, page.barcode, page.variant_uuid, v.sku, p.title, v.title as variant_title, page.owner_uuid, ${ownerName} as owner_name, ${pictureName} as main_image,
    page.lot, page.condition, page.expected, page.counted, page.recounted, coalesce(page.recounted, page.counted) - page.expected as difference, page.counted_at, person.name as counted_by,
    ${countUpToLimit("from stocktake_line where provider_uuid = $1 and stocktake_uuid = $2")}
  from page join variant v on v.provider_uuid = page.provider_uuid and v.variant_uuid = page.variant_uuid
    join product p on p.provider_uuid = v.provider_uuid and p.product_uuid = v.product_uuid
    left join person on person.user_uuid = page.counted_by ${joinOwner("page.owner_uuid")} ${joinPicture("p")}
  order by page.pick_sequence, page.location_uuid, page.line_uuid`;

/** Lists of stock, its movements and counts. */
export function stockReads({ providerUuid, stocktakeUuid }: Marks): Read[] {
  const ofProvider = { as: provider, query: `${firstPage}&provider_uuid=${providerUuid}`, values: [providerUuid] };
  return [
    {
      ...ofProvider,
      call: listStock,
      text: `with page as (select * ${stockedVariants} order by v.sku_key, v.variant_uuid limit 50)
        select page.variant_uuid, page.product_uuid, page.owner_uuid, page.sku, page.title, page.low_stock_quantity, p.title as product_title, ${ownerName} as owner_name, stock.*, coming.incoming,
          ${countUpToLimit(stockedVariants)}
        from page join product p on p.provider_uuid = page.provider_uuid and p.product_uuid = page.product_uuid ${joinOwner("page.owner_uuid")}
          cross join lateral ${selectStock("page")} stock cross join lateral ${selectIncoming("page")} coming
        order by page.sku_key, page.variant_uuid`,
      derived: ["level"],
    },
    { ...ofProvider, call: listBalances, text: balances },
    { ...ofProvider, call: listMovements, text: movements },
    {
      ...ofProvider,
      call: listReconciliations,
      text: `select reconciliation_uuid, at, balance_count, difference_count, differences, ${countUpToLimit("from stock_reconciliation where provider_uuid = $1")}
        from stock_reconciliation where provider_uuid = $1 order by reconciliation_uuid desc limit 50`,
    },
    { ...ofProvider, call: listStocktakes, text: stocktakes },
    {
      ...ofProvider,
      call: listStocktakeLines,
      query: `${ofProvider.query}&stocktake_uuid=${stocktakeUuid}`,
      text: stocktakeLines,
      values: [providerUuid, stocktakeUuid],
    },
  ];
}

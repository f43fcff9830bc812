import { listReceipts } from "#src/warehouse/receipts/receipts.contract.ts";
import { listPutaway } from "#src/warehouse/receipts/receiving.contract.ts";
import { listLocations } from "#src/warehouse/warehouses/locations.contract.ts";
import { queryStorage } from "#src/warehouse/warehouses/warehouses.contract.ts";
import { firstPage, provider } from "./read.ts";
import type { Marks, Read } from "./read.ts";
import { countUpToLimit, joinOwner, joinPicture, ownerName, pictureName } from "./reads-sql.ts";

/** The columns of a receipt `page`. */
export const receiptColumns = `page.receipt_uuid, page.receipt_number, page.reference, page.status, page.warehouse_uuid, w.name as warehouse_name, w.is_closed as is_warehouse_closed,
  exists (select from receipt_event e where e.provider_uuid = page.provider_uuid and e.receipt_uuid = page.receipt_uuid and e.event = 'submit') as was_submitted,
  page.owner_uuid, ${ownerName} as owner_name, page.expected_on::text, page.remark, page.reason, sums.*,
  (select count(*) from receipt_box b where b.provider_uuid = page.provider_uuid and b.receipt_uuid = page.receipt_uuid) as box_count,
  page.created_at, page.submitted_at, page.confirmed_at, page.arrived_at, page.ended_at, page.version`;

/** The joins that `receiptColumns` need. */
export const receiptJoins = `join warehouse w on w.provider_uuid = page.provider_uuid and w.warehouse_uuid = page.warehouse_uuid ${joinOwner("page.owner_uuid")}
  cross join lateral (
    select count(*) as line_count, coalesce(sum(l.expected), 0) as expected, coalesce(sum(l.counted), 0) as number, coalesce(sum(l.qualified), 0) as qualified_quantity,
      coalesce(sum(l.unqualified), 0) as unqualified_quantity, coalesce(sum(l.put_away), 0) as put_away, coalesce(sum(l.decided), 0) as decided, coalesce(sum(l.accepted), 0) as accepted
    from receipt_line l where l.provider_uuid = page.provider_uuid and l.receipt_uuid = page.receipt_uuid
  ) sums`;

/** Warehouses by name. @param filter condition and limit of the page */
export function selectWarehouses(filter: string, limit: number): string {
  return `select w.warehouse_uuid, w.name, w.code, w.country_code, w.address, w.time_zone, w.width_mm, w.depth_mm, w.is_closed, w.version,
      (select count(*) from location l where l.provider_uuid = w.provider_uuid and l.warehouse_uuid = w.warehouse_uuid) as location_count,
      exists (select from stock_balance b where b.provider_uuid = w.provider_uuid and b.warehouse_uuid = w.warehouse_uuid and b.quantity > 0) as has_stock,
      w.warehouse_uuid in (
        select warehouse_uuid from receipt where provider_uuid = $1 and status in ('draft', 'submitted', 'confirmed', 'arrived', 'inspecting', 'putting_away')) as has_receipts,
      ${countUpToLimit(`from warehouse where provider_uuid = $1${filter}`)}
    from (select * from warehouse where provider_uuid = $1${filter} order by lower(name), warehouse_uuid limit ${limit}) w order by lower(w.name), w.warehouse_uuid`;
}

const locations = `with page as (select * from location where provider_uuid = $1 and warehouse_uuid = $2 order by pick_sequence, location_uuid limit 50)
  select page.location_uuid, page.warehouse_uuid, page.shelf_uuid, page.barcode, page.type, page.pick_sequence, page.put_sequence, page.capacity_ml, page.capacity_grams, page.is_blocked, page.blocked_reason,
    page.version, page.x_mm, page.y_mm, page.level, w.name as warehouse_name, s.code as shelf_code, p.code as partition_code, goods.quantity, goods.sku_count,
    exists (select from stock_entry e where e.provider_uuid = page.provider_uuid and e.location_uuid = page.location_uuid)
      or exists (select from stocktake_location t where t.provider_uuid = page.provider_uuid and t.location_uuid = page.location_uuid) as has_history,
    page.type in ('receiving', 'packing', 'damaged') and not exists (select from location other where other.provider_uuid = page.provider_uuid and other.warehouse_uuid = page.warehouse_uuid
      and other.type = page.type and other.location_uuid <> page.location_uuid) as is_last_of_floor,
    ${countUpToLimit("from location where provider_uuid = $1 and warehouse_uuid = $2")}
  from page join warehouse w on w.provider_uuid = page.provider_uuid and w.warehouse_uuid = page.warehouse_uuid
    left join shelf s on s.provider_uuid = page.provider_uuid and s.shelf_uuid = page.shelf_uuid
    left join partition p on p.provider_uuid = s.provider_uuid and p.partition_uuid = s.partition_uuid
    cross join lateral (
      select coalesce(sum(b.quantity), 0) as quantity, count(distinct b.variant_uuid) as sku_count from stock_balance b
      where b.provider_uuid = page.provider_uuid and b.location_uuid = page.location_uuid and b.quantity > 0
    ) goods
  order by page.pick_sequence, page.location_uuid`;

const open = "provider_uuid = $1 and status in ('pending', 'assigned')";
const putSequence = "coalesce(page.put_sequence, 2147483647)";
// An open task was not done by anybody, and leads to no location yet.
const putaway = `with page as (
    select t.*, s.put_sequence, s.barcode as suggested_barcode
    from putaway_task t left join location s on s.provider_uuid = t.provider_uuid and s.location_uuid = t.suggested_location_uuid
    where t.provider_uuid = $1 and t.status in ('pending', 'assigned') order by coalesce(s.put_sequence, 2147483647), t.task_uuid limit 50
  )
  select page.task_uuid, page.receipt_uuid, r.receipt_number, r.warehouse_uuid, page.line_uuid, page.owner_uuid, ${ownerName} as owner_name, l.variant_uuid, v.sku, p.title, v.title as variant_title,
    ${pictureName} as main_image, l.lot, 'pending' as status, page.quantity, origin.barcode as from_barcode, page.suggested_barcode, '' as location_barcode, page.created_at, page.done_at, '' as done_by,
    ${countUpToLimit(`from putaway_task where ${open}`)}
  from page join receipt r on r.provider_uuid = page.provider_uuid and r.receipt_uuid = page.receipt_uuid
    join receipt_line l on l.provider_uuid = page.provider_uuid and l.receipt_uuid = page.receipt_uuid and l.line_uuid = page.line_uuid
    join variant v on v.provider_uuid = l.provider_uuid and v.variant_uuid = l.variant_uuid join product p on p.provider_uuid = v.provider_uuid and p.product_uuid = v.product_uuid
    join location origin on origin.provider_uuid = page.provider_uuid and origin.location_uuid = page.from_location_uuid ${joinOwner("page.owner_uuid")} ${joinPicture("p")}
  order by ${putSequence}, page.task_uuid`;

/** Lists of warehouses, their locations and what arrives. */
export function warehouseReads({ providerUuid, warehouseUuid }: Marks): Read[] {
  return [
    {
      call: queryStorage,
      as: provider,
      query: `${firstPage}&provider_uuid=${providerUuid}`,
      text: selectWarehouses("", 50),
      values: [providerUuid],
    },
    {
      call: listLocations,
      as: provider,
      query: `${firstPage}&warehouse_uuid=${warehouseUuid}`,
      text: locations,
      values: [providerUuid, warehouseUuid],
    },
    {
      call: listReceipts,
      as: provider,
      query: `${firstPage}&provider_uuid=${providerUuid}`,
      text: `with page as (select * from receipt where provider_uuid = $1 order by receipt_uuid desc limit 50)
        select ${receiptColumns}, ${countUpToLimit("from receipt where provider_uuid = $1")} from page ${receiptJoins} order by page.receipt_uuid desc`,
      values: [providerUuid],
    },
    { call: listPutaway, as: provider, query: firstPage, text: putaway, values: [providerUuid] },
  ];
}

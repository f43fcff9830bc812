import { getWallet } from "#src/billing/wallet/wallet.contract.ts";
import { getProduct, listOwners, listVariants } from "#src/warehouse/goods/goods.contract.ts";
import { receipt } from "#src/warehouse/receipts/receipts.contract.ts";
import { locationsMap } from "#src/warehouse/warehouses/locations.contract.ts";
import { queryStorage } from "#src/warehouse/warehouses/warehouses.contract.ts";
import { provider } from "./read.ts";
import type { Marks, Read } from "./read.ts";
import { pictureAddress, variantColumns, variantJoins } from "./reads-goods.ts";
import { homeReads } from "./reads-home.ts";
import { collect, countUpToLimit, joinOwner, joinPicture, lowestKey, ownerName, pictureName } from "./reads-sql.ts";
import { receiptColumns, receiptJoins, selectWarehouses } from "./reads-warehouse.ts";

/** Bundles of a part, or parts of a bundle, of a row `page`. */
function selectParts(mine: string, other: string): string {
  return `(select coalesce(json_agg(json_build_object('variant_uuid', v.variant_uuid, 'sku', v.sku, 'title', titled.title, 'quantity', c.quantity) order by v.sku_key), '[]')
    from bundle_component c join variant v on v.provider_uuid = c.provider_uuid and v.variant_uuid = c.${other}
      join product titled on titled.provider_uuid = v.provider_uuid and titled.product_uuid = v.product_uuid
    where c.provider_uuid = page.provider_uuid and c.${mine} = page.variant_uuid)`;
}

// No index finds merged SKUs: those of all of its variants are looked for once.
const product = `with merged as materialized (
    select merged_into_uuid, json_agg(sku order by sku_key) as skus from variant
    where provider_uuid = $1 and merged_into_uuid = any (array(select variant_uuid from variant where provider_uuid = $1 and product_uuid = $2)) group by merged_into_uuid
  )
  select p.product_uuid, p.owner_uuid, p.title, p.description, p.brand, p.category, p.is_archived, p.created_at, p.version, ${ownerName} as owner_name,
    coalesce('${pictureAddress}' || (pictures.images ->> 0), p.main_image_url) as main_image_url, coalesce(pictures.images, '[]') as images,
    (select coalesce(json_agg(v order by v.variant_uuid), '[]') from (
      select ${variantColumns}, page.declared_name, page.declared_name_zh, page.hs_code, page.origin_country, page.declared_value_cents, page.currency, page.has_battery,
        ${selectParts("bundle_uuid", "component_uuid")} as components, ${selectParts("component_uuid", "bundle_uuid")} as part_of,
        coalesce(merged.skus, '[]') as merged_skus
      from variant page ${variantJoins} left join merged on merged.merged_into_uuid = page.variant_uuid where page.provider_uuid = $1 and page.product_uuid = $2 and page.merged_into_uuid is null
    ) v) as variants
  from product p ${joinOwner("p.owner_uuid")} cross join lateral (
    select json_agg(f.file_uuid || '.' || f.extension order by i.position) as images from product_image i join file f on f.provider_uuid = i.provider_uuid and f.file_uuid = i.file_uuid
    where i.provider_uuid = $1 and i.product_uuid = $2
  ) pictures where p.provider_uuid = $1 and p.product_uuid = $2`;

const ofReceipt = (table: string) => `${table}.provider_uuid = $1 and ${table}.receipt_uuid = $2`;
const sku =
  "join variant v on v.provider_uuid = l.provider_uuid and v.variant_uuid = l.variant_uuid join product p on p.provider_uuid = v.provider_uuid and p.product_uuid = v.product_uuid";
const line = (table: string) =>
  `join receipt_line l on l.provider_uuid = ${table}.provider_uuid and l.receipt_uuid = ${table}.receipt_uuid and l.line_uuid = ${table}.line_uuid`;
const selectName = (column: string) => `(select name from person where user_uuid = ${column})`;
const barcodeOf = (column: string) =>
  `(select o.barcode from location o where o.provider_uuid = t.provider_uuid and o.location_uuid = t.${column})`;

// Not `coalesce` for the merged SKU: under row-level security it keeps the join from the index, and `case` does not.
const receiptDetail = `with page as (select * from receipt where provider_uuid = $1 and receipt_uuid = $2),
    person as materialized (
      select user_uuid, colleague_name(user_uuid) as name from (
        select inspected_by as user_uuid from inspection i where ${ofReceipt("i")} union select done_by from putaway_task t where ${ofReceipt("t")} union
        select user_uuid from receipt_event e where ${ofReceipt("e")} union select decided_by from unqualified_decision d where ${ofReceipt("d")} union select taken_by from receipt_photo f where ${ofReceipt("f")}
      ) known where user_uuid is not null
    )
  select ${receiptColumns},
    ${collect(`select l.line_uuid, l.line_number, v.variant_uuid, l.box_number, l.lot, l.remark, l.expected, l.put_away, l.decided, l.accepted, v.sku, v.keeps_lots, v.keeps_expiry, l.counted as number,
      l.qualified as qualified_quantity, l.unqualified as unqualified_quantity, p.title, v.title as variant_title, l.expires_on::text, ${pictureName} as main_image
      from receipt_line l join variant announced on announced.provider_uuid = l.provider_uuid and announced.variant_uuid = l.variant_uuid
        join variant v on v.provider_uuid = l.provider_uuid and v.variant_uuid = case when announced.merged_into_uuid is null then announced.variant_uuid else announced.merged_into_uuid end
        join product p on p.provider_uuid = v.provider_uuid and p.product_uuid = v.product_uuid ${joinPicture("p")} where ${ofReceipt("l")} order by l.line_number`)} as lines,
    ${collect(`select b.box_number, b.barcode, b.arrived_at from receipt_box b where ${ofReceipt("b")} order by b.box_number`)} as boxes,
    ${collect(`select i.inspection_uuid, i.line_uuid, v.sku, l.lot, i.qualified_quantity, i.unqualified_quantity, i.qualified_quantity + i.unqualified_quantity as number, i.reason, i.at,
      i.undone_at is not null as is_undone, ${selectName("i.inspected_by")} as inspected_by from inspection i ${line("i")} ${sku} where ${ofReceipt("i")} order by i.inspection_uuid desc limit 200`)} as inspections,
    ${collect(`select d.decision_uuid, d.line_uuid, v.sku, d.decision, d.quantity, d.remark, d.at, ${selectName("d.decided_by")} as decided_by
      from unqualified_decision d ${line("d")} ${sku} where ${ofReceipt("d")} order by d.decision_uuid`)} as decisions,
    ${collect(`select f.photo_uuid, f.line_uuid, f.at, s.file_uuid || '.' || s.extension as filename, ${selectName("f.taken_by")} as taken_by
      from receipt_photo f join file s on s.provider_uuid = f.provider_uuid and s.file_uuid = f.file_uuid where ${ofReceipt("f")} order by f.photo_uuid`)} as photos,
    ${collect(`select t.task_uuid, t.receipt_uuid, page.receipt_number, page.warehouse_uuid, t.line_uuid, t.owner_uuid, ${ownerName} as owner_name, l.variant_uuid, v.sku, p.title, v.title as variant_title,
      ${pictureName} as main_image, l.lot, case t.status when 'assigned' then 'pending' else t.status end as status, t.quantity, ${barcodeOf("from_location_uuid")} as from_barcode,
      ${barcodeOf("suggested_location_uuid")} as suggested_barcode, ${barcodeOf("location_uuid")} as location_barcode, t.created_at, t.done_at, ${selectName("t.done_by")} as done_by
      from putaway_task t ${line("t")} ${sku} ${joinPicture("p")} where ${ofReceipt("t")} order by t.task_uuid desc limit 200`)} as putaway,
    ${collect(`select e.event_uuid, e.event, e.from_status, e.to_status, e.at, ${selectName("e.user_uuid")} as username, e.detail ->> 'reason' as reason, (e.detail ->> 'quantity')::integer as quantity
      from receipt_event e where ${ofReceipt("e")} order by e.event_uuid desc limit 200`)} as events
  from page ${receiptJoins}`;

const wallet = `select r.retailer_uuid, r.name as retailer_name, coalesce(a.currency, c.currency, 'USD') as currency, coalesce(a.balance_cents, 0) as balance_cents, coalesce(t.credit_limit_cents, 0) as credit_limit_cents,
    c.rate_card_uuid, c.name as rate_card_name, c.rate_card_uuid is not null and t.rate_card_uuid is null as is_default_card, to_char(local.month, 'YYYY-MM') as month, spent.*,
    (select case when bool_and(last is not null) then min(last)::text end from (
      select (select max(d.day) from charge_run d where d.provider_uuid = w.provider_uuid and d.warehouse_uuid = w.warehouse_uuid) as last from warehouse w where w.provider_uuid = $1) charged) as charged_until
  from retailer r left join billing_setting s on s.provider_uuid = $1
    left join wallet_account a on a.provider_uuid = $1 and a.retailer_uuid = r.retailer_uuid and a.account = 'balance'
    left join retailer_terms t on t.provider_uuid = $1 and t.retailer_uuid = r.retailer_uuid
    left join rate_card c on c.provider_uuid = $1 and c.rate_card_uuid = coalesce(t.rate_card_uuid, s.default_rate_card_uuid)
    cross join lateral (select date_trunc('month', now() at time zone coalesce(s.time_zone, 'UTC')) as month) local
    cross join lateral (
      select ${["storage", "handling", "shipping", "goods", "other"].map((kind) => `coalesce(sum(e.amount_cents) filter (where e.account = '${kind}'), 0)::bigint as ${kind}`).join(", ")}
      from wallet_entry e where e.provider_uuid = $1 and e.retailer_uuid = $2 and e.leg = 2 and e.transaction_uuid >= ${lowestKey("(local.month at time zone coalesce(s.time_zone, 'UTC'))")}
    ) spent
  where r.retailer_uuid = $2`;

const map = `with content as (
    select b.location_uuid, sum(b.quantity) as quantity, sum(b.quantity * coalesce(size.mm3, 0)) / 1000 as used_ml, coalesce(sum(b.quantity) filter (where size.mm3 is null), 0) as unmeasured
    from stock_balance b join variant v on v.provider_uuid = b.provider_uuid and v.variant_uuid = b.variant_uuid
      cross join lateral (select coalesce(v.measured_length_mm::numeric * v.measured_width_mm * v.measured_height_mm, v.length_mm::numeric * v.width_mm * v.height_mm) as mm3) size
    where b.provider_uuid = $1 and b.warehouse_uuid = $2 and b.quantity > 0 group by b.location_uuid
  ), filled as (
    select l.shelf_uuid, count(*) as location_count, count(content.location_uuid) as used_count, count(*) filter (where l.is_blocked) as blocked_count, coalesce(sum(content.quantity), 0) as quantity,
      coalesce(sum(content.used_ml), 0) as used_ml, case when bool_and(l.capacity_ml is not null) then sum(l.capacity_ml) end as capacity_ml, coalesce(sum(content.unmeasured), 0) as unmeasured
    from location l left join content on content.location_uuid = l.location_uuid where l.provider_uuid = $1 and l.warehouse_uuid = $2 and l.shelf_uuid is not null group by l.shelf_uuid
  )
  select w.warehouse_uuid, w.name, w.width_mm, w.depth_mm,
    ${collect("select partition_uuid, code, name, x_mm, y_mm, width_mm, depth_mm from partition where provider_uuid = $1 and warehouse_uuid = $2 order by code")} as partitions,
    ${collect(`select l.location_uuid, l.barcode, l.type, l.x_mm, l.y_mm, l.is_blocked, coalesce(content.quantity, 0) as quantity from location l left join content on content.location_uuid = l.location_uuid
      where l.provider_uuid = $1 and l.warehouse_uuid = $2 and l.shelf_uuid is null and l.type <> 'tote' order by l.pick_sequence, l.location_uuid limit 500`)} as floor,
    ${collect(`select s.shelf_uuid, s.partition_uuid, s.code, s.x_mm, s.y_mm, s.width_mm, s.depth_mm, s.is_turned, s.version, coalesce(location_count, 0) as location_count, coalesce(used_count, 0) as used_count,
      coalesce(blocked_count, 0) as blocked_count, coalesce(quantity, 0) as quantity, used_ml, capacity_ml, unmeasured, 0 as movement_count
      from shelf s left join filled on filled.shelf_uuid = s.shelf_uuid where s.provider_uuid = $1 and s.warehouse_uuid = $2 order by s.code`)} as shelves
  from warehouse w where w.provider_uuid = $1 and w.warehouse_uuid = $2`;

const owners = `select *, count(*) over () as total from (
    select provider_uuid as owner_uuid, name as owner_name, true as is_own from provider where provider_uuid = $1
    union all select r.retailer_uuid, r.name, false from retailer_provider rp join retailer r on r.retailer_uuid = rp.retailer_uuid where rp.provider_uuid = $1
  ) owner order by is_own desc, lower(owner_name), owner_uuid limit 200`;

// A code is a barcode or a SKU; each is found by its own index.
const scanned = `from variant v where v.provider_uuid = $1 and v.merged_into_uuid is null and not v.is_archived and v.variant_uuid in (
  select s.variant_uuid from variant s where s.provider_uuid = $1 and s.sku_key = lower($2) union all select b.variant_uuid from sku_barcode b where b.provider_uuid = $1 and b.barcode = $2)`;

/** The ten most used reads that are no page of a list screen: what screens begin with, details, choices and look-ups. */
export function otherReads(marks: Marks): Read[] {
  const { providerUuid, retailerUuid, productUuid, receiptUuid, warehouseUuid, barcode } = marks;
  return [
    ...homeReads(marks),
    {
      call: getProduct,
      as: provider,
      query: `product_uuid=${productUuid}`,
      text: product,
      values: [providerUuid, productUuid],
      derived: ["level"],
      flattened: ["stock"],
    },
    { call: receipt, as: provider, query: `receipt_uuid=${receiptUuid}`, text: receiptDetail, values: [providerUuid, receiptUuid] },
    {
      call: getWallet,
      as: provider,
      query: `retailer_uuid=${retailerUuid}`,
      text: wallet,
      values: [providerUuid, retailerUuid],
      flattened: ["month_cents"],
    },
    {
      call: locationsMap,
      as: provider,
      query: `warehouse_uuid=${warehouseUuid}`,
      text: map,
      values: [providerUuid, warehouseUuid],
      derived: ["fill", "fill_by"],
    },
    {
      call: queryStorage,
      label: "choices",
      as: provider,
      query: "page_size=200&is_closed=false",
      text: selectWarehouses(" and not is_closed", 200),
      values: [providerUuid],
    },
    { call: listOwners, as: provider, query: "", text: owners, values: [providerUuid] },
    {
      call: listVariants,
      label: "a scanned code",
      as: provider,
      query: `provider_uuid=${providerUuid}&code=${barcode}&page_size=1`,
      text: `with page as (select * ${scanned} order by variant_uuid desc limit 1) select ${variantColumns}, ${countUpToLimit(scanned)} from page ${variantJoins}`,
      values: [providerUuid, barcode],
      derived: ["level"],
      flattened: ["stock"],
    },
  ];
}

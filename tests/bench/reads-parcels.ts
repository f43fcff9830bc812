import { queryBaggedElements } from "#src/outbound/bagging/bagging.contract.ts";
import { listManifests } from "#src/outbound/bagging/manifests.contract.ts";
import { listBoxes } from "#src/outbound/packing/boxes.contract.ts";
import { listToPack, listToWeigh } from "#src/outbound/packing/packing.contract.ts";
import { listReturns } from "#src/outbound/returns/returns.contract.ts";
import { listParcelsWithout, listWaybills } from "#src/outbound/waybills/waybills.contract.ts";
import { waybillTabs } from "#src/outbound/waybills/waybills.rules.ts";
import type { WaybillTab } from "#src/outbound/waybills/waybills.rules.ts";
import { firstPage, provider, retailer } from "./read.ts";
import type { Marks, Read } from "./read.ts";
import { countUpToLimit, joinOwner, ownerName } from "./reads-sql.ts";

const boxRows = "from box_type where provider_uuid = $1";
const boxes = `select box_uuid, name, kind, length_mm, width_mm, height_mm, weight_grams, max_weight_grams, is_active, version, ${countUpToLimit(boxRows)}
  ${boxRows} order by box_uuid desc limit 50`;

const joinWarehouse = "join warehouse h on h.provider_uuid = page.provider_uuid and h.warehouse_uuid = page.warehouse_uuid";

const reviewedRows = "from sales_order where provider_uuid = $1 and status = 'reviewed'";
const toPack = `with page as (select * ${reviewedRows} order by order_uuid limit 50)
  select page.order_uuid, page.order_number, page.kind, page.warehouse_uuid, h.name as warehouse_name, w.wave_number, page.status,
    (select coalesce(json_agg(distinct c.barcode), '[]') from reservation r join location c on c.provider_uuid = r.provider_uuid and c.location_uuid = r.location_uuid
     where r.provider_uuid = page.provider_uuid and r.source_type = 'order' and r.source_uuid = page.order_uuid and r.status = 'open') as locations,
    page.demand_skus as sku_count, page.demand_pieces as piece_count, page.holds <> '{}' as is_held, page.due_at, ${countUpToLimit(reviewedRows)}
  from page ${joinWarehouse} join wave w on w.provider_uuid = page.provider_uuid and w.wave_uuid = page.wave_uuid
  order by page.order_uuid`;

const closedRows = "from parcel where provider_uuid = $1 and status = 'closed'";
const toWeigh = `with page as (select * ${closedRows} order by parcel_uuid limit 50)
  select page.parcel_uuid, page.parcel_number, page.box_mark, page.length_mm, page.width_mm, page.height_mm, page.order_uuid, o.order_number, page.warehouse_uuid, page.status, coalesce(b.name, '') as box_name,
    page.piece_count, page.expected_grams, page.measured_grams, page.variance_reason, o.holds <> '{}' as is_held, page.packed_at, h.settings, ${countUpToLimit(closedRows)}
  from page join sales_order o on o.provider_uuid = page.provider_uuid and o.order_uuid = page.order_uuid ${joinWarehouse}
    left join box_type b on b.provider_uuid = page.provider_uuid and b.box_uuid = page.box_uuid
  order by page.parcel_uuid`;

const bagRows = "from bag where provider_uuid = $1";
const bags = `with page as (select * ${bagRows} order by bag_uuid desc limit 50)
  select page.bag_uuid, page.bag_number, page.status, page.warehouse_uuid, h.name as warehouse_name, page.channel_uuid, c.name as channel_name, page.carrier_account_uuid, coalesce(a.label, '') as account_name,
    page.ship_date::text as ship_date, sums.*, page.weight_grams, page.manifest_uuid, coalesce(m.manifest_number, '') as manifest_number, page.opened_at, page.sealed_at, page.handed_over_at, ${countUpToLimit(bagRows)}
  from page ${joinWarehouse} join channel c on c.provider_uuid = page.provider_uuid and c.channel_uuid = page.channel_uuid
    left join carrier_account a on a.provider_uuid = page.provider_uuid and a.carrier_account_uuid = page.carrier_account_uuid
    left join manifest m on m.provider_uuid = page.provider_uuid and m.manifest_uuid = page.manifest_uuid
    cross join lateral (
      select count(*) as parcel_count, coalesce(sum(p.measured_grams), 0) as parcel_grams from bag_parcel k join parcel p on p.provider_uuid = k.provider_uuid and p.parcel_uuid = k.parcel_uuid
      where k.provider_uuid = page.provider_uuid and k.bag_uuid = page.bag_uuid and k.taken_at is null
    ) sums
  order by page.bag_uuid desc`;

const manifestRows = "from manifest where provider_uuid = $1";
const manifests = `with page as (select * ${manifestRows} order by manifest_uuid desc limit 50)
  select page.manifest_uuid, page.manifest_number, page.status, page.warehouse_uuid, h.name as warehouse_name, page.carrier_account_uuid, coalesce(a.label, c.name, '') as carrier_name, page.ship_date::text as ship_date,
    sums.*, page.made_at, page.carrier_person, page.handed_over_at, ${countUpToLimit(manifestRows)}
  from page ${joinWarehouse} left join carrier_account a on a.provider_uuid = page.provider_uuid and a.carrier_account_uuid = page.carrier_account_uuid
    left join channel c on c.provider_uuid = page.provider_uuid and c.channel_uuid = page.channel_uuid
    cross join lateral (
      select count(*) as bag_count, coalesce(sum(weight_grams), 0) as weight_grams,
        coalesce(sum((select count(*) from bag_parcel k where k.provider_uuid = b.provider_uuid and k.bag_uuid = b.bag_uuid and k.taken_at is null)), 0) as parcel_count
      from bag b where b.provider_uuid = page.provider_uuid and b.manifest_uuid = page.manifest_uuid
    ) sums
  order by page.manifest_uuid desc`;

/** The newest returns. @param filter narrows them @param company who decides about pieces, as SQL */
function selectReturns(filter: string, company: string): string {
  const rows = `from return_order where provider_uuid = $1${filter}`;
  return `with page as (select * ${rows} order by return_uuid desc limit 50)
    select page.return_uuid, page.return_number, page.status, page.owner_uuid, ${ownerName} as owner_name, page.order_uuid, coalesce(o.order_number, '') as order_number, coalesce(o.reference, '') as reference,
      page.warehouse_uuid, coalesce(h.name, '') as warehouse_name, page.tracking_number, page.reason, page.remark, sums.expected, sums.good, sums.damaged,
      case when page.status = 'inspected' then sums.undecided else 0 end as undecided, page.created_at, page.arrived_at, page.inspected_at, page.decided_at, page.ended_at, page.version, ${countUpToLimit(rows)}
    from page left ${joinWarehouse} left join sales_order o on o.provider_uuid = page.provider_uuid and o.order_uuid = page.order_uuid ${joinOwner("page.owner_uuid")}
      cross join lateral (
        select coalesce(sum(expected), 0) as expected, coalesce(sum(good), 0) as good, coalesce(sum(damaged), 0) as damaged,
          coalesce(sum(case when good_decision = '' then good else 0 end + case when damaged_decision = '' then damaged else 0 end) filter (where stock_owner_uuid = ${company}), 0) as undecided
        from return_line k where k.provider_uuid = page.provider_uuid and k.return_uuid = page.return_uuid
      ) sums
    order by page.return_uuid desc`;
}

const isLive = (waybill: string) =>
  `exists (select from waybill a where a.provider_uuid = ${waybill}.provider_uuid and a.parcel_uuid = ${waybill}.parcel_uuid and a.status <> 'voided')`;
/** The condition of each tab, after others. */
export const onTab: Readonly<Record<WaybillTab, string>> = {
  to_print: ` and status = 'issued' and print_count = 0 and label_type <> '' and handed_over_at is null
    and not exists (select from parcel q where q.provider_uuid = waybill.provider_uuid and q.parcel_uuid = waybill.parcel_uuid and q.status = 'voided')`,
  waiting: ` and (status in ('requested', 'asked', 'void_requested', 'void_asked') or status = 'issued' and label_type = '' and next_try_at is not null)`,
  failed: ` and (status = 'failed' or status = 'issued' and problem_kind <> '' and next_try_at is null or status = 'issued' and void_reason <> '' and handed_over_at is null)`,
  printed: " and print_count > 0",
  all: "",
};

/** The newest waybills of a tab. */
function selectWaybills(tab: WaybillTab): string {
  const rows = `from waybill where provider_uuid = $1${onTab[tab]}`;
  return `with page as (select * ${rows} order by waybill_uuid desc limit 50)
    select page.waybill_uuid, page.reference, page.status, page.parcel_uuid, p.parcel_number, page.order_uuid, o.order_number, page.warehouse_uuid, h.name as warehouse_name, coalesce(v.wave_number, '') as wave_number,
      page.channel_uuid, c.name as channel_name, page.carrier_account_uuid is null as is_by_hand, page.waybill_number, page.tracking_number, page.tracking_status,
      case when page.problem_kind <> '' then json_build_object('kind', page.problem_kind, 'text', page.problem_text) end as problem, page.next_try_at, page.label_type, page.print_count,
      p.status = 'voided' as is_parcel_voided, ${isLive("page")} as has_live_waybill, page.requested_at, page.issued_at,
      case when page.label_type <> '' then coalesce((select l.stored_at from waybill_label l where page.label_type <> 'own' and l.provider_uuid = page.provider_uuid and l.waybill_uuid = page.waybill_uuid and l.drawn_as = ''), page.issued_at) end as labelled_at, page.printed_at, page.handed_over_at, page.voided_at, page.void_reason,
      coalesce(n.name, '') as replace_channel_name, ${countUpToLimit(rows)}
    from page ${joinWarehouse} join parcel p on p.provider_uuid = page.provider_uuid and p.parcel_uuid = page.parcel_uuid
      join sales_order o on o.provider_uuid = page.provider_uuid and o.order_uuid = page.order_uuid
      join channel c on c.provider_uuid = page.provider_uuid and c.channel_uuid = page.channel_uuid
      left join channel n on n.provider_uuid = page.provider_uuid and n.channel_uuid = page.replace_channel_uuid
      left join wave v on v.provider_uuid = o.provider_uuid and v.wave_uuid = o.wave_uuid
    order by page.waybill_uuid desc`;
}

/** Weighed parcels that no waybill is requested for. */
export const withoutRows = `from parcel where provider_uuid = $1 and status = 'weighed' and not ${isLive("parcel")}`;
const parcelsWithout = `with page as (select * ${withoutRows} order by parcel_uuid limit 50)
  select page.parcel_uuid, page.parcel_number, page.order_uuid, o.order_number, o.kind as order_kind, h.name as warehouse_name, o.channel_uuid, coalesce(c.name, '') as channel_name,
    coalesce((select w.void_reason from waybill w where w.provider_uuid = page.provider_uuid and w.order_uuid = page.order_uuid and w.parcel_uuid = page.parcel_uuid
      order by w.waybill_uuid desc limit 1), '') as void_reason, page.weighed_at, ${countUpToLimit(withoutRows)}
  from page ${joinWarehouse} join sales_order o on o.provider_uuid = page.provider_uuid and o.order_uuid = page.order_uuid
    left join channel c on c.provider_uuid = o.provider_uuid and c.channel_uuid = o.channel_uuid
  order by page.parcel_uuid`;

/** From the packing station to the hand-over, and what comes back. */
export function parcelReads({ providerUuid, retailerUuid }: Marks): Read[] {
  const all = { as: provider, query: firstPage, values: [providerUuid] };
  return [
    { ...all, call: listBoxes, text: boxes },
    { ...all, call: listToPack, text: toPack },
    // From the tolerance of the warehouse's settings.
    { ...all, call: listToWeigh, text: toWeigh, derived: ["allowed_grams"] },
    { ...all, call: listParcelsWithout, text: parcelsWithout },
    { ...all, call: queryBaggedElements, text: bags },
    { ...all, call: listManifests, text: manifests },
    { ...all, call: listReturns, text: selectReturns("", "$1") },
    {
      call: listReturns,
      label: "a retailer's",
      as: retailer,
      query: firstPage,
      text: selectReturns(" and owner_uuid = $2", "$2"),
      values: [providerUuid, retailerUuid],
    },
    ...waybillTabs.map((tab): Read => ({
      ...all,
      call: listWaybills,
      label: tab,
      query: `${firstPage}&tab=${tab}`,
      text: selectWaybills(tab),
    })),
  ];
}

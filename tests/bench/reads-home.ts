import { home } from "#src/company/accounts/accounts.contract.ts";
import { getGuide } from "#src/company/home/guide.contract.ts";
import { listToDos } from "#src/company/home/to-dos.contract.ts";
import { openStatuses } from "#src/outbound/orders/orders.machine.ts";
import type { OrderStatus } from "#src/outbound/orders/orders.machine.ts";
import { provider } from "./read.ts";
import type { Marks, Read } from "./read.ts";
import { onTab, withoutRows } from "./reads-parcels.ts";

const linesOf = "from receipt_line l where l.provider_uuid = r.provider_uuid and l.receipt_uuid = r.receipt_uuid";
const countedLines = "from stocktake_line l where l.provider_uuid = s.provider_uuid and l.stocktake_uuid = s.stocktake_uuid";
const uncounted = `exists (select ${countedLines} and coalesce(l.recounted, l.counted) is null)`;
const differing = `exists (select ${countedLines} and l.recounted is null and l.counted <> l.expected)`;

const listStatuses = (statuses: readonly OrderStatus[]) => statuses.map((status) => `'${status}'`).join(", ");

/** What waits for the desk among orders, of each kind. */
function countOrders(name: string, condition: string): Readonly<Record<string, string>> {
  const rows = (kind: string) => `select count(*) from sales_order where provider_uuid = $1 and kind = '${kind}' and ${condition}`;
  return { [`${name}Orders`]: rows("one_piece"), [`${name}Notices`]: rows("shipping_notice") };
}

/** What waits for a provider, by kind. */
const counts: Readonly<Record<string, string>> = {
  confirmReceipts: "select count(*) from receipt where provider_uuid = $1 and status = 'submitted'",
  receiveGoods: `select count(*) from receipt r where r.provider_uuid = $1 and r.status in ('arrived', 'inspecting', 'putting_away')
    and exists (select ${linesOf} group by l.variant_uuid having sum(l.expected) > sum(l.counted))`,
  putAway: "select count(*) from putaway_task where provider_uuid = $1 and status in ('pending', 'assigned')",
  decideUnqualified: `select count(*) from receipt r where r.provider_uuid = $1 and r.owner_uuid = $1 and r.status in ('inspecting', 'putting_away', 'closed_short')
    and exists (select ${linesOf} and l.unqualified > l.decided)`,
  ...countOrders("confirm", "status = 'submitted'"),
  ...countOrders(
    "late",
    `due_at is not null and due_at <= now() and holds = '{}' and status in (${listStatuses(openStatuses.filter((status) => status !== "submitted"))})
      and (delay_until is null or delay_until <= now())`,
  ),
  ...countOrders("short", "status = 'short'"),
  ...countOrders("held", `holds <> '{}' and status in (${listStatuses(openStatuses)})`),
  requestWaybills: `select count(*) ${withoutRows}`,
  workExceptions: "select count(*) from exception_case where provider_uuid = $1 and status in ('open', 'assigned')",
  inspectReturns: "select count(*) from return_order where provider_uuid = $1 and status = 'arrived' and owner_uuid is not null",
  assignReturns: "select count(*) from return_order where provider_uuid = $1 and status = 'arrived' and owner_uuid is null",
  decideReturns: `select count(*) from return_order r where r.provider_uuid = $1 and r.status = 'inspected' and exists (select from return_line l where l.provider_uuid = r.provider_uuid and l.return_uuid = r.return_uuid
    and l.stock_owner_uuid = $1 and (l.good_decision = '' and l.good > 0 or l.damaged_decision = '' and l.damaged > 0))`,
  carryOutReturns: "select count(*) from return_order where provider_uuid = $1 and status = 'decided'",
  startStocktakes: "select count(*) from stocktake where provider_uuid = $1 and status = 'draft'",
  countStocktakes: `select count(*) from stocktake s where s.provider_uuid = $1 and (s.status = 'counting' and ${uncounted} or s.status = 'recount' and (${uncounted} or ${differing}))`,
  recountStocktakes: `select count(*) from stocktake s where s.provider_uuid = $1 and s.status = 'counting' and not ${uncounted} and ${differing}`,
  approveStocktakes: `select count(*) from stocktake s where s.provider_uuid = $1 and s.status in ('counting', 'recount') and not ${uncounted} and not ${differing}`,
  restock: `select count(*) from variant v where v.provider_uuid = $1 and v.owner_uuid = $1 and v.merged_into_uuid is null and not v.is_bundle and v.low_stock_quantity is not null
    and (not v.is_archived or exists (select from stock_balance b where b.provider_uuid = v.provider_uuid and b.owner_uuid = v.owner_uuid and b.variant_uuid = v.variant_uuid and b.quantity > 0))
    and v.low_stock_quantity > (
      select coalesce(sum(b.quantity - b.reserved), 0) from stock_balance b join location l on l.provider_uuid = b.provider_uuid and l.location_uuid = b.location_uuid
      where b.provider_uuid = v.provider_uuid and b.variant_uuid = v.variant_uuid and b.quantity > 0 and b.condition = 'good' and l.type in ('pick', 'reserve') and not l.is_blocked
        and (b.lot = '' or not exists (select from lot t where t.provider_uuid = b.provider_uuid and t.variant_uuid = b.variant_uuid and t.lot = b.lot and t.expires_on <= (now() at time zone 'UTC')::date)))`,
  confirmTopUps: "select count(*) from top_up_request where provider_uuid = $1 and status = 'requested'",
  keyInformation: `select (done < 9)::int from key_information`,
};

const waybills = (tab: "waiting" | "failed" | "to_print") => `select count(*) from waybill where provider_uuid = $1${onTab[tab]}`;
/** The figures of the funnel. */
const figures: Readonly<Record<string, string>> = {
  toSort: `select count(*) from sales_order o join wave w on w.provider_uuid = o.provider_uuid and w.wave_uuid = o.wave_uuid and w.kind = 'wall'
    where o.provider_uuid = $1 and o.status = 'picked' and exists (
      select from reservation r join location l on l.provider_uuid = r.provider_uuid and l.location_uuid = r.location_uuid and l.type = 'tote'
      where r.provider_uuid = o.provider_uuid and r.source_type = 'order' and r.source_uuid = o.order_uuid and r.status = 'open')`,
  labelsWaiting: waybills("waiting"),
  labelsFailed: waybills("failed"),
  labelsToPrint: waybills("to_print"),
  shippedToday: `select count(*) from sales_order o join warehouse h on h.provider_uuid = o.provider_uuid and h.warehouse_uuid = o.warehouse_uuid where o.provider_uuid = $1
    and o.shipped_at > now() - interval '26 hours' and o.shipped_at >= date_trunc('day', now() at time zone h.time_zone) at time zone h.time_zone`,
  undecidedReturns: "select count(*) from return_order where provider_uuid = $1 and status = 'inspected'",
  oldExceptions:
    "select count(*) from exception_case where provider_uuid = $1 and status in ('open', 'assigned') and opened_at <= now() - interval '1 day'",
};

const toDos = `with key_information as (
    select (p.name <> '')::int + (p.country_code <> '')::int + coalesce((c.legal_name <> '')::int + (c.registration_number <> '')::int + (c.address <> '')::int + (c.phone <> '')::int + (c.email <> '')::int, 0)
      + exists (select from contact where owner_uuid = $1)::int + exists (select from authentication where owner_uuid = $1)::int as done
    from provider p left join company c on c.owner_uuid = p.provider_uuid where p.provider_uuid = $1
  ), counted (kind, count) as (values ${Object.entries(counts)
    .map(([kind, count]) => `('${kind}', (${count}))`)
    .join(", ")})
  select json_agg(json_build_object('kind', kind, 'count', count, 'progress', case kind when 'keyInformation' then (select json_build_object('done', done, 'of', 9) from key_information) end, 'debt', null))
    filter (where count > 0) as to_dos,
    json_build_array(${Object.entries(figures)
      .map(([figure, count]) => `json_build_object('figure', '${figure}', 'count', (${count}))`)
      .join(", ")}) as figures
  from counted`;

/** The steps of a new provider, each done once there is such a row. */
const steps: Readonly<Record<string, string>> = {
  warehouse: "from warehouse where provider_uuid = $1 and not is_closed",
  locations: "from location where provider_uuid = $1 and type = 'pick'",
  rateCard:
    "from rate_card c join rate_set s using (provider_uuid, rate_card_uuid) where c.provider_uuid = $1 and not c.is_archived and s.valid_from <= current_date",
  retailer: "from retailer_provider where provider_uuid = $1",
  goods: "from variant where provider_uuid = $1 and merged_into_uuid is null and not is_archived",
  receive: "from receipt where provider_uuid = $1 and status in ('completed', 'closed_short')",
};

/** What every screen begins with, for a provider. */
export function homeReads({ providerUuid, providerUser }: Marks): Read[] {
  return [
    {
      call: home,
      as: provider,
      query: "",
      text: `select username, related_uuid as user_related_id, avatar as avatar_base64, display_name, email, phone, default_language as "defaultLanguage", default_theme as "defaultTheme"
        from app_user where user_uuid = $1`,
      values: [providerUser],
      // The session has them.
      derived: ["user_role", "permissions", "provider_uuid", "read_only", "shops"],
      flattened: ["default_settings"],
    },
    { call: listToDos, as: provider, query: "", text: toDos, values: [providerUuid] },
    {
      call: getGuide,
      as: provider,
      query: "",
      text: `select json_build_array(${Object.entries(steps)
        .map(([step, rows]) => `json_build_object('step', '${step}', 'is_done', exists (select ${rows}))`)
        .join(", ")}) as steps`,
      values: [providerUuid],
    },
  ];
}

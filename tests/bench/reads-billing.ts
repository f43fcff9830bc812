import { listStatements } from "#src/billing/statements/statements.contract.ts";
import { listCharges } from "#src/billing/wallet/charges.contract.ts";
import { listTopUpRequests } from "#src/billing/wallet/top-up-requests.contract.ts";
import { listTopUps, listWalletEntries } from "#src/billing/wallet/wallet.contract.ts";
import { firstPage, provider, retailer } from "./read.ts";
import type { Marks, Read } from "./read.ts";
import { countUpToLimit, lowestKey } from "./reads-sql.ts";

/** Whether a statement is paid: today's balance without later charges that still stand is not negative. @param s alias of the statement */
function isPaid(s: string): string {
  return `(select coalesce(min(a.balance_cents), 0) >= 0 or min(a.balance_cents) + coalesce((
      select sum(c.amount_cents) from charge c where c.provider_uuid = ${s}.provider_uuid and c.retailer_uuid = ${s}.retailer_uuid and c.status = 'posted' and c.amount_cents > 0
        and c.posted_at >= ${s}.to_at and c.charge_uuid >= ${lowestKey(`${s}.to_at - interval '1 day'`)}), 0) >= 0
    from wallet_account a where a.provider_uuid = ${s}.provider_uuid and a.retailer_uuid = ${s}.retailer_uuid and a.account = 'balance')`;
}

const statements = `with page as (select * from statement where provider_uuid = $1 order by statement_uuid desc limit 50)
  select page.statement_uuid, page.statement_number, page.retailer_uuid, r.name as retailer_name, to_char(page.month, 'YYYY-MM') as month, page.from_at, page.to_at, page.currency, page.opening_cents,
    page.paid_in_cents, page.charged_cents, page.closing_cents, page.issued_at, ${isPaid("page")} as is_paid, ${countUpToLimit("from statement where provider_uuid = $1")}
  from page left join retailer r on r.retailer_uuid = page.retailer_uuid order by page.statement_uuid desc`;

const topUpRequests = `select page.request_uuid, page.retailer_uuid, r.name as retailer_name, page.status, page.amount_cents, page.currency, coalesce(a.currency, c.currency, 'USD') as wallet_currency, page.reference,
    page.sent_on::text, page.note, page.requested_at, page.decided_at, page.decision_note, t.amount_cents as received_cents, ${countUpToLimit("from top_up_request where provider_uuid = $1")}
  from (select * from top_up_request where provider_uuid = $1 order by request_uuid desc limit 50) page
    left join top_up t on t.provider_uuid = page.provider_uuid and t.top_up_uuid = page.top_up_uuid
    left join retailer r on r.retailer_uuid = page.retailer_uuid
    left join wallet_account a on a.provider_uuid = page.provider_uuid and a.retailer_uuid = page.retailer_uuid and a.account = 'balance'
    left join retailer_terms terms on terms.provider_uuid = page.provider_uuid and terms.retailer_uuid = page.retailer_uuid
    left join billing_setting s on s.provider_uuid = page.provider_uuid
    left join rate_card c on c.provider_uuid = page.provider_uuid and c.rate_card_uuid = coalesce(terms.rate_card_uuid, s.default_rate_card_uuid)
  order by page.request_uuid desc`;

const topUps = `with page as (select * from top_up where provider_uuid = $1 order by top_up_uuid desc limit 50),
    person as materialized (select user_uuid, colleague_name(user_uuid) as name from (select distinct recorded_by as user_uuid from page) known)
  select page.top_up_uuid, page.retailer_uuid, r.name as retailer_name, page.amount_cents, page.currency, page.method, page.reference, page.received_on::text, page.remark, page.recorded_at,
    person.name as recorded_by, page.reversed_at is not null as is_reversed, page.reversal_reason, ${countUpToLimit("from top_up where provider_uuid = $1")}
  from page left join retailer r on r.retailer_uuid = page.retailer_uuid left join person on person.user_uuid = page.recorded_by order by page.top_up_uuid desc`;

const charges = `with page as (select * from charge where provider_uuid = $1 order by charge_uuid desc limit 50)
  select page.charge_uuid, page.retailer_uuid, owner.name as retailer_name, page.kind, page.event, page.source_type, page.source_uuid,
    case page.source_type when 'receipt' then r.receipt_number when 'warehouse-day' then w.name when 'return' then ro.return_number when 'parcel' then pa.parcel_number
      when 'hand' then null else so.order_number end as source_text, page.order_uuid, page.day::text, page.warehouse_uuid, w.name as warehouse_name, page.quantity_milli,
    page.amount_cents, page.currency, page.remark, page.posted_at,
    page.source_type <> 'hand' and page.status = 'posted' and page.amount_cents > 0 and (
      select coalesce(sum(o.amount_cents), 0) from charge o where o.provider_uuid = page.provider_uuid and o.source_type = page.source_type and o.source_uuid = page.source_uuid and o.event = page.event
        and o.retailer_uuid = page.retailer_uuid and o.warehouse_uuid is not distinct from page.warehouse_uuid and o.status = 'posted' and o.charge_uuid <> page.charge_uuid) < 0 as is_credited,
    case when page.status = 'reversed' then 'reversed' when held.to_at is null then 'posted' when ${isPaid("held")} then 'paid' else 'invoiced' end as state,
    ${countUpToLimit("from charge where provider_uuid = $1")}
  from page left join warehouse w on w.provider_uuid = page.provider_uuid and w.warehouse_uuid = page.warehouse_uuid
    left join receipt r on page.source_type = 'receipt' and r.provider_uuid = page.provider_uuid and r.receipt_uuid = page.source_uuid
    left join return_order ro on page.source_type = 'return' and ro.provider_uuid = page.provider_uuid and ro.return_uuid = page.source_uuid
    left join parcel pa on page.source_type = 'parcel' and pa.provider_uuid = page.provider_uuid and pa.parcel_uuid = page.source_uuid
    left join sales_order so on page.source_type in ('order', 'shipment') and so.provider_uuid = page.provider_uuid and so.order_uuid = page.order_uuid
    left join retailer owner on owner.retailer_uuid = page.retailer_uuid
    left join lateral (
      select provider_uuid, retailer_uuid, to_at from statement s where s.provider_uuid = page.provider_uuid and s.retailer_uuid = page.retailer_uuid
        and s.from_at <= page.posted_at and s.to_at > page.posted_at order by s.to_at limit 1
    ) held on true
  order by page.charge_uuid desc`;

// The balance after an entry is today's without what came later, which the page has.
const entries = `with page as (
    select *, sum(amount_cents) over (order by transaction_uuid desc) - amount_cents as later_cents
    from (select * from wallet_entry where provider_uuid = $1 and retailer_uuid = $2 and leg = 1 order by transaction_uuid desc limit 50) newest
  )
  select page.transaction_uuid, page.at, page.source_type, page.source_uuid, page.amount_cents, page.currency, a.balance_cents - page.later_cents as balance_after_cents, c.kind, c.event, t.method,
    coalesce(c.day, t.received_on)::text as day,
    case page.source_type when 'charge' then coalesce(nullif(c.remark, ''), r.receipt_number) when 'charge-reversal' then c.reversal_reason when 'top-up' then t.reference else t.reversal_reason end as text,
    ${countUpToLimit("from wallet_entry where provider_uuid = $1 and retailer_uuid = $2 and leg = 1")}
  from page join wallet_account a on a.provider_uuid = $1 and a.retailer_uuid = $2 and a.account = 'balance'
    left join charge c on page.source_type in ('charge', 'charge-reversal') and c.provider_uuid = page.provider_uuid and c.charge_uuid = page.source_uuid
    left join receipt r on c.source_type = 'receipt' and r.provider_uuid = c.provider_uuid and r.receipt_uuid = c.source_uuid
    left join top_up t on page.source_type in ('top-up', 'top-up-reversal') and t.provider_uuid = page.provider_uuid and t.top_up_uuid = page.source_uuid
  order by page.transaction_uuid desc`;

/** Lists of wallets and statements. */
export function billingReads({ providerUuid, retailerUuid }: Marks): Read[] {
  const ofProvider = { as: provider, query: `${firstPage}&provider_uuid=${providerUuid}`, values: [providerUuid] };
  return [
    // A link is made from the other fields.
    { ...ofProvider, call: listStatements, text: statements, derived: ["print_link"] },
    { ...ofProvider, call: listTopUpRequests, text: topUpRequests },
    { ...ofProvider, call: listTopUps, text: topUps },
    { ...ofProvider, call: listCharges, text: charges },
    { call: listWalletEntries, as: retailer, query: firstPage, text: entries, values: [providerUuid, retailerUuid] },
  ];
}

import { querySpecificCustomer, getCustomers } from "#src/billing/customers/customers.contract.ts";
import { retrieveAuditLog } from "#src/company/audit/audit.contract.ts";
import { listDownloads } from "#src/company/downloads/downloads.contract.ts";
import { listOperators } from "#src/company/operators/operators.contract.ts";
import { queryProviders } from "#src/company/providers/providers.contract.ts";
import { listRequests } from "#src/pro/support/support.contract.ts";
import { listImportRows, listImports } from "#src/warehouse/imports/imports.contract.ts";
import { admin, firstPage, provider } from "./read.ts";
import type { Marks, Read } from "./read.ts";
import { countUpToLimit } from "./reads-sql.ts";

/** A page of retailers with their goods, receipts, money and terms. @param filter narrows the retailers, `rp` */
function selectCustomers(filter: string): string {
  return `with page as (
    select rp.retailer_uuid, rp.created_at as since, rp.is_blocked, r.name, r.country_code from retailer_provider rp join retailer r on r.retailer_uuid = rp.retailer_uuid
    where rp.provider_uuid = $1 and ${filter} order by lower(r.name), rp.retailer_uuid limit 50
  )
  select page.*, coalesce(goods.sku_count, 0) as sku_count, coalesce(goods.on_hand, 0) as on_hand, coalesce(goods.unvalued_quantity, 0) as unvalued_quantity,
    case when goods.currencies = 1 and goods.value <= 9007199254740991 then goods.value::bigint end as stock_value_cents,
    case when goods.currencies = 1 and goods.value <= 9007199254740991 then goods.currency end as currency,
    coalesce(arrivals.open_receipts, 0) as open_receipts, arrivals.last_receipt_at, coalesce(a.balance_cents, 0) as balance_cents, coalesce(a.currency, c.currency, 'USD') as wallet_currency,
    coalesce(t.credit_limit_cents, 0) as credit_limit_cents, c.name as rate_card_name, c.rate_card_uuid is not null and t.rate_card_uuid is null as is_default_card,
    ${countUpToLimit(`from retailer_provider rp where rp.provider_uuid = $1 and ${filter}`)}
  from page
    left join (
      select b.owner_uuid, count(distinct b.variant_uuid) as sku_count, sum(b.quantity) as on_hand, sum(b.quantity) filter (where v.declared_value_cents is null) as unvalued_quantity,
        count(distinct v.currency) filter (where v.declared_value_cents is not null) as currencies, min(v.currency) filter (where v.declared_value_cents is not null) as currency,
        sum(b.quantity * v.declared_value_cents) as value
      from stock_balance b join variant v on v.provider_uuid = b.provider_uuid and v.variant_uuid = b.variant_uuid
      where b.provider_uuid = $1 and b.owner_uuid = any (array(select retailer_uuid from page)) and b.quantity > 0 group by b.owner_uuid
    ) goods on goods.owner_uuid = page.retailer_uuid
    left join (
      select owner_uuid, max(submitted_at) as last_receipt_at, count(*) filter (where status in ('submitted', 'confirmed', 'arrived', 'inspecting', 'putting_away')) as open_receipts
      from receipt where provider_uuid = $1 and owner_uuid = any (array(select retailer_uuid from page)) group by owner_uuid
    ) arrivals on arrivals.owner_uuid = page.retailer_uuid
    left join wallet_account a on a.provider_uuid = $1 and a.retailer_uuid = page.retailer_uuid and a.account = 'balance'
    left join retailer_terms t on t.provider_uuid = $1 and t.retailer_uuid = page.retailer_uuid
    left join billing_setting s on s.provider_uuid = $1
    left join rate_card c on c.provider_uuid = $1 and c.rate_card_uuid = coalesce(t.rate_card_uuid, s.default_rate_card_uuid)
  order by lower(page.name), page.retailer_uuid`;
}

/** Lists about companies and their people, and of the site. */
export function companyReads({ providerUuid, retailerUuid, providerUser, importUuid }: Marks): Read[] {
  const kinds = ["receipts", "opening-stock", "products", "locations"];
  return [
    {
      call: queryProviders,
      as: null,
      query: firstPage,
      text: `select provider_uuid, name, country_code, introduction, ${countUpToLimit("from provider where is_open_for_sign_up")}
        from provider where is_open_for_sign_up order by lower(name) limit 50`,
      values: [],
    },
    {
      call: listOperators,
      as: provider,
      query: firstPage,
      text: `select user_uuid, case when password_hash is null then '' else username end as username, display_name, email, status, last_seen_at, version,
          array(select permission from operator_grant g where g.provider_uuid = $1 and g.user_uuid = u.user_uuid) as permissions,
          coalesce((select json_agg(json_build_object('warehouse_uuid', w.warehouse_uuid, 'name', w.name, 'is_closed', w.is_closed)
            order by lower(w.name), w.warehouse_uuid) from operator_warehouse o join warehouse w using (provider_uuid, warehouse_uuid)
            where o.provider_uuid = $1 and o.user_uuid = u.user_uuid), '[]') as warehouses,
          ${countUpToLimit("from app_user where related_uuid = $1 and role = 'operator'")}
        from app_user u where related_uuid = $1 and role = 'operator' order by user_uuid limit 50`,
      values: [providerUuid],
    },
    { call: getCustomers, as: provider, query: firstPage, text: selectCustomers("true"), values: [providerUuid] },
    {
      call: querySpecificCustomer,
      as: provider,
      query: `uuid=${retailerUuid}`,
      text: selectCustomers("rp.retailer_uuid = $2"),
      values: [providerUuid, retailerUuid],
    },
    {
      call: listImports,
      as: provider,
      query: firstPage,
      text: `select import_uuid, kind, status, file_name, row_count, ready_count, bad_row_count, problem_count, coalesce(result - 'drafts', '{}') as result,
          coalesce(result -> 'drafts', '[]') as drafts, created_at, posted_at,
          ${countUpToLimit("from import_job where provider_uuid = $1 and retailer_uuid is null and kind = any ($2)")}
        from import_job where provider_uuid = $1 and retailer_uuid is null and kind = any ($2) order by created_at desc, import_uuid limit 50`,
      values: [providerUuid, kinds],
    },
    {
      call: listImportRows,
      as: provider,
      query: `${firstPage}&import_uuid=${importUuid}`,
      text: `select row_number, cells, problems, ${countUpToLimit("from import_row where provider_uuid = $1 and import_uuid = $2")}
        from import_row where provider_uuid = $1 and import_uuid = $2 order by row_number limit 50`,
      values: [providerUuid, importUuid],
      // Codes become messages.
      derived: ["problems"],
    },
    {
      call: listDownloads,
      as: provider,
      query: firstPage,
      text: `select d.download_uuid, d.kind, d.name, d.status, d.progress, d.created_at, d.expires_at, d.seen_at is not null as is_seen, f.file_uuid || '.' || f.extension as filename,
          coalesce(f.byte_size, 0) as byte_size, ${countUpToLimit("from download where provider_uuid = $1 and user_uuid = $2 and expires_at > now()")}
        from download d left join file f on f.provider_uuid = d.provider_uuid and f.file_uuid = d.file_uuid
        where d.provider_uuid = $1 and d.user_uuid = $2 and d.expires_at > now() order by d.download_uuid desc limit 50`,
      values: [providerUuid, providerUser],
    },
    {
      call: retrieveAuditLog,
      as: provider,
      query: firstPage,
      text: `select page.*, p.about ->> 'username' as username, p.about ->> 'address' as address, ${countUpToLimit("from audit_log where provider_uuid = $1")}
        from (
          select audit_uuid, at, action, user_uuid, subject_type, subject_uuid, detail, seal_number is not null as is_sealed
          from audit_log where provider_uuid = $1 order by audit_uuid desc limit 50
        ) page left join audit_person p on p.provider_uuid = $1 and p.audit_uuid = page.audit_uuid
        order by page.audit_uuid desc`,
      values: [providerUuid],
    },
    {
      call: listRequests,
      as: admin,
      query: firstPage,
      text: `select request_uuid, number, email, topic, message, page, language, status, answer, answered_at, version, created_at, ${countUpToLimit("from support_request")}
        from support_request order by request_uuid desc limit 50`,
      values: [],
    },
  ];
}

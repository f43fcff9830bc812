import { sql } from "kysely";
import type { DeclaredSku } from "#src/outbound/orders/orders.contract.ts";
import type { OrderScope } from "./order-scope.ts";

/** As many lines as an order can declare. */
const mostSkus = 500;

/** Lists the SKUs of orders that the caller may see, with what their lines agree on telling customs. SKUs are one whatever their case, as in the call that declares them. */
export async function listDeclared({ tx, providerUuid }: OrderScope, orderUuids: readonly string[]): Promise<DeclaredSku[]> {
  const { rows } = await sql<DeclaredSku>`
    select min(sku) as sku, min(title) as title, count(distinct order_uuid)::integer as orders,
      array_agg(distinct order_uuid) as order_ids,
      case when count(distinct declared_name) = 1 then min(declared_name) else '' end as name,
      case when count(distinct declared_name_zh) = 1 then min(declared_name_zh) else '' end as name_zh,
      case when count(distinct hs_code) = 1 then min(hs_code) else '' end as hs_code,
      case when count(distinct origin_country) = 1 then min(origin_country) else '' end as origin,
      case when count(distinct coalesce(declared_value_cents, -1)) = 1 then min(declared_value_cents) end as value,
      case when count(distinct declared_currency) = 1 then min(declared_currency) else '' end as currency,
      count(distinct (declared_name, declared_name_zh, hs_code, origin_country, coalesce(declared_value_cents, -1), declared_currency)) > 1 as differs
    from order_line where provider_uuid = ${providerUuid} and order_uuid = any (${[...orderUuids]}::uuid[])
    group by lower(sku) order by lower(sku) limit ${sql.lit(mostSkus)}`.execute(tx);
  return rows;
}

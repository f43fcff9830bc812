import { sql } from "kysely";
import type { Tx } from "#server/platform/db/row-security.ts";

/*
 * What holds between parcels, waybills and recorded work at any moment at which nothing is running; `picking-truths.ts` has what holds of stock and bags.
 * Each query lists what contradicts its sentence.
 */
const rules: Readonly<Record<string, string>> = {
  "no parcel has two waybills that are not void": `
    select parcel_uuid from waybill where provider_uuid = $p and status <> 'voided' group by 1 having count(*) > 1`,
  "no two waybills of an account that are not void have one number": `
    select waybill_number from waybill where provider_uuid = $p and status <> 'voided' and waybill_number <> '' and carrier_account_uuid is not null
    group by carrier_account_uuid, 1 having count(*) > 1`,
  "a weighed parcel with a channel has a waybill that is issued, waits for another try, or has an exception": `
    select p.parcel_number, w.status from parcel p
      join sales_order o on o.provider_uuid = p.provider_uuid and o.order_uuid = p.order_uuid and o.channel_uuid is not null
      left join waybill w on w.provider_uuid = p.provider_uuid and w.parcel_uuid = p.parcel_uuid and w.status <> 'voided'
    where p.provider_uuid = $p and p.status in ('weighed', 'bagged', 'handed_over') and coalesce(w.status, 'none') <> 'issued'
      and not (coalesce(w.status, 'none') in ('requested', 'asked') and w.next_try_at is not null)
      and not (coalesce(w.status, 'none') = 'failed' and exists (select from exception_case c where c.provider_uuid = p.provider_uuid
        and c.order_uuid = p.order_uuid and c.type in ('label_failed', 'channel_refused') and c.status in ('open', 'assigned', 'waiting_retailer')))`,
  "work on a parcel is recorded once: weighing, its waybill's label, and bagging when it leaves": `
    select p.parcel_number, p.status, k.kind, coalesce(e.times, 0) as times from parcel p
      cross join (values ('weighing_parcel'), ('label_parcel'), ('bagging_parcel')) k (kind)
      left join lateral (select sum(quantity_milli) / 1000 as times from work_entry e
        where e.provider_uuid = p.provider_uuid and e.parcel_uuid = p.parcel_uuid and e.kind = k.kind) e on true
    where p.provider_uuid = $p and p.status <> 'voided' and coalesce(e.times, 0) <> case k.kind
      when 'weighing_parcel' then (p.status <> 'closed')::integer
      when 'bagging_parcel' then (p.status = 'handed_over')::integer
      else (select count(*) from waybill w where w.provider_uuid = p.provider_uuid and w.parcel_uuid = p.parcel_uuid and w.status = 'issued'
        and w.carrier_account_uuid is not null) end`,
};

/** Lists what contradicts the rules above of everything that a provider has. Empty if all is well. */
export async function listOutboundFaults(tx: Tx, providerUuid: string): Promise<string[]> {
  const faults: string[] = [];
  for (const [rule, query] of Object.entries(rules)) {
    const { rows } = await sql.raw(query.replaceAll("$p", `'${providerUuid}'::uuid`)).execute(tx);
    faults.push(...rows.map((row) => `not true that ${rule}: ${JSON.stringify(row)}`));
  }
  return faults;
}

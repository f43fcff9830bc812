import { sql } from "kysely";
import type { OutputOf } from "#src/kit/api/define-call.ts";
import type { chargeStatus } from "#src/billing/wallet/charges.contract.ts";
import type { Tx } from "#server/platform/db/row-security.ts";
import { readBillingSettings } from "#server/billing/rate-cards/cards.queries.ts";

type ChargeStatus = OutputOf<typeof chargeStatus>;

/** How many skipped retailers are named. */
const mostLeftOut = 20;

/** Reports up to which day each warehouse is charged, by name, whom its last day skipped, and how many retailers have goods but no rate card. */
export async function readChargeStatus(tx: Tx, providerUuid: string): Promise<ChargeStatus> {
  const { charges_from } = await readBillingSettings(tx, providerUuid);
  const { rows: warehouses } = await sql<ChargeStatus["warehouses"][number]>`
    select w.warehouse_uuid, w.name, coalesce(r.day::text, '') as charged_until, coalesce(r.unmeasured_skus, 0) as unmeasured_skus,
      coalesce(r.unmeasured_pieces, 0) as unmeasured_pieces, coalesce(jsonb_array_length(r.left_out), 0) as left_out_count,
      coalesce((select jsonb_agg(to_jsonb(l) order by lower(l.retailer_name), l.retailer_uuid) from (
        select o.retailer_uuid, c.name as retailer_name, o.why
        from jsonb_to_recordset(r.left_out) as o (retailer_uuid uuid, why text) join retailer c on c.retailer_uuid = o.retailer_uuid
        order by lower(c.name), o.retailer_uuid limit ${mostLeftOut}
      ) l), '[]') as left_out
    from warehouse w left join lateral (
      select * from charge_run r where r.provider_uuid = w.provider_uuid and r.warehouse_uuid = w.warehouse_uuid order by r.day desc limit 1
    ) r on true
    where w.provider_uuid = ${providerUuid} order by lower(w.name), w.warehouse_uuid`.execute(tx);
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from retailer_provider rp
      left join retailer_terms t on t.provider_uuid = rp.provider_uuid and t.retailer_uuid = rp.retailer_uuid
    where rp.provider_uuid = ${providerUuid} and t.rate_card_uuid is null
      and not exists (select from billing_setting s where s.provider_uuid = rp.provider_uuid and s.default_rate_card_uuid is not null)
      and exists (select from stock_balance b where b.provider_uuid = rp.provider_uuid and b.owner_uuid = rp.retailer_uuid and b.quantity > 0)`.execute(
    tx,
  );
  return { charges_from, warehouses, retailers_without_card: rows[0]?.count ?? 0 };
}

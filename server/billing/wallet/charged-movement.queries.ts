import { sql } from "kysely";
import type { RawBuilder } from "kysely";
import { actingFor, platform } from "#server/platform/db/row-security.ts";
import type { WalletScope } from "./wallet-scope.ts";

/** The work that a movement belongs to, as charging reads it. */
interface Done {
  readonly retailer_uuid: string;
  readonly warehouse_uuid: string;
  readonly event: string;
  readonly source_type: string;
  readonly source_uuid: string;
  readonly at: Date;
}

/** Finds the work that a ledger movement belongs to; null if its kind has no price, or the caller may not see it. */
async function findWork({ tx, providerUuid, retailerUuid }: WalletScope, movementUuid: string): Promise<Done | null> {
  const { rows } = await sql<Done>`
    select coalesce(e.for_retailer_uuid, e.owner_uuid) as retailer_uuid, e.warehouse_uuid, e.at,
      case e.source_type when 'receipt' then 'receiving_piece' when 'receipt-undo' then 'receiving_piece' when 'decision' then 'return_piece'
        when 'shipment' then 'shipped_piece' else 'putaway_piece' end as event,
      case e.source_type when 'shipment' then 'shipment' else 'receipt' end as source_type,
      coalesce(i.receipt_uuid, t.receipt_uuid, u.receipt_uuid, r.source_uuid) as source_uuid
    from stock_entry e
      left join inspection i on e.source_type in ('receipt', 'receipt-undo') and i.provider_uuid = e.provider_uuid and i.inspection_uuid = e.source_uuid
      left join putaway_task t on e.source_type in ('putaway', 'putaway-undo') and t.provider_uuid = e.provider_uuid and t.task_uuid = e.source_uuid
      left join unqualified_decision u on e.source_type = 'decision' and u.provider_uuid = e.provider_uuid and u.decision_uuid = e.source_uuid
      left join reservation r on e.source_type = 'shipment' and r.provider_uuid = e.provider_uuid and r.reservation_uuid = e.source_uuid
    where e.provider_uuid = ${providerUuid} and e.movement_uuid = ${movementUuid} and e.leg = 2
      and coalesce(i.receipt_uuid, t.receipt_uuid, u.receipt_uuid, r.source_uuid) is not null
      and (${retailerUuid}::uuid is null or coalesce(e.for_retailer_uuid, e.owner_uuid) = ${retailerUuid}::uuid)`.execute(tx);
  return rows[0] ?? null;
}

/**
 * Finds the day with which a moment was charged, in the warehouse's time zone at that time: the first that ended after it, if it began before. Null if it is
 * not charged. Only staff may read charged days, so for a retailer the platform looks them up.
 */
async function findChargedDay({ tx, providerUuid, acting }: WalletScope, { warehouse_uuid, at }: Done): Promise<string | null> {
  return actingFor(tx, platform, acting, async () => {
    const { rows } = await sql<{ day: string }>`
      select day::text as day from (
        select run.day, coalesce(
          (select before.until_at from charge_run before
            where before.provider_uuid = run.provider_uuid and before.warehouse_uuid = run.warehouse_uuid and before.day = run.day - 1),
          run.day::timestamp at time zone w.time_zone) as begins
        from charge_run run join warehouse w on w.provider_uuid = run.provider_uuid and w.warehouse_uuid = run.warehouse_uuid
        where run.provider_uuid = ${providerUuid} and run.warehouse_uuid = ${warehouse_uuid} and run.until_at > ${at}
          and run.day >= (${at}::timestamptz - interval '2 days')::date
        order by run.day limit 1
      ) first where begins <= ${at}`.execute(tx);
    return rows[0]?.day ?? null;
  });
}

/** SQL condition on `charge` for the charges that include a movement; matches none if nothing is charged for it. */
export async function matchChargesOfMovement(scope: WalletScope, movementUuid: string): Promise<RawBuilder<boolean>> {
  const done = await findWork(scope, movementUuid);
  const day = done === null ? null : await findChargedDay(scope, done);
  if (done === null || day === null) return sql<boolean>`false`;
  return sql<boolean>`charge.retailer_uuid = ${done.retailer_uuid} and charge.event = ${done.event} and charge.source_type = ${done.source_type}
    and charge.source_uuid = ${done.source_uuid} and charge.warehouse_uuid = ${done.warehouse_uuid} and charge.day = ${day}::date`;
}

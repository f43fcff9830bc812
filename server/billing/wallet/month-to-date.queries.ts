import { sql } from "kysely";
import { MonthCount, listTieredEvents } from "#src/billing/wallet/day-charges.rules.ts";
import type { Happening, HappenedDay, Tiers } from "#src/billing/wallet/day-charges.rules.ts";
import type { PricedEvent } from "#src/billing/wallet/charge-kinds.rules.ts";
import type { StandingCharge } from "#src/billing/wallet/credits.rules.ts";
import type { Tx } from "#server/platform/db/row-security.ts";

/**
 * Counts retailers' quantities by event in a day's month so far, from charges that stand. A credit subtracts at most what its own source had in this month:
 * charges of an earlier month were counted there.
 * @param month receives the counts
 * @param events to count; see `listTieredEvents`
 */
export async function countMonth(
  tx: Tx,
  providerUuid: string,
  {
    retailerUuids,
    day,
    events,
  }: { readonly retailerUuids: readonly string[]; readonly day: string; readonly events: readonly PricedEvent[] },
  month: MonthCount,
): Promise<void> {
  if (events.length === 0) return;
  const charged = sql`c.provider_uuid = ${providerUuid} and c.status = 'posted' and c.retailer_uuid = any (${[...retailerUuids]}::uuid[])
    and c.event = any (${[...events]}::text[])
    and c.day >= date_trunc('month', ${day}::date)::date and c.day < (date_trunc('month', ${day}::date) + interval '1 month')::date`;
  const { rows } = await sql<{ retailer_uuid: string; event: PricedEvent; quantity_milli: number }>`
    with given_back as materialized (
      select distinct retailer_uuid, event, source_type, source_uuid, warehouse_uuid from charge c where ${charged} and c.quantity_milli < 0
    ), so_far as (
      select c.retailer_uuid, c.event, c.source_type, c.source_uuid, c.warehouse_uuid, sum(c.quantity_milli) over (
          partition by c.retailer_uuid, c.event, c.source_type, c.source_uuid, c.warehouse_uuid order by c.day) as upto
      from given_back b join charge c using (retailer_uuid, event, source_type, source_uuid, warehouse_uuid) where ${charged}
    ), before as (
      select retailer_uuid, event, least(0, min(upto)) as milli from so_far group by retailer_uuid, event, source_type, source_uuid, warehouse_uuid
    )
    select retailer_uuid, event, sum(milli)::bigint as quantity_milli from (
      select c.retailer_uuid, c.event, c.quantity_milli as milli from charge c where ${charged}
      union all select retailer_uuid, event, -milli from before
    ) counted group by 1, 2`.execute(tx);
  for (const { retailer_uuid, event, quantity_milli } of rows) month.add(retailer_uuid, event, quantity_milli);
}

/** Reads the standing charges of sources in a warehouse. Locks them, so that they are not reversed while a credit is computed. */
async function readStanding(
  tx: Tx,
  providerUuid: string,
  warehouseUuid: string,
  undone: readonly Happening[],
  month: MonthCount,
): Promise<void> {
  if (undone.length === 0) return;
  const { rows } = await sql<Omit<Happening, "quantity"> & StandingCharge>`
    select c.retailer_uuid, c.event, c.source_type, c.source_uuid, c.day::text as day, c.quantity_milli, c.parts, c.amount_cents
    from jsonb_to_recordset(${JSON.stringify(undone)}::jsonb) as u (retailer_uuid uuid, event text, source_type text, source_uuid uuid)
      join charge c on c.source_type = u.source_type and c.source_uuid = u.source_uuid and c.event = u.event and c.retailer_uuid = u.retailer_uuid
    where c.provider_uuid = ${providerUuid} and c.warehouse_uuid = ${warehouseUuid} and c.status = 'posted'
    order by c.day, c.charge_uuid for share of c`.execute(tx);
  for (const charge of rows) month.standing(warehouseUuid, charge).add(charge);
}

/**
 * Reads what pricing a day depends on: the retailers' month so far, and the standing charges of undone work.
 * @param tiersOf the charged retailers, each with its prices
 */
export async function readChargedSoFar(
  tx: Tx,
  providerUuid: string,
  tiersOf: ReadonlyMap<string, Tiers>,
  { warehouse_uuid, day, happenings }: HappenedDay,
): Promise<MonthCount> {
  const month = new MonthCount();
  const undone = happenings.filter(({ quantity }) => quantity < 0);
  await readStanding(tx, providerUuid, warehouse_uuid, undone, month);
  await countMonth(tx, providerUuid, { retailerUuids: [...tiersOf.keys()], day, events: listTieredEvents([...tiersOf.values()]) }, month);
  return month;
}

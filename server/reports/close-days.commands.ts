import { sql } from "kysely";
import { platform } from "#server/db/acting.ts";
import type { Database } from "#server/db/database.ts";
import type { Tx } from "#server/db/tx.ts";
import { closeLedger } from "#server/stock/closing.commands.ts";
import { lowestMovementId } from "#server/stock/movement-id.ts";
import { endOfDay, lastClosed, movementSums, movementsOf } from "./day-bounds.ts";

/** A warehouse as the closing of days goes over it. */
export interface ClosingWarehouse {
  readonly provider_uuid: string;
  readonly warehouse_uuid: string;
}

/** A day is summed up an hour after it was over at the earliest: who was still posting has long come to an end by then. */
const graceMs = 3_600_000;

/**
 * The warehouses that may have a day to be closed: no clock is ahead of UTC by 16 hours. Nobody's own clock is asked here, so that one the database
 * does not know stops its own warehouse alone. The transaction acts for the platform.
 */
export async function warehousesToClose(tx: Tx, now: Date): Promise<ClosingWarehouse[]> {
  const { rows } = await sql<ClosingWarehouse>`
    select w.provider_uuid, w.warehouse_uuid from warehouse w ${lastClosed}
    where last.day is null or (last.day + 2)::timestamp at time zone 'UTC' - interval '16 hours' <= ${new Date(now.getTime() - graceMs)}
    order by 1, 2`.execute(tx);
  return rows;
}

interface NextDay {
  readonly day: string;
  readonly starts_at: Date;
  readonly ends_at: Date;
}

/**
 * The day that is next: the one after the last, from where that ended; at first the day of the first entry. A warehouse without one begins with
 * yesterday, so that nobody looks for its first entry again.
 */
async function nextDayOf(tx: Tx, { provider_uuid, warehouse_uuid }: ClosingWarehouse, now: Date): Promise<NextDay | null> {
  const { rows } = await sql<NextDay>`
    with next as (
      select w.time_zone, last.at, coalesce(last.day + 1, first.day, (${now}::timestamptz at time zone w.time_zone)::date - 1) as day
      from warehouse w ${lastClosed} left join lateral (
        select (e.at at time zone w.time_zone)::date as day from stock_entry e
        where last.day is null and e.provider_uuid = w.provider_uuid and e.warehouse_uuid = w.warehouse_uuid order by e.movement_uuid limit 1
      ) first on true
      where w.provider_uuid = ${provider_uuid} and w.warehouse_uuid = ${warehouse_uuid}
    )
    select next.day::text as day, coalesce(next.at, ${endOfDay(sql`next.day - 1`, sql`next.time_zone`)}) as starts_at,
      greatest(next.at, ${endOfDay(sql`next.day`, sql`next.time_zone`)}) as ends_at
    from next`.execute(tx);
  const [next] = rows;
  return next === undefined || next.ends_at.getTime() + graceMs > now.getTime() ? null : next;
}

/**
 * Sums the next finished day of a warehouse up, once: whoever comes second at the same day waits for the first and does nothing. The ledger is closed for
 * that day before it is read. A run holds when its day was over, and the next day begins there: where a warehouse is given another clock, no movement is
 * in two days and none is lost.
 * @returns the day; null where none is finished
 */
export async function closeNextDay(
  database: Database,
  warehouse: ClosingWarehouse,
  now: Date,
  signal?: AbortSignal,
): Promise<string | null> {
  const next = await database.transaction(platform, (tx) => nextDayOf(tx, warehouse, now));
  if (next === null) return null;
  const { provider_uuid: providerUuid, warehouse_uuid: warehouseUuid } = warehouse;
  await closeLedger(database, { providerUuid, warehouseUuid, until: next.ends_at }, { signal });
  await database.transaction(platform, (tx) => sumUp(tx, warehouse, next));
  return next.day;
}

async function sumUp(tx: Tx, { provider_uuid, warehouse_uuid }: ClosingWarehouse, { day, starts_at, ends_at }: NextDay): Promise<void> {
  const run = await tx
    .insertInto("stock_day_run")
    .values({ provider_uuid, warehouse_uuid, day: sql<Date>`${day}::date`, at: ends_at })
    .onConflict((conflict) => conflict.constraint("stock_day_run_pkey").doNothing())
    .returning("at")
    .executeTakeFirst();
  if (run === undefined) return;
  const entries = sql`e.provider_uuid = ${provider_uuid} and e.warehouse_uuid = ${warehouse_uuid}
    and e.movement_uuid >= ${lowestMovementId(starts_at)} and e.movement_uuid < ${lowestMovementId(ends_at)}`;
  await sql`
    insert into stock_day (provider_uuid, warehouse_uuid, day, owner_uuid, source_type, pieces_in, pieces_out, pieces_moved, movement_count)
    select ${provider_uuid}::uuid, ${warehouse_uuid}::uuid, ${day}::date, m.owner_uuid, m.source_type, ${movementSums}
    from ${movementsOf(entries)} m group by m.owner_uuid, m.source_type`.execute(tx);
}

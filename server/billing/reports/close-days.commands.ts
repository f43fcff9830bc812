import { sql } from "kysely";
import { platform } from "#server/platform/db/row-security.ts";
import type { Database } from "#server/platform/db/database.ts";
import type { Tx } from "#server/platform/db/row-security.ts";
import { closeLedger } from "#server/warehouse/stock/close-ledger.commands.ts";
import { lowestMovementId } from "#server/warehouse/stock/movement-id.ts";
import { endOfDay, lastClosed, movementSums, selectMovements } from "./day-bounds.ts";

/** A warehouse whose days are to be closed. */
export interface ClosingWarehouse {
  readonly provider_uuid: string;
  readonly warehouse_uuid: string;
}

/** A day is closed an hour after its end at the earliest: transactions that were still posting have long finished by then. */
const graceMs = 3_600_000;

/**
 * Lists the warehouses that may have a day to close: no clock is ahead of UTC by 16 hours. This does not evaluate the warehouses' time zones, so one that the
 * database does not know stops only its own warehouse. The transaction must act for the platform.
 */
export async function listWarehousesToClose(tx: Tx, now: Date): Promise<ClosingWarehouse[]> {
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
 * Returns the next day: the one after the last closed day, from where that ended; at first the day of the first entry. A warehouse without entries begins
 * with yesterday, so that its first entry is not searched again.
 */
async function findNextDay(tx: Tx, { provider_uuid, warehouse_uuid }: ClosingWarehouse, now: Date): Promise<NextDay | null> {
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
 * Closes the next finished day of a warehouse, once: a second worker at the same day waits for the first and does nothing. The ledger is closed for that day
 * before it is read. The run records when its day ended, and the next day begins there: if a warehouse's time zone changes, no movement is counted twice or
 * lost.
 * @returns the day; null if none is finished
 */
export async function closeNextDay(
  database: Database,
  warehouse: ClosingWarehouse,
  now: Date,
  signal?: AbortSignal,
): Promise<string | null> {
  const next = await database.transaction(platform, (tx) => findNextDay(tx, warehouse, now));
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
    from ${selectMovements(entries)} m group by m.owner_uuid, m.source_type`.execute(tx);
}

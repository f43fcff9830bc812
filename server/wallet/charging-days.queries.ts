import { sql } from "kysely";
import type { RawBuilder } from "kysely";
import type { Tx } from "#server/db/tx.ts";

/** A day at a warehouse's own clock. */
export interface WarehouseDay {
  readonly warehouse_uuid: string;
  /** YYYY-MM-DD */
  readonly day: string;
}

/** The same with its time. */
export interface TimedDay extends WarehouseDay {
  readonly from: Date;
  /** the first moment that is not of it */
  readonly until: Date;
  /** when the oldest of the days began whose arrivals are told apart by age; where age makes no difference, after this one */
  readonly since: Date;
  /** IANA name: the clock by which ages are counted */
  readonly time_zone: string;
}

/** A day that is over, and when it was by the clock that its warehouse has now. */
export interface EndedDay extends WarehouseDay {
  readonly until: Date;
}

/** The days of a provider's warehouses from one to another that ended before a moment, in the order in which they ended. */
function endedDays(
  tx: Tx,
  providerUuid: string,
  {
    first,
    last,
    before,
    of = sql`true`,
  }: { first: RawBuilder<unknown>; last: RawBuilder<unknown>; before: Date; of?: RawBuilder<unknown> },
  condition = sql`true`,
): Promise<{ rows: EndedDay[] }> {
  return sql<EndedDay>`
    select warehouse_uuid, day::text as day, until from (
      select w.warehouse_uuid, d::date as day, (d + interval '1 day') at time zone w.time_zone as until
      from warehouse w
        cross join lateral generate_series((${first})::timestamp,
          least((${last})::timestamp, (${before}::timestamptz at time zone w.time_zone)::date - interval '1 day'), interval '1 day') d
      where w.provider_uuid = ${providerUuid} and ${of}
    ) d where until <= ${before}::timestamptz and ${condition} order by until, warehouse_uuid`.execute(tx);
}

/** A day is charged that long after it ended at the earliest: who was still posting has come to an end by then. */
export const graceMs = 3_600_000;

/** The provider's warehouses. */
export async function warehousesOf(tx: Tx, providerUuid: string): Promise<string[]> {
  const { rows } = await sql<{ warehouse_uuid: string }>`
    select warehouse_uuid from warehouse where provider_uuid = ${providerUuid} order by warehouse_uuid`.execute(tx);
  return rows.map(({ warehouse_uuid }) => warehouse_uuid);
}

/**
 * The days of a warehouse that are to be charged: from the first that the provider charges through yesterday, an hour after it ended at the earliest,
 * without those that are charged; the oldest first. Only that warehouse's clock is asked.
 * @throws where the database does not know that clock
 */
export async function dueDays(tx: Tx, providerUuid: string, warehouseUuid: string, now: Date): Promise<EndedDay[]> {
  const first = sql`select s.charges_from from billing_setting s where s.provider_uuid = ${providerUuid}`;
  const before = new Date(now.getTime() - graceMs);
  const notCharged = sql`not exists (
    select from charge_run r where r.provider_uuid = ${providerUuid} and r.warehouse_uuid = d.warehouse_uuid and r.day = d.day)`;
  return (
    await endedDays(tx, providerUuid, { first, last: sql`'infinity'`, before, of: sql`w.warehouse_uuid = ${warehouseUuid}` }, notCharged)
  ).rows;
}

/** The days of a month that are over, charged or not, in the same order. @param month YYYY-MM */
export async function daysOfMonth(tx: Tx, providerUuid: string, month: string, now: Date): Promise<WarehouseDay[]> {
  const first = sql`${`${month}-01`}::date`;
  const last = sql`${first} + interval '1 month - 1 day'`;
  return (await endedDays(tx, providerUuid, { first, last, before: now })).rows;
}

/**
 * When a day began and ended at its warehouse's clock. It begins where the day before was charged until, so that nothing is charged twice or never
 * where the clock was changed meanwhile; where that was set far ahead, nothing is left of it, and it ends where it begins.
 * @param oldest from how many days of age on all are the same
 */
export async function timeOf(tx: Tx, providerUuid: string, { warehouse_uuid, day }: WarehouseDay, oldest: number): Promise<TimedDay> {
  const { rows } = await sql<Omit<TimedDay, keyof WarehouseDay>>`
    select b.begun as from, greatest(b.begun, (${day}::timestamp + interval '1 day') at time zone w.time_zone) as until,
      (${day}::timestamp - (${oldest}::integer - 1) * interval '1 day') at time zone w.time_zone as since, w.time_zone
    from warehouse w cross join lateral (select coalesce(
        (select r.until_at from charge_run r
          where r.provider_uuid = w.provider_uuid and r.warehouse_uuid = w.warehouse_uuid and r.day = ${day}::date - 1),
        ${day}::timestamp at time zone w.time_zone) as begun) b
    where w.provider_uuid = ${providerUuid} and w.warehouse_uuid = ${warehouse_uuid}`.execute(tx);
  const [time] = rows;
  if (time === undefined) throw new Error("wallet: a day of no warehouse");
  return { warehouse_uuid, day, ...time };
}

/** Whether a warehouse's day was charged. */
export async function isCharged(tx: Tx, providerUuid: string, { warehouse_uuid, day }: WarehouseDay): Promise<boolean> {
  const { rows } = await sql`select from charge_run where provider_uuid = ${providerUuid} and warehouse_uuid = ${warehouse_uuid}
    and day = ${day}::date`.execute(tx);
  return rows.length > 0;
}

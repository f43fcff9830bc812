import { sql } from "kysely";
import type { RawBuilder } from "kysely";
import type { Tx } from "#server/platform/db/row-security.ts";

/** A day in a warehouse's time zone. */
export interface WarehouseDay {
  readonly warehouse_uuid: string;
  /** YYYY-MM-DD */
  readonly day: string;
}

/** A day with its start and end. */
export interface TimedDay extends WarehouseDay {
  readonly from: Date;
  /** the first moment after it */
  readonly until: Date;
  /** start of the oldest day whose arrivals are distinguished by age; after this day if age makes no difference */
  readonly since: Date;
  /** IANA name of the time zone in which ages are counted */
  readonly time_zone: string;
}

/** A finished day, and its period in the warehouse's current time zone. */
export interface EndedDay extends WarehouseDay {
  readonly until: Date;
}

/** Lists the days of a provider's warehouses in a range that ended before a moment, in the order in which they ended. */
function listEndedDays(
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

/** How many days in the past charging may begin. */
export const mostDaysBack = 92;

/**
 * SQL for the times of a provider's warehouses whose work will be charged and is not yet, one row for each day: `warehouse_uuid`, `begins_at`, `ends_at`, which
 * is infinite for today. They are those of `readDayTime`. Without automatic charging there are none. Days are charged oldest first, so one that is missing
 * among charged ones was added by setting the first day back.
 */
export function selectUnchargedTimes(providerUuid: string, now: Date): RawBuilder<unknown> {
  return sql`
    select w.warehouse_uuid, b.begins_at, case when d.day::date < w.today then greatest(b.begins_at, (d.day + interval '1 day') at time zone w.time_zone)
      else 'infinity' end as ends_at
    from billing_setting s
      cross join lateral (
        select h.warehouse_uuid, h.time_zone, (${now}::timestamptz at time zone h.time_zone)::date as today,
          (select max(r.day) from charge_run r where r.provider_uuid = h.provider_uuid and r.warehouse_uuid = h.warehouse_uuid) as last_day
        from warehouse h where h.provider_uuid = s.provider_uuid
      ) w
      cross join lateral generate_series(greatest(s.charges_from, w.last_day - ${mostDaysBack}::integer)::timestamp, w.today::timestamp, interval '1 day') d (day)
      cross join lateral (select coalesce(
        (select r.until_at from charge_run r
          where r.provider_uuid = s.provider_uuid and r.warehouse_uuid = w.warehouse_uuid and r.day = d.day::date - 1),
        d.day at time zone w.time_zone) as begins_at) b
    where s.provider_uuid = ${providerUuid} and s.charges_from is not null
      and not exists (select from charge_run r where r.provider_uuid = s.provider_uuid and r.warehouse_uuid = w.warehouse_uuid and r.day = d.day::date)`;
}

/** Minimum delay before a day is charged: transactions that were still posting have finished by then. */
export const graceMs = 3_600_000;

/** Lists the provider's warehouses. */
export async function listWarehouseUuids(tx: Tx, providerUuid: string): Promise<string[]> {
  const { rows } = await sql<{ warehouse_uuid: string }>`
    select warehouse_uuid from warehouse where provider_uuid = ${providerUuid} order by warehouse_uuid`.execute(tx);
  return rows.map(({ warehouse_uuid }) => warehouse_uuid);
}

/**
 * Lists the days of a warehouse that are due: from the provider's first charged day to yesterday, at least an hour after their end, not yet charged, oldest
 * first. Evaluates only that warehouse's time zone.
 * @throws if the database does not know that time zone
 */
export async function listDueDays(tx: Tx, providerUuid: string, warehouseUuid: string, now: Date): Promise<EndedDay[]> {
  const first = sql`select s.charges_from from billing_setting s where s.provider_uuid = ${providerUuid}`;
  const before = new Date(now.getTime() - graceMs);
  const notCharged = sql`not exists (
    select from charge_run r where r.provider_uuid = ${providerUuid} and r.warehouse_uuid = d.warehouse_uuid and r.day = d.day)`;
  return (
    await listEndedDays(
      tx,
      providerUuid,
      { first, last: sql`'infinity'`, before, of: sql`w.warehouse_uuid = ${warehouseUuid}` },
      notCharged,
    )
  ).rows;
}

/**
 * Lists the finished days of a month, charged or not, in the same order.
 * @param month YYYY-MM
 */
export async function listDaysOfMonth(tx: Tx, providerUuid: string, month: string, now: Date): Promise<WarehouseDay[]> {
  const first = sql`${`${month}-01`}::date`;
  const last = sql`${first} + interval '1 month - 1 day'`;
  return (await listEndedDays(tx, providerUuid, { first, last, before: now })).rows;
}

/**
 * Reads when a day began and ended in its warehouse's time zone. It begins where charging of the day before ended, so that nothing is charged twice or never
 * if the time zone has changed; if that was moved far ahead, the day is empty and ends where it begins.
 * @param oldest age in days from which all prices are the same
 */
export async function readDayTime(tx: Tx, providerUuid: string, { warehouse_uuid, day }: WarehouseDay, oldest: number): Promise<TimedDay> {
  const { rows } = await sql<Omit<TimedDay, keyof WarehouseDay>>`
    select b.begun as from, greatest(b.begun, (${day}::timestamp + interval '1 day') at time zone w.time_zone) as until,
      (${day}::timestamp - (${oldest}::integer - 1) * interval '1 day') at time zone w.time_zone as since, w.time_zone
    from warehouse w cross join lateral (select coalesce(
        (select r.until_at from charge_run r
          where r.provider_uuid = w.provider_uuid and r.warehouse_uuid = w.warehouse_uuid and r.day = ${day}::date - 1),
        ${day}::timestamp at time zone w.time_zone) as begun) b
    where w.provider_uuid = ${providerUuid} and w.warehouse_uuid = ${warehouse_uuid}`.execute(tx);
  const [time] = rows;
  if (time === undefined) throw new Error("wallet: the day's warehouse does not exist");
  return { warehouse_uuid, day, ...time };
}

/** Checks whether a warehouse's day has been charged. */
export async function isCharged(tx: Tx, providerUuid: string, { warehouse_uuid, day }: WarehouseDay): Promise<boolean> {
  const { rows } = await sql`select from charge_run where provider_uuid = ${providerUuid} and warehouse_uuid = ${warehouse_uuid}
    and day = ${day}::date`.execute(tx);
  return rows.length > 0;
}

/** Lists the providers that charge automatically. */
export async function listChargingProviders(tx: Tx): Promise<string[]> {
  const rows = await tx
    .selectFrom("billing_setting")
    .select("provider_uuid")
    .where("charges_from", "is not", null)
    .orderBy("provider_uuid")
    .execute();
  return rows.map(({ provider_uuid }) => provider_uuid);
}

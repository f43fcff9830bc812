import { sql } from "kysely";
import type { OutputOf } from "#src/api/define-call.ts";
import type { Price, previewPrices } from "#src/rate-cards/rate-cards.contract.ts";
import { ok, refuse } from "#src/lib/result.ts";
import type { Result } from "#src/lib/result.ts";
import { MonthCount, chargesOfDay, tiersOf } from "#src/wallet/charging-day.rules.ts";
import { pricedEvents } from "#src/wallet/charging.rules.ts";
import type { PricedEvent } from "#src/wallet/charging.rules.ts";
import type { Tx } from "#server/db/tx.ts";
import { dayToPrice } from "#server/wallet/charged-day.queries.ts";
import { daysOfMonth } from "#server/wallet/charging-days.queries.ts";

type Preview = OutputOf<typeof previewPrices>;

/** What is to be worked out. */
interface Asked {
  readonly prices: readonly Price[];
  /** YYYY-MM */
  readonly month: string;
  readonly retailerUuids: readonly string[];
  readonly now: Date;
}

/** How long a preview may take in all: it holds a connection, and somebody waits for it. */
const mostMs = 20_000;

/** More was to be read than there was time for. */
class TooLong extends Error {}

/** Has no statement take longer than what is left of the time. @throws TooLong where nothing is left */
async function limitTo(tx: Tx, endsAt: number): Promise<void> {
  const leftMs = Math.ceil(endsAt - performance.now());
  if (leftMs <= 0) throw new TooLong();
  await sql`select set_config('statement_timeout', ${String(leftMs)}, true)`.execute(tx);
}

/** Whether a work ended for want of time: before a statement, or in the midst of one, which the database then ends (57014). */
function isTooLong(error: unknown, endsAt: number): boolean {
  if (error instanceof TooLong) return true;
  return error instanceof Error && "code" in error && error.code === "57014" && performance.now() >= endsAt - 100;
}

async function limitAsUsual(tx: Tx): Promise<void> {
  await sql`select set_config(name, reset_val || coalesce(unit, ''), true) from pg_settings where name = 'statement_timeout'`.execute(tx);
}

/** Whether anything had come in by the end of a month, at any clock: before that there is nothing to read. */
async function hadBegun(tx: Tx, providerUuid: string, month: string): Promise<boolean> {
  const { rows } = await sql<{ month: string }>`
    select to_char(e.at at time zone 'UTC' - interval '1 day', 'YYYY-MM') as month from stock_entry e
    where e.provider_uuid = ${providerUuid} order by e.movement_uuid limit 1`.execute(tx);
  return rows[0] !== undefined && rows[0].month <= month;
}

/**
 * What the days of a month that are over would have cost by these prices. They are read and priced as charging does it, and nothing is entered.
 * @param asked `timeMs`: how long it may take
 * @returns `rateCards.previewTooLong` where it takes longer
 */
export async function previewOf(
  tx: Tx,
  providerUuid: string,
  asked: Asked & { readonly timeMs?: number },
): Promise<Result<Preview, "rateCards.previewTooLong">> {
  const endsAt = performance.now() + (asked.timeMs ?? mostMs);
  await sql`savepoint preview`.execute(tx);
  try {
    return ok(await workedOut(tx, providerUuid, asked, endsAt));
  } catch (error) {
    if (!isTooLong(error, endsAt)) throw error;
    // The limit of time goes back with it.
    await sql`rollback to savepoint preview`.execute(tx);
    return refuse("rateCards.previewTooLong");
  }
}

/** The same up to a moment. @throws TooLong, or what the database says of a statement that took too long */
async function workedOut(tx: Tx, providerUuid: string, asked: Asked, endsAt: number): Promise<Preview> {
  const tiers = tiersOf(asked.prices);
  const tiersByRetailer = new Map(asked.retailerUuids.map((uuid) => [uuid, tiers]));
  const month = new MonthCount();
  const sums = new Map<PricedEvent, { quantity_milli: number; amount_cents: number }>();
  const days = await daysOfMonth(tx, providerUuid, asked.month, asked.now);
  const toRead = (await hadBegun(tx, providerUuid, asked.month)) ? days : [];
  for (const day of toRead) {
    await limitTo(tx, endsAt);
    const happened = await dayToPrice(tx, providerUuid, day, tiersByRetailer);
    for (const { event, quantity_milli, amount_cents } of chargesOfDay(happened, (uuid) => tiersByRetailer.get(uuid), month).charges) {
      const sum = sums.get(event) ?? { quantity_milli: 0, amount_cents: 0 };
      sums.set(event, { quantity_milli: sum.quantity_milli + quantity_milli, amount_cents: sum.amount_cents + amount_cents });
    }
  }
  await limitAsUsual(tx);
  const events = pricedEvents.flatMap((event) =>
    tiers.has(event) ? [{ event, ...(sums.get(event) ?? { quantity_milli: 0, amount_cents: 0 }) }] : [],
  );
  return {
    events,
    total_cents: events.reduce((sum, { amount_cents }) => sum + amount_cents, 0),
    day_count: new Set(days.map(({ day }) => day)).size,
  };
}

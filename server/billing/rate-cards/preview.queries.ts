import { sql } from "kysely";
import type { OutputOf } from "#src/kit/api/define-call.ts";
import type { Price, previewPrices } from "#src/billing/rate-cards/rate-cards.contract.ts";
import { ok, refuse } from "#src/kit/lib/result.ts";
import type { Result } from "#src/kit/lib/result.ts";
import { MonthCount, computeDayCharges, groupTiers } from "#src/billing/wallet/day-charges.rules.ts";
import { pricedEvents } from "#src/billing/wallet/charge-kinds.rules.ts";
import type { PricedEvent } from "#src/billing/wallet/charge-kinds.rules.ts";
import type { Tx } from "#server/platform/db/row-security.ts";
import { readDayToPrice } from "#server/billing/wallet/day-to-price.queries.ts";
import { listDaysOfMonth } from "#server/billing/wallet/charging-days.queries.ts";

type Preview = OutputOf<typeof previewPrices>;

/** The input of a preview. */
interface PreviewRequest {
  readonly prices: readonly Price[];
  /** YYYY-MM */
  readonly month: string;
  readonly retailerUuids: readonly string[];
  readonly now: Date;
}

/** Time limit of a preview: it occupies a connection, and somebody is waiting for it. */
const mostMs = 20_000;

/** Thrown when the time limit is exceeded. */
class TooLong extends Error {}

/**
 * Limits the next statement to the time that is left.
 * @throws TooLong if no time is left
 */
async function limitStatementTime(tx: Tx, endsAt: number): Promise<void> {
  const leftMs = Math.ceil(endsAt - performance.now());
  if (leftMs <= 0) throw new TooLong();
  await sql`select set_config('statement_timeout', ${String(leftMs)}, true)`.execute(tx);
}

/** Checks whether an error means that time ran out: before a statement, or during one, which the database then cancels (57014). */
function isTooLong(error: unknown, endsAt: number): boolean {
  if (error instanceof TooLong) return true;
  return error instanceof Error && "code" in error && error.code === "57014" && performance.now() >= endsAt - 100;
}

/** Returns the limit of this transaction's statements, which a pooler's connection does not know. */
async function readStatementTime(tx: Tx): Promise<string> {
  const { rows } = await sql<{ limit: string }>`select current_setting('statement_timeout') as limit`.execute(tx);
  return rows[0]?.limit ?? "0";
}

/** Checks whether the ledger had entries by the end of a month, in any time zone; otherwise there is nothing to read. */
async function hasEntriesBefore(tx: Tx, providerUuid: string, month: string): Promise<boolean> {
  const { rows } = await sql<{ month: string }>`
    select to_char(e.at at time zone 'UTC' - interval '1 day', 'YYYY-MM') as month from stock_entry e
    where e.provider_uuid = ${providerUuid} order by e.movement_uuid limit 1`.execute(tx);
  return rows[0] !== undefined && rows[0].month <= month;
}

/**
 * Computes what the finished days of a month would have cost at these prices. Days are read and priced as in charging, and nothing is saved.
 * What is priced elsewhere, goods and freight, is left out: it costs the same at any prices.
 * @param asked `timeMs`: the time limit
 * @returns `rateCards.previewTooLong` if it takes longer
 */
export async function computePreview(
  tx: Tx,
  providerUuid: string,
  asked: PreviewRequest & { readonly timeMs?: number },
): Promise<Result<Preview, "rateCards.previewTooLong">> {
  const endsAt = performance.now() + (asked.timeMs ?? mostMs);
  await sql`savepoint preview`.execute(tx);
  try {
    return ok(await priceMonth(tx, providerUuid, asked, endsAt));
  } catch (error) {
    if (!isTooLong(error, endsAt)) throw error;
    // The rollback also restores the time limit.
    await sql`rollback to savepoint preview`.execute(tx);
    return refuse("rateCards.previewTooLong");
  }
}

/**
 * Computes the preview until a deadline.
 * @throws TooLong, or the database's error for a statement that took too long
 */
async function priceMonth(tx: Tx, providerUuid: string, asked: PreviewRequest, endsAt: number): Promise<Preview> {
  const tiers = groupTiers(asked.prices);
  const tiersByRetailer = new Map(asked.retailerUuids.map((uuid) => [uuid, tiers]));
  const month = new MonthCount();
  const sums = new Map<PricedEvent, { quantity_milli: number; amount_cents: number }>();
  const days = await listDaysOfMonth(tx, providerUuid, asked.month, asked.now);
  const toRead = (await hasEntriesBefore(tx, providerUuid, asked.month)) ? days : [];
  const usualTime = await readStatementTime(tx);
  for (const day of toRead) {
    await limitStatementTime(tx, endsAt);
    const happened = await readDayToPrice(tx, providerUuid, day, tiersByRetailer);
    for (const { event, quantity_milli, amount_cents } of computeDayCharges(happened, (uuid) => tiersByRetailer.get(uuid), month).charges) {
      const sum = sums.get(event) ?? { quantity_milli: 0, amount_cents: 0 };
      sums.set(event, { quantity_milli: sum.quantity_milli + quantity_milli, amount_cents: sum.amount_cents + amount_cents });
    }
  }
  await sql`select set_config('statement_timeout', ${usualTime}, true)`.execute(tx);
  const events = pricedEvents.flatMap((event) =>
    tiers.has(event) ? [{ event, ...(sums.get(event) ?? { quantity_milli: 0, amount_cents: 0 }) }] : [],
  );
  return {
    events,
    total_cents: events.reduce((sum, { amount_cents }) => sum + amount_cents, 0),
    day_count: new Set(days.map(({ day }) => day)).size,
  };
}

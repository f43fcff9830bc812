import { formatLocalTime, getMonthSpan } from "#src/billing/statements/months.rules.ts";
import type { Tx } from "#server/platform/db/row-security.ts";
import { readBillingSettings } from "#server/billing/rate-cards/cards.queries.ts";

/** A moment in a provider's time zone, which its statements use. */
export interface ProviderDay {
  /** YYYY-MM-DD */
  readonly today: string;
  /** YYYY-MM */
  readonly month: string;
  /** start of that month */
  readonly monthStart: Date;
}

/** Gets today's date and month for a provider. */
export async function getProviderDay(tx: Tx, providerUuid: string, now: Date): Promise<ProviderDay> {
  const { time_zone } = await readBillingSettings(tx, providerUuid);
  const today = formatLocalTime(now, time_zone).slice(0, 10);
  const month = today.slice(0, 7);
  return { today, month, monthStart: getMonthSpan(month, time_zone).from };
}

import { localTime, spanOf } from "#src/statements/months.rules.ts";
import type { Tx } from "#server/db/tx.ts";
import { billingSettingsOf } from "#server/rate-cards/cards.queries.ts";

/** A moment at a provider's own clock, which its statements go by. */
export interface ProviderDay {
  /** YYYY-MM-DD */
  readonly today: string;
  /** YYYY-MM */
  readonly month: string;
  /** when that month began */
  readonly monthStart: Date;
}

/** What day and month it is for a provider. */
export async function providerDay(tx: Tx, providerUuid: string, now: Date): Promise<ProviderDay> {
  const { time_zone } = await billingSettingsOf(tx, providerUuid);
  const today = localTime(now, time_zone).slice(0, 10);
  const month = today.slice(0, 7);
  return { today, month, monthStart: spanOf(month, time_zone).from };
}

import type { SubscriptionStatus } from "./subscription.machine.ts";

const dayMs = 24 * 3_600_000;
/** How long Pro goes on after a renewal that was not paid: the time in which the payment is tried again. */
export const pastDueGraceMs = 7 * dayMs;

/** What of a subscription decides about Pro. Times in ms since 1970. */
export interface SubscriptionFacts {
  readonly status: SubscriptionStatus;
  readonly currentPeriodEnd: number;
  readonly cancelAtPeriodEnd: boolean;
  /** since when it is PAST_DUE; null in every other status */
  readonly pastDueSince: number | null;
}

/**
 * Until when this subscription gives Pro, by its status alone: null where it gives none now.
 * A period that ended in ACTIVE gives until the provider says that it was not paid, which takes its time: a day.
 * @param now ms since 1970
 */
export function proUntil({ status, currentPeriodEnd, cancelAtPeriodEnd, pastDueSince }: SubscriptionFacts, now: number): number | null {
  const until = { ends: currentPeriodEnd, renews: currentPeriodEnd + dayMs, late: (pastDueSince ?? 0) + pastDueGraceMs };
  const end =
    status === "PAST_DUE" ? until.late : status !== "ACTIVE" && status !== "TRIALING" ? 0 : cancelAtPeriodEnd ? until.ends : until.renews;
  return end > now ? end : null;
}

/** The subscription that counts of several: the one that gives Pro longest; null where none gives it. */
export function bestOf<S extends SubscriptionFacts>(subscriptions: readonly S[], now: number): { subscription: S; until: number } | null {
  let best: { subscription: S; until: number } | null = null;
  for (const subscription of subscriptions) {
    const until = proUntil(subscription, now);
    if (until !== null && (best === null || until > best.until)) best = { subscription, until };
  }
  return best;
}

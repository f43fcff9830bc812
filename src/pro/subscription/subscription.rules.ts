import type { SubscriptionStatus } from "./subscription.machine.ts";

const dayMs = 24 * 3_600_000;
/** How long Pro continues after an unpaid renewal, while the payment is retried. */
export const pastDueGraceMs = 7 * dayMs;

/** The properties of a subscription that decide about Pro. Times in ms since 1970. */
export interface SubscriptionFacts {
  readonly status: SubscriptionStatus;
  readonly currentPeriodEnd: number;
  readonly cancelAtPeriodEnd: boolean;
  /** since when it is PAST_DUE; null in other statuses */
  readonly pastDueSince: number | null;
}

/**
 * Returns until when this subscription grants Pro, by its status alone; null if it grants none now. An ACTIVE period that has ended still counts for a day,
 * because the provider takes time to report a missing payment.
 * @param now ms since 1970
 */
export function getProUntil({ status, currentPeriodEnd, cancelAtPeriodEnd, pastDueSince }: SubscriptionFacts, now: number): number | null {
  const until = { ends: currentPeriodEnd, renews: currentPeriodEnd + dayMs, late: (pastDueSince ?? 0) + pastDueGraceMs };
  const end =
    status === "PAST_DUE" ? until.late : status !== "ACTIVE" && status !== "TRIALING" ? 0 : cancelAtPeriodEnd ? until.ends : until.renews;
  return end > now ? end : null;
}

/** Returns the subscription that grants Pro longest; null if none does. */
export function findBest<S extends SubscriptionFacts>(subscriptions: readonly S[], now: number): { subscription: S; until: number } | null {
  let best: { subscription: S; until: number } | null = null;
  for (const subscription of subscriptions) {
    const until = getProUntil(subscription, now);
    if (until !== null && (best === null || until > best.until)) best = { subscription, until };
  }
  return best;
}

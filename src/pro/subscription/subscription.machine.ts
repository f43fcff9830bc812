import type { Machine } from "#src/kit/lib/machine.ts";

/**
 * The life of a subscription (domain.md). Free is no state: it is the absence of one that entitles.
 * - INCOMPLETE: begun, the first payment is not confirmed; TRIALING: not paid yet, and used; ACTIVE: paid
 * - PAST_DUE: a renewal was not paid and is tried again; PAUSED: nothing is asked for and nothing given
 * - CANCELED: ended; EXPIRED: never paid, or given up on
 */
export const subscriptionStatuses = ["INCOMPLETE", "TRIALING", "ACTIVE", "PAST_DUE", "PAUSED", "CANCELED", "EXPIRED"] as const;
export type SubscriptionStatus = (typeof subscriptionStatuses)[number];

export const subscriptionEvents = ["try", "pay", "miss", "pause", "cancel", "giveUp"] as const;
export type SubscriptionEvent = (typeof subscriptionEvents)[number];

/** S: each event comes from the payment provider; a user's request (cancel, resume) goes to the provider first and returns as an event. */
export const subscriptionMachine: Machine<SubscriptionStatus, SubscriptionEvent> = {
  initial: "INCOMPLETE",
  states: subscriptionStatuses,
  transitions: [
    { from: ["INCOMPLETE"], event: "try", to: "TRIALING" },
    // A renewal is a payment too, and a late one recovers.
    { from: ["INCOMPLETE", "TRIALING", "ACTIVE", "PAST_DUE", "PAUSED"], event: "pay", to: "ACTIVE" },
    { from: ["TRIALING", "ACTIVE"], event: "miss", to: "PAST_DUE" },
    { from: ["TRIALING", "ACTIVE", "PAST_DUE"], event: "pause", to: "PAUSED" },
    { from: ["INCOMPLETE", "TRIALING", "ACTIVE", "PAST_DUE", "PAUSED"], event: "cancel", to: "CANCELED" },
    { from: ["INCOMPLETE", "PAST_DUE", "PAUSED"], event: "giveUp", to: "EXPIRED" },
  ],
};

/** Whether a status is final. */
export function isOver(status: SubscriptionStatus): boolean {
  return status === "CANCELED" || status === "EXPIRED";
}

/**
 * Checks whether one status can follow another over any number of unreported events: the provider is asked for the current state, and intermediate ones may
 * have been missed. A status follows itself.
 */
export function canFollow(from: SubscriptionStatus, to: SubscriptionStatus): boolean {
  const reached = new Set([from]);
  for (;;) {
    const next = subscriptionMachine.transitions.filter((row) => !reached.has(row.to) && row.from.some((state) => reached.has(state)));
    if (next.length === 0) return reached.has(to);
    for (const row of next) reached.add(row.to);
  }
}

import type { Machine } from "#src/kit/lib/machine.ts";

/**
 * The states of a subscription (domain.md). Free is not a state: it is the absence of a subscription that grants Pro.
 * - INCOMPLETE: created, but the first payment is not confirmed; TRIALING: in use, not paid yet; ACTIVE: paid
 * - PAST_DUE: a renewal failed and is retried; PAUSED: nothing is charged and nothing granted
 * - CANCELED: ended; EXPIRED: never paid, or no longer retried
 */
export const subscriptionStatuses = ["INCOMPLETE", "TRIALING", "ACTIVE", "PAST_DUE", "PAUSED", "CANCELED", "EXPIRED"] as const;
export type SubscriptionStatus = (typeof subscriptionStatuses)[number];

export const subscriptionEvents = ["try", "pay", "miss", "pause", "cancel", "giveUp"] as const;
export type SubscriptionEvent = (typeof subscriptionEvents)[number];

/** Every event comes from the payment provider. A user's request (cancel, resume) goes to the provider first and returns as an event. */
export const subscriptionMachine: Machine<SubscriptionStatus, SubscriptionEvent> = {
  initial: "INCOMPLETE",
  states: subscriptionStatuses,
  transitions: [
    { from: ["INCOMPLETE"], event: "try", to: "TRIALING" },
    // A renewal is a payment too, and a late payment reactivates the subscription.
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

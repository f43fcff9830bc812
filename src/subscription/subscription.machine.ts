import type { Machine } from "#src/lib/machine.ts";

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

/** S: each event is the payment provider's; a person's wish (cancel, resume) goes to the provider first and comes back as one. */
export const subscriptionMachine: Machine<SubscriptionStatus, SubscriptionEvent> = {
  initial: "INCOMPLETE",
  states: subscriptionStatuses,
  transitions: [
    { from: ["INCOMPLETE"], event: "try", to: "TRIALING" },
    // A renewal is a payment as well, and a late one heals.
    { from: ["INCOMPLETE", "TRIALING", "ACTIVE", "PAST_DUE", "PAUSED"], event: "pay", to: "ACTIVE" },
    { from: ["TRIALING", "ACTIVE"], event: "miss", to: "PAST_DUE" },
    { from: ["TRIALING", "ACTIVE", "PAST_DUE"], event: "pause", to: "PAUSED" },
    { from: ["INCOMPLETE", "TRIALING", "ACTIVE", "PAST_DUE", "PAUSED"], event: "cancel", to: "CANCELED" },
    { from: ["INCOMPLETE", "PAST_DUE", "PAUSED"], event: "giveUp", to: "EXPIRED" },
  ],
};

/** Whether a status is the last one: nothing comes after it. */
export function isOver(status: SubscriptionStatus): boolean {
  return status === "CANCELED" || status === "EXPIRED";
}

/**
 * Whether one status may follow another, over any number of events that we were not told of one by one: the provider is asked what is true now,
 * and what lay between may have been missed. The same status follows itself.
 */
export function mayFollow(from: SubscriptionStatus, to: SubscriptionStatus): boolean {
  const reached = new Set([from]);
  for (;;) {
    const next = subscriptionMachine.transitions.filter((row) => !reached.has(row.to) && row.from.some((state) => reached.has(state)));
    if (next.length === 0) return reached.has(to);
    for (const row of next) reached.add(row.to);
  }
}

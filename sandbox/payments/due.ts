import type { Account } from "./account.ts";
import { endSubscription, expireIncomplete, latestInvoice, renew, retryPayment } from "./billing.ts";
import { expireSession } from "./checkout.ts";
import type { Subscription } from "./wire/subscription.ts";

const hour = 3600;
const day = 24 * hour;

/** A scheduled change. */
interface Due {
  /** seconds */
  at: number;
  act(): void;
}

function dueOf(account: Account, subscription: Subscription): Due | null {
  switch (subscription.status) {
    case "incomplete":
      return { at: subscription.created + 23 * hour, act: () => expireIncomplete(account, subscription) };
    case "active":
      return {
        at: subscription.items.data[0].current_period_end,
        act: () => {
          if (subscription.cancel_at !== null) endSubscription(account, subscription, "cancellation_requested");
          else renew(account, subscription);
        },
      };
    case "past_due": {
      const invoice = latestInvoice(account, subscription);
      const next = invoice.next_payment_attempt;
      if (next !== null) return { at: next, act: () => void retryPayment(account, subscription, true) };
      return { at: invoice.created + 14 * day, act: () => endSubscription(account, subscription, "payment_failed") };
    }
    case "canceled":
    case "incomplete_expired":
      return null;
  }
}

function nextDue(account: Account): Due | null {
  const sessions = [...account.checkoutSessions.values()]
    .filter((session) => session.status === "open")
    .map((session): Due => ({ at: session.expires_at, act: () => expireSession(account, session) }));
  const dues = [...account.subscriptions.values()].flatMap((one) => dueOf(account, one) ?? []).concat(sessions);
  return dues.reduce<Due | null>((first, one) => (first === null || one.at < first.at ? one : first), null);
}

/** Runs everything that is due by that second in order, each at its own time. */
export function moveTo(account: Account, target: number): void {
  for (let due = nextDue(account); due !== null && due.at <= target; due = nextDue(account)) {
    account.clock.moveTo(due.at);
    due.act();
  }
  account.clock.moveTo(target);
}

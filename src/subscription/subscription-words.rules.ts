import type { SubscriptionView } from "./subscription.contract.ts";

/** How a subscription stands, in the words that people read: `subscription.plan.state.*`. */
export type PlanState = "none" | "incomplete" | "trial" | "active" | "ending" | "late" | "lateOver" | "paused" | "ended" | "expired";

/** What a person may do about it. `go` leads to the payment, `mend` to the provider's page for the card. */
export interface PlanDeeds {
  readonly get: boolean;
  readonly cancel: boolean;
  readonly resume: boolean;
  readonly mend: boolean;
  readonly portal: boolean;
}

/** The state in words. What gives Pro is the server's answer alone; this only says why. */
export function planStateOf({ plan_id, subscription }: SubscriptionView): PlanState {
  switch (subscription?.status) {
    case undefined:
      return "none";
    case "INCOMPLETE":
      return "incomplete";
    case "TRIALING":
    case "ACTIVE":
      if (subscription.cancel_at_period_end) return "ending";
      return subscription.status === "TRIALING" ? "trial" : "active";
    case "PAST_DUE":
      return plan_id === "pro" ? "late" : "lateOver";
    case "PAUSED":
      return "paused";
    case "CANCELED":
      return "ended";
    case "EXPIRED":
      return "expired";
  }
}

/**
 * What a person may do in a state.
 * @param isCancelled whether it ends with its period: a payment that is late or paused may be cancelled as well
 */
export function planDeeds(state: PlanState, isCancelled: boolean): PlanDeeds {
  const isLate = state === "late" || state === "lateOver";
  const isOpen = state === "trial" || state === "active" || state === "ending" || isLate || state === "paused";
  return {
    get: state === "none" || state === "incomplete" || state === "ended" || state === "expired",
    cancel: isOpen && !isCancelled,
    resume: isOpen && isCancelled,
    mend: isLate,
    portal: isOpen,
  };
}

/** The day that the state's sentence names (ISO 8601): until when Pro lasts, or is tried; null where it names none. */
export function dayOfState(state: PlanState, { pro_until, subscription }: SubscriptionView): string | null {
  if (subscription === null) return null;
  if (state === "late") return subscription.grace_until ?? pro_until;
  return state === "trial" || state === "ending" ? subscription.current_period_end : null;
}

/** Until when Pro would stay if it were cancelled now (ISO 8601); null where it rests already. */
export function lastDay(state: PlanState, { pro_until, subscription }: SubscriptionView): string | null {
  if (subscription === null) return null;
  if (state === "late") return subscription.grace_until ?? pro_until;
  return state === "trial" || state === "active" || state === "ending" ? subscription.current_period_end : null;
}

/** Whether the period of a subscription is paid: one that is late has begun a period that is not. */
export function isPaid(state: PlanState): boolean {
  return state === "active" || state === "ending";
}

/** Both currencies have two digits after the point (ISO 4217). */
const centsOfUnit = 100;

/** An amount as the language writes it: "$8.88", "¥69.00". */
export function moneyText(cents: number, currency: "USD" | "CNY", locale: string): string {
  return new Intl.NumberFormat(locale, { style: "currency", currency, currencyDisplay: "symbol" }).format(cents / centsOfUnit);
}

/** What became of a payment. */
export function receiptState({ amount_cents, refunded_cents, is_disputed }: ReceiptFacts): "paid" | "refunded" | "partly" | "disputed" {
  if (is_disputed) return "disputed";
  if (refunded_cents <= 0) return "paid";
  return refunded_cents >= amount_cents ? "refunded" : "partly";
}

interface ReceiptFacts {
  readonly amount_cents: number;
  readonly refunded_cents: number;
  readonly is_disputed: boolean;
}

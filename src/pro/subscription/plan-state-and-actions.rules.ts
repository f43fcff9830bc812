import type { SubscriptionView } from "./subscription.contract.ts";

/** The state of a subscription as shown to users: `subscription.plan.state.*`. */
export type PlanState = "none" | "incomplete" | "trial" | "active" | "ending" | "late" | "lateOver" | "paused" | "ended" | "expired";

/** The available actions. `go` leads to the payment, `mend` to the provider's page for the card. */
export interface PlanActions {
  readonly get: boolean;
  readonly cancel: boolean;
  readonly resume: boolean;
  readonly mend: boolean;
  readonly portal: boolean;
}

/** Returns the displayed state. Only the server decides about Pro; this explains it. */
export function getPlanState({ plan_id, subscription }: SubscriptionView): PlanState {
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
 * Returns the actions in a state.
 * @param isCancelled whether it ends with its period: late and paused subscriptions can be cancelled too
 */
export function getPlanActions(state: PlanState, isCancelled: boolean): PlanActions {
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

/** Returns the date in the state's sentence (ISO 8601): the end of Pro or of the trial; null if it has none. */
export function getDayOfState(state: PlanState, { pro_until, subscription }: SubscriptionView): string | null {
  if (subscription === null) return null;
  if (state === "late") return subscription.grace_until ?? pro_until;
  return state === "trial" || state === "ending" ? subscription.current_period_end : null;
}

/** Returns until when Pro would last if cancelled now (ISO 8601); null if it is already suspended. */
export function getLastDay(state: PlanState, { pro_until, subscription }: SubscriptionView): string | null {
  if (subscription === null) return null;
  if (state === "late") return subscription.grace_until ?? pro_until;
  return state === "trial" || state === "active" || state === "ending" ? subscription.current_period_end : null;
}

/** Whether the current period is paid: a late subscription has begun an unpaid period. */
export function isPaid(state: PlanState): boolean {
  return state === "active" || state === "ending";
}

import { describe, expect, test } from "vitest";
import type { SubscriptionView } from "./subscription.contract.ts";
import { subscriptionStatuses } from "./subscription.machine.ts";
import { getDayOfState, isPaid, getLastDay, getPlanActions, getPlanState } from "./plan-state-and-actions.rules.ts";
import { getReceiptState } from "./receipt-state.rules.ts";

const subscription = {
  status: "ACTIVE",
  currency: "USD",
  amount_cents: 888,
  current_period_end: "2026-03-05T10:00:00.000Z",
  cancel_at_period_end: false,
  grace_until: null,
  next_payment_at: "2026-03-05T10:00:00.000Z",
} as const;
const pro: SubscriptionView = { email: "ann@example.com", plan_id: "pro", pro_until: "2026-03-06T10:00:00.000Z", subscription };
const withStatus = (part: Partial<NonNullable<SubscriptionView["subscription"]>>, plan_id: "free" | "pro" = "pro"): SubscriptionView => ({
  ...pro,
  plan_id,
  subscription: { ...subscription, ...part },
});

describe("the state of a subscription", () => {
  test("is derived from its status, its end and the plan", () => {
    expect(getPlanState({ ...pro, plan_id: "free", pro_until: null, subscription: null })).toBe("none");
    expect(getPlanState(pro)).toBe("active");
    expect(getPlanState(withStatus({ cancel_at_period_end: true }))).toBe("ending");
    expect(getPlanState(withStatus({ status: "TRIALING" }))).toBe("trial");
    expect(getPlanState(withStatus({ status: "PAST_DUE" }))).toBe("late");
    expect(getPlanState(withStatus({ status: "PAST_DUE" }, "free"))).toBe("lateOver");
    expect(getPlanState(withStatus({ status: "CANCELED" }, "free"))).toBe("ended");
  });

  test("offers exactly one of paying, cancelling and resuming, in every status", () => {
    for (const status of subscriptionStatuses) {
      for (const isCancelled of [false, true]) {
        const { get, cancel, resume } = getPlanActions(
          getPlanState(withStatus({ status, cancel_at_period_end: isCancelled })),
          isCancelled,
        );
        expect([status, [get, cancel, resume].filter(Boolean).length]).toEqual([status, 1]);
      }
    }
    expect(getPlanActions("ending", true)).toEqual({ get: false, cancel: false, resume: true, mend: false, portal: true });
    expect(getPlanActions("late", false)).toEqual({ get: false, cancel: true, resume: false, mend: true, portal: true });
  });

  test("names the day until which Pro lasts", () => {
    expect(getDayOfState("ending", pro)).toBe("2026-03-05T10:00:00.000Z");
    expect(getDayOfState("late", withStatus({ grace_until: "2026-03-12T10:00:00.000Z" }))).toBe("2026-03-12T10:00:00.000Z");
    expect(getDayOfState("active", pro)).toBeNull();
  });

  test("gives the day on which Pro would end if it were cancelled, and none when nothing was paid", () => {
    expect(getLastDay("active", pro)).toBe("2026-03-05T10:00:00.000Z");
    expect(getLastDay("late", withStatus({ grace_until: "2026-02-12T10:00:00.000Z" }))).toBe("2026-02-12T10:00:00.000Z");
    expect(getLastDay("lateOver", pro)).toBeNull();
    expect([isPaid("active"), isPaid("ending"), isPaid("trial"), isPaid("late")]).toEqual([true, true, false, false]);
  });
});

test("a receipt shows the outcome of its payment, a dispute before any other", () => {
  const paid = { amount_cents: 888, refunded_cents: 0, is_disputed: false };
  expect(getReceiptState(paid)).toBe("paid");
  expect(getReceiptState({ ...paid, refunded_cents: 100 })).toBe("partly");
  expect(getReceiptState({ ...paid, refunded_cents: 888 })).toBe("refunded");
  expect(getReceiptState({ ...paid, refunded_cents: 888, is_disputed: true })).toBe("disputed");
});

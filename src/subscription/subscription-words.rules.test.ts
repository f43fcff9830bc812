import { describe, expect, test } from "vitest";
import type { SubscriptionView } from "./subscription.contract.ts";
import { subscriptionStatuses } from "./subscription.machine.ts";
import { dayOfState, isPaid, lastDay, moneyText, planDeeds, planStateOf, receiptState } from "./subscription-words.rules.ts";

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

describe("a subscription in words", () => {
  test("is told by status, end and plan", () => {
    expect(planStateOf({ ...pro, plan_id: "free", pro_until: null, subscription: null })).toBe("none");
    expect(planStateOf(pro)).toBe("active");
    expect(planStateOf(withStatus({ cancel_at_period_end: true }))).toBe("ending");
    expect(planStateOf(withStatus({ status: "TRIALING" }))).toBe("trial");
    expect(planStateOf(withStatus({ status: "PAST_DUE" }))).toBe("late");
    expect(planStateOf(withStatus({ status: "PAST_DUE" }, "free"))).toBe("lateOver");
    expect(planStateOf(withStatus({ status: "CANCELED" }, "free"))).toBe("ended");
  });

  test("offers either to pay or to leave, in every status", () => {
    for (const status of subscriptionStatuses) {
      for (const isCancelled of [false, true]) {
        const { get, cancel, resume } = planDeeds(planStateOf(withStatus({ status, cancel_at_period_end: isCancelled })), isCancelled);
        expect([status, [get, cancel, resume].filter(Boolean).length]).toEqual([status, 1]);
      }
    }
    expect(planDeeds("ending", true)).toEqual({ get: false, cancel: false, resume: true, mend: false, portal: true });
    expect(planDeeds("late", false)).toEqual({ get: false, cancel: true, resume: false, mend: true, portal: true });
  });

  test("names the day until which Pro lasts", () => {
    expect(dayOfState("ending", pro)).toBe("2026-03-05T10:00:00.000Z");
    expect(dayOfState("late", withStatus({ grace_until: "2026-03-12T10:00:00.000Z" }))).toBe("2026-03-12T10:00:00.000Z");
    expect(dayOfState("active", pro)).toBeNull();
  });

  test("knows until when Pro would stay if it were cancelled: what was not paid gives nothing", () => {
    expect(lastDay("active", pro)).toBe("2026-03-05T10:00:00.000Z");
    expect(lastDay("late", withStatus({ grace_until: "2026-02-12T10:00:00.000Z" }))).toBe("2026-02-12T10:00:00.000Z");
    expect(lastDay("lateOver", pro)).toBeNull();
    expect([isPaid("active"), isPaid("ending"), isPaid("trial"), isPaid("late")]).toEqual([true, true, false, false]);
  });
});

test("amounts are written as the language writes them", () => {
  expect(moneyText(888, "USD", "en-US")).toBe("$8.88");
  expect(moneyText(6900, "CNY", "zh-CN")).toBe("¥69.00");
  expect(moneyText(888, "USD", "zh-CN")).toBe("US$8.88");
});

test("a receipt says what became of its payment, a dispute before all", () => {
  const paid = { amount_cents: 888, refunded_cents: 0, is_disputed: false };
  expect(receiptState(paid)).toBe("paid");
  expect(receiptState({ ...paid, refunded_cents: 100 })).toBe("partly");
  expect(receiptState({ ...paid, refunded_cents: 888 })).toBe("refunded");
  expect(receiptState({ ...paid, refunded_cents: 888, is_disputed: true })).toBe("disputed");
});

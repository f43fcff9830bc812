import type { Example } from "./example.ts";

const nothing: Example = { own: async () => ({}) };

/** An input for every subscription call. No payment provider is connected: calls that need one say so. */
export const subscriptionExamples: Readonly<Record<string, Example>> = {
  "subscription.get-subscription": nothing,
  "subscription.list-receipts": nothing,
  "subscription.create-checkout": { own: async () => ({ plan_id: "pro", language: "en_us" }) },
  "subscription.confirm-checkout": { own: async () => ({ session_id: "cs_test_0" }) },
  "subscription.open-portal": { own: async () => ({ language: "zh_cn", flow: "cancel" }) },
  "subscription.cancel": nothing,
  "subscription.resume": nothing,
  "subscription.export-data": nothing,
  // Not the account's own, so that the next call still has one.
  "subscription.delete-account": { own: async () => ({ email: "somebody.else@example.test" }) },
};

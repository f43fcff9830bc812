import { Stripe } from "stripe";
import { describe, expect, it } from "vitest";
import { signatureHeader } from "./signature.ts";

const secret = "whsec_sandbox_test";
const body = JSON.stringify({ id: "evt_1", object: "event", type: "invoice.paid", data: { object: { name: "码头 ☂" } } }, null, 2);

describe("a webhook signature", () => {
  it("equals the SDK's own", () => {
    for (const timestamp of [1, 1_700_000_000, Math.floor(Date.now() / 1000)])
      expect(signatureHeader(body, secret, timestamp)).toBe(Stripe.webhooks.generateTestHeaderString({ payload: body, secret, timestamp }));
  });

  it("is accepted by the SDK, and refused for another body, another secret or an old timestamp", () => {
    const now = Math.floor(Date.now() / 1000);
    const header = signatureHeader(body, secret, now);
    expect(Stripe.webhooks.constructEvent(body, header, secret).id).toBe("evt_1");
    expect(() => Stripe.webhooks.constructEvent(body.replace("evt_1", "evt_2"), header, secret)).toThrow(/signature/i);
    expect(() => Stripe.webhooks.constructEvent(body, header, "whsec_other")).toThrow(/signature/i);
    expect(() => Stripe.webhooks.constructEvent(body, signatureHeader(body, secret, now - 301), secret)).toThrow(/tolerance/i);
  });
});

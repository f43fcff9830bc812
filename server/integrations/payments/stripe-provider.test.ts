import { createHmac } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { NewCheckout, PaymentProvider } from "./payment-provider.ts";
import { PaymentsUnavailable, WebhookRefused } from "./payment-provider.ts";
import { openPayments } from "#server/open-payments.ts";
import { openStripe } from "./stripe-provider.ts";
import { stripeSchemas } from "#tests/factories/json-schema.ts";
import { sharedFile } from "#tests/factories/shared-file.ts";
import { startSandboxPayments } from "#tests/factories/sandbox-payments.ts";

type Sandbox = Awaited<ReturnType<typeof startSandboxPayments>>;

let sandbox: Sandbox;
let payments: PaymentProvider;
const userUuid = "0190a0a0-0000-7000-8000-000000000001";

function opened(more: { secretKey?: string; timeoutMs?: number } = {}): PaymentProvider {
  const { secretKey, webhookSecret, priceId, origin: apiBase } = sandbox;
  return openStripe({ secretKey, webhookSecrets: [webhookSecret], priceId, apiBase, ...more });
}

beforeAll(async () => {
  sandbox = await startSandboxPayments();
  payments = opened();
});
afterAll(() => sandbox.stop());
beforeEach(() => sandbox.control.fail({ times: 0 }));

let keys = 0;
const key = () => `a-key-${(keys += 1)}`;

const newCustomer = () => payments.createCustomer({ userUuid, email: "payer@example.com", language: "en_us", idempotencyKey: key() });

async function newCheckout(customerId: string, more: Partial<NewCheckout> = {}) {
  const checkout = await payments.createCheckout({
    userUuid,
    customerId,
    planId: "pro",
    currency: "USD",
    language: "en_us",
    successUrl: "https://quay.example.com/esty-checkout/pro?checkout=done&session_id={CHECKOUT_SESSION_ID}",
    cancelUrl: "https://quay.example.com/esty-checkout/pro?checkout=cancelled",
    idempotencyKey: key(),
    ...more,
  });
  if (checkout === null) throw new Error("the customer is not known");
  return checkout;
}

/** Creates a paid subscription. */
async function paid(more: Partial<NewCheckout> = {}) {
  const { id: customerId } = await newCustomer();
  const checkout = await newCheckout(customerId, more);
  const { redirect } = await sandbox.pay(checkout.url);
  const subscriptionId = (await payments.checkout(checkout.id))?.subscriptionId ?? "";
  return { customerId, checkout, redirect, subscriptionId };
}

const invoiceOf = async (subscriptionId: string) => {
  const event = (await sandbox.control.events()).findLast(
    ({ type, data }) => type === "invoice.paid" && JSON.stringify(data.object).includes(subscriptionId),
  );
  return event?.data.object.id ?? "";
};

const chargeOf = async (subscriptionId: string, type: string) => {
  const invoice = await payments.invoice(await invoiceOf(subscriptionId));
  const event = (await sandbox.control.events()).findLast((one) => one.type === type);
  const object = event?.data.object as { id: string; charge?: string } | undefined;
  return { invoice, chargeId: object?.charge ?? object?.id ?? "" };
};

describe("a checkout", () => {
  test.each([
    ["USD", "en_us", 888],
    ["CNY", "zh_cn", 6900],
  ] as const)("in %s results in a subscription with its customer, user and price", async (currency, language, amountCents) => {
    const { customerId, checkout, redirect, subscriptionId } = await paid({ currency, language });
    expect(redirect).toBe(`https://quay.example.com/esty-checkout/pro?checkout=done&session_id=${checkout.id}`);
    const subscription = await payments.subscription(subscriptionId);
    expect(subscription).toMatchObject({ customerId, userUuid, planId: "pro", status: "ACTIVE", currency, amountCents });
    expect(subscription).toMatchObject({ cancelAtPeriodEnd: false, endedAt: null });
    const days = (Number(subscription?.currentPeriodEnd) - Number(subscription?.currentPeriodStart)) / 86_400_000;
    expect([28, 29, 30, 31]).toContain(days);
    const invoice = await payments.invoice(await invoiceOf(subscriptionId));
    expect(invoice).toMatchObject({ subscriptionId, customerId, currency, amountCents, refundedCents: 0, isPaid: true });
    expect(invoice?.periodEnd).toEqual(subscription?.currentPeriodEnd);
  });

  test("is created once for the same idempotency key", async () => {
    const { id } = await newCustomer();
    const one = { idempotencyKey: key() };
    expect(await newCheckout(id, one)).toEqual(await newCheckout(id, one));
  });

  test("can be expired repeatedly without an error, even after payment", async () => {
    const { id } = await newCustomer();
    const checkout = await newCheckout(id);
    await payments.expireCheckout(checkout.id);
    await payments.expireCheckout(checkout.id);
    expect(await payments.checkout(checkout.id)).toMatchObject({ status: "expired", subscriptionId: null });
    const { checkout: done } = await paid();
    await payments.expireCheckout(done.id);
    expect(await payments.checkout(done.id)).toMatchObject({ status: "complete" });
  });

  test("is null for a customer deleted at the provider", async () => {
    const { id } = await newCustomer();
    await payments.deleteCustomer(id);
    await expect(newCheckout(id)).rejects.toThrow("the customer is not known");
  });
});

describe("a subscription", () => {
  test("can be cancelled at period end and resumed", async () => {
    const { subscriptionId } = await paid({ currency: "CNY", language: "zh_cn" });
    expect(await payments.setCancelAtPeriodEnd(subscriptionId, true)).toMatchObject({ cancelAtPeriodEnd: true, amountCents: 6900 });
    expect(await payments.setCancelAtPeriodEnd(subscriptionId, false)).toMatchObject({ cancelAtPeriodEnd: false, status: "ACTIVE" });
  });

  test("cancelled in Stripe's portal reads as cancelled, and can be resumed", async () => {
    const { subscriptionId, customerId } = await paid();
    const visit = { customerId, subscriptionId, isCancelling: true, returnUrl: "https://quay.example.com/", language: "en_us" } as const;
    const { url } = await payments.openPortal(visit);
    await fetch(`${url}/cancel`, { method: "POST", redirect: "manual" });
    expect(await payments.subscription(subscriptionId)).toMatchObject({ cancelAtPeriodEnd: true, status: "ACTIVE" });
    expect(await payments.setCancelAtPeriodEnd(subscriptionId, false)).toMatchObject({ cancelAtPeriodEnd: false, status: "ACTIVE" });
  });

  test("links to its latest invoice, which links to the charge that paid it", async () => {
    const { subscriptionId } = await paid();
    const { latestInvoiceId } = (await payments.subscription(subscriptionId)) ?? { latestInvoiceId: null };
    expect(latestInvoiceId).toBe(await invoiceOf(subscriptionId));
    const { chargeId } = (await payments.invoice(latestInvoiceId ?? "")) ?? { chargeId: null };
    expect(await payments.charge(chargeId ?? "")).toMatchObject({ invoiceId: latestInvoiceId, amountCents: 888 });
  });

  test("can be cancelled immediately, and again without an error", async () => {
    const { subscriptionId } = await paid();
    await payments.cancelNow(subscriptionId);
    await payments.cancelNow(subscriptionId);
    expect(await payments.subscription(subscriptionId)).toMatchObject({ status: "CANCELED", endedAt: expect.any(Date) });
  });

  test("ends when its customer is deleted, which can be repeated without an error", async () => {
    const { subscriptionId, customerId } = await paid();
    await payments.deleteCustomer(customerId);
    await payments.deleteCustomer(customerId);
    await payments.changeCustomerEmail(customerId, "nobody@example.com");
    expect(await payments.subscription(subscriptionId)).toMatchObject({ status: "CANCELED" });
  });

  test("has a portal, which opens at the cancellation step on request", async () => {
    const { subscriptionId, customerId } = await paid();
    const base = { customerId, subscriptionId, returnUrl: "https://quay.example.com/esty-subscription", language: "zh_cn" } as const;
    expect((await payments.openPortal({ ...base, isCancelling: false })).url).toMatch(/^http:/);
    expect((await payments.openPortal({ ...base, isCancelling: true })).url).toMatch(/^http:/);
  });
});

describe("money returned to the customer", () => {
  test("is reported on the charge and on its invoice when refunded", async () => {
    const { subscriptionId } = await paid();
    await sandbox.control.refund(subscriptionId, 300);
    const { invoice, chargeId } = await chargeOf(subscriptionId, "charge.refunded");
    expect(invoice).toMatchObject({ amountCents: 888, refundedCents: 300 });
    expect(await payments.charge(chargeId)).toEqual({ invoiceId: invoice?.id, amountCents: 888, refundedCents: 300, isDisputed: false });
  });

  test("is reported as disputed when the bank demands it", async () => {
    const { subscriptionId } = await paid();
    await sandbox.control.dispute(subscriptionId);
    const { invoice, chargeId } = await chargeOf(subscriptionId, "charge.dispute.created");
    expect(await payments.charge(chargeId)).toMatchObject({ invoiceId: invoice?.id, isDisputed: true });
  });
});

test("a request that Stripe rejects throws an internal error without any of Stripe's response", async () => {
  const { id } = await newCustomer();
  const error: unknown = await newCheckout(id, { currency: "XYZ" as "USD" }).catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(Error);
  expect(error).not.toBeInstanceOf(PaymentsUnavailable);
  expect(String(error)).toMatch(/^StripeRefused: stripe refused: StripeInvalidRequestError 400 /);
  for (const name of ["statusCode", "raw", "headers", "cause"]) expect(error).not.toHaveProperty(name);
});

test("an object unknown to the provider is null", async () => {
  expect(await payments.subscription("sub_none")).toBeNull();
  expect(await payments.checkout("cs_test_none")).toBeNull();
  expect(await payments.invoice("in_none")).toBeNull();
  expect(await payments.charge("ch_none")).toBeNull();
});

describe("an unreachable provider", () => {
  test("is retried twice, then reported as unavailable", async () => {
    await sandbox.control.fail({ times: 2, status: 500 });
    expect(await payments.subscription("sub_none")).toBeNull();
    await sandbox.control.fail({ times: 3, status: 500 });
    await expect(payments.subscription("sub_none")).rejects.toThrow(PaymentsUnavailable);
  });

  test("does not create a customer twice on retry after a lost response", async () => {
    const before = (await sandbox.control.events()).filter(({ type }) => type === "customer.created").length;
    await sandbox.control.fail({ times: 1, lost: true });
    await newCustomer();
    const after = (await sandbox.control.events()).filter(({ type }) => type === "customer.created").length;
    expect(after - before).toBe(1);
  });

  test.each<[string, { times: number; status?: number; delayMs?: number }, { secretKey?: string; timeoutMs?: number }]>([
    ["asks for patience", { times: 3, status: 429 }, {}],
    ["keeps silent", { times: 3, delayMs: 2000 }, { timeoutMs: 50 }],
    ["does not let us in", { times: 0 }, { secretKey: "sk_test_SecretThatIsWrong" }],
  ])("that %s is reported as unavailable without exposing secrets", async (_what, fault, config) => {
    await sandbox.control.fail(fault);
    const error: unknown = await opened(config)
      .subscription("sub_none")
      .then(
        () => null,
        (thrown: unknown) => thrown,
      );
    expect(error).toBeInstanceOf(PaymentsUnavailable);
    expect(String(error)).not.toMatch(/sk_test|Secret/);
  });

  test("with no server listening is reported as unavailable", async () => {
    const away = openStripe({ secretKey: "sk_test_00000000", webhookSecrets: [], priceId: "price_1", apiBase: "http://127.0.0.1:9" });
    await expect(away.checkout("cs_test_1")).rejects.toThrow(PaymentsUnavailable);
  });
});

describe("a webhook", () => {
  const now = new Date("2026-03-01T12:00:00.000Z");
  const seconds = now.getTime() / 1000;
  const body = JSON.stringify({
    id: "evt_1",
    object: "event",
    api_version: "2026-10-28.endive",
    created: seconds - 60,
    type: "customer.subscription.updated",
    data: { object: { id: "sub_1", object: "subscription", customer: "cus_1" } },
  });
  /** Signs a body independently of the library under test: HMAC-SHA256 over `t.rawBody`. */
  const signed = (text: string, secret = sandbox.webhookSecret, t = seconds) =>
    `t=${t},v1=${createHmac("sha256", secret).update(`${t}.${text}`).digest("hex")}`;
  const read = (text: string, signature: string | undefined, provider = payments) =>
    provider.readWebhook(Buffer.from(text), signature, now);

  test("with a valid signature yields its type, time and object ids, and nothing else", () => {
    expect(read(body, signed(body))).toEqual({
      id: "evt_1",
      type: "customer.subscription.updated",
      happenedAt: new Date(now.getTime() - 60_000),
      about: { subscriptionId: "sub_1", customerId: "cus_1" },
    });
  });

  test.each<[string, () => [string, string | undefined]]>([
    ["without a signature", () => [body, undefined]],
    ["with an empty one", () => [body, ""]],
    ["with one that is none", () => [body, "t=now,v1=00"]],
    ["signed by another", () => [body, signed(body, "whsec_another0")]],
    ["changed by one sign", () => [body.replace("sub_1", "sub_2"), signed(body)]],
    ["signed 301 seconds ago", () => [body, signed(body, sandbox.webhookSecret, seconds - 301)]],
    ["by the older scheme alone", () => [body, signed(body).replace("v1=", "v0=")]],
    ["that is signed and no JSON", () => ["{", signed("{")]],
  ])("%s is rejected", (_what, made) => {
    expect(() => read(...made())).toThrow(WebhookRefused);
  });

  test("signed 300 seconds ago is accepted, as is one signed with either secret during rotation", async () => {
    expect(read(body, signed(body, sandbox.webhookSecret, seconds - 300))?.id).toBe("evt_1");
    const rotating = await openPayments({
      STRIPE_SECRET_KEY: sandbox.secretKey,
      STRIPE_WEBHOOK_SECRET: `whsec_new00000, ${sandbox.webhookSecret}`,
      STRIPE_PRICE_ID: sandbox.priceId,
      STRIPE_API_BASE: sandbox.origin,
    });
    for (const secret of ["whsec_new00000", sandbox.webhookSecret])
      expect(read(body, signed(body, secret), rotating ?? payments)?.id).toBe("evt_1");
  });

  test("of an unused type is null", () => {
    const other = body.replace("customer.subscription.updated", "customer.created");
    expect(read(other, signed(other))).toBeNull();
  });

  /** Returns a request body as recorded and published by Stripe. */
  const published = (name: string): string | null => {
    const text = sharedFile(`contracts/stripe/webhooks/${name}.json`);
    return text === null ? null : JSON.stringify((JSON.parse(text) as { body: unknown }).body);
  };

  test.skipIf(published("invoice.paid") === null).each([
    ["checkout.session.completed", { checkoutId: expect.stringMatching(/^cs_/) }],
    ["customer.subscription.created", { subscriptionId: expect.stringMatching(/^sub_/) }],
    ["invoice.paid", { invoiceId: expect.stringMatching(/^in_/) }],
  ])("is read as published by Stripe: %s", (name, about) => {
    const text = published(name) ?? "";
    expect(read(text, signed(text))).toMatchObject({ type: name, about });
  });
});

test("there is no provider without a key in the environment", async () => {
  const none = { STRIPE_SECRET_KEY: undefined, STRIPE_WEBHOOK_SECRET: undefined, STRIPE_PRICE_ID: undefined, STRIPE_API_BASE: undefined };
  expect(await openPayments(none)).toBeNull();
});

test.skipIf(stripeSchemas() === null)("every request matches Stripe's published API schema", async () => {
  const schemas = stripeSchemas();
  const requests = await sandbox.control.requests();
  const calls = new Set(requests.map(({ method, path }) => `${method} ${path}`));
  expect([...calls]).toEqual(
    expect.arrayContaining([
      "POST /v1/customers",
      "POST /v1/checkout/sessions",
      "POST /v1/billing_portal/sessions",
      "POST /v1/subscriptions/{id}",
    ]),
  );
  for (const { method, path, params } of requests)
    expect([`${method} ${path}`, schemas?.requestFaults(`${method} ${path}`, params) ?? []]).toEqual([`${method} ${path}`, []]);
});

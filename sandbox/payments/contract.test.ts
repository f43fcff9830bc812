import { Stripe } from "stripe";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { stripeSchemas } from "#tests/factories/json-schema.ts";
import { idOf, startSandboxPayments } from "#tests/factories/sandbox-payments.ts";
import { sharedFile } from "#tests/factories/shared-file.ts";
import { apiRoutes } from "./api/routes.ts";
import type { newEvent } from "./wire/event.ts";
import type { Charge, PaymentMethod } from "./wire/payment.ts";
import type { Dispute } from "./wire/reversal.ts";

const day = 86_400_000;
const schemas = stripeSchemas();

type RequiredKeys<T> = { [K in keyof T]-?: object extends Pick<T, K> ? never : K }[keyof T];
type Missing<T, W> = Exclude<RequiredKeys<T>, keyof W>;
type WireEvent = ReturnType<typeof newEvent>;
/** The published schemas have no charges, disputes and events; that these lack no field, the SDK's own types say. */
const nothingMissing: [
  Missing<Stripe.Charge, Charge>,
  Missing<Stripe.Charge.PaymentMethodDetails.Card, Charge["payment_method_details"]["card"]>,
  Missing<Stripe.Dispute, Dispute>,
  Missing<Stripe.Dispute.Evidence, Dispute["evidence"]>,
  Missing<Stripe.PaymentMethod.Card, PaymentMethod["card"]>,
  Missing<Stripe.CustomerCreatedEvent, WireEvent>,
] extends never[]
  ? true
  : never = true;

let payments: Awaited<ReturnType<typeof startSandboxPayments>>;
let stripe: Stripe;

/** Goes through everything that the sandbox does once. */
async function liveALot(): Promise<void> {
  const customer = await stripe.customers.create({
    email: "ann@example.com",
    name: "Ann",
    metadata: { account: "7" },
    preferred_locales: ["zh"],
  });
  await stripe.customers.update(customer.id, { description: "a description", metadata: { account: "8" } });
  const session = await stripe.checkout.sessions.create({
    mode: "subscription",
    ui_mode: "hosted_page",
    customer: customer.id,
    client_reference_id: "42",
    currency: "cny",
    locale: "zh",
    line_items: [{ price: payments.priceId, quantity: 1 }],
    metadata: { plan: "pro" },
    subscription_data: { metadata: { account: "8" }, description: "Pro" },
    success_url: "http://127.0.0.1:9/done?session={CHECKOUT_SESSION_ID}",
    cancel_url: "http://127.0.0.1:9/cancelled",
    expires_at: Math.floor(Date.now() / 1000) + 3600,
  });
  await payments.pay(session.url ?? "", "needsConfirmation");
  const { subscription } = await stripe.checkout.sessions.retrieve(session.id, { expand: ["line_items"] });
  const id = idOf(subscription);
  await stripe.billingPortal.sessions.create({
    customer: customer.id,
    return_url: "http://127.0.0.1:9/back",
    locale: "zh",
    flow_data: { type: "subscription_cancel", subscription_cancel: { subscription: id } },
  });
  await stripe.subscriptions.update(id, { cancel_at_period_end: true, cancellation_details: { comment: "none", feedback: "unused" } });
  await stripe.subscriptions.update(id, { cancel_at: "" });
  await stripe.subscriptions.update(id, { cancel_at_period_end: false, metadata: { more: "1" } });
  await payments.control.advance(32 * day);
  await payments.control.refund(id, 100);
  await payments.control.dispute(id);
  const open = await stripe.checkout.sessions.create({
    mode: "subscription",
    line_items: [{ price: payments.priceId, quantity: 1 }],
    success_url: "http://127.0.0.1:9/done",
  });
  await payments.pay(open.url ?? "", "failsLater");
  await payments.control.advance(60 * day);
  const expiring = await stripe.checkout.sessions.create({
    mode: "subscription",
    line_items: [{ price: payments.priceId, quantity: 1 }],
    success_url: "http://127.0.0.1:9/done",
  });
  await stripe.checkout.sessions.expire(expiring.id);
  await stripe.subscriptions.list({ customer: customer.id, status: "all" });
  await stripe.events.list({ limit: 3, types: ["invoice.paid"] });
  const invoices = await stripe.invoices.list({ subscription: id, customer: customer.id, expand: ["data.payments"] });
  const intent = invoices.data[0]?.payments?.data[0]?.payment.payment_intent;
  await stripe.refunds.create({ payment_intent: idOf(intent), amount: 50, reason: "requested_by_customer" });
  await stripe.subscriptions.cancel(id, { cancellation_details: { comment: "enough" } });
  await stripe.customers.del(customer.id);
}

beforeAll(async () => {
  payments = await startSandboxPayments();
  stripe = new Stripe(payments.secretKey, { host: "127.0.0.1", port: payments.port, protocol: "http" });
  await liveALot();
});
afterAll(() => payments.stop());

/** What the API answers to a GET, as it stands on the wire. */
async function got(path: string): Promise<{ object: string; data?: { object: string }[] }> {
  const answer = await fetch(payments.origin + path, { headers: { authorization: `Bearer ${payments.secretKey}` } });
  return (await answer.json()) as { object: string; data?: { object: string }[] };
}

describe.skipIf(schemas === null)("Stripe's published contract (needs ../shared)", () => {
  it("has every parameter that the sandbox accepts", () => {
    const unknown = apiRoutes.flatMap(({ method, path, names }) => {
      const known = schemas?.parameterNames(`${method} ${path}`);
      return (names ?? [])
        .filter((name) => known !== undefined && known !== null && !known.includes(name))
        .map((name) => `${path} ${name}`);
    });
    expect(unknown).toEqual([]);
  });

  it("accepts every request that the sandbox has accepted", async () => {
    const requests = await payments.control.requests();
    const faults = requests.flatMap(({ method, path, params }) => schemas?.requestFaults(`${method} ${path}`, params) ?? []);
    expect(faults).toEqual([]);
    const checked = new Set(
      requests.map(({ method, path }) => `${method} ${path}`).filter((call) => schemas?.parameterNames(call) !== null),
    );
    expect(checked.size).toBeGreaterThanOrEqual(12);
  });

  it("holds for every object in an event", async () => {
    const events = await payments.control.events();
    const faults = events.flatMap(({ type, data }) => (schemas?.resourceFaults(data.object) ?? []).map((fault) => `${type}: ${fault}`));
    expect(faults).toEqual([]);
    expect(new Set(events.map((event) => event.type)).size).toBeGreaterThanOrEqual(18);
  });

  it("holds for API responses, expanded or not", async () => {
    const session = /cs_test_\w+/.exec(JSON.stringify(await payments.control.events()))?.[0] ?? "";
    const paths = [
      "/v1/subscriptions?status=all&expand[]=data.customer&expand[]=data.latest_invoice",
      "/v1/invoices?limit=100&expand[]=data.payments",
      "/v1/checkout/sessions?expand[]=data.line_items&expand[]=data.subscription",
      "/v1/invoice_payments?limit=100",
    ];
    const lists = await Promise.all(paths.map(got));
    const single = await Promise.all([
      got(`/v1/prices/${payments.priceId}?expand[]=currency_options`),
      got("/v1/products/prod_QuaysidePro"),
      got(`/v1/checkout/sessions/${session}?expand[]=line_items`),
    ]);
    const objects = [...lists.flatMap((list) => list.data ?? []), ...single];
    expect(objects.length).toBeGreaterThan(8);
    expect(objects.flatMap((one) => schemas?.resourceFaults(one) ?? [`no schema for ${one.object}`])).toEqual([]);
  });

  it("comes with real webhook bodies, whose envelope matches ours", async () => {
    const events = await payments.control.events();
    for (const type of ["customer.created", "checkout.session.completed", "customer.subscription.created", "invoice.paid"]) {
      const real = JSON.parse(sharedFile(`contracts/stripe/webhooks/${type}.json`) ?? "{}") as { body: Record<string, unknown> };
      const ours = events.find((event) => event.type === type);
      expect(Object.keys(ours ?? {}).toSorted()).toEqual(Object.keys(real.body).toSorted());
    }
  });
});

describe("the sandbox's own types", () => {
  it("lack no field of the SDK's charges, disputes and cards", () => {
    expect(nothingMissing).toBe(true);
  });
});

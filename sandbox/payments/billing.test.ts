import { Stripe } from "stripe";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { idOf, startSandboxPayments } from "#tests/factories/sandbox-payments.ts";

const hour = 3_600_000;
const day = 24 * hour;

let payments: Awaited<ReturnType<typeof startSandboxPayments>>;
let stripe: Stripe;

beforeAll(async () => {
  payments = await startSandboxPayments();
  stripe = new Stripe(payments.secretKey, { host: "127.0.0.1", port: payments.port, protocol: "http" });
});
afterAll(() => payments.stop());
beforeEach(() => payments.control.reset());

/** A subscription that was paid with that card. */
async function subscribe(card: "good" | "failsLater" | "needsConfirmation", confirm = true): Promise<Stripe.Subscription> {
  const session = await stripe.checkout.sessions.create({
    mode: "subscription",
    line_items: [{ price: payments.priceId, quantity: 1 }],
    success_url: "http://127.0.0.1:9/done",
  });
  await payments.pay(session.url ?? "", card, { confirm });
  const [subscription] = (await stripe.subscriptions.list({ status: "all" })).data;
  if (subscription === undefined) throw new Error("no subscription");
  return subscription;
}

/** Moves the clock to just behind the end of the month that is paid for. */
async function toPeriodEnd({ id }: Stripe.Subscription, laterMs = 1000): Promise<Stripe.Subscription> {
  const before = await stripe.subscriptions.retrieve(id);
  const end = before.items.data[0]?.current_period_end ?? 0;
  await payments.control.advance((end - (await payments.control.now())) * 1000 + laterMs);
  return stripe.subscriptions.retrieve(id);
}

/** The events since the last look, without those of charges and intents. */
function eventsSince(): () => Promise<string[]> {
  let seen = 0;
  return async () => {
    const events = await payments.control.events();
    const fresh = events.slice(seen).map((event) => event.type);
    seen = events.length;
    return fresh.filter((type) => /^(customer|invoice|checkout)\./.test(type));
  };
}

describe("a subscription on the sandbox's clock", () => {
  it("renews every month, with an invoice each time", async () => {
    const first = await subscribe("good");
    const fresh = eventsSince();
    await fresh();
    const second = await toPeriodEnd(first);
    expect(second.status).toBe("active");
    expect(second.items.data[0]?.current_period_start).toBe(first.items.data[0]?.current_period_end);
    expect(await fresh()).toEqual([
      "customer.subscription.updated",
      "invoice.created",
      "invoice.finalized",
      "invoice.paid",
      "invoice.payment_succeeded",
    ]);
    await payments.control.advance(365 * day);
    const invoices = await stripe.invoices.list({ subscription: first.id, limit: 100 });
    expect(invoices.data.length).toBe(14);
    expect(new Set(invoices.data.map((invoice) => invoice.number)).size).toBe(14);
    expect(invoices.data.every((invoice) => invoice.status === "paid")).toBe(true);
  });

  it("is past due when the card fails, is retried after 3 and 7 days, and ends after 14", async () => {
    const first = await subscribe("failsLater");
    const fresh = eventsSince();
    const late = await toPeriodEnd(first);
    expect(late.status).toBe("past_due");
    expect(await fresh()).toContain("invoice.payment_failed");
    await payments.control.advance(3 * day);
    expect(await fresh()).toEqual(["invoice.payment_failed"]);
    await payments.control.advance(4 * day);
    expect(await fresh()).toEqual(["invoice.payment_failed"]);
    const [invoice] = (await stripe.invoices.list({ subscription: first.id, status: "open" })).data;
    expect(invoice).toMatchObject({ attempt_count: 3, next_payment_attempt: null, amount_remaining: 888 });
    await payments.control.advance(7 * day - 2000);
    expect((await stripe.subscriptions.retrieve(first.id)).status).toBe("past_due");
    await payments.control.advance(2000);
    expect(await stripe.subscriptions.retrieve(first.id)).toMatchObject({
      status: "canceled",
      cancellation_details: { reason: "payment_failed" },
    });
    expect(await fresh()).toEqual(["customer.subscription.deleted"]);
    await payments.control.advance(90 * day);
    expect(await fresh()).toEqual([]);
  });

  it("ends with the period if it is set to cancel, and continues if that is undone", async () => {
    const kept = await subscribe("good");
    const end = kept.items.data[0]?.current_period_end;
    const ending = await stripe.subscriptions.update(kept.id, { cancel_at_period_end: true });
    expect(ending).toMatchObject({ status: "active", cancel_at_period_end: true, cancel_at: end });
    const resumed = await stripe.subscriptions.update(kept.id, { cancel_at_period_end: false });
    expect(resumed).toMatchObject({ cancel_at_period_end: false, cancel_at: null, canceled_at: null });
    expect((await toPeriodEnd(kept)).status).toBe("active");
    await stripe.subscriptions.update(kept.id, { cancel_at_period_end: true });
    const fresh = eventsSince();
    await fresh();
    expect((await toPeriodEnd(kept)).status).toBe("canceled");
    expect(await fresh()).toEqual(["customer.subscription.deleted"]);
    await expect(stripe.subscriptions.update(kept.id, { cancel_at_period_end: false })).rejects.toMatchObject({ statusCode: 400 });
  });

  it("sends the previous values in an update event", async () => {
    const { id } = await subscribe("good");
    await stripe.subscriptions.update(id, { cancel_at_period_end: true });
    const [event] = (await stripe.events.list({ type: "customer.subscription.updated" })).data;
    expect(event?.data.previous_attributes).toMatchObject({ cancel_at_period_end: false, cancel_at: null });
    expect(event?.data.previous_attributes).not.toHaveProperty("status");
    expect(await stripe.events.retrieve(event?.id ?? "")).toMatchObject({ data: { object: { cancel_at_period_end: true } } });
  });

  it("ends at once when it is cancelled or its customer is deleted, with one event each", async () => {
    const one = await subscribe("good");
    expect((await stripe.subscriptions.cancel(one.id)).status).toBe("canceled");
    await expect(stripe.subscriptions.cancel(one.id)).rejects.toMatchObject({ statusCode: 404 });
    const two = await subscribe("good");
    await stripe.customers.del(idOf(two.customer));
    expect((await stripe.subscriptions.retrieve(two.id)).status).toBe("canceled");
    expect((await payments.control.events()).filter((event) => event.type === "customer.subscription.deleted").length).toBe(2);
  });

  it("expires after 23 hours if its first payment is never confirmed", async () => {
    const waiting = await subscribe("needsConfirmation", false);
    expect(waiting.status).toBe("incomplete");
    await payments.control.advance(23 * hour - 60_000);
    expect((await stripe.subscriptions.retrieve(waiting.id)).status).toBe("incomplete");
    await payments.control.advance(60_000);
    expect((await stripe.subscriptions.retrieve(waiting.id)).status).toBe("incomplete_expired");
    expect((await stripe.invoices.list({ subscription: waiting.id })).data[0]?.status).toBe("void");
  });
});

describe("a payment", () => {
  it("can be refunded in part and in full, but never twice", async () => {
    const { id } = await subscribe("good");
    const [invoice] = (await stripe.invoices.list({ subscription: id, expand: ["data.payments"] })).data;
    const intent = idOf(invoice?.payments?.data[0]?.payment.payment_intent);
    expect(await stripe.refunds.create({ payment_intent: intent, amount: 88 })).toMatchObject({ amount: 88, status: "succeeded" });
    await expect(stripe.refunds.create({ payment_intent: intent, amount: 888 })).rejects.toMatchObject({ param: "amount" });
    await payments.control.refund(id);
    await expect(stripe.refunds.create({ payment_intent: intent })).rejects.toMatchObject({ code: "charge_already_refunded" });
    const refunded = (await stripe.events.list({ type: "charge.refunded" })).data;
    expect(refunded.map((event) => event.data.object)).toMatchObject([
      { amount_refunded: 888, refunded: true },
      { amount_refunded: 88, refunded: false },
    ]);
  });

  it("leads from a disputed charge through the invoice to the subscription", async () => {
    const { id } = await subscribe("good");
    await payments.control.dispute(id);
    const [event] = (await stripe.events.list({ type: "charge.dispute.created" })).data;
    const dispute = event?.data.object as Stripe.Dispute;
    const charge = await stripe.charges.retrieve(idOf(dispute.charge));
    expect(charge.disputed).toBe(true);
    const found = await stripe.invoicePayments.list({ payment: { type: "payment_intent", payment_intent: idOf(charge.payment_intent) } });
    const invoice = await stripe.invoices.retrieve(idOf(found.data[0]?.invoice));
    expect(invoice.parent?.subscription_details?.subscription).toBe(id);
    await expect(payments.control.dispute(id)).rejects.toThrow(/disputed already/);
  });
});

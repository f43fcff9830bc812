import { Stripe } from "stripe";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { startSandboxPayments, startWebhookReceiver } from "#tests/factories/sandbox-payments.ts";

let payments: Awaited<ReturnType<typeof startSandboxPayments>>;
let receiver: Awaited<ReturnType<typeof startWebhookReceiver>>;
let stripe: Stripe;

beforeAll(async () => {
  receiver = await startWebhookReceiver();
  payments = await startSandboxPayments();
  stripe = new Stripe(payments.secretKey, { host: "127.0.0.1", port: payments.port, protocol: "http" });
});
afterAll(() => Promise.all([payments.stop(), receiver.stop()]));
beforeEach(async () => {
  await payments.control.reset();
  await payments.control.setWebhookUrl(receiver.url);
  receiver.received.length = 0;
});

async function subscribe(): Promise<void> {
  const session = await stripe.checkout.sessions.create({
    mode: "subscription",
    line_items: [{ price: payments.priceId, quantity: 1 }],
    success_url: "http://127.0.0.1:9/done",
  });
  await payments.pay(session.url ?? "");
}

const usual = [
  "customer.created",
  "customer.subscription.created",
  "invoice.created",
  "invoice.finalized",
  "invoice.paid",
  "invoice.payment_succeeded",
  "checkout.session.completed",
];

describe("webhooks", () => {
  it("arrive in the order of creation, with signatures that the SDK accepts", async () => {
    await subscribe();
    await payments.control.idle();
    expect(receiver.types()).toEqual(usual);
    for (const { body, signature } of receiver.received) {
      const event = stripe.webhooks.constructEvent(body, signature, payments.webhookSecret);
      expect(event).toMatchObject({ object: "event", api_version: "2026-10-28.endive", livemode: false });
      expect(await stripe.events.retrieve(event.id)).toMatchObject({ type: event.type, pending_webhooks: 0 });
    }
  });

  it("are retried until they are accepted, and do not delay others", async () => {
    receiver.answerWith(500);
    await stripe.customers.create({ email: "ann@example.com" });
    await stripe.customers.create({ email: "bea@example.com" });
    await payments.control.idle();
    const emails = receiver.received.map(({ body }) => (JSON.parse(body) as { data: { object: { email: string } } }).data.object.email);
    expect(emails).toEqual(["ann@example.com", "bea@example.com", "ann@example.com"]);
    expect(receiver.received[2]?.body).toContain(/"id": "(evt_\w+)"/.exec(receiver.received[0]?.body ?? "")?.[1]);
  });

  it("can be held and released in another order, one of them twice", async () => {
    await payments.control.hold();
    await subscribe();
    await payments.control.idle();
    expect(receiver.received).toEqual([]);
    const waiting = await payments.control.waiting();
    expect(waiting.map((event) => event.type)).toEqual(usual);
    const ids = waiting.map((event) => event.id);
    const last = ids.at(-1) ?? "";
    const results = await payments.control.release([last, ids[4] ?? "", last], true);
    expect(results.map((result) => result.status)).toEqual([200, 200, 200]);
    expect(receiver.types()).toEqual(["checkout.session.completed", "invoice.paid", "checkout.session.completed"]);
    await payments.control.release();
    await payments.control.idle();
    expect(receiver.types().slice(3)).toEqual(usual.filter((type) => type !== "invoice.paid" && type !== "checkout.session.completed"));
  });

  it("can be redelivered, with the same id and a new signature", async () => {
    await stripe.customers.create({});
    await payments.control.idle();
    const [event] = await payments.control.events();
    receiver.answerWith(409);
    expect(await payments.control.redeliver(event?.id ?? "")).toEqual({ id: event?.id, type: "customer.created", status: 409 });
    expect(receiver.received.length).toBe(2);
    await expect(payments.control.redeliver("evt_none")).rejects.toThrow(/No such event/);
  });

  it("are signed with the sandbox's time, for a receiver on the same clock", async () => {
    const now = await payments.control.advance(40 * 86_400_000);
    await stripe.customers.create({});
    await payments.control.idle();
    const [sent] = receiver.received;
    const read = (at: number) =>
      Stripe.webhooks.constructEvent(sent?.body ?? "", sent?.signature ?? "", payments.webhookSecret, 300, undefined, at * 1000);
    expect(read(now).type).toBe("customer.created");
    expect(read(Math.floor(Date.now() / 1000)).type).toBe("customer.created");
  });

  it("wait until an address is set", async () => {
    await payments.control.setWebhookUrl(null);
    await stripe.customers.create({});
    await payments.control.idle();
    expect(receiver.received).toEqual([]);
    await payments.control.setWebhookUrl(receiver.url);
    await payments.control.idle();
    expect(receiver.types()).toEqual(["customer.created"]);
  });

  it("omit event types that the endpoint did not subscribe to, which the event list still has", async () => {
    const { id } = await stripe.customers.create({});
    await stripe.customers.update(id, { name: "Ann" });
    await payments.control.idle();
    expect(receiver.types()).toEqual(["customer.created"]);
    expect((await stripe.events.list({ types: ["customer.updated"] })).data.length).toBe(1);
  });
});

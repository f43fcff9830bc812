import { mkdtemp, readFile, readdir, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Stripe } from "stripe";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { SandboxPayments } from "#tests/factories/sandbox-payments.ts";
import { idOf, startSandboxPayments, startWebhookReceiver } from "#tests/factories/sandbox-payments.ts";

const day = 86_400_000;

let folder: string;
let statePath: string;
let payments: SandboxPayments;
let stripe: Stripe;

async function start(webhookUrl?: string): Promise<void> {
  payments = await startSandboxPayments({ statePath, ...(webhookUrl !== undefined && { webhookUrl }) });
  stripe = new Stripe(payments.secretKey, { host: "127.0.0.1", port: payments.port, protocol: "http" });
}

/** Stops it and starts it again, on another port and with other secrets. */
async function startAgain(webhookUrl?: string): Promise<void> {
  await payments.stop();
  await start(webhookUrl);
}

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "quayside-payments-"));
  statePath = join(folder, "data", "payments.json");
  await start();
});

afterEach(async () => {
  await payments.stop();
  await rm(folder, { recursive: true, force: true });
});

const checkout = (): Promise<Stripe.Checkout.Session> =>
  stripe.checkout.sessions.create({
    mode: "subscription",
    line_items: [{ price: payments.priceId, quantity: 1 }],
    success_url: "http://127.0.0.1:9/done",
  });

async function subscribe(card: "good" | "failsLater" = "good"): Promise<Stripe.Subscription> {
  const session = await checkout();
  await payments.pay(session.url ?? "", card);
  return stripe.subscriptions.retrieve(idOf((await stripe.checkout.sessions.retrieve(session.id)).subscription));
}

const read = async (url: string): Promise<string> => (await fetch(url)).text();

describe("the state file", () => {
  it("restores the subscription, its invoice and the portal session, at the server's new address", async () => {
    const before = await subscribe();
    const visit = await stripe.billingPortal.sessions.create({ customer: idOf(before.customer), return_url: "http://127.0.0.1:9/back" });
    const oldOrigin = payments.origin;
    await startAgain();
    expect(payments.origin).not.toBe(oldOrigin);
    const after = await stripe.subscriptions.retrieve(before.id, { expand: ["latest_invoice", "default_payment_method"] });
    expect(after).toMatchObject({ ...before, latest_invoice: { status: "paid" }, default_payment_method: { card: { last4: "4242" } } });
    const invoice = after.latest_invoice as Stripe.Invoice;
    expect(await read(invoice.hosted_invoice_url ?? "")).toContain("$8.88");
    const portal = visit.url.replace(oldOrigin, payments.origin);
    expect(await read(portal)).toContain("Visa ending in 4242");
    await fetch(`${portal}/cancel`, { method: "POST", redirect: "manual" });
    expect((await stripe.subscriptions.retrieve(before.id)).cancel_at).not.toBeNull();
    await startAgain();
    expect((await stripe.subscriptions.retrieve(before.id)).cancel_at).not.toBeNull();
  });

  it("restores the clock: a card that fails later fails at the end of the period", async () => {
    const { id } = await subscribe("failsLater");
    const before = await payments.control.advance(20 * day);
    await startAgain();
    expect(await payments.control.now()).toBeGreaterThanOrEqual(before);
    expect((await stripe.subscriptions.retrieve(id)).status).toBe("active");
    await payments.control.advance(12 * day);
    expect((await stripe.subscriptions.retrieve(id)).status).toBe("past_due");
  });

  it("keeps an open checkout payable, and gives the same answer to the same idempotency key", async () => {
    const order = { email: "ann@example.com" };
    const first = await stripe.customers.create(order, { idempotencyKey: "key-1" });
    const { id } = await checkout();
    await startAgain();
    const again = await stripe.customers.create(order, { idempotencyKey: "key-1" });
    expect(again.id).toBe(first.id);
    expect((await stripe.events.list({ type: "customer.created" })).data.length).toBe(1);
    const { url } = await stripe.checkout.sessions.retrieve(id);
    expect(await payments.pay(url ?? "")).toMatchObject({ redirect: "http://127.0.0.1:9/done" });
  });

  it("delivers only the events not delivered yet, in order", async () => {
    const receiver = await startWebhookReceiver();
    const gone = await startWebhookReceiver();
    await gone.stop();
    try {
      await payments.control.setWebhookUrl(receiver.url);
      await stripe.customers.create({ email: "taken@example.com" });
      await payments.control.idle();
      await payments.control.setWebhookUrl(gone.url);
      await stripe.customers.create({ email: "lost@example.com" });
      const lost = (await payments.control.events()).at(-1)?.id ?? "";
      expect(await payments.control.redeliver(lost)).toMatchObject({ status: 0 });
      await subscribe();
      receiver.received.length = 0;
      await startAgain(receiver.url);
      await payments.control.idle();
      expect(receiver.types()).toEqual([
        "customer.created",
        "customer.created",
        "customer.subscription.created",
        "invoice.created",
        "invoice.finalized",
        "invoice.paid",
        "invoice.payment_succeeded",
        "checkout.session.completed",
      ]);
      expect(receiver.received[0]?.body).toContain("lost@example.com");
      for (const { body, signature } of receiver.received) stripe.webhooks.constructEvent(body, signature, payments.webhookSecret);
      receiver.received.length = 0;
      await startAgain(receiver.url);
      await payments.control.idle();
      expect(receiver.received).toEqual([]);
    } finally {
      await receiver.stop();
    }
  });

  it("is a single file, readable only by its owner, and contains neither key", async () => {
    await subscribe();
    await payments.stop();
    expect((await stat(statePath)).mode & 0o777).toBe(0o600);
    expect(await readdir(join(folder, "data"))).toEqual(["payments.json"]);
    const text = await readFile(statePath, "utf8");
    expect(text).not.toContain(payments.secretKey);
    expect(text).not.toContain(payments.webhookSecret);
    expect(text).not.toContain("4242424242424242");
  });

  it("is empty after a reset", async () => {
    await subscribe();
    await payments.control.reset();
    await startAgain();
    expect((await stripe.subscriptions.list({ status: "all" })).data).toEqual([]);
    expect(await payments.control.events()).toEqual([]);
  });

  it("is unaffected by a temporary file that a killed process left behind", async () => {
    const { id } = await subscribe();
    await payments.stop();
    await writeFile(`${statePath}.new`, '{"version":1,"sta');
    await start();
    await stripe.subscriptions.update(id, { cancel_at_period_end: true });
    await startAgain();
    expect((await stripe.subscriptions.retrieve(id)).cancel_at_period_end).toBe(true);
    expect(await readdir(join(folder, "data"))).toEqual(["payments.json"]);
  });

  it("is set aside with a log line if it is corrupt, and the sandbox starts empty", async () => {
    await stripe.customers.create({ email: "ann@example.com" });
    await payments.stop();
    const whole = await readFile(statePath, "utf8");
    const stderr = vi.spyOn(process.stderr, "write").mockReturnValue(true);
    try {
      for (const text of [whole.slice(0, -20), whole.replace("ann@", "bob@"), whole.replace('"version":1', '"version":0'), "", "null"]) {
        await writeFile(statePath, text);
        await startAgain();
        const line = `payments: the state ${statePath} is spoilt and was put aside as ${statePath}.bad; starting with nothing\n`;
        expect(stderr.mock.lastCall).toEqual([line]);
        expect(await payments.control.events()).toEqual([]);
        expect(await readFile(`${statePath}.bad`, "utf8")).toBe(text);
        stderr.mockClear();
      }
      await payments.stop();
      await writeFile(statePath, whole);
      await start();
      expect((await payments.control.events()).map(({ type }) => type)).toEqual(["customer.created"]);
      expect(stderr).not.toHaveBeenCalled();
    } finally {
      stderr.mockRestore();
    }
  });
});

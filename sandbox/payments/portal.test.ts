import { Stripe } from "stripe";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { idOf, startSandboxPayments } from "#tests/factories/sandbox-payments.ts";

const day = 86_400_000;

let payments: Awaited<ReturnType<typeof startSandboxPayments>>;
let stripe: Stripe;

beforeAll(async () => {
  payments = await startSandboxPayments();
  stripe = new Stripe(payments.secretKey, { host: "127.0.0.1", port: payments.port, protocol: "http" });
});
afterAll(() => payments.stop());
beforeEach(() => payments.control.reset());

async function subscribe(card: "good" | "failsLater"): Promise<{ subscription: string; customer: string }> {
  const customer = await stripe.customers.create({ email: "ann@example.com" });
  const session = await stripe.checkout.sessions.create({
    mode: "subscription",
    customer: customer.id,
    line_items: [{ price: payments.priceId, quantity: 1 }],
    success_url: "http://127.0.0.1:9/done",
  });
  await payments.pay(session.url ?? "", card);
  return { subscription: idOf((await stripe.checkout.sessions.retrieve(session.id)).subscription), customer: customer.id };
}

async function visit(customer: string, more: Partial<Stripe.BillingPortal.SessionCreateParams> = {}): Promise<string> {
  return (await stripe.billingPortal.sessions.create({ customer, return_url: "http://127.0.0.1:9/back", locale: "en", ...more })).url;
}

const press = (url: string, form: Record<string, string> = {}): Promise<Response> =>
  fetch(url, { method: "POST", body: new URLSearchParams(form), redirect: "manual" });
const read = async (url: string): Promise<string> => (await fetch(url)).text();
const card = (number: string): Record<string, string> => ({ number, expiry: "12/40", cvc: "123" });

describe("the customer portal", () => {
  it("shows the plan, the next payment, the card and the invoices, and links back", async () => {
    const { customer } = await subscribe("good");
    const page = await read(await visit(customer));
    for (const text of ["Quayside Collector Pro", "$8.88 a month", "Next payment: $8.88 on", "Visa ending in 4242", "Paid"])
      expect(page).toContain(text);
    expect(page).toContain('href="http://127.0.0.1:9/back"');
    const invoice = /href="(\/i\/in_\w+\?lang=en)"/.exec(page)?.[1] ?? "";
    expect(await read(payments.origin + invoice)).toContain("$8.88");
    expect(await read(await visit(customer, { locale: "zh" }))).toContain("下次付款");
  });

  it("asks before cancelling, cancels once at the end of the period, and can resume", async () => {
    const { customer, subscription } = await subscribe("good");
    const url = await visit(customer);
    expect(await read(`${url}/cancel`)).toContain("Cancel your plan?");
    expect((await stripe.subscriptions.retrieve(subscription)).cancel_at).toBeNull();
    await Promise.all([press(`${url}/cancel`), press(`${url}/cancel`)]);
    // As under Stripe's flexible billing: the date alone says so.
    const ending = await stripe.subscriptions.retrieve(subscription);
    expect(ending).toMatchObject({ cancel_at_period_end: false, cancel_at: ending.items.data[0]?.current_period_end });
    expect((await stripe.events.list({ type: "customer.subscription.updated" })).data.length).toBe(1);
    expect(await read(`${url}?done=canceled`)).toContain("You keep the plan until");
    expect((await press(`${url}/resume`)).headers.get("location")).toMatch(/done=resumed$/);
    expect((await stripe.subscriptions.retrieve(subscription)).cancel_at).toBeNull();
  });

  it("ends a cancelled plan on that date, unless the API undoes it in a separate request", async () => {
    const [stays, leaves] = [await subscribe("good"), await subscribe("good")];
    for (const { customer } of [stays, leaves]) await press(`${await visit(customer)}/cancel`);
    const both = stripe.subscriptions.update(stays.subscription, { cancel_at: "", cancel_at_period_end: false });
    await expect(both).rejects.toMatchObject({ statusCode: 400 });
    expect((await stripe.subscriptions.update(stays.subscription, { cancel_at_period_end: false })).cancel_at).not.toBeNull();
    expect((await stripe.subscriptions.update(stays.subscription, { cancel_at: "" })).cancel_at).toBeNull();
    await payments.control.advance(32 * day);
    expect((await stripe.subscriptions.retrieve(stays.subscription)).status).toBe("active");
    expect((await stripe.subscriptions.retrieve(leaves.subscription)).status).toBe("canceled");
  });

  it("opens at the cancellation question if the session is for that, then redirects to the given address", async () => {
    const { customer, subscription } = await subscribe("good");
    const url = await visit(customer, {
      flow_data: {
        type: "subscription_cancel",
        subscription_cancel: { subscription },
        after_completion: { type: "redirect", redirect: { return_url: "http://127.0.0.1:9/gone" } },
      },
    });
    expect(await read(url)).toContain("Cancel your plan?");
    expect((await press(`${url}/cancel`)).headers.get("location")).toBe("http://127.0.0.1:9/gone");
    const again = { customer, flow_data: { type: "subscription_cancel", subscription_cancel: { subscription } } } as const;
    await expect(stripe.billingPortal.sessions.create(again)).rejects.toMatchObject({ statusCode: 400 });
  });

  it("pays a past-due invoice with a new card at once, and shows if that card fails too", async () => {
    const { customer, subscription } = await subscribe("failsLater");
    await payments.control.advance(32 * day);
    expect((await stripe.subscriptions.retrieve(subscription)).status).toBe("past_due");
    const url = await visit(customer);
    expect(await read(url)).toContain("failed. Change the card");
    expect(await (await press(`${url}/card`, card("4000000000000002"))).text()).toContain("declined");
    expect((await press(`${url}/card`, card("4000000000000341"))).headers.get("location")).toMatch(/done=cardFailed$/);
    expect((await stripe.subscriptions.retrieve(subscription)).status).toBe("past_due");
    expect((await press(`${url}/card`, card("4000002500003155"))).headers.get("location")).toMatch(/\/confirm$/);
    expect((await press(`${url}/confirm`, { answer: "refuse" })).headers.get("location")).toMatch(/said=refused$/);
    expect((await press(`${url}/card`, card("4242424242424242"))).headers.get("location")).toMatch(/done=card$/);
    expect((await stripe.subscriptions.retrieve(subscription)).status).toBe("active");
    expect((await stripe.invoices.list({ subscription, status: "open" })).data).toEqual([]);
    await payments.control.advance(31 * day);
    expect((await stripe.subscriptions.retrieve(subscription)).status).toBe("active");
  });

  it("admits nobody with a guessed link, another customer's subscription, or a link older than an hour", async () => {
    const ann = await subscribe("good");
    const bea = await subscribe("good");
    const flow = { type: "subscription_cancel", subscription_cancel: { subscription: ann.subscription } } as const;
    await expect(visit(bea.customer, { flow_data: flow })).rejects.toMatchObject({ code: "resource_missing" });
    const url = await visit(ann.customer);
    expect(new URL(url).pathname).toMatch(/^\/p\/session\/[\w-]{43}$/);
    expect((await fetch(`${payments.origin}/p/session/${"A".repeat(43)}`)).status).toBe(404);
    await payments.control.advance(3_600_000);
    expect((await fetch(url)).status).toBe(404);
    expect((await press(`${url}/cancel`)).status).toBe(404);
    expect((await stripe.subscriptions.retrieve(ann.subscription)).cancel_at).toBeNull();
  });
});

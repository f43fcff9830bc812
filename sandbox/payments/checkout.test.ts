import { Stripe } from "stripe";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { startSandboxPayments } from "#tests/factories/sandbox-payments.ts";

let payments: Awaited<ReturnType<typeof startSandboxPayments>>;
let stripe: Stripe;

beforeAll(async () => {
  payments = await startSandboxPayments();
  stripe = new Stripe(payments.secretKey, { host: "127.0.0.1", port: payments.port, protocol: "http" });
});
afterAll(() => payments.stop());
beforeEach(() => payments.control.reset());

/** An open session and the address of its page. */
async function open(more: Partial<Stripe.Checkout.SessionCreateParams> = {}): Promise<{ id: string; url: string }> {
  const { id, url } = await stripe.checkout.sessions.create({
    mode: "subscription",
    line_items: [{ price: payments.priceId, quantity: 1 }],
    success_url: "http://127.0.0.1:9/done?session={CHECKOUT_SESSION_ID}",
    cancel_url: "http://127.0.0.1:9/cancelled",
    locale: "en",
    ...more,
  });
  return { id, url: url ?? "" };
}

const done = (id: string): string => `http://127.0.0.1:9/done?session=${id}`;
const types = async (): Promise<string[]> => (await payments.control.events()).map((event) => event.type);
const pageOf = async (url: string): Promise<string> => (await fetch(url)).text();

describe("the checkout page", () => {
  it("accepts a valid card and starts a subscription whose first month is paid", async () => {
    const { id, url } = await open({ subscription_data: { metadata: { account: "7" } } });
    expect(await payments.pay(url, "good", { email: "ann@example.com" })).toEqual({ redirect: done(id), message: null });
    const session = await stripe.checkout.sessions.retrieve(id, { expand: ["subscription.latest_invoice.payments", "customer"] });
    expect(session).toMatchObject({ status: "complete", payment_status: "paid", url: null, customer: { email: "ann@example.com" } });
    expect(session.subscription).toMatchObject({
      status: "active",
      metadata: { account: "7" },
      latest_invoice: { status: "paid", amount_paid: 888, payments: { data: [{ status: "paid", amount_paid: 888 }] } },
    });
    expect((await types()).filter((type) => !/^(charge|payment_intent)/.test(type))).toEqual([
      "customer.created",
      "customer.subscription.created",
      "invoice.created",
      "invoice.finalized",
      "invoice.paid",
      "invoice.payment_succeeded",
      "checkout.session.completed",
    ]);
  });

  it("refuses a declined card with a message, and accepts another", async () => {
    const { id, url } = await open();
    const declined = await payments.pay(url, "declined");
    expect(declined).toEqual({ redirect: null, message: expect.stringContaining("declined") as string });
    expect(await types()).toEqual([]);
    expect(await payments.pay(url, "good")).toMatchObject({ redirect: done(id) });
  });

  it("asks for confirmation: a refusal pays nothing, a confirmation pays, and there is one subscription", async () => {
    const { id, url } = await open();
    expect(await payments.pay(url, "needsConfirmation", { confirm: false })).toMatchObject({
      redirect: null,
      message: expect.stringContaining("not confirmed") as string,
    });
    const [waiting] = (await stripe.subscriptions.list({ status: "incomplete" })).data;
    expect(waiting?.status).toBe("incomplete");
    expect(await payments.pay(url, "needsConfirmation")).toMatchObject({ redirect: done(id) });
    const all = await stripe.subscriptions.list({ status: "all" });
    expect(all.data.map((one) => [one.id, one.status])).toEqual([[waiting?.id, "active"]]);
  });

  it("charges once, however many submissions arrive at once", async () => {
    const { id, url } = await open();
    const ends = await Promise.all(Array.from({ length: 4 }, () => payments.pay(url, "good")));
    expect(ends.every((end) => end.redirect === done(id) || end.message === "This checkout is finished")).toBe(true);
    const form = new URLSearchParams({ email: "ann@example.com", number: "4242424242424242", expiry: "12/40", cvc: "123" });
    const late = await fetch(url, { method: "POST", body: form, redirect: "manual" });
    expect(late.headers.get("location")).toBe(done(id));
    expect((await types()).filter((type) => type === "charge.succeeded").length).toBe(1);
  });

  it("marks invalid fields and sends back neither the card number nor the CVC", async () => {
    const { url } = await open();
    const form = new URLSearchParams({ email: "no", name: '"><b>x', number: "4242424242424241", expiry: "1/20", cvc: "98" });
    const page = await (await fetch(url, { method: "POST", body: form })).text();
    for (const fault of ["email-fault", "number-fault", "expiry-fault", "cvc-fault"]) expect(page).toContain(`id="${fault}"`);
    expect(page).not.toContain("4242424242424241");
    expect(page).not.toContain('value="98"');
    expect(page).not.toContain("<b>x");
    expect(page.match(/aria-invalid/g)?.length).toBe(4);
  });

  it("shows that a session is finished or has expired, and offers a way back", async () => {
    const paid = await open();
    await payments.pay(paid.url);
    expect(await pageOf(paid.url)).toContain("This checkout is finished");
    const expired = await open();
    await payments.control.advance(25 * 3_600_000);
    expect(await pageOf(expired.url)).toContain("This checkout has expired");
    expect(await payments.pay(expired.url)).toEqual({ redirect: null, message: "This checkout has expired" });
    expect(await types()).toContain("checkout.session.expired");
    expect((await fetch(`${payments.origin}/c/pay/cs_test_none`)).status).toBe(404);
  });

  it("uses the session's language and currency", async () => {
    const chinese = await pageOf((await open({ locale: "zh", currency: "cny" })).url);
    expect(chinese).toContain('lang="zh-CN"');
    expect(chinese).toContain("支付 ¥69.00 并订阅");
    const english = await pageOf((await open({ customer_email: "ann@example.com" })).url);
    expect(english).toContain("Pay $8.88 and subscribe");
    expect(english).toContain("ann@example.com");
    expect(english).not.toContain('name="email"');
    const { url } = await open({ locale: "auto" });
    expect(await (await fetch(url, { headers: { "accept-language": "zh-CN,zh;q=0.9" } })).text()).toContain('lang="zh-CN"');
  });

  it("labels every field and runs no script", async () => {
    const answer = await fetch((await open()).url);
    expect(answer.headers.get("content-security-policy")).toContain("default-src 'none'");
    const page = await answer.text();
    const fields = [...page.matchAll(/<input id="(\w+)"/g)].map((found) => found[1] ?? "");
    expect(fields).toEqual(["email", "number", "expiry", "cvc", "name"]);
    for (const field of fields) expect(page).toContain(`<label for="${field}">`);
  });
});

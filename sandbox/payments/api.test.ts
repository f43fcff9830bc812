import { Stripe } from "stripe";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { startSandboxPayments } from "#tests/factories/sandbox-payments.ts";

let payments: Awaited<ReturnType<typeof startSandboxPayments>>;
let stripe: Stripe;

beforeAll(async () => {
  payments = await startSandboxPayments();
  stripe = new Stripe(payments.secretKey, { host: "127.0.0.1", port: payments.port, protocol: "http", maxNetworkRetries: 0 });
});
afterAll(() => payments.stop());
beforeEach(() => payments.control.reset());

const session = (more: Partial<Stripe.Checkout.SessionCreateParams> = {}): Stripe.Checkout.SessionCreateParams => ({
  mode: "subscription",
  ui_mode: "hosted_page",
  line_items: [{ price: payments.priceId, quantity: 1 }],
  success_url: "http://127.0.0.1:9/done?session={CHECKOUT_SESSION_ID}",
  ...more,
});

/** A request past the SDK, which would not send it. */
async function raw(
  method: string,
  path: string,
  body = "",
  headers: Record<string, string> = {},
): Promise<{ status: number; body: string }> {
  const answer = await fetch(payments.origin + path, {
    method,
    headers: { authorization: `Bearer ${payments.secretKey}`, ...headers },
    ...(body !== "" && { body: new URLSearchParams(body) }),
  });
  return { status: answer.status, body: await answer.text() };
}

describe("the API, called by Stripe's SDK", () => {
  it("creates, updates and deletes customers, and still returns deleted ones as deleted", async () => {
    const made = await stripe.customers.create({ email: "ann@example.com", name: "Ann", metadata: { account: "7", gone: "x" } });
    expect(made).toMatchObject({ email: "ann@example.com", metadata: { account: "7", gone: "x" } });
    await stripe.customers.update(made.id, { email: "bea@example.com", metadata: { gone: "", more: "y" } });
    expect(await stripe.customers.retrieve(made.id)).toMatchObject({
      email: "bea@example.com",
      name: "Ann",
      metadata: { account: "7", more: "y" },
    });
    expect(await stripe.customers.del(made.id)).toMatchObject({ deleted: true });
    expect(await stripe.customers.retrieve(made.id)).toMatchObject({ deleted: true });
    await expect(stripe.customers.update(made.id, { name: "Cy" })).rejects.toMatchObject({ statusCode: 404, code: "resource_missing" });
  });

  it("has one price in two currencies, and returns the second only on request", async () => {
    expect((await stripe.prices.retrieve(payments.priceId)).currency_options).toBeUndefined();
    const price = await stripe.prices.retrieve(payments.priceId, { expand: ["currency_options", "product"] });
    expect(price).toMatchObject({ unit_amount: 888, currency: "usd", currency_options: { cny: { unit_amount: 6900 } } });
    expect(price.product).toMatchObject({ object: "product", active: true });
    expect(price.unit_amount_decimal?.toString()).toBe("888");
  });

  it("creates, retrieves, lists and expires checkout sessions", async () => {
    const made = await stripe.checkout.sessions.create(session({ currency: "cny", client_reference_id: "42", metadata: { plan: "pro" } }));
    expect(made).toMatchObject({
      status: "open",
      amount_total: 6900,
      currency: "cny",
      client_reference_id: "42",
      metadata: { plan: "pro" },
    });
    expect(made.url).toBe(`${payments.origin}/c/pay/${made.id}`);
    const shown = await stripe.checkout.sessions.retrieve(made.id, { expand: ["line_items", "subscription"] });
    expect(shown.line_items?.data[0]?.amount_total).toBe(6900);
    expect(await stripe.checkout.sessions.expire(made.id)).toMatchObject({ status: "expired", url: null });
    await expect(stripe.checkout.sessions.expire(made.id)).rejects.toMatchObject({ statusCode: 400 });
    expect((await stripe.checkout.sessions.list({ status: "expired" })).data.map((one) => one.id)).toEqual([made.id]);
  });

  it("pages through lists, newest first", async () => {
    for (let count = 0; count < 5; count += 1) await stripe.checkout.sessions.create(session());
    const all = await stripe.checkout.sessions.list({ limit: 100 }).autoPagingToArray({ limit: 100 });
    expect(all.length).toBe(5);
    expect((await stripe.checkout.sessions.list({ limit: 2 }).autoPagingToArray({ limit: 100 })).map((one) => one.id)).toEqual(
      all.map((one) => one.id),
    );
    const back = await stripe.checkout.sessions.list({ limit: 2, ending_before: all[3]?.id ?? "" });
    expect(back.data.map((one) => one.id)).toEqual([all[1]?.id, all[2]?.id]);
  });

  it("refuses what Stripe refuses, with Stripe's errors", async () => {
    const refused = async (promise: Promise<unknown>, error: object): Promise<void> => {
      await expect(promise).rejects.toMatchObject({ type: "StripeInvalidRequestError", statusCode: 400, ...error });
    };
    const { line_items: _lines, ...noLines } = session();
    await refused(stripe.checkout.sessions.create(noLines), { code: "parameter_missing", param: "line_items" });
    await refused(stripe.checkout.sessions.create(session({ line_items: [{ price: "price_other", quantity: 1 }] })), {
      code: "resource_missing",
      param: "line_items[0][price]",
    });
    await refused(stripe.checkout.sessions.create(session({ customer: "cus_none" })), { code: "resource_missing", param: "customer" });
    await refused(stripe.checkout.sessions.create(session({ currency: "eur" })), { param: "currency" });
    await refused(stripe.checkout.sessions.create(session({ success_url: "javascript:alert(1)" })), { code: "url_invalid" });
    await refused(stripe.checkout.sessions.create(session({ expires_at: Math.floor(Date.now() / 1000) + 60 })), { param: "expires_at" });
    const older = { payment_method_types: ["card"] };
    await refused(stripe.checkout.sessions.create({ ...session(), ...older }), {
      code: "parameter_unknown",
      param: "payment_method_types",
    });
    await refused(stripe.customers.create({ email: "no address" }), { code: "email_invalid" });
    await refused(
      stripe.customers.list().then(() => undefined),
      { statusCode: 404 },
    );
    await refused(stripe.checkout.sessions.retrieve("cs_test_none"), { statusCode: 404, code: "resource_missing" });
    const made = await stripe.checkout.sessions.create(session());
    await refused(stripe.checkout.sessions.retrieve(made.id, { expand: ["nothing"] }), { param: "expand" });
  });

  it("accepts only its own key, and never echoes a key", async () => {
    const stranger = new Stripe("sk_test_somebodyelse", { host: "127.0.0.1", port: payments.port, protocol: "http" });
    await expect(stranger.customers.create({})).rejects.toMatchObject({ type: "StripeAuthenticationError", statusCode: 401 });
    const answer = await raw("GET", "/v1/events", "", { authorization: "Bearer sk_test_somebodyelse" });
    expect(answer.status).toBe(401);
    expect(answer.body).not.toContain("somebodyelse");
    expect((await fetch(`${payments.origin}/v1/events`)).status).toBe(401);
    const basic = `Basic ${Buffer.from(`${payments.secretKey}:`).toString("base64")}`;
    expect((await raw("GET", "/v1/events", "", { authorization: basic })).status).toBe(200);
  });

  it("survives requests that no client sends", async () => {
    expect((await raw("POST", "/v1/customers", "metadata=x")).status).toBe(400);
    expect((await raw("POST", "/v1/customers", "__proto__[a]=1")).status).toBe(400);
    expect((await raw("POST", "/v1/customers", `name=${"x".repeat(70_000)}`)).status).toBe(413);
    expect((await raw("GET", "/v1/customers/constructor")).status).toBe(404);
    expect((await raw("GET", "/v1/checkout/sessions?limit=0")).status).toBe(400);
    const noCharset = await raw("POST", "/v1/checkout/sessions", "mode=subscription&line_items=1&success_url=http://127.0.0.1/");
    expect(noCharset.status).toBe(400);
  });

  it("executes a repeated request once, and refuses a different one with the same idempotency key", async () => {
    const options = { idempotencyKey: "order-1" };
    const first = await stripe.customers.create({ email: "ann@example.com" }, options);
    const again = await stripe.customers.create({ email: "ann@example.com" }, options);
    expect(again.id).toBe(first.id);
    expect(again.lastResponse.headers["idempotent-replayed"]).toBe("true");
    await expect(stripe.customers.create({ email: "bea@example.com" }, options)).rejects.toMatchObject({ type: "StripeIdempotencyError" });
    const made = (await payments.control.events()).filter((event) => event.type === "customer.created");
    expect(made.map((event) => event.request.idempotency_key)).toEqual(["order-1"]);
  });

  it("fails on demand; a retry after a lost response gets the answer, and the work is done once", async () => {
    await payments.control.fail({ times: 2, status: 503 });
    await expect(stripe.customers.create({})).rejects.toMatchObject({ statusCode: 503, type: "StripeAPIError" });
    await expect(stripe.customers.create({})).rejects.toMatchObject({ statusCode: 503 });
    await payments.control.fail({ times: 1, lost: true });
    await expect(raw("POST", "/v1/customers", "", { "idempotency-key": "lost" })).rejects.toThrow("fetch failed");
    const had = await stripe.customers.create({}, { idempotencyKey: "lost" });
    const made = (await payments.control.events()).filter((event) => event.type === "customer.created");
    expect(made.map((event) => event.data.object.id)).toEqual([had.id]);
  });

  it("protects its controls from pages of other origins and from other names of this machine", async () => {
    expect((await fetch(`${payments.origin}/_control/reset`, { method: "POST" })).status).toBe(403);
    expect((await raw("POST", "/_control/nothing", "", { "x-sandbox": "1" })).status).toBe(404);
    await expect(payments.control.setWebhookUrl("https://example.com/hook")).rejects.toThrow(/on this machine/);
    await expect(payments.control.advance(-1)).rejects.toThrow(/whole number/);
  });
});

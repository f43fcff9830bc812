import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { codes } from "#src/kit/api/codes.ts";
import { confirmCheckout, createCheckout, getSubscription, listReceipts } from "#src/pro/subscription/subscription.contract.ts";
import { auditRows } from "#tests/server/accounts.ts";
import { openPayments } from "#server/open-payments.ts";
import { request } from "#tests/server/client.ts";
import { startPayingApp } from "#tests/server/test-payments.ts";
import type { PayingApp, Payer } from "#tests/server/test-payments.ts";

let shop: PayingApp;
beforeAll(async () => {
  shop = await startPayingApp();
});
afterAll(() => shop.close());
beforeEach(() => shop.sandbox.control.fail({ times: 0 }));

const ask = ({ token }: Payer, language: "en_us" | "zh_cn" = "en_us", options = {}) =>
  request(shop.app.app, createCheckout, { plan_id: "pro", language }, { token, ...options });
const confirm = ({ token }: Payer, session_id: string) => request(shop.app.app, confirmCheckout, { session_id }, { token });
const receipts = async ({ token }: Payer) => (await request(shop.app.app, listReceipts, {}, { token })).data.result;
const made = async (path: string) =>
  (await shop.sandbox.control.requests()).filter((one) => one.method === "POST" && one.path === path).length;
const sessionOf = (url: string) => url.slice(url.lastIndexOf("/") + 1);

describe("a customer who pays", () => {
  it("gets Pro, a receipt and an email about it", async () => {
    const payer = await shop.newPayer();
    expect(await shop.view(payer)).toEqual({ email: payer.email, plan_id: "free", pro_until: null, subscription: null });
    await shop.buy(payer);
    const { data } = await request(shop.app.app, getSubscription, {}, { token: payer.token });
    const { subscription, plan_id, pro_until } = data;
    expect(plan_id).toBe("pro");
    expect(subscription).toMatchObject({
      status: "ACTIVE",
      currency: "USD",
      amount_cents: 888,
      cancel_at_period_end: false,
      grace_until: null,
    });
    expect(subscription?.next_payment_at).toBe(subscription?.current_period_end);
    expect(Date.parse(pro_until ?? "")).toBeGreaterThan(Date.parse(subscription?.current_period_end ?? ""));
    const [receipt, ...others] = await receipts(payer);
    expect(others).toEqual([]);
    expect(receipt).toMatchObject({ currency: "USD", amount_cents: 888, refunded_cents: 0, is_disputed: false });
    expect(await shop.subjects(payer)).toEqual([`Your receipt ${receipt?.number ?? ""} from Quayside`]);
    expect((await auditRows(shop.app, "subscription.create-checkout")).at(-1)).toMatchObject({ user_uuid: payer.userUuid });
    expect((await auditRows(shop.app, "subscription.change")).at(-1)).toMatchObject({ user_uuid: null, detail: { to: "ACTIVE" } });
  });

  it("pays in yuan in Chinese, and returns to the Chinese page", async () => {
    const payer = await shop.newPayer();
    const { redirect } = await shop.sandbox.pay(await shop.checkout(payer, "zh_cn"));
    expect(redirect).toMatch(/^https:\/\/quay\.example\.com\/esty-checkout\/pro\?checkout=done&lang=zh_cn&session_id=cs_test_\w+$/);
    await shop.settled();
    expect((await shop.view(payer)).subscription).toMatchObject({ currency: "CNY", amount_cents: 6900 });
  });

  it("with a declined card is not charged, and can try another on the same page", async () => {
    const payer = await shop.newPayer();
    const url = await shop.checkout(payer);
    expect((await shop.sandbox.pay(url, "declined")).redirect).toBeNull();
    await shop.settled();
    expect(await shop.view(payer)).toMatchObject({ plan_id: "free" });
    expect(await receipts(payer)).toEqual([]);
    expect(await shop.subjects(payer)).toEqual([]);
    await shop.sandbox.pay(url, "needsConfirmation");
    await shop.settled();
    expect(await shop.view(payer)).toMatchObject({ plan_id: "pro" });
  });

  it("is not asked to pay again", async () => {
    const payer = await shop.newPayer();
    await shop.buy(payer);
    expect((await ask(payer)).code).toBe(codes["subscription.alreadyPro"].code);
  });
});

describe("a checkout", () => {
  it("is created once for a double click, and returned again while it is open", async () => {
    const payer = await shop.newPayer();
    const before = await made("/v1/customers");
    const urls = (await Promise.all([ask(payer), ask(payer), ask(payer)])).map(({ data }) => data.url);
    expect(new Set([...urls, await shop.checkout(payer)]).size).toBe(1);
    const customers = (await shop.sandbox.control.events()).filter(
      ({ type, data }) => type === "customer.created" && JSON.stringify(data.object).includes(payer.email),
    );
    expect(customers).toHaveLength(1);
    expect(await made("/v1/customers")).toBeGreaterThan(before);
  });

  it("returns the same answer for the same idempotency key", async () => {
    const payer = await shop.newPayer();
    const idempotencyKey = "the-same-press-of-the-button";
    const first = await ask(payer, "en_us", { idempotencyKey });
    expect((await ask(payer, "en_us", { idempotencyKey })).data).toEqual(first.data);
  });

  it("in another currency closes the first, which can no longer be paid", async () => {
    const payer = await shop.newPayer();
    const dollars = await shop.checkout(payer);
    const yuan = await shop.checkout(payer, "zh_cn");
    expect(yuan).not.toBe(dollars);
    expect((await shop.sandbox.pay(dollars)).redirect).toBeNull();
    await shop.settled();
    expect(await shop.view(payer)).toMatchObject({ plan_id: "free" });
  });

  it("that was paid is recognized before its webhook arrives", async () => {
    const payer = await shop.newPayer();
    await shop.sandbox.control.hold();
    const url = await shop.checkout(payer);
    await shop.sandbox.pay(url);
    expect(await shop.view(payer)).toMatchObject({ plan_id: "free" });
    expect((await ask(payer)).code).toBe(codes["subscription.alreadyPro"].code);
    expect((await confirm(payer, sessionOf(url))).data).toMatchObject({ plan_id: "pro" });
    await shop.sandbox.control.release();
    await shop.settled();
    expect(await receipts(payer)).toHaveLength(1);
  });

  it("of another customer is not found, and neither is an unknown one", async () => {
    const [payer, other] = [await shop.newPayer(), await shop.newPayer()];
    const url = await shop.checkout(payer);
    await shop.sandbox.pay(url);
    await shop.settled();
    for (const [who, id] of [
      [other, sessionOf(url)],
      [payer, "cs_test_none"],
    ] as const)
      expect(await confirm(who, id)).toMatchObject({ code: codes["subscription.checkoutUnknown"].code, data: null });
    await shop.checkout(other);
    expect((await confirm(other, sessionOf(url))).code).toBe(codes["subscription.checkoutUnknown"].code);
    expect(await shop.view(other)).toMatchObject({ plan_id: "free", subscription: null });
    expect(await receipts(other)).toEqual([]);
  });

  it("for a plan that is not sold is refused", async () => {
    const { token } = await shop.newPayer();
    for (const plan_id of ["free", "toString", ""])
      expect((await request(shop.app.app, createCheckout, { plan_id, language: "en_us" }, { token })).code).toBe(
        codes["subscription.planUnknown"].code,
      );
  });

  it("starts with a new customer if the provider deleted the old one", async () => {
    const payer = await shop.newPayer();
    await shop.checkout(payer);
    const { payments, database } = shop.app.services;
    const row = await database.transaction({ kind: "platform" }, (tx) =>
      tx
        .selectFrom("payment_customer")
        .select(["provider_customer_id", "checkout_id"])
        .where("user_uuid", "=", payer.userUuid)
        .executeTakeFirstOrThrow(),
    );
    await payments?.expireCheckout(row.checkout_id ?? "");
    await payments?.deleteCustomer(row.provider_customer_id);
    // The provider repeats its earlier response for as long as the key lives.
    shop.app.clock.advance(11 * 60_000);
    await shop.buy(payer);
    expect(await shop.view(payer)).toMatchObject({ plan_id: "pro" });
  });
});

describe("an unreachable provider", () => {
  it("results in a clear refusal without partial changes, and the next attempt succeeds", async () => {
    const payer = await shop.newPayer();
    const refused = codes["subscription.paymentsUnavailable"].code;
    await shop.sandbox.control.fail({ times: 3, status: 500 });
    expect((await ask(payer)).code).toBe(refused);
    expect(await shop.view(payer)).toMatchObject({ plan_id: "free", subscription: null });
    const url = await shop.checkout(payer);
    await shop.sandbox.control.fail({ times: 3, status: 503 });
    expect((await confirm(payer, sessionOf(url))).code).toBe(refused);
    expect(shop.app.logged.some((line) => line.includes("the payment provider is unavailable"))).toBe(true);
  });

  it("whose answer was lost has still created only one checkout", async () => {
    const payer = await shop.newPayer();
    await shop.sandbox.control.fail({ times: 2, lost: true });
    const url = await shop.checkout(payer);
    await shop.sandbox.control.fail({ times: 0 });
    expect(await shop.checkout(payer)).toBe(url);
  });
});

it("a price unknown to the provider is an internal error, logged without the email address", async () => {
  const payer = await shop.newPayer();
  const { services } = shop.app;
  const { payments } = services;
  const { secretKey, webhookSecret, origin } = shop.sandbox;
  const wrong = await openPayments({
    STRIPE_SECRET_KEY: secretKey,
    STRIPE_WEBHOOK_SECRET: webhookSecret,
    STRIPE_PRICE_ID: "price_none",
    STRIPE_API_BASE: origin,
  });
  const before = shop.app.logged.length;
  Object.assign(services, { payments: wrong });
  const answer = await ask(payer).finally(() => Object.assign(services, { payments }));
  expect(answer.code).toBe(codes.systemError.code);
  const log = shop.app.logged.slice(before).join("");
  expect(log).toContain("request failed");
  expect(log).toMatch(/StripeInvalidRequestError 400 resource_missing line_items/);
  expect(log).not.toContain(payer.email);
});

it("the log contains no secrets", () => {
  const log = shop.app.logged.join("");
  expect(log).not.toContain(shop.sandbox.secretKey);
  expect(log).not.toContain(shop.sandbox.webhookSecret);
  expect(log).not.toMatch(/@example\.test|\/c\/pay\//);
});

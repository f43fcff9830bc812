import { createHmac } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { codes } from "#src/kit/api/codes.ts";
import { cancelSubscription, confirmCheckout, openPortal, resumeSubscription } from "#src/pro/subscription/subscription.contract.ts";
import { newId } from "#server/platform/runtime/clock.ts";
import { anonymous, platform } from "#server/platform/db/row-security.ts";
import type { PaymentProvider } from "#server/integrations/payments/payment-provider.ts";
import { auditRows } from "#tests/server/accounts.ts";
import { request } from "#tests/server/client.ts";
import { startPayingApp } from "#tests/server/test-payments.ts";
import type { PayingApp, Payer } from "#tests/server/test-payments.ts";
import { applyLatest } from "./apply-latest.commands.ts";
import { reconcileJob } from "./subscription.jobs.ts";
import { findReceipts } from "./subscription.queries.ts";

let shop: PayingApp;
let payments: PaymentProvider;

beforeAll(async () => {
  shop = await startPayingApp();
  if (shop.app.services.payments === null) throw new Error("no payments");
  payments = shop.app.services.payments;
});
afterAll(() => shop.close());

async function subscriber(card?: Parameters<PayingApp["buy"]>[1]): Promise<Payer> {
  const payer = await shop.newPayer();
  await shop.buy(payer, card);
  return payer;
}

const receipts = ({ userUuid }: Payer) => shop.app.services.database.transaction(anonymous, (tx) => findReceipts(tx, userUuid));
const statusOf = async (payer: Payer) => (await shop.view(payer)).subscription?.status;
const cancel = ({ token }: Payer) => request(shop.app.app, cancelSubscription, {}, { token });
const resume = ({ token }: Payer) => request(shop.app.app, resumeSubscription, {}, { token });

describe("a webhook", () => {
  it("may arrive twice and in any order", async () => {
    const payer = await shop.newPayer();
    await shop.sandbox.control.hold();
    await shop.sandbox.pay(await shop.checkout(payer));
    const ids = (await shop.sandbox.control.waiting()).map(({ id }) => id);
    expect(ids.length).toBeGreaterThan(3);
    const results = await shop.sandbox.control.release([...ids.toReversed(), ...ids, ...ids]);
    expect(new Set(results.map(({ status }) => status))).toEqual(new Set([200]));
    await shop.settled();
    expect(await statusOf(payer)).toBe("ACTIVE");
    expect(await receipts(payer)).toHaveLength(1);
    expect(await shop.subjects(payer)).toHaveLength(1);
  });

  it("is refused when it is forged, unsigned or expired, and is not stored", async () => {
    const count = () =>
      shop.app.services.database.transaction(
        platform,
        async (tx) => (await tx.selectFrom("payment_event").select("event_id").execute()).length,
      );
    const before = await count();
    const seconds = Math.floor(Date.now() / 1000);
    const body = JSON.stringify({
      id: "evt_forged",
      type: "invoice.paid",
      created: seconds,
      data: { object: { id: "in_1", customer: "cus_1" } },
    });
    const signed = (secret: string, t: number) => `t=${t},v1=${createHmac("sha256", secret).update(`${t}.${body}`).digest("hex")}`;
    const send = async (signature: string | null) =>
      (await fetch(shop.webhookUrl, { method: "POST", body, headers: signature === null ? {} : { "stripe-signature": signature } })).status;
    const { webhookSecret } = shop.sandbox;
    expect(await send(null)).toBe(403);
    expect(await send("t=1,v1=00")).toBe(403);
    expect(await send(signed("whsec_of-somebody-else", seconds))).toBe(403);
    expect(await send(signed(webhookSecret, seconds - 400))).toBe(403);
    expect(await count()).toBe(before);
    // The same body with a valid signature is accepted.
    expect(await send(signed(webhookSecret, seconds))).toBe(200);
    expect(await count()).toBe(before + 1);
    await shop.settled();
  });

  it("about a subscription that nobody here bought is logged and ignored", async () => {
    const payer = await shop.newPayer();
    const { id: customerId } = await payments.createCustomer({
      userUuid: newId(),
      email: payer.email,
      language: "en_us",
      idempotencyKey: newId(),
    });
    const page = { successUrl: "https://quay.example.com/", cancelUrl: "https://quay.example.com/", idempotencyKey: newId() };
    const wish = { userUuid: payer.userUuid, customerId, planId: "pro", currency: "USD", language: "en_us" } as const;
    await shop.sandbox.pay((await payments.createCheckout({ ...wish, ...page }))?.url ?? "");
    await shop.settled();
    expect(await shop.view(payer)).toMatchObject({ plan_id: "free", subscription: null });
    expect(shop.app.logged.some((line) => line.includes("about an unknown subscription"))).toBe(true);
  });
});

describe("an answer from the provider", () => {
  it("that is outdated is not applied: the provider is asked again", async () => {
    const payer = await subscriber();
    const subscriptionId = await shop.subscriptionId(payer);
    let asked = 0;
    const ask = async () => {
      const answer = await payments.subscription(subscriptionId);
      asked += 1;
      if (asked === 1) {
        await payments.setCancelAtPeriodEnd(subscriptionId, true);
        await applyLatest(shop.app.services, payments, { subscriptionId });
      }
      return answer;
    };
    await applyLatest(shop.app.services, payments, { subscriptionId, ask });
    // One more request if the webhook of the change came first.
    expect(asked).toBeGreaterThan(1);
    expect((await shop.view(payer)).subscription).toMatchObject({ cancel_at_period_end: true });
  });

  it("that would revive an ended subscription is ignored", async () => {
    const payer = await subscriber();
    const subscriptionId = await shop.subscriptionId(payer);
    const before = await payments.subscription(subscriptionId);
    await payments.cancelNow(subscriptionId);
    await shop.settled();
    await applyLatest(shop.app.services, payments, { subscriptionId, ask: async () => before });
    expect(await statusOf(payer)).toBe("CANCELED");
  });

  it("without further payment attempts ends the subscription there too, so that no late payment is taken for nothing", async () => {
    const payer = await subscriber();
    const subscriptionId = await shop.subscriptionId(payer);
    // Stripe's "unpaid", which the sandbox lacks: final, but still open.
    const ask = async () => {
      const answer = await payments.subscription(subscriptionId);
      return answer === null ? null : { ...answer, status: "EXPIRED" as const };
    };
    await applyLatest(shop.app.services, payments, { subscriptionId, ask });
    expect(await payments.subscription(subscriptionId)).toMatchObject({ status: "CANCELED" });
    await shop.settled();
    expect(await shop.view(payer)).toMatchObject({ plan_id: "free", subscription: { status: "CANCELED" } });
  });

  it("about a second subscription ends it, and logs that its payment must be refunded", async () => {
    const payer = await subscriber();
    const first = await shop.subscriptionId(payer);
    const customerId = (await payments.subscription(first))?.customerId ?? "";
    const page = { successUrl: "https://quay.example.com/", cancelUrl: "https://quay.example.com/", idempotencyKey: newId() };
    const wish = { userUuid: payer.userUuid, customerId, planId: "pro", currency: "USD", language: "en_us" } as const;
    const second = await payments.createCheckout({ ...wish, ...page });
    await shop.sandbox.pay(second?.url ?? "");
    await shop.settled();
    const { subscriptionId } = (await payments.checkout(second?.id ?? "")) ?? { subscriptionId: "" };
    expect(await payments.subscription(subscriptionId ?? "")).toMatchObject({ status: "CANCELED" });
    expect(await payments.subscription(first)).toMatchObject({ status: "ACTIVE" });
    expect(await shop.view(payer)).toMatchObject({ plan_id: "pro", subscription: { status: "ACTIVE" } });
    expect(shop.app.logged.some((line) => line.includes("its payment must be refunded") && line.includes(subscriptionId ?? ""))).toBe(true);
    // A receipt is mailed but no notice of an end, because nothing that the customer has ended.
    expect((await shop.subjects(payer)).filter((subject) => subject.includes("ended"))).toEqual([]);
  });
});

describe("a customer who cancels", () => {
  it("keeps Pro until the period ends, may resume, and is notified once", async () => {
    const payer = await subscriber();
    const cancelled = await cancel(payer);
    expect(cancelled.data).toMatchObject({ plan_id: "pro", subscription: { cancel_at_period_end: true, next_payment_at: null } });
    expect(cancelled.data.pro_until).toBe(cancelled.data.subscription?.current_period_end);
    expect((await cancel(payer)).data).toEqual(cancelled.data);
    const resumed = await resume(payer);
    expect(resumed.data).toMatchObject({ plan_id: "pro", subscription: { cancel_at_period_end: false } });
    expect(resumed.data.subscription?.next_payment_at).toBe(resumed.data.subscription?.current_period_end);
    await shop.settled();
    expect((await shop.subjects(payer)).slice(1)).toEqual(["Your Quayside Pro subscription is cancelled"]);
    expect((await auditRows(shop.app, "subscription.cancel")).at(-1)).toMatchObject({ user_uuid: payer.userUuid });
  });

  it("without a subscription is refused, as is resuming or opening the portal", async () => {
    const payer = await shop.newPayer();
    const none = codes["subscription.none"].code;
    expect((await cancel(payer)).code).toBe(none);
    expect((await resume(payer)).code).toBe(none);
    expect((await request(shop.app.app, openPortal, { language: "en_us" }, { token: payer.token })).code).toBe(none);
  });

  it("while the provider is unreachable is refused, and nothing changes", async () => {
    const payer = await subscriber();
    await shop.sandbox.control.fail({ times: 3, status: 500 });
    expect((await cancel(payer)).code).toBe(codes["subscription.paymentsUnavailable"].code);
    await shop.sandbox.control.fail({ times: 0 });
    expect((await shop.view(payer)).subscription).toMatchObject({ cancel_at_period_end: false });
  });

  it("gets the provider's portal at the cancellation step, unless already cancelled", async () => {
    const payer = await subscriber();
    const portal = (flow: "overview" | "cancel") => request(shop.app.app, openPortal, { language: "zh_cn", flow }, { token: payer.token });
    expect((await portal("overview")).data.url).toContain(shop.sandbox.origin);
    expect((await portal("cancel")).data.url).toContain(shop.sandbox.origin);
    await cancel(payer);
    expect((await portal("cancel")).data.url).toContain(shop.sandbox.origin);
    const asked = (await shop.sandbox.control.requests()).filter(({ path }) => path === "/v1/billing_portal/sessions");
    expect(asked.slice(-3).map(({ params }) => "flow_data" in params)).toEqual([false, true, false]);
    expect(asked.at(-1)?.params).toMatchObject({ return_url: "https://quay.example.com/esty-subscription?lang=zh_cn", locale: "zh" });
  });
});

describe("money returned", () => {
  it("by a partial refund keeps Pro, and appears on the receipt", async () => {
    const payer = await subscriber();
    await shop.sandbox.control.refund(await shop.subscriptionId(payer), 300);
    await shop.settled();
    expect(await shop.view(payer)).toMatchObject({ plan_id: "pro" });
    expect(await receipts(payer)).toMatchObject([{ amount_cents: 888, refunded_cents: 300 }]);
  });

  it("by a full refund ends Pro at once, here and at the provider", async () => {
    const payer = await subscriber();
    await shop.sandbox.control.refund(await shop.subscriptionId(payer));
    await shop.settled();
    expect(await shop.view(payer)).toMatchObject({ plan_id: "free", pro_until: null, subscription: { status: "CANCELED" } });
    expect(await payments.subscription(await shop.subscriptionId(payer))).toMatchObject({ status: "CANCELED" });
    expect(await receipts(payer)).toMatchObject([{ refunded_cents: 888 }]);
    expect((await shop.subjects(payer)).at(-1)).toBe("Your Quayside Pro subscription has ended");
  });

  it("by a bank's dispute ends Pro too", async () => {
    const payer = await subscriber();
    await shop.sandbox.control.dispute(await shop.subscriptionId(payer));
    await shop.settled();
    expect(await shop.view(payer)).toMatchObject({ plan_id: "free", subscription: { status: "CANCELED" } });
    expect(await receipts(payer)).toMatchObject([{ is_disputed: true, refunded_cents: 0 }]);
  });
});

describe("the nightly reconciliation", () => {
  it("applies a payment whose webhooks were lost, and then a refund", async () => {
    const payer = await shop.newPayer();
    await shop.sandbox.control.hold();
    const url = await shop.checkout(payer);
    await shop.sandbox.pay(url);
    const session_id = url.slice(url.lastIndexOf("/") + 1);
    expect((await request(shop.app.app, confirmCheckout, { session_id }, { token: payer.token })).data).toMatchObject({ plan_id: "pro" });
    expect(await receipts(payer)).toEqual([]);
    const { database, jobs } = shop.app.services;
    const look = async () => {
      shop.app.clock.advance(13 * 3_600_000);
      await database.transaction(platform, (tx) => jobs.enqueue(tx, reconcileJob, platform, {}));
    };
    await look();
    await expect.poll(() => receipts(payer), { timeout: 100_000 }).toMatchObject([{ amount_cents: 888, refunded_cents: 0 }]);
    expect((await shop.subjects(payer)).filter((subject) => subject.startsWith("Your receipt"))).toHaveLength(1);
    expect(await statusOf(payer)).toBe("ACTIVE");
    await shop.sandbox.control.refund(await shop.subscriptionId(payer));
    await look();
    await expect.poll(() => statusOf(payer), { timeout: 100_000 }).toBe("CANCELED");
    expect(await receipts(payer)).toMatchObject([{ refunded_cents: 888 }]);
    expect(await payments.subscription(await shop.subscriptionId(payer))).toMatchObject({ status: "CANCELED" });
    // Late events change nothing and mail nothing twice.
    await shop.sandbox.control.release();
    await shop.settled();
    expect((await shop.subjects(payer)).filter((subject) => subject.startsWith("Your receipt"))).toHaveLength(1);
  });

  it("finds changes that no webhook reported, and processes events left over", async () => {
    const payer = await subscriber();
    const [subscriptionId, event_id] = [await shop.subscriptionId(payer), "evt_forgotten"];
    await shop.sandbox.control.hold();
    await payments.cancelNow(subscriptionId);
    expect(await statusOf(payer)).toBe("ACTIVE");
    const { database, jobs } = shop.app.services;
    await database.transaction(platform, async (tx) => {
      const at = shop.app.clock.now();
      const about = JSON.stringify({ subscriptionId });
      const event = { provider_name: "stripe", event_id, type: "customer.subscription.updated", about, happened_at: at, received_at: at };
      await tx.insertInto("payment_event").values(event).execute();
    });
    shop.app.clock.advance(13 * 3_600_000);
    await database.transaction(platform, (tx) => jobs.enqueue(tx, reconcileJob, platform, {}));
    await expect.poll(() => statusOf(payer), { timeout: 100_000 }).toBe("CANCELED");
    const isDone = () =>
      database.transaction(platform, async (tx) => {
        const row = await tx.selectFrom("payment_event").select("done_at").where("event_id", "=", event_id).executeTakeFirst();
        return row?.done_at !== null;
      });
    await expect.poll(isDone, { timeout: 100_000 }).toBe(true);
    await shop.sandbox.control.release();
    await shop.settled();
  });
});

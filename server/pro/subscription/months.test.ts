import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { cancelSubscription } from "#src/pro/subscription/subscription.contract.ts";
import { anonymous } from "#server/platform/db/row-security.ts";
import { request } from "#tests/server/client.ts";
import { startPayingApp } from "#tests/server/test-payments.ts";
import type { PayingApp, Payer } from "#tests/server/test-payments.ts";
import { findReceipts } from "./subscription.queries.ts";

const dayMs = 24 * 3_600_000;
let shop: PayingApp;

beforeAll(async () => {
  shop = await startPayingApp();
});
afterAll(() => shop.close());

async function subscriber(): Promise<Payer> {
  const payer = await shop.newPayer();
  await shop.buy(payer);
  return payer;
}

const receipts = ({ userUuid }: Payer) => shop.app.services.database.transaction(anonymous, (tx) => findReceipts(tx, userUuid));

describe("over time", () => {
  it("a refund of an earlier month keeps Pro for the current one", async () => {
    const payer = await subscriber();
    await shop.advance(32 * dayMs);
    const events = await shop.sandbox.control.events();
    const subscriptionId = await shop.subscriptionId(payer);
    const first = events.find(({ type, data }) => type === "invoice.paid" && JSON.stringify(data.object).includes(subscriptionId));
    const invoice = await shop.app.services.payments?.invoice(first?.data.object.id ?? "");
    const refunded = await fetch(`${shop.sandbox.origin}/v1/refunds`, {
      method: "POST",
      headers: { authorization: `Bearer ${shop.sandbox.secretKey}` },
      body: new URLSearchParams({ charge: invoice?.chargeId ?? "" }),
    });
    expect(refunded.status).toBe(200);
    await shop.settled();
    expect(await receipts(payer)).toMatchObject([{ refunded_cents: 0 }, { refunded_cents: 888 }]);
    expect(await shop.view(payer)).toMatchObject({ plan_id: "pro", subscription: { status: "ACTIVE" } });
    // A refund for the current month ends the subscription.
    await shop.sandbox.control.refund(subscriptionId);
    await shop.settled();
    expect(await shop.view(payer)).toMatchObject({ plan_id: "free", subscription: { status: "CANCELED" } });
  });

  it("a late subscription that is cancelled ends at its period's end within the grace, and at once after it", async () => {
    const payer = await shop.newPayer();
    await shop.buy(payer, "failsLater");
    await shop.advance(32 * dayMs);
    const cancel = async () => {
      const { token } = await shop.signedInAgain(payer);
      return (await request(shop.app.app, cancelSubscription, {}, { token })).data;
    };
    expect(await cancel()).toMatchObject({ plan_id: "pro", subscription: { status: "PAST_DUE", cancel_at_period_end: true } });
    await shop.advance(8 * dayMs);
    expect(await cancel()).toMatchObject({ plan_id: "free", subscription: { status: "CANCELED" } });
    expect(await shop.app.services.payments?.subscription(await shop.subscriptionId(payer))).toMatchObject({ status: "CANCELED" });
    await shop.settled();
  });

  it("a subscription renews each month, and a cancelled one ends", async () => {
    const [stays, leaves] = [await subscriber(), await subscriber()];
    await request(shop.app.app, cancelSubscription, {}, { token: leaves.token });
    await shop.advance(32 * dayMs);
    expect(await shop.view(stays)).toMatchObject({ plan_id: "pro", subscription: { status: "ACTIVE" } });
    expect(await receipts(stays)).toHaveLength(2);
    expect((await shop.subjects(stays)).filter((subject) => subject.startsWith("Your receipt"))).toHaveLength(2);
    expect(await shop.view(leaves)).toMatchObject({ plan_id: "free", subscription: { status: "CANCELED" } });
    expect(await receipts(leaves)).toHaveLength(1);
    expect((await shop.subjects(leaves)).slice(1)).toEqual([
      "Your Quayside Pro subscription is cancelled",
      "Your Quayside Pro subscription has ended",
    ]);
  });

  it("a failed renewal leads to a week of grace, then no Pro, then the end; and Pro can be bought again", async () => {
    const bound = await shop.signedInAgain(await shop.newPayer());
    const again = await shop.signedInAgain(await shop.newPayer());
    for (const payer of [bound, again]) await shop.buy(payer, "failsLater");
    await shop.advance(32 * dayMs);
    const late = await shop.view(bound);
    expect(late).toMatchObject({ plan_id: "pro", subscription: { status: "PAST_DUE", next_payment_at: null } });
    expect(late.pro_until).toBe(late.subscription?.grace_until);
    await shop.advance(8 * dayMs);
    expect(await shop.view(bound)).toMatchObject({ plan_id: "free", pro_until: null, subscription: { status: "PAST_DUE" } });
    // A new purchase ends the unpaid subscription.
    const unpaid = await shop.subscriptionId(again);
    await shop.buy(await shop.signedInAgain(again), "good");
    expect(await shop.app.services.payments?.subscription(unpaid)).toMatchObject({ status: "CANCELED" });
    expect(await shop.view(again)).toMatchObject({ plan_id: "pro", subscription: { status: "ACTIVE" } });
    await shop.advance(10 * dayMs);
    expect(await shop.view(bound)).toMatchObject({ plan_id: "free", subscription: { status: "CANCELED" } });
    expect((await shop.subjects(bound)).slice(1)).toEqual([
      "Your payment for Quayside Pro did not go through",
      "Your Quayside Pro subscription has ended",
    ]);
  });
});

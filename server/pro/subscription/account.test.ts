import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { codes } from "#src/kit/api/codes.ts";
import { createCheckout, changeEmail, deleteAccount, exportData, getSubscription } from "#src/pro/subscription/subscription.contract.ts";
import { newId } from "#server/platform/runtime/clock.ts";
import { actAs, anonymous, platform } from "#server/platform/db/row-security.ts";
import { openBoss } from "#server/platform/jobs/boss.ts";
import type { JobContext } from "#server/platform/jobs/worker.ts";
import { startWorkers } from "#server/platform/jobs/worker.ts";
import { jobWorkers } from "#server/job-workers.ts";
import { auditRows } from "#tests/server/accounts.ts";
import { request, send } from "#tests/server/client.ts";
import { startPayingApp } from "#tests/server/test-payments.ts";
import type { PayingApp, Payer } from "#tests/server/test-payments.ts";
import { subscriptionJobs } from "./subscription.jobs.ts";
import { findReceipts } from "./subscription.queries.ts";

let shop: PayingApp;
beforeAll(async () => {
  // The test that kills a worker starts the workers itself.
  shop = await startPayingApp({ withWorkers: false });
});
afterAll(() => shop.close());

const receipts = ({ userUuid }: Payer) => shop.app.services.database.transaction(anonymous, (tx) => findReceipts(tx, userUuid));
const remove = ({ token }: Payer, email: string) => request(shop.app.app, deleteAccount, { email }, { token });

describe("a worker that is killed", () => {
  it("before its commit leaves nothing, and the next one does the work once", async () => {
    const payer = await shop.newPayer();
    await shop.sandbox.pay(await shop.checkout(payer));
    await shop.sandbox.control.idle();
    const { services, appUrl } = shop.app;
    const events = await services.database.transaction(platform, (tx) =>
      tx.selectFrom("payment_event").select(["provider_name", "event_id"]).execute(),
    );
    const killed: Omit<JobContext, "finish"> = { services, acting: platform, jobId: newId(), signal: new AbortController().signal };
    const finish: JobContext["finish"] = (work) =>
      services.database.begin(async (tx) => {
        actAs(tx, platform);
        await work(tx);
        throw new Error("killed");
      });
    const [applyEvent] = subscriptionJobs;
    for (const event of events) await expect(applyEvent?.run(event as never, { ...killed, finish })).rejects.toThrow("killed");
    expect(await shop.view(payer)).toMatchObject({ plan_id: "free" });
    expect(await receipts(payer)).toEqual([]);
    expect(await shop.subjects(payer)).toEqual([]);

    const boss = openBoss(appUrl, true, services.log);
    await boss.start();
    await startWorkers(boss, services, jobWorkers);
    await shop.settled();
    expect(await shop.view(payer)).toMatchObject({ plan_id: "pro" });
    expect(await receipts(payer)).toHaveLength(1);
    expect(await shop.subjects(payer)).toHaveLength(1);
    // The workers keep running for the tests below; they end with the database.
    closing.push(() => boss.stop({ graceful: true, timeout: 2000 }));
  });
});

const closing: (() => Promise<void>)[] = [];
afterAll(async () => {
  for (const close of closing) await close();
});

describe("the export of stored data", () => {
  it("is a file with all of a customer's data, and nothing secret or of another customer", async () => {
    const [payer, other] = [await shop.newPayer(), await shop.newPayer()];
    for (const one of [payer, other]) await shop.buy(one);
    const file = await send(shop.app.app, exportData, {}, { token: payer.token });
    expect(file.headers["content-disposition"]).toContain('attachment; filename="quayside-account.json"');
    const data = JSON.parse(file.text) as Record<string, unknown>;
    expect(data).toMatchObject({
      account: { email: payer.email },
      payment_customers: [{ provider_name: "stripe" }],
      subscriptions: [{ status: "ACTIVE" }],
      receipts: [{ amount_cents: 888 }],
      devices: [],
      sessions: [{ session_uuid: payer.sessionUuid }],
      support_requests: [],
    });
    expect(data["log"]).toMatchObject([{ action: "subscription.create-checkout" }]);
    expect(file.text).not.toContain(other.email);
    expect(file.text).not.toContain(other.userUuid);
    expect(file.text).not.toMatch(/hash|token_|password/);
  });
});

describe("a deleted account", () => {
  it("is removed with all its data, here and at the provider, and the log names nobody", async () => {
    const payer = await shop.newPayer();
    await shop.buy(payer);
    const subscriptionId = await shop.subscriptionId(payer);
    expect((await remove(payer, "another@example.test")).code).toBe(codes["subscription.emailDiffers"].code);
    await shop.sandbox.control.fail({ times: 3, status: 500 });
    expect((await remove(payer, payer.email)).code).toBe(codes["subscription.paymentsUnavailable"].code);
    await shop.sandbox.control.fail({ times: 0 });
    expect(await shop.view(payer)).toMatchObject({ plan_id: "pro" });
    // Case and surrounding spaces do not matter.
    expect((await remove(payer, ` ${payer.email.toUpperCase()} `)).data).toEqual({ deleted: true });
    expect(await shop.app.services.payments?.subscription(subscriptionId)).toMatchObject({ status: "CANCELED" });
    const left = await shop.app.services.database.transaction(anonymous, async (tx) => {
      const whose = { user_uuid: payer.userUuid };
      const tables = ["app_user", "session", "payment_customer", "subscription", "payment_receipt", "device", "mailed_link"] as const;
      const counts: number[] = [];
      for (const table of tables)
        counts.push((await tx.selectFrom(table).select("user_uuid").where("user_uuid", "=", whose.user_uuid).execute()).length);
      return counts;
    });
    expect(new Set(left)).toEqual(new Set([0]));
    expect((await request(shop.app.app, getSubscription, {}, { token: payer.token })).data).toBeNull();
    expect((await auditRows(shop.app, "subscription.delete-account")).at(-1)).toMatchObject({
      user_uuid: null,
      subject_uuid: null,
      about: { username: "", address: "" },
    });
    // Later events of the provider belong to no account.
    await shop.settled();
    expect((await auditRows(shop.app, "subscription.create-checkout")).filter(({ user_uuid }) => user_uuid === payer.userUuid)).toEqual([]);
  });

  it("that never paid does not need the provider", async () => {
    const payer = await shop.newPayer();
    await shop.sandbox.control.fail({ times: 5, status: 500 });
    expect((await remove(payer, payer.email)).data).toEqual({ deleted: true });
    await shop.sandbox.control.fail({ times: 0 });
  });

  it("leaves no stored answer for its idempotency keys, except the deletion's own", async () => {
    const payer = await shop.newPayer();
    const { app, services } = shop.app;
    const keyed = { token: payer.token, idempotencyKey: `key-${newId()}` };
    await request(app, changeEmail, { email: "next@example.test", language: "en_us" }, keyed);
    const kept = async () =>
      services.database.transaction(platform, (tx) =>
        tx.selectFrom("idempotency_key").select("call").where("user_uuid", "=", payer.userUuid).execute(),
      );
    expect(await kept()).toHaveLength(1);
    const again = { token: payer.token, idempotencyKey: `key-${newId()}` };
    expect((await request(app, deleteAccount, { email: payer.email }, again)).data).toEqual({ deleted: true });
    expect(await kept()).toEqual([{ call: deleteAccount.name }]);
  });

  it("is deleted by a retry if the provider did its part but its answer was lost", async () => {
    const payer = await shop.newPayer();
    await shop.buy(payer);
    const { payments } = shop.app.services;
    const { customerId } = (await payments?.subscription(await shop.subscriptionId(payer))) ?? { customerId: "" };
    await payments?.deleteCustomer(customerId);
    await shop.settled();
    expect((await remove(payer, payer.email)).data).toEqual({ deleted: true });
  });

  it("leaves no customer at the provider who could pay a checkout opened meanwhile", async () => {
    const payer = await shop.newPayer();
    await shop.checkout(payer);
    const { payments, database } = shop.app.services;
    if (payments === null) throw new Error("no payments");
    const person = { userUuid: payer.userUuid, email: payer.email, language: "en_us" } as const;
    const { id } = await payments.createCustomer({ ...person, idempotencyKey: newId() });
    const { removed } = await database.transaction(platform, async (tx) => {
      const mine = tx.selectFrom("payment_customer").select("provider_customer_id").where("user_uuid", "=", payer.userUuid);
      const before = await mine.forUpdate().executeTakeFirstOrThrow();
      const removing = remove(payer, payer.email);
      // The provider has deleted the first customer; the account waits for this transaction, which adds another one.
      await expect.poll(() => isDeleted(before.provider_customer_id), { timeout: 8000 }).toBe(true);
      await tx.updateTable("payment_customer").set({ provider_customer_id: id }).where("user_uuid", "=", payer.userUuid).execute();
      return { removed: removing };
    });
    expect((await removed).data).toEqual({ deleted: true });
    expect(await isDeleted(id)).toBe(true);
  });

  it("has its customer removed at the provider if its first checkout creates one meanwhile", async () => {
    const payer = await shop.newPayer();
    const { database } = shop.app.services;
    const { asked } = await database.transaction(anonymous, async (tx) => {
      await tx.selectFrom("app_user").select("user_uuid").where("user_uuid", "=", payer.userUuid).forUpdate().execute();
      const asking = request(shop.app.app, createCheckout, { plan_id: "pro", language: "en_us" }, { token: payer.token });
      await expect.poll(() => customerOf(payer), { timeout: 8000 }).not.toBe("");
      await tx.deleteFrom("app_user").where("user_uuid", "=", payer.userUuid).execute();
      return { asked: asking };
    });
    expect(await asked).toMatchObject({ data: null });
    expect(await isDeleted(await customerOf(payer))).toBe(true);
  });
});

async function isDeleted(customerId: string): Promise<boolean> {
  const events = await shop.sandbox.control.events();
  return events.some(({ type, data }) => type === "customer.deleted" && data.object.id === customerId);
}

/** Returns the provider's id of a payer's customer; "" if there is none. */
async function customerOf({ email }: Payer): Promise<string> {
  const made = (await shop.sandbox.control.events()).find(
    ({ type, data }) => type === "customer.created" && JSON.stringify(data.object).includes(email),
  );
  return made?.data.object.id ?? "";
}

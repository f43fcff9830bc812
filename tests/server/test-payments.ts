import { createCheckout } from "#src/pro/subscription/subscription.contract.ts";
import type { SubscriptionView } from "#src/pro/subscription/subscription.contract.ts";
import { newId } from "#server/platform/runtime/clock.ts";
import { anonymous, platform } from "#server/platform/db/row-security.ts";
import { openPayments } from "#server/open-payments.ts";
import { createToken, hashToken } from "#server/platform/http/authenticate.ts";
import { ensureDefaultSites } from "#server/company/sites/sites.commands.ts";
import { readSubscriptionView } from "#server/pro/subscription/subscription.queries.ts";
import { startSandboxPayments } from "#tests/factories/sandbox-payments.ts";
import { mailsTo } from "./accounts.ts";
import { startTestApp } from "./app.ts";
import type { TestApp, TestAppOptions } from "./app.ts";
import { request } from "./client.ts";
import { addPerson } from "./world.ts";
import type { Person } from "./world.ts";

type Sandbox = Awaited<ReturnType<typeof startSandboxPayments>>;

/** A signed-in customer. */
export interface Payer extends Person {
  email: string;
}

/** The server with a payment provider that sends it real webhooks. */
export interface PayingApp {
  app: TestApp;
  sandbox: Sandbox;
  /** the webhook address */
  webhookUrl: string;
  newPayer(): Promise<Payer>;
  /** Signs the customer in again: moving the clock ended the old session. */
  signedInAgain(payer: Payer): Promise<Payer>;
  /** Opens a checkout. @returns the payment page's address */
  checkout(payer: Payer, language?: "en_us" | "zh_cn"): Promise<string>;
  /** Opens a checkout, pays, and waits until everything is processed. */
  buy(payer: Payer, card?: Parameters<Sandbox["pay"]>[1]): Promise<void>;
  /** the payer's plan by the server's clock, with or without a session */
  view(payer: Payer): Promise<SubscriptionView>;
  /** Waits until every webhook was accepted and every event processed. */
  settled(): Promise<void>;
  /** the provider's id of the payer's newest subscription; "" if none */
  subscriptionId(payer: Payer): Promise<string>;
  /** the subjects of mails to the payer, oldest first */
  subjects(payer: Payer): Promise<string[]>;
  /** Advances both clocks, ours and the provider's, and waits for what falls due. */
  advance(ms: number): Promise<void>;
  close(): Promise<void>;
}

const origins = { application: "https://quay.example.com", homepage: "https://www.example.com" };

/** Starts both; `options` as for the test app. */
export async function startPayingApp(options: TestAppOptions = {}): Promise<PayingApp> {
  const sandbox = await startSandboxPayments();
  const payments = await openPayments({
    STRIPE_SECRET_KEY: sandbox.secretKey,
    STRIPE_WEBHOOK_SECRET: sandbox.webhookSecret,
    STRIPE_PRICE_ID: sandbox.priceId,
    STRIPE_API_BASE: sandbox.origin,
  });
  if (payments === null) throw new Error("no payments");
  const app = await startTestApp({ withWorkers: true, payments, ...options });
  const { database, clock } = app.services;
  await database.transaction(anonymous, (tx) => ensureDefaultSites(tx, origins, clock.now()));
  const webhookUrl = `${await app.app.listen({ port: 0, host: "127.0.0.1" })}/v1/api/subscription/payment-webhook`;
  await sandbox.control.setWebhookUrl(webhookUrl);

  async function undone(): Promise<number> {
    const rows = await database.transaction(platform, (tx) =>
      tx.selectFrom("payment_event").select("event_id").where("done_at", "is", null).execute(),
    );
    return rows.length;
  }

  async function settled(): Promise<void> {
    await sandbox.control.idle();
    for (let tries = 0; (await undone()) > 0; tries += 1) {
      if (tries > 4000) throw new Error("payment events are left undone");
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  }

  async function checkout(payer: Payer, language: "en_us" | "zh_cn" = "en_us"): Promise<string> {
    const { data, text } = await request(app.app, createCheckout, { plan_id: "pro", language }, { token: payer.token });
    if (data === null || data === undefined) throw new Error(`no checkout: ${text}`);
    return data.url;
  }

  return {
    app,
    sandbox,
    webhookUrl,
    newPayer: async () => {
      const person = await addPerson(app, { username: `customer-${newId()}`, role: "customer" });
      return { ...person, email: `${person.username}@example.test` };
    },
    signedInAgain: async (payer) => {
      const now = clock.now();
      const [token, sessionUuid] = [createToken(), newId()];
      const later = new Date(now.getTime() + 3_600_000);
      await database.transaction(anonymous, (tx) =>
        tx
          .insertInto("session")
          .values({
            session_uuid: sessionUuid,
            user_uuid: payer.userUuid,
            area: "customer",
            token_hash: hashToken(token),
            created_at: now,
            last_seen_at: now,
            expires_at: later,
            ends_at: later,
          })
          .execute(),
      );
      return { ...payer, token, sessionUuid };
    },
    checkout,
    buy: async (payer, card = "good") => {
      await sandbox.pay(await checkout(payer), card);
      await settled();
    },
    view: ({ userUuid }) => database.transaction(anonymous, (tx) => readSubscriptionView(tx, userUuid, clock.now())),
    settled,
    subscriptionId: async ({ userUuid }) => {
      const row = await database.transaction(platform, (tx) =>
        tx
          .selectFrom("subscription")
          .select("provider_subscription_id")
          .where("user_uuid", "=", userUuid)
          .orderBy("subscription_uuid", "desc")
          .executeTakeFirst(),
      );
      return row?.provider_subscription_id ?? "";
    },
    subjects: async ({ email }) => (await mailsTo(app, email)).map(({ subject }) => subject),
    advance: async (ms) => {
      app.clock.advance(ms);
      await sandbox.control.advance(ms);
      await settled();
    },
    close: async () => {
      await app.close();
      await sandbox.stop();
    },
  };
}

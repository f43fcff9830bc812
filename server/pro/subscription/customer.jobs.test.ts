import { afterAll, beforeAll, expect, it } from "vitest";
import { confirmEmail } from "#src/pro/subscription/subscription.contract.ts";
import { createMailedLink } from "#server/company/accounts/one-time-link.commands.ts";
import { anonymous } from "#server/platform/db/row-security.ts";
import { openStripe } from "#server/integrations/payments/stripe-provider.ts";
import { until } from "#tests/e2e/until.ts";
import { startSandboxPayments } from "#tests/factories/sandbox-payments.ts";
import { startTestApp } from "#tests/server/app.ts";
import type { TestApp } from "#tests/server/app.ts";
import { request } from "#tests/server/client.ts";
import { addPerson } from "#tests/server/world.ts";

type Sandbox = Awaited<ReturnType<typeof startSandboxPayments>>;

let sandbox: Sandbox;
let test: TestApp;
beforeAll(async () => {
  sandbox = await startSandboxPayments();
  const { secretKey, webhookSecret, priceId, origin } = sandbox;
  const payments = openStripe({ secretKey, webhookSecrets: [webhookSecret], priceId, apiBase: origin });
  test = await startTestApp({ payments, withWorkers: true });
});
afterAll(async () => {
  await test.close();
  await sandbox.stop();
});

/** Returns a customer's address at the payment provider. */
async function emailThere(customerId: string): Promise<string> {
  const reply = await fetch(`${sandbox.origin}/v1/customers/${customerId}`, { headers: { authorization: `Bearer ${sandbox.secretKey}` } });
  return ((await reply.json()) as { email: string }).email;
}

/** Changes a customer's address as opening the mailed link does. */
async function changeTo(email: string, userUuid: string): Promise<number> {
  const link = { purpose: "changeEmail", userUuid, detail: { email }, lifeMs: 60_000, now: test.clock.now() } as const;
  const token = await test.services.database.transaction(anonymous, (tx) => createMailedLink(tx, link));
  return (await request(test.app, confirmEmail, { token })).code;
}

it("the payment provider receives a new address, the last one of several, and by a retry if it was unreachable", async () => {
  const { payments, database } = test.services;
  if (payments === null) throw new Error("a test without payments");
  const { userUuid } = await addPerson(test, { username: "moving-customer", role: "customer" });
  const made = await payments.createCustomer({ userUuid, email: "old@example.test", language: "en_us", idempotencyKey: userUuid });
  const row = { user_uuid: userUuid, provider_name: payments.name, provider_customer_id: made.id, created_at: test.clock.now() };
  await database.transaction(anonymous, (tx) => tx.insertInto("payment_customer").values(row).execute());
  await sandbox.control.fail({ times: 3, status: 500 });
  for (const email of ["first@example.test", "second@example.test", "last@example.test"]) expect(await changeTo(email, userUuid)).toBe(200);
  await until(async () => ((await emailThere(made.id)) === "last@example.test" ? true : null), "the new address at the provider", 20_000);
});

it("a customer who never bought anything changes the address without the provider", async () => {
  const { userUuid } = await addPerson(test, { username: "free-customer", role: "customer" });
  expect(await changeTo("free@example.test", userUuid)).toBe(200);
  await until(
    async () =>
      test.logged.filter((line) => line.includes('"job":"subscription.change-email"') && line.includes("job done")).length >= 4
        ? true
        : null,
    "the job's end",
    20_000,
  );
});

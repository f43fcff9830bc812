import { apiPrefix } from "#src/kit/api/address.ts";
import { renewToken } from "#src/pro/entitlement/entitlement.contract.ts";
import { newId } from "#server/platform/runtime/clock.ts";
import { anonymous } from "#server/platform/db/row-security.ts";
import type { Database } from "#server/platform/db/database.ts";
import type { PaymentProvider } from "#server/integrations/payments/payment-provider.ts";
import { makeDevice } from "#tests/server/test-device.ts";
import type { TestDevice } from "#tests/server/test-device.ts";

/** A customer with one linked device. */
export interface ProCustomer {
  readonly userUuid: string;
  readonly customerId: string;
  readonly deviceUuid: string;
  readonly device: TestDevice;
}

/** Adds a customer with a linked device and an account at the payment provider. */
export async function addProCustomer(database: Database, payments: PaymentProvider, number: number): Promise<ProCustomer> {
  const [userUuid, deviceUuid, device] = [newId(), newId(), await makeDevice()];
  const email = `customer-${number}@example.com`;
  const { id: customerId } = await payments.createCustomer({ userUuid, email, language: "en_us", idempotencyKey: userUuid });
  const now = new Date();
  await database.transaction(anonymous, async (tx) => {
    await tx
      .insertInto("app_user")
      .values({ user_uuid: userUuid, username: `customer-${userUuid}`, role: "customer", email })
      .execute();
    await tx
      .insertInto("payment_customer")
      .values({ user_uuid: userUuid, provider_name: payments.name, provider_customer_id: customerId, created_at: now })
      .execute();
    await tx
      .insertInto("device")
      .values({ device_uuid: deviceUuid, user_uuid: userUuid, name: "Chrome", thumbprint: device.thumbprint, linked_at: now })
      .execute();
  });
  return { userUuid, customerId, deviceUuid, device };
}

/** Buys Pro at the sandbox like a browser; the server learns of it by webhooks. */
export async function buyPro(
  payments: PaymentProvider,
  pay: (url: string) => Promise<unknown>,
  { userUuid, customerId }: ProCustomer,
): Promise<void> {
  const checkout = await payments.createCheckout({
    userUuid,
    customerId,
    planId: "pro",
    currency: "USD",
    language: "en_us",
    successUrl: "https://quay.example.com/?session_id={CHECKOUT_SESSION_ID}",
    cancelUrl: "https://quay.example.com/",
    idempotencyKey: newId(),
  });
  if (checkout === null) throw new Error("bench: the provider has no such customer");
  await pay(checkout.url);
}

/** Returns what the server knows: the provider's id of each ACTIVE subscription by customer. */
export async function activeSubscriptions(database: Database): Promise<Map<string, string>> {
  const rows = await database.transaction(anonymous, (tx) =>
    tx.selectFrom("subscription").select(["user_uuid", "provider_subscription_id"]).where("status", "=", "ACTIVE").execute(),
  );
  return new Map(rows.map((row) => [row.user_uuid, row.provider_subscription_id]));
}

/** Prepares a renewal with its own proof, signed in advance. */
export async function renewalOf({ device, deviceUuid }: ProCustomer): Promise<{ path: string; body: string }> {
  const proof = await device.proof(renewToken, new Date());
  return { path: apiPrefix + renewToken.path, body: JSON.stringify({ device_uuid: deviceUuid, proof }) };
}

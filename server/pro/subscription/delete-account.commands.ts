import { sql } from "kysely";
import type { RefusalName } from "#src/kit/api/codes.ts";
import { ok, refuse } from "#src/kit/lib/result.ts";
import type { Result } from "#src/kit/lib/result.ts";
import { deleteAccount } from "#src/pro/subscription/subscription.contract.ts";
import { erasePerson, writeAudit } from "#server/platform/audit-trail/audit.commands.ts";
import { actingFor, platform } from "#server/platform/db/row-security.ts";
import type { Tx } from "#server/platform/db/row-security.ts";
import { requireActor } from "#server/platform/http/context.ts";
import type { RequestContext } from "#server/platform/http/context.ts";
import { findPayingCustomer, reachPayments } from "./payments.commands.ts";
import type { PayingCustomer } from "./payments.commands.ts";

/** Whether the address that the customer typed to confirm the deletion is the account's own. */
export async function isOwnEmail(email: string, context: RequestContext): Promise<boolean> {
  const { userUuid } = requireActor(context);
  const user = await context.services.database.transaction(context.acting, (tx) =>
    tx.selectFrom("app_user").select("email").where("user_uuid", "=", userUuid).executeTakeFirstOrThrow(),
  );
  return user.email.toLowerCase() === email.trim().toLowerCase();
}

/** What was deleted at the payment provider; null if nothing was there. */
type DeletedCustomer = Pick<PayingCustomer, "provider_customer_id" | "checkout_id"> | null;

/** A customer or checkout was created at the provider in the meantime and must be deleted as well. */
export class CustomerRecreated extends Error {
  override readonly name = "CustomerRecreated";
}

/**
 * Ends the subscription and deletes the customer at the payment provider. Repeating it after a lost response does nothing. A customer who never started a
 * payment needs no provider.
 */
export async function deleteProviderCustomer(context: RequestContext): Promise<Result<DeletedCustomer, RefusalName>> {
  const { userUuid } = requireActor(context);
  const known = await context.services.database.transaction(context.acting, (tx) =>
    tx.selectFrom("payment_customer").select("provider_name").where("user_uuid", "=", userUuid).execute(),
  );
  if (known.length === 0) return ok(null);
  return reachPayments(context, async (payments) => {
    // A provider that is no longer configured cannot be reached.
    if (known.some(({ provider_name }) => provider_name !== payments.name)) return refuse("subscription.paymentsUnavailable");
    const customer = await findPayingCustomer(payments, context);
    if (customer === null) return ok(null);
    // Nobody may pay for a deleted account.
    if (customer.checkout_id !== null) await payments.expireCheckout(customer.checkout_id);
    await payments.deleteCustomer(customer.provider_customer_id);
    return ok(customer);
  });
}

async function requireDeleted(tx: Tx, userUuid: string, deleted: DeletedCustomer): Promise<void> {
  const there = await tx
    .selectFrom("payment_customer")
    .select(["provider_customer_id", "checkout_id"])
    .where("user_uuid", "=", userUuid)
    .execute();
  const isDeleted = there.every(
    ({ provider_customer_id, checkout_id }) =>
      provider_customer_id === deleted?.provider_customer_id && checkout_id === deleted.checkout_id,
  );
  if (!isDeleted) throw new CustomerRecreated("subscription: a checkout was opened while the account was being deleted");
}

/**
 * Deletes the account with its sessions, devices, subscriptions and receipts, its messages to support, and its name in the audit log, which keeps a
 * row that names no one. The transaction acts for the customer.
 * @param deleted the result of `deleteProviderCustomer`
 * @throws CustomerRecreated if the customer exists at the provider again: nobody may pay for a deleted account
 */
export async function removeAccount(tx: Tx, deleted: DeletedCustomer, context: RequestContext): Promise<void> {
  const { userUuid } = requireActor(context);
  // Before the user's own row, like all code that applies an event, to avoid deadlocks.
  await tx.selectFrom("payment_customer").select("user_uuid").where("user_uuid", "=", userUuid).forUpdate().execute();
  // Locked: from here on, an insert of a payment_customer waits, and then finds no user.
  const { email } = await tx.selectFrom("app_user").select("email").where("user_uuid", "=", userUuid).forUpdate().executeTakeFirstOrThrow();
  await requireDeleted(tx, userUuid, deleted);
  await actingFor(tx, platform, context.acting, async () => {
    await erasePerson(tx, userUuid);
    // Except this call's own, which names no one and for which a second click waits.
    await tx.deleteFrom("idempotency_key").where("user_uuid", "=", userUuid).where("call", "!=", deleteAccount.name).execute();
    await tx
      .deleteFrom("support_request")
      .where(sql<boolean>`lower(email) = lower(${email})`)
      .execute();
  });
  await tx.deleteFrom("app_user").where("user_uuid", "=", userUuid).execute();
  const nobody = { providerUuid: null, retailerUuid: null, userUuid: null, username: "" };
  await writeAudit(
    tx,
    { actor: null, now: context.now, address: "" },
    { action: "subscription.delete-account", subjectType: "user", by: nobody },
  );
}

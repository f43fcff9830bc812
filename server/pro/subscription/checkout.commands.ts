import { createHash } from "node:crypto";
import { proPrice } from "#src/pro/plan/plan.contract.ts";
import type { RefusalName } from "#src/kit/api/codes.ts";
import type { Language } from "#src/kit/lib/languages.ts";
import { ok, refuse } from "#src/kit/lib/result.ts";
import type { Result } from "#src/kit/lib/result.ts";
import { isOver } from "#src/pro/subscription/subscription.machine.ts";
import { getViolatedForeignKey } from "#server/platform/db/violations.ts";
import { requireActor } from "#server/platform/http/context.ts";
import type { RequestContext } from "#server/platform/http/context.ts";
import type { PaymentProvider } from "#server/integrations/payments/payment-provider.ts";
import { buildCustomerPageUrl } from "./customer-mail.commands.ts";
import { applyLatest } from "./apply-latest.commands.ts";
import { findPayingCustomer, returnSite } from "./payments.commands.ts";
import type { PayingCustomer } from "./payments.commands.ts";
import { readEntitlement, listSubscriptions } from "./subscription.queries.ts";

interface CheckoutRequest {
  readonly planId: string;
  readonly language: Language;
}

const mostTries = 4;
/** A provider repeats the result of an idempotency key, even a failure, so the same request gets another key later. */
const keyLifeMs = 600_000;

function makeKey(now: Date, ...parts: string[]): string {
  const hash = createHash("sha256").update(parts.join("\0")).digest("base64url");
  return `${hash}-${Math.floor(now.getTime() / keyLifeMs)}`;
}

async function hasPro(context: RequestContext): Promise<boolean> {
  const { userUuid } = requireActor(context);
  const { proUntil } = await context.services.database.transaction(context.acting, (tx) => readEntitlement(tx, userUuid, context.now));
  return proUntil !== null;
}

/**
 * Prepares a new subscription: fetches the state of an active one, because its events may be late, and ends an idle one (unpaid for too long, or
 * paused), so that there are never two.
 */
async function endIdle(payments: PaymentProvider, context: RequestContext): Promise<void> {
  const { services, acting } = context;
  const { userUuid } = requireActor(context);
  const openOnes = async () =>
    (await services.database.transaction(acting, (tx) => listSubscriptions(tx, userUuid))).filter(({ status }) => !isOver(status));
  for (const { provider_subscription_id: subscriptionId } of await openOnes()) await applyLatest(services, payments, { subscriptionId });
  if (await hasPro(context)) return;
  for (const { provider_subscription_id: subscriptionId, status } of await openOnes()) {
    if (status === "INCOMPLETE") continue;
    await payments.cancelNow(subscriptionId);
    await applyLatest(services, payments, { subscriptionId });
  }
}

/** Creates the customer at the provider, once: of two concurrent requests the second finds the first's, and deletes its own. */
async function addCustomer(payments: PaymentProvider, language: Language, context: RequestContext): Promise<void> {
  const { services, acting, now } = context;
  const { userUuid } = requireActor(context);
  const { database } = services;
  const { email } = await database.transaction(acting, (tx) =>
    tx.selectFrom("app_user").select("email").where("user_uuid", "=", userUuid).executeTakeFirstOrThrow(),
  );
  const idempotencyKey = makeKey(now, "customer", userUuid, email, language);
  const { id } = await payments.createCustomer({ userUuid, email, language, idempotencyKey });
  const keep = database.transaction(acting, async (tx) => {
    await tx
      .insertInto("payment_customer")
      .values({ user_uuid: userUuid, provider_name: payments.name, provider_customer_id: id, created_at: now })
      .onConflict((conflict) => conflict.constraint("payment_customer_pkey").doNothing())
      .execute();
    return tx
      .selectFrom("payment_customer")
      .select("provider_customer_id")
      .where("user_uuid", "=", userUuid)
      .where("provider_name", "=", payments.name)
      .executeTakeFirstOrThrow();
  });
  try {
    const kept = await keep;
    if (kept.provider_customer_id !== id) await payments.deleteCustomer(id);
  } catch (error) {
    // The account was deleted meanwhile. After other failures the customer must stay, because a retry with the same key returns it again.
    if (getViolatedForeignKey(error) === "payment_customer_user_fkey") await payments.deleteCustomer(id);
    throw error;
  }
}

/** Removes the record of a customer that was deleted at the provider. */
async function dropCustomer(payments: PaymentProvider, { provider_customer_id }: PayingCustomer, context: RequestContext): Promise<void> {
  const { userUuid } = requireActor(context);
  await context.services.database.transaction(context.acting, (tx) =>
    tx
      .deleteFrom("payment_customer")
      .where("user_uuid", "=", userUuid)
      .where("provider_name", "=", payments.name)
      .where("provider_customer_id", "=", provider_customer_id)
      .execute(),
  );
}

/** Returns the address of the open checkout if its currency matches. Closes one in another currency, and applies a paid one. */
async function openAlready(
  payments: PaymentProvider,
  customer: PayingCustomer,
  currency: string,
  context: RequestContext,
): Promise<string | null> {
  const { checkout_id: id, checkout_url: url } = customer;
  if (id === null || url === null) return null;
  let checkout = await payments.checkout(id);
  if (checkout?.status === "open") {
    if (customer.checkout_currency === currency) return url;
    await payments.expireCheckout(id);
    // It may just have been paid.
    checkout = await payments.checkout(id);
  }
  const subscriptionId = checkout?.subscriptionId ?? null;
  if (subscriptionId !== null) await applyLatest(context.services, payments, { subscriptionId });
  return null;
}

/** Stores a new checkout as the open one; false if another request stored one first. */
async function storeCheckout(
  payments: PaymentProvider,
  before: PayingCustomer,
  checkout: { id: string; url: string; expiresAt: Date },
  currency: string,
  context: RequestContext,
): Promise<boolean> {
  const { userUuid } = requireActor(context);
  const { numUpdatedRows } = await context.services.database.transaction(context.acting, (tx) =>
    tx
      .updateTable("payment_customer")
      .set({ checkout_id: checkout.id, checkout_currency: currency, checkout_url: checkout.url, checkout_expires_at: checkout.expiresAt })
      .where("user_uuid", "=", userUuid)
      .where("provider_name", "=", payments.name)
      .where("provider_customer_id", "=", before.provider_customer_id)
      .where((row) => row.or([row("checkout_id", "is not distinct from", before.checkout_id), row("checkout_id", "=", checkout.id)]))
      .executeTakeFirst(),
  );
  return numUpdatedRows === 1n;
}

async function newCheckout(
  payments: PaymentProvider,
  customer: PayingCustomer,
  { planId, language }: CheckoutRequest,
  context: RequestContext,
) {
  const { userUuid } = requireActor(context);
  const { currency } = proPrice[language];
  const page = buildCustomerPageUrl(await returnSite(context), "/esty-checkout/pro", { checkout: "done" }, language);
  // Not encoded: the provider looks for the literal placeholder.
  const successUrl = `${page}&session_id={CHECKOUT_SESSION_ID}`;
  const cancelUrl = buildCustomerPageUrl(await returnSite(context), "/esty-checkout/pro", { checkout: "cancelled" }, language);
  const { provider_customer_id: customerId, checkout_id: previous } = customer;
  const idempotencyKey = makeKey(context.now, "checkout", userUuid, customerId, previous ?? "", planId, language, cancelUrl);
  return payments.createCheckout({ userUuid, customerId, planId, currency, language, successUrl, cancelUrl, idempotencyKey });
}

/**
 * Returns the payment page for a plan: the open one, or a new one. A double click or a concurrent request gets the same.
 * @throws PaymentsUnavailable
 */
export async function openCheckout(
  payments: PaymentProvider,
  wish: CheckoutRequest,
  context: RequestContext,
): Promise<Result<string, RefusalName>> {
  const { currency } = proPrice[wish.language];
  if (await hasPro(context)) return refuse("subscription.alreadyPro");
  await endIdle(payments, context);
  for (let tries = 0; tries < mostTries; tries += 1) {
    const customer = await findPayingCustomer(payments, context);
    if (customer === null) {
      await addCustomer(payments, wish.language, context);
      continue;
    }
    const open = await openAlready(payments, customer, currency, context);
    if (await hasPro(context)) return refuse("subscription.alreadyPro");
    if (open !== null) return ok(open);
    const checkout = await newCheckout(payments, customer, wish, context);
    if (checkout === null) await dropCustomer(payments, customer, context);
    else if (await storeCheckout(payments, customer, checkout, currency, context)) return ok(checkout.url);
    else await payments.expireCheckout(checkout.id);
  }
  // The customer clicks on several devices at once, in both languages.
  return refuse("tooMany");
}

/**
 * Fetches the state of a checkout, because the provider's events may be late.
 * @returns `subscription.checkoutUnknown` if it does not belong to this customer
 * @throws PaymentsUnavailable
 */
export async function confirmPaid(
  payments: PaymentProvider,
  sessionId: string,
  context: RequestContext,
): Promise<Result<null, RefusalName>> {
  const customer = await findPayingCustomer(payments, context);
  const checkout = customer === null ? null : await payments.checkout(sessionId);
  if (checkout === null || checkout.customerId !== customer?.provider_customer_id) return refuse("subscription.checkoutUnknown");
  const { subscriptionId } = checkout;
  if (subscriptionId !== null) await applyLatest(context.services, payments, { subscriptionId });
  return ok(null);
}

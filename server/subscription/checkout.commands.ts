import { createHash } from "node:crypto";
import { proPrice } from "#src/plan/plan.contract.ts";
import type { RefusalName } from "#src/api/codes.ts";
import type { Language } from "#src/lib/look.ts";
import { ok, refuse } from "#src/lib/result.ts";
import type { Result } from "#src/lib/result.ts";
import { isOver } from "#src/subscription/subscription.machine.ts";
import { violatedForeignKey } from "#server/db/violations.ts";
import { signedIn } from "#server/http/context.ts";
import type { RequestContext } from "#server/http/context.ts";
import type { PaymentProvider } from "#server/integrations/payments/payment-provider.ts";
import { customerPage } from "./customer-mail.commands.ts";
import { applyLatest } from "./latest.commands.ts";
import { payingCustomer, returnSite } from "./payments.commands.ts";
import type { PayingCustomer } from "./payments.commands.ts";
import { entitlementOf, subscriptionsOf } from "./subscription.queries.ts";

interface Wish {
  readonly planId: string;
  readonly language: Language;
}

const mostTries = 4;
/** A provider remembers the outcome of a key, a failure too: the same wish later gets another. */
const keyLifeMs = 600_000;

function keyOf(now: Date, ...parts: string[]): string {
  const hash = createHash("sha256").update(parts.join("\0")).digest("base64url");
  return `${hash}-${Math.floor(now.getTime() / keyLifeMs)}`;
}

async function hasPro(context: RequestContext): Promise<boolean> {
  const { userUuid } = signedIn(context);
  const { proUntil } = await context.services.database.transaction(context.acting, (tx) => entitlementOf(tx, userUuid, context.now));
  return proUntil !== null;
}

/**
 * Makes way for a new subscription: one that goes on is looked at, for its news may be late; and one that gives nothing (unpaid for too long, paused)
 * is ended, or there would be two.
 */
async function endIdle(payments: PaymentProvider, context: RequestContext): Promise<void> {
  const { services, acting } = context;
  const { userUuid } = signedIn(context);
  const openOnes = async () =>
    (await services.database.transaction(acting, (tx) => subscriptionsOf(tx, userUuid))).filter(({ status }) => !isOver(status));
  for (const { provider_subscription_id: subscriptionId } of await openOnes()) await applyLatest(services, payments, { subscriptionId });
  if (await hasPro(context)) return;
  for (const { provider_subscription_id: subscriptionId, status } of await openOnes()) {
    if (status === "INCOMPLETE") continue;
    await payments.cancelNow(subscriptionId);
    await applyLatest(services, payments, { subscriptionId });
  }
}

/** Makes the customer known to the provider, once: of two at a time the second finds the first's, and takes its own back. */
async function addCustomer(payments: PaymentProvider, language: Language, context: RequestContext): Promise<void> {
  const { services, acting, now } = context;
  const { userUuid } = signedIn(context);
  const { database } = services;
  const { email } = await database.transaction(acting, (tx) =>
    tx.selectFrom("app_user").select("email").where("user_uuid", "=", userUuid).executeTakeFirstOrThrow(),
  );
  const idempotencyKey = keyOf(now, "customer", userUuid, email, language);
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
    // The account was deleted meanwhile. After any other fault the same key finds the same customer, who is not to be gone then.
    if (violatedForeignKey(error) === "payment_customer_user_fkey") await payments.deleteCustomer(id);
    throw error;
  }
}

/** Forgets a customer that was deleted at the provider. */
async function dropCustomer(payments: PaymentProvider, { provider_customer_id }: PayingCustomer, context: RequestContext): Promise<void> {
  const { userUuid } = signedIn(context);
  await context.services.database.transaction(context.acting, (tx) =>
    tx
      .deleteFrom("payment_customer")
      .where("user_uuid", "=", userUuid)
      .where("provider_name", "=", payments.name)
      .where("provider_customer_id", "=", provider_customer_id)
      .execute(),
  );
}

/** The address of the checkout that is open already, where it is of the currency; one of another currency is closed, one that was paid is applied. */
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
    // It may have been paid the moment before.
    checkout = await payments.checkout(id);
  }
  const subscriptionId = checkout?.subscriptionId ?? null;
  if (subscriptionId !== null) await applyLatest(context.services, payments, { subscriptionId });
  return null;
}

/** Keeps a new checkout as the one that is open; false where another came first. */
async function keepCheckout(
  payments: PaymentProvider,
  before: PayingCustomer,
  checkout: { id: string; url: string; expiresAt: Date },
  currency: string,
  context: RequestContext,
): Promise<boolean> {
  const { userUuid } = signedIn(context);
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

async function newCheckout(payments: PaymentProvider, customer: PayingCustomer, { planId, language }: Wish, context: RequestContext) {
  const { userUuid } = signedIn(context);
  const { currency } = proPrice[language];
  const page = customerPage(await returnSite(context), "/esty-checkout/pro", { checkout: "done" }, language);
  // Not encoded: the provider looks for the braces.
  const successUrl = `${page}&session_id={CHECKOUT_SESSION_ID}`;
  const cancelUrl = customerPage(await returnSite(context), "/esty-checkout/pro", { checkout: "cancelled" }, language);
  const { provider_customer_id: customerId, checkout_id: previous } = customer;
  const idempotencyKey = keyOf(context.now, "checkout", userUuid, customerId, previous ?? "", planId, language, cancelUrl);
  return payments.createCheckout({ userUuid, customerId, planId, currency, language, successUrl, cancelUrl, idempotencyKey });
}

/**
 * The payment page for a plan: the one that is open already, or a new one. A double click, or a second process, ends with the same.
 * @throws PaymentsUnavailable
 */
export async function openCheckout(payments: PaymentProvider, wish: Wish, context: RequestContext): Promise<Result<string, RefusalName>> {
  const { currency } = proPrice[wish.language];
  if (await hasPro(context)) return refuse("subscription.alreadyPro");
  await endIdle(payments, context);
  for (let tries = 0; tries < mostTries; tries += 1) {
    const customer = await payingCustomer(payments, context);
    if (customer === null) {
      await addCustomer(payments, wish.language, context);
      continue;
    }
    const open = await openAlready(payments, customer, currency, context);
    if (await hasPro(context)) return refuse("subscription.alreadyPro");
    if (open !== null) return ok(open);
    const checkout = await newCheckout(payments, customer, wish, context);
    if (checkout === null) await dropCustomer(payments, customer, context);
    else if (await keepCheckout(payments, customer, checkout, currency, context)) return ok(checkout.url);
    else await payments.expireCheckout(checkout.id);
  }
  // Somebody presses on several devices at once, in both languages.
  return refuse("tooMany");
}

/**
 * Asks what became of a checkout, where the provider's own news are late.
 * @returns `subscription.checkoutUnknown` for one that is not the customer's who asks
 * @throws PaymentsUnavailable
 */
export async function confirmPaid(
  payments: PaymentProvider,
  sessionId: string,
  context: RequestContext,
): Promise<Result<null, RefusalName>> {
  const customer = await payingCustomer(payments, context);
  const checkout = customer === null ? null : await payments.checkout(sessionId);
  if (checkout === null || checkout.customerId !== customer?.provider_customer_id) return refuse("subscription.checkoutUnknown");
  const { subscriptionId } = checkout;
  if (subscriptionId !== null) await applyLatest(context.services, payments, { subscriptionId });
  return ok(null);
}

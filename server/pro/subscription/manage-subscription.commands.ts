import type { RefusalName } from "#src/kit/api/codes.ts";
import type { Language } from "#src/kit/lib/languages.ts";
import { ok, refuse } from "#src/kit/lib/result.ts";
import type { Result } from "#src/kit/lib/result.ts";
import { requireActor } from "#server/platform/http/context.ts";
import type { RequestContext } from "#server/platform/http/context.ts";
import type { PaymentProvider } from "#server/integrations/payments/payment-provider.ts";
import { buildCustomerPageUrl } from "./customer-mail.commands.ts";
import { applyLatest } from "./apply-latest.commands.ts";
import { findPayingCustomer, returnSite } from "./payments.commands.ts";
import { readEntitlement, findOpenSubscription } from "./subscription.queries.ts";

async function openSubscription({ services, acting, now }: RequestContext, userUuid: string) {
  return services.database.transaction(acting, (tx) => findOpenSubscription(tx, userUuid, now));
}

/** Returns the customer's subscription in the provider's current state; null if there is no open one. */
async function latestOpen(payments: PaymentProvider, context: RequestContext) {
  const { userUuid } = requireActor(context);
  const known = await openSubscription(context, userUuid);
  if (known === null) return null;
  await applyLatest(context.services, payments, { subscriptionId: known.provider_subscription_id });
  return openSubscription(context, userUuid);
}

/** Whether an open subscription grants nothing now: its payment is late beyond the grace period, or it is paused. */
async function isIdle({ services, acting, now }: RequestContext, { user_uuid, status }: { user_uuid: string; status: string }) {
  if (status !== "PAST_DUE" && status !== "PAUSED") return false;
  const { proUntil } = await services.database.transaction(acting, (tx) => readEntitlement(tx, user_uuid, now));
  return proUntil === null;
}

/**
 * Cancels at the end of the period, or undoes that. Repeating it changes nothing. A subscription that grants nothing ends at once, so that no payment is
 * retried or charged.
 * @returns the subscription's uuid; `subscription.none` if there is no open one
 * @throws PaymentsUnavailable
 */
export async function setCancelling(
  payments: PaymentProvider,
  isCancelling: boolean,
  context: RequestContext,
): Promise<Result<string, RefusalName>> {
  const row = await latestOpen(payments, context);
  if (row === null) return refuse("subscription.none");
  const { provider_subscription_id: subscriptionId } = row;
  if (isCancelling && (await isIdle(context, row))) {
    await payments.cancelNow(subscriptionId);
    await applyLatest(context.services, payments, { subscriptionId });
  } else if (row.cancel_at_period_end !== isCancelling) {
    const ask = () => payments.setCancelAtPeriodEnd(subscriptionId, isCancelling);
    await applyLatest(context.services, payments, { subscriptionId, ask });
  }
  return ok(row.subscription_uuid);
}

/**
 * Opens the payment provider's own page; with `cancel` at its cancellation step, unless the subscription is cancelled already.
 * @throws PaymentsUnavailable
 */
export async function openPortalFor(
  payments: PaymentProvider,
  { language, flow }: { language: Language; flow: "overview" | "cancel" },
  context: RequestContext,
): Promise<Result<string, RefusalName>> {
  const customer = await findPayingCustomer(payments, context);
  if (customer === null) return refuse("subscription.none");
  const row = flow === "cancel" ? await latestOpen(payments, context) : null;
  if (flow === "cancel" && row === null) return refuse("subscription.none");
  const { url } = await payments.openPortal({
    customerId: customer.provider_customer_id,
    subscriptionId: row?.provider_subscription_id ?? null,
    isCancelling: row !== null && !row.cancel_at_period_end,
    returnUrl: buildCustomerPageUrl(await returnSite(context), "/esty-subscription", {}, language),
    language,
  });
  return ok(url);
}

import { setTimeout as sleep } from "node:timers/promises";
import type { RefusalName } from "#src/kit/api/codes.ts";
import { refuse } from "#src/kit/lib/result.ts";
import type { Result } from "#src/kit/lib/result.ts";
import { requireActor } from "#server/platform/http/context.ts";
import type { RequestContext } from "#server/platform/http/context.ts";
import { PaymentsUnavailable } from "#server/integrations/payments/payment-provider.ts";
import type { PaymentProvider } from "#server/integrations/payments/payment-provider.ts";
import { findSite } from "#server/platform/http/sites.queries.ts";
import type { SiteRow } from "#server/platform/http/sites.queries.ts";

/** Shorter than the timeout of a request, so that the client receives a reason. */
const patienceMs = 45_000;

/** @throws PaymentsUnavailable if the work takes too long; it then continues in the background, and must be repeatable */
async function inTime<T>(work: Promise<T>): Promise<T> {
  const patience = new AbortController();
  const late = sleep(patienceMs, undefined, { signal: patience.signal }).then(() => {
    throw new PaymentsUnavailable("no response in time");
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    patience.abort();
    // The loser of the race is ignored.
    void Promise.allSettled([work, late]);
  }
}

/** Runs work that needs the payment provider; refuses if there is none or it is unreachable. */
export async function reachPayments<T>(
  { services, log }: Pick<RequestContext, "services" | "log">,
  work: (payments: PaymentProvider) => Promise<Result<T, RefusalName>>,
): Promise<Result<T, RefusalName>> {
  if (services.payments === null) return refuse("subscription.paymentsUnavailable");
  try {
    return await inTime(work(services.payments));
  } catch (error) {
    if (!(error instanceof PaymentsUnavailable)) throw error;
    log.warn({ reason: error.message }, "subscription: the payment provider is unavailable");
    return refuse("subscription.paymentsUnavailable");
  }
}

/** The stored record of a customer at the payment provider. */
export interface PayingCustomer {
  readonly provider_customer_id: string;
  readonly checkout_id: string | null;
  readonly checkout_currency: string | null;
  readonly checkout_url: string | null;
}

/** Returns the requesting customer's record at the payment provider; null if there is none. */
export async function findPayingCustomer(payments: PaymentProvider, context: RequestContext): Promise<PayingCustomer | null> {
  const { userUuid } = requireActor(context);
  const row = await context.services.database.transaction(context.acting, (tx) =>
    tx
      .selectFrom("payment_customer")
      .select(["provider_customer_id", "checkout_id", "checkout_currency", "checkout_url"])
      .where("user_uuid", "=", userUuid)
      .where("provider_name", "=", payments.name)
      .executeTakeFirst(),
  );
  return row ?? null;
}

/**
 * Returns the site to return to from the payment provider's pages.
 * @throws Error if there is no site at all, which cannot happen after the start created the defaults
 */
export async function returnSite({ services, acting, host, isHomepagePort }: RequestContext): Promise<SiteRow> {
  const site = await services.database.transaction(acting, (tx) => findSite(tx, host, isHomepagePort));
  if (site === null) throw new Error("subscription: there is no site to return to");
  return site;
}

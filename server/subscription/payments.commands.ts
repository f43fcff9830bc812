import { setTimeout as sleep } from "node:timers/promises";
import type { RefusalName } from "#src/api/codes.ts";
import { refuse } from "#src/lib/result.ts";
import type { Result } from "#src/lib/result.ts";
import { signedIn } from "#server/http/context.ts";
import type { RequestContext } from "#server/http/context.ts";
import { PaymentsUnavailable } from "#server/integrations/payments/payment-provider.ts";
import type { PaymentProvider } from "#server/integrations/payments/payment-provider.ts";
import { siteOf } from "#server/sites/sites.queries.ts";
import type { SiteRow } from "#server/sites/sites.queries.ts";

/** Less than a request may take in all: who waits is told why. */
const patienceMs = 45_000;

/** @throws PaymentsUnavailable where the work takes too long; it goes on by itself then, and bears to be done again */
async function inTime<T>(work: Promise<T>): Promise<T> {
  const patience = new AbortController();
  const late = sleep(patienceMs, undefined, { signal: patience.signal }).then(() => {
    throw new PaymentsUnavailable("no answer in time");
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    patience.abort();
    // Whichever came second says nothing any more.
    void Promise.allSettled([work, late]);
  }
}

/** Does what needs the payment provider; where there is none, or it is not reached, that is the answer. */
export async function reachingPayments<T>(
  { services, log }: Pick<RequestContext, "services" | "log">,
  work: (payments: PaymentProvider) => Promise<Result<T, RefusalName>>,
): Promise<Result<T, RefusalName>> {
  if (services.payments === null) return refuse("subscription.paymentsUnavailable");
  try {
    return await inTime(work(services.payments));
  } catch (error) {
    if (!(error instanceof PaymentsUnavailable)) throw error;
    log.warn({ reason: error.message }, "subscription: the payment provider is not to be reached");
    return refuse("subscription.paymentsUnavailable");
  }
}

/** What of a customer is known at the payment provider. */
export interface PayingCustomer {
  readonly provider_customer_id: string;
  readonly checkout_id: string | null;
  readonly checkout_currency: string | null;
  readonly checkout_url: string | null;
}

/** The customer who asks, as the payment provider knows it; null where it never came to that. */
export async function payingCustomer(payments: PaymentProvider, context: RequestContext): Promise<PayingCustomer | null> {
  const { userUuid } = signedIn(context);
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
 * The site to come back to from the payment provider's pages.
 * @throws Error where there is no site at all: the start makes the defaults
 */
export async function returnSite({ services, acting, host, isHomepagePort }: RequestContext): Promise<SiteRow> {
  const site = await services.database.transaction(acting, (tx) => siteOf(tx, host, isHomepagePort));
  if (site === null) throw new Error("subscription: there is no site to come back to");
  return site;
}

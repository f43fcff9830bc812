import { isOver } from "#src/pro/subscription/subscription.machine.ts";
import { platform } from "#server/platform/db/row-security.ts";
import type { Tx } from "#server/platform/db/row-security.ts";
import type { PaymentProvider, ProvidedSubscription } from "#server/integrations/payments/payment-provider.ts";
import type { Services } from "#server/platform/services.ts";
import type { Change } from "./subscription-mail.commands.ts";
import { applySubscription, isOurs, Outdated } from "./subscription.commands.ts";
import { givesProBeside, findOwner, findSubscriptionRow } from "./subscription.queries.ts";

const mostTries = 5;

/** How to fetch a subscription's current state, and what to do with it. */
export interface Latest {
  readonly subscriptionId: string;
  /** the payment for the current period was refunded or disputed, so the subscription ends */
  readonly isReversed?: boolean;
  /** fetches the state from the provider; a command (cancel, resume) that returns the new state serves as well */
  readonly ask?: () => Promise<ProvidedSubscription | null>;
  /** further work of the same transaction, null if the subscription is not ours */
  readonly also?: (tx: Tx, change: Change | null) => Promise<void>;
  /** runs work in the transaction, which acts for the platform; for a job, in the one that completes it */
  readonly commit?: (work: (tx: Tx) => Promise<void>) => Promise<void>;
}

type WhyEnded = "reversed" | "second" | "unpaid";

/** Returns why we end a subscription ourselves; null if it continues, has ended already, or is not ours. */
async function whyEnded(
  tx: Tx,
  providerName: string,
  provided: ProvidedSubscription,
  isReversed: boolean,
  now: Date,
): Promise<WhyEnded | null> {
  const userUuid = await findOwner(tx, providerName, provided.customerId);
  if (userUuid === null || !isOurs(provided) || provided.endedAt !== null) return null;
  if (!isOver(provided.status)) {
    if (isReversed) return "reversed";
    return (await givesProBeside(tx, userUuid, provided, now)) ? "second" : null;
  }
  // Final for us but still open at the provider: a late payment would be charged for nothing.
  const row = await findSubscriptionRow(tx, providerName, provided.id);
  return row !== null && row.status !== "INCOMPLETE" && !isOver(row.status) ? "unpaid" : null;
}

/** Ends the subscription if necessary, and returns its state afterwards. */
async function ended(services: Services, payments: PaymentProvider, provided: ProvidedSubscription, isReversed: boolean) {
  const { database, clock, log } = services;
  const why = await database.transaction(platform, (tx) => whyEnded(tx, payments.name, provided, isReversed, clock.now()));
  if (why === null) return provided;
  await payments.cancelNow(provided.id);
  const about = { providerSubscriptionId: provided.id, why, amountCents: provided.amountCents, currency: provided.currency };
  if (why === "second") log.error(about, "subscription: ended a second paid subscription, its payment must be refunded");
  else log.info(about, "subscription: ended at the payment provider");
  return (await payments.subscription(provided.id)) ?? provided;
}

/**
 * Fetches a subscription's current state from the provider and applies it. Events may arrive twice, late and in any order: an outdated state is not
 * applied but fetched again.
 * @returns the change; null if the provider or we do not know the subscription
 * @throws PaymentsUnavailable
 */
export async function applyLatest(services: Services, payments: PaymentProvider, latest: Latest): Promise<Change | null> {
  const { database } = services;
  const { subscriptionId, isReversed = false, also = async () => undefined } = latest;
  const ask = latest.ask ?? (() => payments.subscription(subscriptionId));
  const commit = latest.commit ?? ((work) => database.transaction(platform, work));
  for (let tries = 0; tries < mostTries; tries += 1) {
    const seen = await database.transaction(platform, (tx) => findSubscriptionRow(tx, payments.name, subscriptionId));
    const asked = await ask();
    const provided = asked === null ? null : await ended(services, payments, asked, isReversed);
    let change: Change | null = null;
    try {
      await commit(async (tx) => {
        if (provided !== null) change = await applySubscription(tx, services, payments.name, provided, seen?.version ?? null);
        await also(tx, change);
      });
      return change;
    } catch (error) {
      if (!(error instanceof Outdated)) throw error;
    }
  }
  throw new Error("subscription: changed during every attempt to apply its state");
}

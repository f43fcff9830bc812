import { isOver } from "#src/subscription/subscription.machine.ts";
import { platform } from "#server/db/acting.ts";
import type { Tx } from "#server/db/tx.ts";
import type { PaymentProvider, ProvidedSubscription } from "#server/integrations/payments/payment-provider.ts";
import type { Services } from "#server/services.ts";
import type { Change } from "./subscription-mail.commands.ts";
import { applySubscription, isOurs, Outdated } from "./subscription.commands.ts";
import { givesProBeside, ownerOf, subscriptionRow } from "./subscription.queries.ts";

const mostTries = 5;

/** What is true of a subscription, how it is asked for, and what is done with it. */
export interface Latest {
  readonly subscriptionId: string;
  /** the money of the time that goes on went back, or is wanted back: it ends */
  readonly isReversed?: boolean;
  /** how the provider is asked; a wish (cancel, resume) that answers with what is true then will do */
  readonly ask?: () => Promise<ProvidedSubscription | null>;
  /** what belongs into the same transaction, null where the subscription is not of our making */
  readonly also?: (tx: Tx, change: Change | null) => Promise<void>;
  /** the transaction, which acts for the platform; of a job its last */
  readonly commit?: (work: (tx: Tx) => Promise<void>) => Promise<void>;
}

type WhyEnded = "reversed" | "second" | "unpaid";

/** Why we end a subscription ourselves; null where it goes on, is over anyway, or is not of our making. */
async function whyEnded(
  tx: Tx,
  providerName: string,
  provided: ProvidedSubscription,
  isReversed: boolean,
  now: Date,
): Promise<WhyEnded | null> {
  const userUuid = await ownerOf(tx, providerName, provided.customerId);
  if (userUuid === null || !isOurs(provided) || provided.endedAt !== null) return null;
  if (!isOver(provided.status)) {
    if (isReversed) return "reversed";
    return (await givesProBeside(tx, userUuid, provided, now)) ? "second" : null;
  }
  // Given up on, and yet open there: a late payment would be taken for nothing.
  const row = await subscriptionRow(tx, providerName, provided.id);
  return row !== null && row.status !== "INCOMPLETE" && !isOver(row.status) ? "unpaid" : null;
}

/** What is true of it once what has to end has ended. */
async function ended(services: Services, payments: PaymentProvider, provided: ProvidedSubscription, isReversed: boolean) {
  const { database, clock, log } = services;
  const why = await database.transaction(platform, (tx) => whyEnded(tx, payments.name, provided, isReversed, clock.now()));
  if (why === null) return provided;
  await payments.cancelNow(provided.id);
  const about = { providerSubscriptionId: provided.id, why, amountCents: provided.amountCents, currency: provided.currency };
  if (why === "second") log.error(about, "subscription: a second one was paid and is ended, its payment is to be refunded");
  else log.info(about, "subscription: ended at the provider");
  return (await payments.subscription(provided.id)) ?? provided;
}

/**
 * Asks the provider what is true of a subscription now, and applies that. Events may come twice, late and in any order: an answer that was overtaken is
 * not applied, the provider is asked again.
 * @returns what became of it; null where the provider or we do not know it
 * @throws PaymentsUnavailable
 */
export async function applyLatest(services: Services, payments: PaymentProvider, latest: Latest): Promise<Change | null> {
  const { database } = services;
  const { subscriptionId, isReversed = false, also = async () => undefined } = latest;
  const ask = latest.ask ?? (() => payments.subscription(subscriptionId));
  const commit = latest.commit ?? ((work) => database.transaction(platform, work));
  for (let tries = 0; tries < mostTries; tries += 1) {
    const seen = await database.transaction(platform, (tx) => subscriptionRow(tx, payments.name, subscriptionId));
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
  throw new Error("subscription: changed again each time that the provider was asked");
}

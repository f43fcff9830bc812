import { z } from "zod";
import { platform } from "#server/platform/db/acting.ts";
import type { Tx } from "#server/platform/db/tx.ts";
import { PaymentsUnavailable } from "#server/integrations/payments/payment-provider.ts";
import type { PaymentEvent, PaymentProvider, ProvidedInvoice } from "#server/integrations/payments/payment-provider.ts";
import { defineJob } from "#server/platform/jobs/job-queue.ts";
import { workOn } from "#server/platform/jobs/worker.ts";
import type { JobWorker } from "#server/platform/jobs/worker.ts";
import type { Services } from "#server/platform/runtime/services.ts";
import { applyLatest } from "./latest.commands.ts";
import { applyEventJob } from "./payment-webhook.commands.ts";
import { findEventToProcess, listUnprocessedEvents } from "./payment-event.queries.ts";
import { storeReceipt } from "./subscription.commands.ts";
import { openSubscriptions } from "./subscription.queries.ts";
import type { OpenSubscription } from "./subscription.queries.ts";

const hourMs = 3_600_000;
const batchSize = 100;

interface Learned {
  readonly subscriptionId: string | null;
  readonly invoice: ProvidedInvoice | null;
  /** null if no charge was fetched */
  readonly isDisputed: boolean | null;
  /** the payment of the current period was refunded in full, or any part of it is disputed */
  readonly isReversed: boolean;
}

type Charge = Awaited<ReturnType<PaymentProvider["charge"]>>;

/** Returns the reversals of an invoice's charge. A goodwill refund of an old month does not end the current one. */
function reversal(charge: Charge, invoice: ProvidedInvoice | null, now: Date): Pick<Learned, "isDisputed" | "isReversed"> {
  if (charge === null) return { isDisputed: null, isReversed: false };
  const isRefunded = charge.amountCents > 0 && charge.refundedCents >= charge.amountCents;
  const goesOn = invoice !== null && invoice.periodEnd > now;
  return { isDisputed: charge.isDisputed, isReversed: charge.isDisputed || (isRefunded && goesOn) };
}

/** Follows an event's ids to its subscription and invoice. */
async function learn(payments: PaymentProvider, about: PaymentEvent["about"], now: Date): Promise<Learned> {
  const charge = about.chargeId === undefined ? null : await payments.charge(about.chargeId);
  const invoiceId = about.invoiceId ?? charge?.invoiceId;
  const invoice = invoiceId === undefined ? null : await payments.invoice(invoiceId);
  const checkout = about.checkoutId === undefined || about.subscriptionId !== undefined ? null : await payments.checkout(about.checkoutId);
  return {
    subscriptionId: about.subscriptionId ?? invoice?.subscriptionId ?? checkout?.subscriptionId ?? null,
    invoice,
    ...reversal(charge, invoice, now),
  };
}

/** Follows a subscription to its latest invoice, and to the charge that paid it. */
async function learnLatest(payments: PaymentProvider, subscriptionId: string, now: Date): Promise<Learned> {
  const invoiceId = (await payments.subscription(subscriptionId))?.latestInvoiceId ?? null;
  const invoice = invoiceId === null ? null : await payments.invoice(invoiceId);
  const chargeId = invoice?.chargeId ?? null;
  const charge = chargeId === null ? null : await payments.charge(chargeId);
  return { subscriptionId, invoice, ...reversal(charge, invoice, now) };
}

async function markDone(tx: Tx, providerName: string, eventId: string, now: Date): Promise<void> {
  await tx
    .updateTable("payment_event")
    .set({ done_at: now })
    .where("provider_name", "=", providerName)
    .where("event_id", "=", eventId)
    .execute();
}

const applyEventWorker = workOn(applyEventJob, async ({ provider_name, event_id }, { services, finish }) => {
  const { payments, database, clock, log } = services;
  const event = await database.transaction(platform, (tx) => findEventToProcess(tx, provider_name, event_id));
  if (event === null) return finish(async () => undefined);
  if (payments?.name !== provider_name) throw new Error("subscription: the provider that sent the event is not configured any more");
  const { subscriptionId, invoice, isDisputed, isReversed } = await learn(payments, event.about, clock.now());
  const done = (tx: Tx) => markDone(tx, provider_name, event_id, clock.now());
  if (subscriptionId === null) {
    log.info({ eventId: event_id, type: event.type }, "subscription: an event is about no subscription");
    return finish(done);
  }
  await applyLatest(services, payments, {
    subscriptionId,
    isReversed,
    commit: finish,
    also: async (tx, change) => {
      if (change === null)
        log.warn({ eventId: event_id, type: event.type }, "subscription: an event is about a subscription of nobody here");
      else if (invoice !== null) await storeReceipt(tx, services, provider_name, change, invoice, isDisputed);
      await done(tx);
    },
  });
});

/** Checks every open subscription and its latest invoice, and applies missed events: the safety net under the webhooks. Scheduled nightly. */
export const reconcileJob = defineJob({ name: "subscription.look", input: z.strictObject({}) });

/** Checks one subscription. A failure does not keep the others from being checked. */
async function reconcile(services: Services, payments: PaymentProvider, subscriptionId: string): Promise<void> {
  try {
    const { invoice, isDisputed, isReversed } = await learnLatest(payments, subscriptionId, services.clock.now());
    await applyLatest(services, payments, {
      subscriptionId,
      isReversed,
      also: async (tx, change) => {
        if (change === null) services.log.warn({ subscriptionId }, "subscription: the provider does not know one of ours");
        else if (invoice !== null) await storeReceipt(tx, services, payments.name, change, invoice, isDisputed);
      },
    });
  } catch (error) {
    if (error instanceof PaymentsUnavailable) throw error;
    services.log.error({ err: error, subscriptionId }, "subscription: could not be looked at");
  }
}

/** Checks all open subscriptions but those checked lately, so that an interrupted run continues where it stopped. */
async function reconcileAll(services: Services, payments: PaymentProvider, signal: AbortSignal): Promise<void> {
  const before = new Date(services.clock.now().getTime() - 12 * hourMs);
  let after: OpenSubscription | null = null;
  for (;;) {
    const last: OpenSubscription | null = after;
    const rows: OpenSubscription[] = await services.database.transaction(platform, (tx) =>
      openSubscriptions(tx, payments.name, before, last, batchSize),
    );
    for (const row of rows) {
      signal.throwIfAborted();
      await reconcile(services, payments, row.provider_subscription_id);
    }
    after = rows.at(-1) ?? null;
    if (after === null || rows.length < batchSize) return;
  }
}

const reconcileWorker = workOn(reconcileJob, async (_input, { services, signal, finish }) => {
  const { payments, clock, jobs } = services;
  if (payments === null) return finish(async () => undefined);
  await reconcileAll(services, payments, signal);
  await finish(async (tx) => {
    const events = await listUnprocessedEvents(tx, payments.name, new Date(clock.now().getTime() - 3 * hourMs));
    for (const event_id of events) await jobs.enqueue(tx, applyEventJob, platform, { provider_name: payments.name, event_id });
  });
});

export const subscriptionJobs: readonly JobWorker[] = [applyEventWorker, reconcileWorker];

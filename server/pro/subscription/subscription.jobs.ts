import { z } from "zod";
import { platform } from "#server/platform/db/row-security.ts";
import { PaymentsUnavailable } from "#server/integrations/payments/payment-provider.ts";
import type { PaymentProvider } from "#server/integrations/payments/payment-provider.ts";
import { defineJob } from "#server/platform/jobs/job-queue.ts";
import { workOn } from "#server/platform/jobs/worker.ts";
import type { JobWorker } from "#server/platform/jobs/worker.ts";
import type { Services } from "#server/platform/services.ts";
import { applyLatest } from "./apply-latest.commands.ts";
import { applyEventWorker } from "./payment-event.jobs.ts";
import { readLatestFacts } from "./payment-facts.ts";
import { applyEventJob } from "./payment-webhook.commands.ts";
import { listUnprocessedEvents } from "./payment-event.queries.ts";
import { storeReceipt } from "./subscription.commands.ts";
import { openSubscriptions } from "./subscription.queries.ts";
import type { OpenSubscription } from "./subscription.queries.ts";

const hourMs = 3_600_000;
const batchSize = 100;

/** Checks every open subscription and its latest invoice, and applies missed events: the safety net under the webhooks. Scheduled nightly. */
export const reconcileJob = defineJob({ name: "subscription.look", input: z.strictObject({}) });

/** Checks one subscription. A failure does not keep the others from being checked. */
async function reconcile(services: Services, payments: PaymentProvider, subscriptionId: string): Promise<void> {
  try {
    const { invoice, isDisputed, isReversed } = await readLatestFacts(payments, subscriptionId, services.clock.now());
    await applyLatest(services, payments, {
      subscriptionId,
      isReversed,
      also: async (tx, change) => {
        if (change === null) services.log.warn({ subscriptionId }, "subscription: the provider does not know a stored subscription");
        else if (invoice !== null) await storeReceipt(tx, services, payments.name, change, invoice, isDisputed);
      },
    });
  } catch (error) {
    if (error instanceof PaymentsUnavailable) throw error;
    services.log.error({ err: error, subscriptionId }, "subscription: checking a subscription failed");
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

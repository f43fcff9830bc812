import { platform } from "#server/platform/db/row-security.ts";
import type { Tx } from "#server/platform/db/row-security.ts";
import { workOn } from "#server/platform/jobs/worker.ts";
import { applyLatest } from "./apply-latest.commands.ts";
import { findEventToProcess } from "./payment-event.queries.ts";
import { readEventFacts } from "./payment-facts.ts";
import { applyEventJob } from "./payment-webhook.commands.ts";
import { storeReceipt } from "./subscription.commands.ts";

async function markDone(tx: Tx, providerName: string, eventId: string, now: Date): Promise<void> {
  await tx
    .updateTable("payment_event")
    .set({ done_at: now })
    .where("provider_name", "=", providerName)
    .where("event_id", "=", eventId)
    .execute();
}

export const applyEventWorker = workOn(applyEventJob, async ({ provider_name, event_id }, { services, finish }) => {
  const { payments, database, clock, log } = services;
  const event = await database.transaction(platform, (tx) => findEventToProcess(tx, provider_name, event_id));
  if (event === null) return finish(async () => undefined);
  if (payments?.name !== provider_name) throw new Error("subscription: the provider that sent the event is no longer configured");
  const { subscriptionId, invoice, isDisputed, isReversed } = await readEventFacts(payments, event.about, clock.now());
  const done = (tx: Tx) => markDone(tx, provider_name, event_id, clock.now());
  if (subscriptionId === null) {
    log.info({ eventId: event_id, type: event.type }, "subscription: ignored an event without a subscription");
    return finish(done);
  }
  await applyLatest(services, payments, {
    subscriptionId,
    isReversed,
    commit: finish,
    also: async (tx, change) => {
      if (change === null)
        log.warn({ eventId: event_id, type: event.type }, "subscription: ignored an event about an unknown subscription");
      else if (invoice !== null) await storeReceipt(tx, services, provider_name, change, invoice, isDisputed);
      await done(tx);
    },
  });
});

import { z } from "zod";
import { apiPrefix } from "#src/api/address.ts";
import { systemClock } from "#server/clock.ts";
import { platform } from "#server/db/acting.ts";
import type { Inbound } from "#server/http/inbound.ts";
import { WebhookRefused } from "#server/integrations/payments/payment-provider.ts";
import type { PaymentEvent } from "#server/integrations/payments/payment-provider.ts";
import { defineJob } from "#server/jobs/job-queue.ts";
import type { Services } from "#server/services.ts";

/** Finds out what an event means and does it. */
export const applyEventJob = defineJob({
  name: "subscription.apply-event",
  input: z.strictObject({ provider_name: z.string(), event_id: z.string() }),
});

/** Keeps an event with the job that does it; of one that is known there is a job already. */
async function keep({ database, jobs }: Services, providerName: string, event: PaymentEvent, now: Date): Promise<void> {
  await database.transaction(platform, async (tx) => {
    const added = await tx
      .insertInto("payment_event")
      .values({
        provider_name: providerName,
        event_id: event.id,
        type: event.type,
        about: JSON.stringify(event.about),
        happened_at: event.happenedAt,
        received_at: now,
      })
      .onConflict((conflict) => conflict.constraint("payment_event_pkey").doNothing())
      .returning("event_id")
      .executeTakeFirst();
    if (added === undefined) return;
    await jobs.enqueue(tx, applyEventJob, platform, { provider_name: providerName, event_id: event.id });
  });
}

/** Where the payment provider tells us that something happened. */
export const paymentWebhook: Inbound = {
  name: "subscription.payment-webhook",
  path: `${apiPrefix}/api/subscription/payment-webhook`,
  bodyLimitBytes: 512 * 1024,
  take: async ({ services, rawBody, header, now }) => {
    const { payments, log } = services;
    if (payments === null) return "unavailable";
    try {
      // An outside party signs by real time, wherever our own clock was moved to (tests, the demo).
      const event = payments.readWebhook(rawBody, header("stripe-signature"), systemClock.now());
      if (event !== null) await keep(services, payments.name, event, now);
      return "success";
    } catch (error) {
      if (!(error instanceof WebhookRefused)) throw error;
      log.warn({ reason: error.message }, "subscription: a webhook was refused");
      return "forbidden";
    }
  },
};

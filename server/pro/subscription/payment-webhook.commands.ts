import { z } from "zod";
import { apiPrefix } from "#src/kit/api/address.ts";
import { systemClock } from "#server/platform/runtime/clock.ts";
import { platform } from "#server/platform/db/row-security.ts";
import type { Inbound } from "#server/platform/http/webhooks.ts";
import { WebhookRefused } from "#server/integrations/payments/payment-provider.ts";
import type { PaymentEvent } from "#server/integrations/payments/payment-provider.ts";
import { defineJob } from "#server/platform/jobs/job-queue.ts";
import type { Services } from "#server/platform/services.ts";

/** Fetches the state that an event is about and applies it. */
export const applyEventJob = defineJob({
  name: "subscription.apply-event",
  input: z.strictObject({ provider_name: z.string(), event_id: z.string() }),
});

/** Stores an event with the job that processes it. A known event already has a job. */
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

/** Receives the payment provider's webhooks. */
export const paymentWebhook: Inbound = {
  name: "subscription.payment-webhook",
  path: `${apiPrefix}/api/subscription/payment-webhook`,
  bodyLimitBytes: 512 * 1024,
  take: async ({ services, rawBody, header, now }) => {
    const { payments, log } = services;
    if (payments === null) return "unavailable";
    try {
      // An outside party signs with the real time, even if our clock was set to another (tests, the demo).
      const event = payments.readWebhook(rawBody, header("stripe-signature"), systemClock.now());
      if (event !== null) await keep(services, payments.name, event, now);
      return "success";
    } catch (error) {
      if (!(error instanceof WebhookRefused)) throw error;
      log.warn({ reason: error.message }, "subscription: webhook refused");
      return "forbidden";
    }
  },
};

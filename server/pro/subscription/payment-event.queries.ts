import type { Tx } from "#server/platform/db/row-security.ts";
import type { PaymentEvent } from "#server/integrations/payments/payment-provider.ts";

/** Returns an unprocessed event; null if it was processed or deleted. The caller must act for the platform. */
export async function findEventToProcess(
  tx: Tx,
  providerName: string,
  eventId: string,
): Promise<{ type: string; about: PaymentEvent["about"] } | null> {
  const row = await tx
    .selectFrom("payment_event")
    .select(["type", "about"])
    .where("provider_name", "=", providerName)
    .where("event_id", "=", eventId)
    .where("done_at", "is", null)
    // Written only by payment-webhook.commands.ts.
    .$castTo<{ type: string; about: PaymentEvent["about"] }>()
    .executeTakeFirst();
  return row ?? null;
}

/**
 * Returns events that arrived before a time and that no job has processed, the oldest first, at most 1000, without those
 * older than 14 days before that. The caller must act for the platform.
 */
export async function listUnprocessedEvents(tx: Tx, providerName: string, before: Date): Promise<string[]> {
  const rows = await tx
    .selectFrom("payment_event")
    .select("event_id")
    .where("provider_name", "=", providerName)
    .where("done_at", "is", null)
    .where("received_at", "<", before)
    .where("received_at", ">", new Date(before.getTime() - 14 * 24 * 3_600_000))
    .orderBy("received_at")
    .limit(1000)
    .execute();
  return rows.map(({ event_id }) => event_id);
}

import type { z } from "zod";
import type { Topic } from "#src/api/define-topic.ts";
import { newId } from "#server/clock.ts";
import { platformUuid } from "#server/db/acting.ts";
import type { Tx } from "#server/db/tx.ts";

/**
 * Who hears an event, of those who may listen to its topic and do (`isFor` decides):
 * - a provider alone: its staff, and none of its retailers;
 * - a provider and a retailer: the staff, and that retailer while this provider is its current one;
 * - a user besides: that user alone, under that provider (and only as that retailer, where one is named);
 * - no provider: the user, who must be named, whatever its provider - or nobody.
 */
export interface Audience {
  readonly providerUuid: string | null;
  readonly retailerUuid?: string | null;
  readonly userUuid?: string | null;
}

/**
 * Tells something over the websocket, once this transaction is committed; one that is taken back tells nothing.
 * Each socket that hears it is told once, in an order that is the same for all.
 * @throws ZodError where the payload is not the topic's
 */
export async function tell<P extends z.ZodType>(tx: Tx, topic: Topic<P>, audience: Audience, payload: z.input<P>): Promise<void> {
  await tx
    .insertInto("event")
    .values({
      provider_uuid: audience.providerUuid ?? platformUuid,
      event_uuid: newId(),
      topic: topic.name,
      retailer_uuid: audience.retailerUuid ?? null,
      user_uuid: audience.userUuid ?? null,
      payload: JSON.stringify(topic.payload.parse(payload)),
    })
    .execute();
}

import type { z } from "zod";
import type { Topic } from "#src/kit/api/define-topic.ts";
import { sendUnawaited } from "#server/platform/db/connection.ts";
import { newId } from "#server/platform/runtime/clock.ts";
import { platformUuid } from "#server/platform/db/row-security.ts";
import type { Tx } from "#server/platform/db/row-security.ts";

/**
 * Who receives an event, of those who may subscribe to its topic and do (`isFor` decides):
 * - a provider alone: its staff, and none of its retailers;
 * - a provider and a retailer: the staff, and that retailer while this provider is its current one;
 * - a user as well: that user alone, under that provider (and only as that retailer, if one is named);
 * - no provider: the user, who must be named, whatever its provider;
 * - a warehouse as well: of those, no operator who is bound to other warehouses.
 */
export interface Audience {
  readonly providerUuid: string | null;
  readonly retailerUuid?: string | null;
  readonly userUuid?: string | null;
  readonly warehouseUuid?: string | null;
}

/**
 * Publishes an event over the websocket once this transaction is committed; a transaction that is rolled back publishes nothing. Each subscribed
 * socket receives it once, all in the same order.
 * @throws ZodError if the payload does not match the topic
 */
export async function publishEvent<P extends z.ZodType>(tx: Tx, topic: Topic<P>, audience: Audience, payload: z.input<P>): Promise<void> {
  sendUnawaited(
    tx,
    tx.insertInto("event").values({
      provider_uuid: audience.providerUuid ?? platformUuid,
      event_uuid: newId(),
      topic: topic.name,
      retailer_uuid: audience.retailerUuid ?? null,
      user_uuid: audience.userUuid ?? null,
      warehouse_uuid: audience.warehouseUuid ?? null,
      payload: JSON.stringify(topic.payload.parse(payload)),
    }),
  );
}

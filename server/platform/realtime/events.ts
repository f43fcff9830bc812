import { sql } from "kysely";
import type { z } from "zod";
import type { Topic } from "#src/kit/api/define-topic.ts";
import { gatherForCommit } from "#server/platform/db/connection.ts";
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

/** Transactions whose events nobody needs. */
const unheard = new WeakSet<Tx>();

/** Does work whose events are not published: it creates what nobody has asked for yet, such as the demo. */
export async function withoutEvents<T>(tx: Tx, work: () => Promise<T>): Promise<T> {
  unheard.add(tx);
  try {
    return await work();
  } finally {
    // The same object serves the next transaction of its connection.
    unheard.delete(tx);
  }
}

/** An event as it is stored. */
export interface NewEvent {
  readonly provider_uuid: string;
  readonly event_uuid: string;
  readonly topic: string;
  readonly retailer_uuid: string | null;
  readonly user_uuid: string | null;
  readonly warehouse_uuid: string | null;
  /** JSON text */
  readonly payload: string;
}

/** Inserts the events of a transaction. A payload that many of them share is sent once. */
export function insertEvents(events: readonly NewEvent[]) {
  const payloads = [...new Set(events.map(({ payload }) => payload))];
  const at = new Map(payloads.map((payload, index) => [payload, index]));
  const rows = events.map(({ payload, ...event }) => ({ ...event, at: at.get(payload) }));
  return sql`insert into event (provider_uuid, event_uuid, topic, retailer_uuid, user_uuid, warehouse_uuid, payload)
    select e.provider_uuid, e.event_uuid, e.topic, e.retailer_uuid, e.user_uuid, e.warehouse_uuid, ${`[${payloads.join(",")}]`}::jsonb -> e.at
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as e (provider_uuid uuid, event_uuid uuid, topic text, retailer_uuid uuid, user_uuid uuid, warehouse_uuid uuid, at int)`;
}

/**
 * Publishes an event over the websocket once this transaction is committed; a transaction that is rolled back publishes nothing. Each subscribed
 * socket receives it once, all in the same order.
 * @throws ZodError if the payload does not match the topic
 */
export async function publishEvent<P extends z.ZodType>(tx: Tx, topic: Topic<P>, audience: Audience, payload: z.input<P>): Promise<void> {
  const text = JSON.stringify(topic.payload.parse(payload));
  if (unheard.has(tx)) return;
  gatherForCommit(tx, insertEvents, {
    provider_uuid: audience.providerUuid ?? platformUuid,
    event_uuid: newId(),
    topic: topic.name,
    retailer_uuid: audience.retailerUuid ?? null,
    user_uuid: audience.userUuid ?? null,
    warehouse_uuid: audience.warehouseUuid ?? null,
    payload: text,
  });
}

import { sql } from "kysely";
import type { Tx } from "#server/platform/db/row-security.ts";
import type { StoredAudience } from "./audience.ts";

/** An event with its position in the global order. */
export interface StoredEvent extends StoredAudience {
  readonly position: number;
  readonly topic: string;
  /** JSON text, passed on unchanged */
  readonly payload: string;
}

/** Numbers the events that have no position. Every process is notified of them once this transaction is committed. */
export async function numberEvents(tx: Tx): Promise<void> {
  await sql`select number_events()`.execute(tx);
}

/** Returns the highest visible position; 0 if no event is stored. No lower one becomes visible later. */
export async function readLatestPosition(tx: Tx): Promise<number> {
  const row = await tx
    .selectFrom("event")
    .select(({ fn }) => fn.max("position").as("latest"))
    .executeTakeFirst();
  return row?.latest ?? 0;
}

/**
 * Returns a position before every event that was written since a time; the latest position if there is none. An event counts by the beginning of its
 * transaction.
 */
export async function readPositionBefore(tx: Tx, since: Date): Promise<number> {
  const row = await tx
    .selectFrom("event")
    .select(({ fn }) => fn.min("position").as("first"))
    .where("created_at", ">=", since)
    .executeTakeFirst();
  const first = row?.first ?? null;
  return first === null ? readLatestPosition(tx) : first - 1;
}

/** Returns the highest position ever assigned, whether or not its event is still stored or visible yet. */
export async function readLastGivenPosition(tx: Tx): Promise<number> {
  const { rows } = await sql<{ last: number }>`
    select coalesce(max(last_value), 0) as last from pg_sequences where schemaname = current_schema() and sequencename = 'event_position'
  `.execute(tx);
  return rows[0]?.last ?? 0;
}

function events(tx: Tx, after: number) {
  return tx
    .selectFrom("event")
    .select([
      sql<number>`position`.as("position"),
      "topic",
      "provider_uuid as providerUuid",
      "retailer_uuid as retailerUuid",
      "user_uuid as userUuid",
      "warehouse_uuid as warehouseUuid",
      sql<string>`payload::text`.as("payload"),
    ])
    .where("position", ">", after)
    .orderBy("position");
}

/**
 * Reads all events after a position, in order, for a process to deliver to its sockets. The only statement that reads over all providers; it reads
 * each event once a process, by the index on the position.
 */
export async function listEventsAfter(tx: Tx, { after, limit }: { after: number; limit: number }): Promise<StoredEvent[]> {
  return events(tx, after).limit(limit).execute();
}

/**
 * Reads the events of these providers between two positions (the first excluded), in order: what one socket missed. The distance bounds the work:
 * there are never more rows than positions.
 */
export async function listEventsBetween(
  tx: Tx,
  { providerUuids, after, upTo }: { providerUuids: readonly string[]; after: number; upTo: number },
): Promise<StoredEvent[]> {
  return events(tx, after)
    .where("provider_uuid", "in", [...providerUuids])
    .where("position", "<=", upTo)
    .execute();
}

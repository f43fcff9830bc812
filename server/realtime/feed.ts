import type { FastifyBaseLogger } from "fastify";
import type { Services } from "#server/services.ts";
import { platform } from "#server/db/acting.ts";
import type { Cursor } from "./cursor.ts";
import type { Limits } from "./limits.ts";
import { eventsAfter, latestPosition, numberEvents } from "./realtime.queries.ts";
import type { StoredEvent } from "./realtime.queries.ts";
import { repeatable } from "./repeatable.ts";

/** The one order of events as this process reads it. */
export interface Feed {
  /** Up to where this process has read and delivered. */
  cursor(): Cursor;
  /** An event was committed somewhere: it needs a position. */
  eventWritten(): void;
  /** Somebody gave positions: there is something to read. */
  eventsNumbered(): void;
  /** Looks for both, whatever was told. */
  lookAgain(): void;
  close(): Promise<void>;
}

export interface FeedOptions {
  readonly services: Pick<Services, "database" | "clock">;
  readonly log: FastifyBaseLogger;
  readonly limits: Limits;
  /** takes each event once, in the order of positions; must not wait for anything */
  readonly deliver: (event: StoredEvent, asOf: Date) => void;
}

/**
 * Begins to read at the newest event.
 *
 * Writers commit in any order, so an event has no position until it is committed; then `number_events` gives positions in one transaction at a
 * time, over all processes. That is why nothing ever comes into sight below a position that was read, and "past my position" is all there is to
 * ask. Whoever numbers tells every process by the notification `quayside_events`.
 */
export async function openFeed({ services: { database, clock }, log, limits, deliver }: FeedOptions): Promise<Feed> {
  const started = clock.now();
  let cursor: Cursor = { position: await database.transaction(platform, latestPosition), asOf: started };

  const onError = (error: unknown) => log.warn({ err: error }, "realtime: the events could not be read, trying again");
  const numbering = repeatable(() => database.transaction(platform, numberEvents), { retryAfterMs: 500, onError });
  const reading = repeatable(read, { retryAfterMs: 500, onError });

  async function read(): Promise<void> {
    for (;;) {
      const asOf = clock.now();
      const after = cursor.position;
      const events = await database.transaction(platform, (tx) => eventsAfter(tx, { after, limit: limits.batch }));
      // No waiting from here to the new cursor: a socket that has caught up with the cursor is handed all that follows it.
      for (const event of events) deliver(event, cursor.asOf);
      const isAll = events.length < limits.batch;
      cursor = { position: events.at(-1)?.position ?? after, asOf: isAll ? asOf : cursor.asOf };
      if (isAll) return;
    }
  }

  return {
    cursor: () => cursor,
    eventWritten: () => numbering.ask(),
    eventsNumbered: () => reading.ask(),
    lookAgain() {
      numbering.ask();
      reading.ask();
    },
    async close() {
      await Promise.all([numbering.close(), reading.close()]);
    },
  };
}

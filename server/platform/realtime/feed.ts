import type { FastifyBaseLogger } from "fastify";
import type { Services } from "#server/platform/services.ts";
import { platform } from "#server/platform/db/row-security.ts";
import type { Cursor } from "./cursor.ts";
import type { Limits } from "./limits.ts";
import { listEventsAfter, readLatestPosition, readPositionBefore } from "./stored-events.queries.ts";
import type { StoredEvent } from "./stored-events.queries.ts";
import { coalesceWork } from "./coalesced-work.ts";
import { openNumbering } from "./numbering.ts";

/** How long the feed remembers where it was, and how exactly, in ms. */
const remembersMs = 60_000;
const exactToMs = 100;
/** The longest that a transaction that writes events is expected to take, in ms. */
const longestWriteMs = 60_000;

/** The global order of events as this process reads it. */
export interface Feed {
  /** Returns how far this process has read and delivered. */
  cursor(): Cursor;
  /** Returns how far this process had read some ms ago, or somewhat earlier; null if that is longer ago than it remembers. */
  cursorBefore(ageMs: number): Cursor | null;
  /** Handles the notification that events were numbered and can be read. */
  eventsNumbered(): void;
  /** Looks for events to number and to read, without a notification. */
  poll(): void;
  close(): Promise<void>;
}

export interface FeedOptions {
  readonly services: Pick<Services, "database" | "clock">;
  readonly log: FastifyBaseLogger;
  readonly limits: Limits;
  /** receives each event once, in the order of positions; must not wait for anything */
  readonly deliver: (event: StoredEvent, asOf: Date) => void;
}

/**
 * Starts reading at the newest event.
 *
 * Writers commit in any order, so an event has no position until it is committed; then `number_events` assigns positions in one transaction at a
 * time, over all processes. That is why nothing ever becomes visible below a position that was read, and "past my position" is all there is to
 * query. The process that committed an event has it numbered, which notifies all others on `quayside_events`.
 */
export async function openFeed({ services: { database, clock }, log, limits, deliver }: FeedOptions): Promise<Feed> {
  const started = clock.now();
  const earlier = new Date(started.getTime() - remembersMs - longestWriteMs);
  const begun = await database.transaction(platform, (tx) => readPositionBefore(tx, earlier));
  let cursor: Cursor = { position: await database.transaction(platform, readLatestPosition), asOf: started };

  /** where it was, oldest first; what others read before it started counts as read by it */
  const places = [
    { at: performance.now() - remembersMs, cursor: { position: begun, asOf: earlier } },
    { at: performance.now(), cursor },
  ];
  function remember(): void {
    const at = performance.now();
    if (at - (places.at(-1)?.at ?? -exactToMs) < exactToMs) return;
    places.push({ at, cursor });
    while (places[1] !== undefined && at - places[1].at > remembersMs) places.shift();
  }

  const onError = (error: unknown) => log.warn({ err: error }, "realtime: reading events failed, retrying");
  const numbering = openNumbering(database, log);
  const reading = coalesceWork(read, { retryAfterMs: 500, onError });

  async function read(): Promise<void> {
    for (;;) {
      const asOf = clock.now();
      const after = cursor.position;
      const events = await database.transaction(platform, (tx) => listEventsAfter(tx, { after, limit: limits.batch }));
      // Nothing is awaited from here to the new cursor: a socket that has caught up with the cursor receives everything after it.
      for (const event of events) deliver(event, cursor.asOf);
      const isAll = events.length < limits.batch;
      cursor = { position: events.at(-1)?.position ?? after, asOf: isAll ? asOf : cursor.asOf };
      remember();
      if (isAll) return;
    }
  }

  return {
    cursor: () => cursor,
    cursorBefore: (ageMs) => places.findLast(({ at }) => at <= performance.now() - ageMs)?.cursor ?? null,
    eventsNumbered: () => reading.ask(),
    poll() {
      numbering.ask();
      reading.ask();
    },
    async close() {
      await Promise.all([numbering.close(), reading.close()]);
    },
  };
}

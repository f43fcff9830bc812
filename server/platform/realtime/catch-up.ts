import { platform, platformUuid } from "#server/platform/db/row-security.ts";
import type { Services } from "#server/platform/services.ts";
import { readCursor } from "./cursor.ts";
import type { Cursor } from "./cursor.ts";
import type { Feed } from "./feed.ts";
import { serializeEvent, mayReceive } from "./hub.ts";
import type { Subscriber } from "./hub.ts";
import type { Limits } from "./limits.ts";
import { listEventsBetween, readLastGivenPosition } from "./stored-events.queries.ts";

export interface CatchUpParts {
  readonly services: Pick<Services, "database" | "clock">;
  readonly feed: Feed;
  readonly limits: Limits;
}

/**
 * Returns where a reconnecting client continues.
 * @param text the cursor that it sent
 * @returns null if what it missed is no longer stored or too much, or the cursor was not issued by this database
 */
export async function resumeAt({ services: { database, clock }, feed, limits }: CatchUpParts, text: string): Promise<Cursor | null> {
  const cursor = readCursor(text, clock.now());
  if (cursor === null) return null;
  const behind = feed.cursor().position - cursor.position;
  if (behind >= 0) return behind <= limits.mostBehind ? cursor : null;
  // Ahead of this process: another one has read further, or the database was restored to an earlier day.
  const last = await database.transaction(platform, readLastGivenPosition);
  return cursor.position <= last ? cursor : null;
}

/**
 * Sends a client what it missed, at its own pace, until it has caught up with this process; from then on it receives live events.
 * @param asOf the time of its cursor: events sent before it has caught up are no fresher than that
 */
export async function catchUp({ services: { database }, feed, limits }: CatchUpParts, subscriber: Subscriber, asOf: Date): Promise<void> {
  const { wire } = subscriber;
  // Nothing is awaited between the last comparison and `isLive`: the next event that is delivered is the next one.
  while (wire.isOpen && subscriber.position < feed.cursor().position) {
    const after = subscriber.position;
    const upTo = Math.min(feed.cursor().position, after + limits.batch);
    const providerUuids = [platformUuid, ...(subscriber.actor.providerUuid === null ? [] : [subscriber.actor.providerUuid])];
    const missed = await database.transaction(platform, (tx) => listEventsBetween(tx, { providerUuids, after, upTo }));
    for (const event of missed) if (mayReceive(subscriber, event)) await wire.sendPatiently(serializeEvent(event, asOf));
    subscriber.position = upTo;
  }
  subscriber.isLive = true;
}

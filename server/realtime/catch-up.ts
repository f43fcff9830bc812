import { platform, platformUuid } from "#server/db/acting.ts";
import type { Services } from "#server/services.ts";
import { readCursor } from "./cursor.ts";
import type { Cursor } from "./cursor.ts";
import type { Feed } from "./feed.ts";
import { eventText, hears } from "./hub.ts";
import type { Subscriber } from "./hub.ts";
import type { Limits } from "./limits.ts";
import { eventsBetween, lastGivenPosition } from "./realtime.queries.ts";

export interface CatchUpParts {
  readonly services: Pick<Services, "database" | "clock">;
  readonly feed: Feed;
  readonly limits: Limits;
}

/**
 * Where a client that comes back goes on.
 * @param text the cursor that it sent
 * @returns null where what it missed is not kept any more or too much, or the cursor is none that this database gave
 */
export async function resumeAt({ services: { database, clock }, feed, limits }: CatchUpParts, text: string): Promise<Cursor | null> {
  const cursor = readCursor(text, clock.now());
  if (cursor === null) return null;
  const behind = feed.cursor().position - cursor.position;
  if (behind >= 0) return behind <= limits.mostBehind ? cursor : null;
  // Ahead of this process: another one has read further - or the database was put back to an earlier day.
  const last = await database.transaction(platform, lastGivenPosition);
  return cursor.position <= last ? cursor : null;
}

/**
 * Sends a client what it missed, at its own pace, until it stands where this process stands; then it is handed what comes.
 * @param asOf the time of its cursor: what is sent now is no fresher than that until all of it was sent
 */
export async function catchUp({ services: { database }, feed, limits }: CatchUpParts, subscriber: Subscriber, asOf: Date): Promise<void> {
  const { wire } = subscriber;
  // Nothing is waited for between the last comparison and `isLive`: the next event that is delivered is the next one.
  while (wire.isOpen && subscriber.position < feed.cursor().position) {
    const after = subscriber.position;
    const upTo = Math.min(feed.cursor().position, after + limits.batch);
    const providerUuids = [platformUuid, ...(subscriber.actor.providerUuid === null ? [] : [subscriber.actor.providerUuid])];
    const missed = await database.transaction(platform, (tx) => eventsBetween(tx, { providerUuids, after, upTo }));
    for (const event of missed) if (hears(subscriber, event)) await wire.sendPatiently(eventText(event, asOf));
    subscriber.position = upTo;
  }
  subscriber.isLive = true;
}

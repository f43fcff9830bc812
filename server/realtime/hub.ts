import { platformUuid } from "#server/db/acting.ts";
import type { Actor } from "#server/http/context.ts";
import { isFor } from "./audience.ts";
import { printCursor } from "./cursor.ts";
import type { StoredEvent } from "./realtime.queries.ts";
import type { Wire } from "./wire.ts";

/** A socket that was admitted. */
export interface Subscriber {
  readonly wire: Wire;
  readonly topics: ReadonlySet<string>;
  actor: Actor;
  token: string;
  /** when its session was last looked up */
  checkedAt: Date;
  /** everything up to here that it may hear was sent */
  position: number;
  /** whether it is handed events as they come; before that it is sent what it missed */
  isLive: boolean;
}

/** The admitted sockets of this process, found by whom they belong to. */
export interface Hub {
  readonly size: number;
  join(subscriber: Subscriber): void;
  leave(subscriber: Subscriber): void;
  /** Someone's session changed: other permissions, another provider. */
  become(subscriber: Subscriber, actor: Actor): void;
  /** The sockets of a session, a user, a company - whatever this id is of. */
  of(uuid: string): Subscriber[];
  all(): Iterable<Subscriber>;
  /** Hands an event to whoever it is for and who has not had it yet. */
  deliver(event: StoredEvent, asOf: Date): void;
}

/** What someone is found by. */
export function keysOf({ sessionUuid, userUuid, relatedUuid, providerUuid }: Actor): string[] {
  return [...new Set([sessionUuid, userUuid, relatedUuid, providerUuid])].filter((key) => key !== null);
}

/** Whether this socket hears the event. */
export function hears({ topics, actor }: Pick<Subscriber, "topics" | "actor">, event: StoredEvent): boolean {
  return topics.has(event.topic) && isFor(event, actor);
}

/** An event as it travels. Its payload is JSON already, and is the same text for everyone. */
export function eventText({ topic, payload, position }: StoredEvent, asOf: Date): string {
  return `{"type":"event","topic":${JSON.stringify(topic)},"payload":${payload},"cursor":"${printCursor({ position, asOf })}"}`;
}

/** Makes an empty hub. */
export function openHub(): Hub {
  const subscribers = new Set<Subscriber>();
  const byKey = new Map<string, Set<Subscriber>>();

  function index(subscriber: Subscriber): void {
    for (const key of keysOf(subscriber.actor)) {
      const found = byKey.get(key);
      if (found === undefined) byKey.set(key, new Set([subscriber]));
      else found.add(subscriber);
    }
  }
  function forget(subscriber: Subscriber): void {
    for (const key of keysOf(subscriber.actor)) {
      const found = byKey.get(key);
      found?.delete(subscriber);
      if (found?.size === 0) byKey.delete(key);
    }
  }

  return {
    get size() {
      return subscribers.size;
    },
    join(subscriber) {
      subscribers.add(subscriber);
      index(subscriber);
    },
    leave(subscriber) {
      if (subscribers.delete(subscriber)) forget(subscriber);
    },
    become(subscriber, actor) {
      if (!subscribers.has(subscriber)) return;
      forget(subscriber);
      subscriber.actor = actor;
      index(subscriber);
    },
    of: (uuid) => [...(byKey.get(uuid) ?? [])],
    all: () => subscribers,
    deliver(event, asOf) {
      const key = event.providerUuid === platformUuid ? event.userUuid : event.providerUuid;
      const near = key === null ? undefined : byKey.get(key);
      if (near === undefined) return;
      let text: Buffer | null = null;
      for (const subscriber of near) {
        if (!subscriber.isLive || subscriber.position >= event.position || !hears(subscriber, event)) continue;
        // Encoded once, however many hear it.
        text ??= Buffer.from(eventText(event, asOf));
        subscriber.position = event.position;
        subscriber.wire.send(text);
      }
    },
  };
}

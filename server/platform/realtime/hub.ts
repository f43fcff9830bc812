import { platformUuid } from "#server/platform/db/row-security.ts";
import type { Actor } from "#server/platform/http/context.ts";
import { isFor } from "./audience.ts";
import { printCursor } from "./cursor.ts";
import type { StoredEvent } from "./stored-events.queries.ts";
import type { Wire } from "./socket-messages.ts";

/** An admitted socket. */
export interface Subscriber {
  readonly wire: Wire;
  readonly topics: ReadonlySet<string>;
  actor: Actor;
  token: string;
  /** when its session was last looked up */
  checkedAt: Date;
  /** everything up to here that it may receive was sent */
  position: number;
  /** whether it receives events live; before that it is sent what it missed */
  isLive: boolean;
}

/** The admitted sockets of this process, indexed by owner. */
export interface Hub {
  readonly size: number;
  join(subscriber: Subscriber): void;
  leave(subscriber: Subscriber): void;
  /** Updates the actor of a socket whose session changed: other permissions, another provider. */
  become(subscriber: Subscriber, actor: Actor): void;
  /** Returns the sockets of a session, a user or a company, by its id. */
  of(uuid: string): Subscriber[];
  all(): Iterable<Subscriber>;
  /** Delivers an event to every socket that it is for and that has not received it yet. */
  deliver(event: StoredEvent, asOf: Date): void;
}

/** Returns the ids that an actor's sockets are found by. */
export function listKeys({ sessionUuid, userUuid, relatedUuid, providerUuid }: Actor): string[] {
  return [...new Set([sessionUuid, userUuid, relatedUuid, providerUuid])].filter((key) => key !== null);
}

/** Whether this socket receives the event. */
export function mayReceive({ topics, actor }: Pick<Subscriber, "topics" | "actor">, event: StoredEvent): boolean {
  return topics.has(event.topic) && isFor(event, actor);
}

/** Formats an event for the wire. Its payload is JSON already, and is the same text for everyone. */
export function serializeEvent({ topic, payload, position }: StoredEvent, asOf: Date): string {
  return `{"type":"event","topic":${JSON.stringify(topic)},"payload":${payload},"cursor":"${printCursor({ position, asOf })}"}`;
}

/** Creates an empty hub. */
export function openHub(): Hub {
  const subscribers = new Set<Subscriber>();
  const byKey = new Map<string, Set<Subscriber>>();

  function index(subscriber: Subscriber): void {
    for (const key of listKeys(subscriber.actor)) {
      const found = byKey.get(key);
      if (found === undefined) byKey.set(key, new Set([subscriber]));
      else found.add(subscriber);
    }
  }
  function forget(subscriber: Subscriber): void {
    for (const key of listKeys(subscriber.actor)) {
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
        if (!subscriber.isLive || subscriber.position >= event.position || !mayReceive(subscriber, event)) continue;
        // Encoded once, however many receive it.
        text ??= Buffer.from(serializeEvent(event, asOf));
        subscriber.position = event.position;
        subscriber.wire.send(text);
      }
    },
  };
}

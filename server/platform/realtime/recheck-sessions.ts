import type { FastifyBaseLogger } from "fastify";
import { z } from "zod";
import { socketClose } from "#src/kit/api/socket.ts";
import type { Clock } from "#server/platform/runtime/clock.ts";
import type { Admission } from "./admission.ts";
import { listKeys } from "./hub.ts";
import type { Hub, Subscriber } from "./hub.ts";
import type { Limits } from "./limits.ts";

/** Keeps sockets in step with their sessions: an ended session has no socket, a changed one receives events by its new rights. */
export interface SessionKeeper {
  /** Handles changes of these sessions, users or companies (the notification's payload: a JSON array of their uuids). */
  changed(payload: string): void;
  /** Handles an admitted socket: changes announced during its hello count too. */
  joined(subscriber: Subscriber): void;
  /** Looks all sessions up again, after changes may have been missed. */
  doubtAll(): void;
  /** Looks up sessions that are due. */
  sweep(): void;
}

export interface SessionKeeperOptions {
  readonly hub: Hub;
  readonly admission: Admission;
  readonly clock: Clock;
  readonly limits: Limits;
  readonly log: FastifyBaseLogger;
}

/** Longer than a hello can take (connecting to the database 10 s, a statement 30 s). */
const rememberedForMs = 60_000;
/** Concurrent look-ups: they share the pool with the requests. */
const lanes = 4;
const uuids = z.array(z.uuid()).max(1000);

/** Creates the keeper of a hub's sessions. */
export function openSessionKeeper({ hub, admission, clock, limits, log }: SessionKeeperOptions): SessionKeeper {
  /** recent changes, with the time until which each is remembered */
  const told = new Map<string, number>();
  const waiting = new Set<Subscriber>();
  let busy = 0;

  /** Closes a socket whose session cannot be looked up; the client reconnects with its cursor. */
  async function recheck(subscriber: Subscriber): Promise<void> {
    const { wire, token, topics } = subscriber;
    const asOf = clock.now();
    try {
      const found = await admission.check({ token, topics });
      // Renewed meanwhile: the result belongs to the earlier tokens.
      if (subscriber.token !== token || !wire.isOpen) return;
      if (!found.ok) return wire.refuse(found.problem);
      hub.become(subscriber, found.value);
      subscriber.checkedAt = asOf;
    } catch (error) {
      log.warn({ reason: error instanceof Error ? error.message : String(error) }, "realtime: looking up a session failed");
      wire.close(socketClose.tryLater);
    }
  }
  async function work(): Promise<void> {
    for (const subscriber of waiting) {
      waiting.delete(subscriber);
      await recheck(subscriber);
    }
    busy -= 1;
  }
  function look(subscribers: Iterable<Subscriber>): void {
    for (const subscriber of subscribers) waiting.add(subscriber);
    while (busy < lanes && waiting.size > 0) {
      busy += 1;
      void work();
    }
  }

  return {
    changed(payload) {
      const ids = uuids.safeParse(parsed(payload));
      if (!ids.success) return log.error("realtime: invalid notification of changed sessions");
      const until = performance.now() + rememberedForMs;
      for (const id of ids.data) told.set(id, until);
      look(ids.data.flatMap((id) => hub.of(id)));
    },
    joined(subscriber) {
      if (listKeys(subscriber.actor).some((key) => told.has(key))) look([subscriber]);
    },
    doubtAll: () => look(hub.all()),
    sweep() {
      for (const [id, until] of told) if (until < performance.now()) told.delete(id);
      const nowMs = clock.now().getTime();
      const isDue = ({ checkedAt, actor }: Subscriber) =>
        nowMs - checkedAt.getTime() >= limits.recheckAfterMs || nowMs >= actor.expiresAt.getTime();
      look([...hub.all()].filter(isDue));
    },
  };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

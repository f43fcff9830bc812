import { ok, refuse } from "#src/kit/lib/result.ts";
import type { Result } from "#src/kit/lib/result.ts";
import type { RefusalName } from "#src/kit/api/codes.ts";
import type { ClientMessage } from "#src/kit/api/socket.ts";
import type { Admission } from "./admission.ts";
import { resumeAt } from "./catch-up.ts";
import type { CatchUpParts } from "./catch-up.ts";
import type { Cursor } from "./cursor.ts";
import type { Hub, Subscriber } from "./hub.ts";
import type { SessionKeeper } from "./recheck-sessions.ts";
import type { Wire } from "./socket-messages.ts";

/** What all sockets of a process share. */
export interface SocketParts extends CatchUpParts {
  readonly hub: Hub;
  readonly admission: Admission;
  readonly sessions: SessionKeeper;
}

type Message<T extends ClientMessage["type"]> = Extract<ClientMessage, { type: T }>;

/** An admitted client. */
export interface Entry {
  readonly subscriber: Subscriber;
  /** where it continues; null if it starts at the next event */
  readonly from: Cursor | null;
  /** it asked to continue from where nobody remembers what followed */
  readonly isReset: boolean;
}

/** A page's data is older than its hello says by the time that the hello takes to arrive. */
const onTheWayMs = 2000;

/** Decides where a client continues. */
async function findStart(parts: CatchUpParts, { cursor, age_ms }: Message<"hello">): Promise<Pick<Entry, "from" | "isReset">> {
  if (cursor === undefined && age_ms === undefined) return { from: null, isReset: false };
  const from = cursor === undefined ? parts.feed.cursorBefore((age_ms ?? 0) + onTheWayMs) : await resumeAt(parts, cursor);
  return { from, isReset: from === null };
}

/** Decides about a hello. Nothing is sent yet, and the subscriber is not in the hub. */
export async function enter(wire: Wire, hello: Message<"hello">, parts: SocketParts): Promise<Result<Entry, RefusalName>> {
  const { admission, services, hub, limits } = parts;
  const topics = new Set(hello.topics);
  const checkedAt = services.clock.now();
  const admitted = await admission.admit({ token: hello.access_token, topics }, hello.csrf_token);
  if (!admitted.ok) return admitted;
  const actor = admitted.value;
  const { from, isReset } = await findStart(parts, hello);
  if (hub.of(actor.sessionUuid).length >= limits.socketsPerSession) return refuse("tooMany");
  const subscriber: Subscriber = {
    wire,
    topics,
    actor,
    token: hello.access_token,
    checkedAt,
    position: from?.position ?? 0,
    isLive: false,
  };
  return ok({ subscriber, from, isReset });
}

/**
 * Accepts new tokens for a socket, with the current state of its session.
 * @returns the refusal if the tokens belong to another session, or would be refused in a hello
 */
export async function renew(subscriber: Subscriber, message: Message<"renew">, parts: SocketParts): Promise<RefusalName | null> {
  const checkedAt = parts.services.clock.now();
  const claim = { token: message.access_token, topics: subscriber.topics };
  const admitted = await parts.admission.admit(claim, message.csrf_token);
  if (!admitted.ok) return admitted.problem;
  if (admitted.value.sessionUuid !== subscriber.actor.sessionUuid) return "forbidden";
  subscriber.token = message.access_token;
  subscriber.checkedAt = checkedAt;
  parts.hub.become(subscriber, admitted.value);
  parts.sessions.joined(subscriber);
  return null;
}

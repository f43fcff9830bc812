import type { FastifyBaseLogger } from "fastify";
import type { WebSocket } from "ws";
import { socketClose } from "#src/kit/api/socket.ts";
import type { ClientMessage } from "#src/kit/api/socket.ts";
import { catchUp } from "./catch-up.ts";
import { printCursor } from "./cursor.ts";
import { enter, renew } from "./socket-handshake.ts";
import type { Entry, SocketParts } from "./socket-handshake.ts";
import type { Subscriber } from "./hub.ts";
import { openWire } from "./socket-messages.ts";
import type { Wire } from "./socket-messages.ts";

/**
 * Serves one websocket from opening to close: first unadmitted, then as a subscriber once its hello is admitted.
 * @param on `onAdmitted` is called once its hello is admitted, `onEnd` once it is closed
 */
export function serveSocket(
  ws: WebSocket,
  parts: SocketParts,
  log: FastifyBaseLogger,
  { onAdmitted, onEnd }: { onAdmitted: () => void; onEnd: (wire: Wire) => void },
): Wire {
  const { hub, feed, sessions, limits } = parts;
  let subscriber: Subscriber | null = null;
  let isGreeted = false;
  let work = Promise.resolve();

  const wire = openWire(ws, limits, {
    onMessage: (message) => (isGreeted ? hear(message) : greet(message)),
    onEnd() {
      clearTimeout(patience);
      if (subscriber !== null) hub.leave(subscriber);
      onEnd(wire);
    },
  });
  const patience = setTimeout(() => wire.close(socketClose.noHello), limits.helloWithinMs);

  async function attempt(before: Promise<void>, step: () => Promise<void>): Promise<void> {
    await before;
    if (!wire.isOpen) return;
    try {
      await step();
    } catch (error) {
      log.warn({ reason: error instanceof Error ? error.message : String(error) }, "realtime: closed a socket, which may reconnect later");
      wire.close(socketClose.tryLater);
    }
  }
  /** Runs steps one after the other; a failure (such as an unreachable database) closes the socket, and the client reconnects. */
  function next(step: () => Promise<void>): void {
    work = attempt(work, step);
  }

  function greet(message: ClientMessage | null): void {
    if (message?.type !== "hello") return wire.close(socketClose.noHello);
    clearTimeout(patience);
    isGreeted = true;
    next(async () => {
      const entered = await enter(wire, message, parts);
      if (!entered.ok) return wire.refuse(entered.problem);
      if (wire.isOpen) await welcome(entered.value);
    });
  }

  async function welcome(entry: Entry): Promise<void> {
    // A client without a cursor starts at this process's position: what it requests afterwards includes everything earlier.
    const from = entry.from ?? feed.cursor();
    subscriber = entry.subscriber;
    subscriber.position = from.position;
    hub.join(subscriber);
    onAdmitted();
    sessions.joined(subscriber);
    wire.say({ type: entry.isReset ? "reset" : "welcome", cursor: printCursor(from) });
    await catchUp(parts, subscriber, from.asOf);
  }

  function hear(message: ClientMessage | null): void {
    if (message === null || message.type === "hello") return wire.close(socketClose.brokenMessage);
    // At once, even while missed events are being sent.
    if (message.type === "ping") return pong();
    next(async () => {
      if (subscriber === null) return;
      const refusal = await renew(subscriber, message, parts);
      if (refusal === null) wire.say({ type: "renewed" });
      else wire.refuse(refusal);
    });
  }

  function pong(): void {
    if (subscriber?.isLive !== true) return wire.say({ type: "pong" });
    const { position, asOf } = feed.cursor();
    // Its cursor from another process may be ahead of this one.
    wire.say({ type: "pong", cursor: printCursor({ position: Math.max(position, subscriber.position), asOf }) });
  }
  return wire;
}

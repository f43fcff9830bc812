import type { Server } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import type { FastifyBaseLogger } from "fastify";
import { WebSocketServer } from "ws";
import type { Topic } from "#src/kit/api/define-topic.ts";
import { maxClientMessageBytes, socketClose } from "#src/kit/api/socket.ts";
import type { Services } from "#server/platform/services.ts";
import { openAdmission } from "./admission.ts";
import { openFeed } from "./feed.ts";
import { openHub } from "./hub.ts";
import { usualLimits } from "./limits.ts";
import type { Limits } from "./limits.ts";
import { openListener } from "./postgres-listener.ts";
import { sessionsChannel } from "./session-changes.commands.ts";
import { serveSocket } from "./serve-socket.ts";
import { openSessionKeeper } from "./recheck-sessions.ts";
import { allTopics } from "./topics.ts";
import { createStrangerPlaces, getClientAddress, refuseUpgrade, findUpgradeRefusal } from "./upgrade.ts";
import type { Door } from "./upgrade.ts";
import type { Wire } from "./socket-messages.ts";

/** The websockets of one process. */
export interface Realtime {
  /** Accepts websockets at a path of an HTTP server; at any path if it is null. The server need not listen yet. */
  attach(server: Server, door: Door): void;
  /** Asks all clients to reconnect elsewhere and waits briefly for them to disconnect. */
  close(): Promise<void>;
  /** number of open sockets */
  connections(): number;
}

export interface RealtimeOptions {
  readonly services: Pick<Services, "database" | "clock">;
  /** the database by the application's login, for a connection that listens */
  readonly appUrl: string;
  readonly log: FastifyBaseLogger;
  /** the topics that may be subscribed to; all of them by default */
  readonly topics?: readonly Topic[];
  readonly limits?: Partial<Limits>;
  /** whether connections come through a proxy that reports the client's address; false by default */
  readonly isBehindProxy?: boolean;
}

const farewellMs = 2000;

/**
 * Starts to follow the events.
 * @throws errors of the database if it cannot be reached now; later outages are survived
 */
export async function openRealtime({ services, appUrl, log, topics = allTopics, ...options }: RealtimeOptions): Promise<Realtime> {
  const { isBehindProxy = false } = options;
  const limits: Limits = { ...usualLimits, ...options.limits };
  const hub = openHub();
  const admission = openAdmission(services, topics);
  const sessions = openSessionKeeper({ hub, admission, clock: services.clock, limits, log });
  const feed = await openFeed({ services, log, limits, deliver: hub.deliver });
  const parts = { services, feed, limits, hub, admission, sessions };
  const listener = await openListener({
    appUrl,
    log,
    channels: {
      quayside_events: feed.eventsNumbered,
      [sessionsChannel]: sessions.changed,
    },
    onReconnected() {
      feed.poll();
      sessions.doubtAll();
    },
  });
  // Catches up on what was written between the feed's first read and the listening.
  feed.poll();

  const wires = new Set<Wire>();
  const strangers = createStrangerPlaces(limits.strangersPerAddress);
  let isClosing = false;
  // The library closes messages larger than this with the protocol's own 1009; between our bound and this one the answer is ours.
  const server = new WebSocketServer({
    noServer: true,
    clientTracking: false,
    perMessageDeflate: false,
    maxPayload: 4 * maxClientMessageBytes,
  });
  const timers = [
    setInterval(() => wires.forEach((wire) => wire.beat()), limits.pingEveryMs),
    setInterval(sessions.sweep, limits.sweepEveryMs),
    // A safety net: a process may have ended before its events were numbered, and a connection may be lost unnoticed.
    setInterval(feed.poll, limits.pollMs),
  ];
  const isFull = () => wires.size >= limits.socketsPerProcess || wires.size - hub.size >= limits.strangersPerProcess;

  return {
    connections: () => wires.size,
    attach(httpServer, door) {
      httpServer.on("upgrade", (request, socket, head) => {
        socket.on("error", () => socket.destroy());
        const refused = findUpgradeRefusal(request, door) ?? (isClosing || isFull() ? 503 : null);
        if (refused !== null) return refuseUpgrade(socket, refused);
        const release = strangers.take(getClientAddress(request, isBehindProxy));
        if (release === null) return refuseUpgrade(socket, 503);
        socket.once("close", release);
        server.handleUpgrade(request, socket, head, (ws) =>
          wires.add(serveSocket(ws, parts, log, { onAdmitted: release, onEnd: (wire) => wires.delete(wire) })),
        );
      });
    },
    async close() {
      isClosing = true;
      timers.forEach(clearInterval);
      await Promise.all([listener.close(), feed.close()]);
      const open = [...wires];
      for (const wire of open) wire.close(socketClose.goingAway);
      await Promise.race([Promise.all(open.map((wire) => wire.closed)), sleep(farewellMs)]);
      for (const wire of open) wire.end();
    },
  };
}

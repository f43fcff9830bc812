import { setTimeout as sleep } from "node:timers/promises";
import type { FastifyBaseLogger } from "fastify";
import pg from "pg";

/** Listens to notifications of the database, across restarts and lost connections. */
export interface Listener {
  close(): Promise<void>;
}

export interface ListenerOptions {
  readonly appUrl: string;
  readonly log: FastifyBaseLogger;
  /** handles a notification's payload, by its channel; a channel's name is ours, never user input */
  readonly channels: Readonly<Record<string, (payload: string) => void>>;
  /** called after each connection but the first: notifications in between were missed */
  readonly onReconnected: () => void;
}

/** A connection without traffic for so long is tested: one whose other end vanished would be waited for forever. */
const proofEveryMs = 15_000;
const answerWithinMs = 10_000;
const firstWaitMs = 100;
const longestWaitMs = 5000;

interface Connection {
  readonly client: pg.Client;
  /** aborted once it is lost */
  readonly lost: AbortController;
}

async function connect({ appUrl, channels, log }: ListenerOptions): Promise<Connection> {
  const client = new pg.Client({
    connectionString: appUrl,
    application_name: "quayside realtime",
    options: "-c role=quayside_app -c timezone=UTC",
    connectionTimeoutMillis: answerWithinMs,
    query_timeout: answerWithinMs,
    keepAlive: true,
  });
  const lost = new AbortController();
  client.on("error", (error) => {
    log.warn({ reason: error.message }, "realtime: the listening connection was lost");
    lost.abort();
  });
  client.on("end", () => lost.abort());
  client.on("notification", ({ channel, payload }) => channels[channel]?.(payload ?? ""));
  try {
    await client.connect();
    await client.query(
      Object.keys(channels)
        .map((channel) => `listen ${channel}`)
        .join("; "),
    );
  } catch (error) {
    void client.end().catch(() => undefined);
    throw error;
  }
  return { client, lost };
}

/** Resolves when the connection is lost or does not answer, or it is time to stop. */
async function whileItStands({ client, lost }: Connection, stop: AbortSignal): Promise<void> {
  const over = AbortSignal.any([lost.signal, stop]);
  while (!over.aborted) {
    await sleep(proofEveryMs, undefined, { signal: over }).catch(() => undefined);
    if (!over.aborted) await client.query("select 1").catch(() => lost.abort());
  }
}

/**
 * Listens on a separate connection, which acts as the application's role.
 * @throws errors of the database if the first connection fails; later ones are retried
 */
export async function openListener(options: ListenerOptions): Promise<Listener> {
  const stopping = new AbortController();
  const stop = stopping.signal;
  let current = await connect(options);

  async function reconnect(): Promise<void> {
    for (let waitMs = firstWaitMs; !stop.aborted; waitMs = Math.min(waitMs * 2, longestWaitMs)) {
      await sleep(waitMs * (0.5 + Math.random() / 2), undefined, { signal: stop }).catch(() => undefined);
      if (stop.aborted) return;
      try {
        current = await connect(options);
        options.onReconnected();
        return;
      } catch (error) {
        options.log.warn({ reason: error instanceof Error ? error.message : String(error) }, "realtime: listening failed, retrying");
      }
    }
  }

  async function keepListening(): Promise<void> {
    while (!stop.aborted) {
      await whileItStands(current, stop);
      // Not awaited: the other end may be gone.
      const ending = current.client.end().catch(() => undefined);
      if (stop.aborted) await Promise.race([ending, sleep(1000)]);
      else await reconnect();
    }
  }

  const listening = keepListening();
  return {
    async close() {
      stopping.abort();
      await listening;
    },
  };
}

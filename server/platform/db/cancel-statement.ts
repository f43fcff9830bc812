import net from "node:net";
import pg from "pg";
import { RequesterGone } from "#server/platform/runtime/fair-limiter.ts";

const patienceMs = 5000;

/** Cancels what a connection is running, in the database too, and closes it, so that a late cancellation hits no other transaction. */
export type EndConnection = (client: pg.PoolClient) => void;

interface BackendKey {
  readonly processID: number;
  readonly secretKey: number;
}

/** Reads fields that pg's types leave out. */
function getBackendKey(client: pg.PoolClient): BackendKey | null {
  if (!("processID" in client && "secretKey" in client)) return null;
  const { processID, secretKey } = client;
  return typeof processID === "number" && typeof secretKey === "number" ? { processID, secretKey } : null;
}

/** Ends a backend by a connection of the same login. */
async function terminate(appUrl: string, { processID }: BackendKey): Promise<void> {
  // Connects as the login itself and not as `quayside_app`: a login may end only its own connections.
  const client = new pg.Client({ connectionString: appUrl, connectionTimeoutMillis: patienceMs, statement_timeout: patienceMs });
  client.on("error", () => undefined);
  try {
    await client.connect();
    await client.query("select pg_terminate_backend($1)", [processID]);
  } finally {
    await client.end();
  }
}

/**
 * Cancels what runs for a connection to a pooler, whose process number is the pooler's own: by the protocol's CancelRequest, which a pooler passes
 * on (PostgreSQL, 55.2.8).
 */
async function cancel({ host, port }: pg.PoolClient, { processID, secretKey }: BackendKey): Promise<void> {
  const request = Buffer.alloc(16);
  [16, 80_877_102].forEach((value, at) => request.writeInt32BE(value, at * 4));
  [processID, secretKey].forEach((value, at) => request.writeInt32BE(value, 8 + at * 4));
  const socket = net.connect({ host, port, timeout: patienceMs });
  await new Promise<void>((resolve, reject) => {
    socket.on("error", reject);
    socket.on("timeout", () => socket.destroy(new Error("the cancel request timed out")));
    // The other end closes the connection once it has passed the request on.
    socket.on("close", () => resolve());
    socket.on("connect", () => socket.write(request));
    socket.resume();
  });
}

/**
 * Creates the function that ends connections of a login one after the other, over one extra connection however many requesters leave at once. If it
 * cannot reach the database, the statement ends by its own limit.
 */
export function openEnding(appUrl: string, isPooled: boolean, onError: (error: Error) => void): EndConnection {
  let last = Promise.resolve();
  return (client) => {
    const key = getBackendKey(client);
    const close = () => void client.end().catch(() => undefined);
    if (isPooled && key !== null) {
      // The pooler knows what runs for this connection only while it is open.
      last = last
        .then(() => cancel(client, key))
        .catch(onError)
        .finally(close);
      return;
    }
    // Cuts the statement's connection at once, so that the transaction fails here; the database would notice only when it next sends something.
    client.connection.stream.destroy();
    close();
    if (key !== null) last = last.then(() => terminate(appUrl, key)).catch(onError);
  };
}

/**
 * Ends a connection that is still in use `graceMs` after its requester has gone.
 * @returns `stop` ends the watch; `hasEnded` whether the connection was ended
 * @throws RequesterGone if the requester has gone already
 */
export function watchRequester(
  client: pg.PoolClient,
  { signal, graceMs, end }: { signal: AbortSignal; graceMs: number; end: EndConnection },
): { stop(): void; hasEnded(): boolean } {
  if (signal.aborted) throw new RequesterGone();
  let grace: NodeJS.Timeout | undefined;
  let isEnded = false;
  const cut = () => {
    isEnded = true;
    end(client);
  };
  const onGone = () => (grace = setTimeout(cut, graceMs));
  signal.addEventListener("abort", onGone, { once: true });
  return {
    stop() {
      clearTimeout(grace);
      signal.removeEventListener("abort", onGone);
    },
    hasEnded: () => isEnded,
  };
}

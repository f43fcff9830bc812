import { Kysely, PostgresDialect } from "kysely";
import type { PostgresPool } from "kysely";
import pg from "pg";
import { RequesterGone } from "#server/platform/runtime/fair-limiter.ts";
import type { DB } from "./schema.generated.ts";
import type { Tx } from "./row-security.ts";

/** How long a statement may continue after its requester has gone: most finish by themselves before that, and their connection survives. */
const usualGraceMs = 1000;
const patienceMs = 5000;

/** Cancels what a connection is running, in the database too, and closes it, so that a late cancellation hits no other transaction. */
type EndConnection = (client: pg.PoolClient) => void;

function getProcessId(client: pg.PoolClient): number | null {
  return "processID" in client && typeof client.processID === "number" ? client.processID : null;
}

async function terminate(appUrl: string, processId: number): Promise<void> {
  // Connects as the login itself and not as `quayside_app`: a login may end only its own connections.
  const client = new pg.Client({ connectionString: appUrl, connectionTimeoutMillis: patienceMs, statement_timeout: patienceMs });
  client.on("error", () => undefined);
  try {
    await client.connect();
    await client.query("select pg_terminate_backend($1)", [processId]);
  } finally {
    await client.end();
  }
}

/**
 * Creates the function that ends connections of a login one after the other, over one extra connection however many requesters leave at once. If it
 * cannot reach the database, the statement ends by its own limit.
 */
export function openEnding(appUrl: string, onError: (error: Error) => void): EndConnection {
  let last = Promise.resolve();
  return (client) => {
    const processId = getProcessId(client);
    // Cuts the statement's connection at once, so that the transaction fails here; the database would notice only when it next sends something.
    void client.end().catch(() => undefined);
    if (processId !== null) last = last.then(() => terminate(appUrl, processId)).catch(onError);
  };
}

/** Lends a pool's connections until `signal` is aborted; a connection still in use `graceMs` later is ended. */
function leased(pool: pg.Pool, signal: AbortSignal, end: EndConnection, graceMs: number): PostgresPool {
  const connect = async () => {
    const client = await pool.connect();
    if (signal.aborted) {
      client.release();
      throw new RequesterGone();
    }
    let grace: NodeJS.Timeout | undefined;
    const gone = () => (grace = setTimeout(end, graceMs, client));
    const { release } = client;
    client.release = (destroy) => {
      clearTimeout(grace);
      signal.removeEventListener("abort", gone);
      release(destroy);
    };
    signal.addEventListener("abort", gone, { once: true });
    return client;
  };
  return { connect, end: async () => undefined, options: pool.options };
}

/**
 * Runs `work` in one transaction that ends, along with its statement in the database, `graceMs` after `signal` is aborted. For work that changes
 * nothing.
 * @throws what `work` throws; RequesterGone if it was ended
 */
export async function runAbortable<T>(
  pool: pg.Pool,
  signal: AbortSignal,
  end: EndConnection,
  work: (tx: Tx) => Promise<T>,
  graceMs = usualGraceMs,
): Promise<T> {
  let isEnded = false;
  const cut = (client: pg.PoolClient) => {
    isEnded = true;
    end(client);
  };
  const kysely = new Kysely<DB>({ dialect: new PostgresDialect({ pool: leased(pool, signal, cut, graceMs) }) });
  try {
    return await kysely.transaction().execute(work);
  } catch (error) {
    throw isEnded ? new RequesterGone() : error;
  }
}

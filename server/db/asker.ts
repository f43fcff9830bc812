import { Kysely, PostgresDialect } from "kysely";
import type { PostgresPool } from "kysely";
import pg from "pg";
import { RequesterGone } from "#server/fair-limiter.ts";
import type { DB } from "./schema.generated.ts";
import type { Tx } from "./tx.ts";

/** How long a statement may still go on for nobody: most are over by themselves before that, and their connection stays. */
const usualGraceMs = 1000;
const patienceMs = 5000;

/** Ends what a connection is doing, in the database too. The connection is gone with it: an ending that comes late meets no other transaction. */
type EndConnection = (client: pg.PoolClient) => void;

function processOf(client: pg.PoolClient): number | null {
  return "processID" in client && typeof client.processID === "number" ? client.processID : null;
}

async function terminate(appUrl: string, processId: number): Promise<void> {
  // Acts as the login itself and not as `quayside_app`: a login may end its own connections, and nobody else's.
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
 * Makes what ends connections of a login, one after the other: however many askers go away at once, that takes one connection more.
 * Where the database cannot be reached for it, the statement ends by its own limit.
 */
export function openEnding(appUrl: string, onError: (error: Error) => void): EndConnection {
  let last = Promise.resolve();
  return (client) => {
    const processId = processOf(client);
    // A statement's connection is cut at once, and its transaction fails here; the database would notice only when it has something to say.
    void client.end().catch(() => undefined);
    if (processId !== null) last = last.then(() => terminate(appUrl, processId)).catch(onError);
  };
}

/** A pool's connections as long as `asker` is there: one that is still out a while after that is ended. */
function leased(pool: pg.Pool, asker: AbortSignal, end: EndConnection, graceMs: number): PostgresPool {
  const connect = async () => {
    const client = await pool.connect();
    if (asker.aborted) {
      client.release();
      throw new RequesterGone();
    }
    let grace: NodeJS.Timeout | undefined;
    const gone = () => (grace = setTimeout(end, graceMs, client));
    const { release } = client;
    client.release = (destroy) => {
      clearTimeout(grace);
      asker.removeEventListener("abort", gone);
      release(destroy);
    };
    asker.addEventListener("abort", gone, { once: true });
    return client;
  };
  return { connect, end: async () => undefined, options: pool.options };
}

/**
 * Runs `work` in one transaction that ends, and its statement in the database with it, `graceMs` after `asker` is aborted. For work that changes
 * nothing.
 * @throws what `work` throws; RequesterGone where it was ended
 */
export async function transactionFor<T>(
  pool: pg.Pool,
  asker: AbortSignal,
  end: EndConnection,
  work: (tx: Tx) => Promise<T>,
  graceMs = usualGraceMs,
): Promise<T> {
  let isEnded = false;
  const cut = (client: pg.PoolClient) => {
    isEnded = true;
    end(client);
  };
  const kysely = new Kysely<DB>({ dialect: new PostgresDialect({ pool: leased(pool, asker, cut, graceMs) }) });
  try {
    return await kysely.transaction().execute(work);
  } catch (error) {
    throw isEnded ? new RequesterGone() : error;
  }
}

import { setTimeout as sleep } from "node:timers/promises";
import { Kysely, PostgresDialect } from "kysely";
import type { RawBuilder } from "kysely";
import pg from "pg";
import { actAs } from "./acting.ts";
import { createFairLimiter } from "#server/fair-limiter.ts";
import type { FairLimiter } from "#server/fair-limiter.ts";
import { getRequester } from "#server/requester.ts";
import type { Acting } from "./acting.ts";
import { openEnding, transactionFor } from "./asker.ts";
import type { DB } from "./schema.generated.ts";
import type { Tx } from "./tx.ts";

export interface Database {
  /**
   * Runs `work` in one transaction that acts for `acting`; commits its value, rolls back where it throws. Where the database takes it back because it
   * met another (`collisions`), all of it is done again: what `work` does outside of the transaction must bear that.
   * @throws what `work` throws, and what the database says
   */
  transaction<T>(acting: Acting, work: (tx: Tx) => Promise<T>): Promise<T>;
  /**
   * The same without saying who it acts for: nothing is seen until that is said (`open_session` says it in the lookup's own round trip).
   * @param asker of work that changes nothing: what it waits for ends soon after this is aborted, in the database too
   */
  begin<T>(work: (tx: Tx) => Promise<T>, asker?: AbortSignal): Promise<T>;
  /**
   * Runs one statement by itself, in one round trip: a transaction of its own, in which it says who it acts for (`device_standing`).
   * @throws what the database says
   */
  statement<T>(statement: RawBuilder<T>): Promise<T[]>;
  /** Whether the database answers: asked by a connection of its own, so that a busy pool is not mistaken for a broken database. */
  isReachable(): Promise<boolean>;
  /** how many transactions run, and how many wait for a connection */
  readonly count: FairLimiter["count"];
  /** the pool below, for figures */
  readonly pool: pg.Pool;
  close(): Promise<void>;
}

export interface DatabaseOptions {
  /** most connections of this process */
  connections?: number;
  statementTimeoutMs?: number;
  /** how long a lock, and a free connection, is waited for: 10 s */
  waitMs?: number;
  onError?: (error: Error) => void;
}

/**
 * The database's ways of saying that this transaction met another, and that nothing is wrong with it: serialization_failure, deadlock_detected, and
 * foreign_key_violation, where a row was deleted after it was looked up. The next try does not find it, and says so.
 */
const collisions = new Set(["40001", "40P01", "23503"]);
const mostTries = 4;

/** Does a transaction again that met another; each time after a wait of its own length, so that the same two do not meet once more. */
async function againWhenCollided<T>(transaction: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await transaction();
    } catch (error) {
      const hasCollided = error instanceof pg.DatabaseError && collisions.has(error.code ?? "");
      if (!hasCollided || tries === mostTries) throw error;
    }
    await sleep(Math.random() * 25 * tries);
  }
}

/**
 * The connections are shared between companies, whatever they are used for: a statement that waits for a lock counts for the company that made it. One has at
 * most two fifths, and a quarter is kept for those that have none.
 */
function createConnectionLimiter(connections: number, waitMs: number): FairLimiter {
  return createFairLimiter({
    capacity: connections,
    perCompany: Math.ceil(connections * 0.4),
    reserved: Math.floor(connections / 4),
    waitingPerCompany: 1000,
    waiting: 10_000,
    waitMs,
  });
}

const readinessMs = 3000;

/** Asks whether the database answers, by one connection of its own. */
function openReadiness(appUrl: string, onError: ((error: Error) => void) | undefined): Pick<Database, "isReachable" | "close"> {
  const pool = new pg.Pool({
    connectionString: appUrl,
    max: 1,
    connectionTimeoutMillis: readinessMs,
    query_timeout: readinessMs,
    application_name: "quayside readiness",
  });
  pool.on("error", (error) => onError?.(error));
  const isReachable = () =>
    pool.query("select 1").then(
      () => true,
      () => false,
    );
  return { isReachable, close: () => pool.end() };
}

/** Numbers that a bigint column gives are counts and sizes here, all within 2^53. */
const types: pg.CustomTypesConfig = {
  getTypeParser: (oid, format) =>
    oid === pg.types.builtins.INT8 && format !== "binary" ? Number : pg.types.getTypeParser(oid, format === "binary" ? "text" : format),
};

/**
 * Opens the application's pool. Whatever login the URL has, each connection acts as the role `quayside_app`, which owns nothing.
 * @param appUrl postgres:// URL
 */
export function openDatabase(appUrl: string, options: DatabaseOptions = {}): Database {
  const { connections = 20, waitMs = 10_000 } = options;
  const pool = new pg.Pool({
    connectionString: appUrl,
    max: connections,
    connectionTimeoutMillis: waitMs,
    idleTimeoutMillis: 60_000,
    keepAlive: true,
    application_name: "quayside",
    types,
    options: [
      "-c role=quayside_app",
      `-c statement_timeout=${options.statementTimeoutMs ?? 30_000}`,
      `-c lock_timeout=${waitMs}`,
      "-c idle_in_transaction_session_timeout=60000",
      "-c timezone=UTC",
      // Everything is on flash or in memory. At the default of 4 the planner read a tenant's 100,000 rows by bitmap (33 ms) and not by index (5 ms).
      "-c random_page_cost=1.1",
    ].join(" "),
  });
  // An idle connection that the server ended (a restart) is no crash of ours: the pool opens another.
  pool.on("error", (error) => options.onError?.(error));
  // One that is ended between two statements of a transaction says so with nobody listening, which would end the process; its next statement fails.
  pool.on("connect", (client) => client.on("error", () => undefined));
  const kysely = new Kysely<DB>({ dialect: new PostgresDialect({ pool }) });
  const end = openEnding(appUrl, (error) => options.onError?.(error));
  const readiness = openReadiness(appUrl, options.onError);
  const limiter = createConnectionLimiter(connections, waitMs);
  const withConnection = <T>(acting: Acting | undefined, work: () => Promise<T>): Promise<T> => {
    const { company, signal } = getRequester(acting);
    // What cleans up after a client that has gone still gets its turn.
    return limiter.run({ company, signal: signal?.aborted === true ? undefined : signal }, "", work);
  };
  return {
    pool,
    count: limiter.count,
    isReachable: readiness.isReachable,
    transaction: (acting, work) =>
      againWhenCollided(() =>
        withConnection(acting, () =>
          kysely.transaction().execute(async (tx) => {
            await actAs(tx, acting);
            return work(tx);
          }),
        ),
      ),
    begin: (work, asker) =>
      againWhenCollided(() =>
        withConnection(undefined, () =>
          asker === undefined ? kysely.transaction().execute(work) : transactionFor(pool, asker, end, work),
        ),
      ),
    statement: async (statement) => (await withConnection(undefined, () => statement.execute(kysely))).rows,
    async close() {
      await readiness.close();
      await kysely.destroy();
    },
  };
}

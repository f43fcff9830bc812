import { Kysely, PostgresDialect } from "kysely";
import type { RawBuilder } from "kysely";
import pg from "pg";
import { actAs } from "./acting.ts";
import type { Acting } from "./acting.ts";
import type { DB } from "./schema.generated.ts";
import type { Tx } from "./tx.ts";

export interface Database {
  /**
   * Runs `work` in one transaction that acts for `acting`; commits its value, rolls back where it throws.
   * @throws what `work` throws, and what the database says
   */
  transaction<T>(acting: Acting, work: (tx: Tx) => Promise<T>): Promise<T>;
  /** The same without saying who it acts for: nothing is seen until that is said (`open_session` says it in the lookup's own round trip). */
  begin<T>(work: (tx: Tx) => Promise<T>): Promise<T>;
  /**
   * Runs one statement by itself, in one round trip: a transaction of its own, in which it says who it acts for (`device_standing`).
   * @throws what the database says
   */
  statement<T>(statement: RawBuilder<T>): Promise<T[]>;
  /** the pool below, for what is no query of a slice: listening, health, jobs */
  readonly pool: pg.Pool;
  close(): Promise<void>;
}

export interface DatabaseOptions {
  /** most connections of this process */
  connections?: number;
  statementTimeoutMs?: number;
  onError?: (error: Error) => void;
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
  const pool = new pg.Pool({
    connectionString: appUrl,
    max: options.connections ?? 20,
    connectionTimeoutMillis: 10_000,
    idleTimeoutMillis: 60_000,
    keepAlive: true,
    application_name: "quayside",
    types,
    options: [
      "-c role=quayside_app",
      `-c statement_timeout=${options.statementTimeoutMs ?? 30_000}`,
      "-c lock_timeout=10000",
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
  return {
    pool,
    transaction: (acting, work) =>
      kysely.transaction().execute(async (tx) => {
        await actAs(tx, acting);
        return work(tx);
      }),
    begin: (work) => kysely.transaction().execute(work),
    statement: async (statement) => (await statement.execute(kysely)).rows,
    close: () => kysely.destroy(),
  };
}

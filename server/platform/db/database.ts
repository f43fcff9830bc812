import { setTimeout as sleep } from "node:timers/promises";
import type { RawBuilder } from "kysely";
import pg from "pg";
import { actAs, getActingCompany } from "./row-security.ts";
import { createFairLimiter } from "#server/platform/runtime/fair-limiter.ts";
import type { FairLimiter } from "#server/platform/runtime/fair-limiter.ts";
import { getRequester } from "#server/platform/runtime/requester-context.ts";
import type { Acting, Tx } from "./row-security.ts";
import { CommitWatch } from "./connection.ts";
import type { GatheredStatement, Traffic } from "./connection.ts";
import { openEnding } from "./cancel-statement.ts";
import { parseTexts, parseTime, textArray } from "./values.ts";
import { RowClient } from "./row-client.ts";
import { StatementNames } from "./statement-names.ts";
import { openTransactions } from "./transactions.ts";
import type { TransactionOptions } from "./transactions.ts";

export interface Database {
  /**
   * Runs `work` in one transaction that acts for `acting`; commits its value, or rolls back if it throws. A transaction that the database aborts
   * because of a conflict with another (`collisions`), or whose work throws `StaleRead`, is run again from the start, so side effects of `work` outside the transaction must be
   * repeatable.
   * @throws what `work` throws, and errors of the database
   */
  transaction<T>(acting: Acting, work: (tx: Tx) => Promise<T>): Promise<T>;
  /**
   * Like `transaction`, without saying who it acts for: nothing is visible until that is set (`open_session` sets it in the lookup's own round
   * trip).
   * @param signal for work whose result nobody else needs: soon after this is aborted, the statement ends, in the database too
   */
  begin<T>(work: (tx: Tx) => Promise<T>, signal?: AbortSignal): Promise<T>;
  /** Like `begin`, for work that changes nothing: PostgreSQL refuses changes in it, and its value does not wait for the commit. */
  read<T>(work: (tx: Tx) => Promise<T>, signal?: AbortSignal): Promise<T>;
  /**
   * Runs one statement in one round trip: a transaction of its own, in which it sets who it acts for (`device_standing`).
   * @throws errors of the database
   */
  statement<T>(statement: RawBuilder<T>): Promise<T[]>;
  /**
   * Calls `then` soon after each commit of this process with rows that were gathered for a statement (`gatherForCommit`); not for one whose answer was lost,
   * nor if the process ends before.
   * @returns ends it
   */
  watchCommits<R>(statement: GatheredStatement<R>, then: () => void): () => void;
  /** Whether the database answers, asked over a separate connection, so that a busy pool is not mistaken for a broken database. */
  isReachable(): Promise<boolean>;
  /** how many transactions run, and how many wait for a connection */
  readonly count: FairLimiter["count"];
  /** statements and round trips so far, for tests and benches */
  readonly traffic: Readonly<Traffic>;
  /** the underlying pool, for metrics. A connection of it may be in a read that ends with its next transaction: ask through the methods above. */
  readonly pool: pg.Pool;
  close(): Promise<void>;
}

export interface DatabaseOptions {
  /** maximum connections of this process */
  connections?: number;
  statementTimeoutMs?: number;
  /** how long to wait for a lock, and for a free connection: 10 s */
  waitMs?: number;
  /** whether a pooler stands between, which may change PostgreSQL's connection between two transactions: everything is set in each of them */
  isPooled?: boolean;
  onError?: (error: Error) => void;
}

/**
 * Thrown by work that notices, once it has its locks, that what it chose them by has changed: its transaction is run again from the start. The code is
 * PostgreSQL's serialization_failure, so that a caller who runs out of tries is asked to try later.
 */
export class StaleRead extends Error {
  readonly code = "40001";
}

/**
 * Error codes that mean a conflict with another transaction and no fault of this one: serialization_failure, deadlock_detected, and
 * foreign_key_violation if a row was deleted after it was looked up. The retry does not find the row, and says so.
 */
const collisions = new Set(["40001", "40P01", "23503"]);
const mostTries = 4;

/**
 * Whether a prepared statement is of no use any more: a migration has changed what it returns (feature_not_supported, thrown there alone), or its
 * connection has lost it (invalid_sql_statement_name, duplicate_prepared_statement), as a pooler's might.
 */
function isStatementStale({ code, routine }: pg.DatabaseError): boolean {
  // Its message is in the server's language.
  return code === "26000" || code === "42P05" || (code === "0A000" && routine === "RevalidateCachedQuery");
}

/** Retries a transaction after a conflict, each time after a random delay, so that the same two do not conflict again. */
async function againWhenCollided<T>(names: StatementNames, transaction: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await transaction();
    } catch (error) {
      const isStale = error instanceof pg.DatabaseError && isStatementStale(error);
      const hasCollided = isStale || error instanceof StaleRead || (error instanceof pg.DatabaseError && collisions.has(error.code ?? ""));
      if (!hasCollided || tries === mostTries) throw error;
      if (isStale) names.renew();
    }
    await sleep(Math.random() * 25 * tries);
  }
}

/**
 * Companies share the connections, whatever they use them for: a statement that waits for a lock counts for the company that sent it. One company
 * has at most two fifths, and a quarter is reserved for those that have none.
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

/** Asks whether the database answers, over a connection of its own. */
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

const { INT8, TIMESTAMPTZ } = pg.types.builtins;
/** Values of bigint columns are counts and sizes here, all within 2^53. */
const parsers: ReadonlyMap<number, (text: string) => unknown> = new Map<number, (text: string) => unknown>([
  [INT8, Number],
  [TIMESTAMPTZ, parseTime],
  [textArray, parseTexts],
]);
const types: pg.CustomTypesConfig = {
  getTypeParser: (oid, format) =>
    (format === "binary" ? undefined : parsers.get(oid)) ?? pg.types.getTypeParser(oid, format === "binary" ? "text" : format),
};

interface Limits {
  readonly statementTimeoutMs: number;
  readonly waitMs: number;
}

/** The settings of each connection, or of each transaction behind a pooler. */
function listSettings({ statementTimeoutMs, waitMs }: Limits): readonly (readonly [string, string])[] {
  return [
    ["role", "quayside_app"],
    ["statement_timeout", String(statementTimeoutMs)],
    ["lock_timeout", String(waitMs)],
    ["idle_in_transaction_session_timeout", "60000"],
    ["timezone", "UTC"],
    // All storage is flash or memory. At the default of 4 the planner read a tenant's 100,000 rows by bitmap (33 ms) and not by index (5 ms).
    ["random_page_cost", "1.1"],
    // A prepared statement is planned once, for any values. By default PostgreSQL plans for the values of each use as long as it estimates that this pays,
    // and hardly counts what planning costs under row-level security: of 39 reads none was faster so, a page of stock 2.6 times slower.
    ["plan_cache_mode", "force_generic_plan"],
  ];
}

/**
 * Opens the application's pool. Whatever login the URL names, each connection acts as the role `quayside_app`, which owns nothing.
 * @param appUrl postgres:// URL
 */
export function openDatabase(appUrl: string, options: DatabaseOptions = {}): Database {
  const { connections = 20, waitMs = 10_000, statementTimeoutMs = 30_000, isPooled = false } = options;
  const onError = (error: Error) => options.onError?.(error);
  const settings = listSettings({ statementTimeoutMs, waitMs });
  const pool = new pg.Pool({
    connectionString: appUrl,
    max: connections,
    connectionTimeoutMillis: waitMs,
    idleTimeoutMillis: 60_000,
    keepAlive: true,
    application_name: "quayside",
    types,
    pipeline: true,
    Client: RowClient,
    ...(isPooled ? {} : { options: settings.map(([name, value]) => `-c ${name}=${value}`).join(" ") }),
  });
  // An idle connection that the server closed (a restart) is no reason to crash: the pool opens another.
  pool.on("error", onError);
  // A connection closed between two statements of a transaction emits an unhandled error, which would end the process; its next statement fails.
  pool.on("connect", (client) => client.on("error", () => undefined));
  const names = new StatementNames();
  const traffic = { statements: 0, roundTrips: 0 };
  const commits = new CommitWatch();
  const setAll = isPooled ? settings.map(([name, value]) => `; set local ${name} = '${value}'`).join("") : "";
  const beginText = (isRead: boolean) => `begin${isRead ? " read only" : ""}${setAll}`;
  const transactions = openTransactions(pool, {
    names,
    traffic,
    beginText,
    commits,
    types,
    isPooled,
    end: openEnding(appUrl, isPooled, onError),
    onError,
  });
  const readiness = openReadiness(appUrl, options.onError);
  const limiter = createConnectionLimiter(connections, waitMs);
  const withConnection = <T>(acting: Acting | undefined, work: () => Promise<T>): Promise<T> => {
    const { company, signal } = getRequester(acting === undefined ? undefined : getActingCompany(acting));
    // Cleanup after a disconnected client still gets its turn.
    const requester = { company, signal: signal?.aborted === true ? undefined : signal };
    return againWhenCollided(names, () => limiter.run(requester, "", work));
  };
  const run = <T>(acting: Acting | undefined, work: (tx: Tx) => Promise<T>, how?: TransactionOptions): Promise<T> =>
    withConnection(acting, () => transactions.run(work, how));
  return {
    pool,
    traffic,
    count: limiter.count,
    isReachable: readiness.isReachable,
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- only compared with the statements that were sent
    watchCommits: (statement, then) => commits.watch(statement as GatheredStatement<unknown>, then),
    transaction: (acting, work) =>
      run(acting, async (tx) => {
        actAs(tx, acting);
        return work(tx);
      }),
    begin: (work, signal) => run(undefined, work, { signal }),
    read: (work, signal) => run(undefined, work, { isRead: true, signal }),
    statement: (statement) =>
      isPooled
        ? run(undefined, async (tx) => (await statement.execute(tx)).rows)
        : withConnection(undefined, () => transactions.runStatement(statement)),
    async close() {
      await readiness.close();
      await pool.end();
    },
  };
}

import type { RawBuilder } from "kysely";
import type pg from "pg";
import { Connection } from "./connection.ts";
import type { ConnectionOptions } from "./connection.ts";
import { watchRequester } from "./cancel-statement.ts";
import type { EndConnection } from "./cancel-statement.ts";
import type { Tx } from "./row-security.ts";
import { RequesterGone } from "#server/platform/runtime/fair-limiter.ts";

/** How long a statement may continue after its requester has gone: most finish by themselves before that, and their connection survives. */
const usualGraceMs = 1000;

export interface TransactionOptions {
  /** PostgreSQL refuses changes, and nobody waits for the commit */
  readonly isRead?: boolean;
  /** soon after this is aborted the statement ends, in the database too */
  readonly signal?: AbortSignal | undefined;
  readonly graceMs?: number;
}

export interface Transactions {
  /**
   * Runs `work` in one transaction; commits its value, or rolls back if it throws.
   * @throws what `work` throws; RequesterGone if it was ended because of its signal; errors of the database
   */
  run<T>(work: (tx: Tx) => Promise<T>, options?: TransactionOptions): Promise<T>;
  /** Runs one statement, which PostgreSQL commits by itself. @throws errors of the database */
  runStatement<T>(statement: RawBuilder<T>): Promise<T[]>;
}

/** Runs transactions over a pool, each on one of its connections. */
export function openTransactions(
  pool: pg.Pool,
  {
    end,
    onError,
    ...shared
  }: ConnectionOptions & {
    end: EndConnection;
    onError: (error: Error) => void;
  },
): Transactions {
  const connections = new WeakMap<pg.PoolClient, Connection>();

  async function connect(): Promise<Connection> {
    const client = await pool.connect();
    const known = connections.get(client) ?? new Connection(client, shared);
    connections.set(client, known);
    return known;
  }

  async function finish(connection: Connection, isRead: boolean): Promise<void> {
    if (!isRead) return connection.commit();
    if (!shared.isPooled) return connection.endRead();
    // A pooler lends PostgreSQL's connection for as long as the transaction: a read may not stay open for a moment.
    connection.commit().catch(onError);
  }

  /** @param isEnded whether the connection was ended, or is about to be */
  async function rollBack(connection: Connection, isEnded: boolean): Promise<void> {
    // Of work that runs side by side, parts may go on after another has failed: their next statement must not meet the next transaction.
    const isLeft = connection.isBusy;
    try {
      await connection.rollback();
      connection.client.release(isEnded || isLeft || connection.isBusy);
    } catch {
      connection.client.release(true);
    }
  }

  return {
    async run(work, { isRead = false, signal, graceMs = usualGraceMs } = {}) {
      const connection = await connect();
      const { client } = connection;
      if (signal?.aborted === true) {
        client.release();
        throw new RequesterGone();
      }
      const watch = signal === undefined ? null : watchRequester(client, { signal, graceMs, end });
      try {
        connection.begin(isRead);
        const value = await work(connection.tx);
        await finish(connection, isRead);
        client.release(watch?.hasEnded() === true);
        return value;
      } catch (error) {
        await rollBack(connection, watch?.hasEnded() === true);
        throw watch?.hasEnded() === true ? new RequesterGone() : connection.getCause(error);
      } finally {
        watch?.stop();
      }
    },
    async runStatement(statement) {
      const connection = await connect();
      const { client, tx } = connection;
      try {
        connection.closeRead();
        return (await statement.execute(tx)).rows;
      } finally {
        client.release();
      }
    },
  };
}

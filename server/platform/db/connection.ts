import {
  AbortedTransactionError,
  DefaultQueryExecutor,
  DummyDriver,
  PostgresAdapter,
  PostgresDialect,
  PostgresQueryCompiler,
} from "kysely";
import { Transaction } from "kysely";
import type { CompiledQuery, DatabaseConnection, QueryResult } from "kysely";
import pg from "pg";
import { assertTurn } from "./exclusive-turn.ts";
import type { DB } from "./schema.generated.ts";
import { PreparedQuery } from "./prepared-query.ts";
import type { Layouts } from "./prepared-query.ts";
import type { NamedStatement, StatementNames } from "./statement-names.ts";

/** As in row-security.ts, which sends what was gathered when another acts. */
type Tx = Transaction<DB>;

/** What a process has sent to the database so far, apart from the ends of reads, which nobody waits for. */
export interface Traffic {
  statements: number;
  /** times that it sent something over a connection that had nothing in flight, and so began to wait for the network */
  roundTrips: number;
}

const endReadMs = 2;
/** A prepared statement that took longer is planned again: its plan may be of a time when the table was small. Planning takes 2 to 20 ms. */
const slowMs = 500;

/** Prepared statements of one connection. PostgreSQL stores each with its plan (20 to 200 kB), so the least recently used is closed. */
const mostPrepared = 200;
const changes = new Set(["INSERT", "UPDATE", "DELETE", "MERGE"]);

/** Sets who a connection acts as and its limits; sent with each `begin` if a pooler may change the connection between two transactions. */
export type BeginText = (isRead: boolean) => string;

/** What the connections of one pool share. */
export interface ConnectionOptions {
  readonly names: StatementNames;
  readonly traffic: Traffic;
  readonly beginText: BeginText;
  readonly commits: CommitWatch;
  readonly types: pg.CustomTypesConfig;
  /** whether a pooler may prepare a statement again, on another connection, after its columns have changed */
  readonly isPooled: boolean;
}

/** The connections by what sends statements over them. */
const connections = new WeakMap<Tx, Connection>();

/**
 * Sends a statement whose answer nobody needs, before every later one, and does not wait: the transaction goes on at once. If the statement fails, so
 * does the transaction, with that error, at its next statement or its commit.
 */
export function sendUnawaited(tx: Tx, statement: Compilable): void {
  getConnection(tx).sendUnawaited(statement.compile(tx));
}

/** Builds one statement of rows that were gathered during a transaction. */
export type GatheredStatement<R> = (rows: readonly R[]) => Compilable;

/**
 * Gathers a row for a statement that ends the transaction: one statement for all rows of it, sent like those of `sendUnawaited` before the commit, or before
 * the transaction acts for another.
 */
export function gatherForCommit<R>(tx: Tx, statement: GatheredStatement<R>, row: R): void {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a statement receives the rows that were gathered for it alone
  getConnection(tx).gather(statement as GatheredStatement<unknown>, row);
}

/** Calls what waits for the commits of transactions that gathered rows for a statement. */
export class CommitWatch {
  readonly #watchers = new Map<GatheredStatement<unknown>, Set<() => void>>();

  /** @returns ends it */
  watch(statement: GatheredStatement<unknown>, then: () => void): () => void {
    const watchers = this.#watchers.get(statement) ?? new Set();
    this.#watchers.set(statement, watchers.add(then));
    return () => watchers.delete(then);
  }

  tell(statements: Iterable<GatheredStatement<unknown>>): void {
    for (const statement of statements) this.#watchers.get(statement)?.forEach((then) => then());
  }
}

/** Sends what was gathered so far. */
export function sendGathered(tx: Tx): void {
  getConnection(tx).sendGathered();
}

/** Sets a savepoint without waiting. */
export function setSavepoint(tx: Tx, name: string): void {
  getConnection(tx).setSavepoint(name);
}

/** Rolls back to the last savepoint, which has this name: what was gathered since is forgotten. */
export async function rollBackTo(tx: Tx, name: string): Promise<void> {
  await getConnection(tx).rollBackTo(name);
}

function getConnection(tx: Tx): Connection {
  const connection = connections.get(tx);
  if (connection === undefined) throw new Error("db: not a transaction of ours");
  return connection;
}

/** A statement of the query builder, which ignores what it is compiled for, or a text with `sql`. */
interface Compilable {
  compile(tx: Tx): CompiledQuery;
}

/**
 * A connection of the pool. Statements are sent at once, without waiting for the answers to earlier ones (PostgreSQL answers in order), so
 * statements that do not depend on each other cost one round trip together.
 */
export class Connection implements DatabaseConnection {
  readonly client: pg.PoolClient;
  /** sends statements over this connection; one object for all transactions, because creating it costs more than a simple statement */
  readonly tx: Tx;
  readonly #names: StatementNames;
  readonly #traffic: Traffic;
  readonly #beginText: BeginText;
  readonly #prepared = new Map<string, true>();
  readonly #types: pg.CustomTypesConfig;
  readonly #isPooled: boolean;
  readonly #layouts: Layouts = new Map();
  #inFlight = 0;
  #isCorked = false;
  #endOfRead: NodeJS.Timeout | null = null;
  #begun: Promise<unknown> = Promise.resolve();
  #hasBegun = false;
  #cause: unknown = null;
  readonly #gathered = new Map<GatheredStatement<unknown>, unknown[]>();
  /** statements of gathered rows that this transaction has sent */
  readonly #sent = new Set<GatheredStatement<unknown>>();
  readonly #commits: CommitWatch;

  constructor(client: pg.PoolClient, { names, traffic, beginText, commits, types, isPooled }: ConnectionOptions) {
    this.client = client;
    this.#types = types;
    this.#isPooled = isPooled;
    this.#names = names;
    this.#traffic = traffic;
    this.#beginText = beginText;
    this.#commits = commits;
    const provider = { provideConnection: <T>(consumer: (connection: DatabaseConnection) => Promise<T>) => consumer(this) };
    const executor = new DefaultQueryExecutor(new PostgresQueryCompiler(), new PostgresAdapter(), provider);
    const dialect = new PostgresDialect({ pool: async () => Promise.reject(new Error("transactions have their connection")) });
    this.tx = new Transaction<DB>({ config: { dialect }, driver: new DummyDriver(), dialect, executor });
    connections.set(this.tx, this);
  }

  /**
   * Begins a transaction without waiting: a failure is thrown by `commit` or `endRead`.
   * @param isRead whether PostgreSQL refuses changes in it
   */
  begin(isRead: boolean): void {
    this.#hasBegun = false;
    this.#cause = null;
    this.#gathered.clear();
    this.#sent.clear();
    this.#begun = this.#send(`${this.#takeOpenRead() ? "commit; " : ""}${this.#beginText(isRead)}`).then(() => (this.#hasBegun = true));
    this.#begun.catch(() => undefined);
  }

  /** Whether statements are still unanswered. */
  get isBusy(): boolean {
    return this.#inFlight > 0;
  }

  /** Returns why a transaction failed: of statements that travel together, only the first to fail says so, and may be noticed last. */
  getCause(error: unknown): unknown {
    const isConsequence = isOfAborted(error) || error instanceof AbortedTransactionError;
    return isConsequence && this.#cause !== null ? this.#cause : error;
  }

  /**
   * Ends a read, on which nothing depends: with the beginning of the connection's next transaction, which saves writing to the socket, or in 2 ms.
   * @throws what made it fail
   */
  async endRead(): Promise<void> {
    if (!this.#hasBegun) await this.#begun;
    // The error arrives before the status that it leads to, and sometimes well before.
    if (this.#cause !== null || this.client.getTransactionStatus() === "E") throw this.#cause ?? new AbortedTransactionError();
    this.#endOfRead = setTimeout(() => this.closeRead(), endReadMs);
  }

  /** Ends a read that is still open: the next statement is no part of it. If the connection has failed, the pool reports that. */
  closeRead(): void {
    if (this.#takeOpenRead()) this.client.query("commit").catch(() => undefined);
  }

  #takeOpenRead(): boolean {
    if (this.#endOfRead === null) return false;
    clearTimeout(this.#endOfRead);
    this.#endOfRead = null;
    return true;
  }

  /** @throws AbortedTransactionError if an earlier statement failed, so that PostgreSQL rolled back */
  async commit(): Promise<void> {
    this.sendGathered();
    const [, { command }] = await Promise.all([this.#begun, this.#send("commit")]);
    if (command === "ROLLBACK") throw new AbortedTransactionError();
    this.#commits.tell(this.#sent);
  }

  async rollback(): Promise<void> {
    await this.#send("rollback");
  }

  async executeQuery<R>({ sql, parameters }: CompiledQuery): Promise<QueryResult<R>> {
    const { command, rowCount, rows } = await this.#send(sql, parameters);
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- kysely names the type of the rows that it asked for
    const typed = (rows ?? []) as R[];
    return changes.has(command) ? { rows: typed, numAffectedRows: BigInt(rowCount ?? 0) } : { rows: typed };
  }

  /** Sends a statement at once: `executeQuery` is reached a few turns of the microtask queue later, which commits could overtake. */
  sendUnawaited({ sql, parameters }: CompiledQuery): void {
    // Its failure is the cause of the next statement's, or of the commit's.
    this.#send(sql, parameters).catch(() => undefined);
  }

  gather(statement: GatheredStatement<unknown>, row: unknown): void {
    const rows = this.#gathered.get(statement);
    if (rows === undefined) this.#gathered.set(statement, [row]);
    else rows.push(row);
  }

  sendGathered(): void {
    for (const [statement, rows] of this.#gathered) {
      this.sendUnawaited(statement(rows).compile(this.tx));
      this.#sent.add(statement);
    }
    this.#gathered.clear();
  }

  setSavepoint(name: string): void {
    // What was gathered before is not rolled back with it.
    this.sendGathered();
    void this.#send(`savepoint ${name}`).catch(() => undefined);
  }

  async rollBackTo(name: string): Promise<void> {
    this.#gathered.clear();
    await this.#send(`rollback to savepoint ${name}`);
  }

  streamQuery(): never {
    throw new Error("a pipelined connection does not stream; read in batches");
  }

  async #send(text: string, values: readonly unknown[] = []): Promise<pg.QueryResult> {
    assertTurn(this.tx);
    const statement = this.#names.use(text);
    if (statement.name !== undefined) this.#remember(statement.name);
    this.#traffic.statements += 1;
    this.#writeTogether();
    if (this.#inFlight === 0) this.#traffic.roundTrips += 1;
    this.#inFlight += 1;
    const begun = performance.now();
    try {
      return await this.#ask(statement, [...values]);
    } catch (error) {
      // Of who sent it, and not of the socket.
      if (error instanceof Error) Error.captureStackTrace(error);
      if (!isOfAborted(error)) this.#cause = error;
      throw error;
    } finally {
      this.#inFlight -= 1;
      if (statement.name !== undefined && performance.now() - begun > slowMs) this.#names.replan(text);
    }
  }

  /** Sends a statement. By pg's callback and not by its promise, which keeps the rows until the next full garbage collection (docs/gotchas.md). */
  #ask(statement: NamedStatement, values: unknown[]): Promise<pg.QueryResult> {
    const { name, text } = statement;
    return new Promise((resolve, reject) => {
      const settle = (error: Error | null, result: pg.QueryResult) => {
        if (error === null) resolve(result);
        else reject(error);
      };
      const layouts: Layouts = this.#isPooled ? new Map() : this.#layouts;
      const query: pg.QueryConfig & { callback: typeof settle } = { text, values, callback: settle };
      if (name === undefined) void this.client.query(query);
      else this.client.query(new PreparedQuery({ name, text, values }, { layouts, types: this.#types }, settle));
    });
  }

  /** Sends all statements of this turn of the event loop in one write: writing to sockets took a third of a request's time in Node. */
  #writeTogether(): void {
    if (this.#isCorked) return;
    this.#isCorked = true;
    const { stream } = this.client.connection;
    stream.cork();
    // Runs once everything that can go on without an answer has gone on.
    process.nextTick(() => {
      this.#isCorked = false;
      stream.uncork();
    });
  }

  #remember(name: string): void {
    this.#prepared.delete(name);
    this.#prepared.set(name, true);
    const [oldest] = this.#prepared.keys();
    if (this.#prepared.size <= mostPrepared || oldest === undefined) return;
    this.#prepared.delete(oldest);
    this.#layouts.delete(oldest);
    closePrepared(this.client, oldest);
  }
}

/** Whether a statement failed because an earlier one of its transaction had (in_failed_sql_transaction). */
function isOfAborted(error: unknown): boolean {
  return error instanceof pg.DatabaseError && error.code === "25P02";
}

/** What pg remembers of a connection's prepared statements; not part of its types. */
interface Preparing {
  readonly parsedStatements: Record<string, string>;
}

/**
 * Closes a prepared statement by the protocol's own message, which a pooler understands too, unlike DEALLOCATE (PostgreSQL, 55.2.3). The next
 * statement's Sync covers it.
 */
function closePrepared({ connection }: pg.PoolClient, name: string): void {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- pg's types leave the field out; without it, nothing is closed
  const { parsedStatements } = connection as unknown as Partial<Preparing>;
  if (parsedStatements === undefined || !Object.hasOwn(parsedStatements, name)) return;
  // oxlint-disable-next-line typescript/no-dynamic-delete -- pg keeps the names in an object
  delete parsedStatements[name];
  connection.close({ type: "S", name }, true);
}

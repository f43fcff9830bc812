import { randomBytes } from "node:crypto";
import { isDeepStrictEqual } from "node:util";
import type { FastifyInstance } from "fastify";
import type pg from "pg";
import { buildApp } from "#server/app.ts";
import { newId } from "#server/platform/runtime/clock.ts";
import { readServerEnvironment } from "#server/platform/runtime/environment.ts";
import { openLog } from "#server/platform/runtime/logging.ts";
import { openServices } from "#server/open-services.ts";

/** A statement as sent by the server, and its row count. */
export interface Statement {
  readonly text: string;
  readonly values: readonly unknown[];
  readonly rowCount: number | null;
}

/** A real server within this process whose statements are recorded. */
export interface Overheard {
  app: FastifyInstance;
  /** Runs `work` and returns the statements sent meanwhile, in order. */
  statementsOf(work: () => Promise<unknown>): Promise<Statement[]>;
  /** what was sent so far: statements, and round trips, each of which may carry several */
  readonly traffic: { readonly statements: number; readonly roundTrips: number };
  close(): Promise<void>;
}

/** Opens the server without a port to record its statements: each `begin`, `set_config` and `commit`. */
export async function overhear(dataDir: string, appUrl: string): Promise<Overheard> {
  const environment = readServerEnvironment({ DATA_DIR: dataDir, PORT: "0" });
  const opened = await openServices(environment, { appUrl, directUrl: appUrl }, false, openLog("silent"), () => null);
  let heard: Statement[] = [];
  opened.services.database.pool.on("connect", (client) => listenTo(client, (statement) => heard.push(statement)));
  const { app } = await buildApp(opened.services, {
    isProduction: false,
    ratePerMinute: environment.RATE_PER_MINUTE,
    trustProxy: false,
    metricsToken: undefined,
    isStopping: () => false,
  });
  await app.ready();
  return {
    app,
    traffic: opened.services.database.traffic,
    async statementsOf(work) {
      const during: Statement[] = [];
      heard = during;
      await work();
      heard = [];
      return during;
    },
    async close() {
      await app.close();
      await opened.close();
    },
  };
}

/** A statement as the server gives it to pg. */
interface Asked {
  readonly text: string;
  readonly values: readonly unknown[];
  callback: (error: Error | null, result: pg.QueryResult) => void;
}

/** Reports each statement of a connection once it is answered. */
export function listenTo(client: pg.PoolClient, tell: (statement: Statement) => void): void {
  const ask = client.query.bind(client) as (query: Asked | string) => unknown;
  const overheard = (query: Asked | string) => {
    if (typeof query === "string") return ask(query);
    const { text, values, callback } = query;
    const settle: Asked["callback"] = (error, result) => {
      if (error === null) tell({ text, values, rowCount: result.rowCount });
      callback(error, result);
    };
    query.callback = settle;
    return ask(query);
  };
  Object.assign(client, { query: overheard });
}

/** Statements to send repeatedly, with new values where they must be unique. */
export type Script = () => readonly Statement[];

/** Repeats the same statements: for reads. */
export function sameEachTime(statements: readonly Statement[]): Script {
  return () => statements;
}

/**
 * Regenerates what differs between two recordings of the same request: ids, hashes, sealed keys; of texts, such as the JSON of an audit row, the ids in
 * them. Equal values stay equal within one run. Times stay, because the windows for counting attempts depend on them.
 */
export function newEachTime(once: readonly Statement[], again: readonly Statement[]): Script {
  if (once.length !== again.length || once.some(({ text }, at) => text !== again[at]?.text))
    throw new Error("bench: two of the same requests did not send the same statements");
  const fresh = new Set<string>();
  for (const [at, { values }] of once.entries())
    for (const [index, value] of values.entries()) {
      const other = again[at]?.values[index];
      if (Buffer.isBuffer(value) && !isDeepStrictEqual(value, other)) fresh.add(toName(value));
      if (typeof value === "string" && typeof other === "string")
        for (const uuid of value.match(uuids) ?? []) if (!other.includes(uuid)) fresh.add(uuid);
    }
  return () => {
    const made = new Map<string, unknown>();
    const renewed = <T>(name: string, make: () => T): T => {
      if (!made.has(name)) made.set(name, make());
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a name is made by one kind of value alone
      return made.get(name) as T;
    };
    const renew = (value: unknown) => {
      if (Buffer.isBuffer(value) && fresh.has(toName(value))) return renewed(toName(value), () => randomBytes(value.length));
      if (typeof value === "string") return value.replace(uuids, (uuid) => (fresh.has(uuid) ? renewed(uuid, newId) : uuid));
      return value;
    };
    return once.map(({ text, values, rowCount }) => ({ text, rowCount, values: values.map(renew) }));
  };
}

const uuids = /\b[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\b/g;

function toName(value: Buffer): string {
  return value.toString("base64");
}

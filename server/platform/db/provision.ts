import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import type { Logger } from "pino";
import type { ServerEnvironment } from "#server/platform/runtime/environment.ts";
import { startEmbeddedPostgres } from "./embedded.ts";
import type { EmbeddedPostgres } from "./embedded.ts";

/** Interval between attempts to start PostgreSQL on a full disk. */
const fullDiskRetryMs = 5000;

/** Whether a start failed because the disk was full: in the system's words, which PostgreSQL's own lines repeat. */
function wantsRoom(error: unknown): boolean {
  return /ENOSPC|EDQUOT|No space left on device|Disk quota exceeded/i.test(error instanceof Error ? error.message : String(error));
}

/** The database of this process: an external one, or our own. */
export interface Provisioned {
  ownerUrl: string;
  appUrl: string;
  /** past a pooler, if there is one: for what needs a connection of its own */
  directUrl: string;
  stop(): Promise<void>;
}

/** @throws Error of one line that names the variable, and never the password in its URL */
async function mustAnswer(url: string, variable: string): Promise<void> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 10_000, application_name: "quayside start" });
  client.on("error", () => undefined);
  try {
    await client.connect();
  } catch (error) {
    // A host name with several addresses fails with one error for each, and no message of its own.
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- thrown values are `unknown`; only optional fields are read
    const { message = "", code = "" } = error as { message?: string; code?: string };
    throw new Error(`${variable}: the database cannot be reached (${message === "" ? code : message})`, { cause: error });
  } finally {
    await client.end().catch(() => undefined);
  }
}

/**
 * Opens the database that the environment names; without one, the embedded PostgreSQL on the data folder, restarted after an unexpected end, as
 * often as a full disk requires.
 * @param giveUp called if it cannot be restarted
 */
export async function provisionDatabase(environment: ServerEnvironment, log: Logger, giveUp: (why: string) => void): Promise<Provisioned> {
  const { DATABASE_URL, APP_DATABASE_URL, DATABASE_DIRECT_URL, DATA_DIR } = environment;
  if (DATABASE_URL !== undefined) {
    await mustAnswer(DATABASE_URL, "DATABASE_URL");
    if (APP_DATABASE_URL !== undefined) await mustAnswer(APP_DATABASE_URL, "APP_DATABASE_URL");
    if (DATABASE_DIRECT_URL !== undefined) await mustAnswer(DATABASE_DIRECT_URL, "DATABASE_DIRECT_URL");
    const appUrl = APP_DATABASE_URL ?? DATABASE_URL;
    return { ownerUrl: DATABASE_URL, appUrl, directUrl: DATABASE_DIRECT_URL ?? appUrl, stop: async () => undefined };
  }
  let isStopping = false;
  const start = () =>
    startEmbeddedPostgres({
      dataDir: DATA_DIR,
      log: (line) => log.debug({ postgres: line }, "database"),
      onExit: (code) => void again(code),
    });
  let starting: Promise<EmbeddedPostgres> = start();
  const { port, ownerUrl, appUrl } = await starting;
  async function again(code: number | null): Promise<void> {
    if (isStopping) return;
    log.error({ code }, "database: PostgreSQL exited unexpectedly, restarting it");
    for (let isTold = false; ;) {
      starting = start();
      try {
        const running = await starting;
        // All of our connections know the first port.
        if (running.port !== port) giveUp("another program has taken the database's port");
        else log.info("database: PostgreSQL is running again");
        return;
      } catch (error) {
        const why = error instanceof Error ? error.message : String(error);
        if (!wantsRoom(error)) return giveUp(why);
        // Everything acknowledged is in the write-ahead log, from which PostgreSQL recovers once it can write.
        if (!isTold) log.error({ why }, "database: the disk is full, PostgreSQL restarts once there is space");
        isTold = true;
      }
      await sleep(fullDiskRetryMs);
      if (isStopping) return;
    }
  }
  return {
    ownerUrl,
    appUrl,
    directUrl: appUrl,
    async stop() {
      isStopping = true;
      // Includes one that is just being restarted.
      const running = await starting.catch(() => null);
      await running?.stop();
    },
  };
}

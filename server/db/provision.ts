import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import type { Logger } from "pino";
import type { ServerEnvironment } from "#server/environment.ts";
import { startEmbeddedPostgres } from "./embedded.ts";
import type { EmbeddedPostgres } from "./embedded.ts";

/** Between two tries to start PostgreSQL on a disk without room. */
const fullDiskRetryMs = 5000;

/** Whether a start failed for want of room: in the words of the system, which PostgreSQL's own lines hold too. */
function wantsRoom(error: unknown): boolean {
  return /ENOSPC|EDQUOT|No space left on device|Disk quota exceeded/i.test(error instanceof Error ? error.message : String(error));
}

/** The database of this process: one that stands elsewhere, or our own. */
export interface Provisioned {
  ownerUrl: string;
  appUrl: string;
  stop(): Promise<void>;
}

/** @throws Error of one line that names the variable, and never the password in its URL */
async function mustAnswer(url: string, variable: string): Promise<void> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 10_000, application_name: "quayside start" });
  client.on("error", () => undefined);
  try {
    await client.connect();
  } catch (error) {
    // A name that stands for several addresses fails with an error for each, and no words of its own.
    const { message = "", code = "" } = error as { message?: string; code?: string };
    throw new Error(`${variable}: the database cannot be reached (${message === "" ? code : message})`, { cause: error });
  } finally {
    await client.end().catch(() => undefined);
  }
}

/**
 * The database that the environment names; without one, the embedded PostgreSQL on the data folder, which is started again where it ends unasked,
 * as often as its full disk wants it.
 * @param giveUp called where it cannot be had again
 */
export async function provisionDatabase(environment: ServerEnvironment, log: Logger, giveUp: (why: string) => void): Promise<Provisioned> {
  const { DATABASE_URL, APP_DATABASE_URL, DATA_DIR } = environment;
  if (DATABASE_URL !== undefined) {
    await mustAnswer(DATABASE_URL, "DATABASE_URL");
    if (APP_DATABASE_URL !== undefined) await mustAnswer(APP_DATABASE_URL, "APP_DATABASE_URL");
    return { ownerUrl: DATABASE_URL, appUrl: APP_DATABASE_URL ?? DATABASE_URL, stop: async () => undefined };
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
    log.error({ code }, "database: PostgreSQL ended by itself, it is started again");
    for (let isTold = false; ;) {
      starting = start();
      try {
        const running = await starting;
        // Every connection of ours knows the first port.
        if (running.port !== port) giveUp("the database's port was taken by another program meanwhile");
        else log.info("database: PostgreSQL runs again");
        return;
      } catch (error) {
        const why = error instanceof Error ? error.message : String(error);
        if (!wantsRoom(error)) return giveUp(why);
        // What it has acknowledged is in its write-ahead log, from which it goes on once it can write.
        if (!isTold) log.error({ why }, "database: PostgreSQL has no room on its disk, it is started as soon as it has");
        isTold = true;
      }
      await sleep(fullDiskRetryMs);
      if (isStopping) return;
    }
  }
  return {
    ownerUrl,
    appUrl,
    async stop() {
      isStopping = true;
      // Also one that is just being started again.
      const running = await starting.catch(() => null);
      await running?.stop();
    },
  };
}

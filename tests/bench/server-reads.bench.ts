import { startEmbeddedPostgres } from "#server/platform/db/embedded.ts";
import type { Bench, Figure } from "./bench.ts";
import { readParent } from "./processor-time.ts";
import { provider } from "./read.ts";
import { readsData } from "./reads-data.ts";
import { findMarks, openBare, readBackendPid, signInAll } from "./reads-ground.ts";
import { checkReferences, measureRead } from "./reads-measure.ts";
import type { ReadsGround } from "./reads-measure.ts";
import { startBareRoutes } from "./reads-bare-routes.ts";
import { measureFloors } from "./reads-yardstick.ts";
import { listReads } from "./reads.ts";
import { startServerProcess } from "./server-process.ts";
import { overhear } from "./server-statements.ts";

/**
 * Every list and the ten most used other reads: a real server process over HTTP compared with a prepared statement that returns the same, on the same
 * database. `QUAYSIDE_READS=goods.` measures the calls whose names begin so.
 */
export const serverReads: Bench = {
  name: "reads",
  async run(): Promise<Figure[]> {
    const dataDir = await readsData();
    const undo: (() => Promise<unknown>)[] = [];
    try {
      const postgres = await startEmbeddedPostgres({ dataDir, log: () => undefined });
      undo.push(postgres.stop);
      const { appUrl } = postgres;
      const server = await startServerProcess("web", dataDir, { DATABASE_URL: postgres.ownerUrl, APP_DATABASE_URL: appUrl });
      undo.push(server.stop);
      const overheard = await overhear(dataDir, appUrl);
      undo.push(overheard.close);
      const { client, close } = await openBare(appUrl);
      undo.push(close);
      const principalOf = await signInAll(server.origin, client);
      const reads = listReads(await findMarks(client, principalOf(provider)), process.env["QUAYSIDE_READS"] ?? "");
      const bare = await startBareRoutes(appUrl, principalOf, reads);
      undo.push(async () => bare.stop());
      const postgresPid = readParent(await readBackendPid(client));
      const ground: ReadsGround = { origin: server.origin, serverPid: server.pid, postgresPid, client, overheard, bare, principalOf };
      const figures: Figure[] = [];
      for (const [read, isEstimated] of await checkReferences(ground, reads))
        figures.push(...(await measureRead(ground, read, isEstimated)));
      return [...figures, ...(await measureFloors(ground, reads))];
    } finally {
      for (const step of undo.toReversed()) await step();
    }
  },
};

import pg from "pg";
import { startEmbeddedPostgres } from "#server/platform/db/embedded.ts";
import type { Bench, Figure } from "./bench.ts";
import { withOwner } from "./data-folder.ts";
import { endedCount, ordersData } from "./orders-data.ts";
import type { OrdersGround } from "./orders-data.ts";
import { listFigures } from "./orders-lists.ts";
import { workFigures } from "./orders-work.ts";
import type { Desk } from "./orders-work.ts";
import { startServerProcess } from "./server-process.ts";
import { overHttp, signInAs } from "./server-sign-in.ts";

let made: Promise<OrdersGround> | null = null;

/** Runs a bench with a server, its jobs, its provider signed in, and a bare client that acts for the provider. */
function onServer(name: string, measure: (desk: Desk) => Promise<Figure[]>): Bench {
  return {
    name,
    async run({ rows = endedCount }) {
      made ??= ordersData(rows);
      const ground = await made;
      const postgres = await startEmbeddedPostgres({ dataDir: ground.dataDir, log: () => undefined });
      const server = await startServerProcess("all", ground.dataDir, {
        DATABASE_URL: postgres.ownerUrl,
        APP_DATABASE_URL: postgres.appUrl,
        RATE_PER_MINUTE: "1000000",
      });
      const client = new pg.Client({ connectionString: postgres.appUrl });
      try {
        await client.connect();
        await client.query("select set_config('app.kind', 'provider', false), set_config('app.provider', $1, false)", [
          ground.providerUuid,
        ]);
        const session = await signInAs({ username: "provider01", area: "p" }, overHttp(server.origin));
        return await withOwner(postgres.ownerUrl, async (owner) => {
          await owner.query("select set_config('app.kind', 'provider', false), set_config('app.provider', $1, false)", [
            ground.providerUuid,
          ]);
          return measure({ origin: server.origin, serverPid: server.pid, session, ground, client, owner });
        });
      } finally {
        await client.end();
        await server.stop();
        await postgres.stop();
      }
    },
  };
}

/** Lists over 10,000,000 orders (or `--rows`), and the work on 50,000 that wait. */
export const ordersBenches: readonly Bench[] = [
  onServer("lists", ({ origin, session, ground, client }) => listFigures(origin, session, ground, client)),
  onServer("work", workFigures),
];

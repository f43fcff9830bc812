import { startEmbeddedPostgres } from "#server/platform/db/embedded.ts";
import type { Bench, Figure } from "./bench.ts";
import { startServerProcess } from "./server-process.ts";
import { overHttp, signInAs } from "./server-sign-in.ts";
import { stockData } from "./stock-data.ts";
import type { StockGround } from "./stock-data.ts";
import { importFigures } from "./stock-import.ts";
import { ledgerFigures } from "./stock-ledger.ts";
import { listFigures } from "./stock-lists.ts";

let made: Promise<StockGround> | null = null;

/** Runs a bench on a million SKUs, which are created once per run. */
function onGround(name: string, measure: (ground: StockGround, appUrl: string, ownerUrl: string) => Promise<Figure[]>): Bench {
  return {
    name,
    async run() {
      made ??= stockData();
      const ground = await made;
      const postgres = await startEmbeddedPostgres({ dataDir: ground.dataDir, log: () => undefined });
      try {
        return await measure(ground, postgres.appUrl, postgres.ownerUrl);
      } finally {
        await postgres.stop();
      }
    },
  };
}

/** The same with a server and its provider signed in. */
function onServer(
  name: string,
  measure: (at: {
    server: Awaited<ReturnType<typeof startServerProcess>>;
    session: Awaited<ReturnType<typeof signInAs>>;
    ground: StockGround;
  }) => Promise<Figure[]>,
): Bench {
  return onGround(name, async (ground, appUrl, ownerUrl) => {
    const server = await startServerProcess("web", ground.dataDir, { DATABASE_URL: ownerUrl, APP_DATABASE_URL: appUrl });
    try {
      const session = await signInAs({ username: "provider01", area: "p" }, overHttp(server.origin));
      return await measure({ server, session, ground });
    } finally {
      await server.stop();
    }
  });
}

/** Movements and reservations, lists, and an import, over 1,000,000 SKUs. */
export const stockBenches: readonly Bench[] = [
  onServer("lists", ({ server, session, ground }) => listFigures(server.origin, session, ground.warehouseUuid)),
  onServer("import", ({ server, session, ground }) => importFigures(server, session, ground)),
  onGround("ledger", (ground, appUrl) => ledgerFigures(appUrl, ground)),
];

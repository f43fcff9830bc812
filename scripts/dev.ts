import { resolve } from "node:path";
import { createServer } from "vite";
import { prepareDataDir } from "#server/platform/runtime/data-dir.ts";
import { openFileLog } from "#server/platform/runtime/logging.ts";
import { startServer } from "#server/start.ts";
import { websocketPortInPage } from "../web/build/websocket-port.ts";
import { readEnvironment } from "./environment.ts";
import { startCarriers, startPayments } from "./sandboxes.ts";

function fail(error: unknown): never {
  console.error(error instanceof Error ? error.message : String(error));
  process.exit(1);
}

/** The addresses that the server answers itself; all others are the application, from its current sources. */
const calls = "^/(v1|api|docs|healthz|readyz|metrics|websocket)(/|\\?|$)";

try {
  const { dataDir, paymentsPort, carriersPort, server: given } = readEnvironment();
  await prepareDataDir(dataDir);
  const { log, path: logFile } = openFileLog(given.LOG_LEVEL, dataDir, console.error);
  const payments = await startPayments(given, paymentsPort);
  const carriers = await startCarriers(payments?.environment ?? given, carriersPort);
  const environment = carriers?.environment ?? payments?.environment ?? given;
  const { host, PORT, PUBLIC_ORIGIN = `http://127.0.0.1:${PORT}` } = environment;
  // The development server has the application's port; ours is any free one behind it.
  const server = await startServer({ ...environment, PORT: 0, PUBLIC_ORIGIN }, "all", log, fail);
  const { ports } = server;
  await payments?.deliverTo(ports.application);
  const vite = await createServer({
    configFile: "web/vite.config.ts",
    plugins: [websocketPortInPage(String(ports.websocket))],
    server: {
      host,
      port: PORT,
      strictPort: true,
      // The Host header is passed on unchanged: it selects the site.
      proxy: { [calls]: { target: `http://127.0.0.1:${ports.application}`, changeOrigin: false, ws: true } },
      // Not the whole repository, which contains keys and data.
      fs: { allow: ["web", "src", "node_modules"].map((folder) => resolve(folder)) },
    },
  });
  await vite.listen().catch(async (error: unknown) => {
    await server.stop();
    throw error;
  });
  for (const signal of ["SIGINT", "SIGTERM"] as const)
    process.once(signal, () => {
      console.log("Stopping ...");
      void vite.close();
      server.stop().then(() => process.exit(0), fail);
    });
  console.log(`
Quayside with hot reload (the page; the server starts anew with the command):
  application     ${vite.resolvedUrls?.local[0] ?? vite.resolvedUrls?.network[0] ?? ""}
  components      ${vite.resolvedUrls?.local[0] ?? vite.resolvedUrls?.network[0] ?? ""}dev/ui
  home page       http://127.0.0.1:${ports.homepage}/  (the last \`npm run build:web\`; a site of /tools/config for localhost:${PORT} has it hot)
  websocket       ws://127.0.0.1:${ports.websocket}
Log               ${logFile}

Ctrl+C stops.`);
} catch (error) {
  fail(error);
}

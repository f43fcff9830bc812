import { join, resolve } from "node:path";
import { prepareDataDir } from "#server/platform/runtime/data-dir.ts";
import { demoAccounts, demoPassword } from "#server/demo.ts";
import { openFileLog } from "#server/platform/runtime/logging.ts";
import type { ServerEnvironment } from "#server/platform/runtime/environment.ts";
import { startServer } from "#server/start.ts";
import type { RunningServer } from "#server/start.ts";
import { readEnvironment } from "./environment.ts";
import { givenToBuild } from "./extension-build-variables.ts";
import { runBeside } from "./run.ts";
import { startCarriers, startMarketplace, startPayments } from "./sandboxes.ts";
import { buildWeb, removeOldWebBuild } from "./web-build.ts";

function fail(error: unknown): never {
  console.error(error instanceof Error ? error.message : String(error));
  process.exit(1);
}

/** The ports of sandboxes; null for one that is not needed. */
interface SandboxPorts {
  readonly payments: number | null;
  readonly carriers: number | null;
}

/** Returns where payments, waybills and mails go on a machine without configured providers. */
function standIns(environment: ServerEnvironment, ports: SandboxPorts): string {
  const lines = [
    ...(ports.payments === null
      ? []
      : [`  payments        http://127.0.0.1:${ports.payments}/  (a sandbox: no money moves, its page names the test cards)`]),
    ...(ports.carriers === null ? [] : [`  carriers        http://127.0.0.1:${ports.carriers}/  (a sandbox: nothing is shipped)`]),
    ...(environment.SMTP_URL === undefined
      ? [`  mails           ${resolve(join(environment.DATA_DIR, "mail"))}  (files, for no mail server is named)`]
      : []),
  ];
  return lines.length === 0 ? "" : `${lines.join("\n")}\n`;
}

/** Writes what a person who starts it for the first time needs to know. */
function introduction(
  { ports, isDemo }: RunningServer,
  environment: ServerEnvironment,
  logFile: string,
  sandboxPorts: SandboxPorts,
): string {
  const { host } = environment;
  const shown = host === "0.0.0.0" ? "127.0.0.1" : host;
  const accounts = demoAccounts.map(({ username, area, display_name }) => `  ${username.padEnd(14)} /${area.padEnd(4)} ${display_name}`);
  return `
Quayside is running:
  application     http://${shown}:${ports.application}/
    suppliers     http://${shown}:${ports.application}/p/login
    retailers     http://${shown}:${ports.application}/ds/login
    its sites     http://${shown}:${ports.application}/tools/config
  home page       http://${shown}:${ports.homepage}/
  its calls       http://${shown}:${ports.application}/docs
  websocket       ws://${shown}:${ports.websocket}  (or /websocket on the application's port)
${standIns(environment, sandboxPorts)}${isDemo ? `\nDemo accounts, password ${demoPassword} (this machine only, never in production):\n${accounts.join("\n")}\n` : ""}
Log               ${logFile}`;
}

function extensionIntroduction(marketplacePort: number): string {
  return `
Quayside Collector is built. To load it:
  Chrome, Edge    open chrome://extensions, switch on "Developer mode", press "Load unpacked" and choose
                  ${resolve(".output/chrome-mv3")}
  Firefox         open about:debugging#/runtime/this-firefox, press "Load Temporary Add-on" and choose
                  ${resolve(".output/firefox-mv2/manifest.json")}
Then open a listing on Etsy and press the Quayside button.

To try it without the real marketplace:  npm run try:extension
The sandbox marketplace listens on       https://127.0.0.1:${marketplacePort}/   (self-signed; loopback only)

Ctrl+C stops.`;
}

try {
  const { marketplacePort, paymentsPort, carriersPort, dataDir, server: given } = readEnvironment();
  await prepareDataDir(dataDir);
  const { log, path: logFile } = openFileLog(given.LOG_LEVEL, dataDir, console.error);
  let running: RunningServer | null = null;
  for (const signal of ["SIGINT", "SIGTERM"] as const)
    process.once(signal, () => {
      console.log("Stopping ...");
      (running?.stop() ?? Promise.resolve()).then(() => process.exit(0), fail);
    });
  const isOld = await removeOldWebBuild(given.WEB_DIR);
  console.log(isOld ? "Starting the server, and building the web application ..." : "Starting the server ...");
  const building = isOld ? buildWeb() : Promise.resolve();
  // A later await sees the error.
  building.catch(() => undefined);
  const payments = await startPayments(given, paymentsPort);
  const carriers = await startCarriers(payments?.environment ?? given, carriersPort);
  const environment = carriers?.environment ?? payments?.environment ?? given;
  const server = await startServer(environment, "all", log, fail);
  running = server;
  await payments?.deliverTo(server.ports.application);
  try {
    // Before slow work: a port in use is reported at once.
    const { port } = await startMarketplace(marketplacePort);
    await building;
    console.log(introduction(server, environment, logFile, { payments: payments?.port ?? null, carriers: carriers?.port ?? null }));
    console.log("\nBuilding Quayside Collector for Chrome and Firefox ...");
    await runBeside("The build", "npm", ["run", "-s", "build"], {
      QUAYSIDE_ORIGIN: givenToBuild("QUAYSIDE_ORIGIN") ?? environment.PUBLIC_ORIGIN ?? `http://127.0.0.1:${server.ports.homepage}`,
    });
    console.log(extensionIntroduction(port));
  } catch (error) {
    await server.stop();
    fail(error);
  }
} catch (error) {
  fail(error);
}

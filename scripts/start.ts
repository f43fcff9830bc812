import { resolve } from "node:path";
import { readEnvironment } from "./environment.ts";
import { runQuietly, startSandbox } from "./run.ts";

try {
  const { marketplacePort } = readEnvironment();
  console.log("Building Quayside Collector for Chrome and Firefox ...");
  runQuietly("The build", "npm", ["run", "-s", "build"]);
  const { port } = await startSandbox(marketplacePort);
  console.log(`
Quayside Collector is built. To load it:
  Chrome, Edge    open chrome://extensions, switch on "Developer mode", press "Load unpacked" and choose
                  ${resolve(".output/chrome-mv3")}
  Firefox         open about:debugging#/runtime/this-firefox, press "Load Temporary Add-on" and choose
                  ${resolve(".output/firefox-mv2/manifest.json")}
Then open a listing on Etsy and press the Quayside button.

To try it without the real marketplace:  npm run try:extension
The sandbox marketplace listens on       https://127.0.0.1:${port}/   (self-signed; loopback only)

Ctrl+C stops.`);
  for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => process.exit(0));
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error));
  process.exit(1);
}

import { existsSync } from "node:fs";
import { join, resolve } from "node:path";
import { chromiumArgs, ensureChromium } from "./browsers.ts";
import { readEnvironment } from "./environment.ts";
import { launchBrowser } from "./launch-browser.ts";
import { runQuietly } from "./run.ts";
import { startMarketplace } from "./sandboxes.ts";

/** A listing whose counts disagree by one and that has reviews without text: it shows what the end of an export says. */
const listing = "https://www.etsy.com/listing/1000000101";

try {
  const { dataDir } = readEnvironment();
  if (!existsSync(".output/chrome-mv3/manifest.json")) {
    console.log("Building Quayside Collector ...");
    runQuietly("The build", "npm", ["run", "-s", "build"]);
  }
  const { port } = await startMarketplace(0);
  const headless =
    process.argv.includes("--headless") || (process.platform === "linux" && !process.env["DISPLAY"] && !process.env["WAYLAND_DISPLAY"]);
  const browser = await launchBrowser({
    executablePath: ensureChromium(),
    headless,
    enableExtensions: true,
    pipe: true,
    acceptInsecureCerts: true,
    defaultViewport: null,
    userDataDir: resolve(join(dataDir, "try-extension")),
    args: [...chromiumArgs, `--host-resolver-rules=MAP www.etsy.com:443 127.0.0.1:${port}, MAP i.etsystatic.com:443 127.0.0.1:${port}`],
  });
  const extensionId = await browser.installExtension(resolve(".output/chrome-mv3"));
  const [page = await browser.newPage()] = await browser.pages();
  await page.goto(listing);
  console.log(`${headless ? "No display was found: a browser without a window" : "A browser"} shows ${listing}, served by the sandbox marketplace.
Press the Quayside button on the page, or open the popup from the browser's toolbar.
Dashboard: chrome-extension://${extensionId}/dashboard.html
Close the browser or press Ctrl+C to end.`);
  process.once("SIGINT", () => void browser.close());
  process.once("SIGTERM", () => void browser.close());
  browser.once("disconnected", () => process.exit(0));
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error));
  process.exit(1);
}

import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { startWebStage } from "#tests/e2e/web-browser.ts";
import { nameOfLook, webLooks } from "#tests/e2e/web-stops.ts";
import { WebWalker } from "#tests/e2e/web-walker.ts";
import { readEnvironment } from "./environment.ts";
import { runQuietly } from "./run.ts";

/**
 * Takes pictures of the web application for review: `node scripts/web-pictures.ts [which] [folder]`. `which` is a pattern of their names
 * ("retailer01 .* zh_cn dark 390"); by default each page once, in English and light at 1440 px.
 */
const [which = "en_us light 1440$", folder = join(readEnvironment().dataDir, "pictures", "web")] = process.argv.slice(2);

if (process.env["WEB_DIR"] === undefined) runQuietly("The build", "npm", ["run", "-s", "build:web:e2e"]);
const wanted = webLooks.filter((look) => new RegExp(which).test(nameOfLook(look)));
await mkdir(folder, { recursive: true });
const stage = await startWebStage();
const walker = new WebWalker(stage);
try {
  for (const look of wanted) {
    const page = await walker.show(look);
    const path = join(folder, `${nameOfLook(look).replace(/[^\w-]+/g, "_")}.png`);
    // The component page is longer than a picture can be; its parts have pictures of their own (part-pictures.ts).
    await page.screenshot({ path, fullPage: look.stop.href !== "/dev/ui" });
    console.log(path);
  }
} finally {
  await walker.end();
  await stage.close();
}
console.log(`${wanted.length} pictures in ${folder}`);

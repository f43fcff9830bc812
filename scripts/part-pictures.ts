import { rm } from "node:fs/promises";
import { partLooks, pictureArgs } from "#tests/e2e/part-page.ts";
import { drawParts } from "#tests/e2e/part-pictures.ts";
import { keepBrowser, keepParts, referenceDir } from "#tests/e2e/part-references.ts";
import { startWebStage } from "#tests/e2e/web-browser.ts";
import { runQuietly } from "./run.ts";

/**
 * Draws the pictures of /dev/ui that `tests/e2e/web-parts.test.ts` compares: `node scripts/part-pictures.ts`. Look at the differences before you
 * commit them.
 */
if (process.env["WEB_DIR"] === undefined) runQuietly("The build", "npm", ["run", "-s", "build:web:e2e"]);
const stage = await startWebStage({ browserArgs: pictureArgs });
try {
  await rm(referenceDir, { recursive: true, force: true });
  for (const look of partLooks) {
    const pictures = await drawParts(stage, look);
    const bytes = await keepParts(look, pictures);
    console.log(`${look.name}: ${pictures.length} pictures, ${Math.round(bytes / 1000)} kB`);
  }
  await keepBrowser(stage.browser);
} finally {
  await stage.close();
}

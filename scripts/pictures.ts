import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Page } from "puppeteer";
import { openMarketplace } from "#tests/e2e/marketplace.ts";
import { stageScreens } from "#tests/e2e/screens.ts";
import { runQuietly } from "./run.ts";
import { readEnvironment } from "./environment.ts";

/** Every screen in every theme, language and width goes here, for eyes; not committed. */
const all = join(readEnvironment().dataDir, "pictures");
/** The few that the documentation shows. */
const committed = "docs/pictures";

runQuietly("The build", "npm", ["run", "-s", "build:e2e"]);
await mkdir(all, { recursive: true });
await mkdir(committed, { recursive: true });
const marketplace = await openMarketplace();
const stage = await stageScreens(marketplace);
try {
  for (const look of stage.looks) {
    const page = await stage.show(look);
    const path = join(all, `${stage.nameOf(look)}.png`);
    await page.screenshot({ path, fullPage: look.screen.fullPage });
    await page.close();
    console.log(path);
  }
  await composeCollector(stage.shot, await stage.chromium.browser.newPage());
} finally {
  await stage.close();
  await marketplace.close();
}

/** The popup beside the dashboard, as one picture for the README. */
async function composeCollector(shot: (name: string) => Promise<string>, page: Page): Promise<void> {
  const [popup, dashboard] = await Promise.all([shot("popup-ready"), shot("job")]);
  const uri = async (path: string) => `data:image/png;base64,${(await readFile(path)).toString("base64")}`;
  await page.setViewport({ width: 1400, height: 690, deviceScaleFactor: 1 });
  await page.setContent(`<!doctype html><style>
    body { margin: 0; background: #e3e9ef; }
    img { position: absolute; border-radius: 6px; box-shadow: 0 4px 24px rgb(22 32 43 / 25%); }
    .wide { left: 30px; top: 40px; width: 976px; } .small { right: 30px; top: 40px; width: 334px; height: 452px; object-fit: cover; object-position: top; }
  </style><img class="wide" src="${await uri(dashboard)}"><img class="small" src="${await uri(popup)}">`);
  await writeFile(join(committed, "collector.png"), await page.screenshot({ type: "png" }));
  await page.close();
}

import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Page } from "puppeteer";
import type { Marketplace } from "#tests/e2e/marketplace.ts";
import { openMarketplace } from "#tests/e2e/marketplace.ts";
import { stageScreens } from "#tests/e2e/screens.ts";
import { readEnvironment } from "./environment.ts";
import { takePublicPictures } from "./public-pictures.ts";
import { runQuietly } from "./run.ts";

/**
 * Takes pictures from the running extension on the sandbox marketplace: those of the public pages, and every screen for review. `npm run pictures
 * -- public` takes the first alone.
 */
const isPublicAlone = process.argv.includes("public");

/** The folder of every screen in every theme, language and width, for review; not committed. */
const all = join(readEnvironment().dataDir, "pictures");
/** The few that the documentation shows. */
const committed = "docs/pictures";
const build = ".output/chrome-mv3-e2e";

runQuietly("The build", "npm", ["run", "-s", "build:e2e"]);
const marketplace = await openMarketplace();
try {
  await takePublicPictures(marketplace, build);
  await marketplace.reset();
  if (!isPublicAlone) await takeScreens(marketplace);
} finally {
  await marketplace.close();
}

async function takeScreens(from: Marketplace): Promise<void> {
  await mkdir(all, { recursive: true });
  await mkdir(committed, { recursive: true });
  const stage = await stageScreens(from);
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
  }
}

/** Composes the popup beside the dashboard into one picture for the README. */
async function composeCollector(shot: (name: string) => Promise<string>, page: Page): Promise<void> {
  const popup = await shot("popup-ready");
  const dashboard = await shot("job");
  const uri = async (path: string) => `data:image/png;base64,${(await readFile(path)).toString("base64")}`;
  await page.setViewport({ width: 1400, height: 690, deviceScaleFactor: 1 });
  await page.setContent(`<!doctype html><style>
    body { margin: 0; background: #e3e9ef; }
    img { position: absolute; border-radius: 6px; box-shadow: 0 4px 24px rgb(22 32 43 / 25%); }
    .wide { left: 30px; top: 40px; width: 976px; } .small { right: 30px; top: 40px; width: 334px; }
  </style><img class="wide" src="${await uri(dashboard)}"><img class="small" src="${await uri(popup)}">`);
  await writeFile(join(committed, "collector.png"), await page.screenshot({ type: "png" }));
  await page.close();
}

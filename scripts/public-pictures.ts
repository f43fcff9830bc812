import { mkdir, readFile, rm, writeFile } from "node:fs/promises";
import type { Page } from "puppeteer";
import type { Job } from "#src/collector/jobs/jobs.contract.ts";
import type { ColumnId } from "#src/collector/reviews/review-file.contract.ts";
import type { Language } from "#src/kit/lib/languages.ts";
import { languages } from "#src/kit/lib/languages.ts";
import type { Theme } from "#src/kit/lib/themes.ts";
import { themes } from "#src/kit/lib/themes.ts";
import { defaultOptions } from "#src/collector/settings/settings.rules.ts";
import { Chromium } from "#tests/e2e/chromium.ts";
import { startJob } from "#tests/e2e/collected.ts";
import type { Marketplace } from "#tests/e2e/marketplace.ts";
import { until } from "#tests/e2e/until.ts";
import { drawSocial } from "./social-picture.ts";
import { encodeWebp } from "./webp.ts";
import { drawWorkbook } from "./workbook-picture.ts";

/** The folder of the public pages' pictures; committed. */
const folder = "src/pro/public-pages/pictures";

/** A listing with different counts: 400 reviews of it, 504 of the shop, some without text. */
const listingPath = "/listing/1000000400";
const blockedPath = "/listing/1000000088";
/** The workbook's columns in the pictures, few enough to read a row. */
const columns: readonly ColumnId[] = ["rating", "text", "date", "imageCount", "variation", "images"];

const popupWidth = 360;
const dashboardWidth = 1052;
/** Picture pixels per page pixel: all pictures together stay below 600 kB. */
const scale = 1.5;

interface Look {
  readonly language: Language;
  readonly theme: Theme;
}
interface Clip {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}
const looks: readonly Look[] = languages.flatMap((language) => themes.map((theme) => ({ language, theme })));

/** Takes the pictures and records their sizes, by name and language. */
class Album {
  readonly sizes: Record<string, Record<string, { width: number; height: number }>> = {};
  /** the first variant of each picture, lossless */
  readonly firsts = new Map<string, Uint8Array>();
  readonly #coder: Page;

  constructor(coder: Page) {
    this.#coder = coder;
  }

  async take(page: Page, name: string, { language, theme }: Look, { x, y, width, height }: Clip): Promise<void> {
    const clip = { x: Math.round(x), y: Math.round(y), width: Math.round(width), height: Math.round(height) };
    const png = await page.screenshot({ type: "png", clip, captureBeyondViewport: false });
    await writeFile(`${folder}/${name}.${language}.${theme}.webp`, await encodeWebp(this.#coder, png));
    if (!this.firsts.has(name)) this.firsts.set(name, png);
    (this.sizes[name] ??= {})[language] = { width: clip.width, height: clip.height };
  }

  /** Adds the picture that represents the main page when it is shared, made from two pictures. */
  async addSocial(page: Page): Promise<void> {
    const [popup, workbook] = [this.firsts.get("ready"), this.firsts.get("workbook")];
    if (popup === undefined || workbook === undefined) throw new Error("pictures: the shared one needs two that were not taken");
    await writeFile(`${folder}/social.webp`, await encodeWebp(this.#coder, await drawSocial(page, popup, workbook)));
  }
}

/** Waits until everything is drawn and every image is loaded. */
async function settled(page: Page): Promise<void> {
  await page.waitForFunction(
    () => !document.documentElement.classList.contains("theme-moves") && [...document.images].every(({ complete }) => complete),
  );
}

/** Takes a picture of the popup over a page, as high as its content. */
async function takePopup(chromium: Chromium, about: Page, album: Album, name: string, look: Look): Promise<void> {
  await chromium.setSettings({ ...look, columns: [...columns] });
  const popup = await chromium.popup(about);
  await popup.waitForSelector(".popup-main button");
  await settled(popup);
  const end = await popup.$eval(".popup-foot", (foot) => foot.getBoundingClientRect().bottom);
  await album.take(popup, name, look, { x: 0, y: 0, width: popupWidth, height: Math.floor(end) });
  await popup.close();
}

/** Takes a picture of a finished job's first panel. */
async function takeReport(chromium: Chromium, job: Job, album: Album, look: Look): Promise<void> {
  await chromium.setSettings({ ...look, columns: [...columns] });
  const page = await chromium.dashboard(`/jobs/${job.jobId}`);
  await page.setViewport({ width: dashboardWidth, height: 900, deviceScaleFactor: scale });
  await page.waitForSelector(".screen-two .panel");
  await settled(page);
  const clip = await page.$eval(".screen-two .panel", (panel) => {
    const { x, y, width, height } = panel.getBoundingClientRect();
    return { x, y, width, height };
  });
  await album.take(page, "report", look, clip);
  await page.close();
}

async function takeWorkbook(chromium: Chromium, job: Job, album: Album, look: Look): Promise<void> {
  await chromium.setSettings({ ...look, columns: [...columns] });
  await chromium.forgetDownloads();
  await chromium.call("jobs.export", { jobId: job.jobId, format: "xlsx" });
  const bytes = await readFile(await chromium.downloaded(".xlsx"));
  const page = await chromium.browser.newPage();
  const size = await drawWorkbook(page, bytes, look.theme, scale);
  await album.take(page, "workbook", look, { x: 0, y: 0, ...size });
  await page.close();
}

/** Takes the same moment of a running job in every variant: a wait of a few seconds is long enough for all of them. */
async function takeRunning(chromium: Chromium, listing: Page, album: Album): Promise<void> {
  await chromium.hook({ waitMs: [60, 80], plan: "pro" });
  await startJob(chromium, listing, defaultOptions);
  await chromium.jobThat(({ kept }) => kept >= 160, "a job under way");
  await chromium.hook({ waitMs: [12_000, 12_000], plan: "pro" });
  for (;;) {
    const { requests } = await chromium.jobThat(({ status }) => status === "running", "a running job");
    const next = await until(
      async () => {
        const [job] = await chromium.jobs();
        return job !== undefined && job.requests > requests ? job : null;
      },
      "the next page",
      30_000,
    );
    for (const look of looks) await takePopup(chromium, listing, album, "collecting", look);
    const [now] = await chromium.jobs();
    if (now?.requests === next.requests) break;
  }
  await chromium.hook({ waitMs: [10, 20], plan: "pro" });
}

/**
 * Takes the pictures of the public pages from the running extension on the sandbox marketplace, in both languages and themes, and writes them with
 * their sizes.
 * @param build folder of the test build of the extension
 */
export async function takePublicPictures(marketplace: Marketplace, build: string): Promise<void> {
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  const chromium = await Chromium.start({ port: marketplace.port, build, scale });
  try {
    const album = new Album(await chromium.browser.newPage());
    const listing = await chromium.open(listingPath);
    await chromium.hook({ waitMs: [10, 20], plan: "free" });
    for (const look of looks) await takePopup(chromium, listing, album, "ready", look);
    await takeRunning(chromium, listing, album);
    const job = await chromium.jobThat(({ status, fileName }) => status === "done" && fileName !== "", "a finished job");
    for (const look of looks) {
      await takePopup(chromium, listing, album, "done", look);
      await takeReport(chromium, job, album, look);
      await takeWorkbook(chromium, job, album, look);
    }
    await marketplace.control({ failAtPage: { page: 5, kind: "blocked" } });
    const blocked = await chromium.open(blockedPath);
    await startJob(chromium, blocked, defaultOptions);
    await chromium.jobThat(({ status }) => status === "blocked", "a blocked job");
    for (const look of looks) await takePopup(chromium, blocked, album, "blocked", look);
    await album.addSocial(await chromium.browser.newPage());
    await writeFile(`${folder}/sizes.json`, `${JSON.stringify(album.sizes, null, 2)}\n`);
  } finally {
    await chromium.stop();
  }
}

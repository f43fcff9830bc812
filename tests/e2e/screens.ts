import { mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Page } from "puppeteer";
import type { Job } from "#src/collector/jobs/jobs.contract.ts";
import { texts as english } from "#web/texts/en_us.ts";
import { texts as chinese } from "#web/texts/zh_cn.ts";
import type { Language } from "#src/kit/lib/languages.ts";
import type { Theme } from "#src/kit/lib/themes.ts";
import { defaultOptions } from "#src/collector/settings/settings.rules.ts";
import { Chromium } from "./chromium.ts";
import { startJob } from "./collected.ts";
import type { Marketplace } from "./marketplace.ts";

/** A screen in one state: where it is, and what shows that it is ready. */
export interface Screen {
  name: string;
  /** the popup over a listing, or a path of the dashboard */
  popup?: string;
  dashboard?: (jobs: readonly Job[]) => string;
  /** the selected tab of a job's page, by position */
  tab?: number;
  fullPage: boolean;
}

/** A screen in one theme, language and width. */
export interface Look {
  screen: Screen;
  theme: Theme;
  language: Language;
  width: number;
}

const jobOf = (jobs: readonly Job[], subject: string) => jobs.find((job) => job.subject === subject)?.jobId ?? "";

const screens: readonly Screen[] = [
  { name: "popup-ready", popup: "/listing/1000000400", fullPage: false },
  { name: "popup-limited", popup: "/listing/1000001240", fullPage: false },
  { name: "popup-blocked", popup: "/listing/1000000088", fullPage: false },
  { name: "popup-done", popup: "/listing/1000000057", fullPage: false },
  { name: "popup-paused", popup: "/listing/1000000101", fullPage: false },
  { name: "popup-no-page", popup: "/", fullPage: false },
  { name: "jobs", dashboard: () => "/", fullPage: true },
  { name: "job", dashboard: (jobs) => `/jobs/${jobOf(jobs, "1000000057")}`, fullPage: false },
  { name: "job-blocked", dashboard: (jobs) => `/jobs/${jobOf(jobs, "1000000088")}`, fullPage: true },
  { name: "job-reviews", dashboard: (jobs) => `/jobs/${jobOf(jobs, "1000000057")}`, tab: 1, fullPage: false },
  { name: "job-columns", dashboard: (jobs) => `/jobs/${jobOf(jobs, "1000000057")}`, tab: 2, fullPage: true },
  { name: "history", dashboard: () => "/history", fullPage: true },
  { name: "settings", dashboard: () => "/settings", fullPage: true },
  { name: "import", dashboard: () => "/import", fullPage: true },
  { name: "plan", dashboard: () => "/plan", fullPage: true },
];

const looks: readonly Look[] = screens.flatMap((screen) =>
  (["en_us", "zh_cn"] as const).flatMap((language) =>
    (["defaultTheme", "darkTheme"] as const).flatMap((theme) =>
      (screen.popup === undefined ? [1440, 390] : [360]).map((width) => ({ screen, theme, language, width })),
    ),
  ),
);

/** A browser with jobs in several states. */
export interface Stage {
  chromium: Chromium;
  looks: readonly Look[];
  nameOf(look: Look): string;
  show(look: Look): Promise<Page>;
  /** saves a picture of a screen in its first look and returns the path */
  shot(name: string): Promise<string>;
  close(): Promise<void>;
}

/** Prepares a finished, a limited, a paused and a blocked job in a real browser. */
export async function stageScreens(marketplace: Marketplace): Promise<Stage> {
  const chromium = await Chromium.start({ port: marketplace.port });
  const pages = new Map<string, Page>();
  for (const { popup } of screens) if (popup !== undefined) pages.set(popup, await chromium.open(popup));
  const on = (path: string) => {
    const page = pages.get(path);
    if (page === undefined) throw new Error(`screens: ${path} is not open`);
    return page;
  };
  await collectStates(marketplace, chromium, on);
  const jobs = await chromium.jobs();

  const open = async ({ popup, dashboard }: Screen, width: number): Promise<Page> => {
    // The browser sizes popups.
    if (popup !== undefined) return chromium.popup(on(popup));
    const page = await chromium.dashboard(dashboard?.(jobs));
    await page.setViewport({ width, height: width < 400 ? 844 : 900 });
    return page;
  };
  const show = async ({ screen, theme, language, width }: Look): Promise<Page> => {
    await chromium.setSettings({ theme, language });
    const page = await open(screen, width);
    await page.waitForSelector("main, #root > *");
    if (screen.tab !== undefined) {
      await page.locator(`[role=tab]:nth-child(${screen.tab + 1})`).click();
    }
    await page.waitForNetworkIdle({ idleTime: 300 });
    // A chart is rendered after its title.
    await page.waitForFunction(
      (words: string[]) => [...document.querySelectorAll(":is(p, span):not(:has(*))")].every((one) => !words.includes(one.textContent)),
      {},
      [english.ui.loading, chinese.ui.loading],
    );
    // The theme transition takes half a second. Skeletons and progress bars never stop moving.
    await page.waitForFunction(() =>
      document.getAnimations().every((one) => one.playState !== "running" || one.effect?.getComputedTiming().endTime === Infinity),
    );
    return page;
  };
  const nameOf = ({ screen, theme, language, width }: Look) => `${screen.name}-${language}-${theme}-${width}`;
  return {
    chromium,
    looks,
    nameOf,
    show,
    shot: async (name) => {
      const look = looks.find(({ screen }) => screen.name === name);
      if (look === undefined) throw new Error(`screens: no screen ${name}`);
      const page = await show(look);
      const path = join(await mkdtemp(join(tmpdir(), "quayside-shot-")), "shot.png");
      await page.screenshot({ path, fullPage: look.screen.fullPage });
      await page.close();
      return path;
    },
    close: () => chromium.stop(),
  };
}

async function collectStates(marketplace: Marketplace, chromium: Chromium, on: (path: string) => Page): Promise<void> {
  await chromium.hook({ waitMs: [10, 20], plan: "free" });
  await startJob(chromium, on("/listing/1000000057"), defaultOptions);
  await chromium.jobThat((job) => job.status === "done", "a finished job");
  await startJob(chromium, on("/listing/1000001240"), defaultOptions);
  await chromium.jobThat((job) => job.status === "limited", "a limited job");
  const { jobId } = await startJob(chromium, on("/listing/1000000101"), { ...defaultOptions, stars: [5, 4], withText: true });
  await chromium.jobThat((job) => job.kept > 20, "a job under way");
  await chromium.call("jobs.pause", { jobId });
  // Last, because after a 403 the whole marketplace rests for minutes.
  await marketplace.control({ failAtPage: { page: 5, kind: "blocked" } });
  await startJob(chromium, on("/listing/1000000088"), defaultOptions);
  await chromium.jobThat((job) => job.status === "blocked", "a blocked job");
  await marketplace.control({ solved: true });
}

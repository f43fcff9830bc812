import { readFileSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import lighthouse from "lighthouse";
import type { Browser } from "puppeteer";
import { build } from "vite";
import { chromiumArgs, findChromium } from "#scripts/browsers.ts";
import { launchBrowser } from "#scripts/launch-browser.ts";
import { publicPageScripts } from "#scripts/web-sizes.ts";
import type { Language } from "#src/kit/lib/languages.ts";
import type { PublicPageName } from "#src/pro/public-frame/public-pages.rules.ts";
import { getPublicHref } from "#src/pro/public-frame/public-pages.rules.ts";
import { freePortsInARow, makeDataDir, removeDataDir, startProcess } from "#tests/server/process.ts";
import type { Bench, Figure } from "./bench.ts";
import { atLeast, atMost, median } from "./bench.ts";

/** Loads of each page, so that a slow moment of the machine does not decide. */
const times = 5;
const categories = ["performance", "accessibility", "best-practices", "seo"] as const;
type Category = (typeof categories)[number];

const visited: readonly (readonly [name: PublicPageName, language: Language])[] = [
  ["main-page", "en_us"],
  ["main-page", "zh_cn"],
  ["introduction", "en_us"],
  ["collector-terms", "en_us"],
  ["collector-privacy", "en_us"],
  ["private-policy", "en_us"],
  ["checkout", "en_us"],
];

/** One load as judged by Lighthouse. */
interface Load {
  readonly scores: Readonly<Record<Category, number>>;
  readonly paintS: number;
  readonly shift: number;
  /** the audits that cost points */
  readonly lost: readonly string[];
  /** the elements that moved */
  readonly moved: readonly string[];
}

/** Returns the elements that moved in a load, by their snippet of HTML. */
function findMoved({ audits }: Awaited<ReturnType<typeof judged>>): string[] {
  const { details } = audits["layout-shifts"] ?? {};
  if (details?.type !== "table") return [];
  return details.items.map(({ node, score }) => JSON.stringify({ score, node }));
}

/** Runs Lighthouse on an address. It opens its own window; if that is lost, another is tried. */
async function judged(browser: Browser, address: string) {
  const port = Number(new URL(browser.wsEndpoint()).port);
  for (let time = 0; ; time += 1) {
    const result = await lighthouse(address, { port, output: "json", logLevel: "silent", onlyCategories: [...categories] });
    if (result !== undefined && result.lhr.runtimeError === undefined) return result.lhr;
    if (time === 3) throw new Error(`bench: ${address}: ${result?.lhr.runtimeError?.message ?? "Lighthouse says nothing"}`);
  }
}

/** Loads on Lighthouse's simulated phone: slow 4G (150 ms, 1.6 Mbit/s) and a quarter of this processor's speed. */
async function load(browser: Browser, address: string): Promise<Load> {
  const lhr = await judged(browser, address);
  const score = (category: Category) => Math.round((lhr.categories[category]?.score ?? 0) * 100);
  const figure = (audit: string) => lhr.audits[audit]?.numericValue ?? Number.NaN;
  const weighed = new Set(
    Object.values(lhr.categories).flatMap(({ auditRefs }) => auditRefs.filter(({ weight }) => weight > 0).map(({ id }) => id)),
  );
  const lost = Object.values(lhr.audits).filter(({ id, score: own }) => weighed.has(id) && own !== null && own < 0.9);
  return {
    scores: {
      performance: score("performance"),
      accessibility: score("accessibility"),
      "best-practices": score("best-practices"),
      seo: score("seo"),
    },
    paintS: figure("largest-contentful-paint") / 1000,
    shift: figure("cumulative-layout-shift"),
    lost: lost.map(({ id, displayValue }) => `${id} ${displayValue ?? ""}`.trim()),
    moved: findMoved(lhr),
  };
}

/** Loads a page several times, each in a fresh browser, so that no stored language applies. */
async function loadsOf(executablePath: string, address: string): Promise<Load[]> {
  const browser = await launchBrowser({ executablePath, args: [...chromiumArgs], protocolTimeout: 600_000 });
  try {
    const loads: Load[] = [];
    for (let time = 0; time < times; time += 1) loads.push(await load(browser, address));
    return loads;
  } finally {
    await browser.close();
  }
}

/** Returns a page's figures: the median of its loads, but no layout shift in any of them. */
async function figuresOf(executablePath: string, origin: string, name: PublicPageName, language: Language): Promise<Figure[]> {
  const loads = await loadsOf(executablePath, origin + getPublicHref(name, language));
  const called = `${name} ${language}`;
  for (const what of new Set(loads.flatMap(({ lost }) => lost))) process.stdout.write(`  ${called} loses points: ${what}\n`);
  for (const what of loads.flatMap(({ moved }) => moved)) process.stdout.write(`  ${called} moved: ${what}\n`);
  return [
    ...categories.map((category) => atLeast(`${called} ${category}`, median(loads.map(({ scores }) => scores[category])), 98, "of 100")),
    atMost(`${called} largest contentful paint`, median(loads.map(({ paintS }) => paintS)), 1.5, "s"),
    atMost(`${called} layout shift`, Math.max(...loads.map(({ shift }) => shift)), 0),
  ];
}

/** Serves the built pages on the ports that the sites are configured with. */
async function withHomepage<T>(webDir: string, use: (origin: string) => Promise<T>): Promise<T> {
  const dataDir = makeDataDir();
  try {
    const PORT = String(await freePortsInARow());
    const server = await startProcess("all", { DATA_DIR: dataDir, WEB_DIR: webDir, HOST: "127.0.0.1", PORT, RATE_PER_MINUTE: "10000000" });
    try {
      return await use(`http://127.0.0.1:${server.ports.homepage}`);
    } finally {
      await server.stop();
    }
  } finally {
    await removeDataDir(dataDir);
  }
}

function weightKb(files: readonly string[]): number {
  return files.reduce((sum, file) => sum + gzipSync(readFileSync(file), { level: 9 }).length, 0) / 1000;
}

async function run(): Promise<Figure[]> {
  const executablePath = findChromium();
  if (executablePath === null) throw new Error("bench: no Chromium here; install one, or set CHROME_PATH");
  const folder = await mkdtemp(join(tmpdir(), "quayside-bench-public-"));
  try {
    await build({ configFile: "web/vite.config.ts", logLevel: "error", build: { outDir: folder, emptyOutDir: true } });
    const figures = [atMost("main page, all of its JavaScript, gzip", weightKb(publicPageScripts(folder, "main-page")), 60, "kB")];
    await withHomepage(folder, async (origin) => {
      for (const [name, language] of visited) figures.push(...(await figuresOf(executablePath, origin, name, language)));
    });
    return figures;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** The public pages in Lighthouse on a phone with slow 4G, from the production build on a real server, without outside requests. */
export const publicPageLoads: Bench = { name: "pages", run };

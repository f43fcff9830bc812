import type { Page } from "puppeteer";
import { texts as english } from "#web/texts/en_us.ts";
import { texts as chinese } from "#web/texts/zh_cn.ts";
import type { Bench, Figure } from "./bench.ts";
import { atMost, median, note } from "./bench.ts";
import { overHttp, signInAs } from "./server-sign-in.ts";
import { pressFigures } from "./web-presses.ts";
import type { Frames, Visit } from "./web-visit.ts";
import { framesDuring, heapMb, pressMs, signInMs, visiting } from "./web-visit.ts";

const times = 5;
const { navigation, appearance } = english;

async function repeated(one: () => Promise<number>): Promise<number> {
  const took: number[] = [];
  for (let time = 0; time < times; time += 1) took.push(await one());
  return median(took);
}

/** From Enter to a usable home, compared with loading the login; and the duration of the same calls alone. */
async function signInFigures({ page, origin }: Visit): Promise<Figure[]> {
  const send = overHttp(origin);
  const callsMs = await repeated(async () => {
    const begun = performance.now();
    await signInAs({ username: "provider01", area: "p" }, send);
    return performance.now() - begun;
  });
  const loads: number[] = [];
  const took = await repeated(async () => {
    await page.evaluate(() => localStorage.clear());
    const begun = performance.now();
    await page.goto(`${origin}/p/login`);
    await page.waitForSelector("input[autocomplete=username]");
    loads.push(performance.now() - begun);
    return signInMs(page);
  });
  return [
    atMost("web first usable screen after sign-in, to loading the login", took / median(loads), 1),
    note("from Enter to home", took, "ms"),
    note("loading the login", median(loads), "ms"),
    note("the calls of signing in alone", callsMs, "ms"),
  ];
}

const heading = (title: string) => `boolean(//main//h1[normalize-space()="${title}"])`;
const menuLink = (path: string) => `nav:not(.tab-bar) a[href="${path}"]`;

/** Opening another page in the application, compared with reloading it; and switching language and theme. */
async function switchFigures({ page, origin }: Visit): Promise<Figure[]> {
  const reloadMs = await repeated(async () => {
    const begun = performance.now();
    await page.goto(`${origin}/p/downloads`);
    await page.waitForFunction(
      (title: string) => document.querySelector("main h1")?.textContent?.trim() === title,
      {},
      navigation.downloads,
    );
    return performance.now() - begun;
  });
  await pressMs(page, menuLink("/p/key-information"), heading(navigation.keyInformation));
  const tabMs = await repeated(async () => {
    await pressMs(page, menuLink("/p/key-information"), heading(navigation.keyInformation));
    return pressMs(page, menuLink("/p/downloads"), heading(navigation.downloads));
  });
  const languageMs = await repeated(async () => {
    const there = await pressMs(page, button(appearance.toChinese), heading(chinese.navigation.downloads));
    await pressMs(page, button(chinese.appearance.toEnglish), heading(navigation.downloads));
    return there;
  });
  const themeMs = await repeated(async () => {
    const there = await pressMs(page, button(appearance.toDark), 'boolean(/html[@data-theme="darkTheme"])');
    await pressMs(page, button(appearance.toLight), 'boolean(/html[@data-theme="defaultTheme"])');
    return there;
  });
  return [
    atMost("web opening a tab, to loading the page anew", tabMs / reloadMs, 0.5),
    atMost("web switching the language, to loading the page anew", languageMs / reloadMs, 0.5),
    atMost("web switching the theme, to loading the page anew", themeMs / reloadMs, 0.5),
    note("loading a page", reloadMs, "ms"),
    note("opening a tab", tabMs, "ms"),
    note("switching the language", languageMs, "ms"),
    note("switching the theme", themeMs, "ms"),
  ];
}

const button = (label: string) => `button[aria-label="${label}"]`;

/** Drags the scrollbar to a part of the list within a second and waits for its rows. @returns ms */
async function drawTo(page: Page, part: number): Promise<number> {
  await page.evaluate(async (to: number) => {
    const box = document.querySelector(".list-box");
    if (box === null) throw new Error("bench: there is no list");
    const from = box.scrollTop;
    const frames = 60;
    for (let frame = 1; frame <= frames; frame += 1) {
      box.scrollTop = from + ((box.scrollHeight - box.clientHeight) * to - from) * (frame / frames);
      await new Promise((resolve) => requestAnimationFrame(resolve));
    }
  }, part);
  const begun = performance.now();
  await rowsThere(page);
  return performance.now() - begun;
}

/** Waits until every visible row is loaded; rows outside the viewport may still be pending. */
async function rowsThere(page: Page): Promise<void> {
  await page.waitForFunction(() => {
    const box = document.querySelector(".list-box")?.getBoundingClientRect();
    if (box === undefined) return false;
    const seen = [...document.querySelectorAll(".list-row[data-index]")].filter((row) => {
      const { top, bottom } = row.getBoundingClientRect();
      return bottom > box.top && top < box.bottom;
    });
    return seen.length > 0 && seen.every((row) => !row.classList.contains("list-place"));
  });
}

/** Scrolls past some hundred rows by wheel. */
async function wheel(page: Page, turns: number): Promise<void> {
  const box = await page.$(".list-box");
  await box?.hover();
  for (let turn = 0; turn < turns; turn += 1) await page.mouse.wheel({ deltaY: 400 });
}

/** The list's end is the oldest row, written first by server-data.ts: the list starts with the newest. */
async function atOldest(page: Page): Promise<void> {
  const last = await page.$$eval(".list-row[data-index]", (rows) => rows.at(-1)?.textContent ?? "");
  if (!/number(: |：)1$/.test(last.trim())) throw new Error(`bench: the end of the list is not the oldest row but ${last}`);
}

async function listFigures({ page, origin }: Visit): Promise<Figure[]> {
  await page.goto(`${origin}/p/audit-log`);
  await rowsThere(page);
  // One-time work is done before the measurement, which covers only scrolling.
  await drawTo(page, 1);
  await drawTo(page, 0);
  const before = await heapMb(page);
  const passes: { frames: Frames; middleMs: number; endMs: number }[] = [];
  for (let pass = 0; pass < times; pass += 1) {
    let [middleMs, endMs] = [0, 0];
    const frames = await framesDuring(page, async () => {
      middleMs = await drawTo(page, 0.5);
      await wheel(page, 60);
      await rowsThere(page);
      endMs = await drawTo(page, 1);
    });
    await atOldest(page);
    passes.push({ frames, middleMs, endMs });
    for (const part of [0.75, 0.25, 0.9, 0.1, 0]) await drawTo(page, part);
  }
  const after = await heapMb(page);
  const longest = (of: (frames: Frames) => number) => Math.max(...passes.map(({ frames }) => of(frames)));
  return [
    // Every pass and every late frame counts, whatever caused it: run on an idle machine.
    atMost(
      "web longest time between two frames while 1,000,000 rows are scrolled",
      longest(({ longestGapMs }) => longestGapMs),
      100,
      "ms",
    ),
    atMost("web memory after scrolling, to before", after / before, 1.5),
    note("median of the passes", median(passes.map(({ frames }) => frames.longestGapMs)), "ms"),
    note(
      "longest of our own work (frames over 50 ms)",
      longest(({ longestWorkMs }) => longestWorkMs),
      "ms",
    ),
    note("rows of the middle", median(passes.map((pass) => pass.middleMs)), "ms"),
    note("rows of the end", median(passes.map((pass) => pass.endMs)), "ms"),
    note("heap before", before, "MB"),
    note("heap after", after, "MB"),
  ];
}

/** The perceived speed of the production build on a real server. */
export const webFeel: Bench = {
  name: "feel",
  run: () =>
    visiting(async (visit) => {
      const signIn = await signInFigures(visit);
      return [...signIn, ...(await switchFigures(visit)), ...(await listFigures(visit))];
    }),
};

/** The same, for each interaction at each place. */
export const webPresses: Bench = { name: "presses", run: () => visiting(pressFigures) };

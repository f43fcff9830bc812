import type { ElementHandle, Page } from "puppeteer";
import type { Area } from "#src/kit/api/roles-and-permissions.ts";
import type { Stop, Visitor } from "#tests/e2e/web-stops.ts";
import { stops } from "#tests/e2e/web-stops.ts";
import { later } from "../../web/later.ts";
import { findRoute } from "../../web/app-routes.ts";
import type { Figure } from "./bench.ts";
import { atMost, median, note } from "./bench.ts";
import type { Visit } from "./web-visit.ts";
import { signInMs } from "./web-visit.ts";

/** From a press to the next paint at the 75th percentile of places: perceived as instant. */
const boundMs = 200;
/** The browser does not report faster events. */
const leastMs = 16;
const [wide, narrow] = [1440, 390];

/** One interaction, and the time until the next paint, ms. */
interface Press {
  readonly where: string;
  readonly what: string;
  readonly ms: number;
}

interface Heard {
  quaysideEvents: { interaction: number; ms: number }[];
}

/** Records how long each press and key took to be painted. */
async function listen(page: Page): Promise<void> {
  await page.evaluateOnNewDocument((threshold: number) => {
    const heard: Heard["quaysideEvents"] = [];
    (globalThis as unknown as Heard).quaysideEvents = heard;
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as PerformanceEventTiming[])
        if (entry.interactionId > 0) heard.push({ interaction: entry.interactionId, ms: entry.duration });
    }).observe({ type: "event", buffered: true, durationThreshold: threshold } as PerformanceObserverInit);
  }, leastMs);
}

/** Waits until everything is painted and idle. @returns the longest interaction, ms */
async function paintedMs(page: Page): Promise<number> {
  return page.evaluate(async (least: number) => {
    for (let frames = 0; frames < 2; frames += 1) await new Promise((resolve) => requestAnimationFrame(resolve));
    await new Promise((resolve) => requestIdleCallback(resolve, { timeout: 2_000 }));
    await new Promise((resolve) => setTimeout(resolve, 50));
    const heard = (globalThis as unknown as Heard).quaysideEvents.splice(0);
    return Math.max(least, ...heard.map(({ ms }) => ms));
  }, leastMs);
}

/** Finds the first visible element of a selector that can be pressed. */
async function seen(page: Page, selector: string): Promise<ElementHandle | null> {
  const found = await page.evaluateHandle(
    (wanted: string) =>
      [...document.querySelectorAll(wanted)].find((one) => one.checkVisibility() && !one.matches(":disabled, [aria-disabled=true]")) ??
      null,
    selector,
  );
  return found.asElement() as ElementHandle | null;
}

type Act = (page: Page) => Promise<boolean>;

/** Presses the first match. @returns whether there was one */
const pressing =
  (selector: string, key?: "Escape"): Act =>
  async (page) => {
    const found = await seen(page, selector);
    if (found === null) return false;
    await found.click();
    if (key !== undefined) {
      await page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve, { timeout: 2_000 })));
      await page.keyboard.press(key);
    }
    return true;
  };

const field = "main input:is(:not([type]), [type=text], [type=search]):not([readonly])";

/** What can be done at any place, if present. Whatever opens is closed again. */
const acts: Readonly<Record<string, Act>> = {
  "another tab": pressing('main [role=tab][aria-selected="false"]'),
  "a menu of the list": pressing(".list-do [aria-haspopup=menu]", "Escape"),
  "a filter's menu": pressing(".list-find [aria-haspopup=menu]", "Escape"),
  "the menu of a row": pressing(".list-row [data-part=menu]", "Escape"),
  "a row chosen": pressing(".list-row [data-part=check]"),
  "a list sorted": pressing(".list-sort"),
  "a select opened": pressing("main [aria-haspopup=listbox]", "Escape"),
  "a dialog opened": pressing("main [aria-haspopup=dialog]", "Escape"),
  "a switch or box": pressing("main form :is([type=checkbox], [type=radio])"),
  typing: async (page) => {
    const found = await seen(page, field);
    if (found === null) return false;
    await found.click();
    await page.keyboard.type("ab1");
    for (let times = 0; times < 3; times += 1) await page.keyboard.press("Backspace");
    return true;
  },
  "arrow keys in a list": async (page) => {
    const found = await seen(page, ".list-box");
    if (found === null) return false;
    await found.focus();
    for (const key of ["ArrowDown", "ArrowDown", "PageDown", "Home"] as const) await page.keyboard.press(key);
    return true;
  },
  "the palette": async (page) => {
    await page.keyboard.down("Control");
    await page.keyboard.press("k");
    await page.keyboard.up("Control");
    await page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve, { timeout: 2_000 })));
    await page.keyboard.press("Escape");
    return true;
  },
};

/** Navigates like a link and waits until the page is ready. */
async function goTo(page: Page, { href }: Stop): Promise<void> {
  await page.evaluate((to: string) => history.pushState({}, "", to), href);
  await page.waitForFunction(() => document.querySelector("h1") !== null && document.querySelector("main [aria-busy=true]") === null, {
    timeout: 30_000,
  });
  // Content loaded by its own call is rendered by then, or pressed while it loads, like a person would.
  await new Promise((resolve) => setTimeout(resolve, 300));
}

/** Performs the available interactions at a place. */
async function pressesAt(page: Page, stop: Stop, width: number): Promise<Press[]> {
  const where = `${stop.visitor} ${stop.href} ${width}`;
  const presses: Press[] = [];
  await goTo(page, stop);
  await paintedMs(page);
  for (const [what, act] of Object.entries(acts)) {
    // An element that was just re-rendered is not counted: its kind occurs elsewhere.
    if (await act(page).catch(() => false)) presses.push({ where, what, ms: await paintedMs(page) });
  }
  return presses;
}

/** The built places of a visitor's area, including what the walk opens there. */
function placesOf(visitor: Visitor, area: Area): Stop[] {
  return stops.filter((stop) => {
    if (stop.visitor !== visitor || stop.open !== undefined || stop.press !== undefined || stop.isFromOutside) return false;
    const place = findRoute(stop.href.split("?", 1)[0] ?? "");
    return place?.area === area && place.isPublic !== true && !later.includes(place.name);
  });
}

/** Returns the value that the given share does not exceed. */
function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)] ?? Number.NaN;
}

/** Interaction to next paint at the places of both areas, wide and hand-held, by real presses and keys: the worst of each place, as for a visit. */
export async function pressFigures({ page, origin }: Visit): Promise<Figure[]> {
  await listen(page);
  const presses: Press[] = [];
  const walks = [
    ["provider01", "p", wide],
    ["provider01", "p", narrow],
    ["retailer01", "ds", wide],
    ["retailer01", "ds", narrow],
  ] as const;
  for (const [visitor, area, width] of walks) {
    await page.evaluate(() => localStorage.clear());
    await page.setViewport({ width: wide, height: 900 });
    await page.goto(`${origin}/${area}/login`);
    await signInMs(page, visitor);
    await page.setViewport({ width, height: width === narrow ? 844 : 900 });
    for (const stop of placesOf(visitor, area)) presses.push(...(await pressesAt(page, stop, width)));
  }
  await page.setViewport({ width: wide, height: 900 });
  const byPlace = Object.values(Object.groupBy(presses, ({ where }) => where)).map((all = []) => Math.max(...all.map(({ ms }) => ms)));
  const slowest = presses.toSorted((a, b) => b.ms - a.ms).slice(0, 5);
  return [
    atMost("web interaction to next paint, 75th percentile over the places of the walk", quantile(byPlace, 0.75), boundMs, "ms"),
    note(
      "75th percentile over the presses",
      quantile(
        presses.map(({ ms }) => ms),
        0.75,
      ),
      "ms",
    ),
    note(`median of ${presses.length} presses in ${byPlace.length} places`, median(presses.map(({ ms }) => ms)), "ms"),
    ...slowest.map(({ where, what, ms }) => note(`among the slowest: ${where}, ${what}`, ms, "ms")),
  ];
}

import type { Page } from "puppeteer";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Language } from "#src/kit/lib/languages.ts";
import { languages } from "#src/kit/lib/languages.ts";
import { themes } from "#src/kit/lib/themes.ts";
import { factsOf } from "./page-facts.ts";
import { clippedTexts } from "./page-faults.ts";
import english from "#src/collector/collect/en_us.json" with { type: "json" };
import chinese from "#src/collector/collect/zh_cn.json" with { type: "json" };
import { openInState, popupListing, popupStates, readPopup } from "./popup-states.ts";
import { useStage } from "./stage.ts";

const stage = useStage();

/** What may scroll: lists, and the report for support. */
const lists: readonly string[] = ["lines small", "counts-list", "report small"];
/** Two lines: a shorter list is useless to scroll. */
const leastListPx = 32;
/** How long the browser may take to size a popup. */
const sizingMs = 15_000;

/** Each state in one language a day, alternating; in both with QUAYSIDE_FULL. Themes differ only in colours and are cheap. */
const isFull = process.env["QUAYSIDE_FULL"] === "1";
const day = Math.floor(Date.now() / 86_400_000);
const chooseStates = (language: Language) => popupStates.filter((_, at) => isFull || languages[(at + day) % languages.length] === language);

const pages = new Map<string, Page>();

beforeAll(async () => {
  for (const path of new Set(popupStates.map((state) => state.path ?? popupListing))) {
    const isForeign = path.startsWith("about:");
    pages.set(path, isForeign ? await stage.chromium.browser.newPage() : await stage.chromium.open(path));
  }
});

afterAll(async () => {
  for (const page of pages.values()) await page.close();
});

function pageAt(path: string): Page {
  const page = pages.get(path);
  if (page === undefined) throw new Error(`popup: ${path} is not open`);
  return page;
}

/** Describes faults of the popup's size, once the browser has had time to size it. */
async function sizeFaults(popup: Page): Promise<string[]> {
  const until = Date.now() + sizingMs;
  for (;;) {
    const { width, height, scrolled } = await readPopup(popup);
    const faults = [
      ...(width < 340 || width > 400 ? [`${width} px wide`] : []),
      ...(height > 600 ? [`${height} px high`] : []),
      ...scrolled
        .filter(({ name, height: seen }) => !lists.includes(name) || seen < leastListPx)
        .map(({ name, height: seen }) => `scrolled: ${name}, of which ${seen} px are seen`),
    ];
    if (faults.length === 0 || Date.now() > until) return faults;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

const labels: Readonly<Record<Language, string>> = { en_us: english.event.resume, zh_cn: chinese.event.resume };

/** Returns true if a notice refers to a Resume button that does not exist. */
async function namesMissingButton(popup: Page, label: string): Promise<boolean> {
  return popup.evaluate((wanted: string) => {
    const isNamed = [...document.querySelectorAll(".notice")].some((notice) => notice.textContent.includes(wanted));
    return isNamed && [...document.querySelectorAll("button")].every((button) => button.textContent.trim() !== wanted);
  }, label);
}

/** Describes faults of emphasis: more than one primary action, or a folded section whose name looks cut off. */
async function emphasisFaults(popup: Page): Promise<string[]> {
  return popup.evaluate(() => {
    const named = (selector: string) => [...document.querySelectorAll(selector)].map(({ textContent }) => textContent.trim());
    const primary = named(".button-primary");
    return [
      ...(primary.length > 1 ? [`${primary.length} primary buttons: ${primary.join(", ")}`] : []),
      ...named(".fold")
        .filter((text) => /[:：]$/.test(text))
        .map((text) => `folded: ${text}`),
    ];
  });
}

/** Describes faults of an open popup in both themes; its content may change meanwhile. */
async function faultsIn(popup: Page): Promise<string[]> {
  const faults: string[] = [];
  for (const theme of themes) {
    await stage.chromium.setSettings({ theme });
    await popup.waitForSelector(`html[data-theme="${theme}"]`);
    const found = [...(await sizeFaults(popup)), ...clippedTexts((await factsOf(popup)).texts)];
    faults.push(...found.map((fault) => `${theme}: ${fault}`));
  }
  return faults;
}

test.each(languages)(
  "the toolbar popup is 340 to 400 px wide and at most 600 px high in every state, scrolls only lists and clips no text: %s",
  async (language) => {
    await stage.chromium.setSettings({ language });
    const faults: Record<string, string[]> = {};
    for (const state of chooseStates(language)) {
      const popup = await openInState(stage.chromium, pageAt, state);
      const found = await faultsIn(popup);
      found.push(...(await emphasisFaults(popup)));
      if (await namesMissingButton(popup, labels[language])) found.push("a notice names a button that is not there");
      if (found.length > 0) faults[state.name] = found;
      await popup.close();
    }
    expect(faults).toEqual({});
  },
  600_000,
);

test("a finished job has one primary button, which opens its reviews; collecting again is smaller and below it", async () => {
  await stage.chromium.setSettings({ language: "en_us" });
  const state = popupStates.find(({ name }) => name === "finished");
  if (state === undefined) throw new Error("popup: no finished state");
  const popup = await openInState(stage.chromium, pageAt, state);
  const boxes = await popup.$$eval(".button", (all) =>
    all.map((button) => {
      const { top, height } = button.getBoundingClientRect();
      return { text: button.textContent.trim(), isPrimary: button.matches(".button-primary"), top, height };
    }),
  );
  await popup.close();
  const [main, ...others] = boxes.filter(({ isPrimary }) => isPrimary);
  const again = boxes.find(({ text }) => text === english.start.again);
  expect([main?.text, others]).toEqual([english.popup.view, []]);
  expect(again?.top).toBeGreaterThan((main?.top ?? 0) + (main?.height ?? 0) - 1);
  expect(again?.height).toBeLessThan(main?.height ?? 0);
});

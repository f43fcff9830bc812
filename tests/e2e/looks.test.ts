import type { ConsoleMessage, Page } from "puppeteer";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { texts } from "#web/texts/en_us.ts";
import { locales } from "#src/kit/lib/languages.ts";
import type { Marketplace } from "./marketplace.ts";
import { openMarketplace } from "./marketplace.ts";
import { axeFindings, sidewaysPx } from "./page-checks.ts";
import { sampleOfToday } from "./sample.ts";
import type { Look, Stage } from "./screens.ts";
import { stageScreens } from "./screens.ts";
import { until } from "./until.ts";

/** The number of looks tested per day; all with QUAYSIDE_FULL. */
const sampleSize = 8;

let marketplace: Marketplace;
let stage: Stage;

beforeAll(async () => {
  marketplace = await openMarketplace();
  stage = await stageScreens(marketplace);
});

afterAll(async () => {
  await stage?.close();
  await marketplace?.close();
});

/** The first segments of text keys: "collect", "ui". */
const slices = Object.keys(texts).join("|");

/** Finds raw text keys, which a person would see if a text were missing. */
async function keysInSight(page: Page): Promise<string[]> {
  return page.evaluate((names: string) => {
    const labels = [...document.querySelectorAll("[aria-label], [title]")].map(
      (element) => `${element.getAttribute("aria-label") ?? ""}\n${element.getAttribute("title") ?? ""}`,
    );
    const all = [document.body.innerText, ...labels].join("\n");
    return [...(all.match(new RegExp(`\\b(?:${names})\\.[a-z]\\w*(?:\\.\\w+)*|\\{\\{\\w+`, "g")) ?? [])];
  }, slices);
}

/** Describes all faults of a look. */
async function faultsOf(look: Look): Promise<string[]> {
  const said: string[] = [];
  const listen = (page: Page) => {
    page.on("console", (message: ConsoleMessage) => {
      if (message.type() === "error") said.push(`console: ${message.text()}`);
    });
    page.on("pageerror", (error) => said.push(`thrown: ${String(error)}`));
  };
  const { browser } = stage.chromium;
  const onTarget = (target: { page(): Promise<Page | null> }) => {
    void target.page().then((opened) => (opened === null ? undefined : listen(opened)));
  };
  browser.on("targetcreated", onTarget);
  const page = await stage.show(look);
  browser.off("targetcreated", onTarget);
  const faults: string[] = [];
  const { lang, theme } = await page.evaluate(() => ({
    lang: document.documentElement.lang,
    theme: document.documentElement.dataset["theme"],
  }));
  if (lang !== locales[look.language]) faults.push(`lang is ${lang}`);
  if (theme !== look.theme) faults.push(`data-theme is ${theme}`);
  const keys = await keysInSight(page);
  if (keys.length > 0) faults.push(`untranslated: ${keys.join(", ")}`);
  // Also a phone's narrowest common width, for screens shown on one. The browser sizes popups.
  const widths = look.screen.popup !== undefined ? [null] : look.width === 390 ? [390, 360] : [look.width];
  for (const width of widths) {
    if (width !== null) await page.setViewport({ width, height: 844 });
    const sideways = await sidewaysPx(page);
    if (sideways > 0) faults.push(`${sideways} px too wide at ${width ?? "its own width"}`);
  }
  faults.push(...(await axeFindings(page)));
  await page.close();
  return [...faults, ...said];
}

test("no screen is too wide, breaks an axe rule, logs an error, or shows a raw text key, in any look of the day", async () => {
  const looks = sampleOfToday(stage.looks, sampleSize);
  expect(new Set(looks).size).toBe(looks.length);
  const faults: Record<string, string[]> = {};
  for (const look of looks) {
    const found = await faultsOf(look);
    if (found.length > 0) faults[stage.nameOf(look)] = found;
  }
  expect(faults).toEqual({});
}, 600_000);

/** Returns the name or text of the focused element. */
async function focused(page: Page): Promise<string> {
  return page.evaluate(() => {
    const element = document.activeElement;
    const label = element?.closest("label")?.textContent ?? "";
    return element?.getAttribute("aria-label") ?? (label || (element?.textContent ?? ""));
  });
}

/** Presses Tab until the focus reaches the named element; returns the names passed, including it. */
async function tabTo(page: Page, name: RegExp): Promise<string[]> {
  const passed: string[] = [];
  for (let presses = 0; presses < 30; presses += 1) {
    await page.keyboard.press("Tab");
    passed.push(await focused(page));
    if (name.test(passed.at(-1) ?? "")) return passed;
  }
  throw new Error(`Tab does not come to ${name}; it passed ${passed.join(" | ")}`);
}

async function lookOf(page: Page) {
  return page.evaluate(() => ({ lang: document.documentElement.lang, theme: document.documentElement.dataset["theme"] }));
}

describe("by keyboard alone", () => {
  test("Tab goes through options, format and Export in this order, and Enter starts the export", async () => {
    const popup = await showPlain("popup-ready");
    await popup.waitForSelector('::-p-aria([name="Export reviews"][role="button"])');
    const passed = await tabTo(popup, /^Export reviews$/);
    const places = [/^Options/, /^XLSX$/, /^Export reviews$/].map((name) => passed.findIndex((one) => name.test(one)));
    expect(places).not.toContain(-1);
    expect(places).toEqual(places.toSorted((a, b) => a - b));
    await popup.keyboard.press("Enter");
    const job = await until(
      async () => (await stage.chromium.jobs()).find(({ subject }) => subject === "1000000400") ?? null,
      "the job that Enter starts",
    );
    // The blocked job makes the marketplace rest for minutes: the new job sends nothing before, and shows until when.
    await until(
      async () => ((await stage.chromium.jobs()).some(({ jobId, notBefore }) => jobId === job.jobId && notBefore !== null) ? true : null),
      "the rest that it keeps",
    );
    await popup.close();
  });

  test("language and theme switched in the popup take effect at once, in an open dashboard too", async () => {
    const dashboard = await stage.chromium.dashboard("/settings");
    await dashboard.waitForSelector("h1");
    const popup = await showPlain("popup-no-page");
    await expect.poll(() => lookOf(popup)).toEqual({ lang: "en-US", theme: "defaultTheme" });
    await tabTo(popup, /^English$/);
    await popup.keyboard.press("ArrowRight");
    await expect.poll(() => lookOf(popup)).toEqual({ lang: "zh-CN", theme: "defaultTheme" });
    await tabTo(popup, /^浅色$/);
    await popup.keyboard.press("ArrowRight");
    for (const [page, title] of [
      [popup, "码头评论采集器"],
      [dashboard, "设置"],
    ] as const) {
      await expect.poll(() => lookOf(page)).toEqual({ lang: "zh-CN", theme: "darkTheme" });
      await expect.poll(() => page.$eval("h1", (heading) => heading.textContent)).toBe(title);
    }
    await popup.close();
    await dashboard.close();
  });
});

test("the buttons of a job are aligned in columns of the same width, however many there are", async () => {
  const names = ["jobs", "job", "job-blocked"];
  for (const [name, wide] of names.flatMap((one) => [1440, 390].map((width) => [one, width] as const))) {
    const look = stage.looks.find(({ screen, width }) => screen.name === name && width === wide);
    if (look === undefined) throw new Error(`no screen ${name} at ${wide}`);
    const page = await stage.show(look);
    const groups = await page.$$eval(".job-actions", (all) =>
      all.map((group) =>
        [...group.querySelectorAll(":scope > .button")].map((button) => {
          // A DOMRect cannot be serialized.
          const { left, top, right, width, height } = button.getBoundingClientRect();
          return { left, top, right, width, height };
        }),
      ),
    );
    expect(groups.length).toBeGreaterThan(0);
    for (const boxes of groups) {
      const rows = Map.groupBy(boxes, ({ top }) => Math.round(top));
      // "Remove" comes last and shares its row.
      expect([...rows.values()].at(-1)?.length).toBeGreaterThan(1);
      if (wide === 390) expect(Math.min(...boxes.map(({ height }) => height))).toBeGreaterThanOrEqual(44);
      // The header of a job's page has room for all of them side by side.
      if (wide === 1440 && name !== "jobs") {
        expect([rows.size, new Set(boxes.map(({ height }) => Math.round(height))).size]).toEqual([1, 1]);
        continue;
      }
      for (const row of rows.values())
        expect(new Set(row.map(({ width, height }) => `${Math.round(width)} ${Math.round(height)}`)).size).toBe(1);
      expect(new Set([...rows.values()].map((row) => Math.round(Math.min(...row.map(({ left }) => left))))).size).toBe(1);
      expect(new Set([...rows.values()].map((row) => Math.round(Math.max(...row.map(({ right }) => right))))).size).toBe(1);
    }
    await page.close();
  }
});

/** Shows a screen in English and the light theme. */
async function showPlain(name: string): Promise<Page> {
  const plain = stage.looks.find(({ screen, language, theme }) => screen.name === name && language === "en_us" && theme === "defaultTheme");
  if (plain === undefined) throw new Error(`no screen ${name}`);
  const page = await stage.show(plain);
  await page.bringToFront();
  return page;
}

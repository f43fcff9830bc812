import type { BrowserContext, Page } from "puppeteer";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { texts as english } from "#web/texts/public.en_us.ts";
import { texts as chinese } from "#web/texts/public.zh_cn.ts";
import { publicPages } from "#src/pro/public-frame/public-pages.rules.ts";
import { holds, pressAt } from "./web-acts.ts";
import { useWebStage } from "./web-stage.ts";

const set = useWebStage();
let visitor: BrowserContext;
let page: Page;
/** errors logged by the page */
let said: string[];

beforeEach(async () => {
  visitor = await set.stage.visitor();
  page = await visitor.newPage();
  await page.setViewport({ width: 1440, height: 900 });
  said = [];
  page.on("pageerror", (error) => said.push(String(error)));
  page.on("console", (message) => ["error", "warn"].includes(message.type()) && said.push(message.text()));
});
afterEach(async () => visitor.close());

const open = (path: string) => page.goto(set.stage.homepage + path);
const look = () =>
  page.evaluate(() => ({
    lang: document.documentElement.lang,
    theme: document.documentElement.dataset["theme"],
    ground: getComputedStyle(document.documentElement).backgroundColor,
    themeSwitch: document.querySelector(".frame-theme")?.getAttribute("aria-label"),
  }));
const dark = "rgb(14, 20, 27)";

describe("a public page", () => {
  test("changes its theme immediately, in other tabs too, and keeps it on the next page", async () => {
    await open("/esty-collector-tos");
    const other = await visitor.newPage();
    await other.goto(`${set.stage.homepage}/private-policy`);
    await page.bringToFront();
    await pressAt(page, ".frame-theme");
    await holds(page, "a dark page", async () => (await look()).ground === dark);
    await expect.poll(look).toMatchObject({ theme: "darkTheme", themeSwitch: english.publicFrame.toLight });
    await other.waitForFunction(() => document.documentElement.dataset["theme"] === "darkTheme");
    await open("/esty-introduction");
    expect(await look()).toMatchObject({ theme: "darkTheme", ground: dark });
    expect(said).toEqual([]);
  });

  test("switches to the other language, keeping the other query parameters, and stays in it", async () => {
    await open("/esty-support?from=popup#island");
    await Promise.all([page.waitForNavigation(), pressAt(page, "a[data-language=zh_cn]")]);
    expect(new URL(page.url()).search).toBe("?from=popup&lang=zh_cn");
    expect(await look()).toMatchObject({ lang: "zh-CN" });
    expect(await page.title()).toContain(chinese.publicPages.head.support.title);
    await open("/private-policy");
    expect(await look()).toMatchObject({ lang: "zh-CN", themeSwitch: chinese.publicFrame.toDark });
    const kept = (await visitor.cookies()).find(({ name }) => name === "language");
    expect(kept?.value).toBe("zh_cn");
    expect(Math.round(((kept?.expires ?? 0) * 1000 - Date.now()) / 86_400_000)).toBe(30);
    expect(said).toEqual([]);
  });

  test("is readable without scripts, except for its islands", async () => {
    await page.setJavaScriptEnabled(false);
    for (const { path } of publicPages) {
      await open(path);
      expect((await page.$$eval("main h1", (all) => all.map((one) => one.textContent?.trim() ?? ""))).join(), path).not.toBe("");
    }
  });

  test.each(publicPages.filter(({ hasIsland }) => hasIsland))("$path replaces its placeholder with its island", async ({ path }) => {
    await open(path);
    await page.waitForFunction(() => document.querySelector("#island")?.hasAttribute("aria-busy") === false);
    await page.waitForSelector("#island button, #island a, #island input");
    expect(said).toEqual([]);
  });

  test("shows an error instead of a placeholder when its island cannot be loaded", async () => {
    await page.setRequestInterception(true);
    page.on("request", (request) => {
      const done = request.url().includes("-island-") ? request.abort() : request.continue();
      // The page may be closed by now.
      done.catch(() => undefined);
    });
    await open("/esty-support");
    await page.waitForSelector("[data-failed]");
    await expect.poll(() => page.$eval("#island", (island) => island.hasAttribute("aria-busy"))).toBe(false);
  });
});

describe("the install buttons", () => {
  const edge = "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36 Edg/140.0.0.0";
  const firefox = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0";
  const safari = "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Safari/605.1.15";

  test.each([
    ["Edge", edge, "edge"],
    ["Firefox", firefox, "firefox"],
    ["another browser", safari, "chrome"],
  ])("begin with the button for %s, visually and in tab order", async (_name, userAgent, first) => {
    await page.setUserAgent({ userAgent });
    await open("/");
    await page.waitForFunction(
      (wanted: string) => document.querySelector<HTMLElement>("[data-installs] > [data-browser]")?.dataset["browser"] === wanted,
      {},
      first,
    );
    const lefts = await page.$$eval("[data-installs] > [data-browser]", (all) =>
      all.map((one) => one.getBoundingClientRect()).map(({ x, y }) => y * 10_000 + x),
    );
    expect(lefts).toEqual(lefts.toSorted((a, b) => a - b));
  });

  test("lead to their browser's steps, which explain loading the build while no store offers it", async () => {
    await open("/");
    const { install } = english.publicPages.main;
    for (const [browser, step] of [
      ["chrome", install.loadUnpacked],
      ["firefox", install.firefoxLoad],
      ["edge", install.loadUnpacked],
    ] as const) {
      await page.click(`.installs a[href="#install-${browser}"]`);
      await page.waitForFunction((hash: string) => location.hash === hash, {}, `#install-${browser}`);
      const way = await page.waitForSelector(`#install-${browser}:target`, { visible: true });
      expect(await way?.evaluate((one) => one.textContent)).toContain(step);
    }
    expect(await page.$eval("#install", (one) => one.textContent)).toContain(install.lead);
  });
});

import type { BrowserContext, Page } from "puppeteer";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { updateDefaultSettings } from "#src/company/accounts/accounts.contract.ts";
import { apiPrefix } from "#src/kit/api/address.ts";
import { texts as english } from "#web/texts/en_us.ts";
import { texts as chinese } from "#web/texts/zh_cn.ts";
import { findPublicPage, publicPages } from "#src/pro/public-frame/public-pages.rules.ts";
import { atHeading, atPath, chooseOf, holds, logIn, press, pressAt, pressText, seesText, storageOf } from "./web-acts.ts";
import { useWebStage } from "./web-stage.ts";

const set = useWebStage();
let visitor: BrowserContext;
let page: Page;

beforeEach(async () => {
  visitor = await set.stage.visitor();
  page = await set.stage.page(visitor);
});
afterEach(async () => visitor.close());

const open = (path: string) => page.goto(set.stage.origin + path);
const { tabs: tabWords } = english.navigation.shell;

async function look(of: Page): Promise<{ lang: string; theme: string | undefined; ground: string }> {
  return of.evaluate(() => ({
    lang: document.documentElement.lang,
    theme: document.documentElement.dataset["theme"],
    ground: getComputedStyle(document.documentElement).backgroundColor,
  }));
}
const light = "rgb(247, 249, 251)";
const dark = "rgb(14, 20, 27)";

describe("language and theme", () => {
  test("change immediately in all tabs, and persist across a reload, a new login and another browser", async () => {
    await set.stage.signIn(page, "p", "operator01");
    // A second page of the same browser is also rendered.
    const second = await visitor.newPage();
    await second.goto(`${set.stage.origin}/ds/login`);
    await second.waitForSelector("input[autocomplete=username]");
    await page.bringToFront();
    await holds(page, "a light page", async () => (await look(page)).ground === light);
    await pressAndKeep(english.appearance.toDark);
    await holds(page, "a dark page", async () => (await look(page)).ground === dark);
    await holds(second, "the other page dark", async () => (await look(second)).theme === "darkTheme");
    await pressAndKeep(english.appearance.toChinese);
    await holds(page, "Chinese", async () => (await look(page)).lang === "zh-CN");
    await seesText(page, chinese.navigation.menu.inventory);
    await expect.poll(() => page.$eval("body", (body) => body.innerText)).not.toContain(english.navigation.menu.inventory);
    await expect.poll(() => page.title()).toContain(chinese.navigation.home);
    await second.close();

    const cookies = await visitor.cookies();
    const language = cookies.find(({ name }) => name === "language");
    expect(language?.value).toBe("zh_cn");
    const days = ((language?.expires ?? 0) * 1000 - Date.now()) / 86_400_000;
    expect(Math.round(days)).toBe(30);
    expect((await storageOf(page))["theme"]).toBe("darkTheme");

    await page.reload();
    await atHeadingOf(chinese.navigation.home);
    expect(await look(page)).toEqual({ lang: "zh-CN", theme: "darkTheme", ground: dark });

    // Another browser: the choice is stored with the account.
    const elsewhere = await set.stage.visitor();
    const other = await set.stage.page(elsewhere);
    await set.stage.signIn(other, "p", "operator01");
    await holds(
      other,
      "the look of choice",
      async () => JSON.stringify(await look(other)) === JSON.stringify({ lang: "zh-CN", theme: "darkTheme", ground: dark }),
    );
    await elsewhere.close();
  });

  test("can be chosen on a public page before signing in", async () => {
    await open("/ds/login");
    await press(page, "button", english.appearance.toChinese);
    await seesText(page, chinese.accounts.login.submit);
    await press(page, "button", chinese.appearance.toDark);
    await holds(page, "a dark page", async () => (await look(page)).ground === dark);
    await page.reload();
    await seesText(page, chinese.accounts.login.submit);
    expect(await look(page)).toEqual({ lang: "zh-CN", theme: "darkTheme", ground: dark });
  });

  test("chosen before the login are kept after signing in", async () => {
    await open("/ds/login");
    await press(page, "button", english.appearance.toChinese);
    await seesText(page, chinese.accounts.login.submit);
    await logIn(page, "retailer01");
    await atHeadingOf(chinese.navigation.home);
    expect((await look(page)).lang).toBe("zh-CN");
    await page.reload();
    await atHeadingOf(chinese.navigation.home);
    // Later tests sign in with this account.
    await pressAndKeep(chinese.appearance.toEnglish);
    await atHeadingOf(english.navigation.home);
  });

  test("follow ?lang= in the address", async () => {
    await open("/signup?lang=zh_cn");
    await seesText(page, chinese.accounts.signUp.title);
    expect((await look(page)).lang).toBe("zh-CN");
  });
});

/** Presses a setting stored with the account and waits until it is saved: an immediate reload would abort that. */
async function pressAndKeep(name: string): Promise<void> {
  const kept = page.waitForResponse((answer) => new URL(answer.url()).pathname === apiPrefix + updateDefaultSettings.path && answer.ok());
  await Promise.all([kept, press(page, "button", name)]);
}

async function atHeadingOf(title: string): Promise<void> {
  await holds(page, `the title ${title}`, async () => (await page.title()).includes(title));
  await page.waitForSelector("main h1");
}

/** Lists the open tabs in order, as they are announced. */
async function openTabs(): Promise<string[]> {
  return page.$$eval(".tab-bar .open-tab-link", (links) => links.map((link) => link.textContent?.trim() ?? ""));
}

async function tabsAre(names: readonly string[]): Promise<void> {
  await holds(page, `the open pages ${names.join(", ")}`, async () => JSON.stringify(await openTabs()) === JSON.stringify(names));
}

describe("the sticky header", () => {
  test("covers no element that receives keyboard focus while moving back up a long page", async () => {
    await page.setViewport({ width: 1440, height: 320 });
    await set.stage.signIn(page, "p", "provider01");
    await open("/p/key-information");
    await page.waitForSelector("main form");
    await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight));
    await page.$$eval("main :is(a, button, input)", (all) => (all.at(-1) as HTMLElement | undefined)?.focus());
    const covered: string[] = [];
    let last = await page.evaluate(() => scrollY);
    expect(last).toBeGreaterThan(200);
    for (let presses = 0; presses < 60 && last > 0; presses += 1) {
      await page.keyboard.down("Shift");
      await page.keyboard.press("Tab");
      await page.keyboard.up("Shift");
      const focused = await page.evaluate(() => {
        const element = document.activeElement ?? document.body;
        const { x, y, width, height } = element.getBoundingClientRect();
        const above = document.elementFromPoint(x + width / 2, y + height / 2)?.closest(".area-top");
        const isCovered = above !== null && above !== undefined && !above.contains(element);
        return { name: element.outerHTML.slice(0, 80), isCovered, scrolled: scrollY };
      });
      if (focused.isCovered) covered.push(focused.name);
      last = focused.scrolled;
    }
    expect(last).toBe(0);
    expect(covered).toEqual([]);
  });
});

describe("open tabs", () => {
  const { home, auditLog, settings, downloads, keyInformation } = english.navigation;

  test("keep their filters, survive a reload, and can be closed one by one, all others, or all", async () => {
    await set.stage.signIn(page, "p", "provider01");
    await press(page, "link", auditLog);
    await atHeading(page, auditLog);
    await open("/p/audit-log?action=accounts");
    await atHeading(page, auditLog);
    for (const title of [keyInformation, downloads]) {
      await pressText(page, title, "nav:not(.tab-bar) a");
      await tabsAre([home, auditLog, ...(title === keyInformation ? [keyInformation] : [keyInformation, downloads])]);
    }
    await page.reload();
    await tabsAre([home, auditLog, keyInformation, downloads]);
    await pressAt(page, `.tab-bar a[href^="/p/audit-log"]`);
    await atPath(page, "/p/audit-log");
    expect(new URL(page.url()).searchParams.get("action")).toBe("accounts");

    // Closed from elsewhere while it is visible: its neighbour is shown.
    await press(page, "button", tabWords.close.replace("{{title}}", keyInformation));
    await tabsAre([home, auditLog, downloads]);
    await atPath(page, "/p/audit-log");
    await press(page, "button", tabWords.close.replace("{{title}}", auditLog));
    await tabsAre([home, downloads]);
    await atPath(page, "/p/downloads");

    await open("/p/settings");
    await tabsAre([home, downloads, settings]);
    await chooseOf(page, tabWords.more, tabWords.closeOthers);
    await tabsAre([home, settings]);
    await chooseOf(page, tabWords.more, tabWords.closeAll);
    await tabsAre([home]);
    await atPath(page, "/p/home");
  });

  test("are stored separately per role group and per user", async () => {
    await set.stage.signIn(page, "p", "provider01");
    await open("/p/downloads");
    await tabsAre([home, downloads]);
    await set.stage.signIn(page, "ds", "retailer01");
    await open("/ds/settings");
    await tabsAre([home, settings]);
    await open("/p/home");
    await tabsAre([home, downloads]);
    await set.stage.signIn(await freshPage(), "p", "operator01");
    await open("/p/home");
    await page.waitForSelector(".tab-bar");
    // Only home, in the account's current language.
    await expect.poll(openTabs).toHaveLength(1);
  });
});

/** Opens a page that is signed out of the supplier's area. */
async function freshPage(): Promise<Page> {
  await page.evaluate(() => Object.keys(localStorage).forEach((key) => key.startsWith("p.") && localStorage.removeItem(key)));
  return page;
}

/** Returns the name of the prerendered page; null for the application. */
const drawnPage = async () => page.evaluate(() => document.documentElement.dataset["page"] ?? null);

describe("home-page mode", () => {
  const served: readonly (readonly [path: string, title: string])[] = [
    ["/ds/thirdpart-success-redirect", english.navigation.shopConnected],
    ["/tools/config", english.navigation.toolsConfig],
  ];

  test("serves the specified pages, and shows the not-found page in place for anything else", async () => {
    for (const [path, title] of served) {
      await page.goto(set.stage.homepage + path);
      await atHeading(page, title);
      expect(new URL(page.url()).pathname).toBe(path);
    }
    for (const { path } of publicPages) {
      const answer = await page.goto(set.stage.homepage + path);
      expect([path, answer?.status(), await drawnPage()]).toEqual([path, path === "/404" ? 404 : 200, findPublicPage(path)?.name]);
    }
    for (const path of ["/ds/login", "/p/home", "/signup", "/404", "/esty-checkout/other", "/nowhere/at/all?x=1"]) {
      const answer = await page.goto(set.stage.homepage + path);
      expect([path, answer?.status(), await drawnPage()]).toEqual([path, 404, "not-found"]);
      await atHeading(page, english.publicPages.notFound.title);
      expect(page.url()).toBe(set.stage.homepage + path);
    }
  });

  test("leads from an application page to a public page by a full page load", async () => {
    await page.goto(`${set.stage.homepage}/tools/config`);
    await atHeading(page, english.navigation.toolsConfig);
    await Promise.all([page.waitForNavigation(), pressAt(page, 'footer a[href="/private-policy"]')]);
    expect(await drawnPage()).toBe("private-policy");
  });
});

import type { HTTPRequest, Page } from "puppeteer";
import { expect, test } from "vitest";
import { texts as english } from "#web/texts/en_us.ts";
import { texts as chinese } from "#web/texts/zh_cn.ts";
import { atHeading, chooseOf, holds, named, press, pressAt, seesText } from "./web-acts.ts";
import { useWebStage } from "./web-stage.ts";

const set = useWebStage();
const { navigation, list, stock, operators, rateCards, warehouses, accounts, exceptions } = english;

async function openAs(who: "provider01" | "retailer01" | null, width = 1440, height = 900): Promise<Page> {
  const { stage } = set;
  const page = await stage.page(await stage.visitor());
  await page.setViewport({ width, height });
  if (who !== null) await stage.signIn(page, who === "provider01" ? "p" : "ds", who);
  return page;
}

test("the public page of the warehouse links to sign-up and both logins", async () => {
  const page = await openAs(null);
  await page.goto(`${set.stage.homepage}/esty-introduction`);
  const links = await page.$$eval("a[href]", (all) => all.map((one) => new URL(one.href).pathname));
  for (const path of ["/signup", "/ds/login", "/p/login"]) expect(links).toContain(path);
});

test("while the code of a tab is still loading, neither the menu nor the other tabs of the screen vanish", async () => {
  const page = await openAs("retailer01");
  await page.goto(`${set.stage.origin}/ds/order`);
  await atHeading(page, navigation.order);
  await page.setRequestInterception(true);
  const held: HTTPRequest[] = [];
  page.on("request", (request) => {
    if (/own-exceptions[^/]*\.js$/.test(request.url())) held.push(request);
    else void request.continue();
  });
  await press(page, "tab", exceptions.own);
  await expect.poll(() => held.length).toBeGreaterThan(0);
  const seen = () =>
    page.evaluate(() => ["header", "nav.side-menu", "[role=tablist]"].map((one) => document.querySelector(one)?.checkVisibility()));
  await seesText(page, english.ui.loading);
  expect(await seen()).toEqual([true, true, true]);
  for (const request of held) await request.continue();
  await page.waitForSelector(".list");
  expect(await seen()).toEqual([true, true, true]);
  await page.setRequestInterception(false);
});

test("languages are listed by their own names, and the page reserves room for a scrollbar, so that the header does not shift", async () => {
  const page = await openAs("provider01");
  await page.goto(`${set.stage.origin}/p/settings?tab=look`);
  await seesText(page, accounts.look.title);
  const choices = await page.$$eval(".account-look [role=radiogroup]", ([first]) => first?.textContent ?? "");
  for (const name of ["English", "中文"]) expect(choices).toContain(name);
  expect(await page.$eval("header [lang=zh-CN]", (one) => one.textContent)).toBe("中文");
  expect(await page.evaluate(() => getComputedStyle(document.documentElement).scrollbarGutter)).toBe("stable");
});

test("a dialog's primary button is the last in its footer, and visible however long the dialog is", async () => {
  const page = await openAs("provider01", 390, 600);
  const dialogs = [
    ["/p/stock?tab=stocktakes", stock.stocktake.action.new],
    ["/p/settings?tab=operators", operators.action.invite],
    ["/p/warehousing-setting", warehouses.add],
    ["/p/rate-cards", rateCards.do.new],
  ] as const;
  for (const [path, action] of dialogs) {
    await page.goto(set.stage.origin + path);
    // The main action stands beside the list on a phone, too.
    await press(page, "button", action);
    await page.waitForSelector(".dialog-actions .button-primary");
    const foot = await page.$eval(".dialog-actions", (actions) => {
      const shown = [...actions.querySelectorAll("button")].filter((one) => one.checkVisibility());
      return {
        last: shown.at(-1)?.className ?? "",
        bottom: actions.getBoundingClientRect().bottom,
        rights: shown.map((one) => one.getBoundingClientRect().right),
      };
    });
    expect(foot.last, path).toContain("button-primary");
    expect(foot.bottom, path).toBeLessThanOrEqual(600);
    expect(Math.max(...foot.rights), path).toBe(foot.rights.at(-1));
  }
});

test("a date is entered in the order of the page's language", async () => {
  const page = await openAs("retailer01");
  const order = async () => {
    await page.waitForSelector(".draft-expiresOn [data-type=year]");
    return page.$$eval(".draft-expiresOn [role=spinbutton]", (all) => all.map((one) => (one as HTMLElement).dataset["type"]));
  };
  await page.goto(`${set.stage.origin}/ds/addWarehouse?receipt=new`);
  expect(await order()).toEqual(["month", "day", "year"]);
  await press(page, "button", english.appearance.toChinese);
  await atHeading(page, chinese.receipts.draft.titleNew);
  await holds(page, "the order of Chinese", async () => (await order()).join(" ") === "year month day");
});

test("sign-up and login focus their first field", async () => {
  const page = await openAs(null);
  for (const [path, selector] of [
    ["/ds/login", "input[autocomplete=username]"],
    ["/signup", "form input"],
  ] as const) {
    await page.goto(set.stage.origin + path);
    await expect.poll(() => page.$eval(selector, (one) => one === document.activeElement), { message: path }).toBe(true);
  }
});

test("the palette is one dialog that opens and closes by keyboard, never over another dialog, and restores the focus", async () => {
  const page = await openAs("provider01");
  const words = navigation.shell.palette;
  await page.goto(`${set.stage.origin}/p/home`);
  const button = await named(page, "button", words.open);
  await button.focus();
  await page.keyboard.press("Enter");
  await named(page, "combobox", words.input);
  expect(await page.$$eval("[role=dialog].palette", (all) => all.length)).toBe(1);
  const marked = () =>
    page.evaluate(() => {
      const id = document.activeElement?.getAttribute("aria-activedescendant") ?? "";
      return [...document.querySelectorAll(".palette-option")].findIndex((one) => one.id === id);
    });
  await expect.poll(marked).toBe(0);
  await page.keyboard.press("ArrowDown");
  await expect.poll(marked).toBe(1);
  await page.keyboard.press("ArrowUp");
  await page.keyboard.press("ArrowUp");
  const last = (await page.$$(".palette-option")).length - 1;
  await expect.poll(marked).toBe(last);
  await page.keyboard.press("Escape");
  await holds(page, "no palette", async () => (await page.$(".palette")) === null);
  await holds(page, "the focus back", () => button.evaluate((one) => one === document.activeElement));
  const pressPaletteKey = async () => {
    await page.keyboard.down("Control");
    await page.keyboard.press("k");
    await page.keyboard.up("Control");
  };
  await pressPaletteKey();
  await page.waitForSelector(".palette");
  await pressPaletteKey();
  await holds(page, "closed by its key", async () => (await page.$(".palette")) === null);

  await page.goto(`${set.stage.origin}/p/rate-cards`);
  await press(page, "button", rateCards.do.new);
  await page.waitForSelector(".dialog");
  await pressPaletteKey();
  await new Promise((done) => setTimeout(done, 500));
  expect(await page.$(".palette")).toBeNull();
});

test("on a hand-held, one row above the list offers choosing a partition and adding locations", async () => {
  const page = await openAs("provider01", 390, 844);
  await page.goto(`${set.stage.origin}/p/warehousing-definition`);
  await page.waitForSelector(".list-row[id]");
  await pressAt(page, ".place-choice");
  await page.waitForSelector("[role=menu]");
  const entries = await page.$$("[role=menuitem], [role=menuitemradio]");
  await entries[1]?.click();
  await holds(page, "the partition in the address", async () => new URL(page.url()).searchParams.has("partition"));
  await chooseOf(page, list.row.actions, warehouses.place.addLocation);
  await page.waitForSelector(".dialog");
  expect(await page.$eval(".dialog-title", (title) => title.textContent)).toBe(warehouses.location.new);
});

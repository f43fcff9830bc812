import type { BrowserContext, Page } from "puppeteer";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { apiPrefix } from "#src/kit/api/address.ts";
import { texts as english } from "#web/texts/en_us.ts";
import { initConfig } from "#src/company/sites/sites.contract.ts";
import { atHeading, atPath, chooseOf, fillNamed, holds, named, press, seesText } from "./web-acts.ts";
import type { Fault, Faults } from "./web-faults.ts";
import { envelope, faultsOn, only } from "./web-faults.ts";
import { useWebStage } from "./web-stage.ts";

const set = useWebStage();
let visitor: BrowserContext;
let page: Page;
let faults: Faults;

beforeEach(async () => {
  visitor = await set.stage.visitor();
  page = await set.stage.page(visitor);
  faults = await faultsOn(page);
});
afterEach(async () => visitor.close());

const { start, failed } = english.session;
const configPath = apiPrefix + initConfig.path;
const word = { en_us: "OK", zh_cn: "成功" };

describe("startup", () => {
  const cases: readonly { name: string; fault: Fault; says: string }[] = [
    { name: "no network", fault: "no network", says: start.network },
    { name: "a status that is not good", fault: envelope(500, 500, word.en_us, word.zh_cn), says: start.network },
    { name: "no JSON", fault: { status: 200, contentType: "text/html", body: "<h1>Log in to this network</h1>" }, says: start.format },
    { name: "no configuration", fault: envelope(200, 200, word.en_us, word.zh_cn, { homepage_title: "Quayside" }), says: start.format },
  ];

  test("shows a plain page with the specified message when the configuration is missing, and a retry starts the application", async () => {
    expect([start.network, start.format]).toEqual(["Network response was not ok", "Invalid config data format"]);
    for (const { name, fault, says } of cases) {
      faults.set(only(configPath, fault));
      await page.goto(`${set.stage.origin}/ds/login`);
      await atHeading(page, says);
      await seesText(page, start.text);
      expect(await page.$("input"), name).toBeNull();
      // Still no configuration: the message is shown again, and nothing else.
      await Promise.all([page.waitForRequest((request) => request.url().endsWith(configPath)), press(page, "button", english.ui.retry)]);
      await named(page, "button", english.ui.retry);
      await atHeading(page, says);
      faults.clear();
      await press(page, "button", english.ui.retry);
      await page.waitForSelector("input[autocomplete=username]");
      await atPath(page, "/ds/login");
    }
  });
});

describe("navigation", () => {
  test("waits for the configuration: until it is known, nothing else is requested and no screen is rendered", async () => {
    const calls: string[] = [];
    page.on(
      "request",
      (request) => void (new URL(request.url()).pathname.startsWith(apiPrefix) && calls.push(new URL(request.url()).pathname)),
    );
    const held = faults.hold(configPath);
    await page.goto(`${set.stage.origin}/nowhere`);
    await held.came;
    // The application has started by now, since it asked; without its mode it can neither render nor redirect.
    await expect.poll(() => calls).toEqual([configPath]);
    expect(new URL(page.url()).pathname).toBe("/nowhere");
    expect(await page.$("h1, input, nav")).toBeNull();
    held.release();
    await atPath(page, "/404");
  });
});

describe("a chunk of the application that cannot be loaded", () => {
  test("offers a reload inside the frame, which loads it", async () => {
    await set.stage.signIn(page, "p", "provider01");
    faults.set((request) => (/\/assets\/audit-log\.screen-.*\.js$/.test(request.url()) ? "no network" : null));
    await press(page, "link", english.navigation.auditLog);
    await seesText(page, failed.chunkTitle);
    expect(await page.$(".tab-bar")).not.toBeNull();
    faults.clear();
    await Promise.all([page.waitForNavigation(), press(page, "button", failed.reload)]);
    await atHeading(page, english.navigation.auditLog);
  });

  test("offers a reload for a part of a screen as well", async () => {
    await set.stage.signIn(page, "p", "provider01");
    faults.set((request) => (/\/assets\/stocktakes-tab-.*\.js$/.test(request.url()) ? "no network" : null));
    await page.goto(`${set.stage.origin}/p/stock?tab=stocktakes`);
    await seesText(page, failed.chunkTitle);
    expect(await page.$(".tab-bar")).not.toBeNull();
    faults.clear();
    await Promise.all([page.waitForNavigation(), press(page, "button", failed.reload)]);
    await atHeading(page, english.navigation.stock);
    await seesText(page, english.stock.tab.stocktakes);
  });

  test("offers a reload in place when a field or a file needs it, and keeps the surrounding page", async () => {
    await set.stage.signIn(page, "p", "provider01");
    faults.set((request) => (/\/assets\/(?:catalogues|write-list-file)-.*\.js$/.test(request.url()) ? "no network" : null));
    await page.goto(`${set.stage.origin}/p/audit-log`);
    await page.waitForSelector(".list-row[data-index]");
    const { list } = english;
    await chooseOf(page, list.view, list.export.all.replace("{{format}}", "CSV"));
    await seesText(page, failed.chunkTitle);
    expect(await page.$(".list-row[data-index]")).not.toBeNull();
    await page.goto(`${set.stage.origin}/p/key-information`);
    await seesText(page, failed.chunkTitle);
    await atHeading(page, english.navigation.keyInformation);
    faults.clear();
    await Promise.all([page.waitForNavigation(), press(page, "button", failed.reload)]);
    await atHeading(page, english.navigation.keyInformation);
  });
});

describe("a lost connection to the server", () => {
  test("is announced, loses no typed input, and recovers automatically", async () => {
    const { connection } = english.session;
    await set.stage.signIn(page, "p", "provider01");
    await press(page, "link", english.navigation.auditLog);
    await atHeading(page, english.navigation.auditLog);
    await page.waitForSelector(".list-row[data-index]");
    await press(page, "link", english.navigation.settings);
    await atHeading(page, english.navigation.settings);
    await fillNamed(page, "Name", "Keeper of the quay");
    await seesState(connection.connected);

    await set.stage.server.stop();
    await seesState(connection.reconnecting);
    await seesText(page, connection.lostEarly.slice(0, connection.lostEarly.indexOf(".")));
    await press(page, "button", english.accounts.profile.submit);
    await seesText(page, english.form.network);

    await set.stage.restart();
    await seesState(connection.connected);
    await holds(
      page,
      "no banner any more",
      async () => !(await page.$eval("body", (body) => body.innerText)).includes(connection.lostEarly.slice(0, 30)),
    );
    const name = await named(page, "textbox", "Name");
    expect(await name.evaluate((input) => (input as HTMLInputElement).value)).toBe("Keeper of the quay");
    await press(page, "button", english.accounts.profile.submit);
    await holds(page, "the saved name", async () => (await page.$("::-p-aria(Account of Keeper of the quay)")) !== null);
    await page.reload();
    await holds(page, "the kept name", async () => (await page.$("::-p-aria(Account of Keeper of the quay)")) !== null);
  });

  /** Waits for a connection state, visible or announced. */
  async function seesState(words: string): Promise<void> {
    await holds(page, `the connection "${words}"`, () =>
      page.evaluate((wanted: string) => document.querySelector("header")?.textContent?.includes(wanted) === true, words),
    );
  }
});

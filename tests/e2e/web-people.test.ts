import type { BrowserContext, Page } from "puppeteer";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { changeUserInfo } from "#src/company/accounts/accounts.contract.ts";
import { permissions } from "#src/kit/api/roles-and-permissions.ts";
import type { Area } from "#src/kit/api/roles-and-permissions.ts";
import { codes } from "#src/kit/api/codes.ts";
import { texts as english } from "#web/texts/en_us.ts";
import { inviteOperator, listOperators, setPermissions } from "#src/company/operators/operators.contract.ts";
import { sessionKeys, getStorageKey } from "#src/kit/session/session.rules.ts";
import {
  atHeading,
  atPath,
  choose,
  chooseOf,
  enterPassword,
  fill,
  hearToasts,
  holds,
  linkIn,
  logIn,
  mailTo,
  press,
  pressText,
  seesText,
  signInElsewhere,
  storageOf,
} from "./web-acts.ts";
import { useWebStage } from "./web-stage.ts";

const set = useWebStage();
let visitor: BrowserContext;
let page: Page;
let toasts: readonly string[];

beforeEach(async () => {
  visitor = await set.stage.visitor();
  page = await set.stage.page(visitor);
  toasts = await hearToasts(page);
});
afterEach(async () => visitor.close());

const open = (path: string) => page.goto(set.stage.origin + path);
const { field, signUp, login } = english.accounts;
const goodPassword = "Harbour!Crane42x";

async function signUpAs(
  username: string,
  storeName: string,
  role: "retailer" | "supplier",
  chooseSupplier: () => Promise<void>,
): Promise<void> {
  await open(`/signup?role=${role}`);
  await atHeading(page, signUp.title);
  await chooseSupplier();
  await fill(page, field.storeName, storeName);
  await fill(page, field.address, "1 Quay Street");
  await fill(page, field.email, `${username}@example.com`);
  await fill(page, field.username, username);
  await fill(page, field.password, "short");
  await seesText(page, english.form.strength.weak);
  await fill(page, field.password, goodPassword);
  await seesText(page, english.form.strength.strong);
  await fill(page, field.confirm, goodPassword);
  await press(page, "button", signUp.submit);
  const area: Area = role === "supplier" ? "p" : "ds";
  // Signing up signs in.
  await atPath(page, `/${area}/home`);
  await seesText(page, login.from.signUp.title);
}

/** Returns the prefilled username of the visible login. */
const filledIn = () => page.$eval("input[autocomplete=username]", (input) => input.value);

async function keysOf(area: Area): Promise<string[]> {
  return Object.keys(await storageOf(page))
    .filter((key) => key.startsWith(`${area}.`))
    .toSorted();
}
const allKeysOf = (area: Area) => sessionKeys.map((key) => getStorageKey(area, key)).toSorted();

describe("a supplier and a retailer who chooses that supplier", () => {
  test("sign up and work in both areas of one browser; signing out of one keeps the other session", async () => {
    await signUpAs("harbour-keeper", "Harbour Keepers", "supplier", async () => undefined);
    await signUpAs("lantern-shop", "Lantern Shop", "retailer", async () => {
      await choose(page, field.supplier, "Harbour", "Harbour Keepers");
    });
    await seesText(page, "Harbour Keepers");
    expect(await keysOf("p")).toEqual(allKeysOf("p"));
    await expect.poll(() => keysOf("ds")).toEqual(allKeysOf("ds"));
    const keys = await storageOf(page);
    expect([keys[getStorageKey("p", "role")], keys[getStorageKey("ds", "role")]]).toEqual(["Provider", "Drop shipper"]);
    expect(keys[getStorageKey("p", "accessToken")]).not.toBe(keys[getStorageKey("ds", "accessToken")]);

    await open("/p/home");
    await atPath(page, "/p/home");
    await signOut("harbour-keeper");
    await atPath(page, "/p/login");
    await expect.poll(() => keysOf("p")).toEqual([]);
    await open("/ds/settings");
    await atHeading(page, english.navigation.settings);
    expect(await keysOf("ds")).toEqual(allKeysOf("ds"));
  });
});

/** Signs out by the avatar menu. */
async function signOut(name: string): Promise<void> {
  await chooseOf(page, english.navigation.shell.account.replace("{{name}}", name), english.session.signOut);
}

describe("the login", () => {
  test("does not reveal whether the username or the password was wrong", async () => {
    const said: string[] = [];
    for (const username of ["provider01", "nobody-at-all"]) {
      await open("/p/login");
      await logIn(page, username, "Wrong-Password1");
      await seesText(page, codes.wrongCredentials.en_us);
      // Waits until the button is enabled again.
      await page.waitForSelector("main form:not([aria-busy=true])");
      said.push((await page.$eval("main", (main) => main.innerText)).replaceAll(/\s+/g, " "));
    }
    expect(said[0]).toBe(said[1]);
    expect(toasts).toEqual([]);
  });

  test("links to the other area's login with the username filled in", async () => {
    await open("/p/login");
    await logIn(page, "retailer01");
    await press(page, "link", login.goTo.ds);
    await atPath(page, "/ds/login");
    await expect.poll(filledIn).toBe("retailer01");
  });

  test("works again after a password reset by an emailed link, which works once", async () => {
    const retailer = await signInElsewhere(set.stage.origin, "ds", "retailer01");
    await retailer.client.call(changeUserInfo, { email: "retailer01@example.com" });
    await open("/ds/turn-the-table");
    await fill(page, field.username, "retailer01");
    await press(page, "button", english.accounts.request.submit);
    await seesText(page, english.accounts.request.next);
    const link = linkIn(await mailTo(set.stage.dataDir, "retailer01@example.com", "/turn-the-table"));
    expect(link.pathname).toBe("/ds/turn-the-table");
    const token = link.searchParams.get("token") ?? "";
    expect(token).not.toBe("");

    const way = `${link.pathname}${link.search}`;
    await open(way);
    await atHeading(page, english.accounts.reset.title);
    // The token does not stay in the address bar.
    await holds(page, "an address without the token", async () => !page.url().includes(token));
    await fill(page, field.newPassword, "Tide-7-rises");
    await fill(page, field.confirm, "Tide-7-rises!");
    await press(page, "button", english.accounts.reset.submit);
    await seesText(page, codes["accounts.passwordsDiffer"].en_us);
    await fill(page, field.confirm, "Tide-7-rises");
    await press(page, "button", english.accounts.reset.submit);
    await atPath(page, "/ds/login");
    await seesText(page, login.from.reset.title);
    await enterPassword(page, "Tide-7-rises");
    await atPath(page, "/ds/home");

    await open(way);
    await fill(page, field.newPassword, "Tide-8-rises");
    await fill(page, field.confirm, "Tide-8-rises");
    await press(page, "button", english.accounts.reset.submit);
    await seesText(page, codes.linkExpired.en_us);
  });
});

/** Lists the menu's paths, without links in the page and its tabs. */
async function menuPaths(): Promise<string[]> {
  return page.$$eval("nav:not(.tab-bar) a", (all) =>
    all.filter((one) => one.closest("main") === null).map((one) => new URL(one.href).pathname),
  );
}

describe("an operator", () => {
  test("cannot reach provider-only pages by the menu or by address", async () => {
    await set.stage.signIn(page, "p", "operator01");
    await page.waitForSelector('nav:not(.tab-bar) a[href="/p/audit-log"]');
    const inMenu = await menuPaths();
    for (const path of ["/p/settings", "/p/logistics", "/p/warehousing-setting"]) {
      expect(inMenu).not.toContain(path);
      await open(path);
      await atPath(page, "/404");
    }
  });

  test("can read but not change the supplier's key information", async () => {
    await set.stage.signIn(page, "p", "operator01");
    await page.waitForSelector('nav:not(.tab-bar) a[href="/p/key-information"]');
    await open("/p/key-information");
    await seesText(page, english.keyInformation.readOnly);
    await seesText(page, english.keyInformation.company.title);
    expect(await page.$$eval("main button, main input, main textarea, main .key-missing", (all) => all.length)).toBe(0);
  });

  test("is invited by email, accepts, sees the permitted pages, and follows changed permissions", async () => {
    const { client } = await signInElsewhere(set.stage.origin, "p", "provider01");
    await set.stage.signIn(page, "p", "provider01");
    await open("/p/settings?tab=operators");
    await press(page, "button", english.operators.action.invite);
    await fill(page, english.operators.invite.email, "dock-hand@example.com");
    await fill(page, english.operators.invite.name, "Dock hand");
    await pressText(page, english.operators.right.orders.opens, ".dialog");
    await press(page, "button", english.operators.invite.submit);
    await holds(page, "the toast", async () => toasts.some((text) => text.includes("dock-hand@example.com")));
    const link = linkIn(await mailTo(set.stage.dataDir, "dock-hand@example.com", "invitation="));

    const newcomer = await set.stage.visitor();
    const desk = await set.stage.page(newcomer);
    await desk.goto(`${set.stage.origin}${link.pathname}${link.search}`);
    await atHeading(desk, english.accounts.invitation.title);
    await fill(desk, field.username, "dock-hand");
    await fill(desk, field.password, goodPassword);
    await fill(desk, field.confirm, goodPassword);
    await press(desk, "button", english.accounts.invitation.submit);
    await atPath(desk, "/p/login");
    await seesText(desk, login.from.invitation.title);
    await enterPassword(desk, goodPassword);
    await atPath(desk, "/p/home");
    await desk.goto(`${set.stage.origin}/p/order`);
    await atHeading(desk, english.navigation.order);
    await desk.goto(`${set.stage.origin}/p/audit-log`);
    await atPath(desk, "/404");

    const listed = await client.call(listOperators, {});
    const hand = listed.result.find(({ username }) => username === "dock-hand");
    expect(hand?.permissions).toEqual(["orders"]);
    await client.call(setPermissions, { user_uuid: hand?.user_uuid ?? "", version: hand?.version ?? 0, permissions: ["reports"] });
    await desk.goto(`${set.stage.origin}/p/audit-log`);
    await atHeading(desk, english.navigation.auditLog);
    await desk.goto(`${set.stage.origin}/p/order`);
    await atPath(desk, "/404");
    await newcomer.close();
  });

  test("without permissions has a home and no work screens", async () => {
    const { client } = await signInElsewhere(set.stage.origin, "p", "provider01");
    expect(permissions.length).toBeGreaterThan(0);
    await client.call(inviteOperator, { email: "onlooker@example.com", display_name: "Onlooker", permissions: [] });
    const invitation = linkIn(await mailTo(set.stage.dataDir, "onlooker@example.com", "invitation="));
    await open(`${invitation.pathname}${invitation.search}`);
    await fill(page, field.username, "onlooker");
    await fill(page, field.password, goodPassword);
    await fill(page, field.confirm, goodPassword);
    await press(page, "button", english.accounts.invitation.submit);
    await atPath(page, "/p/login");
    await enterPassword(page, goodPassword);
    await atPath(page, "/p/home");
    await page.waitForSelector('nav:not(.tab-bar) a[href="/p/downloads"]');
    expect([...new Set(await menuPaths())].toSorted()).toEqual(["/p/downloads", "/p/home", "/p/key-information"]);
  });
});

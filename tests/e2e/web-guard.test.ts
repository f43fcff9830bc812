import type { BrowserContext, Page } from "puppeteer";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { revokeSessions } from "#src/company/accounts/accounts.contract.ts";
import type { Area } from "#src/kit/api/roles-and-permissions.ts";
import { clientTexts } from "#src/kit/api/client-texts.ts";
import { texts as english } from "#web/texts/en_us.ts";
import { getStorageKey } from "#src/kit/session/session.rules.ts";
import { atHeading, atPath, hearToasts, heardToast, logIn, seesText, signInElsewhere, storageOf } from "./web-acts.ts";
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
const queryOf = () => new URL(page.url()).searchParams;

describe("a visitor without a token", () => {
  test("is redirected to the area's login, and to the requested page afterwards", async () => {
    await open("/p/audit-log?action=accounts");
    await atPath(page, "/p/login");
    expect(queryOf().get("next")).toBe("/p/audit-log?action=accounts");
    await heardToast(toasts, clientTexts.notSignedIn.en_us);
    await logIn(page, "provider01");
    await atPath(page, "/p/audit-log");
    expect(queryOf().get("action")).toBe("accounts");
    await atHeading(page, english.navigation.auditLog);
  });

  test("is redirected to the retailers' login from their area, and from an area's root without a return page", async () => {
    await open("/ds/settings");
    await atPath(page, "/ds/login");
    await open("/p");
    await atPath(page, "/p/login");
    expect(queryOf().get("next")).toBeNull();
  });

  test("is not redirected to another origin after login", async () => {
    await open("/ds/login?next=https%3A%2F%2Fexample.com%2Fds%2Fhome");
    await logIn(page, "retailer01");
    await atPath(page, "/ds/home");
    expect(new URL(page.url()).origin).toBe(set.stage.origin);
  });

  test("can open public pages, and sees /404 for unknown ones", async () => {
    await open("/signup");
    await seesText(page, english.accounts.signUp.title);
    for (const [path, title] of [
      ["/private-policy", english.publicPages.head.privatePolicy.title],
      ["/esty-checkout/pro", english.publicPages.head.checkout.title],
    ] as const) {
      await open(path);
      await page.waitForFunction((wanted: string) => document.title.startsWith(wanted), {}, title);
      expect(new URL(page.url()).pathname).toBe(path);
    }
    for (const path of ["/nowhere", "/nowhere/at/all", "/signup/more"]) {
      await open(path);
      await atPath(page, "/404");
    }
  });

  test("is redirected from / to the retailers' login, or with a shop's hmac to the shop login", async () => {
    await open("/");
    await atPath(page, "/ds/login");
    await open("/?hmac=abc&shop=");
    await atPath(page, "/ds/login");
    await open("/?hmac=abc&shop=quay.myshopify.com&timestamp=1");
    await atPath(page, "/ds/erp-login");
    expect([queryOf().get("hmac"), queryOf().get("shop"), queryOf().get("timestamp")]).toEqual(["abc", "quay.myshopify.com", "1"]);
  });
});

describe("a visitor with a token", () => {
  test("is redirected from the area's root to its home, and sees /404 beside the menu for its unknown pages", async () => {
    await set.stage.signIn(page, "p", "provider01");
    await open("/p");
    await atPath(page, "/p/home");
    await open("/p/nowhere");
    await atPath(page, "/404");
    await atHeading(page, english.navigation.notFoundPage.title);
    await page.waitForSelector('.side-menu a[href="/p/product"]', { visible: true });
    await open("/ds/home");
    await atPath(page, "/ds/login");
    expect(queryOf().get("next")).toBeNull();
  });

  test("but without a role is redirected to the login with 'No login information'", async () => {
    await set.stage.signIn(page, "p", "provider01");
    await page.evaluate((key: string) => localStorage.removeItem(key), getStorageKey("p", "role"));
    await open("/p/home");
    await atPath(page, "/p/login");
    await heardToast(toasts, clientTexts.noLoginInformation.en_us);
    expect(Object.keys(await storageOf(page)).filter((key) => key.startsWith("p."))).toEqual([]);
  });

  test("that was never issued is redirected to the login and loses this session, but not the other area's", async () => {
    await set.stage.signIn(page, "ds", "retailer01");
    await set.stage.signIn(page, "p", "provider01");
    await page.evaluate((key: string) => localStorage.setItem(key, "x".repeat(43)), getStorageKey("p", "accessToken"));
    await open("/p/settings");
    await atPath(page, "/p/login");
    const keys = Object.keys(await storageOf(page));
    expect(keys.filter((key) => key.startsWith("p."))).toEqual([]);
    expect(keys).toContain(getStorageKey("ds", "accessToken"));
  });
});

describe("an expired login", () => {
  const areas: readonly { area: Area; username: string; goOn: string }[] = [
    { area: "p", username: "provider01", goOn: "/p/audit-log" },
    { area: "ds", username: "retailer01", goOn: "/ds/settings" },
  ];

  /** Ends a person's other sessions from another device, by a real call. */
  async function endFromElsewhere(area: Area, username: string): Promise<void> {
    const other = await signInElsewhere(set.stage.origin, area, username);
    await other.client.call(revokeSessions, { session_uuids: "others" });
  }

  /** Waits at the login for the expiry message. @returns what is still stored of the area */
  async function expiredAt(area: Area): Promise<string[]> {
    await atPath(page, `/${area}/login`);
    await page.waitForSelector("input[autocomplete=username]");
    await seesText(page, clientTexts.loginExpired.en_us);
    return Object.keys(await storageOf(page)).filter((key) => key.startsWith(`${area}.`));
  }

  for (const { area, username, goOn } of areas) {
    test(`is reported once at the login of /${area}, which then leads to the requested page`, async () => {
      await set.stage.signIn(page, area, username);
      await page.goto("about:blank");
      await endFromElsewhere(area, username);
      await open(goOn);
      expect(await expiredAt(area)).toEqual([]);
      await heardToast(toasts, clientTexts.loginExpired.en_us);
      expect(toasts).toEqual([clientTexts.loginExpired.en_us]);
      await logIn(page, username);
      await atPath(page, goOn);
      expect(toasts).toHaveLength(1);
    });

    test(`is reported once while /${area} is open`, async () => {
      await set.stage.signIn(page, area, username);
      await endFromElsewhere(area, username);
      // The server may have announced it already; if not, the next call does.
      await page.evaluate(() => dispatchEvent(new Event("focus")));
      // Found and pressed in one step: a link removed meanwhile would reload the page, which no person can cause.
      const pressed = `nav a[href="${goOn}"]`;
      await page.evaluate((selector: string) => document.querySelector<HTMLElement>(selector)?.click(), pressed).catch(() => undefined);
      expect(await expiredAt(area)).toEqual([]);
      await heardToast(toasts, clientTexts.loginExpired.en_us);
      expect(toasts).toEqual([clientTexts.loginExpired.en_us]);
    });
  }
});

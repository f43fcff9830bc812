import type { BrowserContext, Page } from "puppeteer";
import { afterEach, describe, expect, test } from "vitest";
import { getCsrfToken, home, revokeSessions, updateDefaultSettings } from "#src/company/accounts/accounts.contract.ts";
import type { Area } from "#src/kit/api/roles-and-permissions.ts";
import { codes } from "#src/kit/api/codes.ts";
import type { Texts } from "#src/kit/api/envelope.ts";
import { apiPrefix } from "#src/kit/api/address.ts";
import { clientTexts } from "#src/kit/api/client-texts.ts";
import { pause } from "#src/kit/lib/pause.ts";
import type { Language } from "#src/kit/lib/languages.ts";
import { languages } from "#src/kit/lib/languages.ts";
import { retrieveAuditLog } from "#src/company/audit/audit.contract.ts";
import { getTemplateFile } from "#src/kit/files/files.contract.ts";
import { texts as english } from "#web/texts/en_us.ts";
import { inviteOperator } from "#src/company/operators/operators.contract.ts";
import { queryProviders } from "#src/company/providers/providers.contract.ts";
import { getStorageKey } from "#src/kit/session/session.rules.ts";
import { atPath, chooseOf, hearToasts, heardToast, logIn, press, seesText, signInElsewhere, storageOf } from "./web-acts.ts";
import type { Fault, Faults } from "./web-faults.ts";
import { envelope, faultsOn, gatewayWith, isCall, only } from "./web-faults.ts";
import { until } from "./until.ts";
import { createWarehouse, queryStorageDefinition } from "#src/warehouse/warehouses/warehouses.contract.ts";
import { useWebStage } from "./web-stage.ts";

const set = useWebStage();
const homePath = apiPrefix + home.path;

interface Visit {
  readonly visitor: BrowserContext;
  readonly page: Page;
  readonly toasts: readonly string[];
  readonly faults: Faults;
}
let visit: Visit | null = null;

async function visiting(language: Language = "en_us", prepare: (page: Page) => Promise<unknown> = async () => undefined): Promise<Visit> {
  const visitor = await set.stage.visitor();
  const page = await set.stage.page(visitor, { language });
  await prepare(page);
  const toasts = await hearToasts(page);
  const faults = await faultsOn(page);
  visit = { visitor, page, toasts, faults };
  return visit;
}
afterEach(async () => {
  await visit?.visitor.close();
  visit = null;
});

/** Restores the storage of an earlier visit, so that each fault starts alike. */
async function comeBack(page: Page, kept: Readonly<Record<string, string>>): Promise<void> {
  await page.evaluate(
    (entries: Record<string, string>) => Object.entries(entries).forEach(([key, value]) => localStorage.setItem(key, value)),
    { ...kept },
  );
}

/** Section 8 of the specification on failed calls; each stops building the routes, which clears the session. */
const failures: readonly { name: string; fault: Fault; says: Texts | null }[] = [
  { name: "code 996", fault: envelope(200, 996, "other words", "别的话"), says: clientTexts.authorizationFailed },
  {
    name: "401",
    fault: envelope(401, 401, "First, your badge", "请先出示工牌"),
    says: { en_us: "First, your badge", zh_cn: "请先出示工牌" },
  },
  {
    name: "403",
    fault: envelope(403, 403, "Not on this quay", "此码头不可进入"),
    says: { en_us: "Not on this quay", zh_cn: "此码头不可进入" },
  },
  { name: "500", fault: envelope(500, 500, "The crane fell over", "吊机倒了"), says: { en_us: "The crane fell over", zh_cn: "吊机倒了" } },
  {
    name: "502 without a message",
    fault: { status: 502, contentType: "text/html", body: "<h1>Bad gateway</h1>" },
    says: clientTexts.systemError,
  },
  { name: "no network", fault: "no network", says: clientTexts.networkAbnormal },
  { name: "a refusal without a message", fault: envelope(200, 2999, "", ""), says: clientTexts.operationFailed },
  {
    name: "a parameter error",
    fault: envelope(400, 400, codes.parameterError.en_us, codes.parameterError.zh_cn),
    says: clientTexts.parameterError,
  },
  { name: "the silent 4004", fault: envelope(200, 4004, "Not found", "未找到"), says: null },
  { name: "the silent 11006", fault: envelope(200, 11_006, "No shop", "没有店铺"), says: null },
  { name: "the silent 12004", fault: envelope(200, 12_004, "No mail", "没有消息"), says: null },
];

describe("a failed call", () => {
  for (const language of languages) {
    test(`shows the specification's message in ${language}, and clears the session when routes cannot be built`, async () => {
      const { page, toasts, faults } = await visiting(language);
      // The account's language takes precedence over the browser's.
      const elsewhere = await signInElsewhere(set.stage.origin, "p", "operator01");
      await elsewhere.client.call(updateDefaultSettings, { defaultLanguage: language });
      await set.stage.signIn(page, "p", "operator01");
      const kept = await storageOf(page);
      for (const { name, fault, says } of failures) {
        const before = toasts.length;
        await comeBack(page, kept);
        faults.set(only(homePath, fault));
        await page.goto(`${set.stage.origin}/p/home`);
        await atPath(page, "/p/login").catch((error: unknown) => {
          throw new Error(name, { cause: error });
        });
        if (says !== null) await heardToast(toasts, says[language], before);
        expect({ name, said: toasts.slice(before) }).toEqual({ name, said: says === null ? [] : [says[language]] });
        expect(Object.keys(await storageOf(page)).filter((key) => key.startsWith("p."))).toEqual([]);
      }
    });
  }

  test("with status 996 shows 'authorization failed'", async () => {
    const gateway = await gatewayWith(set.stage.server.ports.application, homePath, 996);
    try {
      const { page, toasts } = await visiting();
      await page.goto(`${gateway.origin}/p/login`);
      await logIn(page, "provider01");
      await heardToast(toasts, clientTexts.authorizationFailed.en_us);
      await atPath(page, "/p/login");
      expect(toasts).toEqual([clientTexts.authorizationFailed.en_us]);
    } finally {
      await gateway.close();
    }
  });

  test("shows 'connection abnormal' when the request times out", async () => {
    const { page, toasts, faults } = await visiting("en_us", (one) =>
      // A minute is too long to wait: the test ends it for this call.
      one.evaluateOnNewDocument((path: string) => {
        const ask = fetch;
        let newest = new AbortController();
        AbortSignal.timeout = () => (newest = new AbortController()).signal;
        window.fetch = (address, how) => {
          const minute = newest;
          if (address === path) addEventListener("minute", () => minute.abort(new DOMException("over", "TimeoutError")));
          return ask(address, how);
        };
      }, homePath),
    );
    await set.stage.signIn(page, "p", "provider01");
    const asked = Promise.withResolvers<void>();
    faults.set((request) => {
      const fault = only(homePath, "no answer")(request);
      if (fault !== null) asked.resolve();
      return fault;
    });
    await page.goto(`${set.stage.origin}/p/home`);
    await asked.promise;
    await page.evaluate(() => dispatchEvent(new Event("minute")));
    await heardToast(toasts, clientTexts.connectionAbnormal.en_us);
    await atPath(page, "/p/login");
    expect(toasts).toEqual([clientTexts.connectionAbnormal.en_us]);
  });
});

describe("the CSRF token", () => {
  test("is requested again when it is missing, and a failure shows 'csrf token error'", async () => {
    const { page, toasts, faults } = await visiting();
    await set.stage.signIn(page, "p", "provider01");
    const key = getStorageKey("p", "csrfToken");
    const lost = await page.evaluate((name: string) => {
      const value = localStorage.getItem(name);
      localStorage.removeItem(name);
      return value;
    }, key);
    await page.goto(`${set.stage.origin}/p/home`);
    await page.waitForFunction(([name, value]: [string, string | null]) => localStorage.getItem(name) === value, {}, [key, lost] as [
      string,
      string | null,
    ]);
    await page.waitForSelector("main h1");
    expect(toasts).toEqual([]);

    // The fault comes first: a call of the visible page would restore the token otherwise.
    faults.set(only(apiPrefix + getCsrfToken.path, envelope(500, 500, "", "")));
    await page.evaluate((name: string) => localStorage.removeItem(name), key);
    await page.goto(`${set.stage.origin}/p/home`);
    await heardToast(toasts, clientTexts.csrfTokenError.en_us);
    await atPath(page, "/p/login");
    expect(toasts.filter((text) => text === clientTexts.csrfTokenError.en_us)).toHaveLength(1);
  });
});

describe("toasts", () => {
  test("are merged into one when many calls fail in the same way, and disappear automatically", async () => {
    const { page, toasts, faults } = await visiting();
    await set.stage.signIn(page, "p", "provider01");
    faults.set((request) =>
      isCall(request) && new URL(request.url()).pathname !== homePath ? envelope(500, 500, "The crane fell over", "吊机倒了") : null,
    );
    // The page records the maximum shown at once: one may disappear before a test can check.
    await page.evaluateOnNewDocument(() => {
      const seen = globalThis as unknown as { mostToasts: number };
      seen.mostToasts = 0;
      const look = () => (seen.mostToasts = Math.max(seen.mostToasts, document.querySelectorAll(".toast").length));
      new MutationObserver(look).observe(document, { childList: true, subtree: true });
    });
    for (const path of ["/p/settings?tab=sessions", "/p/key-information"]) {
      const before = toasts.length;
      await page.goto(set.stage.origin + path);
      await heardToast(toasts, "The crane fell over", before);
      // A toast of the page before may have been heard: this page's own must have been shown before it can disappear.
      await page.waitForFunction(
        () => (globalThis as unknown as { mostToasts: number }).mostToasts > 0 && document.querySelector(".toast") === null,
      );
      expect(await page.evaluate(() => (globalThis as unknown as { mostToasts: number }).mostToasts)).toBe(1);
    }
    expect(new Set(toasts)).toEqual(new Set(["The crane fell over"]));
  });
});

describe("'Copy failed'", () => {
  test("is shown when the browser denies copying", async () => {
    const provider = await signInElsewhere(set.stage.origin, "p", "provider01");
    await provider.client.call(inviteOperator, { email: "copied@example.com", display_name: "Copied", permissions: [] });
    const { page, toasts } = await visiting("en_us", (one) =>
      one.evaluateOnNewDocument(() => {
        document.execCommand = () => false;
        navigator.clipboard.writeText = () => Promise.reject(new DOMException("denied", "NotAllowedError"));
      }),
    );
    await set.stage.signIn(page, "p", "provider01");
    await page.goto(`${set.stage.origin}/p/settings?tab=operators`);
    const { action } = english.operators;
    await press(page, "checkbox", english.list.row.select.replace("{{name}}", english.operators.notYet));
    await press(page, "button", action.copy);
    await heardToast(toasts, clientTexts.copyFailed.en_us);
    expect(toasts).toEqual([clientTexts.copyFailed.en_us]);
  });
});

describe("'Please log in first'", () => {
  test("is shown to anonymous users at the choice of a supplier, with a link to the login and back", async () => {
    const { page } = await visiting();
    await page.goto(`${set.stage.origin}/ds/third-part-key-information`);
    await seesText(page, clientTexts.notSignedIn.en_us);
    await press(page, "link", english.providers.toLogin);
    await logIn(page, "retailer01");
    await atPath(page, "/ds/third-part-key-information");
    await seesText(page, "Quayside Demo Warehouse");
    expect(await page.$eval("body", (body) => body.innerText)).not.toContain(clientTexts.notSignedIn.en_us);
  });
});

describe("'Failed to obtain store id'", () => {
  test("is shown on shop pages to a retailer without a shop, but not to one with a shop", async () => {
    const { page, toasts, faults } = await visiting();
    await set.stage.signIn(page, "ds", "retailer01");
    await page.goto(`${set.stage.origin}/ds/ds-order-info`);
    await heardToast(toasts, clientTexts.storeIdMissing.en_us);
    await seesText(page, clientTexts.storeIdMissing.en_us);
    expect(toasts).toEqual([clientTexts.storeIdMissing.en_us]);
    const { client } = await signInElsewhere(set.stage.origin, "ds", "retailer01");
    const said = await client.call(home, {});
    const shop = { shop_uuid: "00000000-0000-7000-8000-000000000001", name: "Harbour Goods", provider_uuid: said.provider_uuid };
    faults.set(only(homePath, envelope(200, 200, "", "", { ...said, shops: [shop] })));
    await page.reload();
    await seesText(page, english.navigation.later.soon);
    expect(await page.$eval("body", (body) => body.innerText)).not.toContain(clientTexts.storeIdMissing.en_us);
    expect(toasts).toHaveLength(1);
  });
});

describe("a list whose code is not success", () => {
  const refused = envelope(200, 2999, "The quay is closed", "码头已关闭");

  test("is an empty list in a picker, with the message as a toast", async () => {
    const { page, toasts, faults } = await visiting();
    faults.set(only(`${apiPrefix}${queryProviders.path}`, refused));
    await page.goto(`${set.stage.origin}/signup`);
    await heardToast(toasts, "The quay is closed");
    const field = await page.waitForSelector("input[role=combobox]");
    await field?.click();
    await seesText(page, english.providers.foundNone);
    expect(await page.$("[role=option][data-key]")).toBeNull();
  });

  test("is a message with a retry on a list page, and the retry loads its rows", async () => {
    const { page, toasts, faults } = await visiting();
    await set.stage.signIn(page, "p", "provider01");
    faults.set(only(`${apiPrefix}${retrieveAuditLog.path}`, refused));
    await page.goto(`${set.stage.origin}/p/audit-log`);
    await seesText(page, "The quay is closed");
    expect(await page.$(".list-row[data-index]:not(.list-failed)")).toBeNull();
    faults.clear();
    await press(page, "button", english.list.retry);
    await page.waitForSelector(".list-row[data-index]:not(.list-failed)");
    expect(toasts.filter((text) => text.includes("system error"))).toEqual([]);
  });
});

describe("a failed download", () => {
  test("is logged, shows no toast, and can be retried", async () => {
    const { page, toasts, faults } = await visiting();
    const logged: string[] = [];
    page.on("console", (message) => void (message.type() === "error" && logged.push(message.text())));
    await set.stage.signIn(page, "ds", "retailer01");
    await page.goto(`${set.stage.origin}/ds/addWarehouse`);
    await chooseOf(page, english.list.action.more, english.receipts.action.import);
    const before = toasts.length;
    faults.set(only(`${apiPrefix}${getTemplateFile.path}`, envelope(500, 500, "The crane fell over", "吊机倒了")));
    await press(page, "button", english.imports.template);
    await until(
      async () => (logged.some((text) => text.includes("download failed: files.get-template-file")) ? true : null),
      "the log line",
    );
    faults.clear();
    const answered = page.waitForResponse((response) => response.url().includes(getTemplateFile.path) && response.status() === 200);
    await press(page, "button", english.imports.template);
    await answered;
    expect(toasts.slice(before)).toEqual([]);
  });
});

/** Lets no websocket of the page's next documents open before `window.letSocketsOpen()`. */
function holdSockets(): void {
  const { promise, resolve } = Promise.withResolvers<void>();
  Object.assign(window, { letSocketsOpen: resolve });
  const add = WebSocket.prototype.addEventListener;
  WebSocket.prototype.addEventListener = function held(this: WebSocket, type: string, listener: EventListener) {
    add.call(this, type, type === "open" ? (event) => void promise.then(() => listener(event)) : listener);
  };
}

describe("a page whose connection opens late", () => {
  test("shows what happened between the first answer and the opening", async () => {
    const { page } = await visiting();
    const elsewhere = await signInElsewhere(set.stage.origin, "p", "provider01");
    await set.stage.signIn(page, "p", "provider01");
    await page.evaluateOnNewDocument(holdSockets);
    await page.goto(`${set.stage.origin}/p/warehousing-definition`);
    const { result } = await elsewhere.client.call(queryStorageDefinition, {});
    await seesText(page, result[0]?.name ?? "");
    await elsewhere.client.call(createWarehouse, { name: "Built in between", code: "MEANWHILE" });
    // Whoever is connected has heard of it by then.
    await pause(1000);
    expect(await page.evaluate(() => document.body.textContent.includes("Built in between"))).toBe(false);
    await page.evaluate("letSocketsOpen()");
    await seesText(page, "Built in between");
  });
});

describe("2003", () => {
  test("on the public home page redirects to / without a message about the login", async () => {
    const { page, toasts } = await visiting();
    const area: Area = "p";
    const admin = await signInElsewhere(set.stage.homepage, area, "admin01");
    await page.goto(`${set.stage.homepage}/tools/config`);
    const other = await signInElsewhere(set.stage.homepage, area, "admin01");
    await comeBack(page, {
      [getStorageKey(area, "accessToken")]: admin.accessToken,
      [getStorageKey(area, "csrfToken")]: admin.csrfToken,
      [getStorageKey(area, "username")]: "admin01",
      [getStorageKey(area, "role")]: "Site administrator",
    });
    await other.client.call(revokeSessions, { session_uuids: "others" });
    // The page redirects to / while loading, which may abort this navigation.
    await page.goto(`${set.stage.homepage}/tools/config`).catch((error: unknown) => {
      if (!String(error).includes("net::ERR_ABORTED")) throw error;
    });
    await atPath(page, "/");
    expect(toasts).toEqual([]);
    expect(Object.keys(await storageOf(page)).filter((key) => key.startsWith("p."))).toEqual([]);
  });
});

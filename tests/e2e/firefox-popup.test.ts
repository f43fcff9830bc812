import { resolve } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Proxy } from "#sandbox/marketplace/proxy.ts";
import { startProxy } from "#sandbox/marketplace/proxy.ts";
import { Marionette } from "./marionette.ts";
import type { Marketplace } from "./marketplace.ts";
import { openMarketplace } from "./marketplace.ts";
import { until } from "./until.ts";

let marketplace: Marketplace;
let proxy: Proxy;
let firefox: Marionette;

beforeAll(async () => {
  marketplace = await openMarketplace();
  proxy = await startProxy(0, marketplace.port);
  firefox = await Marionette.start({
    "network.proxy.type": 1,
    "network.proxy.ssl": "127.0.0.1",
    "network.proxy.ssl_port": proxy.port,
    "browser.shell.checkDefaultBrowser": false,
    "datareporting.policy.dataSubmissionEnabled": false,
    "app.update.disabledForTesting": true,
  });
  await firefox.send("Addon:Install", { path: resolve(".output/firefox-mv2-e2e"), temporary: true });
});

afterAll(async () => {
  await firefox?.stop();
  await proxy?.close();
  await marketplace?.close();
});

/** The popup's content, and the size Firefox gave it. */
interface PopupFacts {
  width: number;
  height: number;
  overX: number;
  overY: number;
  text: string;
}

const findPopup = `const popup = Services.wm.getMostRecentWindow("navigator:browser").document.querySelector("browser.webextension-popup-browser");`;

/** Presses the extension's toolbar button. */
async function pressToolbarButton(): Promise<void> {
  await firefox.inWindow(`
    const window = Services.wm.getMostRecentWindow("navigator:browser");
    const id = "collector_quayside_example-browser-action";
    window.CustomizableUI.addWidgetToArea(id, "nav-bar");
    const item = window.document.getElementById(id);
    (item.querySelector(".unified-extensions-item-action-button") ?? item).click();
  `);
}

/** Time for an open popup to answer, in ms: a script sent while it changes processes is lost. */
const popupMs = 2_000;

let asked = 0;

/**
 * Runs code in the open popup, whose page is in another process; null if none is open or it does not answer. The answer is stored on the
 * window and polled: a script that waits for it hangs forever if the popup's process changes.
 */
async function inPopup(code: string): Promise<unknown> {
  asked += 1;
  const name = `quayside-${asked}`;
  const frameScript = `data:,${encodeURIComponent(`sendAsyncMessage("${name}", (() => { ${code} })());`)}`;
  const isOpen = await firefox.inWindow(`
    ${findPopup}
    if (popup === null) return false;
    const answers = (popup.ownerDocument.defaultView.quaysideAnswers ??= {});
    popup.messageManager.addMessageListener("${name}", ({ data }) => { answers["${name}"] = data; });
    popup.messageManager.loadFrameScript(${JSON.stringify(frameScript)}, false);
    return true;
  `);
  if (isOpen !== true) return null;
  return until(
    () => firefox.inWindow(`return Services.wm.getMostRecentWindow("navigator:browser").quaysideAnswers["${name}"] ?? null;`),
    "the popup's answer",
    popupMs,
  ).catch(() => null);
}

async function readPopup(): Promise<PopupFacts | null> {
  const facts = await inPopup(`
    const root = content.document.documentElement;
    return {
      width: content.innerWidth,
      height: content.innerHeight,
      overX: root.scrollWidth - content.innerWidth,
      overY: root.scrollHeight - content.innerHeight,
      text: content.document.body.innerText,
    };
  `);
  return facts as PopupFacts | null;
}

/** Waits until the popup shows a text and has a popup's size; the error describes it otherwise. */
async function expectFits(said: string): Promise<void> {
  let last: PopupFacts | null = null;
  const fits = async () => {
    last = await readPopup();
    if (last === null || !last.text.includes(said)) return null;
    return last.width >= 340 && last.width <= 400 && last.height <= 600 && last.overX <= 0 && last.overY <= 0 ? true : null;
  };
  await until(fits, `a popup that fits and says ${said}`).catch((error: unknown) => {
    throw new Error(`${String(error)}; it is ${JSON.stringify(last)}`, { cause: error });
  });
}

const click = (selector: string) =>
  until(() => inPopup(`content.document.querySelector(${JSON.stringify(selector)}).click(); return true;`), `a click on ${selector}`);

test("the popup opened from Firefox's toolbar has the same size as in Chromium: ready, with its options, collecting and finished", async () => {
  // 24 reviews by the sandbox's rule for ids: three requests.
  await firefox.goto("https://www.etsy.com/listing/2000240000");
  await pressToolbarButton();
  await expectFits("Export reviews");
  await click(".options-button");
  await expectFits("Clear the options");
  await click(".popup-back button");
  await expectFits("Export reviews");
  await click(".start-row .button-primary");
  await expectFits("of about 24 reviews read");
  await expectFits("View reviews");
  expect((await marketplace.log()).length).toBe(3);
});

import { setTimeout as pause } from "node:timers/promises";
import type { Browser, BrowserContext, LaunchOptions } from "puppeteer";
import puppeteer from "puppeteer";

const tries = 3;
/** How long a busy machine with a cold disk may take to start a browser, in milliseconds. */
const usualTryMs = 90_000;
/** How long a page waits if a test sets no time of its own: three times puppeteer's, for the slowest machine. */
const pageWaitMs = 90_000;
/** A killed browser needs a moment to release its profile. */
const lettingGoMs = 1000;

/** Turns off Firefox's own activity: updates, telemetry, downloaded lists, welcome pages. Puppeteer turns off the rest. */
const quietFirefox: Readonly<Record<string, unknown>> = {
  "app.normandy.enabled": false,
  "app.shield.optoutstudies.enabled": false,
  "app.update.auto": false,
  "browser.aboutwelcome.enabled": false,
  "browser.bookmarks.restore_default_bookmarks": false,
  "browser.region.update.enabled": false,
  "browser.safebrowsing.downloads.remote.enabled": false,
  "browser.sessionstore.interval": 3_600_000,
  "dom.ipc.processPrelaunch.enabled": false,
  "extensions.blocklist.enabled": false,
  "extensions.systemAddon.update.enabled": false,
  "media.gmp-provider.enabled": false,
  "network.captive-portal-service.enabled": false,
  "network.connectivity-service.enabled": false,
  "security.remote_settings.crlite_filters.enabled": false,
  "security.remote_settings.intermediates.enabled": false,
  "toolkit.telemetry.enabled": false,
  "toolkit.telemetry.unified": false,
};

/**
 * Starts a browser; all code uses this. If it does not start in time, its processes are killed and it is started again, three times in all: a slow
 * start says nothing about what is tested in it.
 * @param options puppeteer's, except the times
 * @param tryMs how long a start may take, in milliseconds
 * @throws Error of the last try
 */
export async function launchBrowser(options: Omit<LaunchOptions, "timeout" | "signal">, tryMs = usualTryMs): Promise<Browser> {
  const whole =
    options.browser === "firefox" ? { ...options, extraPrefsFirefox: { ...quietFirefox, ...options.extraPrefsFirefox } } : options;
  for (let nth = 1; ; nth += 1) {
    try {
      return withPatience(await launchOnce(whole, tryMs));
    } catch (error) {
      if (nth === tries) throw error;
      console.warn(`The browser did not start, try ${nth} of ${tries}: ${error instanceof Error ? error.message : String(error)}`);
    }
  }
}

/** Tries once. Puppeteer checks its time only while it waits for an address; a browser that hangs later is ended by ours. */
async function launchOnce(options: LaunchOptions, tryMs: number): Promise<Browser> {
  const ending = new AbortController();
  const late = Promise.withResolvers<never>();
  const timer = setTimeout(() => late.reject(new Error(`nothing came up within ${tryMs} ms`)), tryMs);
  try {
    return await Promise.race([puppeteer.launch({ ...options, timeout: tryMs, signal: ending.signal }), late.promise]);
  } catch (error) {
    // Kills the process and all of its children.
    ending.abort();
    await pause(lettingGoMs);
    throw error;
  } finally {
    clearTimeout(timer);
  }
}

/** Lets all pages of a browser, in any of its contexts, wait longer than puppeteer's 30 s. */
function withPatience(browser: Browser): Browser {
  const createContext = browser.createBrowserContext.bind(browser);
  browser.createBrowserContext = async (options) => patientContext(await createContext(options));
  patientContext(browser.defaultBrowserContext());
  return browser;
}

function patientContext(context: BrowserContext): BrowserContext {
  const open = context.newPage.bind(context);
  context.newPage = async (options) => {
    const page = await open(options);
    page.setDefaultTimeout(pageWaitMs);
    return page;
  };
  return context;
}

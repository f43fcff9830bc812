import { setTimeout as pause } from "node:timers/promises";
import type { Browser, BrowserContext, LaunchOptions } from "puppeteer";
import puppeteer from "puppeteer";

const tries = 3;
/** What a busy machine with a cold disk may need to bring a browser up, in milliseconds. */
const usualTryMs = 90_000;
/** How long a page waits for what a test does not give a time of its own: three times puppeteer's, for the slowest machine. */
const pageWaitMs = 90_000;
/** A killed browser needs a moment to let go of its profile. */
const lettingGoMs = 1000;

/** Firefox without what it does of its own accord: updates, telemetry, lists to download, pages that greet. Puppeteer switches off the rest. */
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
 * Starts a browser; the one way to do so. Where it does not come up in time, its processes are ended and it is started anew, three times in all:
 * a browser that was slow to start says nothing about what is to be tested in it. Its pages wait patiently.
 * @param options puppeteer's, but for the times
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

/** One try. Puppeteer looks at its time only while it waits for an address; a browser that hangs later is given up by ours. */
async function launchOnce(options: LaunchOptions, tryMs: number): Promise<Browser> {
  const ending = new AbortController();
  const late = Promise.withResolvers<never>();
  const timer = setTimeout(() => late.reject(new Error(`nothing came up within ${tryMs} ms`)), tryMs);
  try {
    return await Promise.race([puppeteer.launch({ ...options, timeout: tryMs, signal: ending.signal }), late.promise]);
  } catch (error) {
    // Kills the process and all of its children, whatever they are at.
    ending.abort();
    await pause(lettingGoMs);
    throw error;
  } finally {
    clearTimeout(timer);
  }
}

/** Has all pages that are opened in a browser wait longer than puppeteer's 30 s, by whichever of its contexts. */
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

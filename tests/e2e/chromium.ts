import { mkdir, mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import type { Browser, CDPSession, Page } from "puppeteer";
import { chromiumArgs, findChromium } from "#scripts/browsers.ts";
import { launchBrowser } from "#scripts/launch-browser.ts";
import type { Calls, JobsNews } from "#src/collector/jobs/background-calls.ts";
import type { Job } from "#src/collector/jobs/jobs.contract.ts";
import type { Settings } from "#src/collector/settings/settings.contract.ts";
import { until } from "./until.ts";

/** What puppeteer adds to keep hidden tabs fast. */
const unthrottlingArgs = [
  "--disable-background-timer-throttling",
  "--disable-backgrounding-occluded-windows",
  "--disable-renderer-backgrounding",
];

/** Saves downloads without asking, under their own names: the protocol's way would rename them. */
async function preferDownloads(profile: string, downloads: string): Promise<void> {
  await mkdir(join(profile, "Default"), { recursive: true });
  await mkdir(downloads, { recursive: true });
  const preferences = { download: { default_directory: downloads, prompt_for_download: false } };
  await writeFile(join(profile, "Default", "Preferences"), JSON.stringify(preferences));
}

/** Maps host names to this machine's ports. */
function hostRules(marketplacePort: number, hosts: Readonly<Record<string, number>>): string {
  const marketplace = ["www.etsy.com", "i.etsystatic.com"].map((name) => `MAP ${name}:443 127.0.0.1:${marketplacePort}`);
  const others = Object.entries(hosts).map(([name, port]) => `MAP ${name}:80 127.0.0.1:${port}`);
  return [...marketplace, ...others].join(", ");
}

/** Time limit for opening a popup and for its content. */
const popupMs = 90_000;

/** The extension's `jobsChannelName`, whose module can only be loaded in a browser. */
const jobsChannelName = "quayside.jobs";

/** A message of the background about its jobs, and when it arrived, epoch ms. */
interface Noted {
  readonly at: number;
  readonly news: JobsNews;
}

/** A Chromium with the extension loaded, and the marketplace's host mapped to the sandbox. */
export class Chromium {
  readonly browser: Browser;
  readonly extensionId: string;
  readonly downloads: string;
  readonly #profile: string;
  #control: Promise<Page> | null = null;
  /** the override lasts as long as the session that set it */
  #quota: CDPSession | null = null;

  private constructor(browser: Browser, extensionId: string, profile: string, downloads: string) {
    this.browser = browser;
    this.extensionId = extensionId;
    this.#profile = profile;
    this.downloads = downloads;
  }

  /**
   * Starts the browser.
   * @param options.profile a folder of an earlier start, to continue from
   * @param options.build folder of the unpacked extension
   * @param options.hosts further host names with the loopback port that serves them over plain http
   * @param options.scale device pixel ratio if no viewport is set
   * @param options.throttled throttles hidden tabs like browsers do (after a second instead of five minutes), which puppeteer disables
   */
  static async start(options: {
    port: number;
    profile?: string;
    build?: string;
    throttled?: boolean;
    hosts?: Readonly<Record<string, number>>;
    scale?: number;
  }): Promise<Chromium> {
    const profile = options.profile ?? (await mkdtemp(join(tmpdir(), "quayside-chromium-")));
    const downloads = join(profile, "downloads");
    if (options.profile === undefined) await preferDownloads(profile, downloads);
    const browser = await launchBrowser({
      executablePath: findChromium() ?? "chromium",
      enableExtensions: true,
      pipe: true,
      acceptInsecureCerts: true,
      userDataDir: profile,
      defaultViewport: { width: 1280, height: 900 },
      args: [
        ...chromiumArgs,
        `--host-resolver-rules=${hostRules(options.port, options.hosts ?? {})}`,
        "--ignore-certificate-errors",
        // A headless browser's screen is 800 x 600 px by default, too small for a popup below a toolbar.
        "--screen-info={1600x1200}",
        "--window-size=1400,1100",
        ...(options.scale === undefined ? [] : [`--force-device-scale-factor=${options.scale}`]),
        ...(options.throttled === true ? ["--enable-features=IntensiveWakeUpThrottling:grace_period_seconds/1"] : []),
      ],
      ...(options.throttled === true ? { ignoreDefaultArgs: unthrottlingArgs } : {}),
    });
    const extensionId = await browser.installExtension(resolve(options.build ?? ".output/chrome-mv3-e2e"));
    return new Chromium(browser, extensionId, profile, downloads);
  }

  get profile(): string {
    return this.#profile;
  }

  /** Stops the browser; deletes its profile unless it is restarted. */
  async stop(keepProfile = false): Promise<void> {
    await this.browser.close();
    if (!keepProfile) await rm(this.#profile, { recursive: true, force: true, maxRetries: 5 });
  }

  /** Runs a function in an extension page that stays open in the background of a test, and returns its result. */
  async inExtension<T>(work: (...args: never[]) => T | Promise<T>, ...args: unknown[]): Promise<T> {
    this.#control ??= this.#openControl();
    const page = await this.#control;
    return (await page.evaluate(work as (...given: unknown[]) => unknown, ...args)) as T;
  }

  /** Opens a page with the extension's rights and none of its code. */
  async #openControl(): Promise<Page> {
    const page = await this.browser.newPage();
    await page.goto(`chrome-extension://${this.extensionId}/_locales/en/messages.json`);
    return page;
  }

  /** Sets the test build's hook: a shorter wait, another plan, a clock that is ahead. */
  async hook(hook: { waitMs?: [number, number]; plan?: "free" | "pro"; clockOffsetMs?: number }): Promise<void> {
    await this.inExtension(async (value: object) => chrome.storage.local.set({ "quayside.testHook": value }), hook);
  }

  /** Stores settings like the switches do; others are kept. */
  async setSettings(wanted: Partial<Settings>): Promise<void> {
    await this.inExtension(async (patch: Partial<Settings>) => {
      const { settings = {} } = await chrome.storage.local.get("settings");
      await chrome.storage.local.set({ settings: { ...(settings as object), ...patch }, ...(patch.theme && { theme: patch.theme }) });
      if (patch.theme !== undefined) localStorage.setItem("theme", patch.theme);
    }, wanted);
  }

  /** Broadcasts news to all extension pages, like the background. */
  async broadcast(news: JobsNews): Promise<void> {
    await this.inExtension((name: string, said: JobsNews) => new BroadcastChannel(name).postMessage(said), jobsChannelName, news);
  }

  /**
   * Opens a listing (or any path of the marketplace) and waits until it is loaded and known to the background, which waits only briefly for a page's
   * first
   * message and treats a slow one as older than the extension.
   * @param options.isKnown false if the page cannot send messages
   */
  async open(path: string, { isKnown = true } = {}): Promise<Page> {
    // Opened later it would take the page's place in front.
    if (isKnown) await (this.#control ??= this.#openControl());
    const page = await this.browser.newPage();
    await page.goto(`https://www.etsy.com${path}`, { waitUntil: "domcontentloaded" });
    if (!isKnown) return page;
    const tabId = await this.tabIdOf(page);
    const isThere = async () => {
      const read = await this.call<Calls["tab.read"]["output"]>("tab.read", { tabId });
      return read.ok || read.problem.kind !== "needsReload" ? true : null;
    };
    await until(isThere, `the first word of ${path}`);
    return page;
  }

  /** Returns the browser's id of a tab. */
  async tabIdOf(page: Page): Promise<number> {
    const url = page.url();
    const id = await this.inExtension(
      async (wanted: string) => (await chrome.tabs.query({})).find((tab) => tab.url === wanted)?.id ?? -1,
      url,
    );
    if (id === -1) throw new Error(`no tab shows ${url}`);
    return id;
  }

  /**
   * Opens the popup over a page by the toolbar button, so that the browser sizes it. It closes as soon as another page comes
   * to the front.
   */
  async popup(about: Page): Promise<Page> {
    await about.bringToFront();
    const extension = (await this.browser.extensions()).get(this.extensionId);
    if (extension === undefined) throw new Error("the extension is not installed");
    const address = `chrome-extension://${this.extensionId}/popup.html`;
    const opened = this.browser.waitForTarget((target) => target.url() === address, { timeout: popupMs });
    await about.triggerExtensionAction(extension);
    const popup = await (await opened).asPage();
    popup.setDefaultTimeout(popupMs);
    // Known by its address before its document is parsed: a function given to `waitForFunction` that throws at first, as about a missing body, is
    // never called again.
    await popup.waitForSelector("body");
    return popup;
  }

  /** Opens a page of the dashboard. */
  async dashboard(place = "/"): Promise<Page> {
    const page = await this.browser.newPage();
    await page.goto(`chrome-extension://${this.extensionId}/dashboard.html#${place}`);
    return page;
  }

  /** Returns all jobs from the background, newest first. */
  async jobs(): Promise<Job[]> {
    return this.call("jobs.list", {});
  }

  /** Calls the background like popup and dashboard. Waits if the background was just installed and does not listen yet. */
  async call<T>(name: string, input: object): Promise<T> {
    const ask = async (callName: string, callInput: object): Promise<{ output: unknown } | null> => {
      try {
        return await chrome.runtime.sendMessage({ call: callName, input: callInput });
      } catch (error) {
        // The call reached nobody.
        if (String(error).includes("Receiving end does not exist")) return null;
        throw error;
      }
    };
    const answer = await until(() => this.inExtension(ask, name, input), `a background that hears ${name}`);
    return answer.output as T;
  }

  /** Records the background's job messages from now on, for `noted` and `notedJob`. */
  async noteJobs(): Promise<void> {
    await this.inExtension((name: string) => {
      const noted: Noted[] = [];
      const channel = new BroadcastChannel(name);
      channel.addEventListener("message", ({ data }: MessageEvent<JobsNews>) => void noted.push({ at: Date.now(), news: data }));
      Object.assign(globalThis, { quaysideNoted: noted });
    }, jobsChannelName);
  }

  /** Returns the messages since `noteJobs`. */
  async noted(): Promise<Noted[]> {
    return this.inExtension(() => (globalThis as unknown as { quaysideNoted: Noted[] }).quaysideNoted);
  }

  /** Waits until a job has matched since `noteJobs`, even for a moment only. */
  async notedJob(is: (job: Job) => boolean, what: string): Promise<Job> {
    const jobs = async () => (await this.noted()).flatMap(({ news }) => (news.type === "job" ? [news.job] : []));
    return until(async () => (await jobs()).find(is) ?? null, what);
  }

  /** Waits until the newest job matches. */
  async jobThat(is: (job: Job) => boolean, what: string, ms = 90_000): Promise<Job> {
    let last: Job | undefined;
    const find = async () => {
      [last] = await this.jobs();
      return last !== undefined && is(last) ? last : null;
    };
    const state = () =>
      last === undefined ? "no job" : `${last.status}, page ${last.nextPage}, kept ${last.kept}, file "${last.fileName}"`;
    return until(find, what, ms).catch((error: unknown) => {
      throw new Error(`${String(error)}; the newest job: ${state()} ${JSON.stringify(last?.problem ?? null)}`, { cause: error });
    });
  }

  /**
   * Stops the extension's service worker immediately, as the browser does to free memory, and waits for the next one. Uses the
   * browser's own command: a debugger attached to the worker may delay the next start for a minute.
   * @param isCalled wakes the next one by a call, if no marketplace tab does
   * @throws Error if it was not stopped or does not come back
   */
  async killWorker({ isCalled = false } = {}): Promise<void> {
    this.#control ??= this.#openControl();
    const session = await (await this.#control).createCDPSession();
    const seen: string[] = [];
    session.on("ServiceWorker.workerVersionUpdated", ({ versions }) => {
      for (const { scriptURL, runningStatus } of versions) if (scriptURL.includes(this.extensionId)) seen.push(runningStatus);
    });
    await session.send("ServiceWorker.enable");
    await session.send("ServiceWorker.stopAllWorkers");
    await until(async () => (seen.includes("stopped") ? true : null), "the service worker's end");
    if (isCalled) await this.jobs();
    await until(async () => (seen.lastIndexOf("running") > seen.indexOf("stopped") ? true : null), "a new service worker");
    await session.detach();
  }

  /**
   * Sets the storage quota of the extension in bytes; null restores the default. Chromium checks quotas only occasionally,
   * so a limit takes effect at once only if it is set before the first write.
   */
  async limitStorage(quotaSize: number | null): Promise<void> {
    this.#control ??= this.#openControl();
    this.#quota ??= await (await this.#control).createCDPSession();
    const origin = `chrome-extension://${this.extensionId}`;
    await this.#quota.send("Storage.overrideQuotaForOrigin", quotaSize === null ? { origin } : { origin, quotaSize });
  }

  /** Empties the downloads folder, so that the next file found is the newest. */
  async forgetDownloads(): Promise<void> {
    for (const name of await readdir(this.downloads)) await rm(join(this.downloads, name), { force: true });
  }

  /** Waits for a finished download with this suffix and returns its path. */
  async downloaded(ending: string, ms = 90_000): Promise<string> {
    const find = async () => (await readdir(this.downloads).catch(() => [])).find((name) => name.endsWith(ending));
    return until(
      async () => {
        const name = await find();
        return name === undefined ? null : join(this.downloads, name);
      },
      `a download ending in ${ending}`,
      ms,
    );
  }
}

import { resolve } from "node:path";
import type { Browser, BrowserContext, Page } from "puppeteer";
import { chromiumArgs, findChromium } from "#scripts/browsers.ts";
import { launchBrowser } from "#scripts/launch-browser.ts";
import { demoPassword } from "#server/demo.ts";
import type { Area } from "#src/kit/api/roles-and-permissions.ts";
import type { Language } from "#src/kit/lib/languages.ts";
import type { Theme } from "#src/kit/lib/themes.ts";
import type { ServerProcess } from "#tests/server/process.ts";
import { makeDataDir, removeDataDir, samePorts, startProcess } from "#tests/server/process.ts";

/** How a page of the web application is opened. */
export interface PageLook {
  readonly width?: number;
  readonly language?: Language;
  readonly theme?: Theme;
}

/** The web application on a real server with its demo, in a real browser. */
export class WebStage {
  readonly dataDir: string;
  server: ServerProcess;
  readonly browser: Browser;

  constructor(dataDir: string, server: ServerProcess, browser: Browser) {
    this.dataDir = dataDir;
    this.server = server;
    this.browser = browser;
  }

  /** The application's origin, without a trailing slash. */
  get origin(): string {
    return `http://127.0.0.1:${this.server.ports.application}`;
  }

  /** The same server as the public home page. */
  get homepage(): string {
    return `http://127.0.0.1:${this.server.ports.homepage}`;
  }

  /** Creates another visitor with separate cookies and storage. */
  async visitor(): Promise<BrowserContext> {
    return this.browser.createBrowserContext();
  }

  /** Creates a blank page in a look. Language and theme are set as by an earlier visit. */
  async page(context: BrowserContext, { width = 1440, language = "en_us", theme = "defaultTheme" }: PageLook = {}): Promise<Page> {
    const page = await context.newPage();
    await page.setViewport({ width, height: width < 600 ? 844 : 900, hasTouch: width < 600, isMobile: false });
    await page.evaluateOnNewDocument(
      (chosen: { language: string; theme: string }) => {
        if (!document.cookie.includes("language=")) document.cookie = `language=${chosen.language}; path=/`;
        if (localStorage.getItem("theme") === null) localStorage.setItem("theme", chosen.theme);
        // The frame of a printed PDF is another process, which does not answer when the page's network is taken away.
        const removeSoon = ({ target }: Event) => target instanceof HTMLIFrameElement && setTimeout(() => target.remove(), 300);
        document.addEventListener("load", removeSoon, true);
      },
      { language, theme },
    );
    return page;
  }

  /** Signs in at the login screen; resolves at the area's home. */
  async signIn(page: Page, area: Area, username: string, password = demoPassword): Promise<void> {
    await page.goto(`${this.origin}/${area}/login`);
    await page.waitForSelector("input[autocomplete=username]");
    await page.type("input[autocomplete=username]", username);
    await page.type("input[autocomplete=current-password]", password);
    await Promise.all([
      page.waitForFunction((path: string) => location.pathname === path, {}, `/${area}/home`),
      page.keyboard.press("Enter"),
    ]);
    // The login has a heading too: the area's frame is ready once its tabs are shown.
    await page.waitForSelector(".tab-bar");
    await page.waitForSelector("main h1");
  }

  /** Restarts a server that has ended with the same ports and data. @param variables besides the usual ones */
  async restart(variables: Readonly<Record<string, string>> = {}): Promise<void> {
    this.server = await startWebServer(this.dataDir, { ...samePorts(this.server.ports), ...variables });
  }

  /** Closes browser and server and removes all data. */
  async close(): Promise<void> {
    await Promise.all([this.browser.close(), this.server.stop()]);
    await removeDataDir(this.dataDir);
  }
}

interface WebStageOptions {
  /** the browser's, for rendering */
  readonly browserArgs?: readonly string[];
  /** the server's, besides the usual ones */
  readonly variables?: Readonly<Record<string, string>>;
  /** a folder that `close` removes; by default a new one, in which the server creates its demo */
  readonly dataDir?: string;
}

/** Starts a server with its demo, and a browser. */
export async function startWebStage({
  browserArgs = [],
  variables = {},
  dataDir = makeDataDir(),
}: WebStageOptions = {}): Promise<WebStage> {
  const [server, browser] = await Promise.allSettled([
    startWebServer(dataDir, variables),
    launchBrowser({ executablePath: findChromium() ?? "chromium", args: [...chromiumArgs, ...browserArgs] }),
  ]);
  if (server.status === "fulfilled" && browser.status === "fulfilled") return new WebStage(dataDir, server.value, browser.value);
  // One is useless without the other.
  if (server.status === "fulfilled") await server.value.stop();
  if (browser.status === "fulfilled") await browser.value.close();
  await removeDataDir(dataDir);
  throw new Error("the web stage did not start", {
    cause: [server, browser].flatMap((one) => (one.status === "rejected" ? [one.reason] : [])),
  });
}

async function startWebServer(dataDir: string, ports: Readonly<Record<string, string>>): Promise<ServerProcess> {
  const variables = {
    DATA_DIR: dataDir,
    WEB_DIR: resolve(process.env["WEB_DIR"] ?? ".output/web-e2e"),
    HOST: "127.0.0.1",
    ...ports,
  };
  // Several start at once, each creating a database; the waiting tests allow for it.
  return startProcess("all", variables, 300_000);
}

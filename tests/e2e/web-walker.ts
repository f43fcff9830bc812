import type { BrowserContext, ConsoleMessage, HTTPRequest, HTTPResponse, Page } from "puppeteer";
import { updateDefaultSettings } from "#src/company/accounts/accounts.contract.ts";
import type { Area } from "#src/kit/api/roles-and-permissions.ts";
import { createClient } from "#src/kit/api/client.ts";
import { languageCookie } from "#src/kit/lib/language-cookie.ts";
import { texts as english } from "#web/texts/en_us.ts";
import { texts as chinese } from "#web/texts/zh_cn.ts";
import type { Language } from "#src/kit/lib/languages.ts";
import type { Theme } from "#src/kit/lib/themes.ts";
import { getStorageKey } from "#src/kit/session/session.rules.ts";
import type { Shift } from "./layout-shift.ts";
import { areAnswersHeld, forgetShifts, growthFaults, holdAnswers, shiftsOf, watchComing, watchShifts } from "./layout-shift.ts";
import { until } from "./until.ts";
import { atRest } from "./web-acts.ts";
import type { WebStage } from "./web-browser.ts";
import type { Stop, Visitor, WebLook } from "./web-stops.ts";
import { isHeadingOf, visitors } from "./web-stops.ts";

interface Tokens {
  readonly accessToken: string;
  readonly csrfToken: string;
}

/** A visitor's browser: signed in once, with one page that visits all places. */
interface Walk {
  readonly context: BrowserContext;
  readonly tokens: ReadonlyMap<Area, Tokens>;
  page: Page | null;
  dressed: string;
}

/** Records errors behind a page: logged, thrown, refused. */
function listen(page: Page, said: string[]): void {
  page.on("console", (message: ConsoleMessage) => {
    if (["error", "warn"].includes(message.type())) said.push(`console: ${message.text()}`);
  });
  page.on("pageerror", (error) => said.push(`thrown: ${String(error)}`));
  page.on("requestfailed", (request: HTTPRequest) => {
    const why = request.failure()?.errorText ?? "";
    // Aborted requests are intentional.
    if (why !== "net::ERR_ABORTED") said.push(`request failed (${why}): ${pathOf(request.url())}`);
  });
  page.on("response", (response: HTTPResponse) => {
    if (response.status() >= 400) said.push(`answered ${response.status()}: ${pathOf(response.url())}`);
  });
}

const pathOf = (url: string) => new URL(url).pathname;

/** Takes visitors through the application, one look after the other. */
export class WebWalker {
  readonly #stage: WebStage;
  readonly #walks = new Map<Visitor, Walk>();
  /** messages behind the page since the last look */
  readonly said: string[] = [];
  /** layout shifts while the page loaded; shifts after a press are intended */
  shifts: readonly Shift[] = [];
  /** describes elements that grew after a press opened them */
  grown: readonly string[] = [];

  constructor(stage: WebStage) {
    this.#stage = stage;
  }

  /** Shows a look; resolves when the page has settled. */
  async show({ stop, width, language, theme }: WebLook): Promise<Page> {
    const walk = this.#walks.get(stop.visitor) ?? (await this.#begin(stop.visitor));
    const look = `${language} ${theme}`;
    const href = await this.#findAddress(walk, stop);
    this.said.length = 0;
    this.grown = [];
    if (walk.page === null || walk.dressed !== look) {
      await walk.page?.close();
      await this.#choose(walk, language, theme);
      walk.dressed = look;
      walk.page = await this.#open(walk, language, theme);
      await resize(walk.page, width);
      await walk.page.goto(this.#originOf(stop.visitor) + href);
    } else {
      if (await resize(walk.page, width)) await stands(walk.page);
      await forgetShifts(walk.page);
      if (stop.isFromOutside) await walk.page.goto(this.#originOf(stop.visitor) + href);
      else await goOn(walk.page, href);
    }
    await settled(walk.page, (heading) => isHeadingOf(stop, language, heading));
    if (stop.open !== undefined) {
      await open(walk.page, stop.open);
      if (stop.opens === "page" || stop.opens === undefined)
        await settled(walk.page, (heading) => heading !== "" && heading !== stop.title[language]);
      else {
        await walk.page.waitForSelector(stop.opens, { visible: true, timeout: settleMs });
        await stands(walk.page);
      }
    }
    this.shifts = await shiftsOf(walk.page);
    if (stop.press !== undefined && stop.comes !== undefined) {
      await watchComing(walk.page, stop.comes);
      await press(walk.page, stop.press[language], stop.comes);
      await stands(walk.page);
      this.grown = await growthFaults(walk.page, stop.comes);
    }
    // What was opened does not carry over to the next look.
    if (stop.open !== undefined || stop.press !== undefined) walk.dressed = "";
    return walk.page;
  }

  /** Closes all windows. */
  async end(): Promise<void> {
    for (const { context } of this.#walks.values()) await context.close();
  }

  #originOf(visitor: Visitor): string {
    return visitors[visitor].site === "homepage" ? this.#stage.homepage : this.#stage.origin;
  }

  async #begin(visitor: Visitor): Promise<Walk> {
    const context = await this.#stage.visitor();
    const tokens = new Map<Area, Tokens>();
    for (const area of visitors[visitor].areas) {
      const page = await this.#stage.page(context);
      await this.#stage.signIn(page, area, visitor);
      const keys = { access: getStorageKey(area, "accessToken"), csrf: getStorageKey(area, "csrfToken") };
      const [accessToken, csrfToken] = await page.evaluate(
        ({ access, csrf }) => [localStorage.getItem(access) ?? "", localStorage.getItem(csrf) ?? ""] as const,
        keys,
      );
      tokens.set(area, { accessToken, csrfToken });
      await page.close();
    }
    const walk: Walk = { context, tokens, page: null, dressed: "" };
    this.#walks.set(visitor, walk);
    return walk;
  }

  /** Returns a stop's address with what is found for it. */
  async #findAddress({ tokens }: Walk, { href, find }: Stop): Promise<string> {
    const [mine] = tokens.values();
    if (find === undefined || mine === undefined) return href;
    return href + (await find(createClient({ origin: this.#stage.origin, tokens: () => mine })));
  }

  /** Sets the account's own choice, if there is an account: it overrides the browser's. */
  async #choose({ tokens }: Walk, language: Language, theme: Theme): Promise<void> {
    const [mine] = tokens.values();
    if (mine === undefined) return;
    const client = createClient({ origin: this.#stage.origin, tokens: () => mine });
    await client.call(updateDefaultSettings, { defaultLanguage: language, defaultTheme: theme });
  }

  async #open({ context }: Walk, language: Language, theme: Theme): Promise<Page> {
    const page = await context.newPage();
    listen(page, this.said);
    await watchShifts(page);
    await holdAnswers(page);
    // A prerendered page is served in its language, which the server must know.
    await context.setCookie({ name: languageCookie, value: language, domain: new URL(this.#stage.origin).hostname, path: "/" });
    await page.evaluateOnNewDocument(
      (chosen: { cookie: string; theme: string }) => {
        document.cookie = `${chosen.cookie}; path=/`;
        localStorage.setItem("theme", chosen.theme);
      },
      { cookie: `${languageCookie}=${language}`, theme },
    );
    return page;
  }
}

/** @returns whether the window's size changed */
async function resize(page: Page, width: number): Promise<boolean> {
  if (page.viewport()?.width === width) return false;
  await page.setViewport({ width, height: width < 600 ? 844 : 900 });
  return true;
}

/**
 * Navigates like a link, by the router and without a reload. The old page may have the same heading and stays until the
 * router renders: navigation has finished once the page is idle.
 */
async function goOn(page: Page, href: string): Promise<void> {
  await page.evaluate((to: string) => history.pushState({}, "", to), href);
  await atRest(page).catch(() => undefined);
}

/** Only used up by what never arrives. */
const settleMs = 60_000;

/** Waits for a heading; also ends if the page settles with another one. */
async function headed(page: Page, isHeading: (heading: string) => boolean): Promise<void> {
  const headings = () => page.$$eval("h1", (all) => all.map((one) => one.innerText.trim()));
  await until(async () => ((await headings().catch(() => [])).some(isHeading) ? true : null), "the heading", settleMs).catch(
    () => undefined,
  );
}

/**
 * Waits until a page has settled: its heading is shown, and nothing loads or moves. Stops waiting after a timeout: the checks
 * then report what is missing.
 */
async function settled(page: Page, isHeading: (heading: string) => boolean): Promise<void> {
  await headed(page, isHeading);
  await stands(page);
}

/** Opens a selector's first match, found and pressed in one step because rows may be re-rendered. @throws Error if none appears */
async function open(page: Page, selector: string): Promise<void> {
  await page.waitForFunction(
    (wanted: string) => {
      const found = document.querySelector<HTMLElement>(wanted);
      found?.click();
      return found !== null;
    },
    { timeout: settleMs, polling: 50 },
    selector,
  );
}

/**
 * Presses the named button or menu entry once it is enabled. If a list has no such button, its menus are opened in turn.
 * Resolves when the selector `comes` matches. @throws Error if there is no button or no result
 */
async function press(page: Page, name: string, comes: string): Promise<void> {
  let turn = 0;
  await until(async () => {
    const isPressed = await page
      .evaluate(
        (wanted: string, at: number) => {
          const all = [...document.querySelectorAll<HTMLButtonElement>("button, [role=menuitem]")];
          const named = all.find((one) => {
            const texts = [one.getAttribute("aria-label"), one.textContent.trim(), one.querySelector("[slot=label]")?.textContent];
            return one.checkVisibility() && !one.disabled && texts.includes(wanted);
          });
          const menus = [...document.querySelectorAll<HTMLElement>(".list-do [aria-haspopup]")];
          // A menu without it is closed again.
          if (named === undefined && document.querySelector("[role=menu]") !== null)
            document.activeElement?.dispatchEvent(new KeyboardEvent("keydown", { key: "Escape", bubbles: true }));
          else if (named === undefined) menus[at % Math.max(1, menus.length)]?.click();
          // Distinguishes the result from the menu that held the entry.
          for (const around of ["[role=menu]", "[role=dialog]"]) named?.closest(around)?.setAttribute("data-walked", "");
          named?.click();
          return named !== undefined;
        },
        name,
        Math.floor((turn += 1) / 8),
      )
      .catch(() => false);
    return isPressed ? true : null;
  }, `a button “${name}”`);
  await page.waitForSelector(comes, { visible: true, timeout: settleMs }).catch((error: unknown) => {
    throw new Error(`nothing comes by “${name}”`, { cause: error });
  });
  await atRest(page).catch(() => undefined);
}

/** Loading texts in both languages. */
const loading = [english.ui.loading, chinese.ui.loading];

/** Waits until nothing is loading and nothing moves. */
async function isStill(page: Page): Promise<void> {
  await until(async () => ((await page.evaluate(areAnswersHeld)) ? null : true), "the answers", settleMs).catch(() => undefined);
  await page
    .waitForFunction(
      (words: string[]) => {
        const isBusy = [...document.querySelectorAll('[aria-busy="true"], :is(p, span):not(:has(*))')].some(
          (one) => (one.ariaBusy === "true" || words.includes(one.textContent)) && one.closest(".dev-part") === null,
        );
        const moves = document
          .getAnimations()
          .some((one) => one.playState === "running" && one.effect?.getComputedTiming().endTime !== Infinity);
        return !isBusy && !moves && document.fonts.status === "loaded";
      },
      { timeout: settleMs, polling: 50 },
      loading,
    )
    .catch(() => undefined);
}

/** The browser's driver counts some requests that a navigation cut off for ever: the page itself says whether it still loads. */
const idleMs = 5_000;

/** Waits until nothing loads or moves: content rendered last may have started to move. */
export async function stands(page: Page): Promise<void> {
  await isStill(page);
  await page.waitForNetworkIdle({ idleTime: 150, timeout: idleMs }).catch(() => undefined);
  await atRest(page).catch(() => undefined);
  await isStill(page);
}

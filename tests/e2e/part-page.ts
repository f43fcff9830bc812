import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import type { Page } from "puppeteer";
import type { Language } from "#src/kit/lib/languages.ts";
import { languages } from "#src/kit/lib/languages.ts";
import type { Theme } from "#src/kit/lib/themes.ts";
import { themes } from "#src/kit/lib/themes.ts";
import { sampleOfToday } from "./sample.ts";
import { atRest } from "./web-acts.ts";
import type { WebStage } from "./web-browser.ts";

/** A theme and language of the component page. */
export interface PartLook {
  readonly name: string;
  readonly theme: Theme;
  readonly language: Language;
}

export const partLooks: readonly PartLook[] = languages.flatMap((language) =>
  themes.map((theme) => ({ name: `${theme === "darkTheme" ? "dark" : "light"}-${language.slice(0, 2)}`, theme, language })),
);

/** One look a day, all four within four days; all with QUAYSIDE_FULL. */
export const partLooksOfToday: readonly PartLook[] = sampleOfToday(partLooks, 1);

/** Pictures must not depend on the machine: no hinting, no subpixel colours, one colour space. */
export const pictureArgs: readonly string[] = ["--font-render-hinting=none", "--disable-lcd-text", "--force-color-profile=srgb"];

const weights = [400, 500, 600] as const;
/** The fonts of the repository's packages; the first with a glyph renders it. */
const families = [
  { name: "Parts Latin", file: "noto-sans/files/noto-sans-latin" },
  { name: "Parts Chinese", file: "noto-sans-sc/files/noto-sans-sc-chinese-simplified" },
] as const;
const fontPath = "/part-fonts/";

/** Answers requests for fonts, which no server provides. */
async function serveFonts(page: Page): Promise<void> {
  const session = await page.createCDPSession();
  session.on("Fetch.requestPaused", ({ requestId, request }) => {
    const file = new URL(request.url).pathname.slice(fontPath.length);
    const path = fileURLToPath(import.meta.resolve(`@fontsource/${file}`));
    void readFile(path, "base64")
      .then((body) => session.send("Fetch.fulfillRequest", { requestId, responseCode: 200, body }))
      .catch(() => undefined);
  });
  await session.send("Fetch.enable", { patterns: [{ urlPattern: `*${fontPath}*` }] });
}

/** Applies these fonts everywhere, and stops movement and blinking. */
async function setLook(page: Page): Promise<void> {
  const faces = families.flatMap(({ name, file }) =>
    weights.map((weight) => ({ name, weight, url: `${fontPath}${file}-${weight}-normal.woff2` })),
  );
  await page.evaluate(
    async (all: { name: string; weight: number; url: string }[], font: string) => {
      const loaded = await Promise.all(
        all.map(({ name, weight, url }) => new FontFace(name, `url(${url})`, { weight: String(weight) }).load()),
      );
      for (const face of loaded) document.fonts.add(face);
      const sheet = new CSSStyleSheet();
      await sheet.replace(`
        :root { --font: ${font} !important; }
        *, *::before, *::after { caret-color: transparent !important; transition: none !important; animation: none !important; }
      `);
      document.adoptedStyleSheets.push(sheet);
    },
    faces,
    families.map(({ name }) => `"${name}"`).join(", "),
  );
}

/** 9:30 on a Monday. */
const nowMs = Date.UTC(2026, 10, 23, 9, 30);

/** How long the application shows a toast (specification, section 9). */
const toastMs = 3000;

/** Returns true once everything the page does by itself is done. */
const isDriven = () => {
  const busy = document.querySelector('[data-shown="Form:refused"] .notice-bad, [data-shown="Form:refused"] [role=alert]');
  const batch = document.querySelector('[data-shown="List:chosen"] .list-panel, [data-shown="List:chosen"] [role=status]');
  const isLoading = [...document.querySelectorAll("[aria-busy=true].field")].length > 0;
  const isSlow = document.querySelector('[data-shown="List:loading"] .list-slow')?.textContent !== "";
  return isSlow && busy !== null && batch !== null && !isLoading && document.activeElement === document.body;
};

interface OpenOptions {
  readonly width?: number;
  /** appended to the page's address */
  readonly search?: string;
}

/** Opens the component page in a look, identical on every machine and day. Resolves when all parts are in their states. */
export async function openParts(stage: WebStage, look: PartLook, { width = 1540, search = "" }: OpenOptions = {}): Promise<Page> {
  const page = await stage.page(await stage.visitor(), { width, language: look.language, theme: look.theme });
  await page.emulateTimezone("UTC");
  await page.emulateMediaFeatures([{ name: "prefers-reduced-motion", value: "reduce" }]);
  await page.evaluateOnNewDocument(
    (ms: number, shownMs: number) => {
      // On a busy machine a toast would disappear before it is checked.
      const wait = globalThis.setTimeout.bind(globalThis);
      const patient = (handler: () => void, after?: number, ...rest: unknown[]) =>
        wait(handler, after === shownMs ? 3_600_000 : after, ...rest);
      globalThis.setTimeout = patient as typeof setTimeout;
      const RealDate = Date;
      globalThis.Date = class extends RealDate {
        constructor(...given: []) {
          super(...((given.length === 0 ? [ms] : given) as []));
        }
        static override now() {
          return ms;
        }
      } as DateConstructor;
    },
    nowMs,
    toastMs,
  );
  await serveFonts(page);
  await page.goto(`${stage.origin}/dev/ui${search}`);
  await page.waitForSelector("main");
  await setLook(page);
  if (search === "") await page.waitForFunction(isDriven, { polling: 100 });
  await page.waitForNetworkIdle({ idleTime: 200 });
  await atRest(page);
  return page;
}

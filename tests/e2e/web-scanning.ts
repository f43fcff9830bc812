import type { Page } from "puppeteer";
import { atHeading, atRest, holds } from "./web-acts.ts";

/** The state of the last scan. */
type ScanWord = "done" | "ask" | "refused" | "waiting" | "undone";

/** A hand-held: a narrow page of a scanning user. */
export interface HandHeld {
  readonly page: Page;
  /** Opens a scanning screen and waits until the scan box has the focus: a scanner types at once. */
  open(path: string, title: string): Promise<void>;
  /** The same after a reload. */
  reload(title: string): Promise<void>;
  /** Types a code as fast as a scanner, and Enter. */
  scan(code: string): Promise<void>;
  /** Waits until the last scan has this state and text. */
  says(state: ScanWord, words: string): Promise<void>;
  /** Scans and waits for the result. */
  scans(code: string, state: ScanWord, words: string): Promise<void>;
  /** Presses Escape. */
  undo(): Promise<void>;
}

/** Operates a page like a person with a scanner. */
export function useHandHeld(page: Page): HandHeld {
  const ready = async (title: string) => {
    await atHeading(page, title);
    await page.waitForFunction(() => document.activeElement?.classList.contains("scan-box-input") === true);
    await atRest(page);
  };
  const scan = async (code: string) => {
    await page.keyboard.type(code);
    await page.keyboard.press("Enter");
  };
  const says = async (state: ScanWord, words: string) => {
    // A question appears only in the instruction with its code; other results appear below it.
    const within = state === "ask" ? "hand-held-now" : "scan-feedback";
    const said = () => page.$eval(`.${within}`, (box) => ({ look: box.className, text: (box as HTMLElement).innerText }));
    await holds(page, `a scan that is ${state} with "${words}"`, async () => {
      const { look, text } = await said();
      return look.includes(`${within}-${state}`) && text.includes(words);
    }).catch(async (error: unknown) => {
      throw new Error(`the last scan says ${JSON.stringify(await said())}`, { cause: error });
    });
    // The next key is handled only after rendering.
    await atRest(page);
  };
  return {
    page,
    async open(path, title) {
      await page.goto(path);
      await ready(title);
    },
    async reload(title) {
      await page.reload();
      await ready(title);
    },
    scan,
    says,
    async scans(code, state, words) {
      await scan(code);
      await says(state, words);
    },
    undo: () => page.keyboard.press("Escape"),
  };
}

import type { Page } from "puppeteer";
import { atHeading, atRest, holds } from "./web-acts.ts";

/** What the last scan says of itself. */
type ScanWord = "done" | "ask" | "refused" | "waiting" | "undone";

/** A hand-held: a narrow page of somebody who scans. */
export interface HandHeld {
  readonly page: Page;
  /** Opens a place that scans, and waits until the scan box has the focus: a scanner types at once. */
  open(path: string, title: string): Promise<void>;
  /** The same after a reload of the page. */
  reload(title: string): Promise<void>;
  /** Types a code at once, and Enter. */
  scan(code: string): Promise<void>;
  /** Waits until the last scan stands so, in these words. */
  says(state: ScanWord, words: string): Promise<void>;
  /** Scans, and waits until it is told so. */
  scans(code: string, state: ScanWord, words: string): Promise<void>;
  /** Presses Escape. */
  undo(): Promise<void>;
}

/** Works on a page as somebody with a scanner does. */
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
    // A question stands in the instruction alone, with its code; whatever else a scan did, below it.
    const within = state === "ask" ? "hand-held-now" : "scan-feedback";
    const said = () => page.$eval(`.${within}`, (box) => ({ look: box.className, text: (box as HTMLElement).innerText }));
    await holds(page, `a scan that is ${state} with "${words}"`, async () => {
      const { look, text } = await said();
      return look.includes(`${within}-${state}`) && text.includes(words);
    }).catch(async (error: unknown) => {
      throw new Error(`the last scan says ${JSON.stringify(await said())}`, { cause: error });
    });
    // What the next key does is listened to only once it is drawn.
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

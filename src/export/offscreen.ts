import browser from "webextension-polyfill";
import { writeFile } from "./export.writing.ts";
import type { FromOffscreen, WriteOrder } from "./offscreen.contract.ts";

/** Chrome's offscreen documents, which the polyfill's types do not know. */
interface Offscreen {
  createDocument(options: { url: string; reasons: string[]; justification: string }): Promise<void>;
  closeDocument(): Promise<void>;
  hasDocument(): Promise<boolean>;
}

/**
 * Gives an order to the page that can write files. A service worker has neither workers nor object URLs, so Chrome gets an
 * offscreen document for it (the reason for the `offscreen` permission); Firefox's background is a page itself.
 * @throws Error where the document cannot be made
 */
export async function handOver(order: WriteOrder, tell: (message: FromOffscreen) => void): Promise<void> {
  const offscreen = chromeOffscreen();
  if (offscreen === null) {
    await writeFile(order, tell);
    return;
  }
  if (!(await offscreen.hasDocument())) {
    await offscreen
      .createDocument({ url: "/offscreen.html", reasons: ["BLOBS", "WORKERS"], justification: "Writes the exported file in a worker." })
      // Two exports at once both find none; the second creation fails and the document is there.
      .catch(async (error: unknown) => {
        if (!(await offscreen.hasDocument())) throw error;
      });
  }
  await browser.runtime.sendMessage(order);
}

/** Gives up a written file after it was saved. Chrome's offscreen document goes with the last of them, and their URLs with it. */
export async function release(url: string, othersAreWritten: boolean): Promise<void> {
  const offscreen = chromeOffscreen();
  if (offscreen === null) URL.revokeObjectURL(url);
  else if (!othersAreWritten && (await offscreen.hasDocument())) await offscreen.closeDocument();
}

function chromeOffscreen(): Offscreen | null {
  const chrome: unknown = Reflect.get(globalThis, "chrome");
  if (typeof chrome !== "object" || chrome === null || !("offscreen" in chrome)) return null;
  return chrome.offscreen as Offscreen;
}

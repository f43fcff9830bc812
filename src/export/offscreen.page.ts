import browser from "webextension-polyfill";
import { writeFile } from "./export.writing.ts";
import type { WriteOrder } from "./offscreen.contract.ts";

/** Serves the background's orders in Chrome's offscreen document. */
export function serveOffscreen(): void {
  browser.runtime.onMessage.addListener((message: unknown) => {
    if (!isOrder(message)) return undefined;
    // The order is taken at once; what becomes of it is told in messages of its own.
    void writeFile(message, (news) => void browser.runtime.sendMessage(news));
    return Promise.resolve({ taken: true });
  });
}

function isOrder(message: unknown): message is WriteOrder {
  return typeof message === "object" && message !== null && "to" in message && message.to === "offscreen";
}

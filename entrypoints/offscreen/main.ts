import browser from "webextension-polyfill";
import { fulfilOrder } from "#src/collector/export/export-in-worker.ts";
import type { ExportOrder } from "#src/collector/export/export-messages.contract.ts";

function isOrder(message: unknown): message is ExportOrder {
  return typeof message === "object" && message !== null && "to" in message && message.to === "offscreen";
}

browser.runtime.onMessage.addListener((message: unknown) => {
  if (!isOrder(message)) return undefined;
  // The order is acknowledged at once; progress and result follow as messages of their own.
  void fulfilOrder(message, (report) => void browser.runtime.sendMessage(report));
  return Promise.resolve({ taken: true });
});

import { defineContentScript } from "wxt/utils/define-content-script";
import { observeRequests } from "#src/collect/observer.main.ts";

export default defineContentScript({
  matches: ["https://*.etsy.com/*"],
  runAt: "document_start",
  world: "MAIN",
  main() {
    observeRequests(window);
  },
});

import { defineContentScript } from "wxt/utils/define-content-script";
import { observeRequests } from "#src/collector/collect/observer.ts";
import { siteHosts } from "#src/collector/marketplaces/sites.ts";

export default defineContentScript({
  matches: [...siteHosts],
  runAt: "document_start",
  world: "MAIN",
  main() {
    observeRequests(window);
  },
});

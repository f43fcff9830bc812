import { defineContentScript } from "wxt/utils/define-content-script";
import { TabRunner } from "#src/collect/collect.tab.ts";
import { etsy } from "#src/marketplaces/etsy.adapter.ts";

export default defineContentScript({
  matches: ["https://*.etsy.com/*"],
  // From the first moment, so that no request of the page's own is missed; the page is read when it is there.
  runAt: "document_start",
  main() {
    new TabRunner(etsy).start();
  },
});

import { defineContentScript } from "wxt/utils/define-content-script";
import { TabRunner } from "#src/collector/collect/tab-runner.ts";
import { findMarketplace } from "#src/collector/marketplaces/marketplaces.ts";
import { siteHosts } from "#src/collector/marketplaces/sites.ts";

export default defineContentScript({
  matches: [...siteHosts],
  // From the first moment, so that none of the page's own requests is missed; the page is read once it is there.
  runAt: "document_start",
  main() {
    const marketplace = findMarketplace(location.href);
    if (marketplace !== null) new TabRunner(marketplace).start();
  },
});

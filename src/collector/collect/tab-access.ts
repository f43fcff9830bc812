import browser from "webextension-polyfill";
import { pause } from "#src/kit/lib/pause.ts";
import { ok, refuse } from "#src/kit/lib/result.ts";
import { findSiteId, siteHosts } from "#src/collector/marketplaces/sites.ts";
import type { Calls } from "#src/collector/jobs/background-calls.ts";
import type { Hub } from "./hub.ts";

/** How long to wait for a tab's hello if the worker was just started, and the step, in ms. */
const longestWaitMs = 1500;
const stepMs = 50;

/** Reads a tab's page, or why it cannot be collected: not a marketplace's, no access, or opened before the extension was installed. */
export async function readTab(hub: Hub, tabId: number): Promise<Calls["tab.read"]["output"]> {
  // Without the host's permission the browser does not even tell the address.
  const { url } = await browser.tabs.get(tabId).catch(() => ({ url: undefined }));
  const known = hub.tabFacts(tabId) ?? (url === undefined ? null : await waitForHello(hub, tabId, url));
  if (known !== null) return known.facts === null ? refuse(known.problem ?? { kind: "notProductPage" }) : ok(known.facts);
  if (!(await browser.permissions.contains({ origins: [...siteHosts] }))) return refuse({ kind: "noAccess" });
  return refuse({ kind: url !== undefined && findSiteId(url) !== null ? "needsReload" : "notProductPage" });
}

async function waitForHello(hub: Hub, tabId: number, url: string): Promise<ReturnType<Hub["tabFacts"]>> {
  if (findSiteId(url) === null) return null;
  for (let waited = 0; waited < longestWaitMs; waited += stepMs) {
    await pause(stepMs);
    const known = hub.tabFacts(tabId);
    if (known !== null) return known;
  }
  return null;
}

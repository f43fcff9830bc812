import browser from "webextension-polyfill";
import { ok, refuse } from "#src/lib/result.ts";
import { marketplaces } from "#src/marketplaces/marketplaces.ts";
import type { Calls } from "./collect.calls.ts";
import type { Hub } from "./collect.hub.ts";

/** How long a tab's hello is waited for, where the worker was just started: ms, and steps. */
const patienceMs = 1500;
const stepMs = 50;

/** What a tab's page is, or why it cannot be collected: not one of ours, access withheld, or older than the extension. */
export async function readTab(hub: Hub, tabId: number): Promise<Calls["tab.read"]["output"]> {
  // Without the host's permission the browser does not even tell the address.
  const { url } = await browser.tabs.get(tabId).catch(() => ({ url: undefined }));
  const known = hub.tabFacts(tabId) ?? (url === undefined ? null : await patiently(hub, tabId, url));
  if (known !== null) return known.facts === null ? refuse(known.problem ?? { kind: "notProductPage" }) : ok(known.facts);
  const origins = marketplaces.flatMap((marketplace) => [...marketplace.hosts]);
  if (!(await browser.permissions.contains({ origins }))) return refuse({ kind: "noAccess" });
  return refuse({ kind: isOurs(url) ? "needsReload" : "notProductPage" });
}

async function patiently(hub: Hub, tabId: number, url: string): Promise<ReturnType<Hub["tabFacts"]>> {
  if (!isOurs(url)) return null;
  for (let waited = 0; waited < patienceMs; waited += stepMs) {
    await new Promise((resolve) => setTimeout(resolve, stepMs));
    const known = hub.tabFacts(tabId);
    if (known !== null) return known;
  }
  return null;
}

/** Whether an address is of a marketplace that we read. */
export function isOurs(url: string | undefined): boolean {
  if (url === undefined || !URL.canParse(url)) return false;
  const { hostname } = new URL(url);
  return marketplaces.some(({ hosts }) => hosts.some((pattern) => hostMatches(pattern, hostname)));
}

/** Whether a host is one of a match pattern such as `https://*.etsy.com/*`. */
function hostMatches(pattern: string, hostname: string): boolean {
  const host = pattern.split("/")[2] ?? "";
  return host.startsWith("*.") ? hostname === host.slice(2) || hostname.endsWith(host.slice(1)) : hostname === host;
}

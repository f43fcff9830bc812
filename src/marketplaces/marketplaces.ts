import { etsy } from "./etsy.adapter.ts";
import { readJsonLd } from "./json-ld.adapter.ts";
import type { Marketplace, SavedReader } from "./marketplaces.contract.ts";

/** Every marketplace that can be read. A new one is an adapter and a line here. */
export const marketplaces: readonly Marketplace[] = [etsy];

/** What reads a saved page, in the order in which it is tried: JSON-LD last, because it holds the fewest reviews. */
export const savedReaders: readonly SavedReader[] = [...marketplaces, { id: "other", name: "JSON-LD", readSaved: readJsonLd }];

/** Does a match pattern such as "https://www.etsy.com/*" or "https://*.etsy.com/*" take this host (at whatever port)? */
function takes(pattern: string, hostname: string): boolean {
  const host = /^https:\/\/([^/]+)\/\*$/.exec(pattern)?.[1] ?? "";
  return host.startsWith("*.") ? hostname === host.slice(2) || hostname.endsWith(host.slice(1)) : hostname === host;
}

/** The marketplace that an address belongs to, by its `hosts`; null for any other address and for what is none. */
export function marketplaceOf(url: string): Marketplace | null {
  const parsed = URL.parse(url);
  if (parsed?.protocol !== "https:") return null;
  return marketplaces.find((marketplace) => marketplace.hosts.some((pattern) => takes(pattern, parsed.hostname))) ?? null;
}

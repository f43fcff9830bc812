import { etsy } from "./etsy/etsy.adapter.ts";
import { readJsonLd } from "./json-ld.adapter.ts";
import type { Marketplace, SavedReader } from "./marketplaces.contract.ts";
import type { SiteId } from "./sites.ts";
import { findSiteId, sites } from "./sites.ts";

/** The adapter of each site. */
const adapters: Readonly<Record<SiteId, Marketplace>> = { etsy };

/** Every marketplace that can be read. */
export const marketplaces: readonly Marketplace[] = sites.map(({ id }) => adapters[id]);

/** Readers of saved pages, in the order in which they are tried: JSON-LD last, because it holds the fewest reviews. */
export const savedReaders: readonly SavedReader[] = [...marketplaces, { id: "other", name: "JSON-LD", readSaved: readJsonLd }];

/** The marketplace that an address belongs to; null for any other address. */
export function findMarketplace(url: string): Marketplace | null {
  const id = findSiteId(url);
  return id === null ? null : adapters[id];
}

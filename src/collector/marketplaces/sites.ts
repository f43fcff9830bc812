import { etsySite } from "./etsy/etsy-site.ts";

/** The addresses of one marketplace. */
interface Site {
  /** also the name of its folder */
  readonly id: string;
  /** where a person begins */
  readonly homeUrl: string;
  /** match patterns, as in a manifest: the extension asks for access to these and to no others */
  readonly hosts: readonly string[];
  /** paths of the page's own requests for reviews: the observer reads no others */
  readonly observedPaths: readonly string[];
}

/**
 * Every marketplace, one line each. Manifests, entry points, ids and the declared permissions derive from this list; the compiler then asks for the
 * adapter (marketplaces.ts) and the texts of a new one.
 */
export const sites = [etsySite] as const satisfies readonly Site[];
export type SiteId = (typeof sites)[number]["id"];

/** Match patterns of all marketplaces. */
export const siteHosts: readonly string[] = sites.flatMap(({ hosts }) => hosts);

/** Paths that the observer reads. */
export const observedPaths: readonly string[] = sites.flatMap((site) => site.observedPaths);

/** Whether a match pattern such as "https://*.etsy.com/*" covers this host, at any port. */
function coversHost(pattern: string, hostname: string): boolean {
  const host = /^https:\/\/([^/]+)\/\*$/.exec(pattern)?.[1] ?? "";
  return host.startsWith("*.") ? hostname === host.slice(2) || hostname.endsWith(host.slice(1)) : hostname === host;
}

/** The id of the marketplace that an address belongs to; null for any other address, for one without HTTPS, and for text that is no address. */
export function findSiteId(url: string): SiteId | null {
  const parsed = URL.parse(url);
  if (parsed?.protocol !== "https:") return null;
  return sites.find(({ hosts }) => hosts.some((pattern) => coversHost(pattern, parsed.hostname)))?.id ?? null;
}

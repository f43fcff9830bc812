import type { Language } from "#src/kit/lib/languages.ts";
import type { PublicTokenKey } from "./token-reader.ts";

declare const __QUAYSIDE_ORIGIN__: string;
declare const __QUAYSIDE_ENTITLEMENT_KEYS__: readonly PublicTokenKey[];

/** Scheme, host and port of the server that sells Pro, set at build time; empty in a build without one. */
export const serverOrigin: string = typeof __QUAYSIDE_ORIGIN__ === "undefined" ? "" : __QUAYSIDE_ORIGIN__;

/** The public keys that may sign tokens, set at build time. */
export const tokenKeys: readonly PublicTokenKey[] =
  typeof __QUAYSIDE_ENTITLEMENT_KEYS__ === "undefined" ? [] : __QUAYSIDE_ENTITLEMENT_KEYS__;

/**
 * Returns the address of a page of the server. Always includes the language, because the page would otherwise use the cookie of the server's own pages.
 * @param path from the root, with or without a query
 */
export function getServerPage(path: string, language: Language): string {
  const [pathname = "", query] = path.split("?");
  const search = new URLSearchParams(query);
  search.set("lang", language);
  return `${serverOrigin}${pathname}?${search.toString()}`;
}

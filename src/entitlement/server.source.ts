import type { Language } from "#src/lib/look.ts";
import type { PublicTokenKey } from "./token-reader.ts";

declare const __QUAYSIDE_ORIGIN__: string;
declare const __QUAYSIDE_ENTITLEMENT_KEYS__: readonly PublicTokenKey[];

/** Scheme, host and port of the server that sells Pro, from the build; empty in a build without one. */
export const serverOrigin: string = typeof __QUAYSIDE_ORIGIN__ === "undefined" ? "" : __QUAYSIDE_ORIGIN__;

/** The public keys that a token may be signed with, from the build. */
export const tokenKeys: readonly PublicTokenKey[] =
  typeof __QUAYSIDE_ENTITLEMENT_KEYS__ === "undefined" ? [] : __QUAYSIDE_ENTITLEMENT_KEYS__;

/**
 * The address of a page of the server. Its language is always named: the page would else go by the cookie of the server's own pages.
 * @param path from the root, with or without a query
 */
export function pageOfServer(path: string, language: Language): string {
  const [pathname = "", query] = path.split("?");
  const search = new URLSearchParams(query);
  search.set("lang", language);
  return `${serverOrigin}${pathname}?${search.toString()}`;
}

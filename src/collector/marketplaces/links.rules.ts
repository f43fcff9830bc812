/**
 * Addresses that the URL parser returns unchanged: a lower-case host of letters, no port, no empty or dotted part of the path,
 * nothing to escape. Almost every link of a page is one; in Chromium this takes about 0.7 microseconds, the parser 2.5.
 */
const plainHost = /^https?:\/\/(?:[a-z\d]+(?:-[a-z\d]+)*\.)+[a-z]{2,}(?=\/)/;
const plainPath = /^(?:\/[\w-][\w.~@,+=:-]*)+\/?(?=\?|$)/;
const plainQuery = /^(?:\?[\w.~@,+=:&%/-]*)?$/;

interface PlainLink {
  readonly origin: string;
  readonly path: string;
  readonly query: string;
}

/** The parts of a link that needs no parser; null if it may need one. */
function plainLink(href: string, base: string): PlainLink | null {
  const own = plainHost.exec(href)?.[0] ?? "";
  const rest = own === "" ? href : href.slice(own.length);
  const path = plainPath.exec(rest)?.[0];
  if (path === undefined) return null;
  const query = rest.length === path.length ? "" : rest.slice(path.length);
  const origin = own || plainHost.exec(base)?.[0];
  return origin !== undefined && plainQuery.test(query) ? { origin, path, query } : null;
}

/** The address as a URL if it is http or https without a password; otherwise null, so `javascript:` never gets through. */
function webUrl(href: string, base: string): URL | null {
  if (href === "") return null;
  const url = URL.parse(href, base === "" ? undefined : base);
  if (!url || (url.protocol !== "https:" && url.protocol !== "http:")) return null;
  return url.username === "" && url.password === "" ? url : null;
}

/** An absolute http(s) address of `href` on the page `base`, or ''. */
export function toAbsoluteLink(href: string, base: string): string {
  const plain = plainLink(href, base);
  return plain ? plain.origin + plain.path + plain.query : (webUrl(href, base)?.href ?? "");
}

/** The address without query and fragment, which contain tracking here. */
export function toBareLink(href: string, base: string): string {
  const plain = plainLink(href, base);
  if (plain) return plain.origin + plain.path;
  const url = webUrl(href, base);
  return url ? url.origin + url.pathname : "";
}

/** The listing id in an address, as digits, or ''. A market's prefix ("/de", "/ca-fr") may precede it. */
export function parseListingId(link: string): string {
  return /^https?:\/\/[^/]+(?:\/[a-z]{2}(?:-[a-z]{2,4})?)?\/listing\/(\d{1,20})(?![^/?#])/.exec(link)?.[1] ?? "";
}

/** The shop whose page or reviews page an address is, or ''. */
export function parseShopName(link: string): string {
  return /^https?:\/\/[^/]+(?:\/[a-z]{2}(?:-[a-z]{2,4})?)?\/shop\/([\w-]{1,64})(?:\/reviews)?\/?(?:[?#]|$)/.exec(link)?.[1] ?? "";
}

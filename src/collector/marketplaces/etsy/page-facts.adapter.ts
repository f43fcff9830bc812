import { refuse, ok } from "#src/kit/lib/result.ts";
import type { Result } from "#src/kit/lib/result.ts";
import type { StatedCount } from "#src/collector/reviews/reviews.contract.ts";
import { readBracketedNumber, findFirstFitting, findFirst, getLine } from "#src/collector/marketplaces/dom-text.ts";
import { smallListingImage } from "./images.rules.ts";
import { listCounts } from "./reading.rules.ts";
import { JsonReader, MissingFields, parseJson } from "#src/collector/marketplaces/json-reader.ts";
import { toAbsoluteLink, toBareLink, parseListingId, parseShopName } from "#src/collector/marketplaces/links.rules.ts";
import type { PageFacts, Problem } from "#src/collector/marketplaces/marketplaces.contract.ts";
import { parseCount, decodeText } from "#src/collector/marketplaces/text.rules.ts";

/** A token as it may go into a header. */
export const tokenPattern = /^[\w:.\-=+/]{8,512}$/;
/** A word of the sort menu as it may go into a request. */
export const sortWordPattern = /^[A-Za-z_]{1,32}$/;

const reviewsTop = "[data-appears-component-name='listing_page_reviews_container_top']";
const signInButtons = [".signin-header-action", ".select-signin"];
/** Parts of a page that belong to the site and not to what the page shows. */
const siteParts = "header,footer,nav,aside,[role='banner'],[role='dialog'],[role='alert']";
const challengeParts = ["iframe[src*='captcha-delivery.com']", "script[src*='captcha-delivery.com']"];

/** Is this an address of the marketplace? */
export function isEtsy(link: string): boolean {
  const host = /^https?:\/\/([^/:?#]+)/i.exec(link)?.[1]?.toLowerCase() ?? "";
  return host === "etsy.com" || host.endsWith(".etsy.com");
}

/** The page's meta elements by name or property, the first of each. */
function readMeta(document: Document): Map<string, string> {
  const found = new Map<string, string>();
  for (const element of document.getElementsByTagName("meta")) {
    const name = element.getAttribute("name") ?? element.getAttribute("property") ?? "";
    if (!found.has(name)) found.set(name, element.getAttribute("content")?.trim() ?? "");
  }
  return found;
}

/** What the page's inline scripts say, each the first of its kind. */
function inlineFacts(document: Document): {
  shopId: string;
  csrf: string;
  shopName: string;
  signedIn: boolean | null;
  product: JsonReader | null;
} {
  const found = { shopId: "", csrf: "", shopName: "", signedIn: null as boolean | null, product: null as JsonReader | null };
  for (const script of document.getElementsByTagName("script")) {
    if (script.hasAttribute("src")) continue;
    const code = script.textContent ?? "";
    if (script.getAttribute("type") === "application/ld+json") {
      found.product ??= findProduct(code);
      continue;
    }
    found.shopId ||= /"shop_id"\s*:\s*"?(\d{1,20})/.exec(code)?.[1] ?? "";
    found.csrf ||= /"csrf_nonce"\s*:\s*"([^"\\]{8,512})"/.exec(code)?.[1] ?? "";
    found.shopName ||= /"shop_name"\s*:\s*"([\w-]{1,64})"/.exec(code)?.[1] ?? "";
    const signedIn = found.signedIn === null ? /"is_signed_in"\s*:\s*(true|false)/.exec(code)?.[1] : undefined;
    if (signedIn) found.signedIn = signedIn === "true";
  }
  return found;
}

/** The thing of a JSON-LD block that has an aggregate rating or a name: itself, one of a list, or one of its graph. */
function findProduct(code: string): JsonReader | null {
  const root = new JsonReader(parseJson(code), "", new MissingFields());
  const things = [root, ...root.items(), ...root.at("@graph").items()].filter((thing) => thing.isObject);
  return (
    things.find((thing) => thing.at("aggregateRating").isObject) ?? things.find((thing) => thing.at("@type").text() === "Product") ?? null
  );
}

function ratingCount(product: JsonReader | null): unknown {
  return product?.at("aggregateRating").any("reviewCount", "ratingCount").value;
}

/** The listing's own count: in the reviews block's event data, else on the tab of older pages ("Reviews for this item (101)"). */
function listingCount(document: Document): unknown {
  const event = document.querySelector(reviewsTop)?.getAttribute("data-appears-event-data");
  const count = new JsonReader(parseJson(event ?? ""), "", new MissingFields()).at("listing_rating_count").value;
  if (parseCount(count) !== null) return count;
  const tab = findFirst(document, ["#same-listing-reviews-tab", "[aria-controls='same-listing-reviews-panel']"]);
  return getLine(tab)
    .match(/\d[\d.,]*/g)
    ?.at(-1);
}

function signInState(document: Document, inline: boolean | null): boolean | null {
  if (inline !== null) return inline;
  // One look for both kinds of links: a look in vain through a whole page takes 2 to 7 microseconds, a card about 20.
  const links = [...document.querySelectorAll("a[href*='/sign']")].map((link) => link.getAttribute("href") ?? "");
  if (links.some((link) => link.includes("/signout")) || document.querySelector("a[href*='logout.php']")) return true;
  return links.some((link) => link.includes("/signin")) || findFirst(document, signInButtons) ? false : null;
}

function readLocale(document: Document): string {
  const lang = document.documentElement.getAttribute("lang")?.trim().replaceAll("_", "-") ?? "";
  return /^[A-Za-z]{2,3}(-[A-Za-z0-9]{2,8}){0,3}$/.test(lang) ? lang : "";
}

function readSortOptions(document: Document): string[] {
  const words = [...document.querySelectorAll("[data-sort-option]")].map((item) => item.getAttribute("data-sort-option") ?? "");
  return [...new Set(words)].filter((word) => sortWordPattern.test(word)).slice(0, 12);
}

/** The words of a text, without the short ones that any two texts share. */
function listWords(text: string): string[] {
  return text.toLowerCase().match(/[\p{L}\p{N}]{3,}/gu) ?? [];
}

/**
 * The title of a listing. A page may have further headings before the listing's own ("Welcome to Etsy!" for a visitor who is signed
 * out): a heading counts where it shares a word with what the page's data calls the listing, or where no data names it.
 */
function getListingTitle(document: Document, product: JsonReader | null, socialTitle: string): string {
  const own = getLine(document.querySelector("h1[data-buy-box-listing-title]"));
  if (own !== "") return own;
  const stated = decodeText(product?.at("name").text() ?? "") || socialTitle.replace(/\s+[-|]\s+Etsy.*$/, "");
  const named = new Set(listWords(stated));
  const isOwn = (heading: Element): boolean =>
    heading.closest(siteParts) === null && (named.size === 0 || listWords(getLine(heading)).some((word) => named.has(word)));
  return getLine(findFirstFitting(document, "h1", isOwn)) || stated;
}

/** The title of a shop's page is the shop's name, as its heading writes it; other headings are banners of the site. */
function getShopTitle(document: Document, shopName: string): string {
  const wanted = shopName.toLowerCase();
  const own = [...document.querySelectorAll("h1,h2")].find((heading) => getLine(heading).replace(/\s/g, "").toLowerCase() === wanted);
  return getLine(own) || shopName;
}

function shopLinkName(document: Document, base: string): string {
  const link = document.querySelector("a[href*='/shop/']")?.getAttribute("href") ?? "";
  return parseShopName(toAbsoluteLink(link, base));
}

/** The canonical path on the page's own origin if the canonical link is of the same page; otherwise the page's own path. */
function canonicalUrl(link: Element | null, own: string, sameThing: (link: string) => boolean): string {
  const canonical = toBareLink(link?.getAttribute("href") ?? "", own);
  const path = canonical !== "" && isEtsy(canonical) && sameThing(canonical) ? canonical.replace(/^https?:\/\/[^/]+/, "") : "";
  return toBareLink(path, own) || own;
}

/** The facts in an address; the rest is empty. Null if reviews cannot be collected from it. */
export function readUrl(link: string): PageFacts | null {
  const own = toBareLink(link, "");
  if (!isEtsy(own)) return null;
  const listingId = parseListingId(own);
  const shopName = listingId === "" ? parseShopName(own) : "";
  if (listingId === "" && shopName === "") return null;
  const kind = listingId === "" ? "shop" : "listing";
  const empty = { shopId: "", title: shopName, image: "", csrf: "", signedIn: null, counts: [], sortOptions: [], locale: "" };
  return { marketplace: "etsy", kind, listingId, shopName, url: own, ...empty };
}

/**
 * Reads what an open or saved page says of itself.
 * @param url the address it was loaded from; requests go to its origin
 * @returns the facts; refuses with notProductPage for any other page, with blocked if it is risk control's check
 */
export function readEtsyPage(document: Document, url: string): Result<PageFacts, Problem> {
  const facts = readUrl(url);
  if (!facts) return refuse({ kind: "notProductPage" });
  const canonical = document.querySelector("link[rel='canonical']");
  // Nothing but risk control's own frame or script, in place of the page.
  if (!canonical && !document.querySelector("h1") && findFirst(document, challengeParts)) return refuse({ kind: "blocked", status: 403 });
  const inline = inlineFacts(document);
  const isListing = facts.kind === "listing";
  const meta = readMeta(document);
  const csrf = meta.get("csrf_nonce") || inline.csrf;
  const shopId = inline.shopId || (document.querySelector("[data-shop-id]:not([data-shop-id=''])")?.getAttribute("data-shop-id") ?? "");
  const stated: [StatedCount["meaning"], unknown][] = isListing
    ? [
        ["listing", listingCount(document)],
        ["shopWide", ratingCount(inline.product)],
      ]
    : [["shopPage", readBracketedNumber(document.querySelector(".reviews-total"))]];
  return ok({
    ...facts,
    shopId: /^\d{1,20}$/.test(shopId) ? shopId : "",
    shopName: facts.shopName || inline.shopName || shopLinkName(document, url),
    title: isListing ? getListingTitle(document, inline.product, meta.get("og:title") ?? "") : getShopTitle(document, facts.shopName),
    url: canonicalUrl(canonical, facts.url, (link) =>
      isListing ? parseListingId(link) === facts.listingId : parseShopName(link) === facts.shopName,
    ),
    image: smallListingImage(meta.get("og:image") ?? "", url),
    csrf: tokenPattern.test(csrf) ? csrf : "",
    signedIn: signInState(document, inline.signedIn),
    counts: listCounts(stated),
    sortOptions: readSortOptions(document),
    locale: readLocale(document),
  });
}

import { sortWordPattern, tokenPattern } from "./etsy-page.adapter.ts";
import { JsonReader, MissingFields, parseJson } from "./json-reader.ts";
import type { HeardFacts, HeardRequest, PageFacts, PageRequest, PageWish } from "./marketplaces.contract.ts";

/** One way of asking for a listing's reviews. */
interface Route {
  /** name of the spec, in the path, in the request and in the answer */
  readonly spec: string;
  readonly className: string;
  readonly pageSize: number;
}

/** Best known first: of 2025-26, then of 2021-24. */
const routes: readonly [Route, Route] = [
  { spec: "deep_dive_reviews", className: "Etsy\\Modules\\ListingPage\\Reviews\\DeepDive\\AsyncApiSpec", pageSize: 8 },
  { spec: "reviews", className: "Etsy\\Modules\\ListingPage\\Reviews\\DataComposer", pageSize: 4 },
];
const shopPageSize = 10;
const specsPath = "/api/v3/ajax/bespoke/member/neu/specs/";
const classPattern = /^Etsy\\Modules\\ListingPage\\Reviews\\[A-Za-z\\]+$/;
const longestHeardBody = 20_000;
const newest = /^(most_?)?recen|^newest|^latest/i;
const suggested = /^relevan|^suggest|^recommend/i;

/** How many ways of asking a page has. */
export function routesOf(facts: PageFacts): number {
  return facts.kind === "listing" ? routes.length : 1;
}

/** The route by its number; a number past the end means the last. */
export function routeOf(number: number): Route {
  return number <= 0 ? routes[0] : routes[1];
}

/** How many reviews a full page has: the server ignores any other wish. */
export function pageSizeOf(facts: PageFacts, route: number): number {
  return facts.kind === "shop" ? shopPageSize : routeOf(route).pageSize;
}

/** Path of a route's requests. */
export function pathOf(route: number): string {
  return specsPath + routeOf(route).spec;
}

function originOf(facts: PageFacts): string {
  return /^https?:\/\/[^/]+/.exec(facts.url)?.[0] ?? "https://www.etsy.com";
}

/** The parts of a spec's parameters that may pass, each with what it must look like. All else is dropped unseen. */
function checkedParams(params: JsonReader, facts: PageFacts): Record<string, string | boolean> {
  const checked: Record<string, string | boolean> = {};
  for (const key of ["scope", "sort_option"]) {
    const word = params.at(key).value;
    if (typeof word === "string" && sortWordPattern.test(word)) checked[key] = word;
  }
  const shopId = params.at("shop_id").text();
  if (/^\d{1,20}$/.test(shopId) && (facts.shopId === "" || facts.shopId === shopId)) checked.shop_id = shopId;
  for (const key of Object.keys(params.value ?? {})
    .filter((name) => /^should_[a-z_]{1,48}$/.test(name))
    .slice(0, 12)) {
    const wish = params.at(key).value;
    if (typeof wish === "boolean") checked[key] = wish;
  }
  return checked;
}

function routeOfUrl(heardUrl: string, facts: PageFacts): Route | null {
  const url = URL.parse(heardUrl);
  if (!url || url.origin !== originOf(facts) || url.username !== "" || url.password !== "") return null;
  return routes.find((route) => url.pathname === specsPath + route.spec) ?? null;
}

/**
 * Checks what the page's own request was seen to say. Anything on the page may have said it, so only known fields of a known
 * path of this listing come through.
 * @returns the checked part, or null where nothing is left
 */
export function hearRequest(heard: HeardRequest, facts: PageFacts): HeardFacts | null {
  if (facts.kind !== "listing" || heard.method.toUpperCase() !== "POST" || heard.body.length > longestHeardBody) return null;
  const route = routeOfUrl(heard.url, facts);
  if (!route) return null;
  const entry = new JsonReader(parseJson(heard.body), "", new MissingFields()).at("specs").at(route.spec);
  const [className, params] = entry.items();
  if (!params?.isObject || params.at("listing_id").text() !== facts.listingId) return null;
  const name = className?.text() ?? "";
  const spec = name.length <= 200 && classPattern.test(name) ? name : null;
  const checked = checkedParams(params, facts);
  const csrf = tokenPattern.test(heard.csrf) ? heard.csrf : null;
  return spec === null && csrf === null && Object.keys(checked).length === 0 ? null : { marketplace: "etsy", spec, params: checked, csrf };
}

/** The page's own word for an order: what its request said, else what its menu offers, else the one most clients know. */
function sortWord(wish: PageWish["sort"], facts: PageFacts, heard: HeardFacts | null): string {
  const pattern = wish === "newest" ? newest : suggested;
  const said = heard?.params.sort_option;
  const words = [...(typeof said === "string" ? [said] : []), ...facts.sortOptions];
  return words.find((word) => pattern.test(word) && sortWordPattern.test(word)) ?? (wish === "newest" ? "Recency" : "Relevancy");
}

/** Ids travel as numbers, as the page sends them; one that a number cannot hold stays text. */
function wireId(id: string): number | string {
  return Number.isSafeInteger(Number(id)) ? Number(id) : id;
}

/** The heard scope, unless it is the other tab's: this listing's reviews are asked for, whatever tab the person looked at. */
function scopeOf(heard: HeardFacts | null): string {
  const scope = heard?.params.scope;
  return typeof scope === "string" && !/^shop/i.test(scope) ? scope : "listingReviews";
}

function paramsOf(facts: PageFacts, wish: PageWish, heard: HeardFacts | null): Record<string, unknown> {
  const shopId = facts.shopId || String(heard?.params.shop_id ?? "");
  const flags = Object.entries(heard?.params ?? {}).filter(([key, value]) => key.startsWith("should_") && typeof value === "boolean");
  return {
    listing_id: wireId(facts.listingId),
    ...(shopId !== "" && { shop_id: wireId(shopId) }),
    scope: scopeOf(heard),
    page: wish.page,
    sort_option: sortWord(wish.sort, facts, heard),
    rating_filter: wish.stars,
    tag_filters: [],
    review_highlight_transaction_id: null,
    should_lazy_load_images: false,
    should_show_variations: true,
    ...Object.fromEntries(flags),
    // What the older panel wants beside: its own tab, and pages instead of "more".
    ...(wish.route > 0 && { active_tab: "same_listing_reviews", render_complete: true, should_use_pagination: true }),
  };
}

/**
 * The request for one page of reviews (collector.md, "Request"; the shop's page by its own address).
 * @param heard what the page's own request was heard to say, taken before what is remembered
 */
export function etsyRequest(facts: PageFacts, wish: PageWish, heard: HeardFacts | null): PageRequest {
  const origin = originOf(facts);
  if (facts.kind === "shop") {
    const url = `${origin}/shop/${encodeURIComponent(facts.shopName)}/reviews?ref=pagination&page=${wish.page}`;
    return { method: "GET", url, headers: {}, body: null };
  }
  const route = routeOf(wish.route);
  const isOfRoute = heard?.spec?.includes("\\DeepDive\\") === (route === routes[0]);
  const spec = [(isOfRoute && heard?.spec) || route.className, paramsOf(facts, wish, heard)];
  return {
    method: "POST",
    url: origin + pathOf(wish.route),
    headers: { "content-type": "application/json", "x-csrf-token": heard?.csrf ?? facts.csrf, "x-requested-with": "XMLHttpRequest" },
    body: JSON.stringify({ log_performance_metrics: true, specs: { [route.spec]: spec }, runtime_analysis: false }),
  };
}

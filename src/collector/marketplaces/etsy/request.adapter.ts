import { sortWordPattern, tokenPattern } from "./page-facts.adapter.ts";
import { JsonReader, MissingFields, parseJson } from "#src/collector/marketplaces/json-reader.ts";
import type {
  ObservedFacts,
  ObservedRequest,
  PageFacts,
  PageRequest,
  PageQuery,
} from "#src/collector/marketplaces/marketplaces.contract.ts";

/** One route to a listing's reviews. */
interface Route {
  /** name of the spec in the path, the request and the response */
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
const longestReportedBody = 20_000;
const newest = /^(most_?)?recen|^newest|^latest/i;
const suggested = /^relevan|^suggest|^recommend/i;

/** How many routes a page has. */
export function countRoutes(facts: PageFacts): number {
  return facts.kind === "listing" ? routes.length : 1;
}

/** The route by its number; a number past the end means the last. */
export function getRoute(number: number): Route {
  return number <= 0 ? routes[0] : routes[1];
}

/** How many reviews a full page has: the server ignores any other size. */
export function getPageSize(facts: PageFacts, route: number): number {
  return facts.kind === "shop" ? shopPageSize : getRoute(route).pageSize;
}

/** Path of a route's requests. */
export function getPath(route: number): string {
  return specsPath + getRoute(route).spec;
}

function getOrigin(facts: PageFacts): string {
  return /^https?:\/\/[^/]+/.exec(facts.url)?.[0] ?? "https://www.etsy.com";
}

/** Returns the known parameters of a spec, each checked for its form, and drops all others. */
function checkParams(params: JsonReader, facts: PageFacts): Record<string, string | boolean> {
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
    const flag = params.at(key).value;
    if (typeof flag === "boolean") checked[key] = flag;
  }
  return checked;
}

function findRoute(heardUrl: string, facts: PageFacts): Route | null {
  const url = URL.parse(heardUrl);
  if (!url || url.origin !== getOrigin(facts) || url.username !== "" || url.password !== "") return null;
  return routes.find((route) => url.pathname === specsPath + route.spec) ?? null;
}

/**
 * Checks one of the page's own requests. Anything on the page may have sent it, so only known fields of a known path of this
 * listing are returned.
 * @returns the checked part, or null if nothing is left
 */
export function checkObservedRequest(observed: ObservedRequest, facts: PageFacts): ObservedFacts | null {
  if (facts.kind !== "listing" || observed.method.toUpperCase() !== "POST" || observed.body.length > longestReportedBody) return null;
  const route = findRoute(observed.url, facts);
  if (!route) return null;
  const entry = new JsonReader(parseJson(observed.body), "", new MissingFields()).at("specs").at(route.spec);
  const [className, params] = entry.items();
  if (!params?.isObject || params.at("listing_id").text() !== facts.listingId) return null;
  const name = className?.text() ?? "";
  const spec = name.length <= 200 && classPattern.test(name) ? name : null;
  const checked = checkParams(params, facts);
  const csrf = tokenPattern.test(observed.csrf) ? observed.csrf : null;
  return spec === null && csrf === null && Object.keys(checked).length === 0 ? null : { marketplace: "etsy", spec, params: checked, csrf };
}

/** The page's own value for an order: from its request, or from its menu, or the one most clients know. */
function chooseSortWord(query: PageQuery["sort"], facts: PageFacts, observed: ObservedFacts | null): string {
  const pattern = query === "newest" ? newest : suggested;
  const said = observed?.params.sort_option;
  const words = [...(typeof said === "string" ? [said] : []), ...facts.sortOptions];
  return words.find((word) => pattern.test(word) && sortWordPattern.test(word)) ?? (query === "newest" ? "Recency" : "Relevancy");
}

/** Ids are sent as numbers, as the page does; one that a number cannot represent stays text. */
function toWireId(id: string): number | string {
  return Number.isSafeInteger(Number(id)) ? Number(id) : id;
}

/** The observed scope, unless it is that of the shop's tab: this listing's reviews are requested, whatever tab the person viewed. */
function getScope(observed: ObservedFacts | null): string {
  const scope = observed?.params.scope;
  return typeof scope === "string" && !/^shop/i.test(scope) ? scope : "listingReviews";
}

function buildParams(facts: PageFacts, query: PageQuery, observed: ObservedFacts | null): Record<string, unknown> {
  const shopId = facts.shopId || String(observed?.params.shop_id ?? "");
  const flags = Object.entries(observed?.params ?? {}).filter(([key, value]) => key.startsWith("should_") && typeof value === "boolean");
  return {
    listing_id: toWireId(facts.listingId),
    ...(shopId !== "" && { shop_id: toWireId(shopId) }),
    scope: getScope(observed),
    page: query.page,
    sort_option: chooseSortWord(query.sort, facts, observed),
    rating_filter: query.stars,
    tag_filters: [],
    review_highlight_transaction_id: null,
    should_lazy_load_images: false,
    should_show_variations: true,
    ...Object.fromEntries(flags),
    // The older panel also needs its own tab, and pages instead of "more".
    ...(query.route > 0 && { active_tab: "same_listing_reviews", render_complete: true, should_use_pagination: true }),
  };
}

/**
 * Builds the request for one page of reviews.
 * @param observed checked fields of the page's own request, which take precedence over our defaults
 */
export function buildEtsyRequest(facts: PageFacts, query: PageQuery, observed: ObservedFacts | null): PageRequest {
  const origin = getOrigin(facts);
  if (facts.kind === "shop") {
    const url = `${origin}/shop/${encodeURIComponent(facts.shopName)}/reviews?ref=pagination&page=${query.page}`;
    return { method: "GET", url, headers: {}, body: null };
  }
  const route = getRoute(query.route);
  const isOfRoute = observed?.spec?.includes("\\DeepDive\\") === (route === routes[0]);
  const spec = [(isOfRoute && observed?.spec) || route.className, buildParams(facts, query, observed)];
  return {
    method: "POST",
    url: origin + getPath(query.route),
    headers: { "content-type": "application/json", "x-csrf-token": observed?.csrf ?? facts.csrf, "x-requested-with": "XMLHttpRequest" },
    body: JSON.stringify({ log_performance_metrics: true, specs: { [route.spec]: spec }, runtime_analysis: false }),
  };
}

import type { PageFacts, PageQuery, ReadContext } from "#src/collector/marketplaces/marketplaces.contract.ts";
import { parseHtml } from "./parse-html.ts";

/** Builds an invented listing's page facts. */
export function listingFacts(some: Partial<PageFacts> = {}): PageFacts {
  return {
    marketplace: "etsy",
    kind: "listing",
    listingId: "1234567890",
    shopId: "27001",
    shopName: "TideAndTimber",
    title: "Driftwood Lamp",
    url: "https://www.etsy.com/listing/1234567890/driftwood-lamp",
    image: "",
    csrf: "3:abcdefgh:token",
    signedIn: true,
    counts: [],
    sortOptions: [],
    locale: "en-US",
    ...some,
  };
}

/** Builds an invented shop's page facts. */
export function shopFacts(some: Partial<PageFacts> = {}): PageFacts {
  return {
    ...listingFacts(),
    kind: "shop",
    listingId: "",
    title: "TideAndTimber",
    url: "https://www.etsy.com/shop/TideAndTimber/reviews",
    ...some,
  };
}

/** Requests page one, newest first, by the preferred route. */
export function wishOf(some: Partial<PageQuery> = {}): PageQuery {
  return { page: 1, sort: "newest", stars: null, route: 0, ...some };
}

/** Builds what reading needs, at a fixed time. */
export function readContext(facts: PageFacts = listingFacts()): ReadContext {
  return { facts, parseHtml, now: "2026-05-04T10:00:00.000Z" };
}

import type { PageFacts, PageWish, ReadContext } from "#src/marketplaces/marketplaces.contract.ts";
import { parseHtml } from "./parse-html.ts";

/** An invented listing's page facts, with some of them otherwise. */
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

/** An invented shop's page facts. */
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

/** Page one, newest first, best route. */
export function wishOf(some: Partial<PageWish> = {}): PageWish {
  return { page: 1, sort: "newest", stars: null, route: 0, ...some };
}

/** What reading needs, with a fixed instant. */
export function readContext(facts: PageFacts = listingFacts()): ReadContext {
  return { facts, parseHtml, now: "2026-05-04T10:00:00.000Z" };
}

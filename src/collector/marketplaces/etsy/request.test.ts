import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { listingFacts, shopFacts, wishOf } from "#tests/factories/etsy-facts.ts";
import { etsy } from "./etsy.adapter.ts";
import type { ObservedRequest, PageFacts } from "#src/collector/marketplaces/marketplaces.contract.ts";

const path = "/api/v3/ajax/bespoke/member/neu/specs/deep_dive_reviews";
const className = "Etsy\\Modules\\ListingPage\\Reviews\\DeepDive\\AsyncApiSpec";

interface Sent {
  log_performance_metrics: boolean;
  runtime_analysis: boolean;
  specs: Record<string, [string, Record<string, unknown>]>;
}

function paramsOf(body: string | null, spec = "deep_dive_reviews"): Record<string, unknown> {
  return (JSON.parse(body ?? "") as Sent).specs[spec]?.[1] ?? {};
}

function heardRequest(params: object, some: Partial<ObservedRequest> = {}, name = className): ObservedRequest {
  const body = JSON.stringify({ specs: { deep_dive_reviews: [name, { listing_id: 1234567890, ...params }] } });
  return { url: `https://www.etsy.com${path}`, method: "POST", csrf: "3:other:token", body, ...some };
}

describe("the request for a listing's reviews", () => {
  test("goes to the page's own origin with the three known headers and the known body", () => {
    const request = etsy.request(listingFacts(), wishOf({ page: 3 }), null);
    expect(request).toMatchObject({
      method: "POST",
      url: `https://www.etsy.com${path}`,
      headers: { "content-type": "application/json", "x-csrf-token": "3:abcdefgh:token", "x-requested-with": "XMLHttpRequest" },
    });
    expect(Object.keys(request.headers)).toHaveLength(3);
    expect(JSON.parse(request.body ?? "")).toEqual({
      log_performance_metrics: true,
      runtime_analysis: false,
      specs: {
        deep_dive_reviews: [
          className,
          {
            listing_id: 1234567890,
            shop_id: 27001,
            scope: "listingReviews",
            page: 3,
            sort_option: "Recency",
            rating_filter: null,
            tag_filters: [],
            review_highlight_transaction_id: null,
            should_lazy_load_images: false,
            should_show_variations: true,
          },
        ],
      },
    });
  });

  test("keeps the page's port", () => {
    const facts = listingFacts({ url: "https://www.etsy.com:8443/listing/1234567890/x" });
    expect(etsy.request(facts, wishOf(), null).url).toBe(`https://www.etsy.com:8443${path}`);
  });

  test("asks for stars by number", () => {
    expect(paramsOf(etsy.request(listingFacts(), wishOf({ stars: 2 }), null).body).rating_filter).toBe(2);
  });

  test.each([
    [["Relevancy", "Recency"], "newest", "Recency"],
    [["Suggested", "MostRecent", "HighestRating"], "newest", "MostRecent"],
    [["Suggested", "Recent"], "newest", "Recent"],
    [["Suggested", "Recent"], "suggested", "Suggested"],
    [["HighestRating"], "newest", "Recency"],
    [[], "suggested", "Relevancy"],
    [['Recency"}], evil'], "newest", "Recency"],
  ] as const)("with the menu %j sorts by %s using the word %s", (sortOptions, sort, word) => {
    expect(paramsOf(etsy.request(listingFacts({ sortOptions: [...sortOptions] }), wishOf({ sort }), null).body).sort_option).toBe(word);
  });

  test("omits a shop that the page does not name, rather than inventing one", () => {
    expect(paramsOf(etsy.request(listingFacts({ shopId: "" }), wishOf(), null).body)).not.toHaveProperty("shop_id");
  });

  test("on the second route uses the older API, with four reviews per page", () => {
    const request = etsy.request(listingFacts(), wishOf({ route: 1, page: 2 }), null);
    expect(request.url).toBe("https://www.etsy.com/api/v3/ajax/bespoke/member/neu/specs/reviews");
    expect(paramsOf(request.body, "reviews")).toMatchObject({ listing_id: 1234567890, page: 2, active_tab: "same_listing_reviews" });
    expect([etsy.routes(listingFacts()), etsy.pageSize(listingFacts(), 0), etsy.pageSize(listingFacts(), 1)]).toEqual([2, 8, 4]);
  });

  test("for a shop gets its reviews page instead, with ten reviews per page and no added headers", () => {
    expect(etsy.request(shopFacts(), wishOf({ page: 4 }), null)).toEqual({
      method: "GET",
      url: "https://www.etsy.com/shop/TideAndTimber/reviews?ref=pagination&page=4",
      headers: {},
      body: null,
    });
    expect([etsy.routes(shopFacts()), etsy.pageSize(shopFacts(), 0)]).toEqual([1, 10]);
  });
});

describe("the page's own request, when observed", () => {
  test("takes precedence over remembered values: class, sort word, flags and token", () => {
    const own = heardRequest(
      { shop_id: 27001, scope: "listingReviews", sort_option: "MostRecent", should_show_variations: false, should_dance: true },
      {},
      "Etsy\\Modules\\ListingPage\\Reviews\\DeepDive\\NextSpec",
    );
    const request = etsy.request(listingFacts({ sortOptions: ["Recency"] }), wishOf(), etsy.checkObserved(own, listingFacts()));
    expect(request.headers["x-csrf-token"]).toBe("3:other:token");
    expect((JSON.parse(request.body ?? "") as Sent).specs.deep_dive_reviews?.[0]).toBe(
      "Etsy\\Modules\\ListingPage\\Reviews\\DeepDive\\NextSpec",
    );
    expect(paramsOf(request.body)).toMatchObject({ sort_option: "MostRecent", should_show_variations: false, should_dance: true, page: 1 });
  });

  test("never sets the page, filters, listing or unknown fields", () => {
    const observed = etsy.checkObserved(
      heardRequest({ page: 99, rating_filter: 1, tag_filters: ["Quality"], evil: "x", url: "https://evil.example" }),
      listingFacts(),
    );
    expect(observed).toEqual({ marketplace: "etsy", spec: className, params: {}, csrf: "3:other:token" });
    expect(paramsOf(etsy.request(listingFacts(), wishOf(), observed).body)).toMatchObject({
      page: 1,
      rating_filter: null,
      tag_filters: [],
      listing_id: 1234567890,
    });
  });

  test("from the shop's tab does not turn a listing's job into a shop's", () => {
    const observed = etsy.checkObserved(heardRequest({ scope: "shopReviews" }), listingFacts());
    expect(paramsOf(etsy.request(listingFacts(), wishOf(), observed).body).scope).toBe("listingReviews");
  });

  test("fills in a shop that the page did not name, and never replaces a named one", () => {
    expect(etsy.checkObserved(heardRequest({ shop_id: "555" }), listingFacts({ shopId: "" }))?.params).toEqual({ shop_id: "555" });
    expect(etsy.checkObserved(heardRequest({ shop_id: 555 }), listingFacts())?.params).toEqual({});
  });

  test.each<[string, Partial<ObservedRequest>]>([
    ["another origin", { url: `https://evil.example${path}` }],
    ["another port", { url: `https://www.etsy.com:444${path}` }],
    ["plain http", { url: `http://www.etsy.com${path}` }],
    ["a password in the address", { url: `https://a:b@www.etsy.com${path}` }],
    ["a longer path", { url: `https://www.etsy.com${path}/more` }],
    ["a path that only ends alike", { url: `https://www.etsy.com/x${path}` }],
    ["no address", { url: "::" }],
    ["a relative address", { url: path }],
    ["GET", { method: "GET" }],
    [
      "a body of 20 kB and more",
      { body: JSON.stringify({ specs: { deep_dive_reviews: [className, { listing_id: 1234567890, x: "y".repeat(20_000) }] } }) },
    ],
    ["no JSON", { body: "specs[deep_dive_reviews][]=x" }],
    ["another spec", { body: JSON.stringify({ specs: { other: [className, { listing_id: 1234567890 }] } }) }],
    ["another listing", { body: JSON.stringify({ specs: { deep_dive_reviews: [className, { listing_id: 42 }] } }) }],
    ["a list in the parameters' place", { body: JSON.stringify({ specs: { deep_dive_reviews: [className, [1234567890]] } }) }],
  ])("with %s is ignored", (_, some) => {
    expect(etsy.checkObserved(heardRequest({ sort_option: "Recency" }, some), listingFacts())).toBeNull();
  });

  test("with nothing but wrong types and shapes is ignored", () => {
    const observed = etsy.checkObserved(
      heardRequest(
        { scope: ["x"], sort_option: "drop table", should_a: "true", should_b: 1, shop_id: { a: 1 } },
        { csrf: "bad token\r\nx-evil: 1" },
        "Evil\\Spec",
      ),
      listingFacts(),
    );
    expect(observed).toBeNull();
  });

  test("cannot pollute a prototype", () => {
    const body = `{"specs":{"deep_dive_reviews":["x",{"listing_id":1234567890,"sort_option":"Recent","__proto__":{"should_x":true,"polluted":true},"constructor":{"prototype":{"polluted":true}}}]}}`;
    const observed = etsy.checkObserved(heardRequest({}, { body }), listingFacts());
    expect(observed?.params).toEqual({ sort_option: "Recent" });
    expect(({} as Record<string, unknown>).polluted).toBeUndefined();
  });

  test("is never used for a shop's page", () => {
    expect(etsy.checkObserved(heardRequest({}), shopFacts() satisfies PageFacts)).toBeNull();
  });

  test("leads to a request with known fields to the known URL, whatever it contains", () => {
    const anything = fc.dictionary(
      fc.constantFrom("scope", "sort_option", "shop_id", "page", "should_x", "__proto__", "listing_id"),
      fc.jsonValue(),
    );
    fc.assert(
      fc.property(anything, fc.string(), fc.string(), (params, csrf, name) => {
        const observed = etsy.checkObserved(heardRequest(params, { csrf }, name), listingFacts());
        const request = etsy.request(listingFacts(), wishOf(), observed);
        expect(request.url).toBe(`https://www.etsy.com${path}`);
        expect(request.headers["x-csrf-token"]).toMatch(/^[\w:.\-=+/]{8,512}$/);
        expect(paramsOf(request.body)).toMatchObject({
          listing_id: 1234567890,
          shop_id: 27001,
          page: 1,
          rating_filter: null,
          tag_filters: [],
        });
      }),
    );
  });
});

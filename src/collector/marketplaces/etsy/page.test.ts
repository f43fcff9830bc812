import { describe, expect, test } from "vitest";
import { parseHtml } from "#tests/factories/parse-html.ts";
import { etsy } from "./etsy.adapter.ts";
import { pageFacts } from "#src/collector/marketplaces/marketplaces.contract.ts";

const url = "https://www.etsy.com/listing/1234567890/driftwood-lamp?ref=search#reviews";
const whole = `<!doctype html><html lang="en-GB"><head>
<link rel="canonical" href="https://www.etsy.com/listing/1234567890/driftwood-lamp-handmade">
<meta property="og:title" content="Driftwood Lamp - Etsy"><meta property="og:image" content="https://i.etsystatic.com/1/r/il/ab/99/il_794xN.99_zz.jpg">
<meta name="csrf_nonce" content="3:1700000000:AbC-_dEf:0011">
<script type="application/ld+json">not json</script>
<script type="application/ld+json">{"@type":"BreadcrumbList"}</script>
<script type="application/ld+json">{"@context":"https://schema.org","@type":"Product","name":"Lamp","aggregateRating":{"ratingValue":"4.9","reviewCount":"2,431"}}</script>
<script>var Etsy={"shop_id":27001,"shop_name":"TideAndTimber","x":{"shop_id":99},"is_signed_in":true}</script></head>
<body><div data-shop-id=""></div><h1>  Driftwood
 Lamp &amp; Shade </h1><a href="/shop/Wrong?ref=x">shop</a>
<div data-appears-component-name="listing_page_reviews_container_top" data-appears-event-data='{"listing_rating_count":101,"shop_rating_count":2431}'></div>
<button data-sort-option="Suggested"></button><button data-sort-option="MostRecent"></button><button data-sort-option="no word!"></button></body></html>`;

describe("a listing's page", () => {
  test("provides ids, token, title, picture, sort words and each count with its meaning", () => {
    const read = etsy.readPage(parseHtml(whole), url);
    expect(read).toEqual({
      ok: true,
      value: {
        marketplace: "etsy",
        kind: "listing",
        listingId: "1234567890",
        shopId: "27001",
        shopName: "TideAndTimber",
        title: "Driftwood Lamp & Shade",
        url: "https://www.etsy.com/listing/1234567890/driftwood-lamp-handmade",
        image: "https://i.etsystatic.com/1/r/il/ab/99/il_170x135.99_zz.jpg",
        csrf: "3:1700000000:AbC-_dEf:0011",
        signedIn: true,
        counts: [
          { meaning: "listing", value: 101 },
          { meaning: "shopWide", value: 2431 },
        ],
        sortOptions: ["Suggested", "MostRecent"],
        locale: "en-GB",
      },
    });
  });

  test("is named by its own heading, not by a banner for signed-out visitors", () => {
    const banner = "<h1>Welcome to Etsy!</h1>";
    const title = (html: string) => {
      const read = etsy.readPage(parseHtml(html), url);
      return read.ok ? read.value.title : "";
    };
    expect(title(whole.replace("<body>", `<body>${banner}`))).toBe("Driftwood Lamp & Shade");
    expect(title(`${banner}<h1 data-buy-box-listing-title>Lamp</h1>`)).toBe("Lamp");
    expect(title(`<meta property="og:title" content="Driftwood Lamp - Etsy">${banner}`)).toBe("Driftwood Lamp");
    expect(title(`<header>${banner}</header><h1>Lamp</h1>`)).toBe("Lamp");
  });

  test("without content still provides its id and URL; everything else is empty", () => {
    const read = etsy.readPage(parseHtml("<p>"), url);
    expect(read.ok && pageFacts.parse(read.value)).toMatchObject({
      listingId: "1234567890",
      shopId: "",
      csrf: "",
      signedIn: null,
      counts: [],
      url: "https://www.etsy.com/listing/1234567890/driftwood-lamp",
    });
  });

  test("provides the token and the shop from inline JSON, and the count from an older page's tab", () => {
    const html = `<script>{"csrf_nonce":"3:inline:token","shop_id":"77"}</script><button id="same-listing-reviews-tab">Reviews for this item <span>(1,024)</span></button><a class="signin-header-action" href="/signin">Sign in</a>`;
    expect(etsy.readPage(parseHtml(html), url)).toMatchObject({
      ok: true,
      value: { csrf: "3:inline:token", shopId: "77", signedIn: false, counts: [{ meaning: "listing", value: 1024 }] },
    });
  });

  test("keeps its own origin and listing, whatever the canonical link says", () => {
    for (const canonical of [
      "https://evil.example/listing/1234567890/x",
      "https://www.etsy.com/listing/42/other",
      "javascript:alert(1)",
      "https://www.etsy.com/",
    ]) {
      const read = etsy.readPage(parseHtml(`<link rel="canonical" href="${canonical}">`), url);
      expect(read.ok && read.value.url).toBe("https://www.etsy.com/listing/1234567890/driftwood-lamp");
    }
    const read = etsy.readPage(parseHtml(whole), url.replace("www.etsy.com", "www.etsy.com:8443"));
    expect(read.ok && read.value.url).toBe("https://www.etsy.com:8443/listing/1234567890/driftwood-lamp-handmade");
  });

  test("with broken or hostile content omits invalid facts", () => {
    const html = `<html lang="<x>"><meta name="csrf_nonce" content="a b\nc: d"><meta property="og:image" content="javascript:alert(1)">
<script type="application/ld+json">{"@type":"Product","aggregateRating":{"reviewCount":-5}}</script>
<div data-appears-component-name="listing_page_reviews_container_top" data-appears-event-data='[[['></div>`;
    expect(etsy.readPage(parseHtml(html), url)).toMatchObject({ ok: true, value: { csrf: "", image: "", counts: [], locale: "" } });
  });

  test("provides the rating count from a graph or a list", () => {
    for (const json of [
      `{"@graph":[{"@type":"WebPage"},{"@type":"Product","aggregateRating":{"ratingCount":7}}]}`,
      `[{"aggregateRating":{"reviewCount":7}}]`,
    ]) {
      const read = etsy.readPage(parseHtml(`<script type="application/ld+json">${json}</script>`), url);
      expect(read.ok && read.value.counts).toEqual([{ meaning: "shopWide", value: 7 }]);
    }
  });
});

test("a shop's page is named after the shop, whatever headings come first", () => {
  const title = (html: string) => {
    const read = etsy.readPage(parseHtml(html), "https://www.etsy.com/shop/TideAndTimber/reviews");
    return read.ok ? read.value.title : "";
  };
  const banner = "<h1>Welcome to Etsy!</h1>";
  expect(title(`${banner}<h1> Tide And Timber </h1>`)).toBe("Tide And Timber");
  expect(title(`<meta property="og:title" content="Lamps and more - Etsy">${banner}<h2>Reviews</h2>`)).toBe("TideAndTimber");
  expect(title("<p>")).toBe("TideAndTimber");
});

describe("pages that can be collected from", () => {
  test.each([
    ["https://www.etsy.com/listing/1234567890", "listing"],
    ["https://www.etsy.com/de/listing/1234567890/lampe", "listing"],
    ["https://www.etsy.com/ca-fr/listing/1234567890/lampe?x=1", "listing"],
    ["https://www.etsy.com/shop/TideAndTimber", "shop"],
    ["https://www.etsy.com/shop/TideAndTimber/reviews?ref=pagination&page=2", "shop"],
    ["https://www.etsy.com/uk/shop/TideAndTimber?ref=x#reviews", "shop"],
  ])("%s is a %s", (address, kind) => {
    expect(etsy.readPage(parseHtml("<p>"), address)).toMatchObject({ ok: true, value: { kind } });
  });

  test.each([
    "https://www.etsy.com/",
    "https://www.etsy.com/search?q=/listing/123",
    "https://www.etsy.com/listing/abc",
    "https://www.etsy.com/listing/123abc",
    "https://www.etsy.com/shop/TideAndTimber/policy",
    "https://www.etsy.com/cart/listing/1234567890",
    "https://evil.example/listing/1234567890",
    "https://www.etsy.com.evil.example/listing/1234567890",
    "https://evil.example/https://www.etsy.com/listing/1",
    "file:///tmp/listing/1234567890",
    "",
    "not an address",
  ])("%j is not one of them", (address) => {
    expect(etsy.readPage(parseHtml(whole), address)).toEqual({ ok: false, problem: { kind: "notProductPage" } });
  });
});

test("a shop's page provides its own count, in the number format of its language", () => {
  const html = `<html lang="de"><h1>TideAndTimber</h1><div class="reviews-total">5 von 5 Sternen <div>(1.434)</div></div><div data-shop-id="27001"></div>`;
  expect(etsy.readPage(parseHtml(html), "https://www.etsy.com/de/shop/TideAndTimber")).toMatchObject({
    ok: true,
    value: { kind: "shop", shopName: "TideAndTimber", shopId: "27001", listingId: "", counts: [{ meaning: "shopPage", value: 1434 }] },
  });
});

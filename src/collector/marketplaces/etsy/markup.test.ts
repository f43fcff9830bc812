import { describe, expect, test } from "vitest";
import { cardHtml, panelHtml } from "#tests/factories/etsy-answers.ts";
import { listingFacts, readContext, shopFacts } from "#tests/factories/etsy-facts.ts";
import { parseHtml } from "#tests/factories/parse-html.ts";
import type { Review } from "#src/collector/reviews/reviews.contract.ts";
import { etsy } from "./etsy.adapter.ts";
import type { PageFacts, ReviewPage } from "#src/collector/marketplaces/marketplaces.contract.ts";

function shown(html: string, facts: PageFacts = listingFacts()): ReviewPage {
  return etsy.readOpenPage(parseHtml(html), readContext(facts));
}

function card(text: string, some: Parameters<typeof cardHtml>[2] = {}, facts = listingFacts()): Review {
  const [review] = shown(panelHtml(cardHtml("1", text, some)), facts).reviews;
  if (!review) throw new Error("no review");
  return review;
}

function shopCard(
  inside: string,
  attribution = `<a href='https://www.etsy.com/people/lunvi?ref=shop_review'>Lunvi</a> on Jun 12, 2022`,
): Review {
  const html = `<ul data-region="review-list"><li data-region="review" data-review-region="5"><p class="shop2-review-attribution">${attribution}</p><input name="rating" value="4">${inside}</li></ul>`;
  const [review] = shown(html, shopFacts()).reviews;
  if (!review) throw new Error("no review");
  return review;
}

const photo = (size: string): string => `https://i.etsystatic.com/iap/ab12/999/iap_${size}.999_rr.jpg?version=0`;

describe("a card in the review panel", () => {
  test.each([
    ["Rating: 4 out of 5 stars", "en-US", 4],
    ["Rating: 4.5 out of 5 stars", "en", 4.5],
    ["Bewertung: 4 von 5 Sternen", "de", 4],
    ["評価: 星5つ中4つ", "ja", 4],
    ["Rating: 0 out of 5 stars", "en", null],
    ["Rating: 9 out of 5 stars", "en", null],
    ["5 photos of nothing", "en", 5],
  ])("with the label %j in %s has %j stars", (rating, locale, stars) => {
    expect(card("x", { rating }, listingFacts({ locale })).rating).toBe(stars);
  });

  test("keeps the lines of its text, one for each break and its line end, and drops buttons", () => {
    expect(
      card(
        "\n   One<br />\n two<br><br>four <b>bold</b>\n   five<button>Read more</button><span class='wt-screen-reader-only'>hidden</span>  ",
      ).text,
    ).toBe("One\ntwo\n\nfour bold\nfive");
  });

  test("has its own text, not the reply's, the item's or the original's", () => {
    const extra = `<div data-region="response"><div class="review-text"><p class="wt-text-body">Thanks!<br>Bye</p></div><span>Jun 14, 2022</span></div><div data-region="listing"><a href="/listing/42/x?ref=1"><p class="wt-text-body">Other Lamp</p></a></div>`;
    expect(card("", { extra }, shopFacts())).toMatchObject({
      text: "",
      sellerReply: "Thanks!\nBye",
      sellerReplyDate: "2022-06-14",
      listingId: "42",
      listingTitle: "Other Lamp",
    });
  });

  test("with a translation has the shown text and the hidden original", () => {
    const extra = `<div data-is-translated="true"><div data-original-content lang="de" class="wt-display-none" aria-hidden="true">\n  Sehr\n  schön\n </div></div>`;
    expect(card("Very nice", { extra })).toMatchObject({ text: "Very nice", originalText: "Sehr\nschön", language: "de" });
    expect(card("Very nice", { extra: extra.replace('"true"', '"false"') })).toMatchObject({ text: "Very nice", originalText: null });
  });

  test("has its variation and photos, including lazy-loaded ones, each once and never a portrait", () => {
    const extra = `<div data-variation="1"><div class="variation-info"><p>Size:</p><p>L</p></div><div class="variation-info"><p>Colour: Oak</p></div></div>
<img src="https://i.etsystatic.com/iusa/1/2/iusa_75x75.2_a.jpg"><img src="${photo("300x300")}" srcset="${photo("640x640")} 2x, ${photo("300x300")} 1x"><img data-src="${photo("75x75")}"><img src="data:image/gif;base64,R0" srcset="${photo("300x300").replace("999_rr", "888_qq")} 1x">`;
    expect(card("x", { extra })).toMatchObject({
      variation: "Size: L, Colour: Oak",
      images: [
        { url: photo("fullxfull"), fallback: photo("640x640") },
        { url: photo("fullxfull").replace("999_rr", "888_qq"), fallback: photo("640x640").replace("999_rr", "888_qq") },
      ],
    });
  });

  test("that appears twice gives one review; a card without an id is reported as missing", () => {
    const page = shown(
      panelHtml(
        cardHtml("1", "one") + cardHtml("1", "one") + cardHtml("", "lost") + cardHtml("2", "two", { date: "3 days ago", rating: "stars" }),
      ),
    );
    expect(page.reviews.map((review) => review.reviewId)).toEqual(["1", "2"]);
    expect(page.missing).toEqual(["html.reviews[2].transactionId", "html.reviews[3].rating", "html.reviews[3].date"]);
  });

  test("from the shop's tab that names another listing does not count as this listing's", () => {
    const html = panelHtml(
      cardHtml("1", "own") + cardHtml("2", "other", { extra: `<div data-region="listing"><a href="/listing/42/x">Other</a></div>` }),
    );
    expect(shown(html).reviews.map((review) => review.reviewId)).toEqual(["1"]);
    expect(shown(html, shopFacts()).reviews).toHaveLength(2);
  });
});

describe("a card on a shop's page", () => {
  test("of an anonymous buyer has no name but still has a date", () => {
    for (const words of ["Anonymous on Jun 12, 2022", "\n  on Jun 12, 2022 \n"])
      expect(shopCard("", words)).toMatchObject({ reviewer: "", reviewerUrl: "", date: "2022-06-12", rating: 4 });
  });

  test("has the date after the name, even if the name contains another date", () => {
    expect(shopCard("", `<a href="/people/x">Born May 5, 1990</a> on Jun 12, 2022`)).toMatchObject({
      reviewer: "Born May 5, 1990",
      date: "2022-06-12",
    });
    expect(shopCard("", `<a href="/people/x">Born May 5, 1990</a> a while ago`).date).toBe("");
  });

  test("with stars only does not take any other text as its own", () => {
    const inside = `<div data-region="response"><div class="review-text"><p class="prose break-word">Thank you</p></div></div><div data-region="listing"><a href="/listing/42/lamp?ref=x" aria-label="Lamp &amp; Shade"><p class="prose">Lamp</p></a></div>`;
    expect(shopCard(inside)).toMatchObject({
      text: "",
      sellerReply: "Thank you",
      listingId: "42",
      listingTitle: "Lamp & Shade",
      listingUrl: "https://www.etsy.com/listing/42/lamp",
    });
  });

  test("has empty links in place of anything but web addresses", () => {
    const inside = `<div data-region="listing"><a href="javascript:alert('/listing/42/')">x</a></div>`;
    expect(shopCard(inside, `<a href="data:text/html,/people/">E</a> on Jun 12, 2022`)).toMatchObject({
      reviewer: "E",
      reviewerUrl: "",
      listingId: "",
      listingUrl: "",
    });
  });
});

test("a page without reviews gives an empty review page", () => {
  expect(shown("<h1>Lamp</h1>")).toEqual({
    reviews: [],
    source: "html",
    counts: [],
    starCounts: null,
    page: null,
    totalPages: null,
    missing: [],
    lost: 0,
  });
});

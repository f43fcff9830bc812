import { createHash } from "node:crypto";
import { expect, test } from "vitest";
import { readContext, shopFacts, wishOf } from "#tests/factories/etsy-facts.ts";
import { parseHtml } from "#tests/factories/parse-html.ts";
import { sharedFile } from "#tests/factories/shared-file.ts";
import { etsy } from "./etsy.adapter.ts";

const shopPage = sharedFile("samples/etsy_shop_reviews_2022.html");
const riskControl = sharedFile("samples/etsy_risk_control.html");
const absent = shopPage === null || riskControl === null;
const context = { parseHtml, now: "2026-05-04T10:00:00.000Z" };

/** The first half of a text's SHA-256, so that no sentence of the saved page stands in the project; '' for ''. */
function hashOf(text: string): string {
  return text === "" ? "" : createHash("sha256").update(text).digest("hex").slice(0, 16);
}

const photo = "https://i.etsystatic.com/iap/1e9a12/3982296201/iap_SIZE.3982296201_sjfbqw2d.jpg?version=0";

/** Taken from the file by other means than the adapter: id, date, buyer, listing's id and slug, hashes of title, text and original. */
const expected: readonly (readonly string[])[] = [
  ["2996230595", "2022-06-12", "01", "1217287231", "greenman-wall-plaque-greenman-plaque", "9907442a71d00929", "45d2a2ff2e7467e7", ""],
  ["2999952327", "2022-06-15", "02", "1062546725", "classic-carved-cabriole-legs-set-2pc-for", "ebc0a9b9f3a16759", "3038364e727a27ea", ""],
  ["2956999160", "2022-06-12", "03", "1021216348", "thor-statue-pagan-altar-norse-mythology", "30cc6400e5b9d978", "", ""],
  ["2956054843", "2022-06-13", "04", "1204403165", "custom-order-carved-newel-post-caps", "ef1ec7abf4a551cf", "39b538865aa3be99", ""],
  ["2961039051", "2022-06-12", "03", "1026139297", "god-odin-with-helmet-scandinavian-god", "bfd095a925fbd899", "", ""],
  ["2999449863", "2022-06-10", "05", "1055035538", "bear-totem-made-of-oak-standing-bear", "c29b06632a9bf6bf", "dbacf21e0fb45024", ""],
  [
    "2997571542",
    "2022-06-10",
    "06",
    "1053453118",
    "pair-of-wooden-brackets-carved-wood",
    "3fb5f45cd69421e1",
    "8075fa6bbe6af398",
    "591d547342e4cc26",
  ],
  ["2970569213", "2022-06-07", "07", "1132422070", "corbel-mermaid-of-wood-unpainted", "fddb593dad6d9f6b", "602f96e2739ba0ba", ""],
  ["2896937462", "2022-06-06", "08", "1132422070", "corbel-mermaid-of-wood-unpainted", "fddb593dad6d9f6b", "51ea4550f37aa6cf", ""],
  ["2896937460", "2022-06-06", "08", "1103593193", "legs-lion-claws-and-lion-head-classic", "c3edbacdbfca6815", "9a4c92c8026a153d", ""],
];

test.skipIf(absent)("all ten reviews of a real shop page are right in every field (skipped if ../shared/samples is absent)", () => {
  const read = etsy.readSaved(shopPage ?? "", "", context);
  if (!read.ok) throw new Error(read.problem.kind);
  const rows = read.value.page.reviews.map((review) => ({
    ...review,
    listingTitle: hashOf(review.listingTitle),
    text: hashOf(review.text),
    originalText: hashOf(review.originalText ?? ""),
  }));
  expect(rows).toEqual(
    expected.map(([reviewId = "", date, buyer, listingId = "", slug, listingTitle, text, originalText]) => ({
      reviewId,
      marketplace: "etsy",
      listingId,
      listingTitle,
      listingUrl: `https://www.etsy.com/listing/${listingId}/${slug}`,
      variation: "",
      rating: 5,
      title: "",
      text,
      originalText,
      language: "",
      reviewer: `Buyer${buyer}`,
      reviewerUrl: `https://www.etsy.com/people/buyer${buyer}`,
      reviewerCountry: "",
      date,
      images: reviewId === "2999449863" ? [{ url: photo.replace("SIZE", "fullxfull"), fallback: photo.replace("SIZE", "640x640") }] : [],
      sellerReply: "",
      sellerReplyDate: "",
      recommended: null,
      helpfulCount: null,
      verified: null,
      collectedAt: context.now,
    })),
  );
});

test.skipIf(absent)("the page around them provides its shop, its count, its page number and its sort words", () => {
  const read = etsy.readSaved(shopPage ?? "", "", context);
  expect(read).toMatchObject({
    ok: true,
    value: {
      facts: {
        kind: "shop",
        shopName: "MasterOak",
        shopId: "27804680",
        url: "https://www.etsy.com/shop/MasterOak/reviews",
        sortOptions: ["Relevancy", "Recency"],
      },
      page: { source: "shopPage", page: 1, totalPages: 44, counts: [{ meaning: "shopPage", value: 434 }], missing: [] },
    },
  });
});

test.skipIf(absent)("the same page gives the same reviews when it answers a shop's request", () => {
  const facts = shopFacts({ shopName: "MasterOak", url: "https://www.etsy.com/shop/MasterOak/reviews" });
  const read = etsy.readAnswer({ status: 200, url: facts.url, retryAfter: null, body: shopPage ?? "" }, wishOf(), readContext(facts));
  expect(read.ok && read.value.reviews.map((review) => review.reviewId)).toEqual(expected.map((row) => row[0]));
});

test.skipIf(absent)("a risk control page is read as blocked, whatever its status, and as a saved page too", () => {
  const body = riskControl ?? "";
  for (const status of [403, 200, 429]) {
    const answer = { status, url: "https://www.etsy.com/", retryAfter: null, body };
    expect(etsy.readAnswer(answer, wishOf(), readContext())).toEqual({ ok: false, problem: { kind: "blocked", status } });
    expect(etsy.readAnswer(answer, wishOf(), readContext(shopFacts()))).toEqual({ ok: false, problem: { kind: "blocked", status } });
  }
  expect(etsy.readSaved(body, "", context)).toMatchObject({ ok: false, problem: { kind: "blocked" } });
  expect(etsy.readPage(parseHtml(body), "https://www.etsy.com/listing/1234567890/x")).toMatchObject({
    ok: false,
    problem: { kind: "blocked" },
  });
});

import { describe, expect, test } from "vitest";
import { wireDate } from "./dates.ts";
import { fixedListings, getListing, getShop } from "./listings.ts";
import type { Listing } from "./listings.ts";
import { getReviewId, isStarOnly, photoForms, reviewAt, getSeconds } from "./reviews.ts";
import { languages, sentences, topics } from "./sentences.ts";
import { difficultTexts } from "./texts.ts";
import { reviewOfId, trueReview, trueReviews } from "./truth.ts";

const none = (): number => 0;

function listing(id: string): Listing {
  const found = getListing(id);
  if (found === null) throw new Error(`no listing ${id}`);
  return found;
}

describe("listings", () => {
  test("a listing's id encodes its review count, from 0 to 20,000", () => {
    expect([listing("2000030001").count, listing("2012400007").count, listing("2200009999").count]).toEqual([3, 1240, 20_000]);
    expect([getListing("2200010000"), getListing("1234567890"), getListing("12"), getListing("")]).toEqual([null, null, null, null]);
  });

  test("every listing belongs to its shop, and no listing with reviews has all of the shop's reviews", () => {
    for (const one of [...fixedListings, listing("2000370001"), listing("3000370001")]) {
      const shop = getShop(one.shopName);
      expect(shop?.listings.map((other) => other.id)).toContain(one.id);
      expect(shop?.listings.reduce((sum, other) => sum + other.count, 0)).toBeGreaterThan(one.count);
    }
    expect(getShop("NoSuchShop")).toBeNull();
  });
});

describe("generated reviews", () => {
  test("the same position always gives the same review", () => {
    const one = listing("1000001240");
    expect(reviewAt(one, 700)).toEqual(reviewAt({ ...one }, 700));
    expect(reviewAt(one, 700)).not.toEqual(reviewAt(one, 701));
  });

  test("20,000 ids are distinct and their dates strictly descend", () => {
    const one = listing("1000020000");
    const ids = new Set<string>();
    for (let serial = -5; serial < one.count; serial += 1) {
      ids.add(getReviewId(one, serial));
      expect(getSeconds(one, serial)).toBeGreaterThan(getSeconds(one, serial + 1));
    }
    expect(ids.size).toBe(20_005);
  });

  test("exactly 7 of the 101 have stars only", () => {
    const one = listing("1000000101");
    expect(Array.from({ length: 101 }, (_, serial) => isStarOnly(one, serial)).filter(Boolean)).toHaveLength(7);
  });

  test("1,240 reviews include every case that is hard to read", () => {
    const all = Array.from({ length: 1240 }, (_, serial) => reviewAt(listing("1000001240"), serial));
    expect(new Set(all.map((review) => review.photoForm))).toEqual(new Set(photoForms));
    expect(new Set(all.map((review) => review.words.language))).toEqual(new Set(languages));
    expect(new Set(all.map((review) => review.rating))).toEqual(new Set([1, 2, 3, 4, 5]));
    expect(new Set(all.map((review) => review.recommended))).toEqual(new Set([true, false, null]));
    const texts = new Set(all.map((review) => review.words.written));
    for (const difficult of difficultTexts) expect(texts).toContain(difficult);
    expect(texts.size).toBeGreaterThan(900);
    expect(all.some((review) => review.words.written.length > 2000)).toBe(true);
    expect(all.some((review) => review.buyer.anonymous)).toBe(true);
    expect(all.some((review) => review.sellerReply !== "")).toBe(true);
    expect(all.some((review) => review.words.language !== "en" && review.words.translated === "")).toBe(true);
  });

  test("every sentence exists in every language", () => {
    for (const topic of topics) {
      for (const language of languages) expect(sentences[topic][language]).toHaveLength(sentences[topic].en.length);
    }
  });
});

describe("dates", () => {
  test("every format gives the same day", () => {
    const seconds = Date.UTC(2022, 5, 12, 23, 59, 59) / 1000;
    expect(wireDate(seconds, "monthFirst")).toBe("Jun 12, 2022");
    expect(wireDate(seconds, "dayFirst")).toBe("12 Jun, 2022");
    expect(wireDate(seconds, "iso")).toBe("2022-06-12T23:59:59+00:00");
    expect(wireDate(seconds, "epochSeconds")).toBe(seconds);
  });
});

describe("the ground truth", () => {
  test("an anonymous buyer has neither name nor profile", () => {
    const all = trueReviews(listing("1000000400"), none);
    const anonymous = all.filter((review) => review.reviewer === "");
    expect(anonymous.length).toBeGreaterThan(5);
    expect(anonymous.every((review) => review.reviewerUrl === "")).toBe(true);
  });

  test("a translated review has its text in English and also the original", () => {
    const translated = trueReviews(listing("1000000400"), none).filter((review) => review.originalText !== "");
    expect(translated.length).toBeGreaterThan(50);
    expect(translated.every((review) => review.language !== "" && review.text !== review.originalText)).toBe(true);
  });

  test("a review is found by its id only if the listing has it", () => {
    const one = listing("1000000003");
    expect(reviewOfId(one, getReviewId(one, 2), none)?.id).toBe(getReviewId(one, 2));
    expect(reviewOfId(one, getReviewId(one, 3), none)).toBeNull();
    expect(reviewOfId(one, getReviewId(one, -1), none)).toBeNull();
    expect(reviewOfId(one, getReviewId(one, -1), () => 1)).toMatchObject({ id: getReviewId(one, -1) });
  });

  test("an image is the full size, with the 640-pixel size as its fallback", () => {
    const review = trueReviews(listing("1000000400"), none).find((one) => one.images.length > 0);
    expect(review?.images[0]?.url).toMatch(/^https:\/\/i\.etsystatic\.com\/iap\/[0-9a-f]{6}\/\d+\/iap_fullxfull\.\d+_\w+\.jpg\?version=0$/);
    expect(review?.images[0]?.fallback).toContain("iap_640x640");
    expect(trueReview(reviewAt(listing("1000000400"), 0)).date).toMatch(/^\d{4}-\d\d-\d\d$/);
  });
});

import { describe, expect, test } from "vitest";
import type { CollectOptions } from "./collect-options.contract.ts";
import { defaultOptions } from "#src/collector/settings/settings.rules.ts";
import { makeReview } from "#tests/factories/reviews.ts";
import { hasFilter, matches } from "./reviews.rules.ts";

const with_ = (change: Partial<CollectOptions>): CollectOptions => ({ ...defaultOptions, ...change });

describe("matching a review", () => {
  test("without a filter keeps every review, even one without any known field", () => {
    expect(matches(makeReview({ rating: null, text: "", date: "" }), defaultOptions)).toBe(true);
    expect(hasFilter(defaultOptions)).toBe(false);
  });

  test.each([
    ["stars", with_({ stars: [1, 2] }), makeReview({ rating: 2 }), makeReview({ rating: null })],
    ["photos", with_({ withPhotos: true }), makeReview({ images: [{ url: "https://x/1", fallback: "" }] }), makeReview()],
    ["text", with_({ withText: true }), makeReview({ text: "Fine" }), makeReview({ text: " \n" })],
    ["the first day", with_({ dateFrom: "2026-05-01" }), makeReview({ date: "2026-05-01" }), makeReview({ date: "2026-04-30T23:59:59Z" })],
    ["the last day", with_({ dateTo: "2026-05-01" }), makeReview({ date: "2026-05-01T23:00:00Z" }), makeReview({ date: "" })],
    ["a keyword in any case", with_({ keyword: " STURDY " }), makeReview(), makeReview({ text: "Nice" })],
    ["a keyword in the original", with_({ keyword: "qualität" }), makeReview({ originalText: "Super Qualität" }), makeReview()],
  ])("by %s", (_name, options, kept, left) => {
    expect(matches(kept, options)).toBe(true);
    expect(matches(left, options)).toBe(false);
    expect(hasFilter(options)).toBe(true);
  });
});

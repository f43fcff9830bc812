import { expect, test } from "vitest";
import { getLocationWord, getSourceWord, countWholeDays } from "./stock-words.rules.ts";

test("a movement of a kind that is not known yet has a word all the same", () => {
  expect([getSourceWord("putaway-undo"), getSourceWord("teleport")]).toEqual(["putaway-undo", "other"]);
  expect([getLocationWord("pick"), getLocationWord("cellar")]).toEqual(["pick", "reserve"]);
});

test("an age is of whole days, and of nothing there is none", () => {
  const now = Date.parse("2026-03-02T12:00:00Z");
  expect(countWholeDays("2026-03-01T12:00:00.001Z", now)).toBe(0);
  expect(countWholeDays("2026-03-01T12:00:00Z", now)).toBe(1);
  expect(countWholeDays("2026-03-02T12:00:05Z", now)).toBe(0);
  expect([countWholeDays(null, now), countWholeDays("soon", now)]).toEqual([null, null]);
});

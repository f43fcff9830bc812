import { expect, test } from "vitest";
import { getLocationWord, getSourceWord, countWholeDays } from "./stock-words.rules.ts";

test("a movement of an unknown kind still has a label", () => {
  expect([getSourceWord("putaway-undo"), getSourceWord("teleport")]).toEqual(["putaway-undo", "other"]);
  expect([getLocationWord("pick"), getLocationWord("cellar")]).toEqual(["pick", "reserve"]);
});

test("an age is a number of whole days, and null without a valid date", () => {
  const now = Date.parse("2026-03-02T12:00:00Z");
  expect(countWholeDays("2026-03-01T12:00:00.001Z", now)).toBe(0);
  expect(countWholeDays("2026-03-01T12:00:00Z", now)).toBe(1);
  expect(countWholeDays("2026-03-02T12:00:05Z", now)).toBe(0);
  expect([countWholeDays(null, now), countWholeDays("soon", now)]).toEqual([null, null]);
});

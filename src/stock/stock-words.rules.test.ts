import { expect, test } from "vitest";
import { locationWord, sourceWord, wholeDays } from "./stock-words.rules.ts";

test("a movement of a kind that is not known yet has a word all the same", () => {
  expect([sourceWord("putaway-undo"), sourceWord("teleport")]).toEqual(["putaway-undo", "other"]);
  expect([locationWord("pick"), locationWord("cellar")]).toEqual(["pick", "reserve"]);
});

test("an age is of whole days, and of nothing there is none", () => {
  const now = Date.parse("2026-03-02T12:00:00Z");
  expect(wholeDays("2026-03-01T12:00:00.001Z", now)).toBe(0);
  expect(wholeDays("2026-03-01T12:00:00Z", now)).toBe(1);
  expect(wholeDays("2026-03-02T12:00:05Z", now)).toBe(0);
  expect([wholeDays(null, now), wholeDays("soon", now)]).toEqual([null, null]);
});

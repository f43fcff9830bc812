import { expect, test } from "vitest";
import { isDoubtfulWeight } from "./bagging.rules.ts";

test.each([
  [10, 1140, true],
  [900_000, 1140, true],
  [900, 1140, true],
  [1140, 1140, false],
  [1250, 1140, false],
  [7000, 1140, false],
  [7300, 1140, true],
])("a bag of %i g with parcels of %i g is doubtful: %s", (grams, parcels, isDoubtful) => {
  expect(isDoubtfulWeight(grams, parcels)).toBe(isDoubtful);
});

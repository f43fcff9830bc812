import { describe, expect, test } from "vitest";
import { computeMarginPercent } from "./catalogue.rules.ts";

describe("the margin", () => {
  test.each([
    [2000, 1500, 25],
    [1999, 1000, 50],
    [3000, 1000, 66.7],
    [1000, 1000, 0],
    [1000, 1500, -50],
    [1, 0, 100],
  ])("of a sale at %i with a cost of %i is %d percent", (sale, cost, percent) => {
    expect(computeMarginPercent(sale, cost)).toBe(percent);
  });

  test("is unknown when the sale price is zero", () => {
    expect(computeMarginPercent(0, 100)).toBeNull();
    expect(computeMarginPercent(0, 0)).toBeNull();
  });
});

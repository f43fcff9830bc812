import { expect, test } from "vitest";
import { areAllPacked, isWithinTolerance, sumGrams } from "./packing.rules.ts";

test("the expected weight is the sum of pieces, box and consumables, and unknown if one of them is", () => {
  expect(
    sumGrams([
      { weight_grams: 250, quantity: 2 },
      { weight_grams: 80, quantity: 1 },
    ]),
  ).toBe(580);
  expect(
    sumGrams([
      { weight_grams: null, quantity: 1 },
      { weight_grams: 80, quantity: 1 },
    ]),
  ).toBeNull();
});

test("the larger of the two tolerances applies, up to its last gram", () => {
  const tolerance = { weight_tolerance_percent: 5, weight_tolerance_grams: 10 };
  expect(isWithinTolerance(1000, 1050, tolerance)).toBe(true);
  expect(isWithinTolerance(1000, 949, tolerance)).toBe(false);
  expect(isWithinTolerance(100, 110, tolerance)).toBe(true);
  expect(isWithinTolerance(100, 111, tolerance)).toBe(false);
  expect(isWithinTolerance(null, 5000, tolerance)).toBe(true);
});

test("parcels contain every piece of an order once, and no empty parcel", () => {
  const mug = (quantity: number, lot = "") => ({ variant_uuid: "MUG", lot, quantity });
  expect(areAllPacked([mug(3)], [[mug(1)], [mug(2)]])).toBe(true);
  expect(areAllPacked([mug(3)], [[mug(1)], [mug(1)]])).toBe(false);
  expect(areAllPacked([mug(3)], [[mug(3)], []])).toBe(false);
  expect(areAllPacked([mug(1, "A"), mug(1, "B")], [[mug(2, "A")]])).toBe(false);
  expect(areAllPacked([mug(1)], [[mug(1), { variant_uuid: "CAP", lot: "", quantity: 1 }]])).toBe(false);
});

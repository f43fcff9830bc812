import { expect, test } from "vitest";
import { MonthCount, computeDayCharges } from "./day-charges.rules.ts";
import type { StoredGoods, Tiers } from "./day-charges.rules.ts";

const storage = (price_micros: number): Tiers => new Map([["storage_piece_day", [{ from_value: 0, price_micros }]]]);
const goods = (pieces: number, age_days: number): StoredGoods => ({ retailer_uuid: "a", age_days, pieces, millilitres: 0 });
const charges = (stored: readonly StoredGoods[], tiers: Tiers) =>
  computeDayCharges({ warehouse_uuid: "w", day: "2026-06-01", stored, happenings: [] }, () => tiers, new MonthCount());

test("a charge that is too large is left out and reported", () => {
  expect(charges([goods(1e12, 0)], storage(1e12))).toEqual({ charges: [], beyondMeasure: ["a"] });
  expect(charges([goods(1e6, 0)], storage(1e12))).toEqual({ charges: [], beyondMeasure: ["a"] });
});

test("an internal error is thrown, and not treated as a charge to leave out", () => {
  expect(() => charges([goods(5, -1)], storage(1000))).toThrow("an age cannot be negative");
  expect(() => charges([goods(5, 0)], new Map([["storage_piece_day", [{ from_value: 1, price_micros: 1 }]]]))).toThrow("start at 0");
});

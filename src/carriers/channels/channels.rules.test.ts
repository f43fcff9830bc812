import { expect, test } from "vitest";
import { getCountriesRefusal, getCutOffsRefusal, getPriceTableRefusal, mostRows } from "./channels.rules.ts";

test("a country cannot be in both lists; different ones can", () => {
  expect(getCountriesRefusal({ include_countries: ["US", "DE"], exclude_countries: ["FR", "DE"] })).toBe("channels.countryInBoth");
  expect(getCountriesRefusal({ include_countries: ["US"], exclude_countries: ["DE"] })).toBeNull();
});

const row = (up_to_grams: number) => ({ up_to_grams });
const zone = (countries: string[], ...weights: number[]) => ({ countries, prices: weights.map(row) });
const limits = { min_chargeable_grams: 0, max_grams: null };

test.each([
  ["channels.lightestTooHeavy", { min_chargeable_grams: 101, max_grams: 100, zones: [] }],
  ["channels.countryTwice", { ...limits, zones: [zone(["US"], 1), zone(["CA", "US"], 1)] }],
  ["channels.restTwice", { ...limits, zones: [zone([], 1), zone([], 1)] }],
  ["channels.weightTwice", { ...limits, zones: [zone([], 500, 1000, 500)] }],
  ["channels.tooManyRows", { ...limits, zones: [zone([], ...Array.from({ length: mostRows + 1 }, (_, at) => at + 1))] }],
  [null, { min_chargeable_grams: 100, max_grams: 100, zones: [zone(["US"], 500, 1000), zone([], 500)] }],
] as const)("a price table is refused with %s", (refusal, table) => {
  expect(getPriceTableRefusal(table)).toBe(refusal);
});

test("a warehouse has one cut-off, however its id is written", () => {
  const id = "0190a0a0-0000-7000-8000-00000000000a";
  expect(getCutOffsRefusal({ cut_offs: [{ warehouse_uuid: id }, { warehouse_uuid: id.toUpperCase() }] })).toBe("channels.warehouseTwice");
  expect(getCutOffsRefusal({ cut_offs: [{ warehouse_uuid: id }] })).toBeNull();
});

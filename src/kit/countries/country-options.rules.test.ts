import { expect, test } from "vitest";
import type { Country } from "./country-names.rules.ts";
import { listCountryOptions, parseCodes } from "./country-options.rules.ts";

const country = (code: string, en: string, zh: string): Country => ({ code, en, zh, alsoEn: [] });
const countries = [country("US", "United States", "美国"), country("CA", "Canada", "加拿大"), country("DE", "Germany", "德国")];
const list = (typed: string, chosen: readonly string[] = []) =>
  listCountryOptions(typed, { countries, chosen, locale: "en-US", nameAll: (codes) => `all of ${codes.join(" ")}` });

test("several known codes are one entry, however they are separated; a single code or an unknown one is a search", () => {
  expect(parseCodes("us, CA；de us", countries)).toEqual(["US", "CA", "DE"]);
  expect(parseCodes("US", countries)).toEqual([]);
  expect(parseCodes("US, ZZ", countries)).toEqual([]);
  expect(list("US CA", ["CA"])).toEqual([{ value: "US", text: "all of US" }]);
});

test("countries are found by name in either language, without those already chosen", () => {
  expect(list("").map(({ value }) => value)).toEqual(["US", "CA", "DE"]);
  expect(list("", ["US"]).map(({ value }) => value)).toEqual(["CA", "DE"]);
  expect(list("德")[0]).toEqual({ value: "DE", text: "Germany (DE)" });
});

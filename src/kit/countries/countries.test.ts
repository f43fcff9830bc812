import { describe, expect, test } from "vitest";
import { loadCountries } from "./use-countries.ts";
import { getCountryName, scoreCountry, sortCountries } from "./country-names.rules.ts";

const countries = await loadCountries();
const named = (code: string) => {
  const found = countries.find((country) => country.code === code);
  if (found === undefined) throw new Error(`no country has the code ${code}`);
  return found;
};

describe("the country list", () => {
  test("has 250 entries, each with a unique code and unique names", () => {
    expect(countries).toHaveLength(250);
    for (const key of ["code", "en", "zh"] as const) expect(new Set(countries.map((country) => country[key])).size).toBe(250);
    expect(countries.filter(({ code }) => !/^[A-Z]{2}$/.test(code))).toEqual([]);
  });

  test("has every name in its own script", () => {
    expect(countries.filter(({ en }) => !/^[\p{Script=Latin}][\p{Script=Latin} ,.'()-]+$/u.test(en))).toEqual([]);
    expect(countries.filter(({ zh }) => !/^[\p{Script=Han}][\p{Script=Han}（）、-]+$/u.test(zh))).toEqual([]);
  });

  test("starts with the United States and continues by name, in either language", () => {
    const english = sortCountries(countries, "en-US").map(({ en }) => en);
    expect(english.slice(0, 4)).toEqual(["United States", "Afghanistan", "Åland Islands", "Albania"]);
    expect(english.at(-1)).toBe("Zimbabwe");
    const chinese = sortCountries(countries, "zh-CN").map(({ zh }) => zh);
    expect(chinese.slice(0, 3)).toEqual(["美国", "阿尔巴尼亚", "阿尔及利亚"]);
    expect(chinese).toHaveLength(250);
  });

  test("uses the common names of countries", () => {
    expect(["CN", "RU", "IR", "KR", "VA", "VI", "CZ"].map((code) => getCountryName(named(code), "en-US"))).toEqual([
      "China",
      "Russia",
      "Iran",
      "South Korea",
      "Vatican City",
      "U.S. Virgin Islands",
      "Czechia",
    ]);
    expect(["HK", "MO", "TW", "ID", "EH"].map((code) => getCountryName(named(code), "zh-CN"))).toEqual([
      "中国香港",
      "中国澳门",
      "中国台湾",
      "印度尼西亚",
      "西撒哈拉",
    ]);
  });
});

describe("a country is found", () => {
  const best = (typed: string) =>
    countries
      .map(({ code }) => ({ code, fit: scoreCountry(named(code), typed) }))
      .filter(({ fit }) => fit > 0)
      .toSorted((one, other) => other.fit - one.fit)
      .map(({ code }) => code);

  test.each([
    ["us", "US"],
    ["DE", "DE"],
    ["germany", "DE"],
    ["德国", "DE"],
    ["cote d'iv", "CI"],
    ["ivory", "CI"],
    ["Curacao", "CW"],
    ["turkey", "TR"],
    ["u.s.a", "US"],
    ["香港", "HK"],
  ])("by %j", (typed, code) => {
    expect(best(typed)[0]).toBe(code);
  });

  test("by an empty search, and not by text that no name contains", () => {
    expect(best("")).toHaveLength(250);
    expect(best("qqq")).toEqual([]);
  });
});

import type { Country } from "./country-names.rules.ts";
import { getCountryName, scoreCountry } from "./country-names.rules.ts";

/** An entry of the list: one country, or all those of a pasted list of codes. */
export interface CountryOption {
  /** one or more two-letter codes, separated by spaces */
  readonly value: string;
  readonly text: string;
}

/** Returns the known codes of a typed or pasted list ("US, CA de"); empty unless there are several words and each is a code. */
export function parseCodes(typed: string, countries: readonly Country[]): string[] {
  const words = typed
    .toUpperCase()
    .split(/[\s,，、;；]+/)
    .filter(Boolean);
  const known = new Set(countries.map(({ code }) => code));
  return words.length > 1 && words.every((word) => known.has(word)) ? [...new Set(words)] : [];
}

/**
 * Lists the countries that match a typed text, best match first, without those already chosen. A list of codes is one entry.
 * @param locale BCP 47
 * @param nameAll names the entry for several codes
 */
export function listCountryOptions(
  typed: string,
  {
    countries,
    chosen,
    locale,
    nameAll,
  }: {
    readonly countries: readonly Country[];
    readonly chosen: readonly string[];
    readonly locale: string;
    readonly nameAll: (codes: readonly string[]) => string;
  },
): CountryOption[] {
  const codes = parseCodes(typed, countries).filter((code) => !chosen.includes(code));
  if (codes.length > 0) return [{ value: codes.join(" "), text: nameAll(codes) }];
  const left = countries.filter(({ code }) => !chosen.includes(code));
  const toOption = (country: Country) => ({ value: country.code, text: `${getCountryName(country, locale)} (${country.code})` });
  if (typed.trim() === "") return left.map(toOption);
  return left
    .map((country) => ({ country, score: scoreCountry(country, typed) }))
    .filter(({ score }) => score > 0)
    .toSorted((one, other) => other.score - one.score)
    .map(({ country }) => toOption(country));
}

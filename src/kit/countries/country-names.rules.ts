import { pickText } from "#src/kit/lib/languages.ts";
/** The two-letter code that is first in every list. */
const firstCode = "US";

/** A catalogue of the package: each country's name, or several names of which the first is the longest. */
export interface NameCatalogue {
  readonly countries: Readonly<Record<string, string | readonly string[]>>;
}

/** A country or territory with an ISO 3166-1 code, or Kosovo (XK). */
export interface Country {
  readonly code: string;
  readonly en: string;
  readonly zh: string;
  /** other English names that users search for */
  readonly alsoEn: readonly string[];
}

// The common name, where the package's first name is official or inverted.
const english: Readonly<Record<string, string>> = {
  BN: "Brunei",
  CI: "Côte d'Ivoire",
  CN: "China",
  CZ: "Czechia",
  FM: "Micronesia",
  GM: "Gambia",
  IR: "Iran",
  LA: "Laos",
  MD: "Moldova",
  MK: "North Macedonia",
  PN: "Pitcairn Islands",
  PS: "Palestine",
  RE: "Réunion",
  RU: "Russia",
  SH: "Saint Helena, Ascension and Tristan da Cunha",
  ST: "São Tomé and Príncipe",
  SY: "Syria",
  TW: "Taiwan",
  TZ: "Tanzania",
  US: "United States",
  VA: "Vatican City",
  VG: "British Virgin Islands",
  VI: "U.S. Virgin Islands",
};

// The same in Chinese; Western Sahara by the territory's name, not by that of a party to the dispute.
const chinese: Readonly<Record<string, string>> = {
  AX: "奥兰群岛",
  CF: "中非共和国",
  EH: "西撒哈拉",
  FM: "密克罗尼西亚",
  GG: "根西岛",
  HK: "中国香港",
  ID: "印度尼西亚",
  JE: "泽西岛",
  MO: "中国澳门",
  TW: "中国台湾",
};

function getNames(catalogue: NameCatalogue, code: string): readonly string[] {
  const names = catalogue.countries[code] ?? [];
  return typeof names === "string" ? [names] : names;
}

/** Lists every country of the catalogues, in no particular order. */
export function listCountries(en: NameCatalogue, zh: NameCatalogue): Country[] {
  return Object.keys(en.countries).map((code) => {
    const names = getNames(en, code);
    const name = english[code] ?? names[0] ?? code;
    return { code, en: name, zh: chinese[code] ?? getNames(zh, code)[0] ?? code, alsoEn: names.filter((other) => other !== name) };
  });
}

/** Returns a country's name in the language of a BCP 47 tag. */
export function getCountryName(country: Country, locale: string): string {
  return pickText({ en_us: country.en, zh_cn: country.zh }, locale);
}

/** Sorts countries for display: the United States, then by name in the page's language. */
export function sortCountries(countries: readonly Country[], locale: string): Country[] {
  const { compare } = new Intl.Collator(locale);
  return countries.toSorted((one, other) => {
    if (one.code === firstCode || other.code === firstCode) return one.code === firstCode ? -1 : 1;
    return compare(getCountryName(one, locale), getCountryName(other, locale));
  });
}

function plain(text: string): string {
  return text.normalize("NFD").replaceAll(/\p{M}/gu, "").replaceAll(/[’'.]/g, "").toLowerCase().trim();
}

/**
 * Scores how well a country matches the typed text, by code, English or Chinese name, ignoring accents: 3 for its code, 2 for the start of a name, 1 for
 * a part of a name, 0 for no match. An empty text scores 3.
 */
export function scoreCountry({ code, en, zh, alsoEn }: Country, typed: string): number {
  const wanted = plain(typed);
  if (wanted === "" || plain(code) === wanted) return 3;
  const names = [en, zh, ...alsoEn].map(plain);
  if (names.some((name) => name.startsWith(wanted))) return 2;
  return names.some((name) => name.includes(wanted)) ? 1 : 0;
}

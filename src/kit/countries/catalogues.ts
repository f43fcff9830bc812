import en from "i18n-iso-countries/langs/en.json" with { type: "json" };
import zh from "i18n-iso-countries/langs/zh.json" with { type: "json" };
import { listCountries } from "./country-names.rules.ts";

/** The country list. Loaded when it is wanted: a module of its own, because a browser takes no JSON by a dynamic import of its own accord. */
export const countries = listCountries(en, zh);

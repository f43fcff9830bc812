import en from "i18n-iso-countries/langs/en.json" with { type: "json" };
import zh from "i18n-iso-countries/langs/zh.json" with { type: "json" };
import { listCountries } from "./country-names.rules.ts";

/** The country list. A separate module that is loaded on demand, because browsers cannot import JSON dynamically without an import attribute. */
export const countries = listCountries(en, zh);

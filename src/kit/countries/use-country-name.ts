import { useCallback, useMemo } from "react";
import { getCountryName } from "./country-names.rules.ts";
import { useCountries } from "./use-countries.ts";
import { useTranslation } from "#src/kit/i18n/translation.store.ts";

/** Says a country's name by its two-letter code, in the page's language; the code itself until the names have come, or where there is none. */
export function useCountryName(): (code: string) => string {
  const { locale } = useTranslation();
  const { countries } = useCountries();
  const names = useMemo(() => new Map(countries.map((country) => [country.code, getCountryName(country, locale)])), [countries, locale]);
  return useCallback((code: string) => names.get(code) ?? code, [names]);
}

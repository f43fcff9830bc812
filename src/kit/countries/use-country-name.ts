import { useCallback, useMemo } from "react";
import { getCountryName } from "./country-names.rules.ts";
import { useCountries } from "./use-countries.ts";
import { useTranslation } from "#src/kit/i18n/translation.store.ts";

/** Returns a function from a two-letter code to the country's name in the page's language; it returns the code until the list has loaded, or if unknown. */
export function useCountryName(): (code: string) => string {
  const { locale } = useTranslation();
  const { countries } = useCountries();
  const names = useMemo(() => new Map(countries.map((country) => [country.code, getCountryName(country, locale)])), [countries, locale]);
  return useCallback((code: string) => names.get(code) ?? code, [names]);
}

import { useEffect, useMemo, useState } from "react";
import { useTranslation } from "#src/kit/i18n/translation.store.ts";
import { ChunkError, loadChunk } from "#src/kit/lib/load-chunk.ts";
import type { Country } from "./country-names.rules.ts";
import { sortCountries } from "./country-names.rules.ts";

let loaded: readonly Country[] | null = null;

/** Loads the country list: 250 entries, in a separate chunk to keep the first load small. */
export async function loadCountries(): Promise<readonly Country[]> {
  if (loaded !== null) return loaded;
  const { countries } = await loadChunk(() => import("./catalogues.ts"));
  loaded = countries;
  return loaded;
}

export interface CountriesState {
  /** in the order of the page's language, the United States first; empty until loaded */
  readonly countries: readonly Country[];
  /** whether loading failed; only reloading the page helps */
  readonly isFailed: boolean;
}

/** Loads the countries and returns them. */
export function useCountries(): CountriesState {
  const { locale } = useTranslation();
  const [countries, setCountries] = useState<readonly Country[]>(loaded ?? []);
  const [isFailed, setFailed] = useState(false);
  useEffect(() => {
    let isHere = true;
    const load = async () => {
      try {
        const come = await loadCountries();
        if (isHere) setCountries(come);
      } catch (error) {
        if (!(error instanceof ChunkError)) throw error;
        if (isHere) setFailed(true);
      }
    };
    void load();
    return () => {
      isHere = false;
    };
  }, []);
  return useMemo(() => ({ countries: sortCountries(countries, locale), isFailed }), [countries, isFailed, locale]);
}

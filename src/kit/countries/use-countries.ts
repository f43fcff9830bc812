import { useEffect, useMemo, useState } from "react";
import { useTranslation } from "#src/kit/i18n/translation.store.ts";
import { ChunkError, loadChunk } from "#src/kit/lib/load-chunk.ts";
import type { Country } from "./country-names.rules.ts";
import { sortCountries } from "./country-names.rules.ts";

let loaded: readonly Country[] | null = null;

/** Loads the country list: 250 entries, in a chunk of its own, so that it does not weigh on the first load. */
export async function loadCountries(): Promise<readonly Country[]> {
  if (loaded !== null) return loaded;
  const { countries } = await loadChunk(() => import("./catalogues.ts"));
  loaded = countries;
  return loaded;
}

export interface CountriesState {
  /** as the page's language orders them, the United States first; empty until they have come */
  readonly countries: readonly Country[];
  /** whether they could not be loaded: only loading the page again brings them */
  readonly isFailed: boolean;
}

/** The countries, once they have come. Where names alone are missing, the codes stand in for them. */
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

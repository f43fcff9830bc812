import { useEffect, useMemo, useState } from "react";
import { useTranslation } from "#src/i18n/shown.store.ts";
import { loadChunk } from "#src/lib/load-chunk.ts";
import type { Country } from "./country-names.rules.ts";
import { inOrder } from "./country-names.rules.ts";

let loaded: readonly Country[] | null = null;

/** Loads the country list: 250 entries, in a chunk of its own, so that it does not weigh on the first load. */
export async function loadCountries(): Promise<readonly Country[]> {
  if (loaded !== null) return loaded;
  const { countries } = await loadChunk(() => import("./catalogues.ts"));
  loaded = countries;
  return loaded;
}

/** The countries as the page's language orders them, the United States first; empty until they have come. */
export function useCountries(): readonly Country[] {
  const { locale } = useTranslation();
  const [countries, setCountries] = useState<readonly Country[]>(loaded ?? []);
  useEffect(() => {
    let isHere = true;
    const load = async () => {
      try {
        const come = await loadCountries();
        if (isHere) setCountries(come);
      } catch {
        // A chunk that does not come is told of for the whole page; the next screen tries again.
      }
    };
    void load();
    return () => {
      isHere = false;
    };
  }, []);
  return useMemo(() => inOrder(countries, locale), [countries, locale]);
}

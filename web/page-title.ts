import { useRouterState } from "@tanstack/react-router";
import { useEffect } from "react";
import { useTranslation } from "#src/i18n/shown.store.ts";
import type { TextKey } from "#src/i18n/text-key.ts";
import type { Place } from "./places.ts";
import { useSiteTitle } from "./shell/site-mark.tsx";

declare module "@tanstack/react-router" {
  interface StaticDataRouteOption {
    /** what the route shows; none for redirects and for what catches unknown paths */
    place?: Place;
  }
}

/** The title of what is shown: a place's, or that there is none at this address. */
function useShownTitle(): TextKey {
  const place = useRouterState({ select: ({ matches }) => matches.at(-1)?.staticData.place });
  return place?.title ?? "places.notFound";
}

/** Keeps the browser's title: the place in sight and the site, in the language of the page. Once a page. */
export function usePageTitle(): void {
  const { t } = useTranslation();
  const place = t(useShownTitle());
  const site = useSiteTitle();
  useEffect(() => {
    document.title = place === site ? site : `${place} · ${site}`;
  }, [place, site]);
}

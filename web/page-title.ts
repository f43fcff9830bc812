import { useRouterState } from "@tanstack/react-router";
import { useEffect } from "react";
import { useTranslation } from "#src/kit/i18n/translation.store.ts";
import type { TextKey } from "#src/kit/i18n/text-key.ts";
import type { Place } from "./places.ts";
import { useSiteTitle } from "./shell/site-mark.tsx";

declare module "@tanstack/react-router" {
  interface StaticDataRouteOption {
    /** the route's declaration; none for redirects and catch-all routes */
    place?: Place;
  }
}

/** Returns the title of the current route, or the one for an unknown address. */
function useShownTitle(): TextKey {
  const place = useRouterState({ select: ({ matches }) => matches.at(-1)?.staticData.place });
  return place?.title ?? "places.notFound";
}

/** Sets the document's title: the current route and the site, in the page's language. Call once. */
export function usePageTitle(): void {
  const { t } = useTranslation();
  const place = t(useShownTitle());
  const site = useSiteTitle();
  useEffect(() => {
    document.title = place === site ? site : `${place} · ${site}`;
  }, [place, site]);
}

import { useRouterState } from "@tanstack/react-router";
import { useEffect } from "react";
import { useTranslation } from "#src/kit/i18n/translation.store.ts";
import type { TextKey } from "#src/kit/i18n/text-key.ts";
import type { AppRoute } from "./app-routes.ts";
import { useSiteTitle } from "./shell/site-mark.tsx";

declare module "@tanstack/react-router" {
  interface StaticDataRouteOption {
    /** the route's declaration; none for redirects and catch-all routes */
    route?: AppRoute;
  }
}

/** Returns the title of the current route, or the one for an unknown address. */
function useShownTitle(): TextKey {
  const route = useRouterState({ select: ({ matches }) => matches.at(-1)?.staticData.route });
  return route?.title ?? "navigation.notFound";
}

/** Sets the document's title: the current route and the site, in the page's language. Call once. */
export function usePageTitle(): void {
  const { t } = useTranslation();
  const route = t(useShownTitle());
  const site = useSiteTitle();
  useEffect(() => {
    document.title = route === site ? site : `${route} · ${site}`;
  }, [route, site]);
}

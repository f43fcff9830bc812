import { QueryClientProvider } from "@tanstack/react-query";
import { Outlet, useRouter } from "@tanstack/react-router";
import { useEffect } from "react";
import { RouterProvider } from "react-aria-components";
import { LanguageProvider } from "#src/ui/language-provider.tsx";
import { useToasts } from "#src/ui/toast.store.ts";
import { Toasts } from "#src/ui/toast.tsx";
import { usePageTitle } from "./page-title.ts";
import { queries } from "./queries.ts";
import { isPublicPage } from "./site.ts";
import { ProgressLine } from "./shell/progress-line.tsx";

/** What stands around every place: the theme, the cache, the toasts. Each new place is shown from its top. */
export function Root() {
  const router = useRouter();
  useEffect(
    () =>
      router.subscribe("onResolved", ({ pathChanged }) => {
        if (pathChanged) useToasts.getState().leavePage();
        // A list that the address gives a page puts itself there.
        if (pathChanged && !new URLSearchParams(location.search).has("page")) window.scrollTo(0, 0);
      }),
    [router],
  );
  usePageTitle();
  /** A menu's link leads to a place without loading the page anew. */
  const go = (href: string) => {
    if (isPublicPage(href)) location.assign(href);
    else void router.navigate({ href });
  };
  return (
    <QueryClientProvider client={queries}>
      <LanguageProvider>
        <RouterProvider navigate={go}>
          <ProgressLine />
          <Outlet />
          <Toasts />
        </RouterProvider>
      </LanguageProvider>
    </QueryClientProvider>
  );
}

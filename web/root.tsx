import { QueryClientProvider } from "@tanstack/react-query";
import { Outlet, useRouter } from "@tanstack/react-router";
import { useEffect } from "react";
import { RouterProvider } from "react-aria-components";
import { LanguageProvider } from "#src/kit/ui/language-provider.tsx";
import { useToasts } from "#src/kit/ui/toast.store.ts";
import { Toasts } from "#src/kit/ui/toast.tsx";
import { usePageTitle } from "./page-title.ts";
import { queries } from "./queries.ts";
import { isPublicPage } from "./site.ts";
import { ProgressLine } from "./shell/progress-line.tsx";

/** Wraps every route: theme, cache, toasts. A new route is shown from its top. */
export function Root() {
  const router = useRouter();
  useEffect(
    () =>
      router.subscribe("onResolved", ({ pathChanged }) => {
        if (pathChanged) useToasts.getState().leavePage();
        // A list whose page is in the address scrolls there itself.
        if (pathChanged && !new URLSearchParams(location.search).has("page")) window.scrollTo(0, 0);
      }),
    [router],
  );
  usePageTitle();
  /** Follows a link of React Aria without reloading the page. */
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

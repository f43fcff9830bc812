import { loadRest } from "./texts/warehouse.ts";
import type { LoadScreen } from "./screens.ts";

/** A page for the developers of the application. */
interface DevRoute {
  readonly path: string;
  readonly load: LoadScreen;
}

/**
 * Pages of development builds. A production build drops this branch and with it the files that it imports (tests/e2e/web-shipped.test.ts checks the
 * built files).
 */
export const devRoutes: readonly DevRoute[] =
  import.meta.env.MODE === "production"
    ? []
    : [{ path: "/dev/ui", load: async () => (await Promise.all([import("./dev/ui.screen.tsx"), loadRest()]))[0].UiScreen }];

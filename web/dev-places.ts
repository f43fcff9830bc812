import { loadRest } from "#src/i18n/warehouse.ts";
import type { LoadScreen } from "./screens.ts";

/** A page for those who build the application. */
interface DevPlace {
  readonly path: string;
  readonly load: LoadScreen;
}

/**
 * Pages that what is shipped does not have: a production build drops the condition's other half, and with it the files that it names
 * (tests/e2e/web-shipped.test.ts looks for them in the built files).
 */
export const devPlaces: readonly DevPlace[] =
  import.meta.env.MODE === "production"
    ? []
    : [{ path: "/dev/ui", load: async () => (await Promise.all([import("./dev/ui.screen.tsx"), loadRest()]))[0].UiScreen }];

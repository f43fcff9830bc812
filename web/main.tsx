import "#src/ui/tokens.css";
import "#src/ui/base.css";
import { RouterProvider } from "@tanstack/react-router";
import { createRoot } from "react-dom/client";
import { startAppearance } from "#src/appearance/appearance.store.ts";
import { setToastRules } from "#src/ui/toast.store.ts";
import { followSessions } from "#src/session/session.storage.ts";
import { readSessions, useSessions } from "#src/session/session.store.ts";
import { registerFieldKinds } from "./field-kinds.tsx";
import { applySite } from "./site.ts";
import { loadKitWhenIdle } from "./kit/kit.ts";
import { forgetWhoLeaves } from "./leaving.ts";
import { setExpiryRoutes } from "./problems.ts";
import { startRenewal } from "./renewal.ts";
import { leaveExpired, startRouter } from "./router.tsx";
import type { StartProblem } from "./start-up.ts";
import { fetchConfiguration, StartError } from "./start-up.ts";
import { StartFailed } from "./start-failed.tsx";
import { followSupplier } from "./supplier.ts";

const element = document.getElementById("root");
if (element === null) throw new Error("web: index.html has no #root");
setToastRules({ ms: 3000, badStays: false });
registerFieldKinds();
const page = createRoot(element);

/** Starts the application: first the site's configuration, and nothing without it (specification, section 4). */
async function start(): Promise<void> {
  try {
    const site = await fetchConfiguration();
    await startAppearance(site.locale);
    applySite(site);
    readSessions();
    followSessions((area) => useSessions.getState().reread(area), new AbortController().signal);
    const router = startRouter(site.main_function);
    setExpiryRoutes({
      isHomepage: site.main_function === "Homepage",
      leave: (to) => leaveExpired(router, to),
    });
    forgetWhoLeaves();
    followSupplier();
    startRenewal();
    // What index.html draws stays until there is something better to see.
    await router.load();
    page.render(<RouterProvider router={router} />);
    loadKitWhenIdle();
  } catch (error) {
    await fail(error instanceof StartError ? error.message : "Network response was not ok");
    if (!(error instanceof StartError)) throw error;
  }
}

/** A plain page that says what is wrong, with a retry. */
async function fail(problem: StartProblem): Promise<void> {
  await startAppearance(null).catch(() => undefined);
  page.render(<StartFailed problem={problem} retry={start} />);
}

void start();

import "#src/kit/ui/tokens.css";
import "#src/kit/ui/base.css";
import { RouterProvider } from "@tanstack/react-router";
import { createRoot } from "react-dom/client";
import { startAppearance } from "#src/company/appearance/appearance.store.ts";
import { watchFocus } from "#src/kit/ui/return-focus.ts";
import { setToastRules } from "#src/kit/ui/toast.store.ts";
import { followSessions } from "#src/kit/session/session.storage.ts";
import { readSessions, useSessions } from "#src/kit/session/session.store.ts";
import { registerFieldKinds } from "./field-kinds.tsx";
import { applySite } from "./site.ts";
import { loadKitWhenIdle } from "./kit/kit.ts";
import { forgetWhoLeaves } from "./sign-out.ts";
import { setExpiryRoutes } from "./handle-problem.ts";
import { startRenewal } from "./session-renewal.ts";
import { leaveExpired, startRouter } from "./router.tsx";
import type { StartProblem } from "./start-up.ts";
import { fetchConfiguration, StartError } from "./start-up.ts";
import { StartFailed } from "./start-failed.tsx";
import { followSupplier } from "./supplier.ts";
import * as texts from "./texts/warehouse.ts";

const element = document.getElementById("root");
if (element === null) throw new Error("web: index.html has no #root");
watchFocus();
setToastRules({ ms: 3000, badStays: false });
registerFieldKinds();
const page = createRoot(element);

/** Starts the application: loads the site's configuration first; nothing works without it (specification, section 4). */
async function start(): Promise<void> {
  try {
    const site = await fetchConfiguration();
    await startAppearance(site.locale, texts);
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
    // The content of index.html stays until the first route is ready.
    await router.load();
    page.render(<RouterProvider router={router} />);
    loadKitWhenIdle();
  } catch (error) {
    await fail(error instanceof StartError ? error.message : "Network response was not ok");
    if (!(error instanceof StartError)) throw error;
  }
}

/** Shows a plain error page with a retry. */
async function fail(problem: StartProblem): Promise<void> {
  await startAppearance(null, texts).catch(() => undefined);
  page.render(<StartFailed problem={problem} retry={start} />);
}

void start();

import type { Area } from "#src/kit/api/roles-and-permissions.ts";
import type { CallOptions, CallProblem } from "#src/kit/api/client.ts";
import type { Texts } from "#src/kit/api/envelope.ts";
import { clientTexts } from "#src/kit/api/client-texts.ts";
import { getProblemTexts } from "#src/kit/api/problem.rules.ts";
import { useAppearance } from "#src/company/appearance/appearance.store.ts";
import { findArea } from "#src/kit/session/session.rules.ts";
import { readSession } from "#src/kit/session/session.storage.ts";
import { useSessions } from "#src/kit/session/session.store.ts";
import { useToasts } from "#src/kit/ui/toast.store.ts";

/** Shows a toast in the page's language. */
export function say(tone: "normal" | "good" | "bad", texts: Texts): void {
  useToasts.getState().show(tone, texts[useAppearance.getState().language]);
}

/** Where an expired login leads; set by the router, which knows the mode. */
export interface ExpiryRoutes {
  readonly isHomepage: boolean;
  /** to the main page, or to the login page of the area */
  leave(to: "/" | "/p/login" | "/ds/login"): void;
}

let routes: ExpiryRoutes = { isHomepage: false, leave: () => undefined };

/** Sets where an expired login leads. */
export function setExpiryRoutes(given: ExpiryRoutes): void {
  routes = given;
}

/**
 * Handles a failed call for the whole application: 2003 ends the area's session (on the home page it leads to `/`), anything else shows one toast
 * unless the caller reports it itself.
 */
export function handleProblem(area: Area | null, problem: CallProblem, options: CallOptions): void {
  if (problem.codeName === "loginExpired") return expire(area, options.isQuiet === true);
  if (options.isQuiet === true) return;
  const texts = getProblemTexts(problem);
  if (texts !== null) say("bad", texts);
}

/** Whether another tab has renewed the area's tokens without this tab having noticed. */
function isRenewedElsewhere(area: Area): boolean {
  const stored = readSession(area);
  return stored.kind === "session" && stored.session.accessToken !== useSessions.getState().sessions[area]?.accessToken;
}

/**
 * Ends an area's session as expired. Many calls may find out at once: only the first shows it. The other area and public pages are left alone.
 */
function expire(area: Area | null, isInBackground: boolean): void {
  const { sessions, setSession, setExpired, reread } = useSessions.getState();
  if (routes.isHomepage) {
    if (area !== null) setSession(area, null);
    return routes.leave("/");
  }
  if (area === null || sessions[area] === null) return;
  if (isRenewedElsewhere(area)) return reread(area);
  const here = findArea(location.pathname);
  const isInSight = here === area || (here === null && !isInBackground);
  // Before the session is deleted, so that the guard knows the reason.
  if (isInSight) setExpired(true);
  setSession(area, null);
  if (!isInSight) return;
  say("bad", clientTexts.loginExpired);
  routes.leave(`/${area}/login`);
}

import type { Area } from "#src/api/actors.ts";
import type { CallOptions, CallProblem } from "#src/api/client.ts";
import type { Texts } from "#src/api/envelope.ts";
import { ownTexts } from "#src/api/own-texts.ts";
import { problemTexts } from "#src/api/problem.rules.ts";
import { useAppearance } from "#src/appearance/appearance.store.ts";
import { areaOf } from "#src/session/session.rules.ts";
import { readSession } from "#src/session/session.storage.ts";
import { useSessions } from "#src/session/session.store.ts";
import { useToasts } from "#src/ui/toast.store.ts";

/** Says a sentence of both languages in the page's own. */
export function say(tone: "normal" | "good" | "bad", texts: Texts): void {
  useToasts.getState().show(tone, texts[useAppearance.getState().language]);
}

/** What an expired login leads to: set by the router, which knows the mode and the way. */
export interface ExpiryRoutes {
  readonly isHomepage: boolean;
  /** to the main page, or to the login page of the area */
  leave(to: "/" | "/p/login" | "/ds/login"): void;
}

let routes: ExpiryRoutes = { isHomepage: false, leave: () => undefined };

/** Tells where an expired login leads. */
export function setExpiryRoutes(given: ExpiryRoutes): void {
  routes = given;
}

/**
 * What a failed call means for the whole application: 2003 ends the area's session (on the home page: to `/`), anything else is one toast
 * unless whoever called says it himself.
 */
export function hearProblem(area: Area | null, problem: CallProblem, options: CallOptions): void {
  if (problem.codeName === "loginExpired") return expire(area, options.isQuiet === true);
  if (options.isQuiet === true) return;
  const texts = problemTexts(problem);
  if (texts !== null) say("bad", texts);
}

/** Whether another tab has renewed the area's tokens, and this one only had not heard of it. */
function isRenewedElsewhere(area: Area): boolean {
  const stored = readSession(area);
  return stored.kind === "session" && stored.session.accessToken !== useSessions.getState().sessions[area]?.accessToken;
}

/**
 * Ends an area's session as expired. Many calls may learn of it at once: the first one says it. Whoever is at work in the other area, or
 * reads a public page while something was asked in the background, is left alone.
 */
function expire(area: Area | null, isInBackground: boolean): void {
  const { sessions, keep, setExpired, reread } = useSessions.getState();
  if (routes.isHomepage) {
    if (area !== null) keep(area, null);
    return routes.leave("/");
  }
  if (area === null || sessions[area] === null) return;
  if (isRenewedElsewhere(area)) return reread(area);
  const here = areaOf(location.pathname);
  const isInSight = here === area || (here === null && !isInBackground);
  // Before the session goes: the guard then knows why.
  if (isInSight) setExpired(true);
  keep(area, null);
  if (!isInSight) return;
  say("bad", ownTexts.loginExpired);
  routes.leave(`/${area}/login`);
}

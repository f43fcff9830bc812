import { signOut } from "#src/accounts/accounts.contract.ts";
import type { Area } from "#src/api/actors.ts";
import { areas } from "#src/api/actors.ts";
import { useSessions } from "#src/session/session.store.ts";
import { forgetDrafts } from "#src/ui/form/drafts.storage.ts";
import { clients } from "./callers.ts";
import { forgetAnswersOf } from "./queries.ts";

/** A server that does not answer keeps nobody in. */
const longestGoodbyeMs = 3000;

let signingOut: Area | null = null;

/** Whether it is this person's own wish that the area's session ends: asked by the router while the session goes. */
export function isSigningOut(area: Area): boolean {
  return signingOut === area;
}

/** Signs out of an area: there, where the server can be reached, and here in any case. Open pages stay for the next time. */
export async function leave(area: Area): Promise<void> {
  const { sessions, keep } = useSessions.getState();
  const username = sessions[area]?.username ?? "";
  await clients[area].call(signOut, {}, { isQuiet: true, signal: AbortSignal.timeout(longestGoodbyeMs) }).catch(() => undefined);
  forgetDrafts(username);
  signingOut = area;
  keep(area, null);
  signingOut = null;
}

/** Empties the caches of whoever is gone: signed out here or in another tab, expired, or followed by somebody else. Called once. */
export function forgetWhoLeaves(): void {
  useSessions.subscribe(({ sessions }, before) => {
    for (const area of areas) {
      const username = before.sessions[area]?.username ?? "";
      const isStillHere = areas.some((one) => sessions[one]?.username === username);
      if (username !== "" && !isStillHere) forgetAnswersOf(username);
    }
  });
}

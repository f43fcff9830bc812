import { signOut } from "#src/company/accounts/accounts.contract.ts";
import type { Area } from "#src/kit/api/roles-and-permissions.ts";
import { areas } from "#src/kit/api/roles-and-permissions.ts";
import { useSessions } from "#src/kit/session/session.store.ts";
import { forgetDrafts } from "#src/kit/ui/form/drafts.storage.ts";
import { clients } from "./area-clients.ts";
import { forgetAnswers } from "./queries.ts";

/** Signing out waits no longer than this for the server. */
const longestGoodbyeMs = 3000;

let signingOut: Area | null = null;

/** Whether the area's session is ending because the person signed out; the router asks while it ends. */
export function isSigningOut(area: Area): boolean {
  return signingOut === area;
}

/** Signs out of an area: on the server if it is reachable, and here in any case. Open tabs are kept for the next login. */
export async function leave(area: Area): Promise<void> {
  const { sessions, setSession } = useSessions.getState();
  const username = sessions[area]?.username ?? "";
  await clients[area].call(signOut, {}, { isQuiet: true, signal: AbortSignal.timeout(longestGoodbyeMs) }).catch(() => undefined);
  forgetDrafts(username);
  signingOut = area;
  setSession(area, null);
  signingOut = null;
}

/** Clears the caches of people whose session has ended: signed out here or in another tab, expired, or replaced. Call once. */
export function forgetWhoLeaves(): void {
  useSessions.subscribe(({ sessions }, before) => {
    for (const area of areas) {
      const username = before.sessions[area]?.username ?? "";
      const isStillHere = areas.some((one) => sessions[one]?.username === username);
      if (username !== "" && !isStillHere) forgetAnswers(username);
    }
  });
}

import { renewSession } from "#src/company/accounts/accounts.contract.ts";
import type { Area } from "#src/kit/api/roles-and-permissions.ts";
import { areas } from "#src/kit/api/roles-and-permissions.ts";
import { useSessions } from "#src/kit/session/session.store.ts";
import { clients } from "./area-clients.ts";
import { isDue } from "./session-renewal.rules.ts";

const checkEveryMs = 60_000;

/** Whether an area's tokens are due for renewal. A support session ends after half an hour and is never extended. */
function wantsRenewal(area: Area): boolean {
  const { sessions, people } = useSessions.getState();
  const session = sessions[area];
  return session !== null && people[area]?.isReadOnly !== true && isDue(session.since, Date.now());
}

/** Renews in one tab at a time if the browser has locks; the server returns the same new pair to all requests within a minute. */
async function alone(area: Area, work: () => Promise<void>): Promise<void> {
  if (!("locks" in navigator)) return work();
  await navigator.locks.request(`quayside.renewal.${area}`, work);
}

async function renew(area: Area): Promise<void> {
  // Another tab may have renewed them while this one waited.
  useSessions.getState().reread(area);
  if (!wantsRenewal(area)) return;
  const { access_token, csrf_token } = await clients[area].call(renewSession, {}, { isQuiet: true });
  useSessions.getState().change(area, { accessToken: access_token, csrfToken: csrf_token, since: Date.now() });
}

const running = new Set<Area>();

async function checkArea(area: Area): Promise<void> {
  if (running.has(area) || !wantsRenewal(area)) return;
  running.add(area);
  try {
    await alone(area, () => renew(area));
  } catch {
    // No network: the next check retries. An expired login has already ended the session.
  } finally {
    running.delete(area);
  }
}

/** Keeps the tokens of both areas fresh: checks at start, every minute, and when the page becomes visible. */
export function startRenewal(): void {
  const checkAll = () => {
    for (const area of areas) void checkArea(area);
  };
  setInterval(checkAll, checkEveryMs);
  addEventListener("focus", checkAll);
  document.addEventListener("visibilitychange", () => {
    if (document.visibilityState === "visible") checkAll();
  });
  checkAll();
}

import { renewSession } from "#src/accounts/accounts.contract.ts";
import type { Area } from "#src/api/actors.ts";
import { areas } from "#src/api/actors.ts";
import { useSessions } from "#src/session/session.store.ts";
import { clients } from "./callers.ts";
import { isDue } from "./renewal.rules.ts";

const lookEveryMs = 60_000;

/** Whether an area's tokens want renewing. A look for support ends after its half hour, and nothing makes it longer. */
function wantsRenewal(area: Area): boolean {
  const { sessions, people } = useSessions.getState();
  const session = sessions[area];
  return session !== null && people[area]?.isReadOnly !== true && isDue(session.since, Date.now());
}

/** One tab of the browser at a time, where the browser can say so; the server gives the same new pair to all that ask within a minute. */
async function alone(area: Area, work: () => Promise<void>): Promise<void> {
  if (!("locks" in navigator)) return work();
  await navigator.locks.request(`quayside.renewal.${area}`, work);
}

async function renew(area: Area): Promise<void> {
  // Another tab may have done it while this one waited for its turn.
  useSessions.getState().reread(area);
  if (!wantsRenewal(area)) return;
  const { access_token, csrf_token } = await clients[area].call(renewSession, {}, { isQuiet: true });
  useSessions.getState().change(area, { accessToken: access_token, csrfToken: csrf_token, since: Date.now() });
}

const running = new Set<Area>();

async function look(area: Area): Promise<void> {
  if (running.has(area) || !wantsRenewal(area)) return;
  running.add(area);
  try {
    await alone(area, () => renew(area));
  } catch {
    // No network: the next look tries again. An expired login has ended the session already.
  } finally {
    running.delete(area);
  }
}

/** Keeps the tokens of both areas fresh: looks at start, each minute, and when the page comes into sight. */
export function startRenewal(): void {
  const lookAtAll = () => {
    for (const area of areas) void look(area);
  };
  setInterval(lookAtAll, lookEveryMs);
  addEventListener("focus", lookAtAll);
  document.addEventListener("visibilitychange", () => {
    if (document.visibilityState === "visible") lookAtAll();
  });
  lookAtAll();
}

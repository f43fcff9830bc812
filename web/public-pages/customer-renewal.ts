import { sessionCalls } from "#src/company/accounts/session.calls.ts";
import type { Client } from "#src/kit/api/client.ts";
import { CallProblem } from "#src/kit/api/client.ts";
import { useCustomerSession } from "#src/kit/session/customer-session.store.ts";
import { isDue } from "../session-renewal.rules.ts";

const checkEveryMs = 60_000;

async function renew(client: Client): Promise<void> {
  // Another tab may have renewed the session while this one waited for the lock.
  useCustomerSession.getState().reread();
  const { session } = useCustomerSession.getState();
  if (session === null || !isDue(session.since, Date.now())) return;
  const { access_token, csrf_token } = await client.call(sessionCalls.renewSession, {}, { isQuiet: true });
  const { session: now, setSession } = useCustomerSession.getState();
  // A customer who signed out in the meantime stays signed out.
  if (now?.accessToken === session.accessToken) setSession({ ...now, accessToken: access_token, csrfToken: csrf_token, since: Date.now() });
}

/** Runs `work` in one tab at a time, if the browser has locks; the server gives the same new tokens to all requests within a minute. */
async function alone(work: () => Promise<void>): Promise<void> {
  if (!("locks" in navigator)) return work();
  await navigator.locks.request("quayside.renewal.customer", work);
}

/** Renews the customer's tokens in time: checks at start, each minute, and when the page becomes visible. */
export function startCustomerRenewal(client: Client): void {
  let isLooking = false;
  const look = async () => {
    const { session } = useCustomerSession.getState();
    if (isLooking || session === null || !isDue(session.since, Date.now())) return;
    isLooking = true;
    try {
      await alone(() => renew(client));
    } catch (error) {
      // Without a network, the next check tries again. An expired session has been ended already.
      if (!(error instanceof CallProblem)) throw error;
    } finally {
      isLooking = false;
    }
  };
  setInterval(() => void look(), checkEveryMs);
  document.addEventListener("visibilitychange", () => {
    if (document.visibilityState === "visible") void look();
  });
  void look();
}

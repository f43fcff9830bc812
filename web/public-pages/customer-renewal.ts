import { sessionCalls } from "#src/company/accounts/session.calls.ts";
import type { Client } from "#src/kit/api/client.ts";
import { CallProblem } from "#src/kit/api/client.ts";
import { useCustomerSession } from "#src/kit/session/customer-session.store.ts";
import { isDue } from "../renewal.rules.ts";

const lookEveryMs = 60_000;

async function renew(client: Client): Promise<void> {
  // Another tab may have done it while this one waited for its turn.
  useCustomerSession.getState().reread();
  const { session } = useCustomerSession.getState();
  if (session === null || !isDue(session.since, Date.now())) return;
  const { access_token, csrf_token } = await client.call(sessionCalls.renewSession, {}, { isQuiet: true });
  const { session: now, keep } = useCustomerSession.getState();
  // Whoever signed out meanwhile stays signed out.
  if (now?.accessToken === session.accessToken) keep({ ...now, accessToken: access_token, csrfToken: csrf_token, since: Date.now() });
}

/** One tab of the browser at a time, where the browser can say so; the server gives the same new pair to all that ask within a minute. */
async function alone(work: () => Promise<void>): Promise<void> {
  if (!("locks" in navigator)) return work();
  await navigator.locks.request("quayside.renewal.customer", work);
}

/** Keeps the customer's tokens fresh: looks at start, each minute, and when the page comes into sight. */
export function startCustomerRenewal(client: Client): void {
  let isLooking = false;
  const look = async () => {
    const { session } = useCustomerSession.getState();
    if (isLooking || session === null || !isDue(session.since, Date.now())) return;
    isLooking = true;
    try {
      await alone(() => renew(client));
    } catch (error) {
      // No network: the next look tries again. A session that is over has been ended already.
      if (!(error instanceof CallProblem)) throw error;
    } finally {
      isLooking = false;
    }
  };
  setInterval(() => void look(), lookEveryMs);
  document.addEventListener("visibilitychange", () => {
    if (document.visibilityState === "visible") void look();
  });
  void look();
}
